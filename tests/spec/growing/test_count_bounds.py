"""Where a count is given up it has bounds so far: they are around the number that a brute force counts, whatever the budget."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import brute
import pytest
from attrs import evolve
from gaps import small
from hypothesis import assume, given
from hypothesis import strategies as st
from many import examples
from spec.growing.test_closure import LISTABLE, PAIRS, small_data
from spec.growing.test_every_choice import HEAVIEST, every_tree

import dtref
from dtref.errors import Undecided, Undefined
from dtref.exact.halfspaces import linear_dichotomies
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import count_partitions, count_trees
from dtref.spec.model.attributes import MISSING, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.optimal.optimal import optimal_tree
from dtref.spec.optimal.price import greedy_sizes
from dtref.spec.preparation.discretisation import BinnedColumn
from dtref.spec.presets import CART, CART_SURROGATES, RPART
from dtref.spec.split.candidates import SubsetSplits
from dtref.spec.split.chaid.categories import Categories
from dtref.spec.split.chaid.merging import Merging
from dtref.spec.split.exact_test import exact_p
from dtref.spec.split.impurity import gini
from dtref.spec.split.numeric.binning import Clusters, every_binning
from dtref.spec.views.impurity_importance import impurity_importance_bounds

BUDGETS = (1, 2, 4, 7, 12, 20, 40, 80, 200)
"""Of small data sets some are too small, most are enough in the end."""


def brackets(count: Callable[[int], object], truth: Fraction | int) -> list[Undecided]:
    """What was given up under each budget that did not suffice: with bounds around the true number, that of all others."""
    spent = []
    for budget in BUDGETS:
        try:
            assert count(budget) == truth
        except Undecided as problem:
            spent.append(problem)
            assert not isinstance(problem.lower, Undefined)
            assert problem.lower <= truth
            assert isinstance(problem.upper, Undefined) or truth <= problem.upper
            assert "at least" in str(problem)
            assert ("no upper bound is known" in str(problem)) == isinstance(problem.upper, Undefined)
    return spent


@pytest.mark.parametrize(("policy", "rules"), PAIRS, ids=lambda x: getattr(x, "name", "brute"))
@examples(10)
@given(data=small_data())
def test_bounds_of_trees_and_partitions_are_around_those_of_brute_force(policy: Policy, rules: brute.Rules, data: DataSet) -> None:
    problem = brute.problem(data)
    number = brute.tree_count(problem, rules)
    of_trees = brackets(lambda budget: count_trees(data, policy, budget), number)
    assert all(not isinstance(spent.upper, Undefined) for spent in of_trees)
    assume(number <= LISTABLE // 10)
    different = len({brute.partition(tree) for tree in brute.all_trees(problem, rules)})
    of_partitions = brackets(lambda budget: count_partitions(data, policy, budget), different)
    assert all(not isinstance(spent.upper, Undefined) for spent in of_partitions)


@pytest.mark.parametrize("policy", [CART_SURROGATES, RPART, HEAVIEST], ids=lambda policy: policy.name)
@examples(10)
@given(data=small())
def test_bounds_of_trees_with_gaps_are_around_those_of_brute_force(policy: Policy, data: DataSet) -> None:
    assume(count_trees(data, policy) <= LISTABLE // 10)
    every = every_tree(data, policy, dict.fromkeys(range(len(data)), Fraction(1)))
    brackets(lambda budget: count_trees(data, policy, budget), len(set(every)))
    brackets(lambda budget: count_partitions(data, policy, budget), count_partitions(data, policy))


@examples(10)
@given(data=small_data())
def test_bounds_of_the_best_tree_are_around_its_errors(data: DataSet) -> None:
    problem = brute.problem(data)
    # without bounds of its size the best tree has the errors that nothing avoids
    brackets(lambda budget: optimal_tree(data, CART, budget=budget).errors, brute.forced_errors(problem))
    shallow = optimal_tree(data, CART, max_depth=1).errors
    brackets(lambda budget: optimal_tree(data, CART, max_depth=1, budget=budget).errors, shallow)
    stump = optimal_tree(data, CART, max_leaves=2).errors
    brackets(lambda budget: optimal_tree(data, CART, max_leaves=2, budget=budget).errors, stump)
    brackets(lambda budget: sum(greedy_sizes(data, CART, budget).values()), brute.tree_count(problem, brute.CART))


@examples(10)
@given(data=small_data())
def test_bounds_where_the_answer_is_no_number_are_those_of_the_trees(data: DataSet) -> None:
    number = brute.tree_count(brute.problem(data), brute.CART)
    for budget in BUDGETS:
        try:
            impurity_importance_bounds(data, CART, gini, budget)
        except Undecided as spent:
            assert spent.lower <= number
            assert isinstance(spent.upper, Undefined) or number <= spent.upper


def test_the_first_bounds_are_known_at_once_and_later_ones_are_nearer() -> None:
    values = tuple("abcde")
    x, y = Nominal("x", values), Nominal("y", ("-", "+"))
    alike = DataSet((x,), y, tuple(Record((v,), c) for v in values for c in y.values))
    every = brackets(lambda budget: count_trees(alike, CART, budget), 105)
    assert (every[0].lower, every[0].upper) == (15, 15**4)
    lower, upper = [spent.lower for spent in every], [spent.upper for spent in every]
    assert lower == sorted(lower) and upper == sorted(upper, reverse=True)
    assert lower[-1] > 15 and upper[-1] < 15**4


def test_bounds_of_surrogates_are_their_lists() -> None:
    # three columns err about one record of six: 6 orders, and the record that misses the value must be sent each way
    columns = tuple(Continuous(name) for name in "wxyz")
    rows = [(1, 1, 1, 1), (2, 2, 2, 2), (3, 5, 3, 3), (4, 4, 2, 2), (5, 5, 5, 5), (6, 6, 6, 6), (None, 6, 1, 1)]
    records = [Record(tuple(MISSING if v is None else Fraction(v) for v in row), "ab"[i > 2]) for i, row in enumerate(rows)]
    data = DataSet(columns, Nominal("c", ("a", "b")), records)
    number = count_trees(data, CART_SURROGATES)
    spent = brackets(lambda budget: count_trees(data, CART_SURROGATES, budget), number)
    assert any("of 6 lists of surrogates" in str(problem) and problem.lower == 6 for problem in spent)
    brackets(lambda budget: count_partitions(data, CART_SURROGATES, budget), count_partitions(data, CART_SURROGATES))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=3).filter(lambda rows: any(map(any, rows))))
def test_bounds_of_an_exact_test(rows: list[tuple[int, int]]) -> None:
    children = tuple(row for row in rows if any(row))
    node = tuple(map(sum, zip(*children, strict=True)))
    brackets(lambda budget: exact_p(node, children, budget), exact_p(node, children))  # type: ignore[arg-type]


@given(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=6))
def test_bounds_of_linear_dichotomies(points: set[tuple[int, int]]) -> None:
    exact = [(Fraction(x), Fraction(y)) for x, y in sorted(points)]
    brackets(lambda limit: len(linear_dichotomies(exact, limit)), len(linear_dichotomies(exact)))


def test_bounds_of_merging_and_of_clusters() -> None:
    tied = Categories(((2, 1), (1, 1), (1, 2)), ordered=True)
    number = len(Merging().groupings(tied))
    assert len(brackets(lambda limit: len(Merging(limit=limit).groupings(tied)), number)) > 0
    # 50 numbers in 48 clusters: any two pairs of neighbours that have no number in common, C(49, 2) - 48 = 1128; C(49, 47) = 1176 at most
    values = tuple(map(Fraction, range(50)))
    column = BinnedColumn(Continuous("x"), values, values, ((1,),) * 50)
    with pytest.raises(Undecided, match=r"within 1000 clusterings \(at least 1001, at most 1176\)$"):
        every_binning(Clusters(48), column)


@examples(10)
@given(data=small_data())
def test_a_node_that_is_undecided_leaves_bounds_of_the_count(data: DataSet) -> None:
    """Where a node has more groupings than may be tried, the trees so far bound the number of all."""
    limited = evolve(CART, nominal=SubsetSplits(exhaustive=True, limit=1))
    problem = brute.problem(data)
    number = brute.tree_count(problem, dict(PAIRS)[CART])
    try:
        assert count_trees(data, limited) == number
    except Undecided as open_question:
        assert open_question.question.startswith("size of the tie closure, for want of: best grouping of ")
        assert open_question.budget == "1 groupings"
        assert isinstance(open_question.lower, int)
        assert 1 <= open_question.lower <= number
        assert isinstance(open_question.upper, int)
        assert number <= open_question.upper
        with pytest.raises(Undecided) as by_engine:
            dtref.count_trees(data, limited)
        assert str(by_engine.value) == str(open_question)
