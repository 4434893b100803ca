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
    assert float(ours.log_loss_score(THREE, shares)) == pytest.approx(theirs.log_loss(THREE, shares) / np.log(2), rel=1e-13)
    assert float(ours.log_loss_score(Y, SCORE / 2 + 0.25)) == pytest.approx(theirs.log_loss(Y, SCORE / 2 + 0.25) / np.log(2), rel=1e-13)
    assert float(ours.brier_score_loss(THREE, shares)) == pytest.approx(np.mean(((shares - np.eye(3)[THREE]) ** 2).sum(axis=1)))
    assert float(ours.brier_score_loss(THREE, shares, scale_by_half=True)) == pytest.approx(float(ours.brier_score_loss(THREE, shares)) / 2)
    assert float(ours.brier_score_loss(Y, SCORE)) == pytest.approx(theirs.brier_score_loss(Y, SCORE), rel=1e-13)
    quarters = np.arange(60) % 5 / 4
    assert ours.brier_score_loss(Y, np.column_stack([1 - quarters, quarters])) == ours.brier_score_loss(Y, quarters)
    with pytest.raises(dtref.Invalid, match="scale_by_half"):
        ours.brier_score_loss(Y, SCORE, scale_by_half="never")


@pytest.mark.parametrize(
    "options",
    [
        {"multi_class": "ovr"}, {"multi_class": "ovr", "average": "weighted"}, {"multi_class": "ovo"},
        {"multi_class": "ovr", "average": None, "labels": np.arange(3)},
    ],
)  # fmt: skip
def test_areas_of_more_classes(options: dict[str, Any]) -> None:
    shares = RANDOM.dirichlet([1, 1, 1], 60)
    exact = ours.roc_auc_score(THREE, shares, **options)
    assert np.allclose(np.array(exact, float), theirs.roc_auc_score(THREE, shares, **options), rtol=1e-13)


def test_areas_of_two_classes() -> None:
    names = np.array(["no", "yes"])[Y]
    for options in ({}, {"max_fpr": 0.4}, {"sample_weight": WEIGHTS}):
        assert float(ours.roc_auc_score(names, SCORE, **options)) == pytest.approx(theirs.roc_auc_score(names, SCORE, **options), rel=1e-13)


@pytest.mark.parametrize(("scores", "options", "named"), [
    (np.eye(3)[THREE], {}, "multi_class, average"),
    (np.eye(3)[THREE], {"multi_class": "ovo", "average": "weighted"}, "multi_class, average"),
    (np.eye(3)[THREE], {"multi_class": "ovr", "max_fpr": 0.5}, "max_fpr"),
    (np.eye(3)[THREE], {"multi_class": "ovr", "sample_weight": WEIGHTS}, "sample_weight"),
])  # fmt: skip
def test_areas_that_are_not_there_are_refused_by_name(scores: Any, options: dict[str, Any], named: str) -> None:
    with pytest.raises(dtref.Invalid, match=named):
        ours.roc_auc_score(THREE, scores, **options)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_kappas_and_other_options(weights: str | None) -> None:
    assert float(ours.cohen_kappa_score(THREE, GUESS_OF_THREE, weights=weights)) == pytest.approx(
        theirs.cohen_kappa_score(THREE, GUESS_OF_THREE, weights=weights), rel=1e-12
    )
    with pytest.raises(dtref.Invalid, match="weights"):
        ours.cohen_kappa_score(Y, GUESS, weights="cubic")
    assert ours.accuracy_score(Y, GUESS, normalize=False) == theirs.accuracy_score(Y, GUESS, normalize=False)
    adjusted = [float(module.balanced_accuracy_score(THREE, GUESS_OF_THREE, adjusted=True)) for module in (ours, theirs)]
    assert adjusted[0] == pytest.approx(adjusted[1], rel=1e-12)


def test_of_one_class_alone_the_other_is_the_positive_one() -> None:
    """As in a fold that has no positives."""
    assert ours.recall_score([0, 0], [0, 0]) == dtref.Undefined("no positives")
    assert ours.f1_score([0, 0], [0, 0], zero_division="zero") == theirs.f1_score([0, 0], [0, 0], zero_division=0) == 0
    assert isinstance(ours.average_precision_score([0, 0], [0.5, 0.25]), dtref.Undefined)
    with pytest.raises(dtref.Invalid, match="labels: expected all classes"):
        ours.brier_score_loss([0, 0], [0.5, 0.25])
    assert ours.brier_score_loss([0, 0], [0.5, 0.25], labels=[0, 1]) == Fraction(5, 32)


@pytest.mark.parametrize("average", ["macro", "weighted", None])
@pytest.mark.parametrize("name", ["precision_score", "recall_score", "f1_score", "jaccard_score"])
@pytest.mark.filterwarnings("ignore")
def test_classes_without_a_value_may_be_left_out(name: str, average: str | None) -> None:
    """By scikit-learn's nan, too."""
    for truth, guess in (([0, 0, 1, 2], [0, 1, 1, 1]), ([0, 1, 1], [2, 2, 0]), ([0, 3], [0, 0])):
        rounded = getattr(theirs, name)(truth, guess, average=average, zero_division=np.nan) if name != "jaccard_score" else None
        exact = [getattr(ours, name)(truth, guess, average=average, zero_division=z) for z in ("left out", np.nan)]
        assert exact[0] == exact[1]
        if rounded is not None:
            found = [np.nan if isinstance(x, dtref.Undefined) else float(x) for x in np.atleast_1d(np.array(exact[0], object))]
            assert np.allclose(found, np.atleast_1d(rounded), equal_nan=True)


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
