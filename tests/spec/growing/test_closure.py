"""All trees of a policy, their number and that of their partitions, against trees built one by one by brute force."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

import brute
import pytest
import shapes
from attrs import evolve
from hypothesis import assume, given, note
from hypothesis import strategies as st
from narrow import of_kind
from patience import patience

from dtref.errors import Undecided, Undefined
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import count_partitions, count_trees, trees
from dtref.spec.growing.ties import Listed
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.optima import EverySubset, count_tests, list_tests
from dtref.spec.model.trees import Branch, Tree, nodes
from dtref.spec.presets import CART, HUNT, ID3
from dtref.spec.split.candidates import SubsetSplits
from dtref.spec.split.criteria import error_reduction, gain, gain_ratio
from dtref.strategies import data_sets

EXOTIC = evolve(ID3, name="subsets once", nominal=SubsetSplits(), criterion=gain_ratio)
ERRORS = evolve(CART, name="errors", criterion=error_reduction)
PAIRS = [
    (HUNT, brute.HUNT),
    (ID3, brute.ID3),
    (CART, brute.CART),
    (evolve(HUNT, ask_once=True), brute.HUNT),
    (evolve(CART, ask_once=True, criterion=gain), brute.Rules("binary", "binary", brute.by_gain)),
    (EXOTIC, brute.Rules("binary", "multiway", brute.by_gain_ratio)),
    (ERRORS, brute.Rules("binary", "binary", brute.by_error)),
]
LISTABLE = 2_000

every_policy = pytest.mark.parametrize(("policy", "rules"), PAIRS, ids=lambda x: getattr(x, "name", "brute"))


def small_data() -> st.SearchStrategy[DataSet]:
    return data_sets(max_records=7, max_values=3, weights="integers")


@every_policy
@given(data=small_data())
def test_trees_are_the_greedy_trees_of_brute_force(policy: Policy, rules: brute.Rules, data: DataSet) -> None:
    problem = brute.problem(data)
    expected = brute.tree_count(problem, rules)
    note(f"{expected} trees")
    assert count_trees(data, policy) == expected
    assume(expected <= LISTABLE)
    found = [shapes.shape(tree, data) for tree in trees(data, policy)]
    built = brute.all_trees(problem, rules)
    assert len(found) == len(set(found)) == len(built)
    assert set(found) == set(built)
    assert count_partitions(data, policy) == len({brute.partition(t) for t in built})


@every_policy
@given(data=small_data())
def test_every_node_keeps_all_optima_and_no_other(policy: Policy, rules: brute.Rules, data: DataSet) -> None:
    problem = brute.problem(data)
    for node, reached in shapes.routed(grow(data, policy), data):
        expected = brute.optima(problem, reached, rules) if reached else {}
        kept = [shapes.candidate(t) for t in list_tests(node.optima)] if isinstance(node, Branch) else []
        assert len(kept) == len(set(kept))
        assert set(kept) == set(expected)


@every_policy
@given(data=small_data())
def test_trees_come_in_lexicographic_order_of_choices(policy: Policy, rules: brute.Rules, data: DataSet) -> None:
    assume(brute.tree_count(brute.problem(data), rules) <= LISTABLE // 10)
    listed = list(trees(data, policy))
    choices = [tuple(list(list_tests(b.optima)).index(b.test) for b in tied(tree)) for tree in listed]
    assert choices == sorted(set(choices))
    for tree, chosen in zip(listed, choices, strict=True):
        assert grow(data, evolve(policy, tie=Listed(chosen))) == tree
    assert len(set(listed)) == len(listed)


def tied(tree: Tree) -> list[Branch]:
    return [node for node in nodes(tree) if isinstance(node, Branch) and count_tests(node.optima) > 1]


def alike(values: int) -> DataSet:
    """One nominal attribute, two classes, every value with one record of each: each grouping has gain 0."""
    x, y = Nominal("x", tuple(f"v{i}" for i in range(values))), Nominal("y", ("a", "b"))
    return DataSet((x,), y, tuple(Record((v,), c) for v in x.values for c in y.values))


@pytest.mark.parametrize("values", range(2, 7))
def test_a_node_where_every_grouping_ties_counts_all_ways_to_split_it_to_the_end(values: int) -> None:
    """
    A tree splits k values into two groups until each stands alone: a binary tree with labelled leaves, children unordered.
    There are (2k - 3)!! = 1 * 3 * 5 ... of them, and each makes a recursive partition of its own.
    """
    double_factorial = prod(range(1, 2 * values - 2, 2))
    data = alike(values)
    assert count_trees(data, CART) == count_partitions(data, CART) == double_factorial
    assert count_tests(of_kind(Branch, grow(data, CART)).optima) == 2 ** (values - 1) - 1


@pytest.mark.parametrize("count", [count_trees, count_partitions])
@pytest.mark.parametrize(("values", "budget"), [(5, 3), (12, 1000), (40, 1000), (200, 100_000)])
def test_counting_past_its_budget_is_undecided(count: Callable[..., int], values: int, budget: int) -> None:
    with patience(60), pytest.raises(Undecided) as caught:
        count(alike(values), CART, budget)
    assert str(caught.value).startswith(f"size of the tie closure: not decided within {budget} subproblems (at least ")
    # all groupings of the first test are known at once
    assert caught.value.lower >= 2 ** (values - 1) - 1
    assert isinstance(caught.value.upper, Undefined) or caught.value.upper >= prod(range(1, 2 * values - 2, 2))


def test_every_grouping_is_one_symbolic_member_of_the_tie() -> None:
    data = alike(60)
    x = of_kind(Nominal, data.attributes[0])
    assert of_kind(Branch, grow(data, CART)).optima == (EverySubset(x, x.values),)


def test_the_first_trees_of_a_huge_set_come_without_waiting() -> None:
    listing = trees(alike(60), CART)
    first, second = next(listing), next(listing)
    assert first != second
    assert count_tests(of_kind(Branch, first).optima) == 2**59 - 1
