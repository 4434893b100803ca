"""ROC and precision-recall curves: every threshold tried on every record; areas by pairs, strips and corners."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import mpmath

from naive.agreement import NO_VALUE, WORKING, NotAnInput
from naive.confusion import MEASURES, ratio, within

Given = Mapping[str, Any]
ABOVE, BELOW = "above every score", "below every score"


def decimal(text: str) -> Fraction:
    if not re.fullmatch(r"[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?", text):
        raise NotAnInput("a decimal")
    return Fraction(text)


def scored(g: Given) -> list[tuple[Fraction, bool, Fraction]]:
    weights = g.get("weights") or ["1"] * len(g["scores"])
    if not len(g["scores"]) == len(g["labels"]) == len(weights):
        raise NotAnInput("a label and a weight for each score")
    if any(Fraction(w) <= 0 for w in weights):
        raise NotAnInput("a weight that isn't above 0")
    rows = zip(g["scores"], g["labels"], weights, strict=True)
    return [(decimal(s), label == g["positive"], Fraction(w)) for s, label, w in rows]


def row(label: Any, rows: Sequence[tuple[Fraction, bool, Fraction]], inside: Callable[[Fraction], bool]) -> list[Any]:
    def n(good: bool, taken: bool) -> Fraction:
        return sum((w for s, positive, w in rows if positive is good and inside(s) is taken), Fraction(0))

    tp, fp, tn, fn = n(True, True), n(False, True), n(False, False), n(True, False)
    return [label, tp, fp, tn, fn, ratio(tp, tp + fn), ratio(fp, fp + tn)]


def thresholds(g: Given) -> list[Fraction]:
    return sorted({s for s, _, _ in scored(g)}, reverse=True)


def roc(g: Given) -> list[list[Any]]:
    rows = scored(g)
    return [row(ABOVE, rows, lambda _: False), *(row(t, rows, lambda s, t=t: s >= t) for t in thresholds(g))]  # type: ignore[misc]


def roc_above(g: Given) -> list[list[Any]]:
    rows = scored(g)
    return [*(row(t, rows, lambda s, t=t: s > t) for t in thresholds(g)), row(BELOW, rows, lambda _: True)]  # type: ignore[misc]


def roc_per_record(g: Given) -> list[list[Any]]:
    rows = sorted(scored(g), key=lambda r: -r[0])
    found = []
    for k in range(len(rows) + 1):
        marked = [(Fraction(i < k), good, w) for i, (_, good, w) in enumerate(rows)]
        found.append(row(rows[k - 1][0] if k else ABOVE, marked, lambda s: s == 1))
    return found


def one_of(name: str, choices: Mapping[str, Any]) -> Any:
    if name not in choices:
        raise NotAnInput(f"one of {', '.join(choices)}")
    return choices[name]


def curve(g: Given) -> list[list[Any]]:
    return one_of(g.get("curve", "roc"), {"roc": roc, "roc_per_record": roc_per_record})(g)


def point(vertex: Sequence[Any]) -> tuple[Any, Any]:
    return vertex[6], vertex[5]


def points(g: Given) -> Any:
    found = [point(v) for v in curve(g)]
    return NO_VALUE if any(NO_VALUE in p for p in found) else found


def by_counts(g: Given) -> list[tuple[Fraction, Fraction]]:
    """FP and TP of each vertex: the shape of the curve, also where a rate has no value."""
    return [(v[2], v[1]) for v in curve(g)]


def turn(a: Any, b: Any, c: Any) -> Fraction:
    """Above 0 where the way from a over b to c turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def redundant(g: Given) -> Any:
    """Inner vertices on the straight line between their neighbours."""
    found = by_counts(g)
    return [i + 1 for i in range(1, len(found) - 1) if turn(found[i - 1], found[i], found[i + 1]) == 0]


def corners(g: Given) -> Any:
    gone = redundant(g)
    return [v for i, v in enumerate(curve(g), 1) if i not in gone]


