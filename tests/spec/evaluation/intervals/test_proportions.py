"""Wald, Wilson and Agresti-Coull: their defining equations, statsmodels, SciPy, mpmath, SymPy; and what is asked of an interval."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import isqrt
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from many import one_in
from mpmath import erfinv, mp, mpf
from mpmath import sqrt as mp_sqrt
from narrow import defined, of_kind
from spec.evaluation.intervals.ends import bounds, confidences, counts, double, doubles, real, same, same_ends
from sympy import Basic

from dtref.errors import DataWarning, Invalid, Undefined
from dtref.exact.comparison import compare
from dtref.exact.functions import sqrt
from dtref.spec.evaluation.intervals.deviates import one_sided_deviate, two_sided_deviate
from dtref.spec.evaluation.intervals.interval import Interval, about
from dtref.spec.evaluation.intervals.proportion import agresti_coull, standard_error_of_rate, wald, wilson
from dtref.strategies.values import fractions

pytestmark = pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")  # any deviate will do, also one that looks like a confidence

FORMS = (wald, wilson, agresti_coull)
DOUBLES = 2.0**-50  # how near doubles come to the ends, which are numbers of about 1

deviates = fractions(Fraction(1, 20), 5, max_denominator=50)
rationals = fractions(-3, 3, max_denominator=12)


@pytest.fixture(scope="module", autouse=True)
def _digits() -> Iterator[None]:
    with mp.workdps(70):
        yield


def score(p: Fraction, k: int, n: int, z: Fraction) -> Fraction:
    """What is 0 at Wilson's ends, below 0 between them: (p^ - p)^2 - z^2 p (1 - p) / n."""
    return (Fraction(k, n) - p) ** 2 - z * z * p * (1 - p) / n


@given(counts, deviates)
def test_wilson_s_ends_are_the_roots_of_the_score_equation(count: tuple[int, int], z: Fraction) -> None:
    """Rational numbers 2^-200 apart have each end between them: the parabola is not below 0 outside, and not above 0 inside."""
    k, n = count
    found = wilson(k, n, z)
    (a, b), (c, d) = bounds(defined(found).low), bounds(defined(found).high)
    assert b - a < Fraction(1, 2**200) > d - c
    assert score(a, k, n, z) >= 0 >= score(b, k, n, z)
    assert score(c, k, n, z) <= 0 <= score(d, k, n, z)
    assert b < c


def test_wilson_s_rational_ends_solve_it_exactly() -> None:
    """Every k/n and z of small numbers whose root z^2 + 4 k (n - k) / n is rational."""
    solved = 0
    for n in range(1, 25):
        for k in range(n + 1):
            for z in {Fraction(a, b) for a in range(1, 13) for b in range(1, 7)}:
                square = z * z + Fraction(4 * k * (n - k), n)
                if isqrt(square.numerator) ** 2 == square.numerator and isqrt(square.denominator) ** 2 == square.denominator:
                    found = wilson(k, n, z)
                    assert isinstance(defined(found).low, Fraction)
                    assert (
                        score(of_kind(Fraction, defined(found).low), k, n, z) == 0 == score(of_kind(Fraction, defined(found).high), k, n, z)
                    )
                    assert defined(found).low < defined(found).high
                    solved += 0 < k < n
    assert solved > 200


@given(counts, confidences)
def test_wilson_s_ends_with_a_certified_deviate(count: tuple[int, int], confidence: Fraction) -> None:
    """The residual's ball is less than 2^-200 wide, and has 0 in it."""
    k, n = count
    z = two_sided_deviate(confidence)
    for p in (defined(wilson(k, n, z)).low, defined(wilson(k, n, z)).high):
        low, high = bounds((Fraction(k, n) - p) * (Fraction(k, n) - p) - z * z * p * (1 - p) / n)
        assert low <= 0 <= high
        assert high - low < Fraction(1, 2**200)


