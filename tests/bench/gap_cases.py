"""
What is timed beside programs of other languages: missing values, weights, and nominal columns of many values, each with the program that
does the same. They take the time of their own fits, after warm-up, and say it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Protocol

import numpy as np
from bench.bench_gaps import LATER, NO_PENALTY, RPART, WEKA, table, with_gaps
from bench.inputs import Run, on
from bench.measuring import said
from sklearn.tree import DecisionTreeClassifier

import dtref
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet, Record

GROUPINGS = """suppressMessages(library(rpart)); d <- read.csv("{path}", stringsAsFactors=TRUE)
c <- rpart.control(minsplit=2, minbucket=1, cp=0, xval=0, maxsurrogate=0, maxcompete=0)
once <- function() {{ t <- system.time(m <<- rpart(y ~ ., d, control=c)); c(t[["user.self"]] + t[["sys.self"]], t[["elapsed"]]) }}
invisible(once()); cat(replicate({rounds}, once()), sum(m$frame$var == "<leaf>"))"""


class MakesCase(Protocol):
    """Makes a case of a task, a program, and what is timed; elsewhere: whether it is another process, which says itself what it takes."""

    def __call__(self, task: str, program: str, prepare: Callable[[], Run], *, elsewhere: bool = False) -> object: ...


def gap_cases(n: int, case: MakesCase) -> Iterator[object]:
    """Fits of numbers one in twenty of which is missing, beside J48 with the same options, and beside rpart."""
    rounds, data = "9" if n < 10_000 else "3" if n < 100_000 else "1", cache(lambda: with_gaps(n))
    arff, csv = (cache(lambda write=write: write(data(), Path(mkdtemp()))) for write in (as_arff, as_csv))
    fits: list[tuple[str, Policy, str, Callable[[], list[str]]]] = []
    if n >= 1_000 and shutil.which("java") and Path(WEKA).exists():

        def weka(*options: str, jar: str = WEKA) -> Callable[[], list[str]]:
            return lambda: ["java", "-cp", jar, str(Path(__file__).parent / "J48Times.java"), str(arff()), rounds, *options]

        for options, policy in (((), dtref.j48()), (("-U",), dtref.j48(U=True)), (("-U", "-M", "1"), dtref.j48(U=True, M=1))):
            fits.append((" ".join(("J48", *options)), policy, "J48", weka(*options)))
        release_8 = dtref.c45_release_8(m=1, pruned=False)
        fits.append(("C4.5 release 8, unpruned, -m 1", release_8, "J48", weka("-U", "-M", "1")))
        if LATER.exists() and n <= 10_000:  # of more records some nodes take seconds, whose parts of records are long fractions
            without = weka(*NO_PENALTY, jar=str(LATER))
            fits.append((" ".join(("J48", *NO_PENALTY)), dtref.j48(U=True, M=1, J=True, O=True), "J48", without))
            fits.append(("C45 as a preset", dtref.C45, f"J48 {' '.join(NO_PENALTY)}", without))
    if n >= 1_000 and shutil.which("Rscript"):
        rpart = lambda: ["Rscript", "-e", RPART.format(path=csv(), rounds=rounds)]  # noqa: E731
        fits.append(("surrogates", dtref.RPART, "rpart", rpart))
        fits.append(("rpart's own rules", dtref.rpart(minsplit=2, minbucket=1, cp=0), "rpart", rpart))
    for name, policy, program, command in fits:
        task = f"fit with 5 % gaps, {name}: {n:,} records of 10 numbers"
        yield case(task, "dtref", on(data, lambda d, policy=policy: dtref.grow(d, policy, engine="fast")))  # type: ignore[misc]
        yield case(task, program, on(command, lambda words: said(words)[0]), elsewhere=True)


def as_arff(data: DataSet, folder: Path) -> Path:
    """The data in a file for Weka."""
    heads = "\n".join(f"@attribute {a.name} numeric" for a in data.attributes)
    path = folder / "x.arff"
    path.write_text(f"@relation gaps\n{heads}\n@attribute y {{a,b,c}}\n@data\n{table(data, ',', '?')}\n", "utf-8")
    return path


def as_csv(data: DataSet, folder: Path) -> Path:
    """The data in a file for R."""
    path = folder / "x.csv"
    path.write_text(",".join([*(a.name for a in data.attributes), "y"]) + "\n" + table(data, ",", "NA"), "utf-8")
    return path


def weighted(n: int, case: MakesCase) -> Iterator[object]:
    """Fits of records with weights that are any doubles."""

    @cache
    def arrays() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        chance = np.random.default_rng(n)
        x, weights = chance.random((n, 10)), chance.random(n) + 0.25
        return x, ((x[:, 0] + x[:, 1] * x[:, 2] > 0.7) ^ (chance.random(n) < 0.1)).astype(int), weights

    def data() -> DataSet:
        x, y, weights = arrays()
        return dtref.from_arrays(x, y, weights=weights)

    task = f"fit by Gini, real weights: {n:,} records of 10 numbers"
    yield case(task, "dtref", on(data, lambda d: dtref.grow(d, dtref.CART, engine="fast")))
    yield case(task, "scikit-learn", on(arrays, lambda of: DecisionTreeClassifier().fit(*of)))


def groupings(n: int, case: MakesCase) -> Iterator[object]:
    """Fits of nominal columns of 30 values in two groups, for two classes."""

    @cache
    def data() -> DataSet:
        chance, values = np.random.default_rng(n), tuple(f"v{i:02}" for i in range(30))
        codes = chance.integers(0, 30, (n, 5))
        labels = np.where((codes[:, 0] % 7 + codes[:, 1] % 5 > 5) ^ (chance.random(n) < 0.2), "p", "q")
        attributes = tuple(dtref.Nominal(f"x{j}", values) for j in range(5))
        rows = [tuple(values[v] for v in row) for row in codes.tolist()]
        records = tuple(Record(row, str(label), Fraction(1)) for row, label in zip(rows, labels, strict=True))
        return DataSet(attributes, dtref.Nominal("y", ("p", "q")), records)

    def rpart() -> list[str]:
        csv = Path(mkdtemp()) / "x.csv"
        rows = (",".join([*map(str, r.values), str(r.label)]) for r in data())
        csv.write_text("\n".join(["x0,x1,x2,x3,x4,y", *rows]), "utf-8")
        return ["Rscript", "-e", GROUPINGS.format(path=csv, rounds=5)]

    task = f"fit, groups of 30 values: {n:,} records of 5 nominal attributes"
    yield case(task, "dtref", on(data, lambda d: dtref.grow(d, dtref.CART, engine="fast")))
    if n >= 1_000 and shutil.which("Rscript"):
        yield case(task, "rpart", on(rpart, lambda words: said(words)[0]), elsewhere=True)
