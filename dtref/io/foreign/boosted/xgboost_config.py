"""Reads the parameters that XGBoost writes apart from a model (`save_config`), in its own words."""

from __future__ import annotations

from dtref.io.foreign.json_parts import Parts
from dtref.io.foreign.tree import Setting

TREE_PARAMETERS = (
    *("eta", "gamma", "max_depth", "min_child_weight", "max_delta_step", "reg_lambda", "reg_alpha", "max_bin", "grow_policy", "max_leaves"),
    *("subsample", "colsample_bytree", "colsample_bylevel", "colsample_bynode", "monotone_constraints", "interaction_constraints"),
)
"""The parameters that shape a tree."""


def parameters_of(config: Parts) -> tuple[Setting, ...]:
    """
    The parameters that shaped the trees of a model. Errors: Invalid where the part isn't a configuration of a booster of trees.

    >>> text = '{"learner": {"gradient_booster": {"gbtree_train_param": {"tree_method": "exact"}, "tree_train_param": {"eta": "0.5"}}}}'
    >>> [setting.value for setting in parameters_of(Parts.of_text(text, "config"))]
    ['exact', '0.5']
    """
    booster = config["learner"]["gradient_booster"]
    if "gbtree" in booster:  # DART's
        booster = booster["gbtree"]
    settings = [("tree_method", booster["gbtree_train_param"]["tree_method"])]
    if "gbtree_model_param" in booster and "num_parallel_tree" in booster["gbtree_model_param"]:
        settings.append(("num_parallel_tree", booster["gbtree_model_param"]["num_parallel_tree"]))
    trees = booster["tree_train_param"]
    settings.extend((name, trees[name]) for name in TREE_PARAMETERS if name in trees)
    return tuple(Setting(name, part.text()) for name, part in settings)
