"""
Tail probabilities of distributions, as enclosures.

Before this: `dtref.exact.enclosure`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from dtref.errors import Invalid, Undefined
from dtref.exact.enclosure import Enclosure, enclose
from dtref.exact.number import Exact
from dtref.exact.order import comparable, sign

if TYPE_CHECKING:
    from flint import arb


def chi_square_tail(x: Exact, degrees: int) -> Enclosure | Fraction | Undefined:
    """
    The probability that a chi-square variable exceeds x: the p-value of a statistic x.   Exactly 1 at x = 0.

    Formula: Q(degrees/2, x/2), the regularised upper incomplete gamma function. Undefined: no degree of freedom.
    Invalid: x < 0.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(chi_square_tail(Fraction(266, 75), 2), 6), chi_square_tail(Fraction(0), 2), chi_square_tail(Fraction(0), 0)
    ('0.169766', Fraction(1, 1), Undefined(why='no degree of freedom'))
    """
    if degrees < 1:
        return Undefined("no degree of freedom")
    at = sign(x)
    if at < 0:
        raise Invalid("chi-square tail", "a statistic of at least 0", x)
    if at == 0:
        return Fraction(1)
    half = enclose(comparable(x)) / 2
    return Enclosure(f"chi-square tail({x}, {degrees})", lambda ball: _upper_gamma(ball, degrees), (half,))


def _upper_gamma(half: arb, degrees: int) -> arb:
    import flint

    return half.gamma_upper(flint.arb(degrees) / 2, regularized=1)
