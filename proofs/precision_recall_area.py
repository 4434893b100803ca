"""
Areas under the precision-recall curve: their sums, and the integral.   Notation: as in
`dtref.spec.evaluation.ranking.precision_recall_area`; a_i positives and b_i negatives in tie block i.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import log

import sympy

from dtref.errors import Undefined
from dtref.exact.number import number, total
from dtref.spec.evaluation.ranking.precision_recall import precision_recall
from dtref.spec.evaluation.ranking.precision_recall_area import (
    _integral,
    _mean,
    _Stretch,
    _stretches,
    _trapezoid,
    davis_goadrich_area,
    davis_goadrich_integral,
    precision_recall_area_from_first,
    precision_recall_area_from_one,
)
from dtref.spec.evaluation.ranking.roc import roc_at_least
from proofs.ranking import ranking, symbolic
from proofs.steps import at, defined, derivative, equal, expression, holds, not_negative, same
from proofs.symbols import positive
from proofs.theorem import Method, theorem

DAVIS, KEILWAGEN = "davis2006", "keilwagen2014"
SMALL = range(4)


@theorem(
    "From one: sum_i (R_i - R_(i-1)) (P_i + P_(i-1))/2 with P_0 = 1; from the first it is less by R_1 (1 - P_1)/2",
    source=DAVIS,
    runs=(precision_recall_area_from_one, precision_recall_area_from_first, _trapezoid, _stretches, _mean, precision_recall),
    reach="1 to 3 tie blocks, all positive real numbers of positives and negatives in each",
    method=Method.IDENTITY,
)
def theorem_the_trapezoids_of_the_precision_recall_curve() -> None:
    """From dtref's points, whose first has no precision."""
    for n in range(1, 4):
        curve = roc_at_least(ranking(*symbolic(n)))
        _, *points = [(p.recall, p.precision) for p in precision_recall(curve)]
        known = [(defined(r), defined(p)) for r, p in points]
        lines = total((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise([(number(0), number(1)), *known]))
        whole, first = precision_recall_area_from_one(curve), precision_recall_area_from_first(curve)
        equal(whole, lines)
        equal(defined(whole) - defined(first), known[0][0] * (1 - known[0][1]) / 2)


@theorem(
    "The integral of the precision over a stretch: 0 at its beginning, and its derivative by the true positives is the precision there",
    source=KEILWAGEN,
    runs=(_integral, _Stretch.precision),
    reach="all positive real TP, FP and slopes; from the beginning, and where there are no true positives yet",
    method=Method.DERIVATIVES,
)
def theorem_the_integral_of_the_precision() -> None:
    """Fundamental theorem of calculus; bits times ln 2 are nats."""
    tp, fp, x, slope = positive("tp fp x s")
    for start in (tp, number(0)):
        stretch = _Stretch(start, fp, x, slope * x)
        rational, bits = _integral(stretch)
        value = rational + bits * sympy.log(2)
        equal(at(value, x, number(0)), 0)
        equal(derivative(value, x), (start + x) / (start + x + fp + slope * x))
        equal(stretch.precision(x), (start + x) / (start + x + fp + slope * x))
        equal(stretch.precision(0), start / (start + fp))
    origin = _Stretch(0, 0, x, slope * x)
    equal(expression(total(_integral(origin))), x / (1 + slope))
    equal(origin.precision(0), 1 / (1 + slope))


@theorem(
    "Precision is monotone between two thresholds, so that the area lies between those of the two precisions",
    source=DAVIS,
    runs=(_Stretch.precision,),
    reach="all positive real TP, FP and slopes",
    method=Method.DERIVATIVES,
)
def theorem_precision_is_monotone_between_thresholds() -> None:
    """Its derivative has the sign of FP - s TP everywhere."""
    tp, fp, x, slope = positive("tp fp x s")
    change = derivative(_Stretch(tp, fp, x, slope * x).precision(x), x)
    equal(change * (tp + x + fp + slope * x) * (tp + x + fp + slope * x), fp - slope * tp)
    not_negative(at(change, fp, slope * tp + positive("d")[0]))


def by_points(a: tuple[int, ...], b: tuple[int, ...]) -> Fraction:
    """Davis and Goadrich's area by the definition: every whole number of true positives, straight lines."""
    tp, fp, area = 0, 0, Fraction(0)
    for more_tp, more_fp in zip(a, b, strict=True):
        found: list[Fraction] = []
        for k in range(more_tp + 1):
            predicted = Fraction(tp + k + fp) + (Fraction(more_fp * k, more_tp) if more_tp else 0)
            found.append((tp + k) / predicted if predicted else Fraction(more_tp, more_tp + more_fp) if more_tp else Fraction(0))
        area += sum(((p + q) / 2 for p, q in pairwise(found)), Fraction(0))
        tp, fp = tp + more_tp, fp + more_fp
    return area / tp


def in_doubles(a: tuple[int, ...], b: tuple[int, ...]) -> float:
    """The integral by its formula."""
    tp, n, area = 0, 0, 0.0
    for more_tp, more_fp in zip(a, b, strict=True):
        if more_tp:
            k = 1 + more_fp / more_tp
            area += more_tp / k + ((tp - n / k) / k * log((n + more_tp + more_fp) / n) if n else 0)
        tp, n = tp + more_tp, n + more_tp + more_fp
    return area / tp


@theorem(
    "Davis and Goadrich's area is that of a point for each true positive, the integral that of its formula; without positives they have no "
    "value",
    source=DAVIS,
    runs=(davis_goadrich_area, davis_goadrich_integral, _stretches, _mean, _Stretch.precision, _integral),
    reach="2 tie blocks of up to 3 positives and 3 negatives",
    method=Method.EXHAUSTION,
)
def theorem_davis_goadrich_areas() -> None:
    """Table by table."""
    for a, b in product(product(SMALL, repeat=2), repeat=2):
        curve = roc_at_least(ranking(a, b))
        every = (davis_goadrich_area, davis_goadrich_integral, precision_recall_area_from_one, precision_recall_area_from_first)
        if not any(a):
            same([area(curve) for area in every], [Undefined("no positives")] * 4, "no positives")
            continue
        same(davis_goadrich_area(curve), by_points(a, b), f"the area of {a}, {b}")
        holds(
            abs(float(defined(davis_goadrich_integral(curve))) - in_doubles(a, b)) < 1e-14,
            f"that the integral of {a}, {b} is its formula's",
        )
