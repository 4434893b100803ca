"""Conditions against the tests that they come from, and their meeting against "both hold"."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject
from narrow import axis_test

from dtref.errors import Invalid
from dtref.spec.model.attributes import MISSING, Attribute, Continuous, Nominal, Ordinal
from dtref.spec.model.branches import branch_count, branch_of
from dtref.spec.views.conditions import ABOVE_ALL, BELOW_ALL, Among, Boundary, Condition, Range, branch_values, holds, is_empty, meet, text
from dtref.strategies import attributes, cells, tests_of

X, Y = Continuous("x"), Nominal("y", ("a", "b", "c"))
ONE, TWO = Fraction(1), Fraction(2)


def askable() -> st.SearchStrategy[Attribute]:
    return attributes(min_values=2)


def conditions_of(attribute: Attribute) -> st.SearchStrategy[Condition]:
    return tests_of(attribute).flatmap(lambda test: st.integers(0, branch_count(test) - 1).map(lambda i: branch_values(test, i)))


@given(st.data(), askable())
def test_a_value_meets_the_condition_of_the_branch_that_it_takes_and_of_no_other(data: DataObject, attribute: Attribute) -> None:
    test, cell = data.draw(tests_of(attribute)), data.draw(cells(attribute))
    for branch in range(branch_count(test)):
        assert holds(branch_values(test, branch), cell) == (branch_of(axis_test(test), cell) == branch)


@given(st.data(), askable())
def test_the_cut_itself_is_on_the_side_that_the_test_sends_it_to(data: DataObject, attribute: Attribute) -> None:
    test = data.draw(tests_of(attribute))
    cell = getattr(test, "cut", data.draw(cells(attribute)))
    assert [holds(branch_values(test, i), cell) for i in range(branch_count(test))].index(True) == branch_of(axis_test(test), cell)


@given(st.data(), askable())
def test_conditions_that_meet_hold_where_both_do(data: DataObject, attribute: Attribute) -> None:
    a, b = data.draw(conditions_of(attribute)), data.draw(conditions_of(attribute))
    cell = data.draw(cells(attribute))
    assert holds(meet(a, b), cell) == (holds(a, cell) and holds(b, cell))
    assert meet(a, b) == meet(b, a)
    assert meet(a, a) == a


@given(st.data(), askable())
def test_a_condition_is_empty_exactly_if_nothing_near_its_ends_meets_it(data: DataObject, attribute: Attribute) -> None:
    met = meet(data.draw(conditions_of(attribute)), data.draw(conditions_of(attribute)))
    if isinstance(met, Range):
        ends = sorted({g.at for g in (met.low, met.high) if not g.beyond})
        witnesses = [ends[0] - 1, *ends, sum(ends, Fraction(0)) / len(ends), ends[-1] + 1]
        assert is_empty(met) == (not any(holds(met, x) for x in witnesses))
    else:
        assert not isinstance(attribute, Continuous)
        assert is_empty(met) == (not any(holds(met, v) for v in attribute.values))


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (BELOW_ALL, ABOVE_ALL, "x is any number"),
        (Boundary(0, ONE, above=True), ABOVE_ALL, "x > 1"),
        (Boundary(0, ONE), ABOVE_ALL, "x >= 1"),
        (BELOW_ALL, Boundary(0, ONE, above=True), "x <= 1"),
        (BELOW_ALL, Boundary(0, ONE), "x < 1"),
        (Boundary(0, ONE, above=True), Boundary(0, TWO, above=True), "1 < x <= 2"),
        (Boundary(0, ONE), Boundary(0, TWO), "1 <= x < 2"),
        (Boundary(0, ONE), Boundary(0, ONE, above=True), "x = 1"),
        (Boundary(0, ONE), Boundary(0, ONE), "x in {}"),
        (Boundary(0, TWO), Boundary(0, ONE), "x in {}"),
        (Boundary(0, Fraction(1, 3), above=True), ABOVE_ALL, "x > 1/3"),
    ],
)
def test_a_range_is_written_with_exact_ends(low: Boundary, high: Boundary, shown: str) -> None:
    assert text(Range(X, low, high)) == shown


@pytest.mark.parametrize(
    ("a", "b"),
    [(Range(X), Among(Y, ("a",))), (Range(X), Range(Continuous("z"))), (Among(Y, ("a",)), Among(Ordinal("y", Y.values), ("a",)))],
)
def test_conditions_of_two_attributes_do_not_meet(a: Condition, b: Condition) -> None:
    with pytest.raises(Invalid):
        meet(a, b)


@pytest.mark.parametrize(("condition", "cell"), [(Range(X), MISSING), (Range(X), "a"), (Among(Y, ("a",)), "d"), (Among(Y, ("a",)), ONE)])
def test_a_cell_that_is_no_value_is_invalid(condition: Condition, cell: Any) -> None:
    with pytest.raises(Invalid):
        holds(condition, cell)
