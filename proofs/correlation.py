"""
Regression: errors relative to those of the mean, and the correlation of predicted with actual numbers.   Document: `iaml` 2.6.

Notation: y_i actual, f_i predicted numbers of n records; S_ff and S_yy the sums of their squares about their means, S_fy that of their
products.; `dtref.spec.evaluation.regression`, whose functions are run.
"""

from __future__ import annotations

from itertools import combinations, product

from dtref.exact.number import number, total
from dtref.spec.evaluation.regression.correlation import _inner, correlation
from dtref.spec.evaluation.regression.errors import mean_squared_error
from dtref.spec.evaluation.regression.relative import (
    _squares,
    centred,
    r_squared,
    r_squared_of_constants,
    relative_squared_error,
    root_relative_squared_error,
)
from dtref.spec.split.impurity import variance
from proofs.regression import moments, pairs_of
from proofs.steps import defined, equal, same, weighted_squares
from proofs.symbols import positive, real
from proofs.theorem import Method, theorem

RMSE, CC = "iaml: 2.6.1 Root Mean Squared Error", "iaml: 2.6.4 Correlation Coefficient"


@theorem(
    "The relative squared error is the mean squared error over the variance of the actual numbers: 1 for their mean; R² is the rest to 1",
    source=RMSE,
    runs=(relative_squared_error, root_relative_squared_error, r_squared, _squares, centred),
    reach="2 to 4 records, all real numbers",
    method=Method.IDENTITY,
)
def theorem_relative_squared_error_is_the_squared_error_over_the_variance() -> None:
    """Its root squared is itself."""
    for n in (2, 3, 4):
        y, f = pairs_of(n)
        found, root = defined(relative_squared_error(y, f)), defined(root_relative_squared_error(y, f))
        equal(found * defined(variance(moments(y))), defined(mean_squared_error(y, f)))
        equal(root * root, found)
        equal(defined(r_squared(y, f)) + found, 1)
        for x, off in zip(y, centred(y), strict=True):
            equal(x - off, total(y) / n)
        equal(defined(relative_squared_error(y, (total(y) / n,) * n)), 1)


@theorem(
    "|r| is at most 1: 1 - r² is a sum of squares, 0 exactly where the points are on a line",
    source=CC,
    runs=(correlation, _inner, centred),
    reach="2 to 4 records, all real numbers that vary on both sides",
    method=Method.SQUARES,
)
def theorem_correlation_is_at_most_1() -> None:
    """Lagrange (Cauchy-Schwarz): times the two lengths it is the sum over pairs of (a_i b_j - a_j b_i)², a and b less their means."""
    for n in (2, 3, 4):
        y, f = pairs_of(n)
        r = defined(correlation(y, f))
        a, b = ([x - total(xs) / n for x in xs] for xs in (y, f))
        equal(r.under, total(x * x for x in a) * total(x * x for x in b))
        equal(r.top, total(a_i * b_i for a_i, b_i in zip(a, b, strict=True)))
        weighted_squares((1 - r.square) * r.under, [(1, a[i] * b[j] - a[j] * b[i]) for i, j in combinations(range(n), 2)])


@theorem(
    "The correlation of a line's values is 1 where it rises and -1 where it falls; neither shifts nor positive scales count",
    source=CC,
    runs=(correlation, _inner, centred),
    reach="2 to 4 records, all real numbers that vary",
    method=Method.IDENTITY,
)
def theorem_correlation_of_a_line() -> None:
    """Of s y + c the numerator is s times the squares of y, the number under the root their square times s²."""
    (s,), (c,) = positive("s"), real("c")
    for n in (2, 3, 4):
        y, f = pairs_of(n)
        for slope in (s, -s):
            line, other = (defined(correlation(y, [slope * x + c for x in xs])) for xs in (y, f))
            spread = n * defined(variance(moments(y)))
            equal(line.top, slope * spread)
            equal(line.under, s * s * spread * spread)
            equal(other.top, slope * defined(correlation(y, f)).top)
            equal(other.under, s * s * defined(correlation(y, f)).under)


@theorem(
    "R² is at most r²; the gap is a sum of squares, 0 where the predictions' mean is right and no scale would fit better",
    source="kvalseth1985",
    runs=(r_squared, correlation, relative_squared_error),
    reach="2 to 4 records, all real numbers that vary on both sides",
    method=Method.SQUARES,
)
def theorem_r_squared_is_at_most_the_squared_correlation() -> None:
    """Times S_ff S_yy it is (S_ff - S_fy)² + S_ff n (difference of the means)², and n S_ff is the sum of (f_i - f_j)² over pairs."""
    for n in (2, 3, 4):
        y, f = pairs_of(n)
        of_y, of_f = (n * defined(variance(moments(xs))) for xs in (y, f))
        off = (total(f) - total(y)) / n
        r = defined(correlation(y, f))
        gap = r.square - defined(r_squared(y, f))
        equal(r.under, of_f * of_y)
        weighted_squares(gap * r.under, [(1, of_f - r.top), *((1, off * (a - b)) for a, b in combinations(f, 2))])


@theorem(
    "With scikit-learn's convention R² is itself where the actual numbers vary; where not, it is 1 if all are predicted rightly, else 0",
    source=RMSE,
    runs=(r_squared_of_constants, r_squared),
    reach="2 and 3 records, every number from 0 to 2",
    method=Method.EXHAUSTION,
)
def theorem_r_squared_of_constants_is_1_or_0() -> None:
    """Case by case."""
    for n in (2, 3):
        for y, f in product(product(range(3), repeat=n), repeat=2):
            varies = len({*y}) > 1
            expected = defined(r_squared(y, f)) if varies else number(int({*f} == {*y}))
            same(r_squared_of_constants(y, f), expected, f"R² of {y}, {f}")
