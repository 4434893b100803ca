"""
Numbers near the ends of the range of doubles: what a program makes of squares that are too small, or too large, is not wrong; what it makes
of ordinary numbers is.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

import dtref
from dtref.exact.number_text import readable
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree
from dtref.oracle.verify import given_stops
from dtref.oracle.verify.report import report_text
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.presets import CART, REGRESSION_TREE


def numbers(y: Sequence[float], w: float = 1.0) -> DataSet:
    """Records x = 0, 1, … with these targets and one weight."""
    return DataSet((Continuous("x"),), Continuous("y"), [Record((Fraction(i),), Fraction(v), Fraction(w)) for i, v in enumerate(y)])


def classes(labels: str, w: float = 1.0) -> DataSet:
    return DataSet((Continuous("x"),), Nominal("y", ("a", "b")), [Record((Fraction(i),), v, Fraction(w)) for i, v in enumerate(labels)])


def kinds(data: DataSet, root: ForeignNode, policy: Policy) -> list[list[str]]:
    report = dtref.verify(ForeignTree(root, "by hand"), data, policy)
    assert all(len(line) < 250 for line in report_text(report, True))
    return [[type(verdict).__name__ for verdict in finding.verdicts] for finding in report.findings]


def leaf(place: str, label: float | str, impurity: float | None = None) -> ForeignNode:
    exact = label if isinstance(label, str) else Fraction(label)
    return ForeignNode(place, label=exact, impurity=None if impurity is None else Fraction(impurity))


def cut(at: float, *children: ForeignNode) -> ForeignNode:
    return ForeignNode("1", Cut("x", Fraction(at)), children)


@pytest.mark.parametrize(
    ("scale", "right"), [(1e-200, True), (1e-310, True), (1e-160, False), (1e-100, False), (1.0, False), (1e100, False)]
)
def test_an_impurity_that_underflows_makes_a_leaf(scale: float, right: bool) -> None:
    data, mean = numbers([0.0, scale] * 2), scale / 2
    assert kinds(data, leaf("1", mean), REGRESSION_TREE) == [["StopWithinFloat" if right else "StoppedEarly"]]


@pytest.mark.parametrize("weight", [1e-310, 1e-200, 1e200, 1e300, 5e-324])
def test_any_test_may_be_chosen_where_squares_of_weights_are_no_numbers(weight: float) -> None:
    labels, worse = "aabb", cut(0.5, leaf("2", "a"), ForeignNode("3", Cut("x", Fraction(3, 2)), (leaf("4", "a"), leaf("5", "b"))))
    assert kinds(classes(labels, weight), worse, CART)[0] == ["WithinFloat"]
    assert kinds(classes(labels, 1e-100), worse, CART)[0] == ["Beaten"]
    assert kinds(classes(labels, 3.0), worse, CART)[0] == ["Beaten"]


@pytest.mark.parametrize("by_kernels", [False, True])
def test_whole_weights_are_exact_up_to_2_to_the_53(by_kernels: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(given_stops, "is_worth_loading", lambda *_: by_kernels)
    # a pure node, whose impurity 1 - (3w)^2 / W^2 need not be 0 where the sums are rounded
    pure = cut(0.5, leaf("2", "a"), leaf("3", "a"))
    assert [kinds(classes("aaa", w), pure, CART)[0] for w in (1.0, 2.0**50, 1e20)] == [["StoppedLate"]] * 2 + [["StopWithinFloat"]]


@pytest.mark.parametrize("largest", [1e160, 1e300])
def test_squares_of_the_target_that_are_too_large(largest: float) -> None:
    y = [0.0, 1.0, 2.0, largest]
    worse = cut(0.5, leaf("2", 0.0), leaf("3", float((Fraction(3) + Fraction(largest)) / 3)))
    assert kinds(numbers(y), worse, REGRESSION_TREE)[0] == ["WithinFloat"]
    assert kinds(numbers([0.0, 1.0, 2.0, 1e150]), cut(0.5, leaf("2", 0.0), leaf("3", 1e150 / 3)), REGRESSION_TREE)[0] == ["Beaten"]


def test_a_mean_and_an_impurity_of_small_numbers() -> None:
    data, mean = numbers([0.0, 1e-200] * 2), 5e-201
    assert kinds(data, leaf("1", mean, 0.0), REGRESSION_TREE) == [["StopWithinFloat"]]
    assert kinds(data, leaf("1", 2 * mean, 0.0), REGRESSION_TREE) == [["WrongLabel", "StopWithinFloat"]]


def test_trees_of_scikit_learn_from_extreme_numbers_are_not_wrong() -> None:
    sklearn = pytest.importorskip("sklearn.tree")
    chance = Random(1)
    weights, targets = (1.0, 2.0, 1e-310, 1e-160, 1e-20, 1e150, 1e300), (0.0, 1.0, 1e-200, 1e-160, 1e160, 1e-310, 5.0)
    checked = 0
    for case in range(30):
        y = [chance.choice(chance.sample(targets, 3)) for _ in range(6)] if case % 2 else [chance.randint(0, 1) for _ in range(6)]
        x, w = [[float(chance.randint(0, 4))] for _ in y], [chance.choice(weights) for _ in y]
        model = (sklearn.DecisionTreeRegressor if case % 2 else sklearn.DecisionTreeClassifier)(random_state=0).fit(x, y, w)
        if case % 2 == 0 and len(set(y)) < 2:
            continue
        target = Continuous("y") if case % 2 else Nominal("y", ("0", "1"))
        rows = zip(x, y, w, strict=True)
        records = [Record((Fraction(cells[0]),), Fraction(v) if case % 2 else str(v), Fraction(weight)) for cells, v, weight in rows]
        try:
            tree = dtref.read_scikit_learn(model, ["x"])
        except dtref.Invalid as refused:  # a mean that is no number
            assert "value: expected a number" in str(refused)
            continue
        checked += 1
        assert not dtref.verify(tree, DataSet((Continuous("x"),), target, records), REGRESSION_TREE if case % 2 else CART).wrong
    assert checked > 15


def test_numbers_with_hundreds_of_zeros_are_short() -> None:
    exact = [Fraction(10) ** power for power in (-300, -24, -3, 0, 30, 300)]
    assert list(map(readable, exact)) == ["1e-300", "1e-24", "0.001", "1", "1" + "0" * 30, "1e300"]
    assert list(map(readable, map(Fraction, (5e-324, 1e-200, -(2.0**500))))) == ["5e-324", "1e-200", "-3.273390607896142e150"]
    for text, x in ((readable(x), x) for x in (Fraction(1, 3) ** 400, Fraction(7, 3) ** 400, -(Fraction(2) ** 5000))):
        assert text.startswith("≈")
        assert abs(Fraction(text[1:]) - x) <= abs(x) / 10**11
