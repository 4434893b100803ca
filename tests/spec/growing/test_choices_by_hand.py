"""Every choice of a tree by hand: the examples of a tied surrogate, equally heavy branches, tied clusterings, absent values."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

import dtref
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.surrogates import LearnSurrogates
from dtref.spec.growing.tied_trees import count_partitions, count_trees, trees
from dtref.spec.growing.ties import Last, Listed, Refuse, tied_surrogates
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import predictor
from dtref.spec.model.tests import Absent, Threshold
from dtref.spec.model.trees import Branch, Gap, Surrogates, Tree, children, leaf_count, nodes
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.presets import CART, CART_SURROGATES, HUNT, RPART
from dtref.spec.split.candidates import SubsetSplits
from dtref.spec.split.numeric.binning import Clusters
from dtref.spec.split.numeric.ranges import RangesSplit
from dtref.strategies import data_sets

HEAVIEST = evolve(CART, name="HEAVIEST", missing=keep_missing, gap=Gap.HEAVIEST)

SIX = [(1, 1, 1, "0"), (2, 2, 2, "0"), (3, 5, 3, "0"), (4, 4, 2, "1"), (5, 5, 5, "1"), (6, 6, 6, "1")]
SEVENTH = (None, 6, 1, "1")


def table(rows: list[tuple[Any, ...]], order: tuple[int, int, int]) -> DataSet:
    names = [("w", "g", "h")[i] for i in order]
    return dtref.from_arrays([[r[i] for i in order] for r in rows], [r[3] for r in rows], names=names)


@pytest.mark.parametrize("policy", [CART_SURROGATES, RPART], ids=lambda policy: policy.name)
@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1)])
def test_equal_surrogates_are_a_choice_that_is_counted(policy: Policy, order: tuple[int, int, int]) -> None:
    """w <= 3.5 is guessed by g and by h for 5 of 6 records: two trees of the seven records, in two partitions."""
    data = table([*SIX, SEVENTH], order)
    assert (count_trees(data, policy), count_partitions(data, policy)) == (2, 2)
    assert sorted(sum(1 for _ in nodes(tree)) for tree in trees(data, policy)) == [3, 5]
    assert tied_surrogates(grow(data, policy)) == 1
    six = table(SIX, order)
    labels = {dtref.predict(tree, {"w": None, "g": 6, "h": 1}).labels for tree in trees(six, policy)}
    assert (labels, count_trees(six, policy)) == ({("0",), ("1",)}, 2)


def test_tie_rules_choose_among_surrogates() -> None:
    data = table(SIX, (0, 1, 2))

    def first_stand_in(tree: Tree) -> str:
        assert isinstance(tree, Branch)
        assert isinstance(tree.gap, Surrogates)
        test = tree.gap.tests[0][0]
        assert isinstance(test, Threshold)
        return test.attribute.name

    rules = [CART_SURROGATES.tie, Last(), Listed((0,)), Listed((1,))]
    assert [first_stand_in(grow(data, evolve(CART_SURROGATES, tie=tie))) for tie in rules] == ["g", "h", "g", "h"]
    with pytest.raises(dtref.Invalid, match="'refuse': expected one way to go on"):
        grow(data, evolve(CART_SURROGATES, tie=Refuse()))
    with pytest.raises(dtref.Invalid, match="too many"):
        grow(data, evolve(CART_SURROGATES, tie=Listed((1, 0))))


def test_two_tests_of_one_surrogate_are_a_choice() -> None:
    """height < 4.5 and height < 6.5 guess 8 of 9 weights each (bethatkinson/rpart#34)."""
    weights, heights = (10, 9, None, 7, 6, 5, 4, 3, 2, 1), (10, 9, 8, 7, 5, 6, 4, 3, 2, 1)
    rows = [[w, h] for w, h in zip(weights, heights, strict=True)]
    data = dtref.from_arrays(rows, [1, 1, 1, 1, 1, 0, 0, 0, 0, 0], names=["weight", "height"])
    labels = {dtref.predict(tree, {"weight": None, "height": 5.5}).labels for tree in trees(data, RPART)}
    assert (count_trees(data, RPART), labels) == (2, {("0",), ("1",)})


@pytest.mark.parametrize("numbers", [(1, 2, 3, 4), (-1, -2, -3, -4)])
def test_equally_heavy_branches_share_a_record(numbers: tuple[int, ...]) -> None:
    data = dtref.from_arrays([[x] for x in numbers], ["0", "0", "1", "1"])
    for policy in (HEAVIEST, CART_SURROGATES):
        predicted = dtref.predict(grow(data, policy), {"x0": None})
        assert predicted.labels == ("0", "1")
        assert predicted.distribution == (("0", Fraction(1, 2)), ("1", Fraction(1, 2)))
        assert count_trees(data, policy) == 1


@pytest.mark.parametrize("numbers", [(0, 1, 2), (0, -1, -2)])
def test_clusterings_that_are_as_near_are_candidates(numbers: tuple[int, ...]) -> None:
    """{0} {1, 2} and {0, 1} {2} are as near; of a, a, b the second tells the classes apart, of a, b, c neither does better."""
    policy = evolve(HUNT, continuous=RangesSplit(Clusters(2)))
    assert leaf_count(grow(dtref.from_arrays([[x] for x in numbers], ["a", "a", "b"]), policy)) == 2
    assert count_trees(dtref.from_arrays([[x] for x in numbers], ["a", "b", "c"]), policy) == 2
    named = evolve(HUNT, continuous=RangesSplit(Clusters(2, choice=0)))
    assert count_trees(dtref.from_arrays([[x] for x in numbers], ["a", "b", "c"]), named) == 1


@pytest.mark.parametrize("values", list(permutations(("u", "v", "w"))))
def test_of_an_absent_value_nothing_was_learned(values: tuple[str, ...]) -> None:
    """Nobody has w: the record gets the node's labels, whatever group is called left. As a surrogate's answer it says nothing."""
    data = dtref.from_arrays([[v] for v in "uuuvv"], list("pppqq"), names=["b"], nominal={"b": values})
    predicted = dtref.predict(grow(data, CART), {"b": "w"})
    assert (predicted.labels, predicted.distribution) == (("p",), (("p", Fraction(3, 5)), ("q", Fraction(2, 5))))
    records = [(1, "u", "p")] * 5 + [(1, "v", "p")] + [(5, "v", "q")] * 4 + [(5, "u", "q"), (None, "w", "p"), (None, "w", "q")]
    data = dtref.from_arrays([r[:2] for r in records], [r[2] for r in records], names=["a", "b"], nominal={"b": values})
    # the two records with w are with the six of a <= 3, which are more than the five above
    assert [child.counts for child in children(grow(data, CART_SURROGATES))] == [(("p", 7), ("q", 1)), (("p", 0), ("q", 5))]


@pytest.mark.parametrize("values", list(permutations(("u", "v", "w"))))
def test_an_empty_branch_of_a_surrogate_says_nothing(values: tuple[str, ...]) -> None:
    """Nobody has w: where a is missing and b is w, the next surrogate, c, is asked, and w makes no choice of trees."""
    policy = evolve(HUNT, missing=keep_missing, gap=LearnSurrogates())
    rows = [(1, "u", 1, "p")] * 3 + [(1, "u", 9, "p")] + [(5, "v", 9, "q")] * 4
    data = dtref.from_arrays([r[:3] for r in rows], [r[3] for r in rows], names=["a", "b", "c"], nominal={"b": values})
    # a and b tie, and each has the other and then c as surrogates, in one order; c isn't the best of any
    assert count_trees(data, policy) == 2
    by_a = next(iter(trees(data, policy)))
    assert [dtref.predict(by_a, {"a": None, "b": "w", "c": c}).labels for c in (1, 9)] == [("p",), ("q",)]
    assert [dtref.predict(by_a, {"a": None, "b": b, "c": 9}).labels for b in "uv"] == [("p",), ("q",)]


def test_the_side_of_an_absent_value_is_an_option() -> None:
    """Before, a grouping sent it to its second branch; so does `Absent.SECOND`."""
    second = evolve(CART, nominal=SubsetSplits(absent=Absent.SECOND))
    said = []
    for values in (("u", "v", "w"), ("v", "u", "w")):
        data = dtref.from_arrays([[v] for v in "uuuvv"], list("pppqq"), names=["b"], nominal={"b": values})
        said.append(dtref.predict(grow(data, second), {"b": "w"}).labels)
    assert said == [("q",), ("p",)]
    with pytest.raises(dtref.Invalid, match="absent: expected"):
        SubsetSplits(absent=Absent.LARGEST)


@given(data=data_sets(missing=False, max_records=7, max_attributes=2), pick=st.data())
def test_an_absent_value_is_predicted_alike_in_every_order_of_values(data: DataSet, pick: st.DataObject) -> None:
    assume(any(isinstance(a, Nominal) for a in data.attributes) and len(data))
    assume(count_trees(data, CART) == 1)
    attributes = [
        evolve(a, values=(*pick.draw(st.permutations(a.values), label="order"), "absent")) if isinstance(a, Nominal) else a
        for a in data.attributes
    ]
    record = Record(tuple("absent" if isinstance(a, Nominal) else r for a, r in zip(attributes, data.records[0].values, strict=True)))
    wider = [evolve(a, values=(*a.values, "absent")) if isinstance(a, Nominal) else a for a in data.attributes]
    predictions = [predictor(grow(evolve(data, attributes=kinds), CART), tuple(kinds))(record) for kinds in (wider, attributes)]
    assert predictions[0] == predictions[1]
