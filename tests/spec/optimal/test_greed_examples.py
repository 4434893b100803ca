"""
The smallest data of two values and two classes on which greed isn't best: found again in plain (`greed_examples`), and so recorded in
golden/vectors for each preset.

MAJORITY asks nothing; CHAID and RPART stop before they have as many leaves; REGRESSION_TREE is for numbers, SCIKIT_LEARN no golden preset.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from spec.optimal.greed_examples import Table, fewest_leaves, greedy_leaves, smallest

from dtref.spec.presets import PRESETS

VECTORS = Path(__file__).parents[3] / "golden" / "vectors" / "searches.json"
FIVE: Table = (("000", "0"), ("001", "1"), ("010", "1"), ("011", "0"), ("100", "0"))


def recorded() -> list[dict[str, Any]]:
    vectors: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))["vectors"]
    return [v for v in vectors if v["what"].startswith("the smallest data on which greed is not best")]


def leaves(tree: dict[str, Any]) -> int:
    return sum(leaves(branch["then"]) for branch in tree["branches"]) if "branches" in tree else 1


def small_tables(records: int) -> Iterator[Table]:
    """Data of so many records and any number of two-valued columns: each column is one of the ways to part the records in two."""
    ways = [column for column in product("01", repeat=records) if column[0] == "0" and "1" in column]
    for width in range(1, len(ways) + 1):
        for columns in combinations(ways, width):
            rows = ["".join(row) for row in zip(*columns, strict=True)]
            for labels in product("01", repeat=records):
                # no two records alike in all columns have different labels
                if len(set(zip(rows, labels, strict=True))) == len(set(rows)):
                    yield tuple(zip(rows, labels, strict=True))


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_five_records_of_three_columns_are_the_smallest_data(criterion: str) -> None:
    assert smallest(criterion, 5, 3) == (FIVE, 5, 4)
    # with fewer records greed has the fewest leaves, whatever the columns
    assert all(greedy_leaves(t, criterion) == fewest_leaves(t) for n in (2, 3, 4) for t in small_tables(n))


def test_the_records_have_the_example_for_each_preset() -> None:
    for vector in recorded():
        rows = vector["given"]["data"]["rows"]
        assert tuple(("".join(row[:3]), "0" if row[3] == "-" else "1") for row in rows) == FIVE
    prices = {v["given"]["preset"]: v["exact"] for v in recorded() if v["operation"] == "greeds_price"}
    assert all(
        exact == [{"leaves": "5", "errors": "0", "trees": "2", "fewest_leaves": "4", "fewest_errors": "0"}] for exact in prices.values()
    )
    grown = {v["given"]["preset"]: leaves(v["exact"]) for v in recorded() if v["operation"] == "grow"}
    assert set(grown.values()) == {5}
    others = {"majority", "chaid", "rpart", "regression-tree", "scikit-learn"}
    assert {*prices, *grown} == {*PRESETS} - others
