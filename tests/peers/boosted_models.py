"""
Generated models of LightGBM and XGBoost: weights of many kinds, scores before the first round, gaps, all objectives that dtref has the
derivatives of, one to five rounds, extreme parameters; each tree with its records, and the policy of its round.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import isnan
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from attrs import frozen
from peers.library import MISSING, Cell, Continuous, DataSet, Nominal, Record

import dtref
from dtref.io.foreign.boosted.lightgbm import read_lightgbm
from dtref.io.foreign.boosted.xgboost import read_xgboost
from dtref.io.foreign.tree import ForeignTree
from dtref.spec.growing.policy import Policy

NAN = float("nan")
CLASSES = ("0", "1")


class StoppedError(Exception):
    """The program stops itself."""


@frozen
class Drawn:
    """The records of a model and its settings, as the programs take them."""

    cells: Sequence[Sequence[float]]
    labels: Sequence[float]
    weights: Sequence[float] | None
    scores: Sequence[float] | None
    settings: Mapping[str, Any]
    rounds: int


@frozen(eq=False)
class Round:
    """A tree, its records, and the policy of its round: as the model states it where it is the first one."""

    tree: ForeignTree
    data: DataSet
    policy: Policy


def _column(chance: Random, n: int, gaps: float) -> list[float]:
    kinds: tuple[Callable[[], float], ...] = (
        lambda: float(chance.randrange(-3, 4)),
        lambda: chance.randrange(-5, 6) / 10,
        lambda: chance.gauss(0, 1),
        lambda: float(chance.randrange(2)),
        lambda: chance.choice((0.0, 0.0, 0.0, chance.gauss(0, 1))),
        lambda: chance.gauss(0, 1) * 10.0 ** chance.randrange(-8, 9),
    )
    number = chance.choice(kinds)
    return [NAN if chance.random() < gaps else number() for _ in range(n)]


def _weights(chance: Random, n: int) -> list[float] | None:
    kinds: tuple[Callable[[], float], ...] = (
        lambda: 0.1,
        lambda: chance.choice((0.1, 0.2, 0.3, 0.7)),
        lambda: float(chance.randrange(1, 5)),
        lambda: chance.choice((0.5, 1.0, 1.25)),
        lambda: 10.0 ** chance.randrange(-3, 4),
        lambda: chance.random() + 0.01,
        lambda: chance.choice((1.0, 1.0, 1.0, 1e-60)),
        lambda: chance.choice((1.0, 1e-6, 1e-12)),
        lambda: 1e-3,
    )
    weight = chance.choice((None, *kinds))
    return None if weight is None else [weight() for _ in range(n)]


def _labels(chance: Random, n: int, cells: Sequence[Sequence[float]], classes: bool) -> list[float]:
    slope = [0.0 if isnan(x[0]) or abs(x[0]) > 9 else x[0] for x in cells]
    if classes:
        return [float(s + chance.gauss(0, 1) > 0.2) for s in slope]
    kind = chance.randrange(5)
    if kind == 0:
        return [float(chance.randrange(0, 4)) for _ in range(n)]
    if kind == 1:
        return [round(s + chance.gauss(0, 1), 1) for s in slope]
    if kind == 2:
        return [s + chance.gauss(0, 1) * 1e-3 + 1000 for s in slope]
    if kind == 3:
        return [1e6 * chance.gauss(0, 1) if chance.random() < 0.1 else s for s in slope]
    return [s + chance.gauss(0, 1) for s in slope]


def _common(chance: Random, classes: bool) -> Drawn:
    n, gaps = chance.choice((2, 3, 5, 8, 12, 20, 30, 45, 60)), chance.choice((0, 0, 0.2, 0.5))
    columns = [_column(chance, n, gaps) for _ in range(chance.randrange(1, 4))]
    cells = [list(row) for row in zip(*columns, strict=True)]
    labels = _labels(chance, n, cells, classes)
    if classes and len(set(labels)) < 2:
        labels[0] = 1 - labels[0]
    scores = chance.choice((None, None, [round(chance.gauss(0, 1), 2) for _ in range(n)], [chance.gauss(0, 2) for _ in range(n)]))
    return Drawn(cells, labels, _weights(chance, n), scores, {}, chance.choice((1, 1, 2, 3, 5)))


def draw_lightgbm(seed: int) -> Drawn:
    """The records and settings of a model of LightGBM."""
    chance = Random(seed)
    classes = chance.random() < 0.45
    drawn = _common(chance, classes)
    pick = chance.choice
    settings: dict[str, Any] = {
        "objective": "binary" if classes else "regression",
        "num_leaves": pick((31, 31, 2, 4, 6)),
        "max_depth": pick((-1, -1, 1, 3)),
        "learning_rate": pick((0.1, 1.0, 0.3, 1e-3)),
        "lambda_l1": pick((0.0, 0.0, 0.5, 1e-6)),
        "lambda_l2": pick((0.0, 0.0, 1.0, 0.1, 1e3)),
        "min_data_in_leaf": pick((1, 1, 0, 2, 3, 5, 20)),
        "min_sum_hessian_in_leaf": pick((1e-3, 1e-3, 0.0, 1.0, 0.25)),
        "min_gain_to_split": pick((0.0, 0.0, 0.5, 1e-6)),
        "max_bin": pick((255, 255, 8, 3, 2)),
        "min_data_in_bin": pick((1, 1, 3)),
        "max_delta_step": pick((0.0, 0.0, 0.5, 0.01)),
        "boost_from_average": pick((True, True, False)),
        "use_missing": pick((True, True, True, False)),
        "feature_pre_filter": pick((True, True, False)),
        "enable_bundle": False,
    }
    if classes:
        settings["scale_pos_weight"] = pick((1.0, 1.0, 2.0, 0.3))
    if not settings["use_missing"]:
        drawn = Drawn(*_complete(drawn))
    return Drawn(drawn.cells, drawn.labels, drawn.weights, drawn.scores, settings, drawn.rounds)


def _complete(drawn: Drawn) -> tuple[Any, ...]:
    cells = [[0.0 if isnan(x) else x for x in row] for row in drawn.cells]
    return cells, drawn.labels, drawn.weights, drawn.scores, drawn.settings, drawn.rounds


def draw_xgboost(seed: int) -> Drawn:
    """The records and settings of a model of XGBoost."""
    chance = Random(seed)
    classes = chance.random() < 0.5
    drawn = _common(chance, classes)
    pick = chance.choice
    exact = chance.random() < 0.4
    lossguide = not exact and chance.random() < 0.3
    settings: dict[str, Any] = {
        "objective": pick(("binary:logistic", "reg:logistic")) if classes else "reg:squarederror",
        "tree_method": "exact" if exact else "hist",
        "max_depth": pick((6, 1, 2, 3)),
        "max_bin": 256,
        "grow_policy": "lossguide" if lossguide else "depthwise",
        "max_leaves": 0 if exact else pick((0, 3, 5)),
        "learning_rate": pick((0.3, 1.0, 0.1, 1e-3)),
        "gamma": pick((0.0, 0.0, 1.0, 0.1, 20.0)),
        "reg_lambda": pick((1.0, 0.0, 0.1, 1e-6, 1e3)),
        "min_child_weight": pick((1.0, 0.0, 3.0, 0.1)),
    }
    settings["reg_alpha" if chance.random() < 0.5 else "max_delta_step"] = pick((0.0, 0.0, 0.5, 0.01))
    if pick((True, False)):
        settings["base_score"] = pick((0.5, 0.3, 0.9)) if classes else pick((0.5, 0.0, 3.7, -10.0))
    if classes and "base_score" in settings:
        settings["scale_pos_weight"] = pick((1.0, 1.0, 2.0, 0.3))
    return Drawn(drawn.cells, drawn.labels, drawn.weights, drawn.scores, settings, drawn.rounds)


def data_of(drawn: Drawn) -> DataSet:
    """The records."""
    names = [f"f{j}" for j in range(len(drawn.cells[0]))]
    classes = drawn.settings["objective"] in ("binary", "binary:logistic", "reg:logistic")
    weights = drawn.weights or [1.0] * len(drawn.labels)

    def cell(x: float) -> Cell:
        return MISSING if isnan(x) else Fraction(x)

    records = [
        Record(tuple(map(cell, row)), CLASSES[int(y)] if classes else Fraction(y), Fraction(w))
        for row, y, w in zip(drawn.cells, drawn.labels, weights, strict=True)
    ]
    return DataSet(tuple(map(Continuous, names)), Nominal("y", CLASSES) if classes else Continuous("y"), tuple(records))


def rounds_of_lightgbm(drawn: Drawn) -> Iterator[Round]:
    """The rounds of a model of LightGBM, from model.txt."""
    import lightgbm
    import numpy as np

    settings = {**drawn.settings, "verbose": -1, "num_threads": 1}
    x, data = np.array(drawn.cells), data_of(drawn)
    names = [a.name for a in data.attributes]
    table = lightgbm.Dataset(x, drawn.labels, weight=drawn.weights, init_score=drawn.scores, feature_name=names, params=settings)
    with TemporaryDirectory() as folder:
        file = Path(folder, "model.txt")
        try:
            booster = lightgbm.train(settings, table, drawn.rounds)
        except lightgbm.basic.LightGBMError as problem:  # it stops itself, at a side that has no records but by their weight
            raise StoppedError(str(problem)) from None
        booster.save_model(str(file))
        trees = read_lightgbm(file)
    leaves = np.asarray(booster.predict(x, pred_leaf=True)).reshape(len(x), -1)
    own = {name: _exact(value) for name, value in drawn.settings.items() if name != "enable_bundle"}
    scores = drawn.scores and list(drawn.scores)
    for k, tree in enumerate(trees):
        policy = dtref.policy_of(tree) if scores is None else dtref.lightgbm(**own, init_score=[Fraction(s) for s in scores])
        yield Round(tree, data, policy)
        added = [booster.get_leaf_output(k, int(leaf)) for leaf in leaves[:, k]]
        scores = [s + a for s, a in zip(scores or [0.0] * len(x), added, strict=True)]


def rounds_of_xgboost(drawn: Drawn) -> Iterator[Round]:
    """The rounds of a model of XGBoost, from its memory snapshot."""
    import numpy as np
    import xgboost

    x, data = np.array(drawn.cells), data_of(drawn)
    names = [a.name for a in data.attributes]

    def table(margin: Sequence[float] | None) -> Any:
        return xgboost.DMatrix(x, drawn.labels, weight=drawn.weights, base_margin=margin, feature_names=names)

    booster = xgboost.train({**drawn.settings, "nthread": 1}, table(drawn.scores), drawn.rounds)
    with TemporaryDirectory() as folder:
        file = Path(folder, "model.json")
        file.write_text(json.dumps({"Model": json.loads(bytes(booster.save_raw("json"))), "Config": json.loads(booster.save_config())}))
        trees = read_xgboost(file)
    own = {("eta" if name == "learning_rate" else name): _exact(value) for name, value in drawn.settings.items()}
    for k, tree in enumerate(trees):
        if k == 0 and drawn.scores is None:
            policy = dtref.policy_of(tree)
        else:
            before = booster.predict(table(drawn.scores), output_margin=True, iteration_range=(0, k)) if k else np.array(drawn.scores)
            policy = dtref.xgboost(**own, base_margin=[Fraction(float(s)) for s in before])
        yield Round(tree, data, policy)


def _exact(value: Any) -> Any:
    return Fraction(value) if isinstance(value, float) else value