def on_hull(g: Given) -> Any:
    """The vertices that no chord of two others passes above: above is to the left of the way up and right."""
    found, vertices = by_counts(g), curve(g)

    def beaten(p: tuple[Fraction, Fraction]) -> bool:
        return any(a[0] <= p[0] <= b[0] and a[1] <= p[1] <= b[1] and turn(a, b, p) < 0 for a in found for b in found)

    return [v for v, p in zip(vertices, found, strict=True) if not beaten(p)]


def pairs(g: Given) -> dict[str, Fraction]:
    every = [(p, n, v * w) for p, good, v in scored(g) if good for n, bad, w in scored(g) if not bad]
    of: dict[str, Callable[[Fraction, Fraction], bool]] = {
        "won": lambda p, n: p > n,
        "tied": lambda p, n: p == n,
        "lost": lambda p, n: p < n,
    }
    return {name: sum((w for p, n, w in every if test(p, n)), Fraction(0)) for name, test in of.items()}


def auc(g: Given) -> Any:
    n = pairs(g)
    return ratio(n["won"] + n["tied"] / 2, sum(n.values(), Fraction(0)))


def area(found: Any) -> Any:
    if found is NO_VALUE:
        return found
    return sum(((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in itertools.pairwise(found)), Fraction(0))


def hull_area(g: Given) -> Any:
    """Under the upper hull: at each point's FPR the highest chord."""
    found = points(g)
    if found is NO_VALUE:
        return found
    at = sorted({p[0] for p in found})
    top = [(x, max(height for a in found for b in found if a[0] <= x <= b[0] for height in heights(a, b, x))) for x in at]
    return area(top)


def heights(a: Any, b: Any, x: Fraction) -> list[Fraction]:
    return [a[1], b[1]] if a[0] == b[0] else [a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0])]


def partial(g: Given) -> Any:
    low, high, found = Fraction(g["low"]), Fraction(g["high"]), points(g)
    if not 0 <= low < high <= 1:
        raise NotAnInput("two FPRs")
    if found is NO_VALUE:
        return found
    total = Fraction(0)
    for a, b in itertools.pairwise(found):
        x, y = max(a[0], low), min(b[0], high)
        if x < y:
            total += (y - x) * (heights(a, b, x)[0] + heights(a, b, y)[0]) / 2
    return total


def standardised(g: Given) -> Any:
    part = partial(g)
    if part is NO_VALUE:
        return part
    low, high = Fraction(g["low"]), Fraction(g["high"])
    least, most = (high**2 - low**2) / 2, high - low
    return (1 + (part - least) / (most - least)) / 2


def roc_at(g: Given) -> list[list[Any]]:
    rows = scored(g)
    take = one_of(g["rule"], {">=": lambda s, t: s >= t, ">": lambda s, t: s > t})
    return [row(t, rows, lambda s, t=t: take(s, t)) for t in map(decimal, g["thresholds"])]  # type: ignore[misc]


def counts(vertex: Sequence[Any]) -> dict[str, Fraction]:
    return {"tp": vertex[1], "fp": vertex[2], "tn": vertex[3], "fn": vertex[4]}


def best_of(vertices: Sequence[Sequence[Any]], value: Callable[[Sequence[Any]], Any], want: str) -> Any:
    known = [(value(v), v) for v in vertices]
    known = [(x, v) for x, v in known if x is not NO_VALUE]
    if not known:
        return NO_VALUE
    best = one_of(want, {"greatest": max, "least": min})(x for x, _ in known)
    return {"value": best, "vertices": [v for x, v in known if x == best]}


def best_thresholds(g: Given) -> Any:
    measure = one_of(g["measure"], MEASURES)
    return best_of(curve(g), lambda v: measure(counts(v)), g["want"])


def cheapest(g: Given) -> Any:
    fp, fn = within(g["cost_fp"]), within(g["cost_fn"])
    return best_of(curve(g), lambda v: ratio(fp * v[2] + fn * v[4], sum(v[1:5])), "least")


