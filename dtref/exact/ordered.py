"""The operators == < <= > >= of a number, all answered by `dtref.exact.comparison.compare`., the three kinds that inherit them."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import cast

from dtref.exact.number import Number


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
        from dtref.exact.decimals import nearest_double

        return nearest_double(cast(Number, self))

    def _sympy_(self) -> object:
        """SymPy would take the nearest double, without a word: it gets nothing."""
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
    from dtref.exact import order  # `order` knows all kinds, and the kinds inherit from here

    return order.compare(cast(Number, a), cast(Number, b)) if isinstance(b, (*order.KINDS, float)) else None
