"""
Quotients by a square root: the form that t and z statistics and the correlation coefficient have.

An estimate over its standard error is algebraic: its sign and its square are rational. So two of them are compared exactly, and only
who wants the root itself meets an `Enclosure`. Used by `dtref.evaluation.comparison` and `dtref.evaluation.regression`.
"""

from __future__ import annotations

from typing import cast

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.functions import absolute, sqrt
from dtref.exact.number import Exact, Number, is_zero, number
from dtref.exact.order import sign


@frozen(eq=False)
class RootQuotient:
    """
    The number top / sqrt(under), under > 0. Two are equal where the numbers are.

    >>> from fractions import Fraction
    >>> t = RootQuotient(Fraction(-1, 10), Fraction(1, 200))
    >>> t.sign, t.square, t.value, t == RootQuotient(Fraction(-2), Fraction(2))
    (-1, Fraction(2, 1), Enclosure(((-1/10) / sqrt(1/200))), True)
    """

    top: Number
    under: Number

    @property
    def sign(self) -> int:
        """-1, 0 or 1."""
        return sign(self.top)

    @property
    def square(self) -> Number:
        """The square, exactly. Formula: top^2 / under."""
        return self.top * self.top / self.under

    @property
    def signed_square(self) -> Number:
        """The square with the number's own sign, for exact comparisons: it grows with the number. Formula: top |top| / under."""
        return self.top * absolute(self.top) / self.under

    @property
    def value(self) -> Number:
        """The number itself: a Fraction where it is rational, else an Enclosure. Formula: top / sqrt(under)."""
        return self.top if is_zero(self.top) else self.top / sqrt(self.under)

    def __neg__(self) -> RootQuotient:
        return RootQuotient(-self.top, self.under)

    def __eq__(self, other: object) -> bool:
        return self.signed_square == other.signed_square if isinstance(other, RootQuotient) else cast(bool, NotImplemented)

    def __hash__(self) -> int:
        return hash(self.signed_square)


def root_quotient(top: Exact, under: Exact, why: str) -> RootQuotient | Undefined:
    """
    The quotient top / sqrt(under); Undefined, with the reason given, where `under` is 0.

    >>> root_quotient(3, 4, "no variance").value, root_quotient(0, 0, "no variance")
    (Fraction(3, 2), Undefined(why='no variance'))
    """
    return Undefined(why) if is_zero(under) else RootQuotient(number(top), number(under))
