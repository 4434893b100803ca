"""The commands that compare two classifiers, or two learning algorithms."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TypedDict, Unpack

import click

from dtref.cli.choices import OTHER_TESTS
from dtref.cli.completed_words import column_names
from dtref.cli.numbers import INSIDE_0_TO_1
from dtref.cli.options import DATA, LAYOUT, NUMBERS_DECIMAL, options, progress, tell_warnings
from dtref.cli.overlap import MODELS, overlaps, with_overlaps
from dtref.cli.page_format import How, print_page, with_output_options
from dtref.cli.roc import LABELLED
from dtref.errors import Invalid, Undefined, nearest, tell
from dtref.exact.distributions.normal import normal_quantile
from dtref.exact.distributions.student_t import t_quantile
from dtref.exact.number import Exact
from dtref.exact.number_text import readable
from dtref.io.data_files.layout import Layout
from dtref.io.data_files.open_table import open_table
from dtref.io.numbers import Json
from dtref.io.predictions import exact_numbers, numbers_in
from dtref.io.schema import Schema
from dtref.io.scored import ScoreColumns, read_scored
from dtref.io.to_data_set import Table, texts_in
from dtref.show.page.blocks import Blocks
from dtref.show.page.of_comparison import comparison_json, on_one_test_set, on_scores, on_two_test_sets, over_five_by_two, over_folds
from dtref.spec.evaluation.comparison.contingency import contingency_of
from dtref.spec.evaluation.confusion.labels import predicted_only

FIRST = click.option("--first", required=True, shell_complete=column_names, metavar="COLUMN", help="The column of the first.")
SECOND = click.option("--second", required=True, shell_complete=column_names, metavar="COLUMN", help="The column of the second.")
CONFIDENCE_LEVEL = click.option(
    "--confidence", type=INSIDE_0_TO_1, default="0.95", show_default=True, metavar="NUMBER", help="How sure the interval is."
)
TABLE_VALUE = click.option(
    "--table-value", metavar="NUMBER", help="The quantile as a table prints it, such as 1.96  [default: certified, from the confidence]."
)


class ScoresCompared(TypedDict):
    """The values of the options about two columns of scores."""

    label: str
    positive: str
    first: str
    second: str
    models: tuple[Path, ...]
    confidence: Fraction
    table_value: str | None
    layout: Layout
    decimal: str


WDBC, FIVE_BY_TWO = "golden/data/wdbc.csv", "golden/data/wdbc_five_by_two.csv"


class Comparisons(click.Group):
    """The comparisons that there are. Errors: UsageError for another one, which says what is in no document."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The comparison that is named first."""
        if self.get_command(ctx, args[0]) is None and nearest(args[0], self.commands) is None and not args[0].startswith("-"):
            raise click.UsageError(
                f"No such comparison {args[0]!r}: {', '.join(self.commands)}. {OTHER_TESTS[0].upper()}{OTHER_TESTS[1:]}.", ctx
            )
        return super().resolve_command(ctx, args)


@click.group("compare", cls=Comparisons, epilog="Example: dtref compare models 0.15:30 0.25:5000")
def compare_command() -> None:
    """Is one classifier, or one learning algorithm, better than another?"""


@compare_command.command(
    "labels",
    epilog=(
        "Example: dtref compare labels golden/data/buys_computer_two_models.csv --actual buys_computer --first student --second majority"
    ),
)
@options(DATA)
@click.option("--actual", required=True, shell_complete=column_names, metavar="COLUMN", help="The column of the actual classes.")
@options(FIRST, SECOND, MODELS, LAYOUT)
@with_output_options
def compare_labels(data: Path, actual: str, first: str, second: str, models: tuple[Path, ...], layout: Layout, how: How) -> None:
    """Compare two classifiers on the same records: the CSV file DATA has a column of actual classes, and one of labels by each."""
    with progress(f"comparing labels of {data.name}"):
        truth, *sides = _columns(data, (actual, first, second), layout)
        page = on_one_test_set(contingency_of(truth, *sides))
    remarks = [predicted_only(truth, labels, f"{data}, column {name!r}") for name, labels in zip((first, second), sides, strict=True)]
    warnings: dict[str, Json] = {name: list(texts) for name, texts in tell_warnings((), chain.from_iterable(remarks)).items()}
    _show(page, how, {**warnings, **overlaps(data, models, layout)})


@compare_command.command(
    "scores",
    epilog=f"Example: dtref compare scores {WDBC} --label diagnosis --positive malignant --first mean_area --second mean_texture",
)
@options(DATA, *LABELLED, FIRST, SECOND, MODELS, CONFIDENCE_LEVEL, TABLE_VALUE, LAYOUT, NUMBERS_DECIMAL)
@with_output_options
def compare_scores(data: Path, how: How, **settings: Unpack[ScoresCompared]) -> None:
    """
    Compare two classifiers that score the same records, by the areas under their ROC curves (DeLong's test): the CSV file DATA has a column
    of actual classes, and one of scores by each.
    """
    columns = ScoreColumns((settings["first"], settings["second"]), settings["label"], decimal=settings["decimal"])
    records = read_scored(data, columns, settings["positive"], settings["layout"])
    z = _deviate(settings["confidence"], settings["table_value"])
    with progress(f"ranking {data.name}"):
        page = on_scores(records.scores[0], records.scores[1], records.labels, settings["positive"], z)
    _show(page, how, overlaps(data, settings["models"], settings["layout"]))


