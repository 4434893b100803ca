"""
The claims of all nodes at once: right, wrong, or left to the verdict on each node (`dtref.oracle.verify.claims`), where doubles can't tell.

Counts are compared as whole numbers, exactly. An impurity and a mean are compared with what a node may be off, in doubles whose own error
is bounded. Notation: u, 2^-53; n records; m, the largest number in an impurity's sum; k, the additions of `NodeSums`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from attrs import frozen

from dtref.engines.compiled.kernels.layout import Floats, Ints
from dtref.exact.double_logarithm import log2_of_doubles
from dtref.oracle.verify.claim_arrays import NONE, OTHER, ClaimArrays, Marks
from dtref.oracle.verify.node_sums import GREATEST, SMALLEST, NodeSums
from dtref.oracle.verify.rounding import largest_summed
from dtref.spec.split.impurity import Impurity, entropy, gini, variance

HALF_ULP = 2.0**-53


@frozen(eq=False)
class Screened:
    """Claims of one kind: the nodes where they are certainly wrong, and those where it is left open; right at the others."""

    wrong: Marks
    open: Marks


@frozen(eq=False)
class NodeNumbers:
    """
    What is known of all nodes: sizes, the numbers of records; parents, their rows (that of the root itself); counts of classes as whole
    numbers, none of a continuous target, which has sums.
    """

    sizes: Ints
    parents: Ints
    counts: Ints
    sums: NodeSums | None

    @property
    def weight(self) -> Floats:
        """The weight of each node, exact."""
        return self.counts.sum(axis=1).astype(np.float64) if self.sums is None else self.sums.weight


def screened_counts(numbers: NodeNumbers, claims: ClaimArrays) -> tuple[Marks, Marks, Marks]:
    """The nodes that claim another number of rows than reach them, other class counts, and another weight: decided exactly."""
    weight = numbers.weight
    rows = (claims.rows != NONE) & (claims.rows != numbers.sizes) & (claims.rows != weight)
    counts = claims.has_counts & (claims.counts != numbers.counts).any(axis=1) if numbers.sums is None else claims.has_counts
    return rows, counts, (claims.records != NONE) & (claims.records != weight)


def screened_impurity(numbers: NodeNumbers, claims: ClaimArrays, impurity: Impurity | None, ulps: int) -> Screened:
    """
    The claims of an impurity, which may be off by (2n + 4 + ulps)u m; of variances, as much as the parent's times its weight over the
    node's, if that is more. They are right where doubles are nearer than that less their own error, wrong where they are further away than
    that and the error; a millionth is for what is of second order.
    """
    claimed = ~np.isnan(claims.impurity)
    none = np.zeros(len(claimed), bool)
    # nothing is compared where there are no records, and where the impurity is one of another kind of target
    if impurity is None or impurity.moments != (numbers.sums is not None):
        return Screened(none, none)
    claimed &= numbers.sizes > 0
    if not claimed.any() or impurity not in _DOUBLES:
        return Screened(none, claimed)
    value, largest, error = _DOUBLES[impurity](numbers)
    with np.errstate(invalid="ignore", over="ignore"):
        distance = np.abs(value - claims.impurity)
        size = np.abs(claims.impurity)
    allowed = (2.0 * numbers.sizes + 4 + ulps) * largest * HALF_ULP
    if impurity.moments:
        weight = numbers.weight
        allowed = np.maximum(allowed, allowed[numbers.parents] * weight[numbers.parents] / np.maximum(weight, 1))
    right = distance <= allowed * (1 - 2.0**-20) - error
    wrong = distance > (allowed + error) * (1 + 2.0**-20)
    ordinary = (size < GREATEST) & ((size > SMALLEST) | (size == 0))
    return Screened(claimed & wrong & ordinary, claimed & ~(ordinary & (right | wrong)))


def _class_impurity(impurity_of: Callable[[Ints | Floats], Floats]) -> Callable[[NodeNumbers], tuple[Floats, Floats, Floats]]:
    """
    An impurity of class shares: its value in doubles, the largest number m in its sum, and a bound on the error, (c + 20)u m.

    Of c classes: a share is off by a factor within 1 ± u, its square 1 ± 3u, its logarithm by 5u (proved) and what the share's u makes of
    it, which is less than 2u of the product; a sum of c terms by c u. The claim as a double is off by u m, as is the last comparison.
    """

    def of_counts(numbers: NodeNumbers) -> tuple[Floats, Floats, Floats]:
        classes = numbers.counts.shape[1]
        largest = np.full(len(numbers.counts), float(largest_summed(entropy if impurity_of is entropies else gini, (1,) * classes)))
        return impurity_of(numbers.counts), largest, (classes + 20) * HALF_ULP * largest

    return of_counts


def gini_indices(counts: Ints | Floats) -> Floats:
    """
    The Gini index of rows of class counts.

    >>> gini_indices(np.array([[3, 3], [2, 0]])).tolist()
    [0.5, 0.0]
    """
    shares = _shares(counts)
    squares: Floats = (shares * shares).sum(axis=1)
    return 1 - squares


def entropies(counts: Ints | Floats) -> Floats:
    """
    The entropy of rows of class counts, in bits.

    >>> entropies(np.array([[3, 3], [2, 0]])).tolist()
    [1.0, 0.0]
    """
    shares = _shares(counts)
    present = np.where(shares > 0, shares, 1.0)
    terms: Floats = (shares * log2_of_doubles(present.ravel()).reshape(shares.shape)).sum(axis=1)
    return np.abs(terms)


def _shares(counts: Ints | Floats) -> Floats:
    shares: Floats = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return shares


def _variance(numbers: NodeNumbers) -> tuple[Floats, Floats, Floats]:
    """
    The variance in doubles, m = q/n, and a bound on the error, (4k + 20)u m.

    q is off by k u q. s is off by k u sum(w |y|), at most k u n sqrt(m), and |s|/n is at most sqrt(m): so s^2/n^2 is off by 2k u m.
    The quotients, the product and the difference are rounded, 6u m together; so is m, and the claim is off by u. A fourth k and 12u are for
    what is of second order.
    """
    sums = numbers.sums
    assert sums is not None, "a continuous target has sums"
    weight = np.maximum(sums.weight, 1)
    mean, largest = sums.total / weight, sums.squares / weight
    return largest - mean * mean, largest, (4 * sums.additions + 20) * HALF_ULP * largest


_DOUBLES: dict[Impurity, Callable[[NodeNumbers], tuple[Floats, Floats, Floats]]] = {
    gini: _class_impurity(gini_indices),
    entropy: _class_impurity(entropies),
    variance: _variance,
}


def heirs(numbers: NodeNumbers, of_root: bool) -> Ints:
    """For each node the one whose labels it has: itself, or where it has no records its nearest ancestor that has some, or the root."""
    rows = np.arange(len(numbers.sizes))
    while (empty := numbers.sizes[rows] == 0).any():
        rows[empty] = 0 if of_root else numbers.parents[rows[empty]]
    return rows


def screened_labels(numbers: NodeNumbers, claims: ClaimArrays, leaves: Marks, ulps: int, of_root: bool) -> Screened:
    """
    The labels of leaves: a class is right where it is among the largest, decided exactly; a mean where it is nearer to that in doubles than
    (2n + 4 + ulps)u times a, the mean of |y| (without records ulps u times the mean), less the error of both, (2k + 8)u a.
    of_root: whether a leaf without records has the labels of the root.
    """
    own, sums = heirs(numbers, of_root), numbers.sums
    if sums is None:
        claimed = leaves & ((claims.label != NONE) | ~np.isnan(claims.mean))
        counts = numbers.counts[own]
        count = np.take_along_axis(counts, np.maximum(claims.label, 0)[:, None], 1)[:, 0]
        return Screened(claimed & ((claims.label == OTHER) | (count < counts.max(axis=1))), claimed & ~np.isnan(claims.mean))
    claimed = leaves & (~np.isnan(claims.mean) | (claims.label != NONE))
    weight = sums.weight[own]
    with np.errstate(invalid="ignore", over="ignore"):
        mean, largest = sums.total[own] / weight, sums.absolute[own] / weight
        distance, size = np.abs(mean - claims.mean), np.abs(claims.mean)
    error = (2 * sums.additions[own] + 8) * HALF_ULP * largest
    allowed = np.where(numbers.sizes > 0, (2.0 * numbers.sizes + 4 + ulps) * largest, ulps * np.abs(mean)) * HALF_ULP
    right = distance <= allowed * (1 - 2.0**-20) - error
    wrong = distance > (allowed + error) * (1 + 2.0**-20)
    ordinary = (size < GREATEST) & ((size > SMALLEST) | (size == 0))
    return Screened(claimed & wrong & ordinary, claimed & ~(ordinary & (right | wrong)))
