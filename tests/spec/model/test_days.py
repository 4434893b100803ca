"""Dates as days, by another route: the calendar of Python's datetime, and what a tree of dates shows, saves and exports."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtref
from dtref.exact.number_text import number_style
from dtref.io.export.doubles import Doubles
from dtref.io.export.python import python_module
from dtref.io.models import parse_model, write_model
from dtref.spec.model.attributes import Continuous, Unit
from dtref.spec.model.days import day_number, day_of_text, day_text, is_day_text

DAYS = [date(2023, 12, 30), date(2024, 1, 1), date(2024, 1, 2), datetime(2024, 1, 9, 6, 30)]
LABELS = ["a", "a", "b", "b"]


def _data() -> dtref.DataSet:
    return dtref.from_frame({"since": DAYS, "y": LABELS}, target="y", continuous=["since"])


@given(st.datetimes())
def test_a_time_is_read_and_written_as_datetime_does(moment: datetime) -> None:
    number = day_number(moment)
    assert number == 1 + Fraction((moment - datetime.min) // timedelta(microseconds=1), 86_400 * 10**6)
    text = day_text(number)
    assert datetime.fromisoformat(text) == moment
    assert day_of_text(text) == day_of_text(text.replace(" ", "T")) == number
    assert ("T" in moment.isoformat().removesuffix("T00:00:00")) == (" " in text)


@given(st.fractions(min_value=1, max_value=date.max.toordinal(), max_denominator=10**6))
def test_a_text_that_is_no_day_exactly_says_so(number: Fraction) -> None:
    text = day_text(number)
    # a day has 864 * 10^12 parts that ten decimals of a second write
    assert text.startswith("≈") == ((number * 864 * 10**12).denominator > 1)
    assert abs(day_of_text(text.removeprefix("≈")) - number) <= Fraction(1, 2 * 864 * 10**12)
    if text.startswith("≈"):
        with number_style(exact=True):
            assert Fraction(day_text(number)) == number


@pytest.mark.parametrize("text", ["2024-2-3", "2024-02-30", "2024-01-01T24:00", "2024-01-01Z", "2024-W01-1", "20240101", "17.05.2024"])
def test_other_texts_are_no_days(text: str) -> None:
    assert not is_day_text(text)
    with pytest.raises(dtref.Invalid, match="a date such as 2024-05-17"):
        day_of_text(text)


def test_a_tree_of_dates_shows_dates() -> None:
    data = _data()
    tree = dtref.grow(data, dtref.CART)
    # the middle of two days is the noon of the first
    assert "since <= 2024-01-01 12:00: a" in dtref.tree_text(tree)
    assert "since <= 2024-01-01 12:00" in dtref.dot(tree)
    assert "2024-01-01 12:00" in dtref.svg(tree, data=data)
    assert "cut in [2024-01-01, 2024-01-02)" in str(dtref.explain(data, dtref.CART))
    assert "since <= 2024-01-01 12:00" in " ".join(map(dtref.rule_text, dtref.merged_rules(tree)))
    assert "738886" not in str(dtref.verify(dtref.fit(data, dtref.CART), data, dtref.CART))
    assert ("least", "2023-12-30") in dtref.describe_data({"since": DAYS, "y": LABELS}, continuous=["since"]).columns[0].values


def test_a_model_keeps_the_fact_and_one_without_it_has_the_same_tree() -> None:
    text = write_model(dtref.fit(_data(), dtref.CART))
    assert json.loads(text)["attributes"] == [{"name": "since", "width": "decimal", "unit": "day", "kind": "continuous"}]
    without = text.replace('"unit": "day", ', "")
    # in both orders, as equal attributes with other units must not be taken for one another
    for first, second in ((text, without), (without, text)):
        shown = [str(dtref.tree_text(parse_model(each).tree)) for each in (first, second)]
        assert ["12:00" in each for each in shown] == [first == text, second == text]
    assert parse_model(text).tree == parse_model(without).tree
    with pytest.raises(dtref.Invalid, match="unit: expected one of 'day'"):
        parse_model(text.replace('"unit": "day"', '"unit": "week"'))


def test_new_records_may_have_dates_or_their_texts(tmp_path: Path) -> None:
    model = dtref.fit(_data(), dtref.CART)
    values = [date(2024, 1, 1), datetime(2024, 1, 1, 12), "2024-01-01", "2024-01-01T12:00:00.5", datetime(2024, 1, 2), Fraction(738887)]
    wanted = ["a", "a", "a", "b", "b", "b"]
    assert [dtref.predict(model, {"since": value}).labels[0] for value in values] == wanted
    assert [p.labels[0] for p in dtref.predict(model, [{"since": value} for value in values[:2] + values[4:5]])] == ["a", "a", "b"]
    table = tmp_path / "new.csv"
    table.write_text("since\n2024-01-01\n2024-01-01 12:00:00.5\n738887\n")
    records = dtref.read_data(table, nominal=["since"], target="since")
    assert len(records) == 3
    names: dict[str, object] = {}
    exec(python_module(model, Doubles.EXACT), names)
    answer = names["predict_record"]
    assert callable(answer)
    assert [answer({"since": value}) for value in values] == wanted


def test_a_file_with_dates_is_read_by_its_days_where_it_says_so(tmp_path: Path) -> None:
    file = tmp_path / "since.csv"
    rows = [f"{day},{y}" for day, y in zip(DAYS, LABELS, strict=True)]
    file.write_text("since,y\n" + "\n".join(rows) + "\n")
    data = dtref.read_data(file, target="y", continuous=["since"])
    assert data.records == _data().records
    assert data.attributes[0] == Continuous("since")
    assert isinstance(data.attributes[0], Continuous) and data.attributes[0].unit is Unit.DAY
    file.write_text("since,y\n2024-01-01,a\n5,b\n")
    with pytest.raises(dtref.Invalid, match="expected a number"):
        dtref.read_data(file, target="y", continuous=["since"])


def test_the_head_of_an_export_tells_of_dates_by_the_fact_alone() -> None:
    data = _data()
    assert "Of since, read from dates" in python_module(dtref.fit(data, dtref.CART), Doubles.EXACT)
    numbers = dtref.from_frame({"since": [float(day_number(day)) for day in DAYS], "y": LABELS}, target="y")
    assert "dates" not in python_module(dtref.fit(numbers, dtref.CART), Doubles.EXACT)
