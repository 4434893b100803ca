"""Regression measures against naive sums, the document's examples and scikit-learn; R^2 against the squared correlation."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from many import one_in
from narrow import defined, of_kind

from dtref.errors import Invalid, Undefined
from dtref.exact.decimals import decimal
from dtref.exact.least_squares import least_squares
from dtref.exact.number import Exact
from dtref.spec.evaluation.regression.correlation import correlation
from dtref.spec.evaluation.regression.errors import mean_absolute_error, mean_squared_error, root_mean_squared_error
from dtref.spec.evaluation.regression.medians import (
    median_absolute_deviation_about_median,
    median_absolute_deviation_about_prediction,
    median_squared_error,
    squared_median_absolute_deviation,
)
from dtref.spec.evaluation.regression.relative import (
    r_squared,
    r_squared_of_constants,
    relative_squared_error,
    root_relative_squared_error,
)
from dtref.strategies.values import fractions

rationals = fractions(-20, 20, max_denominator=12)
pairs = st.lists(st.tuples(rationals, rationals), min_size=1, max_size=9)


def split(rows: list[tuple[Fraction, Fraction]]) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    return tuple(y for y, _ in rows), tuple(f for _, f in rows)


def as_float(x: Exact | Undefined) -> float:
    return float(decimal(defined(x), 60))


@given(pairs)
def test_measures_equal_naive_sums(rows: list[tuple[Fraction, Fraction]]) -> None:
    y, f = split(rows)
    n = len(rows)
    assert mean_squared_error(y, f) == sum((a * a - 2 * a * b + b * b for a, b in rows), Fraction(0)) / n
    assert mean_absolute_error(y, f) == sum((max(a, b) - min(a, b) for a, b in rows), Fraction(0)) / n
    middle = sorted(abs(a - b) for a, b in rows)
    mad = (middle[(n - 1) // 2] + middle[n // 2]) / 2
    assert median_absolute_deviation_about_prediction(y, f) == mad
    assert squared_median_absolute_deviation(y, f) == mad**2
    assert median_squared_error(y, f) == (middle[(n - 1) // 2] ** 2 + middle[n // 2] ** 2) / 2


@given(pairs)
def test_relative_squared_error_is_one_minus_r_squared_by_sums_of_pairs(rows: list[tuple[Fraction, Fraction]]) -> None:
    """sum (y_i - mean)^2 = (1/n) sum over pairs (y_i - y_j)^2: no mean comes in."""
    y, f = split(rows)
    around = sum(((a - b) ** 2 for i, a in enumerate(y) for b in y[:i]), Fraction(0)) / len(y)
    if around == 0:
        why = Undefined("the actual numbers do not vary")
        assert relative_squared_error(y, f) == root_relative_squared_error(y, f) == r_squared(y, f) == why
        return
    rse = sum((a - b) ** 2 for a, b in rows) / around
    assert relative_squared_error(y, f) == rse
    assert r_squared(y, f) == r_squared_of_constants(y, f) == 1 - rse
    low, high = (Fraction(decimal(defined(root_relative_squared_error(y, f)), 20)) + Fraction(k, 10**20) for k in (-1, 1))
    assert max(low, Fraction(0)) ** 2 <= rse <= high**2


@given(pairs)
def test_correlation_equals_the_formula_by_raw_sums(rows: list[tuple[Fraction, Fraction]]) -> None:
    """n sum fy - sum f sum y over sqrt((n sum f^2 - (sum f)^2)(n sum y^2 - (sum y)^2))."""
    y, f = split(rows)
    n = len(rows)
    s_y, s_f = sum(y), sum(f)
    top = n * sum(a * b for a, b in rows) - s_y * s_f
    under = (n * sum(a * a for a in y) - s_y**2) * (n * sum(b * b for b in f) - s_f**2)
    r = correlation(y, f)
    if under == 0:
        assert r == Undefined("the numbers of one side do not vary" if n > 1 else "one record does not vary")
        return
    assert (defined(r).sign, defined(r).square) == ((top > 0) - (top < 0), top**2 / under)
    assert defined(r).square <= 1
    assert -defined(r) == correlation(y, tuple(-b for b in f))
    assert r == correlation(f, y) == correlation(y, tuple(3 * b + 7 for b in f))


@given(pairs)
def test_r_squared_is_at_most_the_squared_correlation_and_equal_for_the_least_squares_line(rows: list[tuple[Fraction, Fraction]]) -> None:
    y, f = split(rows)
    assume(len(set(y)) > 1 and len(set(f)) > 1)
    line = least_squares([(b,) for b in f], y, [Fraction(1)] * len(y))
    fitted = tuple(defined(line)((b,)) for b in f)
    r_2 = defined(correlation(y, f)).square
    assert defined(r_squared(y, f)) <= r_2 == r_squared(y, fitted)
    assert (r_squared(y, f) == r_2) == (fitted == f)


@given(st.lists(rationals, min_size=1, max_size=9), rationals)
def test_median_absolute_deviation_about_the_median_forgets_the_mean(values: list[Fraction], shift: Fraction) -> None:
    mad = median_absolute_deviation_about_median(values)
    assert mad == median_absolute_deviation_about_median([x + shift for x in values])
    ranked = sorted(values)
    centre = (ranked[(len(values) - 1) // 2] + ranked[len(values) // 2]) / 2
    assert mad == median_absolute_deviation_about_prediction([centre] * len(values), values)


def test_the_document_on_outliers() -> None:
    """`iaml` 2.6.1: 99 exact predictions and one off by 10, or 100 off by 1: the same MSE, another MAE and median."""
    outlier, all_off, zero = (0,) * 99 + (10,), (1,) * 100, (0,) * 100
    assert mean_squared_error(zero, outlier) == mean_squared_error(zero, all_off) == 1
    assert root_mean_squared_error(zero, outlier) == root_mean_squared_error(zero, all_off) == 1
    assert (mean_absolute_error(zero, outlier), mean_absolute_error(zero, all_off)) == (Fraction(1, 10), 1)
    medians = (median_absolute_deviation_about_prediction(zero, outlier), median_absolute_deviation_about_prediction(zero, all_off))
    assert medians == (0, 1)


def test_the_document_on_mean_and_scale() -> None:
    """`iaml` 2.6.1 figure 9 and 2.6.4: a model with the right shape and another mean is worse than the mean by RMSE, and has CC 1."""
    y, shifted = (1, 2, 3, 4), (6, 7, 8, 9)
    assert root_relative_squared_error(y, shifted) > 1 == root_relative_squared_error(y, (Fraction(5, 2),) * 4)
    assert defined(correlation(y, shifted)).value == defined(correlation(y, tuple(10 * x for x in y))).value == 1
    assert r_squared(y, shifted) == -19


def test_r_squared_is_not_the_squared_correlation() -> None:
    assert (r_squared((1, 2, 3), (3, 2, 1)), defined(correlation((1, 2, 3), (3, 2, 1))).square) == (-3, 1)


def test_no_records() -> None:
    none = Undefined("no records")
    for measure in (
        mean_squared_error,
        root_mean_squared_error,
        mean_absolute_error,
        median_absolute_deviation_about_prediction,
        squared_median_absolute_deviation,
        median_squared_error,
        relative_squared_error,
        root_relative_squared_error,
        r_squared,
        correlation,
    ):
        assert measure((), ()) == none
    assert median_absolute_deviation_about_median(()) == none


def test_one_record() -> None:
    assert mean_squared_error((3,), (5,)) == 4
    assert r_squared((3,), (5,)) == relative_squared_error((3,), (5,)) == Undefined("the actual numbers do not vary")
    assert correlation((3,), (5,)) == Undefined("one record does not vary")


def test_huge_and_tiny_numbers_stay_exact() -> None:
    big = 10**30
    assert mean_squared_error((big, 0), (big + 1, 0)) == Fraction(1, 2)
    assert defined(correlation((big, big + 1, big + 2), (0, 1, 3))).square == Fraction(27, 28)
    assert mean_absolute_error((5e-324,), (0,)) == Fraction(1, 2**1074)


@pytest.mark.parametrize(
    ("actual", "predicted", "message"),
    [
        ((1, 2), (1,), "predicted: expected 2 numbers, one a record (got 1)"),
        ((1, math.inf), (1, 1), "actual, record 2: expected a finite number (got inf)"),
        ((1,), (math.nan,), "predicted, record 1: expected a finite number (got nan)"),
        ((1,), ("x",), "predicted, record 1: expected a finite number (got 'x')"),
        ((True,), (1,), "actual, record 1: expected a finite number (got True)"),
        ((None,), (1,), "actual, record 1: expected a finite number (got None)"),
    ],
)
def test_bad_input(actual: Any, predicted: Any, message: str) -> None:
    for measure in (mean_squared_error, median_squared_error, r_squared, correlation):
        with pytest.raises(Invalid) as refused:
            measure(actual, predicted)
        assert str(refused.value) == message


def test_formulas_run_on_symbols() -> None:
    import sympy

    y, f = sympy.symbols("y1:4", real=True), sympy.symbols("f1:4", real=True)
    assert sympy.simplify(mean_squared_error(y, f) - sum((b - a) ** 2 for a, b in zip(y, f, strict=True)) / 3) == 0
    assert sympy.simplify(mean_absolute_error(y, f) - sum(sympy.Abs(b - a) for a, b in zip(y, f, strict=True)) / 3) == 0
    assert sympy.simplify(of_kind(sympy.Basic, root_mean_squared_error(y, f)) ** 2 - defined(mean_squared_error(y, f))) == 0
    numbers = dict(zip((*y, *f), (1, 2, 4, 3, 3, 5), strict=True))
    r = correlation(y, f)
    assert of_kind(sympy.Basic, defined(r).square).subs(numbers) == sympy.Rational(
        *of_kind(Fraction, defined(correlation((1, 2, 4), (3, 3, 5))).square).as_integer_ratio()
    )
    assert of_kind(sympy.Basic, defined(r_squared(y, f))).subs(numbers) == sympy.Rational(
        *of_kind(Fraction, defined(r_squared((1, 2, 4), (3, 3, 5)))).as_integer_ratio()
    )


def test_scikit_learn_agrees_on_thousands_of_inputs_to_what_floats_hold() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    chance = Random(20)
    for n in (2, 3, 5, 8, 12):
        y, f = ([[chance.choice((1.0, 1e3)) * chance.uniform(-1, 1) for _ in one_in(4, range(200))] for _ in range(n)] for _ in "yf")
        for ours, theirs, tolerance in (
            (mean_squared_error, metrics.mean_squared_error, 1e-9),
            (root_mean_squared_error, metrics.root_mean_squared_error, 1e-12),
            (mean_absolute_error, metrics.mean_absolute_error, 1e-12),
            (median_absolute_deviation_about_prediction, metrics.median_absolute_error, 1e-12),
        ):
            exact = [as_float(ours(a, b)) for a, b in zip(zip(*y, strict=True), zip(*f, strict=True), strict=True)]
            assert max(map(abs, theirs(y, f, multioutput="raw_values") - exact)) < tolerance
        exact = [as_float(1 - defined(r_squared(a, b))) for a, b in zip(zip(*y, strict=True), zip(*f, strict=True), strict=True)]
        assert max(map(abs, (1 - metrics.r2_score(y, f, multioutput="raw_values")) / exact - 1)) < 1e-9


def test_scikit_learn_s_conventions_are_named() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    for y, f in (((1, 1), (1, 1)), ((1, 1), (1, 2))):
        assert r_squared_of_constants(y, f) == metrics.r2_score(y, f)
        assert r_squared(y, f) == Undefined("the actual numbers do not vary")
    with pytest.warns(Warning, match="fewer than two|less than two"):
        assert math.isnan(metrics.r2_score((1,), (1,)))
    assert r_squared_of_constants((1,), (1,)) == Undefined("fewer than two records")


def test_scipy_agrees_on_thousands_of_inputs() -> None:
    stats = pytest.importorskip("scipy.stats")
    chance = Random(21)
    for n in (3, 4, 7, 15):
        columns = [
            ([*range(n - 1), chance.randint(-50, 50)], [-1, 1, *(chance.randint(-50, 50) for _ in range(n - 2))])
            for _ in one_in(4, range(500))
        ]
        y, f = zip(*columns, strict=True)
        exact = [as_float(defined(correlation(a, b)).value) for a, b in columns]
        assert max(map(abs, stats.pearsonr(y, f, axis=1).statistic - exact)) < 1e-14
        assert [as_float(median_absolute_deviation_about_median(b)) for b in f] == list(stats.median_abs_deviation(f, axis=1))


def test_floats_of_every_width_and_decimals_are_the_numbers_that_they_are() -> None:
    numpy = pytest.importorskip("numpy")
    x: Any
    for x in (0.1, numpy.float64(0.1), numpy.float32(0.1), numpy.longdouble(1) / 10, Decimal("0.1"), Fraction(1, 10), numpy.int64(7)):
        exact = Fraction(*map(int, x.as_integer_ratio())) if hasattr(x, "as_integer_ratio") else Fraction(int(x))
        assert mean_absolute_error((0,), (x,)) == exact
    for x in (numpy.nan, numpy.float32("inf"), Decimal("NaN"), Decimal("-Infinity")):
        with pytest.raises(Invalid):
            mean_absolute_error((0,), (x,))


def test_order_by_signed_square_is_the_order_of_the_roots() -> None:
    y = (1, 2, 3, 5)
    found = [correlation(y, f) for f in ((5, 3, 2, 1), (4, 3, 3, 4), (1, 3, 2, 4), (1, 2, 3, 5))]
    assert all(defined(a).signed_square < defined(b).signed_square and defined(a).value < defined(b).value for a, b in pairwise(found))
