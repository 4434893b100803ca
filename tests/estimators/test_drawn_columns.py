"""Trees whose nodes draw their columns: by the compiled engine and by the specification the same; as often each column as the other."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pandas as pd
import pytest
from attrs import evolve

from dtref.engines.compiled.encoding import Uncovered
from dtref.engines.compiled.grow import grown
from dtref.engines.compiled.kernels.drawn_nodes import stirred
from dtref.sklearn import ExactForestClassifier, ExactTreeClassifier, ExactTreeRegressor, export_text
from dtref.sklearn.drawn_columns import specified_draws
from dtref.sklearn.reading import FittedTo
from dtref.spec.growing import drawn_order
from dtref.spec.growing.drawn_order import SeededDraws, column_order

SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"min_samples_leaf": 3, "criterion": "entropy"},
    {"class_weight": {0: 3, 1: 0.5}},
    {"class_weight": {0: 0, 1: 1}},
    {"policy": "cart"},
    {"policy": "id3"},
)


def training_of(estimator: Any, X: Any, y: Any) -> FittedTo:  # noqa: N803
    training: FittedTo = estimator.fit(X, y)._grown_by
    return training


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("of_categories", [False, True])
def test_both_engines_draw_and_grow_the_same(settings: dict[str, Any], of_categories: bool) -> None:
    random = np.random.default_rng(3)
    X = pd.DataFrame(random.integers(0, 6, (60, 5)), columns=list("abcde"))  # noqa: N806
    X["d"] = 7  # constant everywhere
    if of_categories:
        X["e"] = X["e"].map(lambda n: f"v{n % 4}")
    y = (X["a"] + X["b"] > 5).to_numpy().astype(int)
    training = training_of(ExactTreeClassifier(**settings), X, y)
    policy = evolve(training.policy, pruning=())
    for seed in range(3):
        draws = SeededDraws(seed, 2)
        fast = grown(training.data, policy, draws=draws)
        assert not isinstance(fast, Uncovered), fast.why
        assert fast.node(0) == specified_draws(training.data, policy, draws)


def test_numbers_are_grown_with_draws_by_both_engines() -> None:
    random = np.random.default_rng(4)
    X = random.integers(0, 9, (50, 4)).astype(float)  # noqa: N806
    training = training_of(ExactTreeRegressor(min_samples_leaf=2), X, X[:, 1] * 2 + random.normal(size=50).round(1))
    fast = grown(training.data, training.policy, draws=SeededDraws(5, 1))
    assert not isinstance(fast, Uncovered)
    assert fast.node(0) == specified_draws(training.data, training.policy, SeededDraws(5, 1))


def test_every_order_of_columns_is_drawn_as_often_as_any_other() -> None:
    """Of three columns the six orders, over nodes and seeds: chi-square of 5 degrees of freedom, at 0.0001."""
    counts = Counter(column_order(seed, first, size, 3) for seed in range(12) for first in range(10) for size in range(2, 12))
    expected = Fraction(1200, 6)
    assert set(counts) == set(permutations(range(3)))
    assert sum((n - expected) ** 2 / expected for n in counts.values()) < 26


def test_mixing_is_a_permutation_and_the_kernel_mixes_alike() -> None:
    some = [*range(500), *range(2**32 - 500, 2**32)]
    assert len({drawn_order.scrambled(x) for x in some}) == 1000
    assert [stirred(x) for x in some] == [drawn_order.scrambled(x) for x in some]


def test_a_forests_trees_are_those_of_their_seeds_whatever_the_order_of_records_in_memory() -> None:
    random = np.random.default_rng(0)
    X, y = random.normal(size=(80, 9)), np.arange(80) % 2  # noqa: N806
    forest = ExactForestClassifier(3, random_state=1).fit(X, y)
    again = ExactForestClassifier(3, random_state=1).fit(np.asfortranarray(X), y)
    assert [export_text(tree) for tree in forest.estimators_] == [export_text(tree) for tree in again.estimators_]
    asked = {column for tree in forest.estimators_ for column in np.flatnonzero(tree.feature_importances_).tolist()}
    assert len(asked) > 3
