"""
The integer below a number, the double nearest to it, and its hash: each decided exactly, for every kind of number.

A boundary of rounding is a rational number, so that rounding a LogForm or a LogRatio never ends in `Undecided`.
"""

from __future__ import annotations

import math
from fractions import Fraction

from dtref.errors import Undecided
from dtref.exact.comparison import BUDGET, comparable, compare, precisions
from dtref.exact.enclosure import Enclosure, enclose, formula_or_text, rational_bounds
from dtref.exact.logs import LogForm, proportion, rational_value
from dtref.exact.number import Exact
from dtref.exact.ratios import LogRatio
from dtref.exact.root_quotient import RootQuotient


def rational_where_known(x: Exact) -> Fraction | None:
    """
    The number as a Fraction where its kind can tell that it is rational, else None, as for an Enclosure that has no exact value.

    >>> from dtref.exact.logs import log2_of
    >>> rational_where_known(log2_of(12) - log2_of(3)), rational_where_known(log2_of(3)), rational_where_known(log2_of(9) / log2_of(3))
    (Fraction(2, 1), None, Fraction(2, 1))
    """
    match comparable(x):
        case int() | Fraction() as q:
            return Fraction(q)
        case LogForm() as form:
            return rational_value(form)
        case LogRatio(top=top, bottom=bottom):
            return proportion(top, bottom)
        case RootQuotient() as root:
            return root.rational
        case _:
            return None


def floor(x: Exact, *, budget: int = BUDGET) -> int:
    """
    The greatest integer that is not above x. Invalid: a float, or no number. Undecided: an Enclosure at an integer.

    >>> from dtref.exact.logs import log2_of
    >>> floor(Fraction(-1, 2)), floor(log2_of(9)), floor(log2_of(10**30) - 1), floor(log2_of(12) - log2_of(3))
    (-1, 3, 98, 2)
    """
    exact = comparable(x)
    if isinstance(exact, (int, Fraction)):
        return math.floor(exact)
    # Bounds that leave at most two integers; an exact comparison decides between them.
    low, high = _narrow_bounds(enclose(exact), budget if isinstance(exact, Enclosure) else None)
    least, most = math.floor(low), math.floor(high)
    return most if least == most or compare(x, most, budget=budget) >= 0 else least


def _narrow_bounds(x: Enclosure, budget: int | None) -> tuple[Fraction, Fraction]:
    """Bounds less than 2^-32 apart: at most one integer lies between them, and seldom one does."""
    known: list[tuple[Fraction, Fraction]] = []
    for bits in precisions(budget):
        bounds = rational_bounds(x.ball(bits))
        if bounds and bounds[1] - bounds[0] < Fraction(1, 2**32):
            return bounds
        known += [] if bounds is None else [bounds]
    raise Undecided(f"floor of {x.formula}", f"{budget} bits", *(map(math.floor, known[-1]) if known and known[-1][0] >= 0 else ()))


def nearest_double(x: Exact) -> float:
    """
    The double nearest to a number; of two equally near, the one whose last bit is 0. Undecided: an Enclosure between two doubles.
    OverflowError beyond the largest double, as for a Fraction.

    >>> from dtref.exact.logs import log2_of
    >>> nearest_double(log2_of(3)), float(log2_of(8)), float(log2_of(3) / log2_of(5))
    (1.584962500721156, 3.0, 0.6826061944859853)
    """
    rational = rational_where_known(x)
    if rational is not None:
        return float(rational)
    # Refine until both bounds round to the same double.
    exact = comparable(x)
    for bits in precisions(BUDGET if isinstance(exact, Enclosure) else None):
        bounds = rational_bounds(enclose(exact).ball(bits))
        # Where only one bound fits a double, the ball is still too wide.
        if bounds and len({abs(bound) < 2**1024 for bound in bounds}) == 1 and bounds[1] - bounds[0] < 2**1024:
            low, high = map(float, bounds)
            if low == high:
                return low
    raise Undecided(f"the double nearest to {formula_or_text(x)}", f"{BUDGET} bits")


def hash_value(x: Exact) -> int:
    """
    A hash that equal numbers share whatever their kind: that of the Fraction, or of floor(x * 2**64) where x is irrational. Undecided: an
    Enclosure at a multiple of 2**-64.

    >>> from dtref.exact.logs import log2_of
    >>> hash(log2_of(36)) == hash(2 * log2_of(6)), hash(log2_of(12) - log2_of(3)) == hash(2)
    (True, True)
    """
    rational = rational_where_known(x)
    return hash(floor(comparable(x) * 2**64) if rational is None else rational)
