"""
The contenders of a node: the candidates that may be best, whose score plus bound reaches the floor, the greatest score less bound.
"""

from __future__ import annotations

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.layout import ATTRIBUTE, LOWER, UPPER, Ints, Scratch

FULL, TOO_MANY = -1, -2
"""In place of a number of contenders: the arrays are too short for them; past the limit of groupings."""


@kernel
def contend(
    scratch: Scratch, n_contenders: int, floor: float, score: float, bound: float, candidate: tuple[int, int, int], left: Ints
) -> tuple[int, float]:
    """
    Makes a candidate a contender, if it may be best; where the arrays are full, drops contenders that have fallen below the floor.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import scratch_for
    >>> contend(scratch_for(1, 2, 1), 0, 0.5, 1.0, 0.125, (0, 0, 1), np.array([1, 1]))
    (1, 0.875)
    """
    high = score + bound
    if high < floor:
        return n_contenders, floor
    floor = max(floor, score - bound)
    if n_contenders == len(scratch.contenders):
        n_contenders = keep_best(scratch, n_contenders, floor)
        if 2 * n_contenders > len(scratch.contenders):
            return FULL, floor
    scratch.contenders[n_contenders, ATTRIBUTE] = candidate[0]
    scratch.contenders[n_contenders, LOWER] = candidate[1]
    scratch.contenders[n_contenders, UPPER] = candidate[2]
    scratch.highs[n_contenders], scratch.lows[n_contenders] = high, score - bound
    for j in range(len(left)):
        scratch.lefts[n_contenders, j] = left[j]
    return n_contenders + 1, floor


@kernel
def keep_best(scratch: Scratch, n_contenders: int, floor: float) -> int:
    """
    Moves the contenders that have not fallen below the floor to the front, and returns their number.

    >>> from dtref.engines.compiled.encoding import scratch_for
    >>> keep_best(scratch_for(1, 2, 1), 0, 0.0)
    0
    """
    contenders, highs, lows, scores, lefts, kept = scratch.contenders, scratch.highs, scratch.lows, scratch.scores, scratch.lefts, 0
    for i in range(n_contenders):
        if highs[i] >= floor:
            highs[kept], lows[kept], scores[kept] = highs[i], lows[i], scores[i]
            for j in range(3):
                contenders[kept, j] = contenders[i, j]
            for j in range(lefts.shape[1]):
                lefts[kept, j] = lefts[i, j]
            kept += 1
    return kept
