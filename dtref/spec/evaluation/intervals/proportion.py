"""
Intervals for a true error rate from k errors in n records that rest on the normal distribution: Wald, Wilson, Agresti-Coull.

Notation: p^ = k/n the observed rate (`tan`: acc, with k correct predictions of N), z the deviate: a table's, or a `confidence`'s. All three
say the same of the accuracy: the interval for n - k is the complement. A k that is no whole number is a rate times n, as in `tan`, Test of
Significance (85% of 30).
"""

from __future__ import annotations

__sources__ = (
    ("evaluation", "Calculating confidence intervals"),
    ("tan", "Confidence Interval for Accuracy"),
    ("iaml", "2.3.2 Estimating Generalisation Error"),
)

from fractions import Fraction

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.functions import sqrt
from dtref.exact.inputs import exact
from dtref.exact.number import Exact, Number, is_zero, number
from dtref.spec.evaluation.intervals.deviates import z_or_confidence
from dtref.spec.evaluation.intervals.interval import Interval, about

_NO_RECORDS = "no records"


@defined(
    formula="sqrt(p^ (1 - p^) / n)",
    undefined="no records",
    errors="Invalid for floats, k not in 0..n",
    sources=(("evaluation", "Calculating confidence intervals"),),
)
def standard_error_of_rate(k: Exact, n: Exact) -> Number | Undefined:
    """
    The estimated standard deviation of an observed error rate.

    >>> standard_error_of_rate(50, 100), standard_error_of_rate(0, 0)
    (Fraction(1, 20), Undefined(why='no records'))
    """
    k, n = _counts(k, n)
    return Undefined(_NO_RECORDS) if is_zero(n) else sqrt(k / n * (1 - k / n) / n)


@defined(
    formula="p^ ± z sqrt(p^ (1 - p^) / n)",
    undefined="no records",
    errors="Invalid for floats, k not in 0..n, z < 0, z and confidence both or neither",
    sources=(("evaluation", "Calculating confidence intervals"), ("iaml", "2.3.2 Estimating Generalisation Error")),
    parts=lambda: (standard_error_of_rate,),
    synonyms=("normal approximation interval",),
)
def wald(k: Exact, n: Exact, z: Exact | None = None, *, confidence: Fraction | None = None) -> Interval | Undefined:
    """
    The normal interval of the documents: p^ ± z standard errors.

    It may reach below 0 or above 1 (`Interval.clipped`), and shrinks to a point at k = 0 and k = n.

    >>> from fractions import Fraction
    >>> wald(50, 100, Fraction(196, 100)).half_width, wald(0, 9, 2), wald(1, 5, 2).low
    (Fraction(49, 500), Interval(low=Fraction(0, 1), high=Fraction(0, 1)), RootSum(1/5 - 4/25*sqrt(5)))
    """
    k, n, z = *_counts(k, n), z_or_confidence(z, confidence)
    return Undefined(_NO_RECORDS) if is_zero(n) else about(k / n, z * sqrt(k / n * (1 - k / n) / n))


@defined(
    formula="(2 n p^ + z^2 ± z sqrt(z^2 + 4 n p^ - 4 n p^^2)) / (2 (n + z^2)), the roots p of (p^ - p)^2 = z^2 p (1 - p) / n",
    undefined="no records",
    errors=wald,
    sources=(("tan", "Confidence Interval for Accuracy"), "Wilson 1927"),
    synonyms=("score interval",),
)
def wilson(k: Exact, n: Exact, z: Exact | None = None, *, confidence: Fraction | None = None) -> Interval | Undefined:
    """
    The score interval: the p within z standard deviations of the observed rate, where the standard deviation is that of p itself.

    (The document prints no z before the root; its table has it.) Within [0, 1]; from exactly 0 at k = 0, to exactly 1 at k = n.

    >>> from fractions import Fraction
    >>> from dtref.exact.decimals import decimal
    >>> found = wilson(80, 100, Fraction(196, 100))
    >>> decimal(found.low, 3), decimal(found.high, 3), wilson(0, 5, 2), wilson(3, 3, 1)
    ('0.711', '0.867', Interval(low=Fraction(0, 1), high=Fraction(4, 9)), Interval(low=Fraction(3, 4), high=Fraction(1, 1)))
    """
    k, n, z = *_counts(k, n), z_or_confidence(z, confidence)
    if is_zero(n):
        return Undefined(_NO_RECORDS)
    roots = _roots(k, n, z)
    return Interval(number(0) if is_zero(k) else roots.low, number(1) if is_zero(n - k) else roots.high)


def _roots(k: Number, n: Number, z: Number) -> Interval:
    """The formula of `wilson`. At k = 0 and k = n one of the ends is z^2 - z sqrt(z^2), which balls cannot tell from 0."""
    bottom = 2 * (n + z * z)
    return about((2 * k + z * z) / bottom, z * sqrt(z * z + 4 * k - 4 * k * k / n) / bottom)


@defined(
    formula='p~ ± z sqrt(p~ (1 - p~) / n~) with n~ = n + z^2, p~ = (k + z^2/2) / n~. z = 2 is "add two errors and two successes"',
    undefined="no records and z = 0",
    errors=wald,
    sources=("Agresti and Coull 1998", "not in the documents"),
)
def agresti_coull(k: Exact, n: Exact, z: Exact | None = None, *, confidence: Fraction | None = None) -> Interval | Undefined:
    """
    The Wald interval about the centre of Wilson's, as if z^2 records more had been seen, half of them errors. It may leave [0, 1].

    >>> from fractions import Fraction
    >>> agresti_coull(0, 5, 2).contains(Fraction(-1, 20)), agresti_coull(0, 0, 1), agresti_coull(0, 0, 0)
    (True, Interval(low=Fraction(0, 1), high=Fraction(1, 1)), Undefined(why='no records'))
    """
    k, n, z = *_counts(k, n), z_or_confidence(z, confidence)
    if is_zero(n):  # p~ = 1/2 whatever z is, which balls cannot tell
        return Undefined(_NO_RECORDS) if is_zero(z) else Interval(number(0), number(1))
    return wald(k + z * z / 2, n + z * z, z)


def _counts(k: Exact, n: Exact) -> tuple[Number, Number]:
    """The errors k and the records n, checked."""
    n, k = (exact(name, x, least=0) for name, x in (("n", n), ("k", k)))
    exact("n - k", n - k, least=0)
    return k, n
