"""
Scores where weights are wide: below 2^62 together, so that products of counts don't fit integers, and perhaps rounded.

Notation as in `dtref.engines.compiled.kernels.scores`, and r = blur + 2u: each weight is off by a factor within 1 ± blur, and so is each
sum of weights; as a double it is within 1 ± (blur + u).

Gini, chi-square, error, DKM: all terms have one sign. A term has at most four counts as factors or divisors, and at most 8 roundings
besides the k + c of the sums. Bound: (4r + (k + c + 8)u) times the magnitude.

Gain: a relative error of r moves X(n) by at most r (X(n) + 1.45n), which adds up to less than 8r X(n) over all terms, as their magnitudes
are at most 2X(n). Bound: that of narrow weights, plus 8r X(n). Gain ratio: e is greater by 16r X(n), for g and for s.
"""

from __future__ import annotations

from math import inf, sqrt

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.layout import CHI_SQUARE, GAIN, GAIN_RATIO, GINI, MISCLASSIFICATION, Ints
from dtref.engines.compiled.kernels.logarithms import log2_of_float

U = 2.0**-53


@kernel
def of_wide(criterion: int, rows: Ints, node: Ints, n: int, blur: float) -> tuple[float, float]:
    """
    The score of children with wide counts, and its bound. criterion: its number without `WIDE_WEIGHTS`. n: the size of the node.

    >>> import numpy as np
    >>> score, bound = of_wide(GINI, np.array([[2, 0], [1, 1]]), np.array([3, 1]), 4, 0.0)
    >>> float(score), bool(0 < bound < 1e-14)
    (3.0, True)
    """
    k, c, r = len(rows), len(node), blur + 2 * U
    if criterion in (GAIN, GAIN_RATIO):
        return _of_logs(criterion == GAIN_RATIO, rows, node, n, r)
    score = 0.0
    for i in range(k):
        n_i, largest, squares = 0, 0, 0.0
        for j in range(c):
            x = float(rows[i, j])
            n_i, largest = n_i + rows[i, j], max(largest, rows[i, j])
            squares += x * x if criterion == GINI else x * x / node[j] if node[j] > 0 else 0.0
        if criterion in (GINI, CHI_SQUARE):
            score += squares / n_i
        elif criterion == MISCLASSIFICATION:
            score += largest
        elif c == 2:
            score -= sqrt(float(rows[i, 0]) * float(rows[i, 1]))
    return score, (4 * r + (k + c + 8) * U) * abs(score)


@kernel
def _of_logs(ratio: bool, rows: Ints, node: Ints, n: int, r: float) -> tuple[float, float]:
    """
    The score of children with wide counts, and its bound, by gain or gain ratio.

    >>> import numpy as np
    >>> float(_of_logs(True, np.array([[2, 0], [0, 2]]), np.array([2, 2]), 4, 0.0)[0])
    1.0
    """
    k, c, score, sizes, x_n = len(rows), len(node), 0.0, 0.0, wide_xlogx(n)
    for i in range(k):
        n_i, within = 0, 0.0
        for j in range(c):
            n_i += rows[i, j]
            within += wide_xlogx(rows[i, j])
        score += within - wide_xlogx(n_i)
        sizes += wide_xlogx(n_i)
    if not ratio:
        return score, ((k * (c + 1) + 16) * 2 * U + 8 * r) * x_n
    g, s, e = x_n + score, x_n - sizes, (((k + 1) * (c + 1) + 16) * 4 * U + 16 * r) * x_n
    for n_j in node:
        g -= wide_xlogx(n_j)
    if s <= e:
        return 0.0, inf
    q = g / s
    return q, (e + abs(q) * e) / (s - e) + 4 * U * abs(q)


@kernel
def wide_xlogx(n: int) -> float:
    """
    n log2 n of a wide number.

    >>> float(wide_xlogx(8)), wide_xlogx(0)
    (24.0, 0.0)
    """
    return n * log2_of_float(float(n)) if n > 0 else 0.0
