"""Trees of XGBoost under the policy that its files state: right ones pass, spoiled ones are named, dtref grows one of their ties."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import dtref
from dtref.errors import Invalid
from dtref.io.foreign.boosted.xgboost import read_xgboost
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, fold_foreign, foreign_nodes
from dtref.oracle.verify.verdicts import NotChecked, Report, StoppedLate, StopWithinFloat, Tied, WithinFloat
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Branch, Tree

xgb: Any = pytest.importorskip("xgboost")
np: Any = pytest.importorskip("numpy")

SETTINGS: dict[str, dict[str, object]] = {
    "exact": {"tree_method": "exact", "max_depth": 3, "base_score": 0.5},
    "exact, pruned": {"tree_method": "exact", "gamma": 3, "reg_lambda": 0, "eta": 1, "max_depth": 3},
    "hist": {"tree_method": "hist", "max_depth": 4, "min_child_weight": 3},
    "hist, gamma": {"gamma": 2, "reg_alpha": 0.5, "reg_lambda": 0.1},
    "largest step": {"tree_method": "exact", "max_depth": 2, "max_delta_step": 0.3},
    "hist, best first": {"grow_policy": "lossguide", "max_leaves": 4, "max_depth": 3},
    "hist, level by level": {"grow_policy": "depthwise", "max_leaves": 5},
    "hist, largest step": {"max_depth": 2, "max_delta_step": 1, "min_child_weight": 0},
}
LOSSES: dict[str, dict[str, object]] = {
    "squared error": {},
    "logistic": {"objective": "binary:logistic"},
    "logistic, weighed": {"objective": "binary:logistic", "scale_pos_weight": 2, "base_score": 0.4},
}


def model(
    tmp_path: Path, seed: int, settings: dict[str, object], rounds: int = 1, gaps: float = 0
) -> tuple[tuple[ForeignTree, ...], DataSet]:
    """The trees of XGBoost for drawn records, read from a file with its configuration, and the records."""
    chance = np.random.default_rng(seed)
    x = np.column_stack([chance.integers(0, 7, 40) / 10, chance.normal(size=40)])
    x[chance.random(x.shape) < gaps] = np.nan
    classes = "objective" in settings
    y = chance.integers(0, 2, 40).astype(float) if classes else np.round(chance.normal(size=40) * 3, 1) + np.nan_to_num(x[:, 1])
    weights = chance.integers(1, 4, 40).astype(float) if seed % 2 else None
    booster = xgb.train({**settings, "nthread": 1}, xgb.DMatrix(x, y, weight=weights), rounds)
    path = tmp_path / "m.json"
    path.write_text(json.dumps({"Model": json.loads(bytes(booster.save_raw("json"))), "Config": json.loads(booster.save_config())}))
    labels = [str(int(label)) for label in y] if classes else y.tolist()
    numbers = ["f0", "f1"] if classes else ["f0", "f1", "class"]
    data = dtref.from_arrays(
        x.tolist(), labels, names=["f0", "f1"], weights=None if weights is None else weights.tolist(), continuous=numbers
    )
    return read_xgboost(path), data


PAIRS = [(settings, list(LOSSES)[i % len(LOSSES)]) for i, settings in enumerate(SETTINGS)]
"""Each setting once, with the losses in turn."""


@pytest.fixture(params=PAIRS, ids=", ".join)
def fitted(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[ForeignTree, DataSet, Policy]:
    """A tree, its records, and the policy that it states."""
    settings, loss = request.param
    seed = list(SETTINGS).index(settings) + list(LOSSES).index(loss)
    trees, data = model(tmp_path, seed, {**SETTINGS[settings], **LOSSES[loss]})
    return trees[0], data, dtref.policy_of(trees[0])


def test_right_trees_pass_and_what_is_grown_is_among_their_ties(fitted: tuple[ForeignTree, DataSet, Policy]) -> None:
    tree, data, policy = fitted
    report = dtref.verify(tree, data, policy)
    verdicts = [verdict for finding in report.findings for verdict in finding.verdicts]
    assert not report.wrong
    assert not any(isinstance(verdict, NotChecked) for verdict in verdicts)
    if not any(isinstance(verdict, Tied | WithinFloat | StopWithinFloat) for verdict in verdicts):
        assert asked(dtref.grow(data, policy)) == asked_by(tree.root)


@pytest.mark.parametrize("settings", ["exact", "exact, pruned", "hist"])
def test_missing_values_go_where_that_gains_most(settings: str, tmp_path: Path) -> None:
    trees, data = model(tmp_path, 6, SETTINGS[settings], gaps=0.4)
    report = dtref.verify(trees[0], data, dtref.policy_of(trees[0]))
    assert not report.wrong and not reasons(report)
    ask = trees[0].root.ask
    assert isinstance(ask, Cut) and ask.missing is not None
    other = dtref.verify(changed(trees[0], trees[0].root, ask=evolve(ask, missing=1 - ask.missing)), data, dtref.policy_of(trees[0]))
    assert "0" in [finding.place for finding in other.wrong]


def asked(tree: Tree) -> list[tuple[str, Fraction] | None]:
    """The cuts of a grown tree in preorder, None at leaves."""
    nodes, cuts = [tree], []
    while nodes:
        node = nodes.pop()
        cuts.append((node.test.attribute.name, node.test.cut) if isinstance(node, Branch) else None)  # type: ignore[union-attr]
        nodes.extend(reversed(node.children) if isinstance(node, Branch) else ())
    return cuts


def asked_by(root: ForeignNode) -> list[tuple[str, Fraction] | None]:
    """The same of the program's."""
    return [(node.ask.attribute, node.ask.cut) if isinstance(node.ask, Cut) else None for node in foreign_nodes(root)]


