"""Importances by impurity: from each record's own way down, and bounds against the list of all trees."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from narrow import defined

import dtref
from dtref.engines.filter.unbeaten import unbeaten
from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.number import Number
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import count_trees, trees
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Leaf, Tree, nodes, squared_error
from dtref.spec.presets import C45, CART, CART_SURROGATES, ID3, OBLIQUE, REGRESSION_TREE, RPART
from dtref.spec.split.impurity import Impurity, entropy, gini, misclassification_error, variance
from dtref.spec.split.square_roots import dkm
from dtref.spec.views.impurity_importance import (
    impurity_importance_bounds,
    impurity_importances,
    normalised_impurity_importance_bounds,
    normalised_impurity_importances,
)
from dtref.spec.views.shape import parity
from dtref.strategies import data_sets

every_policy = pytest.mark.parametrize("policy", [ID3, CART, RPART], ids=lambda p: p.name)
both_bounds: list[tuple[Callable[..., object], Callable[..., object]]] = [
    (impurity_importances, impurity_importance_bounds),
    (normalised_impurity_importances, normalised_impurity_importance_bounds),
]
MOST = 60


def error_of(tree: Tree) -> Fraction:
    """The weight of the records outside the largest class of their leaf, leaf by leaf."""
    return sum(
        (sum(n for _, n in leaf.counts) - max(n for _, n in leaf.counts) for leaf in nodes(tree) if isinstance(leaf, Leaf)), Fraction(0)
    )


@given(data_sets(max_records=8, weights="fractions"))
def test_what_errors_the_tests_save_is_what_the_tree_saves(data: DataSet) -> None:
    assume(len(data))
    tree = grow(data, CART)
    n = sum(record.weight for record in data)
    saved = error_of(Leaf(tree.counts, tree.labels)) - error_of(tree)
    assert sum(defined(impurity_importances(tree, data.attributes, misclassification_error)).values()) == saved / n


def with_numbers(data: DataSet) -> DataSet:
    """The position of its class as the target of each record."""
    records = [Record(r.values, Fraction(data.classes.index(str(r.label))), r.weight) for r in data]
    return DataSet(data.attributes, Continuous(data.target.name), records)


@given(data_sets(max_records=8, weights="fractions").map(with_numbers))
def test_what_variance_the_tests_take_off_is_what_the_tree_explains(data: DataSet) -> None:
    assume(len(data))
    tree = grow(data, REGRESSION_TREE)
    n = sum(record.weight for record in data)
    saved = squared_error(Leaf(tree.counts, tree.labels)) - squared_error(tree)
    assert sum(defined(impurity_importances(tree, data.attributes, variance)).values()) == saved / n


@pytest.mark.parametrize(("of_tree", "bounds"), both_bounds, ids=["sums", "shares"])
@every_policy
@given(data=data_sets(max_records=7, max_attributes=3), impurity=st.sampled_from((gini, entropy, misclassification_error)))
def test_bounds_are_those_of_the_list_of_all_trees(
    policy: Policy, of_tree: Callable[..., object], bounds: Callable[..., object], data: DataSet, impurity: Impurity
) -> None:
    assume(count_trees(data, policy) <= MOST)
    every = [of_tree(tree, data.attributes, impurity) for tree in trees(data, policy)]
    over_all = bounds(data, policy, impurity)
    if any(isinstance(one, Undefined) for one in every):
        assert isinstance(over_all, Undefined)
        return
    for attribute in data.attributes:
        values: list[Number] = [one[attribute.name] for one in every]  # type: ignore[index]
        assert over_all[attribute.name] == (min(values), max(values))  # type: ignore[index]


@given(data_sets(max_records=7, weights="fractions"))
def test_neither_the_scale_of_weights_nor_the_filter_changes_them(data: DataSet) -> None:
    assume(len(data))
    scaled = DataSet(data.attributes, data.target, [Record(r.values, r.label, 10**9 * r.weight) for r in data])
    bounds = impurity_importance_bounds(data, CART, gini)
    assert bounds == impurity_importance_bounds(scaled, CART, gini) == impurity_importance_bounds(data, CART, gini, keep=unbeaten)
    shares = normalised_impurity_importance_bounds(data, CART, gini)
    assert shares == normalised_impurity_importance_bounds(data, CART, gini, keep=unbeaten)


def test_one_attribute_asked_twice_gets_both_parts() -> None:
    """By hand: 1/2 of the impurity 1/2 at the root, of a share of 3/4."""
    data = DataSet((Continuous("x"),), Nominal("c", ("a", "b")), [Record((Fraction(i),), c) for i, c in enumerate("abaa")])
    assert impurity_importances(grow(data, CART), data.attributes, gini) == {"x": Fraction(3, 8)}


def test_the_trillions_of_trees_of_parity_are_bounded_without_listing_them() -> None:
    data = parity(6)
    assert dtref.count_trees(data, ID3) > 10**13
    assert dtref.impurity_importance_bounds(data, ID3, gini) == {a.name: (0, Fraction(1, 2)) for a in data.attributes}


def test_past_the_budget_nothing_is_decided() -> None:
    with pytest.raises(Undecided, match="size of the tie closure"):
        impurity_importance_bounds(parity(4), ID3, gini, budget=10)


def test_surrogates_earn_nothing() -> None:
    rows = [("1", "u", "a"), ("2", "u", "a"), ("3", "v", "b"), ("4", "v", "b"), (None, "v", "b")]
    records = [Record((dtref.MISSING if x is None else Fraction(x), k), c) for x, k, c in rows]
    data = DataSet((Continuous("x"), Nominal("k", ("u", "v"))), Nominal("c", ("a", "b")), records)
    tree = grow(data, CART_SURROGATES)
    for attribute, share in defined(normalised_impurity_importances(tree, data.attributes, gini)).items():
        asked = {a.name for node in nodes(tree) if isinstance(node, dtref.Branch) for a in [node.test.attribute]}  # type: ignore[union-attr]
        assert (share > 0) == (attribute in asked)
    assert sum(defined(impurity_importances(grow(data, C45), data.attributes, gini)).values()) == Fraction(12, 25)


def test_what_has_no_importances_is_refused() -> None:
    data = parity(2)
    tree = grow(data, ID3)
    with pytest.raises(Invalid, match="one of classes"):
        impurity_importances(tree, data.attributes, variance)
    with pytest.raises(Invalid, match="'x2', which the tree asks"):
        impurity_importances(tree, data.attributes[:1], gini)
    points = [
        Record((Fraction(x), Fraction(y)), c) for x, y, c in [(0, 3, "a"), (3, 0, "a"), (1, 1, "a"), (1, 3, "b"), (3, 1, "b"), (2, 2, "b")]
    ]
    plane = DataSet((Continuous("x"), Continuous("y")), Nominal("c", ("a", "b")), points)
    with pytest.raises(Invalid, match="a test of one attribute"):
        impurity_importances(grow(plane, OBLIQUE), plane.attributes, gini)


@pytest.mark.parametrize(("importances", "bounds"), both_bounds)
def test_an_impurity_of_two_classes_is_refused_for_three_whatever_the_tests(
    importances: Callable[..., object], bounds: Callable[..., object]
) -> None:
    three = Nominal("c", ("a", "b", "c"))
    for labels in ("aa", "ab", "abc"):
        data = DataSet((Continuous("x"),), three, [Record((Fraction(i),), label) for i, label in enumerate(labels)])
        with pytest.raises(Invalid, match=r"^dkm: expected counts of two classes \(got 3\)$"):
            importances(grow(data, CART), data.attributes, dkm)
        with pytest.raises(Invalid, match=r"^dkm: expected counts of two classes \(got 3\)$"):
            bounds(data, CART, dkm)
