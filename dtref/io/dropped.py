"""Records that are left out because somebody said so: those without a target, those of weight 0."""

from __future__ import annotations

from operator import and_

from attrs import evolve

from dtref.errors import DataWarning
from dtref.io.schema import UNLABELLED, WEIGHTLESS, Schema
from dtref.io.to_data_set import Table
from dtref.spec.model.attributes import MISSING, Cell
from dtref.spec.model.numerals import is_numeral, numeral


def without_dropped(table: Table, schema: Schema, name: str) -> tuple[Table, tuple[DataWarning, ...]]:
    """
    The table without the records that its schema drops, and a warning that counts them.

    >>> from dtref.io.to_data_set import Column
    >>> table = Table("t", "record", (1, 2), (Column("y", ("a", MISSING)),))
    >>> kept, warnings = without_dropped(table, Schema(target="y", drop=("unlabelled",)), "t")
    >>> kept.rows, str(warnings[0])
    ((1,), 't: 1 of 2 records left out, with no target (drop)')
    """
    labelled = [True] * len(table.rows)
    weighty = labelled
    if UNLABELLED in schema.drop and schema.target in table.names:
        labelled = [cell is not MISSING and cell not in schema.missing for cell in table.column(str(schema.target)).cells]
    if WEIGHTLESS in schema.drop and schema.weights in table.names:
        weighty = [not _is_zero(cell, schema.decimal) for cell in table.column(str(schema.weights)).cells]
    counted = ((labelled.count(False), "no target"), (weighty.count(False), "weight 0"))
    told = tuple(DataWarning(name, f"{n} of {len(table.rows)} records left out, with {why} (drop)") for n, why in counted if n)
    return (_with_rows(table, list(map(and_, labelled, weighty))) if told else table), told


def _is_zero(cell: Cell, decimal: str) -> bool:
    return numeral(cell, decimal) == 0 if isinstance(cell, str) and is_numeral(cell, decimal) else cell == 0


def _with_rows(table: Table, keep: list[bool]) -> Table:
    """The table with some of its rows."""
    columns = tuple(evolve(c, cells=tuple(cell for cell, stays in zip(c.cells, keep, strict=True) if stays)) for c in table.columns)
    return evolve(table, rows=tuple(row for row, stays in zip(table.rows, keep, strict=True) if stays), columns=columns)
