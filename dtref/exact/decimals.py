"""
Certified decimals: rounds exact values for people, and checks printed decimals against exact values.

Every rounding is decided by `dtref.exact.comparison`, and a rounding boundary is a rational number, so that the decimals of a LogForm
and of a LogRatio always exist.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from decimal import Decimal
from fractions import Fraction
from itertools import count

from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.comparison import BUDGET, comparable, compare
from dtref.exact.definition import defined
from dtref.exact.digits import digits as written_out
from dtref.exact.digits import fraction, fraction_text
from dtref.exact.number import Exact
from dtref.exact.rounding import floor

_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.(?P<after>[0-9]+))?|\.(?P<only>[0-9]+))")


@refuses_other_kinds
def decimal(x: Exact | Undefined, digits: int, *, budget: int = BUDGET) -> str:
    """
    The value rounded to so many digits after the point, as text. An exact tie goes to the even digit; zero has no sign.
    A small p-value wants significant digits: `significant`, or a format such as f"{p:.3g}".

    Invalid: Undefined, a float, or digits < 0. Undecided: an Enclosure at a rounding boundary.

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
    # The power of ten of the first digit; rounding may carry into the next one (9.996 to 10.0).
    leading = _power_of_ten(comparable(x) * sign)
    carry = decimal(_scaled(x, -leading), digits - 1).lstrip("-").startswith("10")
    power = leading + carry
    return decimal(x, digits - 1 - power) if -3 <= power < digits else f"{decimal(_scaled(x, -power), digits - 1)}e{power}"


_FORMAT = re.compile(r"(?P<before>.*?)(?:\.(?P<digits>[0-9]+))?(?P<kind>[eEfFgG%])?")


def in_format(x: Exact, spec: str) -> str:
    """
    A number by a float's format (`f`, `e`, `g`, `%`, with width and digits), rounded once, as `decimal` and `significant` round; by one
    without digits or kind its text.

    Errors: ValueError for no format; Undecided as `decimal`.

    >>> from dtref.exact.logs import log2_of
    >>> [in_format(log2_of(3), spec) for spec in (".4f", ".3g", "9.1%", ".2e", ">10", "")]
    ['1.5850', '1.58', '   158.5%', '1.58e+0', '   log2(3)', 'log2(3)']
    """
    match = _FORMAT.fullmatch(spec)
    if match is None or (match["digits"] is None and match["kind"] is None):
        return format(str(x), spec)
    kind, digits = (match["kind"] or "g").lower(), int(match["digits"] or 6)
    match kind:
        case "f" | "%":
            text = decimal(x, digits + 2 * (kind == "%"))
        case "e":
            text = significant(x, digits + 1)
        case _:
            text = significant(x, max(digits, 1))
    return format(Decimal(text), spec)


def near_text(x: Exact) -> str:
    """
    A number as "≈" and twelve significant digits; where a rounding isn't decided, its repr.

    >>> from dtref.exact.logs import log2_of
    >>> near_text(log2_of(3))
    '≈1.58496250072'
    """
    try:
        return f"≈{significant(x, 12)}"
    except Undecided:
        return repr(x)


def _power_of_ten(x: Exact) -> int:
    """The greatest k with 10^k <= x, for x > 0."""
    integer = floor(x)
    if integer:
        return len(written_out(integer)) - 1
    # the least k with 10^k x >= 1: below a power of 2, then by halves
    most = next(2**j for j in count() if floor(_scaled(x, 2**j)))
    return -bisect_left(range(most), True, key=lambda k: floor(_scaled(x, k)) > 0)


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


def exact_or_near(x: Fraction, digits: int) -> str:
    """
    A number that isn't 0 as a decimal of so many significant digits, without zeros at its end; after "≈" unless it is exact.

    >>> exact_or_near(Fraction(2, 3), 5), exact_or_near(Fraction(1, 3**100), 12), exact_or_near(Fraction(3 * 10**150), 12)
    ('≈0.66667', '≈1.94032521748e-48', '3e150')
    """
    mantissa, _, power = significant(x, digits).partition("e")
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    exact = fraction(mantissa.replace(".", "")) * Fraction(10) ** (int(power or 0) - len(mantissa.partition(".")[2])) == x
    return ("" if exact else "≈") + mantissa + (f"e{power}" if power else "")


LONGEST_BORDER = 400
"""The most characters of a border that stands in a name exactly."""


def exact_border(x: Fraction) -> str:
    """
    A number in the name of an interval: exactly (see `plain`), unless it has more than 400 characters.

    >>> exact_border(Fraction(43333333333333333333, 2 * 10**20)), exact_border(Fraction(3 * 2**-1074) ** 2)
    ('43333333333333333333/200000000000000000000', '≈2.1969077616e-646')
    """
    text = plain(x)
    return text if len(text) <= LONGEST_BORDER else exact_or_near(x, 12)


@defined(
    formula="|text - x| <= half a unit in the last place",
    errors="Invalid (Undefined; not a plain decimal (a sign, digits, a point))",
)
def is_rounding(text: str, x: Exact | Undefined, *, budget: int = BUDGET) -> bool:
    """
    Whether a printed decimal is a correct rounding of x at the digits it shows. On an exact tie both neighbours are.

    >>> from dtref.exact.logs import log2_of
    >>> is_rounding("1.585", log2_of(3)), is_rounding("1.58", log2_of(3)), is_rounding("1.59", log2_of(3))
    (True, True, False)
    >>> is_rounding("0.12", Fraction(1, 8)), is_rounding("0.13", Fraction(1, 8)), is_rounding("-1", Fraction(-3, 2))
    (True, True, True)
    """
    match = _DECIMAL.fullmatch(text)
    if not match:
        raise Invalid("decimal text", "a sign, digits and a point", text)
    digits = len(match["after"] or match["only"] or "")
    printed, half = fraction(text.replace(".", "") or "0") / 10**digits, Fraction(1, 2 * 10**digits)
    value, bits = comparable(x), budget + 4 * digits
    return compare(value, printed - half, budget=bits) >= 0 and compare(value, printed + half, budget=bits) <= 0
