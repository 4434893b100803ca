"""Conversion of whole numbers and fractions to text and back, of any length: Python by itself refuses more than 4300 digits."""

from __future__ import annotations

from fractions import Fraction

MARKS = (".", ",")
"""What may stand between the whole part of a number and its decimals."""


def digits(n: int) -> str:
    """
    The digits of a whole number.

    >>> digits(-42), len(digits(10**5000))
    ('-42', 5001)
    """
    try:
        return str(n)
    except ValueError:
        from flint import fmpz

        return str(fmpz(n))


def whole(text: str) -> int:
    """
    The whole number that a text of digits denotes. Errors: ValueError for any other text.

    >>> whole("-42"), whole("1" + "0" * 5000) == 10**5000
    (-42, True)
    """
    if not (text[1:] if text[:1] in {"+", "-"} else text).isdecimal() or not text.isascii():
        raise ValueError(f"no whole number: {text[:20]!r}")
    try:
        return int(text)
    except ValueError:
        from flint import fmpz

        return int(fmpz(text.removeprefix("+")))


def fraction_text(q: Fraction) -> str:
    """
    A fraction in lowest terms as text; a whole one without its denominator.

    >>> fraction_text(Fraction(2, 4)), fraction_text(Fraction(3)), len(fraction_text(Fraction(10**5000, 3)))
    ('1/2', '3', 5003)
    """
    return digits(q.numerator) if q.denominator == 1 else f"{digits(q.numerator)}/{digits(q.denominator)}"


def fraction(text: str) -> Fraction:
    """
    The fraction that a text such as -1/2 or 3 denotes. Errors: ValueError for any other text, ZeroDivisionError for a denominator of 0.

    >>> fraction("-1/2"), fraction("3"), fraction("1/3" + "0" * 5000) == Fraction(1, 3 * 10**5000)
    (Fraction(-1, 2), Fraction(3, 1), True)
    """
    top, slash, bottom = text.partition("/")
    return Fraction(whole(top), whole(f"+{bottom}") if slash else 1)
