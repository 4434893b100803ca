"""
Reliability of the normal approximation: how often an interval contains the true error rate, over that rate.

Probabilities are those of the binomial distribution, exact. Brown, Cai and DasGupta 2001 draw these pictures.
"""

from __future__ import annotations

__sources__ = (
    ("evaluation", "Calculating confidence intervals, and Normal distribution approximates Binomial"),
    ("tan", "Confidence Interval for Accuracy"),
    ("iaml", "2.3.2"),
)

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.brief import brief_repr
from dtref.exact.comparison import compare
from dtref.exact.decimals import plain
from dtref.exact.inputs import whole
from dtref.exact.number import Number, number
from dtref.show.plots.canvas import Properties, drawn_on_axes, pen, plotted_numbers, styled, words
from dtref.spec.evaluation.intervals.coverage import coverage
from dtref.spec.evaluation.intervals.deviates import checked_confidence
from dtref.spec.evaluation.intervals.interval import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

IntervalRule: TypeAlias = Callable[[int, int], Interval | Undefined]
"""An interval for the true error rate from k errors in n records."""


@frozen
class CoverageCurve:
    """An interval's name, and the probability that it contains p, at each p of the display."""

    name: str
    values: tuple[Number, ...]


@frozen
class CoverageDisplay:
    """
    The exact coverage of intervals from n records at the true error rates p = 1/steps … (steps - 1)/steps.

    >>> from dtref.spec.evaluation.intervals.proportion import wald
    >>> display = CoverageDisplay.from_intervals(4, Fraction(95, 100), {"Wald": lambda k, n: wald(k, n, 2)}, steps=4)
    >>> display.p, display.curves[0].values
    ((Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)), (Fraction(81, 128), Fraction(7, 8), Fraction(81, 128)))
    """

    n: int
    confidence: Fraction
    p: tuple[Fraction, ...]
    curves: tuple[CoverageCurve, ...]

    __repr__ = brief_repr

    @classmethod
    def from_intervals(cls, n: int, confidence: Fraction, intervals: Mapping[str, IntervalRule], steps: int = 200) -> CoverageDisplay:
        """
        The coverage of intervals by name; confidence: the nominal one.

        Errors: Invalid for no record, fewer than two steps, a confidence that is none, and as the intervals.
        """
        records, steps = whole("records", n, 1), whole("steps", steps, 2)
        p = tuple(Fraction(i, steps) for i in range(1, steps))
        return cls(records, checked_confidence(confidence), p, tuple(_curve(name, rule, records, p) for name, rule in intervals.items()))

    def plot(self, ax: Axes | None = None, **style: object) -> Axes:
        """
        The curves on matplotlib's axes, new ones unless some are given; style: properties of matplotlib's lines for each curve.

        Errors: Invalid without matplotlib.
        """
        return drawn_on_axes(ax, lambda its: self._draw(its, style))

    def _draw(self, ax: Axes, style: Mapping[str, object]) -> None:
        p = plotted_numbers(self.p)
        for i, curve in enumerate(self.curves):
            properties: Properties = {"color": pen(i).colour, "linestyle": pen(i).line, "linewidth": 1.8, "label": words(curve.name)}
            ax.plot(p, plotted_numbers(curve.values), **styled(properties, style))
        (nominal,) = plotted_numbers((self.confidence,))
        ax.axhline(nominal, color="black", linestyle=":", label=f"promised: {plain(self.confidence)}")
        ax.set(xlabel="p, the true error rate", ylabel="probability that the interval contains p", xlim=(0, 1))
        ax.legend(title=f"n = {self.n} records", loc="lower center")


def _curve(name: str, rule: IntervalRule, n: int, p: tuple[Fraction, ...]) -> CoverageCurve:
    answers = [rule(k, n) for k in range(n + 1)]
    intervals = [interval for interval in answers if isinstance(interval, Interval)]
    if len(intervals) < len(answers):
        raise Invalid(f"interval {name}", "one for each number of errors", "an undefined one")
    rounded = [_ends_among(interval, p) for interval in intervals]
    return CoverageCurve(name, tuple(coverage(rounded, rate) for rate in p))


def _ends_among(interval: Interval, p: Sequence[Fraction]) -> Interval:
    """The interval from the first to the last of some ascending numbers in it: it contains the same of them, but its ends are rational."""
    first = bisect_left(p, True, key=lambda x: compare(x, interval.low) >= 0)
    end = bisect_left(p, True, key=lambda x: compare(x, interval.high) > 0)
    return Interval(number(p[first]), number(p[end - 1])) if first < end else Interval(number(1), number(0))
