"""
A table of DuckDB as a source of AVC sets: it counts, groups and sorts, on disk where memory is short, and streams the rows in order.

Numbers are compared by their exact values, doubles and floats as the binary numbers they are. Needs the extra `outofcore`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, cast

from attrs import field, frozen

from dtref.engines.from_counts.frontier import Frontier
from dtref.engines.from_counts.rows import CountRow, Key
from dtref.engines.from_counts.sources.sql import Held, NumberType, Plan, plan
from dtref.errors import Invalid
from dtref.spec.model.attributes import MISSING, Attribute, Continuous
from dtref.spec.model.counts import Count, Counts, add_counts

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_ROWS = 10_000
"""The number of rows that are fetched at a time."""

_WHY = {
    "ParserException": "it cannot be parsed",
    "CatalogException": "a table or function in it is not there",
    "BinderException": "a name in it is not known, or of another type",
    "IOException": "a file in it cannot be read",
    "HTTPException": "a file in it cannot be read",
    "ConversionException": "a value has another type",
    "InvalidInputException": "a value has another form",
    "UnicodeEncodeError": "a text in it is no text",
}
"""The meanings of the database's kinds of errors; its own message is the cause of the exception, for the author of the query."""


@frozen
class Database:
    """
    A source whose records are the rows of a relation of DuckDB.

    relation: a query with a column `a{i}` for the attribute at position i (a number, or the position of a declared value; NULL where it is
    missing), `y` for the target, and `w` for the weight where there are weights. numbers: the types of the continuous attributes, by name.
    """

    connection: DuckDBPyConnection = field(eq=False)
    relation: str
    attributes: tuple[Attribute, ...]
    target: Attribute
    numbers: Mapping[str, NumberType]
    weighted: bool
    gaps: frozenset[int]

    def whole(self) -> Counts:
        """The counts of all records."""
        no_records = (0,) * (3 if isinstance(self.target, Continuous) else len(self.target.values))
        if not no_records:
            return ()  # no record, so no class
        query = f"SELECT {', '.join(self._units())} FROM ({self.relation}) {self._by()}"
        return add_counts((self._counts(unit, 1) for unit in self._fetched(query)), len(no_records))

    def incomplete(self) -> frozenset[int]:
        """The positions of the attributes that have missing values."""
        return self.gaps

    def read(self, frontier: Frontier, columns: Sequence[int]) -> Iterator[tuple[int, Iterator[CountRow]]]:
        """For each of the attributes the rows of its AVC sets at the wanted nodes."""
        position = {attribute.name: i for i, attribute in enumerate(self.attributes)}
        route = plan(self.relation, frontier, Held(position, self.numbers, self.gaps))
        for column in columns:
            yield column, self._rows(route, frontier, column)

    def highest(self, asked: Sequence[tuple[int, Fraction]]) -> list[Fraction]:
        """For each pair of a continuous attribute and a number: the attribute's greatest value that is not above the number."""
        limits = [self.numbers[self.attributes[i].name].at_most(f"a{i}", x) for i, x in asked]
        maxima = [f"max(a{i}) FILTER (WHERE {limit})" for (i, _), limit in zip(asked, limits, strict=True)]
        (row,) = self._fetched(f"SELECT {', '.join(maxima)} FROM ({self.relation})")
        return [Fraction(cast(Fraction, x)) for x in row]

    def _rows(self, route: Plan, frontier: Frontier, column: int) -> Iterator[CountRow]:
        states = {s: node for s, (node, _) in enumerate(route.states) if node in frontier.wanted}
        node_of = " ".join(f"WHEN {s} THEN {node}" for s, node in states.items())
        reached = f"SELECT *, CASE s {node_of} END AS node FROM ({route.query}) WHERE s IN ({', '.join(map(str, states))})"
        key = f"a{column}"
        units = ", ".join(("node", key, "s", *self._units()))
        query = f"SELECT {units} FROM ({reached}) {self._by('node', key, 's')} ORDER BY node, {key} NULLS FIRST"
        for (node, value), groups in groupby(self._fetched(query), lambda row: row[:2]):
            counts = [self._counts(unit, route.states[cast(int, s)][1]) for _, _, s, *unit in groups]
            total = add_counts(counts, len(counts[0])) if len(counts) > 1 else counts[0]
            yield cast(int, node), MISSING if value is None else cast(Key, value), total

    def _units(self) -> tuple[str, ...]:
        """The SQL columns of a group of records: its weight, and its number of records of each class, or of one target value."""
        weight = ("w",) if self.weighted else ()
        if isinstance(self.target, Continuous):
            return (*weight, "y", "count(*)")
        return (*weight, *(f"count(*) FILTER (WHERE y = {i})" for i in range(len(self.target.values))))

    def _by(self, *keys: str) -> str:
        groups = (*keys, *(("w",) if self.weighted else ()), *(("y",) if isinstance(self.target, Continuous) else ()))
        return f"GROUP BY {', '.join(groups)}" if groups else ""

    def _counts(self, unit: Sequence[object], part: Count) -> Counts:
        """The counts of a group, from its `_units`. part: of each record that is in it."""
        weight, numbers = (exactly(unit[0]), unit[1:]) if self.weighted else (1, unit)
        each = part * weight
        if isinstance(self.target, Continuous):
            y, n = exactly(numbers[0]), Fraction(cast(int, numbers[1])) * each
            return n, n * y, n * y * y
        counts = cast("tuple[int, ...]", tuple(numbers))
        return counts if each == 1 else tuple(each * n for n in counts)

    def _fetched(self, query: str) -> Iterator[tuple[object, ...]]:
        return fetched(self.connection, query)


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
        while rows := result.fetchmany(_ROWS):
            yield from rows
    except OutOfMemoryException:
        raise
    except (Error, UnicodeError) as problem:
        why = _WHY.get(type(problem).__name__, "another fault of it")
        raise Invalid("database", "a query that it can answer", why) from problem


def exactly(x: object) -> Count:
    """
    A number of the database exactly, an int where it is whole.

    >>> exactly(Decimal("2.50")), exactly(Decimal("2.00")), exactly(0.5)
    (Fraction(5, 2), 2, Fraction(1, 2))
    """
    exact = Fraction(cast("int | float | Decimal", x))
    return exact.numerator if exact.denominator == 1 else exact
