"""dtref compare: what it prints, whole, the documents' figures in it, and how it refuses."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from cli.run import Run

ROOT = Path(__file__).parents[2]
TWO_MODELS = "golden/data/buys_computer_two_models.csv"
FOLDS = "golden/data/wdbc_five_by_two.csv"
LABELS = ("labels", TWO_MODELS, "--actual", "buys_computer", "--first", "student", "--second", "majority")


@pytest.fixture
def run(run: Run) -> Run:
    """Runs dtref compare; its exit code, standard output and standard error."""
    return partial(run, "compare")


def test_labels_prints_every_form_of_mcnemar(run: Run) -> None:
    assert run(*LABELS) == (
        0,
        """\
Records
  both right                    6
  only the first right          4
  only the second right         3
  neither right                 1

Error rates
  first                         0.286 = 2/7
  second                        0.357 = 5/14
  first - second                -0.071 = -1/14

McNemar's test
  exact p                       1
  exact p, first is better      0.500000 = 1/2
  exact p, second is better     0.773438 = 99/128
  mid-p                         0.726562 = 93/128
  doubled one-sided mid-p       0.726562 = 93/128
  chi-square                    0.143 = 1/7
  chi-square p                  0.705457
  corrected chi-square          0
  corrected chi-square p        1
  corrected unless equal        0
  corrected unless equal p      1
Source: McNemar 1947, Note on the sampling error of the difference between correlated proportions or percentages;
  Fagerland, Lydersen, Laake 2013, The McNemar test for binary matched-pairs data: mid-p and asymptotic are better than
  exact conditional; Edwards 1948, Note on the "correction for continuity" in testing the significance of the difference
  between correlated proportions; Dietterich 1998; R's mcnemar.test.
""",
        "",
    )


def test_identical_classifiers_are_said_to_be_so(run: Run) -> None:
    _, out, _ = run("labels", TWO_MODELS, "--actual", "buys_computer", "--first", "student", "--second", "student")
    none = "undefined (no record that only one classifier gets right)"
    assert "  exact p                       1\n" in out
    assert f"  corrected chi-square p        {none}\n" in out


def test_models_prints_the_illustrative_example_of_tan(run: Run) -> None:
    """`tan` An Illustrative Example: variance 0.0043, 0.100 ± 0.128, which contains 0."""
    _, out, _ = run("models", "0.15:30", "0.25:5000", "--table-value", "1.96", "--digits", "4")
    lines = dict(line.strip().rsplit("  ", 1) for line in out.splitlines() if line.startswith("  ") and "   " in line.strip())
    found = {name.strip(): value.split()[0] for name, value in lines.items()}
    assert (found["variance"], found["interval, lower end"], found["interval, upper end"]) == ("0.0043", "-0.2283", "0.0283")
    assert found["two-sided p"] == "0.126710"


def test_models_prints_the_probability_of_evaluation(run: Run) -> None:
    """`evaluation` Comparing two hypotheses: 0.2 and 0.3 on 100 records each, 0.95."""
    _, out, _ = run("models", "20/100", "0.3:100", "--json")
    found = json.loads(out)["Difference"]
    assert found["probability, first is better"]["decimal"].startswith("0.9499")
    assert found["z"] == {"exact": "-10/37*sqrt(37)", "signed_square": "-100/37", "decimal": "-1.643989873054"}
    assert found["quantile"] == {"formula": "(normal quantile(39/40) * (sqrt(2)))", "decimal": "1.959963984540"}


def test_folds_and_the_correction_disagree(run: Run) -> None:
    """Ten runs whose training sets overlap: paired t is sure of a difference, the corrected t and both 5x2 tests are not."""
    _, out, _ = run("folds", FOLDS, "--first", "stump", "--second", "tree", "--test-size", "285", "--train-size", "284", "--json")
    found = json.loads(out)
    rows = list(csv.DictReader((ROOT / FOLDS).read_text().splitlines()))
    differences = [Fraction(row["stump"]) - Fraction(row["tree"]) for row in rows]
    assert Fraction(found["Mean difference, first - second"]["mean difference"]["exact"]) == sum(differences) / 10
    assert found["Paired t"]["two-sided p"]["decimal"].startswith("0.0012")
    assert found["Corrected resampled t"]["two-sided p"]["decimal"].startswith("0.1969")
    ends = [float(found["Mean difference, first - second"][f"{kind} interval, lower end"]["decimal"]) for kind in ("paired", "corrected")]
    assert ends[1] < 0 < ends[0]  # as the p-values, below and above 0.05
    _, out, _ = run("five-by-two", FOLDS, "--first", "stump", "--second", "tree", "--json")
    found = json.loads(out)
    assert found["5x2 cv paired t"]["two-sided p"]["decimal"].startswith("0.2314")
    assert found["Combined 5x2 cv F"]["p"]["decimal"].startswith("0.1977")


def test_folds_without_sizes_print_paired_t_alone(run: Run, tmp_path: Path) -> None:
    """`tan` prints sum (d_j - mean)^2 / (k (k - 1)); with its table value for t."""
    table = tmp_path / "folds.csv"
    table.write_text("a,b\n0.3,0.2\n0.3,0.1\n0.4,0.1\n")
    assert run("folds", str(table), "--first", "a", "--second", "b", "--table-value", "4.30") == (
        0,
        """\
