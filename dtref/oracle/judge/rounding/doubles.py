"""
Numbers that carry a first-order bound of their rounding error, so that a formula run on them bounds the error of its result.

Notation: u, the unit of rounding (2^-53, times the factor allowed); x' = x + e the double that stands for x, |e| at most its `error`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isqrt

from attrs import frozen

WHOLE = 2**53
"""Every integer up to this one is a double, and sums and products of integers below it are exact."""
_BITS = 200
"""The bits of a number that are kept: an error bound needs no more."""


@frozen
class Double:
    """
    A number, and the error that the double for it may have. unit: u, the relative error that each rounding adds.

    a + b and a - b are off by the errors of both, a * b by |a| e_b + |b| e_a, a / b by (e_a + |a/b| e_b) / |b|, each plus u times the size
    of the result: so the error of a difference stays that of its terms, and a quotient by a small difference magnifies it. Whole
    numbers up to 2^53 make no error.

    >>> one, third = Double(Fraction(1), Fraction(0), Fraction(1, 100)), Double(Fraction(1, 3), Fraction(1, 300), Fraction(1, 100))
    >>> (one - third).error, (one / (one - third - third)).error
    (Fraction(1, 100), Fraction(9, 50))
    """

    value: Fraction
    error: Fraction
    unit: Fraction

    def __add__(self, other: Double) -> Double:
        return self._rounded(self.value + other.value, self.error + other.error)

    def __sub__(self, other: Double) -> Double:
        return self._rounded(self.value - other.value, self.error + other.error)

    def __mul__(self, other: Double) -> Double:
        return self._rounded(self.value * other.value, abs(self.value) * other.error + abs(other.value) * self.error)

    def __truediv__(self, other: Double) -> Double:
        value = self.value / other.value
        return self._rounded(value, (self.error + abs(value) * other.error) / abs(other.value), whole=False)

    def root(self) -> Double:
        """The square root; its error is at most 2e / (sqrt(x) + sqrt(e)) on both sides. A value below 0 by rounding counts as 0."""
        value, near = root_of_double(max(self.value, Fraction(0))), root_of_double(self.error)
        return self._rounded(value, 2 * self.error / (value + near) if value + near else Fraction(0), whole=False)

    def _rounded(self, value: Fraction, error: Fraction, *, whole: bool = True) -> Double:
        exact = whole and not error and value.denominator == 1 and abs(value) <= WHOLE
        return Double(_short(value), error if exact else _short(error + self.unit * abs(value)), self.unit)


def double(x: Fraction, unit: Fraction) -> Double:
    """
    The double nearest to a number; an integer up to 2^53 is exact.

    >>> double(Fraction(3), Fraction(1, 100)).error, double(Fraction(1, 2), Fraction(1, 100)).error
    (Fraction(0, 1), Fraction(1, 200))
    """
    return Double(x, Fraction(0) if x.denominator == 1 and abs(x) <= WHOLE else abs(x) * unit, unit)


def sum_of_doubles(terms: Iterable[Double], unit: Fraction) -> Double:
    """
    The sum of doubles, added from the first to the last.

    >>> sum_of_doubles([], Fraction(1, 100)).value
    Fraction(0, 1)
    """
    so_far = Double(Fraction(0), Fraction(0), unit)
    for term in terms:
        so_far = so_far + term
    return so_far


def root_of_double(x: Fraction) -> Fraction:
    """
    The square root of a number of at least 0, to some thirty digits.

    >>> root_of_double(Fraction(9, 4)), root_of_double(Fraction(0))
    (Fraction(3, 2), Fraction(0, 1))
    """
    if not x:
        return x
    shift = max(_BITS + x.denominator.bit_length() - x.numerator.bit_length(), 0) // 2 + 1
    return Fraction(isqrt(x.numerator * 4**shift // x.denominator), 2**shift)


def _short(x: Fraction) -> Fraction:
    """A number cut to `_BITS` bits, so that fractions in a long sum stay short."""
    excess = min(x.numerator.bit_length(), x.denominator.bit_length()) - _BITS
    if excess <= 0:
        return x
    scale = x.denominator.bit_length() - x.numerator.bit_length() + _BITS
    return Fraction(x.numerator * 2**scale // x.denominator, 2**scale) if scale > 0 else Fraction(x.numerator // x.denominator)
