"""
Quotients top / sqrt(under): the form of t and z statistics, of the correlation coefficient and of a single root.

An estimate over its standard error is algebraic: its sign and its square are rational. So two of them are compared exactly, with each
other, with rational numbers and with logarithms. Of rational parts the number is a sum of roots, too: its `value`.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import cast

from attrs import field, frozen

from dtref.errors import Undefined, said
from dtref.exact.definition import defined
from dtref.exact.kth_root import KthRoot
from dtref.exact.number import Exact, Number, is_zero, number
from dtref.exact.ordered import Ordered, mixed
from dtref.exact.roots import RootSum


def _written(x: object) -> str:
    """The repr of a part, also where it has more digits than Python prints."""
    return said(x, repr)


@frozen(eq=False)
class RootQuotient(Ordered):
    """
    The number top / sqrt(under), under > 0. Equality, order, hash and rounding go by its value, not by the two parts.

    A rational multiple is a RootQuotient again; any other sum, product or quotient is computed from the `value`.

    >>> t = RootQuotient(Fraction(-1, 10), Fraction(1, 200))
    >>> t.sign, t.square, t.value, t == RootQuotient(Fraction(-2), Fraction(2))
    (-1, Fraction(2, 1), RootSum(-sqrt(2)), True)
    >>> t < Fraction(-7, 5), 2 * t == RootQuotient(Fraction(-4), Fraction(2)), RootQuotient(Fraction(3), Fraction(4)) == Fraction(3, 2)
    (True, True, True)
    """

    top: Number = field(repr=_written)
    under: Number = field(repr=_written)

    def __str__(self) -> str:
        return said(self.value)

    @property
    def sign(self) -> int:
        """-1, 0 or 1."""
        return mixed().compare(self.top, 0)

    @property
    @defined(formula="top^2 / under")
    def square(self) -> Number:
        """The square, exactly."""
        return self.top * self.top / self.under

    @property
    @defined(formula="top |top| / under")
    def signed_square(self) -> Number:
        """The square with the number's own sign, for exact comparisons: it grows with the number."""
        return self.top * mixed().absolute(self.top) / self.under

    @property
    @defined(formula="top / sqrt(under)")
    def value(self) -> Number:
        """The number itself: a Fraction or a RootSum where both parts are rational, else mostly an Enclosure."""
        return self.top if is_zero(self.top) else self.top / mixed().sqrt(self.under)

    @property
    def rational(self) -> Fraction | None:
        """The number as a Fraction where it is rational, that is where its square is the square of one; else None."""
        square = cast(object, self.signed_square)
        if not isinstance(square, Fraction):
            return None
        root = Fraction(isqrt(abs(square.numerator)), isqrt(square.denominator))
        return (root if square > 0 else -root) if root * root == abs(square) else None

    def __neg__(self) -> RootQuotient:
        return RootQuotient(-self.top, self.under)

    def __add__(self, other: object) -> Number:
        return self.value + _value_of(other)

    __radd__ = __add__

    def __sub__(self, other: object) -> Number:
        return self.value - _value_of(other)

    def __rsub__(self, other: object) -> Number:
        return -self.value + _value_of(other)

    def __mul__(self, other: object) -> Number:
        return RootQuotient(self.top * other, self.under) if isinstance(other, (int, Fraction)) else self.value * _value_of(other)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Number:
        if isinstance(other, (int, Fraction)):
            return RootQuotient(self.top / Fraction(other), self.under)
        return self.value / _value_of(other)

    def __rtruediv__(self, other: object) -> Number:
        return cast(Number, other) / self.value

    def __eq__(self, other: object) -> bool:
        if isinstance(other, RootQuotient):
            return self.signed_square == other.signed_square  # which symbols have, too
        return super().__eq__(other)

    def __hash__(self) -> int:
        return mixed().hash_value(self)


def _value_of(other: object) -> Exact:
    """The value of a RootQuotient; anything else itself."""
    return other.value if isinstance(other, RootQuotient) else cast(Exact, other)


def root_quotient(top: Exact, under: Exact, why: str) -> RootQuotient | Undefined:
    """
    The quotient top / sqrt(under); Undefined, with the reason given, where `under` is 0.

    >>> root_quotient(3, 4, "no variance").value, root_quotient(0, 0, "no variance")
    (Fraction(3, 2), Undefined(why='no variance'))
    """
    return Undefined(why) if is_zero(under) else RootQuotient(number(top), number(under))


def signed_square(x: int | Fraction | RootSum | KthRoot | RootQuotient) -> Number:
    """
    A rational number, a root or a quotient by one, squared with its own sign: it grows with the number.

    >>> signed_square(Fraction(-2)), signed_square(RootQuotient(Fraction(1), Fraction(2)))
    (Fraction(-4, 1), Fraction(1, 2))
    """
    return x.signed_square if isinstance(x, RootQuotient) else number(x) * mixed().absolute(x)
