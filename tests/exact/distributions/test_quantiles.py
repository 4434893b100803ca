"""Quantiles: mpmath's distribution functions at 60 digits take them back to the probability; SciPy's quantiles on generated inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import isclose
from random import Random
from typing import Any

import flint
import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from many import one_in
from mpmath import betainc, erfc, gammainc, mp, mpf, sqrt
from narrow import defined, of_kind
from scipy import stats

from dtref.errors import Invalid, Undefined
from dtref.exact import functions
from dtref.exact.decimals import decimal
from dtref.exact.distributions import beta
from dtref.exact.distributions.beta import beta_at_most, beta_quantile
from dtref.exact.distributions.chi_square import chi_square_quantile, chi_square_tail
from dtref.exact.distributions.incomplete_beta import incomplete_beta
from dtref.exact.distributions.inversion import inverse
from dtref.exact.distributions.normal import normal_at_most, normal_quantile, normal_tail
from dtref.exact.distributions.student_t import t_quantile, t_tail
from dtref.exact.enclosure import Enclosure, enclose
from dtref.strategies.values import fractions

DIGITS = 60
half = Fraction(1, 2)
ps = fractions(Fraction(1, 1000), Fraction(999, 1000), max_denominator=10**6)
degrees = st.integers(1, 60)
parameters = st.integers(1, 60).map(lambda twice: Fraction(twice, 2))
TINY = Fraction(1, 10**300)


@pytest.fixture(autouse=True)
def _digits() -> Iterator[None]:
    with mp.workdps(DIGITS + 20):
        yield


def real(x: Fraction | int) -> mpf:
    return mpf(x.numerator) / x.denominator


def value(x: Enclosure | Fraction, bits: int = 512) -> mpf:
    """The number, from bounds at most 10^-70 of it apart."""
    low, high = enclose(x).bounds(bits)
    assert high - low <= abs(high) / 10 ** (DIGITS + 10)
    return (real(low) + real(high)) / 2


def same(a: mpf, b: mpf) -> bool:
    return abs(a - b) <= abs(b) * mpf(10) ** -DIGITS


@given(ps)
def test_normal_quantile_at_60_digits(p: Fraction) -> None:
    assert same(erfc(-value(normal_quantile(p)) / sqrt(2)) / 2, real(p))


@given(ps, degrees)
def test_chi_square_quantile_at_60_digits(p: Fraction, n: int) -> None:
    assert same(gammainc(mpf(n) / 2, 0, value(defined(chi_square_quantile(p, n))) / 2, regularized=True), real(p))


@given(ps, degrees)
def test_t_quantile_at_60_digits(p: Fraction, n: int) -> None:
    x = value(defined(t_quantile(p, n)))
    outside = betainc(mpf(n) / 2, mpf(1) / 2, 0, n / (n + x * x), regularized=True) / 2
    assert same(outside if x < 0 else 1 - outside, real(p))


@given(ps, parameters, parameters)
def test_beta_quantile_at_60_digits(p: Fraction, a: Fraction, b: Fraction) -> None:
    assert same(betainc(real(a), real(b), 0, value(beta_quantile(p, a, b)), regularized=True), real(p))


def drawn(draw: Random) -> Fraction:
    """A probability: anywhere, or as near 0 as 10^-12."""
    return Fraction(draw.randint(1, 999), 1000) if draw.random() < 0.7 else Fraction(1, round(10 ** draw.uniform(1, 12)))


@pytest.mark.parametrize(
    ("ours", "theirs", "parameters_of"),
    [
        (normal_quantile, stats.norm.ppf, lambda _: ()),
        (chi_square_quantile, stats.chi2.ppf, lambda draw: (draw.randint(1, 100),)),
        (chi_square_quantile, stats.chi2.ppf, lambda draw: (round(10 ** draw.uniform(0, 4)),)),
        (t_quantile, stats.t.ppf, lambda draw: (draw.randint(1, 100),)),
        (t_quantile, stats.t.ppf, lambda draw: (round(10 ** draw.uniform(0, 4)),)),
        (beta_quantile, stats.beta.ppf, lambda draw: (draw.randint(1, 60), draw.randint(1, 60))),
    ],
)
def test_thousands_of_quantiles_are_those_of_scipy(
    ours: Callable[..., Any], theirs: Callable[..., Any], parameters_of: Callable[..., Any]
) -> None:
    draw = Random(5)
    for _ in one_in(4, range(200)):
        p, given_ = drawn(draw), parameters_of(draw)
        low, high = enclose(ours(p, *given_)).bounds(128)
        assert isclose(float((low + high) / 2), float(theirs(float(p), *given_)), rel_tol=1e-9, abs_tol=1e-15), (p, given_)


@given(ps, degrees)
def test_quantiles_of_p_and_of_its_complement(p: Fraction, n: int) -> None:
    """Both distributions are symmetric about 0, and each tail is solved on its own."""
    for quantile in (normal_quantile, lambda q: t_quantile(q, n)):
        assert same(value(defined(quantile(p))), -value(defined(quantile(1 - p)))) if p != half else quantile(p) == 0


@given(fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100), parameters)
def test_beta_turns_over(p: Fraction, a: Fraction) -> None:
    assert same(value(beta_quantile(p, a, 2)), 1 - value(beta_quantile(1 - p, 2, a)))


@pytest.mark.parametrize("p", [TINY, 1 - TINY, half - TINY, half + TINY, Fraction(1, 40), Fraction(39, 40)])
@pytest.mark.parametrize("n", [1, 2, 3, 30, 10**6])
def test_extreme_probabilities_and_degrees_come_back(p: Fraction, n: int) -> None:
    """The certified tails at points a little below and above a quantile are on either side of the probability."""
    x = t_quantile(p, n)
    low, high = enclose(defined(x)).bounds(1100)
    step = abs(high) / 10**15
    assert 0 < high - low < abs(high) / 10**25
    assert 1 - defined(t_tail(low - step, n)) < p < 1 - defined(t_tail(high + step, n))
    y = chi_square_quantile(p, n)
    low, high = enclose(defined(y)).bounds(1100)
    step = high / 10**15
    assert 0 < high - low < high / 10**25
    assert 1 - defined(chi_square_tail(low - step, n)) < p < 1 - defined(chi_square_tail(high + step, n))


def test_the_smallest_quantiles_by_their_first_term() -> None:
    """P(chi-square_1 < x) is nearly sqrt(2x/pi), P(T_1 < -x) nearly 1/(pi x), P(beta(a, b) < x) nearly x^a / (a B(a, b))."""
    with mp.workdps(700):
        assert abs(value(defined(chi_square_quantile(TINY, 1)), 2400) / (mp.pi / 2 * mpf(10) ** -600) - 1) < mpf(10) ** -290
        assert abs(value(defined(t_quantile(TINY, 1)), 2400) / (mpf(10) ** 300 / -mp.pi) - 1) < mpf(10) ** -290
        assert abs(value(beta_quantile(TINY, 2, 3), 2400) / mp.sqrt(mpf(10) ** -300 / 6) - 1) < mpf(10) ** -140


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (lambda: normal_quantile(half), 0),
        (lambda: t_quantile(half, 9), 0),
        (lambda: t_quantile(Fraction(3, 4), 1), 1),
        (lambda: t_quantile(Fraction(1, 3), 2), -half),
        (lambda: beta_quantile(half, 7, 7), half),
        (lambda: beta_quantile(Fraction(1, 3), half, half), Fraction(1, 4)),
        (lambda: beta_quantile(Fraction(1, 10**40), 1, 1), Fraction(1, 10**40)),
        (lambda: beta_quantile(1 - Fraction(2, 3) ** 9, 1, 9), Fraction(1, 3)),
        (lambda: beta_quantile(Fraction(1, 27), 3, 1), Fraction(1, 3)),
        (lambda: beta_quantile(0, 3, 1), 0),
        (lambda: beta_quantile(1, 3, 1), 1),
        (lambda: chi_square_quantile(0, 3), 0),
    ],
)
def test_rational_quantiles_are_fractions(found: Callable[..., Any], expected: Fraction) -> None:
    assert isinstance(found(), Fraction)
    assert found() == expected


@given(fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20), st.integers(1, 6), st.integers(1, 6))
def test_rational_beta_quantiles_are_found(x: Fraction, a: int, b: int) -> None:
    """What the integral of the density takes x to, is taken back to x."""
    assert beta_quantile(beta_at_most(x, a, b), a, b) == x


def test_quantiles_of_enclosures() -> None:
    """sqrt(1/2), and a number that is certified only by balls."""
    root = functions.sqrt(half)
    back = [
        normal_at_most(normal_quantile(root)),
        1 - defined(t_tail(defined(t_quantile(root, 3)), 3)),
        1 - defined(chi_square_tail(defined(chi_square_quantile(root, 3)), 3)),
    ]
    assert all(decimal(p, DIGITS) == decimal(root, DIGITS) for p in back)
    third = Enclosure("a third", lambda: flint.arb(1) / 3)
    assert decimal(beta_quantile(third, 1, 1), 20) == decimal(Fraction(1, 3), 20)
    assert decimal(defined(t_quantile(third, 2)), 20) == "-0.5" + "0" * 19


def test_more_precision_gives_narrower_bounds() -> None:
    x = chi_square_quantile(Fraction(95, 100), 3)
    widths = [high - low for low, high in (of_kind(Enclosure, defined(x)).bounds(bits) for bits in (30, 64, 128, 1000))]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < Fraction(1, 2**970)


def test_a_target_out_of_reach_has_no_bounds() -> None:
    """Nothing takes the tail of a distribution to 2; the ball then says nothing, and the budget ends the question."""
    assert not inverse(lambda x: 1 / (1 + x), lambda x: 1 / (1 + x) ** 2, flint.arb(2), rising=False).is_finite()


@pytest.mark.parametrize("asked", [normal_quantile, lambda p: t_quantile(p, 1), lambda p: chi_square_quantile(p, 1)])
@pytest.mark.parametrize("p", [1, -1, Fraction(3, 2)])
def test_probabilities_outside(asked: Callable[..., Any], p: Fraction) -> None:
    with pytest.raises(Invalid, match="expected a probability strictly between 0 and 1"):
        asked(p)


def test_bad_input() -> None:
    for asked, message in (
        (lambda: normal_quantile(0), "normal quantile: expected a probability strictly between 0 and 1 (got 0)"),
        (lambda: t_quantile(0, 1), "t quantile: expected a probability strictly between 0 and 1 (got 0)"),
        (lambda: normal_quantile(0.5), "normal quantile: expected an exact number, such as '0.5' (got 0.5)"),  # type: ignore[arg-type]
        (lambda: beta_quantile(2, 1, 1), "beta quantile: expected a probability from 0 to 1 (got 2)"),
        (lambda: beta_quantile(half, 1, 0), "b: expected a number above 0 (got 0)"),
    ):
        with pytest.raises(Invalid) as caught:
            asked()  # type: ignore[no-untyped-call]
        assert str(caught.value) == message
    assert t_quantile(half, 0) == chi_square_quantile(half, 0) == Undefined("no degree of freedom")


def test_normal_quantile_far_out_by_mpmath() -> None:
    x = value(normal_quantile(TINY), 2048)
    with mp.workdps(400):
        assert abs(mpmath.ncdf(x) / mpf(10) ** -300 - 1) < mpf(10) ** -DIGITS
    assert normal_tail(-normal_quantile(TINY)) < TINY * 2


@pytest.mark.parametrize("n", [10**3, 10**6, 10**9, 10**12])
def test_the_search_asks_few_tails_however_many_records_there_are(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes some milliseconds near the mean; without a guess the search asks 40 and more. SciPy's quantiles are so near."""
    precisions = []

    def counted(*arguments: flint.arb) -> flint.arb:
        precisions.append(flint.ctx.prec)
        return incomplete_beta(*arguments)

    monkeypatch.setattr(beta, "incomplete_beta", counted)
    a, b = n // 3, n - n // 3 + 1
    for p in (Fraction(1, 40), Fraction(39, 40)):
        low, high = enclose(beta_quantile(p, a, b)).bounds(64)
        assert isclose(float((low + high) / 2), float(stats.beta.ppf(float(p), a, b)), rel_tol=1e-9)
    assert len(precisions) <= 40, precisions


@pytest.mark.parametrize(("k", "n"), [(3, 10**18), (3, 10**20), (3 * 10**14, 10**15)])
def test_quantiles_of_more_records_than_a_double_can_count(k: int, n: int) -> None:
    """The tails at the two ends of the bounds are on either side of the probability."""
    p = Fraction(1, 40)
    low, high = enclose(beta_quantile(p, k, n - k + 1)).bounds(128)
    assert beta_at_most(low, k, n - k + 1) < p < beta_at_most(high, k, n - k + 1)
    assert high - low < high / 10**25


def test_a_guess_decides_nothing() -> None:
    """The square root of 2, from guesses that are good, bad and worst."""
    for guess in (0, 1.4, 1e-300, 1e300):
        assert (inverse(lambda x: x * x, lambda x: 2 * x, flint.arb(2), rising=True, guess=guess) ** 2).contains(2)
