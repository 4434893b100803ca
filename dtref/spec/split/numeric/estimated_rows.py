"""
The records of a branch as LightGBM counts them, which has sums of second derivatives and no counts: by the part of H that each bin has.

Notation: n and H, the records of a node and their weight; H_b, the weight of those in bin b; e, what the program adds to sums of h. A bin
counts for floor(n / (H + 2e) * H_b + 1/2) records, each step in doubles; these are its own where all weights are equal. The other side of a
cut has what is left of n.

LightGBM 4.7, `src/treelearner/feature_histogram.hpp`, FindBestThresholdSequentially. Below the root H is what scans of other nodes left,
with e added and taken away again in doubles, and sums may be rounded. Where that decides, it is Undecided here.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import floor

from attrs import frozen

from dtref.errors import Undecided
from dtref.spec.model.attributes import ABSENT, Width
from dtref.spec.model.counts import Columns, Weighted
from dtref.spec.model.precision import rounded
from dtref.spec.model.tests import IsKnown, Test, Threshold
from dtref.spec.split.candidates import Split

ADDED_TO_SUMS = rounded(Fraction(1, 10**15), Width.FLOAT32)
"""What is added to the sum of h of each branch (`include/LightGBM/meta.h`, kEpsilon), and twice to that of the node that is split."""
_U = Fraction(1, 2**53)


@frozen
class EstimatedRows:
    """
    The bins of a column at a node, in order, as records: of its known values, and of missing ones (None where the column has no such bin).

    n: the records of the node. by_rest: whether what is counted from the left starts with what the other bins leave of n, as for columns
    whose first bin is the usual one.

    >>> EstimatedRows(5, (1, 2, 1), 1, False).sides(0, 1), EstimatedRows(5, (1, 2, 1), 1, False).sides(0, 0)
    ((1, 4), (2, 3))
    >>> EstimatedRows(5, (1, 2, 1), 0, True).sides(0, None), EstimatedRows(5, (1, 2, 1), None, True).sides(1, None)
    ((2, 3), (4, 1))
    """

    n: int
    bins: tuple[int, ...]
    missing: int | None
    by_rest: bool

    def sides(self, last: int, goes: int | None) -> tuple[int, int]:
        """
        The records on both sides of a cut after a bin. goes: the side of missing values, of which there are some; None: there are none, and
        of two ways to count them, where there are two, that with the larger smaller side.
        """
        from_right = sum(self.bins[last + 1 :])
        by_right = (self.n - from_right, from_right)
        if self.missing is None or goes == 0:
            return by_right
        left = sum(self.bins[: last + 1])
        if len(self.bins) < 2:  # with known values in one bin, the program counts the missing ones
            return (self.n - self.missing, self.missing)
        if self.by_rest:
            left = self.n - sum(self.bins[1:]) - self.missing + sum(self.bins[1 : last + 1])
        by_left = (left, self.n - left)
        return by_left if goes == 1 else max(by_right, by_left, key=min)


@frozen
class Estimating:
    """
    How the program counts the records of a column's branches. bin_of: the bin of a number of a column. usual_first: whether a column's
    first bin is the usual one. least: the records that a branch must have. off: None: it is Undecided where rounding decides; -1, 1: as
    few, or as many, as rounding may make; 0: as sums without rounding have it.
    """

    bin_of: Callable[[str, Fraction], int]
    usual_first: Callable[[str], bool]
    least: int
    off: int | None = None


def estimated_rows(columns: Columns, records: Weighted, by: Estimating) -> Callable[[Test], Split]:
    """
    A function from a cut to the records of its branches, as they are estimated at a node; -1 for none, as each branch has some.

    Errors: Undecided where rounding decides whether a branch has as many as it must.

    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.model.data import DataSet, Record
    >>> x = Continuous("x")
    >>> data = DataSet((x,), Continuous("y"), [Record((Fraction(i),), Fraction(0), Fraction(w)) for i, w in ((0, 1), (1, 5), (2, 1))])
    >>> by = Estimating(lambda _, number: int(number), lambda _: False, 3)
    >>> rows = estimated_rows(columns(data), Weighted((0, 1, 2)), by)
    >>> rows(Threshold(x, Fraction(0), Fraction(1), Fraction(0))), rows(Threshold(x, Fraction(1), Fraction(2), Fraction(1)))
    (((1,), (2,)), ((3,), (-1,)))
    """
    rounding = _rounding(columns, records)

    @cache
    def of_column(column: int) -> tuple[EstimatedRows, ...]:
        levels, codes = columns.levels[column], columns.codes[column]
        name = columns.data.attributes[column].name
        bins = [by.bin_of(name, level) for level in levels if isinstance(level, Fraction)]
        weights, missing = [Fraction(0)] * (max(bins, default=0) + 1), Fraction(0)
        for r, part in zip(records.rows, records.parts or (1,) * len(records.rows), strict=True):
            if codes[r] == ABSENT:
                missing += columns.weights[r] * part
            else:
                weights[bins[codes[r]]] += columns.weights[r] * part
        n, everything = len(records.rows), sum(weights, missing)
        of_sums, of_node = rounding

        def counted(sign: int) -> EstimatedRows:
            total = _double(_double(everything * (1 - sign * of_sums) - sign * of_node) + 2 * ADDED_TO_SUMS)
            factor = _double(n / total) if total > 0 else Fraction(0)
            sums = (_double(weight * (1 + sign * of_sums)) for weight in (*weights, missing))
            counts = [floor(_double(_double(h * factor) + Fraction(1, 2))) for h in sums]
            return EstimatedRows(n, tuple(counts[:-1]), counts[-1] if ABSENT in codes else None, by.usual_first(name))

        return tuple(map(counted, (-1, 1) if by.off is None else (by.off,)))

    def rows(test: Test) -> Split:
        assert isinstance(test, Threshold | IsKnown), "cuts between bins, and known values against missing ones"
        column = columns.data.column(test.attribute.name)
        estimates = of_column(column)
        if isinstance(test, IsKnown):
            counted = [estimate.sides(len(estimate.bins) - 1, 1) for estimate in estimates]
        else:
            any_missing = any(columns.codes[column][r] == ABSENT for r in records.rows)
            last, goes = by.bin_of(test.attribute.name, test.cut), test.missing if any_missing else None
            counted = [estimate.sides(last, goes) for estimate in estimates]
        if len({min(sides) < by.least for sides in counted}) > 1:
            raise Undecided(f"records of the branches of {test.attribute.name}, by weight", "the rounding of sums, which decides")
        return tuple((n if n > 0 else -1,) for n in counted[0])

    return rows


def _double(x: Fraction) -> Fraction:
    return rounded(x, Width.FLOAT64)


def _rounding(columns: Columns, records: Weighted) -> tuple[Fraction, Fraction]:
    """
    How far sums over records may be off, as a part of them; and the sum that a node is given.

    Sums of multiples of one power of 2 that doubles hold are exact, else of n terms off by n units. Below the root a sum has had e added
    and taken away, and the other branch taken away, each rounded by a unit of the root's.
    """
    weights = [Fraction(w) for w in columns.weights]
    everything, part = sum(weights, Fraction(0)), max(w.denominator for w in weights)
    exact = part & (part - 1) == 0 and everything * part <= 2**53
    at_root = len(records.rows) == len(weights) and records.parts is None
    return Fraction(0) if exact else 2 * len(weights) * _U, Fraction(0) if at_root else 4 * ADDED_TO_SUMS + 4 * _U * everything
