"""
Scores of candidates where values are missing, in doubles, with bounds on their errors.

Notation: u = 2^-53; n the weight of the node, n_ij of class j in child i, n_i of child i, K_j of class j and K of all among the records
that know the value; k children, c classes; X(x) = x log2 x. Every count is a sum of positive terms and off by a factor within 1 ± r, r
being `blur`; 0 where all records are there in full, as sums of whole numbers below 2^53 are exact. r is at most 2^-10.

A score is n times the value of the criterion, which is the share K/n times the value among the known records:

Gini: sum_i A_i/n_i - B/K with A_i = sum_j n_ij^2, B = sum_j K_j^2. A term has a factor within 1 ± (3r + (c + 4)u), the sum k u more.
Bound: (3.1 r + (c + k + 10)u) times the sum of the terms' magnitudes.

Gain: sum_i (sum_j X(n_ij) - X(n_i)) - (sum_j X(K_j) - X(K)), which has t = (k + 1)(c + 1) terms. A factor 1 ± r moves X(x) by at most
r (|X(x)| + 1.45 x), the logarithm and product by 6u |X(x)|, and summing by t u times the magnitudes M. The x add up to 4K at most; X is
convex, so that those above 1 add up to at most 4 X(n), and below 1 |X(x)| < 0.54. Bound: (1.01 r + (t + 10)u) M + 6.2 r n with
M = 1.01 (4 max(X(n), 0) + 0.54 t).

Gain ratio: that over S = X(n) - sum_i X(n_i) - X(n - K), the missing records being one more branch, of at most k + 2 terms, whose
arguments add up to 2n. Its bound is e = (1.01 r + (k + 14)u) 1.01 (2 max(X(n), 0) + 0.54 (k + 2)) + 3.1 r n, and that of the quotient q
(bound of the gain + |q| e) / (S - e) + 4u |q|; infinite where S does not exceed e.

Error: sum_i max_j n_ij - max_j K_j, exact in whole numbers. Bound: 0 if r is 0, else 2.1 (r + (k + 4)u) n.
"""

from __future__ import annotations

from math import inf

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.layout import GAIN, GAIN_RATIO, GINI, Floats
from dtref.engines.compiled.kernels.logarithms import log2_of_float
from dtref.engines.compiled.kernels.wide import U


@kernel
def xlogx_of(x: float, whole: bool, table: Floats) -> float:
    """
    X(x); from the table, if x is a whole number that is in it.

    >>> import numpy as np
    >>> float(xlogx_of(8.0, True, np.zeros(1))), float(xlogx_of(0.0, False, np.zeros(1)))
    (24.0, 0.0)
    """
    if x <= 0.0:
        return 0.0
    if whole and x < len(table):
        return float(table[int(x)])
    return x * log2_of_float(x)


@kernel
def term(criterion: int, counts: Floats, size: float, whole: bool, table: Floats) -> float:
    """
    The term of one child, or of the known records, from its counts and weight.

    >>> import numpy as np
    >>> from dtref.engines.compiled.kernels.layout import MISCLASSIFICATION
    >>> [float(term(criterion, np.array([2.0, 2.0]), 4.0, True, np.zeros(1))) for criterion in (GINI, GAIN, MISCLASSIFICATION)]
    [2.0, -4.0, 2.0]
    """
    total = 0.0
    if criterion == GINI:
        for x in counts:
            total += x * x
        return total / size
    if criterion in (GAIN, GAIN_RATIO):
        for x in counts:
            total += xlogx_of(x, whole, table)
        return total - xlogx_of(size, whole, table)
    for x in counts:
        total = max(total, x)
    return total


@kernel
def term_of_side(criterion: int, counts: Floats, logs: Floats, size: float, whole: bool, table: Floats) -> float:
    """
    The term of one child, as `term`. logs: X of each count, minus infinity where that has changed since: it is then written there.

    >>> import numpy as np
    >>> logs = np.array([2.0, -np.inf])
    >>> float(term_of_side(GAIN, np.array([2.0, 2.0]), logs, 4.0, True, np.zeros(1))), logs.tolist()
    (-4.0, [2.0, 2.0])
    """
    if criterion not in (GAIN, GAIN_RATIO):
        return term(criterion, counts, size, whole, table)
    total = 0.0
    for j in range(len(counts)):
        if logs[j] == -inf:
            logs[j] = xlogx_of(counts[j], whole, table)
        total += logs[j]
    return total - xlogx_of(size, whole, table)


@kernel
def score_bound(criterion: int, terms: float, base: float, n: float, x_n: float, blur: float, k: int, c: int) -> float:
    """
    The bound on the error of a score. terms: the sum of the children's. base: that of the known records. x_n: X(n).

    >>> bool(0 < score_bound(GINI, 3.0, 2.0, 4.0, 8.0, 0.0, 2, 2) < 1e-14)
    True
    """
    if criterion == GINI:
        return (3.1 * blur + (c + k + 10) * U) * (terms + base)
    if criterion in (GAIN, GAIN_RATIO):
        t = (k + 1) * (c + 1)
        magnitude = 1.01 * (4 * max(x_n, 0.0) + 0.54 * t)
        return (1.01 * blur + (t + 10) * U) * magnitude + 6.2 * blur * n
    return 2.1 * (blur + (k + 4) * U) * n if blur > 0 else 0.0


@kernel
def ratio_bound(n: float, x_n: float, blur: float, k: int) -> float:
    """
    The bound e on the error of S.

    >>> bool(0 < ratio_bound(4.0, 8.0, 0.0, 2) < 1e-13)
    True
    """
    return (1.01 * blur + (k + 14) * U) * 1.01 * (2 * max(x_n, 0.0) + 0.54 * (k + 2)) + 3.1 * blur * n


@kernel
def ratio_of(score: float, bound: float, information: float, n: float, x_n: float, blur: float, k: int) -> tuple[float, float]:
    """
    The gain ratio and its bound, from the score by gain and its bound. information: S.

    >>> float(ratio_of(4.0, 0.0, 4.0, 4.0, 8.0, 0.0, 2)[0])
    1.0
    """
    e = ratio_bound(n, x_n, blur, k)
    if information <= e:
        return 0.0, inf
    q = score / information
    return q, (bound + abs(q) * e) / (information - e) + 4 * U * abs(q)


@kernel
def reaches(x: float, blur: float, least: tuple[float, float]) -> int:
    """
    Whether a weight that is off by a factor within 1 ± blur is at least a limit: 1, 0; 2 where that can't be told.

    >>> [reaches(2.0, blur, limit) for blur in (0.0, 0.1) for limit in ((2.0, 2.0), (3.0, 3.0), (1.0, 1.0))]
    [1, 0, 1, 2, 0, 1]
    """
    if least[1] <= 0.0 or x * (1 - 1.01 * blur) * (1 - 4 * U) >= least[1] or (blur == 0.0 and x >= least[1]):
        return 1
    if blur == 0.0:
        return 0 if x < least[0] else 2
    return 0 if x * (1 + 1.01 * blur) * (1 + 4 * U) < least[0] else 2
