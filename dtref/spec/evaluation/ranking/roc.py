"""
The ROC curve: the positives and the negatives that are classified as positive at each threshold.

Notation: TP, FP, TN, FN at a threshold t; P positives and N negatives; TPR = TP/P on the vertical axis, FPR = FP/N on the horizontal one.
"""

from __future__ import annotations

__sources__ = (
    ("tan", "ROC Curve, How to Construct an ROC curve"),
    ("evaluation", "ROC Curve, How to Construct an ROC curve"),
    ("cs6220", "Plotting an ROC Curve"),
    ("iaml", "2.5.5 ROC Curve"),
    ("cs422", "How to calculate a ROC curve?"),
)

from collections.abc import Hashable, Iterable
from enum import Enum
from fractions import Fraction
from itertools import accumulate
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.exact.number import Number
from dtref.spec.evaluation.confusion.matrix import BinaryCounts
from dtref.spec.evaluation.confusion.rates import false_positive_rate, recall
from dtref.spec.evaluation.ranking.scores import Score, Weight, scored
from dtref.spec.evaluation.ranking.tie_blocks import Ranking, rank
from dtref.spec.model.display import Reported


class Beyond(Enum):
    """A threshold beyond all scores."""

    ABOVE_ALL = "above every score"
    BELOW_ALL = "below every score"

    def __repr__(self) -> str:
        return self.name


ScoreThreshold: TypeAlias = Fraction | Beyond
Points: TypeAlias = tuple[tuple[Fraction, Fraction], ...]
"""A curve as its points (FPR, TPR), from (0, 0) to (1, 1)."""


@frozen
class Vertex(Reported):
    """One point of an ROC curve: a threshold, and the confusion matrix at it."""

    threshold: ScoreThreshold
    counts: BinaryCounts

    @property
    def tpr(self) -> Number | Undefined:
        """TPR = TP/P, on the vertical axis. Undefined without positives."""
        return recall(self.counts)

    @property
    def fpr(self) -> Number | Undefined:
        """FPR = FP/N, on the horizontal axis. Undefined without negatives."""
        return false_positive_rate(self.counts)


@frozen
class Roc(Reported):
    """
    An ROC curve in numbers of records, from (0, 0) to (P, N): thresholds in the order of the curve, and TP and FP at each.

    Between neighbouring vertices the curve is a straight line: the classifiers that choose between the two at random.
    """

    cuts: tuple[Score | Beyond, ...]
    tp: tuple[Weight, ...]
    fp: tuple[Weight, ...]

    __repr__ = brief_repr

    def __len__(self) -> int:
        return len(self.tp)

    @property
    def positives(self) -> Weight:
        """P: the number of positive records, or their weight."""
        return self.tp[-1]

    @property
    def negatives(self) -> Weight:
        """N: the number of negative records, or their weight."""
        return self.fp[-1]

    @property
    def missing_class(self) -> str:
        """The reason why there are no rates: the class without records; "" where both have some."""
        return "" if self.positives and self.negatives else "no negatives" if self.positives else "no positives"

    @property
    def thresholds(self) -> tuple[ScoreThreshold, ...]:
        """The threshold of each vertex, exactly."""
        return tuple(cut if isinstance(cut, Beyond) else Fraction(cut) for cut in self.cuts)

    @property
    def vertices(self) -> tuple[Vertex, ...]:
        """Each vertex with its threshold and confusion matrix."""
        p, n = self.positives, self.negatives
        return tuple(
            Vertex(t, BinaryCounts(tp=tp, fn=p - tp, fp=fp, tn=n - fp)) for t, tp, fp in zip(self.thresholds, self.tp, self.fp, strict=True)
        )

    @property
    def points(self) -> Points | Undefined:
        """Each vertex as (FPR, TPR) = (FP/N, TP/P). Undefined where a class is missing."""
        p, n = self.positives, self.negatives
        if self.missing_class:
            return Undefined(self.missing_class)
        return tuple((Fraction(fp) / n, Fraction(tp) / p) for tp, fp in zip(self.tp, self.fp, strict=True))

    def only(self, chosen: tuple[int, ...]) -> Roc:
        """The curve with these vertices only, which must include (0, 0) and (1, 1)."""
        return Roc(tuple(self.cuts[i] for i in chosen), tuple(self.tp[i] for i in chosen), tuple(self.fp[i] for i in chosen))


