"""Cuts of programs that keep numbers as floats of single precision and cannot tell near ones apart."""

from __future__ import annotations

from collections.abc import Sequence
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

FEATURE_THRESHOLD = rounded(Fraction(1, 10**7), Width.FLOAT32)
"""How far apart scikit-learn wants two numbers to be (`sklearn/tree/_partitioner.pyx`)."""


@defined(errors="Invalid for a number beyond the largest float32", sources=("scikit-learn, `sklearn/tree/_partitioner.pyx`",))
@frozen
class ThresholdsApart:
    """
    Offers a cut between neighbouring present numbers a, b that the program tells apart: float32(b) > float32(float32(a) + apart).

    A number is rounded to float32 before it is compared, in training and in prediction; the cut is the double nearest to the middle of
    float32(a) and float32(b), or float32(a) where that double is float32(b).

    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.split.criteria import gini_reduction
    >>> x, values = Continuous("x"), (Fraction(0), Fraction(1, 10**7), Fraction(1))
    >>> ThresholdsApart()(CountTable(x, values, values, ((1, 0), (0, 2), (3, 0)), (0, 0)), gini_reduction).splits
    [((1, 2), (3, 0))]
    """

    apart: Fraction = FEATURE_THRESHOLD

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        cuts, values = Thresholds()(table, criterion), cast(tuple[Fraction, ...], table.values)
        attribute = cast(Continuous, table.attribute)
        # the cuts between numbers that are far enough apart as float32
        singles = [rounded(value, Width.FLOAT32) for value in values]
        kept = [i for i in range(len(cuts.splits)) if singles[i + 1] > rounded(singles[i] + self.apart, Width.FLOAT32)]

        return Candidates(cuts.splits, lambda i: self.between(attribute, values[i], values[i + 1], ()), cuts.missing).only(kept)

    def between(self, attribute: Continuous, a: Fraction, b: Fraction, _: Sequence[Fraction]) -> Threshold:
        """The cut between two neighbours: the double nearest to the middle of their floats, which must stay below the greater."""
        low, high = (rounded(x, Width.FLOAT32) for x in (a, b))
        middle = rounded((low + high) / 2, Width.FLOAT64)
        return Threshold(attribute, a, b, low if middle == high else middle, Side.AT_MOST, Width.FLOAT32)
