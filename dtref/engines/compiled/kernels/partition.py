"""Division of a node's records among its children, as ranges of positions in every attribute's list."""

from __future__ import annotations

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.counting import count_entry, counted_weight
from dtref.engines.compiled.kernels.layout import (
    ATTRIBUTE,
    BRANCHES,
    CHILD,
    CUTS,
    EVERY,
    FIRST,
    LEVEL,
    LOWER,
    MULTIWAY,
    NODES,
    START,
    STOP,
    SUBSETS,
    TIED,
    VARIANCE,
    Ints,
    Nodes,
    Rules,
    Scratch,
    Training,
)


@kernel
def is_leaf(training: Training, rules: Rules, nodes: Nodes, t: int) -> bool:
    """
    Whether a node is a leaf whatever its candidates, by its records or its level.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for
    >>> bool(is_leaf(example(), RULES, nodes_for(np.array([1, 1]), 2), 0))
    False
    """
    start, stop, counts = nodes.table[t, START], nodes.table[t, STOP], nodes.counts[t]
    if nodes.table[t, LEVEL] >= rules.levels or stop - start < max(rules.rows, 2):
        return True
    if counted_weight(rules.criterion, counts) < rules.weight:
        return True
    # The rule that makes pure nodes leaves.
    if not rules.pure:
        return False
    if rules.criterion != VARIANCE:
        present = 0
        for n_j in counts:
            present += n_j > 0
        return present == 1
    labels, entries = training.labels, training.entries[0]
    for i in range(start + 1, stop):
        if labels[entries[i]] != labels[entries[start]]:
            return False
    return True


@kernel
def divide(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, t: int) -> bool:
    """
    Makes the children of a node by the test that is chosen among its optima; False where the arrays are too short.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> training, nodes, scratch = example(), nodes_for(np.array([1, 1]), 2), scratch_for(2, 2, 4)
    >>> nodes.table[0, TIED], nodes.optima[0] = 1, (0, 0, 1)
    >>> divide(training, RULES, nodes, scratch, 0), nodes.counts[1:3].tolist()
    (True, [[1, 0], [0, 1]])
    """
    start, stop, tied = nodes.table[t, START], nodes.table[t, STOP], nodes.table[t, TIED]
    # The chosen test, and room for its branches.
    test = nodes.optima[nodes.table[t, FIRST] + (tied - 1 if rules.last else 0)]
    a, lower = test[ATTRIBUTE], test[LOWER]
    branches = training.values[a] if training.offers[a] == MULTIWAY else 2
    child = nodes.state[NODES]
    if child + branches > len(nodes.table):
        return False
    if training.offers[a] == SUBSETS and lower == EVERY:
        lower = last_grouping(training, a, start, stop) if rules.last else 0
    # The branch of each record.
    assign(training, scratch.sides, start, stop, a, lower)
    table, counts = nodes.table[child : child + branches], nodes.counts[child : child + branches]
    entries, sides, bits = training.entries[a], scratch.sides, training.bits
    for b in range(branches):
        for j in range(table.shape[1]):
            table[b, j] = 0
        for j in range(counts.shape[1]):
            counts[b, j] = 0
        table[b, LEVEL] = nodes.table[t, LEVEL] + 1
    # Their sizes and counts, then their ranges.
    weights, amounts = training.weights, training.amounts
    for i in range(start, stop):
        side = sides[entries[i] >> bits]
        table[side, STOP] += 1
        count_entry(bits, weights, amounts, entries[i], counts[side])
    position = start
    for b in range(branches):
        table[b, START] = position
        position += table[b, STOP]
        table[b, STOP] = position
    # The lists: the first for every child, the others only where a child is no leaf.
    nodes.table[t, CHILD], nodes.table[t, BRANCHES] = child, branches
    nodes.state[NODES] += branches
    part(training, scratch, table, start, stop, 0, 1)
    leaves = True
    for b in range(branches):
        leaves = leaves and is_leaf(training, rules, nodes, child + b)
    if not leaves:
        part(training, scratch, table, start, stop, 1, len(training.keys))
    return True


@kernel
def last_grouping(training: Training, a: int, start: int, stop: int) -> int:
    """
    The index of the last of all groupings of the values present.

    >>> from dtref.engines.compiled.encoding import example
    >>> int(last_grouping(example(), 0, 0, 2))
    0
    """
    present = 1
    for i in range(start, stop - 1):
        present += training.keys[a, i] != training.keys[a, i + 1]
    return (1 << (present - 1)) - 2


@kernel
def assign(training: Training, sides: Ints, start: int, stop: int, a: int, lower: int) -> None:
    """
    Writes the side of every record of a node under a candidate: the branch that it takes.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import example
    >>> sides = np.zeros(2, np.uint8)
    >>> assign(example(), sides, 0, 2, 0, 0)
    >>> sides.tolist()
    [0, 1]
    """
    keys, entries, bits, offer, v = training.keys[a], training.entries[a], training.bits, training.offers[a], 0
    for i in range(start, stop):
        if offer == CUTS:
            sides[entries[i] >> bits] = keys[i] > lower
        elif offer == MULTIWAY:
            sides[entries[i] >> bits] = keys[i]
        else:
            v += i > start and keys[i] != keys[i - 1]
            sides[entries[i] >> bits] = v > 0 and not lower >> (v - 1) & 1


@kernel
def part(training: Training, scratch: Scratch, children: Ints, start: int, stop: int, first: int, last: int) -> None:
    """
    Reorders the records of a node in the lists of the attributes from first up to last: ranges by branch, the old order within a branch.

    >>> from dtref.engines.compiled.encoding import example, scratch_for
    >>> training, scratch = example(), scratch_for(2, 2, 4)
    >>> scratch.sides[:] = [1, 0]
    >>> part(training, scratch, np.array([[0, 1], [1, 2]]), 0, 2, 0, 1)
    >>> training.keys.tolist(), (training.entries >> 1).tolist()
    ([[1, 0]], [[1, 0]])
    """
    keys, entries, bits = training.keys, training.entries, training.bits
    sides, spare_keys, spare_entries = scratch.sides, scratch.keys, scratch.entries
    for a in range(first, last):
        # Two branches: the left one in place, the right one through the spare lists.
        if len(children) == 2:
            left_end, n_right = np.int64(start), np.int64(0)
            for i in range(start, stop):  # branch-free: each entry is written to both, and a wrong one is overwritten
                key, entry = keys[a, i], entries[a, i]
                side = sides[entry >> bits]
                keys[a, left_end], entries[a, left_end] = key, entry
                spare_keys[n_right], spare_entries[n_right] = key, entry
                left_end += 1 - side
                n_right += side
            for i in range(n_right):
                keys[a, left_end + i], entries[a, left_end + i] = spare_keys[i], spare_entries[i]
            continue
        for i in range(start, stop):
            spare_keys[i - start], spare_entries[i - start] = keys[a, i], entries[a, i]
        ends = children[:, START].copy()
        for i in range(stop - start):
            key, entry = spare_keys[i], spare_entries[i]
            side = sides[entry >> bits]
            to = ends[side]
            keys[a, to], entries[a, to] = key, entry
            ends[side] = to + 1
