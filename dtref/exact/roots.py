"""
Finite sums of q*sqrt(n): standard errors, Matthews and other correlations, DKM.

Notation: n a positive integer, q a rational; the rational part is the term of n = 1. Numbers under roots are written over a coprime base
found by gcds, in which a perfect square is replaced by its root until none is left. A product of distinct members is then no square, so
that the roots of such products are linearly independent over the rationals: a sum is rational where no other term is left, and nothing
is factored.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain
from math import isqrt, prod

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.coprime import coprime_base, exponents
from dtref.exact.definition import defined
from dtref.exact.digits import digits, fraction_text
from dtref.exact.logs import LogForm
from dtref.exact.number import Exact, Number, Summable
from dtref.exact.ordered import Ordered, mixed
from dtref.exact.ratios import LogRatio

MOST_MEMBERS = 5
"""The most members of the base under the roots of a divisor whose quotients are sums of roots: of 5, the reciprocal has up to 2^5 terms."""


@frozen(eq=False, repr=False)
class RootSum(Ordered, Summable):
    """
    An irrational sum of q*sqrt(n), made by `root_of` and arithmetic, which gives a Fraction where the result is rational. A quotient by a
    sum is a sum again while at most `MOST_MEMBERS` members of the base stand under its roots; else it is an Enclosure.

    Value: sum of q*sqrt(n) over the pairs (n, q) of `terms`, ascending in n. The n are products of distinct members of one coprime base
    without squares, so no two sums with these n but the same have the same value; over another base a number may be written otherwise.

    >>> root_of(2) + root_of(Fraction(1, 3)), root_of(2) * root_of(8), root_of(12) - 2 * root_of(3)
    (RootSum(1/3*sqrt(3) + sqrt(2)), Fraction(4, 1), Fraction(0, 1))
    >>> 1 / (root_of(3) - root_of(2)), (1 + root_of(2)) * (1 - root_of(2)) == -1, root_of(2) + root_of(3) < root_of(10)
    (RootSum(sqrt(3) + sqrt(2)), True, True)
    """

    terms: tuple[tuple[int, Fraction], ...]

    def plus(self, others: tuple[Exact, ...]) -> Number | None:
        """The sum of this number and the others; None where they are not all rational or sums of roots."""
        parts = [terms for other in others if (terms := _terms(other)) is not None]
        return sum_of_roots(chain(self.terms, *parts)) if len(parts) == len(others) else None

    def reciprocal(self) -> Number | None:
        """
        1 divided by the sum; None where more than `MOST_MEMBERS` members of the base stand under its roots.

        For a member b, x = u + v sqrt(b) and its conjugate u - v sqrt(b) have a product without b; the last product is rational.
        """
        if len(self._members) > MOST_MEMBERS:
            return None
        top: Number = Fraction(1)
        bottom: Number = self
        while isinstance(bottom, RootSum):
            b = bottom._members[0]
            conjugate = RootSum(tuple((n, q if n % b else -q) for n, q in bottom.terms))
            top, bottom = top * conjugate, bottom * conjugate
        return top / bottom

    @property
    def _members(self) -> tuple[int, ...]:
        """The members of a base of the numbers under the roots: each n is a product of distinct ones."""
        return _base(n for n, _ in self.terms)

    def __neg__(self) -> RootSum:
        return RootSum(tuple((n, -q) for n, q in self.terms))

    def __add__(self, other: object) -> Number:
        terms = _terms(other)
        if terms is None:
            return mixed().enclose(self) + other if isinstance(other, (LogForm, LogRatio)) else NotImplemented
        return sum_of_roots(chain(self.terms, terms))

    __radd__ = __add__

    def __sub__(self, other: object) -> Number:
        terms = _terms(other)
        if terms is None:
            return mixed().enclose(self) - other if isinstance(other, (LogForm, LogRatio)) else NotImplemented
        return sum_of_roots(chain(self.terms, ((n, -q) for n, q in terms)))

    def __rsub__(self, other: object) -> Number:
        return -self + other if isinstance(other, (int, Fraction, LogForm, LogRatio)) else NotImplemented

    def __mul__(self, other: object) -> Number:
        terms = _terms(other)
        if terms is None:
            return mixed().enclose(self) * other if isinstance(other, (LogForm, LogRatio)) else NotImplemented
        return sum_of_roots((m * n, p * q) for m, p in self.terms for n, q in terms)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Number:
        match other:
            case int() | Fraction():
                return self * (1 / Fraction(other))
            case RootSum() if (reciprocal := other.reciprocal()) is not None:
                return self * reciprocal
            case RootSum() | LogForm() | LogRatio():
                return mixed().enclose(self) / other
            case _:
                return NotImplemented

    def __rtruediv__(self, other: object) -> Number:
        match other:
            case int() | Fraction() if (reciprocal := self.reciprocal()) is not None:
                return reciprocal * other
            case int() | Fraction() | LogForm() | LogRatio():
                return other / mixed().enclose(self)
            case _:
                return NotImplemented

    def __hash__(self) -> int:
        return mixed().hash_value(self)

    def __str__(self) -> str:
        rational = [fraction_text(q) for n, q in self.terms if n == 1]
        signed = [f"{_coefficient(q)}sqrt({digits(n)})" for n, q in reversed(self.terms) if n != 1]
        return " + ".join(rational + signed).replace("+ -", "- ")

    def __repr__(self) -> str:
        return f"RootSum({self})"


def _terms(x: object) -> tuple[tuple[int, Fraction], ...] | None:
    """The terms of a rational number or a sum of roots; None for anything else."""
    match x:
        case int() | Fraction():
            return ((1, Fraction(x)),)
        case RootSum(terms=terms):
            return terms
        case _:
            return None


def _coefficient(q: Fraction) -> str:
    """The text in front of a root."""
    return {1: "", -1: "-"}[int(q)] if abs(q) == 1 else f"{fraction_text(q)}*"


@defined(formula="sqrt(a/b) = sqrt(a b) / b", errors="Invalid (x < 0)")
def root_of(x: int | Fraction) -> Fraction | RootSum:
    """
    The square root of a rational number.

    >>> root_of(Fraction(9, 4)), root_of(Fraction(9, 8)), root_of(10**400 + 1) < 10**200 + Fraction(1, 10**200)
    (Fraction(3, 2), RootSum(3/4*sqrt(2)), True)
    """
    if x < 0:
        raise Invalid("sqrt", "a number of at least 0", x)
    return sum_of_roots([(x.numerator * x.denominator, Fraction(1, x.denominator))])


def sum_of_roots(terms: Iterable[tuple[int, Fraction]]) -> Fraction | RootSum:
    """
    The sum of q*sqrt(n) over pairs (n, q), n >= 0: a Fraction where it is rational.

    Reason: where no term is left but that of 1, it is that one; else the roots of distinct products of coprime non-squares are independent.

    >>> sum_of_roots([(6, Fraction(1)), (24, Fraction(-1, 2)), (9, Fraction(1))])
    Fraction(3, 1)
    """
    sums = _collected((m, q * r) for n, q in terms for r, m in (_without_squares(n),))
    under = [n for n in sums if n != 1]
    # A single number that isn't a square needs no base.
    if len(under) > 1:
        base = _base(under)
        sums = _collected((m, q * r) for n, q in sums.items() for r, m in (_over(n, base),))
    return RootSum(tuple(sorted(sums.items()))) if sums.keys() - {1} else sums.get(1, Fraction(0))


def _collected(terms: Iterable[tuple[int, Fraction]]) -> dict[int, Fraction]:
    """The sum of the q of each n, where it isn't 0."""
    sums: dict[int, Fraction] = {}
    for n, q in terms:
        sums[n] = sums.get(n, Fraction(0)) + q
    return {n: q for n, q in sums.items() if q}


