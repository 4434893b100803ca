"""What displays of trees of several sizes hold, by predicting with each; the ring data."""

from __future__ import annotations

from fractions import Fraction
from math import hypot, sqrt
from random import Random

import pytest
from show.plots.samples import HALF, ONE, PETALS, iris, noisy_rings, part, plane, wrong

import dtref
from dtref.show.plots.canvas import plotted_numbers
from dtref.spec.preparation.random_draws import draw_order
from dtref.spec.split.impurity import variance


def test_ring_data_are_the_documents_condition() -> None:
    points = dtref.draw_ring_points(Random(7), 60, 40)
    data = dtref.ring_data(points)
    assert [r.label for r in data] == ["circular"] * 60 + ["triangular"] * 40
    for x, y in points:
        assert abs(x) <= Fraction(3, 2) >= abs(y)
        assert (0.5 <= hypot(x, y) <= 1) == (dtref.ring_data([(x, y)]).records[0].label == "circular")
    assert len(dtref.draw_ring_points(Random(1))) == 1000


def test_mistaken_points_have_the_other_class() -> None:
    """golden/tan/overfitting.json: (0.6, 0.6) is circular; both ends of the ring are."""
    points = [(Fraction(3, 5), Fraction(3, 5)), (HALF, Fraction(0)), (Fraction(0), Fraction(-1)), (Fraction(0), Fraction(0))]
    assert [r.label for r in dtref.ring_data(points)] == ["circular"] * 3 + ["triangular"]
    assert [r.label for r in dtref.ring_data(points, {0, 3})] == ["triangular", "circular", "circular", "circular"]
    with pytest.raises(dtref.Invalid, match=r"position of a point"):
        dtref.ring_data(points, {4})


def test_errors_by_size_are_those_of_predicting_with_each_tree() -> None:
    training, test = noisy_rings()
    path = dtref.cost_complexity(dtref.grow(training, dtref.CART))
    shown = dtref.FittingCurveDisplay.from_path(path, test)
    trees = [path.tree_of(i) for i in reversed(range(len(path.steps)))]
    assert shown.sizes == tuple(2 * step.leaves - 1 for step in reversed(path.steps))
    assert [fit.training for fit in shown.fits] == [Fraction(wrong(tree, training), len(training)) for tree in trees]
    assert [fit.test for fit in shown.fits] == [Fraction(wrong(tree, test), len(test)) for tree in trees]
    errors = [wrong(tree, test) for tree in trees]
    assert shown.best == errors.index(min(errors))
    assert shown.underfitted == tuple(range(shown.best))
    assert shown.overfitted == tuple(i for i in range(shown.best + 1, len(trees)) if errors[i] > min(errors))
    assert shown.overfitted


def test_a_regression_tree_has_mean_squared_errors() -> None:
    x = dtref.Continuous("x")
    data = dtref.DataSet((x,), dtref.Continuous("y"), [dtref.Record((Fraction(i),), Fraction(i * i)) for i in range(4)])
    path = dtref.cost_complexity(dtref.grow(data, dtref.REGRESSION_TREE), dtref.impurity_risk(variance))
    shown = dtref.FittingCurveDisplay.from_path(path, part(data, (3,)))
    assert (shown.unit, shown.sizes[0], shown.fits[0].training) == ("mean squared error", 1, Fraction(49, 4))
    assert shown.fits[0].test == (9 - Fraction(14, 4)) ** 2


def test_an_empty_test_set_is_refused() -> None:
    path = dtref.cost_complexity(dtref.grow(ONE, dtref.CART))
    for make, what in ((dtref.FittingCurveDisplay.from_path, "test set"), (dtref.PruningCurveDisplay.from_validation, "validation set")):
        with pytest.raises(dtref.Invalid) as refused:
            make(path, plane())
        assert str(refused.value) == f"{what}: expected at least one record (got 'none')"


def test_the_sequence_on_a_validation_set_and_its_one_standard_error_choice() -> None:
    training, validation = noisy_rings()
    path = dtref.cost_complexity(dtref.grow(training, dtref.CART))
    shown = dtref.PruningCurveDisplay.from_validation(path, validation)
    n = len(validation)
    errors = [Fraction(wrong(path.tree_of(i), validation), n) for i in range(len(path.steps))]
    assert [tree.error for tree in shown.trees] == errors
    assert [tree.training for tree in shown.trees] == [
        Fraction(wrong(path.tree_of(i), training), len(training)) for i in range(len(errors))
    ]
    assert plotted_numbers(tree.standard_error for tree in shown.trees) == pytest.approx(
        [sqrt(e * (1 - e) / n) for e in map(float, errors)]
    )
    best = max(i for i, e in enumerate(errors) if e == min(errors))
    limit = float(errors[best]) + sqrt(errors[best] * (1 - errors[best]) / n)
    assert (shown.best, shown.chosen) == (best, max(i for i, e in enumerate(errors) if e <= limit))
    assert shown.chosen > shown.best
    assert [(tree.alpha, tree.leaves) for tree in shown.trees] == [(step.alpha, step.leaves) for step in path.steps]


def test_cross_validation_is_shown_as_it_was_found() -> None:
    data = iris(*PETALS)
    folds = [one.test for one in dtref.k_fold(draw_order(Random(4), 150), 5)]
    found = dtref.by_cross_validation(data, lambda fold: dtref.grow(fold, dtref.CART), folds)
    shown = dtref.PruningCurveDisplay.from_cross_validation(found)
    assert [tree.error * 150 for tree in shown.trees] == list(found.losses)
    assert (shown.best, shown.chosen, shown.estimate) == (found.best, found.within_one_standard_error, "cross-validation")
    assert [tree.training * 150 for tree in shown.trees] == [wrong(found.path.tree_of(i), data) for i in range(len(shown.trees))]
