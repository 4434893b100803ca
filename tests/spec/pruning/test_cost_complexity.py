"""Cost complexity against all prunings written out, and against the procedure of the CART book: cut the weakest links, look again."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from attrs import evolve
from hypothesis import assume, given
from narrow import of_kind
from spec.pruning.prunings import MOST, cost, is_pruning, leaves, prunings, wrong

from dtref.errors import Invalid
from dtref.exact.comparison import compare
from dtref.exact.number import Number, total
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tally import Moments
from dtref.spec.model.tests import Multiway
from dtref.spec.model.trees import Branch, Leaf, Tree, leaf_count, nodes, weight
from dtref.spec.presets import CART, REGRESSION_TREE
from dtref.spec.pruning.cost_complexity import Path, Risk, cost_complexity, critical_alpha, impurity_risk, misclassified
from dtref.spec.split.impurity import entropy, gini, variance
from dtref.strategies import trees

RISKS: dict[str, Risk] = {"errors": misclassified, "gini": impurity_risk(gini)}
risks = pytest.mark.parametrize("risk", RISKS.values(), ids=RISKS.keys())


def weakest_links(tree: Tree, risk: Risk) -> list[tuple[Number, int, Number]]:
    """The book's loop: R(T), leaves, and the least g(t) of all inner nodes; all nodes with it are cut, again and again."""
    n = weight(tree)

    def sizes(node: Tree) -> tuple[Number, int]:
        if isinstance(node, Leaf):
            return risk(node) / n, 1
        parts = [sizes(child) for child in node.children]
        return total(r for r, _ in parts), sum(k for _, k in parts)

    def strengths(node: Tree) -> list[Number]:
        if isinstance(node, Leaf):
            return []
        r, k = sizes(node)
        return [(risk(node) / n - r) / (k - 1), *(g for child in node.children for g in strengths(child))]

    def cut(node: Tree, least: Number) -> Tree:
        if isinstance(node, Leaf):
            return node
        r, k = sizes(node)
        if (risk(node) / n - r) / (k - 1) == least:
            return Leaf(node.counts, node.labels)
        return evolve(node, children=[cut(child, least) for child in node.children])

    found: list[tuple[Number, int, Number]] = []
    alpha: Number = Fraction(0)
    while True:
        while any(g == alpha for g in strengths(tree)):
            tree = cut(tree, alpha)
        risk_now, size = sizes(tree)
        found.append((alpha, size, risk_now))
        if isinstance(tree, Leaf):
            return found
        alpha = min(strengths(tree))


def told(path: Path) -> list[tuple[Number, int, Number]]:
    return [(step.alpha, step.leaves, step.risk) for step in path.steps]


@risks
@given(tree=trees(max_records=10, weights="fractions"))
def test_the_sequence_is_that_of_the_book(risk: Risk, tree: Tree) -> None:
    assume(weight(tree) > 0)
    assert told(cost_complexity(tree, risk)) == weakest_links(tree, risk)


@risks
@given(tree=trees(max_records=9))
def test_each_tree_is_the_smallest_minimiser_of_all_prunings(risk: Risk, tree: Tree) -> None:
    """At each alpha of the sequence, and half way to the next (or beyond the last)."""
    assume(weight(tree) > 0 and leaf_count(tree) <= MOST)
    path = cost_complexity(tree, risk)
    every = [(len(leaves(t)), cost(t, risk) / weight(tree), t) for t in prunings(tree)]
    for k, step in enumerate(path.steps):
        pruned = path.tree_of(k)
        following = path.steps[k + 1].alpha if k + 1 < len(path.steps) else step.alpha + 1
        for alpha in (step.alpha, (step.alpha + following) / 2):
            least = min(r + alpha * size for size, r, _ in every)
            smallest = min(size for size, r, _ in every if r + alpha * size == least)
            assert (step.leaves, step.risk + alpha * step.leaves) == (smallest, least)
            assert path.tree_at(alpha) == pruned
        assert (leaf_count(pruned), cost(pruned, risk) / weight(tree)) == (step.leaves, step.risk)


@given(tree=trees(max_records=10))
def test_the_sequence_is_nested_and_its_alphas_increase(tree: Tree) -> None:
    assume(weight(tree) > 0)
    path = cost_complexity(tree)
    alphas = [step.alpha for step in path.steps]
    assert alphas[0] == 0
    assert all(a < b for a, b in pairwise(alphas))
    sequence = [tree, *map(path.tree_of, range(len(path.steps)))]
    assert all(is_pruning(smaller, larger) for larger, smaller in pairwise(sequence))
    assert path.steps[0].risk == cost(tree, wrong) / weight(tree)


@given(tree=trees(max_records=8))
def test_pruning_at_an_alpha_twice_is_pruning_once(tree: Tree) -> None:
    assume(weight(tree) > 0)
    for step in cost_complexity(tree).steps:
        once = cost_complexity(tree).tree_at(step.alpha)
        assert cost_complexity(once).tree_at(step.alpha) == once


