"""
Which thresholds are best: turns of the ROC curve, its convex hull, cost.   Documents: `iaml` 2.5.4, 2.5.5. Notation: as in
`dtref.spec.evaluation.ranking.thresholds`; x = FP and y = TP at a vertex.; `dtref.spec.evaluation.ranking.{roc,hull,thresholds}`, which are
run.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import cast

from dtref.errors import Undefined
from dtref.exact.number import Number, number, total
from dtref.spec.evaluation.confusion.cost import CostMatrix, expected_cost
from dtref.spec.evaluation.confusion.scores import detection_cost
from dtref.spec.evaluation.ranking.auc import auc_by_trapezoids, twice_area
from dtref.spec.evaluation.ranking.hull import convex_hull, on_hull
from dtref.spec.evaluation.ranking.roc import Roc, roc_at_least, turn
from dtref.spec.evaluation.ranking.scores import Weight
from dtref.spec.evaluation.ranking.thresholds import cheapest, cheapest_at, iso_cost_slope
from proofs.ranking import ranking
from proofs.steps import defined, equal, holds, same
from proofs.symbols import positive, real
from proofs.theorem import Method, theorem

HULL, COST = "provost2001", "iaml: 2.5.4 Classification Cost and Utility"
BETWEEN = (1, 2, 3)


def curve_of(x: tuple[Number, ...], y: tuple[Number, ...]) -> Roc:
    """The curve with these FP and TP."""
    return Roc(tuple(range(len(x), 0, -1)), cast("tuple[Weight, ...]", y), cast("tuple[Weight, ...]", x))


def steps() -> tuple[Roc, tuple[Number, ...], tuple[Number, ...]]:
    """A curve of four blocks with symbols in each, and the negatives and positives of the two blocks in the middle."""
    a, b = positive("a1:5"), positive("b1:5")
    return roc_at_least(ranking(a, b)), b[1:3], a[1:3]


def curves(*most: int) -> Iterator[Roc]:
    """Each curve of 1, 2, … blocks with up to so many positives and negatives in each."""
    for blocks, greatest in enumerate(most, 1):
        filled = [pair for pair in product(range(greatest + 1), repeat=2) if any(pair)]
        yield from (roc_at_least(ranking(*zip(*pairs, strict=True))) for pairs in product(filled, repeat=blocks))


@theorem(
    "The turn at a vertex is twice the area that the straight way over it has more: above 0 where the slopes rise, below 0 where they fall",
    source=HULL,
    runs=(turn, twice_area),
    reach="all real vertices; the slopes where FP grows",
    method=Method.IDENTITY,
)
def theorem_turn_is_the_area_lost() -> None:
    """The area under i, k less that under i, j, k. It is the difference of the slopes times both widths."""
    x, y = real("x1:4"), real("y1:4")
    curve = curve_of(x, y)
    found = number(turn(curve, 0, 1, 2))
    straight = curve.only((0, 2))
    equal(found, number(twice_area(straight.fp, straight.tp)) - number(twice_area(curve.fp, curve.tp)))
    slopes = [(y[k] - y[i]) / (x[k] - x[i]) for i, k in ((0, 1), (1, 2))]
    equal(found, (slopes[1] - slopes[0]) * (x[1] - x[0]) * (x[2] - x[1]))


@theorem(
    "A vertex below the straight line between two others isn't the cheapest of the three, whatever the costs and the share of positives",
    source=HULL,
    runs=(turn, expected_cost, detection_cost),
    reach="all positive real counts, all costs above 0",
    method=Method.IDENTITY,
)
def theorem_below_the_hull_is_never_cheapest() -> None:
    """What the vertex costs more than its neighbours, weighted by the steps between them, adds up to a cost times the turn: if that is
    above 0, it costs more than one of them."""
    curve, fp, tp = steps()
    f, m = positive("C_FP C_FN")
    i, j, k = (curve.vertices[v].counts for v in BETWEEN)
    turned, (p, n) = number(turn(curve, *BETWEEN)), (number(curve.positives), number(curve.negatives))
    matrix = CostMatrix(i.classes, [[0, m], [f, 0]])
    of_records = [defined(expected_cost(matrix, counts)) for counts in (i, j, k)]
    of_rates = [defined(detection_cost(counts, f, m)) for counts in (i, j, k)]
    for (first, here, last), per_fp, per_fn in ((of_records, f / (p + n), m / (p + n)), (of_rates, f / n, m / p)):
        equal(fp[1] * (here - first) + fp[0] * (here - last), per_fn * turned)
        equal(tp[1] * (here - first) + tp[0] * (here - last), per_fp * turned)


@theorem(
    "The hull turns right at every corner, no vertex of the curve is above it, and its area is at least the curve's",
    source=HULL,
    runs=(convex_hull, on_hull, turn, auc_by_trapezoids),
    reach="each curve of 1 or 2 blocks with up to 3 positives and negatives in each, of 3 with up to 2, of 4 with up to 1",
    method=Method.EXHAUSTION,
)
def theorem_hull_is_the_least_concave_curve_above() -> None:
    """Curve by curve; the corners are vertices of the curve, so no concave curve above it is lower."""
    for curve in curves(3, 3, 2, 1):
        hull = convex_hull(curve)
        corners = list(zip(hull.fp, hull.tp, strict=True))
        slopes = [(y1 - y0, x1 - x0) for (x0, y0), (x1, y1) in pairwise(corners)]
        holds(all(dy0 * dx1 > dy1 * dx0 for (dy0, dx0), (dy1, dx1) in pairwise(slopes)), f"that slopes fall along {hull}")
        vertices = list(zip(curve.fp, curve.tp, strict=True))
        holds(set(corners) <= set(vertices), f"that corners of {hull} are vertices")
        for x, y in vertices:
            above = all((y - y0) * (x1 - x0) <= (y1 - y0) * (x - x0) for (x0, y0), (x1, y1) in pairwise(corners))
            holds(above, f"that {x, y} is not above {hull}")
        if not isinstance(auc_by_trapezoids(curve), Undefined):
            holds(defined(auc_by_trapezoids(hull)) >= defined(auc_by_trapezoids(curve)), f"the areas of {hull} and {curve}")


@theorem(
    "The cheapest vertices are all those with the least (C_FP FP + C_FN FN)/(P + N), of all vertices and not of the hull alone",
    source=COST,
    runs=(cheapest, expected_cost, on_hull),
    reach="each curve of 1 block with up to 3 positives and negatives, of 2 with up to 2, of 3 and 4 with up to 1; costs 0, 1, 2",
    method=Method.EXHAUSTION,
)
def theorem_cheapest_vertices() -> None:
    """Curve by curve, vertex by vertex."""
    for curve, f, m in product(curves(3, 2, 1, 1), range(3), range(3)):
        p, n = curve.positives, curve.negatives
        costs = [Fraction(f * x + m * (p - y)) / (p + n) for x, y in zip(curve.fp, curve.tp, strict=True)]
        agrees(curve, costs, cheapest(curve, f, m))


@theorem(
    "At a share pi of positives they are those of least C_FP (1 - pi) FPR + C_FN pi FNR; at the records' own share, the same as before",
    source=HULL,
    runs=(cheapest_at, cheapest, on_hull),
    reach="each curve of 1 block with up to 3 positives and negatives, of 2 with up to 2, of 3 with up to 1; costs 0, 1, 3; pi = 0, 1/3, 1",
    method=Method.EXHAUSTION,
)
def theorem_cheapest_vertices_at_a_share_of_positives() -> None:
    """Curve by curve, vertex by vertex."""
    for curve, f, m in product(curves(3, 2, 1), (0, 1, 3), (0, 1, 3)):
        p, n = curve.positives, curve.negatives
        for pi in (Fraction(0), Fraction(1, 3), Fraction(1)):
            found = cheapest_at(curve, f, m, pi)
            if p and n:
                costs = [f * (1 - pi) * x / n + m * pi * (p - y) / p for x, y in zip(curve.fp, curve.tp, strict=True)]
                agrees(curve, costs, found)
            else:
                holds(isinstance(found, Undefined), f"no cost of {curve}")
        if p and n:
            same(cheapest_at(curve, f, m, Fraction(p, p + n)), cheapest(curve, f, m), f"the cheapest of {curve}")


def agrees(curve: Roc, costs: list[Fraction], found: object) -> None:
    """The vertices found are all those of least cost, with that cost."""
    vertices = tuple(v for v, cost in zip(curve.vertices, costs, strict=True) if cost == min(costs))
    same((getattr(found, "value", None), getattr(found, "vertices", None)), (min(costs), vertices), f"the cheapest of {curve}")


@theorem(
    "Two vertices cost the same at a share pi of positives if and only if the line between them has the slope C_FP (1 - pi)/(C_FN pi)",
    source=HULL,
    runs=(iso_cost_slope, detection_cost),
    reach="all positive real counts, costs and shares; vertices of different FPR",
    method=Method.IDENTITY,
)
def theorem_iso_cost_slope() -> None:
    """The costs differ by C_FN pi times the difference in FPR times the difference of the two slopes."""
    curve, _, _ = steps()
    f, m, pi = positive("C_FP C_FN pi")
    first, second = (curve.vertices[v] for v in BETWEEN[:2])
    cost = [defined(detection_cost(v.counts, f * (1 - pi), m * pi)) for v in (first, second)]
    right, up = defined(second.fpr) - defined(first.fpr), defined(second.tpr) - defined(first.tpr)
    equal(total(cost[1:]) - cost[0], m * pi * right * (defined(iso_cost_slope(f, m, pi)) - up / right))
