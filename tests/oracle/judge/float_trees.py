"""
Trees in doubles, grown as a plain program elsewhere would: ID3, Hunt and CART on tables, predictions, early stopping, pessimistic pruning.

It imports nothing of dtref. A method is overridden in planted_trees.py where a mistake is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from oracle.judge.floats import entropy, gini, number

Tree = dict[str, Any]
TINY = 1e-12


class Row(NamedTuple):
    cells: dict[str, Any]
    label: str
    weight: float


class Table:
    """A data set: its rows, its classes, the kind of each attribute and its values in order."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        header, target, weights = given["header"], given["target"], given.get("weights")
        declared = {**given.get("nominal", {}), **given.get("ordinal", {})}
        numbers = given.get("continuous", [])
        names = [name for name in header if name not in (target, weights)]
        if "file" in given or target in numbers or any(name not in declared and name not in numbers for name in [*names, target]):
            raise NotImplementedError("files, numbers as targets, kinds that are not declared")
        self.names, self.values, self.classes = names, declared, declared[target]
        self.ordinal = set(given.get("ordinal", {}))
        self.rows = [self.row(dict(zip(header, row, strict=True)), target, weights) for row in given["rows"]]

    def row(self, cells: dict[str, str], target: str, weights: str | None) -> Row:
        return Row(self.cells(cells), cells[target], number(cells[weights]) if weights else 1.0)

    def cells(self, cells: Mapping[str, str]) -> dict[str, Any]:
        if any(cells[name] == "?" for name in self.names):
            raise NotImplementedError("missing values")
        return {name: cells[name] if name in self.values else float(cells[name]) for name in self.names}


