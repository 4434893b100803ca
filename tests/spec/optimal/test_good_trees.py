"""Good trees against all trees, listed one by one; known sets; what is refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from spec.optimal.every_good_tree import differences, generated

from dtref.errors import Invalid, Undecided
from dtref.io.tables import read_csv
from dtref.spec.evaluation.confusion.cost import CostMatrix
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import depth, leaf_count, training_errors
from dtref.spec.optimal.good_trees import GoodTrees, Within, good_trees
from dtref.spec.optimal.least import LeastWorth
from dtref.spec.optimal.losses import LEAF_ENTROPY, LEAF_ERRORS, LEAF_GINI, LEAF_SQUARED_ERROR, Objective, TreeLimits, costs_of_leaves
from dtref.spec.optimal.optimal import optimal_tree
from dtref.spec.optimal.tree_space import tree_space
from dtref.spec.presets import C45, CART, HUNT, ID3, OBLIQUE
from dtref.spec.views.shape import parity

GOLDEN = Path(__file__).parents[3] / "golden" / "data"
TENNIS = read_csv(GOLDEN / "play_tennis.csv", target="play")
ANY = TreeLimits()


def best(data: DataSet, objective: Objective, limits: TreeLimits = ANY, budget: int = 10_000) -> GoodTrees:
    search = LeastWorth(tree_space(data, CART, objective, limits), budget)
    return good_trees(search, search.least(search.root()))


@pytest.mark.parametrize("seed", range(60))
def test_all_good_trees_are_those_of_the_brute_force(seed: int) -> None:
    assert differences(generated(Random(seed))) == []


@pytest.mark.parametrize("policy", [CART, HUNT, ID3])
@pytest.mark.parametrize("limits", [TreeLimits(), TreeLimits(depth=2), TreeLimits(leaves=3)])
def test_the_number_of_best_trees_is_that_of_the_older_search(policy: object, limits: TreeLimits) -> None:
    search = LeastWorth(tree_space(TENNIS, policy, Objective(), limits))  # type: ignore[arg-type]
    trees = good_trees(search, search.least(search.root()))
    other = optimal_tree(TENNIS, policy, max_depth=limits.depth, max_leaves=limits.leaves)  # type: ignore[arg-type]
    ((_, loss, leaves, number),) = trees.values
    assert (loss, leaves, number) == (other.errors, other.leaves, other.trees)
    assert {(training_errors(t), leaf_count(t)) for t in trees.trees()} == {(loss, leaves)}


def test_listed_trees_are_different_and_as_deep_as_said() -> None:
    trees = list(best(TENNIS, Objective(penalty=Fraction(1, 50)), TreeLimits(depth=3)).trees())
    assert len(set(trees)) == len(trees)
    assert max(map(depth, trees)) <= 3


def test_a_strict_border_leaves_out_the_trees_on_it() -> None:
    # an error less for a leaf more: both are best
    records = [Record((Nominal("x", ("a", "b")).values[v],), y) for v, y in ((0, "-"), (0, "-"), (1, "+"))]
    data = DataSet((Nominal("x", ("a", "b")),), Nominal("y", ("-", "+")), tuple(records))
    search = LeastWorth(tree_space(data, CART, Objective(penalty=Fraction(1, 3)), TreeLimits()))
    trees = good_trees(search, search.least(search.root()))
    assert [(loss, leaves) for _, loss, leaves, _ in trees.values] == [(1, 1), (0, 2)]
    assert good_trees(search, trees.limit_within(Within(Fraction(0), strict=True))).number == 0


@pytest.mark.parametrize(
    ("wrong", "wanted"),
    [
        (lambda: Objective(penalty=Fraction(-1, 100)), "penalty: expected a number of at least 0"),
        (lambda: Within(Fraction(-1)), "within: expected a distance of at least 0"),
        (lambda: tree_space(DataSet((), Nominal("y", ("a",)), ()), CART, Objective(), TreeLimits()), "records: expected at least 1"),
        (lambda: tree_space(TENNIS, OBLIQUE, Objective(), TreeLimits()), "policy OBLIQUE"),
        (lambda: tree_space(TENNIS, CART, Objective(LEAF_SQUARED_ERROR), TreeLimits()), "a continuous target for squared-error"),
        (lambda: tree_space(DataSet((), Continuous("y"), ()), CART, Objective(LEAF_GINI), TreeLimits()), "a nominal target for gini"),
        (
            lambda: tree_space(TENNIS, CART, Objective(costs_of_leaves(CostMatrix(("yes", "no"), ((0, 1), (1, 0))))), TreeLimits()),
            "costs: expected a row and a column for each of the classes no, yes",
        ),
        (lambda: TreeLimits(leaves=0), "leaves: expected a whole number of at least 1"),
        (lambda: best(TENNIS, Objective()).tree(99), "number of a tree"),
    ],
)
def test_bad_input_is_refused_by_name(wrong: Callable[[], object], wanted: str) -> None:
    with pytest.raises(Invalid, match=wanted):
        wrong()


def test_one_class_and_constant_attributes_have_one_best_tree() -> None:
    x, y = Nominal("x", ("a", "b")), Nominal("y", ("-", "+"))
    one_class = DataSet((x,), y, (Record(("a",), "-"), Record(("b",), "-")))
    constant = DataSet((x,), y, (Record(("a",), "-"), Record(("a",), "+")))
    assert [best(data, Objective()).values for data in (one_class, constant)] == [((0, 0, 1, 1),), ((Fraction(1, 2), 1, 1, 1),)]


def test_c45_has_its_tests_and_no_rule_for_missing_values() -> None:
    assert LeastWorth(tree_space(TENNIS, C45, Objective(LEAF_ENTROPY), TreeLimits(depth=1))).space.is_cut(0) is False


def test_a_spent_budget_tells_the_bounds_so_far() -> None:
    with pytest.raises(Undecided, match="at least 0, at most 1/2") as raised:
        best(parity(5), Objective(LEAF_ERRORS), budget=3)
    assert (raised.value.lower, raised.value.upper) == (0, Fraction(1, 2))
