"""
Forests of R's ranger and randomForest, of Weka and of scikit-learn, with the records that were drawn for each tree; and their learners for
the matrix, in which the number of the tree is one more parameter.
"""

from __future__ import annotations

import json
import subprocess
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from covering import Setting
from peers import rpart, weka
from peers.learners import Learner, r_columns
from peers.library import MISSING, Continuous, DataSet, Nominal, exact
from peers.matrix_tables import Gaps, Weights, class_tables, number_tables
from peers.rows import scikit_learn

from dtref.io.foreign import r_forest as r_forest_reader
from dtref.io.foreign.printed_trees.weka import parse_weka
from dtref.io.foreign.r_forest import read_r_forest
from dtref.io.foreign.scikit_learn import read_scikit_learn_forest
from dtref.io.foreign.tree import ForeignTree

TREES = 3
"""The trees of a forest of the matrix."""
MOST_VALUES = 12
"""The most values of a factor of which ranger is asked for all groupings: it takes twice as long for each one more."""
FOLDER = Path(r_forest_reader.__file__).parent
Forest = tuple[ForeignTree, ...]


@cache
def r_package(name: str) -> str:
    """The version of a package of R; "" where it, or what it is written with, is not there."""
    if which("Rscript") is None:
        return ""
    asked = f"if (requireNamespace('jsonlite', quietly = TRUE)) cat(as.character(packageVersion('{name}')))"
    return subprocess.run(["Rscript", "--vanilla", "-e", asked], capture_output=True, text=True, check=False).stdout.strip()


def by_r(program: str, data: DataSet, seed: int, settings: Mapping[str, object]) -> Forest:
    """The trees of ranger or randomForest, by their own parameters; None is one that isn't given."""
    if settings.get("respect.unordered.factors") == "partition":
        most = max((len(a.values) for a in data.attributes if isinstance(a, Nominal)), default=0)
        if most > MOST_VALUES:
            raise ValueError(f"a factor has {most} values, and all their groupings would be tried")
    given = {name: value for name, value in settings.items() if value is not None}
    asked = {"columns": r_columns(data), "program": program, "seed": seed, "settings": given}
    with TemporaryDirectory() as folder:
        question, answer = Path(folder, "asked.json"), Path(folder, "model.json")
        question.write_text(json.dumps(asked))
        problem = rpart.run_script(Path(__file__).with_name("forests.R"), question, answer, FOLDER / "forests.R")
        assert not problem, problem
        return read_r_forest(answer)


@cache
def _compiled() -> TemporaryDirectory[str]:
    """The folder with the compiled program that prints the trees."""
    folder = TemporaryDirectory()
    subprocess.run(["javac", "-cp", str(weka.JAR), "-d", folder.name, str(FOLDER / "PrintForest.java")], check=True, capture_output=True)
    return folder


