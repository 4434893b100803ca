"""Tails against SciPy on generated inputs, against mpmath at 60 digits, and rational values against elementary formulas."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb, factorial, isclose
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import betainc, erfc, gammainc, mp, mpf, sqrt
from narrow import defined
from scipy import stats

from dtref.errors import Invalid, Undefined
from dtref.exact import functions
from dtref.exact.decimals import decimal
from dtref.exact.distributions.beta import beta_at_most, rational_beta
from dtref.exact.distributions.chi_square import chi_square_tail
from dtref.exact.distributions.f import f_tail
from dtref.exact.distributions.normal import normal_at_most, normal_tail
from dtref.exact.distributions.student_t import t_tail
from dtref.exact.enclosure import Enclosure, enclose
from dtref.exact.number import number
from dtref.strategies.values import fractions

DIGITS = 60
half = Fraction(1, 2)
xs = fractions(-8, 8, max_denominator=100)
positives = fractions(0, 40, max_denominator=100)
degrees = st.integers(1, 40)
shares = fractions(0, 1, max_denominator=60)
parameters = st.integers(1, 30).map(lambda twice: Fraction(twice, 2))


@pytest.fixture(autouse=True)
def _digits() -> Iterator[None]:
    with mp.workdps(DIGITS + 20):
        yield


def real(x: Fraction | int) -> mpf:
    return mpf(x.numerator) / x.denominator


def agrees(x: Any, expected: mpf) -> bool:
    return abs(mpf(decimal(x, DIGITS)) - expected) <= mpf(10) ** -DIGITS


def double(x: Enclosure | Fraction) -> float:
    return float(sum(enclose(x).bounds(128)) / 2)


def mpmath_t_tail(x: Fraction, n: int) -> mpf:
    upper = betainc(mpf(n) / 2, mpf(1) / 2, 0, n / (n + real(x) ** 2), regularized=True) / 2
    return upper if x >= 0 else 1 - upper


@given(xs)
def test_normal_tail_at_60_digits(x: Fraction) -> None:
    expected = erfc(real(x) / sqrt(2)) / 2
    assert agrees(normal_tail(x), expected)
    assert agrees(normal_at_most(x), 1 - expected)


@given(positives, degrees)
def test_chi_square_tail_at_60_digits(x: Fraction, n: int) -> None:
    assert agrees(chi_square_tail(x, n), gammainc(mpf(n) / 2, real(x) / 2, regularized=True))


@given(xs, degrees)
def test_t_tail_at_60_digits(x: Fraction, n: int) -> None:
    assert agrees(t_tail(x, n), mpmath_t_tail(x, n))


@given(positives, degrees, degrees)
def test_f_tail_at_60_digits(x: Fraction, d1: int, d2: int) -> None:
    assert agrees(f_tail(x, d1, d2), betainc(mpf(d2) / 2, mpf(d1) / 2, 0, d2 / (d2 + d1 * real(x)), regularized=True))


@given(shares, parameters, parameters)
def test_beta_at_60_digits(x: Fraction, a: Fraction, b: Fraction) -> None:
    assert agrees(beta_at_most(x, a, b), betainc(real(a), real(b), 0, real(x), regularized=True))


def drawn(draw: Random, low: int, high: int) -> Fraction:
    return Fraction(draw.randint(low * 1000, high * 1000), 1000)


def log_uniform(draw: Random) -> int:
    return round(10 ** draw.uniform(0, 6))


@pytest.mark.parametrize(
    ("ours", "theirs", "arguments"),
    [
        (normal_tail, stats.norm.sf, lambda draw: (drawn(draw, -37, 37),)),
        (normal_at_most, stats.norm.cdf, lambda draw: (drawn(draw, -37, 37),)),
        (chi_square_tail, stats.chi2.sf, lambda draw: (drawn(draw, 0, 200), draw.randint(1, 100))),
        (chi_square_tail, stats.chi2.sf, lambda draw: ((n := log_uniform(draw)) * drawn(draw, 0, 3), n)),
        (t_tail, stats.t.sf, lambda draw: (drawn(draw, -12, 12), draw.randint(1, 200))),
        (t_tail, stats.t.sf, lambda draw: (drawn(draw, -5, 5), log_uniform(draw))),
        (f_tail, stats.f.sf, lambda draw: (drawn(draw, 0, 20), draw.randint(1, 60), draw.randint(1, 60))),
        (beta_at_most, stats.beta.cdf, lambda draw: (drawn(draw, 0, 1), drawn(draw, 1, 30), drawn(draw, 1, 30))),
    ],
)
def test_thousands_of_tails_are_those_of_scipy(ours: Callable[..., Any], theirs: Callable[..., Any], arguments: Callable[..., Any]) -> None:
    draw = Random(5)
    for _ in range(500):
        given_ = arguments(draw)
        mine, other = double(ours(*given_)), float(theirs(*map(float, given_)))
        # SciPy's own error, and that of a double as input: a tail far out turns a relative error of 2^-53 in x into x^2 times that
        assert isclose(mine, other, rel_tol=5e-10, abs_tol=1e-300), given_


@given(st.integers(-60, 60).filter(bool), st.integers(1, 60))
def test_t_with_two_degrees_is_algebraic(top: int, bottom: int) -> None:
    """P(T > x) = 1/2 - x / (2 sqrt(2 + x^2)), a Fraction exactly where the root is one."""
    x = Fraction(top, bottom)
    expected = half - number(x) / (2 * functions.sqrt(2 + x * x))
    assert isinstance(t_tail(x, 2), Fraction) == isinstance(expected, Fraction)
    assert decimal(defined(t_tail(x, 2)), DIGITS) == decimal(expected, DIGITS)


@given(positives, st.integers(1, 15))
def test_f_with_two_degrees_above_is_a_power(x: Fraction, m: int) -> None:
    """P(F > x) = (1 + x/m)^-m for 2 and 2m degrees."""
    assert f_tail(x, 2, 2 * m) == (1 + x / m) ** -m


@given(fractions(Fraction(1, 100), 20, max_denominator=100), st.integers(1, 8), st.integers(1, 8))
def test_f_of_even_degrees_is_rational_and_turns_over(x: Fraction, a: int, b: int) -> None:
    """1/F has the degrees exchanged."""
    assert isinstance(f_tail(x, 2 * a, 2 * b), Fraction)
    assert defined(f_tail(x, 2 * a, 2 * b)) + defined(f_tail(1 / x, 2 * b, 2 * a)) == 1


@given(shares, st.integers(1, 12), st.integers(1, 12))
def test_whole_beta_is_the_integral_of_its_density(x: Fraction, a: int, b: int) -> None:
    """The polynomial t^(a-1) (1-t)^(b-1), term by term."""
    integral = sum(Fraction((-1) ** j * comb(b - 1, j)) * x ** (a + j) / (a + j) for j in range(b))
    assert rational_beta(x, Fraction(a), Fraction(b)) == integral * Fraction(factorial(a + b - 1), factorial(a - 1) * factorial(b - 1))


def test_rational_values_of_the_arcsine_law() -> None:
    assert [beta_at_most(Fraction(k, 4), half, half) for k in range(5)] == [0, Fraction(1, 3), half, Fraction(2, 3), 1]
    assert t_tail(1, 1) == Fraction(1, 4)
    assert t_tail(-1, 1) == Fraction(3, 4)
    assert f_tail(1, 3, 3) == f_tail(1, 10**6 + 1, 10**6 + 1) == half


def test_roots_are_welcome() -> None:
    """P(T_1 > sqrt 3) = 1/6; P(chi-square_1 > x^2) = 2 P(Z > x)."""
    assert agrees(t_tail(functions.sqrt(3), 1), mpf(1) / 6)
    assert agrees(chi_square_tail(2, 1), mpf(decimal(2 * normal_tail(functions.sqrt(2)), DIGITS + 10)))


def test_nothing_and_far_out() -> None:
    assert normal_tail(0) == normal_at_most(0) == normal_at_most(functions.sqrt(2) * 0) == half
    assert t_tail(0, 7) == half
    assert chi_square_tail(0, 7) == f_tail(0, 7, 7) == 1
    assert (
        decimal(normal_tail(10**30), 60)
        == decimal(defined(t_tail(10**30, 3)), 60)
        == decimal(defined(chi_square_tail(10**30, 1)), 60)
        == "0." + "0" * 60
    )
    assert decimal(normal_at_most(10**30), 60) == "1." + "0" * 60
    assert decimal(10**300 * normal_tail(37), 10) == str(mp.nstr(mpf(10) ** 300 * erfc(37 / sqrt(2)) / 2, 11))


def test_no_degree_of_freedom() -> None:
    none = Undefined("no degree of freedom")
    assert chi_square_tail(1, 0) == t_tail(1, 0) == t_tail(-1, 0) == f_tail(1, 0, 1) == f_tail(1, 1, 0) == none


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (lambda: normal_tail(0.5), "comparison: expected an exact number (got 0.5)"),  # type: ignore[arg-type]
        (lambda: normal_at_most(0.5), "comparison: expected an exact number (got 0.5)"),  # type: ignore[arg-type]
        (lambda: t_tail(0.5, 1), "comparison: expected an exact number (got 0.5)"),  # type: ignore[arg-type]
        (lambda: t_tail(1, 2.5), "degrees: expected a whole number of at least 0 (got 2.5)"),  # type: ignore[arg-type]
        (lambda: chi_square_tail(1, half), "degrees: expected a whole number of at least 0 (got Fraction(1, 2))"),  # type: ignore[arg-type]
        (lambda: f_tail(1, 1, -1), "d2: expected a whole number of at least 0 (got -1)"),
        (lambda: beta_at_most(half, 0.5, 1), "a: expected an exact number, such as '0.5' (got 0.5)"),  # type: ignore[arg-type]
        (lambda: chi_square_tail(-1, 1), "chi-square tail: expected a statistic of at least 0 (got -1)"),
        (lambda: f_tail(-1, 1, 1), "F tail: expected a statistic of at least 0 (got -1)"),
        (lambda: beta_at_most(2, 1, 1), "beta distribution: expected a probability from 0 to 1 (got 2)"),
        (lambda: beta_at_most(half, 0, 1), "a: expected a number above 0 (got 0)"),
        (lambda: beta_at_most(half, 1, -1), "b: expected a number above 0 (got -1)"),
    ],
)
def test_bad_input(asked: Callable[..., Any], message: str) -> None:
    with pytest.raises(Invalid) as caught:
        asked()
    assert str(caught.value) == message


SOME = [Fraction(q) for q in ("1/2", "3/2", "7/2", "9/2", "2", "5", "5/3")]
SQUARES = [Fraction(q) for q in ("1/4", "3/4", "9/25", "16/25", "8/9", "1/2", "1/3")]


@pytest.mark.parametrize("a", SOME, ids=str)
@pytest.mark.parametrize("b", SOME, ids=str)
def test_beta_where_a_root_is_rational(a: Fraction, b: Fraction) -> None:
    """sqrt x or sqrt(1 - x) is a fraction, which a formula for a whole parameter uses; without one it would be wrong."""
    for x in SQUARES:
        other = betainc(
            mpf(a.numerator) / a.denominator, mpf(b.numerator) / b.denominator, 0, mpf(x.numerator) / x.denominator, regularized=True
        )
        assert agrees(beta_at_most(x, a, b), other)


@pytest.mark.parametrize(("t", "degrees"), [(4, 9), (3, 16), (12, 25), (-4, 9), (20, 21)])
def test_t_whose_square_and_degrees_add_up_to_a_square(t: int, degrees: int) -> None:
    """P(T > 4) with nine degrees is 0.00156; it was 1/2 once."""
    assert agrees(t_tail(Fraction(t), degrees), mpmath_t_tail(Fraction(t), degrees))
