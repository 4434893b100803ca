"""Good trees with the kernel beside those without; the least losses beside the older search; greedy trees beside the best."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from spec.optimal.every_good_tree import generated

from dtref.engines.good_trees import SearchOptions, best_trees, least_losses, near_best_trees
from dtref.engines.greedy_beside import GreedyTree, greedy_beside
from dtref.errors import Undecided
from dtref.io.tables import read_csv
from dtref.spec.model.trees import leaf_count, training_errors
from dtref.spec.optimal.good_trees import Within
from dtref.spec.optimal.losses import Objective, TreeLimits
from dtref.spec.optimal.optimal import optimal_trees
from dtref.spec.presets import CART, PRESETS
from dtref.spec.views.shape import parity

GOLDEN = Path(__file__).parents[2] / "golden" / "data"


@pytest.mark.parametrize("seed", range(100, 160))
def test_the_kernel_changes_nothing(seed: int) -> None:
    case = generated(Random(seed))
    limits = evolve(case.limits, depth=min(case.limits.depth or 3, 3))
    within = Within(case.within, case.relative, case.strict)
    found = [
        near_best_trees(case.data, case.policy, within, case.objective, limits, SearchOptions(compiled=compiled))
        for compiled in (True, False)
    ]
    assert found[0].values == found[1].values


def test_iris_has_104_best_trees_of_depth_3() -> None:
    trees = best_trees(read_csv(GOLDEN / "iris.csv", target="species"), CART, limits=TreeLimits(depth=3))
    assert trees.values == ((Fraction(1, 150), 1, 7, 104),)
    assert {(training_errors(t), leaf_count(t)) for t in trees.trees()} == {(1, 7)}


@pytest.mark.parametrize("name", ["play_tennis", "play_tennis_numeric"])
def test_the_least_losses_are_those_of_the_older_search(name: str) -> None:
    data = read_csv(GOLDEN / f"{name}.csv", target="play")
    assert list(least_losses(data, CART)) == [(best.leaves, best.errors) for best in optimal_trees(data, CART)]


def test_greedy_trees_are_never_better_than_the_best() -> None:
    data = read_csv(GOLDEN / "play_tennis.csv", target="play")
    best = best_trees(data, CART, Objective(penalty=Fraction(1, 50)))
    beside = [greedy for greedy in greedy_beside(best, PRESETS, data) if isinstance(greedy, GreedyTree)]
    assert {greedy.name: str(greedy.more) for greedy in beside if greedy.name in ("id3", "cart")} == {"id3": "0", "cart": "1/25"}
    assert all(greedy.more >= 0 and greedy.good == (greedy.more == 0) for greedy in beside)


def test_a_budget_bounds_the_time_of_large_questions() -> None:
    with pytest.raises(Undecided, match=r"within 5 subproblems, the argument budget \(at least 0, at most 1/2\)"):
        best_trees(parity(7), CART, options=SearchOptions(budget=5))
