"""Writes the models of XGBoost, LightGBM and treelite beside this file: small ones, of each kind that readers must know."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
import pandas as pd
import xgboost

HERE = Path(__file__).parent
N = 80
RANDOM = np.random.default_rng(17)
X = RANDOM.normal(size=(N, 3)).round(2)
GAPS = np.where(RANDOM.random(X.shape) < 0.2, np.nan, X)
ZEROS = np.where(RANDOM.random(X.shape) < 0.4, 0, X)
K = RANDOM.choice(list("uvwz"), N)
Y, Y3, NUMBER = (X[:, 0] + X[:, 1] > 0).astype(int), RANDOM.integers(0, 3, N), X[:, 0] + X[:, 1] * (X[:, 2] > 0)
PICKED = np.where(X[:, 1] > -1, np.isin(K, ["v", "z"]), X[:, 0] > 0).astype(int)
FRAME = pd.DataFrame({"k": pd.Categorical(K), "x": X[:, 0], "b": X[:, 1] > 0, "n": RANDOM.integers(0, 9, N)})


def of_xgboost(name: str, settings: dict[str, object], x: object, y: object, rounds: int = 2) -> None:
    data = xgboost.DMatrix(x, y, enable_categorical=True)
    grown = xgboost.train({"max_depth": 2, "min_child_weight": 0, "nthread": 1, "seed": 1, **settings}, data, rounds)
    grown.save_model(HERE / f"xgboost-{name}.json")


def of_lightgbm(name: str, settings: dict[str, object], x: object, y: object, rounds: int = 2) -> lightgbm.Booster:
    least = {"min_data_in_leaf": 3, "min_sum_hessian_in_leaf": 0, "min_data_in_bin": 1, "min_data_per_group": 1, "cat_smooth": 0}
    settings = {"verbose": -1, "num_leaves": 4, "num_threads": 1, "deterministic": True, "force_row_wise": True, **least, **settings}
    grown = lightgbm.train(settings, lightgbm.Dataset(x, y, params=settings), rounds)
    (HERE / f"lightgbm-{name}.json").write_text(json.dumps(grown.dump_model()) + "\n")
    return grown


def of_treelite(name: str, model: Any) -> None:
    (HERE / f"treelite-{name}.json").write_text(json.dumps(json.loads(model.dump_as_json())) + "\n")


def main() -> None:
    import treelite  # `pip install treelite`: only whoever writes the files anew needs it

    of_xgboost("dart", {"booster": "dart", "rate_drop": 0.5, "one_drop": 1}, GAPS, NUMBER, 3)
    of_xgboost("multiclass", {"objective": "multi:softprob", "num_class": 3, "num_parallel_tree": 2, "max_depth": 1}, X, Y3, 1)
    of_xgboost("pandas", {"objective": "binary:logistic", "max_cat_to_onehot": 1}, FRAME, PICKED)
    of_xgboost("pruned", {"tree_method": "exact", "gamma": 4, "max_depth": 4}, X, NUMBER, 1)
    of_xgboost("one-leaf", {"min_child_weight": 1000}, X, NUMBER, 1)
    of_lightgbm("zero", {"objective": "regression", "zero_as_missing": True}, ZEROS, np.where(ZEROS[:, 0] == 0, 9, X[:, 1]))
    of_lightgbm("nan", {"objective": "binary"}, GAPS, Y)
    grown_from_frame = of_lightgbm("pandas", {"objective": "binary"}, FRAME, PICKED)
    of_lightgbm("multiclass", {"objective": "multiclass", "num_class": 3, "monotone_constraints": [1, 0, 0]}, X, Y3, 1)
    of_lightgbm("one-leaf", {"objective": "regression", "min_data_in_leaf": 1000}, X, NUMBER, 1)
    of_treelite("multiclass", treelite.frontend.load_xgboost_model(HERE / "xgboost-multiclass.json", format_choice="json"))
    of_treelite("categories", treelite.frontend.from_lightgbm(grown_from_frame))


if __name__ == "__main__":
    main()
