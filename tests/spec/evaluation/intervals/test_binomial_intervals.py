"""
Clopper-Pearson and Jeffreys: the equations that their ends solve, statsmodels, SciPy, mpmath; and how often an interval contains the rate.

What is said of every rate p rests on this: while no end is passed, the interval contains p for a <= k <= b, and the coverage
P(a <= X <= b) rises and then falls in p (its derivative is n (P(Y = a - 1) - P(Y = b)) for Y of n - 1 records, whose ratio is monotone),
so that it is least beside an end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import ceil, comb, floor
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from many import one_in
from mpmath import betainc, mp, mpf
from narrow import defined, of_kind
from spec.evaluation.intervals.ends import bounds, confidences, counts, double, doubles, real, same_ends

from dtref.errors import Invalid
from dtref.exact.comparison import compare
from dtref.exact.decimals import decimal, is_rounding
from dtref.exact.number import Exact
from dtref.spec.evaluation.intervals.binomial_intervals import clopper_pearson, clopper_pearson_at_least, clopper_pearson_at_most, jeffreys
from dtref.spec.evaluation.intervals.coverage import coverage
from dtref.spec.evaluation.intervals.deviates import two_sided_deviate
from dtref.spec.evaluation.intervals.interval import Interval
from dtref.spec.evaluation.intervals.proportion import wald, wilson

NINETY_FIVE = Fraction(95, 100)
MOST = 60  # records
NEAR = Fraction(1, 2**40)  # beside an end

few = st.integers(1, 8).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))

Ends = tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]


@pytest.fixture(scope="module", autouse=True)
def _digits() -> Iterator[None]:
    with mp.workdps(70):
        yield


def between(a: int, b: int, n: int, p: Fraction) -> Fraction:
    """P(a <= X <= b), in integers over one denominator."""
    u, v = p.numerator, p.denominator
    w = v - u
    return Fraction(sum(comb(n, k) * u**k * w ** (n - k) for k in range(max(a, 0), min(b, n) + 1)), v**n)


def short_bounds(x: Exact) -> tuple[Fraction, Fraction]:
    low, high = bounds(x, 48)
    return Fraction(floor(low * 2**44), 2**44), Fraction(ceil(high * 2**44), 2**44)


@cache
def ends(k: int, n: int) -> Ends:
    """Bounds on both ends at 95%, of few digits. Those for more errors than not are the complement's, which has a test of its own."""
    if 2 * k > n:
        (a, b), (c, d) = ends(n - k, n)
        return (1 - d, 1 - c), (1 - b, 1 - a)
    found = clopper_pearson(k, n, NINETY_FIVE)
    return short_bounds(found.low), short_bounds(found.high)


# Every count of up to 60 records at 95% ------------------------------------------------------------------------------------------------


