"""The learners of XGBoost and LightGBM: the first tree of each."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from inspect import signature
from pathlib import Path
from tempfile import TemporaryDirectory

from covering import Setting
from peers.learners.learner import Learner, numbers_of, scores_of
from peers.learners.lightgbm_parameters import SHAPELESS_IN_LIGHTGBM
from peers.library import Continuous, DataSet
from peers.matrix_tables import Gaps, number_tables, two_class_tables
from peers.rows import installed, xgboost

from dtref.io.foreign.boosted.lightgbm import read_lightgbm
from dtref.io.foreign.boosted.xgboost import read_xgboost
from dtref.io.foreign.tree import ForeignTree


def grown_by_xgboost(data: DataSet, setting: Setting) -> ForeignTree:
    """The first tree of XGBoost, with its configuration."""
    import numpy as np
    import xgboost

    y = scores_of(data)
    settings = {name: value for name, value in setting.items() if value is not None}
    names = [a.name for a in data.attributes]
    table = xgboost.DMatrix(np.array(numbers_of(data)), y, weight=[float(r.weight) for r in data], feature_names=names)
    booster = xgboost.train({**settings, "nthread": 1}, table, 1)
    with TemporaryDirectory() as folder:
        file = Path(folder, "model.json")
        file.write_text(json.dumps({"Model": json.loads(bytes(booster.save_raw("json"))), "Config": json.loads(booster.save_config())}))
        return read_xgboost(file)[0]


def _xgboost_signature() -> Collection[str]:
    """The parameters of XGBoost's estimators."""
    import xgboost

    return set(signature(xgboost.XGBModel.__init__).parameters) - {"self", "kwargs"}


XGBOOST: Mapping[str, Sequence[object]] = {
    "tree_method": ("hist", "exact"),
    "max_depth": (6, 2),
    "max_bin": (256, 64),  # a bin of its own for each number is needed
    "grow_policy": ("depthwise", "lossguide"),
    "max_leaves": (0, 4),
    "learning_rate": (0.3, 1),
    "gamma": (0, 2),
    "reg_lambda": (1, 0),
    "reg_alpha": (0, 0.5),
    "min_child_weight": (1, 0, 3),
    "max_delta_step": (0, 0.5),
    "base_score": (None, 0.5),
}
REFUSED_OF_XGBOOST: Mapping[str, object] = {
    "booster": "dart",
    **dict.fromkeys(("subsample", "colsample_bytree", "colsample_bylevel", "colsample_bynode"), 0.5),
    "num_parallel_tree": 2,
    "monotone_constraints": "(1)",
    "interaction_constraints": "[[0]]",
}
SHAPELESS_IN_XGBOOST = frozenset((
    *("n_estimators", "verbosity", "n_jobs", "importance_type", "device", "validate_parameters", "eval_metric", "early_stopping_rounds"),
    *("callbacks", "multi_strategy"),  # more trees, or more outputs
    *("sampling_method", "random_state", "feature_weights"),  # of samples, which are refused
    *("missing", "enable_categorical", "feature_types", "max_cat_to_onehot", "max_cat_threshold"),  # of columns that are no numbers
))  # fmt: skip


def _taken_by_xgboost(setting: Setting) -> bool:
    """Leaves are counted by hist alone; alpha and a largest step are not tried together."""
    leaves = setting["max_leaves"] == 0 or setting["tree_method"] == "hist"
    return leaves and not (setting["reg_alpha"] and setting["max_delta_step"])


def _of_classes(setting: Setting) -> bool:
    return _taken_by_xgboost(setting) and (setting["scale_pos_weight"] == 1 or setting["base_score"] is not None)


def grown_by_lightgbm(data: DataSet, setting: Setting) -> ForeignTree:
    """The first tree of LightGBM, from model.txt."""
    import lightgbm
    import numpy as np

    y = np.array(scores_of(data))
    settings = {**setting, "verbose": -1, "num_threads": 1}
    names, weights = [a.name for a in data.attributes], [float(r.weight) for r in data]
    unit = all(w == 1 for w in weights)  # of which it keeps none
    table = lightgbm.Dataset(np.array(numbers_of(data)), y, weight=None if unit else weights, feature_name=names, params=settings)
    with TemporaryDirectory() as folder:
        file = Path(folder, "model.txt")
        lightgbm.train(settings, table, 1).save_model(str(file))
        return read_lightgbm(file)[0]


