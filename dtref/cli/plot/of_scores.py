"""The command for the picture of scores: ROC curves."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import click

from dtref.cli.completed_words import column_names
from dtref.cli.options import DATA, LAYOUT, NUMBERS_DECIMAL, options, progress
from dtref.cli.plot.picture import OUT, distinct_values, given_options, save
from dtref.cli.roc import COSTS, LABELLED, WEIGHTS
from dtref.io.data_files.layout import Layout
from dtref.io.scored import ScoreColumns, read_scored
from dtref.show.plots.roc_curves import RocCurvesDisplay
from dtref.spec.evaluation.ranking.roc import roc as roc_curve


@click.command(
    "roc",
    epilog="""\b
Example: dtref plot roc golden/data/tan_roc.csv --score score --label class --positive + --out roc.svg
Example: dtref plot roc golden/data/tan_roc.csv --score score --label class --positive + --fn-cost 3 --out roc.svg""",
)
@DATA
@click.option(
    "--score",
    "names",
    required=True,
    multiple=True,
    shell_complete=column_names,
    metavar="COLUMN",
    help="The column of a model's scores (repeatable).",
)
@options(*LABELLED, WEIGHTS, *COSTS, LAYOUT, NUMBERS_DECIMAL, OUT)
@click.pass_context
def plot_roc(
    ctx: click.Context,
    data: Path,
    names: tuple[str, ...],
    label: str,
    positive: str,
    weights: str | None,
    fp_cost: Fraction,
    fn_cost: Fraction,
    prevalence: Fraction | None,
    layout: Layout,
    decimal: str,
    out: Path,
) -> None:
    """
    ROC curves and convex hulls of the models whose scores are in the CSV file DATA; beside any of --fp-cost, --fn-cost and --prevalence
    the line of least cost, too.
    """
    columns = ScoreColumns(distinct_values("--score", "distinct columns", names), label, weights, decimal)
    records = read_scored(data, columns, positive, layout)
    with progress(f"ranking {data.name}"):
        curves = {
            name: roc_curve(scores, records.labels, positive, weights=records.weights)
            for name, scores in zip(names, records.scores, strict=True)
        }
    cost_options = given_options(ctx) & {"fp_cost", "fn_cost", "prevalence"}
    first = curves[names[0]]
    pi = Fraction(first.positives) / (first.positives + first.negatives) if prevalence is None else prevalence
    save(out, RocCurvesDisplay.from_curves(curves, ((fp_cost, fn_cost, pi),) if cost_options else (), positive).plot)


SCORE_PLOTS = (plot_roc,)
"""The commands of this module."""
