"""Where two trees send records: what differs at a border is found, and nothing where they are one function."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given

from dtref.io.foreign.dtref_model import from_tree
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Known, Values
from dtref.oracle.verify.arrivals import last_nodes
from dtref.oracle.verify.report import route_json, route_text
from dtref.oracle.verify.route_comparison import UNSEEN, arrival, route_diff
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import MISSING, Cell, Cells, Width
from dtref.spec.model.data import DataSet
from dtref.spec.model.tests import Side
from dtref.spec.presets import CART
from dtref.strategies import data_sets
from dtref.strategies.values import fractions

TENTH = Fraction(1, 10)


def stump(ask: Ask, *labels: str) -> ForeignTree:
    return ForeignTree(ForeignNode("1", ask, tuple(ForeignNode(str(i), label=label) for i, label in enumerate(labels, 2))), "by hand")


@pytest.mark.parametrize(
    ("first", "second", "value"),
    [
        (Cut("x", Fraction(1)), Cut("x", Fraction(1), Side.BELOW), Fraction(1)),
        (Cut("x", Fraction(1)), Cut("x", Fraction(2)), Fraction(2)),
        (Cut("x", TENTH), Cut("x", Fraction(0.1)), Fraction(0.1)),  # the decimal and its double
        (Cut("x", Fraction(0.3)), Cut("x", Fraction(0.3), width=Width.FLOAT32), Fraction(0.3)),
        (Cut("x", Fraction(1), missing=0), Cut("x", Fraction(1), missing=1), MISSING),
        (Cut("x", Fraction(1), missing=0), Cut("x", Fraction(1)), MISSING),
        (Values("x", (("a",), ("b",)), 0), Values("x", (("a",), ("b",)), 1), UNSEEN),
        (Values("x", (("a",), ("b",))), Values("x", (("b",), ("a",))), "a"),
        (Values("x", (("a", "c"), ("b",))), Values("x", (("a",), ("b", "c"))), "c"),
    ],
    ids=str,
)
def test_a_difference_at_the_border_is_found(first: Ask, second: Ask, value: object) -> None:
    found = route_diff(stump(first, "p", "q"), stump(second, "p", "q"))
    assert value in {difference.cells["x"] for difference in found.differences}
    for difference in found.differences:
        ends = [arrival(tree, difference.cells) for tree in (stump(first, "p", "q"), stump(second, "p", "q"))]
        assert [(e.place, e.stuck) for e in ends] == [(d.place, d.stuck) for d in (difference.first, difference.second)]
        assert (ends[0].label, ends[0].stuck) != (ends[1].label, ends[1].stuck)


def test_one_function_written_in_two_ways() -> None:
    assert route_diff(stump(Cut("x", Fraction(1)), "p", "q"), stump(Cut("x", Fraction(1)), "p", "q")).differences == ()
    mirrored = stump(Values("x", (("b",), ("a",)), 1), "q", "p")
    assert route_diff(stump(Values("x", (("a",), ("b",)), 0), "p", "q"), mirrored).differences == ()


def test_a_difference_far_down() -> None:
    """Only records with x in (3, 5] and kind b get there."""

    def tree(at: str) -> ForeignTree:
        leaf = [ForeignNode(str(i), label=label) for i, label in enumerate("pqrs", 10)]
        low = ForeignNode("4", Cut("x", Fraction(at)), (leaf[0], leaf[1]))
        kind = ForeignNode("3", Values("kind", (("a",), ("b",))), (leaf[2], low))
        upper = ForeignNode("2", Cut("x", Fraction(5)), (kind, leaf[3]))
        return ForeignTree(ForeignNode("1", Cut("x", Fraction(3)), (leaf[3], upper)), "by hand")

    found = route_diff(tree("4"), tree("4.5"))
    assert {difference.cells["kind"] for difference in found.differences} == {"b"}
    assert all(4 < difference.cells["x"] <= Fraction(9, 2) for difference in found.differences)  # type: ignore[operator]
    assert found.differences[0].why.startswith("node 4, x: ")
    assert next(iter(route_text(found, 1))).startswith("node 4, x: ")
    told: Any = route_json(found)
    assert len(told["differences"]) == len(found.differences)


def any_tree(chance: Random, depth: int) -> ForeignNode:
    """A tree that asks numbers and kinds of every sort, with and without branches for missing values, and stand-ins."""
    if depth == 0 or chance.random() < 0.2:
        return ForeignNode(str(chance.random()), label=chance.choice("pq"))
    missing = chance.choice([None, 0, 1])
    cut = Cut(chance.choice("xy"), Fraction(chance.randrange(-2, 6), 2), chance.choice(list(Side)), chance.choice(list(Width)), missing)
    asks: list[Ask] = [
        cut,
        cut,
        cut,
        evolve(cut, zeros=1),
        Values("z", (("a",), ("b",)), chance.choice([None, 0]), missing),
        Known("x", 0, 1),
    ]
    stand_ins = ((Cut("y", Fraction(1), missing=chance.choice([None, 1])), (1, 0)),) if chance.random() < 0.2 else ()
    children = (any_tree(chance, depth - 1), any_tree(chance, depth - 1))
    return ForeignNode(str(chance.random()), chance.choice(asks), children, stand_ins=stand_ins)


def any_records(chance: Random, n: int) -> list[Cells]:
    """Records whose cells are at the borders of such a tree, and missing."""
    numbers: list[Cell] = [MISSING, *(Fraction(k, 2) for k in range(-3, 7)), Fraction(10) ** -40]
    columns: dict[str, list[Cell]] = {"x": numbers, "y": numbers, "z": ["a", "b", "c", MISSING]}
    return [{name: chance.choice(cells) for name, cells in columns.items()} for _ in range(n)]


def test_routes_taken_all_at_once_end_where_each_does() -> None:
    for seed in range(60):
        chance = Random(seed)
        tree, records = ForeignTree(any_tree(chance, 6), "generated"), any_records(chance, 40)
        ends = last_nodes(tree.root, records, ["x", "y", "z"])
        assert [end.place for end in ends] == [arrival(tree, record).place for record in records]


@given(data_sets(max_records=8), data_sets(max_records=8))
def test_what_is_not_found_is_not_there(data: DataSet, other: DataSet) -> None:
    """On the values of both data sets: where no border record differs, none of a small grid does."""
    first, second = from_tree(grow(data, CART)), from_tree(grow(other, CART))
    if {a.name: type(a) for a in data.attributes}.items() != {a.name: type(a) for a in other.attributes}.items():
        return
    found = route_diff(first, second)
    if not found.differences:
        columns = [sorted({r.values[i] for d in (data, other) for r in d}, key=str) for i in range(len(data.attributes))]
        for values in product(*columns):
            cells = {a.name: v for a, v in zip(data.attributes, values, strict=True)}
            one, two = arrival(first, cells), arrival(second, cells)
            assert (one.label, one.stuck) == (two.label, two.stuck)


@given(fractions(-100, 100, max_denominator=10**6))
def test_single_precision_always_shows(cut: Fraction) -> None:
    """The double next to a single, or the single that a number rounds to, takes the other side: two widths are never one function."""
    found = route_diff(stump(Cut("x", cut), "p", "q"), stump(Cut("x", cut, width=Width.FLOAT32), "p", "q"))
    assert found.differences
