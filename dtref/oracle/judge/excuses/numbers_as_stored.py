"""Questions as a program stores their numbers: in doubles or in float32, each written by the fewest digits that are read back as it."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from struct import pack, unpack
from typing import TypeAlias

from dtref.io.numbers import Json
from dtref.oracle.judge.rounding.numbers import said_number

Stored: TypeAlias = Callable[[float], float]
"""A double -> the number that stands for it where it is stored. Errors: OverflowError where none does."""


def stored_as_double(x: float) -> float:
    """
    A double, as it is.

    >>> stored_as_double(0.1)
    0.1
    """
    return x


def stored_as_float32(x: float) -> float:
    """
    The float32 nearest to a double.

    >>> stored_as_float32(2.0**24 + 1) == 2.0**24
    True
    """
    narrowed: float = unpack("<f", pack("<f", x))[0]
    return narrowed


def as_stored(value: Json, stored: Stored) -> Json:
    """
    JSON in which each number that the stored ones can't say is written as the one that stands for it; other texts stay.

    >>> as_stored(["9007199254740993", "0.1", "1.5000000000000000000001", "1/9007199254740993", "a"], stored_as_double)
    ['9007199254740992', '0.1', '1.5', '1/9007199254740992', 'a']
    >>> as_stored(["16777217", "0.1", "0.100000001"], stored_as_float32)
    ['16777216', '0.1', '0.1']
    """
    if isinstance(value, list):
        return [as_stored(part, stored) for part in value]
    if isinstance(value, dict):
        return {name: as_stored(part, stored) for name, part in value.items()}
    number = said_number(value)
    if number is None:
        return value
    try:
        if "/" in value:
            top, bottom = (int(stored(float(x))) for x in (number.numerator, number.denominator))
            return value if (top, bottom) == (number.numerator, number.denominator) or not bottom else str(Fraction(top, bottom))
        return _written(value, number, stored)
    except OverflowError:
        return value


def _written(text: str, number: Fraction, stored: Stored) -> str:
    """A number as it is stored: a whole one exactly, another by the fewest digits that are read as it; the text if it says the same."""
    x = stored(float(number))
    if number.denominator == 1:
        return text if number == int(x) else str(int(x))
    digits = next(digits for n in range(1, 18) if stored(float(digits := f"{x:.{n}g}")) == x)
    return text if number == Fraction(digits) else f"{Decimal(digits):f}"
