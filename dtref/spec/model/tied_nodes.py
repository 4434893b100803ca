"""The nodes of a tree at which something else was as good (golden/TIES.md)."""

from __future__ import annotations

from dtref.spec.model.optima import count_tests
from dtref.spec.model.trees import Branch, Leaf, Surrogates, Tree, nodes


def tied_nodes(tree: Tree) -> int:
    """
    The number of nodes at which two or more candidates were optimal, or a leaf was as good as one.

    >>> from dtref.spec.model.trees import Leaf
    >>> tied_nodes(Leaf((), ()))
    0
    """
    return sum(count_endings(node) > 1 for node in nodes(tree))


def count_endings(node: Tree) -> int:
    """
    The number of ways to go on at a node that are as good: its optima, and the leaf where that is one; 1 of other leaves.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> count_endings(Leaf((), ())), count_endings(Leaf((), (), (Multiway(Nominal("x", ("a", "b"))),)))
    (1, 2)
    """
    return count_tests(node.optima) + (isinstance(node, Leaf) or node.or_leaf)


def tied_surrogates(tree: Tree) -> int:
    """
    The number of inner nodes whose surrogates were chosen among others that are as good.

    >>> tied_surrogates(Leaf((), ()))
    0
    """
    return sum(isinstance(node, Branch) and isinstance(node.gap, Surrogates) and node.gap.others > 0 for node in nodes(tree))
