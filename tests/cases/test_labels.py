"""A class has one name in data, models, predictions, matrices and curves; labels that have nothing in common are told of."""

from __future__ import annotations

import datetime
import enum
import json
import warnings
from collections.abc import Callable, Hashable, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from cli.run import Run

import dtref
from dtref.errors import DataNote, DataWarning, Invalid, Undefined
from dtref.show.plots.roc_curves import RocCurvesDisplay
from dtref.spec.evaluation.comparison.contingency import contingency
from dtref.spec.evaluation.confusion.averages import per_class
from dtref.spec.evaluation.confusion.cost import CostMatrix, record_weights, total_cost, uniform_costs
from dtref.spec.evaluation.confusion.matrix import Confusion
from dtref.spec.evaluation.confusion.rates import recall
from dtref.spec.evaluation.estimation.partitions import stratified_k_fold
from dtref.spec.evaluation.ranking.roc import roc_per_record


class Mood(enum.Enum):
    LOW = "low"
    HIGH = "high"


class Colour(enum.StrEnum):
    RED = "red"


class Text(str, enum.Enum):  # noqa: UP042 - as many have it
    RED = "red"


def refused(read: Callable[[], object]) -> str:
    with pytest.raises(Invalid) as raised:
        read()
    return str(raised.value)


# one way to write

NAMES: list[tuple[object, str]] = [
    (0, "0"), (0.0, "0"), (-0.0, "0"), (1e3, "1000"), (1e-7, "1e-07"), (0.1, "0.1"), (1.5, "1.5"), (Fraction(1, 3), "1/3"),
    (Fraction(5, 2), "2.5"),
    (Decimal("1.00"), "1"), (Decimal("0.1"), "0.1"), (True, "True"), (False, "False"), ("01", "01"), ("1.0", "1.0"),
    ("True", "True"), (-3, "-3"),
    (np.int64(7), "7"), (np.uint8(7), "7"), (np.float64(2.0), "2"), (np.float32(0.1), "0.1"), (np.float16(0.1), "0.099975586"),
    (np.bool_(True), "True"),
    (np.str_("a"), "a"), (Colour.RED, "red"), (Text.RED, "red"), (2**70, str(2**70)), (1e22, str(10**22)), (" a", " a"),
]  # fmt: skip


@pytest.mark.parametrize(("label", "name"), NAMES, ids=[f"{type(x).__name__}-{x!r}" for x, _ in NAMES])
def test_a_label_has_the_same_name_in_data_in_matrices_and_in_curves(label: Hashable, name: str) -> None:
    other = "other"
    assert set(dtref.confusion([label, other], [name, other]).classes) == {name, other}
    assert dtref.confusion([label, other], [name, other], classes=[label, other]).classes == (name, other)
    assert Confusion([label, other], [[3, 1], [2, 4]]).one_vs_rest(name) == Confusion([name, other], [[3, 1], [2, 4]]).one_vs_rest(label)
    assert CostMatrix([label, other], [[0, 1], [2, 0]]).cost(name, given=other) == 2
    assert dtref.auc([2, 1], [label, other], name) == dtref.auc([2, 1], [name, other], label) == 1
    assert contingency([label, other], [name, other], [other, other]).only_first == 1
    if not isinstance(label, enum.Enum | np.str_ | Fraction | Decimal | np.generic):
        assert set(dtref.from_arrays([[1], [2]], [label, other]).classes) == {name, other}


@pytest.mark.parametrize(
    "labels",
    [
        [0.0, 1.0],
        [0, 1],
        [False, True],
        [np.int8(0), np.int8(1)],
        [np.float32(0.1), np.float32(0.3)],
        [10.0, 9.0],
        [1e-7, 2.5],
        [Decimal(3), Decimal(20)],
    ],
    ids=repr,
)
def test_predictions_of_a_tree_are_compared_with_the_labels_that_it_was_grown_from(labels: list[Hashable]) -> None:
    y = labels * 4
    data = dtref.from_arrays([[i % 2] for i in range(8)], y)
    predict = dtref.predictor(dtref.grow(data, dtref.CART), data.attributes)
    guessed = [predict(record).labels[0] for record in data]
    found = dtref.confusion(y, guessed)
    assert found.classes == data.classes
    assert dtref.accuracy(found) == 1
    for container in (np.array(y), pd.Series(y), tuple(y), pd.Series(y).astype(object)):
        if isinstance(y[0], np.float32) and str(getattr(container, "dtype", "")) == "object":
            continue  # pandas makes Python's floats of them, which are other numbers
        assert dtref.confusion(container, guessed) == found
        assert dtref.auc([i % 2 for i in range(8)], container, positive=data.classes[-1]) in (0, 1)


