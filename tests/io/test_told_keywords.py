"""What help() tells of the keywords of readers, and what a refusal of a column's values tells to do."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from datetime import time

import pandas as pd
import pytest

import dtref
from dtref.engines.from_counts.sources.csv_relation import database_csv
from dtref.io.schema import Keywords, Kinds

LABELS = list("uvuvuv")
READERS = (dtref.from_frame, dtref.read_csv, dtref.read_data, dtref.from_records, dtref.describe_data, database_csv)


@pytest.mark.parametrize(
    "reader", [dtref.from_frame, dtref.read_csv, dtref.read_data, dtref.from_records, dtref.describe_data, database_csv]
)
def test_help_lists_every_keyword_of_a_reader_with_what_it_means(reader: object) -> None:
    assert callable(reader)
    listed = inspect.signature(reader).parameters
    assert not any(parameter.kind is parameter.VAR_KEYWORD for parameter in listed.values())
    assert set(Keywords.__annotations__) <= set(listed)
    assert all(f"`{keyword}`" in (reader.__doc__ or "") for keyword in Keywords.__annotations__)


def test_help_of_arrays_lists_the_kinds() -> None:
    assert set(Kinds.__annotations__) <= set(inspect.signature(dtref.from_arrays).parameters)


def test_a_listed_default_may_be_passed() -> None:
    given = dict.fromkeys(Keywords.__annotations__) | {"target": "y"}
    frame = {"x": [1, 2], "y": ["a", "b"]}
    assert dtref.from_frame(frame, **given) == dtref.from_frame(frame, target="y")


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (pd.cut(pd.Series(range(6)), 3), dtref.Nominal),
        (pd.period_range("2020-01", periods=6, freq="M"), dtref.Nominal),
        (pd.to_timedelta(range(6), unit="h"), dtref.Continuous),
        ([time(i) for i in range(6)], dtref.Nominal),
    ],
)
@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")
def test_what_a_refusal_tells_to_do_is_taken(values: Sequence[object], kind: type) -> None:
    """The calls that the message names, run on the frame, make a column that is read."""
    df = pd.DataFrame({"c": values, "y": LABELS})
    with pytest.raises(dtref.Invalid, match=r"ignore=\['c'\]") as refusal:
        dtref.from_frame(df, target="y")
    ways = refusal.value.wanted.partition("(")[2]
    calls = [way.split(" has ")[0].removeprefix("of pandas.cut ") for way in ways.split("; ")[:-1]]
    read = [dtref.from_frame(df.assign(c=eval(call, {"df": df})), target="y").attributes[0] for call in calls]
    assert isinstance(read[0], kind)
    assert len(calls) == 1 or isinstance(read[1], dtref.Ordinal)
    assert dtref.from_frame(df, target="y", ignore=["c"]).attributes == ()