def cheapest_at(g: Given) -> Any:
    fp, fn, p = within(g["cost_fp"]), within(g["cost_fn"]), within(g["share"], high=1)
    if points(g) is NO_VALUE:
        return NO_VALUE
    return best_of(curve(g), lambda v: fp * (1 - p) * v[6] + fn * p * (1 - v[5]), "least")


def precision_recall(g: Given, first: Any = NO_VALUE) -> Any:
    vertices = curve(g)
    return [[v[0], v[5], first if v[1] + v[2] == 0 else ratio(v[1], v[1] + v[2])] for v in vertices]


def average_precision(g: Given) -> Any:
    """The mean over the positives of the precision where each is first taken in."""
    rows = scored(g)
    positives = [(s, w) for s, good, w in rows if good]
    if not positives or sum(w for _, w in positives) == 0:
        return NO_VALUE
    total = Fraction(0)
    for s, w in positives:
        taken = [(good, v) for t, good, v in rows if t >= s]
        total += w * ratio(sum((v for good, v in taken if good), Fraction(0)), sum((v for _, v in taken), Fraction(0)))
    return total / sum(w for _, w in positives)


def precision_recall_area(g: Given, start: Fraction | None) -> Any:
    """Under the straight lines between the points, of which the first has this precision, or that of the next one."""
    found = [(v[5], ratio(v[1], v[1] + v[2])) for v in curve(g)]
    if NO_VALUE in (r for r, _ in found):
        return NO_VALUE
    return area([(found[0][0], found[1][1] if start is None else start), *found[1:]])


def between(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction], tp: Fraction) -> Fraction:
    """The precision at so many true positives on the line from (FP, TP) to (FP, TP)."""
    if a == (0, 0):
        return b[1] / (b[0] + b[1])
    fp = a[0] + (b[0] - a[0]) * (tp - a[1]) / (b[1] - a[1])
    return tp / (tp + fp)


def rising(g: Given) -> list[Any]:
    return [(a, b) for a, b in itertools.pairwise(by_counts(g)) if b[1] > a[1]]


def davis_goadrich_area(g: Given) -> Any:
    """Under the straight lines between a point for each whole number of true positives."""
    lines = rising(g)
    if any(x.denominator != 1 for _, x in by_counts(g)):
        raise NotAnInput("whole numbers of positives")
    points_of = [[(Fraction(tp), between(a, b, Fraction(tp))) for tp in range(int(a[1]), int(b[1]) + 1)] for a, b in lines]
    return ratio(sum(map(area, points_of), Fraction(0)), by_counts(g)[-1][1])


def davis_goadrich_integral(g: Given) -> Any:
    """By quadrature of the precision, to 60 digits."""
    lines, positives = rising(g), by_counts(g)[-1][1]
    if positives == 0:
        return NO_VALUE
    with mpmath.workdps(WORKING):

        def real(x: Fraction) -> Any:
            return mpmath.mpf(x.numerator) / x.denominator

        def integral(a: Any, b: Any) -> Any:
            start, slope = real(a[0]), real((b[0] - a[0]) / (b[1] - a[1]))
            if a == (0, 0):
                return real(b[1] * b[1] / (b[0] + b[1]))
            ends = mpmath.linspace(real(a[1]), real(b[1]), 5)
            return mpmath.quad(lambda tp: tp / (tp + start + slope * (tp - real(a[1]))), ends)

        return mpmath.fsum(integral(a, b) for a, b in lines) / real(positives)


def tie_blocks(g: Given) -> list[list[Fraction]]:
    rows = scored(g)
    return [
        [t, *(sum((w for s, good, w in rows if s == t and good is side), Fraction(0)) for side in (True, False))] for t in thresholds(g)
    ]


def hull_corners(g: Given) -> list[list[Any]]:
    """The vertices on the hull that are not between two others on a straight line."""
    found = [point(v) if NO_VALUE not in point(v) else (v[2], v[1]) for v in on_hull(g)]

    def between(a: Any, p: Any, b: Any) -> bool:
        return p not in (a, b) and turn(a, p, b) == 0 and min(a, b) <= p <= max(a, b)

    return [v for v, p in zip(on_hull(g), found, strict=True) if not any(between(a, p, b) for a in found for b in found)]


