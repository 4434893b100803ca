"""
Released solvers of optimal trees beside dtref, on generated binary data: the fewest errors of each depth, and with a penalty for leaves.

pydl8.5 0.1.8 isn't always optimal at depth 3: of the five records below it makes an error there, and none at depth 2 (7 of 1,000 generated
cases). What it answers then is no better than the best, which is what is asked of it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from many import as_many

from dtref.engines.good_trees import best_trees
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.optimal.losses import Objective, TreeLimits
from dtref.spec.presets import CART

pytestmark = pytest.mark.peer("optimal solvers", "least errors")
CASES = as_many(100, 1000)
SCRIPT = Path(__file__).with_name("optimal_solvers.py")
DEPARTURES = Path(__file__).parents[2] / "golden" / "departures" / "solvers" / "optimal_trees.json"
FIVE = {"rows": [[1, 1, 1, 0], [0, 0, 1, 0], [1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 0, 1]], "labels": [0, 1, 1, 1, 1]}


def generated(seed: int) -> dict[str, Any]:
    chance = Random(seed)
    columns, records, depth = chance.randint(2, 5), chance.randint(4, 30), chance.randint(1, 3)
    rows = [[chance.randint(0, 1) for _ in range(columns)] for _ in range(records)]
    labels = [chance.randint(0, 1) for _ in range(records)]
    if len(set(labels)) < 2:
        labels[0] = 1 - labels[0]
    return {"rows": rows, "labels": labels, "depth": depth, "penalty": chance.choice((1, 2, 3)) / 100}


def data_of(case: dict[str, Any]) -> DataSet:
    attributes = tuple(Nominal(f"x{j}", ("0", "1")) for j in range(len(case["rows"][0])))
    records = (Record(tuple(map(str, row)), str(label)) for row, label in zip(case["rows"], case["labels"], strict=True))
    return DataSet(attributes, Nominal("y", ("0", "1")), tuple(records))


def answers(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the programs answer; they are installed for the Python that DTREF_SOLVERS names, by default this one."""
    python = os.environ.get("DTREF_SOLVERS", sys.executable)
    ran = subprocess.run(
        [python, "-W", "ignore", str(SCRIPT)], input="\n".join(map(json.dumps, cases)), capture_output=True, text=True, check=False
    )
    return [json.loads(line) for line in ran.stdout.splitlines()]


def solvers_there() -> bool:
    return all(isinstance(answer, list) for answer in answers([{**FIVE, "depth": 2, "penalty": 0.01}])[0].values())


@pytest.fixture(autouse=True)
def _there() -> None:
    if not solvers_there():
        pytest.skip(
            "the solvers are not there: pip install pystreed pydl8.5 pycontree gosdt 'scikit-learn<1.7', and DTREF_SOLVERS=its python"
        )


def test_the_fewest_errors_are_those_of_released_solvers() -> None:
    cases, came = [generated(seed) for seed in range(CASES)], Counter[tuple[str, str]]()
    for case, answer in zip(cases, answers(cases), strict=True):
        data, limits, penalty = data_of(case), TreeLimits(depth=case["depth"]), Fraction(round(case["penalty"] * 100), 100)
        fewest = best_trees(data, CART, Objective(), limits).values[0][1]
        least = best_trees(data, CART, Objective(penalty=penalty), limits).values[0][0]
        for name, (errors, leaves) in answer.items():
            ours, theirs = (least, Fraction(errors, len(data)) + penalty * leaves) if name == "gosdt" else (fewest, errors)
            came[name, "same" if theirs == ours else "worse"] += 1
            assert theirs >= ours, (name, case)
    assert {name for name, kind in came if kind == "worse"} <= {"pydl8.5"}
    assert all(came[name, "same"] > CASES * 9 // 10 for name in ("pystreed", "pydl8.5", "pycontree", "gosdt"))


def test_pydl85_makes_an_error_at_depth_3_that_it_does_not_make_at_depth_2() -> None:
    told = [answer["pydl8.5"][0] for answer in answers([{**FIVE, "depth": depth, "penalty": 0.01} for depth in (2, 3)])]
    assert told == [0, 1]
    assert best_trees(data_of(FIVE), CART, Objective(), TreeLimits(depth=3)).values[0][1] == 0


def test_near_best_trees_are_miscounted_as_listed() -> None:
    python, script = os.environ.get("DTREF_SOLVERS", sys.executable), str(SCRIPT.with_name("near_best_solvers.py"))
    there = {**os.environ, "PYTHONPATH": str(SCRIPT.parents[1])}
    told = subprocess.run([python, script, "versions"], capture_output=True, text=True, check=False, env=there)
    if told.returncode:
        pytest.skip("the programs are not there: pip install treefarms tree-praxis arborenum, and DTREF_SOLVERS=its python")
    versions, listed = json.loads(told.stdout), json.loads(DEPARTURES.read_text("utf-8"))["departures"]
    for departure in (d for d in listed if versions.get(d["program"]) == d["version"]):
        cases = [
            {
                "rows": [list(map(int, row)) for row in case["rows"]],
                "labels": list(map(int, case["labels"])),
                "depth": int(case["depth"]),
                "penalty": float(Fraction(case["penalty"])),
                "within": float(Fraction(case["within"])),
            }
            for case in departure["cases"]
        ]
        text = "\n".join(map(json.dumps, cases))
        ran = subprocess.run([python, "-W", "ignore", script], input=text, capture_output=True, text=True, check=True, env=there)
        found = [str(json.loads(line)[departure["program"]]) for line in ran.stdout.splitlines()]
        assert found == [case["answers"] for case in departure["cases"]], departure["program"]
