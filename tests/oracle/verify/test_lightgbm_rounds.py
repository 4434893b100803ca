"""Trees of LightGBM under the policy that model.txt states: right ones pass, spoiled ones are named, and its bins are the program's."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from oracle.verify.test_boosted_rounds import asked, asked_by, changed, reasons

import dtref
from dtref.errors import Invalid, Undecided
from dtref.io.foreign.boosted.lightgbm import read_lightgbm
from dtref.io.foreign.tree import Cut, ForeignTree, foreign_nodes
from dtref.oracle.verify.verdicts import NotChecked, StopWithinFloat, Tied, WithinFloat
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.routing import rows_by_branch
from dtref.spec.model.attributes import MISSING, Cell, Continuous
from dtref.spec.model.data import DataSet, Record
from dtref.spec.split.numeric.greedy_bins import GreedyBins

lgb: Any = pytest.importorskip("lightgbm")
np: Any = pytest.importorskip("numpy")

SETTINGS: dict[str, dict[str, object]] = {
    "defaults": {},
    "small leaves": {"min_data_in_leaf": 2, "num_leaves": 4, "lambda_l2": 1},
    "few bins": {"min_data_in_leaf": 3, "max_bin": 5, "min_gain_to_split": 0.5, "boost_from_average": False},
    "penalties": {"min_data_in_leaf": 1, "min_data_in_bin": 1, "lambda_l1": 0.5, "max_delta_step": 0.4, "max_depth": 2},
}
LOSSES: dict[str, dict[str, object]] = {"squared error": {}, "logistic": {"objective": "binary"}}
PAIRS = [(settings, list(LOSSES)[i % len(LOSSES)]) for i, settings in enumerate(SETTINGS)]
"""Each setting once, with the losses in turn."""


def model(tmp_path: Path, settings: dict[str, object], rounds: int = 1, gaps: float = 0) -> tuple[tuple[ForeignTree, ...], DataSet]:
    """The trees of LightGBM for drawn records, read from model.txt, and the records."""
    chance = np.random.default_rng(8)
    x = np.column_stack([chance.integers(-5, 6, 80) / 10, chance.normal(size=80)])
    classes = "objective" in settings
    y = (x[:, 0] + chance.normal(size=80) > 0).astype(float) if classes else np.round(chance.normal(size=80), 1) + 2 * x[:, 1]
    x[chance.random(x.shape) < gaps] = np.nan
    fixed = {"verbose": -1, "num_threads": 1, "objective": "regression"}
    booster = lgb.train({**fixed, **settings}, lgb.Dataset(x, y, feature_name=["f0", "f1"]), rounds)
    booster.save_model(str(tmp_path / "model.txt"))
    labels = [str(int(label)) for label in y] if classes else y.tolist()
    numbers = ["f0", "f1"] if classes else ["f0", "f1", "class"]
    return read_lightgbm(tmp_path / "model.txt"), dtref.from_arrays(x.tolist(), labels, names=["f0", "f1"], continuous=numbers)


@pytest.mark.parametrize("pair", PAIRS, ids=", ".join)
def test_right_trees_pass_and_what_is_grown_is_among_their_ties(pair: tuple[str, str], tmp_path: Path) -> None:
    settings, loss = pair
    (tree,), data = model(tmp_path, {**SETTINGS[settings], **LOSSES[loss]})
    policy = dtref.policy_of(tree)
    report = dtref.verify(tree, data, policy)
    verdicts = [verdict for finding in report.findings for verdict in finding.verdicts]
    assert not report.wrong
    assert not any(isinstance(verdict, NotChecked) for verdict in verdicts)
    if not any(isinstance(verdict, Tied | WithinFloat | StopWithinFloat) for verdict in verdicts):
        assert asked(dtref.grow(data, policy)) == asked_by(tree.root)


def test_missing_values_go_where_that_gains_most(tmp_path: Path) -> None:
    (tree,), data = model(tmp_path, SETTINGS["small leaves"], gaps=0.3)
    report = dtref.verify(tree, data, dtref.policy_of(tree))
    assert not report.wrong and not reasons(report)
    assert isinstance(tree.root.ask, Cut)
    other = changed(tree, tree.root, ask=evolve(tree.root.ask, missing=1 - (tree.root.ask.missing or 0)))
    assert tree.root.place in [finding.place for finding in dtref.verify(other, data, dtref.policy_of(tree)).wrong]


def test_spoiled_trees_are_named_at_their_node(tmp_path: Path) -> None:
    (tree,), data = model(tmp_path, SETTINGS["small leaves"])
    policy, root = dtref.policy_of(tree), tree.root
    leaf = next(node for node in foreign_nodes(root) if node.ask is None)
    assert isinstance(leaf.label, Fraction) and leaf.hessian is not None
    assert isinstance(root.ask, Cut) and root.gain is not None
    above = min(x for r in data if isinstance(x := r.values[data.column(root.ask.attribute)], Fraction) and x > root.ask.cut)
    for place, spoiled in (
        (leaf.place, changed(tree, leaf, label=leaf.label * Fraction(101, 100))),
        (leaf.place, changed(tree, leaf, hessian=leaf.hessian + 1)),
        (root.place, changed(tree, root, gain=root.gain * Fraction(101, 100))),
        (root.place, changed(tree, root, ask=evolve(root.ask, cut=above))),
        (root.place, changed(tree, root, ask=None, children=(), gain=None, label=Fraction(1))),
    ):
        assert place in [finding.place for finding in dtref.verify(spoiled, data, policy).wrong]


def test_a_later_tree_is_checked_once_the_scores_before_it_are_known(tmp_path: Path) -> None:
    (_, second), data = model(tmp_path, SETTINGS["small leaves"], rounds=2)
    assert all("base_margin" in why for why in reasons(dtref.verify(second, data, dtref.policy_of(second))))
    booster = lgb.Booster(model_file=str(tmp_path / "model.txt"))
    scores = [Fraction(s) for s in booster.predict(np.array([[float(x) for x in r.values] for r in data]), num_iteration=1).tolist()]  # type: ignore[arg-type]
    report = dtref.verify(second, data, dtref.lightgbm(min_data_in_leaf=2, num_leaves=4, lambda_l2=1, init_score=scores))
    assert not report.wrong and not reasons(report)


def later_round(tmp_path: Path, seed: int, gaps: float, least: int) -> tuple[ForeignTree, DataSet, Policy, Any]:
    """The fourth tree of the logistic loss, whose second derivatives differ, its records, and its policy with the scores before it."""
    chance = np.random.default_rng(seed)
    x = np.column_stack([chance.integers(-5, 6, 90) / 10, chance.normal(size=90)])
    y = (x[:, 0] + chance.normal(size=90) / 2 > 0.3).astype(float)
    x[chance.random(x.shape) < gaps] = np.nan
    settings = {"objective": "binary", "num_leaves": 6, "min_data_in_leaf": least, "learning_rate": 1, "min_sum_hessian_in_leaf": 0.5}
    booster = lgb.train({**settings, "verbose": -1, "num_threads": 1}, lgb.Dataset(x, y, feature_name=["f0", "f1"]), 4)
    booster.save_model(str(tmp_path / "model.txt"))
    tree = read_lightgbm(tmp_path / "model.txt")[3]
    data = dtref.from_arrays(x.tolist(), [str(int(label)) for label in y], names=["f0", "f1"], continuous=["f0", "f1"])
    scores = [Fraction(s) for s in booster.predict(x, raw_score=True, num_iteration=3).tolist()]
    policy = dtref.lightgbm(
        objective="binary", num_leaves=6, min_data_in_leaf=least, learning_rate=1, min_sum_hessian_in_leaf=Fraction(1, 2), init_score=scores
    )
    return tree, data, policy, booster


@pytest.mark.parametrize(("seed", "gaps", "least"), [(1, 0, 5), (2, 0.3, 3), (5, 0.3, 12), (8, 0, 15)])
def test_a_later_tree_of_the_logistic_loss_is_right_by_rows_that_its_weights_estimate(
    seed: int, gaps: float, least: int, tmp_path: Path
) -> None:
    tree, data, policy, _ = later_round(tmp_path, seed, gaps, least)
    report = dtref.verify(tree, data, policy)
    assert not report.wrong and not reasons(report) and len(report.findings) > 4
    # where values are missing, a cut between the same records may be at another bin without any
    if not gaps and not any(isinstance(v, Tied | WithinFloat | StopWithinFloat) for finding in report.findings for v in finding.verdicts):
        assert asked(dtref.grow(data, policy)) == asked_by(tree.root)


def test_rows_that_are_counted_make_other_trees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The estimates decide: by the records themselves some trees of LightGBM would be wrong."""
    monkeypatch.setattr(GreedyBins, "row_counts", lambda _, columns, records: rows_by_branch(columns, records))
    rounds = [later_round(tmp_path, seed, 0, least) for seed in range(1, 7) for least in (8, 15)]
    assert any(dtref.verify(tree, data, policy).wrong for tree, data, policy, _ in rounds)


