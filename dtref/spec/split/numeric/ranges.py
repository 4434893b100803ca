"""Offers of continuous attributes that a binning cuts at the node: one multiway test of ranges, or a binary test at each cut."""

from __future__ import annotations

__sources__ = (("tan", "Splitting Based on Continuous Attributes (dynamic)"), ("cs422", "Continuous attributes"))

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise
from operator import add, sub

from attrs import frozen

from dtref.exact.definition import defined
from dtref.spec.model.counts import Counts, CountTable
from dtref.spec.model.tests import Threshold
from dtref.spec.preparation.discretisation import BinnedColumn, Binning, column_of, ranges_of
from dtref.spec.split.candidates import Candidates, Split
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.numeric.binning import every_binning


@defined(errors="as for the binning", sources=(("tan", "multi-way split, dynamic ranges"),))
@frozen
class RangesSplit:
    """
    Offers one candidate: a branch for each bin that a binning finds among the numbers at the node, if two or more bins hold records;
    several where binnings are as good (`dtref.spec.split.numeric.binning.every_binning`).

    A bin may be empty (`EqualWidth`); its branch is then an empty branch like any other.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.split.numeric.binning import EqualWidth
    >>> from dtref.spec.split.criteria import gain
    >>> values = (Fraction(0), Fraction(1), Fraction(9))
    >>> candidates = RangesSplit(EqualWidth(3))(CountTable(Continuous("x"), values, values, ((1, 0), (1, 0), (0, 2)), (0, 0)), gain)
    >>> candidates.splits, [str(cut) for cut in candidates.test(0).cuts]
    ([((2, 0), (0, 0), (0, 2))], ['3', '6'])
    """

    binning: Binning

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        column = column_of(table, _moments(criterion))
        found = [
            (ranges, thresholds) for thresholds in every_binning(self.binning, column) if (ranges := ranges_of(thresholds)) is not None
        ]
        running = _running(column)
        splits = [_split(running, column, thresholds) for _, thresholds in found]
        return Candidates(splits, lambda i: found[i][0], table.missing)


@defined(errors="as for the binning", sources=("Fayyad and Irani 1992 (entropy)", "Elomaa and Rousu 2004"))
@frozen
class ThresholdsAt:
    """
    Offers a binary candidate at each cut of a binning, low to high, or of each binning that is as good; of several cuts in one cut interval
    the first (golden/TIES.md).

    `Thresholds` offers every cut; fewer are as good where the optima are known to be among them. For a criterion that is the plain
    reduction of a strictly concave impurity (Gini, entropy, variance):

    * If the best gain of a node is above 0, every optimum is at a class change, so `ThresholdsAt(ClassChanges())` finds exactly the
      optima. Proof: let the cut pass through a run of neighbouring numbers with the same class shares d. The left counts L move along d,
      and the weighted impurity is a sum of two concave terms, the first linear only where L is parallel to d, the second only where N - L
      is. Both are only if N is too, and then the gain is 0 throughout. Otherwise the sum is strictly concave between the ends of the run,
      so an inside point is above the lower end; and that is a cut, as an end that is none (L = 0 or L = N) has the node's own impurity.
    * If the best gain is 0, every cut has gain 0, and there is no class change at all: then ClassChanges offers nothing, and a
      policy that splits at gain 0 (XOR needs that) makes a leaf instead.
    * `BoundaryPoints` keeps both: at gain 0 all numbers have the mixed shares of the node, so each place between two is a boundary
      point. Of a continuous target that second point does not hold, as equal means are not equal y.

    For the error criterion neither holds (`tests/spec/split/test_ranges.py` shows optima inside a run).

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.split.numeric.binning import ClassChanges
    >>> from dtref.spec.split.criteria import gain
    >>> values = (Fraction(0), Fraction(1), Fraction(9))
    >>> candidates = ThresholdsAt(ClassChanges())(CountTable(Continuous("x"), values, values, ((1, 0), (1, 0), (0, 2)), (0, 0)), gain)
    >>> candidates.splits, candidates.test(0).cut
    ([((2, 0), (0, 2))], Fraction(5, 1))
    """

    binning: Binning

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        column = column_of(table, _moments(criterion))
        # of the cuts in one cut interval the first
        cuts = sorted((t for thresholds in every_binning(self.binning, column) for t in thresholds), key=lambda t: (t.lower, t.cut))
        thresholds = list({t.lower: t for t in reversed(cuts)}.values())[::-1]
        running = _running(column)
        return Candidates([_split(running, column, (t,)) for t in thresholds], thresholds.__getitem__, table.missing)


def _moments(criterion: Criterion) -> bool:
    """Whether a criterion is one of a continuous target."""
    return criterion.impurity is not None and criterion.impurity.moments


def _running(column: BinnedColumn) -> list[Counts]:
    """The counts of the first i numbers together, for i from 0 to all."""
    nobody: Counts = (0,) * len(column.counts[0]) if column.counts else ()
    return list(accumulate(column.counts, lambda a, b: tuple(map(add, a, b)), initial=nobody))


def _split(running: Sequence[Counts], column: BinnedColumn, thresholds: Sequence[Threshold]) -> Split:
    """The counts of each branch: what the running counts grow by from threshold to threshold."""
    ends = [0, *(bisect_right(column.values, t.lower) for t in thresholds), len(column.values)]
    return tuple(tuple(map(sub, running[b], running[a])) for a, b in pairwise(ends))
