"""Values and conditions as text for people; a text that would fill the page is shortened."""

from __future__ import annotations

from fractions import Fraction

from dtref.errors import Undefined
from dtref.exact.comparison import sign
from dtref.exact.decimals import decimal
from dtref.exact.digits import digits, fraction_text
from dtref.exact.enclosure import Enclosure
from dtref.exact.number import Exact
from dtref.exact.root_quotient import RootQuotient

_LONGEST = 100
"""The most characters of an exact value that are printed."""

LONGEST_CONDITION = 1000
"""The most characters of a condition that are printed in a table of candidates, which may list thousands."""


def exact_text(value: object) -> str:
    """
    The exact form of a value; of a long one both ends, and how long it is.

    >>> from fractions import Fraction
    >>> exact_text(Fraction(5, 18)), exact_text(Fraction(1, 3**300))
    ('5/18', '1/136891479058588375991326027382088315966463 … 88250484440597994042813512732765695774566001 (146 characters; JSON has all)')
    """
    return _within(
        fraction_text(value) if isinstance(value, Fraction) else digits(value) if isinstance(value, int) else str(value), _LONGEST
    )


def value_text(value: Exact | RootQuotient | Undefined, digits: int, unit: str = "") -> str:
    """
    A value as certified decimal and in exact form; a count as it is. An `Enclosure` has no exact form: its decimal stands alone, or
    "below 0.001" where the decimal would be all zeros.

    >>> value_text(Fraction(5, 18), 3), value_text(5, 3), value_text(Undefined("no records"), 3)
    ('0.278 = 5/18', '5', 'undefined (no records)')
    >>> from dtref.exact.distributions.normal import normal_tail
    >>> value_text(normal_tail(2), 3), value_text(normal_tail(20), 3)
    ('0.023', 'below 0.001')
    """
    match value:
        case Undefined(why=why):
            return f"undefined ({why})"
        case int():
            return number_text(value)
        case RootQuotient():
            return f"{decimal(value.value, digits)} = {exact_text(value.value)}"
        case Enclosure():
            text = decimal(value, digits)
            return text if text.strip("0.") or not sign(value) > 0 else f"below {decimal(Fraction(1, 10**digits), digits)}"
        case _:
            return f"{decimal(value, digits)}{' bits' if unit == 'bits' else ''} = {exact_text(value)}"


def short_text(value: Exact | Undefined, digits: int) -> str:
    """
    A value as certified decimal alone, for a cell of a table.

    >>> short_text(Fraction(5, 18), 3), short_text(Undefined("no records"), 3)
    ('0.278', 'undefined')
    """
    return "undefined" if isinstance(value, Undefined) else decimal(value, digits)


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
