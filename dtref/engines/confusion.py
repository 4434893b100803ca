"""
Confusion matrices of many records: equal records are put together, so that a million records ask about a few pairs of labels.

`dtref.confusion` is this. Labels of one type that are equal name one class. Of several types they may name two, as 1 and True do; then
nothing is put together.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from dtref.errors import tell
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.number import Exact
from dtref.spec.evaluation.confusion.labels import LabelledRecords, labelled_records, matrix_of_records, predicted_only
from dtref.spec.evaluation.confusion.matrix import ClassLabel, Confusion

_Counts: TypeAlias = Mapping[tuple[ClassLabel, ClassLabel], int]
"""The number of records of each actual and predicted label."""


@refuses_other_kinds
def confusion(
    actual: Iterable[ClassLabel],
    predicted: Iterable[ClassLabel],
    classes: Iterable[ClassLabel] | None = None,
    weights: Iterable[Exact] | None = None,
) -> Confusion:
    """
    The confusion matrix of records by their actual and predicted classes. A record counts its weight, or 1.

    A class has one name, however its labels are written: 0.0, 0 and "0" are the class "0", see `dtref.spec.model.labels`.
    classes: in this order, and no others; by default those that occur, sorted, so that no answer depends on the order of records: by
    their numbers where labels are numbers, and `DataWarning` for predicted classes that are no actual ones.
    Defined at `dtref.spec.evaluation.confusion.labels.matrix_of`, with its errors.

    >>> confusion(["a", "b", "b"], ["a", "a", "b"])
    Confusion(classes=('a', 'b'), rows=((1, 0), (1, 1)))
    >>> confusion([1, 0], ["1", "1"], classes=(1, 0), weights=(3, 2)).rows, confusion([], []).rows
    (((3, 0), (2, 0)), ())
    """
    records = records_together(actual, predicted, weights)
    matrix = matrix_of_records(records, classes)
    if classes is None:
        tell(predicted_only(records.actual, records.predicted, "predicted classes"))
    return matrix


def records_together(actual: Iterable[ClassLabel], predicted: Iterable[ClassLabel], weights: Iterable[Exact] | None) -> LabelledRecords:
    """
    Records from their labels; without weights equal records are put together. Errors: as `labelled_records`.

    >>> records = records_together("abba", "abaa", None)
    >>> records.actual, records.predicted, records.weights
    (['a', 'b', 'b'], ['a', 'b', 'a'], [2, 1, 1])
    """
    if weights is None and (counts := _counts_of_arrays(actual, predicted)):
        return _together(counts, actual, predicted)
    records = labelled_records(actual, predicted, weights)
    truth, guesses = records.actual, records.predicted
    if weights is not None or len(truth) != len(guesses) or any(len(set(map(type, labels))) > 1 for labels in (truth, guesses)):
        return records
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
