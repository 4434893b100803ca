"""Data frames of several libraries: the same table is the same data set, whoever holds it; and what is read by declaration only."""

from __future__ import annotations

import datetime as dt
import warnings
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import pandas as pd
import pytest
from attrs import evolve

import dtref
from dtref.errors import Invalid
from dtref.io.arrays import from_arrays, from_frame
from dtref.spec.model.attributes import MISSING, Continuous, Nominal, Ordinal, Width

LIBRARIES = [("pandas", "DataFrame"), ("polars", "DataFrame"), ("pyarrow", "table")]
COLUMNS: dict[str, list[Any]] = {
    "flag": [True, False, None, False],
    "x": [1.5, None, 0.1, 4.0],
    "n": [1, 2, 3, 4],
    "text": ["a", None, "b", "a"],
    "y": [1, 1, 0, 0],
}


@pytest.fixture(params=LIBRARIES, ids=lambda library: library[0])
def frame(request: pytest.FixtureRequest) -> Callable[[dict[str, Any]], Any]:
    """What makes a frame of one of the libraries."""
    library, name = request.param
    if not find_spec(library) or (library == "pyarrow" and not find_spec("narwhals")):
        pytest.skip(f"{library} is not installed")
    make: Callable[[dict[str, Any]], Any] = getattr(import_module(library), name)
    return make


def refused(read: Callable[[], object]) -> str:
    with pytest.raises(dtref.Invalid) as raised:
        read()
    return str(raised.value)


def test_the_same_table_is_the_same_data_set(frame: Callable[[dict[str, Any]], Any]) -> None:
    table = frame(COLUMNS)
    assert from_frame(table, target="y", ignore=["flag"]) == from_frame(COLUMNS, target="y", ignore=["flag"])
    declared = from_frame(table, target="y", continuous=["flag"])
    assert declared.attributes[0].name == "flag"
    assert isinstance(declared.attributes[0], Continuous)
    assert [r.values[0] for r in declared] == [1, 0, MISSING, 0]


def test_a_tree_predicts_a_frame_as_it_predicts_its_records(frame: Callable[[dict[str, Any]], Any]) -> None:
    whole = {name: values for name, values in COLUMNS.items() if None not in values} | {"flag": [True, False, True, False]}
    for data in (from_frame(frame(whole), target="y"), from_frame(frame(whole), target="y", continuous=["flag"])):
        tree = dtref.grow(data, dtref.CART)
        assert [p.labels for p in dtref.predict(tree, frame(whole))] == [p.labels for p in dtref.predict(tree, data)]


def test_dates_are_read_where_they_are_declared(frame: Callable[[dict[str, Any]], Any]) -> None:
    table = frame({"since": [dt.date(2024, 5, i) for i in (1, 2, 3, 4)], "y": list("abab")})
    assert "ignore=['since'], continuous=['since'] for their days" in refused(lambda: from_frame(table, target="y"))
    assert from_frame(table, target="y", ignore=["since"]).attributes == ()
    days = [r.values[0] for r in from_frame(table, target="y", continuous=["since"])]
    assert days == [dt.date(2024, 5, i).toordinal() for i in (1, 2, 3, 4)]
    assert from_frame(table, target="y", nominal=["since"]).attributes[0] == Nominal("since", tuple(f"2024-05-0{i}" for i in (1, 2, 3, 4)))


def test_single_precision_is_kept(frame: Callable[[dict[str, Any]], Any]) -> None:
    data = from_frame(frame({"x": np.array([0.1, 0.2], dtype="float32"), "y": ["a", "b"]}), target="y")
    assert data.attributes == (Continuous("x", Width.FLOAT32),)
    assert data.records[0].values == (Fraction(float(np.float32(0.1))),)


def test_categories_keep_their_order() -> None:
    for ordered, kind in ((True, Ordinal), (False, Nominal)):
        frame = pd.DataFrame({"size": pd.Categorical(["L", "S"], ["S", "M", "L"], ordered=ordered), "y": [0, 1]})
        assert from_frame(frame, target="y").attributes == (kind("size", ("S", "M", "L")),)
        if find_spec("pyarrow") and find_spec("narwhals"):
            table = import_module("pyarrow").Table.from_pandas(frame)
            assert from_frame(table, target="y").attributes == (kind("size", ("S", "M", "L")),)


