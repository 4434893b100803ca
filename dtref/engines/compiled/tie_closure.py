"""The tie closure by the kernels: how many trees, and how many recursive partitions, a policy can grow."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from math import prod
from typing import TypeAlias

import numpy as np
from attrs import evolve, frozen

from dtref.engines.compiled.encoding import Uncovered, nodes_for, root_counts, scratch_for
from dtref.engines.compiled.exact_decision import decide_waiting, exact_decision
from dtref.engines.compiled.grow import Prepared, more_room
from dtref.engines.compiled.kernels.closure import (
    DECIDED,
    MORE_CELLS,
    SPENT,
    UNDECIDED,
    USED,
    ClosureArrays,
    close_ties,
    remember,
)
from dtref.engines.compiled.kernels.layout import (
    BEYOND,
    CHILD,
    DONE,
    FIRST,
    MORE_NODES,
    MORE_OPTIMA,
    NEXT,
    NODES,
    START,
    STOP,
    SUBSETS,
    TIED,
    WAITING,
    Ints,
    Nodes,
    Rules,
    Training,
)
from dtref.errors import Undecided
from dtref.spec.growing.policy import Policy
from dtref.spec.model.optima import groupings
from dtref.spec.split.choose import best_or_stuck

Ways: TypeAlias = "Sequence[Collection[int]]"
"""The optima of a node, each as the nodes of its branches that have records."""


@frozen(eq=False)
class TieClosure:
    """All nodes of all trees: for each the optima, and for each of these its branches. Node 0 is the root."""

    nodes: Nodes
    closure: ClosureArrays

    def fold(self, combine: Callable[[Ways, Sequence[int]], int]) -> int:
        """
        The result at the root: `combine` makes that of each node that is no leaf from its ways, and from the results of all nodes; that of
        a leaf is 1.
        """
        nodes, closure = self.nodes, self.closure
        n = int(nodes.state[NODES])
        sizes = nodes.table[:n, STOP] - nodes.table[:n, START]
        results = [1] * n
        ranges, below = closure.branches.tolist(), closure.below.tolist()
        table = nodes.table[:n, [FIRST, TIED]].tolist()
        # A branch has fewer records than its node.
        for t in np.argsort(sizes, kind="stable").tolist():
            first, tied = table[t]
            if tied:
                ways = [[c for c in below[start : start + count] if c >= 0] for start, count in ranges[first : first + tied]]
                results[t] = combine(ways, results)
        return results[0]

    def count_trees(self) -> int:
        """The number of different trees: at a node the sum over its optima of the product over the branches."""
        return self.fold(lambda ways, results: sum(prod(results[c] for c in way) for way in ways))

    def count_partitions(self) -> int:
        """The number of different recursive partitions: as that of trees, but ways that split the records alike count once."""
        return self.fold(lambda ways, results: sum(prod(results[c] for c in way) for way in set(map(frozenset, ways))))


def tie_closure(problem: Prepared, policy: Policy, budget: int) -> TieClosure | Uncovered:
    """
    The tie closure of a prepared training set under a policy. Errors: Undecided past the budget, as in `dtref.spec.growing.tied_trees`.

    >>> from dtref.engines.compiled.grow import prepared
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> closure = tie_closure(prepared(parity(3), CART), CART, 1000)
    >>> closure.count_trees(), closure.count_partitions()
    (12, 12)
    """
    data, rules, training = problem.data, problem.rules, problem.data.training
    if policy.select is best_or_stuck:
        return Uncovered("nodes that must be split")
    # The root, and room.
    records, root = len(training.labels), root_counts(training, data.outcomes)
    nodes, scratch = nodes_for(root, records), scratch_for(records, len(root), 256)
    closure = closure_for(records, len(nodes.table), policy.counts_levels)
    remember(closure, 0, int(closure.marks.sum()))
    decide = exact_decision(policy, sum(data.exact_weights) or rules.total)
    # The kernel, until it is done; decided exactly where it can't.
    limit = min(budget, sys.maxsize)  # nobody can spend more
    while (status := close_ties(training, rules, nodes, scratch, closure, limit)) != DONE:
        if status == SPENT and not _may_pass_limit(training, rules):
            raise Undecided("size of the tie closure", f"{budget} subproblems")
        if status in (BEYOND, SPENT):  # which limit is passed first, the specification says
            return Uncovered("more groupings or subproblems than the limit")
        if status == UNDECIDED:
            t = int(nodes.state[NEXT])
            nodes.state[WAITING] = 0
            decide_waiting(evolve(data, training=training), nodes, t, decide)
            nodes.table[t, CHILD] = 0 if nodes.table[t, TIED] else DECIDED
        elif status == MORE_CELLS:
            training = _more_cells(training)
        else:
            nodes, scratch = more_room(status, nodes, scratch)
            closure = _more_of_closure(status, nodes, closure)
    return TieClosure(nodes, closure)


def _may_pass_limit(training: Training, rules: Rules) -> bool:
    """Whether a node may have more groupings than the limit, so that the budget need not be what is passed first."""
    most = int(training.values[training.offers == SUBSETS].max(initial=1))
    return groupings(most) > rules.limit


def closure_for(records: int, room: int, levels: bool) -> ClosureArrays:
    """
    The arrays for a closure without nodes. room: for so many nodes. The marks are drawn once for all, always the same: sets of records that
    have the same sum are compared.

    >>> closure_for(2, 8, False).memo.tolist() == [-1] * 32
    True
    """
    marks = np.random.default_rng(0).integers(0, 2**31, records)
    state = np.zeros(4, np.int64)
    state[USED] = records
    return ClosureArrays(
        state,
        marks,
        np.zeros(room, np.int64),
        np.full(4 * room, -1),
        np.zeros(records, np.int64),
        np.zeros((4 * room, 2), np.int64),
        np.zeros(8 * room, np.int64),
        levels,
    )


def _more_cells(training: Training) -> Training:
    """The lists at twice the length."""
    longer = np.zeros_like(training.keys)
    return training._replace(keys=np.hstack([training.keys, longer]), entries=np.hstack([training.entries, longer]))


def _more_of_closure(status: int, nodes: Nodes, closure: ClosureArrays) -> ClosureArrays:
    """The closure with room for as many nodes and optima as there is in the other arrays."""
    if status == MORE_OPTIMA:
        return closure._replace(branches=_longer(closure.branches, len(nodes.optima)))
    if status != MORE_NODES:
        return closure
    n = int(nodes.state[NODES])
    longer = closure._replace(
        sums=_longer(closure.sums, len(nodes.table)),
        memo=np.full(4 * len(nodes.table), -1),
        below=_longer(closure.below, 2 * len(closure.below)),
    )
    for t, mark in enumerate(closure.sums[:n].tolist()):
        remember(longer, t, mark)
    return longer


def _longer(array: Ints, length: int) -> Ints:
    longer = np.zeros((length, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer
