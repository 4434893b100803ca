"""What good trees have in common, beside the trees themselves, listed one by one."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import cast

import pytest
from spec.optimal.every_good_tree import Case, answered, generated

from dtref.spec.model.branches import asked, branch_of
from dtref.spec.model.data import DataSet
from dtref.spec.model.tally import Moments
from dtref.spec.model.tests import Multiway
from dtref.spec.model.trees import Branch, Tree, depth, nodes
from dtref.spec.optimal.good_trees import GoodTrees
from dtref.spec.optimal.in_all_trees import importance_range, least_depth, possible_predictions, trees_without
from dtref.spec.optimal.losses import LEAF_ENTROPY


def good(seed: int) -> tuple[Case, GoodTrees, list[Tree]]:
    case = generated(Random(seed))
    trees = answered(case, compiled=False)[1]
    return case, trees, list(trees.trees())


def names(tree: Tree) -> set[str]:
    return {attribute.name for node in nodes(tree) if isinstance(node, Branch) for attribute in asked(node.test)}


def importance(trees: GoodTrees, tree: Tree, name: str) -> Fraction:
    """The mean loss that the tests of an attribute take away, from the counts of the nodes."""
    loss, weight = trees.space.costs.objective.loss, trees.space.costs.weight

    def lost(node: Tree) -> Fraction:
        counts = node.counts
        sums = (counts.n, counts.total, counts.squares) if isinstance(counts, Moments) else tuple(n for _, n in counts)
        return Fraction(str(loss.of(sums)))

    tests = [node for node in nodes(tree) if isinstance(node, Branch) and {a.name for a in asked(node.test)} == {name}]
    return sum((lost(node) - sum(map(lost, node.children)) for node in tests), Fraction(0)) / weight


def labels_given(data: DataSet, tree: Tree, record: int) -> set[object]:
    """The labels of the leaf that a record reaches."""
    cells = dict(zip((a.name for a in data.attributes), data.records[record].values, strict=True))
    while isinstance(tree, Branch):
        (attribute,) = asked(tree.test)
        tree = tree.children[int(branch_of(cast(Multiway, tree.test), cells[attribute.name]))]
    return set(tree.labels)


@pytest.mark.parametrize("seed", range(300, 340))
def test_the_graph_answers_as_the_list(seed: int) -> None:
    case, trees, listed = good(seed)
    if not listed:
        assert trees.number == 0
        return
    assert least_depth(trees) == min(map(depth, listed))
    predicted = possible_predictions(trees)
    for r in range(len(case.data)):
        assert set(predicted[r]) == set().union(*(labels_given(case.data, tree, r) for tree in listed))
    for a, attribute in enumerate(case.data.attributes):
        assert trees_without(trees, a) == sum(attribute.name not in names(tree) for tree in listed)
        if case.objective.loss is not LEAF_ENTROPY:
            each = [importance(trees, tree, attribute.name) for tree in listed]
            assert importance_range(trees, a) == (min(each), max(each))