Mean difference, first - second
  folds                         3
  mean difference               0.200 = 1/5
  variance of the mean          0.003 = 1/300
  quantile                      4.300 = 43/10
  interval, lower end           -0.048 = 1/5 - 43/300*sqrt(3)
  interval, upper end           0.448 = 1/5 + 43/300*sqrt(3)
Source: `evaluation`, Comparing two learning algorithms; `tan`, Comparing Performance of 2 Algorithms.

Paired t
  t                             3.464 = 2*sqrt(3)
  degrees of freedom            2
  two-sided p                   0.074180
  p, first errs more            0.037090
  p, second errs more           0.962910
Source: `tan`, Comparing Performance of 2 Algorithms; `evaluation`, t-Test.
evaluation: unnamed (undated), Hypothesis Evaluation; Model Evaluation
tan: Tan, Steinbach, Kumar (2018), Introduction to Data Mining: Classification, Basic Concepts, Decision Trees, and
  Model Evaluation
""",
        "",
    )


def test_folds_that_do_not_vary_and_one_fold(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "folds.csv"
    table.write_text("a,b\n0.3,0.2\n0.4,0.3\n")
    _, out, _ = run("folds", str(table), "--first", "a", "--second", "b")
    assert "  two-sided p                   undefined (the differences do not vary)\n" in out
    table.write_text("a,b\n0.3,0.2\n")
    code, out, _ = run("folds", str(table), "--first", "a", "--second", "b")
    assert code == 0
    assert "  quantile                      undefined (no degree of freedom)\n" in out
    assert "  t                             undefined (one fold shows no variance)\n" in out


def test_a_tiny_p_value_is_said_to_be_below(run: Run) -> None:
    _, out, _ = run("models", "0/1000000", "500000/1000000")
    assert "  two-sided p                   below 0.000001\n" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("labels", "nowhere.csv", *LABELS[2:]), "nowhere.csv: expected a file that can be read (got 'No such file or directory')"),
        (
            ("labels", TWO_MODELS, "--actual", "buys", "--first", "student", "--second", "majority"),
            f"{TWO_MODELS} line 1: expected a column 'buys' (got ('buys_computer', 'student', 'majority'))",
        ),
        (("models", "30", "45/200"), "FIRST: expected errors/records, as 30/150, or rate:records, as 0.2:150 (got '30')"),
        (("models", "30/150", "45/0"), "SECOND: expected errors/records, as 30/150, or rate:records, as 0.2:150 (got '45/0')"),
        (("models", "31/30", "45/200"), "FIRST: expected errors/records, as 30/150, or rate:records, as 0.2:150 (got '31/30')"),
        (("models", "1.5:30", "45/200"), "FIRST: expected an error rate from 0 to 1 (got '1.5')"),
        (("models", "1/30", "2:200"), "SECOND: expected an error rate from 0 to 1 (got '2')"),
        (("models", "1/30", "4/200", "--table-value", "-2"), "--table-value: expected a number of at least 0 (got '-2')"),
        (
            ("models", "1/3", "1/2", "--confidence", "95%"),
            "--confidence: expected a number strictly between 0 and 1; 95% is 0.95 (got '95%')",
        ),
        (
            ("models", "1/3", "1/2", "--confidence", "95"),
            "--confidence: expected a number strictly between 0 and 1; 95 % is 0.95 (got '95')",
        ),
        (
            ("folds", FOLDS, "--first", "stump", "--second", "tree", "--test-size", "9"),
            "--test-size, --train-size: expected both or neither (got 'one of them')",
        ),
        (
            ("five-by-two", TWO_MODELS, "--first", "student", "--second", "majority"),
            f"{TWO_MODELS} line 2, column 'student': expected a number (got 'no')",
        ),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run: Run, words: tuple[str, ...], message: str) -> None:
    assert run(*words) == (2, "", f"dtref: {message}\n")


def test_a_missing_label_is_refused(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "labels.csv"
    table.write_text("y,a,b\n+,+,-\n-,?,-\n")
    code, out, err = run("labels", str(table), "--actual", "y", "--first", "a", "--second", "b")
    assert (code, out, err) == (2, "", f"dtref: {table} line 3, column 'a': expected a class (got '?')\n")


def test_the_two_models_are_columns_of_the_table() -> None:
    models = list(csv.DictReader((ROOT / TWO_MODELS).read_text().splitlines()))
    table = list(csv.DictReader((ROOT / "golden/data/buys_computer.csv").read_text().splitlines()))
    assert [(r["buys_computer"], r["student"], r["majority"]) for r in models] == [(r["buys_computer"], r["student"], "yes") for r in table]
