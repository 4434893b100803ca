"""
The trees that growing up to a number of leaves can make: all choices among tied tests, surrogates that are as good, and nodes that come as
soon.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from attrs import frozen

from dtref.errors import Undecided
from dtref.exact.comparison import argmax_set
from dtref.exact.number import Number
from dtref.spec.growing.best_first import SplitOrder
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import Decision
from dtref.spec.growing.priority import priority
from dtref.spec.model.optima import list_tests
from dtref.spec.model.schemes import preorder
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Gap, GapRule

NodePlace = tuple[int, ...]
"""The branches from the root to a node."""


@frozen(eq=False)
class PartlyGrown:
    """
    A tree by its inner nodes, by place, each with its test and rule for missing values, and its leaves: the nodes that may be split further
    with how much that improves the tree, or another number where the order is that of the nodes.
    """

    inner: Mapping[NodePlace, tuple[Node, Test, GapRule]]
    leaves: Mapping[NodePlace, tuple[Node, Number | None]]

    @property
    def key(self) -> Hashable:
        """What tells it from other trees."""
        return frozenset((place, test, gap) for place, (_, test, gap) in self.inner.items())

    def partition(self) -> Hashable:
        """The recursive partition of the records: a leaf is its records, an inner node its records and the set of its children's."""
        parts: dict[NodePlace, Hashable] = {place: frozenset([(node.rows, node.parts)]) for place, (node, _) in self.leaves.items()}
        for place in sorted(self.inner, key=len, reverse=True):
            below = [part for other, part in parts.items() if other[:-1] == place and len(other) == len(place) + 1]
            node = self.inner[place][0]
            parts[place] = node.rows, node.parts, frozenset(below)
        return parts[()]


def trees_best_first(recursion: Hunt, leaves: int, budget: int) -> tuple[PartlyGrown, ...]:
    """
    Every tree that a recursion can grow up to a number of leaves, in its policy's order, each once. Errors: Undecided past the budget, in
    trees on the way.

    >>> from attrs import evolve
    >>> from dtref.spec.growing.hunt import hunt
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> [len(trees_best_first(hunt(parity(2), evolve(CART, most_leaves=n)), n, 99)) for n in (2, 3, 4)]
    [2, 4, 2]
    """
    seen: set[Hashable] = set()

    @cache
    def decided(node: Node) -> tuple[Decision, Number | None]:
        decision = recursion.decide(node)
        return decision, priority(recursion.policy, decision, 0)

    def grown_by_one(tree: PartlyGrown) -> Iterator[PartlyGrown]:
        """The trees with one test more, where the priority is greatest."""
        open_leaves = [(place, value) for place, (_, value) in tree.leaves.items() if value is not None]
        if not open_leaves or len(tree.leaves) >= leaves:
            return
        for place in first_places(open_leaves):
            node, _ = tree.leaves[place]
            decision, _ = decided(node)
            others = {other: leaf for other, leaf in tree.leaves.items() if other != place}
            for test, gap in choices_at(node, decision):
                children = recursion.children(node, decision.labels, test, gap)
                below = {(*place, i): (child, decided(child)[1]) for i, child in enumerate(children)}
                larger = PartlyGrown({**tree.inner, place: (node, test, gap)}, {**others, **below})
                if larger.key not in seen:
                    seen.add(larger.key)
                    yield larger
                if len(seen) > budget:
                    raise Undecided(f"number of trees grown {recursion.policy.split_first.value}", f"{budget} trees", 1)

    def first_places(open_leaves: Sequence[tuple[NodePlace, Number]]) -> Iterable[NodePlace]:
        """Where the next test may be: the places of the greatest improvement, or the first one of the highest level."""
        if recursion.policy.split_first is SplitOrder.CAME_FIRST:
            return [min((place for place, _ in open_leaves), key=lambda place: (len(place), place))]
        return (place for place, _ in argmax_set(open_leaves, lambda pair: pair[1]))

    def choices_at(node: Node, decision: Decision) -> Iterator[tuple[Test, GapRule]]:
        """The optima at a node, each with every rule for missing values that is as good."""
        for test in list_tests(decision.optima):
            rules = recursion.gap_rules(node, test)
            for rule in (rules,) if isinstance(rules, Gap) else rules.each():
                yield test, rule

    root = recursion.root()
    ends = preorder(PartlyGrown({}, {(): (root, decided(root)[1])}), grown_by_one)
    return tuple(tree for tree in ends if len(tree.leaves) >= leaves or all(value is None for _, value in tree.leaves.values()))
