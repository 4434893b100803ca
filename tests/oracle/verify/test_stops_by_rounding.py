"""Where rounding may have made a program stop, or ask on, and where it may not."""

from __future__ import annotations

from fractions import Fraction

import pytest

import dtref
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Gaps, Program, Values
from dtref.oracle.verify.verdicts import Optimal, StoppedEarly, StoppedLate, StopWithinFloat
from dtref.spec.model.attributes import Width
from dtref.spec.model.tests import Side

RANDOM = dtref.scikit_learn(criterion="absolute_error", splitter="random", max_features=1)
LEAF = ForeignTree(ForeignNode("0", label=Fraction("22.55")), "a leaf", columns=("x", "z"), program=Program.SCIKIT_LEARN)
LABELS = [Fraction("0.1"), Fraction(45), Fraction("0.1"), Fraction(45)]


@pytest.mark.parametrize(("z", "verdict"), [((0, 0, 1, 1), StopWithinFloat), ((0, 1, 0, 1), StoppedEarly)])
def test_a_leaf_is_one_if_a_column_that_improves_nothing_may_have_been_drawn(z: tuple[int, ...], verdict: type) -> None:
    """Every cut of x improves; of z none does, or the only one. Of z = 0, 0, 1, 1 alone scikit-learn 1.9.1 makes a leaf."""
    data = dtref.from_arrays([[i % 2, value] for i, value in enumerate(z)], LABELS, names=["x", "z"], continuous=["class"])
    assert isinstance(dtref.verify(LEAF, data, RANDOM).findings[0].verdicts[-1], verdict)


@pytest.mark.parametrize(("sign", "verdict"), [(1, StoppedEarly), (-1, Optimal)])
def test_values_of_branches_far_from_every_limit_are_told_from_it(sign: int, verdict: type) -> None:
    """The share of b rises from 0 to 1, and nothing bounds the root: whatever floats make of the shares, they are in order, or are not."""
    data = dtref.from_arrays([[0], [0], [1]], ["a", "a", "b"], names=["x"], weights=[Fraction(n, 10) for n in (1, 2, 7)])
    leaf = ForeignTree(ForeignNode("0", label="b"), "a leaf", ("a", "b"), columns=("x",), program=Program.SCIKIT_LEARN)
    policy = dtref.scikit_learn(monotonic_cst={"x": sign})
    assert isinstance(dtref.verify(leaf, data, policy).findings[0].verdicts[-1], verdict)


@pytest.mark.parametrize(("groups", "verdict"), [((("a",), ("b", "c")), StopWithinFloat), ((("a",), ("b",), ("c",)), StoppedLate)])
def test_a_pure_node_may_ask_on_by_rounding_what_the_program_asks_at_all(groups: tuple[tuple[str, ...], ...], verdict: type) -> None:
    """rpart has two branches: three were not asked by rounding either."""
    rows, weights = [[0, "a"], [0, "b"], [0, "c"], [1, "a"]], [Fraction(n, 10) for n in (1, 2, 7, 3)]
    data = dtref.from_arrays(rows, ["p", "p", "p", "q"], names=["z", "x"], weights=weights)
    children = tuple(ForeignNode(f"2.{i}", label="p") for i in range(len(groups)))
    pure = ForeignNode("2", Values("x", groups), children, label="p")
    root = ForeignNode("1", Cut("z", Fraction(1, 2), Side.BELOW), (pure, ForeignNode("3", label="q")), label="p")
    policy = dtref.rpart(minsplit=2, minbucket=1, cp=-1, weights=True)
    report = dtref.verify(ForeignTree(root, "by hand", program=Program.RPART), data, policy)
    assert isinstance(next(f for f in report.findings if f.place == "2").verdicts[-1], verdict)


