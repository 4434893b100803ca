"""
Comparison of two ROC curves: the false positive rates at which one is above the other, exactly.

Where a curve rises vertically, its value is the greatest TPR that it has at that FPR. Curves are piecewise linear, so between two
neighbouring FPRs of vertices their difference is linear.
"""

from __future__ import annotations

__sources__ = (
    ("tan", "Using ROC for Model Comparison (one model is better for small FPR, the other for large)"),
    ("evaluation", "Using ROC for Model Comparison (one model is better for small FPR, the other for large)"),
)

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.brief import brief_repr
from dtref.exact.definition import defined
from dtref.spec.evaluation.ranking.roc import Roc
from dtref.spec.evaluation.ranking.scores import Weight
from dtref.spec.model.display import Reported

StraightLine: TypeAlias = tuple[Weight, Weight, Weight, Weight]
"""A straight line from (x, y), as (x, y, dx, dy), dx being above 0."""

Piece: TypeAlias = tuple[Weight, Weight, int, int]
"""An interval (low, high, inside, at_low): the sign of the curves' difference throughout the inside, and at low itself."""


@frozen
class Stretch(Reported):
    """The greatest open interval of FPR on which one curve is above the other throughout (1: the first, -1: the second), or equal (0)."""

    low: Fraction
    high: Fraction
    better: int


@frozen
class Meeting(Reported):
    """A place where two curves meet between two stretches: the FPR, and the least and the greatest TPR that both curves have there."""

    fpr: Fraction
    low: Fraction
    high: Fraction


@frozen
class RocComparison(Reported):
    """The stretches from FPR 0 to 1, and the meetings of the curves between them: one less than stretches."""

    stretches: tuple[Stretch, ...]
    meetings: tuple[Meeting, ...]

    __repr__ = brief_repr

    @property
    def better(self) -> frozenset[int]:
        """The curves that are above somewhere: {1} the first only, so that it dominates; {-1} the second only; {1, -1}; or neither."""
        return frozenset(s.better for s in self.stretches) - {0}


@defined(sources=(("tan", "Using ROC for Model Comparison"),))
def compare_rocs(first: Roc, second: Roc) -> RocComparison | Undefined:
    """
    The stretches on which the first curve is above, equal to or below the second.   Undefined where a class is missing.

    >>> from dtref.spec.evaluation.ranking.roc import roc
    >>> labels = "++--"
    >>> found = compare_rocs(roc([4, 1, 3, 2], labels, "+"), roc([3, 2, 4, 1], labels, "+"))
    >>> found.stretches
    (Stretch(low=Fraction(0, 1), high=Fraction(1, 2), better=1), Stretch(low=Fraction(1, 2), high=Fraction(1, 1), better=-1))
    >>> found.meetings
    (Meeting(fpr=Fraction(1, 2), low=Fraction(1, 2), high=Fraction(1, 2)),)
    """
    for curve in (first, second):
        if curve.missing_class:
            return Undefined(curve.missing_class)
    # Compare in whole numbers, then divide by the widths of both axes.
    a, b = _Lines.of(first, second), _Lines.of(second, first)
    stretches = list(_joined(_pieces(a, b, sorted({x for curve in (a, b) for x in curve.ends}))))
    width, height = first.negatives * second.negatives, first.positives * second.positives
    return RocComparison(
        tuple(Stretch(Fraction(low) / width, Fraction(high) / width, better) for low, high, better, _ in stretches),
        tuple(_meeting(a, b, high, width, height) for _, high, _, _ in stretches[:-1]),
    )


@frozen
class _Lines:
    """
    A curve as a function of x: its lines other than vertical ones, the x where each starts, and the x of all vertices.

    Both axes are counted in pairs of a record of this curve and one of the other, so that whole records give whole numbers: x is FPR
    times N N', y is TPR times P P'.
    """

    starts: tuple[Weight, ...]
    lines: tuple[StraightLine, ...]
    ends: frozenset[Weight]

    @staticmethod
    def of(curve: Roc, other: Roc) -> _Lines:
        x, y = [fp * other.negatives for fp in curve.fp], [tp * other.positives for tp in curve.tp]
        lines = tuple((x0, y0, x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(zip(x, y, strict=True)) if x0 < x1)
        return _Lines(tuple(line[0] for line in lines), lines, frozenset(x))

    def after(self, x: Weight) -> StraightLine:
        """The line just after x, for an x below the last; at x itself it gives the curve's greatest value."""
        return self.lines[bisect_right(self.starts, x) - 1]

    def before(self, x: Weight) -> StraightLine:
        """The line that holds just before x > 0."""
        return self.lines[bisect_left(self.starts, x) - 1]


def _times_dx(line: StraightLine, position: Weight) -> Weight:
    """The height of a line at a position, times its dx."""
    x, y, dx, dy = line
    return y * dx + dy * (position - x)


def _pieces(a: _Lines, b: _Lines, ends: Sequence[Weight]) -> Iterator[Piece]:
    """Intervals with one sign each: between neighbouring vertices, cut where two lines cross."""
    for low, high in pairwise(ends):
        line_a, line_b = a.after(low), b.after(low)
        left, right = (_times_dx(line_a, x) * line_b[2] - _times_dx(line_b, x) * line_a[2] for x in (low, high))
        at_low, at_high = (left > 0) - (left < 0), (right > 0) - (right < 0)
        if at_low * at_high < 0:
            # Opposite signs at the two ends: the lines cross in between.
            crossing = low + Fraction(high - low) * left / (left - right)
            yield low, crossing, at_low, at_low
            yield crossing, high, at_high, 0
        else:
            yield low, high, at_low or at_high, at_low


def _joined(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Joins neighbouring pieces of one sign, unless the curves touch between them."""
    start, end, sign, first = next(pieces)
    for low, high, better, at_low in pieces:
        if not better == sign == at_low:
            yield start, end, sign, first
            start, sign, first = low, better, at_low
        end = high
    yield start, end, sign, first


def _meeting(a: _Lines, b: _Lines, x: Weight, width: Weight, height: Weight) -> Meeting:
    """The meeting at x: a curve never falls, so both have the values from the greater of their least to the lesser of their greatest."""
    low = max(Fraction(_times_dx(line, x)) / line[2] for line in (a.before(x), b.before(x)))
    high = min(Fraction(_times_dx(line, x)) / line[2] for line in (a.after(x), b.after(x)))
    return Meeting(Fraction(x) / width, low / height, high / height)
