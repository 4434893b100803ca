"""Division of a node's records among its children where values are missing: each record goes down one branch, or down several in part."""

from __future__ import annotations

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.gap_children import add_children, count_children, count_places, fill_children, relative
from dtref.engines.compiled.kernels.gap_layout import (
    ASK_PLACES,
    ASK_SIDES,
    CELLS,
    FILLED,
    FINISHED,
    FIRST,
    GROUPED,
    LEVEL,
    LIST,
    MORE_GROUPS,
    MORE_NODES,
    MORE_PLACES,
    MORE_ROWS,
    NODES,
    ROUTED,
    SHARED,
    SIZE,
    START,
    STATE,
    STOP,
    SURROGATE,
    SURROGATES,
    TALLIED,
    TALLIES,
    TIED,
    TINY,
    TO_MAJORITY,
    TO_NONE,
    GapNodes,
    GapRules,
    GapScratch,
    GapTraining,
)
from dtref.engines.compiled.kernels.gap_surrogates import follow, learn
from dtref.engines.compiled.kernels.gap_tables import branch_of_codes
from dtref.engines.compiled.kernels.layout import ATTRIBUTE, CUTS, EVERY, LOWER, MULTIWAY, Floats, Ints

NARROW_WEIGHT = 2.0**31
"""Surrogates are learned in integers at nodes that weigh less."""


@kernel
def all_cuts(training: GapTraining) -> bool:
    """
    Whether all attributes offer cuts.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> all_cuts(gap_example()[0])
    True
    """
    for offer in training.offers:
        if offer != CUTS:
            return False
    return True


@kernel
def send(training: GapTraining, rules: GapRules, nodes: GapNodes, scratch: GapScratch, t: int, sizes: Floats) -> int:
    """
    Writes the side of each record of a node that knows the answer, -1 for the others; adds the weights of the branches to `sizes`, and
    returns the number of the others.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> nodes.optima[0], nodes.table[0, TIED], sizes = (0, 0, 1), 1, np.zeros(2)
    >>> send(training, rules, nodes, scratch, 0, sizes), scratch.sides.tolist(), sizes.tolist()
    (0, [0, 1], [1.0, 1.0])
    """
    table = nodes.table[t]
    test = nodes.optima[table[FIRST] + (table[TIED] - 1 if rules.last else 0)]
    a, start, end = test[ATTRIBUTE], table[LIST], table[LIST] + table[SIZE]
    records, codes = scratch.lists[table[LEVEL] & 1, a], training.codes[a]
    stop = end
    while codes[records[stop - 1]] < 0:
        stop -= 1
    sides, here, routed = scratch.sides, scratch.here, table[STATE] == ROUTED
    for i in range(stop, stop if routed else end):
        sides[records[i]] = -1
    if training.offers[a] == CUTS:  # without a table of all codes, which may be many
        for i in range(start, stop):
            r = records[i]
            sides[r] = 1 if codes[r] > test[LOWER] else 0
            sizes[sides[r]] += here[r]
        return int(end - stop)
    branches = branch_of_codes(training, scratch, test, table[LEVEL] & 1, start, stop)
    if training.offers[a] != MULTIWAY and test[LOWER] == EVERY and rules.last:
        # The last of all groupings: only the second present value goes right.
        second = codes[records[start]]
        for i in range(stop - 1, start - 1, -1):
            v = codes[records[i]]
            branches[v] = 0
            second = v if v != codes[records[start]] else second
        branches[second] = 1
    for i in range(start, stop):
        r = records[i]
        side = branches[codes[r]]
        sides[r] = side
        sizes[side] += here[r]
    return int(end - stop)


@kernel
def follow_surrogates(training: GapTraining, rules: GapRules, nodes: GapNodes, scratch: GapScratch, t: int, sizes: Floats) -> int:
    """
    Sends the records that miss the answer by the surrogates of their node, where these answer; FINISHED, or what must be done before.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> nodes.optima[0], nodes.table[0, TIED] = (0, 0, 1), 1
    >>> follow_surrogates(training, rules, nodes, scratch, 0, np.ones(2)) == FINISHED
    True
    """
    table = nodes.table[t]
    if relative(nodes, t) > 0.0 or len(sizes) != 2 or sizes[0] + sizes[1] >= NARROW_WEIGHT or not all_cuts(training):
        return ASK_SIDES
    if nodes.state[SURROGATES] < 0:
        test = nodes.optima[table[FIRST] + (table[TIED] - 1 if rules.last else 0)]
        nodes.state[SURROGATES] = learn(training, rules, nodes, scratch, t, test[ATTRIBUTE], (int(sizes[0]), int(sizes[1])))
    for i in range(table[START], table[STOP]):
        r = nodes.rows[i, 0]
        if scratch.sides[r] == -1:
            side = follow(training, scratch, nodes.state[SURROGATES], r)
            if side == -2:
                return ASK_PLACES
            scratch.sides[r] = side
    return FINISHED