@pytest.mark.parametrize(("gamma", "verdict"), [(0, StopWithinFloat), (2, StoppedLate)])
def test_rounding_must_pass_every_rule_that_stops(gamma: int, verdict: type) -> None:
    """Of largest steps on both sides a test gains nothing: more than a millionth by rounding of such numbers, and less than 2 for sure."""
    data = dtref.from_arrays([[0], [0], [1], [1]], [1000.0, 1100.0, 1200.0, 1300.0], names=["x"], continuous=["x", "class"])
    leaves = tuple(ForeignNode(str(i), label=Fraction(15, 100)) for i in (1, 2))
    root = ForeignNode("0", Cut("x", Fraction(1, 2), Side.BELOW, Width.FLOAT32), leaves)
    tree = ForeignTree(root, "by hand", program=Program.XGBOOST, width=Width.FLOAT32)
    policy = dtref.xgboost(base_score=0, reg_lambda=0, max_delta_step=Fraction(1, 2), gamma=gamma)
    assert isinstance(dtref.verify(tree, data, policy).findings[0].verdicts[-1], verdict)


@pytest.mark.parametrize(("gamma", "wrong"), [(20, False), (200, True)])
def test_single_precision_decides_what_gamma_prunes(gamma: int, wrong: bool) -> None:
    """The test gains 16, of scores of some millions: its program may see more than 20, and not more than 200."""
    data = dtref.from_arrays([[0], [0], [1], [1]], [1000.0, 1000.0, 1004.0, 1004.0], names=["x"], continuous=["x", "class"])
    leaves = tuple(ForeignNode(str(i + 1), label=3 * Fraction(label) / 10) for i, label in enumerate((1000, 1004)))
    root = ForeignNode("0", Cut("x", Fraction(1, 2), Side.BELOW, Width.FLOAT32), leaves)
    tree = ForeignTree(root, "by hand", program=Program.XGBOOST, width=Width.FLOAT32)
    policy = dtref.xgboost(tree_method="exact", base_score=0, reg_lambda=0, gamma=gamma)
    assert bool(dtref.verify(tree, data, policy).wrong) == wrong


@pytest.mark.parametrize(("far", "wrong"), [(10**6, False), (1, True)])
def test_what_larger_sums_leave_may_gain_where_all_steps_are_0(far: int, wrong: bool) -> None:
    """Beside a step of -10^6 sums of zeros come out as some 10^-10, whose squares LightGBM compares; beside one of -1 as nothing."""
    data = dtref.from_arrays([[0], [1], [1], [2]], [float(-far), 0.0, 0.0, 0.0], names=["x"], continuous=["x", "class"])
    zeros = ForeignNode("2", Cut("x", Fraction(3, 2)), (ForeignNode("3"), ForeignNode("4")), gain=Fraction(1, 10**21))
    root = ForeignNode("0", Cut("x", Fraction(1, 2)), (ForeignNode("1"), zeros))
    tree = ForeignTree(root, "by hand", program=Program.LIGHTGBM)
    policy = dtref.lightgbm(min_data_in_leaf=1, min_data_in_bin=1, boost_from_average=False)
    assert next(f for f in dtref.verify(tree, data, policy).findings if f.place == "2").wrong == wrong


@pytest.mark.parametrize(("least", "verdict"), [(1, Optimal), (2, StoppedLate)])
def test_what_is_not_admitted_is_not_asked_by_rounding(least: int, verdict: type) -> None:
    """x <= 0.5 gains 7920, and has a branch of one record; x <= 1.5, of two at least, gains 1254: less than 2000."""
    data = dtref.from_arrays([[0], [1], [1], [2], [2]], [100.0, 0.0, 0.0, 1.0, 1.0], names=["x"], continuous=["x", "class"])
    root = ForeignNode("0", Cut("x", Fraction(1, 2)), (ForeignNode("1"), ForeignNode("2")))
    tree = ForeignTree(root, "by hand", program=Program.LIGHTGBM)
    policy = dtref.lightgbm(min_data_in_leaf=least, min_data_in_bin=1, boost_from_average=False, min_gain_to_split=2000)
    assert isinstance(dtref.verify(tree, data, policy).findings[0].verdicts[-1], verdict)


