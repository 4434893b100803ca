"""Every file of a folder of data sets, where the environment variable DTREF_DATA names one, agrees with its index."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import pytest

from dtref.io.schema import Kinds
from dtref.io.tables import read_csv
from dtref.spec.model.attributes import MISSING, Continuous

FOLDER = os.environ.get("DTREF_DATA", "")

pytestmark = pytest.mark.skipif(not FOLDER, reason="DTREF_DATA names no folder with index.csv and data sets")


def rows() -> list[dict[str, str]]:
    """The lines of index.csv."""
    if not FOLDER:
        return []
    with (Path(FOLDER) / "index.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def declared(name: str) -> Kinds:
    """What the folder's schema.json, if there is one, lists: [column, values], the values null for a number."""
    path = Path(FOLDER) / "schema.json"
    if not path.exists():
        return {}
    columns = json.loads(path.read_text("utf-8"))[name]["columns"]
    return {
        "nominal": {c: [v for v in values if v != "?"] for c, values in columns if values is not None},
        "continuous": [c for c, values in columns if values is None],
    }


@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")  # some files have constant columns
@pytest.mark.parametrize("row", rows(), ids=lambda row: row["name"])
def test_a_file_agrees_with_the_index(row: dict[str, str]) -> None:
    path = Path(FOLDER) / f"{row['name']}.csv"
    with path.open(encoding="utf-8", newline="") as lines:
        target = next(csv.reader(lines))[-1]
    regression = row["classes"] == "regression"
    kinds = declared(row["name"])
    data = read_csv(path, target=target, **(kinds or {"continuous": [target] if regression else []}))
    numeric = sum(isinstance(a, Continuous) for a in data.attributes)
    missing = sum(c is MISSING for r in data for c in r.values)
    classes = "regression" if isinstance(data.target, Continuous) else str(len({r.label for r in data}))
    assert (str(len(data)), str(len(data.attributes)), str(missing), classes) == (
        row["rows"], row["features"], row["missing"], row["classes"],
    )  # fmt: skip
    if kinds:
        assert (str(len(data.attributes) - numeric), str(numeric)) == (row["nominal"], row["numeric"])
