"""dtref cross-validate: what it prints, whole; how records are dealt to folds; how it refuses."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cli.run import Run
from narrow import defined

import dtref
from dtref.spec.preparation.random_draws import draw_order

PLAY = ("golden/data/play_tennis.csv", "--target", "play", "--as", "id3")
TIED = "k,c\nu,a\nu,b\nv,b\nu,a\nv,a\n"


@pytest.fixture
def run(run: Run) -> Run:
    """Runs dtref cross-validate; its exit code, standard output and standard error."""
    return partial(run, "cross-validate")


def answer(run: Run, *words: str) -> dict[str, Any]:
    code, out, err = run(*words, "--json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def dealt(found: dict[str, Any]) -> list[list[int]]:
    """The positions of the records of each fold, from 1."""
    return [[int(record["record"]) for record in fold["records"]] for fold in found["folds"]]


def test_folds_error_ties_and_matrix(run: Run, tmp_path: Path) -> None:
    """By hand: the first two train "a"; the last leaves u to a or b, v to b."""
    (tmp_path / "d.csv").write_text(TIED)
    assert run(str(tmp_path / "d.csv"), "--target", "c", "--as", "id3", "--folds", "2", "--table-value", "2") == (
        0,
        """\
Folds (2, in the order of the records)
  fold  records  errors  error rate  tied records  tied tests
  1           3       2       0.667             0           0
  2           2       1       0.500             1           0

Error rate, by the first label of a leaf
  mean of folds                 0.583 = 7/12
  interval, lower end           0.417 = 5/12
  interval, upper end           0.750 = 3/4
  all records                   0.600 = 3/5

If ties of labels are broken rightly, and wrongly
  mean of folds, rightly        0.583 = 7/12
  mean of folds, wrongly        0.833 = 5/6
  all records, rightly          0.600 = 3/5
  all records, wrongly          0.800 = 4/5

Confusion matrix (rows: actual, columns: predicted)
         a  b  total
  a      2  1      3
  b      2  0      2
  total  4  1      5
