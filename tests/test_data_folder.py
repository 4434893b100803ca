"""
Real files: every classification file of a folder loads, grows, and makes exactly the training errors that its contradictions force.

The folder is named by the environment variable DTREF_DATA: CSV files, the last column being the target, and an index.csv.
"""

from __future__ import annotations

import csv
import os
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

import dtref
from dtref.spec.growing.hunt import hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.preparation.missing import impute_median, missing_as_value, refuse_missing

FOLDER = Path(os.environ.get("DTREF_DATA") or "no folder")
INDEX = list(csv.DictReader((FOLDER / "index.csv").read_text().splitlines())) if (FOLDER / "index.csv").exists() else []
FILES = [row for row in INDEX if row["classes"] != "regression"]


def policy_for(row: dict[str, str]) -> Policy:
    """
    ID3 where all attributes are nominal, else CART. Missing values: refused where there are none; "?" as a value where all
    attributes are nominal; else the median or most frequent value of the column.
    """
    nominal_only = row["numeric"] == "0"
    missing = refuse_missing if row["missing"] == "0" else missing_as_value if nominal_only else impute_median
    return evolve(dtref.ID3 if nominal_only else dtref.CART, missing=missing)


def forced_errors(data: DataSet) -> Fraction:
    """What records that differ in nothing but their class cost any tree: group sizes less their largest class."""
    groups: defaultdict[tuple[object, ...], Counter[object]] = defaultdict(Counter)
    for record in data:
        groups[record.values][record.label] += 1
    return Fraction(sum(sum(classes.values()) - max(classes.values()) for classes in groups.values()))


@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")  # some files have constant columns
@pytest.mark.skipif(not FILES, reason="DTREF_DATA names no folder with an index.csv")
@pytest.mark.parametrize("row", FILES, ids=lambda row: row["name"])
def test_training_errors_are_those_that_contradictions_force(row: dict[str, str]) -> None:
    path = FOLDER / f"{row['name']}.csv"
    names = next(csv.reader(path.read_text().splitlines()[:1]))
    policy = policy_for(row)
    nominal = names[:-1] if row["numeric"] == "0" else ()
    data = dtref.read_csv(path, target=names[-1], nominal=nominal)
    tree = dtref.grow(data, policy)
    assert dtref.training_errors(tree) == forced_errors(hunt(data, policy).training)
