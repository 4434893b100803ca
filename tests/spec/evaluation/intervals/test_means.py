"""The interval for the mean of folds: its definition, SciPy, statsmodels, SymPy; and the deviates that it and others are given."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from many import one_in
from narrow import defined, of_kind
from spec.evaluation.intervals.ends import bounds, confidences, double, doubles, same, same_ends

from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import compare
from dtref.exact.decimals import decimal
from dtref.spec.evaluation.estimation.moments import standard_deviation, standard_error
from dtref.spec.evaluation.intervals.deviates import (
    large_by_evaluation,
    large_by_tan,
    one_sided_deviate,
    one_sided_t,
    two_sided_deviate,
    two_sided_t,
)
from dtref.spec.evaluation.intervals.interval import Interval, about
from dtref.spec.evaluation.intervals.mean import fold_mean_interval, mean_interval
from dtref.strategies.values import fractions

pytestmark = pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")  # any deviate will do, also one that looks like a confidence

errors = st.lists(fractions(0, 1, max_denominator=40), min_size=2, max_size=12)
deviates = fractions(0, 13, max_denominator=20)

LEVELS = tuple(Fraction(*level) for level in ((1, 2), (4, 5), (9, 10), (95, 100), (99, 100), (999, 1000)))


@cache
def t_of(confidence: Fraction, degrees: int) -> Fraction:
    """The certified deviate, as a table with 40 digits would have it."""
    return Fraction(decimal(defined(two_sided_t(confidence, degrees)), 40))


@given(errors, deviates)
def test_the_squared_half_width_is_the_document_s(folds: list[Fraction], t: Fraction) -> None:
    """(t s)^2 / k with k (k - 1) s^2 = k sum x^2 - (sum x)^2, which is sum_{i < j} (x_i - x_j)^2."""
    k, found = len(folds), fold_mean_interval(folds, t)
    pairs = sum((x - y) ** 2 for i, x in enumerate(folds) for y in folds[:i])
    assert same(defined(found).centre, sum(folds, Fraction(0)) / k)
    low, high = bounds(defined(found).half_width)
    assert max(low, Fraction(0)) ** 2 <= t * t * pairs / (k * k * (k - 1)) <= high**2
    assert high - low < Fraction(1, 2**200)


@given(errors, deviates)
def test_mean_and_deviation_are_enough(folds: list[Fraction], t: Fraction) -> None:
    s, mu = standard_deviation(folds), sum(folds, Fraction(0)) / len(folds)
    assert same_ends(defined(mean_interval(mu, defined(s), len(folds), t)), defined(fold_mean_interval(folds, t)))


@given(errors, deviates, fractions(-5, 5, max_denominator=9), fractions(Fraction(1, 9), 5, max_denominator=9))
def test_another_unit_moves_the_ends_along(folds: list[Fraction], t: Fraction, shift: Fraction, scale: Fraction) -> None:
    plain, moved = fold_mean_interval(folds, t), fold_mean_interval([scale * x + shift for x in folds], t)
    assert same_ends(defined(moved), Interval(scale * defined(plain).low + shift, scale * defined(plain).high + shift))
    accuracies = fold_mean_interval([1 - x for x in folds], t)
    assert same_ends(defined(accuracies), defined(plain).complement)
    assert same_ends(defined(fold_mean_interval(folds[::-1], t)), defined(plain))


def test_equal_folds_leave_a_point() -> None:
    rate = Fraction(1, 10)
    for found in (fold_mean_interval([rate] * 5, 2), mean_interval(rate, 0, 5, 2), mean_interval(rate, 1, 5, 0)):
        assert compare(defined(found).low, rate) == 0 == compare(defined(found).high, rate)


def test_no_interval() -> None:
    assert fold_mean_interval((), 2) == Undefined("nothing to take the mean of")
    assert fold_mean_interval((Fraction(1, 10),), 2) == Undefined("a variance with n - 1 below needs two results")
    assert fold_mean_interval((Fraction(1, 10), Undefined("no records")), 2) == Undefined("no records")
    assert mean_interval(Fraction(1, 10), 1, 0, 2) == Undefined("no results")
    assert mean_interval(Fraction(1, 10), 1, 1, 2) == Undefined("one result shows no deviation")


def test_huge_numbers_of_folds() -> None:
    assert mean_interval(Fraction(1, 2), 1, 10**30, 2) == about(Fraction(1, 2), Fraction(2, 10**15))


def test_scipy_and_statsmodels_agree_on_thousands_of_folds() -> None:
    """2 to 12 errors in hundredths. Doubles lose digits where they are nearly equal: the bound is one for numbers of about 1."""
    stats = pytest.importorskip("scipy.stats")
    weighted = pytest.importorskip("statsmodels.stats.weightstats")
    draw = Random(5)
    for i in one_in(3, range(1000)):
        folds = [Fraction(draw.randint(0, 100), 100) for _ in range(draw.randint(2, 12))]
        if len(set(folds)) == 1:
            continue  # SciPy warns of a scale of 0, and answers NaN
        k, confidence = len(folds), draw.choice(LEVELS)
        found, values = fold_mean_interval(folds, t_of(confidence, k - 1)), [float(x) for x in folds]
        scale = max(1.0, double(defined(found).half_width))
        theirs = [stats.t.interval(float(confidence), k - 1, loc=fmean(values), scale=stdev(values) / k**0.5)]
        if i % 4 == 0:
            theirs.append(weighted.DescrStatsW(values).tconfint_mean(float(1 - confidence)))
        for low, high in theirs:
            assert max(abs(double(defined(found).low) - low), abs(double(defined(found).high) - high)) < 2.0**-40 * scale, (
                folds,
                confidence,
            )


def test_with_the_certified_deviate_itself() -> None:
    """Its interval is that of its 40 digits, as far as those go."""
    draw = Random(6)
    for confidence in LEVELS:
        for k in (2, 3, 7, 11, 30):
            folds = [Fraction(draw.randint(0, 30), 30) for _ in range(k)]
            assert same_ends(
                defined(fold_mean_interval(folds, defined(two_sided_t(confidence, k - 1)))),
                defined(fold_mean_interval(folds, t_of(confidence, k - 1))),
            )


def test_the_formula_on_symbols() -> None:
    sympy = pytest.importorskip("sympy")
    mu, s, k, t, x, y = sympy.symbols("mu s k t x y", positive=True)
    found = mean_interval(mu, s, k, t)
    assert (
        sympy.simplify(defined(found).high - (mu + t * s / sympy.sqrt(k)))
        == 0
        == sympy.simplify(defined(found).low - (mu - t * s / sympy.sqrt(k)))
    )
    two = fold_mean_interval((x, y), t)
    assert sympy.simplify(defined(two).centre - (x + y) / 2) == 0
    assert sympy.simplify(of_kind(sympy.Basic, defined(two).half_width) ** 2 - (t * (x - y) / 2) ** 2) == 0
    at: dict[Any, Any] = {x: Fraction(1, 10), y: Fraction(3, 10), t: 4}
    assert double(defined(fold_mean_interval((at[x], at[y]), at[t])).low) == pytest.approx(
        float(of_kind(sympy.Basic, defined(two).low).subs(at))
    )


@given(errors, deviates)
def test_the_half_width_is_t_standard_errors(folds: list[Fraction], t: Fraction) -> None:
    assert same(defined(fold_mean_interval(folds, t)).half_width, t * defined(standard_error(folds)))


# Deviates -----------------------------------------------------------------------------------------------------------------------------


@given(confidences)
def test_normal_deviates_by_the_standard_library(confidence: Fraction) -> None:
    both, one = double(two_sided_deviate(confidence)), double(one_sided_deviate(confidence))
    assert both == pytest.approx(NormalDist().inv_cdf((1 + float(confidence)) / 2), rel=1e-12, abs=1e-12)
    assert one == pytest.approx(NormalDist().inv_cdf(float(confidence)), rel=1e-12, abs=1e-12)


@given(confidences, st.integers(1, 40))
def test_two_sides_at_once(confidence: Fraction, degrees: int) -> None:
    """What leaves alpha/2 above leaves alpha on both sides; t is farther out than z."""
    both = (1 + confidence) / 2
    assert same(two_sided_deviate(confidence), one_sided_deviate(both))
    assert same(defined(two_sided_t(confidence, degrees)), defined(one_sided_t(both, degrees)))
    assert compare(defined(two_sided_t(confidence, degrees)), two_sided_deviate(confidence)) > 0


def test_scipy_agrees_on_t() -> None:
    stats = pytest.importorskip("scipy.stats")
    for confidence in LEVELS:
        for degrees in (1, 2, 3, 4, 5, 10, 29, 30, 120, 10**6):
            theirs = stats.t.isf(float(1 - confidence) / 2, degrees), stats.t.isf(float(1 - confidence), degrees)
            ours = double(defined(two_sided_t(confidence, degrees))), double(defined(one_sided_t(confidence, degrees)))
            assert max(abs(a - b) / max(1.0, a) for a, b in zip(ours, theirs, strict=True)) < 2.0**-40, (confidence, degrees)


def test_deviates_that_are_rational() -> None:
    """One degree of freedom: tan(pi c/2); two: c sqrt(2/(1 - c^2))."""
    assert two_sided_t(Fraction(1, 2), 1) == one_sided_t(Fraction(3, 4), 1) == 1
    assert one_sided_deviate(Fraction(1, 2)) == one_sided_t(Fraction(1, 2), 7) == 0
    assert two_sided_t(Fraction(1, 3), 2) == Fraction(1, 2)
    assert two_sided_t(Fraction(95, 100), 0) == one_sided_t(Fraction(95, 100), 0) == Undefined("no degree of freedom")


# Bad input ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (lambda: mean_interval(0.1, Fraction(1, 100), 11, 2), "mean: expected an exact number, such as '0.1' (got 0.1)"),  # type: ignore[arg-type]
        (lambda: mean_interval(0, Fraction(-1, 100), 11, 2), "s: expected an exact number of at least 0 (got Fraction(-1, 100))"),
        (lambda: mean_interval(0, 0.01, 11, 2), "s: expected an exact number of at least 0, such as '0.01' (got 0.01)"),  # type: ignore[arg-type]
        (lambda: mean_interval(0, 1, Fraction(11, 2), 2), "k: expected a whole number of at least 0 (got Fraction(11, 2))"),
        (lambda: mean_interval(0, 1, -1, 2), "k: expected a whole number of at least 0 (got -1)"),
        (lambda: mean_interval(0, 1, 11, -2), "t: expected an exact number of at least 0 (got -2)"),
        (
            lambda: fold_mean_interval((0, 0.5), 2),  # type: ignore[arg-type]
            "result 2: expected an exact number, such as '0.5'; list(map(str, column)) has those of a column (got 0.5)",
        ),
        (lambda: fold_mean_interval((0, 1), -1), "t: expected an exact number of at least 0 (got -1)"),
        (lambda: large_by_tan(30.5), "records: expected a whole number of at least 0 (got 30.5)"),  # type: ignore[arg-type]
        (lambda: large_by_evaluation(-1), "records: expected a whole number of at least 0 (got -1)"),
    ],
)
def test_bad_input(asked: Callable[..., Any], message: str) -> None:
    with pytest.raises(Invalid) as refused:
        asked()
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("confidence", "message"),
    [
        (0.95, "confidence: expected an exact number, such as '0.95' (got 0.95)"),
        (True, "confidence: expected an exact number (got True)"),
        (1, "confidence: expected a probability strictly between 0 and 1 (got 1)"),
        (Fraction(0), "confidence: expected a probability strictly between 0 and 1 (got Fraction(0, 1))"),
        (95, "confidence: expected a probability strictly between 0 and 1 (got 95)"),
    ],
)
def test_bad_confidence(confidence: Fraction, message: str) -> None:
    for asked in (two_sided_deviate, one_sided_deviate, lambda c: two_sided_t(c, 3), lambda c: one_sided_t(c, 3)):
        with pytest.raises(Invalid) as refused:
            asked(confidence)
        assert str(refused.value) == message


def test_ends_as_doubles_are_in_order() -> None:
    low, high = doubles(defined(fold_mean_interval((0, 1), 2)))
    assert (low, high) == (-0.5, 1.5)
