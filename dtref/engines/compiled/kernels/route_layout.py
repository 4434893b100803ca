"""
A tree and a table as arrays, on which records walk.

A row of the tree is a node, or a test that stands in for a node's own (`dtref.engines.routing.rows`). Every cell is a double: a number, the
code of a value, or a rank; NaN is missing, and infinity is a cell that the tree's test may not see.
"""

from __future__ import annotations

from typing import NamedTuple

from dtref.engines.compiled.kernels.layout import Floats, Ints

COLUMN, BORDER, LEFT, RIGHT = range(4)
"""The columns of `RowArrays.tests`: the column asked; the bits of a double, the greatest number that goes left; the rows on either side."""

LEAF, OTHER = -1, -2
"""In place of a column: a leaf; a test that is no cut, described in `RowArrays.others` at the position LEFT."""

ASKED, KIND, START, SIZE, BELOW, BRANCHES = range(6)
"""The columns of `RowArrays.others`: the column asked; the kind; first entry, their number; first branch, their number."""

TABLE, RANGES = range(2)
"""The kinds of tests that are no cuts: the branch of each code, -1 where the test does not know it; ascending borders."""

REFUSED, SHARED, UNWEIGHED = -1, -2, -3
"""
In place of a row: the cell is refused; the record is shared among the branches; it takes the heaviest branch, which isn't looked up yet.
"""


class RowArrays(NamedTuple):
    """
    The rows of a tree. missing: the row after one whose value is missing, or what stands in its place. entries: codes' branches and ranges'
    borders. branches: rows of the branches of tests that are no cuts. weighed: whether training records have reached a row.
    """

    tests: Ints
    missing: Ints
    others: Ints
    entries: Floats
    branches: Ints
    weighed: Ints


class DoubleCells(NamedTuple):
    """The cells of a table: that of record r in column c is at r * by_record + c * by_column. limit: the greatest number that is seen."""

    doubles: Floats
    by_record: int
    by_column: int
    limit: float
