"""The options about stopping, admission and tie rules: made from what the rules say about themselves, and read into rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import TypeVar, cast

import click
from toolz import unique

from dtref.cli.numbers import AT_LEAST_0, FROM_0_TO_1, INSIDE_0_TO_1
from dtref.errors import Invalid
from dtref.spec.growing.admission import ADMISSION_RULES, Admission
from dtref.spec.growing.policy import Sizes
from dtref.spec.growing.stopping import STOPPING_RULES, StoppingRule
from dtref.spec.growing.ties import TIE_RULES, Listed, TieRule
from dtref.spec.model.rules import Fact, Kind, Option, rule_of

_Command = TypeVar("_Command", bound=Callable[..., object])
Definition = Callable[..., object]

NUMBERS: Mapping[Kind, tuple[click.ParamType, str]] = {  # type: ignore[type-arg]  # generic in click's newest versions only
    Kind.AMOUNT: (AT_LEAST_0, "N"),
    Kind.WHOLE: (click.IntRange(0), "N"),
    Kind.THRESHOLD: (AT_LEAST_0, "X"),
    Kind.LEVEL: (FROM_0_TO_1, "ALPHA"),
    Kind.INSIDE: (INSIDE_0_TO_1, "X"),
}
"""What is typed for a number, and the letter for it in the help."""


def destination(typed: str) -> str:
    """
    The name of the setting that an option of the command line fills.

    >>> destination("--min-records")
    'min_records'
    """
    return typed.removeprefix("--").replace("-", "_")


def _click_option(rule: Definition) -> Callable[[_Command], _Command]:
    facts = rule_of(rule)
    if not facts.options:
        return click.option(facts.typed, is_flag=True, help=facts.help)
    type_, metavar = NUMBERS[facts.options[0].kind]
    return click.option(facts.typed, type=type_, metavar=metavar, help=facts.help)


def _typed(rules: Sequence[Definition]) -> list[Definition]:
    """The rules that the command line has, the first of those that share an option."""
    return list(unique((rule for rule in rules if rule_of(rule).typed), key=lambda rule: rule_of(rule).typed))


RULES_TYPED = (*_typed(STOPPING_RULES), *_typed(ADMISSION_RULES))
RULE_OPTIONS = tuple(map(_click_option, RULES_TYPED))
"""The options that add stopping rules and admissions."""
RULE_SETTINGS = tuple(destination(rule_of(rule).typed) for rule in RULES_TYPED)
"""The settings that these options fill."""


def _added(rules: Sequence[Definition], settings: Mapping[str, object], sizes: Sizes) -> Iterator[Definition]:
    """The rules that settings add. Of two that share an option, that of rows is meant where the policy's sizes are rows, else the other."""
    for first in _typed(rules):
        typed = rule_of(first).typed
        value = settings[destination(typed)]
        if value is None or value is False:
            continue
        sharing = [rule for rule in rules if rule_of(rule).typed == typed]
        rule = next((r for r in sharing if (Fact.ROWS in rule_of(r).looks_at) is (sizes is Sizes.ROWS)), first)
        yield cast(Definition, rule(_value(rule_of(rule).options[0], value))) if rule_of(rule).options else rule


def _value(option: Option, value: object) -> object:
    return ceil(value) if option.kind is Kind.WHOLE and isinstance(value, Fraction) else value


def stopping_rules(settings: Mapping[str, object], sizes: Sizes) -> tuple[StoppingRule, ...]:
    """The stopping rules that settings add."""
    return cast(tuple[StoppingRule, ...], tuple(_added(STOPPING_RULES, settings, sizes)))


def admissions(settings: Mapping[str, object], sizes: Sizes) -> tuple[Admission, ...]:
    """The admissions that settings add."""
    return cast(tuple[Admission, ...], tuple(_added(ADMISSION_RULES, settings, sizes)))


TIE_OPTION = click.option(
    "--tie",
    default="first",
    show_default=True,
    metavar="RULE",
    help=f"{', '.join(rule_of(rule).typed for rule in TIE_RULES[:-1])}, or {rule_of(TIE_RULES[-1]).typed}.",
)


def tie_rule(text: str) -> TieRule:
    """A tie rule by its name, or a list of positions. Errors: Invalid for other text."""
    named = {rule_of(rule).typed: rule for rule in TIE_RULES if not rule_of(rule).options}
    if text in named:
        return named[text]()
    choices = text.split(",")
    if not all(re.fullmatch("[0-9]{1,18}", c.strip()) for c in choices):
        raise Invalid("--tie", f"{', '.join(named)}, or positions such as 0,2,1", text)
    return Listed(tuple(map(int, choices)))
