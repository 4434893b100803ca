"""
Regression: variance and the mean, absolute error and the median, correlation.   Documents: `iaml` 1.7, 2.6.

Notation: y_i actual, f_i predicted numbers of n records; children with n_i records and mean m_i.;
`dtref.spec.split.criteria`, `dtref.spec.evaluation.regression`, whose functions are run.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import cast

import sympy

from dtref.exact.number import Number, number, total
from dtref.spec.evaluation.regression.errors import errors, mean_absolute_error, mean_squared_error, root_mean_squared_error
from dtref.spec.evaluation.regression.medians import (
    median_absolute_deviation_about_median,
    median_absolute_deviation_about_prediction,
    median_squared_error,
    squared_median_absolute_deviation,
)
from dtref.spec.split.criteria import gini_reduction, variance_reduction
from dtref.spec.split.impurity import gini, variance
from proofs.any_number import Sums, indexed, sum_of_terms
from proofs.gain import CHILD
from proofs.steps import defined, derivative, equal, expression, not_negative, same, weighted_squares
from proofs.symbols import not_negative as at_least_0
from proofs.symbols import positive, rational, real
from proofs.theorem import Method, theorem

TREES, RMSE, MAE, MAD = (
    "iaml: 1.7 Decision Trees For Regression",
    "iaml: 2.6.1 Root Mean Squared Error",
    "iaml: 2.6.2 Mean Absolute Error",
    "iaml: 2.6.3 Median Absolute Deviation",
)
FEW = range(1, 6)


def moments(ys: Sequence[Number]) -> tuple[Number, Number, Number]:
    """The number of records, the sum and the sum of squares."""
    return number(len(ys)), total(ys), total(y * y for y in ys)


def pairs_of(n: int) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    """The actual and the predicted numbers of n records."""
    return real(f"y1:{n + 1}"), real(f"f1:{n + 1}")


@theorem(
    "The reduction of variance is the weighted squared distance of the children's means from the node's mean",
    source=TREES,
    runs=(variance_reduction, variance),
    reach="any number of children, all positive numbers of records, all real sums and sums of squares; two children apart",
    method=Method.SQUARES,
)
def theorem_variance_reduction_is_the_weighted_squared_distance_of_the_means() -> None:
    """So it is at least 0, and 0 at equal means only. Of two children: (n_L/n)(n_R/n)(m_L - m_R)²."""
    n_i, s_i, q_i = (indexed(name, positive=name == "n", signed=name != "n")[CHILD.letter] for name in "nsq")
    whole = n, s, q = *positive("N"), *real("S Q")
    known = Sums((CHILD,), {(n_i, CHILD): n, (s_i, CHILD): s, (q_i, CHILD): q})
    children = tuple(zip(*(known.each(CHILD, one) for one in (n_i, s_i, q_i)), strict=True))
    distance = s_i / n_i - s / n
    sum_of_terms(known.closed(variance_reduction.formula(whole, children)), known, n_i / n * distance * distance, CHILD)
    left, right = ((*positive(f"n_{side}"), *real(f"s_{side} q_{side}")) for side in "LR")
    both = tuple(map(total, zip(left, right, strict=True)))
    weight = left[0] * right[0] / (both[0] * both[0])
    weighted_squares(defined(variance_reduction(both, (left, right))), [(weight, left[1] / left[0] - right[1] / right[0])])


@theorem(
    "The variance is the mean squared distance from the mean, and the mean of (y_i - y_j)²/2 over all pairs",
    source=TREES,
    runs=(variance, mean_squared_error),
    reach="1 to 5 records, all real numbers",
    method=Method.SQUARES,
)
def theorem_variance_is_the_mean_squared_distance_from_the_mean() -> None:
    """Both forms; the first is the squared error of predicting the mean."""
    for n in FEW:
        ys = real(f"y1:{n + 1}")
        found = defined(variance(moments(ys)))
        equal(found, defined(mean_squared_error(ys, (total(ys) / n,) * n)))
        weighted_squares(found, [(rational(1, n * n), a - b) for a, b in combinations(ys, 2)])
        weighted_squares(found, [(rational(1, n), y - total(ys) / n) for y in ys])


@theorem(
    "The variance of a target of 0 and 1 is half the Gini index, and the reductions of the two are so, too",
    source=TREES,
    runs=(variance, gini, variance_reduction, gini_reduction),
    reach="all positive real counts",
    method=Method.IDENTITY,
)
def theorem_variance_of_a_binary_target_is_half_the_gini_index() -> None:
    """Of b ones in a + b records sum y = sum y² = b."""
    a, b, c, d = positive("a b c d")
    equal(2 * defined(variance((a + b, b, b))), defined(gini((a, b))))
    means = 2 * defined(variance_reduction((a + b + c + d, b + d, b + d), ((a + b, b, b), (c + d, d, d))))
    equal(means, defined(gini_reduction((a + c, b + d), ((a, b), (c, d)))))


@theorem(
    "The mean minimises the squared error: that of a constant c is the variance plus (c - mean)²",
    source=RMSE,
    runs=(mean_squared_error, variance),
    reach="1 to 5 records, all real numbers and constants",
    method=Method.SQUARES,
)
def theorem_mean_minimises_the_squared_error() -> None:
    """The square is 0 at the mean only."""
    (c,) = real("c")
    for n in FEW:
        ys = real(f"y1:{n + 1}")
        found = defined(mean_squared_error(ys, (c,) * n))
        weighted_squares(found - defined(variance(moments(ys))), [(1, c - total(ys) / n)])


@theorem(
    "The median minimises the absolute error: that of a constant falls up to the middle and rises beyond",
    source=MAE,
    runs=(mean_absolute_error, median_absolute_deviation_about_prediction),
    reach="1 to 6 records, all positive numbers (the errors of a constant do not change if all are shifted)",
    method=Method.DERIVATIVES,
)
def theorem_median_minimises_the_absolute_error() -> None:
    """Between the i-th and the next number the slope is (2i - n)/n: constants before, between and after all numbers against the median."""
    for n in range(1, 7):
        gaps = (*positive("y1"), *at_least_0(f"g2:{n + 1}"))
        ys = [total(gaps[: i + 1]) for i in range(n)]
        median = defined(median_absolute_deviation_about_prediction((0,) * n, ys))
        least = defined(mean_absolute_error(ys, (median,) * n))
        for i in range(n + 1):
            u, v = at_least_0("u v")
            apart = [u + v if i and j == i else gap for j, gap in enumerate(gaps)]  # the constant is u above the i-th of the numbers
            at = [total(apart[: j + 1]) for j in range(n)]
            constant = at[i - 1] + u if i else at[0] - u
            value = defined(mean_absolute_error(at, (constant,) * n))
            slope = derivative(value, u) - derivative(value, v)  # the constant moves, the numbers stay
            equal(slope if i else -slope, rational(2 * i - n, n))
            change = {expression(gaps[i]): expression(u + v)} if 0 < i < n else {}
            not_negative(cast(Number, expression(value) - expression(least).subs(change)))


@theorem(
    "A prediction is the actual number plus its error; the mean squared error is the squared mean error plus the variance of the errors",
    source=RMSE,
    runs=(errors, mean_squared_error, variance),
    reach="1 to 5 records, all real numbers",
    method=Method.IDENTITY,
)
def theorem_mean_squared_error_is_squared_mean_error_and_variance_of_errors() -> None:
    """The variance is dtref's, of the moments of the errors."""
    for n in FEW:
        y, f = pairs_of(n)
        e = errors(y, f)
        for y_i, e_i, f_i in zip(y, e, f, strict=True):
            equal(y_i + e_i, f_i)
        mean = total(e) / n
        equal(defined(mean_squared_error(y, f)), mean * mean + defined(variance(moments(e))))


