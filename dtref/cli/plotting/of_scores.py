"""The picture of scores: ROC curves. Before this: `dtref.cli.plotting.of_formulas`. Next: `dtref.cli.plotting.of_growing`."""

from __future__ import annotations

from pathlib import Path

import click

from dtref.cli.options import DATA, DELIMITER, options
from dtref.cli.plotting.picture import OUT, save
from dtref.cli.ranking import LABELLED, WEIGHTS
from dtref.errors import Invalid
from dtref.io.scored import ScoreColumns, read_scored
from dtref.report.plots.roc_curves import RocCurvesDisplay


@click.command(epilog="Example: dtref plot roc golden/data/tan_roc.csv --score score --label class --positive + --out roc.svg")
@DATA
@click.option("--score", "names", required=True, multiple=True, metavar="COLUMN", help="The column of a model's scores (repeatable).")
@options(*LABELLED, WEIGHTS, DELIMITER, OUT)
def roc(data: Path, names: tuple[str, ...], label: str, positive: str, weights: str | None, delimiter: str, out: Path) -> None:
    """ROC curves and convex hulls of the models whose scores are in the CSV file DATA."""
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise Invalid("--score", "distinct columns", twice[0])
    records = read_scored(data, ScoreColumns(names, label, weights), positive, delimiter)
    of_model = dict(zip(names, records.scores, strict=True))
    save(out, RocCurvesDisplay.from_scores(of_model, records.labels, positive, weights=records.weights).plot)


COMMANDS = (roc,)
"""The commands of this module."""
