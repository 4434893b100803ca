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
from attrs import frozen
from bench.bench_gaps import RPART, WEKA, table, theirs, with_gaps
from sklearn.tree import DecisionTreeClassifier

import dtref
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet, Record

Run = Callable[[], object]

GROUPINGS = """suppressMessages(library(rpart)); d <- read.csv("{path}", stringsAsFactors=TRUE)
c <- rpart.control(minsplit=2, minbucket=1, cp=0, xval=0, maxsurrogate=0, maxcompete=0)
t <- replicate({rounds}, system.time(m <<- rpart(y ~ ., d, control=c))[["user.self"]]); cat(min(t), sum(m$frame$var == "<leaf>"))"""


class MakesCase(Protocol):
    """Makes a case of a task, a program, and what is timed; of the seconds that the program says, if it says them."""

    def __call__(self, task: str, program: str, prepare: Callable[[], Run], clock: Callable[[], float] | None = None) -> object: ...


@frozen(eq=False)
class Told:
    """The seconds that a program says to have taken: a clock that goes on by them."""

    command: tuple[str, ...]
    spent: list[float]

    def run(self) -> None:
        """Runs the program, and adds what it says."""
        self.spent.append(theirs([*self.command])[0])

    def seconds(self) -> float:
        """All that was said so far."""
        return sum(self.spent)


def told(*command: str) -> Told:
    """A program that has not been run."""
    return Told(command, [])


def gap_cases(n: int, case: MakesCase) -> Iterator[object]:
    """Fits of numbers one in twenty of which is missing, beside J48 with the same options, and beside rpart."""
    data, folder, rounds = with_gaps(n), Path(mkdtemp()), "9" if n < 10_000 else "3"
    arff, csv = folder / "x.arff", folder / "x.csv"
    heads = "\n".join(f"@attribute {a.name} numeric" for a in data.attributes)
    arff.write_text(f"@relation gaps\n{heads}\n@attribute y {{a,b,c}}\n@data\n{table(data, ',', '?')}\n", "utf-8")
    csv.write_text(",".join([*(a.name for a in data.attributes), "y"]) + "\n" + table(data, ",", "NA"), "utf-8")
    java = str(Path(__file__).parent / "J48Times.java")
    fits: list[tuple[str, Policy, str, Told]] = []
    if n >= 1_000 and shutil.which("java") and Path(WEKA).exists():
        for options, policy in (((), dtref.j48()), (("-U",), dtref.j48(U=True)), (("-U", "-M", "1"), dtref.j48(U=True, M=1))):
            fits.append((" ".join(("J48", *options)), policy, "J48", told("java", "-cp", WEKA, java, str(arff), rounds, *options)))
    if n >= 1_000 and shutil.which("Rscript"):
        rpart = told("Rscript", "-e", RPART.format(path=csv, rounds=rounds))
        fits.append(("surrogates", dtref.RPART, "rpart", rpart))
        by_rpart = told("Rscript", "-e", RPART.format(path=csv, rounds=rounds))
        fits.append(("rpart's own rules", dtref.rpart(minsplit=2, minbucket=1, cp=0), "rpart", by_rpart))
    for name, policy, program, other in fits:
        task = f"fit with 5 % gaps, {name}: {n:,} records of 10 numbers"
        yield case(task, "dtref", lambda policy=policy: lambda: dtref.grow(data, policy, engine="fast"))  # type: ignore[misc]
        yield case(task, program, lambda other=other: other.run, other.seconds)  # type: ignore[misc]


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
        rpart = told("Rscript", "-e", GROUPINGS.format(path=csv, rounds=5))
        yield case(task, "rpart", lambda: rpart.run, rpart.seconds)
