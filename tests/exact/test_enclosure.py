"""Enclosures contain the true value, and never say equal where only precision says so."""

from decimal import Decimal, localcontext
from fractions import Fraction
from operator import lt
from typing import Any

import flint
import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from many import examples
from narrow import of_kind

from dtref.errors import Invalid, Undecided
from dtref.exact.comparison import comparable
from dtref.exact.decimals import decimal
from dtref.exact.distributions.chi_square import chi_square_tail
from dtref.exact.enclosure import Enclosure, enclose
from dtref.exact.functions import sqrt
from dtref.exact.logs import log2_of
from dtref.exact.number import total
from dtref.exact.ratios import LogRatio
from dtref.strategies.values import fractions

rationals = fractions(-10, 10, max_denominator=1000)


def hidden(x: Fraction) -> Enclosure:
    """A rational number that the library is told about by balls alone."""
    return Enclosure(f"hidden {x}", lambda: flint.arb(x.numerator) / x.denominator)


@examples(80)
@given(st.lists(st.tuples(st.sampled_from("+-*/~"), rationals, st.booleans()), max_size=12), rationals)
def test_bounds_contain_the_value_of_the_same_computation_on_fractions(steps: list[tuple[str, Fraction, bool]], start: Fraction) -> None:
    exact, enclosed = start, hidden(start)
    for symbol, q, on_the_left in steps:
        other = hidden(q) if q.denominator % 2 else q
        if symbol == "/" and (exact if on_the_left else q) == 0:
            continue
        match symbol, on_the_left:
            case "+", False:
                exact, enclosed = exact + q, enclosed + other
            case "+", True:
                exact, enclosed = q + exact, other + enclosed
            case "-", False:
                exact, enclosed = exact - q, enclosed - other
            case "-", True:
                exact, enclosed = q - exact, other - enclosed
            case "*", False:
                exact, enclosed = exact * q, enclosed * other
            case "*", True:
                exact, enclosed = q * exact, other * enclosed
            case "/", False:
                exact, enclosed = exact / q, enclosed / other
            case "/", True:
                exact, enclosed = q / exact, other / enclosed
            case _:
                exact, enclosed = -exact, -enclosed
    for bits in (256, 1024):
        low, high = enclosed.bounds(bits)
        assert low <= exact <= high
        assert high - low < Fraction(1, 2**60)


@pytest.mark.parametrize("n", [2, 3, 10**30 + 1, Fraction(1, 7)])
def test_bounds_of_a_square_root_bracket_it(n: Any) -> None:
    low, high = enclose(n).sqrt().bounds(128)
    assert 0 < low < high
    assert low * low < n < high * high


def test_more_bits_give_narrower_bounds() -> None:
    widths = [high - low for low, high in (enclose(2).sqrt().bounds(bits) for bits in (32, 64, 128, 256, 512))]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < Fraction(1, 2**500)


def test_a_hidden_equality_is_undecided_and_not_a_wrong_answer() -> None:
    root = sqrt(log2_of(3))
    square = root * root - log2_of(3) + 2
    for question in (lambda: square == 2, lambda: square < 2, lambda: square > 2, lambda: hidden(Fraction(1, 3)) == Fraction(1, 3)):
        with pytest.raises(Undecided, match="4096 bits"):
            question()  # type: ignore[no-untyped-call]
    assert square < 2 + Fraction(1, 10**900)
    assert square > 2 - Fraction(1, 10**900)
    assert hidden(Fraction(1, 4)) == Fraction(1, 4)  # a ball of radius 0 is the number


def test_conversions_agree_with_mpmath() -> None:
    with mpmath.workdps(60):
        for made, value in (
            (enclose(log2_of(3) - Fraction(1, 7)), mpmath.log(3, 2) - mpmath.mpf(1) / 7),
            (enclose(of_kind(LogRatio, log2_of(3) / log2_of(5))), mpmath.log(3) / mpmath.log(5)),
            (enclose(log2_of(3)).sqrt(), mpmath.sqrt(mpmath.log(3, 2))),
            (1 - sqrt(2) * log2_of(3), 1 - mpmath.sqrt(2) * mpmath.log(3, 2)),
            (log2_of(3) / sqrt(2), mpmath.log(3, 2) / mpmath.sqrt(2)),
            (log2_of(3) / log2_of(5) - sqrt(2), mpmath.log(3) / mpmath.log(5) - mpmath.sqrt(2)),
        ):
            low, high = of_kind(Enclosure, made).bounds(256)
            near = Fraction(int(mpmath.nint(value * 10**50)), 10**50)
            assert abs(low - near) < Fraction(1, 10**49) > abs(high - near)


