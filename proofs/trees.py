"""Small trees to go through, and every pruning of one: for theorems by exhaustion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from attrs import evolve

from dtref.spec.model.attributes import Nominal
from dtref.spec.model.counts import add_counts, majority
from dtref.spec.model.tests import Multiway
from dtref.spec.model.trees import Branch as Inner
from dtref.spec.model.trees import Leaf, Tree, children
from dtref.spec.pruning.bottom_up import as_leaf

Shape: TypeAlias = "tuple[Shape, ...]"
"""A leaf (), or the shapes below a test with two branches."""

CLASSES = ("-", "+")
ASKED = Multiway(Nominal("x", ("a", "b")))


def shapes(leaves: int) -> list[Shape]:
    """
    Every binary tree with so many leaves.

    >>> [len(shapes(n)) for n in (1, 2, 3, 4)]
    [1, 1, 2, 5]
    """
    if leaves == 1:
        return [()]
    return [pair for i in range(1, leaves) for pair in product(shapes(i), shapes(leaves - i))]


def tree_of(shape: Shape, counts: Sequence[tuple[int, ...]]) -> Tree:
    """The tree of a shape, its leaves from left to right with these class counts."""
    rest = iter(counts)

    def made(part: Shape) -> Tree:
        if not part:
            return Leaf(*_held(next(rest)))
        below = tuple(map(made, part))
        sums = add_counts((tuple(n for _, n in node.counts) for node in below), len(CLASSES))
        return Inner(*_held(sums), ASKED, (ASKED,), below)

    return made(shape)


def _held(counts: Sequence[int | Fraction]) -> tuple[tuple[tuple[str, Fraction], ...], tuple[str, ...]]:
    tally = tuple(zip(CLASSES, map(Fraction, counts), strict=True))
    return tally, tuple(CLASSES[i] for i in majority(counts))


def trees(leaves: int, counts: Sequence[tuple[int, int]]) -> Iterator[Tree]:
    """Every binary tree with so many leaves, each with one of these class counts."""
    yield from (tree_of(shape, chosen) for shape in shapes(leaves) for chosen in product(counts, repeat=leaves))


def prunings(tree: Tree) -> list[Tree]:
    """
    Every tree that is left when subtrees are made leaves, the tree itself included.

    >>> len(prunings(tree_of((((), ()), ()), ((1, 0), (0, 1), (2, 0)))))
    3
    """
    below = product(*map(prunings, children(tree)))
    return [as_leaf(tree), *(evolve(tree, children=parts) for parts in below if isinstance(tree, Inner))]