def spoiled(tree: ForeignTree, data: DataSet) -> Iterator[tuple[str, ForeignTree]]:
    """The tree with one thing wrong in it, at the node that is named."""
    inner = [node for node in foreign_nodes(tree.root) if node.ask is not None]
    leaf = next(node for node in foreign_nodes(tree.root) if node.ask is None and node.label)
    assert isinstance(leaf.label, Fraction) and leaf.hessian is not None
    yield leaf.place, changed(tree, leaf, label=leaf.label * Fraction(101, 100))
    yield leaf.place, changed(tree, leaf, hessian=leaf.hessian + 1)
    node, ask = inner[0], inner[0].ask
    assert isinstance(ask, Cut) and node.gain is not None
    column = [record.values[data.column(ask.attribute)] for record in data]
    above = min(x for x in column if isinstance(x, Fraction) and x > ask.cut)
    yield node.place, changed(tree, node, ask=evolve(ask, cut=above + Fraction(1, 1000)))
    yield node.place, changed(tree, node, gain=node.gain * Fraction(101, 100))
    yield node.place, changed(tree, node, ask=None, gain=None, label=Fraction(1), children=())


def changed(tree: ForeignTree, spoiled_node: ForeignNode, **fields: Any) -> ForeignTree:
    """The tree with other fields of one node."""

    def combine(node: ForeignNode, children: Any) -> ForeignNode:
        return evolve(node, **{"children": tuple(children), **(fields if node is spoiled_node else {})})

    return evolve(tree, root=fold_foreign(tree.root, combine))


@pytest.mark.parametrize("settings", ["exact", "exact, pruned", "hist"])
def test_spoiled_trees_are_named_at_their_node(settings: str, tmp_path: Path) -> None:
    trees, data = model(tmp_path, 4, SETTINGS[settings])
    policy = dtref.policy_of(trees[0])
    for place, tree in spoiled(trees[0], data):
        assert place in [finding.place for finding in dtref.verify(tree, data, policy).wrong]


def reasons(report: Report) -> set[str]:
    return {verdict.why for finding in report.findings for verdict in finding.verdicts if isinstance(verdict, NotChecked)}


def test_a_later_tree_is_checked_once_the_scores_before_it_are_known(tmp_path: Path) -> None:
    trees, data = model(tmp_path, 2, SETTINGS["exact"], rounds=2)
    first, second = trees
    assert first.later is False and second.later is True
    assert all("base_margin" in why for why in reasons(dtref.verify(second, data, dtref.policy_of(second))))

    def reached(values: dict[str, Fraction]) -> Fraction:
        node = first.root
        while isinstance(node.ask, Cut):
            node = node.children[dtref_branch(node.ask, values[node.ask.attribute])]
        assert isinstance(node.label, Fraction)
        return node.label

    scores = [Fraction(1, 2) + reached({"f0": r.values[0], "f1": r.values[1]}) for r in data]  # type: ignore[dict-item]
    report = dtref.verify(second, data, dtref.xgboost(tree_method="exact", max_depth=3, base_margin=scores))
    assert not report.wrong and not reasons(report) and len(report.findings) > 3