@kernel
def place_others(
    training: GapTraining, rules: GapRules, nodes: GapNodes, scratch: GapScratch, t: int, sizes: Floats, goes: Ints
) -> tuple[int, int]:
    """
    Decides where the records go that miss the answer. Those whose side stays -1 go, in part, down each branch that `goes` marks; returned
    are the status, and the number of branches that get equal parts, 0 for shares.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> goes = np.zeros(2, np.int64)
    >>> place_others(training, rules, nodes, scratch, 0, np.array([1.0, 2.0]), goes) == (FINISHED, 0), goes.tolist()
    (True, [1, 1])
    """
    table, blur, k = nodes.table[t], relative(nodes, t), len(sizes)
    for b in range(k):
        goes[b] = scratch.terms[b, 0] > 0.0 if table[STATE] == ROUTED else sizes[b] > 0.0
    if rules.gap == SHARED:
        return FINISHED, 0
    if table[STATE] != ROUTED:
        if rules.gap == SURROGATE:
            status = follow_surrogates(training, rules, nodes, scratch, t, sizes)
            if status != FINISHED:
                return status, 0
        # The heaviest branch, or several that are as heavy.
        greatest = 0.0
        for b in range(k):
            greatest = max(greatest, sizes[b])
        for b in range(k):
            goes[b] = sizes[b] * (1 + 2.1 * blur) >= greatest
    equally, heaviest = 0, 0
    for b in range(k):
        heaviest = b if goes[b] and equally == 0 else heaviest
        equally += goes[b]
    if rules.gap == SURROGATE and (equally == 0 or rules.rest == TO_NONE or (rules.rest == TO_MAJORITY and equally > 1)):
        goes[:] = 0  # they stay
        return FINISHED, 0
    if equally > 1:
        return ASK_SIDES if blur > 0.0 and table[STATE] != ROUTED else FINISHED, equally
    for i in range(table[START], table[STOP]):
        r = nodes.rows[i, 0]
        if scratch.sides[r] == -1:
            scratch.sides[r] = heaviest
    return FINISHED, 1


@kernel
def divide(training: GapTraining, rules: GapRules, nodes: GapNodes, scratch: GapScratch, t: int) -> int:
    """
    Makes the children of a node by the test that is chosen among its optima; FINISHED, or the status that says what is missing.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> nodes.optima[0], nodes.table[0, TIED] = (0, 0, 1), 1
    >>> divide(training, rules, nodes, scratch, 0) == FINISHED, nodes.state[NODES], nodes.table[1:3, SIZE].tolist()
    (True, np.int64(3), [1, 1])
    """
    table = nodes.table[t]
    test = nodes.optima[table[FIRST] + (table[TIED] - 1 if rules.last else 0)]
    k = training.values[test[ATTRIBUTE]] if training.offers[test[ATTRIBUTE]] == MULTIWAY else 2
    n_groups = table[TALLIES]
    # Room for what the children may need at most.
    if nodes.state[NODES] + k > len(nodes.table):
        return MORE_NODES
    if nodes.state[GROUPED] + k * n_groups > len(nodes.parts) or nodes.state[TALLIED] + 2 * k * n_groups > len(nodes.tally):
        return MORE_GROUPS
    sizes, goes, equally = np.zeros(k), np.zeros(k, np.int64), 0
    if send(training, rules, nodes, scratch, t, sizes) > 0:
        status, equally = place_others(training, rules, nodes, scratch, t, sizes, goes)
        if status != FINISHED:
            return status
    counted = count_children(training, rules, nodes, scratch, t, goes)
    places = count_places(counted[1])
    if nodes.state[CELLS] + places > len(nodes.rows):
        return MORE_ROWS
    if nodes.state[FILLED] + places > scratch.lists.shape[2]:
        return MORE_PLACES
    rows = np.zeros((k, n_groups, 2), np.int64)
    if not add_children(rules, nodes, t, sizes, equally, counted, rows):
        return TINY
    fill_children(training, nodes, scratch, t, goes, rows)
    return FINISHED
