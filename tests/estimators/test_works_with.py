"""The exact estimators within what people put around estimators."""

from __future__ import annotations

import pickle
from io import BytesIO
from typing import Any

import joblib
import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_iris
from sklearn.ensemble import BaggingClassifier
from sklearn.impute import SimpleImputer
from sklearn.inspection import PartialDependenceDisplay, permutation_importance
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import dtref
from dtref.sklearn import ExactForestClassifier, ExactForestRegressor, ExactTreeClassifier, ExactTreeRegressor

IRIS = load_iris(as_frame=True)
X, Y = IRIS.data, IRIS.target


def test_pipelines_columns_and_frames_as_output() -> None:
    scaled = ColumnTransformer([("scaled", StandardScaler(), ["petal length (cm)"])], remainder="passthrough").set_output(
        transform="pandas"
    )
    model = make_pipeline(scaled, SimpleImputer().set_output(transform="pandas"), ExactTreeClassifier(max_depth=3)).fit(X, Y)
    assert model.score(X, Y) > 0.95
    assert "scaled__petal length (cm)" in model[-1].feature_names_in_


def test_searches_and_scores_are_scikit_learns_where_nothing_ties() -> None:
    settings = {"max_depth": [1, 2], "min_samples_leaf": [1, 5]}
    ours = GridSearchCV(ExactTreeClassifier(), settings, cv=3, n_jobs=1).fit(X, Y)
    theirs = GridSearchCV(DecisionTreeClassifier(random_state=0), settings, cv=3).fit(X, Y)
    assert np.allclose(ours.cv_results_["mean_test_score"], theirs.cv_results_["mean_test_score"], atol=0.02)
    assert GridSearchCV(ExactTreeClassifier(), {"policy": [None, "c45", dtref.rpart()]}, cv=3).fit(X, Y).best_score_ > 0.9
    assert cross_val_score(ExactTreeRegressor(max_depth=3), X, Y, cv=3, scoring="neg_mean_squared_error").shape == (3,)


def test_calibration_bags_and_importances() -> None:
    assert CalibratedClassifierCV(ExactTreeClassifier(max_depth=3), cv=3).fit(X, Y).predict_proba(X).shape == (150, 3)
    assert BaggingClassifier(ExactTreeClassifier(max_depth=2), n_estimators=3, random_state=0).fit(X, Y).score(X, Y) > 0.9
    tree = ExactTreeClassifier(max_depth=3).fit(X, Y)
    importances = permutation_importance(tree, X, Y, n_repeats=2, random_state=0).importances_mean
    assert importances.argmax() in {2, 3}


def test_dependence_is_shown() -> None:
    from matplotlib import pyplot

    for estimator in (ExactTreeClassifier(max_depth=3), ExactForestRegressor(3, max_depth=2, random_state=0)):
        shown = PartialDependenceDisplay.from_estimator(estimator.fit(X, Y > 1), X, ["petal width (cm)"], method="brute", grid_resolution=5)
        assert shown.pd_results[0]["average"].shape == (1, 5)
        pyplot.close("all")


def test_weights_are_routed() -> None:
    with sklearn.config_context(enable_metadata_routing=True):
        tree = ExactTreeClassifier(max_depth=2).set_fit_request(sample_weight=True).set_score_request(sample_weight=False)
        found = cross_validate(tree, X, Y, params={"sample_weight": np.arange(150) % 3}, cv=3)
    assert found["test_score"].shape == (3,)


@pytest.mark.parametrize(
    "estimator",
    [ExactTreeClassifier(policy=dtref.ID3), ExactTreeRegressor(tie="last"), ExactForestClassifier(2, random_state=0, max_features=None)],
    ids=str,
)
def test_copies_by_clone_joblib_and_pickle(estimator: Any) -> None:
    assert clone(estimator).get_params() == estimator.get_params()
    fitted = estimator.fit(X, Y)
    file = BytesIO()
    joblib.dump(fitted, file)
    file.seek(0)
    for again in (joblib.load(file), pickle.loads(pickle.dumps(fitted))):
        assert np.array_equal(again.predict(X), fitted.predict(X))
    assert str(clone(fitted)) == str(estimator)


def test_labels_of_a_series_and_other_indexes() -> None:
    names = pd.Series(IRIS.target_names[Y], index=np.arange(150) + 7)
    frame = X.set_index(names.index)
    assert ExactTreeClassifier(max_depth=2).fit(frame, names).predict(frame).dtype == names.to_numpy().dtype
