"""The tie closure where records are in parts: what is counted is what can be listed."""

from __future__ import annotations

from collections.abc import Hashable

import pytest
from attrs import evolve
from hypothesis import given

from dtref.spec.growing.hunt import Hunt, Node, hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import count_partitions, count_trees, trees
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Branch, Gap, Tree
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.presets import C45_GAIN, CART, ID3
from dtref.strategies import data_sets

POLICIES = (
    C45_GAIN,
    evolve(ID3, name="ID3, fractions", missing=keep_missing, gap=Gap.FRACTIONS),
    evolve(CART, name="CART, heaviest", missing=keep_missing, gap=Gap.HEAVIEST),
)


def partition(recursion: Hunt, tree: Tree, node: Node) -> Hashable:
    """The recursive partition of the training records: a leaf is its records, an inner node the set of its children's."""
    if not isinstance(tree, Branch):
        return node.rows, node.parts
    below = zip(tree.children, recursion.children(node, tree.labels, tree.test), strict=True)
    return frozenset(partition(recursion, child, part) for child, part in below if part.rows)


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
