"""
SQL for growing: a query for the nodes that each record has reached.

A state is a node and the part of a record that is there; a record that misses a value is in several. In the query, level by level, the
state follows from the one before and the value asked. A record in parts is there once for each part: it is joined with the part's numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

from attrs import frozen

from dtref.engines.from_counts.frontier import DecidedNode, Frontier
from dtref.engines.from_counts.sources.dialects import NumberType
from dtref.errors import Invalid
from dtref.spec.model.attributes import MISSING, Attribute, Continuous, Width, declares
from dtref.spec.model.branches import branch_count, branch_of
from dtref.spec.model.counts import Count
from dtref.spec.model.tests import AxisTest, Side, Threshold

State: TypeAlias = tuple[int, Count]
"""A node, and the part of a record that is there."""


@frozen
class Plan:
    """
    The queries of WITH, in order, for the wanted nodes of a frontier, and its states by number.

    The last one has all records in these states, in parts; its columns are those of the relation, and the state's number as `s`. They stand
    beside each other, as parsers have no room for so many inside each other.
    """

    queries: tuple[str, ...]
    states: tuple[State, ...]


@frozen
class Held:
    """
    The columns of a relation: that of the attribute at position i is `a{i}`.

    columns: the names of all. attributes: in order. numbers: the types of the continuous ones, by name.
    """

    columns: tuple[str, ...]
    attributes: tuple[Attribute, ...]
    numbers: Mapping[str, NumberType]

    def position(self, test: AxisTest) -> int:
        """The position of the attribute that a test asks. Errors: Invalid where there is none of that name, or of another kind."""
        names = [attribute.name for attribute in self.attributes]
        if test.attribute.name not in names:
            raise Invalid("table", f"a column {test.attribute.name!r}, which the tree asks", ", ".join(names) or "none")
        position = names.index(test.attribute.name)
        if isinstance(self.attributes[position], Continuous) != isinstance(test.attribute, Continuous):
            kind = "numbers" if isinstance(test.attribute, Continuous) else "declared values"
            raise Invalid(f"column {test.attribute.name!r}", f"{kind}, as the tree asks", type(self.attributes[position]).__name__.lower())
        return position

    def taken(self, test: AxisTest) -> tuple[str, list[str]]:
        """The column that a test asks, and for each branch the condition that a known value takes it."""
        position = self.position(test)
        return f"a{position}", conditions(test, self.attributes[position], f"a{position}", self.numbers)


def plan(relation: str, frontier: Frontier, held: Held) -> Plan:
    """
    The query for the records of a relation at the wanted nodes.

    >>> plan("SELECT * FROM t", Frontier({}, frozenset({0})), Held(("a0", "y"), (), {})).queries
    ('SELECT a0, y, 0 AS s FROM (SELECT * FROM t) AS t',)
    """
    states: tuple[State, ...] = ((0, 1),)
    columns = ", ".join(held.columns)
    queries = [f"SELECT {columns}, 0 AS s FROM ({relation}) AS t"]
    while any(node in frontier.steps for node, _ in states):
        decided = [(s, part, frontier.steps[node]) for s, (node, part) in enumerate(states) if node in frontier.steps]
        states = tuple(dict.fromkeys(state for _, part, step in decided for state in _after(step, part)))
        parts = range(max(sum(map(bool, step.shares)) for _, _, step in decided))
        cases = " ".join(f"WHEN {s} THEN {_next_state(step, part, states, held, len(parts) > 0)}" for s, part, step in decided)
        numbers = " UNION ALL ".join(f"SELECT {part} AS p" for part in parts)
        joined = level_name(len(queries) - 1) + (f" CROSS JOIN ({numbers}) AS parts" if parts else "")
        after = f"SELECT {columns}, CASE s {cases} END AS after FROM {joined}"
        queries.append(f"SELECT {columns}, after AS s FROM ({after}) AS t WHERE after IS NOT NULL")
    return Plan(tuple(queries), states)


def level_name(level: int) -> str:
    """
    The name of a query of a plan, which no table has.

    >>> level_name(0)
    'dtref_0'
    """
    return f"dtref_{level}"


def _after(step: DecidedNode, part: Count) -> Iterable[State]:
    """The states after a state: of records whose value is known, and of those that miss it."""
    return chain(((node, part) for node in step.below), _shared(step, part))


def _shared(step: DecidedNode, part: Count) -> Iterable[State]:
    return ((node, part * share) for node, share in zip(step.below, step.shares, strict=True) if share)


def _next_state(step: DecidedNode, part: Count, states: Sequence[State], held: Held, parts: bool) -> str:
    """The SQL of the number of the state that follows a state; where records are in parts, of the part whose number is p."""
    column, branches = held.taken(step.test)
    known = [states.index((node, part)) for node in step.below]
    takes = zip(branches, known, strict=True)
    whens = " ".join(f"WHEN {condition} THEN {s}" for condition, s in takes)
    if not parts:
        return f"CASE WHEN {column} IS NULL THEN NULL {whens} END"
    shared = " ".join(f"WHEN {i} THEN {states.index(state)}" for i, state in enumerate(_shared(step, part)))
    missing = f"CASE p {shared} END" if shared else "NULL"
    return f"CASE WHEN {column} IS NULL THEN {missing} WHEN p > 0 THEN NULL {whens} END"


def conditions(test: AxisTest, declared: Attribute, column: str, numbers: Mapping[str, NumberType]) -> list[str]:
    """
    For each branch of a test, the condition that a known value takes it. declared: the attribute as the source has it.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Subset
    >>> x = Nominal("x", ("a", "b", "c"))
    >>> conditions(Subset(x, ("c",), ("a", "b")), x, "a0", {})
    ['a0 IN (2)', 'a0 IN (0, 1)']
    """
    match test:
        case Threshold(attribute=attribute, cut=cut, side=side, width=Width.DECIMAL):
            number_type = numbers[attribute.name]
            return [number_type.at_most(column, cut) if side is Side.AT_MOST else number_type.below(column, cut), "1 = 1"]
        case Threshold(attribute=attribute, lower=lower):  # it compares rounded numbers; no record is between its neighbours
            return [f"{column} <= {numbers[attribute.name].literal(lower)}", "1 = 1"]
        case _ if not isinstance(declared, Continuous):
            branches = [branch_of(test, value) if declares(test.attribute, value) else MISSING for value in declared.values]
            values_of_branches = [[str(v) for v, b in enumerate(branches) if b == branch] for branch in range(branch_count(test))]
            return [f"{column} IN ({', '.join(values)})" if values else "1 = 0" for values in values_of_branches]
        case _:
            raise Invalid(test.attribute.name, "a cut of a number", test)
