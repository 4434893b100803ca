"""The options about stopping, admission and tie rules, made from what the rules say about themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

import click

from dtref.cli.numbers import AT_LEAST_0, FROM_0_TO_1, INSIDE_0_TO_1
from dtref.oracle.stated.added_rules import RULES_TYPED, TIES_TYPED, RuleMaker
from dtref.spec.growing.ties import Listed
from dtref.spec.model.rules import OptionKind, rule_of

_Command = TypeVar("_Command", bound=Callable[..., object])

OPTION_NUMBERS: Mapping[OptionKind, tuple[click.ParamType, str]] = {  # type: ignore[type-arg]  # generic in click's newest versions only
    OptionKind.AMOUNT: (AT_LEAST_0, "N"),
    OptionKind.WHOLE: (click.IntRange(0), "N"),
    OptionKind.THRESHOLD: (AT_LEAST_0, "X"),
    OptionKind.LEVEL: (FROM_0_TO_1, ""),
    OptionKind.INSIDE: (INSIDE_0_TO_1, ""),
}
"""What is typed for a number, and the letter for it in the help; without one it is the option's name."""


def _click_option(rule: RuleMaker) -> Callable[[_Command], _Command]:
    facts = rule_of(rule)
    if not facts.options:
        return click.option(facts.typed, is_flag=True, help=facts.help)
    first = facts.options[0]
    type_, letter = OPTION_NUMBERS[first.kind]
    return click.option(facts.typed, type=type_, metavar=letter or first.name.upper(), help=facts.help)


RULE_OPTIONS = tuple(map(_click_option, RULES_TYPED))
"""The options that add stopping rules and admissions."""
TIE_OPTION = click.option(
    "--tie",
    default="first",
    show_default=True,
    metavar="RULE",
    help=f"{', '.join(TIES_TYPED)}, or {rule_of(Listed).typed}.",
)
