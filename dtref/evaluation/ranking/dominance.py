"""
Two ROC curves compared: for which false positive rates the one is above the other, exactly.

Document: `tan` and `evaluation`, Using ROC for Model Comparison (one model is better for small FPR, the other for large).
Where a curve rises vertically, its value is the greatest TPR that it has at that FPR. Curves are piecewise linear, so between two
neighbouring FPRs of vertices their difference is linear. Before this: `dtref.evaluation.ranking.thresholds`.
Next: `dtref.evaluation.ranking.precision_recall`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
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
    lines_a, lines_b = _Lines.of(a), _Lines.of(b)
    stretches = tuple(_joined(_pieces(lines_a, lines_b, sorted({x for x, _ in a + b}))))
    return Comparison(stretches, tuple(_meeting(lines_a, lines_b, s.high) for s in stretches[:-1]))


@frozen
class _Lines:
    """A curve as a function of FPR: the lines that it is made of, apart from its vertical ones, and where each starts."""

    starts: tuple[Fraction, ...]
    lines: tuple[Line, ...]

    @staticmethod
    def of(points: Points) -> _Lines:
        lines = tuple((x0, y0, (y1 - y0) / (x1 - x0)) for (x0, y0), (x1, y1) in pairwise(points) if x0 < x1)
        return _Lines(tuple(x for x, _, _ in lines), lines)

    def after(self, x: Fraction) -> Line:
        """The line that holds at x < 1, where the curve may have risen vertically, and just after it."""
        return self.lines[bisect_right(self.starts, x) - 1]

    def before(self, x: Fraction) -> Line:
        """The line that holds just before x > 0."""
        return self.lines[bisect_left(self.starts, x) - 1]


def _on(line: Line, at: Fraction) -> Fraction:
    x, y, slope = line
    return y + slope * (at - x)


def _pieces(a: _Lines, b: _Lines, fprs: Sequence[Fraction]) -> Iterator[tuple[Stretch, int]]:
    """Intervals with one answer each, between the FPRs of all vertices and where lines cross; and the answer at the lower end itself."""
    for low, high in pairwise(fprs):
        line_a, line_b = a.after(low), b.after(low)
        left, right = (_on(line_a, x) - _on(line_b, x) for x in (low, high))
        if sign(left) * sign(right) < 0:
            crossing = low + (high - low) * left / (left - right)
            yield Stretch(low, crossing, sign(left)), sign(left)
            yield Stretch(crossing, high, sign(right)), 0
        else:
            yield Stretch(low, high, sign(left + right)), sign(left)


def _joined(pieces: Iterator[tuple[Stretch, int]]) -> Iterator[Stretch]:
    """Neighbouring pieces with one answer as one stretch, unless the curves touch between them."""
    last, _ = next(pieces)
    for piece, at_low in pieces:
        if piece.better == last.better == at_low:
            last = evolve(last, high=piece.high)
        else:
            yield last
            last = piece
    yield last


def _meeting(a: _Lines, b: _Lines, x: Fraction) -> Meeting:
    """A curve never falls, so what both have at x is from the greater of their least values to the lesser of their greatest."""
    return Meeting(x, max(_on(c.before(x), x) for c in (a, b)), min(_on(c.after(x), x) for c in (a, b)))
