"""
The interval for the mean of k folds, by the t-distribution.

Notation: mu^ and s the mean and the standard deviation (k - 1 below) of the errors of k folds, t the deviate with k - 1 degrees of freedom:
a table's, or that of a `confidence`.
"""

from __future__ import annotations

__sources__ = (("evaluation", "k-fold cross-validation method, t-Test"),)

from collections.abc import Sequence
from fractions import Fraction

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.functions import sqrt
from dtref.exact.inputs import count, exact
from dtref.exact.number import Exact, is_zero
from dtref.spec.evaluation.estimation.moments import mean, standard_error
from dtref.spec.evaluation.intervals.deviates import t_or_confidence
from dtref.spec.evaluation.intervals.interval import Interval, about


@defined(
    formula="mu^ ± t s / sqrt k",
    undefined="fewer than two results",
    errors="Invalid for floats, a k that is not whole, s or t below 0",
    sources=(("evaluation", "t-Test"),),
)
def mean_interval(mean: Exact, s: Exact, k: Exact, t: Exact | None = None, *, confidence: Fraction | None = None) -> Interval | Undefined:
    """
    The interval for the true mean, from mean and standard deviation of k results. The document's example leaves out sqrt k.

    >>> from fractions import Fraction
    >>> mean_interval(Fraction(1, 10), Fraction(1, 100), 16, 2)
    Interval(low=Fraction(19, 200), high=Fraction(21, 200))
    >>> mean_interval(Fraction(1, 10), 0, Fraction(2), confidence=Fraction(1, 2))
    Interval(low=Fraction(1, 10), high=Fraction(1, 10))
    >>> mean_interval(Fraction(1, 10), 0, 0, 2)
    Undefined(why='no results')
    """
    mu, n, s = exact("mean", mean), count("k", k), exact("s", s, least=0)
    results: object = n
    deviate = t_or_confidence(t, confidence, int(results) - 1 if isinstance(results, Fraction) else 0)
    if is_zero(n) or is_zero(n - 1):
        return Undefined("no results" if is_zero(n) else "one result shows no deviation")
    return deviate if isinstance(deviate, Undefined) else about(mu, deviate * s / sqrt(n))


@defined(
    formula="mu^ ± t s / sqrt k, mu^ = 1/k sum_i error_i, s^2 = 1/(k - 1) sum_i (error_i - mu^)^2",
    undefined="fewer than two folds, or the error of one is",
    errors="Invalid for floats, a t below 0",
    sources=(("evaluation", "k-fold cross-validation method, t-Test"),),
)
def fold_mean_interval(
    errors: Sequence[Exact | Undefined], t: Exact | None = None, *, confidence: Fraction | None = None
) -> Interval | Undefined:
    """
    The interval for the true mean of the folds' errors.

    >>> from fractions import Fraction
    >>> fold_mean_interval((Fraction(1, 10), Fraction(3, 10)), Fraction(127, 10))
    Interval(low=Fraction(-107, 100), high=Fraction(147, 100))
    >>> fold_mean_interval((Fraction(1, 10),), 2)
    Undefined(why='a variance with n - 1 below needs two results')
    """
    mu, error, deviate = mean(errors), standard_error(errors), t_or_confidence(t, confidence, len(errors) - 1)
    if isinstance(mu, Undefined):
        return mu
    if isinstance(error, Undefined):
        return error
    return deviate if isinstance(deviate, Undefined) else about(mu, deviate * error)