def test_weights_of_records_may_differ(tmp_path: Path) -> None:
    chance = np.random.default_rng(4)
    x, weights = chance.normal(size=(60, 2)), chance.integers(1, 5, 60) / 4
    y = np.round(x[:, 1] + chance.normal(size=60), 1)
    settings = {"num_leaves": 5, "min_data_in_leaf": 6, "verbose": -1, "num_threads": 1}
    lgb.train(settings, lgb.Dataset(x, y, weight=weights, feature_name=["f0", "f1"]), 1).save_model(str(tmp_path / "model.txt"))
    (tree,) = read_lightgbm(tmp_path / "model.txt")
    data = dtref.from_arrays(x.tolist(), y.tolist(), names=["f0", "f1"], weights=weights.tolist(), continuous=["f0", "f1", "class"])
    report = dtref.verify(tree, data, dtref.policy_of(tree))
    assert not report.wrong and not reasons(report)


def test_halves_that_decide_are_undecided() -> None:
    """Of four records of 1, 3, 1 and 3 a record of 1 counts for half a record: none or one."""
    data = dtref.from_arrays(
        [[float(i)] for i in range(4)], [0.0, 1.0, 5.0, 2.0], names=["x"], weights=[1, 3, 1, 3], continuous=["x", "class"]
    )
    with pytest.raises(Undecided, match="records of the branches of x, by weight"):
        dtref.grow(data, dtref.lightgbm(min_data_in_leaf=1, min_data_in_bin=1))