def test_a_time_is_a_part_of_the_day() -> None:
    frame = pd.DataFrame({"at": pd.to_datetime(["2024-05-01 06:00", "2024-05-02 00:00"]), "y": [0, 1]})
    first = dt.date(2024, 5, 1).toordinal()
    assert [r.values[0] for r in from_frame(frame, target="y", continuous=["at"])] == [first + Fraction(1, 4), first + 1]
    zoned = frame.assign(at=frame["at"].dt.tz_localize("UTC"))
    assert "a time without a zone" in refused(lambda: from_frame(zoned, target="y", continuous=["at"]))


def test_dates_of_numpy_are_no_nanoseconds() -> None:
    dates = np.array(["2024-05-01", "2024-05-02"], dtype="datetime64[ns]")
    assert "dates: ignore=['x0']" in refused(lambda: from_arrays(dates.reshape(-1, 1), [0, 1]))
    assert "dates: ignore=['d']" in refused(lambda: from_frame({"d": dates, "y": [0, 1]}, target="y"))
    assert "got datetime.timedelta" in refused(lambda: from_frame({"d": dates - dates[0], "y": [0, 1]}, target="y"))


def test_messages_name_the_label_of_a_record() -> None:
    frame = pd.DataFrame({"x": [1, float("inf")], "y": ["a", "b"]}, index=["p", "q"])
    assert "record 2 (index 'q'), column 'x': expected a finite number" in refused(lambda: from_frame(frame, target="y"))
    unlabelled = pd.DataFrame({"x": [1, 2], "y": ["a", None]}, index=["p", "q"])
    assert "record 2 (index 'q'), column 'y': expected a known value" in refused(lambda: from_frame(unlabelled, target="y"))
    assert refused(lambda: from_frame(unlabelled.reset_index(drop=True), target="y")).startswith("record 2, column 'y'")


def test_what_is_no_frame_that_is_computed_is_refused() -> None:
    assert "dtref.from_arrays(X, y) takes arrays" in refused(lambda: from_frame(pd.Series([1, 2]), target="y"))
    if find_spec("polars"):
        lazy = import_module("polars").DataFrame(COLUMNS).lazy()
        assert ".collect()" in refused(lambda: from_frame(lazy, target="y"))


def test_records_are_left_out_by_option_and_counted() -> None:
    rows = {"x": [1, 2, 3, 4], "w": [1, 0, 2, 0], "y": ["a", "b", None, None]}
    for drop, left, words in (
        (["unlabelled"], 2, ["2 of 4 records left out, with no target"]),
        (["weightless"], 2, ["2 of 4 records left out, with weight 0"]),
        (["unlabelled", "weightless"], 1, ["2 of 4 records left out, with no target", "2 of 4 records left out, with weight 0"]),
    ):
        columns = rows if "unlabelled" in drop else rows | {"y": ["a", "b", "a", "b"]}
        weights = "w" if "weightless" in drop else None
        with pytest.warns(dtref.DataWarning) as told:
            data = from_frame(columns, target="y", weights=weights, ignore=[] if weights else ["w"], drop=drop)
        assert len(data) == left
        assert [str(w.message) for w in told] == [f"X: {text} (drop)" for text in words]
    assert "drop: expected one of 'unlabelled', 'weightless'" in refused(lambda: from_frame(rows, target="x", drop=["y"]))


def test_a_frame_is_described_before_any_tree() -> None:
    described = dtref.describe_data(pd.DataFrame(COLUMNS).rename(columns={"x": "a b"}), target="y")
    assert [c.kind for c in described.columns] == ["nominal", "continuous", "continuous", "nominal", "nominal"]
    assert [c.missing for c in described.columns] == [1, 1, 0, 1, 0]
    assert described.columns[4].values == (("0", "2"), ("1", "2"))
    assert "nominal=['a b']" in str(described)
    assert '<table class="wraps">' in described._repr_html_()
    assert "expected the path of a file, a data frame" in refused(lambda: dtref.describe_data(3))


