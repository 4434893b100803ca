"""
Student's t-distribution: upper tail and quantiles.

Document: `evaluation` t-distribution, t-Test. Notation: T_n is a variable with n degrees of freedom.
Before this: `dtref.distributions.beta`. Next: `dtref.distributions.f`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from dtref.distributions.beta import beta_at_most
from dtref.distributions.inversion import inverse, probability, rational_where
from dtref.errors import Undefined
from dtref.exact.enclosure import Enclosure, enclose
from dtref.exact.number import Exact
from dtref.exact.order import comparable, compare, sign

if TYPE_CHECKING:
    from flint import arb


def t_tail(x: Exact, degrees: int) -> Enclosure | Fraction | Undefined:
    """
    The probability that T_degrees exceeds x.   A Fraction where it is known to be one: at x = 0, and where the root below is rational.

    Formula: P(T_n > x) = I_{n/(n + x^2)}(n/2, 1/2) / 2 for x >= 0, and 1 - P(T_n > -x) for x < 0; for an even n this is a rational
    function of x and sqrt(n + x^2). Undefined: no degree of freedom. Invalid: a float.   Source: `evaluation`, t-Test.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(t_tail(Fraction(223, 100), 10), 6), t_tail(Fraction(1, 2), 2), t_tail(-1, 1), t_tail(0, 5)
    ('0.024921', Fraction(1, 3), Fraction(3, 4), Fraction(1, 2))
    """
    if degrees < 1:
        return Undefined("no degree of freedom")
    at = comparable(x)
    if sign(at) < 0:
        above = t_tail(-at, degrees)
        return above if isinstance(above, Undefined) else 1 - above
    return beta_at_most(degrees / (degrees + Fraction(1) * at * at), Fraction(degrees, 2), Fraction(1, 2)) / 2


def t_quantile(p: Exact, degrees: int) -> Enclosure | Fraction | Undefined:
    """
    The x that T_degrees is at most with probability p.   Exactly 0 at p = 1/2.

    Formula: P(T_n <= x) = p; the documents' t_{alpha/2, n} is the quantile of 1 - alpha/2. Undefined: no degree of freedom.
    Invalid: p is not strictly between 0 and 1.   Source: `evaluation`, t-Test.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(t_quantile(Fraction(975, 1000), 10), 6), t_quantile(Fraction(1, 4), 1), t_quantile(Fraction(1, 2), 5)
    ('2.228139', Fraction(-1, 1), Fraction(0, 1))
    """
    if degrees < 1:
        return Undefined("no degree of freedom")
    probability("t quantile", p)
    side = compare(p, Fraction(1, 2))
    if side == 0:
        return Fraction(0)
    tail = enclose(comparable(p if side < 0 else 1 - p))
    found = side * Enclosure(f"t quantile({p}, {degrees})", lambda ball: inverse(lambda x: _tail(x, degrees), ball, rising=False), (tail,))
    return rational_where(found, lambda x: t_tail(x, degrees), 1 - p) if isinstance(p, Fraction) else found


def _tail(x: arb, degrees: int) -> arb:
    """The upper tail for x > 0; below sqrt n as a complement, since the series for I_y with y near 1 is slow for many degrees."""
    import flint

    n, half = flint.arb(degrees), flint.arb(1) / 2
    if x * x < n:
        return (1 - (x * x / (n + x * x)).beta_lower(half, n / 2, regularized=1)) / 2
    return (n / (n + x * x)).beta_lower(n / 2, half, regularized=1) / 2
