"""Certified decimals, against the decimal module and mpmath, and at the boundaries."""

from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import examples

from dtref.errors import Invalid, Undecided
from dtref.exact.decimals import decimal, is_rounding, significant
from dtref.exact.functions import sqrt
from dtref.exact.logs import log2_of
from dtref.exact.number import Number
from dtref.exact.rounding import floor

digits = st.integers(0, 12)
finite_decimals = st.decimals(-1000, 1000, places=9)


@examples(100)
@given(finite_decimals, digits)
def test_rounding_equals_the_decimal_module(x: Decimal, n: int) -> None:
    expected = x.quantize(Decimal(1).scaleb(-n), ROUND_HALF_EVEN)
    assert decimal(Fraction(x), n) == format(abs(expected) if expected == 0 else expected, "f")


@examples(100)
@given(st.decimals(-1000, 1000, places=9), st.integers(-40, 40), st.integers(1, 12))
def test_significant_digits_equal_the_decimal_module(x: Decimal, power: int, n: int) -> None:
    with localcontext() as context:
        context.prec, context.rounding = 60, ROUND_HALF_EVEN
        exact = x.scaleb(power)
        text = significant(Fraction(exact), n)
        context.prec = n
        assert Decimal(text) == +exact
    mantissa = text.partition("e")[0].lstrip("-").replace(".", "").lstrip("0")
    assert len(mantissa) == (n if x else 0)
    assert len(text) <= n + len("-0.00") or "e" in text


@pytest.mark.parametrize(
    ("x", "n", "text"),
    [
        (Fraction(25, 10), 1, "2"),
        (Fraction(1, 1000), 2, "0.0010"),
        (Fraction(999, 10**6), 2, "0.0010"),
        (Fraction(994, 10**6), 2, "9.9e-4"),
        (Fraction(9995, 10), 3, "1.00e3"),
        (-(10**300), 1, "-1e300"),
        (sqrt(2) / 10**9, 4, "1.414e-9"),
        (log2_of(8) - 3, 5, "0"),
        (log2_of(9) / log2_of(3) * 1000, 3, "2.00e3"),
    ],
)
def test_where_significant_digits_carry_and_change_their_form(x: int | Number, n: int, text: str) -> None:
    assert significant(x, n) == text


def test_no_significant_digits_are_refused() -> None:
    with pytest.raises(Invalid) as refused:
        significant(1, 0)
    assert str(refused.value) == "significant digits: expected 1 or more (got 0)"


@settings(deadline=None)
@given(st.integers(1, 10**9), st.integers(1, 10**9), st.integers(0, 60))
def test_decimals_of_logarithms_equal_mpmath(a: int, b: int, n: int) -> None:
    printed = decimal(log2_of(Fraction(a, b)), n)
    with mpmath.workdps(150):
        value = mpmath.log(mpmath.mpf(a) / b, 2)
        assert abs(mpmath.mpf(printed) - value) <= mpmath.mpf(10) ** -n / 2 + mpmath.mpf(10) ** -140
    assert is_rounding(printed, log2_of(Fraction(a, b)))


@pytest.mark.parametrize(
    ("x", "n", "text"),
    [
        (Fraction(1, 8), 2, "0.12"),
        (Fraction(3, 8), 2, "0.38"),
        (Fraction(-1, 8), 2, "-0.12"),
        (Fraction(5, 2), 0, "2"),
        (Fraction(7, 2), 0, "4"),
        (Fraction(-1, 2), 0, "0"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(-6, 1000), 2, "-0.01"),
        (1 - Fraction(1, 10**30), 3, "1.000"),
        (1 - Fraction(1, 10**30), 30, "0." + "9" * 30),
        (10**30, 1, "1" + "0" * 30 + ".0"),
        (0, 3, "0.000"),
        (log2_of(8), 2, "3.00"),
        (log2_of(12) - log2_of(3) - Fraction(1, 8), 2, "1.88"),
        ((log2_of(12) - log2_of(3)) / 16, 2, "0.12"),
        (log2_of(9) / (8 * log2_of(3)), 1, "0.2"),
        (log2_of(9) / (16 * log2_of(3)), 2, "0.12"),
        (log2_of(Fraction(1, 3)), 3, "-1.585"),
        (log2_of(10**30), 3, "99.658"),
        (sqrt(2), 40, "1.4142135623730950488016887242096980785697"),
        (-sqrt(2), 0, "-1"),
    ],
)
def test_examples(x: Any, n: int, text: str) -> None:
    assert decimal(x, n) == text
    assert is_rounding(text, x)


