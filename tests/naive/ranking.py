"""ROC and precision-recall curves: every threshold tried on every record; areas by pairs, strips and corners."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from naive.agreement import NO_VALUE, NotAnInput, NotHere
from naive.confusion import MEASURES, ratio

Given = Mapping[str, Any]
ABOVE, BELOW = "above every score", "below every score"


def scored(g: Given) -> list[tuple[Fraction, bool, Fraction]]:
    weights = g.get("weights") or ["1"] * len(g["scores"])
    if not len(g["scores"]) == len(g["labels"]) == len(weights):
        raise NotAnInput("a label and a weight for each score")
    rows = zip(g["scores"], g["labels"], weights, strict=True)
    return [(Fraction(s), label == g["positive"], Fraction(w)) for s, label, w in rows]


def row(label: Any, rows: Sequence[tuple[Fraction, bool, Fraction]], inside: Callable[[Fraction], bool]) -> list[Any]:
    def n(good: bool, taken: bool) -> Fraction:
        return sum((w for s, positive, w in rows if positive is good and inside(s) is taken), Fraction(0))

    tp, fp, tn, fn = n(True, True), n(False, True), n(False, False), n(True, False)
    return [label, tp, fp, tn, fn, ratio(tp, tp + fn), ratio(fp, fp + tn)]


def thresholds(g: Given) -> list[Fraction]:
    return sorted({s for s, _, _ in scored(g)}, reverse=True)


def roc(g: Given) -> list[list[Any]]:
    rows = scored(g)
    return [row(ABOVE, rows, lambda _: False), *(row(t, rows, lambda s, t=t: s >= t) for t in thresholds(g))]


def roc_above(g: Given) -> list[list[Any]]:
    rows = scored(g)
    return [*(row(t, rows, lambda s, t=t: s > t) for t in thresholds(g)), row(BELOW, rows, lambda _: True)]


def roc_per_record(g: Given) -> list[list[Any]]:
    rows = sorted(scored(g), key=lambda r: -r[0])
    found = []
    for k in range(len(rows) + 1):
        marked = [(Fraction(i < k), good, w) for i, (_, good, w) in enumerate(rows)]
        found.append(row(rows[k - 1][0] if k else ABOVE, marked, lambda s: s == 1))
    return found


def curve(g: Given) -> list[list[Any]]:
    return roc_per_record(g) if g.get("curve") == "roc_per_record" else roc(g)


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
    take = (lambda s, t: s >= t) if g["rule"] == ">=" else (lambda s, t: s > t)
    return [row(Fraction(t), rows, lambda s, t=Fraction(t): take(s, t)) for t in g["thresholds"]]


def counts(vertex: Sequence[Any]) -> dict[str, Fraction]:
    return {"tp": vertex[1], "fp": vertex[2], "tn": vertex[3], "fn": vertex[4]}


def best_of(vertices: Sequence[Sequence[Any]], value: Callable[[Sequence[Any]], Any], want: str) -> Any:
    known = [(value(v), v) for v in vertices]
    known = [(x, v) for x, v in known if x is not NO_VALUE]
    if not known:
        return NO_VALUE
    best = (max if want == "greatest" else min)(x for x, _ in known)
    return {"value": best, "vertices": [v for x, v in known if x == best]}


def best_thresholds(g: Given) -> Any:
    return best_of(curve(g), lambda v: MEASURES[g["measure"]](counts(v)), g["want"])


def cheapest(g: Given) -> Any:
    fp, fn = Fraction(g["cost_fp"]), Fraction(g["cost_fn"])
    return best_of(curve(g), lambda v: ratio(fp * v[2] + fn * v[4], sum(v[1:5])), "least")


def cheapest_at(g: Given) -> Any:
    fp, fn, p = Fraction(g["cost_fp"]), Fraction(g["cost_fn"]), Fraction(g["share"])
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


def tie_blocks(_: Given) -> Any:
    raise NotHere("tie blocks")


ANSWERS: dict[str, Callable[[Given], Any]] = {
    "roc": roc,
    "roc_above": roc_above,
    "roc_per_record": roc_per_record,
    "roc_at": roc_at,
    "roc_points": lambda g: points(g) if points(g) is NO_VALUE else [list(p) for p in points(g)],
    "redundant_vertices": redundant,
    "roc_corners": corners,
    "on_convex_hull": on_hull,
    "auc": auc,
    "auc_by_pairs": auc,
    "auc_by_ranks": auc,
    "auc_by_trapezoids": lambda g: area(points(g)),
    "auc_of_convex_hull": hull_area,
    "ordered_pairs": pairs,
    "partial_auc": partial,
    "standardised_partial_auc": standardised,
    "best_thresholds": best_thresholds,
    "cheapest_thresholds": cheapest,
    "cheapest_thresholds_at": cheapest_at,
    "iso_cost_slope": lambda g: ratio(Fraction(g["cost_fp"]) * (1 - Fraction(g["share"])), Fraction(g["cost_fn"]) * Fraction(g["share"])),
    "precision_recall": precision_recall,
    "precision_recall_from_one": lambda g: precision_recall(g, Fraction(1)),
    "average_precision": average_precision,
}
