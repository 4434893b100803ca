"""
What the tests are given: counts, error rates and fold results, checked at the door. Floats are refused; SymPy expressions pass.

Next: `dtref.evaluation.comparison.contingency`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from numbers import Integral, Rational
from typing import cast

from dtref.errors import Invalid
from dtref.exact.enclosure import Enclosure
from dtref.exact.number import Exact, Number, number


def count(where: str, n: object, least: int = 0) -> Number:
    """
    A count, ready for a formula. Errors: Invalid for a float, a fraction or what is below `least`.

    >>> count("records", 3)
    Fraction(3, 1)
    >>> count("records", 0, least=1)
    Traceback (most recent call last):
    dtref.errors.Invalid: records: expected a whole number of at least 1 (got 0)
    """
    return cast(Number, n) if _symbolic(n) else number(whole(where, n, least))


def whole(where: str, n: object, least: int = 0) -> int:
    """
    A whole number of at least `least`, as an int. Errors: Invalid for anything else.

    >>> whole("records", 2.0)
    Traceback (most recent call last):
    dtref.errors.Invalid: records: expected a whole number of at least 0 (got 2.0)
    """
    if isinstance(n, bool) or not isinstance(n, Integral) or int(n) < least:
        raise Invalid(where, f"a whole number of at least {least}", n)
    return int(n)


def rate(where: str, x: object) -> Number:
    """
    A share of records, ready for a formula. Errors: Invalid for a float, or what is not from 0 to 1.

    >>> rate("error rate", Fraction(3, 20))
    Fraction(3, 20)
    >>> rate("error rate", 0.15)
    Traceback (most recent call last):
    dtref.errors.Invalid: error rate: expected an exact number from 0 to 1 (got 0.15)
    """
    if _symbolic(x):
        return cast(Number, x)
    if isinstance(x, bool) or not isinstance(x, Rational) or not 0 <= _fraction(x) <= 1:
        raise Invalid(where, "an exact number from 0 to 1", x)
    return number(_fraction(x))


def exact_number(where: str, x: object) -> Number:
    """
    A number, ready for a formula; SymPy expressions and enclosures are such. Errors: Invalid for a float, or anything else.

    >>> exact_number("z", Fraction(49, 25))
    Fraction(49, 25)
    >>> exact_number("z", 1.96)
    Traceback (most recent call last):
    dtref.errors.Invalid: z: expected an exact number (got 1.96)
    """
    if isinstance(x, Enclosure) or _symbolic(x):
        return cast(Number, x)
    if isinstance(x, bool) or not isinstance(x, Rational):
        raise Invalid(where, "an exact number", x)
    return number(_fraction(x))


def exact_numbers(where: str, xs: Sequence[object]) -> tuple[Number, ...]:
    """
    Numbers, ready for a formula. Errors: Invalid for a float, or anything else that is no exact number.

    >>> exact_numbers("first", (1, 0.5))
    Traceback (most recent call last):
    dtref.errors.Invalid: first, item 2: expected an exact number (got 0.5)
    """
    return tuple(exact_number(f"{where}, item {i}", x) for i, x in enumerate(xs, 1))


def differences(first: Sequence[Exact], second: Sequence[Exact]) -> tuple[Number, ...]:
    """
    The paired differences. Formula: d_j = e_1j - e_2j. Errors: Invalid where the lengths differ, and as for `exact_numbers`.

    >>> differences((Fraction(1, 5), 1), (0, 1))
    (Fraction(1, 5), Fraction(0, 1))
    """
    if len(first) != len(second):
        raise Invalid("second", f"{len(first)} numbers, as many as the first has", len(second))
    return tuple(a - b for a, b in zip(exact_numbers("first", first), exact_numbers("second", second), strict=True))


def _fraction(x: Rational) -> Fraction:
    return Fraction(int(x.numerator), int(x.denominator))


def _symbolic(x: object) -> bool:
    """Whether it is a SymPy expression, of which nothing is asked."""
    return hasattr(x, "free_symbols")
