"""
Scores of candidates in doubles, with bounds on their errors: the filter in front of the exact decision.

A score orders the candidates of one node as its criterion does, and is cheaper: terms that are the same for all of them are left out.
Notation: u = 2^-53; n records at the node, n_i in child i, n_ij of them of class j; c classes, k children; X(n) = n log2 n.
Sums of integers are exact: `dtref.engines.compiled.encoding` refuses weights that add up to 2^31 or more.

Gini: sum_i A_i/n_i with A_i = sum_j n_ij^2 < 2^62. (The reduction is a constant plus 1/n of it.) All terms are positive: rounding A_i and
dividing makes a factor within 1 ± 2u of each (n_i is exact), and summing k of them 1 ± (k - 1)u. Bound: (k + 4)u times the score.

Gain: sum_i (sum_j X(n_ij) - X(n_i)), which is -n times the weighted entropy. A term is off by at most 6u of itself: 5u for the logarithm
(`dtref.exact.double_logarithm.ERROR`, which is proved) and u for the product. There are k(c + 1) terms; as X is convex and X(0) = 0 their
magnitudes add up to at most 2X(n), so summing them costs at most k(c + 1)u 2X(n). Bound: (k(c + 1) + 16) 2u X(n).

Gain ratio: g/s, g = X(n) - sum_j X(n_j) + the score of the gain, s = X(n) - sum_i X(n_i). The magnitudes of g's (k + 1)(c + 1) terms add up
to at most 4X(n), those of s to less: both are off by at most e = ((k + 1)(c + 1) + 16) 4u X(n), and the quotient q by
(e + |q| e) / (s - e) + 4u |q|, as in `dtref.engines.filter.float_errors.gain_ratio_error`; infinite where s does not exceed e.

Variance: sum_i S_i^2/n_i with S_i = sum of w y in child i. S_i is an exact integer < 2^62 that is off by at most n_i h from the true sum,
h being `slack`; S_i^2/n_i is thus off by 2|S_i|h + n_i h^2, and its double by a factor within 1 ± 5u more. Bound: (k + 8)u times the score,
plus 2h sum_i |S_i| + n h^2, both increased by a factor 1 + 2^-20 for their own rounding.

Error: sum_i max_j n_ij, an integer below 2^31: exact.

Chi-square: sum_i (sum_j n_ij^2/n_.j)/n_i, of classes that have records; the statistic is n times it, less n. All terms are positive: an
inner term has a factor within 1 ± 2u, their sum 1 ± (c + 1)u, that over n_i one more, the outer sum k - 1 more. Bound: (k + c + 4)u times
the score.

Twoing: D^2/(n_1 n_2) with D = sum_j |n_1j n_2 - n_2j n_1|, an integer below 2^62, as n_1 n_2 < 2^60; the value is 1/(4n^2) of it. Rounding
D twice, n_1 n_2, the square and the quotient: a factor within 1 ± 5u. Bound: 8u times the score.

C-SEP: -(V/A_1)(V/A_2) with V = sum_j n_1j n_2j and A_i = sum_j n_ij^2, integers below 2^62; the value is 1 plus it. Each quotient has a
factor within 1 ± 3u, and the product u. Bound: 8u times its magnitude.

DKM and Hellinger: -sum_i sqrt(n_i1 n_i2), whose products are integers below 2^60; the values are increasing in it. A root has a factor
within 1 ± 2u, and all terms have one sign. Bound: (k + 4)u times the magnitude.

Second orders, and the rounding of the bounds, are covered: each leaves at least 2u of its reference value unused while k(c + 1) < 2^20.
"""

from __future__ import annotations

from math import inf, sqrt

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.layout import (
    CHI_SQUARE,
    GAIN_RATIO,
    GINI,
    MISCLASSIFICATION,
    SEPARATION,
    TWOING,
    VARIANCE,
    WIDE_WEIGHTS,
    Floats,
    Ints,
)
from dtref.engines.compiled.kernels.logarithms import log2_of_float
from dtref.engines.compiled.kernels.wide import U, of_wide


