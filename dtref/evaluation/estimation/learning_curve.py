"""
Learning curves: how the error changes with the number of training records.

Documents: `tan` and `evaluation`, Learning Curve. A schedule says at which sizes; at each, a learner sees the first records of the training
part of every partition, so give partitions made from random orders. The effects of a small sample are seen in the mean over partitions
(bias of the estimate) and in the variance. Before this: `dtref.evaluation.estimation.cross_validation`. Next:
`dtref.evaluation.estimation.bootstrap_error`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import count, takewhile
from math import floor

from attrs import frozen
from toolz import unique

from dtref.errors import Invalid, Undefined
from dtref.evaluation.estimation.cross_validation import Error, FoldResults, Learn, Model, cross_validate
from dtref.evaluation.estimation.moments import sample_variance, standard_error
from dtref.evaluation.estimation.partitions import Partition
from dtref.exact.number import Number


def arithmetic_schedule(first: int, step: int, largest: int) -> tuple[int, ...]:
    """
    The sizes first, first + step, first + 2 step … that are not above the largest.

    Formula: n_i = n_0 + i d.   Source: `tan`, Learning Curve (arithmetic sampling); John and Langley 1996. Errors: Invalid for a first size
    or a step below 1.

    >>> arithmetic_schedule(10, 20, 70), arithmetic_schedule(2, 1, 1)
    ((10, 30, 50, 70), ())
    """
    _check_positive(first=first, step=step)
    return tuple(range(first, largest + 1, step))


def geometric_schedule(first: int, ratio: int | Fraction, largest: int) -> tuple[int, ...]:
    """
    The sizes first, first ratio, first ratio^2 … that are not above the largest, rounded down where the ratio is no integer, each once.

    Formula: n_i = floor(n_0 a^i).   Source: `tan`, Learning Curve (geometric sampling); Provost, Jensen, Oates 1999. Errors: Invalid for a
    first size below 1, or a ratio that is not above 1 or not exact.

    >>> geometric_schedule(5, 2, 100), geometric_schedule(1, Fraction(3, 2), 6)
    ((5, 10, 20, 40, 80), (1, 2, 3, 5))
    """
    _check_positive(first=first)
    if not (isinstance(ratio, (int, Fraction)) and ratio > 1):
        raise Invalid("ratio", "an exact number above 1", ratio)
    sizes = (floor(first * ratio**i) for i in count())
    return tuple(unique(takewhile(lambda size: size <= largest, sizes)))


def _check_positive(**sizes: int) -> None:
    for name, size in sizes.items():
        if size < 1:
            raise Invalid(name, "at least 1", size)


@frozen
class CurvePoint:
    """The results with so many training records, a fold for each partition."""

    size: int
    tested: FoldResults

    @property
    def mean(self) -> Number | Undefined:
        """The mean of the error rates."""
        return self.tested.mean_of_folds

    @property
    def variance(self) -> Number | Undefined:
        """The variance of the error rates, with n - 1 below. Undefined for one partition."""
        errors = self.tested.fold_errors
        return errors if isinstance(errors, Undefined) else sample_variance(errors)

    @property
    def standard_error(self) -> Number | Undefined:
        """The standard error of the mean. Undefined for one partition."""
        errors = self.tested.fold_errors
        return errors if isinstance(errors, Undefined) else standard_error(errors)


def learning_curve(
    sizes: Sequence[int], partitions: Sequence[Partition], learn: Learn[Model], error: Error[Model]
) -> tuple[CurvePoint, ...]:
    """
    A point for each size: the errors on each partition's test part of the model learned from the first records of its training part.

    Source: `tan`, Learning Curve. Errors: Invalid for a size below 1, or above that of a training part.

    >>> from dtref.evaluation.estimation.moments import mean
    >>> from dtref.evaluation.estimation.partitions import holdout
    >>> y = (3, 3, 0, 3, 6)
    >>> def squared(m, i): return (m - y[i]) * (m - y[i])
    >>> curve = learning_curve((1, 3), [holdout(range(5), Fraction(3, 5))], lambda part: mean([y[i] for i in part]), squared)
    >>> [(point.size, point.mean, point.variance) for point in curve]
    [(1, Fraction(9, 1), Undefined(why='a variance with n - 1 below needs two results')),
     (3, Fraction(0, 1), Undefined(why='a variance with n - 1 below needs two results'))]
    """
    most = min((len(parts.training) for parts in partitions), default=0)
    for size in sizes:
        if not 1 <= size <= most:
            raise Invalid("size of a training sample", f"a number from 1 to {most}", size)
    return tuple(
        CurvePoint(size, cross_validate((Partition(parts.training[:size], parts.test) for parts in partitions), learn, error))
        for size in sizes
    )
