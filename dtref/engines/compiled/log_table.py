"""The table of n log2 n that the kernels look small n up in."""

from __future__ import annotations

import numpy as np

from dtref.engines.compiled.kernels.layout import Floats
from dtref.exact.double_logarithm import log2_of_doubles

TABLED = 2**22
"""The most numbers n whose n log2 n are kept in a table."""

LOOKED_UP = 16
"""So many numbers of the table may be made for each cell of the data: beyond, logarithms cost less where they are needed."""

_BLOCK = 2**13
"""The numbers whose logarithms are computed together."""


def tabled(total: int, cells: int, wide: bool = False) -> int:
    """
    The length of the table for data of a total weight, in units, and a number of cells.

    >>> tabled(14, 56), tabled(10**9, 56), tabled(10**9, 10**7)
    (15, 896, 4194304)
    """
    return min(total + 1, 2 if wide else TABLED, max(LOOKED_UP * cells, 2))


def table_of_xlogx(size: int) -> Floats:
    """
    The table: n log2 n of the n below a size. By blocks, which stay in the processor's cache.

    >>> table_of_xlogx(5).tolist()[2:]
    [2.0, 4.754887502163468, 8.0]
    """
    table = np.zeros(size)
    for start in range(2, size, _BLOCK):
        n = np.arange(start, min(start + _BLOCK, size), dtype=np.float64)
        table[start : start + _BLOCK] = n * log2_of_doubles(n)
    return table
