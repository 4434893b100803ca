"""
The programs of the matrix: the parameters of each that shape a tree, with values to try, and a tree of it, read by dtref.

Every tree is under the safe names of `plain`: columns a0, a1 …, values v0 …, classes c0 …, the target y.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import field, frozen
from covering import Setting
from peers import chaid_package, rpart, weka
from peers.library import MISSING, Cell, Continuous, DataSet, Nominal, Record, exact
from peers.matrix_tables import Gaps, Table, Weights, class_tables, nominal_tables, number_tables
from peers.rows import installed, scikit_learn

from dtref.io.foreign import rpart as rpart_reader
from dtref.io.foreign.boosted.lightgbm import read_lightgbm
from dtref.io.foreign.boosted.xgboost import read_xgboost
from dtref.io.foreign.printed_trees.weka import parse_weka
from dtref.io.foreign.rpart import read_rpart
from dtref.io.foreign.scikit_learn import read_scikit_learn
from dtref.io.foreign.tree import ForeignTree

TABLE_PARAMETERS: Mapping[str, Sequence[object]] = {"gaps": tuple(Gaps), "weights": tuple(Weights)}
"""What is varied of the table beside the parameters of a program."""


@frozen(eq=False)
class Learner:
    """
    A learner of a program. package: the row's program; version: "" where it is not there. about: the modules that its row is about.

    columns: the kind of columns that it takes, None for all. tables: those that it is asked about. parameters: by the program's own names;
    admits: whether it takes a combination of them. grow: its tree, from plain data.
    """

    name: str
    version: Callable[[], str]
    about: tuple[str, ...]
    columns: type[Continuous] | type[Nominal] | None
    tables: Callable[[], Sequence[Table]]
    parameters: Mapping[str, Sequence[object]]
    grow: Callable[[DataSet, Setting], ForeignTree]
    admits: Callable[[Setting], bool] = lambda _: True
    gaps: Sequence[Gaps] = field(default=tuple(Gaps))
    weights: Sequence[Weights] = field(default=tuple(Weights))

    @property
    def varied(self) -> Mapping[str, Sequence[object]]:
        """Everything that is varied: of the program, and of the table."""
        return {**self.parameters, "gaps": self.gaps, "weights": self.weights}


def plain(data: DataSet) -> DataSet:
    """The data set under safe names."""
    kinds = [
        Continuous(f"a{i}") if isinstance(a, Continuous) else Nominal(f"a{i}", _codes("v", a.values)) for i, a in enumerate(data.attributes)
    ]
    values = [{} if isinstance(a, Continuous) else dict(zip(a.values, _codes("v", a.values), strict=True)) for a in data.attributes]
    regression = isinstance(data.target, Continuous)
    classes = {} if regression else dict(zip(data.classes, _codes("c", data.classes), strict=True))

    def cell(i: int, value: Cell) -> Cell:
        return values[i][value] if isinstance(value, str) else value

    records = [
        Record(tuple(cell(i, v) for i, v in enumerate(r.values)), classes[r.label] if isinstance(r.label, str) else r.label, r.weight)
        for r in data
    ]
    return DataSet(tuple(kinds), Continuous("y") if regression else Nominal("y", tuple(classes.values())), tuple(records))


def _codes(letter: str, values: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{letter}{j}" for j in range(len(values)))


# scikit-learn


def by_scikit_learn(data: DataSet, setting: Setting) -> ForeignTree:
    """A tree of scikit-learn."""
    import numpy as np

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

        x = np.array([[np.nan if cell is MISSING else float(exact(cell)) for cell in r.values] for r in data])
        weights = [float(r.weight) for r in data]
        regression = isinstance(data.target, Continuous)
        y = [float(exact(r.label)) if regression else r.label for r in data]
        kind = DecisionTreeRegressor if regression else DecisionTreeClassifier
        settings = {**setting, "random_state": 0}
        if settings.get("monotonic_cst") is not None:
            settings["monotonic_cst"] = [(1, 0, -1)[i % 3] for i in range(len(data.attributes))]
        model = kind(**settings).fit(x, y, sample_weight=weights)
    return read_scikit_learn(model, [a.name for a in data.attributes])


SCIKIT_LEARN_BOTH: Mapping[str, Sequence[object]] = {
    "splitter": ("best", "random"),
    "max_depth": (None, 3),
    "min_samples_split": (2, 10, 0.1),
    "min_samples_leaf": (1, 4, 0.03),
    "min_weight_fraction_leaf": (0.0, 0.05),
    "max_features": (None, 2, "sqrt"),
    "max_leaf_nodes": (None, 6),
    "min_impurity_decrease": (0.0, 0.01),
    "ccp_alpha": (0.0, 0.01),
}


def _two_classes_or_free(setting: Setting) -> bool:
    """A monotonic constraint takes no missing values."""
    return setting["monotonic_cst"] is None or setting["gaps"] is Gaps.NONE


# rpart


def by_rpart(data: DataSet, setting: Setting) -> ForeignTree:
    """A tree of rpart."""
    control = {name: value for name, value in setting.items() if name not in ("method", "split", "prior", "loss", "shrink")}
    method, k = str(setting["method"]), len(data.classes) if isinstance(data.target, Nominal) else 0
    parms: dict[str, object] = {}
    if method == "class":
        parms["split"] = setting["split"]
        if setting["prior"]:
            parms["prior"] = [float(x).hex() for x in _prior(k)]
        if setting["loss"]:
            parms["loss"] = [str(0 if i == j else 1 + (2 * i + j) % 3) for i in range(k) for j in range(k)]
    columns = [
        {"name": a.name, "cells": [_text(r.values[i]) for r in data], **({} if isinstance(a, Continuous) else {"levels": list(a.values)})}
        for i, a in enumerate(data.attributes)
    ]
    target = {"name": "y", "cells": [_text(r.label) for r in data], **({"levels": list(data.classes)} if k else {})}
    asked = {
        "columns": [*columns, target],
        "weights": [float(r.weight).hex() for r in data],
        "control": {name: str(value) for name, value in control.items()},
        "parms": parms,
        "method": method,
    }
    with TemporaryDirectory() as folder:
        question, answer = Path(folder, "asked.json"), Path(folder, "model.json")
        question.write_text(json.dumps(asked))
        problem = rpart.run_script(Path(__file__).with_name("matrix.R"), question, answer, Path(rpart_reader.__file__).with_suffix(".R"))
        assert not problem, problem
        return read_rpart(answer)[0]


def _prior(k: int) -> list[float]:
    """Shares that are quotients of powers of two, so that they add up to 1 exactly."""
    shares = [2.0 ** -(i + 1) for i in range(k)]
    return [*shares[:-1], shares[-1] * 2]


def _text(cell: Cell) -> str | None:
    return None if cell is MISSING else cell if isinstance(cell, str) else float(exact(cell)).hex()


RPART_CONTROL: Mapping[str, Sequence[object]] = {
    "minsplit": (20, 2),
    "minbucket": (7, 1),
    "cp": (0.01, -1, 0.05),
    "maxdepth": (30, 3),
    "maxsurrogate": (5, 0, 1),
    "usesurrogate": (2, 1, 0),
    "surrogatestyle": (0, 1),
    "maxcompete": (4, 0),
}


def by_xgboost(data: DataSet, setting: Setting) -> ForeignTree:
    """The first tree of XGBoost, with its configuration."""
    import numpy as np
    import xgboost

    x = np.array([[np.nan if cell is MISSING else float(exact(cell)) for cell in r.values] for r in data])
    classes = data.classes if isinstance(data.target, Nominal) else ()
    if len(classes) > 2:
        raise ValueError("two classes at most")
    y = [float(classes.index(r.label)) if isinstance(r.label, str) else float(exact(r.label)) for r in data]
    settings = {name: value for name, value in setting.items() if value is not None}
    table = xgboost.DMatrix(x, y, weight=[float(r.weight) for r in data], feature_names=[a.name for a in data.attributes])
    booster = xgboost.train({**settings, "nthread": 1}, table, 1)
    with TemporaryDirectory() as folder:
        file = Path(folder, "model.json")
        file.write_text(json.dumps({"Model": json.loads(bytes(booster.save_raw("json"))), "Config": json.loads(booster.save_config())}))
        return read_xgboost(file)[0]


XGBOOST: Mapping[str, Sequence[object]] = {
    "tree_method": ("hist", "exact"),
    "max_depth": (6, 2),
    "eta": (0.3, 1),
    "gamma": (0, 2),
    "reg_lambda": (1, 0),
    "reg_alpha": (0, 0.5),
    "min_child_weight": (1, 0, 3),
    "max_delta_step": (0, 0.5),
    "base_score": (None, 0.5),
}


def _alpha_or_step(setting: Setting) -> bool:
    return not (setting["reg_alpha"] and setting["max_delta_step"])


def by_lightgbm(data: DataSet, setting: Setting) -> ForeignTree:
    """The first tree of LightGBM, from model.txt."""
    import lightgbm
    import numpy as np

    x = np.array([[np.nan if cell is MISSING else float(exact(cell)) for cell in r.values] for r in data])
    classes = data.classes if isinstance(data.target, Nominal) else ()
    if len(classes) > 2:
        raise ValueError("two classes at most")
    y = np.array([float(classes.index(r.label)) if isinstance(r.label, str) else float(exact(r.label)) for r in data])
    settings = {**setting, "verbose": -1, "num_threads": 1}
    table = lightgbm.Dataset(x, y, feature_name=[a.name for a in data.attributes], params=settings)
    with TemporaryDirectory() as folder:
        file = Path(folder, "model.txt")
        lightgbm.train(settings, table, 1).save_model(str(file))
        return read_lightgbm(file)[0]


LIGHTGBM: Mapping[str, Sequence[object]] = {
    "num_leaves": (31, 4),
    "max_depth": (-1, 3),
    "learning_rate": (0.1, 1),
    "lambda_l1": (0, 0.5),
    "lambda_l2": (0, 1),
    "min_data_in_leaf": (20, 2),
    "min_sum_hessian_in_leaf": (1e-3, 1),
    "min_gain_to_split": (0, 0.5),
    "max_bin": (255, 8),
    "min_data_in_bin": (3, 1),
    "max_delta_step": (0, 0.5),
    "boost_from_average": (True, False),
}


# Weka


def by_weka(learner: str, data: DataSet, setting: Setting) -> ForeignTree:
    """A tree that Weka prints: an option of the value True stands alone, one of False or None isn't given."""
    given = {f"-{name}": value for name, value in setting.items() if value not in (False, None)}
    options = [part for name, value in given.items() for part in ((name,) if value is True else (name, str(value)))]
    text = weka.run(data, f"weka.classifiers.trees.{learner}", *options)
    (tree,) = parse_weka(text, learner)
    return tree


