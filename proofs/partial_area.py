"""
Parts of the area under the ROC curve, and McClish's scale of them.   Notation: as in `dtref.spec.evaluation.ranking.auc`.

Bounds and vertices are sums of positive distances, so that their order is known though they are symbols. The area of a curve is a sum
over its lines, each by itself: what holds of a line in each place holds of curves of any number of lines.;
`dtref.spec.evaluation.ranking.auc`, whose functions are run.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import cast

from dtref.errors import Undefined
from dtref.exact.number import Number, number, total
from dtref.spec.evaluation.ranking.auc import (
    _area_between,
    _on_scale,
    auc_by_trapezoids,
    partial_auc,
    standardised_partial_auc,
    twice_area,
)
from dtref.spec.evaluation.ranking.roc import Points, roc_at_least
from dtref.spec.evaluation.ranking.scores import Weight
from proofs.ranking import ranking
from proofs.steps import defined, derivative, equal, same
from proofs.symbols import positive, rational
from proofs.theorem import Method, theorem

MCCLISH = "mcclish1989"


def points(*given: tuple[Number, Number]) -> Points:
    """A curve whose coordinates are symbols."""
    return cast(Points, given)


@theorem(
    "The area between two FPRs, by the place of a line: it is that of the trapezoid cut from the line, 0 where they don't meet",
    source=MCCLISH,
    runs=(_area_between, twice_area),
    reach="each of the 8 places of a line that rises or is level, and of a vertical one, all positive real distances",
    method=Method.EXHAUSTION,
)
def theorem_partial_area_of_a_line() -> None:
    """Place by place: ends and bounds are sums of positive distances, so their order is known."""
    u, v, w, y, rise = positive("u v w y s")
    zero = u * 0
    marks = (zero, u, u + v, u + v + w)
    for (i, j), (k, m) in product(combinations(range(4), 2), repeat=2):
        (x0, x1), (low, high) = (marks[i], marks[j]), (marks[k], marks[m])
        found = number(_area_between(points((x0, y), (x1, y + rise * (x1 - x0))), cast(Fraction, low), cast(Fraction, high)))
        left, right = marks[max(i, k)], marks[min(j, m)]
        heights = [y + rise * (x - x0) for x in (left, right)]
        cut = number(twice_area(cast("tuple[Weight, ...]", (left, right)), cast("tuple[Weight, ...]", tuple(heights)))) / 2
        equal(found, cut if max(i, k) < min(j, m) else 0)
    equal(number(_area_between(points((u, y), (u, y + v)), cast(Fraction, zero), cast(Fraction, u + w))), 0)


@theorem(
    "The area up to an FPR grows with it by the curve's height there, so it is the integral of the curve; areas side by side add up",
    source=MCCLISH,
    runs=(_area_between,),
    reach="curves of three lines, the bounds on the first and the last, all positive real distances and heights",
    method=Method.DERIVATIVES,
)
def theorem_partial_area_is_the_integral_of_the_curve() -> None:
    """Derivatives by the one bound with the curve and the other bound left where they are: more + w and low + u stay."""
    u, v, w, low, more, y1, y2, y3 = positive("u v w l h y1:4")
    first, last, high = low + u, low + u + v + more + w, low + u + v + more
    curve = points((u * 0, u * 0), (first, y1), (first + v, y1 + y2), (last, y1 + y2 + y3))

    def between(left: Number, right: Number) -> Number:
        return number(_area_between(curve, cast(Fraction, left), cast(Fraction, right)))

    found = between(low, high)
    equal(derivative(found, more) - derivative(found, w), y1 + y2 + y3 * more / (more + w))
    equal(derivative(found, low) - derivative(found, u), -y1 * low / (low + u))
    for middle in (low + u / 2, first, first + v / 2, first + v, first + v + more / 2):
        equal(between(low, middle) + between(middle, high), found)


@theorem(
    "The partial area over all FPRs is the area; over the parts of a division it adds up to it",
    source=MCCLISH,
    runs=(partial_auc, _area_between, auc_by_trapezoids),
    reach="each ranking of up to 3 blocks with 0, 1 or 2 positives and negatives in each; the divisions at 1/4, 1/2 and 2/3",
    method=Method.EXHAUSTION,
)
def theorem_partial_areas_add_up() -> None:
    """Curve by curve."""
    cuts = (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(2, 3), Fraction(1))
    for a, b in (pair for n in range(1, 4) for pair in product(product(range(3), repeat=n), repeat=2)):
        curve = roc_at_least(ranking(a, b))
        whole = auc_by_trapezoids(curve)
        same(partial_auc(curve, 0, 1), whole, f"the area of {a}, {b}")
        if not isinstance(whole, Undefined):
            same(sum(defined(partial_auc(curve, low, high)) for low, high in pairwise(cuts)), whole, f"the sum of the parts of {a}, {b}")


@theorem(
    "On McClish's scale the diagonal has 1/2, the ideal curve 1, and what lies between them the same share of the way",
    source=MCCLISH,
    runs=(standardised_partial_auc, _on_scale, partial_auc, _area_between),
    reach="all bounds 0 < low < high < 1; exact curves: the diagonal and the ideal one at the bounds 0, 1/3 and 1",
    method=Method.IDENTITY,
)
def theorem_standardised_partial_area() -> None:
    """The areas of both curves by dtref, on its scale, which is affine in the area. The bounds are u and u + v, the curves go on."""
    u, v, w, area_0, area_1 = positive("u v w A0 A1")
    whole, low, high = u + v + w, cast(Fraction, u), cast(Fraction, u + v)
    diagonal = _area_between(points((u * 0, u * 0), (whole, whole)), low, high)
    ideal = _area_between(points((u * 0, u * 0), (u * 0, u / u), (whole, u / u)), low, high)
    equal(number(_on_scale(diagonal, low, high)), rational(1, 2))
    equal(number(_on_scale(ideal, low, high)), 1)
    middle = cast(Fraction, (area_0 + area_1) / 2)
    ends = [number(_on_scale(cast(Fraction, a), low, high)) for a in (area_0, area_1)]
    equal(number(_on_scale(middle, low, high)), total(ends) / 2)
    for one, wanted in ((ranking((1,), (1,)), Fraction(1, 2)), (ranking((1, 0), (0, 1)), 1)):
        for left, right in combinations((Fraction(0), Fraction(1, 3), Fraction(1)), 2):
            same(standardised_partial_auc(roc_at_least(one), left, right), wanted, "the area on the scale")