def _without_squares(n: int) -> tuple[int, int]:
    """
    A pair (r, m) with n = r^2 m: m is 1 where n is a square, and has no square factor of a small prime, for people who read it.

    >>> _without_squares(12), _without_squares(36), _without_squares(0)
    ((2, 3), (6, 1), (0, 1))
    """
    root = isqrt(n)
    if root * root == n:
        return root, 1
    r = 1
    for p in (2, 3, 5, 7, 11, 13):
        while n % (p * p) == 0:
            n, r = n // (p * p), r * p
    return r, n


def _base(numbers: Iterable[int]) -> tuple[int, ...]:
    """
    A coprime base of the numbers above 1, in which a square is replaced by its root until none is left.

    >>> _base((18, 2)), _base((15, 21))
    ((2, 3), (3, 5, 7))
    """
    return tuple(_no_square(b) for b in coprime_base(numbers))


def _no_square(n: int) -> int:
    """The number, its root where it is a square, the root of that, and so on, that is no square; n > 1."""
    root = isqrt(n)
    return _no_square(root) if root * root == n else n


def _over(n: int, base: tuple[int, ...]) -> tuple[int, int]:
    """A pair (r, m) with n = r^2 m, in which m is a product of distinct members of the base."""
    powers = exponents(n, base)
    return prod(b ** (e // 2) for b, e in zip(base, powers, strict=True)), prod(b for b, e in zip(base, powers, strict=True) if e % 2)
