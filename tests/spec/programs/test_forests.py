"""Policies of R's forests: what their parameters do, and what is refused by name."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtref
from dtref.errors import Invalid
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.counts import CountTable
from dtref.spec.split.criteria import gini_reduction, variance_reduction
from dtref.spec.split.forest_groups import CutsOfDeclaredOrder, GroupsByBits


@pytest.mark.parametrize(
    ("program", "parameters", "message"),
    [
        (dtref.ranger, {"treetype": "Survival"}, "ranger, treetype: expected one of Classification, Regression, Probability estimation"),
        (dtref.ranger, {"splitrule": "maxstat"}, "ranger, splitrule: expected one of gini, hellinger, extratrees"),
        (dtref.ranger, {"splitrule": "gini", "treetype": "Regression"}, "ranger, splitrule: expected one of variance, extratrees"),
        (dtref.ranger, {"respect_unordered_factors": "order"}, "ranger, respect_unordered_factors: expected one of ignore, partition"),
        (dtref.ranger, {"class_weights": "1 2"}, "ranger, class_weights: expected none here"),
        (dtref.ranger, {"always_split_variables": "x"}, "ranger, always_split_variables: expected none here"),
        (dtref.ranger, {"split_select_weights": "given"}, "ranger, split_select_weights: expected none here"),
        (dtref.ranger, {"regularization_factor": "given"}, "ranger, regularization_factor: expected none here"),
        (dtref.ranger, {"importance": "impurity_corrected"}, "ranger, importance: expected one of none, impurity, permutation"),
        (dtref.ranger, {"min_node_size": 0}, "ranger, min_node_size: expected"),
        (dtref.random_forest_r, {"type": "unsupervised"}, "randomForest, type: expected one of classification, regression"),
        (dtref.random_forest_r, {"maxnodes": 1}, "randomForest, maxnodes: expected"),
        (dtref.random_forest_r, {"type": "regression", "classwt": {"a": 1}}, "randomForest, classwt: expected none"),
        (dtref.random_forest_r, {"classwt": {"a": 0}}, "randomForest, classwt: expected classes and numbers above 0"),
        (dtref.weka_random_forest, {"I": 0}, "RandomForest, I: expected"),
    ],
)
def test_what_is_not_here_is_refused_by_name(program: Callable[..., Policy], parameters: dict[str, object], message: str) -> None:
    with pytest.raises(Invalid) as refused:
        program(**parameters)
    assert str(refused.value).startswith(message)


def test_such_a_policy_grows_nothing_without_the_draws() -> None:
    data = dtref.parity(2)
    for policy in (dtref.ranger(), dtref.random_forest_r(), dtref.weka_random_forest()):
        with pytest.raises(Invalid, match="the draws of columns"):
            dtref.grow(data, policy)


COUNTS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(any), min_size=2, max_size=5)


@given(COUNTS)
def test_cuts_of_the_declared_order_are_the_beginnings(counts: list[tuple[int, int]]) -> None:
    x = Nominal("x", tuple("abcde"[: len(counts)]))
    offered = CutsOfDeclaredOrder()(CountTable(x, x.values, x.values, tuple(counts), (0, 0)), gini_reduction)
    assert [offered.test(i).left for i in range(len(offered.splits))] == [x.values[:i] for i in range(1, len(counts))]  # type: ignore[union-attr]
    for i, (left, _) in enumerate(offered.splits, 1):
        assert left == tuple(map(sum, zip(*counts[:i], strict=True)))


@given(COUNTS)
def test_the_best_of_the_groups_by_bits_is_the_best_of_all(counts: list[tuple[int, int]]) -> None:
    """Of two classes and of means, where many values are declared, too; but for groupings that gain nothing, of which none may be left."""
    few, many = Nominal("x", tuple("abcde"[: len(counts)])), Nominal("x", tuple("abcdefghijklmn"))
    whole = tuple(map(sum, zip(*counts, strict=True)))

    def value(group: tuple[int, ...]) -> Fraction:
        left = tuple(map(sum, zip(*(counts[i] for i in group), strict=True)))
        other = tuple(a - b for a, b in zip(whole, left, strict=True))

        def weighted(n: tuple[int, ...]) -> Fraction:
            return Fraction(2 * n[0] * n[1], n[0] + n[1])  # n times Gini, of two classes

        return (weighted(whole) - weighted(left) - weighted(other)) / sum(whole)

    best = max(value(g) for size in range(1, len(counts)) for g in combinations(range(len(counts)), size))
    for attribute in (few, many):
        offered = GroupsByBits()(CountTable(attribute, attribute.values, few.values, tuple(counts), (0, 0)), gini_reduction)
        values = [gini_reduction(whole, split) for split in offered.splits]
        assert max(values, default=Fraction(0)) == best


def test_more_values_beside_more_classes_are_refused() -> None:
    x = Nominal("x", tuple("abcdefghijk"))
    table = CountTable(x, x.values, ("a", "b"), ((1, 0, 0), (0, 1, 1)), (0, 0, 0))
    with pytest.raises(Invalid, match=r"^x: expected at most 10 values beside more than two classes, as 512 groupings are drawn"):
        GroupsByBits()(table, gini_reduction)
    moments = CountTable(x, x.values, ("a", "b"), ((1, 3, 9), (1, 1, 1)), (0, 0, 0))
    assert len(GroupsByBits()(moments, variance_reduction).splits) == 1
