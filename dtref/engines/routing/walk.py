"""The walk of records through the rows of a tree: the leaf of each, or the leaves that share it, or that it is refused."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from attrs import evolve, frozen

from dtref.engines.compiled.kernels.layout import Floats, Ints
from dtref.engines.compiled.kernels.route_layout import (
    REFUSED,
    SHARED,
    DoubleCells,
    RowArrays,
)
from dtref.engines.routing.by_level import route_by_level
from dtref.engines.routing.cells import Encoded, encoded
from dtref.engines.routing.rows import TreeRows
from dtref.io.tables_for_trees import TableForTree


@frozen(eq=False)
class Ends:
    """
    The ends of records.

    rows: of each record the row of its leaf; SHARED where it has several; REFUSED where the specification is to be asked. shared: the
    positions in `rows` of those that have several leaves, ascending. leaves: the rows of these: of the i-th from `starts[i]` on, up to
    `starts[i + 1]`.
    """

    rows: Ints
    shared: Ints
    starts: Ints
    leaves: Ints


def ends(rows: TreeRows, table: TableForTree, records: Ints | None = None, *, compiled: bool = True) -> Ends:
    """
    The ends of the records of a table in a tree: of all, or of some by their positions.

    compiled: whether by the kernels; else level by level, and records that several leaves share are left to the specification.

    >>> from dtref.engines.routing.flat_trees import flat_rows
    >>> from dtref.io.tables_for_trees import ColumnTable
    >>> from dtref.spec.model.trees import Leaf
    >>> ends(flat_rows(Leaf((), ("+",))), ColumnTable(2, {})).rows.tolist()
    [0, 0]
    """
    walking = np.arange(table.records) if records is None else records
    return ends_of_code(rows, encoded(rows, table), walking, compiled=compiled)


def ends_of_code(rows: TreeRows, code: Encoded, walking: Ints, *, compiled: bool) -> Ends:
    """
    The ends of some records of a table that is encoded already, for a tree that predicts again and again.

    >>> from dtref.engines.routing.flat_trees import flat_rows
    >>> from dtref.io.tables_for_trees import ColumnTable
    >>> from dtref.spec.model.trees import Leaf
    >>> leaf = flat_rows(Leaf((), ("+",)))
    >>> ends_of_code(leaf, encoded(leaf, ColumnTable(2, {})), np.arange(2), compiled=False).rows.tolist()
    [0, 0]
    """
    last = np.zeros(len(walking), np.int64)
    # Where the weights of the branches decide, and a value is missing.
    if (code.tree.missing < REFUSED).any() and ("by_weight" in vars(rows) or _may_miss_values(code)):
        missing, weighed = rows.by_weight
        code = evolve(code, tree=code.tree._replace(missing=missing, weighed=weighed))
    route = _kernel() if compiled else route_by_level
    unplaced = route(code.tree, code.borders, code.cells, rows.root, walking, last)
    none = np.zeros(0, np.int64)
    if unplaced and (last < REFUSED).any():
        if compiled:
            return _shared(rows.root, code, walking, last)
        last[last == SHARED] = REFUSED
    return Ends(last, none, np.zeros(1, np.int64), none)


def _may_miss_values(code: Encoded) -> bool:
    """Whether a cell is NaN, or some are infinite."""
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.isnan(code.cells.doubles.sum()))


def _kernel() -> Callable[[RowArrays, Floats, DoubleCells, int, Ints, Ints], int]:
    from dtref.engines.compiled.kernels.routes import route

    return route


def _shared(root: int, code: Encoded, walking: Ints, last: Ints) -> Ends:
    """The ends with all leaves of the records that several share; one that is refused on its way has none."""
    from dtref.engines.compiled.kernels.routes import spread

    none, shared, stack = np.zeros(0, np.int64), np.flatnonzero(last == SHARED), np.zeros(len(code.tree.tests) + 1, np.int64)
    counted = np.zeros(len(shared) + 1, np.int64)
    spread(code.tree, code.borders, code.cells, root, walking[shared], stack, counted, none)
    refused = counted[1:] < 0
    last[shared[refused]] = REFUSED
    shared, starts = shared[~refused], np.cumsum(np.append(0, counted[1:][~refused]))
    leaves = np.zeros(starts[-1], np.int64)
    if len(leaves):
        spread(code.tree, code.borders, code.cells, root, walking[shared], stack, starts, leaves)
    return Ends(last, shared, starts, leaves)
