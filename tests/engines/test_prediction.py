"""Predictions for tables of every form: the same as for their records, one by one, by another reading of trees and cells."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from chains import chain
from many import LEVELS

import dtref
from dtref.engines import prediction
from dtref.errors import Invalid
from dtref.spec.model.attributes import Continuous, Nominal, Width
from dtref.spec.model.tests import Multiway, Oblique, Threshold
from dtref.spec.model.trees import Branch, Gap, Leaf, Tree

np = pytest.importorskip("numpy")

ROWS: list[tuple[Any, Any]] = [(1, "a"), (2.5, "b"), (None, "a"), (Fraction(1, 3), None), (10, "c")]
"""The records of the tables below, and for each what the tree says of it, worked out by hand."""
LABELS = [("-",), ("+",), ("-",), ("-", "+"), ("+",)]


def leaf(minus: int, plus: int) -> Leaf:
    counts = (("-", Fraction(minus)), ("+", Fraction(plus)))
    return Leaf(counts, tuple(c for c, n in counts if n == max(minus, plus)))


def two_levels() -> Tree:
    """size <= 2: by colour (a: -, b: +, c: +; unknown in shares 2 : 1 : 1, so half -); else +. An unknown size takes the heavier left."""
    colour, size = Multiway(Nominal("colour", ("a", "b", "c"))), Threshold(Continuous("size"), Fraction(1), Fraction(3), Fraction(2))
    below = Branch(
        (("-", Fraction(2)), ("+", Fraction(2))), ("-", "+"), colour, (colour,), (leaf(2, 0), leaf(0, 1), leaf(0, 1)), Gap.FRACTIONS
    )
    return Branch((("-", Fraction(2)), ("+", Fraction(3))), ("+",), size, (size,), (below, leaf(0, 1)), Gap.HEAVIEST)


def frame(library: str) -> Callable[[], Any]:
    def made() -> Any:
        frames: Any = pytest.importorskip(library)
        sizes, colours = ([None if value is None else value for value in column] for column in zip(*ROWS, strict=True))
        return frames.DataFrame({"colour": colours, "size": [None if x is None else float(x) for x in sizes], "other": range(5)})

    return made


TABLES: dict[str, Callable[[], Any]] = {
    "mappings": lambda: [{"size": size, "colour": colour} for size, colour in ROWS],
    "pandas": frame("pandas"),
    "polars": frame("polars"),
    "data set": lambda: dtref.from_records(
        [{"size": size, "colour": colour, "y": "+-"[size == 1]} for size, colour in ROWS],
        target="y",
        missing=["?"],
        nominal={"colour": ["c", "b", "a"]},
    ),
}


@pytest.fixture(params=["compiled", "by level", "specification"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """All ways to predict, whatever a table is worth."""
    if request.param == "compiled":
        pytest.importorskip("numba")
        monkeypatch.setattr(prediction, "WORTH_KERNELS", 0)
    else:
        monkeypatch.setattr(prediction, "worth_kernels", lambda _: False)
        monkeypatch.setattr(prediction, "worth_arrays", lambda _: request.param == "by level")
    return str(request.param)


@pytest.mark.parametrize("form", TABLES)
@pytest.mark.usefixtures("engine")
def test_a_table_of_every_form(form: str) -> None:
    predicted = dtref.predict(two_levels(), TABLES[form]())
    assert [p.labels for p in predicted] == LABELS
    assert list(predicted.first_labels()) == [labels[0] for labels in LABELS]
    assert predicted[3].distribution == (("-", Fraction(1, 2)), ("+", Fraction(1, 2)))
    assert predicted[1:3] == (predicted[1], predicted[2])
    with pytest.raises(IndexError):
        predicted[5]


@pytest.mark.usefixtures("engine")
def test_rows_and_arrays_have_names() -> None:
    assert [p.labels for p in dtref.predict(two_levels(), ROWS, names=["size", "colour"])] == LABELS
    cells = np.array(ROWS, object)
    assert [p.labels for p in dtref.predict(two_levels(), cells, names=["size", "colour"])] == LABELS
    with pytest.raises(Invalid, match=r"names: expected 2 names"):
        dtref.predict(two_levels(), ROWS, names=["size"])


@pytest.mark.parametrize("cells", [(date(2026, 1, 1), 0), (float("inf"), 0), (True, "True"), ([], {})])
@pytest.mark.usefixtures("engine")
def test_cells_that_the_tree_does_not_ask_are_not_looked_at(cells: tuple[object, object]) -> None:
    rows, x = [(1, cells[0]), (2, cells[1])], [{"x": 1, "z": cells[0]}, {"x": 2, "z": cells[1]}]
    in_array = np.empty((2, 2), object)
    for i, row in enumerate(rows):
        in_array[i, 0], in_array[i, 1] = row
    for table, names in ((rows, ["x", "z"]), (in_array, ["x", "z"]), (x, None)):
        assert [p.labels for p in dtref.predict(chain(2), table, names)] == [("b",), ("a",)]
        if names is not None:
            assert len(dtref.predict(leaf(1, 2), table)) == 2


@pytest.mark.usefixtures("engine")
def test_columns_that_have_names_are_not_called_otherwise() -> None:
    data = dtref.from_records([{"x": 1, "z": 5, "y": "a"}, {"x": 2, "z": 0, "y": "b"}], target="y", continuous=["x", "z"])
    for table in (data, [{"x": 1, "z": 5}, {"x": 2, "z": 0}]):
        with pytest.raises(Invalid, match=r"^names: expected none, as the records name their values \(got \('z', 'x'\)\)$"):
            dtref.predict(chain(2), table, names=["z", "x"])


@pytest.mark.usefixtures("engine")
def test_a_number_that_a_test_cannot_round_is_told_with_its_place() -> None:
    test = Threshold(Continuous("x"), Fraction(0), Fraction(2), Fraction(1), width=Width.FLOAT32)
    tree = Branch((("-", Fraction(1)), ("+", Fraction(1))), ("-", "+"), test, (test,), (leaf(1, 0), leaf(0, 1)))
    for table in (np.array([[0.5], [1e39]]), [[Fraction(1, 2)], [10**39]]):
        with pytest.raises(Invalid, match=r"^record 2, x: expected a number that a float32 can hold \(got '[0-9]+'\)$"):
            dtref.predict(tree, table, names=["x"])


@pytest.mark.usefixtures("engine")
def test_what_is_neither_a_record_nor_a_table_is_told() -> None:
    for value in (5, None, {"x"}, object()):
        with pytest.raises(Invalid, match=r"^record: expected a mapping from attribute names to values \(got "):
            dtref.predict(chain(2), value)  # type: ignore[call-overload]
    with pytest.raises(Invalid, match=r"^X: expected rows of cells \(got array\(1\.\)\)$"):
        dtref.predict(chain(2), np.array(1.0))


@pytest.mark.parametrize("kind", ["int64", "uint8", "float32", "float16", "float64"])
@pytest.mark.usefixtures("engine")
def test_arrays_of_numbers_of_every_kind(kind: str) -> None:
    x = np.array([[1, 0], [2, 0], [3, 0]], kind)
    tree = chain(2)
    assert [p.labels for p in dtref.predict(tree, x, names=["x", "z"])] == [("b",), ("a",), ("b",)]
    assert [p.labels for p in dtref.predict(tree, x[:, ::-1], names=["z", "x"])] == [("b",), ("a",), ("b",)]


@pytest.mark.usefixtures("engine")
def test_whole_numbers_beyond_doubles_are_not_rounded() -> None:
    cut = Fraction(2**53)
    test = Threshold(Continuous("x"), cut - 1, cut + 1, cut)
    tree = Branch((("-", Fraction(1)), ("+", Fraction(1))), ("-", "+"), test, (test,), (leaf(1, 0), leaf(0, 1)))
    x = np.array([[2**53], [2**53 + 1]])
    assert float(x[1, 0]) == 2**53
    assert [p.labels for p in dtref.predict(tree, x, names=["x"])] == [("-",), ("+",)]


def test_a_deep_chain(engine: str) -> None:
    levels = 3_000 if engine == "specification" else LEVELS
    x = np.array([[1.0], [2.0], [levels - 1.0], [levels + 5.0]])
    assert list(dtref.predict(chain(levels), x, names=["x"]).first_labels()) == ["b", "a", "b", "b"]


@pytest.mark.parametrize(("levels", "records", "worth"), [(0, 1, True), (6, 1, False), (6, 20, True), (2_000, 4, True), (2_000, 1, False)])
def test_a_tree_is_made_into_rows_where_the_records_visit_more_nodes(levels: int, records: int, worth: bool) -> None:
    assert prediction._worth_rows(chain(levels), records) is worth


@pytest.mark.usefixtures("engine")
def test_a_tree_of_one_leaf_asks_nothing() -> None:
    predicted = dtref.predict(leaf(1, 2), [["anything"], [None]])
    assert list(predicted.first_labels()) == ["+", "+"]
    assert len(dtref.predict(leaf(1, 2), [])) == 0


@pytest.mark.usefixtures("engine")
def test_the_first_record_that_is_refused_is_named() -> None:
    with pytest.raises(Invalid, match=r"record 2, x: expected a number \(got MISSING\)"):
        dtref.predict(chain(2), [[1.0], [None], [float("nan")]], names=["x"])
    with pytest.raises(Invalid, match=r"^records: expected columns that the tree asks: 'x' \(got 'columns x0'\)$"):
        dtref.predict(chain(2), np.ones((3, 1)))
    with pytest.raises(Invalid, match=r"record 3, x: expected a number \(got inf\)"):
        dtref.predict(chain(2), np.array([[1.0], [2.0], [float("inf")]]), names=["x"])
    with pytest.raises(Invalid, match=r"record 2, column 'colour': expected one of 'a', 'b', 'c' \(got 'd'\)"):
        dtref.predict(two_levels(), [(1, "a"), (1, "d")], names=["size", "colour"])


@pytest.mark.usefixtures("engine")
def test_oblique_tests_are_asked_by_the_specification() -> None:
    x, y = Continuous("x"), Continuous("y")
    test = Oblique(((x, Fraction(1)), (y, Fraction(1))), Fraction(1))
    tree = Branch((("-", Fraction(1)), ("+", Fraction(1))), ("-", "+"), test, (test,), (leaf(1, 0), leaf(0, 1)))
    assert list(dtref.predict(tree, np.array([[0.5, 0.5], [0.5, 0.75]]), names=["x", "y"]).first_labels()) == ["-", "+"]


def test_without_numpy_the_specification_predicts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    rows = [{"x": 1 + i % 3} for i in range(2 * prediction.WORTH_ARRAYS)]
    assert dtref.predict(chain(2), rows).first_labels()[:3] == ["b", "a", "b"]


@pytest.mark.parametrize("records", [{"x": 1}, [[1, 2]]], ids=["a record", "a table"])
def test_what_is_no_tree_is_refused(records: object) -> None:
    """Nor a model."""
    others: list[object] = [dtref.ID3, "tree", None]
    for other in others:
        with pytest.raises(Invalid, match=r"^tree: expected a tree"):
            dtref.predict(other, records)  # type: ignore[call-overload]


def test_every_column_that_lacks_is_named_before_any_record() -> None:
    """Of frames, lists of mappings and data sets alike."""
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"a": [1, 1, 2, 2], "b": [1, 2, 1, 2], "other": list("pqpq")})
    labels = list("uvvu")
    model = dtref.fit(dtref.from_arrays(frame[["a", "b"]], labels), dtref.CART)
    lacking = frame[["other"]]
    said = r"^records: expected columns that the tree asks: 'a', 'b' \(got 'columns other'\)$"
    for records in (lacking, lacking.to_dict("records"), dtref.from_arrays(lacking, labels)):
        with pytest.raises(Invalid, match=said):
            dtref.predict(model, records)
