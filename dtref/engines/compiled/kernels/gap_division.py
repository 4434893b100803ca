"""Division of a node's records among its children where values are missing: each record goes down one branch, or down several in part."""

from __future__ import annotations

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.gap_layout import (
    ASK_PLACES,
    ASK_SIDES,
    BRANCHES,
    CELLS,
    CHILD,
    FILLED,
    FINISHED,
    FIRST,
    GROUPED,
    LEAF,
    LEAST_PART,
    LEVEL,
    LIST,
    MORE_GROUPS,
    MORE_NODES,
    MORE_PLACES,
    MORE_ROWS,
    NEW,
    NODES,
    PARENT,
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
    TALLY,
    TIED,
    TINY,
    UNSURE,
    GapNodes,
    GapRules,
    GapScratch,
    GapTraining,
)
from dtref.engines.compiled.kernels.gap_scores import reaches
from dtref.engines.compiled.kernels.gap_surrogates import follow, learn
from dtref.engines.compiled.kernels.gap_ties import branch_of_codes
from dtref.engines.compiled.kernels.layout import ATTRIBUTE, CUTS, EVERY, LOWER, MULTIWAY, Floats, Ints
from dtref.engines.compiled.kernels.wide import U

NARROW_WEIGHT = 2.0**31
"""Surrogates are learned in integers at nodes that weigh less."""


@kernel
def state_of(rules: GapRules, nodes: GapNodes, t: int) -> None:
    """
    Writes whether a node is a leaf whatever its candidates, by its tally and level; where doubles can't tell by its weight, UNSURE.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> state_of(rules, nodes, 0)
    >>> nodes.table[0, STATE] == NEW
    np.True_
    """
    table = nodes.table[t]
    first, weight, present = table[TALLY], 0.0, 0
    for j in range(rules.classes):
        there = False
        for row in range(first, first + table[TALLIES]):
            there = there or nodes.tally[row, 1 + j] > 0
            weight += nodes.tally[row, 1 + j] * nodes.parts[nodes.tally[row, 0]]
        present += there
    heavy = reaches(weight, relative(nodes, t), rules.weight)
    leaf = table[LEVEL] >= rules.levels or table[SIZE] < max(rules.rows, 2) or (rules.pure and present < 2) or heavy == 0
    table[STATE], table[UNSURE] = LEAF if leaf else NEW, heavy == 2


@kernel
def relative(nodes: GapNodes, t: int) -> float:
    """
    The greatest relative error of a sum of weights at a node: 0 where all records are there in full, as whole numbers.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> relative(gap_example()[2], 0)
    0.0
    """
    table = nodes.table[t]
    if table[TALLIES] == 0 or (table[TALLIES] == 1 and nodes.tally[table[TALLY], 0] == 0):
        return 0.0
    return 1.01 * (nodes.blur[t] + (table[SIZE] + 4) * U)


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
    branches = branch_of_codes(training, scratch, test, table[LEVEL] & 1, start, stop)
    if training.offers[a] != CUTS and training.offers[a] != MULTIWAY and test[LOWER] == EVERY and rules.last:
        # The last of all groupings: only the second present value goes right.
        second = codes[records[start]]
        for i in range(stop - 1, start - 1, -1):
            v = codes[records[i]]
            branches[v] = 0
            second = v if v != codes[records[start]] else second
        branches[second] = 1
    for i in range(start, end):
        r = records[i]
        if table[STATE] == ROUTED and i >= stop:
            continue
        scratch.sides[r] = branches[codes[r]] if i < stop else -1
        if i < stop:
            sizes[scratch.sides[r]] += scratch.here[r]
    return end - stop


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
        goes[b] = sizes[b] > 0.0
    if rules.gap == SHARED:
        return FINISHED, 0
    if table[STATE] != ROUTED and rules.gap == SURROGATE:
        if blur > 0.0 or sizes[0] + sizes[-1] >= NARROW_WEIGHT or not all_cuts(training):
            return ASK_SIDES, 0
        if nodes.state[SURROGATES] < 0:
            test = nodes.optima[table[FIRST] + (table[TIED] - 1 if rules.last else 0)]
            primary = (np.int64(sizes[0]), np.int64(sizes[1]))
            nodes.state[SURROGATES] = learn(training, rules, nodes, scratch, t, test[ATTRIBUTE], primary)
        for i in range(table[START], table[STOP]):
            r = nodes.rows[i, 0]
            if scratch.sides[r] == -1:
                side = follow(training, scratch, nodes.state[SURROGATES], r)
                if side == -2:
                    return ASK_PLACES, 0
                scratch.sides[r] = side
    # The heaviest branch, or several that are as heavy.
    if table[STATE] == ROUTED:
        equally = 0
        for b in range(k):
            goes[b] = scratch.terms[b, 0] > 0.0
            equally += goes[b]
    else:
        equally, greatest = 0, 0.0
        for b in range(k):
            greatest = max(greatest, sizes[b])
        for b in range(k):
            goes[b] = sizes[b] * (1 + 2.1 * blur) >= greatest
            equally += goes[b]
        if equally > 1 and blur > 0.0:
            return ASK_SIDES, 0
    if equally > 1:
        return FINISHED, equally
    heaviest = 0
    while heaviest < k - 1 and goes[heaviest] == 0:
        heaviest += 1
    for i in range(table[START], table[STOP]):
        r = nodes.rows[i, 0]
        if scratch.sides[r] == -1:
            scratch.sides[r] = heaviest
    return FINISHED, 1


