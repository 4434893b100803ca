"""
Certified decimals: the exact value rounded for people, and printed decimals checked against the exact value.

Every rounding is decided by `dtref.exact.comparison`, and a rounding boundary is a rational number, so that the decimals of a LogForm
and of a LogRatio always exist.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from itertools import count

from dtref.errors import Invalid, Undecided
from dtref.exact.comparison import BUDGET, comparable, compare, precisions
from dtref.exact.digits import digits as written_out
from dtref.exact.digits import fraction, fraction_text
from dtref.exact.enclosure import Enclosure, enclose, rational_bounds
from dtref.exact.logs import LogForm, proportion, rational_value
from dtref.exact.number import Exact
from dtref.exact.ratios import LogRatio
from dtref.exact.root_quotient import RootQuotient

_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.(?P<after>[0-9]+))?|\.(?P<only>[0-9]+))")


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
    low, high = _narrow_bounds(enclose(exact), budget if isinstance(exact, Enclosure) else None)
    below, above = math.floor(low), math.floor(high)
    return above if below == above or compare(x, above, budget=budget) >= 0 else below


def _narrow_bounds(x: Enclosure, budget: int | None) -> tuple[Fraction, Fraction]:
    """Bounds so near each other that at most one integer lies between them, and seldom one does."""
    for bits in precisions(budget):
        bounds = rational_bounds(x.ball(bits))
        if bounds and bounds[1] - bounds[0] < Fraction(1, 2**32):
            return bounds
    raise Undecided(f"floor of {x}", f"{budget} bits")


def decimal(x: Exact, digits: int, *, budget: int = BUDGET) -> str:
    """
    The value rounded to so many digits after the point, as text. An exact tie goes to the even digit; zero has no sign.

    Invalid: a float, or digits < 0. Undecided: an Enclosure at a rounding boundary.

    >>> from dtref.exact.logs import log2_of
    >>> decimal(Fraction(1, 8), 2), decimal(Fraction(3, 8), 2), decimal(Fraction(-1, 1000), 2), decimal(Fraction(5, 2), 0)
    ('0.12', '0.38', '0.00', '2')
    >>> decimal(log2_of(3), 30)
    '1.584962500721156181453738943948'
    """
    if digits < 0:
        raise Invalid("decimal", "0 or more digits", digits)
    units = _nearest_integer(comparable(x) * 10**digits, budget + 4 * digits)
    text = written_out(abs(units)).rjust(digits + 1, "0")
    point = len(text) - digits
    return ("-" if units < 0 else "") + text[:point] + ("." + text[point:] if digits else "")


def _nearest_integer(x: Exact, budget: int) -> int:
    """The integer nearest to x; of two, the even one."""
    above = floor(x + Fraction(1, 2), budget=budget)
    return above - 1 if above % 2 and compare(x + Fraction(1, 2), above, budget=budget) == 0 else above


def significant(x: Exact, digits: int) -> str:
    """
    The value rounded to so many significant digits, as text; with an exponent of ten where it is below 0.001, or has more digits than
    that before the point. An exact tie goes to the even digit; zero is 0.

    Invalid: a float, or digits < 1. Undecided: an Enclosure at a rounding boundary, or that may be 0.

    >>> from dtref.exact.logs import log2_of
    >>> [significant(x, 3) for x in (Fraction(2, 3), Fraction(-1, 3000), 0, 999, 12345, log2_of(3), Fraction(9996, 10**7))]
    ['0.667', '-3.33e-4', '0', '999', '1.23e4', '1.58', '0.00100']
    """
    if digits < 1:
        raise Invalid("significant digits", "1 or more", digits)
    sign = compare(x, 0)
    if not sign:
        return "0"
    below = _power_of_ten(comparable(x) * sign)
    carried = decimal(_scaled(x, -below), digits - 1).lstrip("-").startswith("10")
    power = below + carried
    return decimal(x, digits - 1 - power) if -3 <= power < digits else f"{decimal(_scaled(x, -power), digits - 1)}e{power}"


def _power_of_ten(x: Exact) -> int:
    """The greatest k with 10^k <= x, for x > 0."""
    whole = floor(x)
    return len(written_out(whole)) - 1 if whole else -next(k for k in count(1) if floor(_scaled(x, k)))


def _scaled(x: Exact, power: int) -> Exact:
    return comparable(x) * Fraction(10) ** power


def plain(x: Fraction, places: int = 12) -> str:
    """
    A rational number as text, exactly: the decimal that it is, if that has at most so many digits after the point, else p/q.

    >>> plain(Fraction(5, 2)), plain(Fraction(-1, 8)), plain(Fraction(1, 3)), plain(Fraction(7)), plain(Fraction(1, 2**20))
    ('2.5', '-0.125', '1/3', '7', '1/1048576')
    """
    digits = next((k for k in range(places + 1) if 10**k % x.denominator == 0), None)
    return decimal(x, digits) if digits else fraction_text(x)


def brief(x: Fraction, places: int = 12) -> str:
    """
    A rational number as text for people: exactly where that is short (see `plain`), else a decimal after the sign that says so.

    >>> brief(Fraction(5, 2)), brief(Fraction(1, 3)), brief(Fraction(2.45)), brief(Fraction(1, 3 * 10**20))
    ('2.5', '1/3', '≈2.45', '≈0.000000000000000000003333333333')
    """
    text = plain(x, places)
    if "/" not in text or len(text) <= places:
        return text
    digits = places + max(0, len(written_out(x.denominator)) - len(written_out(abs(x.numerator))) - 2)
    return "≈" + decimal(x, digits).rstrip("0").rstrip(".")


def is_rounding(text: str, x: Exact, *, budget: int = BUDGET) -> bool:
    """
    Whether a printed decimal is a correct rounding of x at the digits it shows. On an exact tie both neighbours are.

    Formula: |text - x| <= half a unit in the last place. Invalid: not a plain decimal (a sign, digits, a point).

    >>> from dtref.exact.logs import log2_of
    >>> is_rounding("1.585", log2_of(3)), is_rounding("1.58", log2_of(3)), is_rounding("1.59", log2_of(3))
    (True, True, False)
    >>> is_rounding("0.12", Fraction(1, 8)), is_rounding("0.13", Fraction(1, 8)), is_rounding("-1", Fraction(-3, 2))
    (True, True, True)
    """
    found = _DECIMAL.fullmatch(text)
    if not found:
        raise Invalid("decimal text", "a sign, digits and a point", text)
    digits = len(found["after"] or found["only"] or "")
    printed, half = fraction(text.replace(".", "") or "0") / 10**digits, Fraction(1, 2 * 10**digits)
    spent = budget + 4 * digits
    return compare(x, printed - half, budget=spent) >= 0 and compare(x, printed + half, budget=spent) <= 0


def rational_where_known(x: Exact) -> Fraction | None:
    """
    The number where it is rational and its kind can tell; None elsewhere, so of an Enclosure that is nothing but one.

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


def nearest_double(x: Exact) -> float:
    """
    The double nearest to a number; of two, the one whose last bit is 0. Undecided: an Enclosure between two doubles. OverflowError beyond
    the largest double, as for a Fraction.

    >>> from dtref.exact.logs import log2_of
    >>> nearest_double(log2_of(3)), float(log2_of(8)), float(log2_of(3) / log2_of(5))
    (1.584962500721156, 3.0, 0.6826061944859853)
    """
    rational = rational_where_known(x)
    if rational is not None:
        return float(rational)
    exact = comparable(x)
    for bits in precisions(BUDGET if isinstance(exact, Enclosure) else None):
        bounds = rational_bounds(enclose(exact).ball(bits))
        if bounds and float(bounds[0]) == float(bounds[1]):
            return float(bounds[0])
    raise Undecided(f"the double nearest to {x}", f"{BUDGET} bits")


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
