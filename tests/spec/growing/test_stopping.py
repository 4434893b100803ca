"""Stopping rules and admissions: each against the tree grown in full and cut by hand, and against other programs' definitions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import brute
import pytest
import shapes
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from narrow import defined, of_kind

from dtref.errors import Invalid, Undecided
from dtref.exact.comparison import compare
from dtref.show.explain import explain
from dtref.spec.growing.admission import EveryBranchHas, Significant, TwoBranchesHave
from dtref.spec.growing.hunt import grow, hunt
from dtref.spec.growing.node_facts import NodeFacts
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import (
    AtDepth,
    FewerThan,
    ImprovesLessThan,
    ImprovesTreeLessThan,
    Independent,
    StoppingRule,
    named,
    no_improvement,
    pure,
    same_values,
)
from dtref.spec.growing.tied_trees import count_partitions, count_trees, trees
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Subset
from dtref.spec.model.trees import Branch, Leaf, Tree, depth, leaf_count, nodes, training_errors, weight
from dtref.spec.optimal.optimal import optimal_tree
from dtref.spec.optimal.price import greedy_sizes
from dtref.spec.presets import CART, HUNT, ID3, REGRESSION_TREE
from dtref.spec.split.association import chi_square_p
from dtref.spec.split.exact_test import exact_p
from dtref.spec.views.shape import parity
from dtref.strategies import data_sets
from dtref.strategies.values import fractions

FIRST = (pure, same_values)


def stopped(policy: Policy, *rules: StoppingRule) -> Policy:
    return evolve(policy, stop=(*FIRST, *rules))


def cut(tree: Tree, is_leaf: Callable[[Branch, int], bool], level: int = 0) -> Tree:
    """The tree with every inner node made a leaf that a rule says is one: what stopping there must give."""
    if isinstance(tree, Leaf):
        return tree
    if is_leaf(tree, level):
        return Leaf(tree.counts, tree.labels)
    return evolve(tree, children=[cut(child, is_leaf, level + 1) for child in tree.children])


def gini_gain(node: Branch) -> Fraction:
    def impurity(tree: Tree) -> Fraction:
        n = weight(tree)
        return n - sum((k * k / n for _, k in tree.counts), Fraction(0)) if n else Fraction(0)

    return (impurity(node) - sum(map(impurity, node.children))) / weight(node)


@given(data=data_sets(weights="fractions"), most=st.integers(0, 3))
def test_a_depth_limit_cuts_the_full_tree(data: DataSet, most: int) -> None:
    for policy in (CART, ID3, HUNT):
        limited = grow(data, stopped(policy, AtDepth(most)))
        assert limited == cut(grow(data, policy), lambda _, level: level >= most)
        assert depth(limited) <= most


@given(data=data_sets(weights="fractions"), least=fractions(0, 5, max_denominator=2))
def test_too_few_records_cut_the_full_tree(data: DataSet, least: Fraction) -> None:
    for policy in (CART, ID3):
        assert grow(data, stopped(policy, FewerThan(least))) == cut(grow(data, policy), lambda node, _: weight(node) < least)


@given(data=data_sets(), threshold=fractions(0, 1, max_denominator=9))
def test_too_little_improvement_cuts_the_full_tree(data: DataSet, threshold: Fraction) -> None:
    full = grow(data, CART)
    assert grow(data, stopped(CART, ImprovesLessThan(threshold))) == cut(full, lambda node, _: gini_gain(node) < threshold)
    assert grow(data, stopped(CART, no_improvement)) == cut(full, lambda node, _: gini_gain(node) == 0)
    of_tree = grow(data, stopped(CART, ImprovesTreeLessThan(threshold)))
    assert of_tree == cut(full, lambda node, _: weight(node) / len(data) * gini_gain(node) < threshold)


def test_the_borders_belong_to_splitting() -> None:
    """n records are not fewer than n; a gain of t is not below t."""
    x, y = Nominal("x", ("a", "b")), Nominal("y", ("-", "+"))
    data = DataSet((x,), y, [Record((v,), c) for v, c in (("a", "-"), ("a", "-"), ("b", "+"), ("b", "+"))])
    for rule in (FewerThan(4), ImprovesLessThan(Fraction(1, 2)), ImprovesTreeLessThan(Fraction(1, 2)), AtDepth(1)):
        assert isinstance(grow(data, stopped(CART, rule)), Branch)
    for rule in (FewerThan(5), ImprovesLessThan(Fraction(501, 1000)), ImprovesTreeLessThan(Fraction(501, 1000)), AtDepth(0)):
        assert isinstance(grow(data, stopped(CART, rule)), Leaf)


@given(data=data_sets(max_records=7, max_values=4), least=st.integers(1, 3))
def test_admitted_groupings_are_those_of_exhaustive_search(data: DataSet, least: int) -> None:
    """The best of the admissible groupings, all tried: Breiman's shortcut finds the best of all only."""
    nominal = evolve(data, attributes=data.attributes[:1], records=[evolve(r, values=r.values[:1]) for r in data])
    assume(nominal.attributes and isinstance(nominal.attributes[0], Nominal))
    tree = grow(nominal, evolve(CART, admit=(EveryBranchHas(least),), stop=(*FIRST, AtDepth(1))))
    present = sorted({str(r.values[0]) for r in nominal})
    sides = [frozenset(s) for k in range(1, len(present)) for s in combinations(present, k) if present[0] in s]
    scored = {}
    for side in sides:
        left, right = ([r.label for r in nominal if (r.values[0] in side) is there] for there in (True, False))
        if min(len(left), len(right)) >= least:
            scored[side] = -sum(len(part) - Fraction(sum(part.count(c) ** 2 for c in nominal.classes), len(part)) for part in (left, right))
    best = {side for side, value in scored.items() if value == max(scored.values())}
    pure_data = len({r.label for r in nominal}) <= 1
    found = {frozenset(of_kind(Subset, t).left) for t in tree.optima} if isinstance(tree, Branch) else set()
    assert found == (set() if pure_data else best)