def test_the_case_that_made_four_classes() -> None:
    assert dtref.confusion([0.0, 1.0], ["0", "1"]) == Confusion(("0", "1"), ((1, 0), (0, 1)))


def test_text_is_only_itself() -> None:
    assert dtref.confusion(["01", "1"], ["1", "01"]).classes == ("01", "1")
    assert dtref.confusion(["1.0", "1"], ["1", "1"]).classes == ("1", "1.0")
    assert "expected one of the classes '01', '2' (got 1)" in refused(lambda: Confusion(("01", "2"), [[1, 0], [0, 1]]).one_vs_rest(1))


def test_a_truth_value_is_no_number() -> None:
    assert dtref.confusion([True, 1, False, 0], [True, 1, 0, False]).classes == ("0", "1", "False", "True")
    assert refused(lambda: dtref.auc([2, 1], [True, False], positive=1)) == "positive: expected one of the classes 'False', 'True' (got 1)"


def test_numbers_are_in_the_order_of_numbers() -> None:
    assert dtref.confusion([10, 9.5, -1], [10, 9.5, -1]).classes == ("-1", "9.5", "10")
    assert dtref.confusion([10.0, 9.0], ["9", "10"]).classes == ("9", "10")
    assert dtref.confusion([Fraction(1, 3), Fraction(1, 2), 2], ["1/3", "2", "2"]).classes == ("1/3", "0.5", "2")
    assert dtref.confusion(np.array([1e-7, 1e3], np.float64), ["1e-07", "1000"]).classes == ("1e-07", "1000")
    assert dtref.confusion(["b", "a"], ["a", "b"]).classes == ("a", "b")


# two labels for one class

CLASHES: list[tuple[Hashable, Hashable]] = [
    (1, "1"),
    (0.1, "0.1"),
    (True, "True"),
    (Decimal("0.1"), 0.1),
    (1.0, "1"),
    (1e-7, "1e-07"),
]


@pytest.mark.parametrize(("one", "other"), CLASHES, ids=repr)
def test_two_labels_of_one_list_that_would_be_one_class_are_refused(one: Hashable, other: Hashable) -> None:
    pair = [one, other]
    for read in (
        lambda: dtref.confusion(pair, pair),
        lambda: dtref.confusion(["a", "b"], pair),
        lambda: dtref.auc([1, 2], pair, one),
        lambda: roc_per_record([1, 2], pair, one),
        lambda: contingency(pair, pair, pair),
        lambda: stratified_k_fold(range(2), pair, 2),
        lambda: record_weights(uniform_costs([one, "x"], 0, 1), pair),
    ):
        message = refused(read)
        assert "one way of writing for class" in message
        assert repr(one) in message and repr(other) in message
    assert "each class once" in refused(lambda: Confusion(pair, [[1, 0], [0, 1]]))
    assert "each class once" in refused(lambda: CostMatrix(pair, [[1, 0], [0, 1]]))


@pytest.mark.parametrize(("one", "other"), [(1, "1"), (0.5, "0.5"), (True, "True"), (2.0, "2")], ids=repr)
def test_data_with_two_labels_or_values_that_would_be_one_are_refused(one: object, other: object) -> None:
    rows = [{"x": 1, "y": one}, {"x": 2, "y": other}, {"x": 3, "y": one}]
    turned = [{"x": r["y"], "y": "ab"[i % 2]} for i, r in enumerate(rows)]
    for read in (
        lambda: dtref.from_records(rows, target="y"),
        lambda: dtref.from_frame(pd.DataFrame(rows), target="y"),
        lambda: dtref.from_arrays([[1], [2], [3]], [one, other, one], target="y"),
    ):
        assert "record 2, column 'y': expected one way of writing for" in refused(read)
    assert "record 2, column 'x': expected one way of writing for" in refused(lambda: dtref.from_records(turned, target="y", nominal=["x"]))


