"""
Checks and conversions of the numbers that callers pass, so that no formula meets a float or an integer that overflows.

Whole numbers, fractions, decimals, and texts that write one ("0.95", "1/3") are exact; so are the integers and fractions of other programs
(numpy, SymPy). All become `Fraction`s. A float is a rounded number; where something is measured (`measured`), it is taken for the number
that it is, exactly. A SymPy expression with a free symbol passes unchecked, as nothing can be decided about it. A bool is no number.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Hashable, Iterable, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Protocol, TypeVar, cast, runtime_checkable

from dtref.errors import Invalid
from dtref.exact.comparison import KINDS, compare
from dtref.exact.number import Exact, Number, number

T = TypeVar("T")

_LONGEST = 2000
"""The most digits before or after the point of a Decimal, so that Decimal("1e999999999") cannot ask for gigabytes."""


_WRITTEN = re.compile(r"\s*[+-]?(?:[0-9]+/0*[1-9][0-9]*|(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?0*[0-9]{1,3})?)\s*", re.ASCII)
"""A number as text: a decimal, or a fraction."""


@runtime_checkable
class HasRatio(Protocol):
    """A float of any width, or a Decimal: a number that gives itself as a fraction."""

    def as_integer_ratio(self) -> tuple[int, int]:
        """The fraction, or an error where it is not finite."""


def exact(where: str, x: object, *, least: int | None = None, most: int | None = None) -> Number:
    """
    A number within bounds, ready for a formula. Errors: Invalid for a float, or anything else that is not exact or out of bounds.

    >>> exact("z", 3), exact("z", "1.96"), exact("z", Decimal("1.96"))
    (Fraction(3, 1), Fraction(49, 25), Fraction(49, 25))
    >>> exact("z", 1.96)
    Traceback (most recent call last):
    dtref.errors.Invalid: z: expected an exact number, such as '1.96' (got 1.96)
    """
    if is_symbolic(x):
        return cast(Number, x)
    value = x if isinstance(x, KINDS) and not isinstance(x, int) else _fraction(x)
    return _within(where, x, cast("Number | None", value), least, most)


def rational(where: str, x: object, *, least: int | None = None, most: int | None = None) -> Fraction:
    """
    A rational number within bounds. Errors: as for `exact`, and Invalid for roots, logarithms and symbols.

    >>> rational("pi", 1, least=0, most=1)
    Fraction(1, 1)
    >>> rational("pi", 2, least=0, most=1)
    Traceback (most recent call last):
    dtref.errors.Invalid: pi: expected an exact number from 0 to 1 (got 2)
    """
    return cast(Fraction, _within(where, x, cast("Number | None", _fraction(x)), least, most))


def measured(where: str, x: object, *, least: int | None = None, most: int | None = None) -> Number:
    """
    A number that was measured, such as a weight: as `exact`, and a float is the number that it is, exactly.

    >>> measured("weight", 0.5), measured("weight", "0.1")
    (Fraction(1, 2), Fraction(1, 10))
    """
    return exact(where, _of_float(x), least=least, most=most)


def share(where: str, x: object) -> Number:
    """
    A share, rate or probability, ready for a formula. Errors: as for `exact`, of a number from 0 to 1.

    >>> share("error rate", Fraction(3, 20))
    Fraction(3, 20)
    """
    return exact(where, x, least=0, most=1)


def exacts(where: str, xs: Iterable[object], *, least: int | None = None, most: int | None = None) -> tuple[Number, ...]:
    """
    Numbers within bounds, ready for a formula. Errors: as for `exact`, with the number of the item.

    >>> exacts("first, item", (1, 0.5))
    Traceback (most recent call last):
    dtref.errors.Invalid: first, item 2: expected an exact number, such as '0.5'; list(map(str, column)) has those of a column (got 0.5)
    """
    if isinstance(xs, str | bytes) or not isinstance(xs, Iterable):
        raise Invalid(where, "a sequence of exact numbers", xs)
    return tuple(exact_item(f"{where} {i}", x, least=least, most=most) for i, x in enumerate(xs, 1))


def exact_item(where: str, x: object, *, least: int | None = None, most: int | None = None) -> Number:
    """
    One of several numbers, ready for a formula. Errors: as for `exact`, with the way to write a column of floats as exact numbers.

    >>> exact_item("result 2", "0.5")
    Fraction(1, 2)
    """
    try:
        return exact(where, x, least=least, most=most)
    except Invalid as problem:
        if not _as_text(x):
            raise
        raise Invalid(where, f"{problem.wanted}; list(map(str, column)) has those of a column", x) from None


def record_weight(where: str, x: object) -> Exact:
    """
    A number of records, or the sum of their weights: an integer where it is whole. Errors: as for `measured`, of a number of at least 0.

    >>> record_weight("TP", Fraction(4, 2)), record_weight("TP", 0.5)
    (2, Fraction(1, 2))
    """
    return x if type(x) is int and x >= 0 else plain(measured(where, x, least=0))


def plain(x: Exact) -> Exact:
    """
    The same number, an integer where a fraction is one.

    >>> plain(Fraction(4, 2)), plain(Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    return x.numerator if isinstance(x, Fraction) and x.denominator == 1 else x


def whole(where: str, n: object, least: int = 0, most: int | None = None) -> int:
    """
    A whole number within bounds, as an int; a fraction may be one. Errors: Invalid for anything else.

    >>> whole("records", Fraction(6, 2))
    3
    >>> whole("records", 2.0)
    Traceback (most recent call last):
    dtref.errors.Invalid: records: expected a whole number of at least 0 (got 2.0)
    """
    value = _fraction(n)
    if not isinstance(value, Fraction) or value.denominator != 1 or value < least or (most is not None and value > most):
        raise Invalid(where, "a whole number" + _bounds(least, most), n)
    return value.numerator


def count(where: str, n: object, least: int = 0) -> Number:
    """
    A count, ready for a formula. Errors: Invalid for a float, what is not whole or below `least`.

    >>> count("records", 3)
    Fraction(3, 1)
    """
    return cast(Number, n) if is_symbolic(n) else number(whole(where, n, least))


def finite(where: str, x: object) -> Number:
    """
    A number, ready for a formula, where floats are welcome: each becomes the fraction that it is. Errors: Invalid for NaN, infinities
    and what is no number.

    >>> finite("y", 0.5), finite("y", 2)
    (Fraction(1, 2), Fraction(2, 1))
    >>> finite("y", float("nan"))
    Traceback (most recent call last):
    dtref.errors.Invalid: y: expected a finite number (got nan)
    """
    if isinstance(x, Decimal) and x.is_finite() and not _is_short(x):
        raise Invalid(where, f"a number of at most {_LONGEST} digits before and after the point", x)
    try:
        return measured(where, x)
    except Invalid:
        raise Invalid(where, "a finite number", x) from None


def items(where: str, xs: Iterable[T]) -> tuple[T, ...]:
    """
    The items of an iterable, as a tuple; of an array or series, as Python's values. Errors: Invalid for what is no iterable.

    >>> items("rows", iter("ab"))
    ('a', 'b')
    >>> items("rows", 5)
    Traceback (most recent call last):
    dtref.errors.Invalid: rows: expected a sequence (got 5)
    """
    listing: object = getattr(xs, "tolist", None)
    # an array without dimensions lists a value
    values: object = listing() if callable(listing) else xs
    if not isinstance(values, Iterable):
        raise Invalid(where, "a sequence", values)
    return tuple(cast("Iterable[T]", values))


def labels(where: str, xs: Iterable[Hashable]) -> tuple[Hashable, ...]:
    """
    Labels, as a tuple; those of an array of single precision as its scalars. Errors: Invalid for one that cannot be hashed, or no iterable.

    >>> labels("classes", ["a", ["b"]])
    Traceback (most recent call last):
    dtref.errors.Invalid: classes: expected labels that can be hashed, as texts and numbers can (got ['b'])
    """
    values = _of_single_precision(xs) or items(where, xs)
    try:
        set(values)
    except TypeError:
        raise Invalid(where, "labels that can be hashed, as texts and numbers can", _unhashable(values)) from None
    if values and hasattr(values[0], "distribution"):
        raise Invalid(where, "labels, as predictions.first_labels() has them", type(values[0]).__name__)
    return values


def _of_single_precision(xs: object) -> tuple[Hashable, ...]:
    """The scalars of an array or series of float16 or float32, which have fewer digits than Python's; () for anything else."""
    if str(getattr(xs, "dtype", "")) not in ("float16", "float32") or not getattr(xs, "shape", ()):
        return ()
    convert: object = getattr(xs, "to_numpy", None)
    array = convert() if callable(convert) else xs
    return tuple(cast("Iterable[Hashable]", array))


def is_symbolic(x: object) -> bool:
    """
    Whether x is a SymPy expression with a free symbol; SymPy is never imported here, as whoever made x has done so.

    >>> is_symbolic(Fraction(1, 2))
    False
    """
    if isinstance(x, (int, Fraction, float)):
        return False
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(x, sympy.Expr) and bool(x.free_symbols)


def _is_short(x: Decimal) -> bool:
    return x.adjusted() < _LONGEST and int(x.as_tuple().exponent) >= -_LONGEST


def _of_float(x: object) -> object:
    """A float as its fraction; anything else, and NaN and infinities, as it is."""
    if isinstance(x, HasRatio) and not isinstance(x, Rational | Decimal | type):
        with suppress(ValueError, OverflowError):  # NaN, infinity
            return Fraction(*map(int, x.as_integer_ratio()))
    return x


def _fraction(x: object) -> Fraction | None:
    """The exact number that something is, or writes; None where it is none."""
    if isinstance(x, Decimal):
        return Fraction(x) if x.is_finite() and _is_short(x) else None
    if isinstance(x, str):
        return Fraction(x) if len(x) <= _LONGEST and _WRITTEN.fullmatch(x) else None
    if isinstance(x, bool) or not isinstance(x, Rational):
        return None
    return Fraction(int(x.numerator), int(x.denominator))


def _as_text(x: object) -> str:
    """How a float is written exactly, for a message; empty for anything else."""
    if isinstance(x, HasRatio) and not isinstance(x, Rational | Decimal | type) and isinstance(_of_float(x), Fraction):
        return f", such as '{float(cast(float, x))!r}'"
    return ""


def _within(where: str, x: object, value: Number | None, least: int | None, most: int | None) -> Number:
    if value is None or (least is not None and compare(value, least) < 0) or (most is not None and compare(value, most) > 0):
        raise Invalid(where, f"an exact number{_bounds(least, most)}{_as_text(x)}", x)
    return value


def _bounds(least: int | None, most: int | None) -> str:
    if most is not None:
        return f" from {least} to {most}"
    return "" if least is None else f" of at least {least}"


def _unhashable(xs: Sequence[object]) -> object:
    """The first item that cannot be hashed."""
    for x in xs:
        try:
            hash(x)
        except TypeError:
            return x
    return xs
