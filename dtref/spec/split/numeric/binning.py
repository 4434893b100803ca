"""
Binnings: ways to cut a column of numbers into bins. Each is exact, deterministic, and never parts equal numbers.

Notation: k bins; n records by weight; v_1 < … < v_m the numbers present. Used before growing (`dtref.spec.preparation.discretisation`) and
at nodes (`dtref.spec.split.numeric.ranges`).
"""

from __future__ import annotations

__sources__ = (
    ("tan", "Splitting Based on Continuous Attributes (equal interval, equal frequency, clustering)"),
    ("cs422", "Continuous attributes (bins by the response)"),
)

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import accumulate, islice, pairwise
from math import comb
from operator import add

from attrs import Attribute as Field
from attrs import field, frozen

from dtref.errors import Invalid, Undecided
from dtref.exact.definition import defined
from dtref.spec.model.counts import Counts
from dtref.spec.model.tests import Side, Threshold
from dtref.spec.preparation.discretisation import BinnedColumn, Binning
from dtref.spec.split.numeric.clustering import clusterings
from dtref.spec.split.numeric.placement import Placement, midpoint


def _at_least_one(_: object, at: Field[int], bins: int) -> None:
    if bins < 1:
        raise Invalid(at.name, "at least 1", bins)


@defined(errors="Invalid for k < 1", sources=(("tan", "equal interval bucketing"),))
@frozen
class EqualWidth:
    """
    k bins of equal width from the least to the greatest number: cuts at v_1 + i (v_m - v_1) / k, 0 < i < k. Bins may be empty.

    One number only: no cut.

    >>> from dtref.spec.model.attributes import Continuous
    >>> values = tuple(map(Fraction, (0, 1, 2, 10)))
    >>> [t.cut for t in EqualWidth(4)(BinnedColumn(Continuous("x"), values, values, ((1,), (1,), (1,), (1,))))]
    [Fraction(5, 2), Fraction(5, 1), Fraction(15, 2)]
    """

    bins: int = field(validator=_at_least_one)
    side: Side = Side.AT_MOST

    def __call__(self, column: BinnedColumn) -> tuple[Threshold, ...]:
        """The thresholds of a column."""
        values = column.values
        if len(values) < 2:
            return ()
        width = (values[-1] - values[0]) / self.bins
        numbers_left = bisect_right if self.side is Side.AT_MOST else bisect_left  # how many numbers go left of a cut
        cuts = [(numbers_left(values, c), c) for c in (values[0] + i * width for i in range(1, self.bins))]
        return tuple(Threshold(column.attribute, values[i - 1], values[i], c, self.side) for i, c in cuts)


@defined(errors="Invalid for k < 1", sources=(("tan", "equal frequency bucketing (percentiles)"), "Hyndman and Fan 1996, definition 1"))
@frozen
class EqualFrequency:
    """
    k bins of about n/k records each: a cut after the i-th of k percentiles, 0 < i < k.

    The i-th percentile is the least number v such that at least i n / k of the records, by weight, are <= v. Equal numbers stay together,
    so bins may differ in size, cuts may coincide (then there are fewer bins), and a percentile that is the greatest number makes no cut.

    >>> from dtref.spec.model.attributes import Continuous
    >>> values = tuple(map(Fraction, (0, 1, 2, 10)))
    >>> [t.cut for t in EqualFrequency(2)(BinnedColumn(Continuous("x"), values, values, ((1,), (1,), (1,), (1,))))]
    [Fraction(3, 2)]
    """

    bins: int = field(validator=_at_least_one)
    placement: Placement = midpoint
    side: Side = Side.AT_MOST

    def __call__(self, column: BinnedColumn) -> tuple[Threshold, ...]:
        """The thresholds of a column."""
        up_to = list(accumulate(column.weights))
        percentiles = {bisect_left(up_to, Fraction(i * up_to[-1]) / self.bins) for i in range(1, self.bins)} if up_to else set()
        return _cut_after(column, percentiles, self.placement, self.side)


@defined(errors="Invalid for k < 1 or no such choice; Undecided as the clustering says", sources=(("tan", "clustering"),))
@frozen
class Clusters:
    """
    k clusters with the least sum of squared distances to their means (`dtref.spec.split.numeric.clustering`), cut between them.

    Several may be as near. At a node each is a candidate (`every_binning`); where one is wanted, it is the first in lexicographic order of
    their cuts. choice: the position of the one that is taken alone instead, from 0 in that order.

    >>> from dtref.spec.model.attributes import Continuous
    >>> values = tuple(map(Fraction, (0, 1, 2, 10)))
    >>> [t.cut for t in Clusters(2)(BinnedColumn(Continuous("x"), values, values, ((1,), (1,), (1,), (1,))))]
    [Fraction(6, 1)]
    """

    bins: int = field(validator=_at_least_one)
    placement: Placement = midpoint
    side: Side = Side.AT_MOST
    choice: int | None = field(default=None)

    @choice.validator
    def _a_position(self, at: Field[int | None], choice: int | None) -> None:
        if choice is not None and choice < 0:
            raise Invalid(at.name, "a position from 0", choice)

    def __call__(self, column: BinnedColumn) -> tuple[Threshold, ...]:
        """The thresholds of a column."""
        return next(self.tied(column))

    def tied(self, column: BinnedColumn) -> Iterator[tuple[Threshold, ...]]:
        """The thresholds of a column by each of the clusterings that are as near, lazily; by the one at `choice`, if that is set."""
        found = clusterings(column.values, column.weights, self.bins)
        if self.choice is not None:
            starts = next(islice(found, self.choice, None), None)
            if starts is None:
                raise Invalid(f"clusters of {column.attribute.name}", "an optimal clustering at that position", self.choice)
            found = iter((starts,))
        for starts in found:
            yield _cut_after(column, (start - 1 for start in starts), self.placement, self.side)


