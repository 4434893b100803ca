"""
Class counts, and count tables: for each present value of an attribute the class counts of the records that have it.

Growing needs nothing of the records but these tables (`tan`, Categorical Attributes: Computing Gini Index, "count matrix"). They
add up: the table of two parts together is the sum of their tables. Before this: `dtref.model.columns`. Next: `dtref.model.tests`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from operator import add
from typing import TypeAlias

from attrs import frozen

from dtref.model.attributes import Attribute, Cell
from dtref.model.columns import ABSENT, Columns

Count: TypeAlias = int | Fraction
"""A sum of weights, in records."""

Counts: TypeAlias = tuple[Count, ...]
"""For each class, in declared order, the weight of its records."""

Rows: TypeAlias = tuple[int, ...]
"""Positions of records in a data set, ascending."""


@frozen
class CountTable:
    """
    The present values of an attribute in the order of its levels, the class counts of each, and those of the missing cells.

    levels: all values that the training set distinguishes (`dtref.model.columns.Columns`), present here or not.
    """

    attribute: Attribute
    levels: tuple[Cell, ...]
    values: tuple[Cell, ...]
    counts: tuple[Counts, ...]
    missing: Counts


def majority(counts: Sequence[Count]) -> tuple[int, ...]:
    """
    The positions of all classes with the largest count; every position when all are 0.

    >>> majority((3, 5, 5)), majority((0, 0))
    ((1, 2), (0, 1))
    """
    largest = max(counts, default=0)
    return tuple(i for i, n in enumerate(counts) if n == largest)


def add_counts(parts: Iterable[Counts], classes: int) -> Counts:
    """
    The class counts of several groups together.

    >>> add_counts(((2, 3), (4, 0)), 2), add_counts((), 2)
    ((6, 3), (0, 0))
    """
    sums: Counts = (0,) * classes
    for part in parts:
        sums = tuple(map(add, sums, part))
    return sums


def class_counts(columns: Columns, rows: Rows) -> Counts:
    """
    The weight of each class among the records at the given positions.

    >>> from dtref.model.columns import columns
    >>> from dtref.model.data import DataSet, Record
    >>> from dtref.model.attributes import Nominal
    >>> class_counts(columns(DataSet((), Nominal("y", ("-", "+")), (Record((), "+"), Record((), "+")))), (0, 1))
    (0, 2)
    """
    tally = _tally(columns, columns.labels, rows)
    return tuple(tally.get((c, c), 0) for c in range(len(columns.data.classes)))


def count_table(columns: Columns, column: int, rows: Rows) -> CountTable:
    """
    The count table of one attribute at the records given.

    >>> from dtref.model.columns import columns
    >>> from dtref.model.data import DataSet, Record
    >>> from dtref.model.attributes import Nominal
    >>> windy, play = Nominal("windy", ("yes", "no", "?")), Nominal("play", ("-", "+"))
    >>> c = columns(DataSet((windy,), play, (Record(("no",), "+"), Record(("yes",), "-"), Record(("no",), "-"))))
    >>> t = count_table(c, 0, (0, 1, 2))
    >>> t.values, t.counts, t.missing
    (('yes', 'no'), ((1, 0), (1, 1)), (0, 0))
    """
    tally = _tally(columns, columns.codes[column], rows)
    present = sorted({code for code, _ in tally} - {ABSENT})
    classes = range(len(columns.data.classes))
    counts = tuple(tuple(tally.get((code, c), 0) for c in classes) for code in present)
    missing = tuple(tally.get((ABSENT, c), 0) for c in classes)
    levels = columns.levels[column]
    return CountTable(columns.data.attributes[column], levels, tuple(levels[code] for code in present), counts, missing)


def _tally(columns: Columns, codes: tuple[int, ...], rows: Rows) -> Mapping[tuple[int, int], Count]:
    """For each pair of a code and a class the weight of the records that have both."""
    labels, weights = columns.labels, columns.weights
    if columns.unit:
        return Counter((codes[r], labels[r]) for r in rows)
    tally: dict[tuple[int, int], Count] = {}
    for r in rows:
        pair = codes[r], labels[r]
        tally[pair] = tally.get(pair, 0) + weights[r]
    return tally
