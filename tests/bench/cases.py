"""
What is timed side by side: tasks, and for each of them the programs that do it. `tests/bench/side_by_side.py` runs them.

Nothing is made before a case is prepared; what several cases of a task need is then made once, and kept as long as they are. `scale`
divides the numbers of records, so that a test can run every case once and look at what it gives. Beside dtref stand scikit-learn, and rpart
where R is installed.
"""

from __future__ import annotations

import shutil
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias, cast

import numpy as np
from attrs import evolve, frozen
from bench.bench_gaps import RPART
from bench.gap_cases import gap_cases, groupings, weighted
from bench.inputs import COLUMNS, Run, on, signal
from bench.measuring import Seconds, said, timed_process
from bench.tree_cases import tree_cases
from narrow import of_kind
from sklearn.metrics import confusion_matrix, roc_auc_score, roc_curve
from sklearn.model_selection import KFold, StratifiedKFold, train_test_split
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtref
from dtref.errors import DataWarning
from dtref.io.delimited import read_table
from dtref.io.foreign.scikit_learn import read_scikit_learn
from dtref.oracle.golden.vectors import AnyOf, ExactAnswer, Refused
from dtref.oracle.judge.cases import Case as Question
from dtref.oracle.judge.cases import golden_cases
from dtref.oracle.judge.judge import judge_cases
from dtref.oracle.judge.questions import Reply
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Gap

Fitted: TypeAlias = DecisionTreeClassifier | DecisionTreeRegressor

GOLDEN = Path(__file__).parents[2] / "golden" / "data"
FITS = (14, 150, 1_000, 10_000, 100_000, 1_000_000)
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
    items: Callable[[], int] = lambda: 0
    of: tuple[str, int] = ("", 0)