MOST_BINNINGS = 1000
"""The most binnings of a column at a node that are as good, each a candidate; Undecided beyond."""


def every_binning(binning: Binning, column: BinnedColumn) -> list[tuple[Threshold, ...]]:
    """
    The thresholds of a column by each binning that is as good: one, unless clusterings tie. Errors: Undecided past `MOST_BINNINGS`.

    >>> from dtref.spec.model.attributes import Continuous
    >>> values = tuple(map(Fraction, (0, 1, 2)))
    >>> [[t.cut for t in cuts] for cuts in every_binning(Clusters(2), BinnedColumn(Continuous("x"), values, values, ((1,), (1,), (1,))))]
    [[Fraction(1, 2)], [Fraction(3, 2)]]
    """
    if not isinstance(binning, Clusters):
        return [binning(column)]
    found = list(islice(binning.tied(column), MOST_BINNINGS + 1))
    if len(found) > MOST_BINNINGS:
        most = comb(len(column.values) - 1, binning.bins - 1)
        raise Undecided(f"clusters of {column.attribute.name} that are as near", f"{MOST_BINNINGS} clusterings", len(found), most)
    return found


@defined(
    sources=(
        ("cs422", 'Continuous attributes ("based on response variable")'),
        "Elomaa and Rousu 2004, Efficient multisplitting revisited",
    ),
)
@frozen
class ClassChanges:
    """
    A cut wherever two neighbouring numbers have different class shares (different means, of a continuous target): segment borders.

    `dtref.spec.split.numeric.ranges.ThresholdsAt` says when a cut elsewhere could win.

    >>> from dtref.spec.model.attributes import Continuous
    >>> values = tuple(map(Fraction, (0, 1, 2, 10)))
    >>> [t.cut for t in ClassChanges()(BinnedColumn(Continuous("x"), values, values, ((1, 0), (1, 1), (2, 2), (1, 0))))]
    [Fraction(1, 2), Fraction(6, 1)]
    """

    placement: Placement = midpoint
    side: Side = Side.AT_MOST

    def __call__(self, column: BinnedColumn) -> tuple[Threshold, ...]:
        """The thresholds of a column."""
        counts = [n[:2] for n in column.counts] if column.moments else column.counts
        changes = (i for i, (a, b) in enumerate(pairwise(counts)) if not proportional(a, b))
        return _cut_after(column, changes, self.placement, self.side)


@defined(sources=("Fayyad and Irani 1992, On the handling of continuous-valued attributes in decision tree generation",))
@frozen
class BoundaryPoints:
    """
    A cut between any two neighbouring numbers, unless all records of both are of one class (have one y, of a continuous target).

    Every class change is one, and so is the place between two numbers that mix their classes alike.

    >>> from dtref.spec.model.attributes import Continuous
    >>> values = tuple(map(Fraction, (0, 1, 2, 10)))
    >>> [t.cut for t in BoundaryPoints()(BinnedColumn(Continuous("x"), values, values, ((1, 0), (1, 0), (1, 1), (1, 1))))]
    [Fraction(3, 2), Fraction(6, 1)]
    """

    placement: Placement = midpoint
    side: Side = Side.AT_MOST

    def __call__(self, column: BinnedColumn) -> tuple[Threshold, ...]:
        """The thresholds of a column."""
        both = [tuple(map(add, a, b)) for a, b in pairwise(column.counts)]
        return _cut_after(column, (i for i, n in enumerate(both) if not _of_one_kind(n, column.moments)), self.placement, self.side)


def proportional(a: Counts, b: Counts) -> bool:
    """
    Whether two rows of counts have the same shares: a_i sum(b) = b_i sum(a); of (records, sum of y): the same mean.

    >>> proportional((1, 2), (2, 4)), proportional((1, 2), (1, 1))
    (True, False)
    """
    return all(x * sum(b) == y * sum(a) for x, y in zip(a, b, strict=True))


def _of_one_kind(counts: Counts, moments: bool) -> bool:
    """Whether all records have one class; or one y: n sum y^2 = (sum y)^2."""
    if moments:
        n, y, yy = counts[:3]
        return n * yy == y * y
    return sum(n > 0 for n in counts) <= 1


def _cut_after(column: BinnedColumn, positions: Iterable[int], placement: Placement, side: Side) -> tuple[Threshold, ...]:
    """The thresholds that follow the numbers at some positions, without the last."""
    pairs = [(column.values[i], column.values[i + 1]) for i in sorted(positions) if i + 1 < len(column.values)]
    return tuple(Threshold(column.attribute, a, b, placement(a, b, column.levels), side) for a, b in pairs)
