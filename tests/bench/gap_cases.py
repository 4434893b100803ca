"""
What is timed beside programs of other languages: missing values, weights, and nominal columns of many values, each with the program that
does the same. They take the time of their own fits, after warm-up, and say it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from tempfile import mkdtemp
from typing import Protocol

import numpy as np
from bench.bench_gaps import RPART, WEKA, table, with_gaps
from bench.measuring import said
from sklearn.tree import DecisionTreeClassifier

import dtref
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet, Record

Run = Callable[[], object]

GROUPINGS = """suppressMessages(library(rpart)); d <- read.csv("{path}", stringsAsFactors=TRUE)
c <- rpart.control(minsplit=2, minbucket=1, cp=0, xval=0, maxsurrogate=0, maxcompete=0)
once <- function() {{ t <- system.time(m <<- rpart(y ~ ., d, control=c)); c(t[["user.self"]] + t[["sys.self"]], t[["elapsed"]]) }}
invisible(once()); cat(replicate({rounds}, once()), sum(m$frame$var == "<leaf>"))"""


class MakesCase(Protocol):
    """Makes a case of a task, a program, and what is timed; elsewhere: whether it is another process, which says itself what it takes."""

    def __call__(self, task: str, program: str, prepare: Callable[[], Run], *, elsewhere: bool = False) -> object: ...


def gap_cases(n: int, case: MakesCase) -> Iterator[object]:
    """Fits of numbers one in twenty of which is missing, beside J48 with the same options, and beside rpart."""
    data, folder, rounds = with_gaps(n), Path(mkdtemp()), "9" if n < 10_000 else "3"
    arff, csv = folder / "x.arff", folder / "x.csv"
    heads = "\n".join(f"@attribute {a.name} numeric" for a in data.attributes)
    arff.write_text(f"@relation gaps\n{heads}\n@attribute y {{a,b,c}}\n@data\n{table(data, ',', '?')}\n", "utf-8")
    csv.write_text(",".join([*(a.name for a in data.attributes), "y"]) + "\n" + table(data, ",", "NA"), "utf-8")
    fits: list[tuple[str, Policy, str, list[str]]] = []
    if n >= 1_000 and shutil.which("java") and Path(WEKA).exists():
        weka = ["java", "-cp", WEKA, str(Path(__file__).parent / "J48Times.java"), str(arff), rounds]
        for options, policy in (((), dtref.j48()), (("-U",), dtref.j48(U=True)), (("-U", "-M", "1"), dtref.j48(U=True, M=1))):
            fits.append((" ".join(("J48", *options)), policy, "J48", [*weka, *options]))
        fits.append(("C45 as a preset", dtref.C45, "J48", [*weka, "-U", "-M", "1"]))
    if n >= 1_000 and shutil.which("Rscript"):
        rpart = ["Rscript", "-e", RPART.format(path=csv, rounds=rounds)]
        fits.append(("surrogates", dtref.RPART, "rpart", rpart))
        fits.append(("rpart's own rules", dtref.rpart(minsplit=2, minbucket=1, cp=0), "rpart", rpart))
    for name, policy, program, command in fits:
        task = f"fit with 5 % gaps, {name}: {n:,} records of 10 numbers"
        yield case(task, "dtref", lambda policy=policy: lambda: dtref.grow(data, policy, engine="fast"))  # type: ignore[misc]
        yield case(task, program, lambda command=command: lambda: said(command)[0], elsewhere=True)  # type: ignore[misc]


def weighted(n: int, case: MakesCase) -> Iterator[object]:
    """Fits of records with weights that are any doubles."""
    chance = np.random.default_rng(n)
    x, weights = chance.random((n, 10)), chance.random(n) + 0.25
    y = ((x[:, 0] + x[:, 1] * x[:, 2] > 0.7) ^ (chance.random(n) < 0.1)).astype(int)
    data = dtref.from_arrays(x, y, weights=weights)
    task = f"fit by Gini, real weights: {n:,} records of 10 numbers"
    yield case(task, "dtref", lambda: lambda: dtref.grow(data, dtref.CART, engine="fast"))
    yield case(task, "scikit-learn", lambda: lambda: DecisionTreeClassifier().fit(x, y, sample_weight=weights))


def groupings(n: int, case: MakesCase) -> Iterator[object]:
    """Fits of nominal columns of 30 values in two groups, for two classes."""
    chance, values = np.random.default_rng(n), tuple(f"v{i:02}" for i in range(30))
    codes = chance.integers(0, 30, (n, 5))
    labels = np.where((codes[:, 0] % 7 + codes[:, 1] % 5 > 5) ^ (chance.random(n) < 0.2), "p", "q")
    attributes = tuple(dtref.Nominal(f"x{j}", values) for j in range(5))
    rows = [tuple(values[v] for v in row) for row in codes.tolist()]
    records = tuple(Record(row, str(label), Fraction(1)) for row, label in zip(rows, labels, strict=True))
    data = DataSet(attributes, dtref.Nominal("y", ("p", "q")), records)
    task = f"fit, groups of 30 values: {n:,} records of 5 nominal attributes"
    yield case(task, "dtref", lambda: lambda: dtref.grow(data, dtref.CART, engine="fast"))
    if n >= 1_000 and shutil.which("Rscript"):
        csv = Path(mkdtemp()) / "x.csv"
        csv.write_text("\n".join(["x0,x1,x2,x3,x4,y", *(",".join([*map(str, r.values), str(r.label)]) for r in records)]), "utf-8")
        rpart = ["Rscript", "-e", GROUPINGS.format(path=csv, rounds=5)]
        yield case(task, "rpart", lambda: lambda: said(rpart)[0], elsewhere=True)
