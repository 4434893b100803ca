"""
SQL for growing: literals, and a query for the nodes that each record has reached.

A state is a node and the part of a record that is there; a record that misses a value is in several. In the query, level by level, the
state follows from the one before and the value asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from math import floor, inf, nextafter
from typing import TypeAlias

from attrs import frozen

from dtref.engines.from_counts.frontier import DecidedNode, Frontier
from dtref.errors import Invalid
from dtref.exact.decimals import plain
from dtref.spec.model.attributes import Continuous, Width
from dtref.spec.model.branches import branch_count, branch_of
from dtref.spec.model.counts import Count
from dtref.spec.model.tests import AxisTest, Side, Threshold

State: TypeAlias = tuple[int, Count]
"""A node, and the part of a record that is there."""


def text_literal(value: str) -> str:
    """
    A text as a literal; NUL, which ends texts in C, is written by its number.

    >>> text_literal("it's"), text_literal("a" + chr(0))
    ("'it''s'", "('a' || chr(0) || '')")
    """
    literals = ["'" + part.replace("'", "''") + "'" for part in value.split("\0")]
    return literals[0] if len(literals) == 1 else f"({' || chr(0) || '.join(literals)})"


def name(column: str) -> str:
    """
    A column's name as an identifier.

    >>> name('a "b" c')
    '"a ""b"" c"'
    """
    return '"' + column.replace('"', '""') + '"'


@frozen
class NumberType:
    """A number type of the database: its name, its width, and its number of digits after the point."""

    sql: str
    width: Width
    decimals: int = 0

    def literal(self, x: Fraction) -> str:
        """
        The literal of a number that the type can hold.

        >>> decimal, double = NumberType("DECIMAL(18,2)", Width.DECIMAL, 2), NumberType("DOUBLE", Width.FLOAT64)
        >>> decimal.literal(Fraction(1, 4)), double.literal(Fraction(0.1))
        ("CAST('0.25' AS DECIMAL(18,2))", "CAST('0.1' AS DOUBLE)")
        """
        return f"CAST({text_literal(plain(x, self.decimals) if self.width is Width.DECIMAL else repr(float(x)))} AS {self.sql})"

    def at_most(self, column: str, x: Fraction) -> str:
        """
        The condition that a column of the type is not above a number, which the type need not be able to hold.

        >>> NumberType("DECIMAL(18,1)", Width.DECIMAL, 1).at_most("c", Fraction(7, 20))
        "c <= CAST('0.3' AS DECIMAL(18,1))"
        """
        if self.width is Width.DECIMAL:
            return f"{column} <= {self.literal(Fraction(floor(x * 10**self.decimals), 10**self.decimals))}"
        nearest = float(x)
        double = nextafter(nearest, -inf) if Fraction(nearest) > x else nearest
        return f"CAST({column} AS DOUBLE) <= {NumberType('DOUBLE', Width.FLOAT64).literal(Fraction(double))}"


@frozen
class Plan:
    """
    A query for the wanted nodes of a frontier, and its states by number.

    query: of all records in these states, in parts; its columns are those of the relation, and `s`, the number of the state.
    """

    query: str
    states: tuple[State, ...]


@frozen
class Held:
    """
    The columns of a relation: that of the attribute at position i is `a{i}`.

    position: of each attribute by name. numbers: the types of the continuous ones. incomplete: the positions of those with missing values.
    """

    position: Mapping[str, int]
    numbers: Mapping[str, NumberType]
    incomplete: frozenset[int]


def plan(relation: str, frontier: Frontier, held: Held) -> Plan:
    """
    The query for the records of a relation at the wanted nodes.

    >>> plan("SELECT * FROM t", Frontier({}, frozenset({0})), Held({}, {}, frozenset())).query
    'SELECT *, 0 AS s FROM (SELECT * FROM t)'
    """
    states: tuple[State, ...] = ((0, 1),)
    query = f"SELECT *, 0 AS s FROM ({relation})"
    while any(node in frontier.steps for node, _ in states):
        decided = [(s, part, frontier.steps[node]) for s, (node, part) in enumerate(states) if node in frontier.steps]
        states = tuple(dict.fromkeys(state for _, part, step in decided for state in _after(step, part)))
        in_parts = any(held.position[step.test.attribute.name] in held.incomplete for _, _, step in decided)
        cases = " ".join(f"WHEN {s} THEN {_next_state(step, part, states, held, in_parts)}" for s, part, step in decided)
        routed = f"unnest(CASE s {cases} END)" if in_parts else f"CASE s {cases} END"
        query = f"SELECT * FROM (SELECT * EXCLUDE s, {routed} AS s FROM ({query})) WHERE s IS NOT NULL"
    return Plan(query, states)


def _after(step: DecidedNode, part: Count) -> Iterable[State]:
    """The states after a state: of records whose value is known, and of those that miss it."""
    return chain(((node, part) for node in step.below), _shared(step, part))


def _shared(step: DecidedNode, part: Count) -> Iterable[State]:
    return ((node, part * share) for node, share in zip(step.below, step.shares, strict=True) if share)


def _next_state(step: DecidedNode, part: Count, states: Sequence[State], held: Held, parts: bool) -> str:
    """The SQL of the number of the state that follows a state; where records are in parts, of the list of them."""
    test, column = step.test, f"a{held.position[step.test.attribute.name]}"
    known = [states.index((node, part)) for node in step.below]
    shared = [states.index(state) for state in _shared(step, part)]
    takes = zip(_conditions(test, column, held.numbers), known, strict=True)
    whens = " ".join(f"WHEN {condition} THEN {[s] if parts else s}" for condition, s in takes)
    return f"CASE WHEN {column} IS NULL THEN {shared if parts else 'NULL'} {whens} END"


def _conditions(test: AxisTest, column: str, numbers: Mapping[str, NumberType]) -> list[str]:
    """For each branch of a test, the condition that a known value takes it."""
    match test:
        case Threshold(attribute=attribute, lower=lower, upper=upper, side=side):
            number_type = numbers[attribute.name]
            left = f"{column} <= {number_type.literal(lower)}" if side is Side.AT_MOST else f"{column} < {number_type.literal(upper)}"
            return [left, "TRUE"]
        case _ if not isinstance(test.attribute, Continuous):
            branches = [branch_of(test, value) for value in test.attribute.values]
            values_of_branches = [[str(v) for v, b in enumerate(branches) if b == branch] for branch in range(branch_count(test))]
            return [f"{column} IN ({', '.join(values)})" if values else "FALSE" for values in values_of_branches]
        case _:
            raise Invalid(test.attribute.name, "a cut of a number", test)
