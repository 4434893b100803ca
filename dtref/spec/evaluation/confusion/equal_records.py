"""
Labels of records, equal records put together: so that a matrix of a million records asks about a few pairs of labels.

Labels of one type that are equal name one class. Of several types they may name two, as 1 and True do; then nothing is put together.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from attrs import frozen

from dtref.exact import inputs
from dtref.exact.number import Exact
from dtref.spec.evaluation.confusion.matrix import ClassLabel

_Counts: TypeAlias = Mapping[tuple[ClassLabel, ClassLabel], int]
"""The number of records of each actual and predicted label."""


@frozen(eq=False)
class LabelledRecords:
    """
    Records by the labels of their actual and predicted classes, and their weights.

    all_actual, all_predicted: the labels of every record, where equal records are one here, of so much weight.
    """

    actual: Sequence[ClassLabel]
    predicted: Sequence[ClassLabel]
    weights: Sequence[Exact]
    all_actual: Iterable[ClassLabel]
    all_predicted: Iterable[ClassLabel]


def labelled_records(actual: Iterable[ClassLabel], predicted: Iterable[ClassLabel], weights: Iterable[Exact] | None) -> LabelledRecords:
    """
    Records from their labels; without weights equal records are put together. That the lists have one length is not checked.

    Errors: Invalid for a label that cannot be hashed, and for what is no list.

    >>> records = labelled_records("abba", "abaa", None)
    >>> records.actual, records.predicted, records.weights
    (['a', 'b', 'b'], ['a', 'b', 'a'], [2, 1, 1])
    """
    if weights is None and (counts := _counts_of_arrays(actual, predicted)):
        return _together(counts, actual, predicted)
    truth, guesses = inputs.labels("actual classes", actual), inputs.labels("predicted classes", predicted)
    if weights is not None:
        return LabelledRecords(truth, guesses, inputs.items("weights", weights), truth, guesses)
    if len(truth) != len(guesses) or any(len(set(map(type, labels))) > 1 for labels in (truth, guesses)):
        return LabelledRecords(truth, guesses, [1] * len(truth), truth, guesses)
    return _together(Counter(zip(truth, guesses, strict=True)), truth, guesses)


def _together(
    counts: Mapping[tuple[ClassLabel, ClassLabel], int], actual: Iterable[ClassLabel], predicted: Iterable[ClassLabel]
) -> LabelledRecords:
    return LabelledRecords([i for i, _ in counts], [j for _, j in counts], list(counts.values()), actual, predicted)


def _counts_of_arrays(actual: object, predicted: object) -> _Counts:
    """The number of records of each pair of labels, of arrays of as many whole numbers or bools; nothing for anything else."""
    if "numpy" not in sys.modules:  # then nobody has made an array
        return {}
    import numpy as np

    if not all(type(labels) is np.ndarray and labels.ndim == 1 and labels.dtype.kind in "biu" for labels in (actual, predicted)):
        return {}
    truth, guesses = np.asarray(actual), np.asarray(predicted)
    first, second = np.unique(truth), np.unique(guesses)
    if len(truth) != len(guesses) or len(first) * len(second) > len(truth):
        return {}
    # A number for each pair of labels, in rows of the first.
    pairs = np.searchsorted(first, truth) * len(second) + np.searchsorted(second, guesses)
    counts = np.bincount(pairs, minlength=len(first) * len(second)).reshape(len(first), len(second)).tolist()
    return {(i, j): n for i, row in zip(first.tolist(), counts, strict=True) for j, n in zip(second.tolist(), row, strict=True) if n}
