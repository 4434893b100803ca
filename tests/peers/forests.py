"""Forests of R's ranger and randomForest, of Weka and of scikit-learn, with the records that were drawn for each tree."""

from __future__ import annotations

import json
import subprocess
import warnings
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from peers import rpart, weka
from peers.library import MISSING, Cell, Continuous, DataSet, Nominal, exact
from peers.standing import ask

from dtref.io.foreign import r_forest as r_forest_reader
from dtref.io.foreign.printed_trees.weka import parse_weka
from dtref.io.foreign.r_forest import read_r_forest
from dtref.io.foreign.scikit_learn import read_scikit_learn_forest
from dtref.io.foreign.tree import ForeignTree

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
    """The trees of ranger or randomForest, by their own parameters; None is one that isn't given. Errors: ValueError where it refuses."""
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
        if problem:
            raise ValueError(problem)
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
        file, answer = Path(folder, "given.arff"), Path(folder, "answer.txt")
        file.write_text(weka.arff(data))
        command = (*weka.JAVA, "-cp", f"{weka.JAR}:{_compiled().name}", str(weka.LEARNERS))
        problem = ask(command, str(answer), "PrintForest", "-t", str(file), *options)
        assert not problem, problem
        return parse_weka(answer.read_text("utf-8"), "RandomForest")


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


def r_columns(data: DataSet) -> list[dict[str, object]]:
    """The columns of a data set, the target last: names, cells as hexadecimal numbers or texts, and the levels of a factor."""
    kinds = [*data.attributes, data.target]
    rows = [(*r.values, r.label) for r in data]
    return [
        {"name": a.name, "cells": [_text(row[i]) for row in rows], **({"levels": list(a.values)} if isinstance(a, Nominal) else {})}
        for i, a in enumerate(kinds)
    ]


def _text(cell: Cell) -> str | None:
    return None if cell is MISSING else cell if isinstance(cell, str) else float(exact(cell)).hex()
