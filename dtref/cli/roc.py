"""The command about scores that rank records: ROC curve, areas, thresholds, comparison."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TypedDict, Unpack

import click

from dtref.cli.completed_words import column_names
from dtref.cli.numbers import AT_LEAST_0, FROM_0_TO_1
from dtref.cli.options import DATA, LAYOUT, NUMBERS_DECIMAL, options, progress
from dtref.cli.overlap import MODELS, overlaps, with_overlaps
from dtref.cli.page_format import How, print_page, with_output_options
from dtref.io.data_files.layout import Layout
from dtref.io.scored import ScoreColumns, read_scored
from dtref.show.page.of_roc import roc_blocks, roc_json
from dtref.show.roc import Choices, RocReport, roc_report

_EXAMPLES = """\b
Example: dtref roc golden/data/tan_roc.csv --score score --label class --positive +
Example: dtref roc golden/data/tan_roc.csv --score score --label class --positive + --fp-cost 1 --fn-cost 10 --per-record"""


class ScoreOptions(TypedDict):
    """The values of the options about a file of scores."""

    score: str
    label: str
    positive: str
    second_score: str | None
    weights: str | None
    above: bool
    fp_cost: Fraction
    fn_cost: Fraction
    prevalence: Fraction | None
    layout: Layout
    decimal: str


LABELLED = (
    click.option("--label", required=True, shell_complete=column_names, metavar="COLUMN", help="The column of the actual classes."),
    click.option("--positive", required=True, metavar="CLASS", help="The class that counts as positive; every other one is negative."),
)
WEIGHTS = click.option(
    "--weights", shell_complete=column_names, metavar="COLUMN", help="The column of record weights  [default: each record counts 1]."
)
COSTS = (
    click.option("--fp-cost", type=AT_LEAST_0, default="1", show_default=True, metavar="NUMBER", help="What a false positive costs."),
    click.option("--fn-cost", type=AT_LEAST_0, default="1", show_default=True, metavar="NUMBER", help="What a false negative costs."),
    click.option(
        "--prevalence", type=FROM_0_TO_1, metavar="NUMBER", help="The share of positives for the costs  [default: that of the records]."
    ),
)

SCORED = (
    DATA,
    click.option(
        "--score",
        required=True,
        shell_complete=column_names,
        metavar="COLUMN",
        help="The column of scores: the greater, the more likely positive.",
    ),
    *LABELLED,
    click.option(
        "--second-score",
        shell_complete=column_names,
        metavar="COLUMN",
        help="The column of another model's scores, to compare the two curves.",
    ),
    WEIGHTS,
    click.option("--above", is_flag=True, help="Positive is what scores above t (> t), rather than at least t (>= t)."),
    *COSTS,
    LAYOUT,
    NUMBERS_DECIMAL,
)
"""The file of scores, and the options about its columns and costs."""


def scores_report(data: Path, settings: ScoreOptions) -> RocReport:
    """The report of the scores in a file."""
    names = (settings["score"],) if settings["second_score"] is None else (settings["score"], settings["second_score"])
    records = read_scored(
        data, ScoreColumns(names, settings["label"], settings["weights"], settings["decimal"]), settings["positive"], settings["layout"]
    )
    choices = Choices(settings["above"], settings["fp_cost"], settings["fn_cost"], settings["prevalence"])
    return roc_report(records, names, settings["positive"], choices)


@click.command("roc", epilog=_EXAMPLES)
@options(*SCORED)
@MODELS
@click.option("--per-record", is_flag=True, help="Show the staircase: a step for each record, ties in the order of the file.")
@with_output_options
def roc_command(data: Path, models: tuple[Path, ...], per_record: bool, how: How, **settings: Unpack[ScoreOptions]) -> None:
    """Show the ROC curve of the scores in the CSV file DATA: every threshold, the areas, the hull, the cheapest thresholds."""
    with progress(f"ranking {data.name}"):
        report = scores_report(data, settings)
    seen = overlaps(data, models, settings["layout"])
    print_page(
        roc_blocks(report, how.digits, per_record=per_record),
        lambda: with_overlaps(roc_json(report, how.json_digits, per_record=per_record), seen),
        how,
    )