@given(counts, confidences)
def test_all_three_at_sixty_digits(count: tuple[int, int], confidence: Fraction) -> None:
    """mpmath: the deviate by its inverse error function, Wilson's ends as it finds roots of a polynomial."""
    k, n = count
    z = mp_sqrt(mpf(2)) * erfinv(mpf(confidence.numerator) / confidence.denominator)
    certified, p = two_sided_deviate(confidence), mpf(k) / n
    m = n + z * z
    q = (k + z * z / 2) / m
    expected = {
        wald: (p - z * mp_sqrt(p * (1 - p) / n), p + z * mp_sqrt(p * (1 - p) / n)),
        agresti_coull: (q - z * mp_sqrt(q * (1 - q) / m), q + z * mp_sqrt(q * (1 - q) / m)),
        wilson: sorted(mp.polyroots([1 + z * z / n, -(2 * p + z * z / n), p * p], maxsteps=200, extraprec=200)),
    }
    for form, ends in expected.items():
        found = form(k, n, certified)
        assert all(abs(real(end) - at) < mpf(10) ** -60 for end, at in zip((defined(found).low, defined(found).high), ends, strict=True))


@given(counts, deviates)
def test_wilson_contains_the_rate_and_stays_within_0_and_1(count: tuple[int, int], z: Fraction) -> None:
    k, n = count
    found = wilson(k, n, z)
    assert defined(found).contains(Fraction(k, n))
    assert compare(defined(found).low, 0) == (1 if k else 0)
    assert compare(defined(found).high, 1) == (-1 if k < n else 0)


def test_wald_and_agresti_coull_do_not() -> None:
    """One error in 5: below 0. None in 5: a point, of all rates; and Agresti and Coull's reaches below 0."""
    assert compare(defined(wald(1, 5, 2)).low, 0) < 0 > compare(defined(agresti_coull(0, 5, 2)).low, 0)
    assert compare(defined(wald(4, 5, 2)).high, 1) > 0 < compare(defined(agresti_coull(5, 5, 2)).high, 1)
    assert wald(0, 5, 2) == Interval(Fraction(0), Fraction(0))
    assert wald(5, 5, 2) == Interval(Fraction(1), Fraction(1))


@given(counts, deviates, st.integers(0, 30))
def test_wilson_tends_to_wald(count: tuple[int, int], z: Fraction, zeros: int) -> None:
    """
    For n >= z^2 each end is at most z^2/n from the other's.

    The centres are at most z^2/(2n) apart: z^2 (1/2 - p^) / (n + z^2). With w Wald's half width, which is at most z/(2 sqrt n), Wilson's is
    between w/(1 + z^2/n) and w + z^2/(2n), so that the half widths are at most z^2/(2n) apart too, as w z^2/n <= z^2/(2n) then.
    """
    k, n = (m * 10**zeros for m in count)
    assume(n >= z * z)
    of_wilson, of_wald = wilson(k, n, z), wald(k, n, z)
    for one, other in ((defined(of_wilson).low, defined(of_wald).low), (defined(of_wilson).high, defined(of_wald).high)):
        assert compare(one - other, z * z / n) <= 0 <= compare(one - other, -z * z / n)


@given(counts, deviates)
def test_the_accuracy_s_interval_is_the_complement(count: tuple[int, int], z: Fraction) -> None:
    k, n = count
    for form in FORMS:
        assert same_ends(defined(form(n - k, n, z)), defined(form(k, n, z)).complement)


@given(counts, st.tuples(deviates, deviates).map(sorted))
def test_more_deviations_are_wider(count: tuple[int, int], both: list[Fraction]) -> None:
    """Wald's and Wilson's intervals are nested."""
    (k, n), (z, wider) = count, both
    assume(z < wider and 0 < k < n)
    for form in (wald, wilson):
        inner, outer = form(k, n, z), form(k, n, wider)
        assert compare(defined(outer).low, defined(inner).low) < 0 < compare(defined(outer).high, defined(inner).high)


def test_agresti_coull_is_not_nested() -> None:
    """One error in 1 with z = 2: its upper end, 1.07, is above that of z = 8, which is 1.04: the centre moves towards 1/2."""
    assert compare(defined(agresti_coull(1, 1, 2)).high, defined(agresti_coull(1, 1, 8)).high) > 0


