"""
Trees of programs that are Python packages, against their own predictions: `python tests/peers/foreign_formats.py [FORMAT …]`.

Of each format 30 models or more, of generated data with gaps and repeated values and of generated settings; for each model 1,000 records or
more: every cut with the doubles and floats next to it, missing values, and records of the data. A format whose package is not there is
passed over, and told. sklearn2pmml also needs Java, and seconds for each model.
"""

from __future__ import annotations

import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from importlib.util import find_spec
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np
from attrs import evolve
from peers.foreign_models import COLUMNS, KINDS, MODELS, Array, Model, compared, data
from peers.orange_trees import orange, orange_text

from dtref.io.foreign.formats import read_foreign
from dtref.io.foreign.tree import foreign_nodes


def _fitted(seed: int) -> tuple[Any, Array, bool]:
    """A tree of scikit-learn by generated settings."""
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    gaps = seed % 3 == 0
    x, label, score = data(seed, gaps)
    settings = {"max_leaf_nodes": 3 + seed % 12, "min_samples_leaf": 1 + seed % 4, "random_state": seed}
    model = DecisionTreeRegressor(**settings) if seed % 2 else DecisionTreeClassifier(**settings)
    return model.fit(x, score if seed % 2 else label), x, gaps


def sklearn(folder: Path) -> Iterator[tuple[Model, Array]]:
    from dtref.io.foreign.scikit_learn_json import write_scikit_learn

    for seed in range(MODELS):
        model, x, gaps = _fitted(seed)
        write_scikit_learn(model, folder / "m.json", COLUMNS)
        yield Model(model.predict, read_foreign(folder / "m.json", "sklearn"), gaps), x


def sklearn_text(folder: Path) -> Iterator[tuple[Model, Array]]:
    from sklearn.tree import export_text

    for seed in range(3 * MODELS):
        model, x, gaps = _fitted(seed)
        if gaps or seed % 2:  # the text has no branch for missing values, and rounds numbers that are predicted
            continue
        (folder / "m.txt").write_text(export_text(model, feature_names=list(COLUMNS), decimals=40))
        yield Model(model.predict, read_foreign(folder / "m.txt", "sklearn-text"), gaps), x


