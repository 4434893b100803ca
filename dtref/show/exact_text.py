"""An exact value, or a condition, as text for people: one that would fill the page is shortened."""

from __future__ import annotations

from fractions import Fraction

from dtref.exact.digits import digits, fraction_text

LONGEST = 100
"""How many characters of an exact value are printed."""

LONGEST_CONDITION = 1000
"""How many characters of a condition are printed in a table of candidates, which may list thousands."""


def exact_text(value: object) -> str:
    """
    The exact form of a value; of a long one both ends, and how long it is.

    >>> from fractions import Fraction
    >>> exact_text(Fraction(5, 18)), exact_text(Fraction(1, 3**300))
    ('5/18', '1/136891479058588375991326027382088315966463 … 88250484440597994042813512732765695774566001 (146 characters; JSON has all)')
    """
    return _within(
        fraction_text(value) if isinstance(value, Fraction) else digits(value) if isinstance(value, int) else str(value), LONGEST
    )


def number_text(value: object) -> str:
    """
    A number exactly, whatever number of digits it has.

    >>> number_text(Fraction(1, 2)), len(number_text(10**5000))
    ('1/2', 5001)
    """
    match value:
        case int():
            return digits(value)
        case Fraction():
            return fraction_text(value)
        case _:
            return str(value)


def condition_text(condition: str) -> str:
    """
    A condition in a table of candidates; of a long one both ends, and how long it is.

    >>> condition_text("x <= 1"), len(condition_text("x = " + "v" * 10**6))
    ('x <= 1', 1026)
    """
    return _within(condition, LONGEST_CONDITION)


def _within(text: str, most: int) -> str:
    half = most // 2 - 6
    return text if len(text) <= most else f"{text[:half]} … {text[-half:]} ({len(text)} characters; JSON has all)"