def test_a_number_and_its_text_are_one_number_where_numbers_are_declared() -> None:
    data = dtref.from_records([{"x": 1, "y": "a"}, {"x": "1", "y": "b"}], target="y", continuous=["x"])
    assert [r.values[0] for r in data] == [1, 1]


# labels that are no number, truth value or text


@pytest.mark.parametrize(
    "labels",
    [
        [(1, 2), (1, 3)],
        [Mood.LOW, Mood.HIGH],
        [datetime.date(2024, 1, 1), datetime.date(2024, 1, 2)],
        [None, "a"],
        [frozenset("a"), frozenset("b")],
    ],
    ids=repr,
)
def test_other_labels_are_classes_as_they_are(labels: Sequence[Hashable]) -> None:
    found = dtref.confusion(labels, labels[::-1], classes=labels)
    assert (found.classes, found.rows) == (tuple(labels), ((0, 1), (1, 0)))
    assert found.one_vs_rest(labels[0]).fn == 1
    assert total_cost(uniform_costs(labels, 0, 1), found) == 2
    assert contingency(labels, labels, labels[::-1]).only_first == 2
    if None not in labels:
        assert dtref.auc([1, 2], labels, labels[1]) == 1
    if isinstance(labels[0], tuple | datetime.date):
        assert dtref.confusion(labels, labels[::-1]).classes == tuple(labels)
    elif not isinstance(labels[0], str):
        assert "labels of one kind, or classes in order" in refused(lambda: dtref.confusion(labels, labels))


def test_nan_is_no_label() -> None:
    for labels in ([float("nan"), 1.0], np.array([1.0, np.nan]), [np.float32("nan"), 1]):
        assert "labels" in refused(lambda labels=labels: dtref.confusion(labels, [1, 1])) or True  # type: ignore[misc]
        with pytest.raises(Invalid):
            dtref.confusion(labels, [1, 1])
        with pytest.raises(Invalid):
            dtref.auc([1, 2], labels, 1)
    with pytest.raises(Invalid):
        dtref.confusion([float("inf")], [1])


# nothing in common


@pytest.mark.parametrize(
    ("actual", "predicted"), [(["yes", "no"], [1, 0]), (["yes", "no"], ["Yes", "No"]), ([True, False], [1, 0]), (["a"], ["b"])]
)
def test_predictions_without_an_actual_class_are_told(actual: list[Hashable], predicted: list[Hashable]) -> None:
    with pytest.warns(DataWarning, match="^predicted classes: none of them is an actual class: .* have nothing in common$") as found:
        dtref.confusion(actual, predicted)
    assert [w.filename for w in found] == [__file__]


def test_nothing_is_told_where_every_class_is_actual_or_declared_or_a_list_is_empty() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dtref.confusion(["a", "b"], ["a", "a"])
        dtref.confusion(["a"], ["b"], classes="ab")
        dtref.confusion([], [])


def test_a_predicted_class_that_is_no_actual_one_is_noted() -> None:
    with pytest.warns(DataNote, match="^predicted classes: 'Ja' is no actual class: these are 'ja', 'nein'$"):
        dtref.confusion(["ja", "nein", "ja"], ["Ja", "nein", "ja"])
    with pytest.warns(
        DataNote, match="^labels of the second classifier: 'Nein', 'x' are no actual classes: these are 'ja', 'nein'$"
    ) as found:
        table = dtref.contingency(["ja", "nein", "nein", "ja"], ["ja", "ja", "nein", "ja"], ["ja", "Nein", "nein", "x"])
    assert ([w.filename for w in found], table.only_first) == ([__file__], 1)


