"""Quick bounds of beta quantiles: exact binomial sums, flint's, mpmath's and SciPy's beta distributions put the quantile between them."""

from __future__ import annotations

from fractions import Fraction
from math import comb, lcm, prod
from random import Random

import flint
import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from many import one_in
from scipy.stats import beta

from dtref.exact.distributions.beta_bounds import _series, beta_quantile_bounds
from dtref.strategies.values import fractions

QUARTER, HALF = Fraction(1, 4), Fraction(1, 2)
NEAR = Fraction(1, 2**38)
ps = fractions(Fraction(1, 10**6), 1 - Fraction(1, 10**6), max_denominator=10**6)
NOTHING = Fraction(0), Fraction(1)


def at_most(e: int, n: int, u: Fraction) -> Fraction:
    """P(X <= e) for a binomial X, in integers over one denominator."""
    success, whole = u.numerator, u.denominator
    return Fraction(sum(comb(n, k) * success**k * (whole - success) ** (n - k) for k in range(e + 1)), whole**n)


@given(p=ps, n=st.integers(1, 30), data=st.data())
def test_exact_binomial_sums(p: Fraction, n: int, data: st.DataObject) -> None:
    """I_x(e + 1, n - e) is the probability of more than e errors."""
    e = data.draw(st.integers(0, n - 1), label="e")
    low, high = beta_quantile_bounds(p, Fraction(e + 1), Fraction(n - e))
    assert 1 - at_most(e, n, low) < p < 1 - at_most(e, n, high)
    assert high - low < high * Fraction(1, 2**20)


def test_every_small_count_at_the_usual_level() -> None:
    for n in range(1, 41):
        for e in range(n):
            low, high = beta_quantile_bounds(1 - QUARTER, Fraction(e + 1), Fraction(n - e))
            assert at_most(e, n, low) > QUARTER > at_most(e, n, high)
            assert high - low < low * NEAR


def real(q: Fraction) -> mpmath.mpf:
    return mpmath.mpf(q.numerator) / q.denominator


def check_by_mpmath(p: Fraction, a: Fraction, b: Fraction, width: Fraction) -> None:
    low, high = beta_quantile_bounds(p, a, b)
    assert high - low < high * width
    with mpmath.mp.workdps(60):
        if high < HALF:
            below, above = (mpmath.betainc(real(a), real(b), 0, real(x), regularized=True) for x in (low, high))
        else:  # 1 - x keeps its digits
            below, above = (1 - mpmath.betainc(real(b), real(a), 0, real(1 - x), regularized=True) for x in (low, high))
        assert below < real(p) < above


def rational(q: Fraction) -> flint.fmpq:
    return flint.fmpq(q.numerator, q.denominator)


fractional = fractions(Fraction(1, 20), 200, max_denominator=60)


@given(p=ps, a=fractional, b=fractional)
def test_fractional_parameters_at_sixty_digits(p: Fraction, a: Fraction, b: Fraction) -> None:
    """Rare levels have fewer bits: the error of the series is relative to the probability far from the level."""
    check_by_mpmath(p, a, b, Fraction(1, 2**15))


@given(
    cf=fractions(Fraction(1, 100), Fraction(3, 4), max_denominator=100),
    n=fractional,
    share=fractions(0, Fraction(19, 20), max_denominator=20),
)
def test_limits_of_fractional_records_at_sixty_digits(cf: Fraction, n: Fraction, share: Fraction) -> None:
    check_by_mpmath(1 - cf, n * share + 1, n - n * share, NEAR)


@pytest.mark.parametrize("e", [0, 3, Fraction(7, 2), 40_000, Fraction(200_001, 4), 99_999])
@pytest.mark.parametrize("cf", [QUARTER, HALF, Fraction(9, 10), Fraction(1, 1000)])
def test_many_records_by_flint(e: Fraction, cf: Fraction) -> None:
    """flint sums another series where it can."""
    low, high = beta_quantile_bounds(1 - cf, Fraction(e + 1), Fraction(10**5 - e))
    assert high - low < high * Fraction(1, 2**35)
    with flint.ctx.workprec(400):
        p, a, b, *ends = (flint.arb(q.numerator) / q.denominator for q in (1 - cf, Fraction(e + 1), Fraction(10**5 - e), low, high))
        below, above = (x.beta_lower(a, b, regularized=1) for x in ends)
        assert below < p < above


def test_thousands_of_limits_by_scipy() -> None:
    """As far as doubles go: n to 10^6, whole and in parts."""
    chance = Random(1)
    for _ in one_in(5, range(3000)):
        parts = chance.choice((1, 1, 3, 7))
        n = Fraction(chance.randint(1, 10 ** chance.randint(1, 6) * parts), parts)
        e = Fraction(int(n * parts * chance.random() ** 3), parts)
        if e == n:
            continue
        cf = chance.choice((QUARTER, HALF, Fraction(1, 100), Fraction(1, 10**6), Fraction(4, 5)))
        low, high = beta_quantile_bounds(1 - cf, e + 1, n - e)
        peer = beta.isf(float(cf), float(e + 1), float(n - e))
        assert float(low) * (1 - 1e-9) <= peer <= float(high) * (1 + 1e-9), (n, e, cf)
        assert high - low < low * (Fraction(1, 2**15) if cf < Fraction(1, 100) else NEAR), (n, e, cf)