@kernel
def xlogx(n: int, table: Floats) -> float:
    """
    X(n), from the table if it is long enough; the table starts with X(0) = 0.

    >>> import numpy as np
    >>> float(xlogx(8, np.zeros(1))), float(xlogx(0, np.zeros(1)))
    (24.0, 0.0)
    """
    return table[n] if n < len(table) else n * log2_of_float(float(n))


@kernel
def entropy_of(node: Ints, n: int, table: Floats) -> tuple[float, float]:
    """
    X(n), and X(n) - sum_j X(n_j), which is n times the entropy of a node.

    >>> import numpy as np
    >>> [float(x) for x in entropy_of(np.array([2, 2]), 4, np.zeros(0))]
    [8.0, 4.0]
    """
    x_n = xlogx(n, table)
    n_entropy = x_n
    for n_j in node:
        n_entropy -= xlogx(n_j, table)
    return x_n, n_entropy


@kernel
def gini_score(left: Ints, node: Ints, n_left: int, n: int) -> tuple[float, float]:
    """
    The score of two children by Gini, and its bound. n_left, n: the sizes of the left one and of the node.

    >>> import numpy as np
    >>> float(gini_score(np.array([2, 0]), np.array([3, 1]), 2, 4)[0])
    3.0
    """
    left_squares = right_squares = 0
    for j in range(len(node)):
        left_squares += left[j] * left[j]
        right_squares += (node[j] - left[j]) * (node[j] - left[j])
    score = left_squares / n_left + right_squares / (n - n_left)
    return score, 6 * U * score


@kernel
def variance_score(left: Ints, node: Ints, n_left: int, n: int, slack: float) -> tuple[float, float]:
    """
    The score of two children by variance, and its bound.

    >>> import numpy as np
    >>> variance_score(np.array([2, 4]), np.array([3, 1]), 2, 3, 0.0)[0]
    17.0
    """
    s, t = float(left[1]), float(node[1] - left[1])
    score = s * s / n_left + t * t / (n - n_left)
    return score, 10 * U * score + (2 * slack * (abs(s) + abs(t)) + n * slack * slack) * (1 + 2.0**-20)


@kernel
def logs(ratio: bool, left: Ints, node: Ints, n_left: int, n: int, table: Floats, x_n: float, n_entropy: float) -> tuple[float, float]:
    """
    The score of two children by gain or gain ratio, and its bound. x_n, n_entropy: those of `entropy_of`.

    >>> import numpy as np
    >>> float(logs(True, np.array([2, 0]), np.array([2, 2]), 2, 4, np.zeros(1), 8.0, 4.0)[0])
    1.0
    """
    within = 0.0
    for j in range(len(node)):
        within += xlogx(left[j], table) + xlogx(node[j] - left[j], table)
    sizes = xlogx(n_left, table) + xlogx(n - n_left, table)
    return of_logs(ratio, within - sizes, sizes, 2, len(node), x_n, n_entropy)


@kernel
def of_logs(ratio: bool, gain: float, sizes: float, k: int, c: int, x_n: float, n_entropy: float) -> tuple[float, float]:
    """
    Gain or gain ratio of k children and c classes and its bound, from the score of the gain and sum_i X(n_i).

    >>> of_logs(True, -4.0, 4.0, 2, 2, 8.0, 4.0)[0]
    0.0
    """
    if not ratio:
        return gain, (k * (c + 1) + 16) * 2 * U * x_n
    g, s = n_entropy + gain, x_n - sizes
    e = ((k + 1) * (c + 1) + 16) * 4 * U * x_n
    if s <= e:
        return 0.0, inf
    q = g / s
    return q, (e + abs(q) * e) / (s - e) + 4 * U * abs(q)