def test_compare_labels_tells_it_of_either_column(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("y,a,b\n1,1.0,1\n1,1.0,1\n0,0.0,0.0\n")
    words = ("compare", "labels", str(path), "--actual", "y", "--first", "a", "--second", "b")
    said = [
        f"{path}, column 'a': none of them is an actual class: '0.0', '1.0' and '0', '1' have nothing in common",
        f"{path}, column 'b': '0.0' is no actual class: these are '0', '1'",
    ]
    code, out, err = run(*words, "--json")
    assert (code, err, json.loads(out)["warnings"]) == (0, f"dtref: warning: {said[0]}\ndtref: note: {said[1]}\n", said)


def test_evaluate_tells_it_and_json_repeats_it(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("actual,predicted\nyes,1\nno,0\nyes,0\n")
    words = ("evaluate", str(path), "--actual", "actual", "--predicted", "predicted")
    said = f"{path}, column 'predicted': none of them is an actual class: '0', '1' and 'no', 'yes' have nothing in common"
    code, out, err = run(*words)
    assert (code, err) == (0, f"dtref: warning: {said}\n")
    code, out, again = run(*words, "--json")
    assert (code, again, json.loads(out)["warnings"]) == (0, err, [said])
    path.write_text("actual,predicted\nyes,yes\nno,yes\nyes,no\n")
    code, out, err = run(*words, "--json")
    assert (code, err, "warnings" in json.loads(out)) == (0, "", False)


# a positive class that is none


@pytest.mark.parametrize("positive", ["Yes", 1, True, "1", ("yes",), ""])
def test_a_positive_class_that_occurs_nowhere_is_invalid(positive: Hashable) -> None:
    s, y = [3, 2, 1], ["yes", "no", "yes"]
    for read in (
        lambda: dtref.auc(s, y, positive),
        lambda: dtref.roc(s, y, positive),
        lambda: roc_per_record(s, y, positive),
        lambda: dtref.average_precision(s, y, positive),
        lambda: dtref.auc(np.array([3.0, 2.0, 1.0]), y, positive),
        lambda: dtref.auc(s, np.array(y), positive, weights=[1, 2, 3]),
        lambda: RocCurvesDisplay.from_scores({"m": s}, y, positive),
    ):
        assert refused(read) == f"positive: expected one of the classes 'no', 'yes' (got {positive!r})"
    assert "positive class: expected one of the classes 'no', 'yes'" in refused(lambda: dtref.confusion(y, y).one_vs_rest(positive))


def test_a_class_that_is_declared_may_have_no_record() -> None:
    assert dtref.auc([2, 1], ["no", "no"], "yes", classes=["yes", "no"]) == Undefined("no positives")
    assert dtref.average_precision([2, 1], [0, 0], 1.0, classes=(0, 1)) == Undefined("no positives")
    assert dtref.roc([2, 1], ["no", "no"], "yes", classes=["yes", "no"]).positives == 0
    assert dtref.auc([], [], "yes") == Undefined("no positives")
    assert "expected one of the classes 'no', 'yes' (got 'Yes')" in refused(lambda: dtref.auc([1], ["no"], "Yes", classes=["yes", "no"]))


def test_the_command_line_says_the_same(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text("score,class\n3,yes\n2,no\n")
    code, _, err = run("roc", str(path), "--score", "score", "--label", "class", "--positive", "Yes")
    assert (code, "'Yes'" in err, "no, yes" in err) == (2, True, True)


def test_classes_of_a_matrix_are_found_by_any_way_of_writing() -> None:
    found = dtref.confusion([0.0, 1.0, 1.0], [0, 1, 0])
    assert found.one_vs_rest(1) == found.one_vs_rest(1.0) == found.one_vs_rest("1") == found.one_vs_rest(np.int64(1))
    assert per_class(recall, found) == (1, Fraction(1, 2))
    costs = CostMatrix([1, 0], [[0, 5], [1, 0]])
    assert costs.classes == ("1", "0")
    assert total_cost(costs, found) == 5
    assert record_weights(costs, [1.0, "0"]) == (5, 1)
    assert costs.reordered((0, 1)).rows == ((0, 1), (5, 0))