@given(counts, deviates)
def test_agresti_coull_is_about_wilson_s_centre_and_contains_it(count: tuple[int, int], z: Fraction) -> None:
    k, n = count
    mine, of_wilson = agresti_coull(k, n, z), wilson(k, n, z)
    assert same(defined(mine).centre, defined(of_wilson).centre)
    assert same(defined(mine).centre, (k + z * z / 2) / (n + z * z))
    if 2 * k == n:
        assert same_ends(defined(mine), defined(of_wilson))
    else:
        assert compare(defined(mine).half_width, defined(of_wilson).half_width) > 0


def test_add_two_errors_and_two_successes() -> None:
    """With z = 2 it is Wald's of k + 2 errors in n + 4 records."""
    for k, n in ((0, 1), (3, 10), (10, 10), (10**29, 10**30)):
        assert same_ends(defined(agresti_coull(k, n, 2)), defined(wald(k + 2, n + 4, 2)))


def theirs_and_ours(confidence: Fraction, method: str, side: str, ours: Callable[..., Any], pairs: list[tuple[int, int]]) -> float:
    """The largest distance between the ends of statsmodels and ours."""
    numpy = pytest.importorskip("numpy")
    proportion_confint = pytest.importorskip("statsmodels.stats.proportion").proportion_confint
    k, n = (numpy.array(column) for column in zip(*pairs, strict=True))
    theirs = numpy.broadcast_arrays(*proportion_confint(k, n, float(1 - confidence), method, side), k)[:2]
    mine = numpy.array([doubles(ours(*pair)) for pair in pairs]).T
    return abs(mine - theirs).max()


def drawn(draw: Random) -> tuple[int, int]:
    """k errors in n, of any size up to 10^6; none and all are frequent."""
    n = draw.randint(1, 10 ** draw.randint(1, 6))
    return draw.choice((0, n, *(draw.randint(0, n) for _ in range(4)))), n


LEVELS = tuple(
    Fraction(*level) for level in ((1, 2), (2, 3), (4, 5), (9, 10), (95, 100), (99, 100), (999, 1000), (1, 100), (999_999, 10**6))
)


@pytest.mark.parametrize(("form", "method"), [(wald, "normal"), (wilson, "wilson"), (agresti_coull, "agresti_coull")])
def test_statsmodels_agrees_on_thousands(form: Callable[..., Any], method: str) -> None:
    """Both clip what leaves [0, 1], statsmodels Wilson's too, where rounding took it there. Rates of few records, and 450 others."""
    draw = Random(method)
    few = [(k, n) for n in range(1, 13) for k in range(n + 1)]
    for confidence in LEVELS:
        pairs = few[draw.randrange(3) :: 3] + [drawn(draw) for _ in range(50)]
        z, above = two_sided_deviate(confidence), one_sided_deviate(confidence)
        assert theirs_and_ours(confidence, method, "two-sided", lambda k, n, z=z: form(k, n, z).clipped, pairs) < DOUBLES
        if confidence > Fraction(1, 2):
            some = pairs[::5]
            assert theirs_and_ours(confidence, method, "larger", lambda k, n, z=above: form(k, n, z).clipped.at_most, some) < DOUBLES
            assert theirs_and_ours(confidence, method, "smaller", lambda k, n, z=above: form(k, n, z).clipped.at_least, some) < DOUBLES


