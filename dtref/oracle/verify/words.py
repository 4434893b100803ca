"""Numbers and tests in words, for people who read a verification."""

from __future__ import annotations

from fractions import Fraction

from dtref.errors import Undecided
from dtref.exact.comparison import compare
from dtref.exact.decimals import brief, decimal, plain
from dtref.exact.number import Number
from dtref.io.foreign.tree import Cut, branch_words
from dtref.spec.model.branches import condition
from dtref.spec.model.optima import Optima, count_tests, nth_test
from dtref.spec.model.tally import Tally
from dtref.spec.model.tests import Multiway, Test, Threshold
from dtref.spec.model.trees import Label

DIGITS, SHORT = 6, 24
"""How many digits a decimal has at least, and how long a fraction may be to be shown."""
FEW = 5
"""How many tied nodes are named, and how many tests of a tie."""


def readable_number(x: Fraction, places: int = 12) -> str:
    """
    A number for people: exactly where that is short; one that a double holds by the fewest digits that give it back; else a decimal after
    the sign that says so.

    >>> [readable_number(x) for x in (Fraction(2.45), Fraction(7, 2), Fraction(1, 3), Fraction(10**20 + 1, 3**50))]
    ['2.45', '3.5', '1/3', '≈0.0001392955569']
    """
    text = plain(x, places)
    if "/" not in text or len(text) <= places:
        return text
    try:
        double = float(x)
    except OverflowError:
        return brief(x, places)
    return repr(double) if Fraction(double) == x else brief(x, places)


def tally_text(counts: Tally) -> str:
    """
    Class counts, in declared order.

    >>> tally_text((("no", Fraction(5)), ("yes", Fraction(0.1))))
    '(no 5, yes 0.1)'
    """
    return f"({', '.join(f'{c} {readable_number(n)}' for c, n in counts)})"


def label_words(label: Label) -> str:
    """
    A label: a class, or a number.

    >>> label_words("yes"), label_words(Fraction(0.1))
    ('yes', '0.1')
    """
    return label if isinstance(label, str) else readable_number(label)


def exact_and_decimal(x: Number) -> str:
    """
    A number for people: a short fraction as it is, with its decimal; else the decimal, with enough digits to show that it isn't 0.

    >>> exact_and_decimal(Fraction(1, 3)), exact_and_decimal(Fraction(1, 10**9))
    ('1/3 (0.333333)', '1/1000000000 (0.000000001000)')
    """
    if _is_nothing(x):
        return "0"
    digits = next((d for d in range(DIGITS, 400, 3) if decimal(x, d).strip("-0.")), DIGITS)
    text = decimal(x, digits + 3 if digits > DIGITS else digits)
    written_out = str(x)
    if "/" not in written_out or len(written_out) > SHORT:
        return written_out if written_out.lstrip("-").isdecimal() else text
    return f"{written_out} ({text})"


def _is_nothing(x: Number) -> bool:
    try:
        return compare(x, 0) == 0
    except Undecided:
        return False


def first_optimum(optima: Optima) -> str:
    """The first of the best tests in words, and how many more there are."""
    more = count_tests(optima) - 1
    return _asks(nth_test(optima, 0)) + (f" (and {more} more exactly as good)" if more else "")


def tests_text(optima: Optima, asked: int | None = None, asks: str = "") -> str:
    """The first few of the best tests in words, and how many more there are. asked: which of them the node asks, as `asks` says it."""
    count = count_tests(optima)
    named = ", ".join(f"'{asks}'" if i == asked and asks else _asks(nth_test(optima, i)) for i in range(min(count, FEW)))
    return named + (f" and {count - FEW} more" if count > FEW else "")


def _asks(test: Test) -> str:
    match test:
        case Multiway(attribute=attribute):
            return f"each value of {attribute.name}"
        case Threshold(attribute=attribute, cut=cut, side=side):
            return f"'{branch_words(Cut(attribute.name, cut, side), 0)}'"
        case _:
            return f"'{condition(test, 0)}'"
