"""Generated models of LightGBM and XGBoost (`boosted_models`): no tree of any round is wrong, and what is refused is refused by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from many import as_many
from peers.boosted_models import Drawn, Round, StoppedError, draw_lightgbm, draw_xgboost, rounds_of_lightgbm, rounds_of_xgboost
from peers.rows import installed, xgboost

import dtref
from dtref.errors import Invalid, Undecided

MODELS = as_many(15, 1500)
"""So many models of each program."""
REFUSED = "weight and score with a second derivative above 0 in single precision|a weight that is above 0 in single precision"


@pytest.mark.peer("LightGBM", "generated models")
def test_no_tree_of_a_generated_model_of_lightgbm_is_wrong() -> None:
    if not installed("lightgbm"):
        pytest.skip("LightGBM is not there")
    none_is_wrong(draw_lightgbm, rounds_of_lightgbm)


@pytest.mark.peer("XGBoost", "generated models")
def test_no_tree_of_a_generated_model_of_xgboost_is_wrong() -> None:
    if not xgboost():
        pytest.skip("XGBoost is not there")
    none_is_wrong(draw_xgboost, rounds_of_xgboost)


def none_is_wrong(draw: Callable[[int], Drawn], rounds: Callable[[Drawn], Iterator[Round]]) -> None:
    """No tree of so many models is wrong; most have several leaves, and hardly any is left undecided."""
    came: Counter[str] = Counter()
    for seed in range(MODELS):
        try:
            for one in rounds(draw(seed)):
                came[verdict(one, seed)] += 1
        except StoppedError:
            came["stopped by the program"] += 1
    assert came["several leaves, right"] > MODELS / 2, came
    assert came["undecided"] <= MODELS / 100, came


def verdict(one: Round, seed: int) -> str:
    """What comes of a tree."""
    try:
        report = dtref.verify(one.tree, one.data, one.policy)
    except Undecided:
        return "undecided"
    except Invalid as problem:
        assert problem.wanted in REFUSED.split("|"), (seed, str(problem))
        return "refused by name"
    assert not report.wrong, (seed, one.tree.source, report.wrong[0])
    return "one leaf, right" if one.tree.root.ask is None else "several leaves, right"
