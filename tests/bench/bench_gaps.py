"""
Fits of data with one of twenty cells missing: fractions beside Weka's J48, surrogates beside rpart, all in one run.

Run: python tests/bench/bench_gaps.py [records …]. Processor seconds in process, after warm-up, the least of several; beside each time the
number of leaves. The trees of J48 and rpart are the programs' own, by the same options: they must have as many leaves (rpart may differ by
one, where it rounds). `RPART` has CART's surrogates. `C45` has the book's selection, to which J48 of Weka 3.9 can be brought near, by -J:
it still leaves out cuts with few records on a side, and grows half as many leaves.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np
from bench.measuring import said

import dtref
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import MISSING
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Leaf, Tree, nodes

COLUMNS = 10
WEKA = "/usr/share/java/weka.jar"
LATER = Path(__file__).parents[1] / "peers" / "jars" / "weka.jar"
"""Weka 3.9, which tests/peers/install fetches."""
NO_PENALTY = ("-U", "-M", "1", "-J", "-O")
"""J48 without what it takes off the gain of numbers, which the book's selection hasn't either; of Weka 3.7 and later."""

RPART = """suppressMessages(library(rpart)); d <- read.csv("{path}"); d$y <- factor(d$y)
c <- rpart.control(minsplit=2, minbucket=1, cp=0, xval=0, maxsurrogate=5, maxcompete=0, usesurrogate=2)
once <- function() {{ t <- system.time(m <<- rpart(y ~ ., d, control=c)); c(t[["user.self"]] + t[["sys.self"]], t[["elapsed"]]) }}
invisible(once()); cat(replicate({rounds}, once()), sum(m$frame$var == "<leaf>"))"""


def with_gaps(n: int) -> DataSet:
    """Records of numbers with three decimals and three classes; one of twenty cells is missing."""
    chance = np.random.default_rng(n)
    x, hole = chance.standard_normal((n, COLUMNS)).round(3), chance.random((n, COLUMNS)) < 0.05
    y = (x[:, :4].sum(axis=1) + chance.standard_normal(n) > 0).astype(int) + (x[:, 4] > 0.5)
    return dtref.from_arrays(np.where(hole, np.nan, x), np.array(["a", "b", "c"])[y], target="y")


def ours(data: DataSet, policy: Policy, rounds: int) -> tuple[float, int]:
    """The least processor time of a fit, and its leaves."""
    taken, tree = [], None
    for _ in range(rounds + 1):
        start = process_time()
        tree = dtref.grow(data, policy, engine="fast")
        taken.append(process_time() - start)
    assert tree is not None
    return min(taken[1:]), count_leaves(tree)


def count_leaves(tree: Tree) -> int:
    """The number of a tree's leaves."""
    return sum(isinstance(node, Leaf) for node in nodes(tree))


def table(data: DataSet, separator: str, missing: str) -> str:
    """The records as text."""
    return "\n".join(
        separator.join([*(missing if cell is MISSING else str(float(cell)) for cell in r.values), str(r.label)]) for r in data.records
    )


def main(sizes: tuple[int, ...]) -> None:
    """Prints the table."""
    print(f"{'records':>8} {'fit':13} {'dtref':>8} {'leaves':>7} {'other':>8} {'leaves':>7} {'ratio':>6}")
    for n in sizes:
        data, rounds = with_gaps(n), 9 if n < 10_000 else 3
        with TemporaryDirectory() as folder:
            csv, arff = Path(folder) / "x.csv", Path(folder) / "x.arff"
            csv.write_text(",".join([*(a.name for a in data.attributes), "y"]) + "\n" + table(data, ",", "NA"), "utf-8")
            heads = "\n".join(f"@attribute {a.name} numeric" for a in data.attributes)
            arff.write_text(f"@relation gaps\n{heads}\n@attribute y {{a,b,c}}\n@data\n{table(data, ',', '?')}\n", "utf-8")
            java = ["java", "-cp", WEKA, str(Path(__file__).parent / "J48Times.java"), str(arff), str(rounds)]
            rscript = ["Rscript", "-e", RPART.format(path=csv, rounds=rounds)]
            later = [*java, *NO_PENALTY]
            later[2] = str(LATER)
            fits: list[tuple[str, Policy, list[str]]] = [
                ("J48 -U -M 1", dtref.j48(U=True, M=1), [*java, "-U", "-M", "1"]),
                ("J48 -U", dtref.j48(U=True), [*java, "-U"]),
                ("J48", dtref.j48(), java),
                ("J48 -J -O", dtref.j48(U=True, M=1, J=True, O=True), later),
                ("C45, J48 -J -O", dtref.C45, later),
                ("RPART, rpart", dtref.RPART, rscript),
                ("rpart", dtref.rpart(minsplit=2, minbucket=1, cp=0), rscript),
            ]
            for fit, policy, command in fits:
                (mine, my_leaves), (all_others, other_leaves) = ours(data, policy, rounds), said(command)
                other = min(one.processor for one in all_others)
                print(f"{n:>8,} {fit:13} {mine:8.4f} {my_leaves:7} {other:8.4f} {other_leaves:7} {mine / other:6.2f}", flush=True)


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])) or (1_000, 10_000))
