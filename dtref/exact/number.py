"""
The type of number that formulas compute with: integers, fractions, and whatever else is closed under + - * /.

A formula of dtref is written once and runs on `Fraction`s (library), SymPy expressions (proofs) and floats (the filter in
front of an exact decision). Python has no type for "closed under + - * /", so `Number` declares it; `number` converts to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import Protocol, TypeAlias, cast

from dtref.errors import Undefined


class ExactReal(Protocol):  # noqa: PLW1641 - each kind says whether and how equal values get equal hashes
    """An exact number of another kind than Fraction (`LogForm`, `RootSum`, `Enclosure` and others): computed with and compared."""

    def __add__(self, other: Exact, /) -> Number: ...
    def __radd__(self, other: Exact, /) -> Number: ...
    def __sub__(self, other: Exact, /) -> Number: ...
    def __rsub__(self, other: Exact, /) -> Number: ...
    def __mul__(self, other: Exact, /) -> Number: ...
    def __rmul__(self, other: Exact, /) -> Number: ...
    def __truediv__(self, other: Exact, /) -> Number: ...
    def __rtruediv__(self, other: Exact, /) -> Number: ...
    def __neg__(self) -> Number: ...
    def __lt__(self, other: Exact, /) -> bool: ...
    def __le__(self, other: Exact, /) -> bool: ...
    def __gt__(self, other: Exact, /) -> bool: ...
    def __ge__(self, other: Exact, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __float__(self) -> float: ...


Number: TypeAlias = Fraction | ExactReal
"""A value that a formula computes with, and what it returns: ordered, and `float` gives the nearest double."""

Exact: TypeAlias = int | Number
"""A number as callers may pass it: an int, a Fraction, or another kind that is closed under + - * /."""


class Summable:
    """A kind of number that adds many at once, faster than one by one."""

    __slots__ = ()

    def plus(self, others: tuple[Exact, ...]) -> Number | None:
        """The sum of this number and the others; None where they are not all of this kind."""
        raise NotImplementedError


def number(x: Exact) -> Number:
    """
    The same value, of a kind whose division is exact: integers become fractions.

    >>> number(3) / 2
    Fraction(3, 2)
    """
    return Fraction(x) if isinstance(x, int) else x


def total(terms: Iterable[Exact]) -> Number:
    """
    The sum of the terms; Fraction(0) when there are none.

    >>> total([]), total((1, Fraction(1, 2)))
    (Fraction(0, 1), Fraction(3, 2))
    """
    numbers = tuple(terms)
    kinds = {*map(type, numbers)}
    # rational ones: as integers, over a common denominator where there are several, which costs a tenth of adding fractions one by one
    if kinds <= {int}:
        return Fraction(sum(cast("tuple[int, ...]", numbers)))
    if len(numbers) > 3 and kinds <= {int, Fraction}:
        return _rational_sum(cast("tuple[int | Fraction, ...]", numbers))
    first, rest = numbers[0], numbers[1:]
    if isinstance(first, float):  # the filter's, of which there are many
        return sum(rest, first)  # type: ignore[return-value]  # as in `number`
    if isinstance(first, Summable) and (joint_sum := first.plus(rest)) is not None:
        return joint_sum
    return sum(rest, number(first))  # type: ignore[return-value]  # as in `number`


def _rational_sum(numbers: tuple[int | Fraction, ...]) -> Fraction:
    common = lcm(*[q.denominator for q in numbers])
    return Fraction(sum([q.numerator * (common // q.denominator) for q in numbers]), common)


def quotient(top: Exact, bottom: Exact, why: str) -> Number | Undefined:
    """
    One number divided by another; Undefined, with the reason given, where the second is 0.

    >>> quotient(3, 4, "no positives"), quotient(0, 0, "no positives")
    (Fraction(3, 4), Undefined(why='no positives'))
    """
    return Undefined(why) if is_zero(bottom) else number(top) / bottom


def is_zero(x: object) -> bool:
    """
    Whether a number is 0. Of a SymPy expression: whether it is written as 0.

    >>> is_zero(Fraction(0)), is_zero(Fraction(1, 10**99))
    (True, False)
    """
    return bool(x == 0)


def doubles(counts: Iterable[int | Fraction]) -> tuple[Number, ...]:
    """
    The doubles nearest to some counts: only for a floating-point filter in front of an exact decision.

    >>> doubles((1, Fraction(1, 2)))
    (1.0, 0.5)
    """
    return cast("tuple[Number, ...]", tuple(map(float, counts)))


def as_double(x: object) -> float | None:
    """
    The value of a formula that was run on doubles; None if it has none.

    >>> as_double(0.5), as_double(Fraction(1, 2))
    (0.5, None)
    """
    return x if isinstance(x, float) else None
