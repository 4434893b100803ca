"""The routes of records through a tree: each record's last row, or all rows of leaves that it reaches."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dtref.engines.compiled.kernels.compilation import kept, kernel
from dtref.engines.compiled.kernels.layout import Floats, Ints
from dtref.engines.compiled.kernels.route_layout import (
    ASKED,
    BELOW,
    BRANCHES,
    COLUMN,
    KIND,
    LEAF,
    LEFT,
    REFUSED,
    RIGHT,
    SHARED,
    SIZE,
    START,
    TABLE,
    DoubleCells,
    RowArrays,
)

IN_FLIGHT = 256
"""The number of records that are on their way at a time: the processor looks up the cells of one while it waits for another's."""


@kernel
def other_branch(rows: RowArrays, t: int, x: float) -> int:
    """
    The row that a cell leads to from a test that is no cut.

    >>> import numpy as np
    >>> from dtref.engines.compiled.kernels.route_layout import OTHER, RANGES
    >>> none = np.zeros(0, np.int64)
    >>> others, entries = np.array([[0, RANGES, 0, 2, 0, 3]]), np.array([1.0, 5.0])
    >>> rows = RowArrays(np.array([[OTHER, 0, 0, 0]]), none, others, entries, np.array([7, 8, 9]), none)
    >>> [int(other_branch(rows, 0, x)) for x in (1.0, 2.0, 9.0)]
    [7, 8, 9]
    """
    test = rows.others[rows.tests[t, LEFT]]
    start, size, below = test[START], test[SIZE], test[BELOW]
    if test[KIND] == TABLE:
        branch = np.int64(rows.entries[start + np.int64(x)])
        return int(rows.branches[below + branch]) if branch >= 0 else REFUSED
    low, high = 0, size
    while low < high:
        middle = (low + high) // 2
        if x <= rows.entries[start + middle]:
            high = middle
        else:
            low = middle + 1
    return int(rows.branches[below + low])


@kernel
def next_row(rows: RowArrays, borders: Floats, cells: DoubleCells, t: int, base: int) -> int:
    """
    The row after an inner one for the record whose cells start at `base`.

    >>> import numpy as np
    >>> from dtref.engines.compiled.kernels.route_layout import BORDER
    >>> tests = np.array([[0, 0, 1, 2]])
    >>> tests.view(np.float64)[0, BORDER] = 0.5
    >>> none = np.zeros(0, np.int64)
    >>> rows = RowArrays(tests, np.array([REFUSED]), np.zeros((0, 6), np.int64), np.zeros(0), none, none)
    >>> cells = DoubleCells(np.array([0.5, 0.75, np.nan]), 1, 3, 1e300)
    >>> [int(next_row(rows, tests.view(np.float64)[:, BORDER], cells, 0, r)) for r in range(3)]
    [1, 2, -1]
    """
    column = rows.tests[t, COLUMN]
    if column >= 0:
        x = cells.doubles[base + column * cells.by_column]
        if abs(x) <= cells.limit:
            return int(rows.tests[t, LEFT] if x <= borders[t] else rows.tests[t, RIGHT])
    else:
        x = cells.doubles[base + rows.others[rows.tests[t, LEFT], ASKED] * cells.by_column]
        if abs(x) <= cells.limit:
            return other_branch(rows, t, x)
    return int(rows.missing[t]) if np.isnan(x) else REFUSED


@kernel
def push(rows: RowArrays, t: int, stack: Ints, depth: int) -> int:
    """
    Puts the branches of a row that training records have reached on a stack, the first on top; returns its new depth.

    >>> import numpy as np
    >>> none, stack = np.zeros(0, np.int64), np.zeros(3, np.int64)
    >>> rows = RowArrays(np.array([[0, 0, 1, 2]]), none, np.zeros((0, 6), np.int64), np.zeros(0), none, np.array([1, 1, 1]))
    >>> push(rows, 0, stack, 0), stack.tolist()
    (2, [2, 1, 0])
    """
    if rows.tests[t, COLUMN] >= 0:
        for side in (RIGHT, LEFT):
            if rows.weighed[rows.tests[t, side]]:
                stack[depth] = rows.tests[t, side]
                depth += 1
        return depth
    test = rows.others[rows.tests[t, LEFT]]
    for b in range(test[BRANCHES] - 1, -1, -1):
        if rows.weighed[rows.branches[test[BELOW] + b]]:
            stack[depth] = rows.branches[test[BELOW] + b]
            depth += 1
    return depth