def _complete_or_used(setting: Setting) -> bool:
    """Where missing values are not used they would be zeros."""
    return bool(setting["use_missing"]) or setting["gaps"] is Gaps.NONE


def _lightgbm_signature() -> Collection[str]:
    """The parameters that LightGBM's library knows."""
    from lightgbm.basic import _ConfigAliases

    return set(_ConfigAliases._get_all_param_aliases())


LIGHTGBM: Mapping[str, Sequence[object]] = {
    "num_leaves": (31, 4),
    "max_depth": (-1, 3),
    "learning_rate": (0.1, 1),
    "lambda_l1": (0, 0.5),
    "lambda_l2": (0, 1),
    "min_data_in_leaf": (8, 2),  # by default 20, of which small tables have not much
    "min_sum_hessian_in_leaf": (1e-3, 1),
    "min_gain_to_split": (0, 0.5),
    "max_bin": (255, 8),
    "min_data_in_bin": (3, 1),
    "max_delta_step": (0, 0.5),
    "boost_from_average": (True, False),
    "use_missing": (True, False),
    "feature_pre_filter": (True, False),
}
REFUSED_OF_LIGHTGBM: Mapping[str, object] = {
    "boosting": "dart",
    "data_sample_strategy": "goss",
    **dict.fromkeys(("feature_fraction", "feature_fraction_bynode"), 0.5),
    **dict.fromkeys(("extra_trees", "linear_tree", "zero_as_missing", "use_quantized_grad"), True),
    "path_smooth": 1,
    "monotone_constraints": "1",
    "interaction_constraints": "[0]",
    "cegb_penalty_split": 0.5,
}
lightgbm_version = partial(installed, "lightgbm")
LEARNERS = (
    Learner(
        "XGBoost, two classes", xgboost, Continuous, two_class_tables,
        {"objective": ("binary:logistic", "reg:logistic"), "scale_pos_weight": (1, 2), **XGBOOST},
        grown_by_xgboost, _of_classes,
        signature=_xgboost_signature, refused={**REFUSED_OF_XGBOOST, "objective": "binary:logitraw"}, shapeless=SHAPELESS_IN_XGBOOST,
    ),
    Learner(
        "XGBoost, numbers", xgboost, Continuous, partial(number_tables, True),
        {"objective": ("reg:squarederror",), **XGBOOST},
        grown_by_xgboost, _taken_by_xgboost, signature=_xgboost_signature,
        refused={**REFUSED_OF_XGBOOST, "objective": "reg:absoluteerror"}, shapeless=SHAPELESS_IN_XGBOOST | {"scale_pos_weight"},
    ),
    Learner(
        "LightGBM, two classes", lightgbm_version, Continuous, two_class_tables,
        {"objective": ("binary",), "scale_pos_weight": (1, 2), **LIGHTGBM},
        grown_by_lightgbm, _complete_or_used, signature=_lightgbm_signature,
        refused={**REFUSED_OF_LIGHTGBM, "objective": "cross_entropy", "is_unbalance": True, "sigmoid": 2},
        shapeless=SHAPELESS_IN_LIGHTGBM | {"reg_sqrt"},
    ),
    Learner(
        "LightGBM, numbers", lightgbm_version, Continuous, partial(number_tables, True),
        {"objective": ("regression",), **LIGHTGBM},
        grown_by_lightgbm, _complete_or_used, signature=_lightgbm_signature,
        refused={**REFUSED_OF_LIGHTGBM, "objective": "regression_l1", "reg_sqrt": True},
        shapeless=SHAPELESS_IN_LIGHTGBM | {"scale_pos_weight", "is_unbalance", "sigmoid"},
    ),
)  # fmt: skip
