"""dtref evaluate, run in process: what it prints, whole, and how it ends. Its numbers are checked in tests/spec/evaluation/confusion."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from cli.run import Run

from dtref.errors import Invalid
from dtref.io.predictions import parse_confusion, read_costs

ROOT = Path(__file__).parents[2]
M1 = ("golden/data/tan_model_m1.csv", "--actual", "actual", "--predicted", "predicted", "--weights", "records")


@pytest.fixture
def run(run: Run) -> Run:
    """Runs dtref evaluate; its exit code, standard output and standard error."""
    return partial(run, "evaluate")


def test_tan_computing_cost_of_classification(run: Run) -> None:
    """`tan`: accuracy 80%, cost 3910. By hand: recall 150/190, precision 150/210, specificity 250/310."""
    code, out, err = run(*M1, "--costs", "golden/data/tan_costs.csv", "--positive", "+", "--accuracy-weights", "2,1,1,0")
    assert (code, err) == (0, "")
    assert (
        out
        == """\
Confusion matrix (rows: actual, columns: predicted)
           +    -  total
  +      150   40    190
  -       60  250    310
  total  210  290    500

All classes
  accuracy                      0.800 = 4/5
  error rate                    0.200 = 1/5
  balanced accuracy             0.798 = 470/589   [mean recall]
  Cohen's kappa                 0.584 = 351/601
  Matthews correlation          0.586 = 117/119567*sqrt(358701)   [R_K]
  total cost                    3910
  expected cost                 7.820 = 391/50   [a record]

Averages over the classes: macro
  precision                     0.788 = 160/203
  recall                        0.798 = 470/589
  F1                            0.792 = 19/24

Averages over the classes: micro
  precision                     0.800 = 4/5
  recall                        0.800 = 4/5
  F1                            0.800 = 4/5

Averages over the classes: weighted
  precision                     0.806 = 818/1015
  recall                        0.800 = 4/5
  F1                            0.802 = 481/600

Class + against the rest: TP 150, FN 40, FP 60, TN 250
  recall                        0.789 = 15/19   [sensitivity, true positive rate, hit rate]
  specificity                   0.806 = 25/31   [true negative rate]
  precision                     0.714 = 5/7   [positive predictive value]
  negative predictive value     0.862 = 25/29
  false positive rate           0.194 = 6/31   [false alarm rate]
  miss rate                     0.211 = 4/19   [false negative rate]
  F1                            0.750 = 3/4   [of the counts]
  harmonic F1                   0.750 = 3/4   [of precision and recall]
  prevalence                    0.380 = 19/50
  positive likelihood ratio     4.079 = 155/38
  negative likelihood ratio     0.261 = 124/475
  Youden's J                    0.596 = 351/589   [informedness]
  markedness                    0.576 = 117/203
  accuracy                      0.800 = 4/5   [against the rest]
  balanced accuracy             0.798 = 470/589   [against the rest]
  Matthews correlation          0.586 = 117/119567*sqrt(358701)   [against the rest]
  F_1/2                         0.728 = 75/103   [of the counts]
  F_2                           0.773 = 75/97   [of the counts]
  weighted accuracy 2,1,1,0     0.750 = 3/4
  detection cost                21.246 = 12514/589   [of the two rates; being right costs 0]
