"""dtref roc, run in process: what it prints, whole, and how it ends. Its numbers are checked in tests/spec/evaluation/ranking."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from cli.run import Run

ROOT = Path(__file__).parents[2]
FILE = "golden/data/tan_roc.csv"
TAN = (FILE, "--score", "score", "--label", "class", "--positive", "+")
TWO = "a,b,y,w\n10,9,p,1\n9,8,p,1/2\n3,7,p,1\n2,6,p,2\n8,10,n,1\n7,5,n,1\n6,4,n,1\n5,3,x,1\n"


@pytest.fixture
def run(run: Run) -> Run:
    """Runs dtref roc; its exit code, standard output and standard error."""
    return partial(run, "roc")


@pytest.fixture
def two(tmp_path: Path) -> tuple[str, ...]:
    """A file of two models' scores; the words of the command up to the options that a test adds."""
    table = tmp_path / "two.csv"
    table.write_text(TWO)
    return (str(table), "--score", "a", "--second-score", "b", "--label", "y", "--positive", "p")


def test_tan_how_to_construct_an_roc_curve(run: Run) -> None:
    assert run(*TAN) == (
        0,
        """\
score: 5 positive (+), 5 negative (-); positive where the score is >= t

  t                  TP  FP  TN  FN    TPR    FPR
  above every score   0   0   5   5      0      0  hull
  0.95                1   0   5   4  0.200      0  on a straight line
  0.93                2   0   5   3  0.400      0  hull, cheapest   <-
  0.87                2   1   4   3  0.400  0.200
  0.85                3   3   2   2  0.600  0.600
  0.76                3   4   1   2  0.600  0.800
  0.53                4   4   1   1  0.800  0.800
  0.43                4   5   0   1  0.800  1.000
  0.25                5   5   0   0  1.000  1.000  hull

  AUC                           0.560 = 14/25   [pairs: won 13, tied 2, lost 10]
  AUC of the hull               0.700 = 7/10
  area of the staircase         0.520 = 13/25   [a step for each record, ties in the order of the file]
  average precision             0.700 = 7/10
  least cost a record           0.300 = 3/10   [C_FP = 1, C_FN = 1; at t = 0.93]
""",
        "",
    )


def test_strictly_above_moves_every_threshold_by_one_place(run: Run) -> None:
    (_, at_least, _), (_, above, _) = run(*TAN), run(*TAN, "--above")
    rows, moved = (out.split("\n\n")[1].splitlines()[1:] for out in (at_least, above))
    assert [row[20:] for row in rows] == [row[20:] for row in moved]
    assert [row.split()[0] for row in rows[1:]] == [row.split()[0] for row in moved[:-1]]
    assert moved[-1].startswith("  below every score")


def test_the_staircase_repeats_thresholds_and_the_costs_decide_the_cheapest(run: Run) -> None:
    code, out, _ = run(*TAN, "--per-record", "--fn-cost", "10", "--digits", "1")
    table = [line.split() for line in out.split("\n\n")[1].splitlines()[2:]]
    assert code == 0
    assert [row[:3] for row in table if row[0] == "0.85"] == [["0.85", "2", "2"], ["0.85", "2", "3"], ["0.85", "3", "3"]]
    assert out.splitlines()[-1] == "  least cost a record           0.5 = 1/2   [C_FP = 1, C_FN = 10; at t = 0.25]"


def test_two_models_are_compared_over_ranges_of_fpr(run: Run, two: tuple[str, ...]) -> None:
    code, out, _ = run(*two, "--weights", "w", "--prevalence", "0.1", "--fn-cost", "10", "--above")
    assert code == 0
    assert out.splitlines()[0] == "a: 4.5 positive (p), 4 negative (n, x); positive where the score is > t"
    assert "  least cost a record           0.225 = 9/40   [C_FP = 1, C_FN = 10, share of positives = 0.1; at t = 5]\n" in out
    assert (
        out.split("\n\n")[-1]
        == """\
a against b
FPR from 0 to 0.250 = 1/4: a is above
FPR from 0.250 = 1/4 to 1: b is above
they meet at FPR 0.250 = 1/4, TPR 0.333 = 1/3
"""
    )


