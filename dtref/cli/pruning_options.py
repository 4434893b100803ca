"""The values of the options of dtref prune, and the layout of its help."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TypeVar, cast

import click

from dtref.cli.choices import Named
from dtref.cli.rule_options import OPTION_NUMBERS
from dtref.io.data_files.layout import Layout
from dtref.oracle.stated.added_rules import RULE_SETTINGS, destination
from dtref.oracle.stated.typed_policy import GrowingOptions
from dtref.spec.model.rules import Option, OptionKind, rule_of
from dtref.spec.pruning.pruning_rules import PRUNING_RULES

_Command = TypeVar("_Command", bound=Callable[..., object])


class PruningOptions(GrowingOptions):
    """The values of the options of the command."""

    file_format: str
    number: int
    target: str | None
    schema: Path | None
    layout: Layout
    weights: str | None
    validation: Path | None
    keep_ties: bool
    cut_ties: bool
    penalty: Fraction
    code: str
    conditions: Path | None
    confidence: Fraction
    raising: Path | None
    largest: str
    charge: str
    risk: str | None
    alpha: Fraction | None
    cross_validate: Path | None
    folds: int
    seed: int
    one_standard_error: bool


_GROWN = (*GrowingOptions.__annotations__, *RULE_SETTINGS)
CROSS_VALIDATED = ("folds", "seed", "one_standard_error", *_GROWN)

PRUNING_BY_NAME: dict[str, Callable[..., object]] = {rule_of(rule).typed: rule for rule in PRUNING_RULES if rule_of(rule).typed}
"""The rules, by the name that the command line uses."""

_BESIDE: Mapping[str, tuple[str, ...]] = {
    "reduced-error": ("charge",),
    "best-node-first": ("charge",),
    "error-based": ("raising", "largest", "missing_values"),
    "cost-complexity": ("alpha", "validation", "cross_validate", *CROSS_VALIDATED),
}
"""Settings that go with a rule and are no options of it: for another rule beside it, and for the choice in a sequence."""


def setting_of(option: Option) -> str:
    """
    The setting that an option of a pruning rule fills: its own name, but for ties the flag's.

    >>> setting_of(Option("penalty", OptionKind.AMOUNT, typed="--penalty"))
    'penalty'
    >>> setting_of(Option("ties", OptionKind.TIES, typed="--keep-ties"))
    'keep_ties'
    """
    return destination(option.typed) if option.kind is OptionKind.TIES else option.name


def settings_of(rule: str) -> frozenset[str]:
    """
    The settings about a pruning rule.

    >>> sorted(settings_of("pessimistic"))
    ['cut_ties', 'penalty']
    """
    own = (setting_of(option) for option in rule_of(PRUNING_BY_NAME[rule]).options if option.typed)
    return frozenset((*own, *_BESIDE.get(rule, ())))


def file_option(name: str, setting: str, help_text: str) -> Callable[[_Command], _Command]:
    """An option that names a data file."""
    return click.option(name, setting, type=click.Path(path_type=Path), metavar="DATA", help=help_text)


def _click_option(option: Option) -> Callable[[_Command], _Command]:
    match option.kind:
        case OptionKind.VALIDATION | OptionKind.TRAINING:
            return file_option(option.typed, setting_of(option), option.help)
        case OptionKind.TIES:
            return click.option(option.typed, is_flag=True, help=option.help)
        case OptionKind.CHOICE:
            choices = Named(list(option.choices))
            return click.option(option.typed, type=choices, default=cast(str, option.default), show_default=True, help=option.help)
        case _:
            type_, _ = OPTION_NUMBERS[option.kind]
            default = None if option.default is None else str(option.default)
            return click.option(option.typed, type=type_, default=default, show_default=True, help=option.help)


_BY_HAND = frozenset(("validation", "risk"))
"""Settings whose option stands elsewhere: one is for several purposes, the other has names of its own."""
_OPTIONS = {setting_of(o): o for rule in PRUNING_BY_NAME.values() for o in rule_of(rule).options if o.typed and o.name not in _BY_HAND}
PRUNING_RULE_OPTIONS = tuple(map(_click_option, _OPTIONS.values()))
"""The options that pruning rules declare."""


def _sections() -> Mapping[str, tuple[str, ...]]:
    """The settings that the help shows in a section of their own, by the rules that they are for."""
    own: dict[str, tuple[str, ...]] = {}
    for name in _OPTIONS:
        title = ", ".join(rule for rule in PRUNING_BY_NAME if name in settings_of(rule))
        own[title] = (*own.get(title, ()), name)
    own["error-based"] = (*own.get("error-based", ()), "raising", "largest")
    own["reduced-error, best-node-first"] = ("charge",)
    own["cost-complexity"] = ("risk", "alpha", "cross_validate", "folds", "seed", "one_standard_error")
    own["cost-complexity --cross-validate, how the model was grown"] = _GROWN
    return own


SECTIONS = _sections()
"""The settings that the help shows in a section of their own, by rule."""


class Sections(click.Command):
    """A command whose help has a section for each rule."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the help of the options, with a section for each rule."""
        rule_options = {name for names in SECTIONS.values() for name in names}
        params = [p for p in self.get_params(ctx) if isinstance(p, click.Option)]
        general = [p.name for p in params if p.name not in rule_options]
        for title, names in {"Options": general, **{f"--by {title}": list(names) for title, names in SECTIONS.items()}}.items():
            help_records = (p.get_help_record(ctx) for p in params if p.name in names)
            with formatter.section(title):
                formatter.write_dl([record for record in help_records if record is not None])
