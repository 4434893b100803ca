"""
All benchmarks in one process, by pytest-benchmark (extra `bench`); `tests/bench/conftest.py` prints them as one table with ratios.

Run: python -m pytest -n 0 tests/bench/side_by_side.py
DTREF_DATA=… adds car and mushroom; -k "fit or AUC" chooses; DTREF_BENCH_MOST=100000 leaves out what is larger; --write puts the table into
README.md, here, where tasks that were left out keep their rows. Twenty minutes for all.
Times are CPU seconds (`Case.clock`), the least of several rounds. Memory is the most that Python and numpy allocate in one more round.
`bench_roc.py`, `bench_pruning.py`, `bench_outofcore.py` … look into one matter each.
"""

from __future__ import annotations

import os
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from bench.cases import RECORDS, Case, cases
from bench.measuring import peak

FOLDER = os.environ.get("DTREF_DATA")
CASES = [
    pytest.param(case, marks=pytest.mark.benchmark(timer=case.clock), id=f"{case.task}: {case.program}")
    for case in cases(1, Path(FOLDER) if FOLDER else None, int(os.environ.get("DTREF_BENCH_MOST", RECORDS)))
]


@pytest.mark.parametrize("case", CASES)
def test_time(benchmark: Any, case: Case) -> None:
    benchmark.group = case.task
    benchmark.extra_info.update(program=case.program, items=case.items, of=case.of)
    run = case.prepare()
    benchmark.pedantic(run, rounds=case.rounds, warmup_rounds=1)
    if case.clock is process_time:
        benchmark.extra_info["megabytes"] = peak(run) / 1e6
