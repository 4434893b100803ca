"""The rules that options add to a policy, by the names of the options: from what the rules say about themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import cast

from attrs import frozen
from toolz import unique

from dtref.errors import Invalid
from dtref.spec.growing.admission import ADMISSION_RULES, Admission
from dtref.spec.growing.policy import Sizes
from dtref.spec.growing.stopping import STOPPING_RULES, StoppingRule
from dtref.spec.growing.ties import TIE_RULES, Listed, TieRule
from dtref.spec.model.rules import LooksAt, OptionKind, rule_of

RuleMaker = Callable[..., object]


def destination(typed: str) -> str:
    """
    The name of the setting that an option of the command line fills.

    >>> destination("--min-records")
    'min_records'
    """
    return typed.removeprefix("--").replace("-", "_")


def _typed(rules: Sequence[RuleMaker]) -> list[RuleMaker]:
    """The rules that the command line has, the first of those that share an option."""
    return list(unique((rule for rule in rules if rule_of(rule).typed), key=lambda rule: rule_of(rule).typed))


RULES_TYPED = (*_typed(STOPPING_RULES), *_typed(ADMISSION_RULES))
"""The stopping rules and admissions that have an option."""
RULE_SETTINGS = tuple(destination(rule_of(rule).typed) for rule in RULES_TYPED)
"""The settings that these options fill."""


@frozen
class _Typed:
    """The rules that an option of the command line adds: one that looks at rows, where there is one, and the other."""

    setting: str
    rule: RuleMaker
    of_rows: RuleMaker
    takes: OptionKind | None
    rows_take: OptionKind | None


def _by_setting(rules: Sequence[RuleMaker]) -> tuple[_Typed, ...]:
    """The options of rules; two that share one count weight and rows."""
    options: list[_Typed] = []
    for first in _typed(rules):
        sharing = [rule for rule in rules if rule_of(rule).typed == rule_of(first).typed]
        of_rows = next((rule for rule in sharing if LooksAt.ROWS in rule_of(rule).looks_at), first)
        options.append(_Typed(destination(rule_of(first).typed), first, of_rows, _first_kind(first), _first_kind(of_rows)))
    return tuple(options)


def _first_kind(rule: RuleMaker) -> OptionKind | None:
    return next((option.kind for option in rule_of(rule).options), None)


_STOPS, _ADMISSIONS = _by_setting(STOPPING_RULES), _by_setting(ADMISSION_RULES)
TIES_TYPED = {rule_of(rule).typed: rule for rule in TIE_RULES if rule_of(rule).typed and not rule_of(rule).options}
"""The tie rules without options, by name."""


def _added(options: Sequence[_Typed], settings: Mapping[str, object], sizes: Sizes) -> Iterator[RuleMaker]:
    """The rules that settings add: those of rows where the policy's sizes are rows."""
    for option in options:
        value = settings[option.setting]
        rule, kind = (option.of_rows, option.rows_take) if sizes is Sizes.ROWS else (option.rule, option.takes)
        if value is None or value is False:
            continue
        number = ceil(value) if kind is OptionKind.WHOLE and isinstance(value, Fraction) else value
        yield rule if kind is None else cast(RuleMaker, rule(number))


def stopping_rules(settings: Mapping[str, object], sizes: Sizes) -> tuple[StoppingRule, ...]:
    """The stopping rules that settings add."""
    return cast(tuple[StoppingRule, ...], tuple(_added(_STOPS, settings, sizes)))


def admissions(settings: Mapping[str, object], sizes: Sizes) -> tuple[Admission, ...]:
    """The admissions that settings add."""
    return cast(tuple[Admission, ...], tuple(_added(_ADMISSIONS, settings, sizes)))


def tie_rule(text: str) -> TieRule:
    """A tie rule by its name, or a list of positions. Errors: Invalid for other text."""
    if text in TIES_TYPED:
        return TIES_TYPED[text]()
    choices = text.split(",")
    if not all(re.fullmatch("[0-9]{1,18}", c.strip()) for c in choices):
        raise Invalid("--tie", f"{', '.join(TIES_TYPED)}, or positions such as 0,2,1", text)
    return Listed(tuple(map(int, choices)))
