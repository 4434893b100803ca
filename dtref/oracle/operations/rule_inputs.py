"""The inputs that the options of a rule are, by their kinds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import cast

from dtref.errors import Invalid
from dtref.oracle.operations.data_kinds import A_DATA_SET
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.kinds import A_RATIONAL, A_WHOLE, choice, list_kind
from dtref.oracle.operations.operation import InputKind, Inputs, each, optional
from dtref.oracle.operations.tree_inputs import VALIDATION_RECORDS
from dtref.spec.model.rules import Option, OptionKind, rule_of


def _read_positions(given: Given, name: str) -> tuple[int, ...]:
    """Positions, which golden files count from 1, as indices from 0; how many there are shows only where they are used."""
    numbers = list_kind(A_WHOLE, "positions").read(given, name)
    if any(n < 1 for n in numbers):
        raise Invalid(f"{given.where}, {name}", "positions from 1", list(numbers))
    return tuple(n - 1 for n in numbers)


_KINDS: Mapping[OptionKind, InputKind[object]] = {
    **dict.fromkeys((OptionKind.AMOUNT, OptionKind.THRESHOLD, OptionKind.LEVEL, OptionKind.INSIDE), A_RATIONAL),
    OptionKind.WHOLE: A_WHOLE,
    OptionKind.POSITIONS: InputKind("positions, from 1", _read_positions),
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

    >>> options_of([Option("records", OptionKind.AMOUNT)]).arguments(Given({"records": "3/2"}))
    (Fraction(3, 2),)
    """
    return each(**{option.name: _kind(option) for option in options})


def rule_kind(rules: Sequence[Callable[..., object]]) -> InputKind[Callable[..., object]]:
    """
    One of several rules, {"rule": name} with its options: the rule itself where it is a function, else an instance of its class.

    >>> from dtref.spec.growing.ties import TIE_RULES
    >>> rule_kind(TIE_RULES).read(Given({"tie": {"rule": "listed", "choices": ["1", "3"]}}), "tie")
    Listed(choices=(0, 2), then=None)
    """

    def read(given: Given, name: str) -> Callable[..., object]:
        part = given.object(name)
        rule = choice({rule_of(rule).name: rule for rule in rules}).read(part, "rule")
        options = options_of(rule_of(rule).options)
        values = options.arguments(part.only("rule", *options.kinds))
        return cast(Callable[..., object], rule(*values)) if isinstance(rule, type) else rule

    return InputKind("a rule: `rule`, " + " or ".join(f"`{rule_of(rule).name}`" for rule in rules) + ", and its options", read)
