"""A table as some of its columns see it: records that have the same values there are one, with their weight. One query brings them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import cast

from dtref.engines.from_counts.sources.database import Database, exactly
from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import items
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous
from dtref.spec.model.data import DataSet, Record


@refuses_other_kinds
def grouped_records(source: Database, columns: Sequence[str]) -> DataSet:
    """
    A weighted data set of some columns of a table: each of their combinations with each label once, its weight that of all such records.

    What is measured of scores, or of predicted and actual classes, weighs the same: a ROC curve and its area with all ties, a confusion
    matrix, errors of numbers. Errors: Invalid for a column that the table lacks; Undecided for more groups than `counts_of(groups=…)`.

    >>> import sqlite3
    >>> from dtref.engines.from_counts.sources.counts_of import counts_of
    >>> from dtref.spec.evaluation.ranking.auc import auc
    >>> scored = sqlite3.connect(":memory:")
    >>> _ = scored.execute("CREATE TABLE scored (score REAL, class TEXT)")
    >>> _ = scored.executemany("INSERT INTO scored VALUES (?, ?)", [(0.75, "+"), (0.5, "+"), (0.5, "-"), (0.5, "-"), (0.25, "-")])
    >>> records = grouped_records(counts_of("scored", connection=scored, target="class"), ["score"]).records
    >>> scores, labels, weights = zip(*((record.values[0], record.label, record.weight) for record in records))
    >>> weights, auc(scores, labels, positive="+", weights=weights)
    ((Fraction(1, 1), Fraction(1, 1), Fraction(2, 1), Fraction(1, 1)), Fraction(5, 6))
    """
    names = [attribute.name for attribute in source.attributes]
    asked = tuple(items("columns", columns))
    for column in asked:
        if column not in names:
            raise Invalid("columns", f"names of columns of the table: {', '.join(map(repr, names))}", column)
    attributes = [source.attributes[names.index(column)] for column in asked]
    keys = ", ".join((*(f"a{names.index(column)}" for column in asked), "y", *(("w",) if source.weighted else ())))
    query = f"SELECT {keys}, count(*) AS n FROM ({source.relation}) AS t GROUP BY {keys}"
    records = []
    for row in nulls_first(source.counted(query, f"{len(asked)} columns")):
        cells = [_cell(attribute, value) for attribute, value in zip(attributes, row, strict=False)]
        records.append(Record(tuple(cells), *label_and_weight(source, row[len(asked) :])))
    return DataSet(tuple(attributes), source.target, records)


def nulls_first(rows: Iterable[Sequence[object]]) -> list[Sequence[object]]:
    """
    Rows in an order that does not depend on the engine; NULL comes first.

    >>> nulls_first([(2, None), (1, 3), (1, None)])
    [(1, None), (1, 3), (2, None)]
    """
    return sorted(rows, key=lambda row: [(value is not None, value) for value in row])


def label_and_weight(source: Database, end: Sequence[object]) -> tuple[Cell, Fraction]:
    """
    The label and the weight of a group of records, from the end of its row: the target, the weight where there are weights, the number.

    >>> import sqlite3
    >>> from dtref.engines.from_counts.sources.counts_of import counts_of
    >>> label_and_weight(counts_of("(SELECT 1 AS x, 'a' AS y)", connection=sqlite3.connect(":memory:"), target="y"), (0, 7))
    ('a', Fraction(7, 1))
    """
    label, *weight, number = end
    weights = [Fraction(exactly(w)) for w in weight]
    return _cell(source.target, label), Fraction(cast(int, number)) * (weights[0] if weights else 1)


def _cell(attribute: Attribute, value: object) -> Cell:
    """A value as it comes: a number, or the position of a declared value."""
    if value is None:
        return MISSING
    return Fraction(exactly(value)) if isinstance(attribute, Continuous) else attribute.values[cast(int, value)]
