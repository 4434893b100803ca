"""What a claim is told to have beside a model, or to lack: each word is true of the one that it is said of."""

from __future__ import annotations

import pytest

from dtref.io.foreign.tree import ForeignNode, ForeignTree, Program, Setting
from dtref.oracle.stated.differences import told_differences
from dtref.spec.growing.policy import Policy
from dtref.spec.programs.random_forest_r import random_forest_r
from dtref.spec.programs.scikit_learn import scikit_learn

WEIGHTS = "weights of its own for the records"


@pytest.mark.parametrize(
    ("settings", "claim", "told"),
    [
        (
            {"mtry": "2"},
            random_forest_r(),
            ("fitted with some columns (2), drawn at random; RANDOM_FOREST_R claims some columns (sqrt), drawn at random",),
        ),
        ({"mtry": "2"}, random_forest_r(mtry=2), ()),
        ({}, random_forest_r(classwt={"a": 1, "b": 2}), (f"RANDOM_FOREST_R claims {WEIGHTS}; the model states none of that",)),
        ({"classwt": "1 2"}, random_forest_r(), (f"fitted with: {WEIGHTS}; RANDOM_FOREST_R claims no such rule",)),
        ({"classwt": "1 2"}, random_forest_r(classwt={"a": 1, "b": 2}), ()),
        (
            {"classwt": "1 2"},
            random_forest_r(classwt={"a": 1, "b": 3}),
            ("fitted with other weights for the records than RANDOM_FOREST_R claims",),
        ),
    ],
)
def test_a_difference_is_told_of_the_one_that_has_it(settings: dict[str, str], claim: Policy, told: tuple[str, ...]) -> None:
    tree = ForeignTree(ForeignNode("1", label="a"), "by hand", ("a", "b"), program=Program.RANDOM_FOREST_R)
    of_model = ForeignTree(
        tree.root, tree.source, tree.classes, settings=tuple(Setting(name, text) for name, text in settings.items()), program=tree.program
    )
    assert told_differences(of_model, claim) == told


def test_draws_that_the_claim_lacks() -> None:
    settings = (Setting("max_features", "1"),)
    tree = ForeignTree(ForeignNode("0", label="a"), "t", ("a", "b"), (), ("x", "z"), settings=settings, program=Program.SCIKIT_LEARN)
    assert told_differences(tree, scikit_learn()) == ("fitted with: some columns (1), drawn at random; SCIKIT_LEARN claims no such rule",)
