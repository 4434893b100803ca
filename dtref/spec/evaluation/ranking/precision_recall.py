"""
The precision-recall curve and average precision.

The documents have no curve of the two: definitions as in Manning, Raghavan, Schütze 2008. Notation: at threshold n, P_n = TP/(TP + FP), R_n
= TP/P.
"""

from __future__ import annotations

__sources__ = (("iaml", "Which of the measures above should we report about?"), ("cs6220", "Precision and Recall, and F-measures"))

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import cast

from attrs import evolve, frozen

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.number import Number, number, quotient, total
from dtref.spec.evaluation.confusion.if_undefined import one_if_undefined
from dtref.spec.evaluation.confusion.rates import precision
from dtref.spec.evaluation.ranking.roc import Roc, ScoreThreshold, roc
from dtref.spec.model.display import Reported


@frozen
class PrecisionRecall(Reported):
    """A point of the precision-recall curve: the recall and the precision at a threshold."""

    threshold: ScoreThreshold
    recall: Number | Undefined
    precision: Number | Undefined


@defined(formula="R = TP/P, Undefined without positives; P = TP/(TP + FP), Undefined where nothing is predicted positive", letter="R")
def precision_recall(curve: Roc) -> tuple[PrecisionRecall, ...]:
    """
    Recall and precision at each vertex of an ROC curve, the greatest threshold first.

    >>> for point in precision_recall(roc([2, 1], "+-", "+")): print(point.recall, point.precision)
    0 undefined (nothing predicted positive)
    1 1
    1 1/2
    """
    return tuple(PrecisionRecall(v.threshold, v.tpr, precision(v.counts)) for v in curve.vertices)


def precision_one_where_nothing_is_positive(points: Sequence[PrecisionRecall]) -> tuple[PrecisionRecall, ...]:
    """
    The points with the convention of scikit-learn that the curve starts at recall 0 with precision 1.

    >>> precision_one_where_nothing_is_positive(precision_recall(roc([2], "+", "+")))[0]
    PrecisionRecall(threshold=ABOVE_ALL, recall=Fraction(0, 1), precision=Fraction(1, 1))
    """
    return tuple(evolve(p, precision=one_if_undefined(p.precision)) for p in points)


@defined(
    formula="AP = sum_n (R_n - R_{n-1}) P_n, the area of steps, without lines between points",
    letter="AP",
    errors="as for `rank`",
    sources=("Manning, Raghavan, Schütze 2008", "scikit-learn's average_precision_score"),
    synonyms=("AP",),
)
def average_precision(
    scores: Iterable[object],
    labels: Iterable[object],
    positive: object,
    *,
    weights: Iterable[object] = (),
    classes: Iterable[Hashable] | None = None,
) -> Fraction | Undefined:
    """
    The mean precision over the positives, each at the threshold that is its score. Undefined without positives.

    >>> average_precision([0.9, 0.8, 0.8, 0.1], "+-+-", "+"), average_precision([1], "-", "+", classes="+-")
    (Fraction(5, 6), Undefined(why='no positives'))
    """
    return average_precision_of(roc(scores, labels, positive, weights=weights, classes=classes))


def average_precision_of(curve: Roc) -> Fraction | Undefined:
    """
    The average precision of the thresholds of a curve, with the common denominator P of the recalls taken out of the sum.

    >>> average_precision_of(roc([3, 2, 1], "+-+", "+"))
    Fraction(5, 6)
    """
    steps = zip(pairwise(curve.tp), curve.fp[1:], strict=True)
    terms = [number((after - before) * after) / (after + fp) for (before, after), fp in steps if before < after]
    return cast("Fraction | Undefined", quotient(_sum(terms), curve.positives, "no positives"))


def _sum(terms: Sequence[Number]) -> Number:
    """The sum by halves: the denominators of a long sum grow, and few additions should meet the longest of them."""
    if len(terms) < 8:
        return total(terms)
    half = len(terms) // 2
    return _sum(terms[:half]) + _sum(terms[half:])
