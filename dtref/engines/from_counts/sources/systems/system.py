"""The protocol of an engine that answers queries, and its refusals as errors that never hold an address or a password."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Protocol

from dtref.engines.from_counts.sources.dialects import ColumnType, NumberType, SqlDialect
from dtref.errors import Invalid
from dtref.spec.model.attributes import Width

FETCHED = 10_000
"""The number of rows that are fetched at a time."""

NO_RIGHT = "no right to read it"
CONNECTION_LOST = "the connection is lost"
STOPPED = "it was stopped, as by a limit of time or memory"
NOT_THERE = "a table or function in it is not there"
NOT_PARSED = "it cannot be parsed"
OTHER = "another fault of it"

_DECIMAL = re.compile(r"(?:DECIMAL|NUMERIC|DECIMAL128)\([0-9]+, ?([0-9]+)\)", re.IGNORECASE)


class System(Protocol):
    """An engine with a connection. It only reads: nothing is made in anybody's schema."""

    @property
    def dialect(self) -> SqlDialect:
        """How it writes SQL."""

    def columns(self, table: str) -> Mapping[str, ColumnType]:
        """The columns of a table, or of any text that may follow FROM, with their types. Errors: as `rows`."""

    def rows(self, query: str) -> Iterator[tuple[object, ...]]:
        """The rows of a query, until the next query. Errors: Invalid where the engine refuses it."""


def refusal(engine: str, why: str) -> Invalid:
    """
    The error for a query that an engine refuses. The engine's own message is its cause, for the author of the query.

    >>> refusal("SQLite", NOT_THERE)
    Invalid("SQLite: expected a query that it can answer (got 'a table or function in it is not there')")
    """
    return Invalid(engine, "a query that it can answer", why)


def decimal_type(called: str, special: bool = False) -> NumberType | None:
    """
    The type of decimals of such a name; None for another name.

    >>> decimal_type("decimal(9, 2)").decimals, decimal_type("DOUBLE")
    (2, None)
    """
    found = _DECIMAL.fullmatch(called)
    return NumberType(called, Width.DECIMAL, int(found[1]), special) if found else None
