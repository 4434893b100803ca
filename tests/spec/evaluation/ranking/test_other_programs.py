"""
scikit-learn and SciPy on thousands of generated inputs full of ties, to the last digit that floats hold.

Rates are quotients of integers, which both round correctly once: they must be equal. Sums of floats are compared within 1e-14.
Named differences: scikit-learn drops of three collinear vertices only those that are equally spaced, and never the first; it starts
the precision-recall curve at precision 1; its areas of one class are NaN; its recall without positives is 1 on the curve and its
average precision 0.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from fractions import Fraction
from math import inf, isnan

import pytest
from many import one_in
from narrow import defined, of_kind
from spec.evaluation.ranking.ranked import random_records

from dtref.errors import Undefined
from dtref.spec.evaluation.ranking.auc import auc, pairs, standardised_partial_auc
from dtref.spec.evaluation.ranking.precision_recall import (
    average_precision,
    precision_one_where_nothing_is_positive,
    precision_recall,
)
from dtref.spec.evaluation.ranking.roc import Beyond, Roc, redundant, roc
from dtref.spec.evaluation.ranking.tie_blocks import rank

metrics = pytest.importorskip("sklearn.metrics")
stats = pytest.importorskip("scipy.stats")
EACH = 400
"""Inputs for each test; no two tests share one, so that together they are thousands."""


def inputs(test: int) -> Iterator[tuple[list[float], list[int]]]:
    return map(random_records, one_in(3, range(EACH * test, EACH * (test + 1))))


def floats(curve: Roc, chosen: list[int]) -> tuple[list[float], ...]:
    thresholds = [inf if t is Beyond.ABOVE_ALL else float(of_kind(Fraction, t)) for t in curve.thresholds]
    return tuple(
        [values[i] for i in chosen]
        for values in ([float(x) for x, _ in defined(curve.points)], [float(y) for _, y in defined(curve.points)], thresholds)
    )


def test_roc_curve_with_all_vertices() -> None:
    for s, y in inputs(0):
        curve = roc(s, y, 1)
        theirs = metrics.roc_curve(y, s, drop_intermediate=False)
        assert tuple(a.tolist() for a in theirs) == floats(curve, list(range(len(curve))))


def test_roc_curve_drops_the_equally_spaced_of_our_redundant_vertices() -> None:
    more = 0
    for s, y in inputs(1):
        curve = roc(s, y, 1)
        steps = [(curve.fp[i + 1] - curve.fp[i], curve.tp[i + 1] - curve.tp[i]) for i in range(len(curve) - 1)]
        dropped = {i for i in redundant(curve) if i > 1 and steps[i - 1] == steps[i]}  # vertex 1 is the first that they know of
        theirs = metrics.roc_curve(y, s, drop_intermediate=True)
        assert tuple(a.tolist() for a in theirs) == floats(curve, [i for i in range(len(curve)) if i not in dropped])
        more += len(redundant(curve)) - len(dropped)
    assert more > 0


def test_roc_auc_score() -> None:
    for s, y in inputs(2):
        assert float(defined(auc(s, y, 1))) == pytest.approx(metrics.roc_auc_score(y, s), abs=1e-14)


def test_roc_auc_score_up_to_a_greatest_fpr() -> None:
    for seed, (s, y) in enumerate(inputs(3)):
        top = Fraction(seed % 9 + 1, 10)
        ours = standardised_partial_auc(roc(s, y, 1), 0, top)
        assert float(defined(ours)) == pytest.approx(metrics.roc_auc_score(y, s, max_fpr=float(top)), abs=1e-14)


def test_mann_whitney_u() -> None:
    for s, y in inputs(4):
        positive, negative = ([x for x, label in zip(s, y, strict=True) if label == c] for c in (1, 0))
        found = pairs(rank(s, y, 1))
        assert stats.mannwhitneyu(positive, negative, method="asymptotic").statistic == found.won + found.tied / 2


def test_precision_recall_curve_with_precision_one_at_recall_zero() -> None:
    for s, y in inputs(5):
        ours = precision_one_where_nothing_is_positive(precision_recall(roc(s, y, 1)))[::-1]
        precision, recall, thresholds = metrics.precision_recall_curve(y, s)
        assert precision.tolist() == [float(defined(p.precision)) for p in ours]
        assert recall.tolist() == [float(defined(p.recall)) for p in ours]
        assert thresholds.tolist() == [float(of_kind(Fraction, p.threshold)) for p in ours[:-1]]


def test_average_precision_score() -> None:
    for s, y in inputs(6):
        assert float(defined(average_precision(s, y, 1))) == pytest.approx(metrics.average_precision_score(y, s), abs=1e-14)


def test_weighted_records() -> None:
    for seed, (s, y) in enumerate(inputs(7)):
        w = [(seed + 3 * i) % 4 + 1 for i in range(len(s))]
        assert float(defined(auc(s, y, 1, weights=w))) == pytest.approx(metrics.roc_auc_score(y, s, sample_weight=w), abs=1e-14)
        ap = average_precision(s, y, 1, weights=w)
        assert float(defined(ap)) == pytest.approx(metrics.average_precision_score(y, s, sample_weight=w), abs=1e-14)


@pytest.mark.parametrize("y", [[0, 0], [1, 1]], ids=["no positives", "no negatives"])
def test_one_class_is_nan_there_and_undefined_here(y: list[int]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they warn, and answer all the same
        assert isnan(metrics.roc_auc_score(y, [1, 2]))
        fpr, tpr, _ = metrics.roc_curve(y, [1, 2])
        assert isnan((tpr if sum(y) == 0 else fpr)[-1])
        if sum(y) == 0:
            assert metrics.average_precision_score(y, [1, 2]) == 0
            assert metrics.precision_recall_curve(y, [1, 2])[1].tolist() == [1, 1, 0]
    assert isinstance(auc([1, 2], y, 1, classes=(0, 1)), Undefined)
    assert isinstance(roc([1, 2], y, 1, classes=(0, 1)).points, Undefined)
    if sum(y) == 0:
        assert average_precision([1, 2], y, 1, classes=(0, 1)) == Undefined("no positives")
        assert [p.recall for p in precision_recall(roc([1, 2], y, 1, classes=(0, 1)))] == [Undefined("no positives")] * 3