@compare_command.command(epilog="Example: dtref compare models 0.15:30 0.25:5000 --table-value 1.96")
@click.argument("first")
@click.argument("second")
@options(CONFIDENCE_LEVEL, TABLE_VALUE)
@with_output_options
def models(first: str, second: str, confidence: Fraction, table_value: str | None, how: How) -> None:
    """
    Compare two models on test sets of their own. FIRST and SECOND: errors/records, as 30/150, or rate:records, as 0.2:150.
    """
    z = _deviate(confidence, table_value)
    _show(on_two_test_sets(_model("FIRST", first), _model("SECOND", second), z), how)


@compare_command.command(epilog=f"Example: dtref compare folds {FIVE_BY_TWO} --first stump --second tree --test-size 285 --train-size 284")
@options(DATA, FIRST, SECOND)
@click.option("--test-size", type=click.IntRange(1), help="How many records each run tests on, for the corrected t.")
@click.option("--train-size", type=click.IntRange(1), help="How many records each run trains on, for the corrected t.")
@options(CONFIDENCE_LEVEL, TABLE_VALUE, LAYOUT, NUMBERS_DECIMAL)
@with_output_options
def folds(
    data: Path,
    first: str,
    second: str,
    test_size: int | None,
    train_size: int | None,
    confidence: Fraction,
    table_value: str | None,
    layout: Layout,
    decimal: str,
    how: How,
) -> None:
    """Compare two learning algorithms over folds: the CSV file DATA has a line for each fold, and a column of error rates by each."""
    first_rates, second_rates = _rates(data, (first, second), layout, decimal)
    upper = (1 + confidence) / 2
    t: Exact | Undefined = t_quantile(upper, len(first_rates) - 1) if table_value is None else table_value_of(table_value)
    _show(over_folds(first_rates, second_rates, t, _sizes(test_size, train_size)), how)


@compare_command.command("five-by-two", epilog=f"Example: dtref compare five-by-two {FIVE_BY_TWO} --first stump --second tree")
@options(DATA, FIRST, SECOND, LAYOUT, NUMBERS_DECIMAL)
@with_output_options
def five_by_two(data: Path, first: str, second: str, layout: Layout, decimal: str, how: How) -> None:
    """
    Compare two learning algorithms over five replications of two-fold cross-validation: the CSV file DATA has ten lines of error
    rates, both folds of the first replication, both of the second, and on.
    """
    _show(over_five_by_two(*_rates(data, (first, second), layout, decimal)), how)


NOTHING_SEEN: Mapping[str, Json] = MappingProxyType({})
"""What is told of training records where no model is named."""


def _show(page: Blocks, how: How, seen: Mapping[str, Json] = NOTHING_SEEN) -> None:
    print_page(page, lambda: with_overlaps(comparison_json(page, how.json_digits), seen), how)


def _table(data: Path, layout: Layout) -> Table:
    """The table of a file; what was found about it is told."""
    found = open_table(data, layout)
    tell(found.notes)
    return found.table


def _columns(data: Path, names: Sequence[str], layout: Layout) -> list[tuple[str, ...]]:
    table = _table(data, layout)
    columns = [texts_in(table, name) for name in names]
    for name, cells in zip(names, columns, strict=True):
        for i, label in enumerate(cells):
            if label in Schema().missing:
                raise Invalid(table.place(i, name), "a class", label)
    return columns


def _rates(data: Path, names: Sequence[str], layout: Layout, decimal: str) -> list[tuple[Fraction, ...]]:
    table = _table(data, layout)
    return [tuple(_in_range(table.place(i, name), rate) for i, rate in enumerate(numbers_in(table, name, decimal))) for name in names]


def _model(where: str, text: str) -> tuple[Fraction, int]:
    """An error rate and a number of records, from errors/records or rate:records."""
    counts, rate = re.fullmatch(r"([0-9]{1,99})/([0-9]{1,99})", text), re.fullmatch(r"([^:]+):([0-9]{1,99})", text)
    if counts and 0 < int(counts[2]) >= int(counts[1]):
        return Fraction(int(counts[1]), int(counts[2])), int(counts[2])
    if rate and int(rate[2]) > 0:
        return _rate(where, rate[1]), int(rate[2])
    raise Invalid(where, "errors/records, as 30/150, or rate:records, as 0.2:150", text)


def _sizes(test: int | None, train: int | None) -> tuple[int, int] | None:
    if test is not None and train is not None:
        return test, train
    if test is None and train is None:
        return None
    raise Invalid("--test-size, --train-size", "both or neither", "one of them")


def _deviate(confidence: Fraction, table_value: str | None) -> Exact:
    """The deviate of a two-sided interval: certified, or a table's."""
    return normal_quantile((1 + confidence) / 2) if table_value is None else table_value_of(table_value)


def table_value_of(text: str) -> Fraction:
    """A quantile from a table, from text. Errors: Invalid for a number below 0."""
    value = _exact_number("--table-value", text)
    if value < 0:
        raise Invalid("--table-value", "a number of at least 0", text)
    return value


def _rate(where: str, text: str) -> Fraction:
    return _in_range(where, _exact_number(where, text))


def _in_range(where: str, rate: Fraction) -> Fraction:
    if not 0 <= rate <= 1:
        raise Invalid(where, "an error rate from 0 to 1", readable(rate))
    return rate


def _exact_number(where: str, text: str) -> Fraction:
    (number,) = exact_numbers(text, where, 1)
    return number
