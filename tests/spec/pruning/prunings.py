"""All prunings of a small tree, written out: the ground that the rules are tested on. Recursion, for small trees only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from attrs import evolve
from narrow import of_kind

from dtref.spec.model.trees import Branch, Leaf, Tree

MOST = 10
"""Leaves of a tree whose prunings are written out."""


def prunings(tree: Tree) -> Iterator[Tree]:
    """Every tree that cutting nodes off can make, the tree itself and its root alone included."""
    if isinstance(tree, Leaf):
        yield tree
        return
    yield Leaf(tree.counts, tree.labels)
    for parts in product(*(list(prunings(child)) for child in tree.children)):
        yield evolve(tree, children=parts)


def leaves(tree: Tree) -> list[Leaf]:
    if isinstance(tree, Leaf):
        return [tree]
    return [leaf for child in tree.children for leaf in leaves(child)]


def cost(tree: Tree, of_leaf: Callable[[Leaf], Any], of_test: Callable[[Branch], Any] = lambda _: 0) -> Any:
    """A cost that adds up over leaves and tests."""
    if isinstance(tree, Leaf):
        return of_leaf(tree)
    return of_test(tree) + sum(cost(child, of_leaf, of_test) for child in tree.children)


def wrong(leaf: Tree) -> Fraction:
    ns = [n for _, n in leaf.counts]
    return sum(ns) - max(ns, default=Fraction(0))


def is_pruning(pruned: Tree, tree: Tree) -> bool:
    if isinstance(pruned, Leaf):
        return (pruned.counts, pruned.labels) == (tree.counts, tree.labels)
    same = isinstance(tree, Branch) and (pruned.counts, pruned.labels, pruned.test) == (tree.counts, tree.labels, tree.test)
    return same and all(is_pruning(p, t) for p, t in zip(pruned.children, of_kind(Branch, tree).children, strict=True))
