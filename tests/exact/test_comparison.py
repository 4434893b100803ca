"""Comparisons, against mpmath at 200 digits, against integer powers, and on numbers made to mislead."""

import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import Any

import flint
import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject
from narrow import of_kind

from dtref.errors import Invalid, Undecided
from dtref.exact import comparison
from dtref.exact.comparison import KINDS, argmax_set, argmin_set, comparable, compare, estimate, sign, sign_of_form
from dtref.exact.enclosure import enclose
from dtref.exact.functions import plogp, sqrt
from dtref.exact.logs import LogForm, log2_of, log_form
from dtref.exact.number import Exact, Number, total
from dtref.exact.ordered import Ordered
from dtref.strategies.values import fractions

integers = st.integers(2, 10**6)
weights = st.lists(st.tuples(st.integers(-40, 40), st.integers(2, 40)), max_size=5)
big_weights = st.lists(st.tuples(fractions(-9, 9, max_denominator=10**6), integers), min_size=1, max_size=8)


def form(of_weights: Iterable[tuple[int | Fraction, int]]) -> LogForm:
    return log_form(0) + total(k * log2_of(n) for k, n in of_weights)


def entropy(counts: Sequence[int]) -> Number:
    n = sum(counts)
    return -total(plogp(Fraction(c, n)) for c in counts)


@settings(deadline=None)
@given(weights)
def test_sign_equals_the_comparison_of_integer_powers(of_weights: list[tuple[int, int]]) -> None:
    above = prod(n**k for k, n in of_weights if k > 0)
    below = prod(n**-k for k, n in of_weights if k < 0)
    assert sign(form(of_weights)) == (above > below) - (above < below)


@settings(deadline=None)
@given(big_weights)
def test_sign_equals_mpmath_at_200_digits(of_weights: list[tuple[Fraction, int]]) -> None:
    with mpmath.workdps(200):
        value = mpmath.fsum(mpmath.mpf(q.numerator) / q.denominator * mpmath.log(n, 2) for q, n in of_weights)
        expected = 0 if abs(value) < mpmath.mpf(10) ** -150 else int(mpmath.sign(value))
    assert sign(form(of_weights)) == expected


@settings(deadline=None)
@given(big_weights | weights)
def test_the_double_is_within_its_bound(of_weights: list[tuple[Fraction, int]] | list[tuple[int, int]]) -> None:
    value, error = estimate(form(of_weights))
    with mpmath.workdps(200):
        exact = mpmath.fsum(mpmath.mpf(Fraction(q).numerator) / Fraction(q).denominator * mpmath.log(n, 2) for q, n in of_weights)
        assert abs(mpmath.mpf(value) - exact) <= mpmath.mpf(error)
        assert abs(mpmath.mpf(value) - exact) * 4 <= mpmath.mpf(error)  # and not by luck


@settings(deadline=None)
@given(big_weights | weights, st.integers(390, 3000), st.integers(-1100, 60))
def test_the_double_is_within_its_bound_over_large_numbers(of_weights: list[tuple[Fraction | int, int]], bits: int, size: int) -> None:
    """Such as the weights have that are parts of parts of records: thousands of digits above the line and below."""
    factor = Fraction(2 ** (bits + max(size, -bits)) + 1, 3 * 2**bits + 1)
    value, error = estimate(of_kind(LogForm, form(of_weights) * factor))
    with mpmath.workdps(200):
        terms = [mpmath.mpf((factor * q).numerator) / (factor * q).denominator * mpmath.log(n, 2) for q, n in of_weights]
        assert abs(mpmath.mpf(value) - mpmath.fsum(terms)) * 4 <= mpmath.mpf(error)
    assert error < float("inf") or size < -300


@settings(deadline=None)
@given(weights, st.data())
def test_filtered_equals_unfiltered(of_weights: list[tuple[int, int]], data: DataObject) -> None:
    near = data.draw(fractions(-10, 10, max_denominator=50), label="subtracted")
    x = form(of_weights) - near
    filtered = sign_of_form(x)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparison, "estimate", lambda _: (0.0, float("inf")))
        assert sign_of_form(x) == filtered


