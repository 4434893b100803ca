"""
The comparison of doubles that stands for one with an exact cut: every double takes the branch that its number takes.

A cut of dtref is an exact number, and hardly ever a double. Exported code compares doubles, so that for `x <= cut` it needs the largest
double that is at most the cut, for `x < cut` the smallest that is at least the cut.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from math import inf, isinf, nextafter
from sys import float_info
from typing import assert_never

from attrs import frozen

from dtref.spec.model.tests import Side


class Doubles(Enum):
    """The number that a double means, which decides how a cut that no double is gets compared."""

    EXACT = "exact"
    """The number that it is exactly, as for `dtref.predict`: the double 0.1 is above a cut at 1/10."""
    DECIMAL = "decimal"
    """
    The shortest decimal that is read as this double, as Python and JavaScript print it: the double 0.1 is 1/10. So are numbers meant that a
    program reads from decimal text, as dtref reads a CSV file.
    """

    def number(self, x: float) -> Fraction:
        """
        The number that a double means.

        >>> Doubles.EXACT.number(0.1), Doubles.DECIMAL.number(0.1)
        (Fraction(3602879701896397, 36028797018963968), Fraction(1, 10))
        """
        match self:
            case Doubles.EXACT:
                return Fraction(x)
            case Doubles.DECIMAL:
                return Fraction(repr(x))
            case _:
                assert_never(self)


@frozen
class DoubleCut:
    """The doubles of the first branch: those up to a double, or below it, as `side` says."""

    side: Side
    number: float


def comparison(cut: Fraction, side: Side, doubles: Doubles) -> DoubleCut:
    """
    The comparison that is true of a double where the exact one is true of the number that it means.

    >>> tenth = Fraction(1, 10)
    >>> comparison(tenth, Side.AT_MOST, Doubles.EXACT).number, comparison(tenth, Side.AT_MOST, Doubles.DECIMAL).number
    (0.09999999999999999, 0.1)
    >>> comparison(tenth, Side.BELOW, Doubles.EXACT).number, comparison(Fraction(-(10**400)), Side.AT_MOST, Doubles.EXACT)
    (0.1, DoubleCut(side=<Side.BELOW: '<'>, number=-1.7976931348623157e+308))
    """
    if side is Side.AT_MOST:
        number = _last(lambda x: doubles.number(x) <= cut, _near(cut), inf)
        return DoubleCut(Side.BELOW, -float_info.max) if isinf(number) else DoubleCut(side, number + 0.0)
    number = _last(lambda x: doubles.number(x) >= cut, _near(cut), -inf)
    return DoubleCut(Side.AT_MOST, float_info.max) if isinf(number) else DoubleCut(side, number + 0.0)


def _near(cut: Fraction) -> float:
    """The double nearest to a number; the largest one beyond it."""
    try:
        return float(cut)
    except OverflowError:
        return float_info.max if cut > 0 else -float_info.max


def _last(holds: Callable[[float], bool], start: float, end: float) -> float:
    """The last double towards an end of which a condition holds, from one nearby; the other infinity where it holds of none."""
    x = start
    while not isinf(x) and not holds(x):
        x = nextafter(x, -end)
    while not isinf(x) and not isinf(nextafter(x, end)) and holds(nextafter(x, end)):
        x = nextafter(x, end)
    return x
