"""
Student's t-distribution: upper tail and quantiles.

Notation: T_n is a variable with n degrees of freedom.
"""

from __future__ import annotations

__sources__ = (("evaluation", "t-distribution, t-Test"),)

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from dtref.errors import Undefined
from dtref.exact.comparison import comparable, compare, sign
from dtref.exact.definition import defined
from dtref.exact.distributions.beta import beta_at_most
from dtref.exact.distributions.incomplete_beta import incomplete_beta
from dtref.exact.distributions.inversion import inverse, probability, rational_where
from dtref.exact.enclosure import Enclosure, enclose, formula_or_text
from dtref.exact.inputs import whole
from dtref.exact.number import Exact, number

if TYPE_CHECKING:
    from flint import arb


@defined(
    formula=(
        "P(T_n > x) = I_{n/(n + x^2)}(n/2, 1/2) / 2 for x >= 0, and 1 - P(T_n > -x) for x < 0; for an even n this "
        "is a rational function of x and sqrt(n + x^2)"
    ),
    undefined="no degree of freedom",
    errors="Invalid (a float)",
    sources=(("evaluation", "t-Test"),),
)
def t_tail(x: Exact, degrees: int) -> Enclosure | Fraction | Undefined:
    """
    The probability that T_degrees exceeds x.   A Fraction where it is known to be rational: at x = 0, and where the root below is rational.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(t_tail(Fraction(223, 100), 10), 6), t_tail(Fraction(1, 2), 2), t_tail(-1, 1), t_tail(0, 5)
    ('0.024921', Fraction(1, 3), Fraction(3, 4), Fraction(1, 2))
    """
    degrees = whole("degrees", degrees)
    if degrees < 1:
        return Undefined("no degree of freedom")
    value = comparable(x)
    if sign(value) < 0:
        above = t_tail(-value, degrees)
        return above if isinstance(above, Undefined) else 1 - above
    return beta_at_most(degrees / (degrees + Fraction(1) * value * value), Fraction(degrees, 2), Fraction(1, 2)) / 2


@defined(
    formula="P(T_n <= x) = p; the documents' t_{alpha/2, n} is the quantile of 1 - alpha/2",
    undefined="no degree of freedom",
    errors="Invalid (p is not strictly between 0 and 1)",
    sources=(("evaluation", "t-Test"),),
)
def t_quantile(p: Exact, degrees: int) -> Enclosure | Fraction | Undefined:
    """
    The quantile of T_degrees: the x with P(T_degrees <= x) = p.   Exactly 0 at p = 1/2.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(t_quantile(Fraction(975, 1000), 10), 6), t_quantile(Fraction(1, 4), 1), t_quantile(Fraction(1, 2), 5)
    ('2.228139', Fraction(-1, 1), Fraction(0, 1))
    """
    degrees = whole("degrees", degrees)
    if degrees < 1:
        return Undefined("no degree of freedom")
    probability("t quantile", p)
    side = compare(p, Fraction(1, 2))
    if side == 0:
        return Fraction(0)
    # By symmetry: find |x| from P(-|x| < T < |x|), or from the two tails, whichever is smaller.
    middle = side * (2 * number(p) - 1)
    inner = compare(middle, Fraction(1, 2)) <= 0
    share, value = (middle, _middle) if inner else (1 - middle, _tails)
    rule = partial(inverse, partial(value, degrees=degrees), partial(_density, degrees=degrees), rising=inner)
    quantile = side * Enclosure(f"t quantile({formula_or_text(p)}, {formula_or_text(degrees)})", rule, (enclose(comparable(share)),))
    return rational_where(quantile, lambda x: t_tail(x, degrees), 1 - p) if isinstance(p, Fraction) else quantile


def _middle(x: arb, degrees: int) -> arb:
    """P(-x < T < x)."""
    import flint

    n, half = flint.arb(degrees), flint.arb(1) / 2
    return incomplete_beta(x * x / (n + x * x), n / (n + x * x), half, n / 2)


def _tails(x: arb, degrees: int) -> arb:
    """1 - P(-x < T < x)."""
    import flint

    n, half = flint.arb(degrees), flint.arb(1) / 2
    return incomplete_beta(n / (n + x * x), x * x / (n + x * x), n / 2, half)


def _density(x: arb, degrees: int) -> arb:
    import flint

    return _density_of(x, flint.arb(degrees), flint.arb.pi())


@defined(formula="2 (1 + x^2/n)^(-(n + 1)/2) Gamma((n + 1)/2) / (Gamma(n/2) sqrt(pi n))")
def _density_of(x: arb, n: arb, pi: arb) -> arb:
    """The density of |T|, of balls or whatever has the functions of one."""
    logarithm = ((n + 1) / 2).lgamma() - (n / 2).lgamma() - (n + 1) / 2 * (x * x / n).log1p()
    return 2 * logarithm.exp() / (pi * n).sqrt()
