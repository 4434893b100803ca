"""Numerals against Python's own readers of numbers."""

from __future__ import annotations

import struct
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtref.errors import Invalid
from dtref.spec.model.attributes import Width
from dtref.spec.model.labels import DIGITS, written
from dtref.spec.model.numerals import in_order, is_numeral, numeral


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**300), max_value=10**300))
def test_a_decimal_reads_as_itself(x: Decimal) -> None:
    if abs(x.adjusted()) < DIGITS and abs(int(x.as_tuple().exponent)) < DIGITS:
        assert numeral(str(x)) == Fraction(x)


@pytest.mark.parametrize("text", ["85", "+85", "-0.5", ".5", "5.", "1e-3", "1E+3", "007", "1e0000000000000000000005", "0.10"])
def test_python_reads_the_same_number(text: str) -> None:
    assert numeral(text) == Fraction(Decimal(text))


@pytest.mark.parametrize(
    "text", ["", ".", "e5", "1_000", "0x10", "nan", "inf", "-Infinity", "1/3", "１", "٣", "1 000", "1,5", "--1", "1e", "1e1.5", "1\n"]
)
def test_what_is_not_a_numeral(text: str) -> None:
    assert not is_numeral(text)
    with pytest.raises(Invalid, match=r"^numeral: expected a number \(got "):
        numeral(text)


@pytest.mark.parametrize("text", ["1e999999999", "-1e-999999999", "1e" + "9" * 100_000, "9" * 2001, "0." + "1" * 2001, "12e1999"])
def test_a_numeral_of_too_many_digits_is_refused(text: str) -> None:
    assert is_numeral(text)
    with pytest.raises(Invalid, match="expected a number of at most 2000 digits before and after the point"):
        numeral(text)


def test_the_longest_numerals_are_read() -> None:
    assert numeral("9" * DIGITS) == 10**DIGITS - 1
    assert numeral(f"1e-{DIGITS}") == Fraction(1, 10**DIGITS)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float64_is_written_as_python_writes_it(x: float) -> None:
    text = written(Fraction(x), Width.FLOAT64)
    assert float(text) == x
    assert x.is_integer() or text == repr(x)


@given(st.floats(allow_nan=False, allow_infinity=False, width=32))
def test_the_text_of_a_float32_gives_it_back(x: float) -> None:
    text = written(Fraction(x), Width.FLOAT32)
    assert x.is_integer() or struct.unpack("f", struct.pack("f", float(text)))[0] == x


def test_a_float32_is_written_with_the_fewest_digits() -> None:
    assert written(Fraction(13421773, 134217728), Width.FLOAT32) == "0.1"


@given(st.integers(-(10**9), 10**9), st.integers(0, 12))
def test_a_decimal_is_written_as_the_decimal_it_is(digits: int, places: int) -> None:
    x = Fraction(digits, 10**places)
    assert numeral(written(x)) == x


def test_a_value_of_too_many_digits_is_refused() -> None:
    with pytest.raises(Invalid, match=r"^numeral: expected a number of at most 4000 digits, as it names a value"):
        written(Fraction(10**5000))


@given(st.lists(st.integers(-99, 99).map(str) | st.text(max_size=2)).flatmap(lambda v: st.tuples(st.just(v), st.permutations(v))))
def test_order_does_not_depend_on_order(pair: tuple[list[str], list[str]]) -> None:
    values, other = pair
    assert in_order(values) == in_order(other)
    assert sorted(in_order(values)) == sorted(set(values))