@pytest.mark.parametrize(("n", "e"), [(10**9, 10**6), (10**9 + HALF, 10**6), (10**9, 5 * 10**8 + QUARTER), (10**9 + HALF, 10**9 - 2)])
def test_a_thousand_million_records_by_scipy(n: Fraction, e: Fraction) -> None:
    low, high = beta_quantile_bounds(1 - QUARTER, Fraction(e + 1), Fraction(n - e))
    assert float(low) * (1 - 1e-9) <= beta.isf(0.25, float(e + 1), float(n - e)) <= float(high) * (1 + 1e-9)
    assert high - low < low * NEAR


def test_a_thousand_million_records_by_binomial_sums() -> None:
    """Ten errors at 60 digits. SciPy's quantile, 1.30196324527e-8, is 3e-9 of it too low: its sum is 0.7499999964."""
    n, e = 10**9, 10
    low, high = beta_quantile_bounds(1 - QUARTER, Fraction(e + 1), Fraction(n - e))
    assert high - low < low * NEAR
    with mpmath.mp.workdps(60):
        more, less = (sum(comb(n, k) * real(u) ** k * (1 - real(u)) ** (n - k) for k in range(e + 1)) for u in (low, high))
        assert more > mpmath.mpf(1) / 4 > less


@given(n=st.integers(1, 10**30), cf=ps)
def test_no_errors_has_a_root(n: int, cf: Fraction) -> None:
    """U(0, n) = 1 - CF^(1/n)."""
    low, high = beta_quantile_bounds(1 - cf, Fraction(1), Fraction(n))
    with flint.ctx.workprec(400):
        root = -(flint.arb(flint.fmpq(cf.numerator, cf.denominator)).log() / n).expm1()
        assert flint.fmpq(low.numerator, low.denominator) < root < flint.fmpq(high.numerator, high.denominator)
    assert high - low < low * Fraction(1, 2**20)


@given(p=ps, a=fractional, b=fractional)
def test_the_other_end(p: Fraction, a: Fraction, b: Fraction) -> None:
    """1 - X is beta(b, a): both intervals have the same number in them."""
    (low, high), (left, right) = beta_quantile_bounds(p, a, b), beta_quantile_bounds(1 - p, b, a)
    assert max(low, 1 - right) < min(high, 1 - left)


extreme = st.integers(-150, 150).flatmap(lambda k: fractions(1, 2, max_denominator=99).map(lambda q: q * Fraction(2) ** k))


@given(tail=st.integers(1, 140).map(lambda k: Fraction(1, 3**k)), upper=st.booleans(), a=extreme, b=extreme)
def test_extremes_have_bounds_too(tail: Fraction, upper: bool, a: Fraction, b: Fraction) -> None:
    """However poor: they are in order, from 0 to 1, and the other end agrees."""
    p = 1 - tail if upper else tail
    low, high = beta_quantile_bounds(p, a, b)
    assert 0 <= low < high <= 1
    left, right = beta_quantile_bounds(1 - p, b, a)
    assert max(low, 1 - right) < min(high, 1 - left)


def test_nothing_is_bounded_without_proof() -> None:
    assert beta_quantile_bounds(Fraction(1, 2**200), Fraction(1), Fraction(2)) == NOTHING
    assert beta_quantile_bounds(HALF, Fraction(10**40), Fraction(2)) == NOTHING
    assert beta_quantile_bounds(HALF, Fraction(10**13), Fraction(10**13)) == NOTHING  # the series is too long


@given(
    x=st.floats(2**-30, 0.75),
    a=fractions(Fraction(1, 9), 60, max_denominator=9),
    b=st.one_of(st.integers(1, 60), fractions(Fraction(1, 9), 60, max_denominator=9)),
)
def test_the_error_of_the_series(x: float, a: Fraction, b: Fraction) -> None:
    """The ball has the sum in fractions, with and without the terms to come, and is small."""
    b = Fraction(b)
    scale = lcm(a.denominator, b.denominator)
    ball = _series(x, int(a * scale), int(b * scale), scale)
    at, terms = Fraction(x), 400 if b.denominator > 1 else int(b)
    if b.denominator > 1:
        ratios = [at * (a + b + i) / (a + 1 + i) for i in range(terms)]
        front, ratio = Fraction(1), max(at, ratios[-1])
    else:
        ratios = [at / (1 - at) * (b - 1 - i) / (a + 1 + i) for i in range(terms)]
        front, ratio = 1 / (1 - at), Fraction(0)
    last, total = flint.fmpq(1), flint.fmpq(1)  # as exact as fractions, and hundreds of terms take a tenth of the time
    for r in ratios:
        last *= rational(r)
        total += last
    rest = last * rational(ratio / (1 - ratio))
    with flint.ctx.workprec(200):
        for exact in (total, total + rest):
            assert rational(front) * exact in ball
        assert ball.rad() < ball * 2**-38


def test_the_product_of_ratios_is_the_binomial_one() -> None:
    """S(1 - x) for whole parameters, from its definition: I_x(a, b) a B(a, b) / (x^a (1 - x)^(b - 1))."""
    a, b, x = 3, 4, QUARTER
    tail = 1 - at_most(a - 1, a + b - 1, x)
    leading = Fraction(prod(range(b, a + b)), prod(range(1, a))) * x**a * (1 - x) ** b / a
    wanted = tail / leading
    assert _series(0.25, a, b, 1).contains(flint.arb(wanted.numerator) / wanted.denominator)