_FLAG = (False, True)
JAVA = ("dtref.spec.programs", "dtref.spec.split", "dtref.spec.growing", "dtref.spec.pruning", "dtref.io.foreign", "dtref.oracle.verify")


def learners() -> Iterator[Learner]:
    """Every learner of the matrix."""
    about = (*JAVA, "dtref.oracle.stated")
    numeric = partial(class_tables, True)
    yield Learner(
        "scikit-learn, classes", scikit_learn, about, Continuous, numeric,
        {
            **SCIKIT_LEARN_BOTH,
            "criterion": ("gini", "entropy", "log_loss"),
            "class_weight": (None, "balanced"),
            "monotonic_cst": (None,),
        },
        by_scikit_learn,
    )  # fmt: skip
    yield Learner(
        "scikit-learn, numbers", scikit_learn, about, Continuous, partial(number_tables, True),
        {
            **SCIKIT_LEARN_BOTH,
            "criterion": ("squared_error", "absolute_error", "poisson", "friedman_mse"),
            "monotonic_cst": (None, "given"),
        },
        by_scikit_learn,
        _two_classes_or_free,
    )  # fmt: skip
    yield Learner(
        "rpart, classes", rpart.version, about, None, partial(class_tables, False),
        {"method": ("class",), "split": ("gini", "information"), "prior": _FLAG, "loss": _FLAG, **RPART_CONTROL},
        by_rpart,
    )  # fmt: skip
    yield Learner(
        "rpart, numbers", rpart.version, about, None, partial(number_tables, False), {"method": ("anova",), **RPART_CONTROL}, by_rpart
    )
    xgboost = partial(installed, "xgboost")
    yield Learner(
        "XGBoost, two classes", xgboost, about, Continuous, numeric,
        {"objective": ("binary:logistic",), "scale_pos_weight": (1, 2), **XGBOOST},
        by_xgboost,
        lambda setting: _alpha_or_step(setting) and (setting["scale_pos_weight"] == 1 or setting["base_score"] is not None),
    )  # fmt: skip
    yield Learner(
        "XGBoost, numbers", xgboost, about, Continuous, partial(number_tables, True),
        {"objective": ("reg:squarederror",), **XGBOOST},
        by_xgboost,
        _alpha_or_step,
    )  # fmt: skip
    lightgbm = partial(installed, "lightgbm")
    yield Learner(
        "LightGBM, two classes", lightgbm, about, Continuous, numeric, {"objective": ("binary",), **LIGHTGBM}, by_lightgbm,
        weights=(Weights.ONE,),
    )  # fmt: skip
    yield Learner(
        "LightGBM, numbers", lightgbm, about, Continuous, partial(number_tables, True), {"objective": ("regression",), **LIGHTGBM},
        by_lightgbm, weights=(Weights.ONE,),
    )  # fmt: skip
    mixed = partial(class_tables, False)
    yield Learner(
        "Weka REPTree", weka.version, about, None, mixed, {"P": (True,), "M": (None, 5), "V": (None, 0.1), "L": (None, 3)},
        partial(by_weka, "REPTree"), weights=(Weights.ONE,),
    )  # fmt: skip
    yield Learner(
        "Weka SimpleCart", weka.version, about, None, mixed, {"U": (True,), "M": (None, 5), "H": _FLAG},
        partial(by_weka, "SimpleCart"), weights=(Weights.ONE,),
    )  # fmt: skip
    yield Learner(
        "Weka RandomTree", weka.version, about, None, mixed, {"K": (0, 2), "M": (None, 3), "depth": (None, 4), "S": (1, 2)},
        partial(by_weka, "RandomTree"), weights=(Weights.ONE,),
    )  # fmt: skip
    yield Learner(
        "Weka Id3", weka.version, about, Nominal, nominal_tables, {}, partial(by_weka, "Id3"), gaps=(Gaps.NONE,), weights=(Weights.ONE,)
    )
    yield Learner(
        "CHAID package", chaid_package.version, about, Nominal, nominal_tables, chaid_package.PARAMETERS, chaid_package.by_chaid,
        weights=(Weights.ONE,),
    )  # fmt: skip
    yield Learner(
        "Weka J48", weka.version, about, None, partial(class_tables, False),
        {"U": _FLAG, "C": (None, 0.1), "M": (2, 1, 5), "B": _FLAG, "S": _FLAG, "A": _FLAG, "L": _FLAG},
        partial(by_weka, "J48"),
        lambda setting: not (setting["U"] and (setting["C"] or setting["S"])),
        weights=(Weights.ONE,),
    )  # fmt: skip
