"""Questions about one's own data: `dtref judge --data`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from oracle.judge.programs import command

from dtref.errors import Invalid
from dtref.io.tables import parse_csv
from dtref.oracle.golden.records import Call
from dtref.oracle.judge.own_data import MOST_OWN_RECORDS, given_of, own_cases
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.inputs import Given
from dtref.spec.model.data import DataSet

MIXED = 'size,"the kind",grade,w,y\n1.50,?,low,2,a\n?,"u,v",high,1,b\n-3e2,?,high,0.25,a\n7,t,?,1,b\n'


def mixed() -> DataSet:
    """Numbers, names, an order, gaps, weights."""
    return parse_csv(MIXED, target="y", weights="w", ordinal={"grade": ["low", "high"]})


def test_what_is_given_is_the_data_set() -> None:
    """Read again as a program of the protocol reads it, it is the same, whatever the column kinds."""
    assert data_of(Given({"data": given_of(mixed())})) == mixed()


def test_a_weight_column_gets_a_name_of_its_own() -> None:
    data = parse_csv("weight,v,y\n1,2,a\n2,1,b\n", target="y", weights="v")
    assert given_of(data)["weights"] == "weight_"
    assert data_of(Given({"data": given_of(data)})) == data


def test_every_operation_is_asked_and_none_that_is_refused() -> None:
    cases = list(own_cases(mixed(), "mixed.csv"))
    asked = {case.call.operation for case in cases}
    assert asked == {"class_counts", "count_table", "best_tests", "grow", "training_errors", "predict"}
    presets = {str(case.call.given["preset"]) for case in cases if "preset" in case.call.given}
    assert {"c45", "cart-surrogates"} <= presets
    assert "cart" not in presets, "it refuses gaps"


def test_a_target_of_numbers_is_asked_for_regression_trees() -> None:
    cases = list(own_cases(parse_csv("x,y\n1,1.5\n2,2.5\n3,7\n", target="y", continuous=["y"]), "n.csv"))
    assert {case.call.operation for case in cases} == {"best_tests", "grow", "squared_error", "predict"}


@pytest.mark.parametrize("n", [0, MOST_OWN_RECORDS + 1])
def test_too_few_and_too_many_records_are_refused(n: int) -> None:
    data = mixed()
    many = DataSet(data.attributes, data.target, data.records[:1] * n)
    with pytest.raises(Invalid, match=r"^--data: expected 1 to 2000 records"):
        next(own_cases(many, "x.csv"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.csv"
    path.write_text("wind,size,play\nyes,1,no\nno,2,yes\nno,3,no\n", "utf-8")
    return path


def test_the_command_asks_about_a_file(file: Path, tmp_path: Path) -> None:
    """Answers of dtref itself pass, one that is changed fails with the question to ask again."""
    code, text = command("gen", "--data", str(file), "--target", "play", "--only", "class_counts", "--only", "training_errors")
    questions = [json.loads(line) for line in text.splitlines()]
    assert code == 0
    assert {q["case"]["operation"] for q in questions} == {"class_counts", "training_errors"}
    answers = tmp_path / "answers"
    words = ("judge", str(answers), "--data", str(file), "--target", "play")
    right = {"class_counts": {"no": 2, "yes": 1}, "training_errors": 0}
    answers.write_text("".join(json.dumps({"seq": q["seq"], "answer": right[q["case"]["operation"]]}) + "\n" for q in questions), "utf-8")
    code, text = command(*words, "--only", "class_counts", "--only", "training_errors")
    assert (code, " 0 failed" in text) == (0, True), text
    answers.write_text(answers.read_text("utf-8").replace('"no": 2', '"no": 1'), "utf-8")
    code, text = command(*words, "--only", "class_counts")
    assert code == 1
    assert "mine.csv" in text


def test_a_file_is_read_as_the_options_describe_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("nr;size;play\n1;1,5;no\n2;2,5;yes\n3;3;no\n", "utf-8")
    words = ("--data", str(path), "--target", "play", "--decimal", ",", "--ignore", "nr", "--delimiter", ";")
    code, text = command("gen", *words, "--only", "class_counts")
    data = json.loads(text.splitlines()[0])["case"]["given"]["data"]
    assert (code, data["header"], [row[0] for row in data["rows"]]) == (0, ["size", "play"], ["1.5", "2.5", "3"])


def test_options_that_don_t_go_together(file: Path) -> None:
    for described in (("--target", "play"), ("--decimal", ","), ("--ignore", "wind")):
        with pytest.raises(Invalid, match=f"^{described[0]}: expected --data, the file that it describes"):
            command("gen", *described)
    with pytest.raises(Invalid, match="--only or --data, or --replay"):
        command("gen", "--data", str(file), "--target", "play", "--replay", "{}")


def test_a_case_knows_its_call() -> None:
    first = next(own_cases(mixed(), "mixed.csv"))
    assert first.call == Call("class_counts", {"data": given_of(mixed())})
    assert first.what == "class_counts of mixed.csv"
