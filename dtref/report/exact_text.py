"""An exact value as text for people: one that would fill the page is shortened. Next: `dtref.report.tree_text`."""

from __future__ import annotations

LONGEST = 100
"""How many characters of an exact value are printed."""


def exact_text(value: object) -> str:
    """
    The exact form of a value; of a long one both ends, and how long it is.

    >>> from fractions import Fraction
    >>> exact_text(Fraction(5, 18)), exact_text(Fraction(1, 3**300))
    ('5/18', '1/136891479058588375991326027382088315966463 … 88250484440597994042813512732765695774566001 (146 characters; JSON has all)')
    """
    text = str(value)
    half = LONGEST // 2 - 6
    return text if len(text) <= LONGEST else f"{text[:half]} … {text[-half:]} ({len(text)} characters; JSON has all)"
