"""Refusals and descriptions that say what to write: dates in a frame, texts for programs of numbers, long numbers, near names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest
from click.testing import CliRunner

import dtref
from dtref.cli import app
from dtref.oracle.golden.records import Call
from dtref.oracle.golden.vectors import Between
from dtref.oracle.judge.cases import Case
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.undecided import judge_undecided

FRAME = pd.DataFrame({
    "x": [1, 2, 3, 4],
    "since": pd.to_datetime(["2020-01-02", "2020-03-04", None, "2021-07-06"]),
    "left": [True, False, True, True],
    "y": [0, 1, 0, 1],
})  # fmt: skip


@pytest.mark.parametrize("frame", [FRAME, pl.from_pandas(FRAME), FRAME.to_dict("list")], ids=["pandas", "polars", "mapping"])
def test_a_column_of_dates_is_described_with_the_ways_to_read_it(frame: Any) -> None:
    description = dtref.describe_data(frame, target="y")
    since = next(column for column in description.columns if column.name == "since")
    assert (since.kind, since.options, since.known) == ("refused", ("ignore=['since']", "continuous=['since']", "nominal=['since']"), 3)
    (refused,) = description.refused
    assert refused.startswith("X, column 'since': nothing says how its dates are read (dates: ignore=['since'], continuous=['since']")
    # each way is one, and then nothing is refused
    for way in ("ignore", "continuous", "nominal"):
        assert dtref.describe_data(frame, target="y", **{way: ["since"]}).refused == ()  # type: ignore[arg-type]  # one of the keywords
        assert len(dtref.from_frame(frame, target="y", **{way: ["since"]})) == 4  # type: ignore[arg-type]
    with pytest.raises(dtref.Invalid, match=r"dates: ignore=\['since'\]"):
        dtref.from_frame(frame, target="y")


@pytest.mark.parametrize("policy", [dtref.SCIKIT_LEARN, dtref.lightgbm(), dtref.xgboost()], ids=lambda policy: policy.name)
def test_booleans_are_0_and_1_where_a_policy_wants_numbers(policy: dtref.Policy) -> None:
    frame = FRAME[["x", "left", "y"]]
    regression = ["y"] if policy.name != "SCIKIT_LEARN" else []
    data = dtref.from_frame(frame, target="y", continuous=regression)
    assert data.attributes[1] == dtref.Nominal("left", ("False", "True"))
    declared = dtref.from_frame(frame, target="y", continuous=["left", *regression])
    assert [record.values[1] for record in declared] == [1, 0, 1, 1]
    tree = dtref.grow(data, policy)
    assert tree == dtref.grow(declared, policy)
    assert [*dtref.predict(tree, data)] == [*dtref.predict(tree, frame)] == [*dtref.predict(tree, declared)]
    assert dtref.count_trees(data, policy) == dtref.count_trees(declared, policy)
    assert dtref.svg(tree, data=data) == dtref.svg(tree, data=declared)
    assert isinstance(dtref.grow(data, dtref.CART if not regression else dtref.REGRESSION_TREE), dtref.Branch)


def test_other_texts_are_still_refused_by_programs_of_numbers() -> None:
    colours = dtref.from_frame(pd.DataFrame({"x": ["r", "g"], "y": [0, 1]}), target="y")
    with pytest.raises(
        dtref.Invalid, match=r"as scikit-learn knows no other: pandas.get_dummies\(frame, columns=\['x'\]\) makes such columns"
    ):
        dtref.grow(colours, dtref.SCIKIT_LEARN)
    mixed = dtref.from_frame(pd.DataFrame({"x": ["True", "false"], "y": [0, 1]}), target="y")
    with pytest.raises(
        dtref.Invalid, match=r"as scikit-learn knows no other: pandas.get_dummies\(frame, columns=\['x'\]\) makes such columns"
    ):
        dtref.grow(mixed, dtref.SCIKIT_LEARN)


def test_a_whole_number_of_too_many_digits_is_no_infinity(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_text('{"x": ' + "7" * 10_000 + ', "y": "a"}\n{"x": 3, "y": "b"}\n', "utf-8")
    said = CliRunner().invoke(app, ["fit", str(path), "--target", "y"]).exception
    assert str(said).startswith(f"{path} line 1, column 'x': expected a number of at most 2000 digits before and after the point (got '777")


def test_near_names_are_proposed() -> None:
    with pytest.raises(dtref.Invalid, match="near it: 'gini'"):
        dtref.operation("ginni")
    with pytest.raises(dtref.Invalid, match="'sklearn', which is near it"):
        dtref.read_foreign("x.json", "sklern")
    with pytest.raises(dtref.Invalid, match=r"^operation: expected an operation that `dtref operations` lists \(got"):
        dtref.operation("zzzz")


@pytest.mark.parametrize(
    ("operation", "answer", "outcome"),
    [
        ("count_trees", "7/2", Outcome.FAILED),
        ("count_trees", 3.5, Outcome.FAILED),
        ("count_partitions", "7/2", Outcome.FAILED),
        ("count_trees", "4", Outcome.ACCEPTABLE),
        ("count_trees", 4.0, Outcome.ACCEPTABLE),
        ("count_trees", "9", Outcome.FAILED),
        ("gini", "7/2", Outcome.ACCEPTABLE),
    ],
)
def test_a_number_of_trees_is_whole_also_where_only_bounds_are_known(operation: str, answer: Any, outcome: Outcome) -> None:
    judgement = judge_undecided(Case("x", "", Call(operation, {}), Between("5 subproblems", "3", "8"), "", ()), answer)
    assert judgement is not None
    assert judgement.outcome is outcome


def test_a_bound_that_is_none_is_refused_by_name() -> None:
    for lower, upper, name in ((None, 3, "lower"), (1, None, "upper"), ("2", 3, "lower")):
        with pytest.raises(dtref.Invalid, match=f"^{name}: expected a whole number, a fraction, or Undefined"):
            dtref.Undecided("trees", "5 subproblems", lower, upper)  # type: ignore[arg-type]
    words = "trees: not decided within 5 subproblems (at least 3, no upper bound is known)"
    assert str(dtref.Undecided("trees", "5 subproblems", 3)) == words
