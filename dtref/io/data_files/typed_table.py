"""Tables whose cells have types of their own, as in JSON, workbooks, Parquet: Python values by column, with the place of each row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

from attrs import frozen

from dtref.io.cells import RecordPlaces, column_from_values
from dtref.io.schema import Kind, Schema, declared_kind
from dtref.io.to_data_set import Column, Table
from dtref.spec.model.attributes import MISSING

TypedColumn: TypeAlias = tuple[str, Sequence[object], object]
"""A name, the values, and the type of an array that they come from, or None."""


@frozen
class Wanted:
    """The part of a table that is wanted: what is declared about it, and the names of the columns that are read (None: all)."""

    schema: Schema = Schema()
    asked: Collection[str] | None = None

    def reads(self, name: str) -> bool:
        """Whether a column is read."""
        return name not in self.schema.ignore and (self.asked is None or name in self.asked)

    def kind(self, name: str) -> Kind | None:
        """The kind of a column that is declared, or follows from its being the weights."""
        return declared_kind(self.schema, name)


def typed_table(header: str, row: str, rows: Sequence[int | str], columns: Iterable[TypedColumn], wanted: Wanted) -> Table:
    """
    The table of typed columns. Ignored columns, and those not asked, are not looked at.

    Errors: Invalid for a cell that is no number, text, truth value or missing value, with the row and the column.

    >>> typed_table("t.jsonl", "t.jsonl line", (1,), [("x", [0.5], None)], Wanted()).columns[0].cells
    (Fraction(1, 2),)
    """

    def column(name: str, values: Sequence[object], dtype: object) -> Column:
        if not wanted.reads(name):
            return Column(name, (MISSING,) * len(values))
        return column_from_values(name, values, dtype, wanted.kind(name), RecordPlaces(lambda i: f"{row} {rows[i - 1]}", header))

    return Table(header, row, tuple(rows), tuple(column(*one) for one in columns))
