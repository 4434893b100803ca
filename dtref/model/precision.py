"""
What is left of a number in a program that keeps it as a float.

Before this: `dtref.model.attributes`. Next: `dtref.model.labels`.
"""

from __future__ import annotations

from fractions import Fraction
from struct import pack, unpack

from dtref.errors import Invalid
from dtref.exact.decimals import plain
from dtref.model.attributes import Width


def rounded(x: Fraction, width: Width) -> Fraction:
    """
    A number as a program of that width has it: the nearest double, and for FLOAT32 the nearest float of that. Errors: Invalid beyond
    the largest.

    >>> rounded(Fraction(1, 10), Width.DECIMAL), rounded(Fraction(16777217), Width.FLOAT32)
    (Fraction(1, 10), Fraction(16777216, 1))
    """
    if width is Width.DECIMAL:
        return x
    try:
        double = float(x)
        return Fraction(double if width is Width.FLOAT64 else unpack("f", pack("f", double))[0])
    except OverflowError:
        raise Invalid("number", f"one that a {width.value} can hold", plain(x)) from None
