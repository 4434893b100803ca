"""The children of a node where values are missing: their tallies and groups, their records, and their parts of the sorted lists."""

from __future__ import annotations

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.gap_layout import (
    AT,
    BRANCH,
    BRANCHES,
    CELLS,
    CHILD,
    EQUALLY,
    FILLED,
    GROUPED,
    LEAF,
    LEAST_PART,
    LEVEL,
    LIST,
    NEW,
    NODES,
    OF_GROUP,
    PARENT,
    SIZE,
    START,
    STATE,
    STOP,
    TALLIED,
    TALLIES,
    TALLY,
    UNSURE,
    GapNodes,
    GapRules,
    GapScratch,
    GapTraining,
)
from dtref.engines.compiled.kernels.gap_scores import reaches
from dtref.engines.compiled.kernels.layout import Codes, Floats, Ints
from dtref.engines.compiled.kernels.wide import U


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
    first, weight, present, largest, blur = table[TALLY], 0.0, 0, 0.0, relative(nodes, t)
    for j in range(rules.classes):
        there, before = False, weight
        for row in range(first, first + table[TALLIES]):
            there = there or nodes.tally[row, 1 + j] > 0
            weight += nodes.tally[row, 1 + j] * nodes.parts[nodes.tally[row, 0]]
        present, largest = present + there, max(largest, weight - before)
    heavy = reaches(weight, blur, rules.weight)
    leaf = table[LEVEL] >= rules.levels or table[SIZE] < max(rules.rows, 2) or (rules.pure and present < 2) or heavy == 0
    leaf = leaf or (blur == 0.0 and weight - largest <= rules.few_errors)
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
    return float(1.01 * (nodes.blur[t] + (table[SIZE] + 4) * U))


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
    rows, weights, labels, sides, first = nodes.rows, training.weights, training.labels, scratch.sides, table[TALLY]
    for i in range(table[START], table[STOP]):
        r, g = rows[i, 0], rows[i, 1] - first
        w, j, side = np.int64(weights[r]), labels[r], sides[r]
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

    >>> int(count_places(np.ones((2, 3, 2), np.int64)))
    12
    """
    places = 0
    for b in range(sizes.shape[0]):
        for g in range(sizes.shape[1]):
            places += sizes[b, g, 0] + sizes[b, g, 1]
    return places


@kernel
def add_group(nodes: GapNodes, group: int, way: tuple[int, int, int], share: tuple[float, float]) -> int:
    """
    Makes the group of the records that go down a branch in part; returns its number. group: where they come from. way: the node, the
    branch, and of how many equal parts theirs is one (0: of none). share: else the weights that it is the quotient of.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> new = add_group(nodes, 0, (0, 1, 0), (1.0, 4.0))
    >>> int(new), float(nodes.parts[new]), nodes.groups[new].tolist()
    (1, 0.25, [0, 0, 1, 0])
    """
    new, equally = nodes.state[GROUPED], way[2]
    nodes.state[GROUPED] += 1
    made = nodes.groups[new]
    made[OF_GROUP], made[AT], made[BRANCH], made[EQUALLY] = group, way[0], way[1], equally
    nodes.parts[new] = nodes.parts[group] / equally if equally > 0 else nodes.parts[group] * (share[0] / share[1])
    return int(new)


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
    known, known_in_part, blur = 0.0, 0.0, relative(nodes, t)
    for b in range(k):
        known += sizes[b]
        for g in range(table[TALLIES]):
            for j in range(rules.classes if nodes.tally[table[TALLY] + g, 0] > 0 else 0):
                known_in_part += counts[b, g, 0, j] * nodes.parts[nodes.tally[table[TALLY] + g, 0]]
    # Only the weights of records that are there in part are off, but for the rounding of their sum.
    of_known = nodes.blur[t] * (known_in_part / known if known > 0.0 else 0.0) + (table[SIZE] + 4) * U if blur > 0.0 else 0.0
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
        off_known = (of_known if equally == 0 else 0.0) + off
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
                nodes.tally[row, 0] = add_group(nodes, group, (t, b, equally), (sizes[b], known))
                nodes.blur[first + b] = max(nodes.blur[first + b], 1.01 * (inherited + off_known + shared))
                if nodes.parts[nodes.tally[row, 0]] < LEAST_PART:
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
    >>> nodes.table[0, CHILD], nodes.table[1:3, STATE] = 1, LEAF
    >>> fill_children(training, nodes, scratch, 0, np.zeros(2, np.int64), np.zeros((2, 1, 2), np.int64))
    >>> nodes.state[CELLS]
    np.int64(2)
    """
    table, k, every_row, sides, of_group = nodes.table[t], len(goes), nodes.rows, scratch.sides, nodes.table[t, TALLY]
    first, here, after = table[CHILD], table[LEVEL] & 1, 1 - (table[LEVEL] & 1)
    # Where each child's next record goes; -1 for a leaf.
    cursors, lists = np.zeros(k, np.int64), np.zeros(k, np.int64)
    for b in range(k):
        child = nodes.table[first + b]
        leaf = child[STATE] == LEAF
        cursors[b], lists[b] = -1 if leaf else nodes.state[CELLS], -1 if leaf else nodes.state[FILLED]
        if not leaf:
            child[START], child[STOP], child[LIST] = nodes.state[CELLS], nodes.state[CELLS] + child[SIZE], nodes.state[FILLED]
            nodes.state[CELLS] += child[SIZE]
            nodes.state[FILLED] += child[SIZE]
    for i in range(table[START], table[STOP]):
        r, g = every_row[i, 0], every_row[i, 1] - of_group
        side = sides[r]
        for b in range(max(side, 0), side + 1 if side >= 0 else k):
            if cursors[b] >= 0 and (side >= 0 or goes[b]):
                every_row[cursors[b], 0], every_row[cursors[b], 1] = r, rows[b, g, 0 if side >= 0 else 1]
                cursors[b] += 1
    start, stop = table[LIST], table[LIST] + table[SIZE]
    for a in range(len(training.codes)):
        fill_list(scratch.lists[here, a], scratch.lists[after, a], sides, goes, lists.copy(), start, stop)


@kernel
def fill_list(records: Codes, below: Codes, sides: Ints, goes: Ints, cursors: Ints, start: int, stop: int) -> None:
    """
    Writes the records of a node's list, from start to stop, into those of its children. cursors: where each starts, -1 for a leaf.

    >>> below = np.zeros(3, np.int32)
    >>> fill_list(np.array([1, 0, 2]), below, np.array([0, -1, 0]), np.array([1, 0]), np.array([0, -1]), 0, 3)
    >>> below.tolist()
    [1, 0, 2]
    """
    for i in range(start, stop):
        r = records[i]
        side = sides[r]
        if side >= 0:
            if cursors[side] >= 0:
                below[cursors[side]] = r
                cursors[side] += 1
            continue
        for b in range(len(goes)):
            if goes[b] and cursors[b] >= 0:
                below[cursors[b]] = r
                cursors[b] += 1
