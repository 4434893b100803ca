"""Python objects, numpy arrays and data frames: exact numbers, widths, missing values, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtref.errors import DataWarning, Invalid
from dtref.io.arrays import arrays_table, from_arrays, from_frame, from_records, records_table
from dtref.io.schema import Schema
from dtref.io.tables import parse_csv
from dtref.io.to_data_set import conform
from dtref.spec.model.attributes import MISSING, Cell, Continuous, Nominal, Ordinal, Width
from dtref.spec.model.data import DataSet, Record

FLOAT64, FLOAT32 = Fraction(3602879701896397, 2**55), Fraction(13421773, 134217728)


def message(read: Callable[[], object]) -> str:
    with pytest.raises(Invalid) as raised:
        read()
    return str(raised.value)


def column(values: object, **kinds: object) -> tuple[object, tuple[Cell, ...]]:
    """The attribute and the cells of a frame's one column x."""
    data = from_frame({"x": values, "y": ["a"] * len(values)}, target="y", **kinds)  # type: ignore[arg-type]
    return data.attributes[0], tuple(r.values[0] for r in data)


# exact numbers and their widths


def test_a_tenth_is_three_different_numbers() -> None:
    assert column([Decimal("0.1")]) == (Continuous("x"), (Fraction(1, 10),))
    assert column([0.1]) == (Continuous("x", Width.FLOAT64), (FLOAT64,))
    assert column(np.array([0.1])) == (Continuous("x", Width.FLOAT64), (FLOAT64,))
    assert column(np.array([0.1], dtype=np.float32)) == (Continuous("x", Width.FLOAT32), (FLOAT32,))
    assert column([np.float32(0.1)]) == (Continuous("x", Width.FLOAT32), (FLOAT32,))
    assert column([np.float64(0.1)]) == (Continuous("x", Width.FLOAT64), (FLOAT64,))


@pytest.mark.parametrize("dtype", ["float32", "Float32"])
def test_pandas_float32_keeps_its_width(dtype: str) -> None:
    assert column(pd.Series([0.1, None], dtype=dtype)) == (Continuous("x", Width.FLOAT32), (FLOAT32, MISSING))


def test_float16_is_exact_and_a_float32() -> None:
    assert column(np.array([0.1], dtype=np.float16)) == (Continuous("x", Width.FLOAT32), (Fraction(float(np.float16(0.1))),))


def test_ints_fractions_and_decimals_are_exact() -> None:
    assert column([10**30, Fraction(1, 3), Decimal("1e-3")])[1] == (Fraction(10**30), Fraction(1, 3), Fraction(1, 1000))
    assert column(np.array([2**63 - 1]))[1] == (Fraction(2**63 - 1),)


def test_the_width_of_mixed_columns() -> None:
    assert column([1, 0.5])[0] == Continuous("x", Width.FLOAT64)
    assert column([np.float32(0.5), 0.5])[0] == Continuous("x", Width.FLOAT64)
    assert column([Decimal("0.1"), 0.5])[0] == Continuous("x")
    assert column([1, float("nan")])[0] == Continuous("x")


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=3))
def test_float64_columns_are_exact(xs: list[float]) -> None:
    assert column(np.array(xs)) == column(xs) == (Continuous("x", Width.FLOAT64), tuple(map(Fraction, xs)))


# missing, infinite, text, bool


@pytest.mark.parametrize(
    "absent", [None, float("nan"), np.nan, pd.NA, pd.NaT, Decimal("NaN"), Decimal("-sNaN"), np.ma.masked, MISSING, "", "?"]
)
def test_signs_of_absence_are_missing(absent: object) -> None:
    assert column([1, absent]) == (Continuous("x"), (Fraction(1), MISSING))


def test_masked_arrays_and_nullable_columns() -> None:
    assert column(np.ma.masked_array([1, 2], mask=[False, True]))[1] == (Fraction(1), MISSING)
    assert column(pd.array([1, None], dtype="Int64"))[1] == (Fraction(1), MISSING)
    assert column(pd.array([True, None], dtype="boolean")) == (Nominal("x", ("True",)), ("True", MISSING))


