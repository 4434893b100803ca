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
    MULTIWAY,
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
from dtref.errors import NO_BOUND, CountBound, Undecided, Undefined
from dtref.spec.growing.policy import Policy, for_training
from dtref.spec.growing.tie_subproblems import power_of_candidates
from dtref.spec.model.optima import groupings
from dtref.spec.split.choose import best_or_stuck

Ways: TypeAlias = "Sequence[Collection[int]]"
"""The optima of a node, each as the nodes of its branches that have records."""

Combine: TypeAlias = Callable[[Ways, Sequence[int]], int]
"""The number at a node, from its ways and the numbers of all nodes."""


@frozen(eq=False)
class TieClosure:
    """All nodes of all trees: for each the optima, and for each of these its branches. Node 0 is the root."""

    nodes: Nodes
    closure: ClosureArrays

    def fold(self, combine: Combine, open_nodes: Callable[[int], int] = lambda _: 1) -> int:
        """
        The result at the root: `combine` makes that of each node that is no leaf from its ways, and from the results of all nodes; that of
        a leaf is 1. open_nodes: that of a node whose branches are not known, where the budget was spent.
        """
        nodes, closure = self.nodes, self.closure
        n, known = int(nodes.state[NODES]), int(nodes.state[NEXT])
        sizes = nodes.table[:n, STOP] - nodes.table[:n, START]
        results = [1] * n
        ranges, below = closure.branches.tolist(), closure.below.tolist()
        table = nodes.table[:n, [FIRST, TIED]].tolist()
        # A branch has fewer records than its node.
        for t in np.argsort(sizes, kind="stable").tolist():
            first, tied = table[t]
            if t >= known:
                results[t] = open_nodes(t)
            elif tied:
                ways = [[c for c in below[start : start + count] if c >= 0] for start, count in ranges[first : first + tied]]
                results[t] = combine(ways, results)
        return results[0]

    def count_trees(self) -> int:
        """The number of different trees: at a node the sum over its optima of the product over the branches."""
        return self.fold(trees_of)

    def count_partitions(self) -> int:
        """The number of different recursive partitions: as that of trees, but ways that split the records alike count once."""
        return self.fold(partitions_of)

    def bounds(self, offers: Sequence[int], values: Sequence[int], combine: Combine) -> tuple[CountBound, CountBound]:
        """
        Bounds of a number of trees where the budget was spent, as `dtref.spec.growing.tie_subproblems` has them: of a node whose branches
        are not known one tree, and a power of the candidates of the root. offers, values: of each attribute what it offers, and how many
        values it has.
        """
        sizes = (self.nodes.table[:, STOP] - self.nodes.table[:, START]).tolist()
        offered = [
            1 if offer == MULTIWAY else groupings(count) if offer == SUBSETS else count - 1
            for offer, count in zip(offers, values, strict=True)
        ]
        most = {size: power_of_candidates(offered, size) for size in set(sizes)}
        lower = self.fold(combine)
        numbers = {size: bound for size, bound in most.items() if not isinstance(bound, Undefined)}
        return lower, NO_BOUND if len(numbers) < len(most) else self.fold(combine, lambda t: int(numbers[sizes[t]]))


def trees_of(ways: Ways, results: Sequence[int]) -> int:
    """
    The number of trees below a node: the sum over its optima of the product over their branches.

    >>> trees_of([(1, 2), (2, 1)], [0, 3, 2])
    12
    """
    return sum(prod(results[c] for c in way) for way in ways)


def partitions_of(ways: Ways, results: Sequence[int]) -> int:
    """
    The number of recursive partitions below a node: as that of trees, but optima that split the records alike count once.

    >>> partitions_of([(1, 2), (2, 1)], [0, 3, 2])
    6
    """
    return sum(prod(results[c] for c in way) for way in set(map(frozenset, ways)))


def tie_closure(problem: Prepared, policy: Policy, budget: int, combine: Combine = trees_of) -> TieClosure | Uncovered:
    """
    The tie closure of a prepared training set under a policy. combine: what shall be counted. Errors: Undecided past the budget, as in
    `dtref.spec.growing.tied_trees`, with bounds of that number.

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
    decide = exact_decision(for_training(policy, data.data), sum(data.exact_weights) or rules.total)
    # The kernel, until it is done; decided exactly where it can't.
    limit = min(budget, sys.maxsize)  # nobody can spend more
    while (status := close_ties(training, rules, nodes, scratch, closure, limit)) != DONE:
        if status == SPENT and not _may_pass_limit(training, rules):
            bounds = TieClosure(nodes, closure).bounds(training.offers.tolist(), list(map(len, data.levels)), combine)
            raise Undecided("size of the tie closure", f"{budget} subproblems", *bounds)
        if status in (BEYOND, SPENT):  # which limit is passed first, the specification says
            return Uncovered("more groupings or subproblems than the limit")
        if status == UNDECIDED:
            t = int(nodes.state[NEXT])
            nodes.state[WAITING] = 0
            try:
                decide_waiting(evolve(data, training=training), nodes, t, decide)
            except Undecided:  # the specification says what, and has bounds
                return Uncovered("a decision past its budget")
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
        np.zeros((2 * room, 2), np.int64),
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
