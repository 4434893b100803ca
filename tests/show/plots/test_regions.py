"""What a display of decision regions holds, by predicting points."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from narrow import of_kind
from show.plots.samples import ONE, PETALS, iris, plane

import dtref
from dtref.spec.views.regions import volume


def test_regions_fill_the_window_and_say_what_the_tree_predicts() -> None:
    data = iris(*PETALS)
    tree = dtref.grow(data, dtref.CART)
    shown = dtref.DecisionRegionsDisplay.from_tree(tree, data)
    assert shown.window == ((Fraction(141, 200), Fraction(1439, 200)), (Fraction(-1, 50), Fraction(131, 50)))
    areas = [volume(region.box, shown.window) for region in shown.regions]
    assert sum(areas) == (Fraction(1439, 200) - Fraction(141, 200)) * Fraction(132, 50)
    predict = dtref.predictor(tree, data.attributes)
    for record in data:
        (labels,) = {
            region.leaf.labels
            for region in shown.regions
            if all(_inside(side, of_kind(Fraction, x)) for side, x in zip(region.box, record.values, strict=True))
        }
        assert labels == predict(record).labels


def _inside(side: Any, x: Fraction) -> bool:
    low, high = side.low, side.high
    return (low.beyond < 0 or x > low.at) and (high.beyond > 0 or x <= high.at)


def test_the_boundary_is_where_the_label_changes() -> None:
    """Along each axis, a border's two sides are told apart by predicting a hair's breadth from it."""
    data = iris(*PETALS)
    tree = dtref.grow(data, dtref.CART)
    predict = dtref.predictor(tree, data.attributes)
    hair = Fraction(1, 10**6)
    shown = dtref.DecisionRegionsDisplay.from_tree(tree, data)
    assert shown.boundary
    for border in shown.boundary:
        axis = PETALS.index(border.attribute.name)
        face = border.face[0]
        along = face.high.at - hair if face.high.beyond == 0 else face.low.at + hair
        sides = [(border.at + d, along) if axis == 0 else (along, border.at + d) for d in (-hair, hair)]
        assert predict(dtref.Record(sides[0])).labels != predict(dtref.Record(sides[1])).labels


def test_records_at_one_place_are_in_the_middle_of_a_unit() -> None:
    shown = dtref.DecisionRegionsDisplay.from_tree(dtref.grow(ONE, dtref.CART), ONE)
    assert shown.window == ((Fraction(5, 2), Fraction(7, 2)), (Fraction(7, 2), Fraction(9, 2)))


def test_places_of_several_classes_are_known() -> None:
    """On iris one, by looking at every pair of records."""
    data = iris(*PETALS)
    shown = dtref.DecisionRegionsDisplay.from_tree(dtref.grow(data, dtref.CART), data)
    pairs = {a.values for a in data for b in data if a.values == b.values and a.label != b.label}
    assert shown.mixed == ((Fraction(24, 5), Fraction(9, 5)),) == tuple(pairs)


@pytest.mark.parametrize(
    ("data", "window", "message"),
    [
        (iris("petal_width"), None, "attributes: expected two continuous ones, an axis each (got ['petal_width'])"),
        (plane(), None, "window: expected one, where there are no records (got 'none')"),
        (
            plane((Fraction(1), dtref.MISSING, "a")),
            None,
            "record 1: expected two known values, as it is a point (got 'a missing one')",
        ),
        (
            ONE,
            ((Fraction(1), Fraction(1)), (Fraction(0), Fraction(1))),
            "window: expected two ranges that end above where they start "
            "(got ((Fraction(1, 1), Fraction(1, 1)), (Fraction(0, 1), Fraction(1, 1))))",
        ),
    ],
)
def test_what_has_no_regions_is_refused(data: dtref.DataSet, window: Any, message: str) -> None:
    with pytest.raises(dtref.Invalid) as refused:
        dtref.DecisionRegionsDisplay.from_tree(dtref.grow(ONE, dtref.CART), data, window)
    assert str(refused.value) == message
