"""
Real files: the fast engine grows the specification's tree from every file of the folder that DTREF_DATA names (`test_data_folder`).

Files of more than CELLS cells are left out, as the specification takes long for them; `PYTHONPATH=tests python
tests/engines/compiled/test_engine_on_files.py` compares all, and says how long each took.
"""

from __future__ import annotations

import csv
import time

import pytest
from attrs import evolve
from test_data_folder import FOLDER, INDEX

import dtref
from dtref.spec.growing import hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.preparation.missing import impute_median, missing_as_value, refuse_missing

pytest.importorskip("numba")

CELLS = 5_000


def policies_for(row: dict[str, str]) -> tuple[Policy, ...]:
    """Every criterion that suits the target, over all kinds of candidates that suit the attributes."""
    nominal_only = row["numeric"] == "0"
    missing = refuse_missing if row["missing"] == "0" else missing_as_value if nominal_only else impute_median
    if row["classes"] == "regression":
        return (evolve(dtref.REGRESSION_TREE, missing=missing),)
    few = int(row["classes"]) == 2
    binary = (dtref.CART, evolve(dtref.CART, name="CART by gain", criterion=dtref.gain)) if few or row["nominal"] == "0" else ()
    return tuple(evolve(rules, missing=missing) for rules in (*binary, dtref.ID3, dtref.C45_GAIN_RATIO))


def read(row: dict[str, str]) -> DataSet:
    path = FOLDER / f"{row['name']}.csv"
    names = next(csv.reader(path.read_text().splitlines()[:1]))
    nominal = names[:-1] if row["numeric"] == "0" else ()
    continuous = names[-1:] if row["classes"] == "regression" else ()
    return dtref.read_csv(path, target=names[-1], nominal=nominal, continuous=continuous)


SMALL = [row for row in INDEX if int(row["rows"]) * int(row["features"]) <= CELLS]


@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")  # some files have constant columns
@pytest.mark.skipif(not SMALL, reason="DTREF_DATA names no folder with an index.csv")
@pytest.mark.parametrize("row", SMALL, ids=lambda row: row["name"])
def test_the_tree_of_a_file_is_that_of_the_specification(row: dict[str, str]) -> None:
    data = read(row)
    for rules in policies_for(row):
        assert dtref.grow(data, rules, engine="fast") == hunt.grow(data, rules)


def main() -> None:
    for row in INDEX:
        data = read(row)
        for rules in policies_for(row):
            begun = time.perf_counter()
            fast = dtref.grow(data, rules, engine="fast")
            grown = time.perf_counter()
            verdict = "equal" if fast == hunt.grow(data, rules) else "DIFFERENT"
            ended = time.perf_counter()
            print(
                f"{row['name']:<20} {rules.name:<15} fast {grown - begun:7.3f} s  specification {ended - grown:6.2f} s  {verdict}",
                flush=True,
            )


if __name__ == "__main__":
    main()