def test_a_value_a_hair_from_a_boundary() -> None:
    hair = Fraction(1, 10**80)
    tie = log2_of(6) - log2_of(3) - Fraction(7, 8)  # exactly 1/8
    assert [decimal(tie + k * hair, 2) for k in (-1, 0, 1)] == ["0.12", "0.12", "0.13"]
    gain = log2_of(10**80 + 1) - log2_of(10**80) + Fraction(5, 2)
    assert (decimal(gain, 0), decimal(5 - gain, 0)) == ("3", "2")


@pytest.mark.parametrize("n", [200, 3000])
def test_many_digits(n: int) -> None:
    with localcontext() as context:
        context.prec = n + 10
        expected = Decimal(2).sqrt().quantize(Decimal(1).scaleb(-n), ROUND_HALF_EVEN)
    assert decimal(sqrt(2), n) == str(expected)


def test_an_enclosure_on_a_boundary_is_undecided() -> None:
    root = sqrt(log2_of(3))
    square = (root * root - log2_of(3) + 1) * 2
    assert decimal(square, 5) == "2.00000"
    for question in (lambda: decimal(square / 16, 2), lambda: floor(square), lambda: is_rounding("0.12", square / 16)):
        with pytest.raises(Undecided):
            question()
    with pytest.raises(Undecided, match="8 bits"):
        floor(root + 1, budget=8)
    assert floor(sqrt(2), budget=8) == 1


@settings(deadline=None)
@given(st.fractions(-100, 100))
def test_floor_of_a_disguised_rational(x: Fraction) -> None:
    assert floor(x + log2_of(6) - log2_of(3)) == x.__floor__() + 1


@settings(deadline=None)
@given(finite_decimals, digits, st.integers(-2, 2))
def test_is_rounding_accepts_exactly_the_nearest_decimals(x: Decimal, n: int, steps: int) -> None:
    unit = Decimal(1).scaleb(-n)
    near = x.quantize(unit, ROUND_HALF_EVEN) + steps * unit
    assert is_rounding(format(near, "f"), Fraction(x)) == (abs(near - x) * 2 <= unit)


def test_both_neighbours_of_an_exact_tie_are_roundings() -> None:
    for text, verdict in (("0.12", True), ("0.13", True), ("0.11", False), ("0.125", True), ("+.12", True), ("0.1", True)):
        assert is_rounding(text, Fraction(1, 8)) == verdict
    assert is_rounding("-0.00", Fraction(-1, 1000))
    assert is_rounding("0.940", Fraction(0)) is False


@pytest.mark.parametrize("text", ["94%", "", "-", ".", "1.", "1e3", "1/2", " 1", "1\n", "nan", "١", "1_0", "0,94", "−1"])
def test_junk_is_invalid(text: str) -> None:
    with pytest.raises(Invalid, match="decimal text"):
        is_rounding(text, 1)


@pytest.mark.parametrize("bad", [0.5, "0.5", None])
def test_only_exact_numbers_have_certified_decimals(bad: Any) -> None:
    for question in (lambda: decimal(bad, 2), lambda: is_rounding("0.5", bad), lambda: floor(bad)):
        with pytest.raises(Invalid, match="exact number"):
            question()
    with pytest.raises(Invalid, match="digits"):
        decimal(1, -1)
