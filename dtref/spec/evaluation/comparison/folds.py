"""
Two learning algorithms on the same k test sets: paired t, and the corrected resampled t.

Notation: e_ij the error rate of algorithm i on test set j; d_j = e_1j - e_2j, above 0 where the first errs more often; d-bar their mean.
"""

from __future__ import annotations

__sources__ = (("tan", "Comparing Performance of 2 Algorithms"), ("evaluation", "Comparing two learning algorithms, t-Test"))

from collections.abc import Callable, Sequence
from fractions import Fraction

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.functions import sqrt
from dtref.exact.inputs import count, exacts
from dtref.exact.number import Exact, Number, is_zero, number, quotient, total
from dtref.exact.root_quotient import root_quotient
from dtref.spec.evaluation.comparison.p_values import TStatistic
from dtref.spec.evaluation.comparison.paired_results import differences
from dtref.spec.evaluation.intervals.deviates import t_or_confidence
from dtref.spec.evaluation.intervals.interval import Interval, about

NO_FOLDS = "no folds"
ONE_FOLD = "one fold shows no variance"
ALL_ZERO = "every difference is 0"
ALL_EQUAL = "the differences do not vary"


@defined(
    formula="d-bar = (1/k) sum_j (e_1j - e_2j)",
    letter="d-bar",
    undefined="no folds",
    errors="Invalid for floats, or unequal numbers of folds",
    sources=(("evaluation", "Comparing two learning algorithms"),),
    parts=lambda: (differences,),
)
def mean_difference(first: Sequence[Exact], second: Sequence[Exact]) -> Number | Undefined:
    """
    The mean difference of the two error rates: above 0 where the first algorithm errs more often.

    >>> from fractions import Fraction
    >>> mean_difference((Fraction(1, 5), Fraction(1, 10)), (Fraction(1, 10), Fraction(1, 10))), mean_difference((), ())
    (Fraction(1, 20), Undefined(why='no folds'))
    """
    return _mean(differences(first, second))


@defined(
    formula="s^2 = sum_j (d_j - d-bar)^2 / (k - 1)",
    letter="s^2",
    undefined="fewer than two numbers",
    errors="Invalid for floats",
    sources=(("evaluation", "Comparing two learning algorithms (s_delta)"),),
)
def variance_of_differences(d: Sequence[Exact]) -> Number | Undefined:
    """
    The unbiased estimate of the variance of the distribution that numbers are drawn from.

    >>> variance_of_differences((1, 2, 4)), variance_of_differences((1,))
    (Fraction(7, 3), Undefined(why='one fold shows no variance'))
    """
    numbers = exacts("number", d)
    d_bar = _mean(numbers)
    if isinstance(d_bar, Undefined):
        return d_bar
    return quotient(total((d_j - d_bar) * (d_j - d_bar) for d_j in numbers), len(numbers) - 1, ONE_FOLD)


@defined(
    formula="sum_j (d_j - d-bar)^2 / (k (k - 1))",
    undefined="fewer than two folds",
    errors=mean_difference,
    sources=(("tan", "Comparing Performance of 2 Algorithms"), ("evaluation", "Comparing two learning algorithms")),
    parts=lambda: (differences, mean_difference),
)
def mean_difference_variance(first: Sequence[Exact], second: Sequence[Exact]) -> Number | Undefined:
    """
    The estimated variance of the mean difference: s^2 / k in `evaluation`, the same formula written out in `tan`.

    >>> mean_difference_variance((1, 2, 4), (0, 0, 0)), mean_difference_variance((1,), (0,))
    (Fraction(7, 9), Undefined(why='one fold shows no variance'))
    """
    d = differences(first, second)
    variance = variance_of_differences(d)
    return variance if isinstance(variance, Undefined) else variance / len(d)


@defined(
    formula="d-bar - t sigma, d-bar + t sigma, sigma^2 = `mean_difference_variance`",
    undefined="fewer than two folds",
    errors="as for `mean_difference`, and Invalid for a t that is not exact or below 0",
    sources=(("evaluation", "Comparing two learning algorithms"),),
    parts=lambda: (differences, mean_difference, mean_difference_variance),
)
def mean_difference_interval(
    first: Sequence[Exact], second: Sequence[Exact], t: Exact | None = None, *, confidence: Fraction | None = None
) -> Interval | Undefined:
    """
    The interval for the true difference; t is the deviate with k - 1 degrees of freedom: a table's, or that of a `confidence`.

    >>> from fractions import Fraction
    >>> mean_difference_interval((1, 3), (0, 0), Fraction(127, 10))
    Interval(low=Fraction(-107, 10), high=Fraction(147, 10))
    """
    deviate = t_or_confidence(t, confidence, len(first) - 1)
    d_bar, variance = mean_difference(first, second), mean_difference_variance(first, second)
    if isinstance(d_bar, Undefined):
        return d_bar
    if isinstance(variance, Undefined):
        return variance
    return deviate if isinstance(deviate, Undefined) else about(d_bar, deviate * sqrt(variance))


