"""The commands for pictures without data: impurity over p, and the coverage of intervals."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import click

from dtref.cli.choices import Named
from dtref.cli.explain.evaluation import BINOMIAL, NORMAL
from dtref.cli.numbers import INSIDE_0_TO_1
from dtref.cli.plot.picture import OUT, distinct_values, save
from dtref.show.plots.coverage_curves import CoverageDisplay, IntervalRule
from dtref.show.plots.impurity_curves import ImpurityCurvesDisplay
from dtref.spec.evaluation.intervals.deviates import two_sided_deviate
from dtref.spec.split.by_name import IMPURITIES, IMPURITIES_OF_CLASSES


@click.command("impurity", epilog="Example: dtref plot impurity --out impurity.svg")
@click.option(
    "--impurity",
    "names",
    type=Named(list(IMPURITIES_OF_CLASSES)),
    multiple=True,
    default=("entropy", "gini", "error"),
    show_default=True,
    help="An impurity (repeatable).",
)
@click.option("--steps", type=click.IntRange(2), default=100, show_default=True, help="In how many steps p goes from 0 to 1.")
@OUT
def plot_impurity(names: tuple[str, ...], steps: int, out: Path) -> None:
    """Impurity of a node of two classes, over the share p of the first."""
    save(
        out,
        ImpurityCurvesDisplay.from_impurities(
            [IMPURITIES[name] for name in distinct_values("--impurity", "distinct ones", names)], steps
        ).plot,
    )


@click.command(
    "coverage",
    epilog="""\b
Example: dtref plot coverage 30 --out coverage.svg
Example: dtref plot coverage 10 --confidence 0.9 --interval wald --interval jeffreys --steps 50 --out coverage.svg""",
)
@click.argument("n", type=click.IntRange(1, 1000), metavar="N")
@click.option("--confidence", type=INSIDE_0_TO_1, default="0.95", show_default=True, metavar="NUMBER", help="What the intervals promise.")
@click.option(
    "--interval",
    "names",
    type=Named([*NORMAL, *BINOMIAL]),
    multiple=True,
    default=("wald", "wilson"),
    show_default=True,
    metavar="NAME",
    help=f"An interval (repeatable): {', '.join([*NORMAL, *BINOMIAL])}.",
)
@click.option("--steps", type=click.IntRange(2), default=200, show_default=True, help="In how many steps p goes from 0 to 1.")
@OUT
def plot_coverage(n: int, confidence: Fraction, names: tuple[str, ...], steps: int, out: Path) -> None:
    """How often intervals from N records contain the true error rate p, over p: the reliability of the normal approximation."""
    intervals = {name.title(): _interval(name, confidence) for name in distinct_values("--interval", "distinct ones", names)}
    save(out, CoverageDisplay.from_intervals(n, confidence, intervals, steps).plot)


def _interval(name: str, confidence: Fraction) -> IntervalRule:
    if name in BINOMIAL:
        return lambda k, n: BINOMIAL[name](k, n, confidence)
    z = two_sided_deviate(confidence)
    return lambda k, n: NORMAL[name](k, n, z)


FORMULA_PLOTS = (plot_impurity, plot_coverage)
"""The commands of this module."""
