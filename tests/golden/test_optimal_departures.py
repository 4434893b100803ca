"""What is exact in the departures of solvers of optimal trees, by dtref and by listing every tree with plain numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dtref.engines.good_trees import near_best_trees
from dtref.oracle.operations.inputs import golden_folder
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.optimal.good_trees import Within
from dtref.spec.optimal.losses import Objective, TreeLimits
from dtref.spec.presets import CART

FILE = json.loads((golden_folder() / "departures" / "solvers" / "optimal_trees.json").read_text("utf-8"))
CASES = [(departure["program"], case) for departure in FILE["departures"] for case in departure["cases"]]


def every_tree(rows: Sequence[str], labels: Sequence[str], depth: int) -> Iterator[tuple[int, int]]:
    """The errors and leaves of each tree."""
    yield min(labels.count("0"), labels.count("1")), 1
    for column in range(len(rows[0])) if depth else ():
        parts = [[i for i, row in enumerate(rows) if row[column] == sign] for sign in "01"]
        if all(parts):
            below = ([*every_tree([rows[i] for i in part], [labels[i] for i in part], depth - 1)] for part in parts)
            for (errors, leaves), (more, others) in product(*below):
                yield errors + more, leaves + others


def by_listing(case: dict[str, Any]) -> int:
    trees = list(every_tree(case["rows"], list(case["labels"]), int(case["depth"])))
    if case["asked"] == "errors":
        return min(errors for errors, _ in trees)
    worth = [Fraction(errors, len(case["rows"])) + Fraction(case["penalty"]) * leaves for errors, leaves in trees]
    return sum(value <= min(worth) * (1 + Fraction(case["within"])) for value in worth)


def by_search(case: dict[str, Any]) -> int:
    attributes = tuple(Nominal(f"x{j}", ("0", "1")) for j in range(len(case["rows"][0])))
    data = DataSet(attributes, Nominal("y", ("0", "1")), tuple(map(Record, map(tuple, case["rows"]), case["labels"])))
    within, objective = Within(Fraction(case["within"]), relative=True), Objective(penalty=Fraction(case["penalty"]))
    trees = near_best_trees(data, CART, within, objective, TreeLimits(depth=int(case["depth"])))
    if case["asked"] != "errors":
        return trees.number
    errors = trees.values[0][1]
    assert isinstance(errors, int | Fraction)
    return int(errors)


@pytest.mark.parametrize(("program", "case"), CASES, ids=[f"{program}-{len(case['rows'])}" for program, case in CASES])
def test_what_is_exact_comes_by_listing_and_by_search(program: str, case: dict[str, Any]) -> None:
    assert case["answers"] != case["exact"], program
    assert by_listing(case) == by_search(case) == int(case["exact"])


def test_the_departures_fit_their_schema() -> None:
    schema = json.loads((golden_folder() / "schema" / "optimal_trees.schema.json").read_text("utf-8"))
    assert list(Draft202012Validator(schema).iter_errors(FILE)) == []