""",
        f"dtref: note: {tmp_path / 'd.csv'}: 2 of 5 tested records have a copy, of the same values and label, among the records that their "
        "fold's tree is grown from\n",
    )


def test_it_says_what_python_says(run: Run) -> None:
    found = answer(run, *PLAY, "--folds", "7", "--stratified", "--confidence", "0.9")
    data = dtref.read_csv(PLAY[0], target="play")
    folds = dtref.stratified_k_fold(range(14), [str(r.label) for r in data], 7)
    tested = dtref.cross_validate_trees(data, lambda fold: dtref.grow(fold, dtref.ID3), folds)
    assert dealt(found) == [[i + 1 for i in fold] for fold in tested.folds]
    assert [fold["tied_tests"] for fold in found["folds"]] == list(map(str, tested.tied_nodes))
    assert [[r["labels"] for r in fold["records"]] for fold in found["folds"]] == [
        [list(r.labels) for r in fold.values()] for fold in tested.folds
    ]
    assert found["error"]["mean of folds"]["exact"] == str(tested.first.mean_of_folds)
    assert found["ties"]["all records, wrongly"]["exact"] == str(tested.greatest.pooled)
    interval = defined(dtref.fold_mean_interval(defined(tested.first.fold_errors), confidence=Fraction(9, 10)))
    assert found["error"]["interval, lower end"]["decimal"] == dtref.decimal(interval.low, 12)
    assert found["confusion"]["matrix"] == [list(map(str, row)) for row in tested.confusion(data.classes).rows]


def by_position(order: Sequence[int], k: int) -> list[list[int]]:
    return [[i + 1 for i in parts.test] for parts in dtref.k_fold(order, k)]


def test_records_are_dealt_by_order_seed_file_column_or_one_by_one(run: Run, tmp_path: Path) -> None:
    assert dealt(answer(run, *PLAY, "--folds", "3")) == by_position(range(14), 3)
    assert dealt(answer(run, *PLAY, "--folds", "3", "--seed", "5")) == by_position(draw_order(Random(5), 14), 3)
    backwards = list(range(13, -1, -1))
    (tmp_path / "order.txt").write_text("\n".join(str(i + 1) for i in backwards))
    assert dealt(answer(run, *PLAY, "--folds", "3", "--order", str(tmp_path / "order.txt"))) == by_position(backwards, 3)
    assert dealt(answer(run, *PLAY, "--leave-one-out")) == [[i] for i in range(1, 15)]
    assert len(answer(run, *PLAY)["folds"]) == 10
    with Path(PLAY[0]).open(encoding="utf-8") as file:
        rows = list(csv.reader(file))
    with (tmp_path / "named.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([[*row, "fold" if i == 0 else str(2 - i % 2)] for i, row in enumerate(rows)])
    found = answer(run, str(tmp_path / "named.csv"), *PLAY[1:], "--fold-column", "fold")
    assert dealt(found) == [[1, 3, 5, 7, 9, 11, 13], [2, 4, 6, 8, 10, 12, 14]]
    assert found["dealt"] == "2, by the column fold"
    # the column of folds is no attribute
    without = dtref.read_csv(PLAY[0], target="play")
    tested = dtref.cross_validate_trees(
        without, lambda fold: dtref.grow(fold, dtref.ID3), dtref.predefined_folds([i % 2 for i in range(14)])
    )
    assert found["error"]["all records"]["exact"] == str(tested.first.pooled)


def test_numbers_have_squared_errors_and_no_matrix(run: Run, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("x,y\n1,1\n2,3\n3,10\n4,12\n")
    words = (str(tmp_path / "d.csv"), "--target", "y", "--continuous", "y", "--as", "regression-tree", "--folds", "2")
    found = answer(run, *words)
    assert "confusion" not in found
    assert [fold["errors"]["exact"] for fold in found["folds"]] == ["130", "130"]
    assert "Mean squared error\n" in run(*words)[1]
    code, _, err = run(*words, "--stratified")
    assert (code, err) == (2, "dtref: --stratified: expected a nominal target (got 'y, which is continuous')\n")


def test_missing_values_are_dealt_with_once_before_the_folds(run: Run, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("x,c,f\n1,a,p\n?,b,p\n3,b,q\n4,b,q\n3,a,q\n")
    words = (str(tmp_path / "d.csv"), "--target", "c", "--folds", "2")
    assert dealt(answer(run, *words, "--missing-values", "median")) == [[1, 2, 3], [4, 5]]
    code, out, _ = run(str(tmp_path / "d.csv"), "--target", "c", "--fold-column", "f", "--missing-values", "drop", "--json")
    assert (code, dealt(json.loads(out))) == (0, [[1], [2, 3, 4]])
    assert dealt(answer(run, *words, "--missing-values", "flag", "--gap", "fractions")) == [[1, 2, 3], [4, 5]]
    assert run(*words)[0] == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--leave-one-out", "--folds", "3"), "--leave-one-out: expected no other way to deal the records beside it (got '--folds')"),
        (("--fold-column", "windy", "--seed", "3"), "--fold-column: expected no other way to deal the records beside it (got '--seed')"),
        (("--seed", "1", "--order", "x"), "--seed: expected either a seed or an order (got '--order beside it')"),
        (("--folds", "15"), "number of folds: expected a whole number from 2 to 14 (got 15)"),
        (("--fold-column", "no"), "--fold-column: expected one of 'outlook', 'temperature', 'humidity', 'windy' (got 'no')"),
        (("--confidence", "1"), "--confidence: expected a number strictly between 0 and 1 (got '1')"),
    ],
)
def test_what_does_not_fit_is_told(run: Run, words: tuple[str, ...], says: str) -> None:
    assert run(*PLAY, *words) == (2, "", f"dtref: {says}\n")


@pytest.mark.parametrize(
    ("words", "got"),
    [
        ("1 2 x", "x"),
        ("1 2 2", "2 twice"),
        ("14 13 12", "3 of them"),  # three records would be tested, and eleven left out
        ("", "0 of them"),
        (" ".join(map(str, range(1, 16))), "15"),
        (" ".join(map(str, range(14))), "0"),
        (f"{'9' * 5000} 1", "9" * 20),  # more digits than Python reads
    ],
)
def test_an_order_that_is_not_of_all_records_is_told(run: Run, tmp_path: Path, words: str, got: str) -> None:
    path = tmp_path / "order.txt"
    path.write_text(words)
    wanted = "the positions of all records, from 1 to 14, each once, apart by spaces or lines"
    assert run(*PLAY, "--order", str(path)) == (2, "", f"dtref: {path}: expected {wanted} (got {got!r})\n")


def test_an_order_may_be_padded_with_zeros(run: Run, tmp_path: Path) -> None:
    (tmp_path / "order.txt").write_text("\n".join(f"{i:02}" for i in range(14, 0, -1)))
    assert dealt(answer(run, *PLAY, "--folds", "2", "--order", str(tmp_path / "order.txt"))) == by_position(range(13, -1, -1), 2)


def test_a_record_without_a_fold_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("x,c,f\n1,a,p\n2,b,?\n")
    code, _, err = run(str(tmp_path / "d.csv"), "--target", "c", "--fold-column", "f")
    assert (code, err) == (2, "dtref: --fold-column, record 2, f: expected the name of its fold (got MISSING)\n")
