"""Limits of stopping and admission rules: doubles may put a value exactly at a limit on either side, unless the limit is a double."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.inputs import Given
from dtref.spec.growing.admission import ADMISSION_RULES
from dtref.spec.growing.stopping import STOPPING_RULES, StoppingRule
from dtref.spec.model.rules import Fact, Kind, looks_at, rule_of

CLOSE = Fraction(1, 2**40)
"""The relative error that a limit may have when computed in doubles."""
_DIGITS = 53
"""The binary digits of a double."""


def in_doubles(value: Json) -> bool:
    """
    Whether every number in JSON text is exactly a double.

    >>> in_doubles(["3/4", "5"]), in_doubles("1/3")
    (True, False)
    """
    if isinstance(value, list):
        return all(map(in_doubles, value))
    if not isinstance(value, str):
        return False
    x = rational_of_text(value)
    return x.denominator & (x.denominator - 1) == 0 and x.numerator.bit_length() <= _DIGITS


def with_near_limits(inputs: Given) -> Iterator[Given]:
    """
    The inputs twice, with each threshold or level that isn't a double a little lower, and a little higher.

    >>> rules = [[{"rule": "improves_less_than", "threshold": x}] for x in ("1/2", "1/3")]
    >>> [len(list(with_near_limits(Given({"stop": rule})))) for rule in rules]
    [0, 2]
    """
    for by in (-CLOSE, CLOSE):
        near: dict[str, Json] = {name: [_near(rule, by) for rule in rules] for name, rules in _rules(inputs).items()}
        if near != _rules(inputs):
            yield Given({**inputs.parts, **near}, inputs.where)


def holds_limits(inputs: Given) -> bool:
    """
    Whether there are thresholds or levels and each is a double, so that a program can recognise values exactly at them.

    >>> [holds_limits(Given({"stop": [{"rule": "improves_less_than", "threshold": x}]})) for x in ("1/2", "1/3")], holds_limits(Given({}))
    ([True, False], False)
    """
    limits = [x for rules in _rules(inputs).values() for rule in rules for x in _limits(rule).values()]
    return bool(limits) and in_doubles(limits)


def has_limit(rule: StoppingRule) -> bool:
    """
    Whether a stopping rule compares numbers that doubles may not tell apart.

    >>> from dtref.spec.growing.stopping import AtDepth, no_improvement, same_values
    >>> has_limit(no_improvement), has_limit(same_values), has_limit(AtDepth(2))
    (True, False, False)
    """
    return not _ROUNDED.isdisjoint(looks_at(rule))


_ROUNDED = frozenset((Fact.WEIGHT, Fact.SHARE, Fact.VALUE, Fact.CANDIDATES, Fact.EVERY_P_VALUE))
"""The facts that are sums or quotients, which doubles round; whether there is a candidate is none."""

_LIMITS = frozenset(
    option.name
    for rule in (*STOPPING_RULES, *ADMISSION_RULES)
    for option in rule_of(rule).options
    if option.kind in {Kind.THRESHOLD, Kind.LEVEL}
)
"""The options that hold a limit."""


def _rules(inputs: Given) -> dict[str, Sequence[Json]]:
    return {name: inputs.list(name) for name in ("stop", "admit") if name in inputs.parts}


def _limits(rule: Json) -> dict[str, Json]:
    return {name: rule[name] for name in sorted(_LIMITS) if name in rule} if isinstance(rule, dict) else {}


def _near(rule: Json, by: Fraction) -> Json:
    near: dict[str, Json] = {name: str(rational_of_text(x) * (1 + by)) for name, x in _limits(rule).items() if not in_doubles(x)}
    return {**rule, **near} if isinstance(rule, dict) else rule