@theorem(
    "The mean absolute error is at most the root mean squared error: the difference of their squares is the variance of the |e_i|",
    source=MAE,
    runs=(mean_absolute_error, root_mean_squared_error, mean_squared_error),
    reach="1 to 4 records, all real numbers",
    method=Method.SQUARES,
)
def theorem_mean_absolute_error_is_at_most_the_root_mean_squared_error() -> None:
    """Times n² it is the sum of (|e_i| - |e_j|)² over pairs: equal where all errors are of one size."""
    for n in range(1, 5):
        y, f = pairs_of(n)
        mae, rmse = defined(mean_absolute_error(y, f)), defined(root_mean_squared_error(y, f))
        equal(rmse * rmse, defined(mean_squared_error(y, f)))
        sizes = [cast(Number, sympy.Abs(expression(f_i - y_i))) for y_i, f_i in zip(y, f, strict=True)]
        weighted_squares(rmse * rmse - mae * mae, [(rational(1, n * n), a - b) for a, b in combinations(sizes, 2)])
        not_negative(mae)


@theorem(
    "The median absolute error is that of the middle errors by size, whatever their signs",
    source=MAD,
    runs=(median_absolute_deviation_about_prediction, squared_median_absolute_deviation),
    reach="1 to 6 records; all errors, in order of size, with alternating signs",
    method=Method.IDENTITY,
)
def theorem_median_absolute_error_is_that_of_the_middle_errors() -> None:
    """As many are at most as large as at least as large. Of an even number it is the mean of two."""
    for n in range(1, 7):
        gaps = positive(f"g1:{n + 1}")
        sizes = [total(gaps[: i + 1]) for i in range(n)]
        predicted = [size if i % 2 else -size for i, size in enumerate(sizes)]
        mad = defined(median_absolute_deviation_about_prediction((0,) * n, predicted))
        equal(mad, (sizes[(n - 1) // 2] + sizes[n // 2]) / 2)
        equal(defined(squared_median_absolute_deviation((0,) * n, predicted)), mad * mad)


@theorem(
    "The median squared error is the squared median absolute error where n is odd; where n is even it is greater by a square",
    source="rousseeuw1984",
    runs=(median_squared_error, squared_median_absolute_deviation),
    reach="1 to 4 records, every error from -2 to 3",
    method=Method.EXHAUSTION,
)
def theorem_median_of_squared_errors_is_at_least_the_squared_median() -> None:
    """The mean of a² and b² is the square of the mean and ((b - a)/2)²; a and b are the middle sizes."""
    for n in range(1, 5):
        for some in product(range(-2, 4), repeat=n):
            sizes = sorted(map(abs, some))
            half = Fraction(sizes[n // 2] - sizes[(n - 1) // 2], 2)
            gap = defined(median_squared_error((0,) * n, some)) - defined(squared_median_absolute_deviation((0,) * n, some))
            same(gap, half * half, f"the gap for errors {some}")


@theorem(
    "The median absolute deviation from the median: 0 of one number, half the distance of two, the smaller gap of three",
    source="hampel1974",
    runs=(median_absolute_deviation_about_median,),
    reach="1 to 3 records, all real numbers in order",
    method=Method.IDENTITY,
)
def theorem_median_absolute_deviation_of_few_numbers() -> None:
    """The gaps of three are g and g + h, in either order."""
    (y,), (g, h) = real("y"), positive("g h")
    equal(defined(median_absolute_deviation_about_median((y,))), 0)
    equal(defined(median_absolute_deviation_about_median((y, y + g))), g / 2)
    for ys in ((y, y + g, y + 2 * g + h), (y, y + g + h, y + 2 * g + h)):
        equal(defined(median_absolute_deviation_about_median(ys)), g)
