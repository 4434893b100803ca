"""The rules whose cost adds up over leaves and tests: each reaches the least cost of all prunings, written out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, log2
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from mpmath import mp
from narrow import attribute_of
from spec.pruning.prunings import MOST, cost, is_pruning, leaves, prunings, wrong

from dtref.errors import Invalid
from dtref.exact.comparison import compare
from dtref.exact.decimals import decimal
from dtref.spec.model.attributes import MISSING, Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tally import Moments
from dtref.spec.model.tests import Groups, Multiway, OrdinalCut, Side, Subset, Test, Threshold
from dtref.spec.model.trees import Branch, Leaf, Tree, leaf_count, training_errors, weight
from dtref.spec.pruning.bottom_up import if_better, if_no_worse
from dtref.spec.pruning.description import TreeCode, attribute_only, conditions_of, description_length, minimum_description
from dtref.spec.pruning.error_based import QUARTER, error_based, upper_limit
from dtref.spec.pruning.estimates import (
    penalised,
    pessimistic_error_rate,
    pessimistic_errors,
    resubstitution_error_rate,
    validation_errors,
)
from dtref.spec.pruning.pessimistic import pessimistic, pessimistic_within_error
from dtref.spec.pruning.reduced_error import best_node_first, reduced_error
from dtref.spec.split.description import classes_coded, errors_chosen, errors_listed
from dtref.strategies import data_sets, trees, trees_for
from dtref.strategies.values import fractions

CODE = TreeCode(errors_chosen(3), attribute_only)


@st.composite
def trees_with_validation(draw: st.DrawFn) -> tuple[Tree, DataSet]:
    """A tree of some of a data set's records, and the others."""
    data = draw(data_sets(max_records=10), label="data")
    at = draw(st.integers(0, len(data)), label="training records")
    training = DataSet(data.attributes, data.target, data.records[:at])
    return draw(trees_for(training), label="tree"), DataSet(data.attributes, data.target, data.records[at:])


def misses(tree: Tree, validation: DataSet) -> int:
    """The records that a tree gets wrong: each one followed down by hand."""
    from shapes import goes

    def label(node: Tree, record: Record) -> Any:
        if isinstance(node, Leaf):
            return node.labels[0]
        names = [a.name for a in validation.attributes]
        return label(node.children[goes(node.test, record.values[names.index(attribute_of(node.test).name)])], record)

    return sum(label(tree, record) != record.label for record in validation)


@given(drawn=trees_with_validation())
def test_reduced_error_finds_the_smallest_best_pruning(drawn: tuple[Tree, DataSet]) -> None:
    tree, validation = drawn
    assume(leaf_count(tree) <= MOST)
    every = [(misses(t, validation), len(leaves(t))) for t in prunings(tree)]
    pruned = reduced_error(tree, validation).tree
    assert (misses(pruned, validation), leaf_count(pruned)) == min(every)
    assert validation_errors(pruned, validation) == misses(pruned, validation)
    keeping = reduced_error(tree, validation, if_better).tree
    fewest = min(every)[0]
    assert misses(keeping, validation) == fewest <= misses(tree, validation)
    assert is_pruning(pruned, keeping)
    assert is_pruning(keeping, tree)


@given(drawn=trees_with_validation())
def test_pruning_for_a_validation_set_twice_is_pruning_once(drawn: tuple[Tree, DataSet]) -> None:
    tree, validation = drawn
    for cut in (if_better, if_no_worse):
        once = reduced_error(tree, validation, cut).tree
        assert reduced_error(once, validation, cut).tree == once
    greedy = best_node_first(tree, validation).tree
    assert best_node_first(greedy, validation).steps == ()


@given(drawn=trees_with_validation())
def test_best_node_first_cuts_what_improves_most(drawn: tuple[Tree, DataSet]) -> None:
    """Each step against every single cut of the tree so far, tried out."""
    tree, validation = drawn
    errors = misses(tree, validation)
    done = best_node_first(tree, validation)
    at = tree
    for step in done.steps:
        single = [misses(t, validation) for t in single_cuts(at)]
        assert errors - step.improvement == min(single) == step.errors
        at = next(t for t in single_cuts(at) if misses(t, validation) == min(single))
        errors = min(single)
        assert len(step.tied) == sum(m == errors for m in single)
        assert step.node == step.tied[0]
    assert at == done.tree
    assert all(misses(t, validation) >= errors for t in single_cuts(at))


