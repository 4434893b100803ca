"""
What is timed side by side: tasks, and for each of them the programs that do it. `tests/bench/side_by_side.py` runs them.

`scale` divides the numbers of records, so that a test can run every case once and look at what it gives. Beside dtref stand scikit-learn,
and rpart where R is installed.
"""

from __future__ import annotations

import shutil
import sys
import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias, cast

import numpy as np
from attrs import evolve, frozen
from bench.bench_gaps import RPART
from bench.gap_cases import gap_cases, groupings, weighted
from bench.measuring import Seconds, said, timed_process
from narrow import of_kind
from sklearn.metrics import confusion_matrix, roc_auc_score, roc_curve
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtref
from dtref.errors import DataWarning
from dtref.io.delimited import read_table
from dtref.io.foreign.scikit_learn import read_scikit_learn
from dtref.oracle.judge.cases import Case as Question
from dtref.oracle.judge.cases import golden_cases
from dtref.oracle.judge.judge import judge_cases
from dtref.oracle.judge.questions import Reply
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Gap

Run = Callable[[], object]
Fitted: TypeAlias = DecisionTreeClassifier | DecisionTreeRegressor

GOLDEN = Path(__file__).parents[2] / "golden" / "data"
FITS = (14, 150, 1_000, 10_000, 100_000, 1_000_000)
COLUMNS = 10
RECORDS = 1_000_000


@frozen
class Case:
    """
    One program at one task: `prepare` makes the input and gives what is timed.

    rounds: how often it is run. elsewhere: whether another process works: then a run returns what that took, of one round or more. items:
    how many it does at a time, where that is to be told per second. of: what the task is, but for its size, and the size: where its growth
    is to be told.
    """

    task: str
    program: str
    prepare: Callable[[], Run]
    rounds: int = 9
    elsewhere: bool = False
    items: int = 0
    of: tuple[str, int] = ("", 0)


