"""Tables of branches, groups and classes, in integers: contenders with the same table have one value, whatever the parts of the groups."""

from __future__ import annotations

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.gap_layout import LEVEL, LIST, SIZE, TALLIES, GapNodes, GapRules, GapScratch, GapTraining
from dtref.engines.compiled.kernels.layout import ATTRIBUTE, CUTS, EVERY, LOWER, MULTIWAY, Ints


@kernel
def branch_of_codes(training: GapTraining, scratch: GapScratch, candidate: Ints, t_lists: int, start: int, stop: int) -> Ints:
    """
    The branch of each code of a candidate's attribute, of those that the records of a node have.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> branch_of_codes(training, scratch, np.array([0, 0, 1, 0]), 0, 0, 2).tolist()
    [0, 1]
    """
    a, lower = candidate[ATTRIBUTE], candidate[LOWER]
    records, codes = scratch.lists[t_lists, a], training.codes[a]
    first, last = codes[records[start]], codes[records[stop - 1]]
    branches = np.zeros(last + 1, np.int64)
    if training.offers[a] == CUTS:
        for v in range(lower + 1, last + 1):
            branches[v] = 1
        return branches
    if training.offers[a] == MULTIWAY:
        for v in range(first, last + 1):
            branches[v] = v
        return branches
    # A grouping: the first present value goes left, and so does each that the index names.
    place, before = 0, -1
    for i in range(start, stop):
        v = codes[records[i]]
        if v != before:
            left = place == 0 if lower == EVERY else place == 0 or lower >> (place - 1) & 1 == 1
            branches[v] = 0 if left else 1
            place, before = place + 1, v
    return branches


@kernel
def branch_table(
    training: GapTraining, rules: GapRules, nodes: GapNodes, scratch: GapScratch, t: int, groups: Ints, candidate: Ints
) -> Ints:
    """
    The weight of each branch, group and class under a candidate, as integers; last, of the records that miss its value. groups: of each
    record at the node.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> branch_table(training, rules, nodes, scratch, 0, np.zeros(2, np.int64), np.array([0, 0, 1, 0])).tolist()
    [[[1, 0]], [[0, 1]], [[0, 0]]]
    """
    a, lists = candidate[ATTRIBUTE], nodes.table[t, LEVEL] & 1
    start, stop = nodes.table[t, LIST], nodes.table[t, LIST] + nodes.table[t, SIZE]
    end = stop
    records, codes = scratch.lists[lists, a], training.codes[a]
    while codes[records[stop - 1]] < 0:
        stop -= 1
    branches = branch_of_codes(training, scratch, candidate, lists, start, stop)
    k = training.values[a] if training.offers[a] == MULTIWAY else 2
    table = np.zeros((k + 1, nodes.table[t, TALLIES], rules.classes), np.int64)
    for i in range(start, end):
        r = records[i]
        b = branches[codes[r]] if i < stop else k
        table[b, groups[r], training.labels[r]] += np.int64(training.weights[r])
    return table


@kernel
def same_rows(table: Ints, a: int, others: Ints, b: int) -> bool:
    """
    Whether branch a of one table has the groups and classes of branch b of another.

    >>> table = np.array([[[1, 2]], [[2, 1]]])
    >>> same_rows(table, 0, table, 0), same_rows(table, 0, table, 1)
    (True, False)
    """
    for g in range(table.shape[1]):
        for j in range(table.shape[2]):
            if table[a, g, j] != others[b, g, j]:
                return False
    return True


@kernel
def sort_classes(table: Ints) -> None:
    """
    Sorts the classes of each branch of a table, by their weight in the first group, then the second …; and of the known records, which
    take the place of the branch of the others.

    >>> table = np.array([[[2, 1]], [[0, 4]], [[0, 0]]])
    >>> sort_classes(table)
    >>> table.tolist()
    [[[1, 2]], [[0, 4]], [[2, 5]]]
    """
    k, n_groups = len(table) - 1, table.shape[1]
    for g in range(n_groups):
        for j in range(table.shape[2]):
            table[k, g, j] = 0
            for b in range(k):
                table[k, g, j] += table[b, g, j]
    for b in range(k + 1):
        for last in range(1, table.shape[2]):
            place = last
            while place > 0:
                g = 0
                while g < n_groups and table[b, g, place - 1] == table[b, g, place]:
                    g += 1
                if g == n_groups or table[b, g, place - 1] < table[b, g, place]:
                    break
                for i in range(n_groups):
                    table[b, i, place - 1], table[b, i, place] = table[b, i, place], table[b, i, place - 1]
                place -= 1


@kernel
def alike(
    training: GapTraining, rules: GapRules, nodes: GapNodes, scratch: GapScratch, t: int, groups: Ints, start: int, stop: int
) -> bool:
    """
    Whether the contenders from start up to stop certainly have one value: equal tables, of two branches in either order; the
    classes of each branch may be in another order, and those of the known records in a third.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> alike(training, rules, nodes, scratch, 0, np.zeros(2, np.int64), 0, 1)
    True
    """
    if stop <= start + 1:
        return True
    first = branch_table(training, rules, nodes, scratch, t, groups, scratch.contenders[start])
    k = len(first) - 1
    sort_classes(first)
    for i in range(start + 1, stop):
        other = branch_table(training, rules, nodes, scratch, t, groups, scratch.contenders[i])
        sort_classes(other)
        if len(other) - 1 != k or not same_rows(first, k, other, k):
            return False
        straight, crossed = True, k == 2
        for b in range(k):
            straight = straight and same_rows(first, b, other, b)
            crossed = crossed and same_rows(first, b, other, 1 - b if k == 2 else b)
        if not straight and not crossed:
            return False
    return True


@kernel
def keep_whole_classes(
    training: GapTraining, rules: GapRules, nodes: GapNodes, scratch: GapScratch, t: int, groups: Ints, n_contenders: int
) -> int:
    """
    Moves the contenders to the front whose gain ratio is exactly 1, the greatest that there is, and returns their number.

    Those are the ones whose value no record misses, and whose branches have whole classes: then the gain is the entropy of the branches.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> scratch.contenders[0] = [0, 0, 1, 0]
    >>> keep_whole_classes(training, rules, nodes, scratch, 0, np.zeros(2, np.int64), 1)
    1
    """
    kept = 0
    for i in range(n_contenders):
        table = branch_table(training, rules, nodes, scratch, t, groups, scratch.contenders[i])
        k, whole = len(table) - 1, True
        for j in range(table.shape[2]):
            there = 0
            for b in range(k + 1):
                present = False
                for g in range(table.shape[1]):
                    present = present or table[b, g, j] > 0
                there += present
                whole = whole and not (present and b == k)
            whole = whole and there <= 1
        if whole:
            for j in range(4):
                scratch.contenders[kept, j], scratch.bounds[kept, j] = scratch.contenders[i, j], scratch.bounds[i, j]
            kept += 1
    return kept