@pytest.mark.parametrize("method", ["exact", "hist"])
def test_a_later_tree_of_the_logistic_loss_is_checked_once_the_scores_before_it_are_known(method: str, tmp_path: Path) -> None:
    settings = {"tree_method": method, "max_depth": 3, "eta": 1, "objective": "binary:logistic", "base_score": 0.5}
    trees, data = model(tmp_path, 3, settings, rounds=4)
    booster = xgb.Booster(model_file=str(saved_alone(tmp_path)))
    x = xgb.DMatrix(np.array([[float(cell) for cell in record.values] for record in data]))  # type: ignore[arg-type]
    scores = [Fraction(float(s)) for s in booster.predict(x, output_margin=True, iteration_range=(0, 3))]
    policy = dtref.xgboost(objective="binary:logistic", tree_method=method, max_depth=3, eta=1, base_margin=scores)
    report = dtref.verify(trees[3], data, policy)
    assert not report.wrong and not reasons(report) and len(report.findings) > 3
    # other scores are another round
    assert dtref.verify(trees[3], data, evolve(policy, weigh=evolve(policy.weigh, scores=(Fraction(0),) * len(data)))).wrong  # type: ignore[misc]
    for place, spoiled_tree in spoiled(trees[3], data):
        assert place in [finding.place for finding in dtref.verify(spoiled_tree, data, policy).wrong]


def saved_alone(folder: Path) -> Path:
    """The model without its configuration."""
    (folder / "alone.json").write_text(json.dumps(json.loads((folder / "m.json").read_text())["Model"]))
    return folder / "alone.json"


def dtref_branch(ask: Cut, x: Fraction) -> int:
    """The branch of a number, in floats of single precision."""
    return int(not np.float32(float(x)) < np.float32(float(ask.cut)))


def test_a_claim_that_differs_is_told_and_nothing_is_called_wrong_for_it(tmp_path: Path) -> None:
    trees, data = model(tmp_path, 0, SETTINGS["exact"])
    report = dtref.verify(trees[0], data, dtref.xgboost(reg_lambda=0))
    assert "the model states another criterion: policy_of(model) has it" in reasons(report)
    assert not report.wrong


def test_a_file_without_its_configuration_states_no_policy(tmp_path: Path) -> None:
    booster = xgb.train({"max_depth": 1}, xgb.DMatrix(np.arange(4.0).reshape(-1, 1), np.arange(4.0)), 1)
    booster.save_model(tmp_path / "m.json")
    tree = read_xgboost(tmp_path / "m.json")[0]
    with pytest.raises(Invalid, match="a policy is to be named"):
        dtref.policy_of(tree)
    data = dtref.from_arrays([[float(i)] for i in range(4)], [0.0, 1.0, 2.0, 3.0], names=["f0"], continuous=["class"])
    assert dtref.verify(tree, data, dtref.xgboost(max_depth=1)).tally == {"Optimal": 3}
    assert dtref.verify(tree, data, dtref.xgboost(max_depth=1, eta=1)).tally["WrongLabel"] == 2