@pytest.mark.parametrize("infinity", [float("inf"), -np.inf, np.float32("inf"), Decimal("-Infinity")])
def test_infinities_are_refused(infinity: object) -> None:
    assert message(lambda: column([1, infinity])).startswith("record 2, column 'x': expected a finite number (got ")


@pytest.mark.parametrize("value", [1j, b"a", [1], pd.Timestamp("2020-01-01"), object])
def test_other_values_are_refused(value: object) -> None:
    assert message(lambda: column([1, value])).startswith("record 2, column 'x': expected a number, a text, a bool or None (")


def test_a_decimal_exponent_bomb_is_refused() -> None:
    assert message(lambda: column([Decimal("1e999999")])) == (
        "record 1, column 'x': expected a number of at most 2000 digits before and after the point (got '1E+999999')"
    )


def test_text_is_nominal_even_if_it_looks_like_numbers() -> None:
    assert column(["10", "9"]) == (Nominal("x", ("9", "10")), ("10", "9"))
    assert column(["10", "9"], continuous=["x"]) == (Continuous("x"), (Fraction(10), Fraction(9)))
    assert column(np.array(["b", "a"])) == column(np.array(["b", "a"], dtype=object)) == (Nominal("x", ("a", "b")), ("b", "a"))
    assert column(pd.Series(["b", None])) == (Nominal("x", ("b",)), ("b", MISSING))
    assert column([" b"])[1] == (" b",)


def test_bools_are_nominal() -> None:
    assert column([True, False]) == column(np.array([True, False])) == (Nominal("x", ("False", "True")), ("True", "False"))


def test_numbers_and_text_mixed_are_nominal() -> None:
    with pytest.warns(DataWarning, match="read as nominal, though 2 of its 3 cells look like numbers; others are 'a'"):
        assert column([1, "a", 0.5]) == (Nominal("x", ("0.5", "1", "a")), ("1", "a", "0.5"))


def test_a_column_of_missing_values_is_nominal_without_values() -> None:
    assert column([None, float("nan")]) == (Nominal("x", ()), (MISSING, MISSING))
    assert column([None], continuous=["x"]) == (Continuous("x"), (MISSING,))


# categories


def test_categories_keep_their_order() -> None:
    assert column(pd.Categorical(["b"], ["c", "b", "a"])) == (Nominal("x", ("c", "b", "a")), ("b",))
    assert column(pd.Series(pd.Categorical(["b", None], ["b", "a"], ordered=True))) == (Ordinal("x", ("b", "a")), ("b", MISSING))
    assert column(pd.Categorical([2], [3, 2])) == (Nominal("x", ("3", "2")), ("2",))
    assert column(pd.Categorical([0.1], [0.2, 0.1])) == (Nominal("x", ("0.2", "0.1")), ("0.1",))


def test_keywords_override_categories() -> None:
    assert column(pd.Categorical(["b"], ["b", "a"]), nominal={"x": ("a", "b")})[0] == Nominal("x", ("a", "b"))
    assert column(pd.Categorical([2], [3, 2]), continuous=["x"]) == (Continuous("x"), (Fraction(2),))


def test_a_missing_token_is_no_category() -> None:
    assert column(pd.Categorical(["?", "b"], ["?", "b"])) == (Nominal("x", ("b",)), (MISSING, "b"))


def test_an_ordered_target_is_classes_in_that_order() -> None:
    assert from_arrays([[1]], pd.Categorical(["lo"], ["lo", "hi"], ordered=True)).target == Nominal("class", ("lo", "hi"))


# labels


@pytest.mark.parametrize("y", [[0, 1], [0.0, 1.0], np.array([0, 1]), np.array([0.0, 1.0], dtype=np.float32), pd.Series([0, 1])])
def test_numeric_labels_are_classes(y: object) -> None:
    assert from_arrays([["a"], ["b"]], y) == DataSet(
        (Nominal("x0", ("a", "b")),), Nominal("class", ("0", "1")), (Record(("a",), "0"), Record(("b",), "1"))
    )


