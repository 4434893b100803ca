"""
Derived bounds on the error of a criterion that is run on doubles, for the filter in front of exact decisions.

A formula is written once; on doubles its error is that of rounding. Notation: u = 2^-53; n_ij records of class j in child i, k children,
c classes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from typing import TypeAlias, cast

from dtref.exact.number import as_double, total
from dtref.spec.split.criteria import Criterion, error_reduction, gain, gain_ratio, gini_reduction, variance_reduction
from dtref.spec.split.filled import gain_of_filled, gini_reduction_of_filled
from dtref.spec.split.impurity import Children, entropy, shares
from dtref.spec.split.square_roots import dkm_reduction, hellinger_distance
from dtref.spec.split.structure_gain import StructureScore

FloatError: TypeAlias = Callable[[float, Children], float]
"""A bound on the error of a criterion's value in double precision, from that value and the children."""


def reduction_error(_: float, children: Children) -> float:
    """
    A bound on |double - exact| for the reduction of Gini, error, DKM (all at most 1) or entropy (at most log2 c), k children, c classes.

    Derivation, u = 2^-53, first order, every count of the right sign: float(n_ij) is off by a factor within 1 ± u, a sum of m counts
    by 1 ± (m + 1)u, so a share by 1 ± (c + 3)u. A square sum (at most 1) is then off by (3c + 7)u, and p log2 p by
    p(|log2 p| + 1/ln 2)(c + 3)u plus 6u p|log2 p| for the logarithm (5u, as `dtref.exact.double_logarithm` proves) and the product,
    which sums to at most (2c + 8)(log2 c + 3/2)u; the product of two shares by a factor of 1 ± (2c + 7)u, its root by half of
    that and u. The weights n_i/n are off by 1 ± (2c + k + 3)u and their k-term sum by k u
    more. Twice the impurity's error plus (2c + 2k + 6)u log2 c is less than 16(c + k + 4)(log2 c + 2)u, the bound returned; the
    slack, a factor of 4 and more, covers the higher orders while c + k < 2^20, and the known share of `known_share`, at most 1 and off by
    1 ± (2c + 4)u. `dtref.engines.filter.unbeaten` checks that the counts are doubles of ordinary size, and adds the missing records as a
    child.

    >>> reduction_error(0.5, ((1.0, 2.0), (3.0, 0.0))) < 1e-13
    True
    """
    c, k = len(children[0]), len(children)
    return 16 * (c + k + 4) * (_log2_at_most(c) + 2) * 2.0**-53


def filled_error(value: float, children: Children) -> float:
    """
    A bound on |double - exact| for a reduction of Gini or entropy over filled branches (`dtref.spec.split.filled`): four times
    `reduction_error`.

    Derivation, as there, but a filled count n_ij + n_i/K m_j is off by a factor within 1 ± (2c + k + 8)u instead of 1 ± u, as none of its
    parts is below 0. A share is then off by (5c + 2k + 17)u, a node's entropy by (5c + 2k + 23)(log2 c + 3/2)u, a weight by
    (6c + 3k + 17)u: together less than (16c + 8k + 63)(log2 c + 2)u, a quarter of the bound returned.

    >>> filled_error(0.5, ((1.0, 2.0), (3.0, 0.0))) < 1e-12
    True
    """
    return 4 * reduction_error(value, children)


def _log2_at_most(n: int) -> int:
    """The logarithm of a whole number above 0, rounded up: from integers alone, as a bound may not rest on a rounded logarithm."""
    return (n - 1).bit_length()


def gain_ratio_error(value: float, children: Children) -> float:
    """
    A bound on |double - exact| for the gain ratio q = g/s: with g off by e and s by f, |q' - q| <= (e + |q'| f) / (s' - f) + 2u|q'|.

    e is `reduction_error`; f is the same bound for the entropy of the k sizes. Infinite where s' does not exceed f.

    >>> gain_ratio_error(0.1, ((1.0, 2.0), (3.0, 0.0))) < 1e-12
    True
    """
    k = len(children)
    e = reduction_error(value, children)
    f = 16 * (len(children[0]) + 2 * k + 4) * (_log2_at_most(k) + 2) * 2.0**-53
    s = as_double(entropy.formula(shares([total(child) for child in children])))
    return (e + abs(value) * f) / (s - f) + abs(value) * 2.0**-52 if s is not None and s > f else inf


