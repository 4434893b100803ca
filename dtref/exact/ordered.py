"""
The operators == < <= > >= that all kinds of number share, and the slot with the operations that cross kinds.

Every kind inherits from `Ordered`, and a comparison or a conversion needs all kinds. So each kind asks `mixed()`, which the package,
`dtref/exact/__init__.py`, fills in from the modules above; it runs before any module of the package can be used.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isfinite
from typing import cast

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.number import Exact, Number


class Ordered:  # noqa: PLW1641 - each kind says whether and how equal values get equal hashes
    """
    A number compared exactly. An operand of a foreign type gets its own chance to answer. A float is equal to the number that it is
    exactly, and to no other; whether it is less is refused (Invalid), as a rounded number decides nothing.
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        return self != 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, float):
            return isfinite(other) and _comparison(self, Fraction(other)) == 0
        c = _comparison(self, other)
        return NotImplemented if c is None else c == 0

    def __float__(self) -> float:
        """The nearest double."""
        return mixed().nearest_double(cast(Number, self))

    def __format__(self, spec: str) -> str:
        """As a float's format, such as `.4f`, `.3g`, `.1%`, of certified digits; without a format its text. `significant` is `.3g`."""
        return mixed().in_format(cast(Number, self), spec)

    def _sympy_(self) -> object:
        """Refuses conversion by SymPy, which would silently take the nearest double."""
        from sympy import SympifyError

        raise SympifyError(self)

    def __lt__(self, other: object) -> bool:
        c = _comparison(self, other)
        return NotImplemented if c is None else c < 0

    def __le__(self, other: object) -> bool:
        c = _comparison(self, other)
        return NotImplemented if c is None else c <= 0

    def __gt__(self, other: object) -> bool:
        c = _comparison(self, other)
        return NotImplemented if c is None else c > 0

    def __ge__(self, other: object) -> bool:
        c = _comparison(self, other)
        return NotImplemented if c is None else c >= 0


def _comparison(a: Ordered, b: object) -> int | None:
    """The sign of a - b; None where b is of a foreign type."""
    return mixed().compare(cast(Number, a), cast(Number, b)) if isinstance(b, (Ordered, int, Fraction, float)) else None


@frozen
class MixedArithmetic:
    """The operations that take numbers of any kind, or return another kind than they take."""

    compare: Callable[[Exact, Exact], int]
    absolute: Callable[[Exact], Number]
    sqrt: Callable[[Exact], Number]
    ratio: Callable[..., Number]
    """Of two LogForms: a LogRatio."""
    enclose: Callable[..., Number]
    """Of a number of any kind: an Enclosure."""
    nearest_double: Callable[[Exact], float]
    hash_value: Callable[[Exact], int]
    in_format: Callable[[Exact, str], str]
    near_text: Callable[[Exact], str]
    """Of a number of any kind: some digits, as text."""


_FILLED: list[MixedArithmetic] = []


def fill(arithmetic: MixedArithmetic) -> None:
    """
    Fills in what `mixed` returns, once and for all. Invalid: other operations have been filled in before.

    >>> from attrs import evolve
    >>> fill(mixed()) is None
    True
    >>> fill(evolve(mixed(), hash_value=id))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    dtref.errors.Invalid: mixed arithmetic: expected to be filled in once (got ...
    """
    if _FILLED and [arithmetic] != _FILLED:
        raise Invalid("mixed arithmetic", "to be filled in once", arithmetic)
    _FILLED[:] = [arithmetic]


def mixed() -> MixedArithmetic:
    """
    The arithmetic of all kinds of number together.

    >>> mixed().compare(Fraction(1, 2), 1), mixed().sqrt(4)
    (-1, Fraction(2, 1))
    """
    return _FILLED[0]
