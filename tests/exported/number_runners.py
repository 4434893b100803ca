"""Runs exports of trees of numbers alone, by scikit-learn and onnxruntime; and PMML by JPMML's evaluator. Each where it is installed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from exported.generated import Asked
from exported.runners import Answers

from dtref.io.export.binary import number_columns
from dtref.io.export.doubles import Doubles
from dtref.io.export.head import asked_attributes
from dtref.io.export.onnx import onnx_model
from dtref.io.export.pmml import pmml_text
from dtref.io.export.scikit_learn import scikit_learn_script
from dtref.io.models import Model


def _matrix(model: Model, records: Sequence[Asked]) -> Any:
    return np.array([[np.nan if record[name] is None else record[name] for name in number_columns(model)] for record in records])


def run_scikit_learn(model: Model, records: Sequence[Asked], _: Path, doubles: Doubles) -> Answers:
    space: dict[str, Any] = {}
    exec(compile(scikit_learn_script(model, doubles), "exported.py", "exec"), space)
    estimator = space["estimator"]
    del estimator.feature_names_in_  # the matrix has no names
    return list(estimator.predict(_matrix(model, records)).tolist())


def run_onnx(model: Model, records: Sequence[Asked], _: Path, doubles: Doubles) -> Answers:
    import onnxruntime

    session = onnxruntime.InferenceSession(onnx_model(model, doubles), providers=["CPUExecutionProvider"])
    return list(np.ravel(session.run(None, {"records": _matrix(model, records)})[0]).tolist())


def run_pmml(model: Model, records: Sequence[Asked], folder: Path, doubles: Doubles) -> Answers:
    """By JPMML's evaluator, in a Java machine that is started once."""
    from jpmml_evaluator import make_evaluator

    path = folder / "exported.pmml"
    path.write_text(pmml_text(model, doubles), "utf-8")
    evaluator = make_evaluator(str(path), backend=java()).verify()
    names, target = [attribute.name for attribute in asked_attributes(model)], model.target.name
    return [evaluator.evaluate({name: record[name] for name in names})[target] for record in records]


_started: list[Any] = []


def java() -> Any:
    """The Java machine that evaluates PMML."""
    from jpmml_evaluator.jpype import JPypeBackend

    if not _started:
        _started.append(JPypeBackend())
    return _started[0]
