"""
Scores and labels from a CSV file, for `dtref.roc` and related functions.

Numbers are decimals as in `dtref.spec.model.numerals`, or fractions such as 1/3.
"""

from __future__ import annotations

from fractions import Fraction
from os import fspath

from attrs import frozen

from dtref.errors import Invalid, tell
from dtref.io.data_files.layout import Layout
from dtref.io.data_files.open_table import open_table
from dtref.io.files import PathText
from dtref.io.predictions import numbers_in
from dtref.io.schema import Schema
from dtref.io.to_data_set import Table, texts_in
from dtref.spec.model.numerals import in_order


@frozen
class ScoreColumns:
    """The names of the columns of scores (one or more), of labels, and perhaps of weights; the decimal mark of the numbers."""

    scores: tuple[str, ...]
    label: str
    weights: str | None = None
    decimal: str = "."


@frozen
class ScoredRecords:
    """The records of a file: a tuple of scores for each column of scores, the labels, the weights (none: each record counts 1)."""

    scores: tuple[tuple[Fraction, ...], ...]
    labels: tuple[str, ...]
    weights: tuple[Fraction, ...]


def read_scored(path: PathText, columns: ScoreColumns, positive: str, layout: Layout = Layout()) -> ScoredRecords:
    """
    The scores, labels and weights of a CSV file.

    Errors: Invalid as for `open_table`, for a column that isn't there, a score that is no number, a missing label ("" or "?"), a
    `positive` that no record has as its label, a weight that is no number above 0.

    >>> read_scored("no/such/file.csv", ScoreColumns(("score",), "class"), "+")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/file.csv: expected a file that can be read (got 'No such file or directory')
    """
    found = open_table(path, layout)
    tell(found.notes)
    table = found.table
    labels = _labels(table, columns.label)
    if positive not in labels:
        occurring = ", ".join(in_order(labels)) or "there are no records"
        raise Invalid(f"{fspath(path)}, column {columns.label!r}", f"some label {positive!r}, which is called positive", occurring)
    weights = () if columns.weights is None else numbers_in(table, columns.weights, columns.decimal)
    for i, weight in enumerate(weights):
        if weight <= 0:
            raise Invalid(table.place(i, str(columns.weights)), "a weight above 0", str(weight))
    return ScoredRecords(tuple(numbers_in(table, name, columns.decimal) for name in columns.scores), labels, weights)


def _labels(table: Table, column: str) -> tuple[str, ...]:
    labels = texts_in(table, column)
    for i, label in enumerate(labels):
        if label in Schema().missing:
            raise Invalid(table.place(i, column), "a label", label)
    return labels
