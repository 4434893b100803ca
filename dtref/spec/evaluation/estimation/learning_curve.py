"""
Learning curves: how the error changes with the number of training records.

A schedule lists the sizes; at each, a learner sees the first records of the training part of every partition, so give partitions made from
random orders. The effects of a small sample are seen in the mean over partitions (bias of the estimate) and in the variance.
"""

from __future__ import annotations

__sources__ = (
    ("tan", "Learning Curve"),
    ("evaluation", "Learning Curve"),
)

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, takewhile
from math import floor, log, log1p
from typing import TYPE_CHECKING

from attrs import frozen
from toolz import unique

from dtref.errors import Invalid, Undecided, Undefined, said
from dtref.exact.definition import defined
from dtref.exact.enclosure import Enclosure
from dtref.exact.inputs import rational, whole
from dtref.exact.number import Number
from dtref.spec.evaluation.estimation.cross_validation import Error, FoldResults, Learn, Model, cross_validate
from dtref.spec.evaluation.estimation.moments import sample_variance, standard_error
from dtref.spec.evaluation.estimation.partitions import Partition
from dtref.spec.model.display import Reported

if TYPE_CHECKING:
    from flint import arb

_GUARD = 256
"""Extra bits after the point, beyond those of the largest size, of the bounds that decide the sizes of a schedule."""


@defined(
    formula="n_i = n_0 + i d",
    letter="n_i",
    errors="Invalid for a first size or a step below 1, and for what is not whole",
    sources=(("tan", "Learning Curve (arithmetic sampling)"), "John and Langley 1996"),
)
def arithmetic_schedule(first: int, step: int, largest: int) -> tuple[int, ...]:
    """
    The sizes first, first + step, first + 2 step … that are not above the largest.

    >>> arithmetic_schedule(10, 20, 70), arithmetic_schedule(2, 1, 1)
    ((10, 30, 50, 70), ())
    """
    return tuple(range(whole("first", first, 1), whole("largest", largest) + 1, whole("step", step, 1)))


@defined(
    formula="n_i = floor(n_0 a^i)",
    letter="n_i",
    errors="Invalid for a first size below 1, or a ratio that is not above 1 or not exact",
    sources=(("tan", "Learning Curve (geometric sampling)"), "Provost, Jensen, Oates 1999"),
)
def geometric_schedule(first: int, ratio: int | Fraction, largest: int) -> tuple[int, ...]:
    """
    The sizes first, first ratio, first ratio^2 … that are not above the largest, rounded down where the ratio is no integer, each once.

    No power is written out: sizes are decided between bounds, and where steps are smaller than 1 the first ones are skipped.

    >>> geometric_schedule(5, 2, 100), geometric_schedule(1, Fraction(3, 2), 6)
    ((5, 10, 20, 40, 80), (1, 2, 3, 5))
    """
    n_0, most, a = whole("first", first, 1), whole("largest", largest), rational("ratio", ratio)
    if a <= 1:
        raise Invalid("ratio", "an exact number above 1", ratio)
    # Small sizes come one by one; the later ones from the powers.
    every = min(floor(1 / (a - 1)), most)  # up to here a step adds at most 1, so that every size comes
    later = takewhile(most.__ge__, _powers(n_0, a, every, _GUARD + most.bit_length())) if every < most else ()
    return tuple(unique(chain(range(n_0, every + 1), later)))


def _powers(n_0: int, a: Fraction, every: int, bits: int) -> Iterator[int]:
    """floor(n_0 a^i) for every i from one on at which n_0 a^i < `every` + 1. Undecided: bounds too wide (those of integers are not)."""
    low, high, i = n_0 << bits, n_0 << bits, 0
    steps = (log(every) - log(n_0)) / log1p(a - 1) if every > n_0 else 0  # a guess, which the bounds have to confirm
    if steps > 1:
        # Skip to a size just below `every`, if bounds confirm it.
        skipped = floor(steps * (1 - 2**-30))
        ends = [floor(end * 2**bits) for end in _power(n_0, a, skipped).bounds(2 * bits)]
        if ends[1] < (every + 1) << bits:
            low, high, i = ends[0], ends[1] + 1, skipped
    while True:
        if low >> bits != high >> bits:
            raise Undecided(f"size {said(n_0)} ({said(a)})^{said(i)}", f"{bits} bits", low >> bits, high >> bits)
        yield low >> bits
        low, high, i = low * a.numerator // a.denominator, -(-high * a.numerator // a.denominator), i + 1


def _power(n_0: int, a: Fraction, i: int) -> Enclosure:
    return Enclosure(f"{said(n_0)} ({said(a)})^{said(i)}", partial(_power_ball, n_0, a, i))


def _power_ball(n_0: int, a: Fraction, i: int) -> arb:
    import flint

    return (flint.arb(a.numerator) / a.denominator) ** i * n_0


@frozen
class CurvePoint(Reported):
    """The results with `size` training records, a fold for each partition."""

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


@defined(errors="Invalid for a size below 1, or above that of a training part", sources=(("tan", "Learning Curve"),))
def learning_curve(
    sizes: Sequence[int], partitions: Sequence[Partition], learn: Learn[Model], error: Error[Model]
) -> tuple[CurvePoint, ...]:
    """
    A point for each size: the errors on each partition's test part of the model learned from the first records of its training part.

    >>> from dtref.spec.evaluation.estimation.moments import mean
    >>> from dtref.spec.evaluation.estimation.partitions import holdout
    >>> y = (3, 3, 0, 3, 6)
    >>> def squared(m, i): return (m - y[i]) * (m - y[i])
    >>> curve = learning_curve((1, 3), [holdout(range(5), Fraction(3, 5))], lambda part: mean([y[i] for i in part]), squared)
    >>> [(point.size, point.mean, point.variance) for point in curve]
    [(1, Fraction(9, 1), Undefined(why='a variance with n - 1 below needs two results')),
     (3, Fraction(0, 1), Undefined(why='a variance with n - 1 below needs two results'))]
    """
    most = min((len(parts.training) for parts in partitions), default=0)
    sizes = [whole("size of a training sample", size, 1, most) for size in sizes]
    return tuple(
        CurvePoint(size, cross_validate((Partition(parts.training[:size], parts.test) for parts in partitions), learn, error))
        for size in sizes
    )
