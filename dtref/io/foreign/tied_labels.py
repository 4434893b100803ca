"""
Leaves at which several classes have the greatest weight: the label of each is a choice among equals, which a note of its tree tells.

Which of the classes it is, a program decides by a rule of its own, mostly the first of its classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from dtref.io.foreign.node_table import NodeTable, table_of
from dtref.io.foreign.tree import ForeignNode, ForeignTree, foreign_nodes

SHOWN = 4
"""So many names of tied classes are shown."""


@frozen(eq=False)
class TiedLeaves:
    """Leaves with tied classes: their number, the first of them, its tied classes, and whether each label is the first of its classes."""

    number: int
    first: str
    classes: tuple[str, ...]
    by_order: bool


def with_ties_told(tree: ForeignTree) -> ForeignTree:
    """
    A tree with a note on leaves whose label is one of several classes of the greatest weight, if it has some.

    >>> from fractions import Fraction
    >>> half = (("no", Fraction(1, 2)), ("yes", Fraction(1, 2)))
    >>> with_ties_told(ForeignTree(ForeignNode("7", label="no", shares=half), "by hand")).notes
    ("1 leaf has several classes of the greatest weight (node 7: 'no', 'yes'): its label is the first of them in the model's order",)
    """
    table = table_of(tree.root)
    tied = _of_nodes(foreign_nodes(tree.root)) if table is None else _of_table(table)
    return tree if tied is None else evolve(tree, notes=(*tree.notes, _note(tied)))


def _note(tied: TiedLeaves) -> str:
    names = ", ".join(map(repr, tied.classes[:SHOWN])) + (", …" if len(tied.classes) > SHOWN else "")
    has, its = ("1 leaf has", "its label is") if tied.number == 1 else (f"{tied.number} leaves have", "their labels are")
    rule = "the first of them in the model's order" if tied.by_order else "the program's choice among these"
    return f"{has} several classes of the greatest weight (node {tied.first}: {names}): {its} {rule}"


def _tied_classes(node: ForeignNode) -> tuple[str, ...]:
    """The classes of the greatest weight, or share, at a leaf that has one of several as its label; else none."""
    weights = node.counts or node.shares or ()
    greatest = max((n for _, n in weights), default=0)
    tied = tuple(name for name, n in weights if n == greatest)
    return tied if node.ask is None and greatest > 0 and len(tied) > 1 and node.label in tied else ()


def _of_nodes(nodes: Iterator[ForeignNode]) -> TiedLeaves | None:
    found = [(node, tied) for node in nodes if (tied := _tied_classes(node))]
    if not found:
        return None
    first, classes = found[0]
    return TiedLeaves(len(found), first.place, classes, all(node.label == tied[0] for node, tied in found))


def _of_table(table: NodeTable) -> TiedLeaves | None:
    import numpy as np

    if not table.classes:
        return None
    tied = table.counts == table.counts.max(axis=1, keepdims=True)
    leaves: Sequence[int] = np.flatnonzero((table.column < 0) & (tied.sum(axis=1) > 1)).tolist()
    return _of_nodes(table.node(i) for i in leaves)
