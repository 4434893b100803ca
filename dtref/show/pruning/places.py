"""The places of a tree's nodes, in time and space linear in the tree: a path is written out only when it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from attrs import evolve, frozen

from dtref.spec.model.branches import condition
from dtref.spec.model.schemes import preorder
from dtref.spec.model.trees import Branch, Tree, children
from dtref.spec.pruning.bottom_up import each_subtree, positions_below

Part = TypeVar("Part")

_LONGEST_PATH = 8
"""The most conditions of a path that text shows: the last ones, so that a chain of 100,000 levels can be explained."""


@frozen(eq=False, repr=False)
class Place:
    """
    The place of a node in its tree.

    node: its position in preorder, from 0. at: the node. above: the place of its parent, from which a branch leads here. level: the number
    of tests above it.
    """

    node: int
    at: Tree
    above: Place | None = None
    branch: int = 0
    level: int = 0

    def below(self, branch: int, node: int, at: Tree) -> Place:
        """The place of a child. Errors: IndexError, as this must be an inner node."""
        if not isinstance(self.at, Branch):
            raise IndexError(branch)
        return Place(node, at, self, branch, self.level + 1)

    @property
    def condition(self) -> str:
        """The condition of the branch that leads here; empty at the root."""
        above = None if self.above is None else self.above.at
        return condition(above.test, self.branch) if isinstance(above, Branch) else ""

    def taken_by(self, node: int, at: Tree) -> Place:
        """The same place, taken by another node."""
        return evolve(self, node=node, at=at)

    def upwards(self) -> Iterator[str]:
        """The conditions of its path, the last one first."""
        place = self
        while place.above is not None:
            yield place.condition
            place = place.above


def places(tree: Tree) -> tuple[Place, ...]:
    """
    The places of all nodes of a tree, in preorder.

    >>> from dtref.spec.model.trees import Leaf
    >>> [place.node for place in places(Leaf((), ("+",)))]
    [0]
    """
    positions = positions_below(tree)

    def child_places(place: Place) -> Iterator[Place]:
        for branch, (position, child) in enumerate(zip(positions[place.node], children(place.at), strict=True)):
            yield place.below(branch, position, child)

    return tuple(preorder(Place(0, tree), child_places))


def last_conditions(place: Place, most: int) -> list[str]:
    """
    The conditions from the root to a node, of a long path the last ones.

    >>> from dtref.spec.model.trees import Leaf
    >>> last_conditions(Place(0, Leaf((), ("+",))), 2)
    []
    """
    return list(islice(place.upwards(), most))[::-1]


def path_text(place: Place) -> str:
    """
    The conditions from the root to a node as text, of a long path the last ones, with its level.

    >>> from dtref.spec.model.trees import Leaf
    >>> path_text(Place(0, Leaf((), ("+",))))
    'all records'
    """
    conditions = last_conditions(place, _LONGEST_PATH)
    beginning = f"[level {place.level}] … and " if place.level > _LONGEST_PATH else ""
    return beginning + " and ".join(conditions) if conditions else "all records"


def below_each(tree: Tree, is_cut: Callable[[int], bool], costs: Sequence[Part], add: Callable[[Sequence[Part]], Part]) -> list[Part]:
    """
    For each node the cost of its children together, each as its subtree is pruned; for a leaf its own cost.

    is_cut: whether the node at a position became a leaf. costs: the cost of each node as a leaf.

    >>> from dtref.spec.model.trees import Leaf
    >>> below_each(Leaf((), ("+",)), lambda i: False, [1], sum)
    [1]
    """
    subtree_costs: list[Part] = list(costs)

    def combine(i: int, node: Tree, parts: Sequence[Part]) -> Part:
        if isinstance(node, Branch):
            subtree_costs[i] = add(parts)
        return costs[i] if is_cut(i) else subtree_costs[i]

    each_subtree(tree, combine)
    return subtree_costs
