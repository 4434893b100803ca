"""SLIQ's pruning: of all trees that its codings can say, written out one by one, none takes fewer bits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import log2
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from many import examples

import dtref
from dtref.errors import Invalid
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.stopping import AtDepth
from dtref.spec.model.data import DataSet
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Branch, Leaf, Tree, children, leaf_count, nodes
from dtref.spec.pruning.sliq_pruning import FULL, PARTIAL, SECOND_PHASE, Fate, SliqCode, sliq_hybrid, sliq_pruning
from dtref.strategies import data_sets

Written = tuple[Any, ...]
"""A pruned tree, written out: its node, what became of it, its branches; of a branch that is gone the class that is told instead."""


def written(node: Tree, code: SliqCode) -> Iterator[Written]:
    """Each tree that a coding can say of a node's subtree."""
    if isinstance(node, Leaf):
        yield node, None
        return
    first, second = (list(written(child, code)) for child in node.children)
    gone = node.labels[0]
    for fate in code.fates:
        match fate:
            case Fate.LEAF:
                yield node, fate
            case Fate.BOTH:
                yield from ((node, fate, a, b) for a, b in product(first, second))
            case Fate.FIRST:
                yield from ((node, fate, a, (node.children[1], gone)) for a in first)
            case Fate.SECOND:
                yield from ((node, fate, (node.children[0], gone), b) for b in second)


def bits(one: Written, code: SliqCode, tests: Counter[str]) -> float:
    """The bits of a written tree, in doubles, read from its root down."""
    node, fate, *parts = one
    wrong = {label: float(sum(n for _, n in node.counts) - n) for label, n in node.counts}
    if isinstance(fate, str):  # gone: its records get the class above
        return wrong[fate]
    if not parts:
        return {FULL: 1.0, PARTIAL: 2.0, SECOND_PHASE: 0.0}[code] + wrong[node.labels[0]]
    test = 1.0 if isinstance(node.test, Threshold) else log2(tests[node.test.attribute.name])
    return {FULL: 1.0, PARTIAL: 2.0, SECOND_PHASE: log2(3)}[code] + test + sum(bits(part, code, tests) for part in parts)


def same(one: Written, tree: Tree) -> bool:
    """Whether a written tree is that tree."""
    node, fate, *parts = one
    if isinstance(fate, str):
        return tree == Leaf(node.counts, (fate,))
    if not parts:
        return tree == Leaf(node.counts, node.labels, getattr(tree, "optima", ())) or tree is node
    return isinstance(tree, Branch) and tree.test == node.test and all(map(same, parts, tree.children))


@examples(14)
@given(data=data_sets(max_records=10, kinds=("continuous", "nominal"), max_attributes=2))
def test_no_tree_takes_fewer_bits(data: DataSet) -> None:
    tree = grow(data, evolve(dtref.CART, stop=(*dtref.CART.stop, AtDepth(3))))
    tests = Counter[str](node.test.attribute.name for node in nodes(tree) if isinstance(node, Branch))  # type: ignore[union-attr]
    for code in (FULL, PARTIAL, SECOND_PHASE):
        every = [(bits(one, code, tests), one) for one in written(tree, code)]
        least, pruned = min(b for b, _ in every), sliq_pruning(tree, code)
        assert float(pruned.bits) == pytest.approx(least, abs=1e-9)
        assert any(same(one, pruned.tree) for b, one in every if b < least + 1e-9)
        assert all(
            fate.best == tuple(f for f, b in fate.bits if float(b) < min(float(c) for _, c in fate.bits) + 1e-9) for fate in pruned.fates
        )


@examples(10)
@given(data=data_sets(max_records=10, kinds=("continuous", "nominal"), max_attributes=2))
def test_a_branch_that_goes_keeps_its_records_and_gets_the_class_above(data: DataSet) -> None:
    tree = grow(data, dtref.CART)
    for pruned in (sliq_pruning(tree, PARTIAL).tree, sliq_hybrid(tree).tree):
        assert leaf_count(pruned) <= leaf_count(tree)
        assert pruned.counts == tree.counts
        for node in nodes(pruned):
            if isinstance(node, Branch):
                of_branches = [dict(child.counts) for child in children(node)]
                assert all(n == sum(counts[label] for counts in of_branches) for label, n in node.counts)
    assert leaf_count(sliq_hybrid(tree).tree) <= leaf_count(sliq_pruning(tree, FULL).tree)


def test_what_is_no_such_tree() -> None:
    numbers = dtref.from_arrays([[1], [2], [4]], [1, 2, 3], target="t", continuous=["t"])
    with pytest.raises(Invalid, match="one of classes"):
        sliq_pruning(grow(numbers, dtref.REGRESSION_TREE))
    three = dtref.parse_csv("x,y\na,p\nb,q\nc,p\n", target="y")
    with pytest.raises(Invalid, match="tests of two branches"):
        sliq_pruning(grow(three, dtref.ID3))
