"""
Confusion matrices and cost matrices from text: a CSV file of predictions, a matrix as one argument, a CSV file of costs.

Numbers are decimals as in `dtref.spec.model.numerals`, or fractions such as 1/3.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import isqrt
from os import fspath
from typing import TypeVar

from attrs import frozen

from dtref.errors import DataWarning, Invalid, tell, way
from dtref.io.data_files.layout import Layout
from dtref.io.data_files.open_table import open_table
from dtref.io.files import PathText
from dtref.io.schema import Schema
from dtref.io.to_data_set import Table, texts_in
from dtref.spec.evaluation.confusion.cost import CostMatrix
from dtref.spec.evaluation.confusion.labels import matrix_of, predicted_only
from dtref.spec.evaluation.confusion.matrix import Confusion
from dtref.spec.model.numerals import in_order, numeral

T = TypeVar("T")

_FRACTION = re.compile(r"([+-]?[0-9]{1,2000})/(0*[1-9][0-9]{0,2000})")


@frozen
class PredictionColumns:
    """The names of the columns of actual classes, of predicted classes, and perhaps of weights; the decimal mark of these."""

    actual: str
    predicted: str
    weights: str | None = None
    decimal: str = "."


def read_predictions(
    path: PathText, columns: PredictionColumns, *, classes: Iterable[str] | None = None, layout: Layout = Layout()
) -> Confusion:
    """
    The confusion matrix of a CSV file.

    classes: the classes in order; by default those that occur, as numbers where all are numerals, else by code points, and `DataWarning`
    for predicted classes that are no actual ones. Errors: Invalid as for `open_table`, for a column that isn't there, a missing class (""
    or "?"), one not among `classes`, a weight that is no number or below 0.

    >>> read_predictions("no/such/file.csv", PredictionColumns("actual", "predicted"))
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/file.csv: expected a file that can be read (got 'No such file or directory')
    """
    matrix, warnings = predictions_with_remarks(path, columns, classes=classes, layout=layout)
    tell(warnings)
    return matrix


def predictions_with_remarks(
    path: PathText, columns: PredictionColumns, *, classes: Iterable[str] | None = None, layout: Layout = Layout()
) -> tuple[Confusion, tuple[DataWarning, ...]]:
    """
    As `read_predictions`, but returns the warnings: of predicted classes that are no actual ones.

    >>> predictions_with_remarks("no/such/file.csv", PredictionColumns("actual", "predicted"))
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/file.csv: expected a file that can be read (got 'No such file or directory')
    """
    found = open_table(path, layout)
    table = found.table
    truth, guesses = _labels(table, columns.actual), _labels(table, columns.predicted)
    names = in_order({*truth, *guesses}) if classes is None else tuple(classes)
    for column, labels in ((columns.actual, truth), (columns.predicted, guesses)):
        _check(table, column, labels, set(names).__contains__, f"one of the classes {', '.join(names)}")
    warnings = predicted_only(truth, guesses, f"{fspath(path)}, column {columns.predicted!r}") if classes is None else ()
    told = (*found.notes, *warnings)
    if columns.weights is None:
        return matrix_of(truth, guesses, names), told
    weights = numbers_in(table, columns.weights, columns.decimal)
    _check(table, columns.weights, weights, Fraction(0).__le__, "a weight of at least 0")
    return matrix_of(truth, guesses, names, weights), told


def parse_confusion(text: str, classes: Iterable[str] | None = None, *, rows_are_predicted: bool = False) -> Confusion:
    """
    The confusion matrix of a text: rows separated by `;`, numbers by `,`. A row is an actual class, or with `rows_are_predicted` a
    predicted one.

    classes: the names; by default positive and negative where there are two, else 1, 2, 3 …
    Errors: Invalid for a cell that is no number or below 0, and for a matrix that is not square or not of these classes.

    >>> parse_confusion("40,10; 5,45")
    Confusion(classes=('positive', 'negative'), rows=((40, 10), (5, 45)))
    >>> parse_confusion("40,10,5,45")
    Traceback (most recent call last):
    dtref.errors.Invalid: confusion matrix: expected rows that ; parts, as 40,10;5,45 (got '40,10,5,45')
    """
    rows = [exact_numbers(row, f"matrix, row {i}") for i, row in enumerate(text.split(";"), 1)]
    if len(rows) == 1 and len(rows[0]) > 1:
        raise Invalid("confusion matrix", f"rows that ; parts, as {_in_rows(text)}", text)
    usual = ("positive", "negative") if len(rows) == 2 else tuple(str(i) for i in range(1, len(rows) + 1))
    names = usual if classes is None else tuple(classes)
    return Confusion.from_predicted_rows(names, rows) if rows_are_predicted else Confusion.from_rows(names, rows)


def _in_rows(text: str) -> str:
    """The cells in rows of a square matrix, if they fill one; else an example."""
    cells = [cell.strip() for cell in text.split(",")]
    size = isqrt(len(cells))
    if size**2 != len(cells):
        return "40,10;5,45"
    return ";".join(",".join(cells[i : i + size]) for i in range(0, len(cells), size))


def read_costs(path: PathText, layout: Layout = Layout(), decimal: str = ".") -> CostMatrix:
    """
    The cost matrix of a CSV file. Header: a word, then the predicted classes. Each line: an actual class, then the cost of each prediction,
    with that decimal mark.

    Errors: Invalid as for `open_table`, for a cost that is no number, and for lines that are not of the same classes as the columns.

    >>> read_costs("no/such/costs.csv")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/costs.csv: expected a file that can be read (got 'No such file or directory')
    """
    found = open_table(path, layout)
    tell(found.notes)
    table = found.table
    first, *predicted = table.names
    actual = _labels(table, first)
    _check(table, first, actual, set(predicted).__contains__, f"one of the classes {', '.join(predicted)}, as the header has them")
    if sorted(actual) != sorted(predicted):
        raise Invalid(f"{fspath(path)}, column {first!r}", f"each of the classes {', '.join(predicted)} once", list(actual))
    rows = dict(zip(actual, zip(*(numbers_in(table, name, decimal) for name in predicted), strict=True), strict=True))
    return CostMatrix(predicted, [rows[label] for label in predicted])


def exact_numbers(text: str, where: str, wanted: int | None = None) -> tuple[Fraction, ...]:
    """
    The numbers of a text, separated by commas. Errors: Invalid for a part that is no number, and for more or fewer than wanted.

    >>> exact_numbers("1, 0.5,1/3", "weights")
    (Fraction(1, 1), Fraction(1, 2), Fraction(1, 3))
    """
    cells = text.split(",")
    if wanted is not None and len(cells) != wanted:
        raise Invalid(where, "a number" if wanted == 1 else f"{wanted} numbers, apart by commas", text)
    return tuple(_number(cell.strip(), f"{where}, number {j}" if len(cells) > 1 else where) for j, cell in enumerate(cells, 1))


def _labels(table: Table, column: str) -> tuple[str, ...]:
    labels = texts_in(table, column)
    _check(table, column, labels, lambda label: label not in Schema().missing, "a class")
    return labels


def _check(table: Table, column: str, cells: Sequence[T], admits: Callable[[T], bool], wanted: str) -> None:
    for i, cell in enumerate(cells):
        if not admits(cell):
            raise Invalid(table.place(i, column), wanted, cell if isinstance(cell, str) else str(cell))


def numbers_in(table: Table, column: str, decimal: str) -> tuple[Fraction, ...]:
    """
    The numbers of a column, with that decimal mark. Errors: Invalid for a cell that is none; one with a decimal comma names what reads it.

    >>> from dtref.io.to_data_set import Column
    >>> table = Table("t.csv line 1", "t.csv line", (2,), (Column("x", ("0,5",), numerals=True),))
    >>> numbers_in(table, "x", ",")
    (Fraction(1, 2),)
    >>> numbers_in(table, "x", ".")
    Traceback (most recent call last):
    dtref.errors.Invalid: t.csv line 2, column 'x': expected a number; with a decimal comma it is one by decimal=',' (got '0,5')
    """
    return tuple(_number(cell, table.place(i, column), decimal) for i, cell in enumerate(texts_in(table, column)))


_WITH_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")


def _number(text: str, where: str, decimal: str = ".") -> Fraction:
    """The number that a text writes, as a decimal or a fraction."""
    fraction = _FRACTION.fullmatch(text)
    if fraction:
        return Fraction(int(fraction[1]), int(fraction[2]))
    try:
        return numeral(text, decimal)
    except Invalid as problem:
        by_comma = way("--decimal ,", "decimal=','") if _WITH_COMMA.fullmatch(text) else ""
        remedy = f"; with a decimal comma it is one by {by_comma}" if by_comma else ""
        raise Invalid(where, f"{problem.wanted}{remedy}", text) from None