@given(data=data_sets(weights="integers"), least=st.integers(1, 4))
def test_every_branch_has_enough(data: DataSet, least: int) -> None:
    for policy in (CART, ID3):
        for node in nodes(grow(data, evolve(policy, admit=(EveryBranchHas(least),)))):
            assert not isinstance(node, Branch) or all(weight(child) >= least for child in node.children if weight(child))
        for node in nodes(grow(data, evolve(policy, admit=(TwoBranchesHave(least),)))):
            assert not isinstance(node, Branch) or sum(weight(child) >= least for child in node.children) > 1


@given(data=data_sets(max_records=6))
def test_limits_act_on_every_tree_of_the_closure(data: DataSet) -> None:
    policy = stopped(CART, AtDepth(2), FewerThan(3))
    assume(count_trees(data, policy) <= 200)
    every = list(trees(data, policy))
    assert len(every) == len(set(every)) == count_trees(data, policy)
    assert all(depth(tree) <= 2 for tree in every)
    assert count_partitions(data, policy) == len({brute.partition(shapes.shape(tree, data)) for tree in every})


def arrangements(labels: str, sizes: tuple[int, ...]) -> Fraction:
    """The exact p-value by writing out every order of the records."""

    def table(order: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
        found, at = [], 0
        for size in sizes:
            found.append(tuple(order[at : at + size].count(c) for c in "abc"))
            at += size
        return tuple(found)

    orders = [table(p) for p in permutations(labels)]
    seen = orders.count(table(tuple(labels)))
    return Fraction(sum(1 for t in orders if orders.count(t) <= seen), len(orders))


@given(branches=st.lists(st.text("abc", max_size=2), min_size=1, max_size=3))
def test_exact_p_counts_arrangements(branches: list[str]) -> None:
    labels = "".join(branches)
    parts = [tuple(branch.count(c) for c in "abc") for branch in branches]
    assert exact_p(tuple(labels.count(c) for c in "abc"), parts) == arrangements(labels, tuple(map(len, branches)))


@given(cells=st.lists(st.integers(0, 30), min_size=4, max_size=4))
def test_exact_p_is_fishers(cells: list[int]) -> None:
    from scipy.stats import fisher_exact

    a, b, c, d = cells
    assert float(defined(exact_p((a + c, b + d), ((a, b), (c, d))))) == pytest.approx(fisher_exact([[a, b], [c, d]])[1], rel=1e-9)


def test_iaml_statistical_significance() -> None:
    """2 items into 2 subsets are a toss of a coin; 100 into 50 and 50, of one class each, are not."""
    x, y = Nominal("x", ("a", "b")), Nominal("y", ("-", "+"))
    policy = evolve(ID3, admit=(Significant(Fraction(1, 20)),))
    for half in (1, 2, 3, 4, 50):
        data = DataSet((x,), y, [Record(("ab"[i % 2],), "-+"[i % 2]) for i in range(2 * half)])
        assert isinstance(grow(data, policy), Branch) == (half >= 4)  # p = 2/2, 2/6, 2/20, 2/70, ...
    assert exact_p((50, 50), ((50, 0), (0, 50))) < Fraction(1, 10**28)


def test_exact_p_has_a_budget() -> None:
    with pytest.raises(
        Undecided, match=r"^exact test of independence: not decided within 30 tables \(at least 1017446/56968357875, at most 1\)$"
    ):
        exact_p((9, 9, 9), ((3, 3, 3), (3, 3, 3), (3, 3, 3)), budget=30)
    with pytest.raises(Undecided, match=r"^exact test of independence: not decided within 100000 records \(at least 0, at most 1\)$"):
        exact_p((10**30, 1), ((10**30, 0), (0, 1)))


def test_independent_attributes_stop() -> None:
    """chi-square 4/3 with one degree of freedom has p = 0.248; 8 records parted by class have chi-square 8, p = 0.0047."""
    x, y = Nominal("x", ("a", "b")), Nominal("y", ("-", "+"))

    def data(rows: str) -> DataSet:
        return DataSet((x,), y, [Record((v,), "-" if v.islower() == (i % 2 == 0) else "+") for i, v in enumerate(rows)])

    weak = DataSet((x,), y, [Record((v,), c) for v, c in zip("aaabbb", "--+-++", strict=True)])
    strong = DataSet((x,), y, [Record((v,), c) for v, c in zip("aaaabbbb", "----++++", strict=True)])
    assert compare(defined(chi_square_p((3, 3), ((2, 1), (1, 2)))), Fraction(41, 100)) == 1
    assert isinstance(grow(weak, stopped(ID3, Independent(Fraction(1, 20)))), Leaf)
    assert isinstance(grow(strong, stopped(ID3, Independent(Fraction(1, 20)))), Branch)
    assert isinstance(grow(strong, stopped(ID3, Independent(Fraction(1, 1000)))), Leaf)
    assert isinstance(grow(strong, stopped(ID3, Independent(Fraction(2, 70), exact_p))), Branch)  # p = alpha is significant
    assert isinstance(grow(strong, stopped(ID3, Independent(Fraction(2, 71), exact_p))), Leaf)


def test_regression_trees_stop_too() -> None:
    x, y = Continuous("x"), Continuous("y")
    data = DataSet((x,), y, [Record((Fraction(i),), Fraction(v)) for i, v in enumerate((1, 2, 10, 14))])
    full = grow(data, REGRESSION_TREE)
    assert grow(data, stopped(REGRESSION_TREE, AtDepth(1))) == cut(full, lambda _, level: level >= 1)
    assert grow(data, stopped(REGRESSION_TREE, FewerThan(3))) == cut(full, lambda node, _: weight(node) < 3)
    assert depth(grow(data, evolve(REGRESSION_TREE, admit=(EveryBranchHas(2),)))) == 1
    for policy in (stopped(REGRESSION_TREE, Independent(Fraction(1, 20))), evolve(REGRESSION_TREE, admit=(Significant(Fraction(1, 20)),))):
        with pytest.raises(Invalid, match=r"^test of independence: expected a nominal target \(got 'continuous'\)$"):
            grow(data, policy)


def test_a_level_outside_0_to_1_is_refused() -> None:
    for rule in (Independent, Significant):
        with pytest.raises(Invalid, match=r"expected a significance level from 0 to 1 \(got Fraction\(3, 2\)\)$"):
            rule(Fraction(3, 2))


def test_why_a_node_is_a_leaf_is_said() -> None:
    x, y = Nominal("x", ("a", "b", "c")), Nominal("y", ("-", "+"))
    data = DataSet((x,), y, [Record((v,), c) for v, c in zip("aabbcc", "--++-+", strict=True)])
    text = str(explain(data, evolve(CART, admit=(EveryBranchHas(3),))))
    assert text.count("[not admitted; the rule is: at least 3 records in every branch; its branches have 4 and 2]") == 2
    assert "Leaf: - or +   (no test is admitted)" in text
    text = str(explain(data, evolve(CART, stop=(*FIRST, FewerThan(3)))))
    assert "Leaf: - or +   (fewer than 3 records)" in text
    rules: list[Any] = [
        AtDepth(3),
        ImprovesLessThan(Fraction(1, 8)),
        Independent(Fraction(1, 20)),
        Significant(Fraction(1, 20)),
        TwoBranchesHave(2),
    ]
    assert list(map(named, rules)) == [
        "at depth 3",
        "improvement below 0.125",
        "independent of every attribute at level 0.05",
        "significant at level 0.05",
        "at least 2 records in two branches",
    ]


def test_large_groupings_with_an_admission_are_undecided_not_guessed() -> None:
    x, y = Nominal("x", tuple(f"v{i}" for i in range(20))), Nominal("y", ("-", "+"))
    data = DataSet((x,), y, [Record((v,), "-+"[i % 2]) for i, v in enumerate(x.values)])
    assert isinstance(grow(data, CART), Branch)
    with pytest.raises(
        Undecided, match=r"^best grouping of 20 values of x, its gini_reduction: not decided within 32768 groupings \(at most 1/2\)$"
    ):
        grow(data, evolve(CART, admit=(EveryBranchHas(3),)))


def test_candidates_are_offered_admitted_or_not() -> None:
    x, y = Continuous("x"), Nominal("y", ("-", "+"))
    data = DataSet((x,), y, [Record((Fraction(i),), c) for i, c in enumerate("-+-+")])
    recursion = hunt(data, evolve(CART, admit=(EveryBranchHas(2),)))
    root = recursion.root()
    assert [len(one.splits) for one in (recursion.offered(root)[0], recursion.candidates(root)[0])] == [3, 1]
    assert recursion.candidates(root)[0].splits == [((1, 1), (1, 1))]


def test_a_rule_of_ones_own_sees_the_level() -> None:
    """Whatever the rule: of those that dtref does not know, it must suppose that they look."""

    def deep(at: NodeFacts) -> bool:
        return at.level >= 1

    assert grow(parity(3), stopped(CART, deep)) == grow(parity(3), stopped(CART, AtDepth(1)))
    assert count_trees(parity(3), stopped(CART, deep)) == 3


def test_greedy_sizes_respect_stopping_rules() -> None:
    """Of the 12 trees of three bits, cut after one test, 3 are left: one for each attribute."""
    for rule in (AtDepth(1), AtDepth(2), FewerThan(5), no_improvement):
        policy = stopped(CART, rule)
        every = [(leaf_count(t), training_errors(t)) for t in trees(parity(3), policy)]
        assert greedy_sizes(parity(3), policy) == {size: every.count(size) for size in set(every)}
    assert greedy_sizes(parity(3), stopped(CART, AtDepth(1))) == {(2, 4): 3}
    assert optimal_tree(parity(2), stopped(CART, AtDepth(1))).leaves == 4  # what is optimal doesn't ask when greed would stop


def test_records_in_parts_have_no_exact_p_value_and_say_so() -> None:
    x, y = Nominal("x", ("a", "b")), Nominal("y", ("-", "+"))
    data = DataSet((x,), y, [Record(("a",), "-", Fraction(1, 2)), Record(("a",), "-"), Record(("b",), "+")])
    wanted = r"^test of independence: expected a split that has a p-value \(got 'an exact test is of whole records'\)$"
    for policy in (evolve(CART, admit=(Significant(Fraction(1)),)), stopped(CART, Independent(Fraction(1), exact_p))):
        with pytest.raises(Invalid, match=wanted):
            grow(data, policy)


def test_every_grouping_is_asked_for_its_exact_p_value() -> None:
    """{a} against the rest has 584/969 = 0.603, which is no prefix by class share: Breiman's shortcut would not look."""
    counts = {"a": (2, 2), "b": (2, 4), "c": (1, 2), "d": (1, 1), "e": (1, 3)}
    x, y = Nominal("x", tuple(counts)), Nominal("y", ("-", "+"))
    data = DataSet((x,), y, [Record((v,), c) for v, ns in counts.items() for c, n in zip("-+", ns, strict=True) for _ in range(n)])
    assert exact_p((7, 12), ((2, 2), (5, 10))) == Fraction(584, 969)
    assert isinstance(grow(data, stopped(CART, Independent(Fraction(605, 1000), exact_p))), Branch)


def test_limits_are_asked_before_candidates() -> None:
    """A node that is too deep or too small is a leaf, however hard its best test would be to find."""
    x, y = Nominal("x", tuple(f"v{i}" for i in range(20))), Nominal("y", ("-", "+"))
    data = DataSet((x,), y, [Record((v,), "-+"[i % 2]) for i, v in enumerate(x.values)])
    for rule in (AtDepth(0), FewerThan(100)):
        assert isinstance(grow(data, evolve(stopped(CART, rule), admit=(EveryBranchHas(1),))), Leaf)


def test_absent_values_are_no_small_branches() -> None:
    x, y = Nominal("x", ("a", "b", "c")), Nominal("y", ("-", "+"))
    data = DataSet((x,), y, [Record((v,), c) for v, c in zip("aabb", "--++", strict=True)])
    assert isinstance(grow(data, evolve(ID3, admit=(EveryBranchHas(2),))), Branch)
    assert isinstance(grow(data, evolve(ID3, admit=(EveryBranchHas(3),))), Leaf)
