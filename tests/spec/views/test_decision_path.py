"""Decision paths: each test on the way asked again by its condition, shares by sending records down one node at a time."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from chains import chain
from hypothesis import assume, given
from hypothesis import strategies as st
from narrow import axis_test

import dtref
from dtref.errors import Invalid
from dtref.spec.growing.hunt import grow
from dtref.spec.model.branches import branch_of
from dtref.spec.model.data import DataSet
from dtref.spec.model.prediction import prediction
from dtref.spec.model.trees import Branch, Leaf, children, nodes
from dtref.spec.presets import C45_GAIN, CART, ID3
from dtref.spec.pruning.records_at_nodes import reaching
from dtref.spec.views.decision_path import apply, decision_path, leaf_numbers, passed_line, path_finder
from dtref.spec.views.shape import parity
from dtref.strategies import data_sets


@given(data_sets(max_records=8), st.sampled_from((ID3, CART)))
def test_each_branch_taken_is_the_one_whose_values_the_record_has(data: DataSet, policy: dtref.Policy) -> None:
    tree = grow(data, policy)
    path_of = path_finder(tree, data.attributes)
    for record in data:
        path = path_of(record)
        assert path[0].node is tree
        assert all(passed.share == 1 for passed in path)
        for passed, following in pairwise(path):
            ((branch, share),) = passed.branches
            test = axis_test(passed.node.test)  # type: ignore[union-attr]
            assert share == 1
            assert branch == branch_of(test, record.values[data.column(test.attribute.name)])
            assert following.node is children(passed.node)[branch]
        assert isinstance(path[-1].node, Leaf)
        assert path[-1].conditions == ()


@given(data_sets(max_records=7, missing=True, weights="fractions"))
def test_shares_times_weights_are_the_records_that_reach_each_node(data: DataSet) -> None:
    tree = grow(data, C45_GAIN)
    path_of = path_finder(tree, data.attributes)
    counts = [Fraction(0)] * len(list(nodes(tree)))
    for record in data:
        path = path_of(record)
        assert sum(p.share for p in path if isinstance(p.node, Leaf)) == 1
        assert all(sum(share for _, share in p.branches) == p.share for p in path if isinstance(p.node, Branch))
        for passed in path:
            counts[passed.number] += passed.share * record.weight
    assert counts == [sum((part for _, part in parts), Fraction(0)) for parts in reaching(tree, data)]


@given(data_sets(max_records=8, missing=True))
def test_numbers_name_the_same_leaves(data: DataSet) -> None:
    assume(len(data))
    tree = grow(data, C45_GAIN)
    in_order = list(nodes(tree))
    leaves = [node for node in in_order if isinstance(node, Leaf)]
    for record in data:
        by_name = dict(zip((a.name for a in data.attributes), record.values, strict=True))
        among_all = [(id(in_order[i]), share) for i, share in apply(tree, by_name).items()]
        assert among_all == [(id(leaves[i]), share) for i, share in leaf_numbers(tree, by_name).items()]
        shares = [(p.node, p.share) for p in decision_path(tree, by_name) if isinstance(p.node, Leaf)]
        assert dtref.predict(tree, by_name).labels == prediction(shares).labels


def test_a_line_says_what_is_taken() -> None:
    path = decision_path(grow(parity(2), ID3), {"x1": "False", "x2": "True"})
    assert list(map(passed_line, path)) == ["node 0: x1 = False", "node 1: x2 = True", "node 3: leaf"]


def test_what_can_not_be_answered_is_refused() -> None:
    tree = grow(parity(2), ID3)
    with pytest.raises(Invalid, match="a value of 'x2'"):
        decision_path(tree, {"x1": "True"})
    with pytest.raises(Invalid, match="x1"):
        apply(tree, {"x1": None, "x2": "True"})


def test_a_path_of_many_thousand_nodes() -> None:
    """In a chain each test takes two numbers: itself and the leaf to its left."""
    tree, deep = chain(5000), 4321
    path = decision_path(tree, {"x": deep})
    assert [p.number for p in path] == [*range(0, 2 * deep, 2), 2 * deep - 1]
    assert leaf_numbers(tree, {"x": deep}) == {deep - 1: 1}
    assert apply(tree, {"x": 5001}) == {10000: 1}
