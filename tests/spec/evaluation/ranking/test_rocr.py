"""
R's ROCR: areas under ROC curves, and its `aucpr` under precision-recall curves, of generated scores.

Source of ROCR: `R/performance_measures.R`. Its `aucpr` begins at recall 0 with precision 1, as `precision_recall_area_from_one`, and has
three rules of its own, which `aucpr` here repeats in Fractions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest
from narrow import defined
from peers.roc_packages import STOP, Case, ask, case, close, needs

from dtref.spec.evaluation.ranking.auc import auc
from dtref.spec.evaluation.ranking.precision_recall_area import davis_goadrich_area, precision_recall_area_from_one
from dtref.spec.evaluation.ranking.roc import Roc, roc

Record = Callable[[str, object], None]
Point = tuple[Fraction, Fraction]


def least_false_positives(curve: Roc) -> list[tuple[int, int]]:
    """TP and FP at the first threshold for each TP: ROCR keeps that of the least FP only, so lines end and begin there."""
    first: dict[int, int] = {}
    for tp, fp in zip(curve.tp, curve.fp, strict=True):
        first.setdefault(int(tp), int(fp))
    return list(first.items())


def aucpr(curve: Roc) -> tuple[Fraction, list[str]]:
    """What ROCR's rules make of a curve, and which of them make a difference to the points."""
    kept = least_false_positives(curve)
    p = kept[-1][0]
    points = [(Fraction(tp, p), Fraction(tp, tp + fp) if tp else Fraction(1)) for tp, fp in kept]
    rules = []
    # A line that begins where false positives alone have come, begins before them.
    last = {int(tp): int(fp) for tp, fp in zip(curve.tp, curve.fp, strict=True)}
    if any(last[tp] != fp for tp, fp in kept[:-1]):
        rules.append("lines begin at the least FP")
    # Davis and Goadrich's points are put between neighbours more than two true positives apart, at positions of the list before it grew.
    wide = [i for i, ((tp, _), (next_tp, _)) in enumerate(pairwise(kept)) if next_tp - tp > 2]
    for i in wide:
        (tp, fp), (next_tp, next_fp) = kept[i], kept[i + 1]
        skew = Fraction(next_fp - fp, next_tp - tp)
        points[i + 1 : i + 1] = [(Fraction(tp + x, p), (tp + x) / (tp + fp + x + skew * x)) for x in range(1, next_tp - tp + 1)]
    if wide:
        rules.append("points between, where more than 2 true positives come at once")
    if len(wide) > 1 or points != sorted(points, key=lambda point: point[0]):
        rules.append("points between are put at the wrong place")
    return sum((area(a, b) for a, b in pairwise(points)), Fraction(0)), rules


def area(a: Point, b: Point) -> Fraction:
    """The area of a trapezoid."""
    return (b[0] - a[0]) * (a[1] + b[1]) / 2


@pytest.mark.peer("ROCR", "areas")
@needs("ROCR")
def test_areas(record_property: Record) -> None:
    cases, conventions, whole = [case(seed) for seed in range(800)], Counter[str](), 0
    for c, said in zip(cases, ask("ROCR", (c.sent() for c in cases)), strict=True):
        assert close(said["area"], defined(auc(c.first, c.labels, 1)))
        curve = roc(c.first, c.labels, 1)
        theirs, rules = aucpr(curve)
        assert close(said["aucpr"], theirs)
        conventions.update(rules)
        if not rules:
            whole += 1
            assert theirs == precision_recall_area_from_one(curve)
    record_property("cases", len(cases))
    record_property("departures", len(cases) - whole)
    assert whole >= 150
    assert conventions == {
        "lines begin at the least FP": 271,
        "points between are put at the wrong place": 28,
        "points between, where more than 2 true positives come at once": 153,
    }


@needs("ROCR")
@pytest.mark.peer("ROCR", "areas")
def test_points_at_the_wrong_place() -> None:
    """Twice three positives at once: ROCR's list of points goes back in recall."""
    ours = Case((1, 1, 1, 0, 1, 1, 1), (2.0,) * 4 + (1.0,) * 3, (0.0,) * 7)
    (said,) = ask("ROCR", [ours.sent()])
    curve = roc(ours.first, ours.labels, 1)
    assert close(said["aucpr"], aucpr(curve)[0])
    assert not close(said["aucpr"], defined(davis_goadrich_area(curve)))


@needs("ROCR")
@pytest.mark.peer("ROCR", "areas")
def test_one_class_is_an_error() -> None:
    """dtref's area under the precision-recall curve of positives alone is 1."""
    (said,) = ask("ROCR", [Case((1, 1), (2.0, 1.0), (0.0, 0.0)).sent()])
    assert said == {"area": STOP, "aucpr": STOP}
    assert precision_recall_area_from_one(roc([2, 1], (1, 1), 1)) == 1
