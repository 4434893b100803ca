"""
ClickHouse, in this process, by chdb. Needs the extra `clickhouse`.

Counts come as Arrow's columns, which hold numbers as they are. It may read numerals by a fast way that is off by a digit, so that none is
written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from dtref.engines.from_counts.sources.dialects import CLICKHOUSE_SQL, ColumnType, NumberType, SqlDialect
from dtref.engines.from_counts.sources.systems.system import (
    NO_RIGHT,
    NOT_PARSED,
    NOT_THERE,
    OTHER,
    STOPPED,
    decimal_type,
    refusal,
)
from dtref.spec.model.attributes import Width

_WHY = {
    46: NOT_THERE,
    47: "a name in it is not known",
    60: NOT_THERE,
    81: NOT_THERE,
    62: NOT_PARSED,
    158: STOPPED,
    159: STOPPED,
    160: STOPPED,
    241: STOPPED,
    307: STOPPED,
    394: STOPPED,
    396: STOPPED,
    497: NO_RIGHT,
}
"""The meanings of its codes."""

_COLUMNS_FIRST = " SETTINGS prefer_column_name_to_alias = 1"
"""Else a name is that of an expression before it is that of a column of the table."""

_WHOLE = re.compile(r"U?Int(8|16|32|64|128|256)")
_FLOATS = {"Float64": Width.FLOAT64, "Float32": Width.FLOAT32}
_WRAPPED = re.compile(r"(?:Nullable|LowCardinality)\((.*)\)", re.DOTALL)
_ENUM = re.compile(r"Enum(?:8|16)\((.*)\)", re.DOTALL)


@frozen
class InClickHouse:
    """A session of chdb."""

    session: Any
    dialect: SqlDialect = CLICKHOUSE_SQL

    def columns(self, table: str) -> Mapping[str, ColumnType]:
        """The columns of a table with their types."""
        return {str(column): _type(str(called)) for column, called, *_ in self.rows(f"DESCRIBE TABLE (SELECT * FROM {table})")}

    def rows(self, query: str) -> Iterator[tuple[object, ...]]:
        """The rows of one query."""
        from chdb import ChdbError

        try:
            answer = self.session.query(query + _COLUMNS_FIRST, "ArrowTable")
        except (ChdbError, RuntimeError, UnicodeError) as problem:  # it has two classes of that name
            code = re.search(r"Code: ([0-9]+)", str(problem))
            raise refusal(CLICKHOUSE_SQL.engine, _WHY.get(int(code[1]) if code else 0, OTHER)) from problem
        for batch in answer.to_batches():
            yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _decimals(called: str) -> NumberType | None:
    found = decimal_type(called)
    return None if found is None else evolve(found, sql=f"Nullable({found.sql})")


def _type(called: str) -> ColumnType:
    plain = called
    while wrapped := _WRAPPED.fullmatch(plain):
        plain = wrapped[1]
    if plain in _FLOATS:
        return ColumnType(called, evolve(CLICKHOUSE_SQL.double, width=_FLOATS[plain]))
    values = _ENUM.fullmatch(plain)
    if values:
        labels = re.findall(r"'((?:[^'\\]|\\.)*)' = ", values[1])
        return ColumnType(called, values=tuple(re.sub(r"\\(.)", r"\1", label) for label in labels))
    number = NumberType(f"Nullable({plain})", Width.DECIMAL) if _WHOLE.fullmatch(plain) else _decimals(plain)
    return ColumnType(called, number, plain == "String", is_truth=plain == "Bool")
