"""
What `verify` says of right trees, and of trees that it knows too little about: never that they are wrong.

Right values are worked out by hand in each test, or are what scikit-learn, rpart or C4.5 itself grew (trees read off their output).
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from click.testing import CliRunner

import dtref
from dtref.cli import app
from dtref.errors import Invalid
from dtref.exact.number_text import readable
from dtref.io.foreign.dtref_model import from_tree
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Gaps, Known, Program, Setting, Values
from dtref.io.models import Model, write_model
from dtref.oracle.verify.report import report_json, report_text, route_text, verdict_json, verdict_text
from dtref.oracle.verify.route_comparison import route_diff
from dtref.oracle.verify.verdicts import NotChecked, Report, StopWithinFloat, WrongClaim, WrongLabel
from dtref.oracle.verify.verify import verify
from dtref.oracle.verify.words import exact_and_decimal
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.stopping import FewerThan, no_improvement
from dtref.spec.model.attributes import MISSING, Continuous, Nominal, Width
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Side
from dtref.spec.model.trees import Gap
from dtref.spec.presets import CART, CART_SURROGATES, ID3, REGRESSION_TREE, RPART, SCIKIT_LEARN
from dtref.spec.split.criteria import gain_ratio

X, Y = Continuous("x"), Nominal("y", ("a", "b"))


def data_of(rows: list[tuple[Any, str]], weights: list[Any] | None = None) -> DataSet:
    each = weights or [1] * len(rows)
    cells = [((MISSING if x is None else Fraction(str(x)),), y, Fraction(str(w))) for (x, y), w in zip(rows, each, strict=True)]
    return DataSet((X,), Y, tuple(Record(*cell) for cell in cells))


def numbers_of(*ys: Any) -> DataSet:
    return DataSet((X,), Continuous("y"), tuple(Record((Fraction(0),), Fraction(y)) for y in ys))


FOUR = data_of([(1, "a"), (2, "a"), (3, "b"), (4, "b")])


def leaf(place: str, label: Any = None, **claims: Any) -> ForeignNode:
    return ForeignNode(place, label=label, **claims)


def stump(at: Any, left: ForeignNode, right: ForeignNode, *, missing: int | None = None, **of_tree: Any) -> ForeignTree:
    root = ForeignNode("1", Cut("x", Fraction(str(at)), missing=missing), (left, right))
    return ForeignTree(root, "by hand", **of_tree)


def said(report: Report, place: str) -> list[str]:
    return [type(verdict).__name__ for finding in report.findings if finding.place == place for verdict in finding.verdicts]


def reasons(report: Report) -> set[str]:
    return {verdict.why for finding in report.findings for verdict in finding.verdicts if isinstance(verdict, NotChecked)}


def scikit(kind: str, X: Any, y: Any, weights: Any = None, **settings: Any) -> Any:  # noqa: N803 - as there
    trees = pytest.importorskip("sklearn.tree")
    return getattr(trees, f"DecisionTree{kind}")(random_state=0, **settings).fit(X, y, sample_weight=weights)


def checked(model: Any, X: Any, y: Any, policy: Any = SCIKIT_LEARN, weights: Any = None, **kinds: Any) -> Report:  # noqa: N803
    data = dtref.from_arrays(X, y, weights=weights, **kinds)
    return verify(dtref.read_scikit_learn(model, [a.name for a in data.attributes]), data, policy)


class TestNames:
    """A label has one name, wherever it comes from."""

    @pytest.mark.parametrize("labels", [[0.0, 1.0], [1e3, 7.0], [1e16, 2.0**60], [False, True], [0, 1], ["01", "1"]], ids=str)
    def test_a_class_is_called_as_the_data_call_it(self, labels: list[Any]) -> None:
        x, y = [[0], [1], [2]], [labels[0], labels[0], labels[1]]
        report = checked(scikit("Classifier", x, y), x, y)
        assert report.wrong == ()
        assert report.tally["Optimal"] == 3

    @pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "uint16", "bool", "U3"])
    def test_numpy_scalars_too(self, dtype: str) -> None:
        np = pytest.importorskip("numpy")
        x, y = [[0], [1], [2]], np.array([0, 0, 1]).astype(dtype)
        assert checked(scikit("Classifier", x, y), x, y).tally == {"Optimal": 3}

    def test_classes_may_be_named(self) -> None:
        tree = dtref.read_scikit_learn(scikit("Classifier", [[0], [1]], [0, 1]), ["x"], classes=["a", "b"])
        assert verify(tree, data_of([(0, "a"), (1, "b")]), SCIKIT_LEARN).wrong == ()
        with pytest.raises(Invalid, match=r"^classes: expected a name of its own for each class"):
            dtref.read_scikit_learn(scikit("Classifier", [[0], [1]], [0, 1]), ["x"], classes=["a", "a"])


class TestDoor:
    """Model and data speak of the same things, or nothing is judged."""

    def test_classes_none_of_which_are_the_data_s(self) -> None:
        with pytest.raises(Invalid, match=r'are no, yes, and the model\'s are 0, 1: say what the data call them, classes=\{"0": …\}'):
            checked(scikit("Classifier", [[0], [1], [2]], [0, 0, 1]), [[0], [1], [2]], ["no", "no", "yes"])

    def test_a_class_that_is_not_the_data_s(self) -> None:
        with pytest.raises(Invalid, match=r"and the model's are a, c"):
            verify(stump("2.5", leaf("2", "a"), leaf("3", "c")), FOUR, CART)

    def test_a_class_without_records_may_be_the_model_s_alone(self) -> None:
        """rpart keeps all levels of a factor."""
        counts = (("a", Fraction(2)), ("b", Fraction(2)), ("c", Fraction(0)))
        tree = stump("2.5", leaf("2", "a"), leaf("3", "b"), classes=("a", "b", "c"))
        report = verify(evolve(tree, root=evolve(tree.root, counts=counts)), FOUR, CART)
        assert (report.wrong, report.notes) == ((), ("the model knows the class c, of which the data have no record",))

    def test_a_class_of_the_data_that_the_model_does_not_list(self) -> None:
        three = DataSet((X,), Nominal("y", ("a", "b", "c")), (*FOUR.records, Record((Fraction(5),), "c")))
        with pytest.raises(
            Invalid, match=r"^target y: expected records of the model's classes, which are a, b: it was not grown from these"
        ):
            verify(stump("2.5", leaf("2", "a"), leaf("3", "b"), classes=("a", "b")), three, CART)
        assert verify(stump("2.5", leaf("2", "a"), leaf("3", "b")), three, CART).wrong  # a format without a list of classes

    def test_classes_may_be_renamed(self) -> None:
        tree = stump("2.5", leaf("2", "0"), leaf("3", "1"))
        assert verify(tree, FOUR, CART, classes={"0": "a", "1": "b"}).tally == {"Optimal": 3}
        with pytest.raises(Invalid, match=r"^classes: expected names of the model's, which are 0, 1 \(got \['2'\]\)"):
            verify(tree, FOUR, CART, classes={"2": "a"})

    def test_a_regression_tree_and_classes(self) -> None:
        with pytest.raises(Invalid, match=r"^target class: expected numbers, as the model is a regression tree \(declare it continuous"):
            checked(scikit("Regressor", [[0], [1], [2]], [0, 0, 1]), [[0], [1], [2]], ["no", "no", "yes"])
        with pytest.raises(Invalid, match=r"^target y: expected classes, as the model predicts a, b"):
            verify(stump(0, leaf("2", "a"), leaf("3", "b")), numbers_of(1, 2), REGRESSION_TREE)

    @pytest.mark.parametrize(
        ("asked", "own", "remedy"),
        [
            ("L.Weight", "L-Weight", r"R writes L-Weight as L\.Weight: rename the column, or say columns=\{'L\.Weight': 'L-Weight'\}"),
            ("log(x)", "x", r"log\(x\) is computed: give the data a column of that name"),
            ("width (cm)", "width", r"near width \(cm\) there is width: where it is that, say columns=\{'width \(cm\)': 'width'\}"),
            ("f0", "x", r"where the data call it otherwise, say so: columns=\{'f0': …\}"),
        ],
    )
    def test_a_column_that_the_data_lack(self, asked: str, own: str, remedy: str) -> None:
        data = evolve(FOUR, attributes=(Continuous(own),))
        tree = ForeignTree(ForeignNode("1", Cut(asked, Fraction(5, 2)), (leaf("2", "a"), leaf("3", "b"))), "by hand")
        with pytest.raises(Invalid, match=remedy):
            verify(tree, data, CART)
        assert verify(tree, data, CART, columns={asked: own}).tally == {"Optimal": 3}

    def test_columns_that_only_one_of_both_has(self) -> None:
        """A column that the model wasn't given can't beat what it asks: id parts the classes as well as x, z better than both."""
        rows = tuple(Record((r.values[0], Fraction(i)), r.label) for i, r in enumerate(FOUR.records))
        data = DataSet((X, Continuous("id")), Y, rows)
        tree = stump("2.5", leaf("2", "a"), leaf("3", "b"))
        assert verify(tree, data, CART).tally == {"Optimal": 2, "Tied": 1}
        report = verify(evolve(tree, columns=("x", "z")), data, CART)
        assert report.tally == {"Optimal": 3}
        assert report.notes == (
            "the data lack z, which the model was given and did not ask: what it might have asked is not compared",
            "the model was not given id: left out",
        )

    def test_a_column_of_another_kind_anywhere(self) -> None:
        """Also below, where no record comes."""
        below = ForeignNode("2", Values("x", (("u",), ("v",))), (leaf("4"), leaf("5")))
        with pytest.raises(Invalid, match=r"^x: expected a nominal column"):
            verify(stump("0", below, leaf("3")), FOUR, CART)
        kinds = DataSet((Nominal("x", ("0", "1")),), Y, ())
        with pytest.raises(Invalid, match=r"^x: expected values of the model's, which are u, v \(got \('0', '1'\)\)"):
            verify(ForeignTree(below, "by hand"), kinds, CART)

    def test_trees_that_share_no_column_are_not_compared(self) -> None:
        one, other = (
            ForeignTree(ForeignNode("1", Cut(name, Fraction(1)), (leaf("2", "p"), leaf("3", "q"))), "") for name in ("f0", "Column_0")
        )
        with pytest.raises(Invalid, match=r"^trees: expected two that share a column; .*columns=\{'f0': 'Column_0', …\}"):
            route_diff(one, other)
        assert route_diff(one, other, columns={"f0": "Column_0"}).differences == ()
        both = ForeignTree(ForeignNode("1", Cut("f0", Fraction(1)), (other.root, leaf("3", "q"))), "")
        assert "note: only one of the trees asks Column_0" in list(route_text(route_diff(one, both), 0))
        assert route_diff(one, ForeignTree(leaf("1", "p"), "")).differences  # a leaf asks nothing

    def test_trees_of_other_kinds_are_not_compared(self) -> None:
        tree = stump(1, leaf("2", "p"), leaf("3", "q"))
        with pytest.raises(Invalid, match="the second predicts numbers, the first classes"):
            route_diff(tree, stump(1, leaf("2", Fraction(1)), leaf("3", Fraction(2))))
        values = ForeignTree(ForeignNode("1", Values("x", (("u",), ("v",))), (leaf("2", "p"), leaf("3", "q"))), "")
        with pytest.raises(Invalid, match=r"^x: expected a column of one kind"):
            route_diff(tree, values)

    def test_the_command_line_renames(self, tmp_path: Path) -> None:
        model, table = tmp_path / "m.json", tmp_path / "d.csv"
        model.write_text(write_model(Model(FOUR.attributes, FOUR.target, CART.name, grow(FOUR, CART))))
        table.write_text("z,y\n1,no\n2,no\n3,yes\n4,yes\n")
        command = ["verify", str(model), str(table), "--target", "y", "--column", "x=z", "--class", "a=no", "--class", "b=yes"]
        assert CliRunner().invoke(app, command).exit_code == 0
        for wrong, message in (("x", "expected OLD=NEW (got 'x')"), ("x=z", "expected each name once (got 'x' twice)")):
            ran = CliRunner().invoke(app, [*command, "--column", wrong])
            assert (ran.exit_code, message in ran.output) == (2, True)


class TestRounding:
    """A mean, an impurity, a sum of weights are right as floating point has them."""

    @pytest.mark.parametrize("y", [[0.1, 0.2, -0.3], [0.1, 0.2, -0.1, -0.2], [1e16, 1.0, -1e16], [0.1] * 10])
    def test_a_mean_near_0(self, y: list[float]) -> None:
        x = [[0]] * len(y)
        assert checked(scikit("Regressor", x, y), x, y, REGRESSION_TREE, continuous=["class"]).wrong == ()

    def test_a_mean_that_is_off_by_more_is_told_in_decimals(self) -> None:
        data = numbers_of("0.1", "0.2", "-0.3")
        for label, wrong in ((Fraction(2.7755575615628914e-17), False), (Fraction(1, 10**12), True)):
            report = verify(ForeignTree(leaf("1", label), ""), data, REGRESSION_TREE)
            assert (report.wrong != ()) is wrong
        assert "  WRONG    it predicts 0.000000000001; right is 0" in list(report_text(report))

    def test_units_reach_labels(self) -> None:
        tree = ForeignTree(leaf("1", Fraction(1) + Fraction(1, 2**40)), "")
        assert verify(tree, numbers_of(1, 1), REGRESSION_TREE).wrong
        assert verify(tree, numbers_of(1, 1), REGRESSION_TREE, ulps=2**13).wrong == ()

    def test_singles_are_compared_as_singles(self) -> None:
        """5033165/4194304 is 1.2 as a float32, which is about 2e-8 off."""
        off = Fraction(5033165, 4194304)
        assert verify(ForeignTree(leaf("1", off), ""), numbers_of("1.2"), REGRESSION_TREE).wrong
        assert verify(ForeignTree(leaf("1", off), "", width=Width.FLOAT32), numbers_of("1.2"), REGRESSION_TREE).wrong == ()

    def test_a_pure_node_that_doubles_do_not_take_for_one(self) -> None:
        """scikit-learn computes an impurity of 3.3e-16 from .3 + .3 of 1.6, and asks on."""
        x, y, w = [[0], [1], [2]], [0, 0, 1], [0.3, 0.3, 1.0]
        report = checked(scikit("Classifier", x, y, w), x, y, SCIKIT_LEARN, w)
        assert (report.wrong, report.tally["StopWithinFloat"]) == ((), 1)
        (finding,) = [f for f in report.findings if any(isinstance(v, StopWithinFloat) for v in f.verdicts)]
        assert verdict_json(finding.verdicts[-1]) == {
            "verdict": "StopWithinFloat",
            "why": "it asks on, as doubles do not tell it from pure",
        }
        assert "near: it asks on, as doubles do not tell it from pure (node 1)" in list(report_text(report))

    def test_a_pure_node_of_whole_weights_is_pure_in_doubles_too(self) -> None:
        inner = ForeignNode("2", Cut("x", Fraction("1.5")), (leaf("4", "a"), leaf("5", "a")))
        assert said(verify(stump("2.5", inner, leaf("3", "b")), FOUR, CART), "2") == ["StoppedLate"]

    def test_a_gain_that_doubles_do_not_tell_from_none(self) -> None:
        """The best gain is positive and below 2^-56: a program that asks for an improvement may stop there, or not."""
        n = 2**30
        data = data_of([(0, "a"), (0, "b"), (1, "a"), (1, "b")], [n, n, n, n + 1])
        policy = evolve(CART, stop=(*CART.stop, no_improvement))
        report = verify(ForeignTree(leaf("1", "b"), ""), data, policy)
        assert said(report, "1") == ["StopWithinFloat"]
        assert said(verify(ForeignTree(leaf("1", "b"), ""), data, policy, ulps=0), "1") == ["StoppedEarly"]

    def test_no_gain_at_all_is_no_rounding(self) -> None:
        """Exclusive or: CART splits at a gain of 0, and a tree that stops there is another algorithm's."""
        data = DataSet((X, Continuous("z")), Y, tuple(Record((Fraction(i), Fraction(j)), "ab"[i ^ j]) for i in (0, 1) for j in (0, 1)))
        assert said(verify(ForeignTree(leaf("1", "a"), ""), data, CART), "1") == ["StoppedEarly"]
        asks_on = ForeignTree(ForeignNode("1", Cut("x", Fraction(1, 2)), (leaf("2"), leaf("3"))), "")
        assert said(verify(asks_on, data, evolve(CART, stop=(*CART.stop, no_improvement))), "1") == ["StoppedLate"]

    def test_no_gain_that_doubles_take_for_some(self) -> None:
        """One of three either way: 4/9 - 4/9 in doubles is 5.6e-17, and a program that asks for a gain above 0 goes on."""
        data = data_of([(i // 3, "aab"[i % 3]) for i in range(9)])
        policy = evolve(CART, stop=(*CART.stop, no_improvement))
        tree = stump("0.5", leaf("2", "a"), leaf("3", "a"))
        in_doubles = 4 / 9 - (3 / 9 * (1 - (2 / 3) ** 2 - (1 / 3) ** 2) + 6 / 9 * (1 - (4 / 6) ** 2 - (2 / 6) ** 2))
        assert said(verify(tree, data, policy), "1") == (["StopWithinFloat"] if in_doubles > 0 else ["StoppedLate"])

    def test_a_cut_that_is_not_tried_is_no_near_one(self) -> None:
        """Numbers 6e-8 apart are one to scikit-learn; parting them is as good as the best test but for 2e-18, and no candidate."""
        x = Continuous("x"), Continuous("z")
        rows = [((0, 1), "a"), ((0, 1), "a"), ((1, 1 + 2**-24), "b"), ((1, 1 + 2**-24), "b")]
        data = DataSet(x, Y, tuple(Record(tuple(Fraction(v) for v in values), y) for values, y in rows))
        tree = ForeignTree(ForeignNode("1", Cut("z", Fraction(1)), (leaf("2", "a"), leaf("3", "b"))), "")
        assert said(verify(tree, data, SCIKIT_LEARN), "1") == ["NotACandidate"]

    def test_a_class_that_is_as_heavy_within_rounding(self) -> None:
        """.1 + .2 is more than .3 as fractions of doubles, and not as doubles."""
        x, y, w = [[0], [0], [0]], ["a", "a", "b"], [0.1, 0.2, 0.3]
        report = checked(scikit("Classifier", x, y, w), x, y, SCIKIT_LEARN, w)
        assert report.wrong == ()
        other = ForeignTree(leaf("1", "b"), "")
        assert reasons(verify(other, dtref.from_arrays(x, y, weights=w), CART)) == {"the label: b weighs as much as a, within rounding"}


class TestClaims:
    """What a node claims is compared in its own digits."""

    MIXED = data_of([(1, "a"), (1, "a"), (1, "b")], [1, 1, "1/31"])

    @pytest.mark.parametrize(
        ("claims", "wrong"),
        [
            ({"records": Fraction(2), "within": Fraction(1, 20)}, False),  # 2 + 1/31, printed 2.0
            ({"records": Fraction("2.03"), "within": Fraction(1, 200)}, False),
            ({"records": Fraction(2)}, True),
            ({"records": Fraction("2.1"), "within": Fraction(1, 20)}, True),
            ({"errors": Fraction("0.03"), "within": Fraction(1, 200)}, False),
            ({"errors": Fraction("0.0"), "within": Fraction(1, 20)}, False),
            ({"errors": Fraction("0.1"), "within": Fraction(1, 20)}, True),
            ({"counts": (("b", Fraction("0.03")),), "within": Fraction(1, 200)}, False),
            ({"counts": (("b", Fraction("0.04")),), "within": Fraction(1, 200)}, True),
            ({"rows": Fraction(3)}, False),
            ({"rows": Fraction(2)}, True),
        ],
        ids=str,
    )
    def test_a_claim(self, claims: dict[str, Any], wrong: bool) -> None:
        assert bool(verify(ForeignTree(leaf("1", "a", **claims), ""), self.MIXED, CART).wrong) is wrong

    def test_errors_of_a_pruned_tree_may_be_expected_ones(self) -> None:
        tree = ForeignTree(leaf("1", "a", errors=Fraction("1.4"), within=Fraction(1, 20)), "")
        assert "WrongClaim" in said(verify(tree, self.MIXED, CART), "1")
        assert reasons(verify(tree, self.MIXED, CART, pruned=True)) == {"the errors may be those that pruning expects"}

    def test_rows_may_be_gathered(self) -> None:
        """A record of weight 3 may have been three rows."""
        data = data_of([(1, "a")], [3])
        assert [bool(verify(ForeignTree(leaf("1", "a", rows=Fraction(n)), ""), data, CART).wrong) for n in (1, 2, 3)] == [
            False,
            True,
            False,
        ]

    @pytest.mark.parametrize("criterion", ["gini", "entropy", "squared_error"])
    def test_an_impurity(self, criterion: str) -> None:
        """3, 1 of two classes: Gini 3/8, entropy 0.811278; of 0, 0, 0, 1 the variance is 3/16."""
        right = {"gini": "0.375", "entropy": "0.8112781244591328", "squared_error": "0.1875"}[criterion]
        label: str | Fraction
        if criterion == "squared_error":
            data, label = numbers_of(0, 0, 0, 1), Fraction(1, 4)
        else:
            data, label = data_of([(0, "a"), (0, "a"), (0, "a"), (0, "b")]), "a"
        for text, wrong in ((right, False), ("0.3751", True)):
            tree = ForeignTree(
                leaf("1", label, impurity=Fraction(text)), "", settings=(Setting("criterion", criterion),), program=Program.SCIKIT_LEARN
            )
            report = verify(tree, data, REGRESSION_TREE if criterion == "squared_error" else SCIKIT_LEARN)
            assert bool(report.wrong) is wrong
        assert isinstance(report.wrong[0].verdicts[0], WrongClaim)
        assert report_json(report)["nodes"][0]["verdicts"][0]["claim"] == "impurity"  # type: ignore[index, call-overload]

    def test_a_spoiled_impurity_of_scikit_learn_is_told(self) -> None:
        x, y = [[0], [1], [2], [3]], [0, 0, 1, 1]
        tree = dtref.read_scikit_learn(scikit("Classifier", x, y), ["x0"])
        spoiled = evolve(tree, root=evolve(tree.root, impurity=Fraction(1, 3)))
        data = dtref.from_arrays(x, y)
        assert [finding.place for finding in verify(spoiled, data, SCIKIT_LEARN).wrong] == ["0"]

    def test_scores_are_no_labels(self) -> None:
        """The structure is judged."""
        tree = stump("2.5", leaf("2", Fraction(-2, 5)), leaf("3", Fraction(2, 5)), scores="they are scores of binary:logistic")
        report = verify(tree, FOUR, CART)
        assert (report.wrong, said(report, "1"), said(report, "2")) == ((), ["Optimal"], ["NotChecked", "Optimal"])
        assert reasons(report) == {"the label: they are scores of binary:logistic"}

    def test_nodes_without_ids_are_numbered(self) -> None:
        report = verify(stump("2.5", leaf("", "a"), leaf("", "b")), FOUR, CART)
        assert [finding.place for finding in report.findings] == ["1", "#2", "#3"]


class TestMissing:
    """Records that miss a value go where the format says; where it doesn't, nothing is said of what is below."""

    GAP = data_of([(1, "a"), (2, "a"), (3, "b"), (4, "b"), (None, "a")])
    KEEP = evolve(CART, missing=dtref.keep_missing, gap=Gap.HEAVIEST)

    def tree(self, missing: int | None = None, **of_tree: Any) -> ForeignTree:
        left = leaf("2", "a", counts=(("a", Fraction(3)), ("b", Fraction(0))))
        right = leaf("3", "b", counts=(("a", Fraction(0)), ("b", Fraction(2))))
        return stump("2.5", left, right, missing=missing, **of_tree)

    def test_where_the_format_says(self) -> None:
        assert verify(self.tree(0), self.GAP, self.KEEP).tally == {"Optimal": 3}
        assert said(verify(self.tree(1), self.GAP, self.KEEP), "2") == ["WrongCounts", "Optimal"]

    @pytest.mark.parametrize("gaps", [Gaps.UNSAID, Gaps.STATED])
    def test_where_it_does_not_say(self, gaps: Gaps) -> None:
        report = verify(self.tree(gaps=gaps), self.GAP, self.KEEP)
        assert [said(report, place) for place in "123"] == [["Optimal"], ["NotChecked"], ["NotChecked"]]
        assert verify(self.tree(gaps=gaps), data_of([(1, "a"), (2, "a"), (2, "a"), (3, "b"), (4, "b")]), CART).tally == {"Optimal": 3}

    def test_in_fractions_whatever_the_algorithm_does(self) -> None:
        """Half of the record goes left."""
        half = stump("2.5", leaf("2", "a", records=Fraction(5, 2)), leaf("3", "b", records=Fraction(5, 2)), gaps=Gaps.FRACTIONS)
        assert "WrongCounts" not in verify(half, self.GAP, self.KEEP).tally

    def test_down_the_heaviest_branch(self) -> None:
        """Two known records on either side: the record is in both, in equal parts, which the tree's counts don't have."""
        assert verify(self.tree(gaps=Gaps.HEAVIEST), self.GAP, self.KEEP).tally == {"Optimal": 2, "WrongCounts": 2, "StoppedEarly": 1}
        own = from_tree(grow(self.GAP, evolve(self.KEEP, gap=Gap.HEAVIEST)))
        assert verify(own, self.GAP, evolve(self.KEEP, gap=Gap.HEAVIEST)).wrong == ()

    def test_by_surrogates(self) -> None:
        """The record that misses x has z = 9, which goes right there, and right stands for the left branch of the node."""
        rows = [(1, 9, "a"), (2, 0, "a"), (3, 9, "b"), (4, 0, "b"), (None, 9, "a")]
        cells = [(tuple(MISSING if v is None else Fraction(v) for v in row[:2]), str(row[2])) for row in rows]
        data = DataSet((X, Continuous("z")), Y, tuple(Record(values, y) for values, y in cells))
        tree = self.tree(None)
        surrogate = evolve(tree, root=evolve(tree.root, stand_ins=((Cut("z", Fraction(5)), (1, 0)),)))
        assert verify(surrogate, data, self.KEEP).wrong == ()
        assert "NotChecked" in verify(tree, data, self.KEEP).tally
        # where a record goes that no surrogate places isn't said; here each is placed, then one misses z, too
        unsaid = evolve(surrogate, gaps=Gaps.UNSAID)
        assert verify(unsaid, data, self.KEEP).tally == {"Optimal": 3}
        lost = evolve(data, records=(*data.records[:4], Record((MISSING, MISSING), "a")))
        assert verify(unsaid, lost, self.KEEP).tally == {"Optimal": 1, "NotChecked": 2}

    def test_tied_surrogates_of_rpart_are_right_either_way(self) -> None:
        """R's trees of y ~ w + g + h and of y ~ w + h + g: g and h guess w < 3.5 as often, and send the last record other ways."""
        rows = [(1, 1, 1, "a"), (2, 2, 2, "a"), (3, 5, 3, "a"), (4, 4, 2, "b"), (5, 5, 5, "b"), (6, 6, 6, "b"), (None, 6, 1, "b")]
        cells = [(tuple(MISSING if v is None else Fraction(v) for v in row[:3]), str(row[3])) for row in rows]
        by_g = (Cut("g", Fraction(3), Side.BELOW), (0, 1)), (Cut("h", Fraction(4), Side.BELOW), (0, 1))
        rpart: dict[str, Any] = {"program": Program.RPART, "gaps": Gaps.UNSAID, "classes": ("a", "b")}
        left = ForeignNode("2", Cut("g", Fraction(11, 2), Side.BELOW), (leaf("4", "a"), leaf("5", "b")))
        ask = Cut("w", Fraction(7, 2), Side.BELOW)
        small = ForeignTree(ForeignNode("1", ask, (leaf("2", "a"), leaf("3", "b")), stand_ins=by_g), "R", **rpart)
        large = ForeignTree(ForeignNode("1", ask, (left, leaf("3", "b")), stand_ins=by_g[::-1]), "R", **rpart)
        for order in ((0, 1, 2), (0, 2, 1)):
            records = tuple(Record(tuple(values[i] for i in order), y) for values, y in cells)
            data = DataSet([Continuous("wgh"[i]) for i in order], Y, records)
            assert [verify(tree, data, RPART).tally for tree in (small, large)] == [{"Optimal": 3}, {"Optimal": 5}]
            # the small tree with the surrogates of the large one has a leaf too early
            assert verify(evolve(small, root=evolve(small.root, stand_ins=by_g[::-1])), data, RPART).wrong

    def test_an_own_model_goes_by_its_own_rule(self) -> None:
        """Its surrogates were learned from columns in another order; or the algorithm has another rule."""
        names = "xz"
        rows = [(1, 1, "a"), (2, 1, "a"), (3, 7, "b"), (4, 7, "b"), (None, 7, "b"), (None, 1, "a"), (5, None, "b")]
        cells = [(tuple(MISSING if v is None else Fraction(v) for v in row[:2]), str(row[2])) for row in rows]
        data = DataSet(tuple(map(Continuous, names)), Y, tuple(Record(values, y) for values, y in cells))
        swapped = DataSet(tuple(map(Continuous, names[::-1])), Y, tuple(Record(values[::-1], y) for values, y in cells))
        tree = from_tree(grow(data, CART_SURROGATES))
        assert verify(tree, data, CART_SURROGATES).wrong == ()
        assert verify(tree, swapped, CART_SURROGATES).wrong == ()
        assert verify(from_tree(grow(data, self.KEEP)), data, self.KEEP).wrong == ()

    def test_rpart_leaves_out_what_misses_every_predictor(self) -> None:
        """Its root has four of five records; it is told."""
        counts = (("a", Fraction(2)), ("b", Fraction(2)))
        tree = stump("2.5", leaf("2", "a"), leaf("3", "b"), program=Program.RPART, gaps=Gaps.UNSAID)
        report = verify(evolve(tree, root=evolve(tree.root, counts=counts)), self.GAP, RPART)
        assert (report.wrong, report.notes) == ((), ("left out, as rpart does: records that miss every predictor (1)",))

    def test_with_rpart_a_record_may_stay_at_a_node(self) -> None:
        """usesurrogate = 0: the children have five of six records."""
        rows = [(1, "a"), (2, "a"), (3, "b"), (4, "b"), (5, "b"), (None, "a")]
        data = DataSet((X, Continuous("z")), Y, tuple(Record((MISSING if x is None else Fraction(x), Fraction(1)), y) for x, y in rows))
        left, right = leaf("2", "a", records=Fraction(2)), leaf("3", "b", records=Fraction(3))
        assert verify(stump("2.5", left, right, program=Program.RPART), data, RPART).wrong == ()

    def test_scikit_learn_sends_them_left(self) -> None:
        nan = float("nan")
        x, y = [[1], [2], [3], [4], [5], [nan]], [0, 0, 1, 1, 1, 0]
        for gap in (Gap.HEAVIEST, Gap.FRACTIONS):
            policy = evolve(SCIKIT_LEARN, missing=dtref.keep_missing, gap=gap)
            assert checked(scikit("Classifier", x, y), x, y, policy).tally == {"Optimal": 3}

    def test_scikit_learn_parts_the_known_from_the_missing(self) -> None:
        nan = float("nan")
        x, y = [[1], [2], [nan], [nan]], [0, 0, 1, 1]
        tree = dtref.read_scikit_learn(scikit("Classifier", x, y), ["x0"])
        assert tree.root.ask == Known("x0", 0, 1)
        report = checked(scikit("Classifier", x, y), x, y, evolve(SCIKIT_LEARN, missing=dtref.keep_missing, gap=Gap.HEAVIEST))
        assert (report.wrong, report.findings[1].path, report.findings[2].path) == ((), ("x0 is known",), ("x0 is missing",))

    def test_scikit_learn_with_many_gaps_is_never_wrong(self) -> None:
        np = pytest.importorskip("numpy")
        policy = evolve(SCIKIT_LEARN, missing=dtref.keep_missing, gap=Gap.HEAVIEST)
        for seed in range(12):
            rng = np.random.default_rng(seed)
            x = np.where(rng.random((30, 3)) < 0.2, np.nan, rng.integers(0, 6, (30, 3)).astype(float))
            y = rng.integers(0, 2, 30)
            report = checked(scikit("Classifier", x, y), x, y, policy)
            assert report.wrong == (), "\n".join(report_text(report))

    def test_no_note_on_missing_values_where_there_are_none(self) -> None:
        x, y = [[0], [1]], [0, 1]
        assert checked(scikit("Classifier", x, y), x, y).notes == ()


class TestSettings:
    """What a model says of itself is compared with the algorithm first."""

    LINE = ([[0], [1], [2], [3]], [1, 1, 0, 0])
    SIX = ([[i] for i in range(8)], [0, 1, 0, 1, 1, 0, 1, 0])

    def test_weights_of_classes(self) -> None:
        x, y = self.LINE
        model = scikit("Classifier", x, y, class_weight={0: 1, 1: 5})
        report = checked(model, x, y)
        assert report.wrong == ()
        assert all("class_weight={0: 1, 1: 5}" in why for why in reasons(report))
        assert checked(model, x, y, weights=[5, 5, 1, 1]).tally == {"Optimal": 3}

    @pytest.mark.parametrize(
        ("settings", "word"),
        [
            ({"monotonic_cst": [1]}, "monotonic_cst"),
            ({"max_leaf_nodes": 2}, "best first (dtref.scikit_learn(max_leaf_nodes=2)"),
            ({"max_depth": 1}, "dtref.scikit_learn(max_depth=1)"),
            ({"min_samples_split": 5}, "dtref.scikit_learn(min_samples_split=5)"),
            ({"min_samples_leaf": 3}, "dtref.scikit_learn(min_samples_leaf=3)"),
            ({"min_samples_leaf": 0.3}, "dtref.scikit_learn(min_samples_leaf=3)"),
            ({"min_weight_fraction_leaf": 0.3}, "dtref.scikit_learn(min_weight_fraction_leaf="),
            ({"min_impurity_decrease": 0.1}, "dtref.scikit_learn(min_impurity_decrease=Fraction('0.1'))"),
            ({"ccp_alpha": 0.2}, "dtref.scikit_learn(ccp_alpha="),
            ({"splitter": "random"}, "splitter"),
        ],
        ids=str,
    )
    def test_a_rule_that_the_algorithm_has_not(self, settings: dict[str, Any], word: str) -> None:
        x, y = self.SIX
        report = checked(scikit("Classifier", x, y, **settings), x, y)
        assert report.wrong == ()
        assert any(word in why for why in reasons(report)), reasons(report)

    def test_a_rule_that_it_has_lets_all_be_judged(self) -> None:
        x, y = self.SIX
        policy = evolve(SCIKIT_LEARN, stop=(*SCIKIT_LEARN.stop, dtref.AtDepth(1), FewerThan(5)))
        assert not reasons(checked(scikit("Classifier", x, y, max_depth=1, min_samples_split=5), x, y, policy))
        assert not reasons(checked(scikit("Classifier", x, y, max_leaf_nodes=100), x, y))

    def test_least_sizes_count_rows_as_the_program_s_do(self) -> None:
        """Weights 5, 1, 1, 5: x <= 1.5 leaves two rows on either side; four rows of weight 200 may be fewer than five."""
        x, w = [[0], [1], [2], [3]], [5, 1, 1, 5]
        rows = evolve(SCIKIT_LEARN, admit=(dtref.EveryBranchHasRows(2),), stop=(*SCIKIT_LEARN.stop, dtref.FewerRowsThan(4)))
        y = ["a", "b", "b", "b"]
        assert checked(scikit("Classifier", x, y, w, min_samples_leaf=2, min_samples_split=4), x, y, rows, w).tally == {"Optimal": 3}
        y, w = ["a", "b", "a", "b"], [10, 90, 80, 20]
        five = evolve(SCIKIT_LEARN, stop=(*SCIKIT_LEARN.stop, dtref.FewerRowsThan(5)))
        assert checked(scikit("Classifier", x, y, w, min_samples_split=5), x, y, five, w).tally == {"Optimal": 1}
        weight = evolve(SCIKIT_LEARN, admit=(dtref.EveryBranchHas(2),), stop=(*SCIKIT_LEARN.stop, FewerThan(500)))
        y, w = ["a", "b", "b", "b"], [5, 1, 1, 5]
        report = checked(scikit("Classifier", x, y, w, min_samples_leaf=2), x, y, weight, w)
        assert (report.wrong, reasons(report)) == (
            (),
            {"min_samples_split counts rows, where the algorithm's fewer than 500 records are weight"},
        )

    def test_a_rule_explains_the_leaves_that_it_made_and_no_other(self) -> None:
        """max_depth=3 made none of the leaves at depth 1."""
        x, y = self.SIX
        tree = dtref.read_scikit_learn(scikit("Classifier", x, y, max_depth=3), ["x0"])
        cut = evolve(tree, root=evolve(tree.root, children=(tree.root.children[0], leaf("cut", "1"))))
        assert said(verify(cut, dtref.from_arrays(x, y), SCIKIT_LEARN), "cut")[-1] == "StoppedEarly"

    @pytest.mark.parametrize("criterion", ["absolute_error", "poisson"])
    def test_a_criterion_that_the_library_has_not(self, criterion: str) -> None:
        x = [[1], [2], [3], [4]]
        for y in ([0, 1, 3, 1], [0, 0, 1, 1]):
            report = checked(scikit("Regressor", x, y, criterion=criterion, max_depth=1), x, y, REGRESSION_TREE, continuous=["class"])
            assert report.wrong == ()
            assert said(report, "0") == ["NotChecked"]

    def test_another_criterion_is_noted(self) -> None:
        x, y = self.LINE
        report = checked(scikit("Classifier", x, y, criterion="entropy"), x, y)
        assert report.tally == {"Optimal": 3}
        remedy = "dtref.scikit_learn(criterion='entropy')"
        assert report.notes == (f"the model was grown by entropy, SCIKIT_LEARN goes by gini_reduction ({remedy})",)
        assert checked(scikit("Classifier", x, y, criterion="entropy"), x, y, evolve(SCIKIT_LEARN, criterion=dtref.gain)).notes == ()

    def test_where_criteria_differ_nothing_is_beaten(self) -> None:
        """On 40 random tables Gini and entropy choose otherwise at some node of several."""
        np = pytest.importorskip("numpy")
        met = 0
        for seed in range(40):
            rng = np.random.default_rng(seed)
            x, y = rng.integers(0, 4, (30, 3)).astype(float), rng.integers(0, 3, 30)
            report = checked(scikit("Classifier", x, y, criterion="entropy"), x, y)
            assert report.wrong == ()
            met += bool(reasons(report))
        assert met > 5

    @pytest.mark.filterwarnings("ignore::FutureWarning")
    def test_friedman_s_improvement_is_that_of_the_variance(self) -> None:
        x, y = [[0], [1], [2], [3]], [1.0, 2.0, 5.0, 7.0]
        report = checked(scikit("Regressor", x, y, criterion="friedman_mse"), x, y, REGRESSION_TREE, continuous=["class"])
        assert report.tally == {"Optimal": 7}

    @pytest.mark.filterwarnings("ignore::FutureWarning")
    def test_members_of_forests(self) -> None:
        """Bagged trees are judged on the records drawn for them; a forest's columns and a boosted tree's weights aren't claimed."""
        ensembles = pytest.importorskip("sklearn.ensemble")
        np = pytest.importorskip("numpy")
        rng = np.random.default_rng(0)
        x, y = rng.integers(0, 5, (40, 3)).astype(float), rng.integers(0, 2, 40)
        data = dtref.from_arrays(x, y)
        names = [a.name for a in data.attributes]
        made = {
            "RandomForestClassifier": {},
            "ExtraTreesClassifier": {},
            "BaggingClassifier": {"max_features": 0.7},
            "AdaBoostClassifier": {},
        }
        for kind, settings in made.items():
            forest = getattr(ensembles, kind)(n_estimators=3, random_state=0, **settings).fit(x, y)
            for tree in dtref.read_scikit_learn_forest(forest, names):
                report = verify(tree, data, SCIKIT_LEARN)
                assert report.wrong == (), (kind, "\n".join(report_text(report)))
                assert bool(reasons(report)) == (kind != "BaggingClassifier")
        every = ensembles.RandomForestClassifier(n_estimators=2, bootstrap=False, max_features=None, random_state=0).fit(x, y)
        assert not any(reasons(verify(tree, data, SCIKIT_LEARN)) for tree in dtref.read_scikit_learn_forest(every, names))
        with pytest.raises(Invalid, match="trees grown from the records themselves"):
            dtref.read_scikit_learn_forest(ensembles.GradientBoostingClassifier(n_estimators=2).fit(x, y), names)

    def test_rpart_s_settings(self) -> None:
        """The stump stops where cp, minsplit, minbucket or maxdepth may have stopped it."""
        data = data_of([(1, "a"), (2, "b"), (3, "b"), (4, "a"), (5, "b"), (6, "b"), (7, "b")])
        for given in (Setting("cp", "0.01"), Setting("minsplit", "20"), Setting("minbucket", "7"), Setting("maxdepth", "0")):
            settings = (Setting("method", "class"), given)
            report = verify(ForeignTree(leaf("1", "b"), "", program=Program.RPART, settings=settings), data, RPART)
            assert report.wrong == ()
            assert any(given.name in why for why in reasons(report))
        plain = verify(ForeignTree(leaf("1", "b"), "", program=Program.RPART, settings=(Setting("cp", "-1"),)), data, RPART)
        assert (said(plain, "1"), plain.notes) == (["StoppedEarly"], ())
        for name in ("loss", "prior"):
            tree = ForeignTree(leaf("1", "a", counts=(("a", Fraction(9)),)), "", program=Program.RPART, settings=(Setting(name, "given"),))
            assert verify(tree, data, RPART).wrong == ()

    def test_pruning_is_hinted_at(self) -> None:
        report = verify(ForeignTree(leaf("1", "a"), ""), FOUR, CART)
        assert any("pruned=True" in note for note in report.notes)
        assert not any("pruned=True" in note for note in verify(stump("2.5", leaf("2"), leaf("3")), FOUR, CART).notes)

    def test_boosted_trees_leave_open_how_they_were_grown(self) -> None:
        first = stump("1.5", leaf("2", Fraction(1)), leaf("3", Fraction(2)), scores="scores", program=Program.BOOSTED)
        assert verify(first, FOUR, CART).wrong == ()
        assert said(verify(stump("2.5", leaf("2"), leaf("3"), program=Program.BOOSTED), FOUR, CART), "1") == ["Optimal"]
        later = evolve(first, chosen_for="what the trees before it left over")
        assert said(verify(later, FOUR, CART), "1") == ["NotChecked"]


class TestWords:
    """How it is shown."""

    def test_what_is_in_no_group(self) -> None:
        kinds = DataSet((Nominal("k", ("0", "1", "2")),), Y, tuple(Record((k,), y) for k, y in (("0", "a"), ("1", "b"), ("2", "a"))))
        tree = ForeignTree(ForeignNode("1", Values("k", ((), ("0", "2")), 0), (leaf("2", "b"), leaf("3", "a"))), "by hand")
        report = verify(tree, kinds, CART)
        assert (report.wrong, report.findings[0].asks, report.findings[1].path) == ((), "k not in {0, 2}", ("k not in {0, 2}",))

    def test_numbers_are_short_decimals(self) -> None:
        assert readable(Fraction(6192449521188861, 1125899906842624)) == "5.50000002980232"
        text = verdict_text(WrongLabel((Fraction(1, 3),), Fraction(0.1)))
        assert text == "WRONG    it predicts 0.1; right is 1/3"

    def test_nothing_is_0(self) -> None:
        data = DataSet((X, Continuous("z")), Y, tuple(Record((Fraction(i), Fraction(j)), "ab"[i ^ j]) for i in (0, 1) for j in (0, 1)))
        report = verify(ForeignTree(leaf("1", "a"), ""), data, evolve(CART, criterion=gain_ratio))
        assert next(line for line in report_text(report) if "WRONG" in line).endswith("worth 0")
        assert exact_and_decimal(Fraction(0)) == "0"

    def test_ties_are_in_one_form(self) -> None:
        tie = DataSet((X, Continuous("z")), Y, tuple(Record((Fraction(i), Fraction(-i)), "ab"[i > 1]) for i in range(4)))
        tree = stump(Fraction(1.45), leaf("2", "a"), leaf("3", "b"))
        assert "tied: node 1 asks x <= 1.45, one of 'x <= 1.45', 'z <= -1.5'" in list(report_text(verify(tree, tie, CART)))

    def test_reasons_are_told_once_with_their_nodes(self) -> None:
        tree = stump("2.5", leaf("2", Fraction(1)), leaf("3", Fraction(2)), scores="they are scores")
        assert "not checked: the label: they are scores (nodes 2, 3)" in list(report_text(verify(tree, FOUR, CART)))
        told = json.dumps(report_json(verify(tree, FOUR, CART)))
        assert told.count("they are scores") == 2

    def test_id3_names_each_value(self) -> None:
        assert verify(from_tree(grow(FOUR, ID3)), FOUR, ID3).wrong == ()