class Grower:
    """Grows trees: `binary` groups values in two and uses Gini; else a branch for each value. ID3 uses entropy."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        if given["preset"] not in ("cart", "id3", "hunt"):
            raise NotImplementedError(given["preset"])
        self.table, self.preset = Table(given["data"]), given["preset"]
        self.binary = self.preset == "cart"
        self.rules = [*given.get("stop", []), *given.get("admit", [])]
        if any(rule["rule"] in ("independent", "significant", "improves_tree_less_than") for rule in self.rules):
            raise NotImplementedError("p-values")

    def counts(self, rows: Sequence[Row]) -> list[float]:
        return [sum(row.weight for row in rows if row.label == c) for c in self.table.classes]

    def impurity(self, counts: Sequence[float]) -> float:
        return (entropy if self.preset == "id3" else gini)(counts) or 0.0

    def size(self, rows: Sequence[Row]) -> float:
        return sum(row.weight for row in rows)

    def value(self, rows: Sequence[Row], parts: Sequence[Sequence[Row]]) -> float:
        n = self.size(rows)
        return self.impurity(self.counts(rows)) - sum(self.size(part) / n * self.impurity(self.counts(part)) for part in parts)

    def labels(self, rows: Sequence[Row]) -> list[str]:
        counts = self.counts(rows)
        return [c for c, n in zip(self.table.classes, counts, strict=True) if n == max(counts)]

    def cut(self, a: float, b: float) -> float:
        return (a + b) / 2

    def is_left(self, x: float, cut: float) -> bool:
        return x <= cut

    def tests(self, rows: Sequence[Row], name: str) -> Iterator[Tree]:
        """The tests of an attribute that part the rows."""
        present = {row.cells[name] for row in rows}
        if name not in self.table.values:
            for a, b in pairwise(sorted(present)):
                yield {"threshold": name, "side": "<=", "lower": a, "upper": b, "cut": self.cut(a, b)}
            return
        values = [v for v in self.table.values[name] if v in present]
        if len(values) > 1 and not self.binary:
            yield {"multiway": name}
        elif len(values) > 1 and name in self.table.ordinal:
            yield from ({"ordinal_cut": name, "lower": a, "upper": b} for a, b in pairwise(values))
        elif len(values) > 1:
            for bits in range(2 ** (len(values) - 1) - 1):
                left = [values[0], *(v for j, v in enumerate(values[1:]) if bits >> j & 1)]
                yield {"subset": name, "left": left, "right": [v for v in values if v not in left]}

    def branches(self, test: Tree) -> list[str]:
        return self.table.values[test["multiway"]] if "multiway" in test else ["yes", "no"]

    def branch(self, test: Tree, cells: Mapping[str, Any]) -> str:
        if "multiway" in test:
            return str(cells[test["multiway"]])
        if "subset" in test:
            left = cells[test["subset"]] in test["left"]
        elif "ordinal_cut" in test:
            order = self.table.values[test["ordinal_cut"]]
            left = order.index(cells[test["ordinal_cut"]]) <= order.index(test["lower"])
        else:
            left = self.is_left(cells[test["threshold"]], test["cut"])
        return "yes" if left else "no"

    def parts(self, rows: Sequence[Row], test: Tree) -> list[list[Row]]:
        return [[row for row in rows if self.branch(test, row.cells) == name] for name in self.branches(test)]

    def candidates(self, rows: Sequence[Row], usable: Sequence[str]) -> list[tuple[float, Tree]]:
        tests = [test for name in usable for test in self.tests(rows, name)]
        split = [(test, self.parts(rows, test)) for test in tests]
        return [(self.value(rows, parts), test) for test, parts in split if self.admits(parts)]

    def admits(self, parts: Sequence[Sequence[Row]]) -> bool:
        sizes = [self.size(part) for part in parts if part]
        for rule in self.rules:
            if rule["rule"] == "every_branch_has" and any(not self.is_enough(n, number(rule["records"])) for n in sizes):
                return False
            if rule["rule"] == "every_branch_has_rows" and any(len(part) < int(rule["rows"]) for part in parts if part):
                return False
            if rule["rule"] == "two_branches_have" and sum(self.is_enough(n, number(rule["records"])) for n in sizes) < 2:
                return False
        return True

    def is_enough(self, n: float, wanted: float) -> bool:
        return n >= wanted

    def is_few(self, n: float, wanted: float) -> bool:
        return n < wanted

    def is_deep(self, depth: int, most: int) -> bool:
        return depth >= most

    def stops(self, rows: Sequence[Row], depth: int) -> bool:
        """Whether a rule that looks at no test stops."""
        return len({row.label for row in rows}) < 2 or any(
            (rule["rule"] == "fewer_than" and self.is_few(self.size(rows), number(rule["records"])))
            or (rule["rule"] == "fewer_rows_than" and len(rows) < int(rule["rows"]))
            or (rule["rule"] == "at_depth" and self.is_deep(depth, int(rule["tests"])))
            for rule in self.rules
        )

    def is_poor(self, value: float) -> bool:
        """Whether a rule that looks at the best value stops."""
        return any(
            (rule["rule"] == "no_improvement" and value <= TINY)
            or (rule["rule"] == "improves_less_than" and value < number(rule["threshold"]) - TINY)
            for rule in self.rules
        )

    def best(self, rows: Sequence[Row], usable: Sequence[str], depth: int) -> tuple[float, Tree] | None:
        if self.stops(rows, depth):
            return None
        found = self.candidates(rows, usable)
        best = max(found, key=lambda one: one[0], default=None)
        return None if best is None or self.is_poor(best[0]) else best

    def empty_labels(self, parent: Sequence[Row]) -> list[str]:
        return self.labels(parent if self.preset == "id3" else self.table.rows)

    def grow(self, rows: Sequence[Row], usable: Sequence[str], inherited: list[str], depth: int = 0) -> Tree:
        counts = dict(zip(self.table.classes, self.counts(rows), strict=True))
        best = self.best(rows, usable, depth)
        if best is None:
            return {"labels": self.labels(rows) if rows else inherited, "counts": counts}
        test = best[1]
        left = [name for name in usable if not (self.preset == "id3" and test.get("multiway") == name)]
        below = [self.grow(part, left, self.empty_labels(rows), depth + 1) for part in self.parts(rows, test)]
        named = [{"if": name, "then": tree} for name, tree in zip(self.branches(test), below, strict=True)]
        return {"counts": counts, "test": test, "branches": named}

    def tree(self) -> Tree:
        return self.grow(self.table.rows, self.table.names, self.table.classes)

    def best_tests(self) -> Tree:
        best = self.best(self.table.rows, self.table.names, 0)
        return {"tests": []} if best is None else {"value": best[0], "tests": [best[1]]}

    def shares(self, counts: Mapping[str, float]) -> dict[str, float] | None:
        n = sum(counts.values())
        return {c: k / n for c, k in counts.items()} if n else None

    def predict(self, record: Mapping[str, str]) -> Tree:
        node, cells = self.tree(), self.table.cells(record)
        while "test" in node:
            name = self.branch(node["test"], cells)
            node = next(branch["then"] for branch in node["branches"] if branch["if"] == name)
        return {"labels": node["labels"], "distribution": self.shares(node["counts"])}


class Pruner:
    """Pessimistic pruning of a tree that is given by the counts of its leaves."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        if "tree" not in given:
            raise NotImplementedError("trees that are grown")
        self.penalty, self.ties = number(given.get("penalty", "1/2")), given.get("ties")
        self.compared: list[Tree] = []
        self.cuts: list[int] = []
        self.at = 0
        self.root = given["tree"]

    def cut(self, leaf: float, subtree: float) -> bool:
        return leaf <= subtree if self.ties == "cut" else leaf < subtree

    def below(self, tree: Any) -> tuple[list[float], float, int]:
        """The counts of a node, its cost and its leaves, as pruned."""
        self.at += 1
        here = self.at
        if all(isinstance(part, str) for part in tree):
            counts = [number(part) for part in tree]
            return counts, sum(counts) - max(counts) + self.penalty, 1
        parts = [self.below(part) for part in tree]
        counts = [sum(column) for column in zip(*(part[0] for part in parts), strict=True)]
        cost, leaf = sum(part[1] for part in parts), sum(counts) - max(counts) + self.penalty
        cut = self.cut(leaf, cost)
        self.compared.append({"node": here, "subtree": cost, "leaf": leaf, "cut": "yes" if cut else "no"})
        if cut:
            self.cuts = [*(i for i in self.cuts if i < here), here]
            return counts, leaf, 1
        return counts, cost, sum(part[2] for part in parts)

    def pruned(self) -> Tree:
        _, _, leaves = self.below(self.root)
        return {"cuts": sorted(self.cuts), "leaves": leaves, "compared": sorted(self.compared, key=lambda row: row["node"])}


def of_trees(grower: type[Grower] = Grower, pruner: type[Pruner] = Pruner) -> dict[str, Callable[[Mapping[str, Any]], Any]]:
    """The operations of trees, with these ways of growing and pruning."""
    return {
        "grow": lambda g: grower(g).tree(),
        "grow_stopping": lambda g: grower(g).tree(),
        "best_tests": lambda g: grower(g).best_tests(),
        "predict": lambda g: grower(g).predict(g["record"]),
        "pessimistic_pruning": lambda g: pruner(g).pruned(),
        "critical_alpha": lambda g: (number(g["node_risk"]) - number(g["subtree_risk"])) / (number(g["leaves"]) - 1),
        "penalised_errors": lambda g: number(g["errors"]) + number(g["leaves"]) * number(g.get("penalty", "1/2")),
    }