def by_weka_forest(data: DataSet, *options: str) -> Forest:
    """The trees of Weka's RandomForest."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "given.arff")
        file.write_text(weka.arff(data))
        command = ["java", "-Xss64m", "-cp", f"{weka.JAR}:{_compiled().name}", "PrintForest", "-t", str(file), *options]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert not ran.returncode, ran.stderr
        return parse_weka(ran.stdout, "RandomForest")


def by_scikit_learn_forest(kind: str, data: DataSet, seed: int, settings: Mapping[str, object]) -> Forest:
    """The trees of scikit-learn's RandomForest… or ExtraTrees…."""
    import numpy as np
    from sklearn import ensemble

    x = np.array([[np.nan if cell is MISSING else float(exact(cell)) for cell in r.values] for r in data])
    regression = isinstance(data.target, Continuous)
    y = [float(exact(r.label)) if regression else r.label for r in data]
    made = getattr(ensemble, f"{kind}{'Regressor' if regression else 'Classifier'}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = made(**settings, random_state=seed).fit(x, y)
    return read_scikit_learn_forest(model, [a.name for a in data.attributes])


def _tree_of(grow: Callable[[DataSet, dict[str, object]], Forest], data: DataSet, setting: Setting) -> ForeignTree:
    """The tree of a forest that the setting names."""
    own = dict(setting)
    number = own.pop("tree")
    assert isinstance(number, int)
    return grow(data, own)[number - 1]


def _of_ranger(data: DataSet, setting: dict[str, object]) -> Forest:
    return by_r("ranger", data, 1, {**setting, "mtry": _columns(setting["mtry"], data), "num.trees": TREES})


def _of_random_forest(data: DataSet, setting: dict[str, object]) -> Forest:
    weighted = bool(setting.pop("classwt", False))
    weights = [1 + (2 * j) % 3 for j in range(len(data.classes))] if weighted else None
    size = None if setting.pop("sampsize") is None else max(2, 2 * len(data) // 3)
    own = {**setting, "mtry": _columns(setting["mtry"], data), "classwt": weights, "sampsize": size, "ntree": TREES}
    return by_r("randomForest", data, 1, own)


def _columns(mtry: object, data: DataSet) -> object:
    """A number of columns, of which "all" are all."""
    return len(data.attributes) if mtry == "all" else mtry


def _of_weka(data: DataSet, setting: dict[str, object]) -> Forest:
    given = [part for name, value in setting.items() if value is not None for part in (f"-{name}", str(value))]
    return by_weka_forest(data, "-I", str(TREES), *given)


def _of_scikit_learn(data: DataSet, setting: dict[str, object]) -> Forest:
    kind = str(setting.pop("kind"))
    return by_scikit_learn_forest(kind, data, 0, {**setting, "n_estimators": TREES})


_FLAG = (False, True)
_TREE: Mapping[str, Sequence[object]] = {"tree": tuple(range(1, TREES + 1))}
_RANGER: Mapping[str, Sequence[object]] = {
    "mtry": (None, 1, "all"),
    "min.node.size": (None, 4),
    "max.depth": (None, 3),
    "num.random.splits": (1, 3),
    "replace": (True, False),
    "sample.fraction": (None, 0.5),
    "respect.unordered.factors": ("ignore", "partition"),
}
_RANDOM_FOREST: Mapping[str, Sequence[object]] = {
    "mtry": (None, 1, "all"),
    "nodesize": (None, 4),
    "replace": (True, False),
    "sampsize": (None, "two thirds"),
}
_SCIKIT_LEARN: Mapping[str, Sequence[object]] = {
    "kind": ("RandomForest", "ExtraTrees"),
    "bootstrap": (True, False),
    "max_features": (None, 2, "sqrt"),
    "max_depth": (None, 3),
    "min_samples_leaf": (1, 4),
    "max_leaf_nodes": (None, 6),
    "max_samples": (None, 0.5),
}


def _drawn_or_all(setting: Setting) -> bool:
    return setting["bootstrap"] is True or setting["max_samples"] is None


def forest_learners(about: tuple[str, ...]) -> Iterator[Learner]:
    """The learners of forests. about: the modules that all rows are about."""
    of_one, ungapped = (Weights.ONE,), (Gaps.NONE,)
    classes, numbers = partial(class_tables, False), partial(number_tables, False)
    ranger, random_forest = partial(r_package, "ranger"), partial(r_package, "randomForest")
    yield Learner(
        "ranger, classes", ranger, about, None, classes,
        {"splitrule": ("gini", "extratrees", "hellinger"), "probability": _FLAG, **_RANGER, **_TREE},
        partial(_tree_of, _of_ranger), gaps=ungapped, weights=of_one,
    )  # fmt: skip
    yield Learner(
        "ranger, numbers", ranger, about, None, numbers, {"splitrule": ("variance", "extratrees"), **_RANGER, **_TREE},
        partial(_tree_of, _of_ranger), gaps=ungapped, weights=of_one,
    )  # fmt: skip
    yield Learner(
        "randomForest, classes", random_forest, about, None, classes, {**_RANDOM_FOREST, "classwt": _FLAG, **_TREE},
        partial(_tree_of, _of_random_forest), gaps=ungapped, weights=of_one,
    )  # fmt: skip
    yield Learner(
        "randomForest, numbers", random_forest, about, None, numbers, {**_RANDOM_FOREST, **_TREE},
        partial(_tree_of, _of_random_forest), gaps=ungapped, weights=of_one,
    )  # fmt: skip
    yield Learner(
        "Weka RandomForest", weka.version, about, None, classes, {"K": (None, 2), "depth": (None, 4), "S": (1, 2), **_TREE},
        partial(_tree_of, _of_weka), weights=of_one,
    )  # fmt: skip
    yield Learner(
        "scikit-learn forest, classes", scikit_learn, about, Continuous, partial(class_tables, True),
        {"criterion": ("gini", "entropy"), "class_weight": (None, "balanced"), **_SCIKIT_LEARN, **_TREE},
        partial(_tree_of, _of_scikit_learn), _drawn_or_all, weights=of_one,
    )  # fmt: skip
    yield Learner(
        "scikit-learn forest, numbers", scikit_learn, about, Continuous, partial(number_tables, True),
        {"criterion": ("squared_error", "absolute_error"), **_SCIKIT_LEARN, **_TREE},
        partial(_tree_of, _of_scikit_learn), _drawn_or_all, weights=of_one,
    )  # fmt: skip
