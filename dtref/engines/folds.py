"""
Partitions of the records as arrays of positions, for tables of numpy: the parts that `dtref.spec.evaluation.estimation.partitions` defines.

An order may be an array, too. Tuples of a million positions take ten times as long.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from dtref.exact import inputs
from dtref.exact.definition import defined
from dtref.spec.evaluation.estimation.partitions import (
    TWO_THIRDS,
    check_as_many_labels,
    fold_ends,
    size_of_test_part,
)
from dtref.spec.model.labels import class_names
from dtref.spec.model.positions import check_order

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    _Array: TypeAlias = NDArray[np.int64]
    _Labels: TypeAlias = Sequence[Hashable] | NDArray[np.generic]


class IndexArrays(NamedTuple):
    """The positions of the records that a classifier is trained on, and of those that test it: a pair, as scikit-learn's `cv` takes."""

    training: _Array
    test: _Array


@defined(errors="as for `holdout`", sources=(("tan", "Methods of Estimation (holdout)"), ("cs6220", "Holdout method")))
def holdout_arrays(order: Sequence[int] | _Array, training_share: Fraction = TWO_THIRDS) -> IndexArrays:
    """
    The partition of `holdout`, as arrays.

    >>> holdout_arrays((3, 1, 0, 2))
    IndexArrays(training=array([0, 2]), test=array([3, 1]))
    """
    positions = _order("order of holdout", order)
    test = size_of_test_part(len(positions), training_share)
    return IndexArrays(positions[test:], positions[:test])


@defined(errors="as for `k_fold`", sources=(("tan", "Methods of Estimation (cross validation)"), ("iaml", "2.4.2")))
def k_fold_arrays(order: Sequence[int] | _Array, k: int) -> tuple[IndexArrays, ...]:
    """
    The k partitions of `k_fold`, as arrays.

    >>> [fold.test.tolist() for fold in k_fold_arrays(range(7), 3)], k_fold_arrays((1, 0), 2)[0]
    ([[0, 1, 2], [3, 4], [5, 6]], IndexArrays(training=array([0]), test=array([1])))
    """
    import numpy as np

    positions = _order("order of folds", order)
    ends = fold_ends(len(positions), k)
    return tuple(IndexArrays(np.concatenate((positions[:start], positions[end:])), positions[start:end]) for start, end in pairwise(ends))


@defined(errors="as for `stratified_k_fold`", sources=(("cs6220", "Holdout & Cross-Validation Methods"), ("iaml", "2.4.4")))
def stratified_k_fold_arrays(
    order: Sequence[int] | _Array, labels: Sequence[Hashable] | NDArray[np.generic], k: int
) -> tuple[IndexArrays, ...]:
    """
    The k partitions of `stratified_k_fold`, as arrays. labels: a list, or an array of them.

    >>> [fold.test.tolist() for fold in stratified_k_fold_arrays(range(7), "aaabbbb", 3)]
    [[0, 3, 4], [1, 5], [2, 6]]
    """
    import numpy as np

    positions = _order("order of folds", order)
    classes, k = _classes(labels), inputs.whole("number of folds", k, 2, len(positions))
    check_as_many_labels(len(positions), len(classes))
    # The records class by class, the classes as they first come in the order.
    first = _ranks_of_first(classes[positions])
    rows = np.argsort(first.astype(np.min_scalar_type(first.max())), kind="stable")
    # How many of each class a fold gets: of the cards before an end, those dealt to fold f are the numbers that leave f mod k.
    ends = np.concatenate(([0], np.cumsum(np.bincount(first))))
    dealt = np.diff((ends[:, None] + k - 1 - np.arange(k)) // k, axis=0)
    # Within a class the first records go to the first fold, and so on.
    fold = np.empty(len(rows), np.min_scalar_type(k))
    fold[rows] = np.repeat(np.tile(np.arange(k), len(dealt)), dealt.ravel())
    return tuple(IndexArrays(positions[fold != f], positions[fold == f]) for f in range(k))


def _order(what: str, order: Sequence[int] | _Array) -> _Array:
    """An order as an array, checked."""
    import numpy as np

    if isinstance(order, range) and order == range(len(order)):
        return np.arange(len(order))
    if isinstance(order, np.ndarray) and order.ndim == 1 and order.dtype.kind in "iu":
        positions = order.astype(np.int64)
        if _is_order(positions):
            return positions
    # Other kinds, and what is no order, are told as the specification tells them.
    listed = inputs.items(what, cast("Sequence[int]", order))
    check_order(what, listed)
    return np.array(list(map(int, listed)), np.int64)


def _is_order(positions: _Array) -> bool:
    """Whether every position below the length is there, and so each once."""
    import numpy as np

    n = len(positions)
    if n and not (positions.min() >= 0 and positions.max() < n):
        return False
    there = np.zeros(n, np.bool_)
    there[positions] = True
    return bool(there.all())


def _classes(labels: _Labels) -> _Array:
    """For each record the number of its class; classes are those of `dtref.spec.model.labels`."""
    import numpy as np

    array: object = labels
    if isinstance(array, np.ndarray) and array.ndim == 1 and array.dtype.kind in "biufU":
        # Values of one type that differ are classes that differ; each is checked once.
        values = np.unique(array)
        class_names(inputs.labels("labels", values), "labels")
        numbers: _Array = np.searchsorted(values, array)
        return numbers
    number_of: dict[Hashable, int] = {}
    names = class_names(inputs.labels("labels", cast("Sequence[Hashable]", labels)), "labels")
    return np.array([number_of.setdefault(name, len(number_of)) for name in names], np.int64)


def _ranks_of_first(classes: _Array) -> _Array:
    """The class of each record by its rank among the classes as they first come."""
    import numpy as np

    # The last that is written stays, so the first record of a class is written last.
    first = np.full(int(classes.max(initial=-1)) + 1, len(classes))
    first[classes[::-1]] = np.arange(len(classes))[::-1]
    ranks = np.empty(len(first), np.int64)
    ranks[np.argsort(first)] = np.arange(len(first))
    found: _Array = ranks[classes]
    return found
