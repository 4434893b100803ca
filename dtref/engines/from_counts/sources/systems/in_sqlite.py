"""
SQLite, in this process, from Python's own library.

A column has no type there, each cell has: a column is taken where its cells are texts, integers or doubles. Integers beside doubles are
doubles, if all are exactly. Numerals are not read as the nearest doubles there, so none is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from sqlite3 import Connection, Error

from attrs import frozen

from dtref.engines.from_counts.sources.dialects import SQLITE_SQL, ColumnType, NumberType, SqlDialect
from dtref.engines.from_counts.sources.systems.system import FETCHED, NO_RIGHT, NOT_PARSED, NOT_THERE, OTHER, STOPPED, refusal
from dtref.spec.model.attributes import Width

_WHY = {
    "no such": NOT_THERE,
    "syntax error": NOT_PARSED,
    "incomplete input": NOT_PARSED,
    "interrupted": STOPPED,
    "not authorized": NO_RIGHT,
    "prohibited": NO_RIGHT,
    "locked": "another program has locked it",
    "one statement": "it is more than one",
    "unable to open": "its file cannot be read",
    "not a database": "its file is no database",
    "malformed": "its file is damaged",
}
"""The meanings of parts of its messages."""

_EXACT = 2**53
"""All integers up to this are doubles."""


@frozen
class InSQLite:
    """A connection to SQLite."""

    connection: Connection
    dialect: SqlDialect = SQLITE_SQL

    def columns(self, table: str) -> Mapping[str, ColumnType]:
        """The columns of a table with the types of their cells."""
        names = [column for column, *_ in self._cursor(f"SELECT * FROM {table} LIMIT 0").description]
        return {column: self._type(table, self.dialect.name(column)) for column in names}

    def rows(self, query: str) -> Iterator[tuple[object, ...]]:
        """The rows of one query."""
        cursor = self._cursor(query)
        try:
            while rows := cursor.fetchmany(FETCHED):
                yield from rows
        except Error as problem:
            raise _refused(problem) from problem

    def _type(self, table: str, column: str) -> ColumnType:
        large = f"typeof({column}) = 'integer' AND abs({column} / 2) > {_EXACT // 2}"
        query = f"SELECT DISTINCT typeof({column}), {large} FROM {table} WHERE {column} IS NOT NULL"
        kinds = {(str(kind), bool(is_large)) for kind, is_large in self.rows(query)}
        names = {kind for kind, _ in kinds}
        if names == {"integer"}:
            return ColumnType("integer", NumberType("INTEGER", Width.DECIMAL))
        if names in ({"real"}, {"integer", "real"}) and ("integer", True) not in kinds:
            return ColumnType("real", SQLITE_SQL.double)
        return ColumnType(" and ".join(sorted(names)) or "no cells", is_text=names <= {"text"})

    def _cursor(self, query: str):  # type: ignore[no-untyped-def] # a cursor of sqlite3
        try:
            return self.connection.execute(query)
        except (Error, UnicodeError) as problem:
            raise _refused(problem) from problem


def _refused(problem: Exception) -> Exception:
    return refusal(SQLITE_SQL.engine, next((why for part, why in _WHY.items() if part in str(problem)), OTHER))