def test_groups_without_a_value_that_is_there_are_wrong_in_any_order() -> None:
    """As below a cut that was moved: the node gets a record with a value that it never saw."""
    rows = [["a"], ["b"], ["c"], ["c"]]
    data = dtref.from_arrays(rows, [1.0, 2.0, 4.0, 8.0], names=["x"], continuous=["class"])
    leaves = tuple(ForeignNode(str(i)) for i in (2, 3))
    tree = ForeignTree(ForeignNode("1", Values("x", (("a",), ("b",))), leaves), "by hand", program=Program.RPART)
    report = dtref.verify(tree, data, dtref.rpart(method="anova", minsplit=2, minbucket=1, cp=0))
    assert next(finding.place for finding in report.wrong) == "1"


@pytest.mark.parametrize(("cell", "verdict"), [(None, StopWithinFloat), ("v", StoppedEarly)])
def test_a_weight_may_be_what_is_left_of_the_parent_s(cell: str | None, verdict: type) -> None:
    """Weka takes the weights of numbers below a cut away, one by one: of 2 + 3/4 less 3/4 there may be less than 2, which is a leaf."""
    rows = [["u", 0, 0], ["u", 1, 0], ["u", 1, 1], ["v", 0, 0], [cell, 0, 0]]
    data = dtref.from_arrays(rows, ["p", "p", "q", "p", "p"], names=["x", "z", "w"])
    two = ForeignNode("4", label="p")
    below = ForeignNode("2", Cut("z", Fraction(1, 2), Side.BELOW), (ForeignNode("3", label="p"), two))
    root = ForeignNode("1", Values("x", (("u",), ("v",))), (below, ForeignNode("5", label="p")))
    tree = ForeignTree(root, "by hand", program=Program.WEKA, gaps=Gaps.FRACTIONS)
    report = dtref.verify(tree, data, dtref.weka_random_tree(K=3))
    assert isinstance(next(f for f in report.findings if f.place == "4").verdicts[-1], verdict)
    # of 2 + 1 + 3/4 less 3/4 there may be less than 1 in a branch, which REPTree doesn't ask for then
    more = dtref.from_arrays([*rows, ["u", 1, 0]], ["p", "p", "q", "p", "p", "p"], names=["x", "z", "w"])
    report = dtref.verify(tree, more, dtref.reptree(P=True, M=1))
    assert isinstance(next(f for f in report.findings if f.place == "4").verdicts[-1], verdict)


@pytest.mark.parametrize(("unit", "verdict"), [(Fraction(1, 2**54), StopWithinFloat), (Fraction(1), StoppedEarly)])
def test_a_sum_of_events_up_to_2_to_minus_52_is_none_to_scikit_learn(unit: Fraction, verdict: type) -> None:
    """Of y = 1, 3 in these units: scikit-learn 1.9.1 makes a leaf of the first, as a side's sum is at most 2^-52, and not of the second."""
    data = dtref.from_arrays(
        [[0], [1], [1]], [unit, 3 * unit, Fraction(1)], names=["x"], weights=[Fraction(1), Fraction(1), unit], continuous=["class"]
    )
    leaf = ForeignTree(ForeignNode("0", label=None), "a leaf", columns=("x",), program=Program.SCIKIT_LEARN)
    assert isinstance(dtref.verify(leaf, data, dtref.scikit_learn(criterion="poisson")).findings[0].verdicts[-1], verdict)


@pytest.mark.parametrize(("weight", "verdict"), [(Fraction(0.3), StopWithinFloat), (Fraction(1, 4), StoppedEarly)])
def test_rpart_may_pass_over_a_test_that_uses_up_a_class_of_weights_that_do_not_add_up(weight: Fraction, verdict: type) -> None:
    """
    By information, whose logarithm of a residue below 0 is no number: `rpart(y ~ x, weights = w, parms = list(split = …))`.

    With w = 0.3 rpart 4.1.19 makes a leaf of three of either class, which x parts; with 0.25 it asks x.
    """
    rows, labels, weights = [[x] for x in range(6)], list("pppqqq"), [weight] * 6
    data = dtref.from_arrays(rows, labels, names=["x"], weights=weights)
    leaf = ForeignTree(ForeignNode("1", label="p"), "a leaf", columns=("x",), program=Program.RPART)
    policy = dtref.rpart(split="information", minsplit=2, minbucket=3, cp=-1, weights=True)
    assert isinstance(dtref.verify(leaf, data, policy).findings[0].verdicts[-1], verdict)
