"""
Rounds exact numbers as people do by hand, and reads printed figures.

`dtref.exact.decimals.decimal` rounds an exact tie to the even digit; slides round it away from 0 (0.7885 becomes 0.789) or cut
digits off. Each way is a function here.
"""

from __future__ import annotations

import re
from fractions import Fraction

from dtref.errors import Invalid
from dtref.exact.comparison import sign
from dtref.exact.decimals import is_rounding
from dtref.exact.functions import absolute
from dtref.exact.number import Exact, Number, number
from dtref.exact.rounding import floor

_FIGURE = re.compile(r"([+-]?[0-9]*\.?[0-9]+)\s*(%?)")


def round_half_up(x: Exact, digits: int) -> Number:
    """
    A number rounded to `digits` digits after the point; an exact tie goes away from 0, as on slides.

    Formula: sign(x) * floor(|x| * 10^digits + 1/2) / 10^digits

    >>> round_half_up(Fraction(1577, 2000), 3), round_half_up(Fraction(-5, 2), 0)
    (Fraction(789, 1000), Fraction(-3, 1))
    """
    return _in_units(x, digits, Fraction(1, 2))


def truncate(x: Exact, digits: int) -> Number:
    """
    A number cut off after `digits` digits after the point.

    Formula: sign(x) * floor(|x| * 10^digits) / 10^digits

    >>> truncate(Fraction(1519, 10000), 3), truncate(Fraction(-5, 2), 0)
    (Fraction(151, 1000), Fraction(-2, 1))
    """
    return _in_units(x, digits, Fraction(0))


def _in_units(x: Exact, digits: int, shift: Fraction) -> Number:
    units = floor(absolute(x) * 10**digits + shift)
    return number(Fraction(sign(x) * units, 10**digits))


def figure(printed: str) -> tuple[Fraction, str, int]:
    """
    A printed figure: its value, its digits as text, and the factor that brings an exact value to those digits (100 for %, else 1).

    Errors: Invalid for anything but digits with an optional sign, point and per cent sign.

    >>> figure("39.13%")
    (Fraction(3913, 10000), '39.13', 100)
    """
    parts = _FIGURE.fullmatch(printed.strip())
    if not parts:
        raise Invalid("printed", "a decimal, or a per cent figure", printed)
    scale = 100 if parts[2] else 1
    return Fraction(parts[1]) / scale, parts[1], scale


def rounds(printed: str, exact: Exact) -> bool:
    """
    Whether a printed figure is a correct rounding of a number. Errors: Invalid where it is no figure.

    >>> rounds("39.13%", Fraction(90, 230)), rounds("39.14%", Fraction(90, 230))
    (True, False)
    """
    _, digits, scale = figure(printed)
    return is_rounding(digits, number(exact) * scale)
