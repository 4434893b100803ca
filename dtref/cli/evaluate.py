"""The command that computes the measures of a classifier."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import click

from dtref.cli.completed_words import column_names
from dtref.cli.options import LAYOUT, NUMBERS_DECIMAL, DataWarnings, progress, tell_warnings, with_remarks
from dtref.cli.overlap import MODELS, overlaps, with_overlaps
from dtref.cli.page_format import How, print_page, with_output_options
from dtref.errors import Invalid, Undefined
from dtref.io.data_files.layout import Layout
from dtref.io.predictions import PredictionColumns, exact_numbers, parse_confusion, predictions_with_remarks, read_costs
from dtref.show.page.of_metrics import metrics_blocks, metrics_json
from dtref.spec.evaluation.confusion.matrix import Confusion
from dtref.spec.evaluation.confusion.summary import Extras, metrics

_EXAMPLES = """\b
Example: dtref evaluate golden/data/tan_model_m1.csv --actual actual --predicted predicted --weights records
         --costs golden/data/tan_costs.csv --positive +
Example: dtref evaluate --matrix "6954,46;412,2588" --classes yes,no"""


@click.command("evaluate", epilog=_EXAMPLES)
@click.argument("data", type=click.Path(path_type=Path), required=False)
@click.option("--actual", shell_complete=column_names, metavar="COLUMN", help="The column of the actual classes.")
@click.option("--predicted", shell_complete=column_names, metavar="COLUMN", help="The column of the predicted classes.")
@click.option(
    "--weights", shell_complete=column_names, metavar="COLUMN", help="The column of record weights  [default: each record counts 1]."
)
@LAYOUT
@NUMBERS_DECIMAL
@MODELS
@click.option("--matrix", metavar="ROWS", help='The confusion matrix itself instead of a file: "40,10;5,45", a row for each actual class.')
@click.option("--rows-are-predicted", is_flag=True, help="The rows of --matrix are predicted classes, its columns actual ones.")
@click.option("--classes", metavar="A,B,…", help="The classes in order  [default: those of --costs, or those that occur, sorted].")
@click.option("--positive", metavar="CLASS", help="The class to show against the rest  [default: each in turn].")
@click.option("--costs", type=click.Path(path_type=Path), metavar="FILE", help="A CSV file of costs: a row for each actual class.")
@click.option("--beta", multiple=True, default=("1/2", "2"), show_default=True, help="Show F_beta (repeatable).")
@click.option(
    "--accuracy-weights", multiple=True, metavar="W1,W2,W3,W4", help="Show the accuracy that weighs TP, FN, FP, TN so (repeatable)."
)
@with_output_options
def evaluate_command(
    data: Path | None,
    actual: str | None,
    predicted: str | None,
    weights: str | None,
    layout: Layout,
    decimal: str,
    models: tuple[Path, ...],
    matrix: str | None,
    rows_are_predicted: bool,
    classes: str | None,
    positive: str | None,
    costs: Path | None,
    beta: tuple[str, ...],
    accuracy_weights: tuple[str, ...],
    how: How,
) -> None:
    """Compute all measures of a classifier from the CSV file DATA of actual and predicted classes, or from a confusion matrix."""
    # the matrix, from text or from a file
    prices = None if costs is None else read_costs(costs, layout, decimal)
    names = _classes(classes) if classes is not None else None if prices is None else list(map(str, prices.classes))
    if matrix is not None:
        _refuse("--matrix", DATA=data, actual=actual, predicted=predicted, weights=weights, model=models or None)
        m, warnings = parse_confusion(matrix, names, rows_are_predicted=rows_are_predicted), tell_warnings(())
    else:
        with progress("reading predictions"):
            m, warnings = _from_file(data, _columns(actual, predicted, weights, decimal), layout, names, rows_are_predicted)
    # its measures
    extras = Extras(
        tuple(_one(text) for text in beta),
        tuple(_four(text) for text in accuracy_weights),
        prices,
    )
    with progress("computing measures"):
        report = metrics(m, positive, extras)
    seen = {} if data is None else overlaps(data, models, layout)
    print_page(metrics_blocks(report), lambda: with_overlaps(with_remarks(metrics_json(report, how.json_digits), warnings), seen), how)


def _from_file(
    data: Path | None, columns: PredictionColumns | Undefined, layout: Layout, classes: list[str] | None, rows_are_predicted: bool
) -> tuple[Confusion, DataWarnings]:
    if data is None or isinstance(columns, Undefined):
        missing = ", ".join(([] if data else ["no DATA"]) + ([columns.why] if isinstance(columns, Undefined) else []))
        raise Invalid("evaluate", "DATA, --actual and --predicted, or --matrix", missing)
    if rows_are_predicted:
        raise Invalid("--rows-are-predicted", "a --matrix whose rows it is about", str(data))
    m, remarks = predictions_with_remarks(data, columns, classes=classes, layout=layout)
    return m, tell_warnings((), remarks)


def _columns(actual: str | None, predicted: str | None, weights: str | None, decimal: str) -> PredictionColumns | Undefined:
    """The columns that options name; undefined where one that is needed isn't there."""
    if actual is None or predicted is None:
        return Undefined(", ".join(f"no {name}" for name, value in (("--actual", actual), ("--predicted", predicted)) if value is None))
    return PredictionColumns(actual, predicted, weights, decimal)


def _classes(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise Invalid("--classes", "names of classes, apart by commas", text)
    return names


def _refuse(option: str, **others: object) -> None:
    for name, value in others.items():
        if value is not None:
            raise Invalid(option, "either a matrix or a file of predictions", f"{name} too")


def _one(text: str) -> Fraction:
    (number,) = exact_numbers(text, "--beta", 1)
    if number < 0:
        raise Invalid("--beta", "a number of at least 0", text)
    return number


def _four(text: str) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    w1, w2, w3, w4 = exact_numbers(text, "--accuracy-weights", 4)
    if min(w1, w2, w3, w4) < 0:
        raise Invalid("--accuracy-weights", "numbers of at least 0", text)
    return w1, w2, w3, w4
