"""
The area under the ROC curve: Mann and Whitney's statistic, its symmetries, its values at the ends.   Documents: `tan` Using ROC for
Model Comparison; `cs6220` Model Selection: ROC Curves. Notation: as in `dtref.spec.evaluation.ranking.auc`; A, B the sums of a_i, b_i over
earlier blocks.

Each sum over blocks is what it is without the last block, and a term of that block and of A, B: that is the step from n to n + 1 blocks.;
`dtref.spec.evaluation.ranking.auc`, whose functions are run.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import cast

from dtref.errors import Undefined
from dtref.exact.number import Number, number, total
from dtref.spec.evaluation.confusion.averages import balanced_accuracy
from dtref.spec.evaluation.confusion.rates import youden_j
from dtref.spec.evaluation.ranking.auc import (
    auc,
    auc_by_pairs,
    auc_by_ranks,
    auc_by_trapezoids,
    pairs,
    twice_area,
)
from dtref.spec.evaluation.ranking.roc import Roc, roc, roc_at_least, roc_per_record
from dtref.spec.evaluation.ranking.scores import Weight
from dtref.spec.evaluation.ranking.tie_blocks import Ranking, rank
from proofs.steps import all_equal, defined, equal, not_negative, same
from proofs.symbols import positive, rational
from proofs.tables import COUNTS, A, B, C, D
from proofs.theorem import Method, theorem

COMPARISON, AREA = "tan: Using ROC for Model Comparison", "cs6220: Model Selection: ROC Curves"
BLOCKS = "1 to 5 tie blocks, all positive real numbers of positives and negatives in each"
MOST = 5


def ranking(a: Sequence[object], b: Sequence[object]) -> Ranking:
    """The tie blocks with so many positives and negatives in each, greatest score first."""
    return Ranking(tuple(range(len(a), 0, -1)), cast("tuple[Weight, ...]", tuple(a)), cast("tuple[Weight, ...]", tuple(b)))


def symbolic(blocks: int) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    """Positive symbols: positives and negatives in each block."""
    return positive(f"a1:{blocks + 1}"), positive(f"b1:{blocks + 1}")


def area(given: Ranking | Roc) -> Number:
    """The area of the curve by trapezoids."""
    return value(auc_by_trapezoids(given if isinstance(given, Roc) else roc_at_least(given)))


def value(x: Weight | Undefined) -> Number:
    """What is found, which must be defined: an expression where blocks have symbols."""
    return cast(Number, defined(x))


@theorem(
    "The trapezoid area is Mann and Whitney's share of pairs ordered rightly, ties counting one half; so are the counts of won and tied "
    "pairs and the sum of the positives' ranks",
    source="mann1947",
    runs=(auc_by_trapezoids, auc_by_pairs, auc_by_ranks, pairs, twice_area),
    reach=BLOCKS + "; one block more adds b (A + a/2) to each",
    method=Method.INDUCTION,
)
def theorem_auc_is_mann_whitney() -> None:
    """No block: nothing. A block more adds what its negatives lose against A positives, and half of the pairs within it. Summed up: for
    blocks i <= j a_i b_j, and half of it where i = j."""
    before: tuple[Number, ...] = (number(0),) * 3
    for n in range(1, MOST + 1):
        a, b = symbolic(n)
        blocks, whole = ranking(a, b), total(a) * total(b)
        found = tuple(value(route) for route in (auc_by_trapezoids(roc_at_least(blocks)), auc_by_pairs(blocks), auc_by_ranks(blocks)))
        by_words = total(a[i] * b[j] / (2 if i == j else 1) for i in range(n) for j in range(i, n))
        for now, last in zip(found, before, strict=True):
            equal(now * whole - last, b[-1] * (total(a) - a[-1] / 2))
            equal(now * whole, by_words)
        before = tuple(now * whole for now in found)


@theorem(
    "auc of scores and labels is the share of pairs of a positive and a negative that the scores order rightly, ties counting one half",
    source=COMPARISON,
    runs=(auc, auc_by_pairs, auc_by_trapezoids, auc_by_ranks, rank, roc),
    reach="each list of 2 to 4 records with scores 0, 1, 2 and both classes; the other lists of these have no area",
    method=Method.EXHAUSTION,
)
def theorem_auc_of_records() -> None:
    """Pair by pair."""
    for n in range(2, 5):
        for scores, labels in product(product(range(3), repeat=n), product("+-", repeat=n)):
            up, down = ([s for s, label in zip(scores, labels, strict=True) if label == sign] for sign in "+-")
            blocks, curve = rank(scores, labels, "+", classes="+-"), roc(scores, labels, "+", classes="+-")
            routes = (auc(scores, labels, "+", classes="+-"), auc_by_trapezoids(curve), auc_by_pairs(blocks), auc_by_ranks(blocks))
            won = sum(Fraction((s > t) + (s >= t), 2) for s, t in product(up, down))
            wanted = won / (len(up) * len(down)) if up and down else Undefined("no negatives" if up else "no positives")
            for found in routes:
                same(found, wanted, f"the area of {scores}, {labels}")


@theorem(
    "The area in whole records, divided by P N, is the area under the points (FPR, TPR)",
    source=AREA,
    runs=(auc_by_trapezoids, twice_area),
    reach=BLOCKS,
    method=Method.IDENTITY,
)
def theorem_area_of_rates_is_area_of_records() -> None:
    """P and N come out of the sum."""
    for n in range(1, MOST):
        curve = roc_at_least(ranking(*symbolic(n)))
        rates = [tuple(cast(Weight, defined(x)) for x in (v.fpr, v.tpr)) for v in curve.vertices]
        fpr, tpr = zip(*rates, strict=True)
        equal(area(curve), number(twice_area(fpr, tpr)) / 2)


@theorem(
    "The area of a single threshold is the balanced accuracy, (1 + J)/2",
    source=COMPARISON,
    runs=(auc_by_trapezoids, auc_by_pairs, balanced_accuracy, youden_j),
    reach="all positive real counts a, b, c, d of the classifier",
    method=Method.IDENTITY,
)
def theorem_area_of_one_threshold_is_balanced_accuracy() -> None:
    """Two blocks: what is predicted positive (a, c), and the rest (b, d)."""
    two = ranking((A, B), (C, D))
    all_equal(area(two), value(auc_by_pairs(two)), balanced_accuracy(COUNTS), (1 + defined(youden_j(COUNTS))) / 2)


@theorem(
    "Scores turned round, or the other class called positive, give 1 - area; both give the area",
    source=AREA,
    runs=(auc_by_trapezoids, auc_by_pairs, auc_by_ranks),
    reach=BLOCKS,
    method=Method.IDENTITY,
)
def theorem_area_of_reversed_scores() -> None:
    """Each pair that was won is lost, ties stay."""
    for n in range(1, MOST):
        a, b = symbolic(n)
        for route in (area, auc_by_pairs, auc_by_ranks):
            here = value(cast("Fraction | Undefined", route(ranking(a, b))))
            for other in (ranking(a[::-1], b[::-1]), ranking(b, a)):
                equal(value(cast("Fraction | Undefined", route(other))), 1 - here)


@theorem(
    "Won, tied and lost pairs are all P N pairs; reversed scores exchange won and lost: so the area is between 0 and 1",
    source="mann1947",
    runs=(pairs, auc_by_pairs),
    reach=BLOCKS,
    method=Method.SIGNS,
)
def theorem_pairs_are_won_tied_or_lost() -> None:
    """All three are sums of products of counts; and P N - U = lost + tied/2."""
    for n in range(1, MOST):
        a, b = symbolic(n)
        here, turned, whole = pairs(ranking(a, b)), pairs(ranking(a[::-1], b[::-1])), total(a) * total(b)
        won, tied, lost = (number(x) for x in (here.won, here.tied, here.lost))
        equal(won + tied + lost, whole)
        equal(lost, number(turned.won))
        equal(tied, number(turned.tied))
        for count in (won, tied, lost):
            not_negative(count)
        equal(value(auc_by_pairs(ranking(a, b))) * whole, won + tied / 2)


@theorem(
    "One block has the area 1/2; positives all above negatives have 1",
    source=AREA,
    runs=(auc_by_trapezoids, auc_by_pairs, auc_by_ranks),
    reach="all positive real numbers of positives and negatives; up to 3 blocks of each",
    method=Method.IDENTITY,
)
def theorem_area_of_no_and_of_perfect_ranking() -> None:
    """Every pair ties; every pair is won."""
    blocks = [ranking((A,), (B,)), *(ranking((*a, *[0] * n), (*[0] * n, *b)) for n, (a, b) in ((n, symbolic(n)) for n in range(1, 4)))]
    for one, wanted in zip(blocks, (rational(1, 2), *[rational(1)] * 3), strict=True):
        all_equal(area(one), value(auc_by_pairs(one)), value(auc_by_ranks(one)), wanted)


@theorem(
    "The staircase with the negatives first in every tie has the area won/(P N), with the positives first (won + tied)/(P N); the ROC "
    "curve's is the mean of the two",
    source="tan: How to construct an ROC curve",
    runs=(auc_by_trapezoids, pairs, roc_per_record),
    reach=BLOCKS + "; record by record for blocks of one positive and one negative",
    method=Method.IDENTITY,
)
def theorem_areas_of_staircases() -> None:
    """Each block becomes two: its positives, its negatives."""
    for n in range(1, MOST):
        a, b = symbolic(n)
        found, whole = pairs(ranking(a, b)), total(a) * total(b)
        won, tied = number(found.won), number(found.tied)
        first = ranking([x for a_i in a for x in (a_i, 0)], [x for b_i in b for x in (0, b_i)])
        last = ranking([x for a_i in a for x in (0, a_i)], [x for b_i in b for x in (b_i, 0)])
        equal(area(last) * whole, won)
        equal(area(first) * whole, won + tied)
        equal((area(first) + area(last)) / 2, area(ranking(a, b)))
        scores, all_pairs = [n - i // 2 for i in range(2 * n)], pairs(ranking((1,) * n, (1,) * n))
        for labels, part in (("-+" * n, all_pairs.won), ("+-" * n, all_pairs.won + all_pairs.tied)):
            same(auc_by_trapezoids(roc_per_record(scores, labels, "+")), Fraction(part) / n**2, f"the area of {labels}")
