"""What a thing is says its type or what made it, never how somebody named it."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve
from cli.run import Run
from narrow import defined, of_kind

import dtref
from dtref.errors import DataWarning, Invalid
from dtref.io.foreign.dtref_model import from_tree
from dtref.io.models import Model, parse_model, write_model
from dtref.oracle.judge.equally_right.answered_trees import read_answer
from dtref.show.tree_text import tree_text
from dtref.spec.model.attributes import Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tally import Moments, size
from dtref.spec.model.tests import Groups
from dtref.spec.model.trees import Leaf, is_regression, leaf_count, weight
from dtref.spec.preparation.missing import flag_missing, missing_as_value
from dtref.spec.pruning.cost_complexity import cost_complexity
from dtref.spec.pruning.pessimistic import pessimistic
from dtref.spec.split.chaid.candidates import missing_floats
from dtref.spec.split.criteria import variance_reduction, weighted_impurity
from dtref.spec.split.impurity import variance
from dtref.spec.views.rules import firing, rules

NAMES = ("records", "sum of y", "sum of y^2")


@pytest.fixture
def named_as_moments() -> DataSet:
    return dtref.from_arrays([[1], [2], [3], [4]], [*NAMES, "sum of y"])


def test_classes_named_as_moments_are_make_a_classification_tree(named_as_moments: DataSet) -> None:
    tree = dtref.grow(named_as_moments, dtref.CART)
    assert not is_regression(tree)
    assert weight(tree) == 4
    assert dict(tree.counts) == {"records": 1, "sum of y": 2, "sum of y^2": 1}
    assert [dtref.predict(tree, {"x0": i}).labels for i in (1, 2, 3, 4)] == [("records",), ("sum of y",), ("sum of y^2",), ("sum of y",)]
    assert dict(defined(dtref.predict(tree, {"x0": 2}).distribution)) == {"records": 0, "sum of y": 1, "sum of y^2": 0}


def test_classes_named_as_moments_are_pruned(named_as_moments: DataSet) -> None:
    tree = dtref.grow(named_as_moments, dtref.CART)
    assert dtref.training_errors(tree) == 0
    assert [(step.leaves, step.risk) for step in cost_complexity(tree).steps] == [(4, 0), (2, Fraction(1, 4)), (1, Fraction(1, 2))]
    assert leaf_count(pessimistic(tree, Fraction(1)).tree) == 2  # of x0 > 1.5: one error and a leaf cost 2, no error and three leaves 3
    assert "training errors" not in tree_text(tree)


def test_classes_named_as_moments_are_verified(named_as_moments: DataSet) -> None:
    tree = dtref.grow(named_as_moments, dtref.CART)
    foreign = from_tree(tree)
    assert dict(foreign.root.counts or ()) == dict(tree.counts)
    assert foreign.root.records is None
    assert not dtref.verify(foreign, named_as_moments, dtref.CART).wrong


def test_an_answer_with_classes_named_as_moments_keeps_its_counts(named_as_moments: DataSet) -> None:
    said = {"labels": ["sum of y"], "counts": {"records": 1, "sum of y": 2, "sum of y^2": 1}}
    root = read_answer(json.dumps(said), named_as_moments).root
    assert dict(root.counts or ()) == {"records": 1, "sum of y": 2, "sum of y^2": 1}
    assert root.records is None


def test_a_model_with_classes_named_as_moments_comes_back(named_as_moments: DataSet) -> None:
    model = Model(named_as_moments.attributes, named_as_moments.target, "CART", dtref.grow(named_as_moments, dtref.CART))
    assert parse_model(write_model(model)) == model


def test_the_command_line_predicts_classes_named_as_moments(tmp_path: Path, run: Run) -> None:
    data, model = tmp_path / "mom.csv", tmp_path / "mom.json"
    data.write_text("x,y\n1,records\n2,sum of y\n3,sum of y^2\n4,sum of y\n")
    code, out, _ = run("fit", str(data), "--target", "y", "--as", "cart", "--save", str(model))
    assert (code, "squared" in out, "training errors  0" in out) == (0, False, True)
    code, out, _ = run("predict", str(model), str(data))
    assert (code, [line.split("  ")[0] for line in out.splitlines()]) == (0, ["records", "sum of y", "sum of y^2", "sum of y"])


def test_a_regression_tree_counts_moments() -> None:
    tree = dtref.grow(DataSet((), Continuous("y"), [Record((), Fraction(y)) for y in (2, 4, 9)]), dtref.REGRESSION_TREE)
    assert is_regression(tree)
    assert tree.counts == Moments(Fraction(3), Fraction(15), Fraction(101))
    assert dict(tree.counts) == {"records": 3, "sum of y": 15, "sum of y^2": 101}
    assert (tree.counts.mean, tree.counts.squared_error, size(tree.counts)) == (5, 26, 3)


@pytest.mark.parametrize("moments", [(2, 10, 1), (-1, 0, 0), (-2, 10, 1), (0, 1, 0), (0, 0, 1), (1, 2, 3), (3, 1, 0)])
def test_moments_that_no_records_have_are_refused(moments: tuple[int, int, int]) -> None:
    """Of one record sum y^2 is (sum y)^2; by Cauchy-Schwarz n sum y^2 >= (sum y)^2."""
    with pytest.raises(Invalid, match="expected n > 0 with n"):
        Moments(*map(Fraction, moments))


@pytest.mark.parametrize(
    ("node", "children", "where"),
    [
        ((4, 10), ((2, 3), (2, 7)), "node"),
        ((0,), ((0,), (0,)), "node"),
        ((1, 2), ((1, 2),), "node"),
        ((4, 10, 20), ((2, 3, 5), (2, 7, 15)), "node"),  # 4 * 20 < 10 * 10
        ((4, 10, 30), ((2, 3, 2), (2, 7, 28)), "child 1"),  # 2 * 2 < 3 * 3
        ((4, 10, 30), ((0, 3, 5), (4, 7, 25)), "child 1"),
        ((4, 10, 30), ((-1, 3, 5), (5, 7, 25)), "child 1"),
        ((4, 10, 30), ((2, 3, 5), (2, 7)), "child 2"),
        ((4, 10, 30), ((2, 3, 5), (2, 7, 26)), "sum of y^2"),
        ((4, 10, 30), ((2, 3, 5), (1, 5, 25)), "records"),
    ],
)
def test_a_reduction_of_variance_takes_moments_that_add_up(
    node: tuple[int, ...], children: tuple[tuple[int, ...], ...], where: str
) -> None:
    with pytest.raises(Invalid) as refused:
        dtref.variance_reduction(node, children)
    assert refused.value.where == where


@pytest.mark.parametrize("moments", [(2, 10, 1), (-1, 1, 1), (0, 1, 0), (1, 2), (1, 2, 4, 8)])
def test_a_variance_takes_moments_of_records(moments: tuple[int, ...], run: Run) -> None:
    with pytest.raises(Invalid):
        dtref.variance(moments)
    with pytest.raises(Invalid):
        weighted_impurity(variance, (moments, (1, 1, 1)))
    code, out, err = run("explain", "variance", "--", *map(str, moments))
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_missing_records_of_a_continuous_target_have_moments_too() -> None:
    """Of y = 1, 2 known and 3 missing, half of the variance 1/4 per known share 2/3."""
    assert variance_reduction((3, 6, 14), ((1, 1, 1), (1, 2, 4)), (1, 3, 9)) == Fraction(2, 3) * Fraction(1, 4)
    with pytest.raises(Invalid, match=r"^missing: expected n > 0"):
        variance_reduction((3, 6, 14), ((1, 1, 1), (1, 2, 4)), (1, 3, 8))


def test_a_leaf_of_classes_has_no_mean_and_one_of_moments_no_class() -> None:
    with pytest.raises(Invalid, match=r"^labels: expected classes"):
        Leaf((("records", Fraction(1)), ("sum of y", Fraction(2)), ("sum of y^2", Fraction(4))), (Fraction(2),))
    with pytest.raises(Invalid, match=r"^labels: expected numbers, as moments are counted"):
        Leaf(Moments(Fraction(1), Fraction(2), Fraction(4)), ("2",))


RED, MISSING_CELL = [["red"], ["blue"], ["?"]], {"color": None}


@pytest.mark.parametrize("policy", [dtref.ID3, dtref.CART, dtref.HUNT, dtref.CHAID], ids=lambda policy: policy.name)
def test_a_value_that_is_a_question_mark_is_a_value(policy: dtref.Policy) -> None:
    """As without it: a tree that was grown without gaps refuses a missing value."""
    with pytest.warns(DataWarning, match="'\\?' in 9 of 27 cells counts among its values"):
        data = dtref.from_arrays(RED * 9, ["a", "a", "b"] * 9, names=["color"], missing=("NA",))
    tree = dtref.grow(data, policy)
    assert dtref.predict(tree, {"color": "?"}).labels == ("b",)
    with pytest.raises(Invalid, match=r"^color: expected one of .* \(got MISSING\)$"):
        dtref.predict(tree, MISSING_CELL)
    model = Model(data.attributes, data.target, policy.name, tree)
    assert parse_model(write_model(model)) == model


def test_an_ordered_value_that_is_a_question_mark_keeps_its_place() -> None:
    """Low and high are alike, the value between them is not: were it to float, CHAID would put low and high in one group."""
    rows = [("low", "a")] * 20 + [("?", "b")] * 20 + [("high", "a")] * 20
    size = Ordinal("size", ("low", "?", "high"))
    data = DataSet((size,), Nominal("y", ("a", "b")), [Record((v,), label) for v, label in rows])
    tree = dtref.grow(data, dtref.CHAID)
    assert isinstance(tree, dtref.Branch)
    assert of_kind(Groups, tree.test).groups == (("low",), ("?",), ("high",))


@pytest.mark.parametrize("rule", [missing_as_value, missing_floats])
def test_an_attribute_says_what_a_missing_cell_is(rule: Callable[[DataSet], DataSet]) -> None:
    x = Nominal("x", ("a", "b"))
    data = DataSet((x,), Nominal("y", ("-", "+")), [Record(("a",), "-"), Record(("b",), "-"), Record((dtref.MISSING,), "+")])
    made = rule(data)
    assert made.attributes == (Nominal("x", ("a", "b", "?"), missing_is="?"),)
    assert rule(DataSet(made.attributes, data.target, data.records)) == made
    tree = dtref.grow(made, dtref.ID3)
    assert dtref.predict(tree, {"x": None}).labels == ("+",)
    model = Model(made.attributes, made.target, "ID3", tree)
    assert parse_model(write_model(model)) == model
    with pytest.raises(Invalid, match="no declared value '\\?' beside missing cells"):
        rule(DataSet((Nominal("x", ("a", "?")),), data.target, [Record((dtref.MISSING,), "+")]))


def test_a_rule_reads_a_missing_cell_as_its_attribute_says() -> None:
    data = DataSet((Nominal("x", ("a", "?")),), Nominal("y", ("-", "+")), [Record(("a",), "-"), Record(("?",), "+")])
    tree = dtref.grow(data, dtref.ID3)
    with pytest.raises(Invalid):
        list(firing(rules(tree), lambda _: dtref.MISSING))


@pytest.mark.parametrize("values", ["yes,no", "no,yes"])
def test_a_column_named_as_a_companion_is_a_column(values: str, tmp_path: Path, run: Run) -> None:
    data, new, model = tmp_path / "k.csv", tmp_path / "kn.csv", tmp_path / "k.json"
    data.write_text("x,x is known,y\n4,no,a\n1,no,a\n3,yes,b\n2,yes,b\n")
    new.write_text("x\n1\n4\n")
    assert run("fit", str(data), "--target", "y", "--as", "cart", "--nominal", f"x is known={values}", "--save", str(model))[0] == 0
    code, out, err = run("predict", str(model), str(new))
    assert (code, out) == (2, "")
    assert "expected a column 'x is known'" in err
    assert [line[0] for line in run("predict", str(model), str(data))[1].splitlines()] == ["a", "a", "b", "b"]


def test_a_companion_is_known_by_what_made_it_wherever_it_stands() -> None:
    data = DataSet((Continuous("x"),), Nominal("y", ("-", "+")), [Record((Fraction(1),), "-"), Record((dtref.MISSING,), "+")])
    x, flag = flag_missing(data).attributes
    assert (x, flag) == (Continuous("x"), Nominal("x is known", ("yes", "no"), flags="x"))
    leaf = Leaf((("-", Fraction(1)), ("+", Fraction(1))), ("-", "+"))
    for attributes in ((x, flag), (flag, x)):
        model = Model(attributes, data.target, "CART", leaf)
        assert parse_model(write_model(model)) == model
    real = evolve(of_kind(dtref.Nominal, flag), flags=None)
    assert parse_model(write_model(Model((x, real), data.target, "CART", leaf))).attributes == (x, real)


def test_a_flag_flags_an_attribute_of_its_model() -> None:
    flag = Nominal("x is known", ("yes", "no"), flags="z")
    model = Model((Continuous("x"), flag), Nominal("y", ("-",)), "CART", Leaf((("-", Fraction(1)),), ("-",)))
    with pytest.raises(Invalid, match=r"^attributes, \[1\], flags: "):
        write_model(model)
    text = write_model(evolve(model, attributes=(Continuous("x"), evolve(flag, flags="x")))).replace('"flags": "x"', '"flags": "z"')
    with pytest.raises(Invalid, match=r"^m\.json, attributes, \[1\], flags: "):
        parse_model(text, "m.json")


def test_what_a_missing_cell_is_is_a_value() -> None:
    with pytest.raises(Invalid, match=r"^x\.missing_is: "):
        Nominal("x", ("a",), missing_is="?")
    with pytest.raises(Invalid, match=r"^x\.flags: "):
        Nominal("x", ("a",), flags="z")


def test_the_command_line_predicts_a_value_that_is_a_question_mark(tmp_path: Path, run: Run) -> None:
    data, gap, model = tmp_path / "q.csv", tmp_path / "gap.csv", tmp_path / "q.json"
    data.write_text("color,y\nred,a\nblue,a\n?,b\n")
    gap.write_text('color\n""\n')
    assert run("fit", str(data), "--target", "y", "--as", "id3", "--missing", "NA", "--save", str(model))[0] == 0
    assert [line[0] for line in run("predict", str(model), str(data))[1].splitlines()] == ["a", "a", "b"]
    # the model remembers that NA is the sign of what is missing
    assert "expected one of '?', 'blue', 'red' (got '')" in run("predict", str(model), str(gap))[2]
    code, out, err = run("predict", str(model), str(gap), "--missing", "")
    assert (code, out) == (2, "")
    assert "got MISSING" in err
