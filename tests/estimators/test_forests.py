"""Exact forests beside scikit-learn's, from the same records drawn, with all columns tried."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.class_weight import compute_sample_weight

import dtref
from dtref.sklearn import ExactForestClassifier, ExactForestRegressor, ExactTreeClassifier


@pytest.mark.filterwarnings("ignore:Some inputs do not have OOB scores")
def test_forests_from_the_same_records_are_scikit_learns(request: pytest.FixtureRequest) -> None:
    """Out-of-bag, importances and votes, of forests none of whose nodes is tied; 200 such cases with the option deep of Hypothesis."""
    wanted = 200 if request.config.getoption("--hypothesis-profile") == "deep" else 6
    compared = seed = 0
    while compared < wanted:
        seed += 1
        compared += _is_compared(seed)
        assert seed < 20 * wanted


def _is_compared(seed: int) -> bool:
    """Whether no node of the forests of a seed is tied; then they are compared."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(100, 3))  # noqa: N806
    z = X[:, 0] + X[:, 1] * X[:, 2] + random.normal(size=100) / 4
    settings: dict[str, Any] = {"n_estimators": 3, "max_features": None, "min_samples_leaf": 12, "oob_score": True, "random_state": seed}
    pairs = (
        (ExactForestClassifier, RandomForestClassifier, np.where(z > 0, "p", "n"), "oob_decision_function_"),
        (ExactForestRegressor, RandomForestRegressor, z, "oob_prediction_"),
    )
    for exact, rounded, y, oob in pairs:
        theirs = rounded(**settings).fit(X, y)
        ours = exact(**settings, draws=theirs.estimators_samples_).fit(X, y)
        if any(ours.ties_):
            return False
        drawn = exact(**settings).fit(X, y).estimators_samples_
        assert all(np.array_equal(a, b) for a, b in zip(drawn, theirs.estimators_samples_, strict=True))

        assert np.allclose(getattr(ours, oob), getattr(theirs, oob), rtol=1e-12)
        assert ours.oob_score_ == pytest.approx(theirs.oob_score_, rel=1e-12)
        assert np.allclose(ours.feature_importances_, theirs.feature_importances_, rtol=1e-9)
        assert np.array_equal(ours.apply(X), theirs.apply(X))
        assert (ours.decision_path(X)[0] != theirs.decision_path(X)[0]).nnz == 0
        if hasattr(ours, "classes_"):
            assert np.array_equal(ours.predict(X), theirs.predict(X))
            assert np.allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-12)
        else:
            assert np.allclose(ours.predict(X), theirs.predict(X), rtol=1e-12)
    return True


def test_columns_drawn_and_a_frame_with_categories() -> None:
    random = np.random.default_rng(0)
    X = pd.DataFrame(random.normal(size=(40, 3)).round(1), columns=list("abc")).assign(d=pd.Categorical(random.choice(list("uvw"), 40)))  # noqa: N806
    y = np.where(X["d"].isin(["u"]) ^ (X["a"] > 0), "yes", "no")
    ours = ExactForestClassifier(n_estimators=12, random_state=0, oob_score=True).fit(X, y)
    assert ours.score(X, y) > 0.9
    assert 0 < ours.oob_score_ <= 1
    turned = X[["d", "c", "a", "b"]]
    assert np.array_equal(ExactForestClassifier(n_estimators=12, random_state=0).fit(turned, y).predict(turned), ours.predict(X))
    assert np.array_equal(pickle.loads(pickle.dumps(ours)).predict_proba(X), ours.predict_proba(X))


def test_votes_that_tie_exactly_go_to_the_first_class() -> None:
    """Three thirds of one class and of the other: as sums of doubles 0.5 may lose to 0.5000000000000001."""
    X, y = np.zeros((12, 1)), np.array([0] * 6 + [1] * 6)  # noqa: N806
    draws = [[0, 6, 7], [0, 1, 6], [0, 6, 7, 8, 9, 10, 11], [0, 1, 2, 3, 4, 5, 6]]
    assert ExactForestClassifier(4, draws=draws).fit(X, y).predict(X[:1]) == [0]


