"""
Comparison of two models, each on a test set of its own.

Notation: e_i the error rate of model i on n_i records; d = e_1 - e_2, above 0 where the first errs more often; d is taken as normal about
the true difference, with the variance that the observed rates have.
"""

from __future__ import annotations

__sources__ = (("tan", "Comparing Performance of 2 Models, An Illustrative Example"), ("evaluation", "Comparing two hypotheses"))

from fractions import Fraction

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.functions import sqrt
from dtref.exact.inputs import count, share
from dtref.exact.number import Exact, Number
from dtref.exact.root_quotient import RootQuotient, root_quotient
from dtref.spec.evaluation.comparison.p_values import Probability, normal_greater_p
from dtref.spec.evaluation.intervals.deviates import z_or_confidence
from dtref.spec.evaluation.intervals.interval import Interval, about

_CONSTANT = "both rates are 0 or 1, so that their variance is estimated as 0"


@defined(
    formula="d = e_1 - e_2",
    letter="d",
    errors="Invalid for what is not an exact rate",
    sources=(("tan", "Comparing Performance of 2 Models"),),
)
def difference(e_1: Exact, e_2: Exact) -> Number:
    """
    The difference of two error rates: above 0 where the first model errs more often.

    >>> from fractions import Fraction
    >>> difference(Fraction(15, 100), Fraction(25, 100))
    Fraction(-1, 10)
    """
    return share("e_1", e_1) - share("e_2", e_2)


@defined(
    formula="e_1 (1 - e_1) / n_1 + e_2 (1 - e_2) / n_2",
    errors="Invalid for what is not an exact rate, or a number of records below 1",
    sources=(("tan", "Comparing Performance of 2 Models"), ("evaluation", "Comparing two hypotheses")),
)
def difference_variance(e_1: Exact, n_1: Exact, e_2: Exact, n_2: Exact) -> Number:
    """
    The estimated variance of the difference of two error rates on independent test sets.

    >>> from fractions import Fraction
    >>> difference_variance(Fraction(15, 100), 30, Fraction(25, 100), 5000), difference_variance(0, 1, 1, 1)
    (Fraction(343, 80000), Fraction(0, 1))
    """
    e_1, e_2 = share("e_1", e_1), share("e_2", e_2)
    n_1, n_2 = count("n_1", n_1, 1), count("n_2", n_2, 1)
    return e_1 * (1 - e_1) / n_1 + e_2 * (1 - e_2) / n_2


@defined(
    formula="d - z sqrt(difference_variance), d + z sqrt(difference_variance)",
    errors="as for `difference_variance`, and Invalid for a z that is not exact or below 0",
    sources=(("tan", "Comparing Performance of 2 Models"),),
    parts=lambda: (difference, difference_variance),
)
def difference_interval(  # noqa: PLR0913 - two rates of two numbers of records, and a deviate
    e_1: Exact, n_1: Exact, e_2: Exact, n_2: Exact, z: Exact | None = None, *, confidence: Fraction | None = None
) -> Interval:
    """
    The interval for the true difference; z is the deviate: a table's, as the document's 1.96, or the certified one of a `confidence`.

    >>> from fractions import Fraction
    >>> from dtref.exact.decimals import decimal
    >>> found = difference_interval(Fraction(15, 100), 30, Fraction(25, 100), 5000, Fraction(196, 100))
    >>> decimal(found.low, 3), decimal(found.high, 3)
    ('-0.228', '0.028')
    >>> difference_interval(Fraction(15, 100), 30, Fraction(25, 100), 5000, confidence=Fraction(95, 100)).high < found.high
    True
    """
    return about(difference(e_1, e_2), z_or_confidence(z, confidence) * sqrt(difference_variance(e_1, n_1, e_2, n_2)))


@defined(
    formula="z = d / sqrt(difference_variance)",
    letter="z",
    undefined="both rates are 0 or 1",
    errors=difference_variance,
    sources=difference_variance,
    parts=lambda: (difference, difference_variance),
)
def difference_z(e_1: Exact, n_1: Exact, e_2: Exact, n_2: Exact) -> RootQuotient | Undefined:
    """
    The difference over its estimated standard error, approximately standard normal if the true rates are equal.

    >>> from fractions import Fraction
    >>> difference_z(Fraction(2, 10), 100, Fraction(3, 10), 100).square, difference_z(0, 9, 0, 9)
    (Fraction(100, 37), Undefined(why='both rates are 0 or 1, so that their variance is estimated as 0'))
    """
    return root_quotient(difference(e_1, e_2), difference_variance(e_1, n_1, e_2, n_2), _CONSTANT)


@defined(
    formula="P(Z < -z) = P(Z > z) for z = `difference_z`: the true difference is taken as normal about the observed one",
    undefined=difference_z,
    errors=difference_z,
    sources=(("evaluation", "Comparing two hypotheses (rates 0.2 and 0.3 on 100 records each: 0.95)"),),
    parts=lambda: (difference, difference_variance, difference_z),
)
def probability_first_better(e_1: Exact, n_1: Exact, e_2: Exact, n_2: Exact) -> Probability | Undefined:
    """
    The probability, as the document computes it, that the first model has the lower true error rate.

    >>> from fractions import Fraction
    >>> from dtref.exact.decimals import decimal
    >>> decimal(probability_first_better(Fraction(2, 10), 100, Fraction(3, 10), 100), 4)
    '0.9499'
    """
    return normal_greater_p(difference_z(e_1, n_1, e_2, n_2))
