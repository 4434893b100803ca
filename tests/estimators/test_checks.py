"""scikit-learn's own checks of estimators, all of them, by `check_estimator`."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from sklearn.utils.estimator_checks import check_estimator

from dtref.sklearn import ExactForestClassifier, ExactForestRegressor, ExactTreeClassifier, ExactTreeRegressor

WEIGHTS_ARE_RECORDS = ("check_sample_weight_equivalence_on_dense_data", "check_sample_weight_equivalence_on_sparse_data")

ROWS_COUNT = dict.fromkeys(WEIGHTS_ARE_RECORDS, "least sizes of rpart count rows, so that a record of weight 2 is no two records")
"""What rpart documents otherwise; scikit-learn states the same failures of its own forests."""

SAMPLES = dict.fromkeys(WEIGHTS_ARE_RECORDS, "samples of repeated records are others than samples of weighed ones")
"""What scikit-learn states of its own forests, with the same failures."""


FORESTS_OF_POLICIES = (
    ExactForestClassifier(n_estimators=3, policy="c45"),
    ExactForestClassifier(n_estimators=3, policy="rpart"),
    ExactForestRegressor(n_estimators=3, policy="rpart"),
)


@pytest.mark.parametrize("estimator", FORESTS_OF_POLICIES, ids=str)
def test_check_estimator_finds_nothing_in_forests_of_policies(estimator: Any, request: pytest.FixtureRequest) -> None:
    """With the option deep of Hypothesis, as each takes seconds."""
    if request.config.getoption("--hypothesis-profile") == "deep":
        test_check_estimator_finds_nothing(estimator, SAMPLES)


@pytest.mark.parametrize(
    ("estimator", "expected"),
    [
        (ExactTreeClassifier(), {}),
        (ExactTreeRegressor(), {}),
        (ExactTreeClassifier(policy="rpart"), ROWS_COUNT),
        (ExactTreeRegressor(policy="rpart"), ROWS_COUNT),
        (ExactTreeClassifier(policy="c45"), {}),
        (ExactForestClassifier(n_estimators=5), SAMPLES),
        (ExactForestRegressor(n_estimators=5), SAMPLES),
    ],
    ids=str,
)
def test_check_estimator_finds_nothing(estimator: Any, expected: dict[str, str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = check_estimator(estimator, expected_failed_checks=expected, on_fail=None, on_skip=None)
    assert {(one["check_name"], repr(one["exception"])[:300]) for one in found if one["status"] == "failed"} == set()
    assert {one["check_name"] for one in found if one["status"] == "skipped"} <= {"check_array_api_input"}  # needs SCIPY_ARRAY_API
    assert {one["check_name"] for one in found if one["status"] == "xfail"} == set(expected)
    assert len(found) > 50
