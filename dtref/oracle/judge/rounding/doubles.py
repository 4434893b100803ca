"""
Numbers with the error that doubles make of them, to first order: a formula that is run on them says how far its result may be off.

Notation: u, the unit of rounding (2^-53, times what is allowed); x' = x + e the double that stands for x, |e| at most its `error`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isqrt

from attrs import frozen

WHOLE = 2**53
"""Up to here every whole number is a double, and sums and products of them are exact."""
_BITS = 200
"""How many bits of a number are kept here: an error need not be known to more."""


@frozen
class Double:
    """
    A number, and how far the double that stands for it may be off. unit: u, what each rounding adds, relative to its result.

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
        """Its square root, off by 2e / (sqrt(x) + sqrt(e)) at most, which bounds both sides. What rounding made less than 0 counts as 0."""
        value, near = root_of(max(self.value, Fraction(0))), root_of(self.error)
        return self._rounded(value, 2 * self.error / (value + near) if value + near else Fraction(0), whole=False)

    def _rounded(self, value: Fraction, error: Fraction, *, whole: bool = True) -> Double:
        exact = whole and not error and value.denominator == 1 and abs(value) <= WHOLE
        return Double(_short(value), error if exact else _short(error + self.unit * abs(value)), self.unit)


def double(x: Fraction, unit: Fraction) -> Double:
    """
    The double nearest to a number: a whole one up to 2^53 is exact.

    >>> double(Fraction(3), Fraction(1, 100)).error, double(Fraction(1, 2), Fraction(1, 100)).error
    (Fraction(0, 1), Fraction(1, 200))
    """
    return Double(x, Fraction(0) if x.denominator == 1 and abs(x) <= WHOLE else abs(x) * unit, unit)


def sum_of_doubles(terms: Iterable[Double], unit: Fraction) -> Double:
    """
    Their sum, added up from the first.

    >>> sum_of_doubles([], Fraction(1, 100)).value
    Fraction(0, 1)
    """
    found = Double(Fraction(0), Fraction(0), unit)
    for term in terms:
        found = found + term
    return found


def root_of(x: Fraction) -> Fraction:
    """
    The square root of a number of at least 0, with some thirty digits.

    >>> root_of(Fraction(9, 4)), root_of(Fraction(0))
    (Fraction(3, 2), Fraction(0, 1))
    """
    if not x:
        return x
    shift = max(_BITS + x.denominator.bit_length() - x.numerator.bit_length(), 0) // 2 + 1
    return Fraction(isqrt(x.numerator * 4**shift // x.denominator), 2**shift)


def _short(x: Fraction) -> Fraction:
    """The number to `_BITS` bits, so that a long sum doesn't grow without bound."""
    excess = min(x.numerator.bit_length(), x.denominator.bit_length()) - _BITS
    if excess <= 0:
        return x
    scale = x.denominator.bit_length() - x.numerator.bit_length() + _BITS
    return Fraction(x.numerator * 2**scale // x.denominator, 2**scale) if scale > 0 else Fraction(x.numerator // x.denominator)
