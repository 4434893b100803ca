"""Cuts of C4.5 release 8 and J48: both sides hold a least weight that grows with the node, and numbers that are too near are not parted."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from typing import cast

from attrs import frozen

from dtref.exact.definition import defined
from dtref.spec.model.attributes import Continuous, Width
from dtref.spec.model.counts import Count, CountTable
from dtref.spec.model.precision import rounded
from dtref.spec.model.tests import Side, Threshold
from dtref.spec.split.candidates import Candidates, Split, Thresholds
from dtref.spec.split.criteria import Criterion

TENTH = Fraction(1, 10)
MOST_OF_SIDE = 25
"""The least weight of a side is a tenth of the known weight per class, at most 25 (`Src/contin.c`, `C45Split.java`)."""
LEAST_DISTANCE = rounded(Fraction(1, 10**5), Width.FLOAT64)
"""How far apart two numbers must be for a cut between them, as a double (`Src/contin.c`, `C45Split.java`)."""


@defined(
    formula="least side: m where n/(10 c) <= m, else min(25, n/(10 c)); n the weight whose value is known, c the declared classes",
    errors="Invalid for a number beyond the largest float of the width",
    sources=("C4.5 release 8, `Src/contin.c`, EvalContinuousAtt", "Weka 3.6.14, `weka/classifiers/trees/j48/C45Split.java`"),
)
@frozen
class LargeSidedCuts:
    """
    Offers a cut between neighbouring present numbers that the program tells apart, if both of its sides are large enough.

    least: m, the least weight of a branch. width: the floats in which the program keeps numbers: two are apart where they differ by more
    than 1/100000 there. The cut is the largest number in the training set that is not above the middle, all in that width; or, unless
    `at_values`, the middle. tolerance: what a comparison of weights leaves out of account.

    >>> from dtref.spec.split.criteria import gain
    >>> x, values = Continuous("x"), tuple(Fraction(v, 10) for v in range(4))
    >>> table = CountTable(x, values, values, ((5, 0), (9, 9), (9, 9), (0, 5)), (0, 0))
    >>> LargeSidedCuts(2)(table, gain).splits[0], len(LargeSidedCuts(6)(table, gain).splits)
    (((5, 0), (18, 23)), 1)
    """

    least: Count
    width: Width = Width.FLOAT32
    tolerance: Fraction = Fraction(0)
    at_values: bool = True

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        cuts, values = Thresholds()(table, criterion), cast(tuple[Fraction, ...], table.values)
        attribute, levels = cast(Continuous, table.attribute), cast(tuple[Fraction, ...], table.levels)
        if not cuts.splits:
            return cuts
        # sides that are large enough, then numbers that are apart
        least = self.least_side(cuts.splits[0]) - self.tolerance
        large = [i for i, split in enumerate(cuts.splits) if all(sum(side) >= least for side in split)]
        floats = [rounded(value, self.width) for value in values]
        kept = [i for i in large if self._apart(floats[i], floats[i + 1])]

        return Candidates(cuts.splits, lambda i: self.between(attribute, values[i], values[i + 1], levels), cuts.missing).only(kept)

    def least_side(self, split: Split) -> Count:
        """The least weight of a side, at a node whose records with a value have these counts by branch and class."""
        weight, classes = sum(map(sum, split)), len(split[0])
        share = Fraction(weight) * TENTH / classes
        return self.least if share <= self.least + self.tolerance else min(share, Fraction(MOST_OF_SIDE))

    def _apart(self, low: Fraction, high: Fraction) -> bool:
        """Whether the program tells two neighbouring floats apart, in doubles."""
        if self.width is Width.FLOAT32:
            return low < rounded(high - LEAST_DISTANCE, Width.FLOAT64)
        return rounded(low + LEAST_DISTANCE, Width.FLOAT64) < high

    def between(self, attribute: Continuous, a: Fraction, b: Fraction, levels: Sequence[Fraction]) -> Threshold:
        """The cut between two neighbours: the middle of theirs, or the largest of all values, as a float, that is not above it."""
        low, high = rounded(a, self.width), rounded(b, self.width)
        middle = rounded(rounded(low + high, self.width) / 2, self.width)
        middle = low if middle >= high else middle
        cut = middle
        if self.at_values:
            cut = rounded(levels[bisect_right(levels, middle, key=lambda x: rounded(x, self.width)) - 1], self.width)
        return Threshold(attribute, a, b, cut, Side.AT_MOST, self.width)
