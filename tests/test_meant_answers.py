"""What newcomers type: a call that is nearly right is refused with one that runs, and the test runs it."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from good_arguments import FUNCTIONS, NAMED, good_arguments
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import dtref
from dtref import metrics
from dtref.cli import app
from dtref.sklearn import ExactTreeClassifier

FRAME = pd.DataFrame({"age": [22.0, np.nan, 26, 35, 35], "sex": list("mffmm"), "survived": list("nyyyn")})
GAPS = dtref.from_frame(FRAME, target="survived")
DATA = dtref.from_frame(FRAME.dropna(), target="survived")
MODEL = dtref.fit(DATA, dtref.CART)


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(dtref.Invalid) as raised:
        answer = call()
        if isinstance(answer, Iterator):
            next(answer)
    return str(raised.value)


GROWING: tuple[Callable[..., object], ...] = (dtref.fit, dtref.grow, dtref.count_trees, dtref.count_partitions, dtref.explain)


@pytest.mark.parametrize("function", GROWING, ids=lambda f: f.__name__)
def test_missing_values_are_refused_with_calls_that_run(function: Callable[..., object]) -> None:
    said = refused(lambda: function(GAPS, dtref.CART))
    for remedy in ("dtref.drop_missing(data)", "dtref.impute_median(data)"):
        assert remedy in said
        function(eval(remedy, {"dtref": dtref, "data": GAPS}), dtref.CART)
    assert "dtref.C45, dtref.CART_SURROGATES take them" in said
    for policy in (dtref.C45, dtref.CART_SURROGATES):
        function(GAPS, policy)


def test_a_pipeline_that_changes_values_is_verified_as_the_refusal_says() -> None:
    X, y = FRAME.dropna()[["age"]].assign(fare=[3.0, 1, 2, 9]), FRAME.dropna().survived  # noqa: N806
    model = make_pipeline(StandardScaler(), DecisionTreeClassifier(random_state=0)).fit(X, y)
    assert "dtref.read_scikit_learn(model, names)" in refused(lambda: dtref.verify(model, DATA, dtref.SCIKIT_LEARN))
    said = refused(lambda: dtref.read_scikit_learn(model))
    names = {"dtref": dtref, "p": model, "X": X, "y": y}
    names["n"] = eval(said.split("with n = ")[1].split(",")[0], names)
    tree, data = (part.split(" (got")[0] for part in said.split("verify ")[1].split(" on "))
    report = dtref.verify(eval(tree, names), eval(data, names), dtref.scikit_learn())
    assert not report.wrong and len(report.findings) > 1


@cache
def estimators() -> tuple[ExactTreeClassifier, DecisionTreeClassifier]:
    return ExactTreeClassifier().fit([[1.0], [2.0]], [0, 1]), DecisionTreeClassifier().fit([[1], [2]], [0, 1])


TREE_KINDS = ("Tree", "Tree | ExplainedTree")
TREES = [
    name
    for name, function in FUNCTIONS.items()
    if list(inspect.signature(function).parameters.values())[:1]
    and str(next(iter(inspect.signature(function).parameters.values())).annotation) in TREE_KINDS
]
"""The public functions whose first argument is a tree."""


@pytest.mark.parametrize("name", TREES)
def test_whatever_takes_a_tree_says_where_a_model_has_it(name: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    function, others = FUNCTIONS[name], good_arguments(name)[1:]
    fitted, other = estimators()
    for wrong, remedy in ((MODEL, f"{name}(model.tree)"), (fitted, f"{name}(model.tree_)")):
        if name in ("predict", "stability", "verify_counts") and wrong is MODEL:  # which take models, too
            continue
        assert remedy in refused(lambda wrong=wrong: function(wrong, *others, **NAMED.get(name, {}))), name  # type: ignore[misc]
    assert "dtref.read_scikit_learn(model, names)" in refused(lambda: function(other, *others, **NAMED.get(name, {})))


def test_the_tree_of_another_program_is_drawn_as_said() -> None:
    model = DecisionTreeClassifier().fit([[1], [2]], [0, 1])
    said = refused(lambda: dtref.svg(model))
    call = said.split("; ")[1].split(" is that")[0]
    assert "<svg" in dtref.svg(eval(call, {"dtref": dtref, "model": model, "names": ["x"]}))


ACTUAL = ["n", "y", "y", "n"]
OF_LABELS: dict[str, Callable[[Any], object]] = {
    "confusion": lambda p: dtref.confusion(ACTUAL, p),
    "contingency": lambda p: dtref.contingency(ACTUAL, p, ACTUAL),
    "auc": lambda p: dtref.auc(p, ACTUAL, "y"),
    "roc": lambda p: dtref.roc([4, 3, 2, 1], p, "y"),
    "errors": lambda p: dtref.mean_absolute_error([1, 2, 3, 4], p),
    "squared errors": lambda p: dtref.mean_squared_error(p, [1, 2, 3, 4]),
    "correlation": lambda p: dtref.correlation([1, 2, 3, 4], p),
    "Brier": lambda p: dtref.binary_brier_score(p, ACTUAL, "y"),
    "folds": lambda p: dtref.stratified_k_fold(range(4), p, 2),
    "metrics": lambda p: metrics.accuracy_score(ACTUAL, p),
    "scores": lambda p: metrics.roc_auc_score(ACTUAL, p),
}
"""Calls with predictions in the place of labels or numbers."""


@pytest.mark.parametrize("name", OF_LABELS)
def test_predictions_in_the_place_of_labels_name_the_step(name: str) -> None:
    predictions = dtref.predict(MODEL, FRAME.dropna())
    assert ".first_labels() has the first label" in refused(lambda: OF_LABELS[name](predictions))
    assert "[prediction.labels[0] for prediction in " in refused(lambda: OF_LABELS[name](list(predictions)))
    assert dtref.confusion(ACTUAL, predictions.first_labels()).rows == dtref.confusion(ACTUAL, [p.labels[0] for p in predictions]).rows


def test_misuse_of_cross_validation_has_examples_that_run() -> None:
    said = refused(lambda: dtref.cross_validate_trees(DATA, dtref.CART, 2))  # type: ignore[arg-type]
    learn = eval(said.split(", as ")[1].split(" (got")[0], {"dtref": dtref})
    said = refused(lambda: dtref.cross_validate_trees(DATA, learn, 2))  # type: ignore[arg-type]
    assert "dtref.k_fold(range(len(data)), 10)" in said
    assert len(dtref.cross_validate_trees(DATA, learn, dtref.k_fold(range(len(DATA)), 2)).folds) == 2
    assert "range(len(data))" in refused(lambda: dtref.k_fold(DATA, 2))  # type: ignore[arg-type]
    assert "range(len(data))" in refused(lambda: dtref.cross_validate(DATA, learn, 2))  # type: ignore[arg-type]


def test_a_name_that_is_nearly_right_is_proposed_first() -> None:
    wide = pd.DataFrame({f"column{i}": [1, 2] for i in range(60)} | {"churn": ["a", "b"], "churned_at": [1, 2]})
    said = refused(lambda: dtref.from_frame(wide, target="Churned"))
    assert "one of the columns (did you mean 'churned_at' or 'churn'?): 'column0'" in said
    assert "did you mean" not in refused(lambda: dtref.from_frame(wide, target="zzz"))


TYPED = frozenset({
    "dtref/cli", "dtref/testing", "dtref/oracle/judge", "dtref/show/book", "dtref/show/judge_page.py",  # for commands, or about them
    "dtref/oracle/stated/added_rules.py", "dtref/oracle/stated/named_policy.py", "dtref/oracle/stated/typed_policy.py",  # read options
    "dtref/io/foreign/scikit_learn_json.py", "dtref/io/foreign/formats.py", "dtref/spec/growing", "dtref/spec/pruning",  # declare options
    "dtref/oracle/verify/settings.py", "dtref/io/models.py", "dtref/show/drawing/tree_page.py",  # tables of both ways; a style
})  # fmt: skip
"""Where texts name options of the command line for another reason than a message."""


def test_messages_name_options_on_a_command_line_alone() -> None:
    """In a message of any other module an option stands as the first argument of `way`, whose second one is what Python takes."""
    root = Path(dtref.__file__).parent.parent
    alone = []
    for path in sorted((root / "dtref").rglob("*.py")):
        name = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8")
        if name.startswith(tuple(TYPED)) or not re.search(r"(?<![\w-])--[a-z]", text):
            continue
        module = ast.parse(text)
        ways = [call.args[0] for call in ast.walk(module) if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "way"]
        docstrings = [node.value for node in ast.walk(module) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)]
        told = {id(part) for whole in (*ways, *docstrings) for part in ast.walk(whole)}
        texts = [
            node for node in ast.walk(module) if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
        ]
        alone += [f"{name}:{node.lineno}: {node.value!r}" for node in texts if re.search(r"(?<![\w-])--[a-z]", str(node.value))]
    assert not alone


def test_a_command_and_a_call_are_told_the_same_thing_each_in_its_way(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("x,y\n1,a\n2,b\nNA,a\n3,b\n")
    typed = CliRunner().invoke(app, ["fit", str(table), "--target", "y"])
    assert "what decides is --missing NA or --nominal x (got" in str(typed.exception)
    assert "what decides is missing=['', '?', 'NA'] or nominal=['x'] (got" in refused(lambda: dtref.read_csv(table, target="y"))


def test_an_estimator_names_what_its_caller_can_write() -> None:
    X = pd.DataFrame({"age": [1, 2, 3], "day": pd.to_datetime(["2024-01-01", "2024-01-02", "2024-02-01"])})  # noqa: N806
    said = refused(lambda: ExactTreeClassifier().fit(X, [0, 1, 1]))
    dropped, days = said.split("categories (")[1].split(" leaves")[0], said.split("out, ")[1].split(" has its")[0]
    assert dropped == "X.drop(columns=['day'])"
    for table in (eval(dropped, {"X": X}), X.assign(day=eval(days, {"X": X}))):
        ExactTreeClassifier().fit(table, [0, 1, 1])
    gaps = X[["age"]].assign(age=[1, None, 2], sex=["m", "f", "f"])
    said = refused(lambda: ExactTreeClassifier(policy="cart").fit(gaps, [0, 1, 1]))
    assert "X.dropna() leaves such records out; policy=None, 'c45' and 'cart-surrogates' take them" in said
    ExactTreeClassifier(policy="cart").fit(gaps.dropna(), [0, 1])
    for policy in (None, "c45", "cart-surrogates"):
        ExactTreeClassifier(policy=policy).fit(gaps, [0, 1, 1])


LEAVES = [{"if": "yes", "then": {"labels": ["n"]}}, {"if": "no", "then": {"labels": ["y"]}}]
SPOILT: dict[str, tuple[dict[str, object], str]] = {
    "a leaf with another word": ({"labels": ["n"], "feature": "age"}, "node 1: expected no members but labels, label,"),
    "a word that is near": ({"label": "n", "count": {"n": 1}}, "(did you mean 'counts'?) (got 'count')"),
    "a test with another word": (
        {"test": {"threshold": "age", "cut": 3, "op": "<"}, "branches": LEAVES},
        "node 1, test: expected no members",
    ),
    "a branch with another word": (
        {"test": {"threshold": "age", "cut": 3}, "branches": [LEAVES[0] | {"else": 1}, LEAVES[1]]},
        "node 1, branch 1: expected no members but if, then (got 'else')",
    ),
    "branches without a test": ({"labels": ["n"], "branches": LEAVES}, "node 1: expected a test, as it has branches"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_an_answer_that_says_more_than_is_read_is_refused(name: str, tmp_path: Path) -> None:
    answer, said = SPOILT[name]
    assert said in refused(lambda: dtref.tree_of(answer, DATA))
    model, table = tmp_path / "t.json", tmp_path / "d.csv"
    model.write_text(json.dumps(answer))
    table.write_text("age,survived\n1,n\n5,y\n")
    verify = ["verify", str(model), str(table), "--target", "survived"]
    assert "an answer of the protocol needs --format protocol" in str(CliRunner().invoke(app, verify).exception)
    verify += ["--format", "protocol", "--as", "cart"]
    assert "t.json (protocol), node 1" in str(CliRunner().invoke(app, verify).exception)
    model.write_text(json.dumps({"test": {"threshold": "age", "cut": 3}, "branches": LEAVES}))
    assert "t.json (protocol) against CART: 3 nodes, 0 wrong" in CliRunner().invoke(app, verify).output


def test_verify_proposes_names_that_are_near() -> None:
    tree = dtref.tree_of({"test": {"threshold": "age", "cut": 24}, "branches": LEAVES}, DATA)
    data = dtref.from_frame(FRAME.dropna().rename(columns={"age": "Age"}), target="survived")
    said = refused(lambda: dtref.verify(tree, data, dtref.CART))
    assert "near age there is Age: where it is that, say columns={'age': 'Age'}" in said
    assert dtref.verify(tree, data, dtref.CART, columns={"age": "Age"}).findings
    assert "('agee' is near 'age')" in refused(lambda: dtref.verify(tree, data, dtref.CART, columns={"agee": "Age"}))


def test_a_program_of_numbers_says_how_texts_become_numbers() -> None:
    frame = FRAME.dropna().assign(deck=pd.Categorical([1, 2, 2, 1], ordered=True))
    said = refused(lambda: dtref.fit(dtref.from_frame(frame[["deck", "survived"]], target="survived"), dtref.SCIKIT_LEARN))
    assert "continuous=['deck'] reads its numbers" in said
    dtref.fit(dtref.from_frame(frame[["deck", "survived"]], target="survived", continuous=["deck"]), dtref.SCIKIT_LEARN)
    said = refused(lambda: dtref.fit(dtref.from_frame(frame[["sex", "survived"]], target="survived"), dtref.SCIKIT_LEARN))
    coded = eval("pd." + said.split("pandas.")[1].split(" makes")[0], {"pd": pd, "frame": frame[["sex", "survived"]]})
    dtref.fit(dtref.from_frame(coded, target="survived"), dtref.SCIKIT_LEARN)
