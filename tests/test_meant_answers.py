"""What newcomers type: a call that is nearly right is refused with one that runs, and the test runs it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
from good_arguments import FUNCTIONS, NAMED, good_arguments
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import dtref
from dtref import metrics
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
    names = {"dtref": dtref, "model": model, "X": X, "y": y}
    names["n"] = eval(said.split("with n = ")[1].split(",")[0], names)
    tree, data = (part.split(" (got")[0] for part in said.split("verify ")[1].split(" on "))
    report = dtref.verify(eval(tree, names), eval(data, names), dtref.scikit_learn())
    assert not report.wrong and len(report.findings) > 1


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
    fitted = ExactTreeClassifier().fit([[1.0], [2.0]], [0, 1])
    for wrong, remedy in ((MODEL, f"{name}(model.tree)"), (fitted, f"{name}(model.tree_)")):
        if name in ("predict", "stability", "verify_counts") and wrong is MODEL:  # which take models, too
            continue
        assert remedy in refused(lambda wrong=wrong: function(wrong, *others, **NAMED.get(name, {}))), name  # type: ignore[misc]
    other = DecisionTreeClassifier().fit([[1], [2]], [0, 1])
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