@defined(
    formula="t = d-bar / sqrt(sum_j (d_j - d-bar)^2 / (k (k - 1)))",
    letter="t",
    undefined="fewer than two folds, or differences that do not vary",
    errors=mean_difference,
    sources=(("tan", "Comparing Performance of 2 Algorithms"), ("evaluation", "t-Test")),
    parts=lambda: (differences, mean_difference, mean_difference_variance),
)
def paired_t(first: Sequence[Exact], second: Sequence[Exact]) -> TStatistic | Undefined:
    """
    The paired t statistic over k folds, k - 1 degrees of freedom: above 0 where the first algorithm errs more often.

    >>> t = paired_t((1, 2, 4), (0, 0, 0))
    >>> t.t.sign, t.t.square, t.degrees
    (1, Fraction(7, 1), 2)
    >>> paired_t((1, 2), (1, 2)), paired_t((1, 2), (0, 1))
    (Undefined(why='every difference is 0'), Undefined(why='the differences do not vary'))
    """
    d = differences(first, second)
    return _t(d, lambda s_squared: s_squared / len(d))


@defined(
    formula="t = d-bar / sqrt((1/k + n_2 / n_1) s^2), k - 1 degrees of freedom",
    letter="t",
    undefined=paired_t,
    errors="as for `mean_difference`, and Invalid for a number of records below 1",
    sources=("Nadeau and Bengio 2003, Inference for the generalization error",),
    parts=lambda: (differences, mean_difference),
)
def corrected_resampled_t(first: Sequence[Exact], second: Sequence[Exact], test: Exact, train: Exact) -> TStatistic | Undefined:
    """
    The paired t statistic with a variance corrected for overlapping training sets: each of k runs trains on n_1, tests on n_2 records.

    Of k-fold cross-validation n_2 / n_1 = 1 / (k - 1).

    >>> t = corrected_resampled_t((1, 2, 4), (0, 0, 0), test=10, train=20)
    >>> t.t.sign, t.t.square, t.degrees
    (1, Fraction(14, 5), 2)
    """
    d = differences(first, second)
    factor = _corrected_factor(len(d), test, train)
    return _t(d, factor)


@defined(
    formula="d-bar - t sigma, d-bar + t sigma, sigma^2 = (1/k + n_2 / n_1) s^2",
    undefined="fewer than two folds",
    errors="as for `corrected_resampled_t`, and Invalid for a t that is not exact or below 0",
    sources=("Nadeau and Bengio 2003, Inference for the generalization error",),
    parts=lambda: (differences, mean_difference),
)
def corrected_resampled_interval(  # noqa: PLR0913 - the errors, the sizes, and a deviate
    first: Sequence[Exact],
    second: Sequence[Exact],
    test: Exact,
    train: Exact,
    t: Exact | None = None,
    *,
    confidence: Fraction | None = None,
) -> Interval | Undefined:
    """
    The interval for the true difference by the corrected variance; t is the deviate of k - 1 degrees, or that of a `confidence`.

    It has 0 within where the absolute value of `corrected_resampled_t` is below t.

    >>> corrected_resampled_interval((1, 3), (0, 0), 1, 2, 2)
    Interval(low=RootSum(2 - 2*sqrt(2)), high=RootSum(2 + 2*sqrt(2)))
    """
    deviate = t_or_confidence(t, confidence, len(first) - 1)
    d = differences(first, second)
    d_bar, variance, factor = _mean(d), variance_of_differences(d), _corrected_factor(len(d), test, train)
    if isinstance(d_bar, Undefined):
        return d_bar
    if isinstance(variance, Undefined):
        return variance
    return deviate if isinstance(deviate, Undefined) else about(d_bar, deviate * sqrt(factor(variance)))


def _corrected_factor(folds: int, test: Exact, train: Exact) -> Callable[[Number], Number]:
    """What makes the variance of the corrected mean of s^2: (1/k + n_2 / n_1) s^2."""
    n_2, n_1 = count("test", test, 1), count("train", train, 1)
    return lambda s_squared: (number(1) / folds + n_2 / n_1) * s_squared


def _t(d: Sequence[Number], under: Callable[[Number], Number]) -> TStatistic | Undefined:
    """The statistic d-bar / sqrt(under(s^2))."""
    d_bar, variance = _mean(d), variance_of_differences(d)
    if isinstance(d_bar, Undefined):
        return d_bar
    if isinstance(variance, Undefined):
        return variance
    t = root_quotient(d_bar, under(variance), ALL_ZERO if is_zero(d_bar) else ALL_EQUAL)
    return t if isinstance(t, Undefined) else TStatistic(t, len(d) - 1)


def _mean(d: Sequence[Number]) -> Number | Undefined:
    return quotient(total(d), len(d), NO_FOLDS)
