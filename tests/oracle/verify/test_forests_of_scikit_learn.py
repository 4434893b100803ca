"""Trees of scikit-learn's forests, each verified on the records that the forest drew for it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.ensemble import BaggingClassifier, ExtraTreesClassifier, RandomForestClassifier, RandomForestRegressor

import dtref
from dtref.io.foreign.scikit_learn import read_scikit_learn_forest
from dtref.io.foreign.scikit_learn_json import read_scikit_learn_json, write_scikit_learn
from dtref.oracle.stated.policy_of import policy_of
from dtref.oracle.verify.verify import verify

RANDOM = np.random.default_rng(5)
X = RANDOM.integers(0, 6, (30, 4)).astype(float)
Y = np.where(X[:, 0] + RANDOM.integers(0, 3, 30) > 4, "yes", "no")
NAMES = ["a", "b", "c", "d"]
FORESTS = {
    "classes": RandomForestClassifier(3, random_state=1),
    "all columns": RandomForestClassifier(2, max_features=None, criterion="entropy", max_samples=0.6, random_state=2),
    "weights of classes": RandomForestClassifier(2, class_weight="balanced", random_state=3),
    "numbers": RandomForestRegressor(2, random_state=4, min_samples_leaf=2),
    "extra trees, drawn": ExtraTreesClassifier(2, bootstrap=True, random_state=5),
    "bagging": BaggingClassifier(n_estimators=2, random_state=6),
}


@pytest.mark.parametrize("name", FORESTS)
def test_every_node_is_right_on_its_own_draws(tmp_path: Path, name: str) -> None:
    y = X[:, 0] * 2 + X[:, 1] if name == "numbers" else Y
    model = FORESTS[name].fit(X, y)
    data = dtref.from_arrays(X, y, names=NAMES, continuous=["class"] if name == "numbers" else [])
    trees = read_scikit_learn_forest(model, NAMES)
    for tree in trees:
        assert sum(tree.in_bag) == len(model.estimators_samples_[0])
        report = verify(tree, data, policy_of(tree))
        assert not report.wrong
        assert not report.tally["NotChecked"]
    # and so is what is written, which has the draws, too
    write_scikit_learn(model, tmp_path / "model.json", NAMES)
    assert [tree.in_bag for tree in read_scikit_learn_json(tmp_path / "model.json")] == [tree.in_bag for tree in trees]


def test_weights_of_the_records_drawn_are_not_followed() -> None:
    model = RandomForestClassifier(1, class_weight="balanced_subsample", random_state=1).fit(X, Y)
    (tree,) = read_scikit_learn_forest(model, NAMES)
    assert tree.in_bag == ()
    assert verify(tree, dtref.from_arrays(X, Y, names=NAMES), dtref.scikit_learn(max_features="sqrt")).tally.keys() == {"NotChecked"}


def test_a_file_without_draws_is_read_as_before(tmp_path: Path) -> None:
    model = RandomForestClassifier(1, random_state=1).fit(X, Y)
    path = tmp_path / "model.json"
    write_scikit_learn(model, path, NAMES)
    written = json.loads(path.read_text())
    del written["trees"][0]["in_bag"]
    path.write_text(json.dumps(written))
    (tree,) = read_scikit_learn_json(path)
    assert tree.in_bag == ()
