"""Numbers as text for people, against searches for the shortest decimal, and numbers that are read back."""

from fractions import Fraction
from math import isfinite
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtref.errors import Invalid
from dtref.exact.distributions.normal import normal_tail
from dtref.exact.functions import sqrt
from dtref.exact.kth_root import kth_root
from dtref.exact.logs import log2_of, over_primes, sum_of_forms
from dtref.exact.number_text import current_style, decimal_text, number_list, number_style, readable, short_exact
from dtref.exact.root_quotient import RootQuotient

NUMBERS = st.fractions(max_denominator=10**15) | st.floats(allow_nan=False, allow_infinity=False).map(Fraction)


def read_back(text: str) -> Fraction:
    return Fraction(text.removeprefix("≈"))


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_double_has_the_fewest_digits_that_tell_it(x: float) -> None:
    text = readable(Fraction(x))
    fewest = next(digits for digits in range(1, 18) if float(f"{x:.{digits}g}") == x)
    assert "≈" not in text
    assert float(text) == x
    exact = read_back(text) == Fraction(x)
    assert exact or len(text.split("e")[0].lstrip("-").replace(".", "").strip("0")) <= fewest


@given(NUMBERS)
def test_what_is_not_exact_says_so_and_is_near(x: Fraction) -> None:
    text = readable(x)
    if not text.startswith("≈"):
        assert x in (read_back(text), Fraction(float(read_back(text))))
    else:
        assert abs(read_back(text) - x) <= abs(x) * Fraction(1, 2 * 10**11)
        assert len(f"{x.numerator}{x.denominator}".lstrip("-")) > 20


@given(NUMBERS)
def test_exact_on_request(x: Fraction) -> None:
    with number_style(exact=True):
        assert read_back(readable(x)) == x
        assert "≈" not in readable(x)


@given(NUMBERS)
def test_a_comma_stands_where_a_point_stood(x: Fraction) -> None:
    with number_style(mark=","):
        marked = readable(x)
    assert marked.replace(",", ".") == readable(x)
    assert "." not in marked


@given(st.lists(st.tuples(st.integers(1, 3000), st.fractions(max_denominator=30)), min_size=1, max_size=4))
def test_equal_sums_of_logarithms_are_one_text(terms: list[tuple[int, Fraction]]) -> None:
    form = sum_of_forms([log2_of(n).scaled(q) for n, q in terms])
    other = sum_of_forms([(log2_of(n * 12) - log2_of(12)).scaled(q) for n, q in terms])
    assert form == other
    assert str(form) == str(other)
    primes = [n for n, _ in over_primes(form).terms]
    assert all(n % p for n in primes for p in range(2, n))


def test_numbers_beyond_a_million_are_not_factored() -> None:
    assert str(log2_of(10**6)) == "6 + 6*log2(5)"
    assert str(log2_of(10**6 + 2)) == "log2(1000002)"


def test_long_sums_are_decimals() -> None:
    primes = [p for p in range(3, 200) if all(p % d for d in range(2, p))]
    long = sum_of_forms([log2_of(p) for p in primes])
    assert short_exact(long) == ""
    assert readable(long).startswith("≈")
    with number_style(exact=True):
        assert readable(long) == str(long)


@pytest.mark.parametrize(
    "number",
    [
        log2_of(3),
        log2_of(3) / log2_of(5),
        sqrt(2),
        kth_root(10, 3),
        RootQuotient(Fraction(1), Fraction(2)),
        normal_tail(1),
        sqrt(log2_of(3)),
        Fraction(1, 3),
        1 + sqrt(3),
        log2_of(3) * sqrt(2),
    ],
)
def test_every_kind_is_a_double_on_request_and_a_short_text(number: object) -> None:
    double = float(number)  # type: ignore[arg-type]  # each has __float__
    assert isfinite(double)
    assert float(decimal_text(number, 15)) == pytest.approx(double, abs=1e-15)  # type: ignore[arg-type]
    assert len(readable(number)) < 40  # type: ignore[arg-type]


def test_0_says_0_and_what_is_near_does_not() -> None:
    assert decimal_text(log2_of(6) - log2_of(3) - 1, 3) == "0"
    assert decimal_text(Fraction(-1, 10**6), 3) == "0.000"
    assert decimal_text(sqrt(8) - 2 * sqrt(2), 3) == "0"


def test_a_style_ends_with_its_context_and_is_not_of_other_threads() -> None:
    seen: list[str] = []
    with number_style(mark=","):
        thread = Thread(target=lambda: seen.append(readable(Fraction(1, 2))))
        thread.start()
        thread.join()
        with number_style(exact=True):
            assert readable(Fraction(1, 2)) == "0.5"
        assert number_list(map(readable, (Fraction(1, 2), Fraction(1)))) == "0,5; 1"
    assert (seen, current_style().mark) == (["0.5"], ".")


def test_another_mark_is_refused() -> None:
    with pytest.raises(Invalid), number_style(mark="'"):
        pass
