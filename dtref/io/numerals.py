"""
Numerals: which texts are numbers, and the number that a text says. The text of a number is `dtref.model.labels.written`'s.

A numeral is what a person writes: digits with an optional sign, point and exponent (`85`, `-0.5`, `.5`, `1e-3`). It is read as
the decimal it says. `1_000`, `0x10`, `1/3`, `nan`, `inf` and digits of other scripts are not numerals.
Next: `dtref.io.schema`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from dtref.errors import Invalid
from dtref.model.labels import DIGITS

_NUMERAL = re.compile(r"([+-]?)(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))(?:[eE]([+-]?)0*([0-9]+))?")


def is_numeral(text: str) -> bool:
    """
    Whether a text is written as a number.

    >>> [is_numeral(t) for t in ("-1.50", ".5", "1e-3", "1_000", "0x10", "nan", "inf", "1/3", "１")]
    [True, True, True, False, False, False, False, False, False]
    """
    return _NUMERAL.fullmatch(text) is not None


def numeral(text: str) -> Fraction:
    """
    The number that a text says, as the decimal it is. Errors: Invalid where it says none, or one of more than DIGITS digits.

    >>> numeral("0.1"), numeral("-2.5e-1")
    (Fraction(1, 10), Fraction(-1, 4))
    >>> numeral("1e999999999")
    Traceback (most recent call last):
    dtref.errors.Invalid: numeral: expected a number of at most 2000 digits before and after the point (got '1e999999999')
    """
    match = _NUMERAL.fullmatch(text)
    if match is None:
        raise Invalid("numeral", "a number", text)
    sign, whole, after, only, exponent_sign, exponent = match.groups("")
    decimals = after or only
    shift = _exponent(exponent_sign, exponent) if exponent else 0
    if len(whole) + shift > DIGITS or len(decimals) - shift > DIGITS or abs(shift) > DIGITS:
        raise Invalid("numeral", f"a number of at most {DIGITS} digits before and after the point", text)
    power = shift - len(decimals)
    digits = int(sign + whole + decimals)
    return Fraction(digits * 10**power) if power >= 0 else Fraction(digits, 10**-power)


def _exponent(sign: str, digits: str) -> int:
    """The exponent; one beyond the limit where it has too many digits to be within."""
    return int(sign + digits) if len(digits) <= len(str(DIGITS)) else DIGITS + 1


def in_order(values: Iterable[str]) -> tuple[str, ...]:
    """
    Distinct texts in the order that no record order can change: as numbers where all are numerals, else by code points.

    >>> in_order({"10", "9", "-1"}), in_order({"10", "9", "b"})
    (('-1', '9', '10'), ('10', '9', 'b'))
    """
    texts = sorted(set(values))
    try:
        return tuple(sorted(texts, key=numeral))
    except Invalid:
        return tuple(texts)
