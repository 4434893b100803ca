"""
The area under the ROC curve, by three routes, and the area under a part of the curve.

Notation: P positives, N negatives; TP_i, FP_i at vertex i; a_i positives and b_i negatives in tie block i, greatest score first.

Why the area is a probability: under block i's line lies a strip of width b_i/N and mean height (a_1 + … + a_{i-1} + a_i/2)/P. That is the
share of negatives that are in the block, times the share of positives that score above them, equal ones counting one half
(proofs/ranking.py).
"""

from __future__ import annotations

__sources__ = (("tan", "Using ROC for Model Comparison"), ("cs6220", "Model Selection: ROC Curves"))

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from operator import add, mul, sub

from attrs import frozen

from dtref.errors import Invalid, Undefined, said
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.exact.inputs import rational
from dtref.spec.evaluation.ranking.roc import Points, Roc
from dtref.spec.evaluation.ranking.scores import Weight, share_of
from dtref.spec.evaluation.ranking.tie_blocks import Ranking, rank


@defined(
    unit="probability",
    errors="as for `rank`",
    sources=(("tan", "Using ROC for Model Comparison"),),
    synonyms=(
        "AUC",
        "area under the ROC curve",
        "AUROC",
        "c statistic",
    ),
)
def auc(
    scores: Iterable[object],
    labels: Iterable[object],
    positive: object,
    *,
    weights: Iterable[object] = (),
    classes: Iterable[Hashable] | None = None,
) -> Fraction | Undefined:
    """
    The area under the ROC curve: the probability that a positive scores above a negative, ties counting one half.

    Undefined where a class is missing. A classifier that only gives labels can be scored, too: let the records that it calls positive score
    1 and the others 0. Its area is then its balanced accuracy.

    >>> auc([0.9, 0.8, 0.8, 0.1], "+-+-", "+"), auc([1, 1], "+-", "+"), auc([1], "+", "+")
    (Fraction(7, 8), Fraction(1, 2), Undefined(why='no negatives'))
    """
    return auc_by_pairs(rank(scores, labels, positive, weights=weights, classes=classes))


@defined(formula="sum_i (FPR_i - FPR_{i-1}) (TPR_i + TPR_{i-1}) / 2, with the common denominator P N taken out of the sum")
def auc_by_trapezoids(curve: Roc) -> Fraction | Undefined:
    """
    The area under the straight lines between the vertices of a curve: an ROC curve, its hull, or a staircase.

    >>> from dtref.spec.evaluation.ranking.roc import roc
    >>> auc_by_trapezoids(roc([3, 2, 1], "+-+", "+"))
    Fraction(1, 2)
    """
    return _of_pairs(twice_area(curve.fp, curve.tp), 2 * curve.positives * curve.negatives, curve)


def twice_area(x: Sequence[Weight], y: Sequence[Weight]) -> Weight:
    """
    Twice the area under the straight lines between points: sum_i (x_i - x_{i-1}) (y_i + y_{i-1}).

    >>> twice_area((0, 1, 3), (0, 2, 2))
    10
    """
    widths: Iterable[Weight] = map(sub, x[1:], x)
    heights: Iterable[Weight] = map(add, y[1:], y)
    return sum(width * height for width, height in zip(widths, heights, strict=False))


@frozen
class Pairs:
    """Numbers of pairs of a positive and a negative: the positive scores higher (won), equal (tied), lower (lost)."""

    won: Weight
    tied: Weight
    lost: Weight


@defined(formula="won = sum_i b_i (a_1 + … + a_{i-1}), tied = sum_i a_i b_i", letter="won")
def pairs(ranking: Ranking) -> Pairs:
    """
    The numbers of the P N pairs of a positive and a negative that are won, tied and lost.

    The staircase with a step for each record (`roc_per_record`) has the area won/(P N) with the negatives first in every tie, (won +
    tied)/(P N) with the positives first.

    >>> pairs(rank([0.9, 0.8, 0.8, 0.1], "+-+-", "+"))
    Pairs(won=3, tied=1, lost=0)
    """
    a, b = ranking.positives_at, ranking.negatives_at
    # the positives above each block; accumulate has one item more, all positives, which map drops
    won, tied = sum(map(mul, b, accumulate(a, initial=0))), sum(map(mul, a, b))
    return Pairs(won, tied, ranking.positives * ranking.negatives - won - tied)