@kernel
def count_children(training: GapTraining, rules: GapRules, nodes: GapNodes, scratch: GapScratch, t: int, goes: Ints) -> tuple[Ints, Ints]:
    """
    For each branch and group the weight of each class that goes there whole, and in part; and the numbers of records.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> scratch.sides[:] = [0, 1]
    >>> count_children(training, rules, nodes, scratch, 0, np.ones(2, np.int64))[1].tolist()
    [[[1, 0]], [[1, 0]]]
    """
    table, k = nodes.table[t], len(goes)
    counts = np.zeros((k, table[TALLIES], 2, rules.classes), np.int64)
    sizes = np.zeros((k, table[TALLIES], 2), np.int64)
    for i in range(table[START], table[STOP]):
        r, g = nodes.rows[i, 0], nodes.rows[i, 1] - table[TALLY]
        w, j, side = np.int64(training.weights[r]), training.labels[r], scratch.sides[r]
        if side >= 0:
            counts[side, g, 0, j] += w
            sizes[side, g, 0] += 1
        else:
            for b in range(k):
                if goes[b]:
                    counts[b, g, 1, j] += w
                    sizes[b, g, 1] += 1
    return counts, sizes


@kernel
def count_places(sizes: Ints) -> int:
    """
    The number of records of all branches, groups and kinds.

    >>> count_places(np.ones((2, 3, 2), np.int64))
    12
    """
    places = 0
    for b in range(sizes.shape[0]):
        for g in range(sizes.shape[1]):
            places += sizes[b, g, 0] + sizes[b, g, 1]
    return places


