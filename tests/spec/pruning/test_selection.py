"""Choosing from the cost-complexity sequence: each loss counted record by record, the folds' trees found by the book's loop."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from narrow import of_kind
from spec.pruning.prunings import leaves
from spec.pruning.test_cost_complexity import weakest_links

from dtref.errors import Invalid
from dtref.exact.decimals import decimal
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import predictor
from dtref.spec.model.trees import Tree, leaf_count, weight
from dtref.spec.presets import CART, REGRESSION_TREE
from dtref.spec.pruning.cost_complexity import cost_complexity, impurity_risk, misclassified
from dtref.spec.pruning.selection import CrossValidated, by_cross_validation, by_validation, losses_along, variance_of_mean
from dtref.spec.split.impurity import gini, variance
from dtref.strategies import data_sets


def wrong(tree: Tree, held_out: DataSet) -> list[int]:
    """For each record whether the tree's first label is wrong."""
    says = predictor(tree, held_out.attributes)
    return [int(says(r).labels[0] != r.label) for r in held_out]


def learner(data: DataSet) -> Tree:
    return grow(data, CART)


@given(data=data_sets(max_records=10), at=st.integers(1, 9))
def test_validation_chooses_the_smallest_of_the_best(data: DataSet, at: int) -> None:
    assume(at <= len(data))
    training, held_out = evolve(data, records=data.records[:at]), evolve(data, records=data.records[at:])
    path = cost_complexity(learner(training))
    chosen = by_validation(path, held_out)
    sequence = [path.tree_of(k) for k in range(len(path.steps))]
    assert list(chosen.losses) == [sum(wrong(tree, held_out)) for tree in sequence]
    best = [tree for tree, loss in zip(sequence, chosen.losses, strict=True) if loss == min(chosen.losses)]
    assert leaf_count(chosen.tree) == min(map(leaf_count, best))


@given(data=data_sets(max_records=9), pick=st.data())
def test_cross_validation_by_the_books_loop(data: DataSet, pick: st.DataObject) -> None:
    n = len(data)
    assume(n > 1)
    fold_of = pick.draw(st.lists(st.integers(0, 2), min_size=n, max_size=n).filter(lambda f: len(set(f)) > 1), label="folds")
    tests = [tuple(i for i in range(n) if fold_of[i] == k) for k in sorted(set(fold_of))]
    found = by_cross_validation(data, learner, tests)
    alphas = [alpha for alpha, _, _ in weakest_links(learner(data), misclassified)]
    assert [step.alpha for step in found.path.steps] == alphas
    for k, alpha in enumerate(alphas):
        loss = 0
        for test in tests:
            rest = evolve(data, records=[r for i, r in enumerate(data) if i not in test])
            tree = learner(rest)
            steps = weakest_links(tree, misclassified)
            at = [i for i, (a, _, _) in enumerate(steps) if k + 1 == len(alphas) or a * a <= alpha * alphas[k + 1]][-1]
            pruned = cost_complexity(tree).tree_at(steps[at][0])
            assert len(leaves(pruned)) == steps[at][1]
            loss += sum(wrong(pruned, evolve(data, records=[data.records[i] for i in test])))
        assert found.losses[k] == found.squares[k] == loss
    rates = [loss / n for loss in found.losses]
    assert found.best == max(k for k in range(len(rates)) if rates[k] == min(rates))
    least = float(min(rates))
    error = sqrt(least * (1 - least) / n)
    assert float(decimal(found.standard_error(found.best), 12)) == pytest.approx(error, abs=1e-11)
    assert found.within_one_standard_error == max(k for k in range(len(rates)) if float(rates[k]) <= least + error + 1e-12)
    assert leaf_count(found.simplest_tree) <= leaf_count(found.tree)


def test_one_standard_error_by_hand() -> None:
    """Losses 3, 2, 4 of 10: 0.2 and its standard error sqrt(0.2 * 0.8 / 10) = 0.1265, so that 0.3 is near enough and 0.4 is not."""
    assert variance_of_mean(Fraction(2), Fraction(2), Fraction(10)) == Fraction(16, 1000)
    x = Nominal("x", ("0", "1", "2"))
    rows = [(v, label) for v, labels in zip(x.values, ("aaab", "bbbb", "ab"), strict=True) for label in labels]
    data = DataSet((x,), Nominal("y", ("a", "b")), [Record((v,), label) for v, label in rows])
    path = cost_complexity(learner(data), impurity_risk(gini))
    assert [step.leaves for step in path.steps] == [3, 2, 1]
    for losses, best, within in (((3, 2, 4), 1, 1), ((2, 3, 4), 0, 1), ((2, 4, 3), 0, 2), ((2, 2, 4), 1, 1), ((4, 4, 2), 2, 2)):
        given = tuple(map(Fraction, losses))
        found = CrossValidated(path, given, given, Fraction(10))
        assert (found.best, found.within_one_standard_error) == (best, within)
        assert (leaf_count(found.tree), leaf_count(found.simplest_tree)) == (3 - best, 3 - within)


def test_squared_losses_of_regression_trees() -> None:
    x, y = Continuous("x"), Continuous("y")
    data = DataSet((x,), y, [Record((Fraction(i),), Fraction(v)) for i, v in enumerate((1, 2, 10, 14, 3, 9))])
    path = cost_complexity(grow(data, REGRESSION_TREE), impurity_risk(variance))
    held_out = evolve(data, records=[Record((Fraction(1, 3),), Fraction(4)), Record((Fraction(9, 2),), Fraction(7))])
    for k in range(len(path.steps)):
        says = predictor(path.tree_of(k), data.attributes)
        errors = [(of_kind(Fraction, r.label) - of_kind(Fraction, says(r).labels[0])) ** 2 for r in held_out]
        assert losses_along(path, held_out)[k] == sum(errors)
        assert losses_along(path, held_out, 2)[k] == sum(e * e for e in errors)
    found = by_cross_validation(data, lambda d: grow(d, REGRESSION_TREE), ((0, 3), (1, 4), (2, 5)), impurity_risk(variance))
    assert len(found.losses) == len(path.steps)
    assert all(loss > 0 for loss in found.losses)


def test_folds_that_are_none() -> None:
    data = DataSet((), Nominal("y", ("-", "+")), [Record((), "-")] * 3)
    for tests in (((0,), (1,)), ((0, 1), (1, 2)), ((0, 1, 2, 3),)):
        with pytest.raises(Invalid, match=r"^folds: expected each of 3 records in one of them \(got "):
            by_cross_validation(data, learner, tests)
    with pytest.raises(Invalid, match=r"^cost complexity: expected a tree with training records"):
        by_cross_validation(data, learner, ((0, 1, 2),))
    assert weight(learner(data)) == 3