def test_json_holds_exact_values(run: Run, two: tuple[str, ...]) -> None:
    code, out, _ = run(*two, "--json", "--per-record", "--prevalence", "1/3")
    told = json.loads(out)
    assert code == 0
    assert {name: told[name] for name in ("format", "positive", "negative", "rule", "costs", "comparison")} == {
        "format": "dtref-roc/1",
        "positive": "p",
        "negative": ["n", "x"],
        "rule": ">=",
        "costs": {"fp": "1", "fn": "1", "prevalence": "1/3"},
        "comparison": {
            "stretches": [{"from": "0", "to": "1/4", "above": "a"}, {"from": "1/4", "to": "1", "above": "b"}],
            "meetings": [{"fpr": "1/4", "tpr_from": "1/2", "tpr_to": "1/2"}],
        },
    }
    first = told["scores"][0]
    assert (first["score"], first["positives"], first["negatives"]) == ("a", "4", "4")
    assert first["values"]["AUC"] == {"exact": "1/2", "decimal": "0.500000000000"}
    assert first["pairs"] == {"won": "8", "tied": "0", "lost": "8"}
    assert first["least_cost"] == {"exact": "1/6", "decimal": "0.166666666667"}
    assert first["vertices"][2] == {
        "threshold": "9", "tp": "2", "fp": "0", "tn": "4", "fn": "2", "tpr": "1/2", "fpr": "0", "marks": ["hull", "cheapest"],
        "decimals": {"threshold": "9.000000000000", "tpr": "0.500000000000", "fpr": "0.000000000000"},
    }  # fmt: skip
    assert [v["threshold"] for v in first["staircase"]] == ["above every score", *["10", "9", "8", "7", "6", "5", "3", "2"]]


def test_json_and_text_have_the_same_vertices(run: Run) -> None:
    (_, text, _), (_, out, _) = run(*TAN), run(*TAN, "--json")
    rows = [line.rsplit("  hull", 1)[0].split()[-6:-2] for line in text.split("\n\n")[1].splitlines()[1:] if "straight" not in line]
    vertices = [v for v in json.loads(out)["scores"][0]["vertices"] if "straight" not in v["marks"]]
    assert rows == [[v[name] for name in ("tp", "fp", "tn", "fn")] for v in vertices]
    scores = {Fraction(row["score"]) for row in csv.DictReader((ROOT / FILE).read_text().splitlines())}
    assert {Fraction(v["threshold"]) for v in json.loads(out)["scores"][0]["vertices"][1:]} == scores


def test_one_class_is_undefined_and_says_why(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "one.csv"
    table.write_text("s,t,y\n2,1,+\n1,1,+\n")
    words = (str(table), "--score", "s", "--second-score", "t", "--label", "y", "--positive", "+", "--prevalence", "1/2")
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    assert out.count("undefined (no negatives)") == 2 * 4 + 1
    assert out.splitlines()[3] == "  above every score   0   0   0   2      0  undefined  hull"
    told = json.loads(run(*words, "--json")[1])
    assert told["comparison"] == told["scores"][0]["values"]["AUC"] == {"undefined": "no negatives"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nowhere.csv", *TAN[1:]), "nowhere.csv: expected a file that can be read (got 'No such file or directory')"),
        ((*TAN[:2], "points", *TAN[3:]), f"{FILE} line 1: expected a column 'points' (got ('instance', 'score', 'class'))"),
        ((*TAN[:2], "class", *TAN[3:]), f"{FILE} line 2, column 'class': expected a number (got '+')"),
        ((*TAN[:-1], "yes"), f"{FILE}, column 'class': expected some label 'yes', which is called positive (got '+, -')"),
        ((*TAN, "--fp-cost", "-1"), "--fp-cost: expected a number of at least 0 (got '-1')"),
        ((*TAN, "--fn-cost", "dear"), "--fn-cost: expected a number (got 'dear')"),
        ((*TAN, "--prevalence", "2"), "--prevalence: expected a number from 0 to 1; 2 % is 0.02 (got '2')"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run: Run, words: tuple[str, ...], message: str) -> None:
    assert run(*words) == (2, "", f"dtref: {message}\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("s,y,w\nnan,+,1\n", "line 2, column 's': expected a number (got 'nan')"),
        ("s,y,w\n1,+,1\n,-,1\n", "line 3, column 's': expected a number (got '')"),
        ("s,y,w\n1,+,1\n2,?,1\n", "line 3, column 'y': expected a label (got '?')"),
        ("s,y,w\n1,+,1\n2,-,0\n", "line 3, column 'w': expected a weight above 0 (got '0')"),
        ("s,y,w\n1,+\n", "line 2: expected 3 cells (got 2)"),
    ],
)
def test_a_bad_cell_is_named_by_line_and_column(run: Run, tmp_path: Path, text: str, message: str) -> None:
    table = tmp_path / "t.csv"
    table.write_text(text)
    words = (str(table), "--score", "s", "--label", "y", "--positive", "+", "--weights", "w")
    assert run(*words) == (2, "", f"dtref: {table} {message}\n")


def test_a_file_without_records_has_no_positive(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("s,y\n")
    code, out, err = run(str(table), "--score", "s", "--label", "y", "--positive", "+")
    assert (code, out) == (2, "")
    assert err == f"dtref: {table}, column 'y': expected some label '+', which is called positive (got 'there are no records')\n"