# Two curves


def heights_at(found: Sequence[Any], x: Fraction) -> list[Fraction]:
    """All TPRs that a curve has at an FPR."""
    return [h for a, b in itertools.pairwise(found) if a[0] <= x <= b[0] for h in heights(a, b, x)]


def crossing(a: Any, b: Any, c: Any, d: Any) -> list[Fraction]:
    """The FPR where the lines through a, b and through c, d meet, if neither is vertical or parallel to the other."""
    if a[0] == b[0] or c[0] == d[0]:
        return []
    slope, other = (b[1] - a[1]) / (b[0] - a[0]), (d[1] - c[1]) / (d[0] - c[0])
    return [] if slope == other else [(c[1] - other * c[0] - a[1] + slope * a[0]) / (slope - other)]


def compare_rocs(g: Given) -> Any:
    """Cut [0, 1] wherever either curve has a vertex or the lines of both meet; look in the middle of each piece."""
    one, two = points(g["first"]), points(g["second"])
    if NO_VALUE in (one, two):
        return NO_VALUE
    lines = [(p, q) for p in itertools.pairwise(one) for q in itertools.pairwise(two)]
    met = {x for (a, b), (c, d) in lines for x in crossing(a, b, c, d)}
    cuts = sorted(x for x in {p[0] for p in (*one, *two)} | met if 0 <= x <= 1)
    pieces: list[list[Any]] = []
    for low, high in itertools.pairwise(cuts):
        middle = (low + high) / 2
        a, b = max(heights_at(one, middle)), max(heights_at(two, middle))
        better = "first" if a > b else "second" if a < b else "neither"
        touching = a != b and max(heights_at(one, low)) == max(heights_at(two, low))
        if pieces and pieces[-1][2] == better and not touching:
            pieces[-1][1] = high
        else:
            pieces.append([low, high, better])
    meetings = []
    for x, *_ in pieces[1:]:
        own, others = heights_at(one, x), heights_at(two, x)
        meetings.append([x, max(min(own), min(others)), min(max(own), max(others))])
    return {"stretches": pieces, "meetings": meetings}


ANSWERS: dict[str, Callable[[Given], Any]] = {
    "tie_blocks": tie_blocks,
    "roc": roc,
    "roc_above": roc_above,
    "roc_per_record": roc_per_record,
    "roc_at": roc_at,
    "roc_points": lambda g: points(g) if points(g) is NO_VALUE else [list(p) for p in points(g)],
    "redundant_vertices": redundant,
    "roc_corners": corners,
    "convex_hull": hull_corners,
    "on_convex_hull": on_hull,
    "auc": auc,
    "auc_by_pairs": auc,
    "auc_by_ranks": auc,
    "auc_by_trapezoids": lambda g: area(points(g)),
    "auc_of_convex_hull": hull_area,
    "ordered_pairs": pairs,
    "partial_auc": partial,
    "standardised_partial_auc": standardised,
    "compare_rocs": compare_rocs,
    "best_thresholds": best_thresholds,
    "cheapest_thresholds": cheapest,
    "cheapest_thresholds_at": cheapest_at,
    "iso_cost_slope": lambda g: ratio(
        within(g["cost_fp"]) * (1 - within(g["share"], high=1)), within(g["cost_fn"]) * within(g["share"], high=1)
    ),
    "precision_recall": precision_recall,
    "precision_recall_from_one": lambda g: precision_recall(g, Fraction(1)),
    "average_precision": average_precision,
    "precision_recall_area_from_one": lambda g: precision_recall_area(g, Fraction(1)),
    "precision_recall_area_from_first": lambda g: precision_recall_area(g, None),
    "davis_goadrich_area": davis_goadrich_area,
    "davis_goadrich_integral": davis_goadrich_integral,
}
