"""
Pruning of grown trees by records: those of a validation set, of folds, or the training records themselves.

A record that does not know an answer is charged in parts, each for the label of the leaf that it reaches. A leaf says the first of its
labels; a node that becomes a leaf, the first of its largest classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import mpmath

from naive.agreement import WORKING, NotAnInput, NotHere
from naive.asking import Row, Values
from naive.data import Data
from naive.growing import Grower, Inner, Leaf, Preset, Tree, guessed
from naive.grown import given_data, given_preset, given_record, reached
from naive.pruning import (
    QUARTER,
    Node,
    bottom_up,
    confidence_of,
    cut,
    cut_answer,
    grown_node,
    inner,
    leaves,
    less,
    real,
    upper_limit,
    weakest_links,
)

Given = Mapping[str, Any]


class Grown(NamedTuple):
    """A tree that was grown: also by its counts, and each of its nodes by position."""

    grower: Grower
    tree: Tree
    node: Node

    def at(self, position: int) -> Tree:
        waiting = [self.tree]
        for _ in range(position - 1):
            first = waiting.pop(0)
            waiting = [*(first.branches if isinstance(first, Inner) else ()), *waiting]
        return waiting[0]

    def says(self, position: int) -> tuple[Any, ...]:
        """What the node may say as a leaf."""
        here = self.at(position)
        return here.labels if isinstance(here, Leaf) else self.grower.labels(here.rows)

    def cut_at(self, kept: Node) -> Tree:
        """The tree with its leaves where a pruning has them."""
        here = self.at(kept.at)
        if isinstance(here, Leaf) or not kept.children:
            return Leaf(self.says(kept.at), here.counts, here.rows)
        return here._replace(branches=tuple(map(self.cut_at, kept.children)))

    def losses(self, kept: Node, rows: Sequence[Row], power: int = 1) -> Fraction:
        """What records cost a pruning, with the records that the whole tree cannot place refused."""
        pruned, total = self.cut_at(kept), Fraction(0)
        for values, y, w in rows:
            reached(self.grower, self.tree, values)
            for leaf, share in reached(self.grower, pruned, values):
                total += w * share * loss(self.grower, leaf.labels, y, power)
        return total


def loss(grower: Grower, labels: Sequence[Any], y: Any, power: int = 1) -> Fraction:
    """Of several labels that of the first."""
    return ((y - labels[0]) ** 2 if grower.numeric else Fraction(labels[0] != y)) ** power


def grown(data: Data, preset: Preset) -> Grown:
    grower = Grower(data, preset)
    tree = grower.grow()
    return Grown(grower, tree, grown_node(grower, tree))


def grown_of(given: Given) -> Grown:
    return grown(given_data(given["data"]), given_preset(given["preset"]))


def validation_of(given: Given) -> list[Row]:
    data, rows = given_data(given["data"]), []
    for cells in given["validation"]:
        if len(cells) != len(data.attributes) + 1 or cells[-1] not in data.classes:
            raise NotAnInput("other cells, or another class")
        record = {a.name: cell for a, cell in zip(data.attributes, cells, strict=False)}
        values = given_record(data, record)
        if any(a.kind != "continuous" and v is not None and v not in a.values for a, v in zip(data.attributes, values, strict=True)):
            raise NotAnInput("a value that isn't declared")
        rows.append((values, cells[-1], Fraction(1)))
    return [*rows]


class Kept:
    """What validation records cost each subtree: their costs with it, less what they cost elsewhere."""

    def __init__(self, given: Given) -> None:
        self.whole, self.rows = grown_of(given), validation_of(given)

    def cost(self, sub: Node) -> Fraction:
        """The errors in a subtree: a record has its share in each leaf that it reaches there."""
        root = self.whole.node

        def with_it(node: Node) -> Node:
            return sub if node.at == sub.at else node._replace(children=tuple(map(with_it, node.children)))

        def passed(node: Node) -> set[int]:
            return {node.at, *(at for child in node.children for at in passed(child))}

        here = passed(sub)
        return sum(
            (
                w * share * loss(self.whole.grower, self.whole.says(at), y)
                for values, y, w in self.rows
                for at, share in self.shares(with_it(root), values)
                if at in here
            ),
            Fraction(0),
        )

    def shares(self, kept: Node, values: Values) -> list[tuple[int, Fraction]]:
        """The positions of the nodes of a pruning where a record ends, with its shares: leaves, or where it stays."""
        named = self.whole.cut_at(kept)
        numbered = _numbered(named, [leaf.at for leaf in leaves(kept)])
        staying = {id(self.whole.at(node.at).rows): node.at for node in _all(kept) if node.children}
        ends = reached(self.whole.grower, numbered, values)
        return [(staying.get(id(leaf.rows), leaf.labels[0]), share) for leaf, share in ends]


def _all(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _all(child)


def _numbered(tree: Tree, positions: list[int]) -> Tree:
    """The same tree, each leaf with its position for a label."""
    if isinstance(tree, Leaf):
        return tree._replace(labels=(positions.pop(0),))
    return tree._replace(branches=tuple(_numbered(part, positions) for part in tree.branches))


def _validation_errors(given: Given) -> Any:
    kept = Kept(given)
    return kept.whole.losses(kept.whole.node, kept.rows)


def _reduced_error(given: Given) -> Any:
    if given["ties"] not in ("cut", "keep"):
        raise NotAnInput(given["ties"])
    kept = Kept(given)
    return bottom_up(kept.whole.node, kept.cost, given["ties"])


def _best_node_first(given: Given) -> Any:
    """While a cut saves errors, the one that saves most."""
    kept = Kept(given)
    whole = now = kept.whole.node
    steps: list[Any] = []
    errors = kept.whole.losses(now, kept.rows)
    while True:
        saved = [(errors - kept.whole.losses(cut(now, frozenset({node.at})), kept.rows), node.at) for node in inner(now)]
        most = max((s for s, _ in saved), default=Fraction(0))
        if most <= 0:
            return {**cut_answer(whole, now), "steps": steps}
        tied = [at for s, at in saved if s == most]
        now, errors = cut(now, frozenset({tied[0]})), errors - most
        steps.append({"node": tied[0], "tied": tied, "improvement": most, "errors": errors})


# Cost-complexity: which tree of the sequence.


def _pruned(whole: Node, step: Mapping[str, Any]) -> Node:
    return cut(whole, frozenset(step["cuts"]))


def _last_least(losses: Sequence[Fraction]) -> int:
    return max(i for i, one in enumerate(losses, 1) if one == min(losses))


def _by_validation(given: Given) -> Any:
    kept = Kept(given)
    steps = weakest_links(kept.whole.node, given["risk"])
    losses = [kept.whole.losses(_pruned(kept.whole.node, step), kept.rows) for step in steps]
    return {"losses": losses, "best": _last_least(losses)}


def folds_of(given: Given, n: int) -> list[list[int]]:
    folds = [[int(p) - 1 for p in fold] for fold in given["folds"]]
    if sorted(p for fold in folds for p in fold) != list(range(n)) or any(len(fold) == n for fold in folds):
        raise NotAnInput("folds")
    return folds


def _by_cross_validation(given: Given) -> Any:
    data, preset, risk = given_data(given["data"]), given_preset(given["preset"]), given["risk"]
    folds = folds_of(given, len(data.records))
    steps = weakest_links(grown(data, preset).node, risk)
    losses, squares = [Fraction(0)] * len(steps), [Fraction(0)] * len(steps)
    for fold in folds:
        own = grown(data._replace(records=tuple(r for i, r in enumerate(data.records) if i not in fold)), preset)
        test = [(data.records[i].values, data.records[i].label, data.records[i].weight) for i in fold]
        own_steps = weakest_links(own.node, risk)
        for k in range(len(steps)):
            here = own_steps[-1]
            if k + 1 < len(steps):
                with mpmath.workdps(WORKING):
                    square = steps[k]["alpha"] * steps[k + 1]["alpha"]
                    here = [step for step in own_steps if not less(square, step["alpha"] ** 2)][-1]
            losses[k] += own.losses(_pruned(own.node, here), test)
            squares[k] += own.losses(_pruned(own.node, here), test, 2)
    n = sum((r.weight for r in data.records), Fraction(0))
    best = _last_least(losses)
    square = (squares[best - 1] / n - (losses[best - 1] / n) ** 2) / n
    with mpmath.workdps(WORKING):
        root = mpmath.sqrt(real(square))
    return {
        "alphas": [step["alpha"] for step in steps],
        "losses": losses,
        "best": best,
        "standard_error": root,
        "within_one_standard_error": max(i for i, x in enumerate(losses, 1) if ((x - losses[best - 1]) / n) ** 2 <= square),
    }


# Raising.


class Raising:
    """C4.5's pruning with the training records: a node becomes a leaf, or its largest branch, or stays."""

    def __init__(self, given: Given) -> None:
        self.grower = Grower(given_data(given["data"]), given_preset(given["preset"]))
        if self.grower.numeric:
            raise NotAnInput("a regression tree")
        self.confidence = confidence_of(given)
        self.decisions: list[dict[str, Any]] = []
        self.tree = self.pruned(self.grower.grow(), self.grower.rows)

    def parts(self, tree: Inner, rows: Sequence[Row]) -> list[list[Row]]:
        """The records by branch; those that do not know go as the preset says, in the shares of those that know and are here."""
        parts: list[list[Row]] = [[] for _ in tree.branches]
        unknown: list[Row] = []
        for row in rows:
            branch = tree.test.branch(row[0])
            (unknown if branch is None else parts[branch]).append(row)
        sizes = [sum((w for _, _, w in part), Fraction(0)) for part in parts]
        for values, y, w in unknown:
            if self.grower.preset.gaps == "guessed":
                guesses = guessed(tree.surrogates, tree.otherwise, values)
                for i in guesses:
                    parts[i].append((values, y, w * Fraction(1, len(guesses))))
                continue
            if not sum(sizes):
                raise NotAnInput("no record knows the answer")
            for part, size in zip(parts, sizes, strict=True):
                if size:
                    part.append((values, y, w * size / sum(sizes)))
        return parts

    def of_leaf(self, rows: Sequence[Row]) -> Any:
        counts = self.grower.counts(rows)
        n = Fraction(sum(counts))
        if 0 < n < QUARTER:
            raise NotHere("so little weight: limits closer to 1 than these digits tell")
        with mpmath.workdps(WORKING):
            return real(n) * real(upper_limit(Fraction(n - max(counts)), n, self.confidence)) if n else mpmath.mpf(0)

    def predicted(self, tree: Tree, rows: Sequence[Row]) -> Any:
        """The errors that are predicted of a tree with these records."""
        if isinstance(tree, Leaf):
            return self.of_leaf(rows)
        with mpmath.workdps(WORKING):
            return mpmath.fsum(self.predicted(part, some) for part, some in zip(tree.branches, self.parts(tree, rows), strict=True))

    def pruned(self, tree: Tree, rows: Sequence[Row]) -> Tree:
        leaf = Leaf((), tuple(self.grower.counts(rows)), tuple(rows))
        if isinstance(tree, Leaf):
            return leaf
        parts = self.parts(tree, rows)
        below = tree._replace(branches=tuple(self.pruned(part, some) for part, some in zip(tree.branches, parts, strict=True)))
        sizes = [sum((w for _, _, w in part), Fraction(0)) for part in parts]
        largest = sizes.index(max(sizes))
        raised = below.branches[largest]
        costs = {"leaf": self.of_leaf(rows), "raised": self.predicted(raised, rows), "subtree": self.predicted(below, rows)}
        actions = {"leaf": "replace", "raised": "raise", "subtree": "keep"}
        best = next(name for name in costs if not any(less(other, costs[name]) for other in costs.values()))
        self.decisions.append(
            {"records": sum((w for _, _, w in rows), Fraction(0)), **costs, "branch": largest + 1, "action": actions[best]}
        )
        return {"leaf": lambda: leaf, "raised": lambda: self.pruned(raised, rows), "subtree": lambda: below}[best]()  # type: ignore[no-untyped-call]


def by_leaves(tree: Tree) -> Any:
    return list(tree.counts) if isinstance(tree, Leaf) else [by_leaves(part) for part in tree.branches]


def _raising(given: Given) -> Any:
    found = Raising(given)
    return {"tree": by_leaves(found.tree), "decisions": found.decisions}


ANSWERS = {
    "validation_errors": _validation_errors,
    "reduced_error_pruning": _reduced_error,
    "best_node_first_pruning": _best_node_first,
    "cost_complexity_by_validation": _by_validation,
    "cost_complexity_by_cross_validation": _by_cross_validation,
    "error_based_raising": _raising,
}
