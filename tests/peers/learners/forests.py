"""The learners of forests, R's ranger and randomForest and Weka's RandomForest: one tree of each, with the records drawn for it."""

from __future__ import annotations

import subprocess
from collections.abc import Collection, Mapping, Sequence
from functools import cache, partial

from covering import Setting
from peers import weka
from peers.forests import by_r, by_weka_forest, r_package
from peers.learners.learner import FLAG, Learner
from peers.learners.weka import signature_of
from peers.library import DataSet
from peers.matrix_tables import Gaps, Weights, class_tables, number_tables

from dtref.io.foreign.tree import ForeignTree

SEED, TREES = 1, 2


def grown_by_r(program: str, data: DataSet, setting: Setting) -> ForeignTree:
    """The last tree of a small forest. Parameters of classes are given by whether there are some."""
    given = dict(setting)
    k = len(data.classes) if "Nominal" in type(data.target).__name__ else 0
    if given.get("classwt") is not None:
        given["classwt"] = [1 + i % 3 for i in range(k)]
    if given.get("cutoff") is not None:
        given["cutoff"] = [1 / k] * k
    if given.get("class.weights") is not None:
        given["class.weights"] = [1 + i % 3 for i in range(k)]
    if given.get("always.split.variables") is not None:
        given["always.split.variables"] = [data.attributes[0].name]
    if given.get("split.select.weights") is not None:
        given["split.select.weights"] = [1 / (2 + i % 2) for i in range(len(data.attributes))]
    return by_r(program, data, SEED, {("num.trees" if program == "ranger" else "ntree"): TREES, **given})[-1]


@cache
def _formals(function: str, package: str) -> Collection[str]:
    """The parameters of a function of R, but for dots."""
    asked = f"cat(names(formals(getFromNamespace('{function}', '{package}'))))"
    said = subprocess.run(["Rscript", "-e", asked], capture_output=True, text=True, check=True).stdout.split()
    return set(said) - {"..."}


def grown_by_weka(data: DataSet, setting: Setting) -> ForeignTree:
    """The last tree of a small forest."""
    given = {f"-{name}": str(value) for name, value in setting.items() if value is not None}
    return by_weka_forest(data, "-I", str(TREES), *(word for pair in given.items() for word in pair))[-1]


RANGER: Mapping[str, Sequence[object]] = {
    "mtry": (None, 2),
    "min.node.size": (None, 5),
    "max.depth": (None, 3),
    "replace": (True, False),
    "sample.fraction": (None, 0.5),
    "num.random.splits": (1, 3),
    "respect.unordered.factors": (None, "partition"),
    "importance": ("none", "impurity", "permutation"),
    "save.memory": FLAG,
}
REFUSED_BY_RANGER: Mapping[str, object] = {
    "always.split.variables": True,
    "split.select.weights": True,
    "regularization.factor": 0.5,
}


def _taken_by_ranger(setting: Setting) -> bool:
    """Cuts aren't drawn where memory is saved."""
    return not (setting["save.memory"] and setting["splitrule"] == "extratrees")


SHAPELESS_IN_RANGER = frozenset((
    *("formula", "data", "dependent.variable.name", "status.variable.name", "x", "y", "classification", "num.trees", "num.threads"),
    *("write.forest", "keep.inbag", "quantreg", "oob.error", "verbose", "seed", "holdout", "regularization.usedepth"),
    *("scale.permutation.importance", "local.importance"),  # of importances
    *("case.weights", "inbag"),  # of the records drawn, which the tree tells
    *("alpha", "minprop"),  # of the rule maxstat, which is refused
))  # fmt: skip
RANDOM_FOREST: Mapping[str, Sequence[object]] = {
    "mtry": (None, 2),
    "nodesize": (None, 4),
    "replace": (True, False),
    "sampsize": (None, 8),
    "importance": FLAG,
    "maxnodes": (None, 4),
}
SHAPELESS_IN_RANDOM_FOREST = frozenset((
    *("x", "y", "xtest", "ytest", "ntree", "localImp", "nPerm", "proximity", "oob.prox", "norm.votes", "do.trace", "keep.forest"),
    *("corr.bias", "keep.inbag"),
    *("weights", "strata"),  # of the records drawn, which the tree tells
))  # fmt: skip
WHOLE, ONE = (Gaps.NONE,), (Weights.ONE,)
ranger_version, random_forest_version = partial(r_package, "ranger"), partial(r_package, "randomForest")
LEARNERS = (
    Learner(
        "ranger, classes", ranger_version, None, partial(class_tables, False),
        {**RANGER, "splitrule": (None, "hellinger", "extratrees"), "probability": FLAG},
        partial(grown_by_r, "ranger"), _taken_by_ranger, gaps=WHOLE, weights=ONE, signature=partial(_formals, "ranger", "ranger"),
        refused={**REFUSED_BY_RANGER, "class.weights": True, "importance": "impurity_corrected"}, shapeless=SHAPELESS_IN_RANGER,
    ),
    Learner(
        "ranger, numbers", ranger_version, None, partial(number_tables, False),
        {**RANGER, "splitrule": (None, "extratrees")},
        partial(grown_by_r, "ranger"), _taken_by_ranger, gaps=WHOLE, weights=ONE, signature=partial(_formals, "ranger", "ranger"),
        refused={**REFUSED_BY_RANGER, "splitrule": "maxstat"}, shapeless=SHAPELESS_IN_RANGER | {"class.weights", "probability"},
    ),
    Learner(
        "randomForest, classes", random_forest_version, None, partial(class_tables, False),
        {**RANDOM_FOREST, "classwt": (None, "given"), "cutoff": (None, "given")},
        partial(grown_by_r, "randomForest"), gaps=WHOLE, weights=ONE,
        signature=partial(_formals, "randomForest.default", "randomForest"),
        shapeless=SHAPELESS_IN_RANDOM_FOREST,
    ),
    Learner(
        "randomForest, numbers", random_forest_version, None, partial(number_tables, False), RANDOM_FOREST,
        partial(grown_by_r, "randomForest"), gaps=WHOLE, weights=ONE,
        signature=partial(_formals, "randomForest.default", "randomForest"),
        shapeless=SHAPELESS_IN_RANDOM_FOREST | {"classwt", "cutoff"},
    ),
    Learner(
        "Weka RandomForest", weka.version, None, partial(class_tables, False),
        {"K": (None, 1, 3), "depth": (None, 3), "S": (None, 2)},
        grown_by_weka, weights=ONE, signature=partial(signature_of, "RandomForest"), shapeless=frozenset("DI"),
    ),
)  # fmt: skip
