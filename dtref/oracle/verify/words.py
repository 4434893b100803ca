"""Numbers, labels and tests as text for the report of a verification."""

from __future__ import annotations

from collections.abc import Sequence

from dtref.errors import Undecided, said
from dtref.exact.comparison import compare
from dtref.exact.decimals import decimal, significant
from dtref.exact.number import Number
from dtref.exact.number_text import LONGEST_WHOLE, current_style, marked
from dtref.io.foreign.branch_words import branch_words
from dtref.io.foreign.tree import Ask, Cut
from dtref.spec.growing.surrogate_lists import StandInTest
from dtref.spec.model.branches import branch_interval, condition, question_text
from dtref.spec.model.optima import Optima, count_tests, nth_test
from dtref.spec.model.tests import Multiway, Ranges, Test, Threshold

DIGITS, SHORT = 6, 24
"""The least digits of a decimal, and the most characters of a fraction that is shown."""
FAR = 24
"""A number that is 0 to so many digits after the point is written with an exponent of ten."""
FEW = 5
"""The most tied nodes, and the most tests of a tie, that are listed."""


def exact_and_decimal(x: Number) -> str:
    """
    A number as text: a short fraction with its decimal; else the decimal alone, with enough digits to show that it isn't 0, or an exponent.

    >>> from fractions import Fraction
    >>> exact_and_decimal(Fraction(1, 3)), exact_and_decimal(Fraction(1, 10**9)), exact_and_decimal(Fraction(1, 10**400))
    ('1/3 (0.333333)', '1/1000000000 (0.000000001000)', '1.00000e-400')
    """
    if _is_zero(x):
        return "0"
    digits = next((d for d in range(DIGITS, FAR, 3) if decimal(x, d).strip("-0.")), None)
    text = marked(significant(x, DIGITS) if digits is None else decimal(x, digits + 3 if digits > DIGITS else digits))
    exact = said(x)
    if "/" in exact and (len(exact) <= SHORT or current_style().exact):
        return f"{exact} ({text})"
    if exact.lstrip("-").isdecimal():
        text = exact
    return text if len(text) <= LONGEST_WHOLE else marked(significant(x, DIGITS))


def _is_zero(x: Number) -> bool:
    try:
        return compare(x, 0) == 0
    except Undecided:
        return False


def first_optimum(optima: Optima) -> str:
    """The first of the best tests in words, and the number of others."""
    more = count_tests(optima) - 1
    return _asks(nth_test(optima, 0)) + (f" (and {more} more exactly as good)" if more else "")


def tests_text(optima: Optima, asked: int | None = None, asks: str = "") -> str:
    """The first few of the best tests in words, and the number of others. asked: the position of the node's test, which `asks` words."""
    count = count_tests(optima)
    tests = ", ".join(f"'{asks}'" if i == asked and asks else _asks(nth_test(optima, i)) for i in range(min(count, FEW)))
    return tests + (f" and {count - FEW} more" if count > FEW else "")


def stand_in_words(ask: Ask | Test, stands_for: Sequence[int | None], branches: Sequence[str]) -> str:
    """
    A surrogate in words: what each of its branches stands for. branches: the node's own, in words.

    >>> from fractions import Fraction
    >>> stand_in_words(Cut("z", Fraction(5)), (1, 0), ("x <= 2", "x > 2"))
    "'z <= 5' for 'x > 2', 'z > 5' for 'x <= 2'"
    """
    conditions = [branch_words(ask, b) if isinstance(ask, Ask) else condition(ask, b) for b in range(len(stands_for))]
    return ", ".join(f"'{said}' for '{branches[b]}'" for said, b in zip(conditions, stands_for, strict=True) if b is not None)


def surrogates_text(wanted: Sequence[StandInTest], branches: Sequence[str]) -> str:
    """The first few of the surrogates that may stand at a place, in words, and the number of others."""
    few = "; or ".join(stand_in_words(test, stands_for, branches) for test, stands_for in wanted[:FEW])
    return few + (f"; or one of {len(wanted) - FEW} more" if len(wanted) > FEW else "")


def _asks(test: Test) -> str:
    match test:
        case Multiway(attribute=attribute):
            return f"each value of {attribute.name}"
        case Threshold(attribute=attribute, cut=cut, side=side, missing=missing):
            return f"'{branch_words(Cut(attribute.name, cut, side, unit=attribute.unit), 0)}{'' if missing != 0 else ' or missing'}'"
        case Ranges(attribute=attribute, cuts=cuts):
            return f"'{attribute.name} in {' | '.join(branch_interval(test, i) for i in range(len(cuts) + 1))}'"
        case _:
            return f"'{question_text(test)}'"