def cases(scale: int, folder: Path | None, most: int = RECORDS) -> Iterator[Case]:
    """Every case; those of the data folder where it is there. most: the most records of fits, and of trees that are verified."""
    for n in (n for n in FITS if n <= most):
        yield from fits(max(14, n // scale))
    for name in ("car", "mushroom"):
        if folder is not None and (folder / f"{name}.csv").exists():
            yield from nominal(name, folder / f"{name}.csv")
    for n in (n for n in (1_000, 10_000, 100_000) if n <= most):
        of_this_size = partial(outside, n >= 100_000)
        for others in (gap_cases, weighted, groupings):
            yield from cast("Iterator[Case]", others(max(14, n // scale), of_this_size))
        if n <= 10_000:
            yield from cast("Iterator[Case]", tree_cases(max(14, n // scale), of_this_size))
    for n in (10_000, RECORDS):
        yield from predicted(max(14, n // scale))
    for n in (n for n in (10_000, 100_000, RECORDS) if n <= most):
        yield from verified_fit(max(14, n // scale))
    for name, target in (("iris", "species"), ("wine", "cultivar")):
        yield Case(f"verify a tree of scikit-learn, {name}", "dtref", lambda name=name, target=target: verified(name, target))  # type: ignore[misc]
    questions = cache(lambda: list(golden_cases())[: None if scale == 1 else 50])
    for what, program in (("right answers", right), ("wrong answers", lambda _: Reply("answer", "1/2"))):
        run = on(questions, lambda asked, program=program: sum(1 for _ in judge_cases(program, asked)))  # type: ignore[misc]
        yield Case(f"judge the golden cases, {what}", "dtref", run, 3, items=lambda: len(questions()))
    for statement in ("import dtref", "import attrs", "pass"):
        yield Case("start Python in a fresh process", statement, lambda statement=statement: lambda: fresh(statement), 41, elsewhere=True)  # type: ignore[misc]
    yield from metrics(RECORDS // scale)


def outside(long: bool, task: str, program: str, prepare: Callable[[], Run], *, elsewhere: bool = False) -> Case:
    """A case beside a program that says itself what it takes, of several rounds; such a one is run twice, and once where it is long."""
    return Case(task, program, prepare, (1 if long else 2) if elsewhere else 3 if long else 9, elsewhere)


def fits(n: int) -> Iterator[Case]:
    """An unpruned tree by each criterion, all ties kept by dtref. Its data set is made before, as is scikit-learn's array."""
    arrays, numbers = cache(lambda: signal(n)), cache(lambda: with_numbers(n))
    few = DecisionTreeClassifier
    yield from fit("Gini", n, arrays, dtref.CART, lambda of: few().fit(*of))
    yield from fit("entropy", n, arrays, dtref.C45_GAIN, lambda of: few(criterion="entropy").fit(*of))
    yield from fit("variance", n, numbers, dtref.REGRESSION_TREE, lambda of: DecisionTreeRegressor().fit(*of))


Arrays: TypeAlias = tuple[np.ndarray, np.ndarray]


def with_numbers(n: int) -> Arrays:
    """The columns of `signal`, and a number that follows one of them."""
    x, _ = signal(n)
    return x, x[:, 0] + np.random.default_rng(n + 1).random(n)


def fit(criterion: str, n: int, arrays: Callable[[], Arrays], policy: Policy, learn: Callable[[Arrays], object]) -> Iterator[Case]:
    """One criterion at one size."""
    rounds = 31 if n < 1_000 else 15 if n <= 10_000 else 3 if n < 1_000_000 else 1
    task, of = f"fit by {criterion}, {n:,} records of {COLUMNS} numbers", (f"fit by {criterion}", n)
    data = cache(lambda: dtref.from_arrays(*arrays(), continuous=["class"] if criterion == "variance" else []))
    yield Case(task, "dtref", on(data, lambda d: dtref.grow(d, policy, engine="fast")), rounds, of=of)
    if n < 1_000:
        specified = on(data, lambda d: dtref.grow(d, policy, engine="specification"))
        yield Case(task, "dtref, specification", specified, min(rounds, 9), of=of)
    yield Case(task, "scikit-learn", on(arrays, learn), rounds, of=of)
    if criterion == "Gini" and shutil.which("Rscript") and 1_000 <= n < 1_000_000:
        yield Case(task, "rpart", lambda: rpart(*arrays(), min(rounds, 3)), 2, elsewhere=True, of=of)


def predicted(n: int) -> Iterator[Case]:
    """The first label of each record of an array, by a tree of the first 100,000 at most; complete, and with NaN in one of 20 cells."""
    few, rounds = min(n, 100_000), 31 if n < RECORDS else 9
    arrays = cache(lambda: signal(n))
    gaps = cache(lambda: np.where(np.random.default_rng(n).random((n, COLUMNS)) < 0.05, np.nan, arrays()[0]))
    for what, policy, table in (
        ("predict", dtref.CART, lambda: arrays()[0]),
        ("predict with gaps", evolve(dtref.CART, gap=Gap.HEAVIEST), gaps),
    ):

        def ours(policy: Policy = policy, table: Callable[[], np.ndarray] = table) -> Run:
            x, y = arrays()
            tree, asked = dtref.grow(dtref.from_arrays(x[:few], y[:few]), policy), table()
            return lambda: dtref.predict(tree, asked).first_labels()

        def theirs(table: Callable[[], np.ndarray] = table) -> Run:
            asked = table()
            model = DecisionTreeClassifier(random_state=0).fit(asked[:few], arrays()[1][:few])
            return lambda: model.predict(asked)

        task, of = f"{what}, {n:,} records of {COLUMNS} numbers", (what, n)
        yield Case(task, "dtref", ours, rounds, of=of)
        yield Case(task, "scikit-learn", theirs, rounds, of=of)


def verified_fit(n: int) -> Iterator[Case]:
    """Trees that scikit-learn has fitted, verified node by node, beside the fit; and the number of all trees that are as good."""
    arrays, numbers = cache(lambda: signal(n)), cache(lambda: with_numbers(n))
    data, of_numbers = cache(lambda: dtref.from_arrays(*arrays())), cache(lambda: dtref.from_arrays(*numbers(), continuous=["class"]))
    rounds = 15 if n <= 10_000 else 5 if n < RECORDS else 1
    few = DecisionTreeClassifier
    tasks: dict[str, tuple[Callable[[], Arrays], Callable[[], DataSet], Policy, Fitted]] = {
        "a tree": (arrays, data, dtref.CART, few(random_state=0)),
        "a tree by entropy": (arrays, data, dtref.C45_GAIN, few(random_state=0, criterion="entropy")),
        "a regression tree": (numbers, of_numbers, dtref.REGRESSION_TREE, DecisionTreeRegressor(random_state=0)),
        "a tree of random cuts": (arrays, data, dtref.CART, few(random_state=0, splitter="random")),
        "a tree on other data": (arrays, lambda: dtref.from_arrays(*signal(n + 1)), dtref.CART, few(random_state=0)),
    }
    for what, (table, known, policy, model) in tasks.items():
        task, of = f"verify {what}, {n:,} records of {COLUMNS} numbers", (f"verify {what}", n)
        yield Case(task, "dtref", lambda of=(table, known, policy, model): verifying(*of), rounds, of=of)  # type: ignore[misc]
        yield Case(task, "scikit-learn, the fit", on(table, lambda xy, model=model: model.fit(*xy)), rounds, of=of)  # type: ignore[misc]
    if n <= 10_000:
        yield Case(
            f"count_trees, {n:,} records of {COLUMNS} numbers", "dtref", on(data, lambda d: dtref.count_trees(d, dtref.CART)), rounds
        )


def verifying(arrays: Callable[[], Arrays], known: Callable[[], DataSet], policy: Policy, model: Fitted) -> Run:
    """A tree fitted to an array, verified on a data set; every finding is made."""
    data = known()
    tree = read_scikit_learn(model.fit(*arrays()), names=[a.name for a in data.attributes])
    return lambda: dtref.verify(tree, data, policy).findings


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
    table = read_table(path.read_text(encoding="utf-8"))
    *names, target = table.names

    def read() -> DataSet:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DataWarning)  # a column of mushroom has one value alone
            return dtref.read_csv(path, target=target, nominal=names, missing=())

    def coded() -> tuple[object, Sequence[object]]:
        records = data()
        return OneHotEncoder().fit_transform([[str(value) for value in record.values] for record in records]), [r.label for r in records]

    data = cache(read)
    task = f"fit, {name}: {len(table.column(target).cells):,} records of {len(names)} nominal attributes"
    yield Case(task, "dtref", on(data, lambda d: dtref.grow(d, dtref.ID3)), 3)
    yield Case(task, "scikit-learn", on(coded, lambda of: DecisionTreeClassifier(criterion="entropy").fit(*of)), 3)


def verified(name: str, target: str) -> Run:
    """Every node of a tree that scikit-learn has fitted, verified."""
    data = dtref.read_csv(GOLDEN / f"{name}.csv", target=target)
    x = np.array([[float(of_kind(Fraction, value)) for value in record.values] for record in data])
    fitted = DecisionTreeClassifier(random_state=0).fit(x, [record.label for record in data])
    tree = read_scikit_learn(fitted, names=[a.name for a in data.attributes])
    return lambda: dtref.verify(tree, data, dtref.SCIKIT_LEARN)


def right(case: Question) -> Reply:
    """The reply of a program that is right: what judging itself costs. A wrong answer is looked for among what is equally right."""
    match case.expected:
        case ExactAnswer(exact=answer) | AnyOf(accepted=(answer, *_)):
            return Reply("answer", answer)
        case Refused(why=why):
            return Reply("refused", why)
        case open_question:
            return Reply("skipped", open_question)


def fresh(statement: str) -> list[Seconds]:
    """A statement in a fresh interpreter."""
    return [timed_process([sys.executable, "-c", statement])]


def metrics(n: int) -> Iterator[Case]:
    """Metrics of scores without ties, from arrays and from lists."""

    @cache
    def arrays() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        chance = np.random.default_rng(1)
        truth = (chance.random(n) < 0.4).astype(int)
        scores = chance.normal(size=n) + truth
        return truth, scores, (scores > 0.5).astype(int)

    lists = cache(lambda: tuple(array.tolist() for array in arrays()))
    pairs: dict[str, tuple[Callable[..., object], Callable[..., object]]] = {
        "AUC": (lambda truth, scores, _: dtref.auc(scores, truth, 1), lambda truth, scores, _: roc_auc_score(truth, scores)),
        "ROC": (
            lambda truth, scores, _: dtref.roc(scores, truth, 1),
            lambda truth, scores, _: roc_curve(truth, scores, drop_intermediate=False),
        ),
        "confusion": (
            lambda truth, _, guesses: dtref.confusion(truth, guesses),
            lambda truth, _, guesses: confusion_matrix(truth, guesses),
        ),
    }
    for what, programs in pairs.items():
        for kind, inputs in (("arrays", arrays), ("lists", lists)):
            for program, use in zip(("dtref", "scikit-learn"), programs, strict=True):
                yield Case(f"{what}, {kind}, {n:,} records", program, on(inputs, lambda of, use=use: use(*of)))  # type: ignore[misc]
    yield from folds(n, lambda: arrays()[0])


def folds(n: int, truth: Callable[[], np.ndarray]) -> Iterator[Case]:
    """Ten folds, ten stratified ones, and two parts, as tuples of the specification, and as arrays; scikit-learn's are arrays."""
    labels = cache(lambda: truth().tolist())
    runs: dict[str, tuple[Callable[[], Run], Callable[[], Run], Callable[[], Run]]] = {
        "10 folds": (
            lambda: lambda: dtref.k_fold_arrays(range(n), 10),
            lambda: lambda: dtref.k_fold(range(n), 10),
            on(truth, lambda y: list(KFold(10).split(y))),
        ),
        "10 stratified folds": (
            on(truth, lambda y: dtref.stratified_k_fold_arrays(range(n), y, 10)),
            on(labels, lambda y: dtref.stratified_k_fold(range(n), y, 10)),
            on(truth, lambda y: list(StratifiedKFold(10).split(y, y))),
        ),
        "two parts": (
            lambda: lambda: dtref.holdout_arrays(range(n)),
            lambda: lambda: dtref.holdout(range(n)),
            on(truth, lambda y: train_test_split(np.arange(len(y)), shuffle=False, train_size=2 / 3)),
        ),
    }
    for task, programs in runs.items():
        for program, prepare in zip(("dtref", "dtref, tuples", "scikit-learn"), programs, strict=True):
            yield Case(f"{task}, {n:,} records", program, prepare)
