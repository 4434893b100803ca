"""The inputs that the options of a rule are, by their kinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from dtref.errors import Invalid
from dtref.oracle.operations.data_kinds import A_DATA_SET
from dtref.oracle.operations.kinds import A_RATIONAL, A_WHOLE, choice
from dtref.oracle.operations.operation import InputKind, Inputs, each, optional
from dtref.oracle.operations.tree_inputs import VALIDATION_RECORDS
from dtref.spec.model.rules import Option, OptionKind

_KINDS: Mapping[OptionKind, InputKind[object]] = {
    **dict.fromkeys((OptionKind.AMOUNT, OptionKind.THRESHOLD, OptionKind.LEVEL, OptionKind.INSIDE), A_RATIONAL),
    OptionKind.WHOLE: A_WHOLE,
    OptionKind.VALIDATION: VALIDATION_RECORDS,
    OptionKind.TRAINING: A_DATA_SET,
}
"""The kinds of options other than choices."""


def _kind(option: Option) -> InputKind[object]:
    if option.choices:
        return choice(option.choices)
    if option.kind not in _KINDS:
        raise Invalid(option.name, "a kind of option that records have", option.kind.name)
    kind = _KINDS[option.kind].named(option.kind.value)
    return optional(kind, option.default) if isinstance(option.default, Fraction) else kind


def options_of(options: Sequence[Option]) -> Inputs:
    """
    The options of a rule as inputs.

    >>> from dtref.oracle.operations.inputs import Given
    >>> options_of([Option("records", OptionKind.AMOUNT)]).arguments(Given({"records": "3/2"}))
    (Fraction(3, 2),)
    """
    return each(**{option.name: _kind(option) for option in options})
