"""
The decided part of a tree that is being grown, and the nodes of it that each record has reached.

A record goes from the root through the decided tests; where it misses the value, it goes on in parts, by the shares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from dtref.spec.model.attributes import Cell, Missing
from dtref.spec.model.branches import branch_for
from dtref.spec.model.counts import Count
from dtref.spec.model.schemes import by_level, walk
from dtref.spec.model.tests import AxisTest


@frozen
class DecidedNode:
    """A decided node: its test, the nodes of its branches, and the share that each gets of a record that misses the value."""

    test: AxisTest
    below: tuple[int, ...]
    shares: tuple[Count, ...]


@frozen
class Frontier:
    """The decided nodes by number, 0 the root, and the numbers of those whose AVC sets are wanted. All other nodes are leaves."""

    steps: Mapping[int, DecidedNode]
    wanted: frozenset[int]

    def levels(self) -> Iterator[Sequence[int]]:
        """The numbers of the nodes, level by level."""
        return by_level(0, lambda node: self.steps[node].below if node in self.steps else ())


def reached_nodes(frontier: Frontier, values: Sequence[Cell], position: Mapping[str, int]) -> list[tuple[int, Count]]:
    """
    The wanted nodes that a record with these values reaches, each with its part of the record. position: of an attribute's value.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import MISSING, Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> third = Fraction(1, 3)
    >>> frontier = Frontier({0: DecidedNode(Multiway(Nominal("x", ("a", "b"))), (1, 2), (third, 1 - third))}, frozenset({1, 2}))
    >>> reached_nodes(frontier, ["b"], {"x": 0}), reached_nodes(frontier, [MISSING], {"x": 0})
    ([(2, 1)], [(1, Fraction(1, 3)), (2, Fraction(2, 3))])
    """

    def next_nodes(node: int, part: Count) -> Sequence[tuple[int, Count]]:
        step = frontier.steps.get(node)
        if step is None:
            return ()
        branch = branch_for(step.test, lambda attribute: values[position[attribute.name]])
        if isinstance(branch, Missing):
            return [(child, part * share) for child, share in zip(step.below, step.shares, strict=True) if share]
        return [(step.below[branch], part)]

    start: Count = 1
    return [(node, part) for node, part in walk(0, start, next_nodes) if node not in frontier.steps and node in frontier.wanted]