def check_equations(n: int, found: list[Ends]) -> None:
    """P(X >= k | low) = 1/40 = P(X <= k | high) lies between exact sums at numbers less than 2^-40 apart."""
    for k, ((a, b), (c, d)) in enumerate(found[: n // 2 + 1]):
        assert b - a < NEAR > d - c
        assert between(k, n, n, a) <= Fraction(1, 40) <= between(k, n, n, b) if k else a == b == 0
        assert between(0, k, n, c) >= Fraction(1, 40) >= between(0, k, n, d) if k < n else c == d == 1


def check_coverage(n: int, found: list[Ends]) -> None:
    """
    No rate is covered less often than in 95%. The coverage is summed just below and just above each end. An end itself is less than 2 NEAR
    away from both, and the coverage changes by at most 2n times that, as its slope is n times a difference of probabilities. The upper
    rates are the complements of the lower ones.
    """
    within = sorted(end for pair in found for end in pair if end not in {(0, 0), (1, 1)})
    assert len(within) == 2 * n
    assert all(b + NEAR < c - NEAR for (_, b), (c, _) in pairwise(within))
    assert found == sorted(found)
    for p in (point for a, b in within[:n] for point in (a - NEAR, b + NEAR)):
        containing = [k for k, ((a, _), (_, d)) in enumerate(found) if a <= p <= d]
        assert containing == list(range(containing[0], containing[-1] + 1))
        assert between(containing[0], containing[-1], n, p) > NINETY_FIVE + 4 * n * NEAR


@pytest.mark.parametrize("n", range(1, MOST + 1))
def test_every_small_count(n: int) -> None:
    found = [ends(k, n) for k in range(n + 1)]
    check_equations(n, found)
    check_coverage(n, found)


@pytest.mark.peer("statsmodels", "intervals")
def test_every_small_count_by_statsmodels(record_property: Callable[[str, object], None]) -> None:
    proportion_confint = pytest.importorskip("statsmodels.stats.proportion").proportion_confint
    numpy = pytest.importorskip("numpy")
    sizes = one_in(4, range(1, MOST + 1))
    for n in sizes:
        for k, (a, b) in enumerate(zip(*proportion_confint(numpy.arange(n + 1), n, 0.05, "beta"), strict=True)):
            low, high = ends(k, n)
            assert low[0] - NEAR < Fraction(float(a)) < low[1] + NEAR, (k, n)
            assert high[0] - NEAR < Fraction(float(b)) < high[1] + NEAR, (k, n)
    record_property("cases", sum(n + 1 for n in sizes))


# The defining equations ---------------------------------------------------------------------------------------------------------------


@given(few, confidences)
def test_sixty_digits_solve_the_binomial_equations(count: tuple[int, int], confidence: Fraction) -> None:
    """The certified decimals, one unit less and one more, have the tail between their exact sums."""
    (k, n), tail, unit = count, (1 - confidence) / 2, Fraction(1, 10**60)
    found = clopper_pearson(k, n, confidence)
    if k:
        low = Fraction(decimal(found.low, 60))
        assert between(k, n, n, max(low - unit, Fraction(0))) < tail < between(k, n, n, low + unit)
    if k < n:
        high = Fraction(decimal(found.high, 60))
        assert between(0, k, n, high - unit) > tail > between(0, k, n, min(high + unit, Fraction(1)))


@given(counts, confidences)
def test_one_sided_ends_solve_them_with_the_whole_tail(count: tuple[int, int], confidence: Fraction) -> None:
    (k, n), tail = count, 1 - confidence
    most, least = clopper_pearson_at_most(k, n, confidence), clopper_pearson_at_least(k, n, confidence)
    (a, b), (c, d) = bounds(least.low, 96), bounds(most.high, 96)
    assert (most.low, least.high) == (0, 1)
    assert between(k, n, n, a) <= tail <= between(k, n, n, b) if k else a == b == 0
    assert between(0, k, n, c) >= tail >= between(0, k, n, d) if k < n else c == d == 1
    assert max(b - a, d - c) < NEAR


@given(st.integers(1, 10**4), confidences)
def test_no_errors_has_a_root(n: int, confidence: Fraction) -> None:
    """high = 1 - (alpha/2)^(1/n); and low the same below 1 where all are errors."""
    tail = (1 - confidence) / 2
    root = mp.power(mpf(tail.numerator) / tail.denominator, mpf(1) / n)
    none, every = clopper_pearson(0, n, confidence), clopper_pearson(n, n, confidence)
    assert (none.low, every.high) == (0, 1)
    assert abs(real(none.high) - (1 - root)) < mpf(10) ** -60 > abs(real(every.low) - root)


@given(counts, confidences)
def test_jeffreys_cuts_equal_tails_off_the_posterior(count: tuple[int, int], confidence: Fraction) -> None:
    """mpmath's incomplete beta function of the ends, at 50 digits."""
    k, n = count
    found, half, tail = jeffreys(k, n, confidence), mpf(1) / 2, mpf((1 - confidence).numerator) / (2 * confidence.denominator)
    a, b = k + half, n - k + half
    assert abs(betainc(a, b, 0, real(found.low), regularized=True) - tail) < mpf(10) ** -50
    assert abs(betainc(a, b, real(found.high), 1, regularized=True) - tail) < mpf(10) ** -50


# Properties ---------------------------------------------------------------------------------------------------------------------------


@given(counts, confidences)
def test_the_accuracy_s_interval_is_the_complement(count: tuple[int, int], confidence: Fraction) -> None:
    k, n = count
    assert same_ends(clopper_pearson(n - k, n, confidence), clopper_pearson(k, n, confidence).complement)


@given(few, confidences)
def test_so_it_is_of_the_other_forms(count: tuple[int, int], confidence: Fraction) -> None:
    k, n = count
    assert same_ends(jeffreys(n - k, n, confidence), jeffreys(k, n, confidence).complement)
    assert same_ends(clopper_pearson_at_least(n - k, n, confidence), clopper_pearson_at_most(k, n, confidence).complement)


@given(few, st.tuples(confidences, confidences).map(sorted))
def test_more_confidence_is_wider(count: tuple[int, int], both: list[Fraction]) -> None:
    (k, n), (less, more) = count, both
    assume(less < more)
    for form in (clopper_pearson, jeffreys):
        inner, outer = form(k, n, less), form(k, n, more)
        assert compare(outer.low, inner.low) == (0 if form is clopper_pearson and k == 0 else -1)
        assert compare(outer.high, inner.high) == (0 if form is clopper_pearson and k == n else 1)


@given(few, confidences)
def test_clopper_pearson_contains_jeffreys_and_the_rate(count: tuple[int, int], confidence: Fraction) -> None:
    k, n = count
    exact, bayesian = clopper_pearson(k, n, confidence), jeffreys(k, n, confidence)
    assert exact.contains(Fraction(k, n))
    assert compare(exact.low, bayesian.low) < 0 < compare(exact.high, bayesian.high)
    assert compare(bayesian.low, 0) > 0 > compare(bayesian.high, 1)


@pytest.mark.parametrize(("errors", "records", "printed"), [(0, 6, "0.206"), (0, 9, "0.143"), (0, 1, "0.750")])
def test_c4_5_prints_upper_ends_at_75(errors: int, records: int, printed: str) -> None:
    """Quinlan 1993, section 4.2: U_25%(e, n) of the leaves of a subtree. (Its fourth, 0.157 for 1 in 16, is an approximation: 0.160.)"""
    assert is_rounding(printed, clopper_pearson_at_most(errors, records, Fraction(75, 100)).high)
    assert decimal(clopper_pearson_at_most(1, 16, Fraction(75, 100)).high, 3) == "0.160"


def test_no_records_and_one() -> None:
    """No record refutes nothing; of one, both ends are linear in the tail."""
    assert clopper_pearson(0, 0, NINETY_FIVE) == clopper_pearson_at_most(0, 0, NINETY_FIVE) == Interval(Fraction(0), Fraction(1))
    assert clopper_pearson_at_least(0, 0, NINETY_FIVE) == Interval(Fraction(0), Fraction(1))
    assert clopper_pearson(0, 1, NINETY_FIVE) == Interval(Fraction(0), Fraction(39, 40))
    assert clopper_pearson(1, 1, NINETY_FIVE) == Interval(Fraction(1, 40), Fraction(1))
    assert clopper_pearson_at_most(0, 1, NINETY_FIVE).high == NINETY_FIVE
    assert clopper_pearson_at_least(1, 1, NINETY_FIVE).low == 1 - NINETY_FIVE
    prior = jeffreys(0, 0, Fraction(1, 2))  # the arcsine law: sin^2(pi/8) and sin^2(3 pi/8)
    assert abs(real(prior.low) - mp.sin(mp.pi / 8) ** 2) < mpf(10) ** -60 > abs(real(prior.high) - mp.sin(3 * mp.pi / 8) ** 2)


@pytest.mark.parametrize("n", [10**5, 10**9])
def test_many_records_by_their_limit(n: int) -> None:
    """One error in n: n high tends to the Poisson limit, the x with (1 + x) e^-x = 1/40, from below by less than x^2/n."""
    x = mp.findroot(lambda x: (1 + x) * mp.exp(-x) - mpf(1) / 40, 5.57)
    gap = x - n * real(clopper_pearson(1, n, NINETY_FIVE).high)
    assert 0 < gap < x * x / n


# Coverage -----------------------------------------------------------------------------------------------------------------------------


def beside(intervals: list[Interval]) -> list[Fraction]:
    """Rates just below and just above each end, and between."""
    at = sorted({of_kind(Fraction, a) + shift for i in intervals for a in (i.low, i.high) for shift in (-NEAR, NEAR)} | {Fraction(1, 2)})
    inside = [p for p in at if 0 <= p <= 1]
    return [Fraction(0), *inside, *((p + q) / 2 for p, q in pairwise(inside)), Fraction(1)]


def by_outcomes(intervals: list[Interval], p: Fraction) -> Fraction:
    """The probability of each of the 2^n sequences of right and wrong whose number of wrongs has an interval with p in it."""
    outcomes = product((0, 1), repeat=len(intervals) - 1)
    weighed = ((sum(outcome), p ** sum(outcome) * (1 - p) ** outcome.count(0)) for outcome in outcomes)
    return sum((weight for k, weight in weighed if compare(intervals[k].low, p) <= 0 <= compare(intervals[k].high, p)), Fraction(0))


FORMS: dict[str, Callable[[int, int], Interval]] = {
    "wald": lambda k, n: defined(wald(k, n, Fraction(2))),
    "wilson": lambda k, n: defined(wilson(k, n, Fraction(2))),
    "clopper_pearson": lambda k, n: clopper_pearson(k, n, Fraction(4, 5)),
    "jeffreys": lambda k, n: jeffreys(k, n, Fraction(4, 5)),
}


def rounded(found: Interval) -> Interval:
    """The interval with rational ends: it contains the same rates but for those within 2^-60 of an end."""
    return Interval(sum(bounds(found.low, 64), Fraction(0)) / 2, sum(bounds(found.high, 64), Fraction(0)) / 2)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("n", [1, 2, 6])
def test_coverage_is_that_of_all_outcomes(form: str, n: int) -> None:
    intervals = [rounded(FORMS[form](k, n)) for k in range(n + 1)]
    for p in beside(intervals):
        assert coverage(intervals, p) == by_outcomes(intervals, p)


def test_enclosures_are_asked_too() -> None:
    intervals = [clopper_pearson(k, 3, NINETY_FIVE) for k in range(4)]
    assert not isinstance(intervals[1].low, Fraction)
    for p in (Fraction(1, 2), Fraction(1, 100), Fraction(9, 10)):
        assert coverage(intervals, p) == by_outcomes(intervals, p)


def test_wald_and_wilson_cover_less_than_they_say() -> None:
    """
    At a nominal 95%, 30 records. Wald's: 1/100 is in the intervals for 1, 2 and 3 errors, not in [0, 0]: 26%. Wilson's: just below the
    lower end for one error, 0.0059, only that for none has the rate: 84%. Clopper and Pearson's covers more than 98% at both.
    """
    z = two_sided_deviate(NINETY_FIVE)
    of_wald, of_wilson = ([rounded(defined(form(k, 30, z))) for k in range(31)] for form in (wald, wilson))
    exact = [Interval(sum(a, Fraction(0)) / 2, sum(b, Fraction(0)) / 2) for a, b in (ends(k, 30) for k in range(31))]
    rare, below = Fraction(1, 100), of_wilson[1].low - NEAR
    assert coverage(of_wald, rare) == between(1, 3, 30, rare) < Fraction(27, 100)
    assert coverage(of_wilson, of_kind(Fraction, below)) == (1 - of_kind(Fraction, below)) ** 30 < Fraction(84, 100)
    assert all(coverage(exact, of_kind(Fraction, p)) > Fraction(98, 100) for p in (rare, below))


def test_the_coverage_of_zero_errors_is_not_one_tail_more() -> None:
    """statsmodels says that at k = 0 the coverage is 1 - alpha/2 only: that of the rate at its upper end, from above, is less than that."""
    (_, _), (_, high) = ends(0, 20)
    exact = [Interval(sum(a, Fraction(0)) / 2, sum(b, Fraction(0)) / 2) for a, b in (ends(k, 20) for k in range(21))]
    assert NINETY_FIVE < coverage(exact, high + NEAR) < Fraction(975, 1000) < coverage(exact, high - NEAR)


def test_coverage_of_certain_rates_and_of_no_records() -> None:
    exact = [clopper_pearson(k, 3, NINETY_FIVE) for k in range(4)]
    assert coverage(exact, Fraction(0)) == 1 == coverage(exact, Fraction(1))
    assert coverage([jeffreys(k, 3, NINETY_FIVE) for k in range(4)], Fraction(0)) == 0  # it excludes 0 and 1
    assert coverage([clopper_pearson(0, 0, NINETY_FIVE)], Fraction(1, 3)) == 1


# Other programs -----------------------------------------------------------------------------------------------------------------------

LEVELS = tuple(Fraction(*level) for level in ((1, 2), (2, 3), (4, 5), (9, 10), (95, 100), (99, 100), (999, 1000), (1, 100)))


def drawn(draw: Random, most: int) -> tuple[int, int]:
    """k errors in n of any size up to a power of ten; none and all are frequent."""
    n = draw.randint(1, 10 ** draw.randint(1, most))
    return draw.choice((0, n, *(draw.randint(0, n) for _ in range(4)))), n


def far(ours: Exact, theirs: float) -> float:
    """The distance, relative to the smaller of the number and what is left of it to 1."""
    found = double(ours)
    return abs(found - theirs) / (min(found, 1 - found) if 0 < found < 1 else 1)


@pytest.mark.peer("statsmodels", "intervals")
@pytest.mark.parametrize(
    ("form", "method", "side", "many"),
    [
        (clopper_pearson, "beta", "two-sided", 60),
        (clopper_pearson_at_most, "beta", "larger", 40),
        (clopper_pearson_at_least, "beta", "smaller", 40),
        (jeffreys, "jeffreys", "two-sided", 60),
    ],
)
def test_statsmodels_agrees(
    form: Callable[..., Any], method: str, side: str, many: int, record_property: Callable[[str, object], None]
) -> None:
    """As near as the beta quantiles of SciPy behind it are: 2^-42 for Jeffreys's half records, 2^-47 for whole ones."""
    proportion_confint = pytest.importorskip("statsmodels.stats.proportion").proportion_confint
    draw = Random(side + method)
    record_property("cases", many)
    for _ in range(many):
        (k, n), confidence = drawn(draw, draw.choice((2, 2, 2, 3))), draw.choice(LEVELS)
        found, theirs = form(k, n, confidence), proportion_confint(k, n, float(1 - confidence), method, side)
        assert max(map(far, (found.low, found.high), theirs)) < (2.0**-41 if form is jeffreys else 2.0**-46), (k, n, confidence)


@pytest.mark.peer("SciPy", "intervals")
@pytest.mark.parametrize(
    ("form", "side"), [(clopper_pearson, "two-sided"), (clopper_pearson_at_most, "less"), (clopper_pearson_at_least, "greater")]
)
def test_scipy_agrees(form: Callable[..., Any], side: str, record_property: Callable[[str, object], None]) -> None:
    """SciPy stops its search for a root 2e-12 from it."""
    binomtest = pytest.importorskip("scipy.stats").binomtest
    draw = Random(side)
    record_property("cases", 40)
    for _ in range(40):
        (k, n), confidence = drawn(draw, 2), draw.choice(LEVELS)
        theirs = binomtest(k, n, alternative=side).proportion_ci(float(confidence), method="exact")
        assert max(abs(a - b) for a, b in zip(doubles(form(k, n, confidence)), theirs, strict=True)) < 3e-12, (k, n, confidence)


# Bad input ----------------------------------------------------------------------------------------------------------------------------

STRICTLY = "confidence: expected a probability strictly between 0 and 1 (got {})"


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ((11, 10, NINETY_FIVE), "k: expected a whole number from 0 to 10 (got 11)"),
        ((1, 0, NINETY_FIVE), "k: expected a whole number from 0 to 0 (got 1)"),
        ((-1, 10, NINETY_FIVE), "k: expected a whole number from 0 to 10 (got -1)"),
        ((0, -1, NINETY_FIVE), "n: expected a whole number of at least 0 (got -1)"),
        ((1.0, 10, NINETY_FIVE), "k: expected a whole number from 0 to 10 (got 1.0)"),
        ((1, 10.0, NINETY_FIVE), "n: expected a whole number of at least 0 (got 10.0)"),
        ((Fraction(51, 2), 30, NINETY_FIVE), "k: expected a whole number from 0 to 30 (got Fraction(51, 2))"),
        ((True, 10, NINETY_FIVE), "k: expected a whole number from 0 to 10 (got True)"),
        ((1, 10, Fraction(1)), STRICTLY.format("Fraction(1, 1)")),
        ((1, 10, 0), STRICTLY.format("0")),
        ((1, 10, 95), STRICTLY.format("95")),
        ((1, 10, Fraction(-1, 2)), STRICTLY.format("Fraction(-1, 2)")),
        ((1, 10, 0.95), "confidence: expected an exact number, such as '0.95' (got 0.95)"),
        ((1, 10, "x"), "confidence: expected an exact number (got 'x')"),
        ((1, 10, None), "confidence: expected an exact number (got None)"),
    ],
)
def test_bad_input(bad: tuple[Any, ...], message: str) -> None:
    for form in (clopper_pearson, clopper_pearson_at_most, clopper_pearson_at_least, jeffreys):
        with pytest.raises(Invalid) as refused:
            form(*bad)
        assert str(refused.value) == message


