"""Rounding to floats: the number that a program of a given width keeps in the place of an exact one."""

from __future__ import annotations

from fractions import Fraction
from math import inf, nextafter
from struct import pack, unpack

from dtref.errors import Invalid
from dtref.exact.number_text import readable
from dtref.spec.model.attributes import Width


def rounded(x: Fraction, width: Width) -> Fraction:
    """
    A number as a program of that width keeps it: the nearest double, and for FLOAT32 the float nearest to that. Errors: Invalid beyond
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
        raise Invalid("number", f"one that a {width.value} can hold", readable(x)) from None


def share_in_doubles(share: Fraction, size: int | Fraction) -> Fraction:
    """
    A share of a size, as doubles multiply.

    >>> share_in_doubles(Fraction(7, 100), 100) > 7, share_in_doubles(Fraction(1, 10), 30)
    (True, Fraction(3, 1))
    """
    return rounded(rounded(share, Width.FLOAT64) * size, Width.FLOAT64)


def rounds_to_at_most(cut: Fraction, width: Width, *, strictly: bool = False) -> tuple[Fraction, bool]:
    """
    The border of the numbers that are at most the cut once they are rounded (below it, if `strictly`), and whether it is one of them.

    It is the middle between the largest float at most (below) the cut and the next one. The middle itself is rounded to the float with an
    even last bit. A number becomes a double before it becomes a float of single precision, so that for FLOAT32 the border is one of
    doubles.

    >>> rounds_to_at_most(Fraction(1), Width.FLOAT64), rounds_to_at_most(Fraction(1), Width.FLOAT32)[0] > 1
    ((Fraction(9007199254740993, 9007199254740992), True), True)
    """
    # the largest float that is at most the cut (below it), and the next one
    last = rounded(cut, width)
    while last > cut or (strictly and last == cut):
        last = _next(last, width, -1)
    while (after := _next(last, width, 1)) < cut or (after == cut and not strictly):
        last = after
    # where they meet
    border = (last + after) / 2
    included = rounded(border, width) == last
    if width is Width.FLOAT64:
        return border, included
    return rounds_to_at_most(border if included else _next(border, Width.FLOAT64, -1), Width.FLOAT64)


def _next(x: Fraction, width: Width, direction: int) -> Fraction:
    """The next float above another (direction 1) or below it (-1)."""
    if width is Width.FLOAT64:
        return Fraction(nextafter(float(x), direction * inf))
    bits = int.from_bytes(pack(">f", float(x)), "big")
    if not x:
        return direction * Fraction(2) ** -149
    return Fraction(unpack(">f", (bits + (direction if x > 0 else -direction)).to_bytes(4, "big"))[0])
