"""The command about scores that rank records: ROC curve, areas, thresholds, comparison. Before this: `dtref.cli.options`."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import click

from dtref.cli.options import AS_JSON, DATA, DELIMITER, DIGITS, options
from dtref.errors import Invalid
from dtref.io.predictions import exact_numbers
from dtref.io.scored import ScoreColumns, read_scored
from dtref.report.roc import Choices, roc_report
from dtref.report.roc_text import roc_json, roc_text

EXAMPLES = """\b
Example: dtref roc golden/data/tan_roc.csv --score score --label class --positive +
Example: dtref roc golden/data/tan_roc.csv --score score --label class --positive + --fp-cost 1 --fn-cost 10 --per-record"""


@click.command(epilog=EXAMPLES)
@options(DATA)
@click.option("--score", required=True, metavar="COLUMN", help="The column of scores: the greater, the more likely positive.")
@click.option("--label", required=True, metavar="COLUMN", help="The column of the actual classes.")
@click.option("--positive", required=True, metavar="CLASS", help="The class that counts as positive; every other one is negative.")
@click.option("--second-score", metavar="COLUMN", help="The column of another model's scores, to compare the two curves.")
@click.option("--weights", metavar="COLUMN", help="The column of record weights  [default: each record counts 1].")
@click.option("--above", is_flag=True, help="Positive is what scores above t (> t), rather than at least t (>= t).")
@click.option("--per-record", is_flag=True, help="Show the staircase: a step for each record, ties in the order of the file.")
@click.option("--fp-cost", default="1", show_default=True, metavar="NUMBER", help="What a false positive costs.")
@click.option("--fn-cost", default="1", show_default=True, metavar="NUMBER", help="What a false negative costs.")
@click.option("--prevalence", metavar="NUMBER", help="The share of positives for the costs  [default: that of the records].")
@options(DELIMITER, DIGITS, AS_JSON)
def roc(
    data: Path,
    score: str,
    label: str,
    positive: str,
    second_score: str | None,
    weights: str | None,
    above: bool,
    per_record: bool,
    fp_cost: str,
    fn_cost: str,
    prevalence: str | None,
    delimiter: str,
    digits: int,
    as_json: bool,
) -> None:
    """Show the ROC curve of the scores in the CSV file DATA: every threshold, the areas, the hull, the cheapest thresholds."""
    names = (score,) if second_score is None else (score, second_score)
    records = read_scored(data, ScoreColumns(names, label, weights), positive, delimiter)
    pi = None if prevalence is None else _number(prevalence, "--prevalence", 1)
    choices = Choices(above, _number(fp_cost, "--fp-cost"), _number(fn_cost, "--fn-cost"), pi)
    found = roc_report(records, names, positive, choices)
    if as_json:
        print(json.dumps(roc_json(found, max(digits, 12), per_record=per_record), ensure_ascii=False))
    else:
        print(roc_text(found, digits, per_record=per_record))


def _number(text: str, option: str, most: int | None = None) -> Fraction:
    (number,) = exact_numbers(text, option, 1)
    if number < 0 or (most is not None and number > most):
        raise Invalid(option, "a number of at least 0" if most is None else f"a number from 0 to {most}", text)
    return number
