"""Warnings about columns that tell the target alone: a copy of it under another name, or in other words, which no new record has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dtref.errors import DataWarning, declaration
from dtref.io.schema import Schema
from dtref.io.survey import Survey
from dtref.io.to_data_set import Table
from dtref.spec.model.attributes import MISSING, Cell

_LEAST = 10
"""The fewest records with such a warning: of fewer, two columns of two values agree by chance."""


def target_copies(table: Table, surveys: Sequence[Survey], schema: Schema, name: str) -> Iterator[DataWarning]:
    """
    A warning for each attribute whose values go with one class each, and each class with one of them; of a target whose cells mostly
    differ, for an equal column only.

    >>> from dtref.io.survey import survey
    >>> from dtref.io.to_data_set import Column
    >>> table = Table("t", "record", tuple(range(10)), (Column("lived", ("1", "0") * 5), Column("y", ("yes", "no") * 5)))
    >>> schema = Schema(target="y")
    >>> print(*target_copies(table, [survey(column, schema) for column in table.columns], schema, "t"))
    t, column 'lived': it tells the target alone: each value goes with one of 'y', and each of these with one value (ignore=['lived'])
    """
    if schema.target is None or schema.target not in table.names:
        return
    distinct = {s.name: s.distinct for s in surveys}
    target = table.column(schema.target).cells
    for column in table.columns:
        other = column.name not in (schema.target, schema.weights, *schema.ignore)
        if other and 1 < distinct[column.name] == distinct[schema.target] and _tells(column.cells, target, schema):
            words = f"it tells the target alone: each value goes with one of {schema.target!r}, and each of these with one value"
            yield DataWarning(f"{name}, column {column.name!r}", f"{words} ({declaration('ignore', column.name)})")


def _tells(cells: Sequence[Cell], target: Sequence[Cell], schema: Schema) -> bool:
    """Whether two columns are one another's names, where both are known."""
    unknown = {MISSING, *schema.missing}
    known = [(a, b) for a, b in zip(cells, target, strict=True) if a not in unknown and b not in unknown]
    pairs = set(known)
    if len(known) < _LEAST or not len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs}):
        return False
    return 2 * len(pairs) <= len(known) or all(a == b for a, b in pairs)
