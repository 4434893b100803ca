"""The learners of R's rpart."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Collection, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from covering import Setting
from peers import rpart
from peers.learners.learner import FLAG, Learner
from peers.library import MISSING, Cell, Continuous, DataSet, Nominal, exact
from peers.matrix_tables import class_tables, number_tables

from dtref.io.foreign import rpart as rpart_reader
from dtref.io.foreign.rpart import read_rpart
from dtref.io.foreign.tree import ForeignTree

NOT_CONTROL = ("method", "split", "prior", "loss", "shrink", "cost", "exposure")


def grown(data: DataSet, setting: Setting) -> ForeignTree:
    """A tree of rpart."""
    with TemporaryDirectory() as folder:
        answer = Path(folder, "model.json")
        write_grown(data, setting, answer)
        return read_rpart(answer)[0]


def write_grown(data: DataSet, setting: Setting, answer: Path) -> None:
    """Writes a tree of rpart as rpart.R does. Errors: AssertionError with R's words where R refuses."""
    method, k = str(setting["method"]), len(data.classes) if isinstance(data.target, Nominal) else 0
    parms: dict[str, object] = {}
    exposure = setting.get("exposure")
    if method == "poisson" and setting["shrink"] is not None:
        parms["shrink"] = str(setting["shrink"])
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
        "control": {name: str(value) for name, value in setting.items() if name not in NOT_CONTROL},
        "parms": parms,
        "method": method,
        **({"cost": [str(1 + i % 3 / 4) for i in range(len(columns) - bool(exposure))]} if setting.get("cost") else {}),
        **({"exposure": exposure} if exposure else {}),
    }
    with TemporaryDirectory() as folder:
        question = Path(folder, "asked.json")
        question.write_text(json.dumps(asked))
        script = Path(__file__).parents[1] / "matrix.R"
        problem = rpart.run_script(script, question, answer, Path(rpart_reader.__file__).with_suffix(".R"))
        assert not problem, problem


def _prior(k: int) -> list[float]:
    """Shares that are quotients of powers of two, so that they add up to 1 exactly."""
    shares = [2.0 ** -(i + 1) for i in range(k)]
    return [*shares[:-1], shares[-1] * 2]


def _text(cell: Cell) -> str | None:
    return None if cell is MISSING else cell if isinstance(cell, str) else float(exact(cell)).hex()


@cache
def _signature() -> Collection[str]:
    """The parameters of rpart and rpart.control, and what `parms` may have (`?rpart`), but for what is no parameter by name."""
    asked = "library(rpart); cat(names(formals(rpart)), names(formals(rpart.control)))"
    said = subprocess.run(["Rscript", "-e", asked], capture_output=True, text=True, check=True).stdout.split()
    return {*said, "split", "prior", "loss", "shrink"} - {"...", "control", "parms", "weights"}


CONTROL: Mapping[str, Sequence[object]] = {
    "minsplit": (20, 2),
    "minbucket": (7, 1),
    "cp": (0.01, -1, 0.05),
    "maxdepth": (30, 3),
    "maxsurrogate": (5, 0, 1),
    "usesurrogate": (2, 1, 0),
    "surrogatestyle": (0, 1),
    "maxcompete": (4, 0),
    "xval": (0, 3),
}


def _shrinks_rates(setting: Setting) -> bool:
    """Rates alone are shrunk."""
    return setting["method"] == "poisson" or setting["shrink"] is None


DATA = frozenset(("formula", "data", "subset", "na.action", "model", "x", "y"))
"""What is about the data, or about what the answer keeps."""
LEARNERS = (
    Learner(
        "rpart, classes", rpart.version, None, partial(class_tables, False),
        {"method": ("class",), "split": ("gini", "information"), "prior": FLAG, "loss": FLAG, "cost": FLAG, **CONTROL},
        grown, signature=_signature, shapeless=DATA | {"shrink"},
    ),
    Learner(
        "rpart, numbers", rpart.version, None, partial(number_tables, False),
        {"method": ("anova", "poisson"), "shrink": (None, 0, 0.5), "cost": FLAG, **CONTROL}, grown, _shrinks_rates,
        signature=_signature, shapeless=DATA | {"split", "prior", "loss"},
    ),
)  # fmt: skip
