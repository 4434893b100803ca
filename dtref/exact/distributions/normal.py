"""
The standard normal distribution: probabilities and quantiles.

Notation: Z is a standard normal variable, Phi its distribution function.
"""

from __future__ import annotations

__sources__ = (
    ("evaluation", "Normal distribution, Calculating confidence intervals"),
    ("tan", "Confidence Interval for Accuracy"),
    ("iaml", "2.3.2 Estimating Generalisation Error"),
)

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from dtref.exact.comparison import comparable, compare
from dtref.exact.definition import defined
from dtref.exact.distributions.inversion import probability
from dtref.exact.enclosure import Enclosure, enclose, formula_or_text
from dtref.exact.functions import sqrt
from dtref.exact.number import Exact

if TYPE_CHECKING:
    from flint import arb


@defined(
    formula="Phi(x) = erfc(-x / sqrt 2) / 2",
    letter="Phi(x)",
    errors="Invalid (a float)",
    sources=(("evaluation", "Normal distribution"),),
    parts=lambda: (normal_tail,),  # type: ignore[has-type]  # it is defined below
)
def normal_at_most(x: Exact) -> Enclosure | Fraction:
    """
    The probability that Z is at most x.   Exactly 1/2 at x = 0.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(normal_at_most(Fraction(1644, 1000)), 4), normal_at_most(0)
    ('0.9499', Fraction(1, 2))
    """
    return normal_tail(-comparable(x))


@defined(
    formula="P(Z > x) = erfc(x / sqrt 2) / 2",
    errors="Invalid (a float)",
    sources=(("evaluation", "Comparing two hypotheses (z_alpha)"),),
)
def normal_tail(x: Exact) -> Enclosure | Fraction:
    """
    The probability that Z exceeds x.   Exactly 1/2 at x = 0.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(normal_tail(Fraction(196, 100)), 6), normal_tail(0)
    ('0.024998', Fraction(1, 2))
    """
    value = enclose(comparable(x))
    if value.ball(64) == 0:
        return Fraction(1, 2)
    return Enclosure(f"normal tail({formula_or_text(x)})", _half_erfc, (value / sqrt(2),))


@defined(
    formula="Phi(x) = p",
    letter="Phi(x)",
    errors="Invalid (p is not strictly between 0 and 1)",
    sources=(("iaml", "2.3.2 Estimating Generalisation Error"),),
)
def normal_quantile(p: Exact) -> Enclosure | Fraction:
    """
    The quantile of Z: the x with P(Z <= x) = p.   Exactly 0 at p = 1/2.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(normal_quantile(Fraction(975, 1000)), 12), normal_quantile(Fraction(1, 2))
    ('1.959963984540', Fraction(0, 1))
    """
    probability("normal quantile", p)
    side = compare(p, Fraction(1, 2))
    if side == 0:
        return Fraction(0)
    tail = enclose(comparable(p if side < 0 else 1 - p))
    return Enclosure(f"normal quantile({formula_or_text(p)})", partial(_erfcinv, side=side), (tail,)) * sqrt(2)


def _half_erfc(ball: arb) -> arb:
    return ball.erfc() / 2


def _erfcinv(ball: arb, side: int) -> arb:
    return side * (2 * ball).erfcinv()
