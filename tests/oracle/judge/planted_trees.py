"""
Programs whose trees are wrong in one realistic way each: float_trees.py with one method changed.

Each names the operation that shows it. Part of the bench of planted.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from oracle.judge.float_trees import Grower, Pruner, Row, Tree, of_trees
from oracle.judge.floats import entropy, gini


class BelowAtPrediction(Grower):
    """Grown with <=, asked with <."""

    def predict(self, record: Mapping[str, str]) -> Tree:
        tree = self.tree()
        self.is_left = lambda x, cut: x < cut  # type: ignore[method-assign]
        self.tree = lambda: tree  # type: ignore[method-assign]
        return super().predict(record)


class TooFewIsEnough(Grower):
    def is_few(self, n: float, wanted: float) -> bool:
        return n <= wanted


class EnoughIsMore(Grower):
    def is_enough(self, n: float, wanted: float) -> bool:
        return n > wanted


class OneLevelEarly(Grower):
    def is_deep(self, depth: int, most: int) -> bool:
        return depth + 1 >= most


class RootIsLevelOne(Grower):
    def is_deep(self, depth: int, most: int) -> bool:
        return depth > most


class EmptyBranchIsFirstClass(Grower):
    def empty_labels(self, parent: Sequence[Row]) -> list[str]:  # noqa: ARG002
        return self.table.classes[:1]


class EmptyBranchOfTheRoot(Grower):
    def empty_labels(self, parent: Sequence[Row]) -> list[str]:  # noqa: ARG002
        return self.labels(self.table.rows)


class EmptyBranchOfTheParent(Grower):
    def empty_labels(self, parent: Sequence[Row]) -> list[str]:
        return self.labels(parent)


class PresentBranchesOnly(Grower):
    def branches(self, test: Tree) -> list[str]:
        if "multiway" not in test:
            return super().branches(test)
        present = {row.cells[test["multiway"]] for row in self.table.rows}
        return [value for value in super().branches(test) if value in present]


class FloorOfTheMidpoint(Grower):
    def cut(self, a: float, b: float) -> float:
        return float(math.floor((a + b) / 2))


class LowerEnd(Grower):
    def cut(self, a: float, b: float) -> float:  # noqa: ARG002
        return a


class UnweightedChildren(Grower):
    def value(self, rows: Sequence[Row], parts: Sequence[Sequence[Row]]) -> float:
        found = [self.impurity(self.counts(part)) for part in parts if part]
        return self.impurity(self.counts(rows)) - sum(found) / len(found)


class SumOfChildren(Grower):
    def value(self, rows: Sequence[Row], parts: Sequence[Sequence[Row]]) -> float:
        return self.impurity(self.counts(rows)) - sum(self.impurity(self.counts(part)) for part in parts)


class OtherImpurity(Grower):
    def impurity(self, counts: Sequence[float]) -> float:
        return (gini if self.preset == "id3" else entropy)(counts) or 0.0


class NoGainNoSplit(Grower):
    def is_poor(self, value: float) -> bool:
        return value <= 1e-12 or super().is_poor(value)


class LastCutForgotten(Grower):
    def tests(self, rows: Sequence[Row], name: str) -> Iterator[Tree]:
        every = list(super().tests(rows, name))
        yield from every[:-1] if name not in self.table.values else every


class OrdinalAsNominal(Grower):
    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(given)
        self.table.ordinal = set()


class OneAgainstTheRest(Grower):
    """Of groupings only those of one value against the others."""

    def tests(self, rows: Sequence[Row], name: str) -> Iterator[Tree]:
        every = super().tests(rows, name)
        yield from (t for t in every if "subset" not in t or 1 in (len(t["left"]), len(t["right"])))


class FirstTwoValuesOnly(Grower):
    """Cuts beside the first value of an ordinal attribute only."""

    def tests(self, rows: Sequence[Row], name: str) -> Iterator[Tree]:
        every = list(super().tests(rows, name))
        yield from every[:1] if name in self.table.ordinal and self.binary else every


class WeightsIgnored(Grower):
    def counts(self, rows: Sequence[Row]) -> list[float]:
        return [float(sum(row.label == c for row in rows)) for c in self.table.classes]


class SizesWithoutWeights(Grower):
    def size(self, rows: Sequence[Row]) -> float:
        return float(len(rows))


class SmallestClass(Grower):
    def labels(self, rows: Sequence[Row]) -> list[str]:
        counts = self.counts(rows)
        return [c for c, n in zip(self.table.classes, counts, strict=True) if n == min(counts)]


class FirstClassWhereTied(Grower):
    """A label of its own where classes tie."""

    def labels(self, rows: Sequence[Row]) -> list[str]:
        best = super().labels(rows)
        return best if len(best) == 1 else [c for c in self.table.classes if c not in best][:1] or best


class StopsAtThreeLevels(Grower):
    def stops(self, rows: Sequence[Row], depth: int) -> bool:
        return depth >= 2 or super().stops(rows, depth)


class WorstTest(Grower):
    def value(self, rows: Sequence[Row], parts: Sequence[Sequence[Row]]) -> float:
        return -super().value(rows, parts)


class CountsForShares(Grower):
    def shares(self, counts: Mapping[str, float]) -> dict[str, float] | None:
        return dict(counts) if any(counts.values()) else None


class EmptyLeafIsUniform(Grower):
    def shares(self, counts: Mapping[str, float]) -> dict[str, float] | None:
        return super().shares(counts) or dict.fromkeys(counts, 1 / len(counts))


class LaplaceShares(Grower):
    def shares(self, counts: Mapping[str, float]) -> dict[str, float] | None:
        n = sum(counts.values())
        return {c: (k + 1) / (n + len(counts)) for c, k in counts.items()} if n else None


class TiesTheOtherWay(Pruner):
    def cut(self, leaf: float, subtree: float) -> bool:
        return leaf < subtree if self.ties == "cut" else leaf <= subtree


class TiesAlwaysKept(Pruner):
    def cut(self, leaf: float, subtree: float) -> bool:
        return leaf < subtree


class PenaltyOnlyOnce(Pruner):
    """The penalty of a subtree is that of one leaf."""

    def below(self, tree: Any) -> tuple[list[float], float, int]:
        counts, cost, leaves = super().below(tree)
        return counts, cost - (self.penalty if leaves > 1 else 0), leaves


def _grows(operation: str, grower: type[Grower]) -> dict[str, Callable[[Mapping[str, Any]], Any]]:
    return {operation: of_trees(grower)[operation]}


def _prunes(pruner: type[Pruner]) -> dict[str, Callable[[Mapping[str, Any]], Any]]:
    return {"pessimistic_pruning": of_trees(pruner=pruner)["pessimistic_pruning"]}


PLANTED_TREES: Mapping[str, Mapping[str, Callable[[Mapping[str, Any]], Any]]] = {
    "tree: < for <= at prediction": _grows("predict", BelowAtPrediction),
    "tree: fewer than n: n too": _grows("grow_stopping", TooFewIsEnough),
    "tree: at least n in a branch: more": _grows("grow_stopping", EnoughIsMore),
    "tree: stops one level early": _grows("grow_stopping", OneLevelEarly),
    "tree: the root is level 1": _grows("grow_stopping", RootIsLevelOne),
    "tree: an empty branch gets the first class": _grows("grow", EmptyBranchIsFirstClass),
    "tree: an empty branch of ID3 gets the whole set's class": _grows("grow", EmptyBranchOfTheRoot),
    "tree: an empty branch of Hunt gets its parent's class": _grows("grow", EmptyBranchOfTheParent),
    "tree: no branch for a value that nobody has": _grows("grow", PresentBranchesOnly),
    "tree: midpoints rounded down": _grows("grow", FloorOfTheMidpoint),
    "tree: midpoints rounded down, at prediction": _grows("predict", FloorOfTheMidpoint),
    "tree: cuts at the lower value, asked for midpoints": _grows("predict", LowerEnd),
    "tree: children not weighted": _grows("best_tests", UnweightedChildren),
    "tree: children not weighted, in the tree": _grows("grow", UnweightedChildren),
    "tree: children added": _grows("best_tests", SumOfChildren),
    "tree: Gini for entropy": _grows("best_tests", OtherImpurity),
    "tree: no gain, no split": _grows("grow", NoGainNoSplit),
    "tree: the last cut is forgotten": _grows("grow", LastCutForgotten),
    "tree: ordered values grouped": _grows("grow", OrdinalAsNominal),
    "tree: one value against the rest only": _grows("best_tests", OneAgainstTheRest),
    "tree: the first ordinal cut only": _grows("grow", FirstTwoValuesOnly),
    "tree: weights of records ignored": _grows("grow", WeightsIgnored),
    "tree: shares of branches without weights": _grows("best_tests", SizesWithoutWeights),
    "tree: the smallest class": _grows("grow", SmallestClass),
    "tree: tied classes are no label": _grows("grow", FirstClassWhereTied),
    "tree: never deeper than two tests": _grows("grow", StopsAtThreeLevels),
    "tree: the worst test": _grows("grow", WorstTest),
    "tree: counts for shares": _grows("predict", CountsForShares),
    "tree: an empty leaf's classes are equally likely": _grows("predict", EmptyLeafIsUniform),
    "tree: shares after Laplace": _grows("predict", LaplaceShares),
    "tree: ties pruned the other way": _prunes(TiesTheOtherWay),
    "tree: ties never pruned": _prunes(TiesAlwaysKept),
    "tree: one penalty for a subtree": _prunes(PenaltyOnlyOnce),
}
