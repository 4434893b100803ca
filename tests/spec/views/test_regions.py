"""Regions against the leaves that points reach, volumes against the window's, borders against a grid of points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from chains import X, chain
from hypothesis import given
from hypothesis import strategies as st
from many import LEVELS
from narrow import attribute_of, of_kind
from patience import patience

from dtref.errors import Invalid
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal
from dtref.spec.model.prediction import reached
from dtref.spec.model.tests import Multiway, Side, Threshold
from dtref.spec.model.trees import Branch, Leaf, Tree, nodes
from dtref.spec.views.conditions import holds, text
from dtref.spec.views.regions import Region, borders, decision_boundary, region_of, regions, volume
from dtref.strategies import data_sets, numbers, trees_for

Space = tuple[Tree, tuple[Continuous, ...]]
WIDE = (Fraction(-100), Fraction(100))


@st.composite
def numeric_trees(draw: st.DrawFn) -> Space:
    data = draw(data_sets(kinds=("continuous",), max_records=5))
    return draw(trees_for(data, max_depth=4)), tuple(of_kind(Continuous, a) for a in data.attributes)


def cuts(tree: Tree, attribute: Continuous) -> list[Fraction]:
    found = {of_kind(Threshold, n.test).cut for n in nodes(tree) if isinstance(n, Branch) and attribute_of(n.test) == attribute}
    return sorted(found) or [Fraction(0)]


def slots(tree: Tree, attribute: Continuous) -> list[tuple[Fraction, bool]]:
    """A number in each open stretch between cuts (True), and each cut (False), in order."""
    at = cuts(tree, attribute)
    between = [*((a + b) / 2 for a, b in pairwise(at)), at[-1] + 1]
    return [(at[0] - 1, True), *(slot for cut, number in zip(at, between, strict=True) for slot in ((cut, False), (number, True)))]


def leaf_at(space: Space, point: Sequence[Fraction]) -> Leaf:
    cells: dict[Attribute, Cell] = dict(zip(space[1], point, strict=True))
    return reached(space[0], cells.__getitem__)[0][0]


@given(numeric_trees())
def test_each_point_of_a_grid_lies_in_the_one_region_of_its_leaf(space: Space) -> None:
    tree, axes = space
    found = regions(tree, axes)
    for point in product(*([x for x, _ in slots(tree, a)] for a in axes)):
        inside = [r for r in found if all(map(holds, r.box, point))]
        assert len(inside) == 1
        assert inside[0].leaf is leaf_at(space, point)
        assert region_of(found, point) is inside[0]


@given(numeric_trees(), st.lists(st.lists(numbers(), min_size=2, max_size=2).map(sorted), min_size=3, max_size=3))
def test_volumes_add_up_to_that_of_the_window(space: Space, window: list[list[Fraction]]) -> None:
    tree, axes = space
    bounds = [(a, b) for a, b in window[: len(axes)]]
    whole = Fraction(1)
    for a, b in bounds:
        whole *= b - a
    assert sum(volume(region.box, bounds) for region in regions(tree, axes)) == whole


@given(numeric_trees())
def test_borders_are_where_a_step_on_a_grid_leads_from_one_leaf_to_another(space: Space) -> None:
    tree, axes = space
    expected = set()
    for axis, along in enumerate(axes):
        stretches = [[x for x, is_open in slots(tree, a) if is_open] for a in axes]
        for (x, x_open), (y, _) in pairwise(slots(tree, along)):
            for point in product(*stretches[:axis], [x], *stretches[axis + 1 :]):
                a, b = leaf_at(space, point), leaf_at(space, (*point[:axis], y, *point[axis + 1 :]))
                if a is not b:
                    expected.add((axis, y if x_open else x, id(a), id(b)))
    found = list(borders(regions(tree, axes)))
    assert {(axes.index(b.attribute), b.at, id(b.low.leaf), id(b.high.leaf)) for b in found} == expected
    assert len(found) == len(expected)
    different = [b for b in found if b.low.leaf.labels != b.high.leaf.labels]
    assert list(decision_boundary(regions(tree, axes))) == different


def corner() -> Tree:
    """Class + where x < 1 and y <= 2, else -."""
    x, y = Continuous("x"), Continuous("y")
    first = Threshold(x, Fraction(0), Fraction(1), Fraction(1), Side.BELOW)
    then = Threshold(y, Fraction(2), Fraction(3), Fraction(2))
    below = Branch((), (), then, (then,), (Leaf((), ("+",)), Leaf((), ("-",))))
    return Branch((), (), first, (first,), (below, Leaf((), ("-",))))


def test_a_corner_has_three_regions_and_a_boundary_of_two_faces() -> None:
    axes = (Continuous("x"), Continuous("y"))
    found = regions(corner(), axes)
    assert [[text(side) for side in r.box] for r in found] == [
        ["x < 1", "y <= 2"],
        ["x < 1", "y > 2"],
        ["x >= 1", "y is any number"],
    ]
    window = ((Fraction(0), Fraction(3)), (Fraction(0), Fraction(5)))
    assert [volume(r.box, window) for r in found] == [2, 3, 10]
    boundary = [(b.attribute.name, b.at, [text(side) for side in b.face]) for b in decision_boundary(found)]
    assert boundary == [("x", 1, ["y <= 2"]), ("y", 2, ["x < 1"])]
    assert len(list(borders(found))) == 3
    lengths = [volume(b.face, window[1:] if b.attribute.name == "x" else window[:1]) for b in decision_boundary(found)]
    assert lengths == [2, 1]
    assert region_of(found, (Fraction(1), Fraction(0))) is found[2]
    assert region_of(found, (Fraction(0), Fraction(2))) is found[0]


def test_a_single_number_is_a_region_without_volume_that_keeps_its_neighbours_apart() -> None:
    at_most, below = (Threshold(X, Fraction(0), Fraction(2), Fraction(1), side) for side in Side)
    inner = Branch((), (), below, (below,), (Leaf((), ("a",)), Leaf((), ("b",))))
    tree = Branch((), (), at_most, (at_most,), (inner, Leaf((), ("a",))))
    found = regions(tree, (X,))
    assert [text(r.box[0]) for r in found] == ["x < 1", "x = 1", "x > 1"]
    assert volume(found[1].box, (WIDE,)) == 0
    assert [(found.index(b.low), found.index(b.high)) for b in borders(found)] == [(0, 1), (1, 2)]


def test_a_leaf_that_no_point_reaches_has_no_region() -> None:
    test = Threshold(X, Fraction(0), Fraction(2), Fraction(1))
    inner = Branch((), (), test, (test,), (Leaf((), ("a",)), Leaf((), ("never",))))
    assert [r.leaf.labels for r in regions(Branch((), (), test, (test,), (inner, Leaf((), ("b",)))), (X,))] == [("a",), ("b",)]


def test_a_nominal_test_has_no_region() -> None:
    asks = Multiway(Nominal("x", ("a", "b")))
    tree = Branch((), (), asks, (asks,), (Leaf((), ("1",)), Leaf((), ("2",))))
    with pytest.raises(Invalid, match="the continuous attribute 'x', which the tree asks"):
        regions(tree, (X,))


@pytest.mark.parametrize("point", [(), (Fraction(1),), (Fraction(1), MISSING), (Fraction(1), "a"), (Fraction(1),) * 3])
def test_a_point_that_is_none_is_invalid(point: tuple[Any, ...]) -> None:
    with pytest.raises(Invalid):
        region_of(regions(corner(), (Continuous("x"), Continuous("y"))), point)


@pytest.mark.parametrize("window", [(), (WIDE,), (WIDE, WIDE[::-1]), (WIDE,) * 3])
def test_a_window_that_is_none_is_invalid(window: tuple[tuple[Fraction, Fraction], ...]) -> None:
    (region,) = regions(Leaf((), ()), (Continuous("x"), Continuous("y")))
    with pytest.raises(Invalid):
        volume(region.box, window)


def test_a_deep_tree_gives_its_regions_and_borders() -> None:
    with patience(60):
        found: tuple[Region, ...] = regions(chain(LEVELS), (X,))
        assert len(found) == LEVELS + 1
        assert sum(1 for _ in decision_boundary(found)) == LEVELS
        assert volume(found[LEVELS * 3 // 4].box, (WIDE,)) == 0
        assert sum(volume(r.box, (WIDE,)) for r in found) == 200
