"""
Roots of any degree of positive rational numbers and of sums of roots: Hellinger distance, geometric means.

Notation: the number of^(1/degree). Two are compared by their powers of a common degree. How is in `dtref.exact.comparison`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import lcm
from operator import mul
from typing import cast

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.digits import fraction_text
from dtref.exact.logs import LogForm
from dtref.exact.number import Exact, Number
from dtref.exact.ordered import Ordered, mixed
from dtref.exact.ratios import LogRatio
from dtref.exact.roots import RootSum, root_of


@frozen(eq=False, repr=False)
class KthRoot(Ordered):
    """
    An irrational root of a positive number, made by `kth_root`. Equality, order and hash go by its value, not by the two parts.

    A product or quotient with a rational number or a sum of roots >= 0, or with another root, is a root again; any other result is an
    Enclosure.

    >>> kth_root(Fraction(5, 2), 3), kth_root(2, 3) * kth_root(4, 3), kth_root(2, 3) < kth_root(3, 4)
    (KthRoot((5/2)^(1/3)), Fraction(2, 1), True)
    >>> kth_root(3 + 2 * root_of(2), 2) == 1 + root_of(2)
    True
    """

    of: Fraction | RootSum
    degree: int

    def raised(self, k: int) -> Number:
        """The power of the number of an exponent that is a multiple of its degree."""
        return power(self.of, k // self.degree)

    def __neg__(self) -> Number:
        return -mixed().enclose(self)

    def __add__(self, other: object) -> Number:
        if other == 0:
            return self
        return mixed().enclose(self) + other if isinstance(other, _OPERANDS) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other: object) -> Number:
        if other == 0:
            return self
        return mixed().enclose(self) - other if isinstance(other, _OPERANDS) else NotImplemented

    def __rsub__(self, other: object) -> Number:
        return other - mixed().enclose(self) if isinstance(other, _OPERANDS) else NotImplemented

    def __mul__(self, other: object) -> Number:
        match other:
            case KthRoot():
                k = lcm(self.degree, other.degree)
                return kth_root(self.raised(k) * other.raised(k), k)
            case int() | Fraction() | RootSum() if other >= 0:
                return kth_root(self.of * power(other, self.degree), self.degree)
            case _:
                return mixed().enclose(self) * other if isinstance(other, _OPERANDS) else NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Number:
        match other:
            case int() | Fraction():
                return self * (1 / Fraction(other))
            case RootSum() | KthRoot() if (reciprocal := other.reciprocal()) is not None:
                return self * reciprocal
            case _:
                return mixed().enclose(self) / other if isinstance(other, _OPERANDS) else NotImplemented

    def __rtruediv__(self, other: object) -> Number:
        if isinstance(other, (int, Fraction, RootSum)) and (reciprocal := self.reciprocal()) is not None:
            return reciprocal * other
        return other / mixed().enclose(self) if isinstance(other, _OPERANDS) else NotImplemented

    def reciprocal(self) -> Number | None:
        """1 divided by the root; None where it is of no kind that is compared by powers."""
        inverse = self.of.reciprocal() if isinstance(self.of, RootSum) else 1 / self.of
        return None if inverse is None else kth_root(inverse, self.degree)

    def __hash__(self) -> int:
        return mixed().hash_value(self)

    def __str__(self) -> str:
        of = fraction_text(self.of) if isinstance(self.of, Fraction) else str(self.of)
        return f"sqrt({of})" if self.degree == 2 else f"({of})^(1/{self.degree})"

    def __repr__(self) -> str:
        return f"KthRoot({self})"


_OPERANDS = (int, Fraction, LogForm, LogRatio, RootSum, KthRoot)


def power(x: Exact, k: int) -> Number:
    """
    The product of k factors x; 1 of none.

    >>> power(root_of(2), 3), power(Fraction(1, 2), 0)
    (RootSum(2*sqrt(2)), Fraction(1, 1))
    """
    return cast(Number, Fraction(x) ** k) if isinstance(x, (int, Fraction)) else reduce(mul, [x] * k, Fraction(1))


def kth_root(x: Exact, k: int) -> Number:
    """
    The k-th root of a rational number, of a sum of roots or of such a root: a Fraction or a RootSum where the number under it shows that it
    is one, else a KthRoot. Invalid: x < 0, another kind of number, or k < 1.

    >>> kth_root(Fraction(8, 27), 3), kth_root(4, 4), kth_root(10, 3), kth_root(root_of(2), 2)
    (Fraction(2, 3), RootSum(sqrt(2)), KthRoot((10)^(1/3)), KthRoot((2)^(1/4)))
    """
    if k < 1:
        raise Invalid("k-th root", "a whole number k of at least 1", k)
    match x:
        case KthRoot():
            return kth_root(x.of, x.degree * k)
        case RootSum(terms=((_, q),)) if q > 0:  # q sqrt(n), whose square is rational
            return kth_root(x * x, 2 * k) if k > 1 else x
        case int() | Fraction() | RootSum() if x >= 0:
            return _root_of_rational(Fraction(x), k) if isinstance(x, (int, Fraction)) else KthRoot(x, k) if k > 1 else x
        case _:
            raise Invalid("k-th root", "a rational number or a sum of roots, of at least 0", x)


def _root_of_rational(x: Fraction, k: int) -> Number:
    """The k-th root, k reduced by its greatest divisor d for which the d-th root is rational."""
    for d in (d for d in range(k, 0, -1) if k % d == 0):
        root = Fraction(_whole_root(x.numerator, d), _whole_root(x.denominator, d))
        if root**d == x:
            break
    return root if d == k else root_of(root) if 2 * d == k else KthRoot(root, k // d)


def _whole_root(n: int, k: int) -> int:
    """
    The greatest integer whose k-th power isn't above n, by Newton's method from above.

    >>> _whole_root(26, 3), _whole_root(27, 3), _whole_root(0, 2), _whole_root(10**300, 100)
    (2, 3, 0, 1000)
    """
    if n == 0:
        return 0
    above = 1 << -(-n.bit_length() // k)
    while (lower := ((k - 1) * above + n // above ** (k - 1)) // k) < above:
        above = lower
    return above
