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
from dtref.oracle.operations.evaluation.distributions import number_answer
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
from dtref.spec.evaluation.ranking.precision_recall_area import (
    davis_goadrich_area,
    davis_goadrich_integral,
    precision_recall_area_from_first,
    precision_recall_area_from_one,
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
    """Further keyword arguments of the functions of `dtref.spec.evaluation.ranking`."""

    weights: tuple[Fraction, ...]
    classes: tuple[str, ...]


def _scored(inputs: Given) -> tuple[tuple[Number, ...], tuple[str, ...], str]:
    """Scores, labels and the positive label, the arguments of every function of `dtref.spec.evaluation.ranking`."""
    return tuple(map(numeral, inputs.texts("scores"))), inputs.texts("labels"), inputs.text("positive")


def _more(inputs: Given) -> _More:
    """The weights, and the positive class, so that it is known even if no record has it."""
    weights = as_rationals(inputs.part("weights"), f"{inputs.where}, weights") if "weights" in inputs.parts else ()
    return {"weights": weights, "classes": (inputs.text("positive"),)}


def _ranking(inputs: Given) -> Ranking:
    return rank(*_scored(inputs), **_more(inputs))


def _curve(inputs: Given) -> Roc:
    """The curve of the scores: `roc`, or the one that the input `curve` names."""
    curve = given_choice(inputs, "curve", CURVES) if "curve" in inputs.parts else roc
    return curve(*_scored(inputs), **_more(inputs))


def _threshold_answer(threshold: ScoreThreshold) -> Answer:
    return threshold.value if isinstance(threshold, Beyond) else number(threshold)


def _row(threshold: Answer, vertex: Vertex) -> Answer:
    n = vertex.counts
    return (threshold, *map(number, (n.tp, n.fp, n.tn, n.fn)), vertex.tpr, vertex.fpr)


def _vertices(vertices: Sequence[Vertex]) -> Answer:
    return tuple(_row(_threshold_answer(v.threshold), v) for v in vertices)


def _of_ranking(answer: Callable[[Ranking], Answer]) -> Operation:
    return lambda inputs: answer(_ranking(inputs.only(*_SCORED)))


def _of_curve(answer: Callable[[Roc], Answer]) -> Operation:
    return lambda inputs: answer(_curve(inputs.only(*_SCORED, "curve")))


def _blocks(ranking: Ranking) -> Answer:
    """A row for each distinct score: the score, then the weights of positives and negatives with it."""
    columns = (ranking.scores, ranking.positives_at, ranking.negatives_at)
    return tuple(tuple(number(Fraction(x)) for x in row) for row in zip(*columns, strict=True))


def _roc_at(inputs: Given) -> Answer:
    """A row for each threshold, whether it is a score or not: the last vertex whose own threshold meets the rule for it."""
    vertices = roc_at_least(_ranking(inputs.only(*_SCORED, "thresholds", "rule"))).vertices
    passes = given_choice(inputs, "rule", {">=": Fraction.__ge__, ">": Fraction.__gt__})

    def vertex_at(t: Fraction) -> Vertex:
        return [v for v in vertices if isinstance(v.threshold, Beyond) or passes(v.threshold, t)][-1]

    return tuple(_row(number(t), vertex_at(t)) for t in map(numeral, inputs.texts("thresholds")))


def _points(curve: Roc) -> Answer:
    points = curve.points
    return points if isinstance(points, Undefined) else tuple((number(x), number(y)) for x, y in points)


def _auc(inputs: Given) -> Answer:
    return _area(auc(*_scored(inputs.only(*_SCORED)), **_more(inputs)))


def _area(x: Fraction | Undefined) -> Answer:
    return x if isinstance(x, Undefined) else number(x)


def _partial(area: Callable[[Roc, Fraction, Fraction], Fraction | Undefined]) -> Operation:
    """An operation for the area between two FPRs."""

    def answer(inputs: Given) -> Answer:
        curve = _curve(inputs.only(*_SCORED, "curve", "low", "high"))
        low, high = (rational_of_text(inputs.part(name), f"{inputs.where}, {name}") for name in ("low", "high"))
        return _area(area(curve, low, high))

    return answer


def _pairs(ranking: Ranking) -> Answer:
    counts = pairs(ranking)
    return {"won": number(counts.won), "tied": number(counts.tied), "lost": number(counts.lost)}


def _compare_rocs(inputs: Given) -> Answer:
    """The stretches of FPR on which each of two curves is above, and the points where they meet."""
    curves = (_curve(inputs.only("first", "second").object(name).only(*_SCORED, "curve")) for name in ("first", "second"))
    comparison = compare_rocs(*curves)
    if isinstance(comparison, Undefined):
        return comparison
    names = {1: "first", -1: "second", 0: "neither"}
    return {
        "stretches": tuple((number(s.low), number(s.high), names[s.better]) for s in comparison.stretches),
        "meetings": tuple((number(m.fpr), number(m.low), number(m.high)) for m in comparison.meetings),
    }


def _optimum(optimum: Optimum | Undefined) -> Answer:
    return optimum if isinstance(optimum, Undefined) else {"value": optimum.value, "vertices": _vertices(optimum.vertices)}


def _best_thresholds(inputs: Given) -> Answer:
    best = given_choice(inputs.only(*_SCORED, "measure", "want"), "want", {"least": least, "greatest": greatest})
    return _optimum(best(_curve(inputs), given_choice(inputs, "measure", RATES)))


def _cheapest(inputs: Given) -> Answer:
    return _optimum(cheapest(_curve(inputs.only(*_SCORED, "cost_fp", "cost_fn")), inputs.number("cost_fp"), inputs.number("cost_fn")))


def _cheapest_at(inputs: Given) -> Answer:
    curve = _curve(inputs.only(*_SCORED, "cost_fp", "cost_fn", "share"))
    return _optimum(cheapest_at(curve, inputs.number("cost_fp"), inputs.number("cost_fn"), inputs.number("share")))


def _iso_cost_slope(inputs: Given) -> Answer:
    return iso_cost_slope(*map(inputs.only("cost_fp", "cost_fn", "share").number, ("cost_fp", "cost_fn", "share")))


def _precision_recall(points: Sequence[PrecisionRecall]) -> Answer:
    """A row for each threshold: threshold, recall, precision."""
    return tuple((_threshold_answer(p.threshold), p.recall, p.precision) for p in points)


def _average_precision(inputs: Given) -> Answer:
    return _area(average_precision(*_scored(inputs.only(*_SCORED)), **_more(inputs)))


RANKING: Mapping[str, Operation] = {
    "tie_blocks": _of_ranking(_blocks),
    "roc": _of_ranking(lambda ranking: _vertices(roc_at_least(ranking).vertices)),
    "roc_above": _of_ranking(lambda ranking: _vertices(roc_above(ranking).vertices)),
    "roc_per_record": lambda inputs: _vertices(roc_per_record(*_scored(inputs.only(*_SCORED)), **_more(inputs)).vertices),
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
    "precision_recall_area_from_one": _of_curve(precision_recall_area_from_one),
    "precision_recall_area_from_first": _of_curve(precision_recall_area_from_first),
    "davis_goadrich_area": _of_curve(davis_goadrich_area),
    "davis_goadrich_integral": _of_curve(lambda curve: number_answer(davis_goadrich_integral(curve))),
}
"""Scores and their curves, by name."""
