"""Two algorithms: paired t over folds, corrected t, 5x2 t and F, against other formulas, SciPy and mlxtend's own code."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from many import one_in
from mpmath import betainc, mp, mpf
from narrow import defined, of_kind

from dtref.errors import Invalid, Undefined
from dtref.exact.decimals import decimal
from dtref.exact.distributions.student_t import t_tail
from dtref.exact.number import Exact
from dtref.spec.evaluation.comparison.five_by_two import five_by_two_f, five_by_two_t
from dtref.spec.evaluation.comparison.folds import (
    corrected_resampled_interval,
    corrected_resampled_t,
    mean_difference,
    mean_difference_interval,
    mean_difference_variance,
    paired_t,
)
from dtref.spec.evaluation.comparison.if_undefined import zero_if_differences_are_equal
from dtref.spec.evaluation.comparison.p_values import f_p, greater_p, less_p, two_sided_p
from dtref.spec.evaluation.confusion.if_undefined import one_if_undefined
from dtref.strategies.values import fractions

pytestmark = pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")  # any deviate will do, also one that looks like a confidence


@pytest.fixture(scope="module", autouse=True)
def _sixty_digits() -> Iterator[None]:
    with mp.workdps(60):
        yield


rates = st.builds(Fraction, st.integers(0, 30), st.just(30))
folds = st.lists(st.tuples(rates, rates), min_size=2, max_size=10)
tens = st.lists(st.tuples(rates, rates), min_size=10, max_size=10)

ZERO, EQUAL = Undefined("every difference is 0"), Undefined("the differences do not vary")
WITHIN = Undefined("the two differences of each replication are equal")


def split(rows: list[tuple[Fraction, Fraction]]) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    return tuple(a for a, _ in rows), tuple(b for _, b in rows)


def as_float(x: Exact | Undefined) -> float:
    return float(decimal(defined(x), 25))


def student_two_sided(square: Fraction, n: int) -> mpf:
    """P(|T| >= t) as a regularised incomplete beta function."""
    x = mpf(square.numerator) / square.denominator
    return betainc(mpf(n) / 2, mpf(1) / 2, 0, n / (n + x), regularized=True)


@given(folds)
def test_paired_t_by_sums_of_squares(rows: list[tuple[Fraction, Fraction]]) -> None:
    """t^2 = (k - 1) S^2 / (k Q - S^2) for S = sum d and Q = sum d^2: no mean comes in."""
    first, second = split(rows)
    d = [a - b for a, b in rows]
    k, s, q = len(d), sum(d), sum(x * x for x in d)
    assert mean_difference(first, second) == s / k
    assert mean_difference_variance(first, second) == (k * q - s * s) / Fraction(k * k * (k - 1))
    if k * q == s * s:
        assert paired_t(first, second) == (EQUAL if s else ZERO)
        return
    t = paired_t(first, second)
    assert (defined(t).t.square, defined(t).t.sign, defined(t).degrees) == ((k - 1) * s * s / (k * q - s * s), (s > 0) - (s < 0), k - 1)


@given(folds)
def test_exchanging_the_algorithms_turns_the_sign(rows: list[tuple[Fraction, Fraction]]) -> None:
    first, second = split(rows)
    t, back = paired_t(first, second), paired_t(second, first)
    if isinstance(t, Undefined):
        assert t == back
        return
    assert t.t == -defined(back).t
    for p, q in ((two_sided_p, two_sided_p), (greater_p, less_p), (less_p, greater_p)):
        assert decimal(defined(p(t)), 30) == decimal(defined(q(back)), 30)


@given(folds)
def test_p_values_equal_mpmath_and_the_tails_of_t_itself(rows: list[tuple[Fraction, Fraction]]) -> None:
    t = paired_t(*split(rows))
    if isinstance(t, Undefined):
        assert two_sided_p(t) == greater_p(t) == less_p(t) == t
        return
    both = student_two_sided(of_kind(Fraction, t.t.square), t.degrees)
    assert abs(mpf(decimal(defined(two_sided_p(t)), 40)) - both) < mpf(10) ** -30
    above = t_tail(t.t.value, t.degrees) if t.t.sign else Fraction(1, 2)
    assert decimal(defined(greater_p(t)), 30) == decimal(defined(above), 30)
    assert decimal(defined(less_p(t)), 30) == decimal(1 - defined(above), 30)
    assert decimal(defined(two_sided_p(t)), 20) == min(decimal(2 * defined(greater_p(t)), 20), decimal(2 * defined(less_p(t)), 20))


@given(folds, st.integers(1, 50), st.integers(1, 50))
def test_corrected_t_is_paired_t_shrunk(rows: list[tuple[Fraction, Fraction]], test: int, train: int) -> None:
    """t_corrected^2 = t^2 / (1 + k n_2 / n_1)."""
    t, corrected = paired_t(*split(rows)), corrected_resampled_t(*split(rows), test=test, train=train)
    if isinstance(t, Undefined):
        assert corrected == t
        return
    assert defined(corrected).t.square == t.t.square / (1 + Fraction(len(rows) * test, train))
    assert (defined(corrected).t.sign, defined(corrected).degrees) == (t.t.sign, t.degrees)


@given(folds, fractions(0, 5, max_denominator=9))
def test_interval_ends_are_where_t_is_the_quantile(rows: list[tuple[Fraction, Fraction]], quantile: Fraction) -> None:
    """(d-bar - end)^2 = t^2 sum (d_j - d-bar)^2 / (k (k - 1)), the variance that `tan` prints."""
    first, second = split(rows)
    d = [a - b for a, b in rows]
    mean, k = sum(d, Fraction(0)) / len(d), len(d)
    printed = sum(((x - mean) ** 2 for x in d), Fraction(0)) / (k * (k - 1))
    found = mean_difference_interval(first, second, quantile)
    assert decimal(defined(found).centre, 30) == decimal(mean, 30)
    assert decimal((defined(found).high - mean) * (defined(found).high - mean), 30) == decimal(quantile**2 * printed, 30)


def test_the_corrected_interval_against_double_arithmetic() -> None:
    first, second = (Fraction(3, 10), Fraction(1, 4), Fraction(2, 5)), (Fraction(1, 10), Fraction(1, 5), Fraction(3, 10))
    d = [float(a - b) for a, b in zip(first, second, strict=True)]
    sigma = math.sqrt((1 / 3 + 57 / 512) * statistics.variance(d))
    found = defined(corrected_resampled_interval(first, second, 57, 512, confidence=Fraction(19, 20)))
    ends = [statistics.mean(d) + side * 4.302652729749464 * sigma for side in (-1, 1)]  # R: qt(0.975, 2)
    assert [float(found.low), float(found.high)] == pytest.approx(ends, abs=1e-12)
    # 0 is within just where |t| is below the deviate
    t = defined(corrected_resampled_t(first, second, 57, 512)).t
    deviates = (t.value - Fraction(1, 9), t.value + Fraction(1, 9))
    below, above = (defined(corrected_resampled_interval(first, second, 57, 512, deviate)) for deviate in deviates)
    assert (below.low > 0, above.low < 0) == (True, True)
    assert corrected_resampled_interval((1,), (0,), 1, 9, 2) == Undefined("one fold shows no variance")
    with pytest.raises(Invalid, match="test: "):
        corrected_resampled_interval((1, 2), (0, 0), 0, 9, 2)


def test_intervals_of_too_few_folds() -> None:
    assert mean_difference_interval((), (), 2) == Undefined("no folds")
    assert mean_difference_interval((1,), (0,), 2) == Undefined("one fold shows no variance")
    with pytest.raises(Invalid) as refused:
        mean_difference_interval((1, 2), (0, 0), -2)
    assert str(refused.value) == "t: expected an exact number of at least 0 (got -2)"


def test_few_folds() -> None:
    assert paired_t((), ()) == mean_difference((), ()) == mean_difference_variance((), ()) == Undefined("no folds")
    one = Undefined("one fold shows no variance")
    assert paired_t((1,), (0,)) == mean_difference_variance((1,), (0,)) == corrected_resampled_t((1,), (0,), 1, 9) == one


def test_a_p_value_that_is_rational_is_a_fraction() -> None:
    """With two degrees P(|T| > t) = 1 - t / sqrt(2 + t^2); with one, T is Cauchy and P(|T| > 1) = 1/2."""
    t = paired_t((7, 1, -5), (0, 0, 0))
    assert (defined(t).t.square, two_sided_p(t), greater_p(t), less_p(t)) == (
        Fraction(1, 12),
        Fraction(4, 5),
        Fraction(2, 5),
        Fraction(3, 5),
    )
    cauchy = paired_t((0, 1), (0, 0))
    assert (defined(cauchy).t.value, two_sided_p(cauchy), less_p(cauchy)) == (1, Fraction(1, 2), Fraction(3, 4))


@given(tens)
def test_five_by_two_by_hand(rows: list[tuple[Fraction, Fraction]]) -> None:
    first, second = split(rows)
    p = [a - b for a, b in rows]
    means = [(p[i] + p[i + 1]) / 2 for i in range(0, 10, 2)]
    s_squared = [(p[2 * i] - m) ** 2 + (p[2 * i + 1] - m) ** 2 for i, m in enumerate(means)]
    if not any(s_squared):
        assert five_by_two_t(first, second) == five_by_two_f(first, second) == f_p(five_by_two_f(first, second)) == WITHIN
        return
    t, f = five_by_two_t(first, second), five_by_two_f(first, second)
    assert (defined(t).t.square, defined(t).t.sign, defined(t).degrees) == (5 * p[0] ** 2 / sum(s_squared), (p[0] > 0) - (p[0] < 0), 5)
    assert (defined(f).f, defined(f).degrees) == (sum(x * x for x in p) / (2 * sum(s_squared)), (10, 5))
    x = mpf(of_kind(Fraction, defined(f).f).numerator) / of_kind(Fraction, defined(f).f).denominator
    assert abs(mpf(decimal(defined(f_p(f)), 40)) - betainc(mpf(5) / 2, 5, 0, 5 / (5 + 10 * x), regularized=True)) < mpf(10) ** -30
    assert five_by_two_f(second, first) == f
    assert defined(five_by_two_t(second, first)).t == -defined(t).t


@given(tens)
def test_f_is_the_mean_of_the_ten_squared_t(rows: list[tuple[Fraction, Fraction]]) -> None:
    """Each of the ten differences may stand above the line of t; f is the mean of what they give squared."""
    first, second = split(rows)
    f = five_by_two_f(first, second)
    if isinstance(f, Undefined):
        return
    turned = []
    for i in range(10):
        order = [i, i ^ 1, *(j for j in range(10) if j not in {i, i ^ 1})]
        turned.append(defined(five_by_two_t([first[j] for j in order], [second[j] for j in order])).t.square)
    assert f.f == sum(turned) / 10


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ((1, 2), (1,), "second: expected 2 numbers, as many as the first has (got 1)"),
        (
            (Fraction(1, 2), 0.5),
            (1, 1),
            "first, item 2: expected an exact number, such as '0.5'; list(map(str, column)) has those of a column (got 0.5)",
        ),
        ((1, 1), (True, 1), "second, item 1: expected an exact number (got True)"),
    ],
)
def test_bad_folds(first: Any, second: tuple[bool | int, ...], message: str) -> None:
    for form in (mean_difference, mean_difference_variance, paired_t, five_by_two_t, five_by_two_f):
        with pytest.raises(Invalid) as refused:
            form(first, second)
        assert str(refused.value) == message


def test_other_than_ten_results() -> None:
    with pytest.raises(Invalid) as refused:
        five_by_two_f((1,) * 8, (0,) * 8)
    assert str(refused.value) == "first: expected 10 numbers, two folds of 5 replications (got 8)"
    with pytest.raises(Invalid) as refused:
        corrected_resampled_t((1, 2), (0, 0), test=0, train=9)
    assert str(refused.value) == "test: expected a whole number of at least 1 (got 0)"


def test_scipy_agrees_on_thousands_of_folds() -> None:
    stats = pytest.importorskip("scipy.stats")
    chance = Random(22)
    for k in (2, 3, 5, 10):
        first, second = ([[Fraction(chance.randint(0, 64), 64) for _ in range(k)] for _ in one_in(3, range(150))] for _ in "ab")
        found = [(a, b, paired_t(a, b)) for a, b in zip(first, second, strict=True)]
        kept = [(a, b, t) for a, b, t in found if not isinstance(t, Undefined)]
        floats = [[list(map(float, a)) for a, _, _ in kept], [list(map(float, b)) for _, b, _ in kept]]
        said = stats.ttest_rel(*floats, axis=1)
        assert all(
            math.isclose(as_float(t.t.value), x, rel_tol=1e-12, abs_tol=1e-13) for (_, _, t), x in zip(kept, said.statistic, strict=True)
        )
        for alternative, p in (("two-sided", two_sided_p), ("greater", greater_p), ("less", less_p)):
            values = stats.ttest_rel(*floats, axis=1, alternative=alternative).pvalue
            assert all(math.isclose(as_float(p(t)), x, rel_tol=1e-9, abs_tol=1e-13) for (_, _, t), x in zip(kept, values, strict=True))


def test_scipy_s_conventions_are_named() -> None:
    stats = pytest.importorskip("scipy.stats")
    numpy = pytest.importorskip("numpy")
    equal, zero = ((1, 2, 3), (0, 1, 2)), ((1, 2, 3), (1, 2, 3))
    with numpy.errstate(all="ignore"), pytest.warns(RuntimeWarning):
        said = [stats.ttest_rel(a, b) for a, b in (equal, zero)]
    assert (said[0].statistic, said[0].pvalue) == (math.inf, zero_if_differences_are_equal(two_sided_p(paired_t(*equal))))
    assert math.isnan(said[1].statistic)
    assert zero_if_differences_are_equal(two_sided_p(paired_t(*zero))) == ZERO
    assert one_if_undefined(two_sided_p(paired_t(*zero))) == 1


class Scripted:
    """An estimator for mlxtend whose errors are scripted: its tests draw data and average scores themselves, we only feed them."""

    def fit(self, *_: object) -> Scripted:
        return self


def test_mlxtend_s_five_by_two_agrees() -> None:
    """mlxtend computes both statistics from scores; a scorer that reads them from a list makes its code run on given differences."""
    evaluate = pytest.importorskip("mlxtend.evaluate")
    numpy = pytest.importorskip("numpy")
    chance = Random(23)
    for _ in range(60):
        first, second = ([Fraction(chance.randint(0, 64), 64) for _ in range(10)] for _ in "ab")
        one, two = Scripted(), Scripted()
        x, y = numpy.zeros((8, 1)), numpy.array([0, 1] * 4)
        if isinstance(five_by_two_t(first, second), Undefined):
            continue
        results = []
        for test in (evaluate.paired_ttest_5x2cv, evaluate.combined_ftest_5x2cv):
            scripts = {one: iter(first), two: iter(second)}
            results.append(test(one, two, x, y, scoring=lambda model, *_, scripts=scripts: float(next(scripts[model])), random_seed=1))
        t, f = five_by_two_t(first, second), five_by_two_f(first, second)
        assert math.isclose(as_float(defined(t).t.value), results[0][0], rel_tol=1e-12, abs_tol=1e-13)
        assert math.isclose(as_float(two_sided_p(t)), results[0][1], rel_tol=1e-9)
        assert math.isclose(as_float(defined(f).f), results[1][0], rel_tol=1e-12)
        assert math.isclose(as_float(f_p(f)), results[1][1], rel_tol=1e-9)


def test_formulas_run_on_symbols() -> None:
    import sympy

    a, b = sympy.symbols("a1:4"), sympy.symbols("b1:4")
    d = [x - y for x, y in zip(a, b, strict=True)]
    mean = sum(d) / 3
    printed_by_tan = sum((x - mean) ** 2 for x in d) / (3 * 2)
    s_of_evaluation = sympy.sqrt(sum((x - mean) ** 2 for x in d) / 2)
    assert sympy.simplify(mean_difference_variance(a, b) - printed_by_tan) == 0
    assert sympy.simplify(mean_difference_variance(a, b) - (s_of_evaluation / sympy.sqrt(3)) ** 2) == 0
    t = paired_t(a, b)
    assert sympy.simplify(defined(t).t.square - mean**2 / printed_by_tan) == 0
    p = sympy.symbols("p1:11")
    f = five_by_two_f(p, (0,) * 10)
    assert of_kind(sympy.Basic, defined(f).f).subs(dict(zip(p, range(1, 11), strict=True))) == 77