def sklearn2pmml(folder: Path) -> Iterator[tuple[Model, Array]]:
    import pandas as pd
    from sklearn2pmml import sklearn2pmml as write
    from sklearn2pmml.pipeline import PMMLPipeline

    for seed in range(MODELS * 3 // 2):
        if seed % 3 == 0:  # its files don't say where a missing value goes
            continue
        model, x, gaps = _fitted(seed)
        frame = pd.DataFrame(x, columns=list(COLUMNS))
        _, label, score = data(seed, gaps)
        pipeline = PMMLPipeline([("tree", model)]).fit(frame, pd.Series(score if seed % 2 else label, name="y"))
        pipeline.configure(**({}, {"compact": False}, {"compact": False, "flat": True})[seed // 3 % 3])
        write(pipeline, str(folder / "m.pmml"))
        yield Model(model.predict, read_foreign(folder / "m.pmml", "pmml"), gaps), x


def nyoka(folder: Path) -> Iterator[tuple[Model, Array]]:
    """
    scikit-learn's trees as Nyoka writes them, which rounds their cuts, so that JPMML's evaluator is asked what its files say. Its files
    don't say where a missing value goes.
    """
    import nyoka as program
    from exported.number_runners import java
    from jpmml_evaluator import make_evaluator
    from sklearn.pipeline import Pipeline

    for seed in range(MODELS * 3 // 2):
        if seed % 3 == 0:
            continue
        model, x, _ = _fitted(seed)
        program.skl_to_pmml(Pipeline([("tree", model)]), list(COLUMNS), "y", str(folder / "m.pmml"))
        evaluator = make_evaluator(str(folder / "m.pmml"), backend=java()).verify()

        def predict(rows: Array, evaluator: Any = evaluator) -> Sequence[object]:
            records = (dict(zip(COLUMNS, map(float, row), strict=True)) for row in rows)
            return [evaluator.evaluate(record)["predicted_y"] for record in records]

        yield Model(predict, read_foreign(folder / "m.pmml", "pmml"), False), x


def jpmml_xgboost(folder: Path) -> Iterator[tuple[Model, Array]]:
    """XGBoost's trees as JPMML's converter writes them in PMML, compact and whole: the leaf's value."""
    import pandas as pd
    from sklearn2pmml import sklearn2pmml as write
    from sklearn2pmml.pipeline import PMMLPipeline
    from xgboost import XGBRegressor

    for seed in range(MODELS):
        x, _, score = data(seed, gaps := seed % 3 == 0)
        model = XGBRegressor(n_estimators=1, max_depth=1 + seed % 5, learning_rate=0.5, base_score=0.0, n_jobs=1)
        pipeline = PMMLPipeline([("tree", model)]).fit(pd.DataFrame(x, columns=list(COLUMNS)), pd.Series(score, name="y"))
        pipeline.configure(compact=seed % 2 == 0)
        write(pipeline, str(folder / "m.pmml"))
        tree = read_foreign(folder / "m.pmml", "pmml")
        labels = {
            float(np.float32(float(x))): float(x) for x in (node.label for node in foreign_nodes(tree.root)) if isinstance(x, Fraction)
        }

        def predict(rows: Array, model: Any = model, labels: Any = labels) -> Sequence[object]:
            found = model.predict(pd.DataFrame(rows, columns=list(COLUMNS)))
            return [labels.get(float(value), float(value)) for value in found]

        yield Model(predict, tree, gaps), x


def onnx(folder: Path) -> Iterator[tuple[Model, Array]]:
    import onnxruntime
    from skl2onnx import to_onnx

    for seed in range(MODELS * 3 // 2):
        if seed % 3 == 0:  # the converter doesn't end where a threshold is infinite
            continue
        model, x, _ = _fitted(seed)
        wide = seed % 5 == 1
        kind = np.float64 if wide else np.float32
        graph = to_onnx(model, x[:1].astype(kind), options=None if seed % 2 else {"zipmap": False})
        output = graph.graph.output[0 if seed % 2 else 1].type.tensor_type
        output.elem_type = 1  # floats, also where the converter says doubles, which the standard doesn't have there
        (folder / "m.onnx").write_bytes(graph.SerializeToString())
        session = onnxruntime.InferenceSession(str(folder / "m.onnx"))

        def predict(rows: Array, session: Any = session, kind: Any = kind) -> Sequence[object]:
            return list(np.ravel(session.run(None, {"X": rows.astype(kind)})[0]).tolist())

        yield Model(predict, read_foreign(folder / "m.onnx", "onnx"), True), x


def catboost(folder: Path) -> Iterator[tuple[Model, Array]]:
    from catboost import CatBoostRegressor, Pool

    for seed in range(MODELS):
        gaps = seed % 3 == 0
        x, _, score = data(seed, gaps)
        policy = ("SymmetricTree", "Depthwise", "Lossguide")[seed % 3 if seed % 2 else 0]
        missing = {"nan_mode": ("Min", "Max")[seed // 3 % 2]} if gaps else {}
        settings = {"iterations": 1, "depth": 1 + seed % 5, "grow_policy": policy, "learning_rate": 0.7, "random_seed": seed, **missing}
        model = CatBoostRegressor(**settings, verbose=0, allow_writing_files=False, thread_count=1)
        model.fit(Pool(x, score, feature_names=list(COLUMNS)))
        model.save_model(str(folder / "m.json"), format="json")
        yield Model(model.predict, read_foreign(folder / "m.json", "catboost"), gaps), x


def xgboost(folder: Path) -> Iterator[tuple[Model, Array]]:
    import xgboost as xgb

    for seed in range(MODELS):
        x, _, score = data(seed, gaps := seed % 3 == 0)
        settings: dict[str, object] = {
            "max_depth": 1 + seed % 5,
            "eta": 0.5,
            "booster": ("gbtree", "dart")[seed % 2],
            "seed": seed,
            "nthread": 1,
        }
        booster = xgb.train(settings, xgb.DMatrix(x, score, feature_names=list(COLUMNS)), 1)
        name = ("m.json", "m.ubj")[seed // 2 % 2]
        booster.save_model(folder / name)

        def leaves(rows: Array, booster: Any = booster) -> Sequence[object]:
            found = booster.predict(xgb.DMatrix(rows, feature_names=list(COLUMNS)), pred_leaf=True)
            return [str(int(leaf)) for leaf in np.ravel(found)]

        yield Model(leaves, read_foreign(folder / name, "xgboost"), gaps, leaves=True), x


def xgboost_dump(folder: Path) -> Iterator[tuple[Model, Array]]:
    """As dump_model writes them, text and JSON, with statistics and without; columns of codes in every third model."""
    import xgboost as xgb

    for seed in range(MODELS):
        x, _, score = data(seed, gaps := seed % 3 == 0)
        codes = seed % 3 == 1
        rng = np.random.default_rng(seed)
        x = np.column_stack([x, rng.integers(0, 4, len(x))]) if codes else x
        names = [*COLUMNS, "k"][: x.shape[1]]
        kinds = {"feature_types": ["float", "float", "float", "c"], "enable_categorical": True} if codes else {}
        settings = {"max_depth": 1 + seed % 5, "eta": 0.5, "nthread": 1, "tree_method": "hist", "max_cat_to_onehot": 1 + seed % 6}
        target = score + 3 * (x[:, 3] % 2) if codes else score
        booster = xgb.train(settings, xgb.DMatrix(x, target, feature_names=names, **kinds), 1)
        booster.dump_model(folder / "m", with_stats=seed % 4 > 1, dump_format=("text", "json")[seed % 2])

        def leaves(rows: Array, booster: Any = booster, names: Any = names, kinds: Any = kinds) -> Sequence[object]:
            found = booster.predict(xgb.DMatrix(rows, feature_names=names, **kinds), pred_leaf=True)
            return [str(int(leaf)) for leaf in np.ravel(found)]

        tree = evolve(read_foreign(folder / "m", "xgboost"), columns=tuple(names))
        yield Model(leaves, tree, gaps, leaves=True, categories={"k": "0123"} if codes else {}), x


def lightgbm(folder: Path) -> Iterator[tuple[Model, Array]]:
    import json

    import lightgbm as lgb

    for seed in range(MODELS):
        x, _, score = data(seed, gaps := seed % 3 == 0)
        settings: dict[str, object] = {
            "num_leaves": 3 + seed % 9,
            "min_data_in_leaf": 2,
            "zero_as_missing": seed % 4 == 0,
            "use_missing": seed % 5 > 0,
        }
        settings |= {"verbose": -1, "num_threads": 1, "objective": "regression"}
        booster = lgb.train(settings, lgb.Dataset(x, score, feature_name=list(COLUMNS), params=settings), 1)
        if seed % 2:
            booster.save_model(str(folder / "m"))
        else:
            (folder / "m").write_text(json.dumps(booster.dump_model()))

        def leaves(rows: Array, booster: Any = booster) -> Sequence[object]:
            return [f"leaf {int(leaf)}" for leaf in np.ravel(booster.predict(rows, pred_leaf=True))]

        yield Model(leaves, read_foreign(folder / "m", "lightgbm"), gaps, leaves=True), x


def treelite(folder: Path) -> Iterator[tuple[Model, Array]]:
    import lightgbm as lgb
    import treelite as tl

    for seed in range(MODELS):
        x, _, score = data(seed, gaps := seed % 3 == 0)
        settings = {"num_leaves": 3 + seed % 9, "min_data_in_leaf": 2, "verbose": -1, "num_threads": 1}
        model = tl.frontend.from_lightgbm(lgb.train(settings, lgb.Dataset(x, score, params=settings), 1))
        (folder / "m.json").write_text(model.dump_as_json())

        def leaves(rows: Array, model: Any = model) -> Sequence[object]:
            return [str(int(leaf)) for leaf in np.ravel(tl.gtil.predict_leaf(model, rows, nthread=1))]

        tree = read_foreign(folder / "m.json", "treelite")
        yield Model(leaves, evolve(tree, columns=("f0", "f1", "f2")), gaps, leaves=True), x


def ydf(folder: Path) -> Iterator[tuple[Model, Array]]:
    import pandas as pd
    import ydf as program

    program.verbose(0)

    def frame(rows: Array) -> Any:
        kinds = [None if isnan(kind) else KINDS[int(kind)] for kind in rows[:, 3]]
        return pd.DataFrame(rows[:, :3], columns=list(COLUMNS)).assign(k=kinds, flag=rows[:, 4] > 0)

    for seed in range(MODELS):
        x, label, score = data(seed, gaps := seed % 3 == 0)
        rng = np.random.default_rng(seed)
        x = np.column_stack([x, rng.integers(0, 3, len(x)), rng.integers(0, 2, len(x))])
        x[:, 3][rng.random(len(x)) < 0.1 * gaps] = np.nan
        classes = seed % 2 == 0
        table = frame(x).assign(y=[f"{name}{kind == 1}" for name, kind in zip(label, x[:, 3], strict=True)] if classes else score + x[:, 4])
        settings = {"max_depth": 2 + seed % 4, "min_examples": 2, "validation_ratio": 0.0, "task": program.Task.CLASSIFICATION}
        settings |= {} if classes else {"task": program.Task.REGRESSION}
        model = program.CartLearner(label="y", features=[*COLUMNS, "k", "flag"], include_all_columns=False, **settings).train(table)
        model.save(str(folder / str(seed)))

        def predict(rows: Array, model: Any = model, classes: bool = classes) -> Sequence[object]:
            return list(map(str, model.predict_class(frame(rows)))) if classes else list(map(float, model.predict(frame(rows))))

        tree = evolve(read_foreign(folder / str(seed), "ydf"), columns=(*COLUMNS, "k", "flag"))
        yield Model(predict, tree, gaps, categories={"k": KINDS, "flag": ("False", "True")}), x


PACKAGES: dict[str, tuple[Callable[[Path], Iterator[tuple[Model, Array]]], tuple[str, ...]]] = {
    "sklearn": (sklearn, ("sklearn",)),
    "sklearn-text": (sklearn_text, ("sklearn",)),
    "pmml": (sklearn2pmml, ("sklearn2pmml",)),
    "nyoka": (nyoka, ("nyoka", "jpmml_evaluator")),
    "onnx": (onnx, ("skl2onnx", "onnxruntime")),
    "catboost": (catboost, ("catboost",)),
    "xgboost": (xgboost, ("xgboost",)),
    "xgboost-dump": (xgboost_dump, ("xgboost",)),
    "lightgbm": (lightgbm, ("lightgbm",)),
    "treelite": (treelite, ("treelite", "lightgbm")),
    "ydf": (ydf, ("ydf", "pandas")),
    "orange": (orange, ("Orange",)),
    "orange-text": (orange_text, ("Orange",)),
    "jpmml-xgboost": (jpmml_xgboost, ("sklearn2pmml", "xgboost")),
}
"""The models of each format, and the packages that make them."""


def missing_packages(file_format: str) -> list[str]:
    """The packages that a format's models need and that aren't there."""
    return [name for name in PACKAGES[file_format][1] if find_spec(name) is None]


def totals(file_format: str) -> tuple[int, int, int]:
    """The numbers of models and records of a format, and of those that are predicted otherwise."""
    models = records = wrong = 0
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for model, x in PACKAGES[file_format][0](Path(folder)):
            tried, differ = compared(model, x)
            models, records, wrong = models + 1, records + tried, wrong + differ
    return models, records, wrong


if __name__ == "__main__":
    for asked in sys.argv[1:] or PACKAGES:
        lacking = missing_packages(asked)
        print(
            asked,
            f"not there: {', '.join(lacking)}" if lacking else "{} models, {} records, {} different".format(*totals(asked)),
            flush=True,
        )
