"""
Tests between two models or two learning algorithms: variances of a difference, the t statistics of folds, five times two folds.

Documents: `tan` Comparing Performance of 2 Models, of 2 Algorithms; `evaluation` Comparing two hypotheses, two learning algorithms.
Notation: e_ij the error of algorithm i on fold j, d_j = e_1j - e_2j, d-bar their mean, s² their variance with k - 1 below.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import cast

import sympy

from dtref.exact.distributions.binomial import binomial_variance
from dtref.exact.number import Number, total
from dtref.exact.root_quotient import RootQuotient
from dtref.spec.evaluation.comparison.five_by_two import _variance, five_by_two_f, five_by_two_t, replication_differences
from dtref.spec.evaluation.comparison.folds import (
    _mean,
    _t,
    corrected_resampled_t,
    mean_difference,
    mean_difference_interval,
    mean_difference_variance,
    paired_t,
    variance_of_differences,
)
from dtref.spec.evaluation.comparison.independent import (
    difference,
    difference_interval,
    difference_variance,
    difference_z,
    probability_first_better,
)
from dtref.spec.evaluation.comparison.paired_results import differences
from dtref.spec.evaluation.estimation import moments
from dtref.spec.evaluation.intervals.mean import fold_mean_interval
from dtref.spec.evaluation.intervals.proportion import standard_error_of_rate
from proofs.estimation import CONFIDENCES
from proofs.steps import all_equal, ascending, defined, equal, expression, holds, multiplied_out, same, tends_to
from proofs.symbols import positive, real
from proofs.theorem import Method, theorem

MODELS, ALGORITHMS = "tan: Comparing Performance of 2 Models", "tan: Comparing Performance of 2 Algorithms"
DIETTERICH, ALPAYDIN = "dietterich1998", "alpaydin1999"
FOLDS = range(2, 5)


def fold_errors(k: int) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    """Symbols for the errors of both algorithms on k folds."""
    return real(f"a1:{k + 1}"), real(f"b1:{k + 1}")


@theorem(
    "The variance of a difference of two independent error rates is the sum of their variances",
    source=MODELS,
    runs=(difference_variance, difference, standard_error_of_rate, binomial_variance),
    reach="all rates in (0, 1), all numbers of records",
    method=Method.IDENTITY,
)
def theorem_variance_of_a_difference_is_the_sum_of_variances() -> None:
    """Each is the squared standard error of a rate, the binomial variance over n²; exchanged, the difference changes its sign."""
    e, f, n, m = positive("e f n m")
    one, other = defined(standard_error_of_rate(e * n, n)), defined(standard_error_of_rate(f * m, m))
    equal(difference_variance(e, n, f, m), one * one + other * other)
    equal(difference_variance(e, n, f, m), binomial_variance(n, e) / (n * n) + binomial_variance(m, f) / (m * m))
    equal(difference(e, f), -difference(f, e))
    equal(difference(e, f) + f, e)


@theorem(
    "The interval of a difference has 0 within exactly where |z| is below the deviate: low · high = (z² - deviate²) · variance",
    source=MODELS,
    runs=(difference_interval, difference_z, difference_variance, difference),
    reach="all rates in (0, 1), all numbers of records, every deviate > 0",
    method=Method.IDENTITY,
)
def theorem_difference_interval_contains_0_where_z_is_small() -> None:
    """And its centre is the difference."""
    e, f, n, m, z = positive("e f n m z")
    found, score = difference_interval(e, n, f, m, z), defined(difference_z(e, n, f, m))
    equal(found.centre, difference(e, f))
    equal(multiplied_out(found.low * found.high), difference_variance(e, n, f, m) * (score.square - z * z))
    equal(found.half_width / z * (found.half_width / z), difference_variance(e, n, f, m))
    equal(score.value * found.half_width / z, difference(e, f))


@theorem(
    "A quotient by a square root, squared, is the square given; with its own sign it is the root times its size",
    source=MODELS,
    runs=tuple(vars(RootQuotient)[name].fget for name in ("square", "signed_square", "value")),
    reach="every real top, every positive number under the root",
    method=Method.IDENTITY,
)
def theorem_root_quotient_squared() -> None:
    """Also of the negative."""
    (top,), (under,) = real("t"), positive("u")
    x = RootQuotient(top, under)
    equal(x.square, x.value * x.value)
    equal(x.signed_square, cast(Number, x.value * abs(cast(sympy.Expr, x.value))))
    equal((-x).value, -x.value)
    equal((-x).signed_square, -x.signed_square)
    equal(x.value * cast(Number, sympy.sqrt(under)), top)


@theorem(
    "The first model is better with probability 1/2 where the rates are equal, above 1/2 where its rate is lower",
    source="evaluation: Comparing two hypotheses",
    runs=(probability_first_better, difference_z),
    reach="rates 1/4, 1/2, 3/4 on 5 and 8 records; more records say it more surely",
    method=Method.EXHAUSTION,
)
def theorem_the_better_model_is_the_one_with_fewer_errors() -> None:
    """Certified bounds; with four times the records the probability is farther from 1/2."""
    half, rates = Fraction(1, 2), (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))
    for e, f in product(rates, rates):
        few, many = probability_first_better(e, 5, f, 8), probability_first_better(e, 20, f, 32)
        if e == f:
            holds(few == half and many == half, "equal rates")
        else:
            ascending(*((half, few, many) if e < f else (many, few, half)))


@theorem(
    "The variance of the mean difference, Σ(d - d-bar)²/(k (k - 1)), is s²/k: the squared standard error of the differences' mean",
    source=ALGORITHMS,
    runs=(mean_difference_variance, variance_of_differences, mean_difference, differences, _mean),
    reach="all real errors, k = 2..4 folds",
    method=Method.IDENTITY,
)
def theorem_mean_difference_variance_is_s_squared_over_k() -> None:
    """What the moments of results say of the differences; the mean difference is the difference of the means."""
    for k in FOLDS:
        first, second = fold_errors(k)
        d, found = differences(first, second), mean_difference_variance(first, second)
        error, d_bar = defined(moments.standard_error(d)), defined(mean_difference(first, second))
        all_equal(found, error * error, defined(variance_of_differences(d)) / k)
        equal(found, total((x - d_bar) * (x - d_bar) for x in d) / (k * (k - 1)))
        equal(variance_of_differences(d), moments.sample_variance(d))
        equal(d_bar, defined(moments.mean(first)) - defined(moments.mean(second)))


@theorem(
    "The interval of the mean difference is the folds' interval of the differences, and has 0 within where |paired t| is below t",
    source="evaluation: Comparing two learning algorithms",
    runs=(mean_difference_interval, fold_mean_interval, paired_t, _t),
    reach="all real errors, k = 2..4 folds, every t > 0",
    method=Method.IDENTITY,
)
def theorem_mean_difference_interval_contains_0_where_paired_t_is_small() -> None:
    """The product of the ends is (paired t² - t²) times the variance of the mean difference."""
    (t,) = positive("t")
    for k in FOLDS:
        first, second = fold_errors(k)
        found, statistic = defined(mean_difference_interval(first, second, t)), defined(paired_t(first, second))
        other = defined(fold_mean_interval(differences(first, second), t))
        equal(found.centre, other.centre)
        equal(found.half_width * found.half_width, other.half_width * other.half_width)
        variance = defined(mean_difference_variance(first, second))
        equal(multiplied_out(found.low * found.high), variance * (statistic.t.square - t * t))
        equal(statistic.t.top, mean_difference(first, second))
        holds(statistic.degrees == k - 1, "degrees of freedom")
    # A confidence stands for the t of k - 1 degrees of freedom.
    for k, confidence, t_k in CONFIDENCES:
        ones, zeros = (1, 2, *(1,) * (k - 2)), (0,) * k
        by_confidence = mean_difference_interval(ones, zeros, confidence=confidence)
        same(by_confidence, mean_difference_interval(ones, zeros, t_k), f"the interval of {k} folds by confidence")


@theorem(
    "The corrected resampled t has the variance of the mean of runs that correlate by the share of the test records",
    source="nadeau2003",
    runs=(corrected_resampled_t, paired_t, variance_of_differences, _t),
    reach="all real errors, k = 2..4 runs, every n_1, n_2 > 0",
    method=Method.IDENTITY,
)
def theorem_corrected_resampled_t_is_that_of_correlated_runs() -> None:
    """With correlation r = n_2/(n_1 + n_2): Var(d-bar)/E[s²] = (1 + (k - 1) r)/(k (1 - r)); without test records, 1/k, paired t."""
    n_1, n_2 = positive("n1 n2")
    r = n_2 / (n_1 + n_2)
    for k in FOLDS:
        first, second = fold_errors(k)
        paired, corrected = defined(paired_t(first, second)), defined(corrected_resampled_t(first, second, n_2, n_1))
        s_squared = defined(variance_of_differences(differences(first, second)))
        equal(corrected.t.under, s_squared * (1 + (k - 1) * r) / (k * (1 - r)))
        equal(corrected.t.top, paired.t.top)
        tends_to(corrected.t.under / s_squared, n_2, 0, paired.t.under / s_squared)
        holds(corrected.degrees == paired.degrees == k - 1, "degrees of freedom")


@theorem(
    "The combined F of 5x2 cross-validation is the mean of the ten squared t that the ten differences give, each in its turn first",
    source=ALPAYDIN,
    runs=(five_by_two_f, five_by_two_t, replication_differences, _variance, differences),
    reach="all real differences on the ten folds",
    method=Method.IDENTITY,
)
def theorem_five_by_two_f_is_the_mean_of_ten_squared_t() -> None:
    """Replications are exchanged with the first, and its two folds: no such order changes what is under the line."""
    d = real("d1:11")
    statistics = [defined(five_by_two_t([d[x] for x in _first(i, j)], (0,) * 10)) for i, j in product(range(5), range(2))]
    under = multiplied_out(statistics[0].t.under)
    for statistic in statistics:
        equal(multiplied_out(statistic.t.under), under)
        holds(statistic.degrees == 5, "degrees of freedom")
    f = defined(five_by_two_f(d, (0,) * 10))
    above, below = cast(tuple[Number, Number], sympy.fraction(expression(f.f)))
    equal(multiplied_out(above * under * 10 - below * total(one.t.top * one.t.top for one in statistics)), 0)
    holds(f.degrees == (10, 5), "degrees of freedom")


def _first(i: int, j: int) -> Sequence[int]:
    """The ten folds with fold j of replication i first, its other fold second."""
    rest = [x for x in range(10) if x // 2 != i]
    return [2 * i + j, 2 * i + 1 - j, *rest]


@theorem(
    "The 5x2 t has the first difference over the root of the mean of the replications' sample variances",
    source=DIETTERICH,
    runs=(five_by_two_t, _variance, variance_of_differences),
    reach="all real differences on the ten folds",
    method=Method.IDENTITY,
)
def theorem_five_by_two_t_is_over_the_mean_of_sample_variances() -> None:
    """(p_1 - p_2)²/2 is the variance of two numbers with 1 below."""
    d = real("d1:11")
    statistic = defined(five_by_two_t(d, (0,) * 10))
    equal(statistic.t.top, d[0])
    equal(statistic.t.under, moments.mean([variance_of_differences(d[i : i + 2]) for i in range(0, 10, 2)]))
