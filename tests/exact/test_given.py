"""The one door for numbers: what passes, as what; what is refused, with the whole message."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import isfinite

import numpy
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from dtref.errors import Invalid
from dtref.exact.functions import log2, sqrt
from dtref.exact.inputs import (
    count,
    exact,
    exacts,
    finite,
    is_symbolic,
    items,
    labels,
    measured,
    plain,
    rational,
    record_weight,
    share,
    whole,
)

FLOATS = (0.5, 1.0, float("nan"), float("inf"), numpy.float64(1), numpy.float32(1))
NO_TEXTS = ("x1", "1/0", "1_000", "½", "")
OF_SYMPY = (sympy.nan, sympy.oo, sympy.true, sympy.Symbol("x") < 1, sympy.pi, sympy.Float("0.5"))
NO_NUMBERS = (None, *NO_TEXTS, True, numpy.True_, 1j, [1], *OF_SYMPY, Decimal("inf"), Decimal("1e9999"))


@pytest.mark.parametrize("kind", [int, Fraction, Decimal, str, numpy.uint8, numpy.int64, sympy.Integer], ids=lambda kind: kind.__name__)
@given(n=st.integers(0, 255))
def test_whole_numbers_of_any_kind_become_those_of_python(kind: Callable[[int], object], n: int) -> None:
    given_ = kind(n)
    assert [(type(f("n", given_)), f("n", given_)) for f in (exact, rational, finite)] == [(Fraction, n)] * 3
    assert (type(record_weight("n", given_)), record_weight("n", given_)) == (int, n)
    assert (type(whole("n", given_)), whole("n", given_), count("n", given_)) == (int, n, n)


def test_fractions_of_sympy_become_those_of_python() -> None:
    assert (type(exact("x", sympy.Rational(1, 3))), exact("x", sympy.Rational(1, 3))) == (Fraction, Fraction(1, 3))


def test_numbers_that_no_float_can_hold_keep_every_digit() -> None:
    assert exact("x", numpy.int64(2**63 - 1)) * 2 == 2**64 - 2
    assert exact("x", 10**30 + 1) - 10**30 == 1


def test_roots_and_logarithms_pass_and_are_no_rational_numbers() -> None:
    for x in (sqrt(2), log2(3), log2(3) / log2(5)):
        assert exact("x", x) is x
        assert share("x", x - x + Fraction(1, 2)) is not None
        with pytest.raises(Invalid, match=r"^x: expected an exact number from 0 to 1"):
            share("x", x + 1)
        with pytest.raises(Invalid, match=r"^x: expected an exact number \("):
            rational("x", x)


def test_symbols_pass_and_constants_of_sympy_do_not() -> None:
    x = sympy.Symbol("x")
    for f in (exact, share, count, record_weight, finite):
        assert f("x", x + sympy.pi) == x + sympy.pi
    assert (is_symbolic(x), is_symbolic(sympy.pi), is_symbolic(sympy.Symbol), is_symbolic(x < 1)) == (True, False, False, False)
    assert exact("zero", x - x) == 0


REFUSING = (
    (exact, "an exact number"),
    (rational, "an exact number"),
    (share, "an exact number from 0 to 1"),
    (whole, "a whole number of at least 0"),
    (count, "a whole number of at least 0"),
    (record_weight, "an exact number of at least 0"),
)


@pytest.mark.parametrize("bad", NO_NUMBERS, ids=repr)
def test_what_is_no_exact_number_is_refused(bad: object) -> None:
    for f, wanted in REFUSING:
        with pytest.raises(Invalid) as refused:
            f("x", bad)
        assert (refused.value.where, refused.value.wanted) == ("x", wanted)


@pytest.mark.parametrize("x", FLOATS, ids=repr)
def test_a_float_is_refused_with_what_to_write_and_taken_exactly_where_it_was_measured(x: float) -> None:
    for f, wanted in REFUSING[:-1]:
        with pytest.raises(Invalid) as refused:
            f("x", x)
        written = f", such as '{float(x)!r}'" if isfinite(x) and "whole" not in wanted else ""
        assert (refused.value.where, refused.value.wanted) == ("x", wanted + written)
    if isfinite(x):
        assert measured("x", x) == record_weight("x", x) == Fraction(float(x))


def test_texts_that_write_a_number_are_exact() -> None:
    for text, value in (("0.95", Fraction(19, 20)), ("1/3", Fraction(1, 3)), ("-2.5e-1", Fraction(-1, 4)), (" .5 ", Fraction(1, 2))):
        assert (type(exact("x", text)), exact("x", text)) == (Fraction, value)
    assert exact("x", Decimal("0.1")) == Fraction(1, 10)
    for counts in ("95", b"95", 5):
        with pytest.raises(Invalid, match="counts: expected a sequence of exact numbers"):
            exacts("counts", counts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: exact("z", -1, least=0), "z: expected an exact number of at least 0 (got -1)"),
        (lambda: share("p", Fraction(3, 2)), "p: expected an exact number from 0 to 1 (got Fraction(3, 2))"),
        (lambda: share("p", numpy.int64(-1)), "p: expected an exact number from 0 to 1 (got np.int64(-1))"),
        (lambda: whole("k", 4, 2, 3), "k: expected a whole number from 2 to 3 (got 4)"),
        (lambda: whole("k", Fraction(7, 2)), "k: expected a whole number of at least 0 (got Fraction(7, 2))"),
        (lambda: exacts("rate", (1, -1), least=0), "rate 2: expected an exact number of at least 0 (got -1)"),
        (lambda: items("rows", 5), "rows: expected a sequence (got 5)"),  # type: ignore[arg-type]
        (lambda: labels("classes", ["a", []]), "classes: expected labels that can be hashed, as texts and numbers can (got [])"),  # type: ignore[list-item]
        (lambda: labels("classes", None), "classes: expected a sequence (got None)"),  # type: ignore[arg-type]
        (lambda: finite("y", float("inf")), "y: expected a finite number (got inf)"),
        (lambda: finite("y", Decimal("NaN")), "y: expected a finite number (got Decimal('NaN'))"),
        (lambda: finite("y", True), "y: expected a finite number (got True)"),
        (lambda: finite("y", "x"), "y: expected a finite number (got 'x')"),
        (
            lambda: finite("y", Decimal("1e999999999")),
            "y: expected a number of at most 2000 digits before and after the point (got Decimal('1E+999999999'))",
        ),
    ],
)
def test_refusals(attempt: Callable[[], object], message: str) -> None:
    with pytest.raises(Invalid) as refused:
        attempt()
    assert str(refused.value) == message


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_are_the_fractions_that_they_are_where_they_are_welcome(x: float) -> None:
    assert finite("y", x) == finite("y", numpy.float64(x)) == finite("y", Decimal(x)) == Fraction(x)


def test_an_integer_where_a_fraction_is_one() -> None:
    assert [type(plain(x)) for x in (Fraction(4, 2), Fraction(1, 2), 3)] == [int, Fraction, int]
