"""
From labels to a confusion matrix: each record's actual and predicted class, and its weight.

Before this: `dtref.evaluation.confusion.matrix`. Next: `dtref.evaluation.confusion.conventions`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from dtref.errors import Invalid
from dtref.evaluation.confusion.matrix import Confusion, Label, distinct
from dtref.exact import given
from dtref.exact.number import Exact

Pair: TypeAlias = tuple[Label, Label]
"""The actual class of a record, and the predicted one."""


def confusion(
    actual: Iterable[Label], predicted: Iterable[Label], classes: Iterable[Label] | None = None, weights: Iterable[Exact] | None = None
) -> Confusion:
    """
    The confusion matrix of records by their actual and predicted classes. A record counts its weight, or 1.

    classes: in this order, and no others; by default those that occur, sorted, so that no answer depends on the order of records.
    Errors: Invalid for lists of different lengths, a label that is no class or cannot be hashed, weights that are floats or below 0;
    and without `classes`, for labels that are not in a total order (sets are not), or not equal to themselves (NaN).

    >>> confusion(["a", "b", "b"], ["a", "a", "b"])
    Confusion(classes=('a', 'b'), rows=((1, 0), (1, 1)))
    >>> confusion([1, 0], [1, 1], classes=(1, 0), weights=(3, 2)).rows, confusion([], []).rows
    (((3, 0), (2, 0)), ())
    """
    truth, guesses = given.labels("actual classes", actual), given.labels("predicted classes", predicted)
    if len(truth) != len(guesses):
        raise Invalid("predicted classes", f"{len(truth)} labels, as there are actual classes", len(guesses))
    occurring = {*truth, *guesses}
    names = _sorted(occurring) if classes is None else distinct(classes)
    if not occurring <= set(names):
        raise _unknown(truth, guesses, names)
    pairs = zip(truth, guesses, strict=True)
    counts: Mapping[Pair, Exact] = Counter(pairs) if weights is None else _weighed(tuple(pairs), given.items("weights", weights))
    return Confusion(names, [[counts.get((i, j), 0) for j in names] for i in names])


def _weighed(pairs: Sequence[Pair], weights: Sequence[Exact]) -> Mapping[Pair, Exact]:
    if len(weights) != len(pairs):
        raise Invalid("weights", f"{len(pairs)} weights, one for each record", len(weights))
    sums: defaultdict[Pair, Exact] = defaultdict(int)
    for i, (pair, weight) in enumerate(zip(pairs, weights, strict=True), 1):
        sums[pair] += given.weight(f"record {i}, weight", weight)
    return sums


def _sorted(labels: set[Label]) -> tuple[Label, ...]:
    unequal = next((label for label in labels if label != label), None)  # noqa: PLR0124 - NaN is not equal to itself
    if unequal is not None:
        raise Invalid("labels", "labels that are equal to themselves", unequal)
    try:
        ascending = tuple(sorted(labels))  # type: ignore[type-var] # whether labels can be sorted is what is tried here
        if all(a < b for a, b in pairwise(ascending)):  # type: ignore[operator] # sets are sorted, and not in a total order
            return ascending
    except TypeError:
        pass
    raise Invalid("labels", "labels of one kind, or classes in order", sorted(map(repr, labels)))


def _unknown(truth: Sequence[Label], guesses: Sequence[Label], names: tuple[Label, ...]) -> Invalid:
    """The complaint about the first label that is no class."""
    known = set(names)
    where, label = next(
        (f"record {i}, {kind} class", label)
        for i, pair in enumerate(zip(truth, guesses, strict=True), 1)
        for kind, label in zip(("actual", "predicted"), pair, strict=True)
        if label not in known
    )
    return Invalid(where, f"one of the classes {', '.join(map(repr, names))}", label)
