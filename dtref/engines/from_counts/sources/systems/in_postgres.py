"""
PostgreSQL, by psycopg. Needs the extra `postgres`.

Rows come in binary form, which is exact, through a cursor of the server, few at a time. Texts are compared by their letters, whatever the
collation of the column.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from dtref.engines.from_counts.sources.dialects import POSTGRES_SQL, ColumnType, NumberType, SqlDialect
from dtref.engines.from_counts.sources.systems.system import (
    CONNECTION_LOST,
    FETCHED,
    NO_RIGHT,
    NOT_PARSED,
    NOT_THERE,
    OTHER,
    STOPPED,
    decimal_type,
    refusal,
)
from dtref.spec.model.attributes import Width

if TYPE_CHECKING:
    from psycopg import Connection

_WHY = {
    "42501": NO_RIGHT,
    "42P01": NOT_THERE,
    "42883": NOT_THERE,
    "42601": NOT_PARSED,
    "57014": STOPPED,
    "53": "the server has no memory, disk or connections left for it",
    "54": STOPPED,
    "57P": CONNECTION_LOST,
    "08": CONNECTION_LOST,
}
"""The meanings of beginnings of the server's codes."""

_WHOLE = ("int2", "int4", "int8")
_FLOATS = {"float8": Width.FLOAT64, "float4": Width.FLOAT32}
_TEXTS = ("text", "varchar", "bpchar", "name")


@frozen
class InPostgres:
    """A connection to PostgreSQL."""

    connection: Connection[Any]
    dialect: SqlDialect = POSTGRES_SQL

    def columns(self, table: str) -> Mapping[str, ColumnType]:
        """The columns of a table with their types."""
        with _words(), self.connection.cursor() as cursor:
            described = cursor.execute(f"SELECT * FROM {table} LIMIT 0".encode(), prepare=False).description or ()
        return {column.name: self._type(column) for column in described}

    def rows(self, query: str) -> Iterator[tuple[object, ...]]:
        """The rows of one query."""
        with _words(), self.connection.transaction(), self.connection.cursor("dtref", binary=True) as cursor:
            cursor.itersize = FETCHED
            cursor.execute(query.encode())
            yield from cursor

    def _type(self, column: Any) -> ColumnType:
        import psycopg.postgres as known

        entry = known.types.get(column.type_code)
        if entry is None:
            labels = self.rows(f"SELECT enumlabel FROM pg_enum WHERE enumtypid = {int(column.type_code)} ORDER BY enumsortorder")
            values = tuple(str(label) for (label,) in labels)
            return ColumnType(f"type {column.type_code}", values=values or None)
        called = column.type_display
        if entry.name in _FLOATS:
            return ColumnType(called, evolve(POSTGRES_SQL.double, width=_FLOATS[entry.name]))
        if entry.name == "numeric":
            return ColumnType(called, decimal_type(called, special=True) or NumberType("numeric", Width.DECIMAL, None, special=True))
        number = NumberType(entry.name, Width.DECIMAL) if entry.name in _WHOLE else None
        return ColumnType(called, number, entry.name in _TEXTS, is_truth=entry.name == "bool")


@contextmanager
def _words() -> Iterator[None]:
    """A context in which the server's errors are in words of ours."""
    from psycopg import Error, OperationalError

    try:
        yield
    except (Error, UnicodeError) as problem:
        code = str(getattr(problem, "sqlstate", None) or "")
        why = next((why for start, why in _WHY.items() if code.startswith(start)), OTHER)
        lost = not code and isinstance(problem, OperationalError)
        raise refusal(POSTGRES_SQL.engine, CONNECTION_LOST if lost else why) from problem
