"""The policy that a tree of gradient boosting states: parameters in the program's own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NoReturn

from dtref.errors import Invalid
from dtref.io.foreign.tree import ForeignTree, Program
from dtref.oracle.stated.needed import policy_needed
from dtref.spec.growing.policy import Policy
from dtref.spec.model.numerals import numeral
from dtref.spec.programs.lightgbm import lightgbm
from dtref.spec.programs.xgboost import xgboost

_NO_CONSTRAINT = {"monotone_constraints": ("", "()"), "interaction_constraints": ("", "[]"), "num_parallel_tree": ("", "1")}
"""Settings that dtref has no rule for, with the texts that mean none."""


def stated_by_xgboost(settings: Mapping[str, str], tree: ForeignTree) -> Policy:
    """
    The policy of a tree of XGBoost by the parameters of its booster; of a later tree, which was grown from what the earlier ones left, as
    that of a first one. Errors: Invalid for a file without them, and for parameters that dtref lacks.

    >>> from dtref.io.foreign.tree import ForeignNode
    >>> tree = ForeignTree(ForeignNode("0", label=Fraction(1)), "by hand")
    >>> settings = {"reg_lambda": "0", "tree_method": "exact", "max_depth": "2", "base_score": "0.5"}
    >>> policy = stated_by_xgboost(settings, tree)
    >>> policy.weigh.start, policy.criterion.formula.penalty
    (Fraction(1, 2), Fraction(0, 1))
    """
    if "reg_lambda" not in settings:
        raise Invalid(tree.source, f"a model with its configuration, as a memory snapshot has it: {policy_needed()}", "a model alone")
    for name, texts in _NO_CONSTRAINT.items():
        if name in settings and settings[name] not in texts:
            raise Invalid(f"XGBoost, {name}", "none", settings[name])
    if settings.get("booster", "gbtree") != "gbtree":
        raise Invalid("XGBoost, booster", "gbtree", settings["booster"])
    return xgboost(**{name: read(settings[name]) for name, read in _XGBOOST.items() if name in settings})  # type: ignore[arg-type]


def _number(text: str) -> Fraction:
    """A number as the decimal it is printed as."""
    return Fraction(numeral(text))


_XGBOOST: Mapping[str, Callable[[str], object]] = {
    **dict.fromkeys(("objective", "tree_method", "grow_policy"), str),
    **dict.fromkeys(("max_depth", "max_bin", "max_leaves"), int),
    **dict.fromkeys(("base_score", "scale_pos_weight", "eta", "gamma", "min_child_weight", "max_delta_step"), _number),
    **dict.fromkeys(("reg_lambda", "reg_alpha"), _number),
    **dict.fromkeys(("subsample", "colsample_bytree", "colsample_bylevel", "colsample_bynode"), _number),
}
"""The parameters of `xgboost` by name, each with its reader."""


def stated_by_lightgbm(settings: Mapping[str, str], tree: ForeignTree) -> Policy:
    """
    The policy of a tree of LightGBM by its parameters; of a later tree as that of a first one. Errors: Invalid for a file without them, and
    for parameters that dtref lacks.

    >>> from dtref.io.foreign.tree import ForeignNode
    >>> tree = ForeignTree(ForeignNode("0", label=Fraction(1)), "by hand")
    >>> stated_by_lightgbm({"lambda_l2": "1", "objective": "regression", "min_data_in_leaf": "5"}, tree).admit[0]
    EveryBranchHasRows(rows=5)
    """
    if "lambda_l2" not in settings:
        raise Invalid(tree.source, f"a model with its parameters, as save_model() writes it: {policy_needed()}", "a model alone")
    for name, text in _NOT_IN_LIGHTGBM.items():
        if settings.get(name, text) != text:
            raise Invalid(f"LightGBM, {name}", text or "none", settings[name])
    return lightgbm(**{name: read(settings[name]) for name, read in _LIGHTGBM.items() if name in settings})  # type: ignore[arg-type]


def _flag(text: str) -> bool:
    return text == "1"


_LIGHTGBM: Mapping[str, Callable[[str], object]] = {
    "objective": str,
    **dict.fromkeys(("num_leaves", "max_depth", "min_data_in_leaf", "max_bin", "min_data_in_bin"), int),
    **dict.fromkeys(("boost_from_average", "use_missing", "feature_pre_filter"), _flag),
    **dict.fromkeys(("learning_rate", "min_sum_hessian_in_leaf", "min_gain_to_split", "lambda_l1", "lambda_l2"), _number),
    **dict.fromkeys(("max_delta_step", "scale_pos_weight"), _number),
}
"""The parameters of `lightgbm` by name, each with its reader."""
_NOT_IN_LIGHTGBM = {
    "boosting": "gbdt",
    "data_sample_strategy": "bagging",
    "bagging_fraction": "1",
    "pos_bagging_fraction": "1",
    "neg_bagging_fraction": "1",
    "feature_fraction": "1",
    "feature_fraction_bynode": "1",
    "extra_trees": "0",
    "path_smooth": "0",
    "monotone_constraints": "",
    "interaction_constraints": "",
    "forcedsplits_filename": "",
    "forcedbins_filename": "",
    "max_bin_by_feature": "",
    "use_quantized_grad": "0",
    "linear_tree": "0",
    "zero_as_missing": "0",
    "is_unbalance": "0",
    "sigmoid": "1",
    "reg_sqrt": "0",
    "cegb_penalty_split": "0",
    "cegb_penalty_feature_lazy": "",
    "feature_contri": "",
    "cegb_penalty_feature_coupled": "",
}
"""Parameters that dtref has no rule for, each with the value that needs none."""


def stated_by_catboost(settings: Mapping[str, str], tree: ForeignTree) -> NoReturn:
    """
    None: no policy grows a tree of CatBoost. Errors: Invalid, always, with why.

    By default one split is chosen for all nodes of a level together; in every form its score has noise that is drawn (random_strength), and
    is of gradients of drawn permutations and of records that are weighted by draws, none of which the file holds.

    >>> from dtref.io.foreign.tree import ForeignNode
    >>> stated_by_catboost({}, ForeignTree(ForeignNode("0"), "CatBoost"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    dtref.errors.Invalid: CatBoost: expected a program that a policy follows: a policy is to be named (got "CatBoost's SymmetricTree: ...
    """
    form = settings.get("tree_learner_options.grow_policy", "SymmetricTree")
    chosen = "one split for all nodes of a level, " if form == "SymmetricTree" else ""
    raise Invalid(
        tree.source, f"a program that a policy follows: {policy_needed()}", f"CatBoost's {form}: {chosen}by scores with drawn noise"
    )


STATED_BY_BOOSTERS: Mapping[Program, Callable[[Mapping[str, str], ForeignTree], Policy]] = {
    Program.XGBOOST: stated_by_xgboost,
    Program.LIGHTGBM: stated_by_lightgbm,
}
"""The programs of gradient boosting that state how they grew a tree."""
