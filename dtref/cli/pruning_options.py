"""The values of the options of dtref prune, and the layout of its help."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import click

from dtref.cli.options import GrowingOptions


class PruningOptions(GrowingOptions):
    """The values of the options of the command."""

    schema: Path | None
    delimiter: str
    weights: str | None
    validation: Path | None
    keep_ties: bool
    cut_ties: bool
    penalty: Fraction
    code: str
    conditions: Path | None
    confidence: Fraction
    raising: Path | None
    risk: str | None
    alpha: Fraction | None
    cross_validate: Path | None
    folds: int
    seed: int
    one_standard_error: bool


_GROWN = tuple(GrowingOptions.__annotations__)
CROSS_VALIDATED = ("folds", "seed", "one_standard_error", *_GROWN)

SECTIONS = {
    "reduced-error, description, error-based": ("keep_ties",),
    "pessimistic": ("penalty", "cut_ties"),
    "description": ("code", "conditions"),
    "error-based": ("confidence", "raising"),
    "cost-complexity": ("risk", "alpha", "cross_validate", "folds", "seed", "one_standard_error"),
    "cost-complexity --cross-validate, how the model was grown": _GROWN,
}
"""The options that the help shows in a section of their own, by rule."""


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