@pytest.mark.parametrize(
    ("intervals", "p", "message"),
    [
        ([], Fraction(1, 2), "coverage: expected an interval for each k from 0 to n (got [])"),
        ([Interval(Fraction(0), Fraction(1))], Fraction(3, 2), "p: expected an exact number from 0 to 1 (got Fraction(3, 2))"),
        ([Interval(Fraction(0), Fraction(1))], Fraction(-1, 2), "p: expected an exact number from 0 to 1 (got Fraction(-1, 2))"),
        ([Interval(Fraction(0), Fraction(1))], 0.5, "p: expected an exact number from 0 to 1, such as '0.5' (got 0.5)"),
    ],
)
def test_bad_input_of_coverage(intervals: list[Interval], p: Fraction, message: str) -> None:
    with pytest.raises(Invalid) as refused:
        coverage(intervals, p)
    assert str(refused.value) == message


@pytest.mark.parametrize("n", [10**6, 10**18, 10**30])
def test_no_error_and_only_errors_have_a_closed_form(n: int) -> None:
    """1 - (1/40)^(1/n): -ln(1/40)/n but for terms of n^-2, however many records there are."""
    interval = clopper_pearson(0, n, Fraction(95, 100))
    with mp.workdps(60):
        wanted = -mp.expm1(mp.log(mp.mpf(1) / 40) / n)
        digits = 40 + len(str(n))
        assert abs(mp.mpf(decimal(interval.high, digits)) - wanted) < mp.mpf(10) ** -(digits - 1) + wanted * mp.mpf(10) ** -50
    every_one = clopper_pearson(n, n, Fraction(95, 100)).low
    assert decimal(every_one, 50) == decimal(1 - interval.high, 50)