def convergents(count: int) -> Iterator[Fraction]:
    """Continued-fraction convergents of log2(3), alternately below and above it, from exact integer powers."""
    p0, q0, p1, q1 = 1, 0, 1, 1
    for _ in range(count):
        yield Fraction(p1, q1)
        a = 1
        while ((2 ** (p0 + a * p1) < 3 ** (q0 + a * q1)) == (2**p0 < 3**q0)) and a < 100:
            a += 1
        a -= 1
        p0, q0, p1, q1 = p1, q1, p0 + a * p1, q0 + a * q1


def test_convergents_of_log2_of_3_lie_on_alternate_sides() -> None:
    found = list(convergents(11))
    assert found[:6] == [1, 2, Fraction(3, 2), Fraction(8, 5), Fraction(19, 12), Fraction(65, 41)]
    signs = [sign(log2_of(3) - c) for c in found]
    assert all(a == -b for a, b in pairwise(signs))


@pytest.mark.parametrize("digits", [10, 25, 60, 300, 2000])
def test_forms_that_differ_by_very_little(digits: int) -> None:
    """The decimals of log2(3) from mpmath, cut after so many digits, lie below it by less than 10**-digits."""
    with mpmath.workdps(digits + 20):
        cut = Fraction(int(mpmath.floor(mpmath.log(3, 2) * mpmath.mpf(10) ** digits)), 10**digits)
    assert compare(log2_of(3), cut) == 1
    assert compare(log2_of(3), cut + Fraction(1, 10**digits)) == -1
    assert compare(log2_of(9), 2 * cut) == 1


@pytest.mark.parametrize("digits", [25, 60, 400])
def test_neighbouring_huge_integers_have_different_logarithms(digits: int) -> None:
    n = 10**digits
    assert log2_of(n + 1) > log2_of(n)
    assert log2_of(n) - log2_of(n - 1) > log2_of(n + 1) - log2_of(n)
    assert 2 * log2_of(n) > log2_of(n + 1) + log2_of(n - 1)  # n**2 > n**2 - 1
    assert 2 * log2_of(n) == log2_of(n * n)


def test_grouping_identity_of_entropy_holds_exactly() -> None:
    """H(a, b, c) = H(a, b + c) + (b + c)/n * H(b, c)."""
    for a, b, c in ((1, 2, 3), (10**30, 10**30 + 1, 7), (123456, 789012, 345678)):
        grouped = entropy((a, b + c)) + Fraction(b + c, a + b + c) * entropy((b, c))
        assert compare(entropy((a, b, c)), grouped) == 0
        assert compare(entropy((a, b, c)) + Fraction(1, 10**80), grouped) == 1


def test_the_filter_gives_up_on_what_does_not_fit_a_double() -> None:
    huge = 10**400
    assert estimate(of_kind(LogForm, log2_of(3) * huge)) == (0.0, float("inf"))
    assert estimate(log2_of(3).scaled(10**308) - log2_of(5).scaled(10**308) + log2_of(7**400).scaled(10**305))[1] > 0
    assert estimate(log2_of(2**5000 - 1).scaled(10**308) - log2_of(2**5001 - 1).scaled(10**308))[1] == float("inf")
    assert sign(log2_of(3) * huge - log2_of(5) * huge) == -1
    assert sign(log2_of(2**5000 + 1) - 5000) == 1
    assert sign((log2_of(3) - log2_of(5)) * Fraction(1, huge)) == -1


NUMBERS = (
    Fraction(-5, 2),
    -1,
    log2_of(Fraction(2, 3)),
    0,
    Fraction(1, 3),
    log2_of(3) / log2_of(5),
    1,
    sqrt(2),
    log2_of(5) / log2_of(3),
    log2_of(3),
    2,
    log2_of(3) * log2_of(5),
)


@pytest.mark.parametrize("i", range(len(NUMBERS)))
@pytest.mark.parametrize("j", range(len(NUMBERS)))
def test_every_mix_of_kinds(i: int, j: int) -> None:
    a, b = NUMBERS[i], NUMBERS[j]
    if i != j:
        assert compare(a, b) == (i > j) - (i < j)
        assert (a < b, a <= b, a == b, a != b, a > b, a >= b) == (i < j, i < j, False, True, i > j, i > j)
    else:
        assert compare(a, b) == 0


def test_an_enclosure_of_an_exact_number_compares_as_that_number() -> None:
    third = enclose(Fraction(1, 3))
    assert third == Fraction(1, 3) == third
    assert enclose(log2_of(6)) == 1 + log2_of(3)
    assert enclose(comparable(log2_of(9) / log2_of(3))) == 2


