"""
Foreign trees of cuts as arrays for the kernels: nodes breadth first, and for each cut the greatest code of its column that goes left.

Rounding to floats keeps the order of numbers, so that a cut sends the lowest codes left whatever its width. Codes are found among the
rounded numbers, which are doubles, by the greatest double that goes left.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import overload

import numpy as np
from attrs import frozen

from dtref.engines.compiled.encoding import Coded
from dtref.engines.compiled.kernels.given_nodes import ASKED, BELOW, CODE
from dtref.engines.compiled.kernels.layout import Floats, Ints
from dtref.engines.routing.borders import greatest_double
from dtref.io.foreign.node_table import NodeTable, table_of
from dtref.io.foreign.tree import Cut, ForeignNode
from dtref.spec.model.arrays import ArrayDataSet, DoubleLevels
from dtref.spec.model.attributes import Width
from dtref.spec.model.precision import rounded
from dtref.spec.model.tests import Side


@frozen(eq=False)
class CutTree:
    """
    The nodes of a tree, breadth first, and a row for each (`dtref.engines.compiled.kernels.given_nodes`). missing: the branch of a missing
    value, -1 where it isn't said. table: what they are made of, if of a table, and in which order.
    """

    nodes: Sequence[ForeignNode]
    rows: Ints
    missing: Ints
    table: tuple[NodeTable, Ints] | None = None


@frozen(eq=False)
class _TableNodes(Sequence[ForeignNode]):
    """The nodes of a table in another order, each made when it is asked for."""

    table: NodeTable
    order: list[int]

    def __len__(self) -> int:
        return len(self.order)

    @overload
    def __getitem__(self, t: int) -> ForeignNode: ...
    @overload
    def __getitem__(self, t: slice) -> Sequence[ForeignNode]: ...
    def __getitem__(self, t: int | slice) -> ForeignNode | Sequence[ForeignNode]:
        return _TableNodes(self.table, self.order[t]) if isinstance(t, slice) else self.table.node(self.order[t])


def cut_tree(root: ForeignNode, data: Coded) -> CutTree | None:
    """
    A foreign tree in arrays, for data whose lists are sorted, as they are before a kernel has run.

    None where a test is no cut of numbers, where it was printed with fewer digits than it has or takes numbers near 0 apart, and where a
    number is too large for the floats of a test.
    """
    column = {attribute.name: a for a, attribute in enumerate(data.data.attributes)}
    table = table_of(root)
    return _cut_tree_of_nodes(root, column, data) if table is None else _cut_tree_of_table(table, column, data)


def _cut_tree_of_nodes(root: ForeignNode, column: Mapping[str, int], data: Coded) -> CutTree | None:
    # breadth first, so that the children of a node are neighbours
    nodes, below = [root], []
    for node in nodes:  # which grows as it is read
        ask = node.ask
        if ask is not None and (not isinstance(ask, Cut) or ask.within or ask.zeros is not None or ask.attribute not in column):
            return None
        below.append(len(nodes))
        nodes.extend(node.children)
    rows = np.zeros((len(nodes), 3), np.int64)
    rows[:, ASKED] = [-1 if node.ask is None else column[node.ask.attribute] for node in nodes]
    rows[:, BELOW] = below
    # the codes that go left, of all cuts of a column and width together
    cuts: dict[tuple[int, Width], list[int]] = {}
    for t, node in enumerate(nodes):
        if isinstance(node.ask, Cut):
            cuts.setdefault((int(rows[t, ASKED]), node.ask.width), []).append(t)
    for (a, width), asking in cuts.items():
        borders = [(ask.cut, ask.side is Side.AT_MOST) for t in asking if isinstance(ask := nodes[t].ask, Cut)]
        codes = _greatest_codes(data, a, width, borders)
        if codes is None:
            return None
        rows[asking, CODE] = codes
    goes = [-1 if node.ask is None or node.ask.missing is None else node.ask.missing for node in nodes]
    return CutTree(nodes, rows, np.array(goes, np.int64))


def _cut_tree_of_table(table: NodeTable, column: Mapping[str, int], data: Coded) -> CutTree | None:
    """The tree of a table, whose cuts are doubles that float32 numbers are compared with."""
    asked = [column.get(name, -1) for name in table.names]
    if any(asked[i] < 0 for i in np.unique(table.column[table.column >= 0]).tolist()):
        return None
    order = _breadth_first(table)
    rows = np.zeros((len(order), 3), np.int64)
    inner = table.column[order] >= 0
    rows[:, ASKED] = np.where(inner, np.array([*asked, -1])[table.column[order]], -1)
    # the children of the nodes that ask follow the root, two by two
    rows[:, BELOW] = 1 + 2 * (np.cumsum(inner) - inner)
    for a in np.flatnonzero(np.bincount(rows[inner, ASKED])).tolist():
        numbers = _rounded(data, a, Width.FLOAT32)
        if numbers is None or not np.isfinite(numbers).all():
            return None
        asking = rows[:, ASKED] == a
        rows[asking, CODE] = np.searchsorted(numbers, table.cut[order[asking]], side="right") - 1
    missing = table.missing[order] if len(table.missing) else np.full(len(order), -1)
    return CutTree(_TableNodes(table, order.tolist()), rows, missing, (table, order))


def _breadth_first(table: NodeTable) -> Ints:
    """The rows of a table breadth first."""
    levels, level = [], np.zeros(1, np.int64)
    while len(level):
        levels.append(level)
        asking = level[table.column[level] >= 0]
        level = np.stack([table.left[asking], table.right[asking]], 1).ravel()
    return np.concatenate(levels)


def preorder_of(rows: Ints) -> Ints:
    """
    The rows of a tree that lists its nodes breadth first, in preorder.

    >>> preorder_of(np.array([[0, 0, 1], [0, 0, 3], [-1, 0, 5], [-1, 0, 5], [-1, 0, 5]])).tolist()
    [0, 1, 3, 4, 2]
    """
    # the inner nodes of each level: their children are the next level
    levels, start, stop = [], 0, 1
    while start < stop:
        asking = start + np.flatnonzero(rows[start:stop, ASKED] >= 0)
        levels.append(asking)
        start, stop = stop, stop + 2 * len(asking)
    # the numbers of nodes below, from the deepest level up; then the places, from the root down
    sizes, places = np.ones(len(rows), np.int64), np.zeros(len(rows), np.int64)
    for asking in reversed(levels):
        below = rows[asking, BELOW]
        sizes[asking] += sizes[below] + sizes[below + 1]
    for asking in levels:
        below = rows[asking, BELOW]
        places[below] = places[asking] + 1
        places[below + 1] = places[below] + sizes[below]
    return np.argsort(places)


def _greatest_codes(data: Coded, a: int, width: Width, borders: Sequence[tuple[Fraction, bool]]) -> Ints | None:
    """For each cut of a column the greatest code of a number that goes left, -1 where none does; None for numbers beyond the width."""
    numbers = _rounded(data, a, width)
    if numbers is not None:
        if not np.isfinite(numbers).all():
            return None
        codes: Ints = np.searchsorted(numbers, [greatest_double(border) for border in borders], side="right") - 1
        return codes
    exact = [x for x in data.levels[a] if isinstance(x, Fraction)]
    return np.array([(bisect_right if included else bisect_left)(exact, cut) - 1 for cut, included in borders], np.int64)


def _rounded(data: Coded, a: int, width: Width) -> Floats | None:
    """The numbers of a column as floats of a width, infinite where they are too large; None where they are not rounded, and no doubles."""
    levels = data.levels[a]
    if isinstance(levels, DoubleLevels) and isinstance(data.data, ArrayDataSet):
        # the column at the first record of each code, which need not be sorted again
        first = np.flatnonzero(np.diff(data.training.keys[a], prepend=-1))
        doubles: Floats = data.data.columns[a, data.training.entries[a, first] >> data.training.bits]
        with np.errstate(over="ignore"):
            return doubles.astype(np.float32).astype(np.float64) if width is Width.FLOAT32 else doubles
    if width is Width.DECIMAL:
        return None
    limit = np.finfo(np.float32 if width is Width.FLOAT32 else np.float64).max
    return np.array([float(rounded(x, width)) if abs(x) <= limit else np.inf for x in levels if isinstance(x, Fraction)])
