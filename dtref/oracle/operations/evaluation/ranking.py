"""
Operations on scores that rank records: ROC curves and their areas, the best thresholds, precision and recall.

Scores are decimals, as a table prints them. A vertex is a row: threshold, TP, FP, TN, FN, TPR, FPR, as in the table of `tan`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypedDict

from dtref.errors import Undefined
from dtref.exact.number import Number, number
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.evaluation.confusion import RATES
from dtref.oracle.operations.inputs import Given, Operation, as_rationals
from dtref.oracle.operations.part_inputs import given_choice
from dtref.spec.evaluation.ranking.auc import (
    auc,
    auc_by_pairs,
    auc_by_ranks,
    auc_by_trapezoids,
    pairs,
    partial_auc,
    standardised_partial_auc,
)
from dtref.spec.evaluation.ranking.dominance import compare_rocs
from dtref.spec.evaluation.ranking.hull import convex_hull, on_hull
from dtref.spec.evaluation.ranking.precision_recall import (
    PrecisionRecall,
    average_precision,
    precision_one_where_nothing_is_positive,
    precision_recall,
)
from dtref.spec.evaluation.ranking.roc import (
    Beyond,
    Roc,
    ScoreThreshold,
    Vertex,
    redundant,
    roc,
    roc_above,
    roc_at_least,
    roc_per_record,
    without_redundant,
)
from dtref.spec.evaluation.ranking.thresholds import Optimum, cheapest, cheapest_at, greatest, iso_cost_slope, least
from dtref.spec.evaluation.ranking.tie_blocks import Ranking, rank
from dtref.spec.model.numerals import numeral

_SCORED = ("scores", "labels", "positive", "weights")

CURVES: Mapping[str, Callable[..., Roc]] = {"roc": roc, "roc_per_record": roc_per_record}
"""The curves by the names that records use."""


class _More(TypedDict):
    """What else the functions of `dtref.spec.evaluation.ranking` take."""

    weights: tuple[Fraction, ...]
    classes: tuple[str, ...]


def _scored(given: Given) -> tuple[tuple[Number, ...], tuple[str, ...], str]:
    """Scores, labels and the positive one, as every function of `dtref.spec.evaluation.ranking` takes them."""
    return tuple(map(numeral, given.texts("scores"))), given.texts("labels"), given.text("positive")


def _more(given: Given) -> _More:
    """The weights, and the classes: a record may say which one is positive though no label is of it."""
    weights = as_rationals(given.part("weights"), f"{given.where}, weights") if "weights" in given.parts else ()
    return {"weights": weights, "classes": (given.text("positive"),)}


def _ranking(given: Given) -> Ranking:
    return rank(*_scored(given), **_more(given))


def _curve(given: Given) -> Roc:
    """The curve of the scores: `roc`, or `roc_per_record` where the input `curve` says so."""
    made = given_choice(given, "curve", CURVES) if "curve" in given.parts else roc
    return made(*_scored(given), **_more(given))


def _threshold_answer(threshold: ScoreThreshold) -> Answer:
    return threshold.value if isinstance(threshold, Beyond) else number(threshold)


def _row(threshold: Answer, vertex: Vertex) -> Answer:
    n = vertex.counts
    return (threshold, *map(number, (n.tp, n.fp, n.tn, n.fn)), vertex.tpr, vertex.fpr)


def _vertices(vertices: Sequence[Vertex]) -> Answer:
    return tuple(_row(_threshold_answer(v.threshold), v) for v in vertices)


def _of_ranking(answer: Callable[[Ranking], Answer]) -> Operation:
    return lambda given: answer(_ranking(given.only(*_SCORED)))


def _of_curve(answer: Callable[[Roc], Answer]) -> Operation:
    return lambda given: answer(_curve(given.only(*_SCORED, "curve")))


def _blocks(ranking: Ranking) -> Answer:
    """A row for each distinct score: the score, then the positives and the negatives that have it."""
    columns = (ranking.scores, ranking.positives_at, ranking.negatives_at)
    return tuple(tuple(number(Fraction(x)) for x in row) for row in zip(*columns, strict=True))


def _roc_at(given: Given) -> Answer:
    """What each threshold gives, whether it is a score or not: a vertex is passed while its own threshold is one that t lets through."""
    vertices = roc_at_least(_ranking(given.only(*_SCORED, "thresholds", "rule"))).vertices
    passes = given_choice(given, "rule", {">=": Fraction.__ge__, ">": Fraction.__gt__})

    def at(t: Fraction) -> Vertex:
        return [v for v in vertices if isinstance(v.threshold, Beyond) or passes(v.threshold, t)][-1]

    return tuple(_row(number(t), at(t)) for t in map(numeral, given.texts("thresholds")))


def _points(curve: Roc) -> Answer:
    points = curve.points
    return points if isinstance(points, Undefined) else tuple((number(x), number(y)) for x, y in points)


def _auc(given: Given) -> Answer:
    return _area(auc(*_scored(given.only(*_SCORED)), **_more(given)))


def _area(x: Fraction | Undefined) -> Answer:
    return x if isinstance(x, Undefined) else number(x)


def _partial(area: Callable[[Roc, Fraction, Fraction], Fraction | Undefined]) -> Operation:
    """A part of the area, from one FPR to another."""

    def answer(given: Given) -> Answer:
        curve = _curve(given.only(*_SCORED, "curve", "low", "high"))
        low, high = (rational_of_text(given.part(name), f"{given.where}, {name}") for name in ("low", "high"))
        return _area(area(curve, low, high))

    return answer


def _pairs(ranking: Ranking) -> Answer:
    found = pairs(ranking)
    return {"won": number(found.won), "tied": number(found.tied), "lost": number(found.lost)}


def _compare_rocs(given: Given) -> Answer:
    """Who is above where, and where two curves meet between."""
    curves = (_curve(given.only("first", "second").object(name).only(*_SCORED, "curve")) for name in ("first", "second"))
    found = compare_rocs(*curves)
    if isinstance(found, Undefined):
        return found
    names = {1: "first", -1: "second", 0: "neither"}
    return {
        "stretches": tuple((number(s.low), number(s.high), names[s.better]) for s in found.stretches),
        "meetings": tuple((number(m.fpr), number(m.low), number(m.high)) for m in found.meetings),
    }


def _optimum(found: Optimum | Undefined) -> Answer:
    return found if isinstance(found, Undefined) else {"value": found.value, "vertices": _vertices(found.vertices)}


def _best_thresholds(given: Given) -> Answer:
    best = given_choice(given.only(*_SCORED, "measure", "want"), "want", {"least": least, "greatest": greatest})
    return _optimum(best(_curve(given), given_choice(given, "measure", RATES)))


def _cheapest(given: Given) -> Answer:
    return _optimum(cheapest(_curve(given.only(*_SCORED, "cost_fp", "cost_fn")), given.number("cost_fp"), given.number("cost_fn")))


def _cheapest_at(given: Given) -> Answer:
    curve = _curve(given.only(*_SCORED, "cost_fp", "cost_fn", "share"))
    return _optimum(cheapest_at(curve, given.number("cost_fp"), given.number("cost_fn"), given.number("share")))


def _iso_cost_slope(given: Given) -> Answer:
    return iso_cost_slope(*map(given.only("cost_fp", "cost_fn", "share").number, ("cost_fp", "cost_fn", "share")))


def _precision_recall(points: Sequence[PrecisionRecall]) -> Answer:
    """A row for each threshold: threshold, recall, precision."""
    return tuple((_threshold_answer(p.threshold), p.recall, p.precision) for p in points)


def _average_precision(given: Given) -> Answer:
    return _area(average_precision(*_scored(given.only(*_SCORED)), **_more(given)))


RANKING: Mapping[str, Operation] = {
    "tie_blocks": _of_ranking(_blocks),
    "roc": _of_ranking(lambda ranking: _vertices(roc_at_least(ranking).vertices)),
    "roc_above": _of_ranking(lambda ranking: _vertices(roc_above(ranking).vertices)),
    "roc_per_record": lambda given: _vertices(roc_per_record(*_scored(given.only(*_SCORED)), **_more(given)).vertices),
    "roc_at": _roc_at,
    "roc_points": _of_curve(_points),
    "redundant_vertices": _of_curve(lambda curve: tuple(number(i + 1) for i in redundant(curve))),
    "roc_corners": _of_curve(lambda curve: _vertices(without_redundant(curve).vertices)),
    "convex_hull": _of_curve(lambda curve: _vertices(convex_hull(curve).vertices)),
    "on_convex_hull": _of_curve(lambda curve: _vertices(on_hull(curve).vertices)),
    "auc": _auc,
    "auc_by_trapezoids": _of_curve(lambda curve: _area(auc_by_trapezoids(curve))),
    "auc_of_convex_hull": _of_curve(lambda curve: _area(auc_by_trapezoids(convex_hull(curve)))),
    "auc_by_pairs": _of_ranking(lambda ranking: _area(auc_by_pairs(ranking))),
    "auc_by_ranks": _of_ranking(lambda ranking: _area(auc_by_ranks(ranking))),
    "ordered_pairs": _of_ranking(_pairs),
    "partial_auc": _partial(partial_auc),
    "standardised_partial_auc": _partial(standardised_partial_auc),
    "compare_rocs": _compare_rocs,
    "best_thresholds": _best_thresholds,
    "cheapest_thresholds": _cheapest,
    "cheapest_thresholds_at": _cheapest_at,
    "iso_cost_slope": _iso_cost_slope,
    "precision_recall": _of_curve(lambda curve: _precision_recall(precision_recall(curve))),
    "precision_recall_from_one": _of_curve(
        lambda curve: _precision_recall(precision_one_where_nothing_is_positive(precision_recall(curve)))
    ),
    "average_precision": _average_precision,
}
"""Scores and their curves, by name."""