@pytest.mark.parametrize("bad", [0.5, 1.0, float("nan"), "1", None, 1j])
def test_only_exact_numbers_are_compared(bad: Any) -> None:
    for question in (lambda: sign(bad), lambda: compare(1, bad), lambda: compare(log2_of(3), bad)):
        with pytest.raises(Invalid, match="exact number"):
            question()  # type: ignore[no-untyped-call]
    with pytest.raises(Invalid, match="exact number"):
        argmax_set((bad,), lambda x: x)


def test_a_small_budget_is_named_in_the_refusal() -> None:
    root = enclose(log2_of(3)).sqrt()
    with pytest.raises(Undecided, match="not decided within 100 bits"):
        compare((root + 1) * (root - 1), log2_of(3) - 1, budget=100)
    with pytest.raises(Undecided, match="not decided within 16 bits"):
        compare(root + 1, Fraction(2258952938247159, 10**15), budget=16)
    assert compare(root + 1, Fraction(2258952938247159, 10**15)) == 1


def test_argmax_set_keeps_every_tie_in_order_and_computes_each_key_once() -> None:
    asked: list[str] = []

    def key(name: str) -> Exact:
        asked.append(name)
        named: dict[str, Exact] = {"a": log2_of(6), "b": Fraction(5, 2), "c": 1 + log2_of(3), "d": log2_of(36) / 2, "e": 0}
        return named[name]

    assert argmax_set("abcde", key) == ("a", "c", "d")
    assert asked == list("abcde")
    assert argmin_set("abcde", key) == ("e",)
    assert argmin_set((), key) == argmax_set((), key) == ()


@settings(deadline=None)
@given(st.lists(fractions(0, 3, max_denominator=3)))
def test_argmax_set_equals_all_against_all(xs: list[Fraction]) -> None:
    assert argmax_set(xs, lambda x: x) == tuple(x for x in xs if all(x >= y for y in xs))
    assert argmin_set(xs, lambda x: x) == tuple(x for x in xs if all(x <= y for y in xs))


def test_argmax_set_makes_one_comparison_less_than_there_are_items(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def counting(a: Exact, b: Exact) -> int:
        made.append(1)
        return compare(a, b)

    monkeypatch.setattr(comparison, "compare", counting)
    argmax_set(range(10), lambda x: x % 4)
    assert len(made) == 9


def test_the_working_precision_outside_is_untouched() -> None:
    before = flint.ctx.prec
    assert log2_of(10**60 + 1) > log2_of(10**60)
    with pytest.raises(Undecided):
        compare(sqrt(log2_of(3)) * sqrt(log2_of(3)), log2_of(3))
    assert flint.ctx.prec == before


def test_every_kind_that_inherits_the_operators_is_compared() -> None:
    assert {int, Fraction, *Ordered.__subclasses__()} == set(KINDS)


@pytest.mark.parametrize(
    ("module", "program"),
    [
        ("logs", "a = m.log2_of(9); assert a == 2 * m.log2_of(3) and hash(a / a) == hash(1) and 10 < a * a < 11"),
        ("ratios", "a = m.log_ratio(m.log_form(3), m.log_form(2)); assert a > 1 and a == 1.5 and hash(a) == hash(1.5) and 2 < a * a < 3"),
        ("roots", "a = m.root_of(2); assert 1 < a < 2 and a * a == 2 and hash(a) == hash(m.root_of(8) / 2) and 2 < a * a + a < 4"),
        ("kth_root", "a = m.kth_root(2, 3); assert 1 < a < 2 and a * a * a == 2 and hash(a) == hash(m.kth_root(4, 6))"),
        ("root_quotient", "a = m.RootQuotient(m.number(3), m.number(4)); assert (a.sign, a.value, a.signed_square) == (1, 1.5, 2.25)"),
        ("enclosure", "a = m.enclose(2).sqrt(); assert 1 < a < 2 and a * a == 2 and hash(a) == hash(m.enclose(8).sqrt() / 2)"),
    ],
)
def test_a_module_of_numbers_imported_alone_has_all_their_operators(module: str, program: str) -> None:
    command = [sys.executable, "-c", f"import dtref.exact.{module} as m; {program}"]
    assert subprocess.run(command, capture_output=True, text=True, check=False).stderr == ""
