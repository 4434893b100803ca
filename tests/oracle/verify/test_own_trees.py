"""Trees that a reader has written by hand, or a program answered: what is optional may be left out, and what is wrong is said."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from click.testing import CliRunner

import dtref
from dtref.cli import app
from dtref.errors import Invalid
from dtref.io.foreign.branch_words import ask_words
from dtref.io.foreign.dtref_model import asked_by, from_tree
from dtref.io.foreign.tree import Cut
from dtref.io.models import parse_model
from dtref.oracle.judge.equally_right.answered_trees import read_answer
from dtref.oracle.operations.answers import tree_answer, write_answer
from dtref.oracle.verify.verdicts import Beaten, WrongCounts, WrongLabel
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.branches import asked, question_text
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Groups
from dtref.spec.model.trees import Gap

ROOT = Path(__file__).parents[3]
IRIS = dtref.read_csv(ROOT / "golden/data/iris.csv", target="species")
ANSWER = (ROOT / "tests/io/foreign/files/answer-iris.json").read_text()
TWO_LEVELS = evolve(dtref.CART, stop=(*dtref.CART.stop, dtref.AtDepth(2)))


def test_the_cut_at_1_65_is_beaten_and_the_one_at_1_75_is_not() -> None:
    (wrong,) = dtref.verify(read_answer(ANSWER, IRIS), IRIS, TWO_LEVELS).wrong
    assert wrong.path == ("petal_length > 2.45",)
    assert any(isinstance(verdict, Beaten) for verdict in wrong.verdicts)
    assert dtref.verify(read_answer(ANSWER.replace("1.65", "1.75"), IRIS), IRIS, TWO_LEVELS).wrong == ()


def test_claimed_counts_are_compared() -> None:
    (wrong, _) = dtref.verify(read_answer(ANSWER.replace('"setosa": 50', '"setosa": 49'), IRIS), IRIS, TWO_LEVELS).wrong
    assert [type(verdict) for verdict in wrong.verdicts] == [WrongCounts, *map(type, wrong.verdicts[1:])]
    with pytest.raises(Invalid, match=r"^<answer> \(protocol\), node 1.1, counts: expected an object: class -> number \(got \[50\]\)"):
        read_answer(ANSWER.replace('{"setosa": 50}', "[50]"), IRIS)


def model(**test: object) -> str:
    leaves = [{"counts": ["1", "0"], "labels": ["-"]}, {"counts": ["0", "1"], "labels": ["+"]}]
    asks = {"counts": ["1", "1"], "labels": ["-", "+"], "test": {"attribute": "x", "kind": "threshold", **test}, "children": ["1", "2"]}
    head = {"format": "dtref-tree/1", "algorithm": "mine", "target": {"name": "y", "values": ["-", "+"], "kind": "nominal"}}
    return json.dumps({**head, "attributes": [{"name": "x", "kind": "continuous"}], "nodes": [asks, *leaves]})


def test_a_column_that_the_rule_for_missing_values_adds_may_be_asked() -> None:
    """Who misses a is of class p: the tree asks "a is known", which is a column of the flagged data alone."""
    policy = evolve(dtref.CART, missing=dtref.flag_missing, gap=Gap.HEAVIEST)
    rows: list[list[object]] = [[None, "u"], [1, "v"], [2, "u"], [3, "v"], [None, "v"], [3, "u"]]
    labels = list("pqqqpq")
    data, turned = (
        dtref.from_arrays([row[::step] for row in rows], labels, names=["a", "b"][::step], nominal={"b": ["u", "v"][::step]})
        for step in (1, -1)
    )
    tree = dtref.grow(data, policy)
    assert isinstance(tree, dtref.Branch)
    assert [a.name for a in asked(tree.test)] == ["a is known"]
    assert [dtref.verify(from_tree(tree), d, policy).tally["Optimal"] for d in (data, turned)] == [3, 3]
    # a is the lesser of the tests
    worse = dtref.grow(data, evolve(dtref.CART, missing=dtref.keep_missing, gap=Gap.HEAVIEST))
    assert dtref.verify(from_tree(worse), turned, policy).wrong
    with pytest.raises(Invalid, match="columns of the data"):
        dtref.verify(from_tree(tree), data, evolve(policy, missing=dtref.keep_missing))


def test_optima_may_be_left_out_of_a_model() -> None:
    tree = parse_model(model(lower="1", upper="2", cut="3/2")).tree
    assert isinstance(tree, dtref.Branch)
    assert tree.optima == (tree.test,)


def test_what_a_test_gets_wrong_is_said() -> None:
    with pytest.raises(Invalid) as refused:
        parse_model(model(lower="1", upper="2", cut="5"), "mine.json")
    assert "mine.json, node 0" in str(refused.value)
    assert "5" in str(refused.value)
    assert "what the format describes" not in str(refused.value)


X, Y = dtref.Continuous("x"), dtref.Nominal("y", ("-", "+"))
FOUR = dtref.DataSet((X,), Y, tuple(dtref.Record((Fraction(x),), y) for x, y in (("0.1", "-"), ("0.3", "-"), ("0.5", "+"), ("0.7", "+"))))


def stump(cut: object = 0.3, **left: object) -> dict[str, object]:
    yes, no = {"labels": ["-"], **left}, {"label": "+"}
    return {"test": {"threshold": "x", "cut": cut}, "branches": [{"if": "yes", "then": yes}, {"if": "no", "then": no}]}


@pytest.mark.parametrize("cut", [0.3, "0.3", "3/10", 0.4, "4e-1"])
def test_a_number_is_the_decimal_that_stands_there(cut: object) -> None:
    """The double next to 0.3 is below it: as a double the cut would send 0.3 to the right."""
    assert Fraction(0.3) < Fraction("0.3")
    assert dtref.verify(read_answer(json.dumps(stump(cut)), FOUR), FOUR, dtref.CART).wrong == ()


def test_the_line_that_holds_the_answer_will_do() -> None:
    line = json.dumps({"seq": 8, "answer": stump(labels=["+"], counts={"-": 1, "+": 0})})
    (wrong,) = dtref.verify(read_answer(line, FOUR), FOUR, dtref.CART).wrong
    assert (wrong.place, [type(verdict) for verdict in wrong.verdicts[:2]]) == ("1.1", [WrongCounts, WrongLabel])


def test_a_regression_tree_claims_its_records() -> None:
    rows = tuple(dtref.Record((Fraction(i),), Fraction(y)) for i, y in enumerate((1, 1, 5, 5)))
    data = dtref.DataSet((X,), dtref.Continuous("y"), rows)
    text = json.dumps(write_answer(tree_answer(dtref.grow(data, dtref.REGRESSION_TREE))))
    assert dtref.verify(read_answer(text, data), data, dtref.REGRESSION_TREE).wrong == ()
    wrong = text.replace('"records": "2"', '"records": 3')
    assert wrong != text
    assert dtref.verify(read_answer(wrong, data), data, dtref.REGRESSION_TREE).tally["WrongCounts"] == 2


def test_what_is_not_compared_is_told() -> None:
    assert read_answer(json.dumps(stump()), FOUR).notes == ()
    text = json.dumps(stump(labels=["-", "+"]))
    assert read_answer(text, FOUR).notes == ("of a leaf with several labels the first is compared",)


def test_that_surrogates_are_not_compared_is_told() -> None:
    """Where the claimed algorithm learns none, no verdict may pass for more."""
    rows = [(1, 1), (2, 2), (3, 5), (4, 4), (5, 5), (6, 6)]
    data = dtref.from_arrays(rows, ["0", "0", "0", "1", "1", "1"], names=["w", "g"])
    tree = dtref.grow(data, dtref.CART_SURROGATES)
    report = dtref.verify(from_tree(tree), data, dtref.CART)
    assert (report.wrong, report.notes) == ((), ("surrogates are not compared",))
    compared = dtref.verify(from_tree(tree), data, dtref.CART_SURROGATES)
    assert (compared.wrong, compared.notes) == ((), ())
    without = dtref.verify(from_tree(dtref.grow(data, dtref.CART)), data, dtref.CART)
    assert (without.wrong, without.notes) == ((), ())


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "mine.json (protocol), node 1: expected an object with 'labels', or with 'test' and 'branches' (got [])"),
        ({"counts": {}}, "mine.json (protocol), leaf 1: expected labels (got {'counts': {}})"),
        ({"label": "-", "counts": {"-": "two"}}, "mine.json (protocol), node 1, counts: expected a number (got 'two')"),
        (stump("?"), "mine.json (protocol), node 1, test, cut: expected a number (got '?')"),
        ({**stump(), "branches": []}, "mine.json (protocol), node 1, branches: expected one branch for each of yes, no (got [])"),
    ],
    ids=str,
)
def test_what_is_no_tree_is_told_with_the_file(given: object, message: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_answer(json.dumps(given), FOUR, "mine.json")
    assert str(refused.value) == message


def verifying(*more: str) -> tuple[int, str]:
    own, iris = ROOT / "tests/io/foreign/files/answer-iris.json", ROOT / "golden/data/iris.csv"
    command = ["verify", str(own), str(iris), "--target", "species", "--format", "protocol", "--as", "cart", "--max-depth", "2", *more]
    done = CliRunner().invoke(app, command)
    return done.exit_code, done.output + str(done.exception)


def test_the_command() -> None:
    code, output = verifying()
    assert (code, "answer-iris.json (protocol) against CART" in output, "node 1.1:" in output) == (1, True, False)
    assert "tied: node 1 asks petal_length <= 2.45, one of 'petal_length <= 2.45', 'petal_width <= 0.8'" in output
    assert "node 1.1: petal_length <= 2.45" in verifying("--all")[1]
    assert "answer-iris.json, tree: expected a number from 1 to 1 (got 2)" in verifying("--tree", "2")[1]


TAN = (ROOT / "golden/data/tan_default.csv", "--target", "defaulted")


def run(*words: object) -> tuple[int, str]:
    """The exit code and the text of a command."""
    result = CliRunner().invoke(app, list(map(str, words)))
    return result.exit_code, result.output


@pytest.mark.parametrize("criterion", ["dkm", "hellinger"])
def test_a_tree_by_a_criterion_of_square_roots_is_right_and_its_exact_ties_are_named(tmp_path: Path, criterion: str) -> None:
    path = tmp_path / "tree.json"
    assert run("fit", *TAN, "--criterion", criterion, "--save", path)[0] == 0
    code, text = run("verify", path, *TAN, "--as", "cart", "--criterion", criterion)
    assert code == 0
    assert "7 nodes, 0 wrong" in text
    assert "asks marital_status in {Divorced, Single}, one of 'marital_status in {Divorced, Single}', 'annual_income <= 97.5'" in text
    text = path.read_text().replace('"155/2"', '"80"').replace("Divorced", "X").replace("Married", "Divorced").replace("X", "Married")
    path.write_text(text)
    code, text = run("verify", path, *TAN, "--as", "cart", "--criterion", criterion)
    assert code == 1
    assert "does     marital_status in {Married, Single}\n  WRONG    beaten by " in text


@pytest.mark.parametrize("command", ["fit", "verify"])
def test_a_criterion_of_two_classes_is_refused_for_three(tmp_path: Path, command: str) -> None:
    iris = (ROOT / "golden/data/iris.csv", "--target", "species")
    path = tmp_path / "tree.json"
    assert run("fit", *iris, "--save", path)[0] == 0
    words = (command, *([path] if command == "verify" else []), *iris, "--criterion", "hellinger")
    with pytest.raises(Invalid, match=r"(^|, )target species: expected two classes for hellinger_distance \(got 3\)$"):
        raise CliRunner().invoke(app, list(map(str, words))).exception or AssertionError


def test_a_tree_of_python_s_own_objects_is_taken_as_its_text_is() -> None:
    """Numbers in any type that is exact, or a float; what is none, or no tree, is refused by its place."""
    whole = dtref.tree_of(json.loads(ANSWER), IRIS)
    assert dtref.verify(whole, IRIS, TWO_LEVELS).tally == dtref.verify(read_answer(ANSWER, IRIS), IRIS, TWO_LEVELS).tally
    for cut in (Fraction(5, 2), Decimal("2.5"), 2.5, np.float32(2.5), "5/2", "2.5"):
        asked = dtref.tree_of(stump(cut), FOUR).root.ask
        assert isinstance(asked, Cut)
        assert asked.cut == Fraction(5, 2)
    for wrong in (float("nan"), True, "1e999999999", None):
        with pytest.raises(Invalid, match=r"^node 1, test, cut: expected a number "):
            dtref.tree_of(stump(wrong), FOUR)
    for no_tree in (ANSWER, [stump()], None):
        with pytest.raises(Invalid, match=r"^answer: expected a dict, as json\.loads makes one"):
            dtref.tree_of(no_tree, FOUR)  # type: ignore[arg-type]
    with pytest.raises(Invalid, match=r"^data: expected a data set"):
        dtref.tree_of(stump(), [[1, 2]])  # type: ignore[arg-type]


def test_a_file_of_such_a_tree_is_no_format_of_its_own() -> None:
    """It is read beside its records, as the values of their columns decide what a branch is."""
    with pytest.raises(Invalid, match=r"^format: expected dtref\.tree_of\(json\.loads\(text\), data\)"):
        dtref.read_foreign(ROOT / "tests/io/foreign/files/answer-iris.json", "protocol")


def test_a_test_with_many_branches_is_worded_by_all_of_them() -> None:
    x = Nominal("x", ("a", "b", "c"))
    data = DataSet((x,), Nominal("y", ("+", "-", "o")), [Record((value,), y) for value, y in zip("abc", "+-o", strict=True)])
    report = dtref.verify(dtref.fit(data, dtref.ID3), data, dtref.ID3)
    assert report.findings[0].asks == "each value of x"  # it was "x = a", which only the first branch says
    assert report.findings[1].path == ("x = a",)
    three = Groups(Nominal("x", ("a", "b", "c", "d")), (("a", "b"), ("c",), ("d",)), 0)
    assert ask_words(asked_by(three)) == question_text(three) == "x in {a, b} | {c} | {d}"
