"""
Numerals: texts that are numbers, and the exact number of each. For the text of a number see `dtref.spec.model.labels.written`.
Truth values are no numerals; `truth_numbers` has the numbers that they stand for where only numbers are taken.

A numeral is what a person writes: digits with an optional sign, point and exponent (`85`, `-0.5`, `.5`, `1e-3`). It is read as
the decimal it says. `1_000`, `0x10`, `1/3`, `nan`, `inf` and digits of other scripts are not numerals.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction

from dtref.errors import Invalid
from dtref.spec.model.labels import DIGITS

TRUTHS = (("False", "True"), ("false", "true"), ("FALSE", "TRUE"))
"""The texts of the two truth values, in each spelling: Python's, that of JSON, JavaScript and SQL, R's."""

_NUMERAL = re.compile(r"([+-]?)(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))(?:[eE]([+-]?)0*([0-9]+))?")


def is_numeral(text: str, decimal: str = ".") -> bool:
    """
    Whether a text is written as a number, with that decimal mark.

    >>> [is_numeral(t) for t in ("-1.50", ".5", "1e-3", "1_000", "0x10", "nan", "inf", "1/3", "１")]
    [True, True, True, False, False, False, False, False, False]
    >>> is_numeral("1,5", ","), is_numeral("1.5", ",")
    (True, False)
    """
    return _NUMERAL.fullmatch(_with_point(text, decimal)) is not None


def numeral(text: str, decimal: str = ".") -> Fraction:
    """
    The number that a text says, as the decimal it is. Errors: Invalid where it says none, or one of more than DIGITS digits.

    >>> numeral("0.1"), numeral("-2.5e-1"), numeral("0,1", ",")
    (Fraction(1, 10), Fraction(-1, 4), Fraction(1, 10))
    >>> numeral("1e999999999")
    Traceback (most recent call last):
    dtref.errors.Invalid: numeral: expected a number of at most 2000 digits before and after the point (got '1e999999999')
    """
    match = _NUMERAL.fullmatch(_with_point(text, decimal))
    if match is None:
        raise Invalid("numeral", "a number", text)
    sign, whole, after_digits, after_no_digit, exponent_sign, exponent = match.groups("")
    decimals = after_digits or after_no_digit
    shift = _exponent(exponent_sign, exponent) if exponent else 0
    if len(whole) + shift > DIGITS or len(decimals) - shift > DIGITS or abs(shift) > DIGITS:
        raise Invalid("numeral", f"a number of at most {DIGITS} digits before and after the point", text)
    # an integer and a power of 10
    power = shift - len(decimals)
    digits = int(sign + whole + decimals)
    return Fraction(digits * 10**power) if power >= 0 else Fraction(digits, 10**-power)


def _exponent(sign: str, digits: str) -> int:
    """The exponent; one beyond the limit where it has too many digits to be within."""
    return int(sign + digits) if len(digits) <= len(str(DIGITS)) else DIGITS + 1


def _with_point(text: str, decimal: str) -> str:
    """The text with its decimal mark as a point; a point that is no mark becomes something that no numeral has."""
    return text if decimal == "." else text.replace(".", "_").replace(decimal, ".")


def in_order(values: Iterable[str], decimal: str = ".") -> tuple[str, ...]:
    """
    The distinct texts in an order that does not depend on the records': as numbers where all are numerals, else by code points.

    >>> in_order({"10", "9", "-1"}), in_order({"10", "9", "b"})
    (('-1', '9', '10'), ('10', '9', 'b'))
    """
    texts = sorted(set(values))
    try:
        return tuple(sorted(texts, key=lambda text: numeral(text, decimal)))
    except Invalid:
        return tuple(texts)


def truth_numbers(texts: Collection[str]) -> Mapping[str, Fraction]:
    """
    The numbers 0 and 1 of texts that are truth values, all in one spelling; none where one of the texts is anything else, or there is none.

    >>> truth_numbers({"true", "false"}) == {"false": 0, "true": 1}, truth_numbers({"True", "false"}), truth_numbers({"yes"})
    (True, {}, {})
    """
    spelling = next((pair for pair in TRUTHS if texts and {*texts} <= {*pair}), ())
    return {text: Fraction(number) for number, text in enumerate(spelling)}
