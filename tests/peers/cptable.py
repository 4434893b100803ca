"""
R's rpart beside dtref: its `cptable`, its `prune()`, and its cross-validation, for the very trees that it grew.

rpart's CP is alpha / R(root), its `rel error` R(T) / R(root), and its rows go from the root up. `complexities` is its own computation
(`src/partition.c`), made exact: what it does otherwise than the definition shows there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path as FilePath
from tempfile import TemporaryDirectory
from typing import TypedDict

from attrs import frozen
from peers.cost_complexity import Clusters, Entry, U, clusters, moments, near, tree_of, widest
from peers.library import (
    DataSet,
    Leaf,
    Nominal,
    Path,
    Risk,
    Rows,
    Tally,
    Tree,
    children,
    cost_complexity,
    each_subtree,
    impurity_risk,
    leaf_count,
    misclassified,
    nodes,
    variance,
)
from peers.rpart import run_script

SCRIPT = FilePath(__file__).with_suffix(".R")


class Fit(TypedDict):
    """A fitted rpart object with what `prune` makes of it at each row and half way between rows, as cptable.R writes it."""

    split: str
    cp: list[str]
    var: list[str]
    node: list[str]
    n: list[str]
    counts: list[list[str]]
    dev: list[str]
    complexity: list[str]
    splits: list[list[str]]
    where: list[int]
    cptable: list[list[str]]
    pruned: list[list[str]]
    between: list[str]
    pruned_between: list[list[str]]
    folds: list[Fit]


def fits(data: DataSet, splits: Sequence[str], cps: Sequence[int], groups: Sequence[int] = ()) -> list[Fit]:
    """What rpart fits for each splitting rule and `cp`; with groups 1, 2, ..., cross-validated, and what it fits without each group."""
    columns = [_column(a, [r.values[i] for r in data]) for i, a in enumerate(data.attributes)]
    given = {"columns": columns, "target": _column(data.target, [r.label for r in data]), "splits": splits, "cps": cps}
    with TemporaryDirectory() as folder:
        asked, answer = FilePath(folder, "given.json"), FilePath(folder, "answer.json")
        asked.write_text(json.dumps(given | ({"groups": groups} if groups else {})))
        problem = run_script(SCRIPT, asked, answer)
        assert not problem, problem
        found: list[Fit] = json.loads(answer.read_text())
    return found


def _column(attribute: object, cells: Sequence[object]) -> dict[str, object]:
    if isinstance(attribute, Nominal):
        return {"cells": [attribute.values.index(str(cell)) + 1 for cell in cells], "levels": len(attribute.values)}
    return {"cells": [float(cell).hex() for cell in cells if isinstance(cell, Fraction)]}


def double(text: str) -> Fraction:
    """The double that was written."""
    return Fraction(float.fromhex(text))


def numbers(fit: Fit) -> list[int]:
    """The number of each node: k has the children 2k and 2k + 1. The rows of `frame` are in preorder."""
    return [int(double(node)) for node in fit["node"]]


def tree(data: DataSet, fit: Fit) -> Tree:
    """The fitted tree, with tests where all columns are continuous."""
    at = {k: i for i, k in enumerate(numbers(fit))}
    below = {i: (at[2 * k], at[2 * k + 1]) for k, i in at.items() if fit["var"][i] != "<leaf>"}
    counts: list[Tally]
    if fit["split"] == "anova":
        rows = _rows(fit, at)
        counts = [moments(data, rows[k]) for k in at]
    else:
        counts = [tuple(zip(data.classes, map(double, row), strict=True)) for row in fit["counts"]]
    return tree_of(counts, below, {})


def _rows(fit: Fit, at: dict[int, int]) -> dict[int, Rows]:
    """The records of each node: those of the leaves below."""
    ended: dict[int, list[int]] = {k: [] for k in at}
    listed = list(at)
    for r, row in enumerate(fit["where"]):
        k = listed[row - 1]
        while k:
            ended[k].append(r)
            k //= 2
    assert [len(ended[k]) for k in at] == [double(n) for n in fit["n"]]
    return {k: tuple(rows) for k, rows in ended.items()}


def risk_of(fit: Fit) -> Risk:
    """What rpart counts: errors, or the sum of squares about the mean."""
    return impurity_risk(variance) if fit["split"] == "anova" else misclassified


def complexities(tree: Tree, risks: Sequence[Fraction], floor: Fraction) -> list[Fraction]:
    """
    `complexity` as `partition.c` computes it, exact, in units of risk: bottom up, then at most that of the nodes above.

    A node looks at each child's subtree as it is just before the child collapses, with its risk and its splits; the child with the
    smaller complexity is taken as a leaf if the node's own is larger, then the other. floor: `cp` times the root's risk, at leaves.
    """
    own = [floor] * len(risks)

    def look(i: int, node: Tree, parts: Sequence[tuple[int, Fraction, int]]) -> tuple[int, Fraction, int]:
        if isinstance(node, Leaf):
            return i, risks[i], 0
        state = {child: (risk, splits) for child, risk, splits in parts}
        for child in sorted(state, key=lambda c: own[c]):
            if _strength(risks[i], state.values()) > own[child]:
                state[child] = risks[child], 0
            else:
                break
        own[i] = _strength(risks[i], state.values())
        return i, sum((r for r, _ in state.values()), Fraction(0)), sum(k for _, k in state.values()) + 1

    each_subtree(tree, look)
    found: list[Fraction] = []
    waiting = [(tree, own[0])]
    while waiting:
        node, above = waiting.pop()
        found.append(min(own[len(found)], above))
        waiting.extend((child, found[-1]) for child in reversed(children(node)))
    return found


def _strength(risk: Fraction, below: Iterable[tuple[Fraction, int]]) -> Fraction:
    parts = tuple(below)
    return (risk - sum(r for r, _ in parts)) / (sum(k for _, k in parts) + 1)


def leaves_at(tree: Tree, numbers: Sequence[int], cut: Callable[[int], bool]) -> frozenset[int]:
    """The numbers of the leaves when the nodes at some positions are cut."""
    found: set[int] = set()
    waiting = [(tree, False)]
    for i, number in enumerate(numbers):
        node, gone = waiting.pop()
        leaf = not gone and (isinstance(node, Leaf) or cut(i))
        if leaf:
            found.add(number)
        waiting.extend((child, gone or leaf) for child in reversed(children(node)))
    return frozenset(found)


@frozen
class Departing:
    """A node that rpart cuts too early: its number, the CP from which on it does, and the exact one."""

    node: int
    rpart: Fraction
    exact: Fraction


@frozen(eq=False)
class Table:
    """
    A `cptable` (of a tree grown with cp=0, or with cp=-1) and prunings beside `complexities`, and these beside the exact alphas, all as CP.

    sequence: the table beside the one that `complexities` makes. departing: where these are not exact. prunings: how many trees of
    `prune` were compared. wrong: those that are not as `complexities` has it. early: those that are not the exact ones, each of them
    costing more at its alpha; unlike: or else the exact ones would be wrong. at_zero: the leaves of the tree at alpha 0.
    """

    variant: str
    grown_at_zero: bool
    path: Path
    sequence: Clusters
    bound: Fraction
    departing: tuple[Departing, ...]
    prunings: int
    wrong: tuple[str, ...]
    early: int
    unlike: tuple[str, ...]
    at_zero: frozenset[int]


def compared(data: DataSet, fit: Fit) -> Table:
    """A fitted object beside dtref's sequence of the same tree."""
    grown, listed, risk, floor = tree(data, fit), numbers(fit), risk_of(fit), double(fit["cp"][0])
    path, risks = cost_complexity(grown, risk), [near(risk(node)) for node in nodes(grown)]
    theirs = [c / risks[0] for c in complexities(grown, risks, floor * risks[0])]
    ours = [None if c is None else near(c) * len(data) / risks[0] for c in path.critical]
    anova = fit["split"] == "anova"
    bound = anova_bound(grown, risks) if anova else 4 * U

    def at(cps: Sequence[Fraction | None], alpha: Fraction) -> frozenset[int]:
        return leaves_at(grown, listed, lambda i: any(cp <= alpha for cp in (cps[i],) if cp is not None))

    share = dict(zip(listed, (r / risks[0] for r in risks), strict=True))
    expected = [Entry(a, sum((share[k] for k in left), Fraction(0)), len(left)) for a in sorted(set(theirs)) for left in (at(theirs, a),)]
    rows = [Entry(double(cp), double(error), int(double(splits)) + 1) for cp, splits, error in reversed(fit["cptable"])]
    alphas = [min((e.alpha for e in expected), key=lambda a: abs(a - row.alpha)) for row in reversed(rows)]
    at_rows = [] if anova else zip(alphas, fit["pruned"], strict=True)
    asked = [*at_rows, *zip(map(double, fit["between"]), fit["pruned_between"], strict=True)]
    decided = [(a, left) for a, left in asked if not anova or all(abs(e.alpha - a) > bound for e in expected)]
    clear = [(a, frozenset(int(double(k)) for k in left)) for a, left in decided]
    wrong = [f"prune at {float(a)!r}" for a, left in clear if left != at(theirs, a)]
    early, unlike = 0, []
    for a, left in clear:
        best = at(ours, a)
        if a >= 0 and left != best:
            early += 1
            if sum(share[k] + a for k in left) <= sum(share[k] + a for k in best):
                unlike.append(f"at {float(a)!r} {sorted(left)} costs no more than {sorted(best)}")
    pairs = [(k, t, c) for k, t, c in zip(listed, theirs, ours, strict=True) if c is not None]
    departing = [Departing(k, t, c) for k, t, c in pairs if abs(c - t) > (bound if anova else 0)]
    sequence = clusters(expected, rows, bound, bound)
    return Table(
        fit["split"],
        floor == 0,
        path,
        sequence,
        bound,
        tuple(departing),
        len(clear),
        tuple(wrong),
        early,
        tuple(unlike),
        at(ours, Fraction(0)),
    )


def anova_bound(tree: Tree, risks: Sequence[Fraction]) -> Fraction:
    """
    A bound of |CP' - CP| and |rel error' - rel error| with method anova, where the same nodes are cut.

    A node's mean is off by (n + 1) u sqrt(Q/n), Q = sum y^2, which adds (n + 1)^2 u^2 Q to its sum of squares SS; a difference, a square,
    a sum of n: (n + 3) u SS. Sums of the risks of disjoint nodes: at most A (`widest`), and m u R, m leaves, R the root's risk. A CP has
    one such sum, a node's risk and the root's error times CP <= 1: 3A + (m + 8) u R, over R.   Higher orders: a factor of 1.01.
    """
    sums = [(n, q) for (_, n), _, (_, q) in (node.counts for node in nodes(tree))]
    errors = [(n + 4) * U * r + 2 * ((n + 1) * U) ** 2 * q for r, (n, q) in zip(risks, sums, strict=True)]
    return Fraction(101, 100) * (3 * widest(tree, errors) / risks[0] + (leaf_count(tree) + 8) * U)
