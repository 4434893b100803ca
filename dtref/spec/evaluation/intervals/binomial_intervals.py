"""
Intervals for a true error rate from the binomial distribution itself: Clopper-Pearson, and the Bayesian one of Jeffreys.

Notation: k errors in n records, confidence 1 - alpha, X the binomial number of errors, B(q; a, b) the quantiles of the beta distribution.
"""

from __future__ import annotations

from fractions import Fraction

from dtref.exact.definition import defined
from dtref.exact.distributions.beta import beta_quantile
from dtref.exact.inputs import whole
from dtref.exact.number import number
from dtref.spec.evaluation.intervals.deviates import checked_confidence
from dtref.spec.evaluation.intervals.interval import Interval


@defined(
    formula=(
        "P(X >= k | low) = alpha/2 = P(X <= k | high); low = B(alpha/2; k, n - k + 1), high = B(1 - alpha/2; k + "
        "1, n - k); low = 0 at k = 0, high = 1 at k = n"
    ),
    errors="Invalid for k not in 0..n, or a confidence not in (0, 1)",
    sources=("Clopper and Pearson 1934",),
)
def clopper_pearson(k: int, n: int, confidence: Fraction) -> Interval:
    """
    The exact interval: the p that k errors do not refute in a test with alpha/2 on either side. [0, 1] without records.

    >>> from dtref.exact.decimals import decimal
    >>> found = clopper_pearson(2, 10, Fraction(95, 100))
    >>> decimal(found.low, 6), decimal(found.high, 6), clopper_pearson(0, 1, Fraction(95, 100))
    ('0.025211', '0.556095', Interval(low=Fraction(0, 1), high=Fraction(39, 40)))
    """
    return _exact(k, n, (1 - checked_confidence(confidence)) / 2)


@defined(formula="P(X <= k | high) = alpha", errors=clopper_pearson)
def clopper_pearson_at_most(k: int, n: int, confidence: Fraction) -> Interval:
    """
    The one-sided exact interval [0, high]. At confidence 3/4 this is the pessimistic rate of C4.5.

    >>> clopper_pearson_at_most(0, 1, Fraction(75, 100)), clopper_pearson_at_most(0, 0, Fraction(75, 100))
    (Interval(low=Fraction(0, 1), high=Fraction(3, 4)), Interval(low=Fraction(0, 1), high=Fraction(1, 1)))
    """
    return _exact(k, n, 1 - checked_confidence(confidence)).at_most


@defined(formula="P(X >= k | low) = alpha", errors=clopper_pearson)
def clopper_pearson_at_least(k: int, n: int, confidence: Fraction) -> Interval:
    """
    The one-sided exact interval [low, 1].

    >>> clopper_pearson_at_least(1, 1, Fraction(75, 100))
    Interval(low=Fraction(1, 4), high=Fraction(1, 1))
    """
    return _exact(k, n, 1 - checked_confidence(confidence)).at_least


@defined(
    formula=(
        "[B(alpha/2; k + 1/2, n - k + 1/2), B(1 - alpha/2; k + 1/2, n - k + 1/2)], also at k = 0 and k = n, where it excludes 0 and 1"
    ),
    errors=clopper_pearson,
    sources=("Brown, Cai and DasGupta 2001 (who put 0 and 1 there)",),
)
def jeffreys(k: int, n: int, confidence: Fraction) -> Interval:
    """
    The equal-tailed interval of the posterior of Jeffreys's prior, the beta distribution with 1/2 and 1/2.

    >>> from dtref.exact.decimals import decimal
    >>> found = jeffreys(2, 10, Fraction(95, 100))
    >>> decimal(found.low, 6), decimal(found.high, 6), jeffreys(0, 0, Fraction(1, 3)).low
    ('0.044059', '0.502774', Fraction(1, 4))
    """
    k, n = _checked(k, n)
    tail, half = (1 - checked_confidence(confidence)) / 2, Fraction(1, 2)
    return Interval(*(number(beta_quantile(p, k + half, n - k + half)) for p in (tail, 1 - tail)))


def _exact(k: int, n: int, tail: Fraction) -> Interval:
    k, n = _checked(k, n)
    low = beta_quantile(tail, k, n - k + 1) if k else 0
    high = beta_quantile(1 - tail, k + 1, n - k) if k < n else 1
    return Interval(number(low), number(high))


def _checked(k: int, n: int) -> tuple[int, int]:
    n = whole("n", n)
    return whole("k", k, most=n), n