def single_cuts(tree: Tree) -> list[Tree]:
    """The tree with one inner node made a leaf: the nodes in preorder."""
    if isinstance(tree, Leaf):
        return []
    parts = list(tree.children)
    below = [
        Branch(tree.counts, tree.labels, tree.test, tree.optima, [*parts[:i], cut, *parts[i + 1 :]], tree.gap)
        for i, child in enumerate(parts)
        for cut in single_cuts(child)
    ]
    return [Leaf(tree.counts, tree.labels), *below]


def check_minimum(tree: Tree, pruned: Tree, of_leaf: Callable[[Leaf], Any], of_test: Callable[[Branch], Any] = lambda _: 0) -> None:
    """No pruning costs less, and of those that cost as little none has fewer leaves."""
    ours = cost(pruned, of_leaf, of_test)
    assert is_pruning(pruned, tree)
    for other in prunings(tree):
        order = compare(ours, cost(other, of_leaf, of_test))
        assert order < 0 or (order == 0 and leaf_count(pruned) <= len(leaves(other)))


@given(tree=trees(max_records=9, weights="integers"))
def test_the_shortest_description_of_all_prunings(tree: Tree) -> None:
    assume(leaf_count(tree) <= 8)
    pruned = minimum_description(tree, CODE)
    check_minimum(
        tree,
        pruned.tree,
        lambda leaf: CODE.encoding.leaf([int(n) for _, n in leaf.counts], int(weight(tree))),
        lambda _: CODE.encoding.test,
    )
    assert compare(description_length(pruned.tree, CODE), description_length(tree, CODE)) <= 0
    assert minimum_description(pruned.tree, CODE).tree == pruned.tree


@given(tree=trees(max_records=9, weights="fractions"), penalty=fractions(0, 3, max_denominator=4))
def test_the_fewest_pessimistic_errors_of_all_prunings(tree: Tree, penalty: Fraction) -> None:
    assume(leaf_count(tree) <= MOST)
    check_minimum(tree, pessimistic(tree, penalty, if_no_worse).tree, lambda leaf: wrong(leaf) + penalty)
    strict = pessimistic(tree, penalty)
    assert pessimistic_errors(strict.tree, penalty) == min(cost(t, lambda leaf: wrong(leaf) + penalty) for t in prunings(tree))
    assert pessimistic(strict.tree, penalty).tree == strict.tree


def float_limit(errors: Fraction, records: Fraction) -> float:
    """The root of I_(1-U)(n - e, e + 1) = 1/4, by mpmath."""
    from scipy.stats import beta

    return 1.0 if errors == records else float(beta.isf(0.25, float(errors + 1), float(records - errors)))


@given(tree=trees(max_records=10, weights="fractions"))
def test_the_fewest_predicted_errors_of_all_prunings(tree: Tree) -> None:
    """Costs by SciPy; prunings within its rounding of the least are as good."""
    assume(leaf_count(tree) <= 8)

    def of_leaf(leaf: Leaf) -> float:
        return float(weight(leaf)) * float_limit(wrong(leaf), weight(leaf)) if weight(leaf) else 0.0

    pruned = error_based(tree)
    least = min(cost(t, of_leaf) for t in prunings(tree))
    assert cost(pruned.tree, of_leaf) == pytest.approx(least, rel=1e-9, abs=1e-12)
    assert error_based(pruned.tree).tree == pruned.tree
    for one in pruned.comparisons:
        assert one.cut == (float(decimal(one.leaf.value, 15)) <= float(decimal(one.subtree.value, 15)) + 1e-12)


@pytest.mark.parametrize(("e", "n"), [(0, 1), (0, 6), (1, 16), (3, 7), (6, 7), (Fraction(1, 2), Fraction(7, 3)), (0, 10**30)])
def test_upper_limits_solve_their_equation(e: Fraction, n: Fraction) -> None:
    limit = upper_limit(Fraction(e), Fraction(n))
    with mp.workdps(60):
        u = mp.mpf(decimal(limit, 50))
        left = mp.betainc(
            mp.mpf(Fraction(n - e).numerator) / Fraction(n - e).denominator,
            mp.mpf(Fraction(e).numerator) / Fraction(e).denominator + 1,
            0,
            1 - u,
            regularized=True,
        )
        assert abs(left - mp.mpf(1) / 4) < mp.mpf(10) ** -(15 if n > 100 else 40)