def cases(scale: int, folder: Path | None, most: int = RECORDS) -> Iterator[Case]:
    """Every case; those of the data folder where it is there. most: the most records of fits, and of trees that are verified."""
    for n in (n for n in FITS if n <= most):
        yield from fits(max(14, n // scale))
    for name in ("car", "mushroom"):
        if folder is not None and (folder / f"{name}.csv").exists():
            yield from nominal(name, folder / f"{name}.csv")
    for n in (1_000, 10_000):
        for others in (gap_cases, weighted, groupings):
            yield from cast("Iterator[Case]", others(max(14, n // scale), outside))
    for n in (10_000, RECORDS):
        yield from predicted(max(14, n // scale))
    for n in (n for n in (10_000, 100_000, RECORDS) if n <= most):
        yield from verified_fit(max(14, n // scale))
    for name, target in (("iris", "species"), ("wine", "cultivar")):
        yield Case(f"verify a tree of scikit-learn, {name}", "dtref", lambda name=name, target=target: verified(name, target))  # type: ignore[misc]
    questions = list(golden_cases())[: None if scale == 1 else 50]
    yield Case(f"judge {len(questions):,} golden cases", "dtref", lambda: judged(questions), 3, items=len(questions))
    for statement in ("import dtref", "import attrs", "pass"):
        yield Case("start Python in a fresh process", statement, lambda statement=statement: lambda: fresh(statement), 41, elsewhere=True)  # type: ignore[misc]
    yield from metrics(RECORDS // scale)


def outside(task: str, program: str, prepare: Callable[[], Run], *, elsewhere: bool = False) -> Case:
    """A case beside a program that says itself what it takes, of several rounds; such a one is run twice."""
    return Case(task, program, prepare, 2 if elsewhere else 9, elsewhere)


def signal(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Ten numeric columns that differ in every record, and a class that two of them tell, but for one in ten."""
    chance = np.random.default_rng(n)
    x = chance.random((n, COLUMNS))
    return x, ((x[:, 0] + x[:, 1] * x[:, 2] > 0.7) ^ (chance.random(n) < 0.1)).astype(int)


def fits(n: int) -> Iterator[Case]:
    """An unpruned tree by each criterion, all ties kept by dtref. Its data set is made before, as is scikit-learn's array."""
    x, y = signal(n)
    numbers = x[:, 0] + np.random.default_rng(n + 1).random(n)
    few = DecisionTreeClassifier
    yield from fit("Gini", x, y, dtref.CART, lambda: few().fit(x, y))
    yield from fit("entropy", x, y, dtref.C45_GAIN, lambda: few(criterion="entropy").fit(x, y))
    yield from fit("variance", x, numbers, dtref.REGRESSION_TREE, lambda: DecisionTreeRegressor().fit(x, numbers))


def fit(criterion: str, x: np.ndarray, y: np.ndarray, policy: Policy, learn: Run) -> Iterator[Case]:
    """One criterion at one size."""
    n, rounds = len(x), 31 if len(x) < 1_000 else 15 if len(x) <= 10_000 else 3 if len(x) < 1_000_000 else 1
    task, of = f"fit by {criterion}, {n:,} records of {COLUMNS} numbers", (f"fit by {criterion}", n)
    data = dtref.from_arrays(x, y, continuous=["class"] if criterion == "variance" else [])
    yield Case(task, "dtref", lambda: lambda: dtref.grow(data, policy, engine="fast"), rounds, of=of)
    if n < 1_000:
        yield Case(task, "dtref, specification", lambda: lambda: dtref.grow(data, policy, engine="specification"), min(rounds, 9), of=of)
    yield Case(task, "scikit-learn", lambda: learn, rounds, of=of)
    if criterion == "Gini" and shutil.which("Rscript") and 1_000 <= n < 1_000_000:
        yield Case(task, "rpart", lambda: rpart(x, y, min(rounds, 3)), 2, elsewhere=True, of=of)


def predicted(n: int) -> Iterator[Case]:
    """The first label of each record of an array, by a tree of the first 100,000 at most; complete, and with NaN in one of 20 cells."""
    x, y = signal(n)
    few = min(n, 100_000)
    ours = dtref.grow(dtref.from_arrays(x[:few], y[:few]), dtref.CART)
    theirs = DecisionTreeClassifier(random_state=0).fit(x[:few], y[:few])
    task, of = f"predict, {n:,} records of {COLUMNS} numbers", ("predict", n)
    rounds = 31 if n < RECORDS else 9
    yield Case(task, "dtref", lambda: lambda: dtref.predict(ours, x).first_labels(), rounds, of=of)
    yield Case(task, "scikit-learn", lambda: lambda: theirs.predict(x), rounds, of=of)
    gaps = np.where(np.random.default_rng(n).random(x.shape) < 0.05, np.nan, x)
    heaviest = dtref.grow(dtref.from_arrays(x[:few], y[:few]), evolve(dtref.CART, gap=Gap.HEAVIEST))
    with_gaps = DecisionTreeClassifier(random_state=0).fit(gaps[:few], y[:few])
    task, of = f"predict with gaps, {n:,} records of {COLUMNS} numbers", ("predict with gaps", n)
    yield Case(task, "dtref", lambda: lambda: dtref.predict(heaviest, gaps).first_labels(), rounds, of=of)
    yield Case(task, "scikit-learn", lambda: lambda: with_gaps.predict(gaps), rounds, of=of)


def verified_fit(n: int) -> Iterator[Case]:
    """A tree that scikit-learn has fitted, verified node by node, beside the fit; and the number of all trees that are as good."""
    x, y = signal(n)
    data = dtref.from_arrays(x, y)
    fitted = DecisionTreeClassifier(random_state=0).fit(x, y)
    tree = read_scikit_learn(fitted, names=[a.name for a in data.attributes])
    task, of, rounds = f"verify a tree of {n:,} records of {COLUMNS} numbers", ("verify a tree", n), 3 if n < RECORDS else 1
    yield Case(task, "dtref", lambda: lambda: dtref.verify(tree, data, dtref.CART).findings, rounds, of=of)
    yield Case(task, "scikit-learn, the fit", lambda: lambda: DecisionTreeClassifier(random_state=0).fit(x, y), rounds, of=of)
    if n < RECORDS:
        numbers = x[:, 0] + np.random.default_rng(n + 1).random(n)
        of_numbers = dtref.from_arrays(x, numbers, continuous=["class"])
        yield from verified_as("a regression tree", x, numbers, of_numbers, dtref.REGRESSION_TREE, DecisionTreeRegressor(random_state=0))
        random_cuts = DecisionTreeClassifier(random_state=0, splitter="random")
        yield from verified_as("a tree of random cuts", x, y, data, dtref.CART, random_cuts)
        others = dtref.from_arrays(*signal(n + 1))
        yield from verified_as("a tree on other data", x, y, others, dtref.CART, DecisionTreeClassifier(random_state=0))
    if n <= 10_000:
        yield Case(f"count_trees, {n:,} records of {COLUMNS} numbers", "dtref", lambda: lambda: dtref.count_trees(data, dtref.CART), rounds)


def verified_as(what: str, x: np.ndarray, y: np.ndarray, data: DataSet, policy: Policy, model: Fitted) -> Iterator[Case]:  # noqa: PLR0913, PLR0917
    """A tree fitted to an array, verified on a data set, beside the fit; every finding is made."""
    tree = read_scikit_learn(model.fit(x, y), names=[a.name for a in data.attributes])
    task = f"verify {what}, {len(x):,} records of {COLUMNS} numbers"
    rounds = 15 if len(x) <= 10_000 else 5
    yield Case(task, "dtref", lambda: lambda: dtref.verify(tree, data, policy).findings, rounds)
    yield Case(task, "scikit-learn, the fit", lambda: lambda: model.fit(x, y), rounds)


def rpart(x: np.ndarray, y: np.ndarray, rounds: int) -> Run:
    """rpart's fit, without pruning and surrogates; what it takes to start R and to read the file is not counted."""

    def run() -> list[Seconds]:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "x.csv"
            np.savetxt(
                path, np.column_stack([x, y]), delimiter=",", header=",".join([*(f"x{i}" for i in range(COLUMNS)), "y"]), comments=""
            )
            return said(["Rscript", "-e", RPART.format(path=path, rounds=rounds).replace("maxsurrogate=5", "maxsurrogate=0")])[0]

    return run


def nominal(name: str, path: Path) -> Iterator[Case]:
    """A tree of nominal attributes; scikit-learn's is one of a column for each value, as it knows numbers alone. "?" is a value."""
    *names, target = read_table(path.read_text(encoding="utf-8")).names
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # a column of mushroom has one value alone
        data = dtref.read_csv(path, target=target, nominal=names, missing=())
    cells = [[str(value) for value in record.values] for record in data]
    labels = [record.label for record in data]
    task = f"fit, {name}: {len(data):,} records of {len(data.attributes)} nominal attributes"
    yield Case(task, "dtref", lambda: lambda: dtref.grow(data, dtref.ID3), 3)
    columns = OneHotEncoder().fit_transform(cells)
    yield Case(task, "scikit-learn", lambda: lambda: DecisionTreeClassifier(criterion="entropy").fit(columns, labels), 3)


def verified(name: str, target: str) -> Run:
    """Every node of a tree that scikit-learn has fitted, verified."""
    data = dtref.read_csv(GOLDEN / f"{name}.csv", target=target)
    x = np.array([[float(of_kind(Fraction, value)) for value in record.values] for record in data])
    fitted = DecisionTreeClassifier(random_state=0).fit(x, [record.label for record in data])
    tree = read_scikit_learn(fitted, names=[a.name for a in data.attributes])
    return lambda: dtref.verify(tree, data, dtref.SCIKIT_LEARN)


def judged(questions: list[Question]) -> Run:
    """A program that answers everything with one half, asked and judged: what judging itself costs."""
    return lambda: sum(1 for _ in judge_cases(lambda _: Reply("answer", "1/2"), questions))


def fresh(statement: str) -> list[Seconds]:
    """A statement in a fresh interpreter."""
    return [timed_process([sys.executable, "-c", statement])]


def metrics(n: int) -> Iterator[Case]:
    """Metrics of scores without ties, from arrays and from lists."""
    chance = np.random.default_rng(1)
    truth = (chance.random(n) < 0.4).astype(int)
    scores = chance.normal(size=n) + truth
    guesses = (scores > 0.5).astype(int)
    listed, labels, guessed = scores.tolist(), truth.tolist(), guesses.tolist()
    of = f"{n:,} records"

    def pair(task: str, ours: Run, theirs: Run) -> Iterator[Case]:
        yield Case(f"{task}, {of}", "dtref", lambda: ours)
        yield Case(f"{task}, {of}", "scikit-learn", lambda: theirs)

    yield from pair("AUC, arrays", lambda: dtref.auc(scores, truth, 1), lambda: roc_auc_score(truth, scores))
    yield from pair("AUC, lists", lambda: dtref.auc(listed, labels, 1), lambda: roc_auc_score(labels, listed))
    yield from pair("ROC, arrays", lambda: dtref.roc(scores, truth, 1), lambda: roc_curve(truth, scores, drop_intermediate=False))
    yield from pair("ROC, lists", lambda: dtref.roc(listed, labels, 1), lambda: roc_curve(labels, listed, drop_intermediate=False))
    yield from pair("confusion, arrays", lambda: dtref.confusion(truth, guesses), lambda: confusion_matrix(truth, guesses))
    yield from pair("confusion, lists", lambda: dtref.confusion(labels, guessed), lambda: confusion_matrix(labels, guessed))
    yield from folds(n, truth)


def folds(n: int, truth: np.ndarray) -> Iterator[Case]:
    """Ten folds, and ten stratified ones, as tuples of the specification, and as arrays; scikit-learn's are arrays."""
    labels = truth.tolist()
    runs: dict[str, tuple[Run, Run, Run]] = {
        "10 folds": (lambda: dtref.k_fold_arrays(range(n), 10), lambda: dtref.k_fold(range(n), 10), lambda: list(KFold(10).split(truth))),
        "10 stratified folds": (
            lambda: dtref.stratified_k_fold_arrays(range(n), truth, 10),
            lambda: dtref.stratified_k_fold(range(n), labels, 10),
            lambda: list(StratifiedKFold(10).split(truth, truth)),
        ),
    }
    for task, programs in runs.items():
        for program, run in zip(("dtref", "dtref, tuples", "scikit-learn"), programs, strict=True):
            yield Case(f"{task}, {n:,} records", program, lambda run=run: run)  # type: ignore[misc]
