"""The rows of the table of peers: each program, what is compared with it, and the modules and packages of dtref that this is about."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import metadata
from pathlib import Path
from shutil import which

from attrs import frozen
from peers import chaid_package, roc_packages, rpart, weka

ROOT = Path(__file__).parents[2]
POSTGRES = Path("/usr/lib/postgresql")
MERMAID = ROOT / "tests" / "browser" / "mermaid.min.js"
AXE = ROOT / "tests" / "browser" / "axe.min.js"
CHROMIUM = which("chromium") or which("chromium-browser") or which("google-chrome")

Key = tuple[str, str]
"""A program and a subject, as `pytest.mark.peer(program, subject)` names a row."""


@frozen
class Row:
    """A program with its version here, "" where it is not there; what is compared with it, in short and in a line; modules and packages."""

    program: str
    subject: str
    version: Callable[[], str]
    compared: str
    about: tuple[str, ...]


def printed(*command: str) -> str:
    """The first version number that a command prints; "" where there is no such command."""
    if which(command[0]) is None:
        return ""
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return next(iter(re.findall(r"\d+(?:\.\d+)+", ran.stdout + ran.stderr)), "")


def installed(*packages: str) -> str:
    """The version of a Python package, the first that is there of those that it is published as."""
    for package in packages:
        with suppress(metadata.PackageNotFoundError):
            return metadata.version(package)
    return ""


def solvers() -> str:
    """The versions of the solvers of optimal trees, which are installed for the Python that DTREF_SOLVERS names; "" where they aren't."""
    script = ROOT / "tests" / "peers" / "optimal_solvers.py"
    command = [os.environ.get("DTREF_SOLVERS", sys.executable), str(script), "versions"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return ", ".join(f"{name} {version}" for name, version in json.loads(ran.stdout).items()) if ran.returncode == 0 else ""


def ml_cart() -> str:
    """The version of the npm package."""
    package = ROOT / "node_modules" / "ml-cart" / "package.json"
    return str(json.loads(package.read_text("utf-8"))["version"]) if package.exists() else ""


def mermaid() -> str:
    """The version that the script itself names."""
    text = MERMAID.read_text("utf-8") if MERMAID.exists() else ""
    return next(iter(re.findall(r'version:"(11\.\d+\.\d+)"', text)), "")


def axe() -> str:
    """The version that the script itself names."""
    text = AXE.read_text("utf-8")[:200] if AXE.exists() else ""
    return next(iter(re.findall(r"axe v(\d+\.\d+\.\d+)", text)), "")


def spark_version() -> str:
    """The version of pyspark; "" where it, or Java, is not there."""
    return installed("pyspark") if which("java") else ""


xgboost = partial(installed, "xgboost", "xgboost-cpu")
scikit_learn, node = partial(installed, "scikit-learn"), partial(printed, "node", "--version")
chromium = partial(printed, CHROMIUM or "chromium", "--version")

TREES = ("dtref.spec.model", "dtref.spec.split", "dtref.spec.growing", "dtref.spec.presets", "dtref.engines.filter")
PATHS = ("dtref.spec.pruning.cost_complexity", "dtref.spec.pruning.bottom_up")
FORMATS = ("dtref.io.foreign",)
VERIFY = ("dtref.io.foreign", "dtref.oracle.verify")
BOOSTED = (*VERIFY, "dtref.spec.programs", "dtref.spec.preparation", "dtref.spec.split")
PAGES = ("dtref.show.drawing", "dtref.show.page")
JUDGE = ("dtref.oracle.judge", "dtref.oracle.operations")
CONFUSION = ("dtref.spec.evaluation.confusion",)
RANKING = ("dtref.spec.evaluation.ranking",)
PROC, ROCR = partial(roc_packages.version, "pROC"), partial(roc_packages.version, "ROCR")
DELONG = ("dtref.spec.evaluation.comparison.delong",)
INTERVALS = ("dtref.spec.evaluation.intervals.binomial_intervals", "dtref.exact.distributions")

RUNNING: dict[str, Callable[[], str]] = {
    "Node.js": node,
    "cc": partial(printed, "cc", "--version"),
    "R": partial(printed, "R", "--version"),
    "SQLite": lambda: sqlite3.sqlite_version,
    "DuckDB": partial(installed, "duckdb"),
    "PostgreSQL": lambda: printed(str(max(POSTGRES.glob("*/bin/postgres"), default="postgres")), "--version"),
    "JPMML": lambda: installed("jpmml-evaluator") if which("java") and installed("JPype1") else "",
    "scikit-learn": scikit_learn,
    "onnxruntime": lambda: installed("onnxruntime") if installed("onnx") else "",
}
"""The programs that run exported trees, each with its version."""

LISTED: tuple[Row, ...] = (
    Row("scikit-learn", "trees", scikit_learn, "grown trees are members of CART's tie closure", TREES),
    Row("scikit-learn", "cost complexity", scikit_learn, "its pruning paths are the exact ones", PATHS),
    Row("scikit-learn", "verify", scikit_learn, "its trees are read, and right", VERIFY),
    Row("scikit-learn", "several targets", scikit_learn, "trees of several targets are right, and dtref's or tied", (*TREES, *VERIFY)),
    Row("scikit-learn", "fitted trees", scikit_learn, "trees of every setting are right, and wrong where spoiled", VERIFY),
    Row("scikit-learn", "formats", scikit_learn, "its trees as JSON and as export_text predict what it does, at every cut", FORMATS),
    Row(
        "sklearn2pmml",
        "formats",
        partial(installed, "sklearn2pmml"),
        "its PMML of scikit-learn and XGBoost predicts what they do, at every cut",
        FORMATS,
    ),
    Row("ONNX Runtime", "formats", partial(installed, "onnxruntime"), "skl2onnx's models predict what it does, at every cut", FORMATS),
    Row("XGBoost", "formats", xgboost, "its JSON models and dumps name the leaves that it does, at every cut", FORMATS),
    Row("LightGBM", "formats", partial(installed, "lightgbm"), "its dumps and texts, and treelite's, name its leaves", FORMATS),
    Row("XGBoost", "generated models", xgboost, "trees of all rounds of generated models are right", BOOSTED),
    Row("LightGBM", "generated models", partial(installed, "lightgbm"), "the same", BOOSTED),
    Row("YDF", "formats", partial(installed, "ydf"), "its saved models predict what it does, at every cut", FORMATS),
    Row(
        "Orange",
        "formats",
        partial(installed, "orange3"),
        "its trees as JSON and as print_tree() predict what it does, at every cut",
        FORMATS,
    ),
    Row("CatBoost", "formats", partial(installed, "catboost"), "its JSON models predict what it does, at every cut", FORMATS),
    Row("scikit-learn", "golden cases", scikit_learn, "its answers to golden records and vectors", JUDGE),
    Row("scikit-learn", "confusion", scikit_learn, "rates, averages, kappa, Matthews of generated labels", CONFUSION),
    Row("scikit-learn", "probabilities", scikit_learn, "Brier scores and logarithmic losses", ("dtref.spec.evaluation.probabilities",)),
    Row("scikit-learn", "precision-recall areas", scikit_learn, "areas under precision-recall curves, by trapezoids", RANKING),
    Row("scikit-learn", "multi-class AUC", scikit_learn, "areas under the ROC curve of several classes", RANKING),
    Row("imbalanced-learn", "confusion", partial(installed, "imbalanced-learn"), "the geometric mean of the recalls", CONFUSION),
    Row(
        "scikit-learn",
        "views of trees",
        scikit_learn,
        "importances by impurity and by each permutation, leaves and paths of records, in its own trees",
        ("dtref.spec.views",),
    ),
    Row("scikit-learn", "cross-validation", scikit_learn, "errors of folds that are given", ("dtref.spec.evaluation.estimation",)),
    Row("mlxtend", ".632+", partial(installed, "mlxtend"), "the .632+ estimate", ("dtref.spec.evaluation.estimation",)),
    Row("rpart", "trees", rpart.version, "grown trees are members of CART's tie closure", TREES),
    Row("rpart", "cost complexity", rpart.version, "its cptable and prune() are the exact ones", PATHS),
    Row("rpart", "cross-validation", rpart.version, "its xerror and xstd", (*PATHS, "dtref.spec.pruning.selection")),
    Row("rpart", "verify", rpart.version, "its trees are read, and right", VERIFY),
    Row("rpart", "formats", rpart.version, "its trees as JSON and as R prints them predict what it does, at every cut", FORMATS),
    Row("partykit", "formats", partial(roc_packages.version, "partykit"), "the same of its trees, and of rpart's in its form", FORMATS),
    *(
        Row(name, "formats", partial(roc_packages.version, name), "trees of its forests predict what they do, at every cut", FORMATS)
        for name in ("ranger", "randomForest")
    ),
    Row("rpart", "golden cases", rpart.version, "its answers to golden records and vectors", JUDGE),
    Row("pROC", "DeLong", PROC, "areas, DeLong's variances, covariances, intervals, tests", (*DELONG, *RANKING)),
    Row("pROC", "multi-class AUC", PROC, "Hand and Till's area, and each class against the rest", RANKING),
    Row("ROCR", "areas", ROCR, "areas under ROC curves, and under precision-recall curves but for its own rules", RANKING),
    Row("Weka Id3", "trees", weka.version, "grown trees are members of ID3's tie closure", TREES),
    Row("Weka J48", "trees", weka.version, "grown trees maximise the gain ratio but for its own rules", TREES),
    Row("Weka", "verify", weka.version, "what it prints of its trees is read; its counts are those of the records", VERIFY),
    Row("Weka", "formats", weka.version, "trees that it prints predict what it does, at every cut", FORMATS),
    Row("Weka", "golden cases", weka.version, "its answers to golden records and vectors", JUDGE),
    Row(
        "Spark",
        "verify",
        spark_version,
        "its trees are read, right, grown alike, and predict what it does at every cut",
        (*TREES, *VERIFY, "dtref.spec.programs"),
    ),
    Row(
        "smallest departures",
        "programs of a few lines",
        scikit_learn,
        "what each released program prints for its smallest departures (its own version stands in the entry)",
        ("dtref.oracle.judge.cases",),
    ),
    Row("ml-cart", "golden cases", ml_cart, "its answers to golden records and vectors", JUDGE),
    Row("CHAID package", "verify", chaid_package.version, "its trees are read, object and print, and right", VERIFY),
    Row("statsmodels", "intervals", partial(installed, "statsmodels"), "Clopper-Pearson and Jeffreys", INTERVALS),
    Row("SciPy", "intervals", partial(installed, "scipy"), "Clopper-Pearson", INTERVALS),
    Row("PyCM", "confusion", partial(installed, "pycm"), "statistics of the same name of generated labels", CONFUSION),
    Row(
        "Node.js",
        "golden answers",
        partial(printed, "node", "--version"),
        "a runner without dtref gives the golden answers",
        ("dtref.oracle",),
    ),
    Row(
        "forests",
        "trees of forests on their own draws, spoiled, and as another program's",
        partial(installed, "scikit-learn"),
        "forests of ranger, randomForest, Weka and scikit-learn: right on their own draws, named where spoiled, compared",
        ("dtref.spec.programs", "dtref.spec.split", "dtref.spec.growing", "dtref.io.foreign", "dtref.oracle.verify"),
    ),
    Row(
        "matrix",
        "a cell of each learner",
        scikit_learn,
        "a tree of each learner of matrix.py, verified, spoiled, grown",
        (*TREES, *VERIFY),
    ),
    Row(
        "optimal solvers",
        "least errors",
        solvers,
        "the fewest errors of each depth beside pystreed, pydl8.5, pycontree and gosdt",
        ("dtref.spec.optimal", "dtref.engines.good_trees", "dtref.engines.compiled.shallow_least"),
    ),
    Row("Chromium", "pages", chromium, "pages of trees and derivations: opened, folded, searched", PAGES),
    Row("Chromium", "book", chromium, "the book: opened, searched, followed", ("dtref.show.book",)),
    *(
        Row(name, "exports", version, "answers of exported trees at cuts, beside them, at gaps and unseen values", ("dtref.io.export",))
        for name, version in RUNNING.items()
    ),
    Row("Graphviz", "graphs", partial(printed, "dot", "-V"), "graphs are drawn, names as they are", ("dtref.show.drawing",)),
    Row(
        "axe-core", "pages", axe, "WCAG A and AA: pages wide, narrow and dark", ("dtref.show.page", "dtref.show.drawing", "dtref.show.book")
    ),
    Row("Mermaid", "graphs", mermaid, "graphs are drawn, names as they are", ("dtref.show.drawing",)),
)
ROWS: dict[Key, Row] = {(row.program, row.subject): row for row in LISTED}