def counts(minus: int, plus: int) -> Leaf:
    pairs = (("C0", Fraction(minus)), ("C1", Fraction(plus)))
    return Leaf(pairs, tuple(c for c, n in pairs if n == max(minus, plus)))


def over(*parts: Tree) -> Branch:
    test = Multiway(Nominal("A", tuple(f"A{i}" for i in range(1, len(parts) + 1))))
    node = counts(*(int(sum(dict(p.counts)[c] for p in parts)) for c in ("C0", "C1")))
    return Branch(node.counts, node.labels, test, (test,), parts)


def test_tan_estimating_generalization_errors() -> None:
    """30 leaves, 10 errors in 1000: 1 % and 2.5 %."""
    assert penalised(10, 30) / 1000 == Fraction(25, 1000)
    leaves_with = [counts(33, 0) for _ in range(29)] + [counts(33, 10)]
    tree = over(*leaves_with)
    assert weight(tree) == 1000
    assert (training_errors(tree), leaf_count(tree)) == (10, 30)
    assert (resubstitution_error_rate(tree), pessimistic_error_rate(tree)) == (Fraction(1, 100), Fraction(25, 1000))
    assert pessimistic_errors(tree) == 25


def test_tan_example_of_post_pruning() -> None:
    """20 Yes, 10 No: 10/30, 10.5/30, 9/30, 11/30, so prune."""
    tree = over(counts(8, 4), counts(3, 4), counts(4, 1), counts(5, 1))
    root = counts(20, 10)
    assert (resubstitution_error_rate(root), pessimistic_error_rate(root)) == (Fraction(10, 30), Fraction(21, 60))
    assert (resubstitution_error_rate(tree), pessimistic_error_rate(tree)) == (Fraction(9, 30), Fraction(11, 30))
    assert pessimistic(tree).tree == root
    assert [(c.leaf, c.subtree, c.cut) for c in pessimistic(tree).comparisons] == [(Fraction(21, 2), 11, True)]


def test_tan_examples_of_post_pruning() -> None:
    """Optimistic: prune neither; pessimistic: not case 1, but case 2. The figure is lost; these are the counts of the published slides."""
    case1, case2 = over(counts(11, 3), counts(2, 4)), over(counts(14, 3), counts(2, 2))
    assert [pessimistic(case, 0).tree == case for case in (case1, case2)] == [True, True]
    assert [pessimistic(case).tree == case for case in (case1, case2)] == [True, False]
    assert pessimistic(case2, 0, if_no_worse).tree == counts(16, 5)  # a tie without penalty


def test_within_a_standard_error() -> None:
    """9 + 2 errors of 30 have the standard error sqrt(11 * 19 / 30) = 2.64: a leaf may have up to 13.64."""
    tree = over(counts(8, 4), counts(3, 4), counts(4, 1), counts(5, 1))
    (one,) = pessimistic_within_error(tree).comparisons
    assert one.cut
    assert decimal(one.subtree, 2) == "13.64"
    assert pessimistic_within_error(over(counts(20, 0), counts(0, 20))).tree == over(counts(20, 0), counts(0, 20))


def test_within_a_standard_error_goes_top_down() -> None:
    """A cut node hides what is below: nothing is compared there."""
    inner = over(counts(1, 0), counts(0, 1))
    tree = over(inner, counts(3, 2))
    assert [c.node for c in pessimistic_within_error(tree).comparisons] == [0]


def test_greed_is_not_the_best_pruning() -> None:
    """
    Best node first stops where no single cut improves, though a cut that changes nothing would make the tree smaller.

    One validation record in the left part, right as a leaf and as a subtree.
    """
    x = Nominal("A", ("A1", "A2"))
    tree = over(over(counts(5, 0), counts(2, 1)), counts(0, 4))
    validation = DataSet((x,), Nominal("y", ("C0", "C1")), [Record(("A1",), "C0"), Record(("A2",), "C1")])
    assert best_node_first(tree, validation).steps == ()
    smaller = reduced_error(tree, validation).tree
    assert leaf_count(smaller) == 2 < leaf_count(tree)
    assert validation_errors(smaller, validation) == 0 == validation_errors(tree, validation)


