"""
The nodes of a tree of cuts in arrays, as some programs keep them: `ForeignNode`s are made of the rows that are asked for.

Nothing is lost: cuts, impurities and means are doubles, counts whole numbers. No array library is imported here: who made the arrays has.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from attrs import fields, frozen

from dtref.io.foreign.tree import Cut, ForeignNode
from dtref.spec.model.attributes import Width
from dtref.spec.model.later import source_of
from dtref.spec.model.tally import ClassCounts
from dtref.spec.model.tests import Side

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@frozen(eq=False)
class NodeTable:
    """
    A row for each node, the root first, every node after its parent. A number as a float32 goes left if it is at most the cut.

    names: of the columns. column: the position of the one asked, -1 at a leaf. left, right: the rows of the children. missing: the branch
    of a missing value; empty where the format has none. classes: their names, none of a continuous target. counts: a row of class counts;
    label: the position of the class predicted. mean, records: of a continuous target, the number predicted and the weight. rows: the number
    of records.
    """

    names: tuple[str, ...]
    column: NDArray[np.int64]
    cut: NDArray[np.float64]
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    missing: NDArray[np.int64]
    classes: tuple[str, ...]
    counts: NDArray[np.int64]
    label: NDArray[np.int64]
    mean: NDArray[np.float64]
    records: NDArray[np.int64]
    rows: NDArray[np.int64]
    impurity: NDArray[np.float64]

    def node(self, i: int) -> ForeignNode:
        """A row as a node, its fields to be made when they are asked for."""
        return ForeignNode.later(_Row(self, i))


def table_of(root: ForeignNode) -> NodeTable | None:
    """
    The table that a root is made of; None for any other node.

    >>> table_of(ForeignNode("1"))
    """
    source = source_of(root)
    return source.table if isinstance(source, _Row) and source.i == 0 else None


class _Row(NamedTuple):
    """The fields of a `ForeignNode`."""

    table: NodeTable
    i: int

    @property
    def place(self) -> str:
        return str(self.i)

    @property
    def ask(self) -> Cut | None:
        table, i = self.table, self.i
        column = int(table.column[i])
        missing = int(table.missing[i]) if len(table.missing) else None
        return None if column < 0 else Cut(table.names[column], _exact(table.cut[i]), Side.AT_MOST, Width.FLOAT32, missing)

    @property
    def children(self) -> tuple[ForeignNode, ...]:
        table, i = self.table, self.i
        return () if table.column[i] < 0 else (table.node(int(table.left[i])), table.node(int(table.right[i])))

    @property
    def label(self) -> str | Fraction:
        table, i = self.table, self.i
        return table.classes[int(table.label[i])] if table.classes else _exact(table.mean[i])

    @property
    def counts(self) -> ClassCounts | None:
        table, i = self.table, self.i
        return tuple(zip(table.classes, map(Fraction, table.counts[i].tolist()), strict=True)) if table.classes else None

    @property
    def records(self) -> Fraction | None:
        return None if self.table.classes else Fraction(int(self.table.records[self.i]))

    @property
    def rows(self) -> Fraction:
        return Fraction(int(self.table.rows[self.i]))

    @property
    def impurity(self) -> Fraction:
        return _exact(self.table.impurity[self.i])

    def __getattr__(self, name: str) -> object:
        """A field that such a table never has, as a node is without it."""
        if name not in _DEFAULTS:
            raise AttributeError(name)
        return _DEFAULTS[name]


_DEFAULTS = {field.name: field.default for field in fields(ForeignNode)}
"""The fields of a node without claims."""


def _exact(x: np.floating[Any]) -> Fraction:
    return Fraction(float(x))
