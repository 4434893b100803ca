"""The inner nodes of a tree, each at the step of Hunt's recursion that decides it, and how tests part the records there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TypeAlias

from attrs import frozen
from toolz import groupby

from dtref.errors import Undefined
from dtref.exact.number import Number
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import Decision
from dtref.spec.growing.routing import Part, router
from dtref.spec.growing.ties import count_endings
from dtref.spec.model.attributes import ABSENT, MISSING
from dtref.spec.model.branches import branch_count
from dtref.spec.model.counts import Counts, Weighted, statistic
from dtref.spec.model.optima import EverySubset, Optima, groupings
from dtref.spec.model.schemes import walk
from dtref.spec.model.tests import Subset, Test
from dtref.spec.model.trees import Branch, Leaf, Tree
from dtref.spec.split.candidates import Split

RecordsApart: TypeAlias = frozenset[tuple[Part, ...]]
"""How a test parts the records of a node: those of each branch that some take, and how much of each."""


@frozen(eq=False, slots=False)
class AskedNode:
    """
    An inner node of a tree. node: its records, as the recursion has them. path: the branches taken from the root, counted from 0. tied: how
    many tests, with a leaf where it is one of them, are as good.
    """

    recursion: Hunt
    node: Node
    test: Test
    path: tuple[int, ...]
    tied: int = 1

    @cached_property
    def apart(self) -> RecordsApart:
        """How its own test parts its records."""
        return apart(self.recursion, self.node, self.test)

    @cached_property
    def decision(self) -> Decision:
        """What the recursion decides here."""
        return self.recursion.decide(self.node)

    @property
    def size(self) -> int:
        """The number of its records."""
        return len(self.node.rows)

    @cached_property
    def counts(self) -> Counts:
        """Its class counts, or moments."""
        return statistic(self.recursion.columns, self.node.records)


def asked_nodes(recursion: Hunt, tree: Tree) -> Iterator[AskedNode]:
    """
    The inner nodes of a tree in preorder, each with the records that its tests send there.

    >>> from dtref.spec.growing.hunt import grow, hunt
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> [(at.path, at.node.rows) for at in asked_nodes(hunt(parity(2), CART), grow(parity(2), CART))]
    [((), (0, 1, 2, 3)), ((0,), (0, 1)), ((1,), (2, 3))]
    """

    def below(branch: Tree, at: tuple[Node, tuple[int, ...]]) -> Iterable[tuple[Tree, tuple[Node, tuple[int, ...]]]]:
        if isinstance(branch, Leaf):
            return ()
        node, path = at
        nodes = recursion.children(node, branch.labels, branch.test, branch.gap)
        return ((child, (below, (*path, i))) for i, (child, below) in enumerate(zip(branch.children, nodes, strict=True)))

    at_root: tuple[Node, tuple[int, ...]] = recursion.root(), ()
    for branch, (node, path) in walk(tree, at_root, below):
        if isinstance(branch, Branch):
            yield AskedNode(recursion, node, branch.test, path, count_endings(branch))


def apart(recursion: Hunt, node: Node, test: Test) -> RecordsApart:
    """
    How a test parts the records of a node, those that miss its value as the policy says.

    >>> from dtref.spec.growing.hunt import hunt
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> recursion = hunt(parity(1), CART)
    >>> sorted(apart(recursion, recursion.root(), recursion.decide(recursion.root()).optima[0]))
    [((0, 1),), ((1, 1),)]
    """
    return frozenset(tuple(parts) for parts in recursion.distribute(node, test) if parts)


def parts_so(recursion: Hunt, node: Node, optima: Optima, wanted: RecordsApart) -> tuple[Optima, Optima]:
    """
    The optima that part the records of a node in the way wanted, and those that part them in another; a symbolic member, of all groupings
    of more than two values, is among both where one of its groupings is the one wanted.

    >>> from dtref.spec.growing.hunt import hunt
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> recursion = hunt(parity(2), CART)
    >>> first, second = (root := recursion.root(), recursion.decide(recursion.root()))[1].optima
    >>> parts_so(recursion, root, (first, second), apart(recursion, root, first)) == ((first,), (second,))
    True
    """
    same: list[Test | EverySubset] = []
    other: list[Test | EverySubset] = []
    for optimum in optima:
        if isinstance(optimum, EverySubset):
            so = any(apart(recursion, node, test) == wanted for test in _grouping_that(recursion, optimum, wanted))
            if so:
                same.append(optimum)
            if not so or groupings(len(optimum.present)) > 1:
                other.append(optimum)
        else:
            (same if apart(recursion, node, optimum) == wanted else other).append(optimum)
    return tuple(same), tuple(other)


def _grouping_that(recursion: Hunt, every: EverySubset, wanted: RecordsApart) -> Iterator[Test]:
    """The one grouping of all that might part the records as wanted: the values that some part of them has, against the others."""
    column = recursion.training.column(every.attribute.name)
    codes, levels = recursion.columns.codes[column], recursion.columns.levels[column]
    one_side = {levels[codes[r]] for r, _ in next(iter(wanted), ()) if codes[r] != ABSENT}
    left, right = (tuple(v for v in every.present if (v in one_side) is side) for side in (True, False))
    if left and right:
        yield Subset(every.attribute, left, right, every.absent)


def split_at(recursion: Hunt, node: Node, test: Test) -> tuple[Split, Counts]:
    """
    The counts of each branch of a test at a node, of the records that know its value, and those of the records that miss it.

    >>> from dtref.spec.growing.hunt import hunt
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> recursion = hunt(parity(1), CART)
    >>> split_at(recursion, recursion.root(), recursion.decide(recursion.root()).optima[0])
    (((0, 1), (1, 0)), (0, 0))
    """
    branch, parts = router(recursion.columns, test), node.parts or (1,) * len(node.rows)
    takers = groupby(lambda pair: branch(pair[0]), zip(node.rows, parts, strict=True))

    def counts(key: object) -> Counts:
        some = takers.get(key, [])
        return statistic(recursion.columns, Weighted(tuple(r for r, _ in some), tuple(part for _, part in some)))

    return tuple(counts(b) for b in range(branch_count(test))), counts(MISSING)


def value_of(recursion: Hunt, node: Node, test: Test) -> Number | Undefined:
    """
    The policy's criterion for a test at a node.

    >>> from dtref.spec.growing.hunt import hunt
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> recursion = hunt(parity(1), CART)
    >>> value_of(recursion, recursion.root(), recursion.decide(recursion.root()).optima[0])
    Fraction(1, 2)
    """
    split, missing = split_at(recursion, node, test)
    return recursion.policy.criterion(statistic(recursion.columns, node.records), split, missing if any(missing) else None)