def hellinger_error(_: float, children: Children) -> float:
    """
    A bound on |double - exact| for the Hellinger distance |a - b|, a_i = sqrt(n_1i / n_1) and b_i likewise, of k children.

    Derivation, u = 2^-53, first order: every count is off by a factor within 1 ± u, so a quotient of two by 3u and its root by less than
    3u. As |a| = |b| = 1, that moves |a - b| by at most 6u. The differences, their squares, the sum of k of these and its root are off by
    u, u, (k - 1)u, half of the last two, and u: less than (k/2 + 3)u of a distance of at most sqrt 2. The known share, at most 1 and off
    by 1 ± 8u, and the product with it add less than 13u. Together that is less than (k + 24)u; the factor of 4 covers the higher orders
    while k < 2^20.

    >>> hellinger_error(0.5, ((1.0, 2.0), (3.0, 0.0))) < 2e-14
    True
    """
    return 4 * (len(children) + 24) * 2.0**-53


def variance_error(_: float, children: Children) -> float:
    """
    A bound on |double - exact| for the reduction of variance, of k children with moments (n_i, S_i, Q_i), n and Q being their sums.

    Derivation, u = 2^-53, first order: every moment is off by a factor within 1 ± u, so Q/n is by 3u, S^2/n^2 by 7u, and since
    S^2/n^2 is at most Q/n (Cauchy and Schwarz) a variance by 11u Q/n. A child's weight n_i/n is off by 1 ± (k + 2)u, so its term by
    (k + 14)u Q_i/n, which sums to (k + 14)u Q/n, and adding k terms to k u Q/n more. With the node's variance and the subtraction that is
    (2k + 26)u Q/n, and 5u Q/n more for the known share. The bound returned is 4(k + 16)u Q/n; the factor of about 2 covers the higher
    orders and its own rounding while k < 2^20. The missing records, a child here, only make Q/n times the known share greater.

    >>> 0 < variance_error(0.5, ((2.0, 3.0, 5.0), (2.0, 7.0, 25.0))) < 1e-12
    True
    """
    n, q = (sum(cast(float, child[moment]) for child in children) for moment in (0, 2))
    return 4 * (len(children) + 16) * 2.0**-53 * q / n


def structure_error(_: float, children: Children) -> float:
    """
    A bound on |double - exact| for a structure gain, of k children with moments (H_i, S_i, Q_i), S = -G.

    Derivation, u = 2^-53, first order: every moment, and every parameter, is off by a factor within 1 ± u, so H + lambda + e by 3u, and
    T(S), which is 0 or nearer to 0 than S by alpha < |S|, by 3u|S|. A score T(S)^2 / (H + lambda) is then off by less than
    12u S^2/(H + lambda); a step by 8u|S|/(H + lambda), whether it is clipped or not, so that the other form of a score is off by less than
    48u S^2/(H + lambda).
    All these S^2/H, and that of the node, which is their mean by Cauchy and Schwarz at most, are at most B = sum_i S_i^2/H_i: together less
    than (96 + k + 3)u B. The bound returned, 4(k + 90)u B, covers the higher orders and its own rounding while k < 2^20.

    >>> 0 < structure_error(0.5, ((2.0, 3.0, 5.0), (2.0, -7.0, 25.0))) < 1e-11
    True
    """
    sizes = (cast("tuple[float, ...]", tuple(child)) for child in children)
    return 4 * (len(children) + 90) * 2.0**-53 * sum(s * s / h for h, s, _ in sizes)


FLOAT_ERRORS: Mapping[Criterion, FloatError] = {
    gini_reduction: reduction_error,
    error_reduction: reduction_error,
    gain: reduction_error,
    gain_ratio: gain_ratio_error,
    variance_reduction: variance_error,
    dkm_reduction: reduction_error,
    hellinger_distance: hellinger_error,
    gini_reduction_of_filled: filled_error,
    gain_of_filled: filled_error,
}
"""The criteria with a bound; every candidate of another is compared exactly."""


def float_error_of(criterion: Criterion) -> FloatError | None:
    """
    The bound of a criterion, None where it has none.

    >>> float_error_of(gini_reduction) is reduction_error
    True
    """
    return structure_error if isinstance(criterion.formula, StructureScore) else FLOAT_ERRORS.get(criterion)
