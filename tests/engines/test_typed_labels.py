"""Labels come back from a model in the type in which they were in memory, whatever held them, also after it was saved."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dtref

NUMBERS = [[1.0], [2.0], [8.0], [9.0]]

LABELS: dict[str, tuple[Any, list[Any]]] = {
    "whole numbers": ([0, 0, 1, 1], [0, 1]),
    "whole numbers in an array": (np.array([0, 0, 1, 1]), [0, 1]),
    "numbers above ten, which texts would sort otherwise": ([10, 10, 9, 9], [10, 9]),
    "doubles": (np.array([0.5, 0.5, 2.0, 2.0]), [0.5, 2.0]),
    "singles": (np.array([0.1, 0.1, 2.0, 2.0], np.float32), [float(np.float32(0.1)), 2.0]),
    "truth values": ([False, False, True, True], [False, True]),
    "truth values in an array": (np.array([False, False, True, True]), [False, True]),
    "texts": (["a", "a", "b", "b"], ["a", "b"]),
    "texts of digits": (["0", "0", "1", "1"], ["0", "1"]),
    "dates": ([date(2024, 5, 17)] * 2 + [date(2025, 1, 1)] * 2, [date(2024, 5, 17), date(2025, 1, 1)]),
    "times": (np.array(["2024-05-17T06:00"] * 2 + ["2025-01-01"] * 2, "datetime64[us]"), [datetime(2024, 5, 17, 6), datetime(2025, 1, 1)]),
}


def answers(model: dtref.Model) -> list[Any]:
    labels = dtref.predict(model, [[1.5], [8.5]], ["x0"]).first_labels()
    return labels if isinstance(labels, list) else labels.tolist()


@pytest.mark.parametrize("kind", LABELS)
def test_labels_keep_their_type(kind: str, tmp_path: Path) -> None:
    labels, wanted = LABELS[kind]
    model = dtref.fit(dtref.from_arrays(NUMBERS, labels, nominal=["class"]), dtref.CART)
    dtref.save_model(model, tmp_path / "m.json")
    for one in (model, dtref.read_model(tmp_path / "m.json")):
        assert [(type(a), a) for a in answers(one)] == [(type(b), b) for b in wanted]
        single = dtref.predict(one, {"x0": 1.5})
        assert single.labels == (wanted[0],)
        assert type(single.labels[0]) is type(wanted[0])
        assert isinstance(single.distribution, tuple)
        assert {label for label, _ in single.distribution} == set(wanted)


def test_arrays_and_lists_answer_alike() -> None:
    """The path through arrays, which the compiled engine serves, has the same labels as lists."""
    many = np.arange(1000.0)[:, None]
    model = dtref.fit(dtref.from_arrays(many, many[:, 0] > 400), dtref.CART)
    labels = dtref.predict(model, many).first_labels()
    assert isinstance(labels, np.ndarray)
    assert labels.dtype == bool
    assert labels.tolist() == [x > 400 for x in range(1000)]


def test_labels_of_two_types_and_means_are_as_before() -> None:
    mixed = dtref.fit(dtref.from_arrays(NUMBERS, [0, 0, 1.5, 1.5]), dtref.CART)
    assert answers(mixed) == ["0", "1.5"]
    means = dtref.fit(dtref.from_arrays(NUMBERS, [0, 0, 1, 1], continuous=["class"]), dtref.REGRESSION_TREE)
    assert answers(means) == [0, 1]


def test_the_type_makes_no_other_data_set_and_no_other_tree() -> None:
    whole, texts = dtref.from_arrays(NUMBERS, [0, 0, 1, 1]), dtref.from_arrays(NUMBERS, ["0", "0", "1", "1"])
    assert whole == texts
    assert dtref.grow(whole, dtref.CART) == dtref.grow(texts, dtref.CART)
    assert [p.labels for p in dtref.predict(dtref.grow(whole, dtref.CART), [[1.5]], ["x0"])] == [("0",)]


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_frames(library: str) -> None:
    """A frame's labels come back, missing ones aside, and the frame is predicted as it is."""
    made = pytest.importorskip(library)
    columns = {"age": [20, 30, 60, 70], "member": [True, False, True, False], "churn": [False, False, True, True]}
    frame = made.table(columns) if library == "pyarrow" else made.DataFrame(columns)
    data = dtref.from_frame(frame, target="churn")
    model = dtref.fit(data, dtref.CART)
    labels = dtref.predict(model, frame).first_labels()
    assert list(labels) == columns["churn"]
    assert not dtref.verify(model, data, dtref.CART).wrong
    assert dtref.trained_on(model, frame).seen == 4


