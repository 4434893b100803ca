"""Cuts of programs that keep numbers as doubles and ask whether a number is below, or at most, the middle of two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import cast

from attrs import frozen

from dtref.exact.definition import defined
from dtref.spec.model.attributes import Continuous, Width
from dtref.spec.model.counts import CountTable
from dtref.spec.model.precision import rounded
from dtref.spec.model.tests import Side, Threshold
from dtref.spec.split.candidates import Candidates, Thresholds
from dtref.spec.split.criteria import Criterion


def leaves_nothing_below(test: Threshold) -> bool:
    """
    Whether the middle of two neighbours, in doubles, is the lower one, so that no number between them is below it.

    >>> x, one = Continuous("x"), Fraction(1)
    >>> [leaves_nothing_below(Threshold(x, one, upper, one)) for upper in (one + Fraction(1, 2**52), one * 2)]
    [True, False]
    """
    return _middle(test.lower, test.upper) <= rounded(test.lower, Width.FLOAT64)


def _middle(a: Fraction, b: Fraction) -> Fraction:
    """The middle of two numbers, computed in doubles."""
    return rounded(rounded(rounded(a, Width.FLOAT64) + rounded(b, Width.FLOAT64), Width.FLOAT64) / 2, Width.FLOAT64)


@defined(
    errors="Invalid for a number beyond the largest double",
    sources=("Weka 3.6.14, `weka/classifiers/trees/REPTree.java`, `RandomTree.java`, `SimpleCart.java`",),
)
@frozen
class CutsBelowMiddle:
    """
    Offers a cut between neighbouring present numbers that are different doubles: x < (a + b)/2, computed in doubles.

    Where that isn't above a, the cut is b, as REPTree and RandomTree have it; SimpleCart has a, and splits off nothing.

    >>> from dtref.spec.split.criteria import gain
    >>> x, values = Continuous("x"), (Fraction(1, 10), Fraction(2, 10))
    >>> cuts = CutsBelowMiddle()(CountTable(x, values, values, ((1, 0), (0, 2)), (0, 0)), gain)
    >>> cuts.test(0).cut == Fraction((0.1 + 0.2) / 2), cuts.test(0).side
    (True, <Side.BELOW: '<'>)
    """

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        return _between_doubles(self.between, table, criterion)

    def between(self, attribute: Continuous, a: Fraction, b: Fraction, _: Sequence[Fraction]) -> Threshold:
        """The cut between two neighbours."""
        low, high = (rounded(x, Width.FLOAT64) for x in (a, b))
        middle = _middle(a, b)
        return Threshold(attribute, a, b, middle if middle > low else high, Side.BELOW, Width.FLOAT64)


@defined(
    errors="Invalid for a number beyond the largest double",
    sources=(
        "ranger 0.14.1, `src/TreeClassification.cpp` (findBestSplitValueSmallQ, findBestSplitValueLargeQ)",
        "randomForest 4.7-1.1, `src/rfutils.c` (Xtranslate), `src/regTree.c` (findBestSplit)",
    ),
)
@frozen
class CutsAtMiddle:
    """
    Offers a cut between neighbouring present numbers that are different doubles: x <= (a + b)/2, computed in doubles.

    Where that is b, the cut is a, as ranger has it; randomForest has b, by which its predictions send b to the other side than its growing.

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> x, values = Continuous("x"), (Fraction(1, 10), Fraction(2, 10))
    >>> cuts = CutsAtMiddle()(CountTable(x, values, values, ((1, 0), (0, 2)), (0, 0)), gini_reduction)
    >>> cuts.test(0).cut == Fraction((0.1 + 0.2) / 2), cuts.test(0).side
    (True, <Side.AT_MOST: '<='>)
    """

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        return _between_doubles(self.between, table, criterion)

    def between(self, attribute: Continuous, a: Fraction, b: Fraction, _: Sequence[Fraction]) -> Threshold:
        """The cut between two neighbours."""
        low, high = (rounded(x, Width.FLOAT64) for x in (a, b))
        middle = _middle(a, b)
        return Threshold(attribute, a, b, middle if middle < high else low, Side.AT_MOST, Width.FLOAT64)


def _between_doubles(
    between: Callable[[Continuous, Fraction, Fraction, Sequence[Fraction]], Threshold], table: CountTable, criterion: Criterion
) -> Candidates:
    """A cut between each pair of neighbouring numbers that are different doubles. between: makes the cut."""
    cuts, values = Thresholds()(table, criterion), cast(tuple[Fraction, ...], table.values)
    attribute = cast(Continuous, table.attribute)
    kept = [i for i in range(len(cuts.splits)) if float(values[i]) < float(values[i + 1])]
    return Candidates(cuts.splits, lambda i: between(attribute, values[i], values[i + 1], ()), cuts.missing).only(kept)