def test_scipy_s_wilson_agrees() -> None:
    """SciPy takes the deviate from 1/2 + c/2 as a double, which has lost digits of a small tail: the bound grows with 1/(1 - c)."""
    binomtest = pytest.importorskip("scipy.stats").binomtest
    draw = Random(2)
    deviate = {
        side: cache(of) for side, of in (("two-sided", two_sided_deviate), ("less", one_sided_deviate), ("greater", one_sided_deviate))
    }
    for _ in one_in(4, range(700)):
        (k, n), confidence = drawn(draw), draw.choice(LEVELS)
        for side, part in (("two-sided", lambda i: i), ("less", lambda i: i.at_most), ("greater", lambda i: i.at_least)):
            if side == "two-sided" or (confidence > Fraction(1, 2) and draw.random() < 1 / 4):
                ends = binomtest(k, n, alternative=side).proportion_ci(float(confidence), method="wilson")
                found = doubles(part(wilson(k, n, deviate[side](confidence))))  # type: ignore[no-untyped-call]
                assert max(abs(a - b) for a, b in zip(found, ends, strict=True)) < DOUBLES / float(1 - confidence), (k, n, confidence, side)


def test_a_rate_that_is_no_count() -> None:
    """statsmodels takes 85% of 30 records, which is no number of records, as we do."""
    proportion_confint = pytest.importorskip("statsmodels.stats.proportion").proportion_confint
    z = two_sided_deviate(Fraction(95, 100))
    for form, method in ((wald, "normal"), (wilson, "wilson"), (agresti_coull, "agresti_coull")):
        ours = doubles(defined(form(Fraction(51, 2), 30, z)))
        assert max(abs(a - b) for a, b in zip(ours, proportion_confint(25.5, 30, 0.05, method), strict=True)) < DOUBLES


@given(counts)
def test_the_standard_error_is_the_half_width_of_one_deviation(count: tuple[int, int]) -> None:
    k, n = count
    low, high = bounds(defined(standard_error_of_rate(k, n)))
    assert low * low <= Fraction(k * (n - k), n**3) <= high * high
    assert same(defined(standard_error_of_rate(k, n)), defined(wald(k, n, 1)).half_width)


def test_no_deviation_is_a_point() -> None:
    for k, n in ((0, 4), (1, 4), (3, 10), (4, 4)):
        for form in FORMS:
            found = form(k, n, 0)
            assert compare(defined(found).low, Fraction(k, n)) == 0 == compare(defined(found).high, Fraction(k, n))


def test_no_records() -> None:
    for form in (wald, wilson):
        assert form(0, 0, 2) == Undefined("no records")
    assert agresti_coull(0, 0, 2) == Interval(Fraction(0), Fraction(1))
    assert agresti_coull(0, 0, 0) == standard_error_of_rate(0, 0) == Undefined("no records")


def test_one_record() -> None:
    assert wilson(0, 1, 1) == Interval(Fraction(0), Fraction(1, 2))
    assert wilson(1, 1, 1) == Interval(Fraction(1, 2), Fraction(1))
    assert wald(1, 1, 3) == Interval(Fraction(1), Fraction(1))