@kernel
def add_children(rules: GapRules, nodes: GapNodes, t: int, sizes: Floats, equally: int, counted: tuple[Ints, Ints], rows: Ints) -> bool:
    """
    Makes the children, with their tallies and groups; False where a part is too small. rows: for each branch, group and kind the row of
    the tally, to be filled in.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> counted = np.array([[[[1, 0], [0, 0]]], [[[0, 1], [0, 0]]]]), np.array([[[1, 0]], [[1, 0]]])
    >>> add_children(rules, nodes, 0, np.ones(2), 0, counted, np.zeros((2, 1, 2), np.int64)), nodes.tally[1:3].tolist()
    (True, [[0, 1, 0], [0, 0, 1]])
    """
    counts, places = counted
    table, first, k = nodes.table[t], nodes.state[NODES], len(sizes)
    table[CHILD], table[BRANCHES] = first, k
    known, blur = 0.0, relative(nodes, t)
    for b in range(k):
        known += sizes[b]
    # A share is a quotient of two sums, each off by the errors of the parts in it, and of summing them.
    shared = 1.01 * (3 * U if equally > 0 else 4 * U + (2 * (k + 2) * U if blur > 0 else 0.0))
    for b in range(k):
        child = nodes.table[first + b]
        child[:] = 0
        child[PARENT], child[LEVEL], child[TALLY] = t, table[LEVEL] + 1, nodes.state[TALLIED]
        nodes.blur[first + b] = 0.0
        size, partly = 0.0, 0.0
        for g in range(table[TALLIES]):
            for j in range(rules.classes):
                x = counts[b, g, 0, j] * nodes.parts[nodes.tally[table[TALLY] + g, 0]]
                size, partly = size + x, partly + (x if nodes.tally[table[TALLY] + g, 0] > 0 else 0.0)
        off = (nodes.blur[t] * (partly / size if size > 0 else 0.0) + (table[SIZE] + 4) * U) if blur > 0 and equally == 0 else 0.0
        off_known = (blur if equally == 0 else 0.0) + off
        for g in range(table[TALLIES]):
            group = nodes.tally[table[TALLY] + g, 0]
            for kind in range(2):
                if places[b, g, kind] == 0:
                    continue
                row = nodes.state[TALLIED]
                nodes.state[TALLIED] += 1
                rows[b, g, kind] = row
                child[TALLIES] += 1
                child[SIZE] += places[b, g, kind]
                for j in range(rules.classes):
                    nodes.tally[row, 1 + j] = counts[b, g, kind, j]
                inherited = nodes.blur[t] if group > 0 else 0.0
                if kind == 0:
                    nodes.tally[row, 0] = group
                    nodes.blur[first + b] = max(nodes.blur[first + b], inherited)
                    continue
                new = nodes.state[GROUPED]
                nodes.state[GROUPED] += 1
                nodes.tally[row, 0] = new
                nodes.groups[new, 0], nodes.groups[new, 1], nodes.groups[new, 2], nodes.groups[new, 3] = group, t, b, equally
                nodes.parts[new] = nodes.parts[group] / equally if equally > 0 else nodes.parts[group] * (sizes[b] / known)
                nodes.blur[first + b] = max(nodes.blur[first + b], 1.01 * (inherited + off_known + shared))
                if nodes.parts[new] < LEAST_PART:
                    return False
        nodes.state[NODES] += 1
        state_of(rules, nodes, first + b)
    return True


@kernel
def fill_children(training: GapTraining, nodes: GapNodes, scratch: GapScratch, t: int, goes: Ints, rows: Ints) -> None:
    """
    Gives each child that may be divided its records, and its part of every attribute's list.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> fill_children(training, nodes, scratch, 0, np.zeros(0, np.int64), np.zeros((0, 0, 2), np.int64))
    """
    table, k = nodes.table[t], len(goes)
    first, here, after = table[CHILD], table[LEVEL] & 1, 1 - (table[LEVEL] & 1)
    for b in range(k):
        child = nodes.table[first + b]
        if child[STATE] != LEAF:
            child[START] = child[STOP] = nodes.state[CELLS]
            child[LIST] = nodes.state[FILLED]
            nodes.state[CELLS] += child[SIZE]
            nodes.state[FILLED] += child[SIZE]
    for i in range(table[START], table[STOP]):
        r, g = nodes.rows[i, 0], nodes.rows[i, 1] - table[TALLY]
        side = scratch.sides[r]
        for b in range(k if side < 0 else side + 1):
            child = nodes.table[first + b]
            if (side >= 0 and b < side) or child[STATE] == LEAF or (side < 0 and goes[b] == 0):
                continue
            nodes.rows[child[STOP], 0], nodes.rows[child[STOP], 1] = r, rows[b, g, 0 if side >= 0 else 1]
            child[STOP] += 1
    cursors = np.zeros(k, np.int64)
    for a in range(len(training.codes)):
        for b in range(k):
            cursors[b] = nodes.table[first + b, LIST]
        for i in range(table[LIST], table[LIST] + table[SIZE]):
            r = scratch.lists[here, a, i]
            side = scratch.sides[r]
            if side >= 0:
                if nodes.table[first + side, STATE] != LEAF:
                    scratch.lists[after, a, cursors[side]] = r
                    cursors[side] += 1
                continue
            for b in range(k):
                if goes[b] and nodes.table[first + b, STATE] != LEAF:
                    scratch.lists[after, a, cursors[b]] = r
                    cursors[b] += 1


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
