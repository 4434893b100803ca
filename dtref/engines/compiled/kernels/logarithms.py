"""The logarithm of `dtref.exact.double_logarithm`, compiled: the same formula and table, and so the same proved bound of its error."""

from __future__ import annotations

from math import frexp

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.exact.double_logarithm import CELLS, POINTS, log2_of_parts

_POINTS = np.array(POINTS)
_of_parts = kernel(log2_of_parts)


@kernel
def log2_of_float(x: float) -> float:
    """
    log2 x of a double above 0, which is not checked.

    >>> float(log2_of_float(0.125))
    -3.0
    """
    m, e = frexp(x)
    cell = int(m * 512) - CELLS
    return _of_parts(e + _POINTS[cell, 1], m, _POINTS[cell, 0], _POINTS[cell, 2])