def test_what_a_forest_does_not_do_is_refused() -> None:
    X, y = np.array([[1.0], [2.0]]), np.array([0, 1])  # noqa: N806
    refused: tuple[tuple[dict[str, Any], str], ...] = (({"draws": [[0]]}, "100 lists"),)
    for settings, match in refused:
        with pytest.raises(dtref.Invalid, match=match):
            ExactForestClassifier(**settings).fit(X, y)
    with pytest.raises(ValueError, match="only available if bootstrap=True"):
        ExactForestClassifier(bootstrap=False, oob_score=True).fit(X, y)
    with pytest.raises(ValueError, match="cannot be set if `bootstrap=False`"):
        ExactForestClassifier(bootstrap=False, max_samples=1).fit(X, y)
    with pytest.raises(dtref.Invalid, match="draws"):
        ExactForestClassifier(1, draws=[[0, 2]]).fit(X, y)


def test_balanced_classes_are_those_of_all_records_or_of_the_sample() -> None:
    random = np.random.default_rng(1)
    X = random.normal(size=(60, 3))  # noqa: N806
    y = (X[:, 0] + X[:, 1] / 2 > 0.8).astype(int)
    settings: dict[str, Any] = {"n_estimators": 4, "max_features": None, "min_samples_leaf": 8, "random_state": 0}
    theirs = RandomForestClassifier(**settings, class_weight="balanced_subsample").fit(X, y)
    draws = theirs.estimators_samples_
    by_sample = ExactForestClassifier(**settings, class_weight="balanced_subsample", draws=draws).fit(X, y)
    assert not any(by_sample.ties_)
    assert np.allclose(by_sample.predict_proba(X), theirs.predict_proba(X), rtol=1e-12)
    # scikit-learn's forests draw by the weights of "balanced", since 1.9; its trees weigh by them
    weighed = [np.bincount(sample, minlength=60) * compute_sample_weight("balanced", y) for sample in draws]
    trees = [DecisionTreeClassifier(min_samples_leaf=8, random_state=0).fit(X, y, sample_weight=weights) for weights in weighed]
    of_all = ExactForestClassifier(**settings, class_weight="balanced", draws=draws).fit(X, y)
    assert not any(of_all.ties_)
    assert np.allclose(of_all.predict_proba(X), np.mean([tree.predict_proba(X) for tree in trees], axis=0), rtol=1e-12)


def test_a_warm_start_goes_on_from_the_trees_that_are_there() -> None:
    X, y = np.arange(20.0).reshape(10, 2), np.arange(10) % 2  # noqa: N806
    forest = ExactForestClassifier(2, warm_start=True, random_state=3, max_features=None).fit(X, y)
    first = list(forest.estimators_)
    more = forest.set_params(n_estimators=4).fit(X, y)
    assert more.estimators_[:2] == first
    at_once = ExactForestClassifier(4, random_state=3, max_features=None).fit(X, y)
    assert np.array_equal(more.predict_proba(X), at_once.predict_proba(X))
    with pytest.warns(UserWarning, match="does not fit new trees"):
        forest.fit(X, y)
    with pytest.raises(ValueError, match="must be larger or equal"):
        forest.set_params(n_estimators=1).fit(X, y)


def test_a_tree_draws_columns_by_its_seed_alone() -> None:
    X, y = np.random.default_rng(0).normal(size=(40, 3)), np.arange(40) % 2  # noqa: N806
    trees = [ExactTreeClassifier(max_features=1, random_state=seed).fit(X, y).tree_ for seed in (0, 0, 1, 2, 3)]
    assert trees[0] == trees[1]
    assert any(tree != trees[0] for tree in trees)
    with pytest.raises(dtref.Invalid, match="splitter"):
        ExactTreeClassifier(splitter="random").fit(X, y)


def test_shares_of_the_records_are_of_all_not_of_those_drawn() -> None:
    random = np.random.default_rng(6)
    X = random.normal(size=(40, 3))  # noqa: N806
    z = X[:, 0] + random.normal(size=40)
    for shares in ({"min_samples_leaf": 0.25}, {"min_samples_split": 0.6}):
        settings: dict[str, Any] = {"n_estimators": 4, "max_features": None, "random_state": 2, **shares}
        theirs = RandomForestRegressor(**settings).fit(X, z)
        ours = ExactForestRegressor(**settings, draws=theirs.estimators_samples_).fit(X, z)
        assert not any(ours.ties_)
        assert np.allclose(ours.predict(X), theirs.predict(X), rtol=1e-12)
