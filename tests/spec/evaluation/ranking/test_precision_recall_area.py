"""Areas under the precision-recall curve: points by hand, integrals by sums of many steps, and scikit-learn's trapezoids."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from many import one_in
from narrow import defined
from spec.evaluation.ranking.ranked import matrix_at, random_records, records

from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.comparison import compare
from dtref.spec.evaluation.ranking.precision_recall import precision_recall
from dtref.spec.evaluation.ranking.precision_recall_area import (
    MOST_POSITIVES,
    davis_goadrich_area,
    davis_goadrich_integral,
    precision_recall_area_from_first,
    precision_recall_area_from_one,
)
from dtref.spec.evaluation.ranking.roc import roc, roc_per_record

Point = tuple[Fraction, Fraction]
AREAS = (precision_recall_area_from_one, precision_recall_area_from_first, davis_goadrich_area, davis_goadrich_integral)


def trapezoids(points: list[Point]) -> Fraction:
    return sum(((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(points)), Fraction(0))


def counts(s: list[Any], labels: list[str]) -> list[tuple[int, int]]:
    """TP and FP at each distinct score, from the records."""
    return [(0, 0), *(matrix_at(t, s, labels)[:2] for t in sorted(set(map(Fraction, s)), reverse=True))]


@given(records(both=True))
def test_trapezoids_by_hand(given_records: tuple[list[Any], list[str]]) -> None:
    s, labels = given_records
    p = labels.count("+")
    points = [(Fraction(tp, p), Fraction(tp, tp + fp)) for tp, fp in counts(s, labels)[1:]]
    curve = roc(s, labels, "+")
    assert precision_recall_area_from_one(curve) == trapezoids([(Fraction(0), Fraction(1)), *points])
    assert precision_recall_area_from_first(curve) == trapezoids([(Fraction(0), points[0][1]), *points])


def interpolated(found: list[tuple[int, int]], parts: int) -> Fraction:
    """The area with so many points for each true positive."""
    area = Fraction(0)
    for (tp, fp), (next_tp, next_fp) in pairwise(found):
        steps = (next_tp - tp) * parts
        points = []
        for i in range(steps + 1):
            t, f = tp + Fraction(i, parts), fp + Fraction((next_fp - fp) * i, max(steps, 1))
            points.append((t, t / (t + f) if t + f else Fraction(next_tp, next_tp + next_fp)))
        area += trapezoids(points)
    return area / found[-1][0]


@given(records(both=True))
def test_davis_and_goadrich_by_hand_and_nearer_and_nearer_to_the_integral(given_records: tuple[list[Any], list[str]]) -> None:
    s, labels = given_records
    curve, found = roc(s, labels, "+"), counts(s, labels)
    assert davis_goadrich_area(curve) == interpolated(found, 1)
    distances = [abs(float(interpolated(found, parts)) - float(defined(davis_goadrich_integral(curve)))) for parts in (1, 16)]
    assert distances[1] <= distances[0] / 20 + 1e-12  # a trapezoid is off by the square of its width


@given(records(both=True))
def test_a_point_for_each_record_without_ties_between_the_classes(given_records: tuple[list[Any], list[str]]) -> None:
    """Steps of one positive or one negative leave nothing to interpolate: both curves of Davis and Goadrich are that of trapezoids."""
    s, labels = given_records
    curve = roc_per_record(s, labels, "+")
    assert davis_goadrich_area(curve) == precision_recall_area_from_first(curve)
    ends = [Fraction(tp, tp + fp) for tp, fp in zip(curve.tp[1:], curve.fp[1:], strict=True)]
    assert compare(defined(davis_goadrich_integral(curve)), max(ends)) <= 0


@pytest.mark.parametrize("area", AREAS)
def test_no_positives(area: Any) -> None:
    assert area(roc([1, 2], "--", "+", classes="+-")) == Undefined("no positives")
    assert area(roc([], [], "+")) == Undefined("no positives")


def test_weights_stand_for_records() -> None:
    s, labels, w = [3, 2, 2, 1], "+-+-", [2, 1, 3, 1]
    many = [x for x, n in zip(s, w, strict=True) for _ in range(n)], [y for y, n in zip(labels, w, strict=True) for _ in range(n)]
    for area in AREAS:
        assert compare(defined(area(roc(s, labels, "+", weights=w))), defined(area(roc(*many, "+")))) == 0


def test_points_at_whole_numbers_of_positives_need_such_and_not_too_many() -> None:
    with pytest.raises(Invalid, match="whole numbers of positives"):
        davis_goadrich_area(roc([2, 1], "++", "+", weights=[Fraction(1, 2), Fraction(3, 2)]))
    with pytest.raises(Undecided):
        davis_goadrich_area(roc([2, 1], "+-", "+", weights=[MOST_POSITIVES + 1, 1]))


@pytest.mark.peer("scikit-learn", "precision-recall areas")
def test_scikit_learn_area_of_its_precision_recall_curve() -> None:
    """auc(recall, precision) of precision_recall_curve is that from one; without its last point, made level, that from the first."""
    metrics = pytest.importorskip("sklearn.metrics")
    for s, y in map(random_records, one_in(1, range(20_000, 20_600))):
        curve = roc(s, y, 1)
        precision, recall, _ = metrics.precision_recall_curve(y, s)
        assert len(recall) == len(precision_recall(curve))
        assert float(defined(precision_recall_area_from_one(curve))) == pytest.approx(metrics.auc(recall, precision), abs=1e-13)
        level = metrics.auc([*recall[:-1], 0], [*precision[:-1], precision[-2]])
        assert float(defined(precision_recall_area_from_first(curve))) == pytest.approx(level, abs=1e-13)
