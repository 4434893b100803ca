"""DuckDB, in this process. Needs the extra `outofcore`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from dtref.engines.from_counts.sources.dialects import DUCKDB_SQL, ColumnType, NumberType, SqlDialect
from dtref.engines.from_counts.sources.systems.system import FETCHED, NOT_PARSED, NOT_THERE, OTHER, STOPPED, decimal_type, refusal
from dtref.errors import Invalid
from dtref.spec.model.attributes import Width

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_WHY = {
    "ParserException": NOT_PARSED,
    "CatalogException": NOT_THERE,
    "BinderException": "a name in it is not known, or of another type",
    "IOException": "a file in it cannot be read",
    "HTTPException": "a file in it cannot be read",
    "ConversionException": "a value has another type",
    "InvalidInputException": "a value has another form",
    "InterruptException": STOPPED,
    "UnicodeEncodeError": "a text in it is no text",
}
"""The meanings of the database's kinds of errors."""

_WHOLE = re.compile(r"U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?")
_FLOATS = {"DOUBLE": Width.FLOAT64, "FLOAT": Width.FLOAT32}
_ENUM = re.compile(r"ENUM\((.*)\)", re.DOTALL)


@frozen
class InDuckDB:
    """A connection to DuckDB."""

    connection: DuckDBPyConnection
    dialect: SqlDialect = DUCKDB_SQL

    def columns(self, table: str) -> Mapping[str, ColumnType]:
        """The columns of a table with their types."""
        return {str(column): _type(str(called)) for column, called, *_ in self.rows(f"DESCRIBE SELECT * FROM {table}")}

    def rows(self, query: str) -> Iterator[tuple[object, ...]]:
        """The rows of one query."""
        return fetched(self.connection, query)


def _type(called: str) -> ColumnType:
    if called in _FLOATS:
        return ColumnType(called, evolve(DUCKDB_SQL.double, width=_FLOATS[called]))
    number = NumberType(called, Width.DECIMAL) if _WHOLE.fullmatch(called) else decimal_type(called)
    values = _ENUM.fullmatch(called)
    declared = None if values is None else tuple(v.replace("''", "'") for v in re.findall(r"'((?:[^']|'')*)'", values[1]))
    return ColumnType(called, number, called == "VARCHAR", declared, called == "BOOLEAN")


def fetched(connection: DuckDBPyConnection, query: str) -> Iterator[tuple[object, ...]]:
    """
    The rows of one query, few at a time, until the next query. Errors: Invalid for more than one, and where the database refuses it, as
    for a table that it doesn't have; `duckdb.OutOfMemoryException` where its memory does not suffice.
    """
    from duckdb import Error, OutOfMemoryException

    try:
        query.encode()  # the database's own error for a text that can't be encoded has no name
        statements = connection.extract_statements(query)
        if len(statements) != 1:
            raise Invalid("database", "one query", f"{len(statements)} statements")
        result = connection.execute(statements[0])
        while rows := result.fetchmany(FETCHED):
            yield from rows
    except OutOfMemoryException:
        raise
    except (Error, UnicodeError) as problem:
        raise refusal("database", _WHY.get(type(problem).__name__, OTHER)) from problem
