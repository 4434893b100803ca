"""The commands for the best trees and those near the best: names of options, borders, bad input; each refused or bounded by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.run import Run

PLAY = ("golden/data/play_tennis.csv", "--target", "play")
IRIS = ("golden/data/iris.csv", "--target", "species")


def test_the_limit_of_tests_has_two_names(run: Run) -> None:
    code, out, _ = run("optimal", *IRIS, "--depth", "3", "--list", "0")
    assert code == 0
    assert ["1/150", "1", "7", "104"] in [line.split() for line in out.splitlines()]
    for words in (("optimal", *PLAY), ("rashomon", *PLAY, "--within", "1/10")):
        assert run(*words, "--depth", "1") == run(*words, "--max-depth", "1")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--penalty", "-1/100"), "--penalty: expected a number of at least 0 (got '-1/100')"),
        (("--penalty", "nan"), "--penalty: expected a number (got 'nan')"),
        (("--penalty", "1/0"), "--penalty: expected a number (got '1/0')"),
        (("--within", "-1"), "--within: expected a number of at least 0 (got '-1')"),
        (("--within", "inf"), "--within: expected a number (got 'inf')"),
        (("--within", "5%"), "--within: expected a number of at least 0; 5% is 0.05 (got '5%')"),
        (("--depth", "-1"), "-1 is not in the range x>=0"),
        (("--max-leaves", "0"), "0 is not in the range x>=1"),
        (("--min-leaf", "0"), "0 is not in the range x>=1"),
        (("--draw", "-1"), "-1 is not in the range x>=0"),
        (("--avoid", "wind"), "avoid: expected one of the attributes outlook, temperature, humidity, windy (got 'wind')"),
        (("--ignore", "wind"), "ignore: expected one of the columns"),
        (("--as", "oblique"), "policy OBLIQUE: expected multiway tests, groupings in two and cuts"),
        (("--loss", "squared-error"), "a continuous target for squared-error"),
        (("--budget", "1", "--depth", "5"), "not decided within 1 subproblems, the --budget (at least 0, at most 5/14)"),
    ],
)
def test_bad_options_are_refused_by_name(run: Run, words: tuple[str, ...], said: str) -> None:
    code, out, err = run("rashomon", *PLAY, "--within", "1/10", "--depth", "1", *words)
    assert (code, out, said in err) == (2, "", True), err


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("x,w,y\n", "expected at least one record"),
        ("x,w,y\n1,0,a\n2,1,b\n", "line 2, column 'w': expected a positive number"),
        ("x,w,y\n1,-1,a\n2,1,b\n", "line 2, column 'w': expected a positive number"),
        ("x,w,y\n1,nan,a\n2,1,b\n", "line 2, column 'w': expected a number"),
        ("x,w,y\n1,1,a\n,1,b\n", "record 2, x: expected a known value"),
    ],
)
def test_bad_data_are_refused_by_name(run: Run, tmp_path: Path, table: str, said: str) -> None:
    file = tmp_path / "data.csv"
    file.write_text(table)
    code, out, err = run("optimal", str(file), "--target", "y", "--weights", "w")
    assert (code, out, said in err) == (2, "", True), err


@pytest.mark.parametrize(
    ("costs", "said"),
    [
        ("actual,no\nno,0\n", "expected the classes 'no', 'yes'"),
        ("actual,no,yes\nno,0\nyes,1,0\n", "line 2: expected 3 cells"),
        ("actual,no,yes\nno,0,1\n", "each of the classes no, yes once"),
        ("actual,no,yes\nno,0,nan\nyes,1,0\n", "expected a number"),
        ("actual,no,yes,maybe\nno,0,1,1\nyes,1,0,1\nmaybe,1,1,0\n", "expected the classes 'no', 'yes'"),
    ],
)
def test_costs_of_another_shape_are_refused_by_name(run: Run, tmp_path: Path, costs: str, said: str) -> None:
    file = tmp_path / "costs.csv"
    file.write_text(costs)
    code, out, err = run("optimal", *PLAY, "--depth", "1", "--costs", str(file))
    assert (code, out, said in err) == (2, "", True), err


def counted(run: Run, *words: str) -> list[str]:
    """What is told of the trees: their number, and errors, leaves and number of each size."""
    code, out, err = run("rashomon", *PLAY, "--depth", "1", "--penalty", "1/50", "--json", "--list", "0", *words)
    assert code == 0, err
    told = json.loads(out)
    return [told["trees"], *(f"{size['loss']['exact']}/{size['leaves']}: {size['trees']}" for size in told["sizes"])]


def test_a_tree_on_the_border_is_in_the_set_unless_strict(run: Run) -> None:
    # the leaf is worth 66/175, the best trees 57/175: 9/175 more, which is 3/19 of them
    assert counted(run, "--within", "9/175") == ["3", "4/2: 2", "5/1: 1"]
    assert counted(run, "--within", "9/175", "--strict") == ["2", "4/2: 2"]
    assert counted(run, "--within", "3/19", "--relative") == ["3", "4/2: 2", "5/1: 1"]
    assert counted(run, "--within", "3/19", "--relative", "--strict") == ["2", "4/2: 2"]
    assert counted(run, "--within", "0", "--strict") == ["0"]


def test_trees_that_avoid_an_attribute_are_judged_by_the_least_value_of_all(run: Run) -> None:
    assert counted(run, "--within", "0", "--avoid", "humidity") == ["1", "4/2: 1"]
    assert counted(run, "--within", "9/175", "--avoid", "humidity", "--avoid", "outlook") == ["1", "5/1: 1"]
    assert counted(run, "--within", "0", "--avoid", "humidity", "--avoid", "outlook") == ["0"]


def test_one_class_constant_columns_and_no_draws(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "data.csv"
    for table, sizes in (("x,y\n1,a\n2,a\n", ["0", "0", "1", "1"]), ("x,y\n1,a\n1,b\n1,a\n", ["1/3", "1", "1", "1"])):
        file.write_text(table)
        code, out, _ = run("optimal", str(file), "--target", "y")
        assert (code, sizes in [line.split() for line in out.splitlines()]) == (0, True), out
    words = ("rashomon", *PLAY, "--depth", "1", "--within", "0")
    assert run(*words, "--draw", "0") == run(*words)


def test_a_proof_within_a_number_of_leaves(run: Run) -> None:
    code, out, err = run("optimal", *PLAY, "--prove", "--max-leaves", "4", "--depth", "2")
    assert (code, err) == (0, ""), err
    assert "No tree is worth less: proved by a certificate of" in out


def test_missing_values_are_dealt_with_before_the_search(run: Run, tmp_path: Path) -> None:
    """As if the file had no such records; without the option the refusal names it, in the words of a command line."""
    whole, gaps = tmp_path / "whole.csv", tmp_path / "gaps.csv"
    whole.write_text("x,z,y\n1,a,p\n3,b,q\n5,b,p\n6,a,q\n")
    gaps.write_text("x,z,y\n1,a,p\n2,,q\n3,b,q\n?,a,p\n5,b,p\n6,a,q\n")
    for command, *words in (("optimal", "--depth", "1", "--price"), ("rashomon", "--depth", "1", "--within", "1/9")):
        code, out, err = run(command, str(gaps), "--target", "y", *words)
        assert (code, out) == (2, "")
        assert "record 2, z: expected a known value; --missing-values drop|value|median|mean|mode decides (got MISSING)" in err
        code, out, err = run(command, str(gaps), "--target", "y", *words, "--missing-values", "drop")
        assert (code, "2 of 6 records are dropped" in err) == (0, True)
        assert out == run(command, str(whole), "--target", "y", *words)[1]
    assert run("optimal", str(gaps), "--target", "y", "--missing-values", "mode")[0] == 0
