"""
An interval: its two ends, its centre and width, its clipped, complementary and one-sided forms.

The ends are Fractions where they are rational, else Enclosures; of SymPy expressions they are expressions.
"""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve, frozen

from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.functions import maximum, minimum
from dtref.exact.number import Exact, Number, number
from dtref.spec.model.display import Reported


@frozen
class Interval(Reported):
    """
    The numbers from low to high, both included.

    >>> wide = Interval(Fraction(-1, 10), Fraction(3, 10))
    >>> wide.centre, wide.half_width, wide.contains(0), wide.contains(Fraction(1, 3))
    (Fraction(1, 10), Fraction(1, 5), True, False)
    """

    low: Number
    high: Number

    @property
    @defined(formula="(low + high) / 2")
    def centre(self) -> Number:
        """The middle of the two ends."""
        return (self.low + self.high) / 2

    @property
    @defined(formula="(high - low) / 2")
    def half_width(self) -> Number:
        """The number after the ±."""
        return (self.high - self.low) / 2

    @property
    def clipped(self) -> Interval:
        """
        The part from 0 to 1, which can be rates, as statsmodels returns its normal and Agresti-Coull intervals.

        >>> Interval(Fraction(-1, 10), Fraction(3, 10)).clipped
        Interval(low=Fraction(0, 1), high=Fraction(3, 10))
        """
        low, high = (minimum((maximum((end, Fraction(0))), Fraction(1))) for end in (self.low, self.high))
        return Interval(low, high)

    @property
    @defined(formula="[1 - high, 1 - low]")
    def complement(self) -> Interval:
        """
        The interval for 1 minus the rate: for the accuracy where this is one for the error rate.

        >>> Interval(Fraction(1, 10), Fraction(3, 10)).complement
        Interval(low=Fraction(7, 10), high=Fraction(9, 10))
        """
        return Interval(1 - self.high, 1 - self.low)

    @property
    def at_most(self) -> Interval:
        """
        The one-sided interval below the upper end; of a two-sided interval made with the z of a one-sided confidence.

        >>> Interval(Fraction(1, 10), Fraction(3, 10)).at_most
        Interval(low=Fraction(0, 1), high=Fraction(3, 10))
        """
        return evolve(self, low=number(0))

    @property
    def at_least(self) -> Interval:
        """
        The one-sided interval above the lower end; of a two-sided interval made with the z of a one-sided confidence.

        >>> Interval(Fraction(1, 10), Fraction(3, 10)).at_least
        Interval(low=Fraction(1, 10), high=Fraction(1, 1))
        """
        return evolve(self, high=number(1))

    def contains(self, x: Exact) -> bool:
        """Whether x lies in the interval. Undecided: an end is an Enclosure too near x."""
        return compare(self.low, x) <= 0 <= compare(self.high, x)


def about(centre: Number, half_width: Number) -> Interval:
    """
    The interval centre ± half width.

    >>> about(Fraction(1, 2), Fraction(1, 8))
    Interval(low=Fraction(3, 8), high=Fraction(5, 8))
    """
    return Interval(centre - half_width, centre + half_width)
