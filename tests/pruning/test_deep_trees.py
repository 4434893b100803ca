"""Trees with 100,000 levels are pruned by every rule; Python's recursion limit is untouched. And the answers are right."""

from __future__ import annotations

from fractions import Fraction

import pytest
from chains import X, chain

from dtref.model.attributes import Nominal
from dtref.model.data import DataSet, Record
from dtref.model.tests import Threshold
from dtref.model.trees import Branch, Leaf, Tree, depth, leaf_count, training_errors, weight
from dtref.pruning.cost_complexity import cost_complexity, impurity_risk
from dtref.pruning.description import TreeCode, attribute_only, minimum_description
from dtref.pruning.error_based import error_based
from dtref.pruning.pessimistic import pessimistic, pessimistic_within_error
from dtref.pruning.raising import error_based_raising
from dtref.pruning.reduced_error import best_node_first, reduced_error
from dtref.pruning.selection import by_validation
from dtref.split.description import errors_chosen
from dtref.split.impurity import gini

DEEP = 100_000


@pytest.fixture(scope="module")
def deep() -> Tree:
    return chain(DEEP)


def outliers(tests: int) -> Tree:
    """x <= 1, else x <= 2, …: one record of class b in each leaf but the last, which has as many of class a."""
    counts = (("a", Fraction(tests)), ("b", Fraction(0)))
    tree: Tree = Leaf(counts, ("a",))
    for i in range(tests, 0, -1):
        cut = Threshold(X, Fraction(i), Fraction(i + 1), Fraction(i))
        counts = (("a", Fraction(tests)), ("b", counts[1][1] + 1))
        labels = ("a",) if counts[1][1] < tests else ("a", "b")
        tree = Branch(counts, labels, cut, (cut,), (Leaf((("a", Fraction(0)), ("b", Fraction(1))), ("b",)), tree))
    return tree


VALIDATION = DataSet((X,), Nominal("class", ("a", "b")), [Record((Fraction(x),), c) for x, c in ((DEEP, "a"), (1, "b"), (10**6, "b"))])


def test_reduced_error(deep: Tree) -> None:
    """Of the three validation records that reach the chain one is wrong in it; the last tests are gone, as nothing tells them apart."""
    pruned = reduced_error(deep, VALIDATION).tree
    assert leaf_count(pruned) < leaf_count(deep)
    greedy = best_node_first(deep, VALIDATION)
    assert len(greedy.steps) <= 3


def test_pessimistic(deep: Tree) -> None:
    """Half a record a leaf: a stump is worth one error, or half of one: a chain of single records is cut to its root, tie by tie."""
    assert depth(pessimistic(deep).tree) == DEEP  # each test saves half an error, and costs half of one: ties keep
    assert depth(pessimistic(deep, Fraction(2, 3)).tree) == 0
    assert pessimistic_within_error(deep).tree == Leaf(deep.counts, deep.labels)


def test_minimum_description(deep: Tree) -> None:
    pruned = minimum_description(chain(2_000), TreeCode(errors_chosen(1), attribute_only))
    assert depth(pruned.tree) == 0
    outlying = minimum_description(outliers(200), TreeCode(errors_chosen(1), attribute_only)).tree
    assert depth(outlying) in {0, 200}


def test_error_based(deep: Tree) -> None:
    """n U(0, 1) = 3/4 a leaf: n leaves of one record cost more than one leaf of n."""
    assert error_based(deep).tree == Leaf(deep.counts, deep.labels)


def test_cost_complexity(deep: Tree) -> None:
    path = cost_complexity(deep)
    assert path.steps[-1].leaves == 1
    assert path.steps[0].leaves == DEEP + 1
    by_gini = cost_complexity(outliers(DEEP), impurity_risk(gini))
    assert by_gini.steps[-1].leaves == 1
    assert by_validation(path, VALIDATION).tree is not None


def test_a_path_with_as_many_trees_as_levels() -> None:
    """Each record of a leaf is heavier than the next: every test is a link of its own strength."""
    tests = 3_000
    tree: Tree = Leaf((("a", Fraction(tests)), ("b", Fraction(0))), ("a",))
    for i in range(tests, 0, -1):
        cut = Threshold(X, Fraction(i), Fraction(i + 1), Fraction(i))
        counts = (("a", Fraction(0)), ("b", Fraction(tests - i + 1)))
        both = tuple((c, m + n) for (c, m), (_, n) in zip(counts, tree.counts, strict=True))
        tree = Branch(both, tuple(c for c, n in both if n == max(m for _, m in both)), cut, (cut,), (Leaf(counts, ("b",)), tree))
    path = cost_complexity(tree)
    assert path.steps[0].risk == training_errors(tree) == 0
    assert [s.leaves for s in path.steps][0] == tests + 1
    assert weight(path.tree_of(len(path.steps) // 2)) == weight(tree)


def test_raising() -> None:
    """A chain of 20,000 tests, with a record for each leaf."""
    tests = 20_000
    records = [Record((Fraction(i),), "ab"[i % 2]) for i in range(1, tests + 2)]
    data = DataSet((X,), Nominal("class", ("a", "b")), records[:3])
    raised = error_based_raising(chain(tests), data)
    assert weight(raised.tree) == 3
