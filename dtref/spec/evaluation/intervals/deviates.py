"""
Deviates, the numbers of standard deviations that intervals reach: certified quantiles by confidence, or rounded values of a table.

Notation: confidence 1 - alpha. The documents write z_{alpha/2} for the quantile of 1 - alpha/2; a subscript there is an upper tail (once,
in `evaluation`, the confidence: z_.80 = 1.28).
"""

from __future__ import annotations

__sources__ = (
    ("evaluation", "Calculating confidence intervals, t-Test"),
    ("tan", "Confidence Interval for Accuracy"),
    ("iaml", "2.3.2 Estimating Generalisation Error"),
)

from fractions import Fraction
from typing import cast

from dtref.errors import DataWarning, Invalid, Undefined, tell
from dtref.exact.decimals import plain
from dtref.exact.definition import defined
from dtref.exact.distributions.normal import normal_quantile
from dtref.exact.distributions.student_t import t_quantile
from dtref.exact.enclosure import Enclosure
from dtref.exact.inputs import measured, rational, whole
from dtref.exact.number import Exact, Number, number


@defined(
    formula="Phi^-1(1 - alpha/2)",
    errors="Invalid (a confidence that is a float or not strictly between 0 and 1)",
    sources=(("evaluation", "Calculating confidence intervals (Values of z_{alpha/2})"),),
)
def two_sided_deviate(confidence: Fraction) -> Enclosure | Fraction:
    """
    The z_{alpha/2} with P(-z < Z < z) = 1 - alpha.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(two_sided_deviate(Fraction(95, 100)), 2), decimal(two_sided_deviate(Fraction(80, 100)), 2)
    ('1.96', '1.28')
    """
    return normal_quantile((1 + checked_confidence(confidence)) / 2)


@defined(
    formula="Phi^-1(1 - alpha)",
    errors=two_sided_deviate,
    sources=(("evaluation", "Calculating confidence intervals (figure 5.1, b: 90% and 1.28)"),),
)
def one_sided_deviate(confidence: Fraction) -> Enclosure | Fraction:
    """
    The z_alpha with P(Z < z) = 1 - alpha. Below 0 for a confidence below 1/2.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(one_sided_deviate(Fraction(90, 100)), 2), one_sided_deviate(Fraction(1, 2))
    ('1.28', Fraction(0, 1))
    """
    return normal_quantile(checked_confidence(confidence))


@defined(
    formula="P(T >= t) = alpha/2",
    undefined="no degree of freedom",
    errors=two_sided_deviate,
    sources=(("evaluation", "t-Test (Values of t_{alpha/2, n})"),),
)
def two_sided_t(confidence: Fraction, degrees: int) -> Enclosure | Fraction | Undefined:
    """
    The t_{alpha/2, degrees} with P(-t < T < t) = 1 - alpha.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(two_sided_t(Fraction(95, 100), 10), 2), two_sided_t(Fraction(1, 2), 1)
    ('2.23', Fraction(1, 1))
    """
    return t_quantile((1 + checked_confidence(confidence)) / 2, degrees)


@defined(undefined=two_sided_t, errors=two_sided_t)
def one_sided_t(confidence: Fraction, degrees: int) -> Enclosure | Fraction | Undefined:
    """
    The t_{alpha, degrees} with P(T < t) = 1 - alpha.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(one_sided_t(Fraction(95, 100), 10), 2)
    '1.81'
    """
    return t_quantile(checked_confidence(confidence), degrees)


def z_or_confidence(z: Exact | None, confidence: Fraction | None) -> Number:
    """
    The deviate of an interval: a table's z, or the two-sided one of a confidence.

    A z from 1/2 to below 1 with at most four decimals looks like a confidence: `DataWarning`. Invalid: neither or both, a
    z that is not exact or below 0, and as for `two_sided_deviate`.

    >>> z_or_confidence(2, None), z_or_confidence(None, Fraction(95, 100)) == two_sided_deviate(Fraction(95, 100))
    (Fraction(2, 1), True)
    """
    return number(two_sided_deviate(confidence)) if confidence is not None and z is None else _deviate("z", z, confidence)


@defined(
    undefined="no degree of freedom, where a confidence is given. `DataWarning` and Invalid: as for `z_or_confidence`",
    parts=lambda: (two_sided_t,),
)
def t_or_confidence(t: Exact | None, confidence: Fraction | None, degrees: int) -> Number | Undefined:
    """
    The deviate with so many degrees of freedom: a table's t, or the two-sided one of a confidence.

    >>> t_or_confidence(2, None, 9), t_or_confidence(None, Fraction(1, 2), 1), t_or_confidence(None, Fraction(1, 2), 0)
    (Fraction(2, 1), Fraction(1, 1), Undefined(why='no degree of freedom'))
    """
    if confidence is None or t is not None:
        return _deviate("t", t, confidence)
    quantile = two_sided_t(confidence, degrees)
    return quantile if isinstance(quantile, Undefined) else number(quantile)


def _deviate(name: str, deviate: Exact | None, confidence: Fraction | None) -> Number:
    """The deviate itself, checked; DataWarning where it looks like a confidence."""
    if deviate is None or confidence is not None:
        raise Invalid(f"{name}, confidence", "one of the two", "neither" if deviate is None else "both")
    value = measured(name, deviate, least=0)
    rational = Fraction(repr(float(deviate))) if isinstance(deviate, float) else cast(object, value)
    if isinstance(rational, Fraction) and Fraction(1, 2) <= rational < 1 and 10**4 % rational.denominator == 0:
        tell([DataWarning(name, f"{plain(rational)} standard deviations are few; for a confidence write confidence={plain(rational)}")])
    return value


@defined(sources=(("evaluation", "Normal distribution approximates Binomial"), ("evaluation", "k-fold cross-validation method, step 1")))
def large_by_evaluation(n: int) -> bool:
    """
    Whether a test set, or a fold, is large enough for the normal distribution by the rule of `evaluation`: n >= 30.

    Neither this condition nor that of `tan` looks at p: see `dtref.exact.distributions.approximation.largest_approximation_error`.

    >>> large_by_evaluation(30), large_by_tan(30)
    (True, False)
    """
    return whole("records", n) >= 30


@defined(sources=(("tan", "Confidence Interval for Accuracy"),))
def large_by_tan(n: int) -> bool:
    """
    Whether a test set is large enough for the normal distribution by the rule of `tan`: N > 30.

    >>> large_by_tan(31), large_by_tan(30)
    (True, False)
    """
    return whole("records", n) > 30


def checked_confidence(confidence: Fraction) -> Fraction:
    """The confidence, checked.   Invalid: a float, or not strictly between 0 and 1."""
    value = rational("confidence", confidence)
    if not 0 < value < 1:
        raise Invalid("confidence", "a probability strictly between 0 and 1", confidence)
    return value
