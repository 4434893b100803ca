"""Rules that weigh records: a tree of weighed records is the tree of records repeated so often, whatever grows it."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import pytest
from attrs import evolve

import dtref
from dtref.spec.growing.policy import Policy
from dtref.spec.preparation.weighing import ClassWeights, balanced_classes

X = [[1, 5], [2, 5], [3, 6], [4, 7], [5, 5], [6, 6], [7, 5], [8, 8]]
Y = ["a", "b", "a", "a", "c", "b", "a", "c"]
DATA = dtref.from_arrays(X, Y)


@pytest.mark.parametrize("policy", [dtref.CART, dtref.C45, dtref.SCIKIT_LEARN], ids=lambda p: p.name)
@pytest.mark.parametrize("engine", ["specification", "fast"])
def test_class_weights_are_repeated_records(policy: Policy, engine: Literal["specification", "fast"]) -> None:
    weighed = evolve(policy, weigh=ClassWeights((("a", Fraction(3)), ("c", Fraction(2)))))
    times = {"a": 3, "b": 1, "c": 2}
    repeated = dtref.from_arrays([x for x, y in zip(X, Y, strict=True) for _ in range(times[y])], [y for y in Y for _ in range(times[y])])
    tree = dtref.grow(DATA, weighed, engine=engine)
    assert tree == dtref.grow(repeated, policy)
    assert dtref.count_trees(DATA, weighed) == dtref.count_trees(repeated, policy)


def test_balanced_classes_weigh_the_same_together() -> None:
    weights = {name: sum(r.weight for r in balanced_classes(DATA) if r.label == name) for name in DATA.classes}
    assert set(weights.values()) == {Fraction(8, 3)}


def test_a_class_that_weighs_nothing_is_left_out() -> None:
    data = ClassWeights((("a", Fraction(0)),))(DATA)
    assert [r.label for r in data] == ["b", "c", "b", "c"]
    assert data.classes == DATA.classes


def test_classes_must_be_those_of_the_data() -> None:
    with pytest.raises(dtref.Invalid, match="classes of the data's, which are a, b, c"):
        ClassWeights((("d", Fraction(2)),))(DATA)
    with pytest.raises(dtref.Invalid, match="each class once"):
        ClassWeights((("a", Fraction(2)), ("a", Fraction(2))))
    with pytest.raises(dtref.Invalid, match="at least 0"):
        ClassWeights((("a", Fraction(-2)),))