@kept
def route(sources: str) -> Callable[[RowArrays, Floats, DoubleCells, int, Ints, Ints], int]:
    """
    Writes the last row of each of some records, or what stands in its place; returns how many have no row.

    >>> import numpy as np
    >>> from dtref.engines.compiled.kernels.route_layout import BORDER
    >>> none, ends = np.zeros(0, np.int64), np.zeros(2, np.int64)
    >>> tests = np.array([[0, 0, 1, 2], [LEAF, 0, 0, 0], [LEAF, 0, 0, 0]])
    >>> missing, borders = np.array([REFUSED, 0, 0]), tests.view(np.float64)[:, BORDER]
    >>> rows = RowArrays(tests, missing, np.zeros((0, 6), np.int64), np.zeros(0), none, none)
    >>> borders[0], cells = 0.5, DoubleCells(np.array([0.5, 0.75]), 1, 2, 1.0)
    >>> cells.doubles.flags.writeable = False
    >>> int(route(rows, borders, cells, 0, np.arange(2), ends)), ends.tolist()
    (0, [1, 2])
    """

    def route(rows: RowArrays, borders: Floats, cells: DoubleCells, root: int, records: Ints, ends: Ints) -> int:
        sources  # noqa: B018 - see `kept`
        tests, missing, doubles, by_column, limit = rows.tests, rows.missing, cells.doubles, cells.by_column, cells.limit
        which, at, bases = np.empty(IN_FLIGHT, np.int64), np.empty(IN_FLIGHT, np.int64), np.empty(IN_FLIGHT, np.int64)
        unplaced = 0
        for first in range(0, len(records), IN_FLIGHT):
            under_way = min(IN_FLIGHT, len(records) - first)
            for j in range(under_way):
                which[j], at[j], bases[j] = first + j, root, records[first + j] * cells.by_record
            # Each record that is under way goes on by one row. (Of unsigned positions numba doesn't ask whether they count from the end.)
            while under_way > 0:
                still = 0
                for j in range(under_way):
                    t, base, row = at[j], bases[j], np.uintp(at[j])
                    column = tests[row, COLUMN]
                    if column >= 0:
                        x = doubles[np.uintp(base + column * by_column)]
                        # No branch between left, right and missing: it would be mispredicted often.
                        t = tests[row, np.uintp(LEFT) + np.uintp(x > borders[row])]
                        t += (missing[row] - t) * np.int64(np.isnan(x))
                        if abs(x) > limit:
                            t = REFUSED
                    elif column == LEAF:
                        ends[which[j]] = t
                        continue
                    else:
                        t = next_row(rows, borders, cells, t, base)
                    if t >= 0:
                        to = np.uintp(still)
                        which[to], at[to], bases[to] = which[j], t, base
                        still += 1
                    else:
                        ends[which[j]] = t
                        unplaced += 1
                under_way = still
        return unplaced

    return route


@kept
def spread(sources: str) -> Callable[[RowArrays, Floats, DoubleCells, int, Ints, Ints, Ints, Ints], None]:
    """
    Writes the rows of all leaves that each of some records reaches in part, from first to last: record i's from `starts[i]` on.

    Where `leaves` is empty, it only counts them: those of record i in `starts[i + 1]`; -1 for a record whose cell is refused.

    >>> import numpy as np
    >>> from dtref.engines.compiled.kernels.route_layout import BORDER
    >>> none, starts, leaves = np.zeros(0, np.int64), np.zeros(2, np.int64), np.zeros(2, np.int64)
    >>> tests = np.array([[0, 0, 1, 2], [LEAF, 0, 0, 0], [LEAF, 0, 0, 0]])
    >>> rows = RowArrays(tests, np.array([SHARED, 0, 0]), np.zeros((0, 6), np.int64), np.zeros(0), none, np.array([1, 1, 1]))
    >>> cells, borders = DoubleCells(np.array([np.nan]), 1, 1, 1.0), tests.view(np.float64)[:, BORDER]
    >>> cells.doubles.flags.writeable = False
    >>> for room in (none, leaves):
    ...     spread(rows, borders, cells, 0, np.arange(1), np.zeros(3, np.int64), starts, room)
    >>> starts.tolist(), leaves.tolist()
    ([0, 2], [1, 2])
    """

    def spread(
        rows: RowArrays, borders: Floats, cells: DoubleCells, root: int, records: Ints, stack: Ints, starts: Ints, leaves: Ints
    ) -> None:
        sources  # noqa: B018 - see `kept`
        for i in range(len(records)):
            base, leaf_count, depth = records[i] * cells.by_record, 0, 1
            stack[0] = root
            while depth > 0 and leaf_count >= 0:
                # Down to a leaf, or to a row that shares the record.
                depth -= 1
                t = after = stack[depth]
                while after >= 0 and rows.tests[after, COLUMN] != LEAF:
                    t = after
                    after = next_row(rows, borders, cells, t, base)
                if after >= 0:
                    if len(leaves):
                        leaves[starts[i] + leaf_count] = after
                    leaf_count += 1
                elif after == SHARED:
                    depth = push(rows, t, stack, depth)
                else:
                    leaf_count = -1
            if not len(leaves):
                starts[i + 1] = leaf_count

    return spread