@defined(
    formula="U/(P N), U = won + tied/2",
    sources=("Mann and Whitney 1947 (U)",),
    parts=lambda: (pairs,),
    synonyms=("Mann-Whitney statistic",),
)
def auc_by_pairs(ranking: Ranking) -> Fraction | Undefined:
    """
    The share of the pairs of a positive and a negative in which the positive scores higher, ties counting one half.

    >>> auc_by_pairs(rank([0.9, 0.8, 0.8, 0.1], "+-+-", "+"))
    Fraction(7, 8)
    """
    counts = pairs(ranking)
    return _of_pairs(2 * counts.won + counts.tied, 2 * ranking.positives * ranking.negatives, ranking)


@defined(formula="(R - P (P + 1)/2) / (P N)", sources=("Wilcoxon 1945 (R)",))
def auc_by_ranks(ranking: Ranking) -> Fraction | Undefined:
    """
    The area under the ROC curve from the sum R of the positives' ranks: 1 for the least score, the mean rank for equal scores.

    A record of weight w stands for w records.

    >>> auc_by_ranks(rank([0.9, 0.8, 0.8, 0.1], "+-+-", "+"))
    Fraction(7, 8)
    """
    p, n = ranking.positives, ranking.negatives
    sizes = [a_i + b_i for a_i, b_i in zip(ranking.positives_at, ranking.negatives_at, strict=True)]
    # below a block are p + n - end records: its ranks go from p + n - end + 1 to p + n - end + size, which add up to twice their mean
    twice_ranks = (2 * (p + n - end) + size + 1 for size, end in zip(sizes, accumulate(sizes), strict=True))
    twice_r = sum(a_i * twice for a_i, twice in zip(ranking.positives_at, twice_ranks, strict=True))
    return _of_pairs(twice_r - p * (p + 1), 2 * p * n, ranking)


@refuses_other_kinds
def partial_auc(curve: Roc, low: int | Fraction, high: int | Fraction) -> Fraction | Undefined:
    """
    The area under the curve where low <= FPR <= high.   Undefined where a class is missing.   Errors: Invalid unless 0 <= low < high <= 1.

    >>> from dtref.spec.evaluation.ranking.roc import roc
    >>> curve = roc([0.9, 0.8, 0.8, 0.1], "+-+-", "+")
    >>> partial_auc(curve, 0, Fraction(1, 4)), partial_auc(curve, 0, 1)
    (Fraction(5, 32), Fraction(7, 8))
    """
    left, right = _range(low, high)
    points = curve.points
    return points if isinstance(points, Undefined) else _area_between(points, left, right)


@defined(
    formula="(1 + (A - least)/(greatest - least)) / 2, least = (high^2 - low^2)/2 that of the diagonal, greatest = high - low",
    errors="as for `partial_auc`",
    sources=("McClish 1989",),
)
def standardised_partial_auc(curve: Roc, low: int | Fraction, high: int | Fraction) -> Fraction | Undefined:
    """
    The partial area on a scale where the diagonal has 1/2 and the ideal curve 1.

    >>> from dtref.spec.evaluation.ranking.roc import roc
    >>> standardised_partial_auc(roc([0.9, 0.8, 0.8, 0.1], "+-+-", "+"), 0, Fraction(1, 4))
    Fraction(11, 14)
    """
    left, right = _range(low, high)
    area = partial_auc(curve, left, right)
    return area if isinstance(area, Undefined) else _on_scale(area, left, right)


def _on_scale(area: Fraction, low: Fraction, high: Fraction) -> Fraction:
    least, greatest = (high * high - low * low) / 2, high - low
    return (1 + (area - least) / (greatest - least)) / 2


def _of_pairs(part: Weight, pair_count: Weight, of: Roc | Ranking) -> Fraction | Undefined:
    """The share of the pairs; Undefined, with the missing class, where there are none."""
    return share_of(part, pair_count, "no negatives" if of.positives else "no positives")


def _range(low: object, high: object) -> tuple[Fraction, Fraction]:
    left, right = (rational(name, x, least=0, most=1) for name, x in (("low", low), ("high", high)))
    if left >= right:
        raise Invalid("high", f"an FPR above low = {said(left)}", high)
    return left, right


def _area_between(points: Points, low: Fraction, high: Fraction) -> Fraction:
    """The area of each sloping or level line, cut off at both ends."""
    area = Fraction(0)
    for (x0, y0), (x1, y1) in pairwise(points):
        left, right = max(x0, low), min(x1, high)
        if left < right:
            # A trapezoid: its width times the height in its middle.
            middle = (left + right) / 2
            area += (right - left) * (y0 + (y1 - y0) * (middle - x0) / (x1 - x0))
    return area
