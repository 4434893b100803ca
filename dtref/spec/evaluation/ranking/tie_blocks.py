"""
Tie blocks: the distinct scores, greatest first, with the positives and negatives that have each. All ranking measures follow from them.

Records with equal scores cannot be told apart by any threshold, so they are one block, and no answer depends on record order. Notation: P
positives and N negatives in all.
"""

from __future__ import annotations

__sources__ = (("tan", "How to Construct an ROC curve (a threshold at each unique value)"),)

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from importlib.util import find_spec
from itertools import compress, repeat
from operator import not_
from typing import cast

from attrs import frozen

from dtref.spec.evaluation.ranking.scores import Score, Scored, Weight, all_floats, checked_labels, is_finite_array, is_whole_array, scored

_LARGE = 50_000
"""The number of records from which numpy sorts the floats, where it is installed: importing it costs about as much as sorting so many."""


@frozen
class Ranking:
    """The distinct scores, greatest first, and the weight of the positives and of the negatives with each."""

    scores: tuple[Score, ...]
    positives_at: tuple[Weight, ...]
    negatives_at: tuple[Weight, ...]

    @property
    def positives(self) -> Weight:
        """P: the number of positive records, or their weight."""
        return sum(self.positives_at)

    @property
    def negatives(self) -> Weight:
        """N: the number of negative records, or their weight."""
        return sum(self.negatives_at)


def rank(scores: object, labels: object, positive: object, *, weights: object = (), classes: object = None) -> Ranking:
    """
    The tie blocks of scores and labels. Errors: as for `dtref.spec.evaluation.ranking.scores.scored`.

    >>> rank([0.85, 0.25, 0.85], "-++", "+")
    Ranking(scores=(0.85, 0.25), positives_at=(1, 1), negatives_at=(1, 0))
    >>> rank([], [], "+")
    Ranking(scores=(), positives_at=(), negatives_at=())
    """
    if isinstance(weights, tuple) and not weights and is_finite_array(scores):
        return blocks_by_numpy(scores, _positives(labels, positive, len(scores), classes))
    records = scored(scores, labels, positive, weights, classes)
    floats = len(records.scores) >= _LARGE and not records.weights and all_floats(records.scores)
    return blocks_by_numpy(records.scores, records.is_positive) if floats and find_spec("numpy") else blocks(records)


def blocks(records: Scored) -> Ranking:
    """
    The tie blocks of checked records.

    >>> blocks(scored([1, 2, 1.0], "+++", "+", [1, 2, 5]))
    Ranking(scores=(2, 1), positives_at=(2, 6), negatives_at=(0, 0))
    """
    positives = _counted(records, records.is_positive)
    negatives = _counted(records, map(not_, records.is_positive))
    distinct = descending({**positives, **negatives})
    return Ranking(distinct, *(tuple(map(counted.get, distinct, repeat(0))) for counted in (positives, negatives)))


def descending(scores: Collection[Score]) -> tuple[Score, ...]:
    """
    Distinct scores, greatest first. Fractions are compared by their nearest doubles first, which keep their order, then exactly.

    >>> descending([Fraction(1, 3), Fraction(2, 3), Fraction(1, 3) + Fraction(1, 10**20)])
    (Fraction(2, 3), Fraction(100000000000000000003, 300000000000000000000), Fraction(1, 3))
    """
    if any(isinstance(score, Fraction) for score in scores):
        with suppress(OverflowError):  # a score beyond the largest double
            return tuple(score for _, score in sorted(((float(score), score) for score in scores), reverse=True))
    return tuple(sorted(scores, reverse=True))


def _counted(records: Scored, selection: Iterable[bool]) -> Mapping[Score, Weight]:
    """The weight of the selected records with each score."""
    if not records.weights:
        return Counter(compress(records.scores, selection))
    sums: defaultdict[Score, Weight] = defaultdict(int)
    for score, weight in compress(zip(records.scores, records.weights, strict=True), selection):
        sums[score] += weight
    return sums


def _positives(labels: object, positive: object, records: int, classes: object) -> Sequence[bool]:
    """Whether each label is the positive one, as `checked_labels` says; of an array of integers it is asked for each of them once."""
    if not is_whole_array(labels) or len(labels) != records:
        return checked_labels(labels, positive, records, classes)
    import numpy as np

    distinct = np.unique(labels)
    is_positive = checked_labels(distinct, positive, len(distinct), classes)
    return cast("Sequence[bool]", np.asarray(labels) == distinct[is_positive.index(True)] if any(is_positive) else np.zeros(records, bool))


def blocks_by_numpy(scores: Sequence[Score], is_positive: Sequence[bool]) -> Ranking:
    """
    The tie blocks of finite floats without weights, by numpy. Floats are only compared, so the order is exact.

    >>> blocks_by_numpy([0.5, 2.0, 0.5], [True, True, False])
    Ranking(scores=(2.0, 0.5), positives_at=(1, 1), negatives_at=(0, 1))
    """
    import numpy as np

    values = np.asarray(scores, np.float64)
    # Numbers alone are sorted in a fifth of the time that their order takes: so each class is, and the two are merged.
    chosen = np.asarray(is_positive, np.bool_)
    both = np.concatenate([np.sort(values[~chosen]), np.sort(values[chosen])])
    order = np.argsort(both, kind="stable")[::-1]
    ranked, positive = both[order], order >= len(both) - np.count_nonzero(chosen)
    # The last position of each block, and by differences the counts in it.
    ends = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], len(ranked) > 0))
    positives = np.diff(np.cumsum(positive)[ends], prepend=0)
    negatives = np.diff(ends, prepend=-1) - positives
    return Ranking(tuple(ranked[ends].tolist()), tuple(positives.tolist()), tuple(negatives.tolist()))
