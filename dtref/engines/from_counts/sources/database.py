"""
A table of a database as a source of AVC sets: it counts, groups and sorts where the records are, and sends the counts in order.

Numbers are compared by their exact values, doubles and floats as the binary numbers they are. Nothing is summed but numbers of records:
targets and weights come as values, each with its number of records, so no sum is rounded and none wraps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import cast

from attrs import field, frozen

from dtref.engines.from_counts.frontier import Frontier
from dtref.engines.from_counts.rows import CountRow, Key
from dtref.engines.from_counts.sources.dialects import NumberType
from dtref.engines.from_counts.sources.sql import Held, Plan, level_name, plan
from dtref.engines.from_counts.sources.systems.system import System
from dtref.errors import Invalid, Undecided
from dtref.spec.model.attributes import MISSING, Attribute, Continuous
from dtref.spec.model.counts import Count, Counts, add_counts

GROUPS = 1_000_000_000
"""The most rows of counts that one reading may bring."""


@frozen
class Database:
    """
    A source whose records are the rows of a table of a database. One query brings a level's AVC sets, whatever its nodes and attributes.

    table: what follows FROM. selections: the SQL of the columns that are counted: `a{i}` for the attribute at position i (a number, or the
    position of a declared value; NULL where it is missing), `y` for the target, and `w` for the weight where there are weights. numbers:
    the types of the continuous attributes, by name. groups: the most rows of counts in one reading; where targets or weights are doubles
    there may be as many as records.
    """

    system: System = field(eq=False)
    table: str
    selections: Mapping[str, str] = field(eq=False)
    attributes: tuple[Attribute, ...]
    target: Attribute
    numbers: Mapping[str, NumberType]
    weighted: bool
    gaps: frozenset[int]
    groups: int = GROUPS

    @property
    def relation(self) -> str:
        """The query of the columns that are counted."""
        return f"SELECT {', '.join(f'{sql} AS {name}' for name, sql in self.selections.items())} FROM {self.table}"

    @property
    def held(self) -> Held:
        """The columns of the relation."""
        return Held(tuple(self.selections), self.attributes, self.numbers)

    def whole(self) -> Counts:
        """The counts of all records."""
        no_records = (0,) * (3 if isinstance(self.target, Continuous) else len(self.target.values))
        if not no_records:
            return ()  # no record, so no class
        query = f"SELECT {', '.join(self._units())} FROM ({self.relation}) AS t{self._by()}"
        return add_counts((self._counts(unit, 1) for unit in self._fetched(query)), len(no_records))

    def incomplete(self) -> frozenset[int]:
        """The positions of the attributes that have missing values."""
        return self.gaps

    def read(self, frontier: Frontier, columns: Sequence[int]) -> Iterator[tuple[int, Iterator[CountRow]]]:
        """
        For each of the attributes the rows of its AVC sets at the wanted nodes. Errors: Invalid where the database refuses the query, or
        would not take one so long; Undecided for more than `groups` rows.
        """
        route = plan(self.relation, frontier, self.held)
        rows = self.counted(self._level(route, frontier, columns), f"{len(frontier.wanted)} nodes")
        for column, of_column in groupby(rows, lambda row: row[0]):
            yield cast(int, column), self._rows(route, columns, of_column)

    def highest(self, asked: Sequence[tuple[int, Fraction]]) -> list[Fraction]:
        """For each pair of a continuous attribute and a number: the attribute's greatest value that is not above the number."""
        limits = [self.numbers[self.attributes[i].name].at_most(f"a{i}", x) for i, x in asked]
        maxima = [f"max(CASE WHEN {limit} THEN a{i} END) AS m{j}" for j, ((i, _), limit) in enumerate(zip(asked, limits, strict=True))]
        (row,) = self._fetched(f"SELECT {', '.join(maxima)} FROM ({self.relation}) AS t")
        return [Fraction(cast(Fraction, x)) for x in row]

    def counted(self, query: str, what: str) -> Iterator[tuple[object, ...]]:
        """
        The rows of a query of counts. what: it describes, in words. Errors: Invalid where the database refuses it, or would not take one so
        long; Undecided for more than `groups` rows.
        """
        longest = self.system.dialect.longest
        if len(query) > longest:
            wanted = f"a level that a query of {longest} characters describes, as it takes no longer ones"
            raise Invalid(self.system.dialect.engine, wanted, f"{what}, {len(query)} characters")
        for i, row in enumerate(self._fetched(query)):
            if i >= self.groups:
                raise Undecided("the counts of a level", f"{self.groups} rows", 1)
            yield row

    def _level(self, route: Plan, frontier: Frontier, columns: Sequence[int]) -> str:
        """The query of a level. Keys of different types are different columns, so that none is converted."""
        states = {s: node for s, (node, _) in enumerate(route.states) if node in frontier.wanted}
        node_of = " ".join(f"WHEN {s} THEN {node}" for s, node in states.items())
        names = [level_name(i) for i in range(len(route.queries) + 1)]
        reached = f"SELECT *, CASE s {node_of} END AS node FROM {names[-2]} WHERE s IN ({', '.join(map(str, states))})"
        once = self.system.dialect.once
        queries = ", ".join(f"{n} AS {once} ({query})" for n, query in zip(names, (*route.queries, reached), strict=True))
        types = self._types(columns)
        null = self.system.dialect.null
        parts = []
        for column in columns:
            keys = [f"a{column} AS k{i}" if t == self._type(column) else f"{null.format(t)} AS k{i}" for i, t in enumerate(types)]
            units = ", ".join((f"{column} AS c", "node", "s", *keys, *self._units()))
            parts.append(f"SELECT {units} FROM {names[-1]}{self._by('node', 's', f'a{column}')}")
        order = ", ".join(("c", "node", *(f"k{i} NULLS FIRST" for i in range(len(types)))))
        return f"WITH {queries} SELECT * FROM ({' UNION ALL '.join(parts)}) AS counted ORDER BY {order}"

    def _types(self, columns: Sequence[int]) -> Sequence[str]:
        return tuple(dict.fromkeys(map(self._type, columns)))

    def _type(self, column: int) -> str:
        """The SQL type of a column's keys."""
        attribute = self.attributes[column]
        return self.numbers[attribute.name].sql if isinstance(attribute, Continuous) else self.system.dialect.code

    def _rows(self, route: Plan, columns: Sequence[int], fetched: Iterator[Sequence[object]]) -> Iterator[CountRow]:
        """The rows of an attribute, those of equal nodes and keys added: a key may come in several states, weights or targets."""
        types = self._types(columns)
        for (node, value), groups in groupby(fetched, lambda row: (row[1], row[3 + types.index(self._type(cast(int, row[0])))])):
            counts = [self._counts(row[3 + len(types) :], route.states[cast(int, row[2])][1]) for row in groups]
            total = add_counts(counts, len(counts[0])) if len(counts) > 1 else counts[0]
            yield cast(int, node), MISSING if value is None else cast(Key, value), total

    def _units(self) -> tuple[str, ...]:
        """The SQL columns of a group of records: its weight, and its number of records of each class, or of one target value."""
        weight = ("w",) if self.weighted else ()
        if isinstance(self.target, Continuous):
            return (*weight, "y", "count(*) AS n")
        return (*weight, *(f"count(CASE WHEN y = {i} THEN 1 END) AS n{i}" for i in range(len(self.target.values))))

    def _by(self, *keys: str) -> str:
        groups = (*keys, *(("w",) if self.weighted else ()), *(("y",) if isinstance(self.target, Continuous) else ()))
        return f" GROUP BY {', '.join(groups)}" if groups else ""

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
        return self.system.rows(query)


def exactly(x: object) -> Count:
    """
    A number of the database exactly, an int where it is whole.

    >>> exactly(Decimal("2.50")), exactly(Decimal("2.00")), exactly(0.5)
    (Fraction(5, 2), 2, Fraction(1, 2))
    """
    exact = Fraction(cast("int | float | Decimal", x))
    return exact.numerator if exact.denominator == 1 else exact
