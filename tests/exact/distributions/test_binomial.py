"""The binomial distribution against counting outcomes, SciPy, SymPy and the incomplete beta function; its normal approximation."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import isclose, prod
from random import Random
from typing import Any, cast

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from narrow import defined, of_kind
from scipy import stats

from dtref.errors import Invalid, Undefined
from dtref.exact.decimals import decimal, is_rounding
from dtref.exact.distributions.approximation import (
    approximation_errors,
    largest_approximation_error,
    normal_approximation,
    normal_approximation_corrected,
    standard_score,
)
from dtref.exact.distributions.beta import beta_at_most
from dtref.exact.distributions.binomial import (
    MOST_TRIALS,
    binomial_at_least,
    binomial_at_most,
    binomial_mean,
    binomial_probability,
    binomial_variance,
)
from dtref.exact.enclosure import Enclosure, enclose
from dtref.exact.functions import sqrt
from dtref.strategies.values import fractions

half = Fraction(1, 2)
shares = fractions(0, 1, max_denominator=30)
small = st.integers(0, 9)


def outcomes(n: int, p: Fraction) -> dict[int, Fraction]:
    """The probability of each number of errors, by going through all 2^n outcomes."""
    found = dict.fromkeys(range(n + 1), Fraction(0))
    for outcome in product((0, 1), repeat=n):
        found[sum(outcome)] += prod((p if error else 1 - p for error in outcome), start=Fraction(1))
    return found


def double(x: Enclosure | Fraction) -> float:
    return float(sum(enclose(x).bounds(192)) / 2)


@given(small, shares)
def test_probabilities_are_those_of_all_outcomes(n: int, p: Fraction) -> None:
    found = outcomes(n, p)
    for k in range(-1, n + 2):
        assert binomial_probability(k, n, p) == found.get(k, 0)
        assert binomial_at_most(k, n, p) == sum(q for i, q in found.items() if i <= k)
        assert binomial_at_least(k, n, p) == sum(q for i, q in found.items() if i >= k)
    mean = sum(k * q for k, q in found.items())
    assert binomial_mean(n, p) == mean
    assert binomial_variance(n, p) == sum((k - mean) ** 2 * q for k, q in found.items())


@given(st.integers(1, 300), st.data())
def test_sums_are_incomplete_beta_functions(n: int, data: st.DataObject) -> None:
    """I_{1-p}(n - k, k + 1), once as flint has it."""
    import flint

    k, p = data.draw(st.integers(0, n - 1)), data.draw(shares.filter(lambda p: 0 < p < 1))
    with flint.ctx.workprec(200):
        ball = (1 - flint.arb(p.numerator) / p.denominator).beta_lower(flint.arb(n - k), flint.arb(k + 1), regularized=1)
    low, high = enclose(binomial_at_most(k, n, p)).bounds(400)
    assert ball.overlaps(Enclosure("", lambda: flint.arb(flint.fmpq(low.numerator, low.denominator))).ball(400))
    assert ball.rad() < flint.arb(2) ** -100
    assert high - low < Fraction(1, 2**300)
    assert beta_at_most(1 - p, n - k, k + 1) == binomial_at_most(k, n, p)


def test_thousands_of_probabilities_are_those_of_scipy() -> None:
    draw = Random(5)
    for _ in range(1000):
        n, p = draw.randint(0, 400), Fraction(draw.randint(0, 1000), 1000)
        k = draw.randint(0, n)
        for ours, theirs in (
            (binomial_probability(k, n, p), stats.binom.pmf(k, n, float(p))),
            (binomial_at_most(k, n, p), stats.binom.cdf(k, n, float(p))),
            (binomial_at_least(k, n, p), stats.binom.sf(k - 1, n, float(p))),
        ):
            # farther out SciPy's cdf is off by more: 4e-4 of it at k = 29, n = 358, p = 0.892, where it is 1.5e-277
            assert isclose(float(ours), theirs, rel_tol=1e-9, abs_tol=1e-200), (k, n, p)


@pytest.mark.parametrize("n", [MOST_TRIALS, MOST_TRIALS + 1, 10**6, 10**9])
@pytest.mark.parametrize("p", [Fraction(1, 3), Fraction(1, 10**4), sqrt(half)])
@pytest.mark.parametrize("deviations", [-6, -1, 0, 2])
def test_many_trials(n: int, p: Fraction | Enclosure, deviations: int) -> None:
    rate = double(p)
    k = round(n * rate + deviations * (n * rate * (1 - rate)) ** 0.5)
    if k >= 0:
        at_most = binomial_at_most(k, n, p)
        assert isclose(double(at_most), stats.binom.cdf(k, n, rate), rel_tol=1e-5)
        assert isclose(double(binomial_at_least(k, n, p)), stats.binom.sf(k - 1, n, rate), rel_tol=1e-5)
        assert isclose(double(cast("Enclosure | Fraction", binomial_probability(k, n, p))), stats.binom.pmf(k, n, rate), rel_tol=1e-5)
        assert isinstance(at_most, Fraction) == (n <= MOST_TRIALS and isinstance(p, Fraction))


def test_more_trials_than_can_be_counted() -> None:
    """10^30 trials at p = 10^-30 are as good as a Poisson variable with mean 1."""
    poisson = sum(sympy.Rational(1, sympy.factorial(i)) for i in range(6)) / sympy.E
    assert decimal(binomial_at_most(5, 10**30, Fraction(1, 10**30)), 25) == str(sympy.N(poisson, 25))
    assert decimal(binomial_probability(0, 10**30, Fraction(1, 10**30)), 25) == str(sympy.N(1 / sympy.E, 25))
    assert binomial_at_most(10**30, 10**30, half) == 1
    assert binomial_at_most(5, 10**30, 0) == binomial_at_least(10**30, 10**30, 1) == 1
    assert binomial_at_most(5, 10**30, 1) == binomial_at_least(1, 10**30, 0) == 0
    assert binomial_probability(5, 10**30, 0) == 0


def test_a_symbolic_error_rate() -> None:
    """The probabilities of all k add up to 1, and their mean is n p: identities in p."""
    p = sympy.Symbol("p")
    terms = [binomial_probability(k, 5, p) for k in range(6)]
    assert sympy.expand(sum(terms)) == 1
    assert sympy.expand(sum(k * term for k, term in enumerate(terms))) == 5 * p == binomial_mean(5, p)
    n = sympy.Symbol("n")
    assert sympy.expand(binomial_variance(n, p) - n * p * (1 - p)) == 0


def test_25_voters() -> None:
    """`cs422`: 25 base classifiers that err at 0.35; the majority errs at 0.06."""
    exact = binomial_at_least(13, 25, Fraction(35, 100))
    assert is_rounding("0.06", exact)
    assert isclose(exact, stats.binom.sf(12, 25, 0.35))


def test_tan_tosses_a_coin_50_times() -> None:
    """`tan`, Confidence Interval for Accuracy."""
    assert binomial_mean(50, half) == 25


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (lambda: binomial_probability(1, 3, 0.5), "p: expected an exact number from 0 to 1, such as '0.5' (got 0.5)"),  # type: ignore[arg-type]
        (lambda: binomial_at_most(1, 3, 0.5), "p: expected an exact number from 0 to 1, such as '0.5' (got 0.5)"),  # type: ignore[arg-type]
        (lambda: binomial_at_least(1, 3, "a"), "p: expected an exact number from 0 to 1 (got 'a')"),  # type: ignore[arg-type]
        (lambda: binomial_at_most(1, 3, 2), "p: expected an exact number from 0 to 1 (got 2)"),
        (lambda: binomial_mean(3, 2), "p: expected an exact number from 0 to 1 (got 2)"),
        (lambda: binomial_variance(-3, half), "n: expected a whole number of at least 0 (got -3)"),
        (lambda: binomial_at_most(1, -3, half), "n: expected a whole number of at least 0 (got -3)"),
        (lambda: binomial_at_most(1.0, 3, half), "k: expected a whole number (got 1.0)"),  # type: ignore[arg-type]
        (lambda: binomial_at_most(1, 3, sympy.Symbol("p")), "comparison: expected an exact number (got p)"),
        (lambda: standard_score(0.5, 3, half), "k: expected an exact number, such as '0.5' (got 0.5)"),  # type: ignore[arg-type]
        (lambda: standard_score(1, 3, 0.5), "p: expected an exact number from 0 to 1, such as '0.5' (got 0.5)"),  # type: ignore[arg-type]
    ],
)
def test_bad_input(asked: Callable[..., Any], message: str) -> None:
    with pytest.raises(Invalid) as caught:
        asked()
    assert str(caught.value) == message


@given(st.integers(1, 200), fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50), st.data())
def test_approximations_are_those_of_scipy(n: int, p: Fraction, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    normal = stats.norm(float(n * p), float(n * p * (1 - p)) ** 0.5)
    assert isclose(double(defined(normal_approximation(k, n, p))), normal.cdf(k), rel_tol=1e-9, abs_tol=1e-300)
    assert isclose(double(defined(normal_approximation_corrected(k, n, p))), normal.cdf(k + 0.5), rel_tol=1e-9, abs_tol=1e-300)


@pytest.mark.parametrize("approximation", [normal_approximation, normal_approximation_corrected])
@pytest.mark.parametrize(("n", "p"), [(1, half), (30, half), (30, Fraction(1, 10)), (100, Fraction(1, 100)), (200, Fraction(3, 10))])
def test_the_largest_error_is_the_largest_of_floats(approximation: Callable[..., Any], n: int, p: Fraction) -> None:
    shift = 0 if approximation is normal_approximation else 0.5
    normal = stats.norm(float(n * p), float(n * p * (1 - p)) ** 0.5)
    errors = [normal.cdf(k + shift) - stats.binom.cdf(k, n, float(p)) for k in range(n + 1)]
    ours = approximation_errors(approximation, n, p)
    assert all(isclose(double(mine), theirs, abs_tol=1e-12) for mine, theirs in zip(defined(ours), errors, strict=True))
    assert isclose(double(defined(largest_approximation_error(approximation, n, p))), max(map(abs, errors)), rel_tol=1e-9)


def test_thirty_records_are_not_enough_for_every_rate() -> None:
    """`evaluation` takes n >= 30 as enough. At p = 1/100 the normal distribution is off by 0.45, the corrected one by 0.1."""
    errors = [largest_approximation_error(normal_approximation, 30, p) for p in (half, Fraction(1, 10), Fraction(1, 100))]
    assert errors[0] < errors[1] < errors[2]
    assert errors[2] > Fraction(44, 100)
    corrected = largest_approximation_error(normal_approximation_corrected, 30, Fraction(1, 100))
    assert Fraction(9, 100) < defined(corrected) < defined(errors[2])


def test_tied_errors_are_no_question() -> None:
    """With p = 1/2 the corrected errors at k and n - 1 - k are the same but for the sign: their maximum is not a choice between them."""
    errors = approximation_errors(normal_approximation_corrected, 30, half)
    largest = decimal(defined(largest_approximation_error(normal_approximation_corrected, 30, half)), 40)
    assert [k for k, error in enumerate(defined(errors)) if decimal(max(error, -error), 40) == largest] == [9, 20]


def test_the_score_of_symbols() -> None:
    k, n, p = sympy.symbols("k n p", positive=True)
    score = standard_score(k, n, p)
    assert sympy.simplify(of_kind(sympy.Basic, score) ** 2 - (k - n * p) ** 2 / (n * p * (1 - p))) == 0
    assert (
        standard_score(30, 100, Fraction(1, 5))
        == of_kind(sympy.Basic, defined(score)).subs({k: 30, n: 100, p: sympy.Rational(1, 5)})
        == Fraction(5, 2)
    )


@pytest.mark.parametrize(("n", "p"), [(0, half), (3, Fraction(0)), (3, Fraction(1))])
def test_no_variance_no_approximation(n: int, p: Fraction) -> None:
    none = Undefined("the variance is 0")
    assert standard_score(0, n, p) == normal_approximation(0, n, p) == normal_approximation_corrected(0, n, p) == none
    assert approximation_errors(normal_approximation, n, p) == largest_approximation_error(normal_approximation, n, p) == none