def test_classes_that_are_numbers_stand_in_their_order() -> None:
    assert from_arrays([[1]] * 3, [10, 9, -1]).classes == ("-1", "9", "10")
    assert from_arrays([[1]] * 2, [0.5, np.float32(0.1)]).classes == ("0.10000000149011612", "0.5")


def test_a_continuous_target_is_a_regression() -> None:
    data = from_arrays([["a"]], [0.1], target="price", continuous=["price"])
    assert (data.target, data.records[0].label) == (Continuous("price", Width.FLOAT64), FLOAT64)


# shapes


def test_one_table_in_many_shapes() -> None:
    rows = [[1, 2], [3, 4]]
    frame = pd.DataFrame(rows, columns=["x0", "x1"])
    shapes: list[object] = [rows, tuple(map(tuple, rows)), iter(rows), np.array(rows), frame, [np.array(r) for r in rows]]
    assert {from_arrays(X, ["a", "b"]) for X in shapes} == {from_arrays(rows, ["a", "b"])}


def test_a_frame_keeps_the_dtype_of_each_column() -> None:
    frame = pd.DataFrame({"a": np.array([0.1], np.float32), "b": [0.1], "c": ["t"], 7: [1]})
    assert from_arrays(frame, ["+"]).attributes == (
        Continuous("a", Width.FLOAT32),
        Continuous("b", Width.FLOAT64),
        Nominal("c", ("t",)),
        Continuous("7"),
    )


def test_a_frame_that_holds_target_and_weights() -> None:
    frame = pd.DataFrame({"x": [1, 2], "w": [0.5, 2.0], "y": ["a", "b"], "id": [1, 2]})
    assert from_frame(frame, target="y", weights="w", ignore=["id"]) == DataSet(
        (Continuous("x"),),
        Nominal("y", ("a", "b")),
        (Record((Fraction(1),), "a", Fraction(1, 2)), Record((Fraction(2),), "b", Fraction(2))),
    )


class Column:
    """A polars series, as far as dtref looks."""

    def __init__(self, values: list[object], dtype: str) -> None:
        self.values, self.dtype = values, dtype

    def to_list(self) -> list[object]:
        return self.values


class PolarsFrame:
    """A polars frame, as far as dtref looks."""

    columns = ("a", "b")

    def __getitem__(self, name: object) -> Column:
        return Column([0.5, None], "Float32") if name == "a" else Column(["t", "u"], "String")


def test_a_frame_of_another_library() -> None:
    assert from_arrays(PolarsFrame(), ["+", "-"]).attributes == (Continuous("a", Width.FLOAT32), Nominal("b", ("t", "u")))


def test_names_and_weights() -> None:
    data = from_arrays([[1, 2]], ["a"], names=["p", "q"], weights=[Decimal("0.5")])
    assert ([a.name for a in data.attributes], data.records[0].weight) == (["p", "q"], Fraction(1, 2))
    assert from_arrays({"weights": [1]}, ["a"], weights=np.array([3])).records == (Record((Fraction(1),), "a", Fraction(3)),)


def test_tables_without_rows_or_columns() -> None:
    assert from_arrays([], []) == DataSet((), Nominal("class", ()), ())
    assert from_arrays([], [], names=["a"]).attributes == (Nominal("a", ()),)
    assert from_arrays(np.empty((0, 2)), []).attributes == (Nominal("x0", ()), Nominal("x1", ()))
    assert from_arrays(pd.DataFrame({"a": []}), []).attributes == (Nominal("a", ()),)
    assert from_arrays([[], []], ["a", "b"]).records == (Record((), "a"), Record((), "b"))


