"""Compiled routes lead every record where the specification's own walk leads it, whatever the tree, the table and what is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from engines.routing.generated_trees import CLASSES, attributes, cell, tree

import dtref
from dtref.errors import Invalid
from dtref.spec.model import prediction as specification
from dtref.spec.model.attributes import Cell, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import Prediction
from dtref.spec.model.trees import Tree

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from dtref.engines import prediction  # noqa: E402 - it is of no use without them

PAIRS = 250


@pytest.fixture(autouse=True, params=["compiled", "by level"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prediction, "worth_kernels", lambda _: request.param == "compiled")


def outcome(predict: Callable[[Tree, Any], list[Prediction]], walked: Tree, records: object) -> object:
    """The predictions for some records, or what is refused."""
    try:
        return predict(walked, records)
    except Invalid as problem:
        return problem.where, problem.wanted, problem.got


def all_at_once(walked: Tree, table: Any) -> list[Prediction]:
    return list(dtref.predict(walked, table))


def one_by_one(walked: Tree, records: Sequence[Mapping[str, object]]) -> list[Prediction]:
    """The predictions of the specification; of the first record that it refuses, the reason."""
    answers = []
    for i, record in enumerate(records, 1):
        try:
            answers.append(specification.predict(walked, record))
        except Invalid as problem:
            raise Invalid(f"record {i}, {problem.where}", problem.wanted, problem.got) from None
    return answers


@pytest.mark.parametrize("seed", range(4))
def test_data_sets_of_exact_cells(seed: int) -> None:
    chance, refused = Random(seed), 0
    for _ in range(PAIRS):
        described = attributes(chance, numeric=False)
        walked, missing = tree(chance, described, chance.random() < 0.2, chance.randint(0, 3)), chance.choice([0, 0.1, 0.5])
        rows = [tuple(cell(chance, a, missing) for a in described) for _ in range(chance.choice([0, 1, 20]))]
        data = DataSet(described, Nominal("y", CLASSES), [Record(row, "A") for row in rows])
        records: list[dict[str, Cell]] = [dict(zip([a.name for a in described], row, strict=True)) for row in rows]
        expected = outcome(one_by_one, walked, records)
        assert outcome(all_at_once, walked, data) == expected
        refused += not isinstance(expected, list)
    assert 0 < refused < PAIRS / 2


@pytest.mark.parametrize("seed", range(4))
def test_arrays_of_doubles(seed: int) -> None:
    chance, refused = Random(100 + seed), 0
    for _ in range(PAIRS):
        described = attributes(chance, numeric=True)
        walked, missing = tree(chance, described, chance.random() < 0.2, chance.randint(0, 3)), chance.choice([0, 0.1, 0.5])
        cells = [[number(cell(chance, a, missing)) for a in described] for _ in range(chance.choice([1, 20]))]
        if chance.random() < 0.1:
            cells[-1][-1] = float("inf")
        x = np.array(cells, order=chance.choice("CF"))[:: chance.choice([1, 2])]
        records = [{f"x{j}": value for j, value in enumerate(row)} for row in x.tolist()]
        expected = outcome(one_by_one, walked, records)
        assert outcome(all_at_once, walked, x) == expected
        if isinstance(expected, list):
            assert list(dtref.predict(walked, x).first_labels()) == [p.labels[0] for p in expected]
        refused += not isinstance(expected, list)
    assert 0 < refused < PAIRS / 2


def number(value: Cell) -> float:
    """The nearest double of a number, within range; NaN where it is missing."""
    if not isinstance(value, Fraction):
        return float("nan")
    return float(max(min(value, Fraction(10) ** 300), -(Fraction(10) ** 300)))
