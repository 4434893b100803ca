"""The chi-square distribution: upper tail and quantiles."""

from __future__ import annotations

__sources__ = (("cs6220", "*Other Attribute Selection Measures"), ("evaluation", "t-distribution (chi-square with n degrees of freedom)"))

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import comparable, compare, sign
from dtref.exact.definition import defined
from dtref.exact.distributions.inversion import inverse, probability
from dtref.exact.enclosure import Enclosure, enclose, formula_or_text
from dtref.exact.inputs import whole
from dtref.exact.number import Exact

if TYPE_CHECKING:
    from flint import arb


@defined(
    formula="Q(degrees/2, x/2), the regularised upper incomplete gamma function",
    undefined="no degree of freedom",
    errors="Invalid (x < 0)",
)
def chi_square_tail(x: Exact, degrees: int) -> Enclosure | Fraction | Undefined:
    """
    The probability that a chi-square variable exceeds x: the p-value of a statistic x.   Exactly 1 at x = 0.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(chi_square_tail(Fraction(266, 75), 2), 6), chi_square_tail(Fraction(0), 2), chi_square_tail(Fraction(0), 0)
    ('0.169766', Fraction(1, 1), Undefined(why='no degree of freedom'))
    """
    degrees = whole("degrees", degrees)
    if degrees < 1:
        return Undefined("no degree of freedom")
    side = sign(x)
    if side < 0:
        raise Invalid("chi-square tail", "a statistic of at least 0", x)
    if side == 0:
        return Fraction(1)
    half = enclose(comparable(x)) / 2
    return Enclosure(f"chi-square tail({formula_or_text(x)}, {formula_or_text(degrees)})", partial(_upper_gamma, degrees=degrees), (half,))


@defined(
    formula="P(degrees/2, x/2) = p, the regularised lower incomplete gamma function",
    undefined="no degree of freedom",
    errors="Invalid (p < 0 or p >= 1)",
)
def chi_square_quantile(p: Exact, degrees: int) -> Enclosure | Fraction | Undefined:
    """
    The quantile: the x with P(X <= x) = p for a chi-square variable X.   Exactly 0 at p = 0.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(chi_square_quantile(Fraction(95, 100), 1), 6), chi_square_quantile(0, 1)
    ('3.841459', Fraction(0, 1))
    """
    degrees = whole("degrees", degrees)
    if degrees < 1:
        return Undefined("no degree of freedom")
    if compare(p, 0) == 0:
        return Fraction(0)
    probability("chi-square quantile", p)
    # Solve for the smaller of the two tails, in x/2.
    lower = compare(p, Fraction(1, 2)) <= 0
    share, tail = (p, _lower_gamma) if lower else (1 - p, _upper_gamma)
    rule = partial(inverse, partial(tail, degrees=degrees), partial(_density, degrees=degrees), rising=lower)
    return 2 * Enclosure(f"gamma quantile({formula_or_text(p)}, {formula_or_text(degrees)}/2)", rule, (enclose(comparable(share)),))


def _upper_gamma(half: arb, degrees: int) -> arb:
    import flint

    return half.gamma_upper(flint.arb(degrees) / 2, regularized=1)


@defined(formula="P(a, x) = x^a e^-x / Gamma(a + 1) sum_j x^j / ((a + 1) ... (a + j))")
def _lower_gamma(x: arb, degrees: int) -> arb:
    """
    The regularised lower incomplete gamma function: far below its middle by its series, elsewhere as 1 minus the upper one.

    For x < a/2 a term is less than half of the one before it, so that all that follow a term add up to less than the term itself.
    """
    import flint

    a = flint.arb(degrees) / 2
    if not 2 * x < a:
        return 1 - _upper_gamma(x, degrees)
    term = total = flint.arb(1)
    for j in range(1, flint.ctx.prec + 1):
        term = term * x / (a + j)
        total += term
    return (a * x.log() - x - (a + 1).lgamma()).exp() * total.union(total + term)


def _density(half: arb, degrees: int) -> arb:
    import flint

    a = flint.arb(degrees) / 2
    return ((a - 1) * half.log() - half - a.lgamma()).exp()
