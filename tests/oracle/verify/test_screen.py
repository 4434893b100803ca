"""
What verdicts are settled for all nodes at once: nearly all of a tree that scikit-learn has fitted, and of one judged on other data.

That they are those of the specification is compared in test_given_nodes.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

import dtref
from dtref.io.foreign.node_table import table_of
from dtref.io.foreign.scikit_learn import read_scikit_learn
from dtref.io.foreign.tree import foreign_nodes
from dtref.oracle.verify import given_stops, screen
from dtref.oracle.verify.screened_claims import entropies, gini_indices
from dtref.spec.split.impurity import entropy, gini

pytest.importorskip("numba")
models = pytest.importorskip("sklearn.tree")


@pytest.mark.parametrize("kind", ["classes", "numbers", "random cuts", "other data"])
def test_few_nodes_are_judged_by_themselves(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(given_stops, "is_worth_loading", lambda *_: True)
    alone: list[Sequence[bool]] = []

    def noted(*arguments: object) -> object:
        found = original(*arguments)  # type: ignore[arg-type]
        assert found is not None
        alone.append(found.open)
        return found

    original = screen.screened
    monkeypatch.setattr(screen, "screened", noted)
    chance = np.random.default_rng(0)
    x, other = chance.random((2, 300, 3))
    y = x[:, 0] + chance.random(300)
    model = models.DecisionTreeRegressor(random_state=0) if kind == "numbers" else models.DecisionTreeClassifier(random_state=0)
    if kind != "numbers":
        y = (y > 1).astype(int)
    if kind == "random cuts":
        model.set_params(splitter="random")
    model.fit(x, y)
    data = dtref.from_arrays(other if kind == "other data" else x, y, continuous=["class"] if kind == "numbers" else [])
    rules = dtref.REGRESSION_TREE if kind == "numbers" else dtref.CART
    report = dtref.verify(read_scikit_learn(model, [a.name for a in data.attributes]), data, rules)
    assert bool(report.wrong) is (kind == "other data")
    assert len(alone[0]) == len(report.findings) > 30
    assert sum(alone[0]) <= len(report.findings) / 20


def test_impurities_in_doubles_are_those_of_the_formulas() -> None:
    counts = [(3, 3, 0), (2, 0, 0), (1, 5, 10**6)]
    for of_rows, impurity in ((gini_indices, gini), (entropies, entropy)):
        for double, row in zip(of_rows(np.array(counts)).tolist(), counts, strict=True):
            assert abs(double - float(impurity.of(row))) < 1e-14


def test_a_table_of_nodes_is_the_tree_that_is_read_node_by_node(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(1)
    x = chance.random((60, 2)).round(1)
    for model, y, weights in (
        (models.DecisionTreeClassifier(random_state=0), chance.integers(0, 3, 60), None),
        (models.DecisionTreeClassifier(random_state=0, max_leaf_nodes=5), chance.integers(0, 2, 60), chance.integers(1, 4, 60)),
        (models.DecisionTreeRegressor(random_state=0), chance.random(60), None),
    ):
        model.fit(x, y, weights)
        table = read_scikit_learn(model, ["a", "b"])
        assert table_of(table.root) is not None
        with monkeypatch.context() as patched:
            patched.setattr("dtref.io.foreign.scikit_learn_table.scikit_learn_table", lambda *_: None)
            nodes = read_scikit_learn(model, ["a", "b"])
        assert table_of(nodes.root) is None
        assert (table.root == nodes.root, hash(table.root), str(table.root)) == (True, hash(nodes.root), str(nodes.root))


def test_weights_that_are_not_whole_are_read_node_by_node() -> None:
    x, y = np.arange(6.0).reshape(6, 1), np.array([0, 1, 0, 1, 1, 0])
    tree = read_scikit_learn(models.DecisionTreeClassifier(random_state=0).fit(x, y, np.full(6, 0.3)), ["x"])
    assert table_of(tree.root) is None
    assert all(node.within > Fraction(0) for node in foreign_nodes(tree.root))
