"""
scikit-learn's feature_importances_, apply and decision_path on trees of its own that are dtref's, too.

| where scikit-learn differs | its convention | in dtref |
| --- | --- | --- |
| no test takes anything off | every importance 0 | normalised: Undefined |
| records that miss the value asked for | count where they are sent | the same |
"""

from __future__ import annotations

import pytest
from many import one_in
from narrow import defined

from dtref.errors import Undefined
from dtref.spec.model.trees import Leaf
from dtref.spec.split.impurity import entropy, gini, variance
from dtref.spec.views.decision_path import path_finder
from dtref.spec.views.impurity_importance import impurity_importances, normalised_impurity_importances

pytest.importorskip("sklearn")
from peers.scikit_trees import fitted, with_other_values

pytestmark = pytest.mark.peer("scikit-learn", "views of trees")
SEEDS = range(400)


@pytest.mark.parametrize("regression", [False, True], ids=["classes", "numbers"])
def test_feature_importances(regression: bool) -> None:
    without = 0
    for seed in one_in(1, SEEDS):
        fit = fitted(seed, regression=regression)
        impurity = variance if regression else {"gini": gini, "entropy": entropy}[fit.model.criterion]
        sums = defined(impurity_importances(fit.tree, fit.data.attributes, impurity))
        theirs = fit.model.tree_.compute_feature_importances(normalize=False)
        assert list(map(float, sums.values())) == pytest.approx(list(theirs), rel=1e-12, abs=1e-14), seed
        shares = normalised_impurity_importances(fit.tree, fit.data.attributes, impurity)
        if isinstance(shares, Undefined):
            without += 1
            assert not fit.model.feature_importances_.any()
        else:
            assert list(map(float, shares.values())) == pytest.approx(list(fit.model.feature_importances_), rel=1e-12, abs=1e-14), seed
    assert without > 10


@pytest.mark.parametrize("regression", [False, True], ids=["classes", "numbers"])
def test_apply_and_decision_path(regression: bool) -> None:
    """On the training records and on as many others."""
    asked = 0
    for seed in one_in(1, SEEDS):
        fit = fitted(seed, regression=regression)
        path_of = path_finder(fit.tree, fit.data.attributes)
        pairs = [*zip(fit.x, fit.data, strict=True), *with_other_values(fit, seed)]
        rows = [row for row, _ in pairs]
        passed, ends = fit.model.decision_path(rows), fit.model.apply(rows)
        for i, (_, record) in enumerate(pairs):
            path = path_of(record)
            assert [p.number for p in path] == list(passed[i].indices)
            assert [p.number for p in path if isinstance(p.node, Leaf)] == [ends[i]]
            asked += 1
    assert asked > 300
