"""The routes of records level by level, in numpy alone: all records that are under way go on by one row at a time."""

from __future__ import annotations

import numpy as np

from dtref.engines.compiled.kernels.layout import Floats, Ints
from dtref.engines.compiled.kernels.route_layout import (
    ASKED,
    BELOW,
    COLUMN,
    KIND,
    LEAF,
    LEFT,
    RANGES,
    REFUSED,
    SIZE,
    START,
    DoubleCells,
    RowArrays,
)


def route_by_level(  # noqa: PLR0913, PLR0917 - the parts of the kernel
    rows: RowArrays, borders: Floats, cells: DoubleCells, root: int, records: Ints, ends: Ints
) -> int:
    """
    Writes the last row of each of some records, or what stands in its place, as `dtref.engines.compiled.kernels.routes.route`.

    >>> none, ends = np.zeros(0, np.int64), np.zeros(2, np.int64)
    >>> leaf = RowArrays(np.array([[LEAF, 0, 0, 0]]), np.array([REFUSED]), np.zeros((0, 6), np.int64), np.zeros(0), none, none)
    >>> route_by_level(leaf, leaf.tests.view(np.float64)[:, 1], DoubleCells(np.zeros(0), 0, 0, 1.0), 0, np.arange(2), ends)
    0
    """
    which, at = np.arange(len(records)), np.full(len(records), root)
    while len(which):
        column = rows.tests[at, COLUMN]
        # Those at a leaf have ended.
        ended = column == LEAF
        ends[which[ended]] = at[ended]
        which, at, column = which[~ended], at[~ended], column[~ended]
        # The others see a cell each.
        other = column < 0
        column[other] = rows.others[rows.tests[at[other], LEFT], ASKED]
        x = cells.doubles[records[which] * cells.by_record + column * cells.by_column]
        seen = np.abs(x) <= cells.limit
        after = rows.tests[at, LEFT + (x > borders[at])]
        for o in np.unique(rows.tests[at[other & seen], LEFT]).tolist():
            asking = other & seen & (rows.tests[at, LEFT] == o)
            after[asking] = _branches(rows, o, x[asking])
        after = np.where(seen, after, np.where(np.isnan(x), rows.missing[at], REFUSED))
        stopped = after < 0
        ends[which[stopped]] = after[stopped]
        which, at = which[~stopped], after[~stopped]
    return int((ends < 0).sum())


def _branches(rows: RowArrays, o: int, x: Floats) -> Ints:
    """The rows to which cells lead from a test that is no cut."""
    start, size, below = (int(rows.others[o, field]) for field in (START, SIZE, BELOW))
    entries = rows.entries[start : start + size]
    ranges = rows.others[o, KIND] == RANGES
    branch: Ints = np.searchsorted(entries, x, side="left") if ranges else entries[x.astype(np.int64)].astype(np.int64)
    after: Ints = np.where(branch >= 0, rows.branches[below + np.maximum(branch, 0)], REFUSED)
    return after
