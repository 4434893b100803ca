"""
Two ROC curves compared: for which false positive rates the one is above the other, exactly.

Document: `tan` and `evaluation`, Using ROC for Model Comparison (one model is better for small FPR, the other for large).
Where a curve rises vertically, its value is the greatest TPR that it has at that FPR. Curves are piecewise linear, so between two
neighbouring FPRs of vertices their difference is linear. Before this: `dtref.evaluation.ranking.thresholds`.
Next: `dtref.evaluation.ranking.precision_recall`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.errors import Undefined
from dtref.evaluation.ranking.roc import Points, Roc
from dtref.exact.order import sign

Line: TypeAlias = tuple[Fraction, Fraction, Fraction]
"""TPR = y + slope (FPR - x), as (x, y, slope)."""


@frozen
class Stretch:
    """The greatest open interval of FPR on which one curve is above the other throughout (1: the first, -1: the second), or equal (0)."""

    low: Fraction
    high: Fraction
    better: int


@frozen
class Meeting:
    """Where two curves meet between two stretches: the FPR, and the least and the greatest TPR that both curves have there."""

    fpr: Fraction
    low: Fraction
    high: Fraction


@frozen
class Comparison:
    """The stretches from FPR 0 to 1, and where the curves meet between them: one meeting less than stretches."""

    stretches: tuple[Stretch, ...]
    meetings: tuple[Meeting, ...]

    @property
    def better(self) -> frozenset[int]:
        """Who is above somewhere: {1} the first curve only, so that it dominates; {-1}; {1, -1}; or nobody."""
        return frozenset(s.better for s in self.stretches) - {0}


def compare_rocs(first: Roc, second: Roc) -> Comparison | Undefined:
    """
    Where the first curve is above, equal to and below the second.   Undefined where a class is missing.

    Source: `tan`, Using ROC for Model Comparison.

    >>> from dtref.evaluation.ranking.roc import roc
    >>> labels = "++--"
    >>> found = compare_rocs(roc([4, 1, 3, 2], labels, "+"), roc([3, 2, 4, 1], labels, "+"))
    >>> found.stretches
    (Stretch(low=Fraction(0, 1), high=Fraction(1, 2), better=1), Stretch(low=Fraction(1, 2), high=Fraction(1, 1), better=-1))
    >>> found.meetings
    (Meeting(fpr=Fraction(1, 2), low=Fraction(1, 2), high=Fraction(1, 2)),)
    """
    a, b = first.points, second.points
    if isinstance(a, Undefined):
        return a
    if isinstance(b, Undefined):
        return b
    stretches = tuple(_joined(a, b))
    return Comparison(stretches, tuple(_meeting(a, b, s.high) for s in stretches[:-1]))


def _joined(a: Points, b: Points) -> Iterator[Stretch]:
    """Neighbouring pieces with one answer as one stretch, unless the curves touch between them."""
    rest = _pieces(a, b)
    last, _ = next(rest)
    for piece, at_low in rest:
        if piece.better == last.better == at_low:
            last = evolve(last, high=piece.high)
        else:
            yield last
            last = piece
    yield last


def _pieces(a: Points, b: Points) -> Iterator[tuple[Stretch, int]]:
    """Intervals with one answer each, between the FPRs of all vertices and where lines cross; and the answer at the lower end itself."""
    line_a, line_b = _line_after(a), _line_after(b)
    for low, high in pairwise(sorted({x for x, _ in a + b})):
        (x, y, slope), (x_b, y_b, slope_b) = line_a(low), line_b(low)
        left = y + slope * (low - x) - y_b - slope_b * (low - x_b)
        right = left + (slope - slope_b) * (high - low)
        if sign(left) * sign(right) < 0:
            crossing = low + (high - low) * left / (left - right)
            yield Stretch(low, crossing, sign(left)), sign(left)
            yield Stretch(crossing, high, sign(right)), 0
        else:
            yield Stretch(low, high, sign(left + right)), sign(left)


def _line_after(points: Points) -> Callable[[Fraction], Line]:
    """The line of a curve just after a given FPR."""
    lines = [(x0, y0, (y1 - y0) / (x1 - x0)) for (x0, y0), (x1, y1) in pairwise(points) if x0 < x1]
    return lambda x: lines[bisect_right(lines, x, key=lambda line: line[0]) - 1]


def _meeting(a: Points, b: Points, x: Fraction) -> Meeting:
    """A curve never falls, so what both have at x is from the greater of their least values to the lesser of their greatest."""
    (low_a, high_a), (low_b, high_b) = _at(a, x), _at(b, x)
    return Meeting(x, max(low_a, low_b), min(high_a, high_b))


def _at(points: Points, x: Fraction) -> tuple[Fraction, Fraction]:
    """The least and the greatest TPR of a curve at an FPR."""
    there = [y for x0, y in points if x0 == x]
    if there:
        return min(there), max(there)
    x0, y0, slope = _line_after(points)(x)
    return (y0 + slope * (x - x0),) * 2
