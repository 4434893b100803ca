"""The benchmarks run, and the programs that are timed side by side do the same: each case once, with few records."""

from __future__ import annotations

import importlib
from fractions import Fraction
from pathlib import Path

import pytest

BENCH = Path(__file__).parent / "bench"


@pytest.mark.parametrize("name", sorted(path.stem for path in BENCH.glob("bench_*.py")))
def test_a_benchmark_can_be_imported(name: str) -> None:
    pytest.importorskip("sklearn")
    assert callable(importlib.import_module(f"bench.{name}").main)


def test_programs_of_a_task_take_turns_and_medians_are_told() -> None:
    pytest.importorskip("sklearn")
    side_by_side, tables = importlib.import_module("bench.side_by_side"), importlib.import_module("bench.side_by_side_table")
    cases = importlib.import_module("bench.cases")
    seconds = importlib.import_module("bench.measuring").Seconds
    turns: list[str] = []
    ours = cases.Case("sleep", "dtref", lambda: lambda: turns.append("a"), 2)
    theirs = cases.Case("sleep", "clock", lambda: lambda: [seconds(4.0, 8.0), seconds(2.0, 2.0), seconds(1.0, 1.0)], 1, elsewhere=True)
    measured = list(side_by_side.measured([ours, theirs]))
    assert [len(row.seconds) for row in measured] == [2, 3]
    assert turns.count("a") == 1 + 2 * 100 + 1  # to warm up, two rounds of what is short, and one to look at memory
    assert next(tables.lines(measured[1:])) == "| sleep | clock | 3 | 2.000000 | 1.500000 to 3.000000 | 2.000000 |  |  |  |  |"
    assert [tables.Measured.of_json(row.as_json()) for row in measured] == measured


def test_every_case_runs_and_the_programs_agree() -> None:
    pytest.importorskip("sklearn")
    cases = importlib.import_module("bench.cases")
    found: dict[str, dict[str, object]] = {}
    lenses = cases.nominal("contact_lenses", BENCH.parents[1] / "golden" / "data" / "contact_lenses.csv")
    for case in (*cases.cases(10_000, None), *lenses):
        if not case.elsewhere or case.program == "pass":
            found.setdefault(case.task, {})[case.program] = case.prepare()()
    auc = found["AUC, lists, 100 records"]
    assert isinstance(auc["dtref"], Fraction)
    assert abs(float(auc["dtref"]) - float(str(auc["scikit-learn"]))) < 1e-12
    assert found["AUC, arrays, 100 records"]["dtref"] == auc["dtref"]
    matrix = found["confusion, arrays, 100 records"]
    assert [list(row) for row in matrix["dtref"].rows] == matrix["scikit-learn"].tolist()  # type: ignore[attr-defined]
    for task in ("10 folds, 100 records", "10 stratified folds, 100 records"):
        *ours, theirs = found[task].values()
        wanted = [test.tolist() for _, test in theirs]  # type: ignore[attr-defined]
        assert [[list(fold.test) for fold in folds] for folds in ours] == [wanted, wanted]  # type: ignore[attr-defined]
    assert {"dtref", "scikit-learn"} <= set(found["fit by Gini, 14 records of 10 numbers"])
    predicted = found["predict, 100 records of 10 numbers"]
    assert list(map(int, predicted["dtref"])) == predicted["scikit-learn"].tolist()  # type: ignore[call-overload, attr-defined]
    assert found["judge the golden cases, right answers"]["dtref"] == 50


def test_good_trees_are_asked_and_told_in_a_table() -> None:
    bench = importlib.import_module("bench.bench_optimal")
    assert bench.prepared_here(bench.FIRST)() == 0
    # of parity, the two trees of four leaves are worth 0.4; three leaves with an error are worth 0.55
    assert bench.prepared_here({**bench.FIRST, "penalty": "1/10", "within": "1/10"})() == 2
    rows = [
        {"question": "q", "program": "dtref", "seconds": 0.5, "megabytes": 1.0, "answer": 3},
        {"question": "q", "program": "other", "seconds": 0.25, "megabytes": 2.0, "answer": 3},
        {"question": "q", "program": "slow", "answer": "nothing in 150 s"},
    ]
    assert list(bench.lines(rows))[2:] == [
        "| q | dtref | 0.5000 |  | 1 | 3 |",
        "| q | other | 0.2500 | 2.00 | 2 | 3 |",
        "| q | slow |  |  |  | nothing in 150 s |",
    ]