@pytest.mark.parametrize(
    ("read", "wanted"),
    [
        (lambda: from_arrays([1, 2], [0, 1]), "X, row 1: expected a row of cells (got 1)"),
        (lambda: from_arrays(np.array([1, 2]), [0, 1]), "X, row 1: expected a row of cells (got 1)"),
        (lambda: from_arrays(["ab"], [0]), "X, row 1: expected a row of cells (got 'ab')"),
        (lambda: from_arrays(7, [0]), "X: expected rows of cells (got 7)"),
        (lambda: from_arrays([[1], [1, 2]], [0, 1]), "X, row 2: expected 1 cells (got 2)"),
        (lambda: from_arrays([[1]], [0, 1]), "y: expected 1 cells, one for each row of X (got 2)"),
        (lambda: from_arrays([[1]], 0), "column 'class': expected a sequence of cells (got 0)"),
        (lambda: from_arrays([[1]], {0}), "column 'class': expected a sequence of cells (got {0})"),
        (lambda: from_arrays([[1]], "0"), "column 'class': expected a sequence of cells (got '0')"),
        (lambda: from_arrays([[1]], [[0]]), "record 1, column 'class': expected a number, a text, a bool or None (got [0])"),
        (lambda: from_arrays([[1]], [0], weights=[]), "weights: expected 1 cells, one for each row of X (got 0)"),
        (
            lambda: from_arrays([[1]], [0], weights=[0]),
            "record 1, column 'weights=': expected a positive number (it is a weight); or drop=['weightless'] (got '0')",
        ),
        (
            lambda: from_arrays([[1]], [None]),
            "record 1, column 'class': expected a known value (it is the target); or drop=['unlabelled'] (got MISSING)",
        ),
        (lambda: from_arrays([[1]], [0], names=["a", "b"]), "names: expected 1 names (got ('a', 'b'))"),
        (lambda: from_arrays([[1, 2]], [0], names=["a", "a"]), "X, column 2: expected a name that no other column has (got 'a')"),
        (lambda: from_arrays([[1]], [0], target="x0"), "X, column 2: expected a name that no other column has (got 'x0')"),
        (lambda: from_arrays({"a": [1, 2], "b": [1]}, [0, 1]), "X, column 'b': expected 2 cells (got 1)"),
        (
            lambda: from_arrays(pd.DataFrame([[1, 2]], columns=["a", "a"]), [0]),
            "X: expected distinct column names (got ('a', 'a'))",
        ),
        (lambda: from_arrays([[1]], [0], continuous=["z"]), "X, columns: expected one of the columns 'x0', 'class' (got 'z')"),
        (lambda: from_arrays([["a"]], [0], continuous=["x0"]), "record 1, column 'x0': expected a number (got 'a')"),
        (lambda: from_records([], target="y"), "records: expected at least one record, as the first one names the columns (got [])"),
        (lambda: from_records([{"x": 1}, {}], target="x"), "record 2: expected the columns 'x' (got ())"),
        (lambda: from_records([{"x": 1}]), "records, target: expected one of the columns 'x' (got 'none is named')"),
        (
            lambda: from_records([7], target="x"),  # type: ignore[list-item]
            "record 1: expected a mapping from column names to cells (got 7)",
        ),
    ],
)
def test_what_is_refused(read: Callable[[], object], wanted: str) -> None:
    assert message(read) == wanted


# records


def test_records_in_any_order_have_the_same_attributes() -> None:
    rows: list[dict[str, object]] = [{"x": "b", "y": 1}, {"x": "a", "y": 0}]
    one, other = from_records(rows, target="y"), from_records(reversed(rows), target="y")
    assert (one.attributes, one.target, set(one)) == (other.attributes, other.target, set(other))


def test_records_and_csv_agree() -> None:
    rows: list[dict[str, object]] = [{"x": Decimal("0.1"), "z": "b", "y": "+"}, {"x": None, "z": "a", "y": "-"}]
    assert from_records(rows, target="y") == parse_csv("x,z,y\n0.1,b,+\n?,a,-\n", target="y")


def test_rows_for_known_attributes() -> None:
    known = (Nominal("z", ("a", "b")), Continuous("x"))
    rows: list[dict[str, object]] = [{"x": 1, "z": "a", "other": 0}]
    assert conform(records_table(rows), known, None, Schema()) == (Record(("a", Fraction(1))),)
    assert conform(arrays_table([["b", 2]], ["z", "x"]), known, None, Schema()) == (Record(("b", Fraction(2))),)


def test_no_array_library_is_imported() -> None:
    program = "import sys, dtref.io.arrays, dtref.io.tables; print(sorted({'numpy', 'pandas', 'polars', 'sympy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"