@given(tree=trees(max_records=7))
def test_entropy_gives_sums_of_logarithms(tree: Tree) -> None:
    """Against all prunings, alphas being logarithms: no other tree costs less at any of them."""
    assume(weight(tree) > 0 and leaf_count(tree) <= 6)
    risk = impurity_risk(entropy)
    path = cost_complexity(tree, risk)
    for step in path.steps:
        for other in prunings(tree):
            theirs = cost(other, risk) / weight(tree) + step.alpha * len(leaves(other))
            assert compare(step.risk + step.alpha * step.leaves, theirs) <= 0


def test_tied_weakest_links_are_cut_together() -> None:
    """Two stumps of the same strength below the root, which is stronger."""
    x = Nominal("x", ("a", "b"))

    def leaf(minus: int, plus: int) -> Leaf:
        counts = (("-", Fraction(minus)), ("+", Fraction(plus)))
        return Leaf(counts, tuple(c for c, n in counts if n == max(minus, plus)))

    def over(*parts: Tree) -> Branch:
        counts = tuple((c, sum((dict(of_kind(tuple, p.counts))[c] for p in parts), Fraction(0))) for c in "-+")
        largest = max(n for _, n in counts)
        return Branch(counts, tuple(c for c, n in counts if n == largest), Multiway(x), (Multiway(x),), parts)

    tree = over(over(leaf(9, 0), leaf(0, 1)), over(leaf(1, 0), leaf(0, 9)))
    steps = cost_complexity(tree).steps
    assert [(s.alpha, s.leaves, s.risk, s.weakest) for s in steps] == [
        (0, 4, 0, ()),
        (Fraction(1, 20), 2, Fraction(1, 10), (1, 4)),
        (Fraction(2, 5), 1, Fraction(1, 2), (0,)),
    ]


def test_a_subtree_that_improves_nothing_is_gone_at_alpha_zero() -> None:
    x = Continuous("x")
    rows = [(0, "-"), (1, "-"), (2, "+"), (3, "-"), (4, "-")]
    data = DataSet((x,), Nominal("y", ("-", "+")), [Record((Fraction(v),), c) for v, c in rows])
    path = cost_complexity(grow(data, CART))
    assert [(s.alpha, s.leaves, s.risk) for s in path.steps] == [(0, 3, 0), (Fraction(1, 10), 1, Fraction(1, 5))]
    weak = DataSet((x,), Nominal("y", ("-", "+")), [Record((Fraction(v),), c) for v, c in [(0, "-"), (1, "-"), (1, "+"), (1, "-")]])
    assert [(s.alpha, s.leaves, s.weakest) for s in cost_complexity(grow(weak, CART)).steps] == [(0, 1, (0,))]


def test_regression_by_squared_error() -> None:
    x, y = Continuous("x"), Continuous("y")
    data = DataSet((x,), y, [Record((Fraction(i),), Fraction(v)) for i, v in enumerate((1, 2, 10, 14))])
    tree = grow(data, REGRESSION_TREE)
    path = cost_complexity(tree, impurity_risk(variance))
    assert told(path) == weakest_links(tree, impurity_risk(variance))
    assert [s.leaves for s in path.steps] == [4, 3, 2, 1]


def test_what_is_refused() -> None:
    classes, number = (
        Leaf((("-", Fraction(1)),), ("-",)),
        Leaf(Moments(Fraction(1), Fraction(2), Fraction(4)), (Fraction(2),)),
    )
    with pytest.raises(Invalid, match=r"^training errors: expected a classification tree \(got 'a regression tree'\)$"):
        cost_complexity(number)
    with pytest.raises(Invalid, match=r"^risk by variance: expected a regression tree"):
        cost_complexity(classes, impurity_risk(variance))
    with pytest.raises(Invalid, match=r"^cost complexity: expected a tree with training records"):
        cost_complexity(Leaf((("-", Fraction(0)),), ("-",)))


def test_a_single_child_is_cut_at_once() -> None:
    """A test with one branch, as a foreign tree may have: as many leaves, no less risk."""
    leaf = Leaf((("-", Fraction(2)), ("+", Fraction(1))), ("-",))
    test = Multiway(Nominal("x", ("a",)))
    path = cost_complexity(Branch(leaf.counts, leaf.labels, test, (test,), (leaf,)))
    assert [(s.alpha, s.leaves, s.weakest) for s in path.steps] == [(0, 1, (0,))]
    assert list(nodes(path.tree_of(0))) == [leaf]


def test_the_formula_runs_on_symbols() -> None:
    import sympy

    r, s, k = sympy.symbols("r s k")
    assert sympy.simplify(critical_alpha(r, s, k) - (r - s) / (k - 1)) == 0