def test_huge_counts() -> None:
    """n = 10^30, p^ = 1/10: p^ (1 - p^) / n is the square of 3 * 10^-16."""
    n = 10**30
    assert wald(n // 10, n, 2) == about(Fraction(1, 10), Fraction(6, 10**16))
    found = wilson(n // 10, n, 2)
    assert all(abs(double(end) - at) < 1e-16 for end, at in ((defined(found).low, 0.1 - 6e-16), (defined(found).high, 0.1 + 6e-16)))
    assert wilson(0, n, 1) == Interval(Fraction(0), Fraction(1, n + 1))
    assert compare(defined(wilson(1, n, 2)).low, 0) > 0


# Formulas on SymPy symbols ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def symbols() -> tuple[Any, ...]:
    sympy = pytest.importorskip("sympy")
    return sympy, *sympy.symbols("k n z p", positive=True)


def test_the_formulas_on_symbols(symbols: tuple[Any, ...]) -> None:
    """Wald's is printed; Wilson's ends are what SymPy finds for p in (p^ - p)^2 = z^2 p (1 - p) / n."""
    sympy, k, n, z, p = symbols
    rate = k / n
    assert sympy.simplify(defined(wald(k, n, z)).high - (rate + z * sympy.sqrt(rate * (1 - rate) / n))) == 0
    assert sympy.simplify(defined(wald(k, n, z)).half_width - z * standard_error_of_rate(k, n)) == 0
    equation = (rate - p) ** 2 - z**2 * p * (1 - p) / n
    found = wilson(k, n, z)
    assert sympy.simplify(equation.subs(p, defined(found).low)) == 0 == sympy.simplify(equation.subs(p, defined(found).high))
    a, b, c = sympy.Poly(equation, p).all_coeffs()
    assert (
        sympy.simplify(defined(found).low + defined(found).high + b / a)
        == 0
        == sympy.simplify(defined(found).low * defined(found).high - c / a)
    )


def test_the_same_formulas_at_numbers(symbols: tuple[Any, ...]) -> None:
    """What the symbols say at k = 3, n = 10, z = 49/25 is what the library says."""
    sympy, k, n, z, _ = symbols
    at = {k: 3, n: 10, z: sympy.Rational(49, 25)}
    for form in FORMS:
        found, symbolic = form(3, 10, Fraction(49, 25)), form(k, n, z)
        assert all(
            abs(double(x) - float(of_kind(sympy.Basic, y).subs(at))) < DOUBLES
            for x, y in ((defined(found).low, defined(symbolic).low), (defined(found).high, defined(symbolic).high))
        )


def test_agresti_coull_on_symbols(symbols: tuple[Any, ...]) -> None:
    """Its centre is Wilson's; the square of its half width is larger by z^2 (n - 2k)^2 z^2 / (4 n (n + z^2)^3)."""
    sympy, k, n, z, _ = symbols
    mine, of_wilson = agresti_coull(k, n, z), wilson(k, n, z)
    assert sympy.simplify(defined(mine).centre - defined(of_wilson).centre) == 0
    more = sympy.simplify(of_kind(sympy.Basic, defined(mine).half_width) ** 2 - of_kind(sympy.Basic, defined(of_wilson).half_width) ** 2)
    assert sympy.simplify(more - z**4 * (n - 2 * k) ** 2 / (4 * n * (n + z**2) ** 3)) == 0


def test_wilson_tends_to_wald_on_symbols(symbols: tuple[Any, ...]) -> None:
    """For a fixed rate the half widths' ratio tends to 1, and n times the distance of the centres to z^2 (1/2 - p)."""
    sympy, _, n, z, p = symbols
    one, other = wilson(n * p, n, z), wald(n * p, n, z)
    assert (
        sympy.simplify(
            sympy.limit(sympy.simplify(of_kind(sympy.Basic, defined(one).half_width / defined(other).half_width) ** 2), n, sympy.oo)
        )
        == 1
    )
    assert (
        sympy.simplify(sympy.limit(sympy.simplify(n * (defined(one).centre - defined(other).centre)), n, sympy.oo) - z**2 * (1 - 2 * p) / 2)
        == 0
    )


def test_the_parts_of_a_symbolic_interval(symbols: tuple[Any, ...]) -> None:
    _, k, n, z, _ = symbols
    found = wald(k, n, z)
    at = {k: 1, n: 5, z: 2}
    ends = (defined(found).clipped.low, defined(found).complement.high, 1 - defined(found).low)
    clipped, complement, rest = (of_kind(Basic, end).subs(at) for end in ends)
    assert (clipped, complement) == (0, rest)
    assert (defined(found).at_most.low, defined(found).at_least.high) == (0, 1)


# What is asked of an interval ---------------------------------------------------------------------------------------------------------


@given(rationals, rationals, rationals)
def test_what_an_interval_contains(a: Fraction, b: Fraction, x: Fraction) -> None:
    low, high = sorted((a, b))
    interval = Interval(low, high)
    assert interval.contains(x) == (low <= x <= high)
    assert interval.complement.contains(1 - x) == interval.contains(x)
    assert interval.complement.complement == interval
    assert interval.clipped == Interval(min(max(low, Fraction(0)), Fraction(1)), min(max(high, Fraction(0)), Fraction(1)))
    assert interval.clipped.clipped == interval.clipped
    assert about(interval.centre, interval.half_width) == interval
    if 0 <= x <= 1 and high >= 0 and low <= 1:
        assert interval.clipped.contains(x) == interval.contains(x)
        assert interval.at_most.contains(x) == (x <= high)
        assert interval.at_least.contains(x) == (x >= low)


def test_an_interval_of_roots() -> None:
    """From sqrt(2)/10 to sqrt(2): clipped at 1, and asked numbers 10^-30 beside its ends."""
    found = Interval(sqrt(2) / 10, sqrt(2))
    near = Fraction(isqrt(2 * 10**60), 10**30)
    assert [found.contains(x) for x in (near, near + Fraction(1, 10**30), near / 10, (near + Fraction(1, 10**30)) / 10)] == [
        True,
        False,
        False,
        True,
    ]
    assert (found.clipped.high, compare(found.clipped.low, found.low)) == (1, 0)
    assert same(found.complement.low, 1 - sqrt(2))
    with pytest.raises(Invalid) as refused:
        found.contains(0.5)  # type: ignore[arg-type]
    assert str(refused.value) == "comparison: expected an exact number (got 0.5)"


def test_a_deviate_is_taken_in_every_exact_form() -> None:
    """A float of it is the double that it is, and one that looks like a confidence is told of."""
    for form in FORMS:
        for z in ("1.96", Decimal("1.96"), Fraction(49, 25)):
            assert same(defined(form(20, 100, z)).low, defined(form("20", Decimal(100), Fraction(49, 25))).low)  # type: ignore[arg-type]
        assert same(defined(form(20, 100, 1.96)).low, defined(form(20, 100, Fraction(1.96))).low)  # type: ignore[arg-type]
        with pytest.warns(DataWarning, match="for a confidence write confidence=0.95"):
            form(20, 100, 0.95)  # type: ignore[arg-type]


def test_one_sided_parts() -> None:
    """With the deviate of 95% on one side, that of 90% on two."""
    two, one = two_sided_deviate(Fraction(90, 100)), one_sided_deviate(Fraction(95, 100))
    for form in FORMS:
        assert same(defined(form(3, 10, one)).at_most.high, defined(form(3, 10, two)).high)
        assert defined(form(3, 10, one)).at_most.low == 0
        assert same(defined(form(3, 10, one)).at_least.low, defined(form(3, 10, two)).low)
        assert defined(form(3, 10, one)).at_least.high == 1


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ((11, 10, 2), "n - k: expected an exact number of at least 0 (got Fraction(-1, 1))"),
        ((1, 0, 2), "n - k: expected an exact number of at least 0 (got Fraction(-1, 1))"),
        ((-1, 10, 2), "k: expected an exact number of at least 0 (got -1)"),
        ((0, -10, 2), "n: expected an exact number of at least 0 (got -10)"),
        ((1, 10, -2), "z: expected an exact number of at least 0 (got -2)"),
        ((1.0, 10, 2), "k: expected an exact number of at least 0, such as '1.0' (got 1.0)"),
        ((1, 10.0, 2), "n: expected an exact number of at least 0, such as '10.0' (got 10.0)"),
        ((True, 10, 2), "k: expected an exact number of at least 0 (got True)"),
        ((1, "ten", 2), "n: expected an exact number of at least 0 (got 'ten')"),
        ((1, 10, None), "z, confidence: expected one of the two (got 'neither')"),
        ((1, 10, float("nan")), "z: expected an exact number of at least 0 (got nan)"),
    ],
)
def test_bad_input(bad: tuple[Any, ...], message: str) -> None:
    for form in FORMS:
        with pytest.raises(Invalid) as refused:
            form(*bad)
        assert str(refused.value) == message


def test_bad_input_of_the_standard_error() -> None:
    for bad, message in (
        ((11, 10), "n - k: expected an exact number of at least 0 (got Fraction(-1, 1))"),
        ((0.5, 1), "k: expected an exact number of at least 0, such as '0.5' (got 0.5)"),
    ):
        with pytest.raises(Invalid) as refused:
            standard_error_of_rate(*bad)
        assert str(refused.value) == message
