"""Deep trees are pruned, and the answers are right. 20,000 levels, raising 5,000; error based, which takes longer: tests/bench."""

from __future__ import annotations

from fractions import Fraction

import pytest
from chains import X, chain
from many import LEVELS

from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Branch, Leaf, Tree, depth, training_errors
from dtref.spec.pruning.cost_complexity import cost_complexity
from dtref.spec.pruning.description import TreeCode, attribute_only, minimum_description
from dtref.spec.pruning.estimates import validation_errors
from dtref.spec.pruning.pessimistic import pessimistic, pessimistic_within_error
from dtref.spec.pruning.reduced_error import best_node_first, reduced_error
from dtref.spec.pruning.selection import by_validation
from dtref.spec.pruning.subtree_raising import error_based_raising
from dtref.spec.split.description import errors_listed

DEEP = LEVELS
CLASSES = Nominal("class", ("a", "b"))
VALIDATION = DataSet((X,), CLASSES, [Record((Fraction(x),), c) for x, c in ((1, "b"), (2, "b"), (3, "b"), (DEEP, "b"))])
"""Of the leaves of the chain x = 1 and x = 3 have class b, x = 2 and x = DEEP class a; its inner nodes have class b."""


@pytest.fixture(scope="module")
def deep() -> Tree:
    """Alternating classes: each leaf has one record."""
    return chain(DEEP)


def test_reduced_error_and_best_node_first(deep: Tree) -> None:
    """Two leaves are wrong for the validation set, and the root isn't."""
    assert validation_errors(deep, VALIDATION) == 2
    root = Leaf(deep.counts, deep.labels)
    assert reduced_error(deep, VALIDATION).tree == root
    greedy = best_node_first(deep, VALIDATION)
    assert [(s.node, s.improvement, s.errors) for s in greedy.steps] == [(0, 2, 0)]
    assert greedy.tree == root


def test_pessimistic(deep: Tree) -> None:
    """Two records as a leaf: 1 + 1/2 errors, and as two leaves as many: a tie, which keeps. A dearer leaf cuts the whole chain."""
    assert pessimistic(deep).tree == deep
    assert pessimistic(deep, Fraction(2, 3)).tree == Leaf(deep.counts, deep.labels)
    assert pessimistic_within_error(deep).tree == Leaf(deep.counts, deep.labels)


def test_cost_complexity_and_selection(deep: Tree) -> None:
    """Every link gains one error in two leaves, so that all are as weak: one step from the whole chain to its root."""
    path = cost_complexity(deep)
    assert [(s.leaves, s.risk) for s in path.steps] == [(DEEP + 1, 0), (1, training_errors(path.tree_of(1)) / (DEEP + 1))]
    assert by_validation(path, VALIDATION).losses == (2, 0)


def test_minimum_description(deep: Tree) -> None:
    """An exception costs log2 of the number of records in bits, a further leaf 1 bit and a test none: nothing is cut."""
    assert minimum_description(deep, TreeCode(errors_listed(1), attribute_only)).tree == deep


def test_a_path_with_a_tree_a_level() -> None:
    """The records of each leaf are one more than of the one before: every test is a link of its own strength."""
    tests = 2_000
    tree: Tree = Leaf((("a", Fraction(3 * tests**2)), ("b", Fraction(0))), ("a",))
    for i in range(tests, 0, -1):
        cut = Threshold(X, Fraction(i), Fraction(i + 1), Fraction(i))
        counts = (("a", Fraction(0)), ("b", Fraction(i)))
        both = tuple((c, m + n) for (c, m), (_, n) in zip(counts, tree.counts, strict=True))
        tree = Branch(both, ("a",), cut, (cut,), (Leaf(counts, ("b",)), tree))
    path = cost_complexity(tree)
    n = 3 * tests**2 + tests * (tests + 1) // 2
    assert path.steps[1].alpha == Fraction(tests + 1, 2 * n)  # from the root on the mean of 1 .. tests
    assert [s.leaves for s in path.steps] == [tests + 1, 1]
    backwards: Tree = Leaf((("a", Fraction(3 * tests**2)), ("b", Fraction(0))), ("a",))
    for i in range(1, tests + 1):
        cut = Threshold(X, Fraction(-i), Fraction(1 - i), Fraction(-i))
        counts = (("a", Fraction(0)), ("b", Fraction(i)))
        both = tuple((c, m + k) for (c, m), (_, k) in zip(counts, backwards.counts, strict=True))
        backwards = Branch(both, ("a",), cut, (cut,), (Leaf(counts, ("b",)), backwards))
    path = cost_complexity(backwards)
    assert [(s.alpha, s.leaves) for s in path.steps[1:]] == [(Fraction(i, n), tests + 1 - i) for i in range(1, tests + 1)]


def test_raising() -> None:
    """Three records, of classes b, a, b, and a chain of 2,000 tests: U(1, 3) is cheaper than the leaves, of which most are empty."""
    tests = 2_000
    data = DataSet((X,), CLASSES, [Record((Fraction(i),), "ab"[i % 2]) for i in (1, 2, 3)])
    raised = error_based_raising(chain(tests), data).tree
    assert raised.counts == (("a", Fraction(1)), ("b", Fraction(2)))
    assert depth(raised) < 3
