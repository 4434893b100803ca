"""The tie closure where records are in parts: what is counted is what can be listed."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given

from dtref.spec.growing.hunt import Hunt, Node, hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import count_partitions, count_trees, trees
from dtref.spec.model.attributes import MISSING, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Branch, Gap, Tree
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.presets import C45_GAIN, CART, ID3
from dtref.spec.programs.rpart import rpart
from dtref.strategies import data_sets

POLICIES = (
    C45_GAIN,
    evolve(ID3, name="ID3, fractions", missing=keep_missing, gap=Gap.FRACTIONS),
    evolve(CART, name="CART, heaviest", missing=keep_missing, gap=Gap.HEAVIEST),
    evolve(rpart(usesurrogate=0, maxsurrogate=0, minsplit=2, minbucket=1, cp=0), name="rpart, records stay", pruning=()),
)


def partition(recursion: Hunt, tree: Tree, node: Node) -> Hashable:
    """The recursive partition of the training records: a leaf is its records, an inner node also the set of its children's."""
    if not isinstance(tree, Branch):
        return node.rows, node.parts
    below = zip(tree.children, recursion.children(node, tree.labels, tree.test), strict=True)
    return node.rows, node.parts, frozenset(partition(recursion, child, part) for child, part in below if part.rows)


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
@given(data=data_sets(missing=True, max_records=5, max_attributes=3))
def test_trees_and_partitions_are_as_many_as_can_be_listed(policy: Policy, data: DataSet) -> None:
    number = count_trees(data, policy)
    if number > 60:
        return
    recursion = hunt(data, policy)
    listed = list(trees(data, policy))
    assert len(listed) == len(set(listed)) == number
    assert count_partitions(data, policy) == len({partition(recursion, tree, recursion.root()) for tree in listed})


def test_partitions_differ_by_the_record_that_stays() -> None:
    """By x the third record goes on and the fourth stays at the root, by y the other way; z, which both miss, leaves the same leaves."""
    rows = ((0, 0, 0, "p"), (0, 0, 1, "q"), (0, None, None, "p"), (None, 0, None, "p"), (1, 1, None, "s"), (1, 1, None, "s"))
    records = [Record(tuple(MISSING if x is None else Fraction(x) for x in cells), label) for *cells, label in rows]
    data = DataSet((Continuous("x"), Continuous("y"), Continuous("z")), Nominal("class", ("p", "q", "s")), records)
    for policy in (POLICIES[-1], evolve(POLICIES[-1], most_leaves=3)):
        assert (count_trees(data, policy), count_partitions(data, policy)) == (2, 2)