@pytest.mark.parametrize("most", [3, 10, 255])
@pytest.mark.parametrize("least", [1, 3])
def test_bins_are_those_of_the_program(most: int, least: int) -> None:
    chance = np.random.default_rng(most + least)
    for column in (
        chance.integers(-4, 5, 70) / 2,
        chance.normal(size=90),
        chance.integers(0, 3, 40) + 1.0,
        np.append(chance.normal(size=30), np.nan),
    ):
        settings = {"max_bin": most, "min_data_in_bin": least, "feature_pre_filter": False, "verbose": -1}
        data = lgb.Dataset(column.reshape(-1, 1), np.zeros(len(column)), params=settings)
        bins = data.construct().feature_num_bin(0)
        cells: list[Cell] = [MISSING if np.isnan(x) else Fraction(float(x)) for x in column]
        records = DataSet((Continuous("x"),), Continuous("y"), [Record((cell,), Fraction(0)) for cell in cells])
        assert len(GreedyBins(most, least).of(records).bounds["x"]) + 1 + bool(np.isnan(column).any()) == bins


@pytest.mark.parametrize(
    "parameters",
    [{"objective": "poisson"}, {"scale_pos_weight": 2}, {"init_score": [], "objective": "binary"}, {"num_leaves": 1}, {"lambda_l2": -1}],
    ids=str,
)
def test_what_dtref_lacks_is_refused_by_name(parameters: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        dtref.lightgbm(**parameters)


@pytest.mark.parametrize(("line", "why"), [("[boosting: dart]", "boosting"), ("[feature_fraction: 0.5]", "feature_fraction")])
def test_parameters_without_a_rule_are_refused_by_name(line: str, why: str, tmp_path: Path) -> None:
    _, data = model(tmp_path, {})
    text = (tmp_path / "model.txt").read_text().splitlines()
    (tmp_path / "model.txt").write_text("\n".join(line if x.startswith(f"[{why}: ") else x for x in text))
    (tree,) = read_lightgbm(tmp_path / "model.txt")
    with pytest.raises(Invalid, match=f"LightGBM, {why}"):
        dtref.policy_of(tree)
    assert any(why in reason for reason in reasons(dtref.verify(tree, data, dtref.lightgbm(learning_rate=1))))


@pytest.mark.parametrize(
    ("old", "new"),
    [("left_child=", "left_child=7 "), ("decision_type=", "decision_type=1 "), ("end of trees", "end"), ("num_leaves=", "num_leaves=x")],
)
def test_texts_that_make_no_tree_are_refused(old: str, new: str, tmp_path: Path) -> None:
    model(tmp_path, {})
    text = (tmp_path / "model.txt").read_text()
    (tmp_path / "model.txt").write_text(text.replace(old, new, 1))
    with pytest.raises(Invalid):
        read_lightgbm(tmp_path / "model.txt")


@pytest.mark.parametrize("bundles", [True, False])
def test_bundled_columns_are_told(bundles: bool, tmp_path: Path) -> None:
    (tree,), data = model(tmp_path, {"enable_bundle": bundles})
    notes = dtref.verify(tree, data, dtref.policy_of(tree)).notes
    assert any("enable_bundle=false" in note for note in notes) == bundles
