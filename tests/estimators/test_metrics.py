"""The measures with scikit-learn's arguments: exact, and scikit-learn's own rounded."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics as theirs
from sklearn.model_selection import GridSearchCV

import dtref
from dtref import metrics as ours
from dtref.sklearn import ExactTreeClassifier, make_exact_scorer

RANDOM = np.random.default_rng(0)
Y, GUESS, SCORE = RANDOM.integers(0, 2, 60), RANDOM.integers(0, 2, 60), RANDOM.random(60).round(1)
THREE, GUESS_OF_THREE, WEIGHTS = RANDOM.integers(0, 3, 60), RANDOM.integers(0, 3, 60), RANDOM.integers(1, 5, 60) / 4


@pytest.mark.parametrize("name", ["precision_score", "recall_score", "f1_score", "jaccard_score"])
@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
def test_measures_of_a_class_and_their_averages(name: str, average: str | None) -> None:
    options = {"average": average, "sample_weight": WEIGHTS}
    exact = getattr(ours, name)(THREE, GUESS_OF_THREE, **options)
    assert np.allclose(np.array(exact, float), getattr(theirs, name)(THREE, GUESS_OF_THREE, **options), rtol=1e-14)
    assert float(getattr(ours, name)(Y, GUESS)) == pytest.approx(getattr(theirs, name)(Y, GUESS), rel=1e-14)


@pytest.mark.parametrize("name", ["accuracy_score", "balanced_accuracy_score", "cohen_kappa_score", "matthews_corrcoef"])
def test_measures_of_all_classes(name: str) -> None:
    exact, rounded = (getattr(module, name)(THREE, GUESS_OF_THREE, sample_weight=WEIGHTS) for module in (ours, theirs))
    assert float(exact) == pytest.approx(rounded, rel=1e-13)


@pytest.mark.parametrize(
    "name", ["roc_auc_score", "average_precision_score", "r2_score", "mean_squared_error", "mean_absolute_error", "root_mean_squared_error"]
)
def test_measures_of_scores_and_numbers(name: str) -> None:
    assert float(getattr(ours, name)(Y, SCORE)) == pytest.approx(getattr(theirs, name)(Y, SCORE), rel=1e-13)


def test_measures_of_shares() -> None:
    shares = RANDOM.dirichlet([1, 1, 1], 60)
    assert float(ours.log_loss_score(THREE, shares, labels=[0, 1, 2])) == pytest.approx(
        theirs.log_loss(THREE, shares) / np.log(2), rel=1e-13
    )
    assert float(ours.brier_score_loss(THREE, shares, labels=[0, 1, 2])) == pytest.approx(
        np.mean(((shares - np.eye(3)[THREE]) ** 2).sum(axis=1))
    )


def test_what_has_no_value_is_filled_by_name_alone() -> None:
    assert isinstance(ours.precision_score([0, 1], [0, 0]), dtref.Undefined)
    assert [ours.precision_score([0, 1], [0, 0], zero_division=z) for z in ("zero", "one", 0, 1)] == [0, 1, 0, 1]
    assert ours.precision_score([0, 1], [0, 0], average="macro", zero_division="zero") == Fraction(1, 4)
    for wrong, match in (({"zero_division": 0.5}, "zero_division"), ({"average": "mean"}, "average"), ({"pos_label": 7}, "pos_label")):
        with pytest.raises(dtref.Invalid, match=match):
            ours.recall_score([0, 1], [0, 0], **wrong)
    with pytest.raises(dtref.Invalid, match="more than two classes"):
        ours.f1_score(THREE, GUESS_OF_THREE)
    assert ours.f1_score(pd.Series(["a", "b"]), pd.Series(["a", "b"]), pos_label="b") == 1


@pytest.mark.parametrize(
    ("measure", "options", "scoring"),
    [
        (dtref.f1, {}, "f1"),
        (dtref.accuracy, {}, "accuracy"),
        (ours.recall_score, {"average": "macro"}, "recall_macro"),
        (dtref.precision, {"zero_division": "zero"}, "precision"),
    ],
)
def test_scorers_of_searches(measure: Callable[..., Any], options: dict[str, Any], scoring: str) -> None:
    X = np.column_stack([SCORE, Y + RANDOM.normal(size=60)])  # noqa: N806
    scorer = pickle.loads(pickle.dumps(make_exact_scorer(measure, **options)))
    found = [
        GridSearchCV(ExactTreeClassifier(), {"max_depth": [1, 2, 3]}, scoring=s, cv=3).fit(X, Y).cv_results_["mean_test_score"]
        for s in (scorer, scoring)
    ]
    assert np.allclose(*found)
