"""LogRatio, against mpmath at 200 digits and against equalities known by hand."""

from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from narrow import of_kind

from dtref.errors import Undecided
from dtref.exact import comparison
from dtref.exact.comparison import compare
from dtref.exact.logs import LogForm, log2_of, log_form
from dtref.exact.number import Number, total
from dtref.exact.ratios import LogRatio, same_identically
from dtref.strategies.values import fractions

rationals = fractions(-3, 3, max_denominator=6)
Terms = list[tuple[Fraction, int]]
terms = st.lists(st.tuples(rationals, st.integers(1, 12)), min_size=1, max_size=3)


def form(of_terms: Terms) -> LogForm:
    return log_form(0) + total(q * log2_of(n) for q, n in of_terms)


def real(of_terms: Terms) -> Any:
    return mpmath.fsum(mpmath.mpf(q.numerator) / q.denominator * mpmath.log(n, 2) for q, n in of_terms)


def ratio(top: Terms, bottom: Terms) -> Number:
    assume(form(bottom) != 0)
    return form(top) / form(bottom)


@settings(deadline=None)
@given(terms, terms, terms, terms)
def test_order_equals_mpmath_at_200_digits(
    a: list[tuple[Fraction, int]], b: list[tuple[Fraction, int]], c: list[tuple[Fraction, int]], d: list[tuple[Fraction, int]]
) -> None:
    x, y = ratio(a, b), ratio(c, d)
    with mpmath.workdps(200):
        gap = real(a) / real(b) - real(c) / real(d)
        expected = 0 if abs(gap) < mpmath.mpf(10) ** -150 else int(mpmath.sign(gap))
    assert compare(x, y) == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparison, "estimate", lambda _: (0.0, float("inf")))
        assert compare(x, y) == expected


@settings(deadline=None)
@given(terms, terms, rationals.filter(bool), rationals.filter(bool))
def test_scaling_top_and_bottom_changes_neither_value_nor_hash(
    a: list[tuple[Fraction, int]], b: list[tuple[Fraction, int]], p: Fraction, q: Fraction
) -> None:
    x = ratio(a, b)
    y = (form(a) * p) / (form(b) * p)
    assert x == y
    assert hash(x) == hash(y)
    assert x * q == (form(a) * q) / form(b)
    assert x / q == form(a) / (form(b) * q)


@settings(deadline=None)
@given(terms, terms, rationals)
def test_a_difference_with_a_rational_number_is_exact(a: list[tuple[Fraction, int]], b: list[tuple[Fraction, int]], q: Fraction) -> None:
    x = ratio(a, b)
    assert (x + q) - q == x == q + (x - q)
    assert q - x == -(x - q)
    assert (x > q) == ((x - q) > 0)


def test_equal_across_different_forms() -> None:
    one = log2_of(3) / log2_of(3)
    assert one == log2_of(9) / (2 * log2_of(3)) == 1 == log_form(1)
    assert hash(one) == hash(1) == hash(Fraction(1))
    assert log2_of(4) / log2_of(2) == 2
    assert log2_of(3) / log2_of(5) == log2_of(9) / log2_of(25) == (log2_of(21) - log2_of(7)) / log2_of(5)
    assert log2_of(9) / log2_of(4) == log2_of(3)
    assert hash(log2_of(9) / log2_of(4)) == hash(log2_of(3))
    assert len({log2_of(3) / log2_of(5), log2_of(27) / log2_of(125)}) == 1


def test_equal_without_a_common_term() -> None:
    """log2(210) / log2(770), written over different pairs of factors."""
    x = (log2_of(6) + log2_of(35)) / (log2_of(10) + log2_of(77))
    y = (log2_of(10) + log2_of(21)) / (log2_of(14) + log2_of(55))
    assert same_identically(of_kind(LogRatio, x), of_kind(LogRatio, y))
    assert x == y


def test_proportional_forms_are_decided_without_a_budget() -> None:
    """Each pair differs by less than a double, or than 64 bits, can tell, and no budget is left."""
    tiny = Fraction(1, 10**60)
    a, b = log2_of(3), log2_of(5)
    assert compare(a / b, (a + tiny) / b, budget=0) == -1
    assert compare(a / b, a / (b + tiny), budget=0) == 1
    assert compare(a / a, b / (b + tiny), budget=0) == 1
    assert compare(b / (b + tiny), a / a, budget=0) == -1
    assert compare(a / a, 1 - tiny, budget=0) == 1
    assert compare((a - a) / b, (a + tiny - a) / a, budget=0) == -1


def test_unlike_ratios_that_are_too_near_are_undecided_and_never_equal() -> None:
    tiny = Fraction(1, 10**60)
    x = log2_of(3) / log2_of(5)
    y = (log2_of(3) + tiny * log2_of(7)) / (log2_of(5) + tiny)
    with pytest.raises(Undecided, match="64 bits"):
        compare(x, y, budget=64)
    assert compare(x, y) == -1


def test_sign_of_the_bottom_moves_to_the_top() -> None:
    assert log2_of(3) / log2_of(Fraction(1, 5)) == -(log2_of(3) / log2_of(5))
    assert log2_of(3) / log2_of(Fraction(1, 5)) < 0


def test_a_zero_bottom_is_refused() -> None:
    with pytest.raises(ZeroDivisionError, match="exactly zero"):
        log2_of(3) / (log2_of(6) - log2_of(3) - 1)
    with pytest.raises(ZeroDivisionError, match="exactly zero"):
        1 / ((log2_of(9) - 2 * log2_of(3)) / log2_of(5))


def test_text() -> None:
    gain_ratio = (1 - log2_of(3) / 3) / log2_of(5)
    assert str(gain_ratio) == "(1 - 1/3*log2(3)) / (log2(5))"
    assert repr(gain_ratio) == "LogRatio((1 - 1/3*log2(3)) / (log2(5)))"


def test_other_arithmetic_is_enclosed_and_right() -> None:
    x, y = log2_of(3) / log2_of(5), log2_of(7) / log2_of(11)
    with mpmath.workdps(60):
        u, v = mpmath.log(3) / mpmath.log(5), mpmath.log(7) / mpmath.log(11)
        for made, expected in ((x + y, u + v), (x - y, u - v), (x * y, u * v), (x / y, u / v), (1 / x, 1 / u)):
            low = Fraction(int(mpmath.floor(expected * 10**40)), 10**40)
            assert low < made < low + Fraction(1, 10**40)
    for made in (x + log2_of(3), log2_of(3) + x, log2_of(3) - x, x - log2_of(3), x * log2_of(3), log2_of(3) * x):
        assert made != 0
    with pytest.raises(TypeError):
        x + "1"  # type: ignore[operator]


def test_ratios_are_frozen() -> None:
    with pytest.raises(AttributeError):
        LogRatio(log2_of(3), log2_of(5)).top = log2_of(7)  # type: ignore[misc]
