"""
Certified rational bounds of beta quantiles in about 0.1 ms; computing the quantiles themselves takes 1 ms or more.

For decisions that need no more than about 40 bits; `dtref.exact.distributions.beta` decides the rest. Floats search for the quantile
and sum one series, with a derived bound of their error; all else is in balls. Notation: f and F are the density and the
distribution function of beta(a, b), B the beta function.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import exp, expm1, lcm, log, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

from dtref.exact.definition import defined

if TYPE_CHECKING:
    from flint import arb

ENOUGH = 40
"""Accurate bits of the quantile that are enough: the search stops there."""

ROUNDS = 10
"""The most Newton steps; then the best bounds so far are returned."""

_MOST = 2**18
"""The most terms of the series: a quantile that needs more gets no bounds."""

TINY = 2.0**-45
"""Terms below this times sqrt(a) are left out, with a bound: an error E of the series makes one of E (1 - x)/a in the quantile."""

SAFE = Fraction(1, 2**128)
"""Doubles do not overflow for parameters between this and its inverse, and probabilities at least this far from 0 and 1."""


def beta_quantile_bounds(p: Fraction, a: Fraction, b: Fraction) -> tuple[Fraction, Fraction]:
    """
    Rational numbers below and above the x with I_x(a, b) = p, mostly by a factor of 1 + 2^-40; 0 and 1 where none are found quickly.

    For p strictly between 0 and 1, and parameters above 0, whole or not.

    >>> low, high = beta_quantile_bounds(Fraction(1, 9), Fraction(2), Fraction(1))
    >>> low < Fraction(1, 3) < high < low + Fraction(1, 2**40), beta_quantile_bounds(Fraction(1, 2), Fraction(1), Fraction(1, 10**40))
    (True, (Fraction(0, 1), Fraction(1, 1)))
    """
    if not is_safe(p, a, b):
        return Fraction(0), Fraction(1)
    odds = log_odds_guess(p, float(a), float(b))
    if odds > 0:
        low, high = _ends(_enclosed(1 - p, b, a, -odds))
        return 1 - high, 1 - low
    return _ends(_enclosed(p, a, b, odds))


def is_safe(p: Fraction, a: Fraction, b: Fraction) -> bool:
    """
    Whether doubles hold what a guess of the quantile computes.

    >>> is_safe(Fraction(1, 2), Fraction(1), Fraction(2)), is_safe(Fraction(1, 10**99), Fraction(1), Fraction(2))
    (True, False)
    """
    return min(p, 1 - p, a, b) >= SAFE and max(a, b) <= 1 / SAFE


@defined(
    sources=(
        "(1 - x)^b = 1 - p for a = 1",
        "Abramowitz and Stegun 1964, 26.5.22, with the normal deviate y",
        (
            "for a parameter below 1, where that is poor, Press et al. 2007, Numerical Recipes, 6.14: the density "
            "taken for a power of x below the mean, and of 1 - x above it"
        ),
    ),
)
def log_odds_guess(p: Fraction, a: float, b: float) -> float:
    """
    A guess of log(x/(1 - x)) for the quantile x, from -600 to 600.

    >>> log_odds_guess(Fraction(1, 2), 3.0, 3.0)
    0.0
    """
    if a == 1:
        odds = -_logit(log(1 - p) / b)
    elif b == 1:
        odds = _logit(log(p) / a)
    elif min(a, b) > 1:
        y = _deviate(p)
        h, k = 2 / (1 / (2 * a - 1) + 1 / (2 * b - 1)), (y * y - 3) / 6
        skew = (1 / (2 * b - 1) - 1 / (2 * a - 1)) * (k + 5 / 6 - 2 / (3 * h))
        odds = log(a / b) + 2 * (y * sqrt(h + k) / h + skew)
    else:
        lower, upper = (a / (a + b)) ** a / a, (b / (a + b)) ** b / b
        both = lower + upper
        left = p < lower / both
        odds = _logit(log(a * both * float(p)) / a) if left else -_logit(log(b * both * float(1 - p)) / b)
    return max(-600.0, min(odds, 600.0))


def _logit(log_x: float) -> float:
    """The log odds of x, from its logarithm, which may have been rounded to 0 or more."""
    x = min(log_x, -1e-300)
    return x - log(-expm1(x))


@lru_cache(maxsize=8)
def _deviate(p: Fraction) -> float:
    """The standard normal quantile, approximately."""
    return NormalDist().inv_cdf(float(p)) if p < Fraction(1, 2) else -NormalDist().inv_cdf(float(1 - p))


@defined(formula="F(m) = D S / a and f(m) = D / (m (1 - m)) with D = m^a (1 - m)^b / B(a, b) and S of `_series`", letter="F(m)")
def _enclosed(p: Fraction, a: Fraction, b: Fraction, odds: float) -> arb:
    """
    A ball around the quantile, searched from a guess of its log odds, at most 0; all of [0, 1] where no step is proved.

    With s = (p - F(m)) / f(m), the Newton step at m, and X = m ± 2s: f(X) = f(m) exp(g(X) (X - m)), where g = (log f)' = (a - 1)/x - (b -
    1)/(1 - x), by the mean value theorem; so x is in m + s exp(-g(X) (X - m)), where X contains that, by the interval Newton theorem. The
    next m is Halley's.
    """
    import flint

    scale = lcm(a.denominator, b.denominator)
    whole_a, whole_b = int(a * scale), int(b * scale)
    best, m = flint.arb(0.5, 0.5), 1 / (1 + exp(-odds))
    with flint.ctx.workprec(72 + 2 * int(a + b).bit_length()):
        target, first, second = (flint.arb(flint.fmpq(q.numerator, q.denominator)) for q in (p, a, b))
        log_b = first.lgamma() + second.lgamma() - (first + second).lgamma()
        for _ in range(ROUNDS):
            x = flint.arb(m)
            y = 1 - x
            d = (first * x.log() + second * y.log() - log_b).exp()
            # The Newton step at m, in balls, and the interval Newton step around it.
            s = (target / d - _series(m, whole_a, whole_b, scale) / first) * x * y
            if not s.is_finite():
                break
            around = (2 * s).union(-2 * s)
            g = (first - 1) / (x + around) - (second - 1) / (y - around)
            new = x + s * (-g * around).exp()
            # Proved: the new ball lies within the old one.
            if 0 < x + around < 1 and (x + around).contains(new):
                best = new
                if new.rel_accuracy_bits() >= ENOUGH or new.rad() < 2 * s.rad():
                    break
            m = _halley(m, float(s.mid()), (float(a) - 1) / m - (float(b) - 1) / (1 - m))
    return best


def _halley(m: float, s: float, g: float) -> float:
    """The next point after m for the Newton step s: at most twice as far, and halfway to 0 or 1 where it would get there."""
    step = s / (1 + max(-1.0, min(g * s, 1.0)) / 2)
    return m + step if 0 < m + step < 1 else (m + (step > 0)) / 2


@defined(
    formula=(
        "S = sum_{k >= 0} prod_{i < k} x (a + b + i)/(a + 1 + i), and for a whole b the tail of the binomial "
        "distribution, S (1 - x) = sum_{k < b} prod_{i < k} x/(1 - x) (b - 1 - i)/(a + 1 + i)"
    ),
    letter="S",
    sources=("DLMF 8.17(ii), 15.2.1, 15.8.1",),
)
def _series(x: float, a: int, b: int, scale: int) -> arb:
    """
    A ball around S = I_x(a, b) a B(a, b) / (x^a (1 - x)^b), for parameters that are multiplied by `scale` to be whole.

    Bound: let u = 2^-53, the relative error of rounding to the nearest double, also of a quotient of two ints in Python. The factor
    x/(1 - x) has an error of 2u; times the quotient, of u, it makes 4u with the product's own; times the term before, 5u. So the k-th
    term has 5ku, and as all terms are positive and each addition adds u of the sum so far, the sum has 6ku, to first order. 8ku =
    2^-50 k covers the higher orders up to k = MOST, and what a term that underflows lacks. The ratios of terms fall, or rise towards
    x, so those left out are together at most t r/(1 - r), for the last term t and the larger r of x and the last ratio;
    2 t/(1 - r) covers the rounding where r < 1 - 2^-20.

    >>> import flint
    >>> _series(0.25, 1, 2, 1).contains(flint.arb(14) / 9)
    True
    """
    import flint

    finite = b % scale == 0
    factor = x / (1 - x) if finite else x
    tops = range(b - scale, -1, -scale) if finite else range(a + b, a + b + _MOST * scale, scale)
    bottoms = range(a + scale, a + (_MOST + 1) * scale, scale)
    tiny = TINY * sqrt(a / scale)
    term = total = 1.0
    for top, bottom in zip(tops, bottoms, strict=False):
        term *= factor * (top / bottom)
        total += term
        if term < tiny:
            break
    # The rest is at most a geometric series.
    terms, ratio = (bottom - a) // scale, max(x, factor * (top / bottom))
    if not (term < tiny and ratio < 1 - 2.0**-20):
        return flint.arb.nan()
    ball = flint.arb(total, total * terms * 2.0**-50 + 2 * term / (1 - ratio))
    return ball / (1 - flint.arb(x)) if finite else ball


def _ends(ball: arb) -> tuple[Fraction, Fraction]:
    """The ends of a ball around a number from 0 to 1."""
    low, high = ball.lower().fmpq(), ball.upper().fmpq()
    return max(Fraction(0), Fraction(int(low.p), int(low.q))), min(Fraction(1), Fraction(int(high.p), int(high.q)))