@pytest.mark.parametrize(
    "parameters",
    [
        {"objective": "count:poisson"},
        {"grow_policy": "levels"},
        {"max_leaves": -1},
        {"subsample": Fraction(1, 2)},
        {"tree_method": "approx"},
        {"reg_alpha": 1, "max_delta_step": 1},
        {"base_margin": [], "objective": "binary:logistic"},
        {"scale_pos_weight": 2, "objective": "binary:logistic"},
        {"scale_pos_weight": 2},
        {"base_score": 2, "objective": "binary:logistic"},
        {"reg_lambda": -1},
    ],
    ids=str,
)
def test_what_dtref_lacks_is_refused_by_name(parameters: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        dtref.xgboost(**parameters)


def test_columns_of_more_numbers_than_bins_and_of_categories_are_refused() -> None:
    data = dtref.from_arrays([[float(i)] for i in range(9)], [float(i) for i in range(9)], names=["x"], continuous=["class"])
    with pytest.raises(Invalid, match="at most 8 distinct numbers"):
        dtref.grow(data, dtref.xgboost(max_bin=8))
    assert isinstance(dtref.grow(data, dtref.xgboost(max_bin=9)), Branch)
    words = dtref.from_arrays([["a"], ["b"]], [0.0, 1.0], names=["x"], continuous=["class"])
    with pytest.raises(Invalid, match="XGBoost knows no other"):
        dtref.grow(words, dtref.XGBOOST)


@pytest.mark.parametrize("method", ["exact", "hist"])
def test_second_derivatives_of_a_probability_near_1_are_as_near_as_one_less_it_is(tmp_path: Path, method: str) -> None:
    """p = 1/1.001 is off by a unit of single precision, and 1 - p, near 0.001, by as much."""
    x, y, weights = [[0.0], [1.0]], [1.0, 0.0], [1.0, 0.001]
    settings = {"objective": "binary:logistic", "min_child_weight": 0, "tree_method": method, "nthread": 1}
    booster = xgb.train(settings, xgb.DMatrix(np.array(x), y, weight=weights), 1)
    path = tmp_path / "m.json"
    path.write_text(json.dumps({"Model": json.loads(bytes(booster.save_raw("json"))), "Config": json.loads(booster.save_config())}))
    (tree,) = read_xgboost(path)
    data = dtref.from_arrays(x, ["1", "0"], names=["f0"], weights=weights, continuous=["f0"])
    report = dtref.verify(tree, data, dtref.policy_of(tree))
    assert report.wrong == ()
    assert tree.root.hessian is not None
    # a thousandth more is no rounding
    other = changed(tree, tree.root, hessian=tree.root.hessian * Fraction(1001, 1000))
    assert [finding.place for finding in dtref.verify(other, data, dtref.policy_of(tree)).wrong] == ["0"]


def test_a_leaf_beyond_the_largest_step_is_that_step(tmp_path: Path) -> None:
    """Not what is near to it by the rounding of sums, which are thousands here."""
    x, y = [[float(i)] for i in range(8)], [2000.0 + 1000 * i for i in range(8)]
    settings = {"tree_method": "exact", "max_depth": 1, "max_delta_step": 0.5, "base_score": 0, "eta": 1, "nthread": 1}
    booster = xgb.train(settings, xgb.DMatrix(np.array(x), y, feature_names=["x"]), 1)
    path = tmp_path / "m.json"
    path.write_text(json.dumps({"Model": json.loads(bytes(booster.save_raw("json"))), "Config": json.loads(booster.save_config())}))
    tree, data = read_xgboost(path)[0], dtref.from_arrays(x, y, names=["x"], continuous=["x", "class"])
    leaf = next(node for node in foreign_nodes(tree.root) if node.ask is None)
    assert leaf.label == Fraction(1, 2)
    for label, is_right in ((Fraction(1, 2), True), (Fraction(101, 200), False), (Fraction(99, 200), False)):
        report = dtref.verify(changed(tree, leaf, label=label), data, dtref.policy_of(tree))
        assert (leaf.place not in [finding.place for finding in report.wrong]) is is_right


def test_a_test_that_rounding_may_ask_is_late_where_pruning_cuts_it_off(tmp_path: Path) -> None:
    """Steps are at their limit on both sides, so that the test gains nothing, exactly; gamma would cut it off in any case."""
    x, y = [[float(i)] for i in range(8)], [2000.0 + 1000 * i for i in range(8)]
    settings = {"tree_method": "exact", "max_depth": 1, "max_delta_step": 0.5, "base_score": 0, "eta": 1, "gamma": 2e4, "nthread": 1}
    booster = xgb.train(settings, xgb.DMatrix(np.array(x), y, feature_names=["x"]), 1)
    path = tmp_path / "m.json"
    path.write_text(json.dumps({"Model": json.loads(bytes(booster.save_raw("json"))), "Config": json.loads(booster.save_config())}))
    tree, data = read_xgboost(path)[0], dtref.from_arrays(x, y, names=["x"], continuous=["x", "class"])
    root = tree.root
    assert root.ask is None
    leaves = tuple(ForeignNode(place, label=root.label) for place in ("l", "r"))
    late = changed(tree, root, ask=Cut("x", Fraction(7, 2)), children=leaves, label=None)
    verdicts = [type(v) for v in dtref.verify(late, data, dtref.policy_of(tree)).findings[0].verdicts]
    assert StoppedLate in verdicts
    assert StopWithinFloat not in verdicts


def test_a_leaf_without_records_has_no_step(tmp_path: Path) -> None:
    """Sides without a record, where lambda is 0 and a largest step is given."""
    settings = {"tree_method": "exact", "max_depth": 1, "max_delta_step": 0.5, "reg_lambda": 0, "min_child_weight": 0, "base_score": 0}
    trees, data = model(tmp_path, 2, settings)
    low = changed(trees[0], trees[0].root, ask=Cut("f0", Fraction(-1)))
    empty = low.root.children[0]
    report = dtref.verify(changed(low, empty, label=Fraction(0), counts=None, hessian=None), data, dtref.policy_of(trees[0]))
    assert [finding.place for finding in report.wrong][:1] == [low.root.place]
