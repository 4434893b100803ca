"""What Spark 4.3 saved, printed and predicted, and the records that it was given (tests/io/foreign/files/spark, by make_spark.py)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from math import isnan
from pathlib import Path
from typing import Any

from dtref.io.foreign.formats import read_foreign
from dtref.io.foreign.tree import ForeignTree
from dtref.spec.model.attributes import Cell, Continuous, Nominal, Width
from dtref.spec.model.data import DataSet, Record

FILES = Path(__file__).parent / "io" / "foreign" / "files" / "spark"
ANSWERS: dict[str, list[dict[str, Any]]] = json.loads((FILES / "answers.json").read_text())
TREES = {"classes": "label", "entropy": "label", "thresholds": "two classes", "numbers": "number", "one-leaf": "one class"}
"""The saved trees, and the target that each was grown for."""
CATEGORIES = {"feature 2": 3, "feature 3": 7}
"""The columns of categories, and how many each has."""
NAMES = {"a": "feature 0", "b": "feature 1", "k": "feature 2", "m": "feature 3"}
_CLASSES = {"label": 3, "two classes": 2, "one class": 2}


def tree_of(name: str) -> ForeignTree:
    """A saved tree."""
    return read_foreign(FILES / name, "spark")


def records(target: str) -> DataSet:
    """The records, as doubles, with one of the targets."""
    header, *lines = (FILES / "records.csv").read_text().splitlines()
    rows = [dict(zip(header.split(","), line.split(","), strict=True)) for line in lines]
    attributes = [
        Nominal(name, tuple(map(str, range(CATEGORIES[name])))) if name in CATEGORIES else Continuous(name, Width.FLOAT64)
        for name in NAMES.values()
    ]

    def cell(name: str, text: str) -> Cell:
        return text if NAMES[name] in CATEGORIES else Fraction(float(text))

    def label(row: dict[str, str]) -> Cell:
        return (
            Fraction(float(row["number"]))
            if target == "number"
            else str(min(int(row["label"]), _CLASSES[target] - 1) * (target != "one class"))
        )

    kind = Continuous("number", Width.FLOAT64) if target == "number" else Nominal("label", ("0", "1", "2")[: _CLASSES[target]])
    made = [Record(tuple(cell(n, row[n]) for n in NAMES), label(row), Fraction(float(row["weight"]))) for row in rows]
    return DataSet(tuple(attributes), kind, tuple(made))


def cells_of(record: Sequence[str]) -> dict[str, object]:
    """A record that Spark was asked for: NaN is missing, a category its number."""
    cells = {f"feature {i}": float(text) for i, text in enumerate(record)}
    return {name: None if isnan(x) else str(int(x)) if name in CATEGORIES else x for name, x in cells.items()}