def test_a_type_that_a_file_invents_is_refused() -> None:
    text = dtref.write_model(dtref.fit(dtref.from_arrays(NUMBERS, [0, 0, 1, 1]), dtref.CART))
    with pytest.raises(dtref.Invalid, match=r"target, label_type: expected one of 'bool', 'int'"):
        dtref.parse_model(text.replace('"label_type": "int"', '"label_type": "colour"'))


def test_fit_says_which_algorithm_and_which_records(tmp_path: Path) -> None:
    data = dtref.from_arrays(NUMBERS, [0, 0, 1, 1])
    model = dtref.fit(data, dtref.CART)
    dtref.save_model(model, tmp_path / "m.json")
    again = dtref.reproduce(dtref.read_model(tmp_path / "m.json"), data)
    assert again.same
    assert str(again).splitlines()[0] == "tree       the same"


def test_fit_says_that_a_policy_was_changed() -> None:
    from attrs import evolve

    changed = evolve(dtref.CART, stop=(*dtref.CART.stop, dtref.AtDepth(1)))
    model = dtref.fit(dtref.from_arrays(NUMBERS, [0, 0, 1, 1]), changed)
    assert model.algorithm == "CART, with options"
    with pytest.raises(dtref.Invalid, match="with options"):
        dtref.reproduce(model, dtref.from_arrays(NUMBERS, [0, 0, 1, 1]))


def test_a_model_is_verified_as_its_file_is(tmp_path: Path) -> None:
    data = dtref.from_arrays(NUMBERS, [0, 1, 0, 1])
    model = dtref.fit(data, dtref.CART)
    dtref.save_model(model, tmp_path / "m.json")
    of_file = dtref.verify(dtref.read_foreign(tmp_path / "m.json", "dtref"), data, dtref.CART)
    of_model = dtref.verify(model, data, dtref.CART)
    assert list(dtref.report_text(of_model))[1:] == list(dtref.report_text(of_file))[1:]  # after the line that names the source
    assert dtref.verify(model, dtref.from_arrays(NUMBERS, [1, 1, 0, 0]), dtref.CART).wrong


def test_labels_and_numbers_of_a_data_set() -> None:
    data = dtref.from_arrays(NUMBERS, [0, 0, 1, 1])
    assert data.labels == ("0", "0", "1", "1")
    assert data.numbers("x0") == (1, 2, 8, 9)
    with pytest.raises(dtref.Invalid, match="one of 'x0'"):
        data.numbers("x1")


def test_messages_name_the_label_of_a_record_in_the_index() -> None:
    """A record is told by its number, and by its label where the index of a pandas frame has labels, when data are read and predicted."""
    frame = pytest.importorskip("pandas").DataFrame({"age": [20.0, 30.0, 60.0, 70.0], "churn": [0, 0, 1, 1]}, index=list("abcd"))
    model = dtref.fit(dtref.from_frame(frame, target="churn"), dtref.CART)
    frame.loc["c", "age"] = float("nan")
    with pytest.raises(dtref.Invalid, match=r"^record 3 \(index 'c'\), age: expected a number"):
        dtref.predict(model, frame)
