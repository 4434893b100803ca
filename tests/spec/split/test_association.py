"""Chi-square and G against other formulas, and their p-values against mpmath."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from mpmath import erfc, exp, gammainc, log, mp, mpf, sqrt
from narrow import defined

from dtref.errors import Invalid, Undefined
from dtref.exact.decimals import decimal
from dtref.spec.split.association import chi_square, chi_square_p, degrees_of_freedom, expected_counts, g_statistic, g_statistic_p
from dtref.spec.split.criteria import gain

mp.dps = 60

PLAY = (9, 5)
PLAY_TENNIS = {
    "outlook": (((2, 3), (4, 0), (3, 2)), Fraction(266, 75), 2),
    "temperature": (((2, 2), (4, 2), (3, 1)), Fraction(77, 135), 2),
    "humidity": (((3, 4), (6, 1)), Fraction(14, 5), 1),
    "windy": (((6, 2), (3, 3)), Fraction(14, 15), 1),
}

tables = st.integers(2, 4).flatmap(lambda c: st.lists(st.tuples(*[st.integers(0, 12)] * c).filter(any), min_size=1, max_size=4).map(tuple))


def node_of(table: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*table, strict=True)))


def shortcut(table: tuple[tuple[int, ...], ...]) -> Fraction:
    """n (sum n_ij^2 / (n_i n_j) - 1): no expected count, no difference."""
    node = node_of(table)
    terms = (Fraction(n_ij**2, sum(child) * n_j) for child in table for n_ij, n_j in zip(child, node, strict=True) if n_j)
    return sum(node) * (sum(terms, Fraction(0)) - 1)


def agrees(x: Any, expected: mpf, digits: int = 20) -> bool:
    return abs(mpf(decimal(x, 40)) - expected) < mpf(10) ** -digits


@pytest.mark.parametrize("attribute", PLAY_TENNIS)
def test_play_tennis(attribute: str) -> None:
    children, statistic, degrees = PLAY_TENNIS[attribute]
    assert chi_square(PLAY, children) == statistic == shortcut(children)
    assert degrees_of_freedom(PLAY, children) == degrees


def test_outlook_step_by_step() -> None:
    """Expected counts 45/14, 25/14 for five records, 18/7, 10/7 for four; the squared differences sum to 266/75."""
    expected = expected_counts(PLAY, PLAY_TENNIS["outlook"][0])
    five, four = (Fraction(45, 14), Fraction(25, 14)), (Fraction(18, 7), Fraction(10, 7))
    assert expected == (five, four, five)
    assert agrees(chi_square_p(PLAY, PLAY_TENNIS["outlook"][0]), exp(-mpf(266) / 150))  # two degrees: p = e^(-x/2)


def test_two_by_two_is_the_cross_product_formula() -> None:
    """n (ad - bc)^2 / (the four margins)."""
    (a, b), (c, d) = (3, 4), (6, 1)
    assert chi_square(PLAY, ((a, b), (c, d))) == Fraction(14 * (a * d - b * c) ** 2, 7 * 7 * 9 * 5)
    assert agrees(chi_square_p(PLAY, ((a, b), (c, d))), erfc(sqrt(mpf(14) / 10)))  # one degree: p = erfc(sqrt(x/2))


@given(tables)
def test_chi_square_equals_the_sum_of_squares_formula(table: tuple[tuple[int, ...], ...]) -> None:
    assert chi_square(node_of(table), table) == shortcut(table)


@given(tables)
def test_chi_square_is_zero_exactly_where_all_children_have_the_same_shares(table: tuple[tuple[int, ...], ...]) -> None:
    shares = {tuple(Fraction(n, sum(child)) for n in child) for child in table}
    assert (chi_square(node_of(table), table) == 0) == (len(shares) == 1)


@given(tables)
def test_absent_classes_and_empty_children_change_nothing(table: tuple[tuple[int, ...], ...]) -> None:
    wider = (*((*child, 0) for child in table), (0,) * (len(table[0]) + 1))
    for measure in (chi_square, degrees_of_freedom, g_statistic):
        assert measure(node_of(wider), wider) == measure(node_of(table), table)


@given(tables, st.integers(1, 9))
def test_statistics_grow_with_the_scale_of_the_weights(table: tuple[tuple[int, ...], ...], k: int) -> None:
    scaled = tuple(tuple(k * n for n in child) for child in table)
    assert chi_square(node_of(scaled), scaled) == k * shortcut(table)


@given(tables)
def test_p_values_equal_mpmath(table: tuple[tuple[int, ...], ...]) -> None:
    node = node_of(table)
    degrees = (len(table) - 1) * (sum(n > 0 for n in node) - 1)
    assume(degrees)
    x = shortcut(table)
    assert agrees(chi_square_p(node, table), gammainc(mpf(degrees) / 2, mpf(x.numerator) / x.denominator / 2, regularized=True))
    g = 2 * sum(
        n_ij * log(mpf(n_ij) * sum(node) / (sum(child) * n_j)) for child in table for n_ij, n_j in zip(child, node, strict=True) if n_ij
    )
    statistic = g_statistic(node, table)
    assert agrees(statistic, g / log(mpf(2)))
    if statistic != 0:
        assert agrees(g_statistic_p(node, table), gammainc(mpf(degrees) / 2, g / 2, regularized=True))


def test_g_is_twice_the_records_times_the_gain() -> None:
    children = PLAY_TENNIS["outlook"][0]
    assert g_statistic(PLAY, children) == 2 * 14 * defined(gain(PLAY, children))


def test_p_values_at_the_edges() -> None:
    assert chi_square_p((2, 4), ((1, 2), (1, 2))) == g_statistic_p((2, 4), ((1, 2), (1, 2))) == 1
    one = Undefined("no degree of freedom")
    assert chi_square_p((2, 4), ((2, 4), (0, 0))) == g_statistic_p((2, 4), ((2, 4), (0, 0))) == one
    assert chi_square_p((6, 0), ((2, 0), (4, 0))) == g_statistic_p((6, 0), ((2, 0), (4, 0))) == one
    none = Undefined("no records")
    assert chi_square_p((0, 0), ((0, 0), (0, 0))) == g_statistic_p((0, 0), ((0, 0), (0, 0))) == none


@pytest.mark.parametrize("measure", [chi_square, g_statistic, chi_square_p, g_statistic_p])
def test_floats_are_refused(measure: Any) -> None:
    assert callable(measure)
    with pytest.raises(Invalid) as refused:
        measure((1.5, 2), ((1.5, 0), (0, 2)))
    assert str(refused.value) == "class 1: expected an exact number of at least 0, such as '1.5' (got 1.5)"
