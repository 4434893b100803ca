"""McNemar's test: exact forms against all sign patterns, statistics against tables, statsmodels and mlxtend."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from many import one_in
from mpmath import erfc, mp, mpf, sqrt
from narrow import defined, of_kind

from dtref.errors import Invalid, Undefined
from dtref.exact.decimals import decimal, is_rounding
from dtref.exact.number import Exact
from dtref.spec.evaluation.comparison.contingency import Contingency, contingency_of
from dtref.spec.evaluation.comparison.mcnemar import (
    mcnemar_chi_square,
    mcnemar_chi_square_p,
    mcnemar_corrected,
    mcnemar_corrected_p,
    mcnemar_corrected_unless_equal,
    mcnemar_corrected_unless_equal_p,
    mcnemar_doubled_mid_p,
    mcnemar_exact_p,
    mcnemar_first_better_p,
    mcnemar_mid_p,
    mcnemar_z,
)
from dtref.spec.evaluation.comparison.p_values import normal_greater_p, normal_two_sided_p
from dtref.spec.evaluation.confusion.if_undefined import one_if_undefined, zero_if_undefined


@pytest.fixture(scope="module", autouse=True)
def _sixty_digits() -> Iterator[None]:
    with mp.workdps(60):
        yield


counts = st.integers(0, 12)
labels = st.sampled_from("abc")
NONE = Undefined("no record that only one classifier gets right")


def near(x: Exact | Undefined, expected: mpf) -> bool:
    return abs(mpf(decimal(defined(x), 40)) - expected) < mpf(10) ** -20


@pytest.mark.parametrize("n", range(9))
def test_exact_p_values_by_all_sign_patterns(n: int) -> None:
    """Under the hypothesis each disagreement falls to either classifier with chance 1/2: all 2^n patterns are as likely."""
    patterns = [sum(signs) for signs in product((-1, 1), repeat=n)]
    for b in range(n + 1):
        c = n - b
        assert mcnemar_exact_p(b, c) == Fraction(sum(abs(s) >= abs(b - c) for s in patterns), 2**n)
        assert mcnemar_first_better_p(b, c) == Fraction(sum(s >= b - c for s in patterns), 2**n)
        beyond = Fraction(sum(abs(s) > abs(b - c) for s in patterns), 2**n)
        assert mcnemar_mid_p(b, c) == (beyond + mcnemar_exact_p(b, c)) / 2
        assert mcnemar_mid_p(b, c) == (mcnemar_exact_p(b, c) - Fraction(comb(n, b), 2**n) if b != c else 1 - Fraction(comb(n, b), 2 * 2**n))
        one_sided = [Fraction(2 * sum(f * s > f * (b - c) for s in patterns) + patterns.count(b - c), 2 * 2**n) for f in (-1, 1)]
        assert mcnemar_doubled_mid_p(b, c) == 2 * min(one_sided)


def test_the_example_of_fagerland_lydersen_and_laake() -> None:
    """Airway hyper-responsiveness before and after transplantation in 21 children: 1 and 7 discordant pairs."""
    assert mcnemar_exact_p(1, 7) == Fraction(18, 256)
    assert is_rounding("0.070", mcnemar_exact_p(1, 7))
    assert is_rounding("0.039", mcnemar_mid_p(1, 7))
    assert is_rounding("0.034", defined(mcnemar_chi_square_p(1, 7)))
    assert is_rounding("0.077", defined(mcnemar_corrected_p(1, 7)))


@given(counts, counts)
def test_two_sided_is_twice_the_smaller_one_sided_or_1(b: int, c: int) -> None:
    one_sided = min(mcnemar_first_better_p(b, c), mcnemar_first_better_p(c, b))
    assert mcnemar_exact_p(b, c) == min(1, 2 * one_sided)


@given(counts, counts)
def test_exchanging_the_classifiers_turns_the_sign_only(b: int, c: int) -> None:
    for form in (
        mcnemar_exact_p,
        mcnemar_mid_p,
        mcnemar_doubled_mid_p,
        mcnemar_chi_square,
        mcnemar_corrected,
        mcnemar_corrected_unless_equal,
    ):
        assert form(b, c) == form(c, b)
    if b + c:
        assert mcnemar_z(b, c) == -defined(mcnemar_z(c, b))
        assert defined(mcnemar_z(b, c)).square == mcnemar_chi_square(b, c)
        assert defined(mcnemar_z(b, c)).sign == (b > c) - (b < c)


@given(counts, counts)
def test_statistics_by_expected_counts(b: int, c: int) -> None:
    """Pearson: each of b and c is expected to be half of n."""
    if b + c == 0:
        assert mcnemar_chi_square(b, c) == mcnemar_corrected(b, c) == mcnemar_corrected_unless_equal(b, c) == mcnemar_z(b, c) == NONE
        return
    half = Fraction(b + c, 2)
    assert mcnemar_chi_square(b, c) == sum((x - half) ** 2 / half for x in (b, c))
    assert mcnemar_corrected(b, c) == 2 * (abs(b - half) - Fraction(1, 2)) ** 2 / half
    assert mcnemar_corrected_unless_equal(b, c) == (mcnemar_corrected(b, c) if b != c else 0)


@given(counts, counts)
def test_chi_square_p_values_equal_mpmath_and_the_normal_ones(b: int, c: int) -> None:
    for statistic, p in (
        (mcnemar_chi_square, mcnemar_chi_square_p),
        (mcnemar_corrected, mcnemar_corrected_p),
        (mcnemar_corrected_unless_equal, mcnemar_corrected_unless_equal_p),
    ):
        x = statistic(b, c)
        if isinstance(x, Undefined):
            assert p(b, c) == NONE
        else:
            assert near(p(b, c), erfc(sqrt(mpf(of_kind(Fraction, x).numerator) / of_kind(Fraction, x).denominator / 2)))
    if b + c:
        z = mcnemar_z(b, c)
        upper = erfc(mpf(b - c) / sqrt(2 * mpf(b + c))) / 2
        assert near(normal_greater_p(z), upper)
        assert near(normal_two_sided_p(z), 2 * min(upper, 1 - upper))


def test_identical_classifiers() -> None:
    """No disagreement: the exact forms say 1, the statistics are 0/0, and what programs print is a named convention."""
    assert mcnemar_exact_p(0, 0) == mcnemar_doubled_mid_p(0, 0) == mcnemar_first_better_p(0, 0) == 1
    assert mcnemar_mid_p(0, 0) == Fraction(1, 2)
    for p in (mcnemar_chi_square_p, mcnemar_corrected_p, mcnemar_corrected_unless_equal_p):
        assert p(0, 0) == NONE
        assert (one_if_undefined(p(0, 0)), zero_if_undefined(p(0, 0))) == (1, 0)
        assert decimal(one_if_undefined(p(3, 0)), 20) == decimal(zero_if_undefined(p(3, 0)), 20) == decimal(defined(p(3, 0)), 20)


def test_huge_counts() -> None:
    n = 10**30
    assert mcnemar_chi_square(n, n + 2) == Fraction(4, 2 * n + 2)
    assert decimal(defined(mcnemar_chi_square_p(n, n + 10**15)), 6) == "0.479500"
    assert mcnemar_exact_p(0, 2000) == Fraction(2, 2**2000)
    assert decimal(mcnemar_exact_p(0, 11_000), 3330) == decimal(Fraction(2, 2**11_000), 3330) != decimal(Fraction(0), 3330)
    assert mcnemar_exact_p(n, n + 1) == mcnemar_doubled_mid_p(n, n) == 1
    assert (
        decimal(mcnemar_exact_p(10**10, 10**10 + 10**5), 4) == decimal(defined(mcnemar_chi_square_p(10**10, 10**10 + 10**5)), 4) == "0.4795"
    )


@pytest.mark.parametrize(
    ("b", "c", "message"),
    [
        (-1, 2, "only the first right: expected a whole number of at least 0 (got -1)"),
        (1, 2.0, "only the second right: expected a whole number of at least 0 (got 2.0)"),
        (True, 1, "only the first right: expected a whole number of at least 0 (got True)"),
        (Fraction(1, 2), 1, "only the first right: expected a whole number of at least 0 (got Fraction(1, 2))"),
    ],
)
def test_what_is_no_count_is_refused(b: Any, c: float, message: str) -> None:
    for form in (mcnemar_exact_p, mcnemar_mid_p, mcnemar_first_better_p, mcnemar_chi_square, mcnemar_corrected, mcnemar_z):
        with pytest.raises(Invalid) as refused:
            form(b, c)  # type: ignore[arg-type]
        assert str(refused.value) == message


def test_numpy_counts_are_counts() -> None:
    numpy = pytest.importorskip("numpy")
    b, c = numpy.int64(1), numpy.int64(5)
    assert (mcnemar_exact_p(b, c), mcnemar_corrected(b, c)) == (mcnemar_exact_p(1, 5), mcnemar_corrected(1, 5))


def test_formulas_run_on_symbols() -> None:
    import sympy

    b, c = sympy.symbols("b c", positive=True)
    assert sympy.simplify(mcnemar_chi_square(b, c) - (b - c) ** 2 / (b + c)) == 0
    assert sympy.simplify(of_kind(sympy.Basic, defined(mcnemar_z(b, c)).value) ** 2 - defined(mcnemar_chi_square(b, c))) == 0
    assert of_kind(sympy.Basic, defined(mcnemar_corrected(b, c))).subs({b: 1, c: 5}) == sympy.Rational(3, 2)


@given(st.lists(st.tuples(labels, labels, labels), max_size=12))
def test_contingency_by_listing(rows: list[tuple[str, str, str]]) -> None:
    actual, first, second = (tuple(row[i] for row in rows) for i in range(3))
    found = contingency_of(actual, first, second)
    cells = [[int(a == y) * 2 + int(b == y) for y, a, b in rows].count(k) for k in (3, 2, 1, 0)]
    assert found == Contingency(*cells)
    assert found.records == len(rows)
    swapped = contingency_of(actual, second, first)
    assert (swapped.only_first, swapped.only_second) == (found.only_second, found.only_first)
    if rows:
        wrong = [Fraction(sum(p != y for y, p in zip(actual, labels, strict=True)), len(rows)) for labels in (first, second)]
        assert [found.first_error, found.second_error, found.difference] == [*wrong, wrong[0] - wrong[1]]
    else:
        assert found.first_error == found.second_error == found.difference == Undefined("no records")


def test_labels_of_unequal_length() -> None:
    for first, second, name, got in (("a", "ab", "first", 1), ("ab", "abc", "second", 3)):
        with pytest.raises(Invalid) as refused:
            contingency_of("ab", first, second)
        assert str(refused.value) == f"labels of the {name} classifier: expected 2 labels, one a record (got {got})"


PROGRAMS = [(b, c) for b in range(32) for c in range(32) if b + c]


def test_statsmodels_agrees_on_thousands_of_tables() -> None:
    theirs = pytest.importorskip("statsmodels.stats.contingency_tables").mcnemar
    for b, c in one_in(5, PROGRAMS):
        table = [[7, b], [c, 9]]
        for p, said in (
            (mcnemar_exact_p(b, c), theirs(table, exact=True)),
            (mcnemar_chi_square_p(b, c), theirs(table, exact=False, correction=False)),
            (mcnemar_corrected_p(b, c), theirs(table, exact=False, correction=True)),
        ):
            assert math.isclose(float(decimal(defined(p), 25)), said.pvalue, rel_tol=1e-11)


def test_mlxtend_agrees_on_thousands_of_tables() -> None:
    theirs = pytest.importorskip("mlxtend.evaluate")
    numpy = pytest.importorskip("numpy")
    for b, c in one_in(7, PROGRAMS):
        table = numpy.array([[7, b], [c, 9]])
        assert math.isclose(mcnemar_exact_p(b, c), theirs.mcnemar(table, exact=True)[1], rel_tol=1e-11)
        assert math.isclose(defined(mcnemar_chi_square(b, c)), theirs.mcnemar(table, corrected=False)[0], rel_tol=1e-14)
        assert math.isclose(defined(mcnemar_corrected(b, c)), theirs.mcnemar(table)[0], rel_tol=1e-14)
    actual, first, second = (numpy.array(list(word)) for word in ("aabbab", "abbbaa", "aabaab"))
    found = contingency_of(*("".join(labels) for labels in (actual, first, second)))
    table = theirs.mcnemar_table(actual, first, second)
    assert (found.both_right, found.only_first, found.only_second, found.neither) == tuple(table.ravel())


def test_what_programs_print_for_identical_classifiers() -> None:
    """statsmodels and mlxtend: exact 1; corrected infinite with p = 0, a certain difference; uncorrected NaN."""
    statsmodels = pytest.importorskip("statsmodels.stats.contingency_tables")
    mlxtend = pytest.importorskip("mlxtend.evaluate")
    numpy = pytest.importorskip("numpy")
    same = numpy.array([[7, 0], [0, 9]])
    with numpy.errstate(all="ignore"):
        assert statsmodels.mcnemar(same, exact=True).pvalue == mlxtend.mcnemar(same, exact=True)[1] == mcnemar_exact_p(0, 0)
        corrected = (statsmodels.mcnemar(same, exact=False).pvalue, mlxtend.mcnemar(same)[1])
        plain = (statsmodels.mcnemar(same, exact=False, correction=False).pvalue, mlxtend.mcnemar(same, corrected=False)[1])
    assert corrected == (zero_if_undefined(mcnemar_corrected_p(0, 0)),) * 2 == (0, 0)
    assert all(map(math.isnan, plain))