@kernel
def of_table(criterion: int, rows: Ints, node: Ints, n: int, slack: float, table: Floats) -> tuple[float, float]:
    """
    The score of children with these counts, and its bound, by any criterion.

    >>> import numpy as np
    >>> score, bound = of_table(GINI, np.array([[2, 0], [1, 1]]), np.array([3, 1]), 4, 0.0, np.zeros(1))
    >>> float(score), bool(0 < bound < 1e-14)
    (3.0, True)
    """
    if criterion >= WIDE_WEIGHTS:
        return of_wide(criterion - WIDE_WEIGHTS, rows, node, n, slack)
    if criterion >= MISCLASSIFICATION:
        return of_others(criterion, rows, node)
    score, sizes, magnitude, k = 0.0, 0.0, 0.0, len(rows)
    for i in range(k):
        n_i, squares, within = 0, 0, 0.0
        for j in range(len(node)):
            n_i += rows[i, j]
            squares += rows[i, j] * rows[i, j] if criterion == GINI else 0
            within += 0.0 if criterion in (GINI, VARIANCE) else xlogx(rows[i, j], table)
        if criterion == GINI:
            score += squares / n_i
        elif criterion == VARIANCE:
            amount = float(rows[i, 1])
            score += amount * amount / rows[i, 0]
            magnitude += abs(amount)
        else:
            score += within - xlogx(n_i, table)
            sizes += xlogx(n_i, table)
    if criterion == GINI:
        return score, (k + 4) * U * score
    if criterion == VARIANCE:
        return score, (k + 8) * U * score + (2 * slack * magnitude + n * slack * slack) * (1 + 2.0**-20)
    x_n, n_entropy = entropy_of(node, n, table)
    return of_logs(criterion == GAIN_RATIO, score, sizes, k, len(node), x_n, n_entropy)


@kernel
def of_others(criterion: int, rows: Ints, node: Ints) -> tuple[float, float]:
    """
    The score of children with these counts, and its bound, by a criterion from `MISCLASSIFICATION` on.

    >>> import numpy as np
    >>> rows, node = np.array([[2, 0], [1, 1]]), np.array([3, 1])
    >>> [float(of_others(criterion, rows, node)[0]) for criterion in (MISCLASSIFICATION, TWOING, SEPARATION)]
    [3.0, 4.0, -0.5]
    """
    score, k, c = 0.0, len(rows), len(node)
    if criterion == MISCLASSIFICATION:
        for i in range(k):
            largest = 0
            for j in range(c):
                largest = max(largest, rows[i, j])
            score += largest
        return score, 0.0
    if criterion == CHI_SQUARE:
        for i in range(k):
            n_i, within = 0, 0.0
            for j in range(c):
                n_i += rows[i, j]
                if node[j] > 0:
                    within += rows[i, j] * rows[i, j] / node[j]
            score += within / n_i
        return score, (k + c + 4) * U * score
    if criterion in (TWOING, SEPARATION):
        return of_separation(criterion, rows[0], rows[1])
    for i in range(k if c == 2 else 0):
        score -= sqrt(float(rows[i, 0] * rows[i, 1]))
    return score, (k + 4) * U * abs(score)


@kernel
def of_separation(criterion: int, left: Ints, right: Ints) -> tuple[float, float]:
    """
    The score of two children, and its bound, by the twoing value or by C-SEP.

    >>> import numpy as np
    >>> float(of_separation(TWOING, np.array([2, 0]), np.array([0, 2]))[0])
    16.0
    """
    n_left = n_right = dot = left_squares = right_squares = apart = 0
    for j in range(len(left)):
        n_left, n_right, dot = n_left + left[j], n_right + right[j], dot + left[j] * right[j]
        left_squares, right_squares = left_squares + left[j] * left[j], right_squares + right[j] * right[j]
    if criterion == SEPARATION:
        score = -(dot / left_squares) * (dot / right_squares)
        return score, -8 * U * score
    for j in range(len(left)):
        apart += abs(left[j] * n_right - right[j] * n_left)
    score = float(apart) * float(apart) / float(n_left * n_right)
    return score, 8 * U * score


@kernel
def of_two(criterion: int, left: Ints, node: Ints, n: int, slack: float) -> tuple[float, float]:
    """
    The score of two children, and its bound, by a criterion from `MISCLASSIFICATION` on, or of wide weights.

    >>> import numpy as np
    >>> float(of_two(MISCLASSIFICATION, np.array([2, 0]), np.array([3, 1]), 4, 0.0)[0])
    3.0
    """
    sides = np.empty((2, len(node)), np.int64)
    for j in range(len(node)):
        sides[0, j], sides[1, j] = left[j], node[j] - left[j]
    if criterion >= WIDE_WEIGHTS:
        return of_wide(criterion - WIDE_WEIGHTS, sides, node, n, slack)
    return of_others(criterion, sides, node)
