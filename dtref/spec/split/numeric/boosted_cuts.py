"""Cuts of programs of gradient boosting: numbers are floats of single precision; a record whose number is below the cut goes left."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias, cast

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.spec.model.attributes import Continuous, Width
from dtref.spec.model.counts import CountTable
from dtref.spec.model.precision import rounded
from dtref.spec.model.tests import Side, Threshold
from dtref.spec.split.candidates import Candidates, Thresholds
from dtref.spec.split.criteria import Criterion

_Placed: TypeAlias = Callable[[Fraction, Fraction, Sequence[Fraction]], Fraction]


@defined(
    errors="Invalid for a number beyond the largest float32",
    sources=("XGBoost 3.2, `src/tree/updater_colmaker.cc`, UpdateEnumeration (tree_method exact)",),
)
@frozen
class SingleMiddles:
    """
    Offers a cut between neighbouring present numbers that differ as float32: half their sum, in such floats, or the greater one where that
    is the lesser.

    >>> from dtref.spec.split.criteria import variance_reduction
    >>> x, values = Continuous("x"), (Fraction(0), Fraction(1), Fraction(1) + Fraction(1, 2**30))
    >>> cuts = SingleMiddles()(CountTable(x, values, values, ((1, 2, 4), (1, 3, 9), (1, 0, 0)), (0, 0, 0)), variance_reduction)
    >>> len(cuts.splits), cuts.test(0).cut
    (1, Fraction(1, 2))
    """

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        return _apart(table, criterion, lambda low, high, _: _middle(low, high))


@defined(
    errors="Invalid for a number beyond the largest float32, and for a column of more distinct ones than there are bins",
    sources=("XGBoost 3.2, `src/common/quantile.cc`, AddCutPoint; `src/tree/hist/evaluate_splits.h` (tree_method hist)",),
)
@frozen
class SingleBins:
    """
    Offers a cut between neighbouring present numbers that differ as float32, where each distinct number of the training set has a bin of
    its own: the next greater number of the training set. most: the bins.

    >>> from dtref.spec.split.criteria import variance_reduction
    >>> x, values = Continuous("x"), (Fraction(0), Fraction(5))
    >>> table = CountTable(x, (Fraction(0), Fraction(3), Fraction(5)), values, ((1, 2, 4), (1, 3, 9)), (0, 0, 0))
    >>> SingleBins(3)(table, variance_reduction).test(0).cut
    Fraction(3, 1)
    """

    most: int = 256

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        levels = cast(Sequence[Fraction], table.levels)
        if len(levels) > self.most and (distinct := len({rounded(x, Width.FLOAT32) for x in levels})) > self.most:
            wanted = f"at most {self.most} distinct numbers, so that each has a bin of its own (max_bin)"
            raise Invalid(table.attribute.name, wanted, distinct)
        return _apart(table, criterion, _next_greater)


def _apart(table: CountTable, criterion: Criterion, placed: _Placed) -> Candidates:
    """The cuts between neighbours that differ as float32. placed: the cut, from the two floats and all numbers of the training set."""
    cuts, values = Thresholds()(table, criterion), cast("tuple[Fraction, ...]", table.values)
    attribute, levels = cast(Continuous, table.attribute), cast(Sequence[Fraction], table.levels)
    singles = [rounded(value, Width.FLOAT32) for value in values]
    kept = [i for i in range(len(cuts.splits)) if singles[i] < singles[i + 1]]

    def between(i: int) -> Threshold:
        cut = placed(singles[i], singles[i + 1], levels)
        return Threshold(attribute, values[i], values[i + 1], cut, Side.BELOW, Width.FLOAT32)

    return Candidates(cuts.splits, between, cuts.missing).only(kept)


def _middle(low: Fraction, high: Fraction) -> Fraction:
    """Half the sum of two floats, in such floats; the greater one where that is the lesser."""
    middle = rounded(rounded(low + high, Width.FLOAT32) / 2, Width.FLOAT32)
    return high if middle == low else middle


def _next_greater(low: Fraction, _: Fraction, levels: Sequence[Fraction]) -> Fraction:
    """The least float of the training set above another."""
    after = bisect_right(levels, low, key=lambda x: rounded(x, Width.FLOAT32))
    return rounded(levels[after], Width.FLOAT32)