def test_names() -> None:
    assert str(enclose(2).sqrt() + 1) == "(sqrt(2) + 1)"
    assert of_kind(Enclosure, 1 / (log2_of(3) / log2_of(5) + sqrt(2))).formula == "(1 / ((sqrt(2)) + ((log2(3)) / (log2(5)))))"
    assert of_kind(Enclosure, sqrt(2) - log2_of(Fraction(3, 2))).formula == "((sqrt(2)) - (-1 + log2(3)))"
    assert (-enclose(Fraction(1, 3))).formula == "-(1/3)"


def test_a_sum_of_a_hundred_thousand_numbers() -> None:
    many = total([sqrt(2)] * 100_000)
    assert 141421 < many < 141422
    assert len(str(many)) < 300


def test_refusals() -> None:
    with pytest.raises(Invalid, match="at least 0"):
        sqrt(2 - enclose(3))
    with pytest.raises(ZeroDivisionError):
        sqrt(2) / 0
    with pytest.raises(ZeroDivisionError):
        sqrt(2) / (log2_of(6) - log2_of(3) - 1)
    with pytest.raises(Undecided, match="64 bits"):
        (1 / (hidden(Fraction(1, 3)) - Fraction(1, 3))).bounds(64)
    with pytest.raises(TypeError):
        sqrt(2) + 0.5  # type: ignore[operator]
    with pytest.raises(Undecided):
        hash(hidden(Fraction(1, 3)) * 3)
    with pytest.raises(Invalid, match="exact number"):
        lt(sqrt(2), 1.5)
    assert sqrt(2) != "sqrt(2)"


def test_precision_is_restored_when_a_rule_fails() -> None:
    before = flint.ctx.prec

    def fails() -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        Enclosure("fails", fails).bounds(1000)  # type: ignore[arg-type]
    assert flint.ctx.prec == before


def test_what_is_computed_of_exact_numbers_is_exact() -> None:
    """0 times any number is 0, so that an interval of half width 0 is its centre, and can be compared with it."""
    root = enclose(2).sqrt()
    half_width = root * Fraction(0)
    assert comparable(half_width) == 0
    assert comparable(Fraction(1, 80) - half_width) == Fraction(1, 80)
    assert comparable(0 * root + enclose(3) / 4) == Fraction(3, 4)
    assert decimal(Fraction(1, 80) + root * 0, 3) == "0.012"
    assert comparable(0 / root) == 0
    assert comparable(Fraction(0) / (root - 2)) == 0


def test_a_number_that_is_not_known_exactly_prints_its_decimals() -> None:
    p = of_kind(Enclosure, chi_square_tail(Fraction(1), 1))
    assert (str(p), repr(p)) == ("≈0.317310507863", "Enclosure(chi-square tail(1, 1))")  # R: pchisq(1, 1, lower.tail = FALSE)
    assert repr(1 - p) == "Enclosure((1 - chi-square tail(1, 1)))"
    assert str(enclose(2).sqrt()) == "sqrt(2)"  # which is known exactly
    # what no digits can be told of is its formula, and says so once
    pi = Enclosure("pi", flint.arb.pi)
    nothing = (pi + 1) * (pi - 1) - (pi * pi - 1)
    with pytest.raises(Undecided, match=r"^sign of \(+pi \+ 1\)"):
        bool(nothing)
    assert str(nothing) == repr(nothing)


@given(st.fractions(0, 1000), st.integers(0, 9), st.sampled_from("efg%"))
def test_formats_are_those_of_decimals(x: Fraction, digits: int, kind: str) -> None:
    """By Python's decimal arithmetic, of enough digits, which rounds half to even, too."""
    root = enclose(2).sqrt() + x
    with localcontext() as context:
        context.prec = 60
        wanted = Decimal(2).sqrt() + Decimal(x.numerator) / Decimal(x.denominator)
        assert Decimal(f"{root:.{digits}{kind}}".rstrip("%")) == Decimal(f"{wanted:.{digits}{kind}}".rstrip("%"))


def test_formats_of_other_kinds_and_widths() -> None:
    x = log2_of(3)
    assert (f"{x:.4f}", f"{x:>9.2f}", f"{x}", f"{x:>8}") == ("1.5850", "     1.58", "log2(3)", " log2(3)")
    assert f"{enclose(2).sqrt() / 10**7:.3g}" == "1.41e-7"
    with pytest.raises(ValueError, match="format"):
        format(x, ".3x")
