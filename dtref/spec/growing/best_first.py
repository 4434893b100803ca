"""Growing best first, or in another order: a recursion scheme like `dtref.spec.model.schemes.unfold`, for a limited number of leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from heapq import heappop, heappush
from typing import TypeVar

from attrs import frozen

from dtref.exact.comparison import compare
from dtref.exact.number import Number
from dtref.spec.growing.node_facts import NodeFacts

Node = TypeVar("Node")
Seed = TypeVar("Seed")
State = TypeVar("State")
Fact = TypeVar("Fact")


class SplitOrder(Enum):
    """Which of the nodes that can be split is split next, where the leaves are limited."""

    IMPROVES_MOST = "best first"
    """The one whose test improves the tree most: its weight times the value."""
    CAME_FIRST = "level by level"
    """The one that came up first: from the root down, and from the first branch to the last."""


@frozen
class EnoughLeaves:
    """
    The reason why a node is a leaf that could be split: as many leaves as a tree may have are made by tests that come first.

    >>> str(EnoughLeaves(4))
    'there are 4 leaves'
    """

    leaves: int

    def __call__(self, _: NodeFacts) -> bool:
        """False: no node tells by itself."""
        return False

    def __str__(self) -> str:
        return f"there are {self.leaves} leaves"


@frozen(eq=False)
class Open:
    """A node that can be split, by its place in the order in which nodes came up; the greatest priority comes first."""

    priority: Number
    place: int

    def __lt__(self, other: Open) -> bool:
        order = compare(self.priority, other.priority)
        return order > 0 or (order == 0 and self.place < other.place)


def unfold_best_first(  # noqa: PLR0913, PLR0917 - a seed, what becomes of it, and how much
    seed: Seed,
    state: State,
    look: Callable[[Seed], Fact],
    priority: Callable[[Fact, int], Number | None],
    expand: Callable[[tuple[Seed, Fact], State], tuple[Callable[[Sequence[Node]], Node], Sequence[Seed], State]],
    leaf: Callable[[tuple[Seed, Fact]], Node],
    choose: Callable[[Sequence[tuple[Seed, Fact]], State], tuple[int, State]],
    leaves: int,
) -> tuple[Node, State]:
    """
    The tree that grows from a seed, and the last state: the seed of the greatest priority is split first, until there are so many leaves.

    look: what is to be known of a seed. priority: how soon it is split, such as by how much that improves the tree, by what is known of it
    and its place in the order in which seeds come up; None where it can't be split. choose: the position of one of several seeds of the
    greatest priority, in that order.

    >>> def halves(seed, state):
    ...     return tuple, (seed[1] // 2, seed[1] // 3), state
    >>> def first(tied, state):
    ...     return 0, state
    >>> unfold_best_first(9, 0, int, lambda n, place: n if n > 1 else None, halves, str, first, 3)[0]
    (('(2, 2)', '(1, 1)'), '(3, 3)')
    """
    seeds = [(seed, look(seed))]
    splits: dict[int, tuple[Callable[[Sequence[Node]], Node], range]] = {}
    waiting: list[Open] = []

    def wait(place: int) -> None:
        value = priority(seeds[place][1], place)
        if value is not None:
            heappush(waiting, Open(value, place))

    wait(0)
    leaf_count = 1
    while waiting and leaf_count < leaves:
        # the nodes of the greatest priority, of which one is chosen
        tied = [heappop(waiting)]
        while waiting and compare(waiting[0].priority, tied[0].priority) == 0:
            tied.append(heappop(waiting))
        i, state = choose([seeds[one.place] for one in tied], state) if len(tied) > 1 else (0, state)
        place = tied.pop(i).place
        for other in tied:
            heappush(waiting, other)
        # its branches
        build, below, state = expand(seeds[place], state)
        splits[place] = build, range(len(seeds), len(seeds) + len(below))
        seeds.extend((child, look(child)) for child in below)
        leaf_count += len(below) - 1
        for child in splits[place][1]:
            wait(child)
    # children come after their parents
    nodes: dict[int, Node] = {}
    for place in reversed(range(len(seeds))):
        if place in splits:
            build, children = splits[place]
            nodes[place] = build([nodes[child] for child in children])
        else:
            nodes[place] = leaf(seeds[place])
    return nodes[0], state
