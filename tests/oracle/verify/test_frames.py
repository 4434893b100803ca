"""Frames as they are, for `verify`: the columns that the tree was given, as it reads them; the report is that of a data set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import dtref

COLUMNS: dict[str, list[Any]] = {
    "since": [None] * 6,
    "x": [1, 2, 3, 4, 5, 6],
    "flag": [True, False, True, False, True, True],
    "y": [1, 0, 1, 0, 0, 1],
}
FRAMES: dict[str, Callable[[], Any]] = {
    "pandas": lambda: pd.DataFrame(COLUMNS),
    "polars": lambda: pl.DataFrame(COLUMNS),
    "pyarrow": lambda: pa.table(COLUMNS),
    "mapping": lambda: COLUMNS,
}


@pytest.mark.parametrize("policy", [dtref.CART, dtref.SCIKIT_LEARN])
@pytest.mark.parametrize("library", FRAMES)
def test_a_model_is_verified_on_a_frame(library: str, policy: dtref.Policy) -> None:
    """Columns that it wasn't given are left out, booleans are what they were when it was grown, labels are of the user's type."""
    data = dtref.from_frame(COLUMNS, target="y", ignore=["since"])
    model = dtref.fit(data, policy)
    frame = FRAMES[library]()
    report = dtref.verify(model, frame, policy)
    assert (str(report), report.wrong) == (str(dtref.verify(model, data, policy)), ())
    if library != "mapping":  # which is one record to `predict`
        assert list(dtref.predict(model, frame).first_labels()) == COLUMNS["y"]
    # another label is found: the report can fail
    turned = {**COLUMNS, "y": [0, 0, 1, 0, 0, 1]}
    assert dtref.verify(model, turned, policy).wrong


def test_a_tree_of_another_program_wants_the_target_by_name() -> None:
    from sklearn.tree import DecisionTreeClassifier

    frame = FRAMES["pandas"]()
    tree = dtref.read_scikit_learn(DecisionTreeClassifier(random_state=0).fit(frame[["x", "flag"]], frame["y"]))
    assert not dtref.verify(tree, frame, dtref.SCIKIT_LEARN, target="y").wrong
    with pytest.raises(dtref.Invalid, match=r"^target: expected the name of the column of labels, one of 'since', 'x', 'flag', 'y'"):
        dtref.verify(tree, frame, dtref.SCIKIT_LEARN)
    data = dtref.from_frame(frame, target="y", ignore=["since"])
    with pytest.raises(dtref.Invalid, match="target: expected none, as a data set has its own"):
        dtref.verify(tree, data, dtref.SCIKIT_LEARN, target="y")
    assert not dtref.verify(tree, data, dtref.SCIKIT_LEARN).wrong


def test_without_a_policy_the_one_that_the_model_states_is_checked() -> None:
    """Of scikit-learn a frame with gaps, which its preset refuses; the refusal names the call that runs."""
    from sklearn.tree import DecisionTreeClassifier

    frame = pd.DataFrame({"a": [1, 2, 3, None, 5, 6, 7, 8], "b": [3, 1, 2, 5, None, 2, 2, 1]}, dtype=float)
    labels = list("uvuvuvvu")
    tree = dtref.read_scikit_learn(DecisionTreeClassifier(random_state=1, max_depth=2).fit(frame, labels))
    data = dtref.from_frame(frame.assign(y=labels), target="y")
    stated = dtref.verify(tree, data)
    assert str(stated) == str(dtref.verify(tree, data, dtref.policy_of(tree)))
    assert (stated.wrong, stated.tally["NotChecked"]) == ((), 0)
    with pytest.raises(dtref.Invalid) as refusal:
        dtref.verify(tree, data, dtref.SCIKIT_LEARN)
    call = refusal.value.wanted.partition("; ")[2].partition(" takes")[0]
    assert str(eval(call, {"dtref": dtref, "tree": tree, "data": data})) == str(stated)
    assert not dtref.verify(dtref.fit(data, dtref.C45), data).wrong
    with pytest.raises(dtref.Invalid, match="a policy is to be named"):
        dtref.verify(dtref.tree_of({"counts": {"u": "4", "v": "4"}, "label": ["u", "v"]}, data), data)
