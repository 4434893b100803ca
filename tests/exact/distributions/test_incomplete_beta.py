"""Balls around the incomplete beta function: they contain exact values, and they come in time where the library's own do not."""

from __future__ import annotations

from fractions import Fraction
from math import comb, isclose
from random import Random

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import betainc, mp, mpf
from scipy.special import betainc as scipy_betainc

from dtref.exact.distributions.beta import LARGEST_PARAMETER, LARGEST_TERM_BITS, rational_beta
from dtref.exact.distributions.incomplete_beta import incomplete_beta

parameters = st.integers(1, 60)


def arb(q: Fraction | int) -> flint.arb:
    return flint.arb(flint.fmpq(q.numerator, q.denominator))


def ball(x: Fraction, a: Fraction | int, b: Fraction | int, bits: int) -> flint.arb:
    with flint.ctx.workprec(bits):
        return incomplete_beta(arb(x), arb(1 - x), arb(a), arb(b))


def at_least(x: Fraction, a: int, b: int) -> Fraction:
    """I_x(a, b) of whole parameters: at least a heads in a + b - 1 tosses."""
    n = a + b - 1
    return sum((comb(n, k) * x**k * (1 - x) ** (n - k) for k in range(a, n + 1)), Fraction(0))


@given(st.fractions(Fraction(1, 10**6), 1 - Fraction(1, 10**6)), parameters, parameters, st.sampled_from((30, 64, 200, 1000)))
def test_balls_contain_the_exact_value(x: Fraction, a: int, b: int, bits: int) -> None:
    exact, found = at_least(x, a, b), ball(x, a, b, bits)
    with flint.ctx.workprec(4000):
        assert found.contains(arb(exact))
    assert found.rad() < flint.arb(2) ** (16 - bits)


@given(st.integers(1, 400), st.integers(1, 400), st.floats(0.01, 0.99))
def test_half_parameters_at_40_digits(twice_a: int, twice_b: int, x: float) -> None:
    with mp.workdps(60):
        expected = betainc(mpf(twice_a) / 2, mpf(twice_b) / 2, 0, mpf(x), regularized=True)
        with flint.ctx.workprec(200):
            found = incomplete_beta(flint.arb(x), 1 - flint.arb(x), flint.arb(twice_a) / 2, flint.arb(twice_b) / 2)
            assert abs(mpf(found.str(50, radius=False)) - expected) < mpf(10) ** -40


@pytest.mark.parametrize("bits", [64, 256])
@pytest.mark.parametrize("digits", [2, 10, 15, 18, 20, 40, 300])
def test_near_1_by_a_root(digits: int, bits: int) -> None:
    """I_x(1, 1/2) = 1 - sqrt(1 - x). (flint's `beta_lower` does not return at 1 - 10^-18 and 64 bits.)"""
    tiny = Fraction(1, 10**digits)
    found = ball(1 - tiny, 1, Fraction(1, 2), bits)
    with flint.ctx.workprec(3000):
        assert found.contains(1 - arb(tiny).sqrt())
    assert found.rad() < flint.arb(2) ** (8 - bits)


def test_large_parameters_are_those_of_scipy() -> None:
    draw = Random(5)
    for _ in range(300):
        a, b = (Fraction(max(1, round(10 ** draw.uniform(0, 5))), 2) for _ in "ab")
        mean, deviation = a / (a + b), float(a * b / (a + b) ** 2 / (a + b + 1)) ** 0.5
        x = Fraction(min(max(float(mean) + draw.uniform(-5, 5) * deviation, 1e-9), 1 - 1e-9))
        assert isclose(float(ball(x, a, b, 128).mid()), scipy_betainc(float(a), float(b), float(x)), rel_tol=1e-8, abs_tol=1e-12), (x, a, b)


def test_what_is_too_much_says_nothing() -> None:
    """10^30 trials near their mean would take a sum of 10^16 terms."""
    assert not ball(Fraction(3, 10), 3 * 10**29, 7 * 10**29, 1000).is_finite()
    assert ball(Fraction(3, 10), 3 * 10**9, 7 * 10**9, 64).is_finite()


def test_rational_values_are_left_to_balls_where_they_are_large() -> None:
    assert rational_beta(Fraction(1, 3), Fraction(LARGEST_PARAMETER), Fraction(LARGEST_PARAMETER)) is not None
    assert rational_beta(Fraction(1, 3), Fraction(LARGEST_PARAMETER), Fraction(LARGEST_PARAMETER + 1)) is None
    assert rational_beta(Fraction(1, 2**LARGEST_TERM_BITS), Fraction(1), Fraction(1)) is None
    assert rational_beta(Fraction(1, 3), Fraction(1, 3), Fraction(1, 7)) is None
