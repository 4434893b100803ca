"""
The precision-recall curve and average precision.   Notation: as in `dtref.spec.evaluation.ranking.precision_recall`; a_i positives and b_i
negatives in tie block i.; `dtref.spec.evaluation.ranking.precision_recall`, whose functions are run.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

from dtref.errors import Undefined
from dtref.exact.number import Number, number, total
from dtref.spec.evaluation.confusion.rates import prevalence
from dtref.spec.evaluation.ranking.precision_recall import _sum, average_precision, average_precision_of, precision_recall
from dtref.spec.evaluation.ranking.roc import roc_at_least
from proofs.ranking import ranking, symbolic, value
from proofs.steps import all_equal, defined, equal, not_negative, same
from proofs.symbols import positive
from proofs.tables import A, B
from proofs.theorem import Method, theorem

BOOK = "manning2008"
MOST = 5


@theorem(
    "At each threshold recall is TPR, and precision is pi TPR/(pi TPR + (1 - pi) FPR), pi the share of positives",
    source=BOOK,
    runs=(precision_recall, prevalence),
    reach="1 to 4 tie blocks, all positive real numbers of positives and negatives in each; above all scores precision has no value",
    method=Method.IDENTITY,
)
def theorem_precision_recall_points_are_roc_points() -> None:
    """Point by point."""
    for n in range(1, MOST):
        curve = roc_at_least(ranking(*symbolic(n)))
        first, *points = zip(curve.vertices, precision_recall(curve), strict=True)
        same((first[1].recall, first[1].precision), (0, Undefined("nothing predicted positive")), "the first point")
        for vertex, point in points:
            share, tpr, fpr = (defined(x) for x in (prevalence(vertex.counts), vertex.tpr, vertex.fpr))
            equal(point.recall, tpr)
            equal(point.precision, share * tpr / (share * tpr + (1 - share) * fpr))


@theorem(
    "Average precision = sum_n (R_n - R_(n-1)) P_n over the points of the precision-recall curve",
    source=BOOK,
    runs=(average_precision_of, precision_recall),
    reach="1 to 3 tie blocks, all positive real numbers of positives and negatives in each",
    method=Method.IDENTITY,
)
def theorem_average_precision_is_the_area_of_steps() -> None:
    """From dtref's points; where nothing is predicted positive there is no step."""
    for n in range(1, 4):
        curve = roc_at_least(ranking(*symbolic(n)))
        steps = [
            (defined(later.recall) - defined(point.recall)) * defined(later.precision) for point, later in pairwise(precision_recall(curve))
        ]
        equal(value(average_precision_of(curve)), total(steps))


@theorem(
    "P times average precision is the sum over the positives of the precision at each one's score: a block adds its positives times it",
    source=BOOK,
    runs=(average_precision_of, precision_recall, _sum),
    reach="1 to 17 tie blocks, each by the step from the one before, all positive real numbers of positives and negatives in each",
    method=Method.INDUCTION,
)
def theorem_average_precision_of_one_block_more() -> None:
    """The precision of the last point, where all is predicted positive. A block without records, or without positives, adds nothing."""
    before: Number = number(0)
    for n in range(1, 18):
        same(_sum([number(i) for i in range(1, n + 1)]), n * (n + 1) // 2, f"the sum of the numbers up to {n}")
        a, b = symbolic(n)
        curve = roc_at_least(ranking(a, b))
        now = value(average_precision_of(curve)) * total(a)
        equal(now - before, a[-1] * defined(precision_recall(curve)[-1].precision))
        before = now
        if n < MOST:
            for place, negatives in product((0, n), (0, B)):
                more = ranking((*a[:place], 0, *a[place:]), (*b[:place], negatives, *b[place:]))
                if place == n or negatives == 0:
                    equal(value(average_precision_of(roc_at_least(more))) * total(a), now)


@theorem(
    "Average precision is at most 1, and 1 where all positives are above all negatives; of one tie block it is the share of positives",
    source=BOOK,
    runs=(average_precision_of,),
    reach="1 to 3 tie blocks, all positive real numbers of positives and negatives in each",
    method=Method.SIGNS,
)
def theorem_average_precision_is_at_most_1() -> None:
    """Each precision is at most 1, and they are weighted by shares."""
    (extra,) = positive("extra")
    for n in range(1, 4):
        a, b = symbolic(n)
        not_negative(1 - value(average_precision_of(roc_at_least(ranking(a, b)))))
        equal(value(average_precision_of(roc_at_least(ranking((*a, 0), (*[0] * n, extra))))), 1)
    all_equal(value(average_precision_of(roc_at_least(ranking((A,), (B,))))), A / (A + B))


@theorem(
    "Average precision of scores and labels is the mean, over the positives, of the precision among records that score at least as much",
    source=BOOK,
    runs=(average_precision, average_precision_of),
    reach="each list of 1 to 4 records with scores 0, 1, 2",
    method=Method.EXHAUSTION,
)
def theorem_average_precision_of_records() -> None:
    """Positive by positive."""
    for n in range(1, 5):
        for scores, labels in product(product(range(3), repeat=n), product("+-", repeat=n)):
            records = list(zip(scores, labels, strict=True))
            at_least = [[label for s, label in records if s >= score] for score, sign in records if sign == "+"]
            wanted = sum(Fraction(chosen.count("+"), len(chosen)) for chosen in at_least)
            found = average_precision(scores, labels, "+", classes="+-")
            same(found, wanted / len(at_least) if at_least else Undefined("no positives"), f"average precision of {records}")
