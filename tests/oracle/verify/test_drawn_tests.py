"""Leaves of trees whose cuts are drawn: right where the cuts that are worth least improve nothing, as far as doubles tell."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest
from attrs import evolve
from many import as_many

import dtref
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Program, Setting
from dtref.oracle.stated.policy_of import policy_of
from dtref.oracle.verify.verdicts import NotChecked, Report, StoppedEarly
from dtref.spec.model.attributes import MISSING, Continuous
from dtref.spec.model.data import DataSet, Record

sklearn_tree = pytest.importorskip("sklearn.tree")
NAN = float("nan")


def fitted(x: Sequence[Sequence[float]], y: Sequence[float], **settings: object) -> tuple[ForeignTree, DataSet]:
    """A regression tree with drawn cuts, and its data."""
    model = sklearn_tree.DecisionTreeRegressor(splitter="random", **settings).fit(x, y)
    names = [f"x{j}" for j in range(len(x[0]))]
    cells = [tuple(MISSING if cell != cell else Fraction(cell) for cell in row) for row in x]  # noqa: PLR0124 - of NaN
    data = DataSet(tuple(map(Continuous, names)), Continuous("y"), [Record(row, Fraction(b)) for row, b in zip(cells, y, strict=True)])
    return dtref.read_scikit_learn(model, names), data


def verified(tree: ForeignTree, data: DataSet) -> Report:
    return dtref.verify(tree, data, policy_of(tree))


def test_a_leaf_whose_drawn_cuts_are_worth_nothing() -> None:
    """Of either column a cut at random, with the missing values on the right, keeps the mean: the gain comes out as -2^-52."""
    x: list[list[float]] = [[3, 0], [0, 1], [3, NAN], [NAN, 0], [3, 2], [0, NAN]]
    assert verified(*fitted(x, [1, 1, 2, 3, 3, 3], random_state=4589)).tally == {"Optimal": 2, "StopWithinFloat": 1}


def test_a_leaf_whose_drawn_cuts_are_all_worth_something() -> None:
    """Cut off at the root, where each cut of either column improves the tree."""
    tree, data = fitted([[0, 5], [1, 5], [2, 7], [3, 8]], [1, 2, 3, 4], random_state=0)
    cut_off = evolve(tree, root=evolve(tree.root, ask=None, children=()), importances=())
    assert not verified(tree, data).wrong
    assert verified(cut_off, data).tally["StoppedEarly"] == 1


def test_a_cut_at_random_lies_between_two_numbers() -> None:
    """The known values against the missing one are no cut that is drawn: that they may not be asked makes no leaf."""
    tree, data = fitted([[0], [0], [0], [1], [1], [1], [NAN]], [1, 2, 1, 3, 4, 4, 2], min_samples_leaf=2, random_state=0)
    cut_off = evolve(tree, root=evolve(tree.root, ask=None, children=()), importances=())
    assert not verified(tree, data).wrong
    assert verified(cut_off, data).tally["StoppedEarly"] == 1


def test_drawn_cuts_of_gaps_are_right() -> None:
    for seed in range(as_many(30, 3000)):
        chance = Random(seed)
        n = chance.randint(3, 7)
        x = [[chance.choice((0, 1, 2, 3, NAN)) for _ in range(2)] for _ in range(n)]
        y = [chance.randint(1, 3) for _ in range(n)]
        report = verified(*fitted(x, y, random_state=seed, max_features=chance.choice((None, 1))))
        assert not report.wrong, (seed, report.wrong)


@pytest.mark.parametrize(
    ("z", "alpha", "leaves", "verdict"),
    [
        ((0, 0, 1, 1), "0.1", None, StoppedEarly),  # either column saves 1/2
        ((0, 1, 1, 1), "0.1", None, StoppedEarly),  # z saves 1/6, x 1/2
        ((0, 1, 1, 1), "0.2", None, NotChecked),  # z alone may have been drawn
        ((0, 1, 0, 1), "0.1", None, NotChecked),  # z saves nothing
        ((0, 0, 1, 1), "0.1", 4, StoppedEarly),  # the root is split first, of however few leaves there may be
        ((0, 1, 1, 1), "0.2", 4, NotChecked),
    ],
)
def test_a_leaf_that_no_pruning_makes_of_any_draw_is_wrong(z: tuple[int, ...], alpha: str, leaves: int | None, verdict: type) -> None:
    """Of one column that is drawn, of two: a test that saves more than alpha is kept, whatever else was drawn."""
    data = dtref.from_arrays([[i // 2, value] for i, value in enumerate(z)], ["a", "a", "b", "b"], names=["x", "z"])
    limits = () if leaves is None else (Setting("max_leaf_nodes", str(leaves)),)
    settings = (Setting("max_features", "1"), Setting("ccp_alpha", alpha), Setting("criterion", "gini"), *limits)
    leaf = ForeignNode("0", label="a")
    tree = ForeignTree(leaf, "a leaf", ("a", "b"), columns=("x", "z"), settings=settings, program=Program.SCIKIT_LEARN)
    assert isinstance(dtref.verify(tree, data, dtref.policy_of(tree)).findings[0].verdicts[-1], verdict)


@pytest.mark.parametrize(("leaves", "verdict"), [(None, StoppedEarly), (4, NotChecked)])
def test_growth_of_few_leaves_may_end_before_a_node_below_the_root(leaves: int | None, verdict: type) -> None:
    """Of a tree that pruning by 0.01 may have made a test would be kept at the second branch of the root, if it was grown."""
    x, y = [0, 0, 1, 1, 2, 2], ["a", "a", "a", "a", "b", "b"]
    data = dtref.from_arrays([[value, value] for value in x], y, names=["x", "z"])
    limits = () if leaves is None else (Setting("max_leaf_nodes", str(leaves)),)
    settings = (Setting("max_features", "1"), Setting("ccp_alpha", "0.01"), Setting("criterion", "gini"), *limits)
    split = ForeignNode("0", Cut("x", Fraction(1, 2)), (ForeignNode("1", label="a"), ForeignNode("2", label="a")))
    tree = ForeignTree(split, "a leaf below", ("a", "b"), columns=("x", "z"), settings=settings, program=Program.SCIKIT_LEARN)
    found = {finding.place: finding.verdicts[-1] for finding in dtref.verify(tree, data, dtref.policy_of(tree)).findings}
    assert isinstance(found["2"], verdict)
