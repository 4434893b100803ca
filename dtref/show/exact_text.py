"""Values and conditions as text; a condition that would fill the page is shortened."""

from __future__ import annotations

from fractions import Fraction

from dtref.errors import Undefined
from dtref.exact.comparison import sign
from dtref.exact.decimals import significant
from dtref.exact.enclosure import Enclosure
from dtref.exact.number import Exact
from dtref.exact.number_text import decimal_text, marked, readable, short_exact
from dtref.exact.root_quotient import RootQuotient

LONGEST_CONDITION = 1000
"""The most characters of a condition that are printed in a table of candidates, which may list thousands."""


def value_text(value: Exact | RootQuotient | Undefined, digits: int, unit: str = "") -> str:
    """
    A value as certified decimal and, where that is short, exactly; a whole number as itself. An `Enclosure` has no exact form: its decimal
    stands alone, or "below 0.001" where the decimal would be all zeros; another value without a short exact form then has three significant
    digits.

    >>> value_text(Fraction(5, 18), 3), value_text(Fraction(5), 3), value_text(Fraction(0.1), 3), value_text(Undefined("no records"), 3)
    ('0.278 = 5/18', '5', '≈0.100', 'undefined (no records)')
    >>> value_text(Fraction(1, 10**9 + 7) ** 3, 3)
    '≈1.00e-27'
    >>> from dtref.exact.distributions.normal import normal_tail
    >>> value_text(normal_tail(2), 3), value_text(normal_tail(20), 3)
    ('0.023', 'below 0.001')
    """
    of_unit = f" {unit}" if unit == "bits" else ""
    match value:
        case Undefined():
            return readable(value)
        case Enclosure():
            text = decimal_text(value, digits)
            return text if text.strip("0.,") or not sign(value) > 0 else f"below {decimal_text(Fraction(1, 10**digits), digits)}"
        case RootQuotient():
            return value_text(value.value, digits, unit)
        case _:
            exact = short_exact(value)
            if exact.lstrip("-").isdecimal():
                return f"{exact} {unit_of(exact, unit)}".rstrip()
            text = decimal_text(value, digits)
            if not exact and not text.strip("-0.,"):
                text = marked(significant(value, 3))
            return f"{'' if exact else '≈'}{text}{of_unit}{f' = {exact}' if exact else ''}"


def unit_of(text: str, unit: str) -> str:
    """
    The unit after a number, where it is one that is written; one bit is one.

    >>> unit_of("1", "bits"), unit_of("0.5", "bits"), unit_of("1", "share")
    ('bit', 'bits', '')
    """
    return "" if unit != "bits" else "bit" if text == "1" else "bits"


def condition_text(condition: str) -> str:
    """
    A condition in a table of candidates; of a long one both ends, and how long it is.

    >>> condition_text("x <= 1"), len(condition_text("x = " + "v" * 10**6))
    ('x <= 1', 1026)
    """
    half = LONGEST_CONDITION // 2 - 6
    long = f"{condition[:half]} … {condition[-half:]} ({len(condition)} characters; JSON has all)"
    return condition if len(condition) <= LONGEST_CONDITION else long
