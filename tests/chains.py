"""Chains: trees in which every test takes one branch to a leaf, as deep as Python's stack is not."""

from __future__ import annotations

from fractions import Fraction

from dtref.spec.model.attributes import Continuous
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Branch, Leaf, Tree

X = Continuous("x")


def chain(tests: int) -> Tree:
    """x <= 1, else x <= 2, else ... One record, of classes a and b in turn, in each leaf."""
    none, one = Fraction(0), Fraction(1)
    tree: Tree = Leaf((("a", none), ("b", one)), ("b",))
    for i in range(tests, 0, -1):
        cut = Threshold(X, Fraction(i), Fraction(i + 1), Fraction(i))
        label = "ab"[i % 2]
        leaf = Leaf((("a", Fraction(label == "a")), ("b", Fraction(label == "b"))), (label,))
        counts = tuple((c, n + m) for (c, n), (_, m) in zip(leaf.counts, tree.counts, strict=True))
        tree = Branch(counts, tree.labels, cut, (cut,), (leaf, tree))
    return tree
