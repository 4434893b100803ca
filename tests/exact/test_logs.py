"""LogForm, against factoring into primes."""

import pickle
from collections import defaultdict
from collections.abc import Iterable
from copy import deepcopy
from fractions import Fraction
from operator import lt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Symbol, factorint

from dtref.errors import Invalid
from dtref.exact.logs import LogForm, log2_of, log_form, proportion, rational_value
from dtref.exact.number import total
from dtref.strategies.values import fractions

integers = st.integers(1, 60)
rationals = fractions(-3, 3, max_denominator=12)
terms = st.lists(st.tuples(rationals, st.builds(Fraction, integers, integers)), max_size=5)


def form(of_terms: Iterable[tuple[Fraction, Fraction]]) -> LogForm:
    return log_form(0) + total(q * log2_of(x) for q, x in of_terms)


def by_primes(of_terms: Iterable[tuple[Fraction, Fraction]]) -> dict[int, Fraction]:
    """The independent route: the rational coefficient of the logarithm of each prime."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for q, x in of_terms:
        for p, e in factorint(x.numerator).items():
            found[p] += q * e
        for p, e in factorint(x.denominator).items():
            found[p] -= q * e
    return {p: c for p, c in found.items() if c}


@settings(deadline=None)
@given(terms, terms)
def test_equality_is_equality_of_prime_coefficients(a: list[tuple[Fraction, Fraction]], b: list[tuple[Fraction, Fraction]]) -> None:
    assert (form(a) == form(b)) == (by_primes(a) == by_primes(b))


@settings(deadline=None)
@given(terms)
def test_the_same_number_over_primes_is_equal_and_hashes_equal(a: list[tuple[Fraction, Fraction]]) -> None:
    over_primes = log_form(0) + total(q * log2_of(p) for p, q in by_primes(a).items())
    assert form(a) == over_primes
    assert hash(form(a)) == hash(over_primes)


@settings(deadline=None)
@given(terms)
def test_a_form_is_rational_exactly_when_only_the_prime_two_is_left(a: list[tuple[Fraction, Fraction]]) -> None:
    primes = by_primes(a)
    expected = primes.get(2, Fraction(0)) if set(primes) <= {2} else None
    assert rational_value(form(a)) == expected
    if expected is not None:
        assert form(a) == expected
        assert expected == form(a)
        assert hash(form(a)) == hash(expected)


@settings(deadline=None)
@given(terms, terms)
def test_proportion_is_the_common_quotient_of_prime_coefficients(
    a: list[tuple[Fraction, Fraction]], b: list[tuple[Fraction, Fraction]]
) -> None:
    above, below = by_primes(a), by_primes(b)
    quotients = {above.get(p, Fraction(0)) / c for p, c in below.items()}
    expected = quotients.pop() if len(quotients) == 1 and set(above) <= set(below) else None
    assert proportion(form(a), form(b)) == expected


@settings(deadline=None)
@given(terms, terms, rationals)
def test_arithmetic_acts_on_prime_coefficients(a: list[tuple[Fraction, Fraction]], b: list[tuple[Fraction, Fraction]], q: Fraction) -> None:
    minus = [(-c, x) for c, x in b]
    assert form(a) - form(b) == form(a + minus)
    assert form(a) + form(b) == form(b + a)
    assert form(a) * q == q * form(a) == form([(c * q, x) for c, x in a])
    assert -form(a) == form([(-c, x) for c, x in a])
    assert q - form(a) == -(form(a) - q)
    assert q + form(a) == form(a) + q
    if q:
        assert form(a) / q == form([(c / q, x) for c, x in a])


def test_exact_ties_with_different_terms() -> None:
    assert log2_of(6) == log2_of(2) + log2_of(3)
    assert log2_of(36) == 2 * log2_of(6) == 2 + 2 * log2_of(3)
    assert log2_of(4) == 2
    assert log2_of(8) / 3 == log2_of(4) / 2 == 1
    assert log2_of(6) + log2_of(35) == log2_of(10) + log2_of(21)
    assert len({log2_of(6) + log2_of(35), log2_of(10) + log2_of(21), log2_of(210)}) == 1
    named: dict[object, str] = {Fraction(3): "three"}
    assert named[log2_of(24) - log2_of(3)] == "three"


def test_huge_counts_and_denominators() -> None:
    n = 10**30
    assert log2_of(n) == 30 * (1 + log2_of(5))
    assert log2_of(n) != log2_of(n + 1)
    q = Fraction(10**59 + 1, 10**60 + 7)
    assert q * log2_of(Fraction(n, 6)) + q * log2_of(6) == q * log2_of(n)
    assert log2_of(Fraction(10**60 + 7, 10**59)) + log2_of(10**59) == log2_of(10**60 + 7)


def test_text_reads_like_the_formula() -> None:
    entropy = log2_of(14) - Fraction(9, 14) * log2_of(9) - Fraction(5, 14) * log2_of(5)
    assert str(entropy) == "1 + log2(7) - 5/14*log2(5) - 9/7*log2(3)"
    assert str(1 - Fraction(3, 4) * log2_of(3)) == "1 - 3/4*log2(3)"
    assert str(-log2_of(3) - 2) == "-2 - log2(3)"
    assert str(log2_of(3) - log2_of(3)) == "0"
    assert repr(log2_of(Fraction(3, 2))) == "LogForm(-1 + log2(3))"


def test_terms_are_merged_sorted_and_without_zeros() -> None:
    mixed = log2_of(9) - log2_of(5) + 3 * log2_of(9) + Fraction(1, 2) + log2_of(7) - log2_of(7)
    assert mixed.terms == ((2, Fraction(1, 2)), (5, Fraction(-1)), (9, Fraction(4)))


def test_a_form_is_true_unless_it_is_zero() -> None:
    assert not log2_of(6) - log2_of(3) - 1
    assert log2_of(3)


@pytest.mark.parametrize("bad", [0, -1, Fraction(-1, 2), 0.5, "2"])
def test_only_positive_rational_numbers_have_a_logarithm(bad: Any) -> None:
    with pytest.raises(Invalid, match="log2"):
        log2_of(bad)


def test_foreign_operands() -> None:
    with pytest.raises(TypeError):
        log2_of(3) + "1"
    with pytest.raises(TypeError):
        log2_of(3) * 0.5
    with pytest.raises(TypeError):
        lt(log2_of(3), "1")
    with pytest.raises(TypeError):
        log2_of(3) + Symbol("x")
    assert log2_of(3) != "log2(3)"
    assert log2_of(3) != 1.5849625
    assert log2_of(8) == 3.0
    with pytest.raises(Invalid, match="exact number"):
        lt(log2_of(3), 1.5)
    with pytest.raises(ZeroDivisionError):
        log2_of(3) / 0


def test_copies_are_equal() -> None:
    x = log2_of(7) - Fraction(1, 3)
    assert pickle.loads(pickle.dumps(x)) == x == deepcopy(x)
    with pytest.raises(AttributeError):
        x.over = 2  # type: ignore[misc]


def test_products_of_forms_are_exact_where_one_is_rational_and_enclosed_otherwise() -> None:
    assert log2_of(3) * log2_of(8) == 3 * log2_of(3) == log2_of(8) * log2_of(3)
    product = log2_of(3) * log2_of(5)
    assert Fraction(368, 100) < product < Fraction(3681, 1000)
