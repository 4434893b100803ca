"""
Operations on scores that rank records: ROC curves and their areas, the best thresholds, precision and recall.

Scores are decimals, as a table prints them. A vertex is a row: threshold, TP, FP, TN, FN, TPR, FPR, as in the table of `tan`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, TypeVar, cast

from attrs import evolve

from dtref.exact.number import number
from dtref.oracle.operations.answer_kinds import POSITIONS_ANSWER, ROWS_ANSWER, list_answer, parts_answer, row_answer
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.draws import (
    GivenJson,
    drawn_columns,
    inputs_by_name,
    lists_of,
    merged_inputs,
    one_from,
)
from dtref.oracle.operations.evaluation.matrix_inputs import MEASURE
from dtref.oracle.operations.kinds import (
    A_LABEL,
    A_POSITIVE,
    A_PROBABILITY_INSIDE,
    A_SHARE,
    DECIMALS,
    LABELS,
    RATIONALS,
    THE_POSITIVE_CLASS,
    choice,
    nested,
)
from dtref.oracle.operations.operation import (
    NUMBER_ANSWER,
    AnswerKind,
    Operation,
    as_one,
    ask_last,
    asks,
    by_keyword,
    declarations,
    each,
    jointly,
    optional,
    side_by_side,
)
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
from dtref.spec.evaluation.ranking.thresholds import cheapest, cheapest_at, greatest, iso_cost_slope, least
from dtref.spec.evaluation.ranking.tie_blocks import Ranking, rank

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Result = TypeVar("Result")


def drawn_scores(*, both: bool = False) -> SearchStrategy[GivenJson]:
    """
    Scores with many ties; both: of positives and negatives.

    >>> from hypothesis import find
    >>> find(drawn_scores(), lambda _: True)
    {'scores': ['0.1'], 'labels': ['+'], 'positive': '+'}
    """
    drawn = drawn_columns(1, 8, scores=one_from(SOME_SCORES), labels=one_from("+-"))
    ranked = drawn.filter(lambda by_name: set("+-") <= set(cast("list[str]", by_name["labels"]))) if both else drawn
    return ranked.map(lambda by_name: {**by_name, "positive": "+"})


def _drawn_weighted_scores() -> SearchStrategy[GivenJson]:
    """
    Scores without weights, and with some that aren't whole.

    >>> from hypothesis import find
    >>> [find(_drawn_weighted_scores(), lambda given: ("weights" in given) is told).get("weights") for told in (False, True)]
    [None, ['1']]
    """
    weighted = drawn_columns(1, 8, scores=one_from(SOME_SCORES), labels=one_from("+-"), weights=one_from(SOME_WEIGHTS))
    return drawn_scores() | weighted.map(lambda by_name: {**by_name, "positive": "+"})


SOME_SCORES = ("0.1", "0.4", "0.5", "0.9")
SOME_WEIGHTS = ("1", "2", "1/2", "3/2")
_SCORES = side_by_side(each(scores=DECIMALS, labels=LABELS, positive=A_LABEL, weights=optional(RATIONALS, ())), THE_POSITIVE_CLASS)
_SCORED = jointly(_SCORES, drawn_scores)
"""Scores, labels and the positive label, the arguments of every function of `dtref.spec.evaluation.ranking`; weights, known classes."""


_CURVES = {curve.__name__: by_keyword(curve, "weights", "classes") for curve in (roc, roc_per_record)}
_RANKING = as_one(by_keyword(rank, "weights", "classes"), _SCORED)
_ANY_CURVE = side_by_side(_SCORED, each(curve=optional(choice(_CURVES), _CURVES["roc"])))


def _drawn_curve() -> SearchStrategy[GivenJson]:
    return merged_inputs(drawn_scores(both=True), inputs_by_name(curve=one_from(_CURVES)))


_CURVE = as_one(ask_last, jointly(_ANY_CURVE, drawn_scores, both=partial(drawn_scores, both=True), curve=_drawn_curve))


_THRESHOLD: AnswerKind[ScoreThreshold] = AnswerKind(
    "a threshold", lambda threshold: threshold.value if isinstance(threshold, Beyond) else number(threshold)
)
_VERTEX = row_answer(
    "a vertex",
    threshold=_THRESHOLD,
    tp=(NUMBER_ANSWER, lambda vertex: vertex.counts.tp),
    fp=(NUMBER_ANSWER, lambda vertex: vertex.counts.fp),
    tn=(NUMBER_ANSWER, lambda vertex: vertex.counts.tn),
    fn=(NUMBER_ANSWER, lambda vertex: vertex.counts.fn),
    tpr=NUMBER_ANSWER,
    fpr=NUMBER_ANSWER,
)
_VERTICES_ANSWER = list_answer(_VERTEX, "rows: threshold, TP, FP, TN, FN, TPR, FPR")


def _blocks(ranking: Ranking) -> Answer:
    columns = (ranking.scores, ranking.positives_at, ranking.negatives_at)
    return ROWS_ANSWER.write([Fraction(x) for x in row] for row in zip(*columns, strict=True))


def _roc_at(ranking: Ranking, thresholds: Sequence[Fraction], passes: Callable[[Fraction, Fraction], bool]) -> Sequence[Vertex]:
    """For each threshold, whether it is a score or not, the last vertex whose own threshold meets the rule for it; with this threshold."""
    vertices = roc_at_least(ranking).vertices

    def vertex_at(t: Fraction) -> Vertex:
        return [v for v in vertices if isinstance(v.threshold, Beyond) or passes(v.threshold, t)][-1]

    return [evolve(vertex_at(t), threshold=t) for t in thresholds]


def _from_one(curve: Roc) -> Sequence[PrecisionRecall]:
    return precision_one_where_nothing_is_positive(precision_recall(curve))


def _drawn_ends() -> SearchStrategy[GivenJson]:
    ends = one_from((("0", "1"), ("0", "1/2"), ("1/4", "3/4"), ("1/2", "1")))
    return merged_inputs(drawn_scores(both=True), ends.map(lambda pair: {"low": pair[0], "high": pair[1]}))


_VERTICES = AnswerKind[Roc](_VERTICES_ANSWER.says, lambda curve: _VERTICES_ANSWER.write(curve.vertices))
_OPTIMUM = parts_answer("the best value and the vertices that have it", "value", vertices=_VERTICES_ANSWER)
_ABOVE: AnswerKind[int] = AnswerKind("`first`, `second` or `neither`", {1: "first", -1: "second", 0: "neither"}.__getitem__)
_COMPARISON = parts_answer(
    "where each of two curves is above",
    stretches=list_answer(row_answer("a stretch", "low", "high", better=_ABOVE), "rows"),
    meetings=list_answer(row_answer("a meeting", "fpr", "low", "high"), "rows"),
)
_PRECISION_RECALL = list_answer(
    row_answer("a point", threshold=_THRESHOLD, recall=NUMBER_ANSWER, precision=NUMBER_ANSWER), "rows: threshold, recall, precision"
)
_PAIRS = parts_answer("numbers of pairs", "won", "tied", "lost")
_POINTS: AnswerKind[Roc] = AnswerKind("points: FPR, TPR", lambda curve: ROWS_ANSWER.written(curve.points))
_BOTH = jointly(_CURVE, partial(drawn_scores, both=True))
_ONE_CURVE = nested("scores, and perhaps a curve", lambda curve: curve, _BOTH)
_BETWEEN = jointly(side_by_side(_CURVE, each(low=A_SHARE, high=A_SHARE)), _drawn_ends)
_SCORES_BOTH = as_one(_CURVES["roc"], jointly(_SCORED, partial(drawn_scores, both=True)))
_RULES: Mapping[str, Callable[[Fraction, Fraction], bool]] = {">=": Fraction.__ge__, ">": Fraction.__gt__}
_BEST = {"least": least, "greatest": greatest}
_THRESHOLDS = DECIMALS.drawn(lambda: lists_of(one_from(SOME_SCORES), 1, 3))
_COSTS = each(cost_fp=A_POSITIVE, cost_fn=A_POSITIVE)
_BLOCKS: AnswerKind[Ranking] = AnswerKind("rows: a score, the positives and the negatives with it", _blocks)

RANKING: Mapping[str, Operation] = declarations(
    asks("tie_blocks", by_keyword(rank, "weights", "classes"), _SCORED, answer=_BLOCKS),
    asks("roc", roc_at_least, _RANKING, answer=_VERTICES),
    asks("roc_above", roc_above, _RANKING, answer=_VERTICES),
    asks("roc_per_record", _CURVES["roc_per_record"], _SCORED, answer=_VERTICES),
    asks("roc_at", _roc_at, _RANKING, answer=_VERTICES_ANSWER, thresholds=_THRESHOLDS, rule=choice(_RULES)),
    asks("roc_points", lambda curve: curve, _BOTH, answer=_POINTS),
    asks("redundant_vertices", redundant, _BOTH, answer=POSITIONS_ANSWER),
    asks("roc_corners", without_redundant, _BOTH, answer=_VERTICES),
    asks("convex_hull", convex_hull, _BOTH, answer=_VERTICES),
    asks("on_convex_hull", on_hull, _BOTH, answer=_VERTICES),
    asks("auc", by_keyword(auc, "weights", "classes"), jointly(_SCORES, _drawn_weighted_scores)),
    asks("auc_by_trapezoids", auc_by_trapezoids, _CURVE),
    asks("auc_of_convex_hull", lambda curve: auc_by_trapezoids(convex_hull(curve)), _BOTH),
    asks("auc_by_pairs", auc_by_pairs, _RANKING),
    asks("auc_by_ranks", auc_by_ranks, _RANKING),
    asks("ordered_pairs", pairs, _RANKING, answer=_PAIRS),
    asks("partial_auc", partial_auc, _BETWEEN),
    asks("standardised_partial_auc", standardised_partial_auc, _BETWEEN),
    asks("compare_rocs", compare_rocs, answer=_COMPARISON, first=_ONE_CURVE, second=_ONE_CURVE),
    asks("best_thresholds", ask_last, _SCORES_BOTH, answer=_OPTIMUM, measure=MEASURE, want=choice(_BEST)),
    asks("cheapest_thresholds", cheapest, _SCORES_BOTH, _COSTS, answer=_OPTIMUM),
    asks("cheapest_thresholds_at", cheapest_at, _SCORES_BOTH, _COSTS, answer=_OPTIMUM, share=A_PROBABILITY_INSIDE),
    asks("iso_cost_slope", iso_cost_slope, _COSTS, share=A_PROBABILITY_INSIDE),
    asks("precision_recall", precision_recall, _CURVE, answer=_PRECISION_RECALL),
    asks("precision_recall_from_one", _from_one, _CURVE, answer=_PRECISION_RECALL),
    asks("average_precision", by_keyword(average_precision, "weights", "classes"), jointly(_SCORES, _drawn_weighted_scores)),
    asks("precision_recall_area_from_one", precision_recall_area_from_one, _CURVE),
    asks("precision_recall_area_from_first", precision_recall_area_from_first, _CURVE),
    asks("davis_goadrich_area", davis_goadrich_area, _CURVE),
    asks("davis_goadrich_integral", davis_goadrich_integral, _CURVE),
)
"""Scores and their curves, by name."""
