"""scikit-learn's models inside others, and its trees as files, predict what it does; what changes values is refused by its name."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_iris
from sklearn.ensemble import BaggingClassifier
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import GridSearchCV
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor, export_text

import dtref
from dtref.errors import Invalid, Undefined
from dtref.io.foreign.scikit_learn_json import write_named_model, write_scikit_learn
from dtref.io.foreign.scikit_learn_text import parse_export_text
from dtref.oracle.verify.route_comparison import route_diff

IRIS = load_iris(as_frame=True)
FRAME, SPECIES = IRIS.data, IRIS.target_names[IRIS.target]
RECORDS = [dict(zip(FRAME.columns, map(float, row), strict=True)) for row in FRAME.to_numpy()]


def tree(**settings: Any) -> Any:
    return DecisionTreeClassifier(random_state=0, **settings)


PARTS = ColumnTransformer(
    [("a", "passthrough", ["petal width (cm)"]), ("b", FunctionTransformer(), [0]), ("c", "drop", [1])], remainder="passthrough"
)
MASKED = ColumnTransformer([("a", make_pipeline(SelectKBest(k=1)), slice(0, 3)), ("m", "passthrough", [False, True, False, True])])
SINGLE = {
    "selected": make_pipeline(SelectKBest(k=2), tree()),
    "parts": make_pipeline(PARTS, tree(max_depth=3)),
    "masked": make_pipeline(MASKED, tree()),
    "searched": GridSearchCV(make_pipeline("passthrough", tree()), {"decisiontreeclassifier__max_depth": [1, 3]}, cv=2),
}


@pytest.mark.parametrize("model", SINGLE.values(), ids=SINGLE)
def test_a_tree_in_a_pipeline_or_search_asks_the_columns_of_the_data(model: Any) -> None:
    model.fit(FRAME, SPECIES)
    predict = dtref.foreign_predictor(dtref.read_scikit_learn(model))
    assert [predict(record).labels[0] for record in RECORDS] == model.predict(FRAME).tolist()


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (make_pipeline(StandardScaler(), tree()), "step standardscaler: expected a step that selects columns; else, of the pipeline p"),
        (make_pipeline(ColumnTransformer([("s", StandardScaler(), [0])]), tree()), "columntransformer, s: .*StandardScaler, which changes"),
        (GridSearchCV(tree(), {"max_depth": [1]}, refit=False, cv=2), "expected the names of the columns|refit=True"),
    ],
)
def test_what_changes_values_is_refused_by_name(model: Any, message: str) -> None:
    model.fit(FRAME, SPECIES)
    with pytest.raises(Invalid, match=message):
        dtref.read_scikit_learn(model)


def test_names_are_wanted_where_the_model_has_none() -> None:
    with pytest.raises(Invalid, match="the names of the columns"):
        dtref.read_scikit_learn(tree().fit(FRAME.to_numpy(), SPECIES))


def test_bagged_pipelines_vote_as_they_do() -> None:
    bagged = BaggingClassifier(make_pipeline(SelectKBest(k=1), tree(max_depth=2)), max_features=0.5, n_estimators=4, random_state=0)
    bagged.fit(FRAME, SPECIES)
    members = [dtref.foreign_predictor(member) for member in dtref.read_scikit_learn_forest(bagged)]
    for record, theirs in zip(RECORDS[::9], bagged.predict_proba(FRAME)[::9], strict=True):
        shares = [dict(p) for predict in members if not isinstance(p := predict(record).predicted.distribution, Undefined)]
        ours = [float(sum(share[name] for share in shares) / len(shares)) for name in bagged.classes_]
        assert np.allclose(ours, theirs, rtol=0, atol=1e-12)


def test_a_tree_for_one_class_against_the_rest_names_it() -> None:
    rest = OneVsRestClassifier(tree(max_depth=2)).fit(FRAME, SPECIES)
    for i, member in enumerate(dtref.read_scikit_learn_forest(rest)):
        name = rest.classes_[i]
        predict, theirs = dtref.foreign_predictor(member), rest.estimators_[i].predict(FRAME)
        assert member.classes == (f"not {name}", name)
        assert [predict(record).labels[0] == name for record in RECORDS] == theirs.astype(bool).tolist()
    pairs = dtref.read_scikit_learn_forest(OneVsOneClassifier(tree()).fit(FRAME, SPECIES))
    assert [pair.classes for pair in pairs] == [("setosa", "versicolor"), ("setosa", "virginica"), ("versicolor", "virginica")]


def test_calibrated_trees_say_that_shares_change() -> None:
    members = dtref.read_scikit_learn_forest(CalibratedClassifierCV(tree(max_depth=2), cv=3).fit(FRAME, SPECIES))
    assert len(members) == 3
    assert all("calibrated" in note for member in members for note in member.notes)


def test_a_file_without_pickle_is_the_tree_that_was_fitted(tmp_path: Path) -> None:
    gaps = FRAME.to_numpy().copy()
    gaps[::7, 2] = np.nan
    for model in (tree(), DecisionTreeRegressor(max_leaf_nodes=9)):
        model.fit(gaps, SPECIES if model.__class__ is DecisionTreeClassifier else IRIS.target)
        write_scikit_learn(model, tmp_path / "m.json", list("abcd"))
        from_file, fitted = dtref.read_foreign(tmp_path / "m.json", "sklearn"), dtref.read_scikit_learn(model, list("abcd"))
        assert not route_diff(from_file, fitted).differences
        assert (from_file.settings, from_file.classes, from_file.gaps) == (fitted.settings, fitted.classes, fitted.gaps)
        assert from_file.root.counts == fitted.root.counts
        assert from_file.root.impurity == fitted.root.impurity


def test_a_model_of_a_module_is_written_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = (
        "from sklearn.tree import DecisionTreeClassifier as T\nmodel = T().fit([[0.], [1.]], ['a', 'b'])\nmodel.feature_names_in_ = ['x']\n"
    )
    (tmp_path / "my_training.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    write_named_model(["my_training:model", str(tmp_path / "m.json")])
    assert dtref.read_foreign(tmp_path / "m.json", "sklearn").root.ask == dtref.read_foreign(tmp_path / "m.json", "sklearn").root.ask
    for words in (["my_training", "x"], ["my_training:other", "x"], ["no_such_module_here:model", "x"]):
        with pytest.raises(Invalid):
            write_named_model(words)
    with pytest.raises(SystemExit):
        write_named_model(["my_training"])


def test_a_model_without_names_gets_them_by_an_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "unnamed_training.py").write_text(
        "from sklearn.tree import DecisionTreeClassifier as T\nmodel = T().fit([[0., 0.], [0., 1.]], ['a', 'b'])\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    words = ["unnamed_training:model", str(tmp_path / "m.json")]
    with pytest.raises(Invalid, match="--names a,b,c"):
        write_named_model(words)
    write_named_model([*words, "--names", "first,second"])
    assert dtref.read_foreign(tmp_path / "m.json", "sklearn").columns == ("first", "second")


def test_the_program_tells_what_is_wrong_in_a_line() -> None:
    words = [sys.executable, "-m", "dtref.io.foreign.scikit_learn_json", "json:dumps", "m.json"]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("dtref: ")


def test_a_pickle_is_not_opened_and_another_version_is_told(tmp_path: Path) -> None:
    path = tmp_path / "m.pkl"
    path.write_bytes(pickle.dumps(tree().fit([[0.0], [1.0]], ["a", "b"])))
    with pytest.raises(Invalid, match="a pickle, which is not opened, as opening it runs it"):
        dtref.read_foreign(path, "sklearn")
    path.write_text(json.dumps({"scikit_learn_trees": 2, "trees": []}))
    with pytest.raises(Invalid, match="version 1"):
        dtref.read_foreign(path, "sklearn")


@pytest.mark.parametrize("decimals", [1, 17])
def test_export_text_is_read_with_what_it_rounds(decimals: int) -> None:
    fitted = tree(max_depth=3).fit(FRAME, SPECIES)
    read = parse_export_text(export_text(fitted, decimals=decimals, show_weights=True, spacing=decimals % 4), "t")
    assert [node.unread for node in _cuts(read)] == [decimals == 1] * len(list(_cuts(read)))
    assert bool(read.notes) == (decimals == 1)
    assert abs(sum(node.records or 0 for node in dtref_leaves(read)) - 150) < 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a tree as export_text prints it"),
        ("|--- x <= 1\n|   |--- class: a\n", "two branches"),
        ("|--- x <= 1\n|   |--- class: a\n|--- x >  2\n|   |--- class: b\n", "of one number"),
        ("|--- x <= 1\n|   |--- truncated branch of depth 2\n", r"a whole tree, as export_text\(model, max_depth=1000, decimals=17\)"),
        ("|--- x <= 1\n|   |   |--- class: a\n|--- x >  1\n|   |--- class: b\n", "line 2: expected a line of level 1"),
        ("x <= 1\n", "line 1: expected a line as export_text prints it"),
    ],
)
def test_what_is_no_text_of_a_tree(text: str, message: str) -> None:
    with pytest.raises(Invalid, match=message):
        parse_export_text(text, "t")


def _cuts(read: Any) -> list[Any]:
    return [node.ask for node in dtref_nodes(read) if node.ask is not None]


def dtref_nodes(read: Any) -> list[Any]:
    waiting, nodes = [read.root], []
    while waiting:
        nodes.append(waiting.pop())
        waiting += nodes[-1].children
    return nodes


def dtref_leaves(read: Any) -> list[Any]:
    return [node for node in dtref_nodes(read) if node.ask is None]


def test_a_cut_of_export_text_is_within_half_a_unit() -> None:
    read = parse_export_text("|--- x <= 0.80\n|   |--- class: a\n|--- x >  0.80\n|   |--- class: b\n", "t")
    assert read.root.ask is not None
    assert read.root.ask.within == Fraction(1, 200)  # type: ignore[union-attr]


def test_a_text_that_ends_too_early_is_refused_at_its_line() -> None:
    with pytest.raises(Invalid, match="t line 3: expected a class, a value or a branch below it"):
        parse_export_text("|--- a <= 1.00\n|   |--- class: 0\n|--- a >  1.00\n", "t")


def test_a_class_keeps_its_blanks() -> None:
    fitted = DecisionTreeClassifier().fit([[0.0], [1.0]], [" p ", "q"])
    root = parse_export_text(export_text(fitted, decimals=17), "t").root
    assert [child.label for child in root.children] == [" p ", "q"]


@pytest.mark.parametrize("file_format", ["pmml", "sklearn-text", "j48", "dtref"])
def test_a_pickle_is_told_by_every_reader_of_text(file_format: str, tmp_path: Path) -> None:
    path = tmp_path / "m.pkl"
    path.write_bytes(pickle.dumps(DecisionTreeClassifier()))
    with pytest.raises(Invalid, match=r"a pickle, which is not opened, as opening it runs it"):
        dtref.read_foreign(path, file_format)


def test_a_file_of_another_program_needs_its_format() -> None:
    with pytest.raises(Invalid, match="read_foreign reads others"):
        dtref.read_model("tests/io/foreign/files/rpart-iris.json")