@defined(errors="as for `rank`", sources=(("tan", "How to construct an ROC curve (Threshold >=), for (0, 0) and at each unique value"),))
def roc(
    scores: Iterable[object],
    labels: Iterable[object],
    positive: object,
    *,
    weights: Iterable[object] = (),
    classes: Iterable[Hashable] | None = None,
) -> Roc:
    """
    The ROC curve of the classifiers "positive where the score is at least t", with one vertex for each distinct score.

    >>> curve = roc([0.9, 0.8, 0.8, 0.1], "+-+-", "+")
    >>> curve.points
    ((Fraction(0, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 1)), (Fraction(1, 1), Fraction(1, 1)))
    >>> roc([1, 2], "++", "+").points, roc([1], "+", "+").vertices[0]
    (Undefined(why='no negatives'), Vertex(threshold=ABOVE_ALL, counts=BinaryCounts(tp=0, fn=1, fp=0, tn=0)))
    """
    return roc_at_least(rank(scores, labels, positive, weights=weights, classes=classes))


@refuses_other_kinds
def roc_at_least(ranking: Ranking) -> Roc:
    """
    The ROC curve of the classifiers "positive where the score is at least t": t is above every score, then each score.

    >>> roc_at_least(rank([3, 1], "+-", "+")).thresholds
    (ABOVE_ALL, Fraction(3, 1), Fraction(1, 1))
    """
    return Roc((Beyond.ABOVE_ALL, *ranking.scores), *_counted(ranking))


@defined(
    sources=(("tan", "ROC Curve (any points located at x > t)"), ("iaml", "2.5.5, How do thresholds affect error rates? (f(x) > t)")),
)
def roc_above(ranking: Ranking) -> Roc:
    """
    The ROC curve of the classifiers "positive where the score is above t": t is each score, then below every score.

    The points are those of `roc_at_least`; each has the next smaller score as its threshold.

    >>> roc_above(rank([3, 1], "+-", "+")).thresholds
    (Fraction(3, 1), Fraction(1, 1), BELOW_ALL)
    """
    return Roc((*ranking.scores, Beyond.BELOW_ALL), *_counted(ranking))


def _counted(ranking: Ranking) -> tuple[tuple[Weight, ...], tuple[Weight, ...]]:
    """TP and FP at each vertex: the running sums over the blocks, from 0."""
    return tuple(accumulate(ranking.positives_at, initial=0)), tuple(accumulate(ranking.negatives_at, initial=0))


@defined(
    errors="as for `rank`",
    sources=(
        (
            "tan",
            ("How to construct an ROC curve (the three columns of 0.85, with the records of the table read from the last to the first)"),
        ),
        ("cs6220", "Plotting an ROC Curve"),
    ),
)
def roc_per_record(
    scores: Iterable[object],
    labels: Iterable[object],
    positive: object,
    *,
    weights: Iterable[object] = (),
    classes: Iterable[Hashable] | None = None,
) -> Roc:
    """
    The staircase with a step for each record, greatest score first; records with equal scores keep their order, so it depends on that.

    Where scores tie it is no ROC curve: no threshold classifies one of two equal scores as positive and the other not. Its thresholds then
    repeat.

    >>> roc_per_record([5, 5], "-+", "+").points
    ((Fraction(0, 1), Fraction(0, 1)), (Fraction(1, 1), Fraction(0, 1)), (Fraction(1, 1), Fraction(1, 1)))
    >>> roc_per_record([5, 5], "+-", "+").points
    ((Fraction(0, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(1, 1)))
    """
    records = scored(scores, labels, positive, weights, classes)
    order = sorted(range(len(records.scores)), key=records.scores.__getitem__, reverse=True)
    weight = records.weights or (1,) * len(order)
    # One tie block a record.
    steps = [(records.scores[i], weight[i] if records.is_positive[i] else 0, 0 if records.is_positive[i] else weight[i]) for i in order]
    return roc_at_least(Ranking(*zip(*steps, strict=True)) if steps else Ranking((), (), ()))


def redundant(curve: Roc) -> tuple[int, ...]:
    """
    The positions of the vertices that lie on the straight line between their neighbours: without them the curve is the same.

    >>> redundant(roc([4, 3, 2, 1], "++-+", "+"))
    (1,)
    """
    return tuple(i for i in range(1, len(curve) - 1) if turn(curve, i - 1, i, i + 1) == 0)


@refuses_other_kinds
def without_redundant(curve: Roc) -> Roc:
    """
    The same curve with its corners only.

    >>> without_redundant(roc([4, 3, 2, 1], "++-+", "+")).tp
    (0, 2, 2, 3)
    """
    straight = set(redundant(curve))
    return curve.only(tuple(i for i in range(len(curve)) if i not in straight))


@defined(formula="(x_j - x_i)(y_k - y_i) - (y_j - y_i)(x_k - x_i), in whole records: the rates have the same sign")
def turn(curve: Roc, i: int, j: int, k: int) -> Weight:
    """
    The turn of the way from vertex i over j to k: above 0 to the left, below 0 to the right, 0 where it is straight.

    >>> turn(roc([3, 2], "+-", "+"), 0, 1, 2)
    -1
    """
    x, y = curve.fp, curve.tp
    return (x[j] - x[i]) * (y[k] - y[i]) - (y[j] - y[i]) * (x[k] - x[i])