@pytest.mark.parametrize(
    ("name", "text", "keywords"),
    [
        ("t.arff", "@relation r\n@attribute x numeric\n@attribute y {p,n}\n@data\nfoo,p\n", {}),
        ("t.csv", "x,y\n1e999999999,p\n2,n\n", {}),
        ("t.csv", "x,y\nhigh,p\n2,n\n", {"continuous": ["x"]}),
        ("t.csv", "x,y\n0,p\n2,n\n", {"weights": "x"}),
        ("t.csv", "x,y\nb,p\nc,n\n", {"ordinal": {"x": ["a", "b"]}}),
        ("t.jsonl", '{"x":1,"y":"p"}\n{"x":"1","y":"n"}\n', {}),
    ],
)
def test_what_a_reader_refuses_its_description_tells(tmp_path: Any, name: str, text: str, keywords: dict[str, Any]) -> None:
    """A description is for what to do before any tree: no file is described as fine that the reader refuses, with the same words."""
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    with pytest.raises(dtref.Invalid) as problem:
        dtref.read_data(file, target="y", **keywords)
    told = dtref.describe_data(file, target="y", **keywords)
    assert told.refused == (str(problem.value),)
    assert all(c.kind == "refused" for c in told.columns if c.name == "x" and c.role == "attribute")


def test_a_name_that_comes_twice_in_a_table_of_pyarrow_is_refused() -> None:
    """As in every other frame; it was an error of narwhals."""
    pyarrow = pytest.importorskip("pyarrow")
    pytest.importorskip("narwhals")
    table = pyarrow.table([pyarrow.array([1, 2]), pyarrow.array([3, 4])], names=["x", "x"])
    assert "distinct column names" in refused(lambda: dtref.describe_data(table))


def test_what_is_no_path_is_refused_with_what_reads_it() -> None:
    """A frame given to the reader of files."""
    others: tuple[Any, ...] = (pd.DataFrame({"y": ["a"]}), {"y": ["a"]}, None, 3)
    for data in others:
        with pytest.raises(dtref.Invalid, match=r"dtref\.from_frame"):
            dtref.read_data(data, target="y")


# decimal commas

COMMAS = {"x": ["1,5", "2", None, "3,25"], "code": ["1", "2", "1", "2"], "word": ["1,5", "a", "b", "c"], "y": ["n", "n", "p", "p"]}


def test_a_decimal_comma_makes_columns_of_texts_columns_of_numbers_where_all_cells_are() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        data = dtref.from_frame({name: COMMAS[name] for name in ("x", "code", "y")}, target="y", decimal=",")
    assert [type(attribute).__name__ for attribute in data.attributes] == ["Continuous", "Nominal"]
    assert [record.values[0] for record in data.records] == [Fraction(3, 2), 2, MISSING, Fraction(13, 4)]
    words = dtref.from_frame({"word": COMMAS["word"], "y": COMMAS["y"]}, target="y", decimal=",", nominal=["word"])
    assert words.records[0].values == ("1,5",)


def test_the_remedy_of_a_decimal_comma_is_enough_by_itself() -> None:
    frame = {"x": ["1,5", "2,25", "3,5", "4,75"] * 3, "y": ["n", "n", "p", "p"] * 3}
    with pytest.raises(Invalid, match="what decides is decimal=','"):
        dtref.from_frame(frame, target="y")
    assert dtref.from_frame(frame, target="y", decimal=",").attributes == (Continuous("x"),)


def test_records_to_predict_may_have_decimal_commas() -> None:
    model = dtref.fit(dtref.from_frame({"x": ["1,5", "3,5"], "y": ["n", "p"]}, target="y", decimal=","), dtref.CART)
    records = [{"x": "1,25"}, {"x": "9,5"}]
    assert list(dtref.predict(model, records).first_labels()) == ["n", "p"], "as the frame that it was grown from"
    assert list(dtref.predict(model, records, decimal=",").first_labels()) == ["n", "p"]
    forgetful = evolve(model, history=evolve(model.history, read=()))
    with pytest.raises(Invalid, match=r"expected a number; decimal=',' reads a decimal comma \(got '1,25'\)"):
        dtref.predict(forgetful, records)
    with pytest.raises(Invalid, match="decimal: expected a table of records"):
        dtref.predict(model, {"x": 1}, decimal=",")  # type: ignore[call-overload]
