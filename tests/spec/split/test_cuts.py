"""Cuts of numbers and of ordered values: one sorted scan finds what scanning the records anew for every cut finds."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from narrow import of_kind

from dtref.errors import Invalid
from dtref.spec.model.attributes import Continuous, Nominal, Ordinal
from dtref.spec.model.counts import CountTable, Weighted, columns, count_table
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import OrdinalCut, Side, Threshold
from dtref.spec.split.candidates import MultiwaySplit, OrdinalCuts, SubsetSplits, Thresholds
from dtref.spec.split.criteria import gini_reduction
from dtref.spec.split.numeric.placement import Placement, floor_midpoint, largest_not_above_midpoint, lower_end, midpoint, upper_end
from dtref.strategies import data_sets, numbers
from dtref.strategies.policies import THRESHOLDS


def table_of(data: DataSet, rows: tuple[int, ...]) -> CountTable:
    return count_table(columns(data), 0, Weighted(rows))


def rescanned(records: Iterable[Record], classes: tuple[str, ...], left: Any) -> tuple[tuple[Fraction, ...], ...]:
    """The class counts of the records that a predicate sends left, and of the others."""
    sides = [(bool(left(r.values[0])), r) for r in records]
    return tuple(
        tuple(sum((r.weight for s, r in sides if s is side and r.label == c), Fraction(0)) for c in classes) for side in (True, False)
    )


@given(data=data_sets(kinds=("continuous", "ordinal"), weights="fractions", max_records=10).filter(lambda d: d.attributes), picks=st.data())
def test_the_sorted_scan_equals_rescanning_for_every_cut(data: DataSet, picks: st.DataObject) -> None:
    rows = tuple(sorted(picks.draw(st.sets(st.sampled_from(range(len(data)))), label="records at the node"))) if len(data) else ()
    (attribute, here) = data.attributes[0], [data.records[r] for r in rows]
    rank = attribute.values.index if isinstance(attribute, Ordinal) else lambda x: x
    present = sorted({r.values[0] for r in here}, key=rank)
    offer = OrdinalCuts() if isinstance(attribute, Ordinal) else Thresholds()
    offered = offer(table_of(data, rows), gini_reduction)
    assert len(offered.splits) == max(len(present) - 1, 0)
    for i, (low, high) in enumerate(pairwise(present)):
        test = offered.test(i)
        assert isinstance(test, OrdinalCut | Threshold)
        assert (test.attribute, test.lower, test.upper) == (attribute, low, high)
        assert tuple(offered.splits[i]) == rescanned(here, data.classes, lambda v, low=low: rank(v) <= rank(low))


@given(values=st.lists(numbers(), min_size=2, unique=True), pick=st.data())
def test_every_placement_stays_in_its_interval(values: list[Fraction], pick: st.DataObject) -> None:
    """At every pair of values that may be neighbours at some node; whichever number it is, the two ends go to different sides."""
    low, high = sorted(pick.draw(st.lists(st.sampled_from(values), min_size=2, max_size=2, unique=True)))
    x = Continuous("x")
    for offer in THRESHOLDS:
        test = offer(CountTable(x, tuple(sorted(values)), (low, high), ((1, 0), (0, 1)), (0, 0)), gini_reduction).test(0)
        assert isinstance(test, Threshold)
        assert low <= test.cut <= high
        assert (
            (low <= test.cut, high <= test.cut) == (True, False)
            if test.side is Side.AT_MOST
            else (low < test.cut, high < test.cut) == (True, False)
        )


@given(low=numbers(), high=numbers(), side=st.sampled_from(Side))
def test_the_floor_of_the_midpoint_is_used_inside_the_interval_and_refused_outside(low: Fraction, high: Fraction, side: Side) -> None:
    assume(low < high)
    floor = (low + high) / 2 // 1
    x = Continuous("x")
    offered = Thresholds(floor_midpoint, side)(CountTable(x, (low, high), (low, high), ((1, 0), (0, 1)), (0, 0)), gini_reduction)
    if low <= floor < high if side is Side.AT_MOST else low < floor <= high:
        assert of_kind(Threshold, offered.test(0)).cut == floor
    else:
        with pytest.raises(Invalid, match=r"^x, cut: expected a number in "):
            offered.test(0)


@pytest.mark.parametrize(
    ("placement", "cut"),
    [
        (midpoint, "15/2"),
        (lower_end, "6"),
        (upper_end, "9"),
        (largest_not_above_midpoint, "7"),
        (floor_midpoint, "7"),
    ],
)
def test_placements_by_hand(placement: Placement, cut: str) -> None:
    """The neighbours 6 and 9 among the training values 1, 6, 7, 8, 9."""
    assert placement(Fraction(6), Fraction(9), tuple(map(Fraction, (1, 6, 7, 8, 9)))) == Fraction(cut)


@pytest.mark.parametrize(
    ("placement", "side", "message"),
    [
        (lower_end, Side.BELOW, "x, cut: expected a number in (1, 2] (got '1')"),
        (upper_end, Side.AT_MOST, "x, cut: expected a number in [1, 2) (got '2')"),
        (floor_midpoint, Side.BELOW, "x, cut: expected a number in (1, 2] (got '1')"),
        (lambda *_: Fraction(3), Side.AT_MOST, "x, cut: expected a number in [1, 2) (got '3')"),
    ],
)
def test_a_placement_outside_its_interval_is_refused(placement: Placement, side: Side, message: str) -> None:
    x, values = Continuous("x"), (Fraction(1), Fraction(2))
    with pytest.raises(Invalid) as caught:
        Thresholds(placement, side)(CountTable(x, values, values, ((1, 0), (0, 1)), (0, 0)), gini_reduction).test(0)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("offer", "attribute", "message"),
    [
        (
            MultiwaySplit(),
            Continuous("x"),
            "x: expected a nominal or ordinal attribute (got Continuous(name='x', width=<Width.DECIMAL: 'decimal'>))",
        ),
        (OrdinalCuts(), Nominal("x", ("a",)), "x: expected an Ordinal attribute (got Nominal(name='x', values=('a',)))"),
        (Thresholds(), Nominal("x", ("a",)), "x: expected a Continuous attribute (got Nominal(name='x', values=('a',)))"),
        (SubsetSplits(), Ordinal("x", ("a",)), "x: expected a Nominal attribute (got Ordinal(name='x', values=('a',)))"),
    ],
)
def test_an_offer_refuses_another_kind_of_attribute(offer: Any, attribute: Any, message: str) -> None:
    with pytest.raises(Invalid) as caught:
        offer(CountTable(attribute, (), (), (), (0, 0)), gini_reduction)
    assert str(caught.value) == message
