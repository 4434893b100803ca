"""
scikit-learn's feature_importances_, apply, decision_path and permutation_importance on trees of its own that are dtref's, too.

| where scikit-learn differs | its convention | in dtref |
| --- | --- | --- |
| no test takes anything off | every importance 0 | normalised: Undefined |
| permutation_importance | of permutations that it draws, and their mean | `importance_of_permutation`; the mean over all |
| a leaf of several largest classes | the first of them | the least and the greatest over all |
"""

from __future__ import annotations

import pytest
from many import one_in
from narrow import defined
from peers.scikit_trees import fitted, with_other_values

from dtref.errors import Undefined
from dtref.spec.model.trees import Leaf, nodes
from dtref.spec.split.impurity import entropy, gini, variance
from dtref.spec.views.decision_path import path_finder
from dtref.spec.views.impurity_importance import impurity_importances, normalised_impurity_importances
from dtref.spec.views.permutation_importance import importance_of_permutation

inspection = pytest.importorskip("sklearn.inspection")
numpy = pytest.importorskip("numpy")

pytestmark = pytest.mark.peer("scikit-learn", "views of trees")
SEEDS = range(400)


@pytest.mark.parametrize("regression", [False, True], ids=["classes", "numbers"])
def test_feature_importances(regression: bool) -> None:
    without, seeds = 0, one_in(4, SEEDS)
    for seed in seeds:
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
    assert without > len(seeds) / 40


@pytest.mark.parametrize("regression", [False, True], ids=["classes", "numbers"])
def test_apply_and_decision_path(regression: bool) -> None:
    """On the training records and on as many others."""
    asked = 0
    for seed in one_in(4, SEEDS):
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


def orders(seed: int, n: int, repeats: int) -> list[list[int]]:
    """The orders of a column that scikit-learn makes: it shuffles the positions further, and with them the column as shuffled so far."""
    drawn = numpy.random.RandomState(numpy.random.RandomState(seed).randint(numpy.iinfo(numpy.int32).max + 1))
    positions, order, found = numpy.arange(n), numpy.arange(n), []
    for _ in range(repeats):
        drawn.shuffle(positions)
        order = order[positions]
        found.append(list(map(int, order)))
    return found


@pytest.mark.parametrize("regression", [False, True], ids=["classes", "numbers"])
def test_permutation_importance_of_each_permutation(regression: bool) -> None:
    moved, seeds, scoring = 0, one_in(8, SEEDS), "neg_mean_squared_error" if regression else "accuracy"
    for seed in seeds:
        fit = fitted(seed, regression=regression)
        theirs = inspection.permutation_importance(
            fit.model, fit.x, fit.y, scoring=scoring, n_repeats=2, random_state=seed, sample_weight=fit.weights
        )
        tied = any(len(leaf.labels) > 1 for leaf in nodes(fit.tree) if isinstance(leaf, Leaf))
        for attribute, column in zip(fit.data.attributes, theirs.importances, strict=True):
            for order, theirs_now in zip(orders(seed, len(fit.x), 2), column, strict=True):
                low, high = map(float, defined(importance_of_permutation(fit.tree, fit.data, attribute.name, order)))
                assert low - 1e-12 <= theirs_now <= high + 1e-12, seed
                assert tied or low == high
                moved += low != 0
    assert moved > 1.5 * len(seeds)