"""
    )


def test_a_matrix_and_its_other_orientation_and_the_file_say_the_same(run: Run) -> None:
    by_file = run(*M1)
    assert by_file == run("--matrix", "150,40;60,250", "--classes", "+,-")
    assert by_file == run("--matrix", "150,60;40,250", "--classes", "+,-", "--rows-are-predicted")


def test_json_holds_every_number_as_text_and_says_why_there_is_none(run: Run) -> None:
    _, out, _ = run("--matrix", "3,1,0;0,0,0;1,0,1/2", "--json")
    found = json.loads(out)
    assert (found["format"], found["classes"], found["rows"]) == ("dtref-metrics/1", ["1", "2", "3"], "actual")
    assert found["matrix"] == [["3", "1", "0"], ["0", "0", "0"], ["1", "0", "1/2"]]
    assert found["overall"]["accuracy"] == {"exact": "7/11", "decimal": "0.636363636364"}
    assert found["overall"]["balanced accuracy"] == {"undefined": "class 2: no positives"}
    root = found["overall"]["Matthews correlation"]  # c s - sum t p = 7/2 * 11/2 - (16 + 0 + 3/4), and so on, by hand
    assert Fraction(root["signed_square"]) == Fraction(5, 2) ** 2 / (
        (Fraction(121, 4) - 16 - 1 - Fraction(1, 4)) * (Fraction(121, 4) - 16 - Fraction(9, 4))
    )
    assert [view["positive"] for view in found["one_vs_rest"]] == ["1", "2", "3"]
    assert found["one_vs_rest"][1]["counts"] == {"TP": "0", "FN": "0", "FP": "1", "TN": "9/2"}
    assert found["one_vs_rest"][1]["measures"]["recall"] == {"undefined": "no positives"}
    assert found["averages"]["weighted"]["recall"] == found["overall"]["accuracy"]


def test_an_undefined_value_says_why(run: Run) -> None:
    _, out, _ = run("--matrix", "0,0;0,0", "--positive", "positive")
    assert "  accuracy                      undefined (no records)\n" in out
    assert "  recall                        undefined (no positives)   [sensitivity, true positive rate, hit rate]\n" in out


def test_huge_counts_and_digits(run: Run) -> None:
    words = ("--matrix", f"{10**40 - 2},1;0,1", "--digits", "42")
    assert f"  accuracy                      ≈0.{'9' * 40}00\n" in run(*words)[1]
    assert f"  accuracy                      0.{'9' * 40}00 = {10**40 - 1}/{10**40}\n" in run(*words, "--exact")[1]


def test_classes_are_in_the_order_of_numbers_or_as_said(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("y,z\n10,9\n9,9\n")
    assert json.loads(run(str(table), "--actual", "y", "--predicted", "z", "--json")[1])["classes"] == ["9", "10"]
    said = json.loads(run(str(table), "--actual", "y", "--predicted", "z", "--classes", "10,8,9", "--json")[1])
    assert (said["classes"], said["matrix"]) == (["10", "8", "9"], [["0", "0", "1"], ["0", "0", "0"], ["0", "0", "1"]])


def test_costs_may_come_in_any_order_of_rows(tmp_path: Path) -> None:
    costs = tmp_path / "c.csv"
    costs.write_text("actual,+,-\n-,1,0\n+,-1/3,1e2\n")
    assert read_costs(costs).rows == ((Fraction(-1, 3), 100), (1, 0))


def test_huge_fractions_are_refused_rather_than_computed() -> None:
    with pytest.raises(Invalid) as refused:
        parse_confusion("1e999999999,1;1,1")
    assert (
        str(refused.value)
        == "matrix, row 1, number 1: expected a number of at most 2000 digits before and after the point (got '1e999999999')"
    )


FILE = "golden/data/tan_model_m1.csv"
COLUMNS = ("--actual", "actual", "--predicted", "predicted")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "evaluate: expected DATA, --actual and --predicted, or --matrix (got 'no DATA, no --actual, no --predicted')"),
        ((FILE, "--actual", "actual"), "evaluate: expected DATA, --actual and --predicted, or --matrix (got 'no --predicted')"),
        (("nowhere.csv", *COLUMNS), "nowhere.csv: expected a file that can be read (got 'No such file or directory')"),
        (
            (FILE, "--actual", "x", "--predicted", "predicted"),
            f"{FILE} line 1: expected a column 'x' (got ('actual', 'predicted', 'records'))",
        ),
        ((FILE, *COLUMNS, "--classes", "a,b"), f"{FILE} line 2, column 'actual': expected one of the classes a, b (got '+')"),
        ((FILE, *COLUMNS, "--weights", "actual"), f"{FILE} line 2, column 'actual': expected a number (got '+')"),
        ((FILE, *COLUMNS, "--rows-are-predicted"), f"--rows-are-predicted: expected a --matrix whose rows it is about (got '{FILE}')"),
        (("--matrix", "1,2;3,4", FILE), "--matrix: expected either a matrix or a file of predictions (got 'DATA too')"),
        (("--matrix", "1,2;3"), "confusion matrix: expected 2 rows of 2 numbers (got 'rows of 2, 1')"),
        (("--matrix", ""), "matrix, row 1: expected a number (got '')"),
        (("--matrix", "1,x;3,4"), "matrix, row 1, number 2: expected a number (got 'x')"),
        (("--matrix", "1,1/0;3,4"), "matrix, row 1, number 2: expected a number (got '1/0')"),
        (("--matrix", "1,-2;3,4"), "confusion matrix, row 1, column 2: expected an exact number of at least 0 (got Fraction(-2, 1))"),
        (("--matrix", "1,2;3,4", "--classes", "a,a"), "classes: expected each class once (got ('a', 'a'))"),
        (("--matrix", "1,2;3,4", "--positive", "x"), "positive class: expected one of the classes 'positive', 'negative' (got 'x')"),
        (("--matrix", "1,2;3,4", "--beta", "-1"), "--beta: expected a number of at least 0 (got '-1')"),
        (("--matrix", "1,2;3,4", "--accuracy-weights", "1,-1,0,0"), "--accuracy-weights: expected numbers of at least 0 (got '1,-1,0,0')"),
        (("--matrix", "1,2;3,4", "--classes", ""), "--classes: expected names of classes, apart by commas (got '')"),
        (("--matrix", "1,2;3,4", "--beta", "1,2"), "--beta: expected a number (got '1,2')"),
        (("--matrix", "1,2;3,4", "--accuracy-weights", "1,2"), "--accuracy-weights: expected 4 numbers, apart by commas (got '1,2')"),
        (
            ("--matrix", "1,2;3,4", "--costs", "golden/data/tan_costs.csv", "--classes", "a,b"),
            "cost matrix: expected the classes 'a', 'b' (got ['+', '-'])",
        ),
        (
            ("--matrix", "1,2;3,4", "--costs", FILE),
            f"{FILE} line 2, column 'actual': expected one of the classes predicted, records, as the header has them (got '+')",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_input_is_one_line_and_exit_code_2(run: Run, words: tuple[str, ...], message: str) -> None:
    assert run(*words) == (2, "", f"dtref: {message}\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("y,z\n+,\n", "column 'z': expected a class (got '')"),
        ("y,z\n?,+\n", "column 'y': expected a class (got '?')"),
    ],
)
def test_a_missing_class_is_refused(run: Run, tmp_path: Path, text: str, message: str) -> None:
    table = tmp_path / "t.csv"
    table.write_text(text)
    assert run(str(table), "--actual", "y", "--predicted", "z") == (2, "", f"dtref: {table} line 2, {message}\n")


def test_a_negative_weight_and_a_repeated_row_of_costs_are_refused(run: Run, tmp_path: Path) -> None:
    table, costs = tmp_path / "t.csv", tmp_path / "c.csv"
    table.write_text("y,z,w\n+,+,-1/2\n")
    costs.write_text("actual,+,-\n+,1,0\n+,0,1\n")
    words = (str(table), "--actual", "y", "--predicted", "z")
    assert run(*words, "--weights", "w") == (2, "", f"dtref: {table} line 2, column 'w': expected a weight of at least 0 (got '-1/2')\n")
    message = f"dtref: {costs}, column 'actual': expected each of the classes +, - once (got ['+', '+'])\n"
    assert run(*words, "--costs", str(costs)) == (2, "", message)


def test_names_of_classes_may_have_blanks_about_them(run: Run) -> None:
    matrix = ("--matrix", "6954,46;412,2588", "--classes")
    assert run(*matrix, "yes, no ") == run(*matrix, "yes,no")