def test_conditions_in_bits() -> None:
    """Values a, b, c, c, of four declared; l, m, h, h, of five; 1, 2, 2, 5."""
    x, o, v = Nominal("x", ("a", "b", "absent", "c")), Ordinal("o", ("none", "l", "m", "h", "above")), Continuous("v")
    rows = zip("abcc", "lmhh", (1, 2, 2, 5), strict=True)
    data = DataSet((x, o, v), Nominal("y", ("-", "+")), [Record((a, b, Fraction(i)), "-") for a, b, i in rows])
    bits = conditions_of(data)
    asked: list[Test] = [
        Multiway(x),
        Subset(x, ("a",), ("b", "c")),
        OrdinalCut(o, "l", "m"),
        Threshold(v, Fraction(1), Fraction(2), Fraction(1), Side.AT_MOST),
    ]
    assert [float(decimal(bits(t), 9)) for t in asked] == [0, pytest.approx(log2(3)), 1, 1]
    with pytest.raises(Invalid, match=r"^splitting condition encoding: expected "):
        bits(Groups(x, (("a",), ("b", "c")), 0))


def test_a_test_of_an_attribute_without_two_values_cannot_be_told() -> None:
    x, o, v = Nominal("x", ("a", "b")), Ordinal("o", ("l", "m")), Continuous("v")
    bits = conditions_of(DataSet((x, o, v), Nominal("y", ("-", "+")), [Record(("a", "l", Fraction(1)), "-"), Record((MISSING,) * 3, "+")]))
    threshold = Threshold(v, Fraction(1), Fraction(2), Fraction(1), Side.AT_MOST)
    for test in (Subset(x, ("a",), ("b",)), OrdinalCut(o, "l", "m"), threshold):
        with pytest.raises(Invalid, match=r"^splitting condition encoding: expected a test of an attribute of the data set that is one"):
            bits(test)


def test_description_of_a_small_tree_by_hand() -> None:
    """14 records; two leaves (8, 1) and (1, 4): 1 + log2 4 for the test, and two leaves of 1 + 1 + log2(b + 1) + log2 C(n, e)."""
    tree = over(counts(8, 1), counts(1, 4))
    wanted = 1 + 2 + (2 + log2(4 + 1) + log2(comb(9, 1))) + (2 + log2(2 + 1) + log2(comb(5, 1)))
    assert float(decimal(description_length(tree, TreeCode(errors_chosen(4), attribute_only)), 12)) == pytest.approx(wanted)
    listed = 2 + (1 + 1 * log2(14)) + (1 + 1 * log2(14))
    assert float(decimal(description_length(tree, TreeCode(errors_listed(4), attribute_only)), 12)) == pytest.approx(listed)
    assert compare(description_length(counts(8, 1), TreeCode(classes_coded(), attribute_only)), 0) > 0


def test_what_is_refused() -> None:
    number = Leaf(Moments(Fraction(1), Fraction(2), Fraction(4)), (Fraction(2),))
    for prune in (pessimistic, pessimistic_within_error, error_based):
        with pytest.raises(Invalid, match=r"^training errors: expected a classification tree \(got 'a regression tree'\)$"):
            prune(number)
    with pytest.raises(Invalid, match=r"^description: expected a classification tree \(got 'a regression tree'\)$"):
        minimum_description(number, CODE)
    with pytest.raises(Invalid, match=r"^description: expected whole records \(got Fraction\(1, 2\)\)$"):
        minimum_description(Leaf((("-", Fraction(1, 2)),), ("-",)), CODE)
    with pytest.raises(Invalid, match=r"^target y: expected a nominal target, as the tree has \(got 'continuous'\)$"):
        reduced_error(counts(1, 0), DataSet((), Continuous("y"), ()))
    with pytest.raises(Invalid, match=r"^data set: expected an attribute 'A', which the tree asks \(got 'none'\)$"):
        reduced_error(over(counts(1, 0), counts(0, 1)), DataSet((), Nominal("y", ("C0", "C1")), [Record((), "C0")]))
    for confidence in (Fraction(0), Fraction(1)):
        with pytest.raises(Invalid, match=r"^confidence: expected a number strictly between 0 and 1"):
            error_based(counts(1, 0), confidence)
    with pytest.raises(Invalid, match=r"^errors: expected a number from 0 to 3, of records above 0 \(got Fraction\(4, 1\)\)$"):
        upper_limit(Fraction(4), Fraction(3), QUARTER)
