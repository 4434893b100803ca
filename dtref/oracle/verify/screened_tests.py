"""
The tests of all nodes at once: the verdicts that whole numbers or doubles settle; the others are left to the verdict on each node
(`dtref.oracle.verify.node_verdicts`).

A test that is none of the best is beaten where its value in doubles is less by more than rounding may make of it (`Rounding.of_value`) and
the error of both. A leaf stops early where the best test is worth more than that, and the node is impure by more than that.
Notation: u, 2^-53; n records; m, the largest number in an impurity's sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum

import numpy as np
from attrs import frozen

from dtref.engines.compiled.encoding import Coded
from dtref.engines.compiled.given_nodes import GivenNodes
from dtref.engines.compiled.kernels.given_nodes import ASKED, BELOW
from dtref.engines.compiled.kernels.layout import ATTRIBUTE, CUTS, FIRST, LOWER, START, STOP, TIED, Floats, Ints
from dtref.oracle.verify.limits import Limits
from dtref.oracle.verify.node_sums import doubles_of, terms_of
from dtref.oracle.verify.screened_claims import HALF_ULP, NodeNumbers, entropies, gini_indices
from dtref.spec.growing.nearly_pure import NearlyPure
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import no_improvement, pure, same_values
from dtref.spec.model.rules import needs_candidates
from dtref.spec.split.criteria import Criterion, gain, gini_reduction, variance_reduction

RECORDS_TOGETHER = 2**22
"""The most records of nodes whose best tests are counted together."""


class Standing(IntEnum):
    """What is known of a node's test, or of a leaf's having none."""

    OPEN = 0
    """Left to the verdict on the node."""
    OPTIMAL = 1
    TIED = 2
    NOT_CHECKED = 3
    """No test is."""
    PRUNED = 4
    """A leaf that pruning may have made."""
    NO_PARTING = 5
    """A test that does not part the records, where there are others."""
    BEATEN = 6
    EARLY = 7
    """A leaf where the algorithm would ask, whatever rounding may do; the limits of the verdict may excuse it."""
    EMPTY = 8
    """A test where there are no records."""
    LATE = 9
    """A test where all records are of one class, or there is one number."""


@frozen(eq=False)
class Judged:
    """The parts of a claim that verdicts on tests depend on."""

    policy: Policy
    limits: Limits
    pruned: bool
    ulps: int


def standings(nodes: GivenNodes, numbers: NodeNumbers, judged: Judged) -> Ints:
    """The `Standing` of each node."""
    asks = nodes.tree[:, ASKED] >= 0
    tied, placed = nodes.grown.nodes.table[: len(asks), TIED], nodes.positions >= 0
    standing = np.full(len(asks), Standing.OPEN)
    # leaves
    standing[~asks & (tied == 0)] = Standing.OPTIMAL
    if judged.pruned:
        standing[~asks & (tied > 0)] = Standing.PRUNED
    # tests, where they are checked
    if judged.limits.tests:
        standing[(standing == Standing.OPEN) & ~asks] = Standing.EARLY
        standing[asks] = Standing.NOT_CHECKED
        return standing
    standing[asks & placed] = np.where(tied[asks & placed] == 1, Standing.OPTIMAL, Standing.TIED)
    below = nodes.tree[:, BELOW] * asks
    parts = (numbers.sizes[below] > 0) & (numbers.sizes[(below + 1) * asks] > 0)
    standing[asks & (tied > 0) & ~parts] = Standing.NO_PARTING
    standing[asks & (tied == 0) & (numbers.sizes == 0)] = Standing.EMPTY
    if _stops_first_if_pure(judged.policy) and not judged.limits.late(pure):
        one_class = numbers.sizes == 1 if numbers.sums is not None else (numbers.counts > 0).sum(axis=1) == 1
        standing[asks & (tied == 0) & one_class] = Standing.LATE
    # tests and leaves that must be compared with the best
    if judged.policy.criterion not in _IMPURITIES:
        return standing
    candidates = asks & (tied > 0) & parts & ~placed
    others = [rule for rule in judged.policy.stop if rule not in (pure, same_values, no_improvement) and not isinstance(rule, NearlyPure)]
    if not others and not judged.pruned:
        candidates |= ~asks & (tied > 0)
    compared = np.flatnonzero(candidates)
    for some in _portions(compared, numbers.sizes):
        standing[some] = _compared(nodes, numbers, judged, some)
    return standing


def _stops_first_if_pure(policy: Policy) -> bool:
    """Whether a pure node is a leaf for that reason."""
    return next(iter(sorted(policy.stop, key=needs_candidates)), None) is pure


def _portions(rows: Ints, sizes: Ints) -> Iterator[Ints]:
    """Some nodes in portions that have a limited number of records together."""
    ends = np.cumsum(sizes[rows]) // RECORDS_TOGETHER
    yield from np.split(rows, np.flatnonzero(np.diff(ends)) + 1) if len(rows) else ()


def _compared(nodes: GivenNodes, numbers: NodeNumbers, judged: Judged, some: Ints) -> Ints:
    """The standing of some nodes that have optima, and ask none of them, by the value of the first."""
    data, tree = nodes.grown.data, nodes.tree
    table = nodes.grown.nodes.table[some]
    optima = nodes.grown.nodes.optima[table[:, FIRST]]
    best = _branches_of_cuts(data, table, optima)
    if best is None:
        return np.full(len(some), Standing.OPEN)
    impurity = _IMPURITIES[judged.policy.criterion]
    n = numbers.sizes[some]
    # the mean impurity after the best cut, before it, and after the node's own
    after_best = _after(best, impurity, numbers)
    here = impurity(best.sum(axis=0))
    below = tree[some, BELOW] * (tree[some, ASKED] >= 0)
    own = _after(np.array([_statistic(numbers, below), _statistic(numbers, below + (below > 0))]), impurity, numbers)
    # what rounding may make of a value, and the error of these doubles
    classes = numbers.counts.shape[1]
    if numbers.sums is None:
        largest = np.full(len(some), max(1.0, float((classes - 1).bit_length())) if judged.policy.criterion is gain else 1.0)
        units, error = np.full(len(some), float(judged.ulps)), (4 * classes + 100) * HALF_ULP * largest
        of_impurity = (2.0 * n + 4 + judged.ulps) * HALF_ULP * largest
    else:
        sums, parents = numbers.sums, numbers.parents[some]
        squares, above = sums.squares / np.maximum(sums.weight, 1), numbers.sizes[parents]
        largest = squares[some]
        units, error = judged.ulps + 2.0 * n + 4, (8.0 * n + 100) * HALF_ULP * largest
        of_parent = (2.0 * above + 4 + judged.ulps) * HALF_ULP * squares[parents] * sums.weight[parents] / sums.weight[some]
        of_impurity = np.maximum((2.0 * n + 4 + judged.ulps) * HALF_ULP * largest, of_parent)
    slack = units * HALF_ULP * largest + error
    # the verdicts that are certain
    is_cut = data.training.offers[optima[:, ATTRIBUTE]] == CUTS
    beaten = (own - after_best) * (1 - 2.0**-20) > slack
    early = ((here - after_best) * (1 - 2.0**-20) > slack) & (here * (1 - 2.0**-20) > np.maximum(of_impurity, 2.0**-52) + error)
    asks = tree[some, ASKED] >= 0
    standing: Ints = np.where(asks & beaten & is_cut, Standing.BEATEN, np.where(~asks & early & is_cut, Standing.EARLY, Standing.OPEN))
    return standing


def _statistic(numbers: NodeNumbers, rows: Ints) -> Floats:
    """The class counts of some nodes, or their sums of w, w y, w y^2, as doubles."""
    sums = numbers.sums
    return numbers.counts[rows].astype(np.float64) if sums is None else np.stack([sums.weight, sums.total, sums.squares], 1)[rows]


def _branches_of_cuts(data: Coded, table: Ints, optima: Ints) -> Floats | None:
    """
    The statistics of both branches of a cut at each of some nodes. Sums are off by at most (n + 2)u times the sum of the magnitudes; None
    where a number is no ordinary double.
    """
    training = data.training
    start, sizes = table[:, START], table[:, STOP] - table[:, START]
    owner = np.repeat(np.arange(len(table)), sizes)
    position = start[owner] + np.arange(len(owner)) - (np.cumsum(sizes) - sizes)[owner]
    column = optima[owner, ATTRIBUTE]
    right = training.keys[column, position] > optima[owner, LOWER]
    records = training.entries[column, position] >> training.bits
    if len(training.amounts):
        outcomes = doubles_of(data.outcomes)
        if outcomes is None:
            return None
        terms = terms_of(data, outcomes, records)[[0, 1, 3]]
        pair = owner + len(table) * right
        return np.stack([np.bincount(pair, term, 2 * len(table)).reshape(2, -1) for term in terms], 2)
    classes = len(data.outcomes)
    cell = (owner + len(table) * right) * classes + training.labels[records]
    weights = training.weights[records] if len(training.weights) else None
    return np.bincount(cell, weights, 2 * len(table) * classes).reshape(2, len(table), classes).astype(np.float64)


def _after(branches: Floats, impurity: Callable[[Floats], Floats], numbers: NodeNumbers) -> Floats:
    """The mean impurity of two branches of each node, by weight."""
    weights = branches.sum(axis=2) if numbers.sums is None else branches[:, :, 0]
    mean: Floats = (weights / weights.sum(axis=0) * np.array([impurity(branch) for branch in branches])).sum(axis=0)
    return mean


def _variance_of(sums: Floats) -> Floats:
    """
    The variance of rows of sums of w, w y and w y^2.

    >>> _variance_of(np.array([[4.0, 10.0, 30.0], [2.0, 6.0, 18.0]])).tolist()
    [1.25, 0.0]
    """
    weight = np.maximum(sums[:, 0], 1)
    mean = sums[:, 1] / weight
    variance: Floats = sums[:, 2] / weight - mean * mean
    return variance


_IMPURITIES: dict[Criterion, Callable[[Floats], Floats]] = {gini_reduction: gini_indices, gain: entropies, variance_reduction: _variance_of}
"""The impurity that a criterion reduces, of rows of class counts or of sums."""
