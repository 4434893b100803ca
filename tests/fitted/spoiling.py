"""A tree with one thing changed at one node."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
from attrs import evolve

from dtref.io.foreign.tree import Cut, ForeignNode, fold_foreign, foreign_nodes
from dtref.spec.model.attributes import Width
from dtref.spec.model.tests import Side
from fitted.cases import Fitted

Change = Callable[[np.random.Generator, Fitted, ForeignNode], ForeignNode | None]
"""A node spoiled; None where it can't be in this way."""


def cut_at(case: Fitted, rng: np.random.Generator, column: int) -> Cut:
    """A cut of a column at one of its values but the largest."""
    values = sorted({float(np.float32(v)) for v in case.X[:, column]})
    at = values[int(rng.integers(max(1, len(values) - 1)))]
    return Cut(f"x{column}", Fraction(at), Side.AT_MOST, Width.FLOAT32)


def moved_threshold(rng: np.random.Generator, case: Fitted, node: ForeignNode) -> ForeignNode | None:
    """The cut among other neighbours of the whole column."""
    if not isinstance(node.ask, Cut):
        return None
    column = int(node.ask.attribute.removeprefix("x"))
    other = cut_at(case, rng, column)
    between = {float(np.float32(v)) for v in case.X[:, column]}
    if {v <= other.cut for v in between} != {True, False} or all((v <= other.cut) == (v <= node.ask.cut) for v in between):
        return None
    return evolve(node, ask=other)


def changed_feature(rng: np.random.Generator, case: Fitted, node: ForeignNode) -> ForeignNode | None:
    """Another column, cut somewhere."""
    if not isinstance(node.ask, Cut) or case.X.shape[1] < 2:
        return None
    own = int(node.ask.attribute.removeprefix("x"))
    column = int(rng.choice([c for c in range(case.X.shape[1]) if c != own]))
    return evolve(node, ask=cut_at(case, rng, column))


def changed_label(rng: np.random.Generator, case: Fitted, node: ForeignNode) -> ForeignNode | None:
    """Another class; a number off by a millionth of the largest."""
    if node.ask is not None:
        return None
    if isinstance(node.label, Fraction):
        return evolve(
            node, label=node.label + max((abs(Fraction(float(y))) for y in case.y), default=Fraction(1)) / 10**6 + Fraction(1, 10**9)
        )
    others = [name for name in case.data.classes if name != node.label]
    return evolve(node, label=str(rng.choice(others))) if others else None


def changed_counts(rng: np.random.Generator, _case: Fitted, node: ForeignNode) -> ForeignNode | None:
    """One more record of a class, or in all."""
    if node.counts is None:
        return evolve(node, records=(node.records or Fraction(0)) * Fraction(11, 10))
    at = int(rng.integers(len(node.counts)))
    return evolve(node, counts=tuple((name, n + (i == at)) for i, (name, n) in enumerate(node.counts)))


def changed_impurity(_rng: np.random.Generator, case: Fitted, node: ForeignNode) -> ForeignNode | None:
    """A little more than it is."""
    size = max((Fraction(float(y)) ** 2 for y in case.y), default=Fraction(1)) if case.regression else Fraction(1)
    return evolve(node, impurity=(node.impurity or Fraction(0)) + size / 1000 + Fraction(1, 10**9))


def swapped_children(_rng: np.random.Generator, _case: Fitted, node: ForeignNode) -> ForeignNode | None:
    """Left for right."""
    return None if node.ask is None else evolve(node, children=node.children[::-1])


def cut_subtree(_rng: np.random.Generator, _case: Fitted, node: ForeignNode) -> ForeignNode | None:
    """A leaf in its stead."""
    return None if node.ask is None else evolve(node, ask=None, children=())


def expanded_leaf(rng: np.random.Generator, case: Fitted, node: ForeignNode) -> ForeignNode | None:
    """A test in its stead, with leaves of the same label that claim nothing."""
    if node.ask is not None:
        return None
    leaves = tuple(ForeignNode(f"{node.place}.{side}", label=node.label) for side in ("left", "right"))
    return evolve(node, ask=cut_at(case, rng, int(rng.integers(case.X.shape[1]))), children=leaves)


CHANGES: dict[str, Change] = {
    change.__name__: change
    for change in (
        *(moved_threshold, changed_feature, changed_label, changed_counts, changed_impurity),
        *(swapped_children, cut_subtree, expanded_leaf),
    )
}


def spoiled(case: Fitted, rng: np.random.Generator, change: Change) -> tuple[ForeignNode, str] | None:
    """The tree with a change at a random node that it can be made at, and the place of the node; None where there is none."""
    every = list(foreign_nodes(case.tree.root))
    for i in rng.permutation(len(every)):
        made = change(rng, case, every[int(i)])
        if made is not None:
            return _with(case.tree.root, every[int(i)], made), every[int(i)].place
    return None


def _with(root: ForeignNode, old: ForeignNode, new: ForeignNode) -> ForeignNode:
    def combine(node: ForeignNode, below: Sequence[ForeignNode]) -> ForeignNode:
        return new if node is old else evolve(node, children=tuple(below))

    return fold_foreign(root, combine)
