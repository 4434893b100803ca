"""
Growing, breadth first: each node is looked at once, and its records are divided among its children.

A node whose contenders are certainly alike, or a single one, is settled here; one whose contenders must be compared exactly
waits for `dtref.engine.deciding`. Before this: `dtref.engine.candidates`. Next: `dtref.engine.deciding`.
"""

from __future__ import annotations

from math import inf

import numpy as np
from numba import njit

from dtref.engine.candidates import FULL, TOO_MANY, count, cuts, groupings, keep_best, multiway, proportional, size
from dtref.engine.layout import (
    ATTRIBUTE,
    BEYOND,
    BRANCHES,
    CHILD,
    CONTENDERS,
    CUTS,
    DONE,
    EVERY,
    FIRST,
    GINI,
    LEVEL,
    LOWER,
    MORE_CONTENDERS,
    MORE_NODES,
    MORE_OPTIMA,
    MULTIWAY,
    NEXT,
    NODES,
    OPTIMA,
    PARENT,
    START,
    STOP,
    SUBSETS,
    TIED,
    VARIANCE,
    WAITING,
    Ints,
    Nodes,
    Rules,
    Scratch,
    Training,
)

SMALL = 2**16
"""Below so many records at a node its contenders by Gini are compared in integers of 64 bits."""


@njit(cache=True, error_model="numpy")
def grow_nodes(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, decided: Ints) -> int:
    """
    The children of the nodes that have been decided meanwhile, then all that can be grown; how it ended.

    >>> from dtref.engine.coding import RULES, example, nodes_for, scratch_for
    >>> training, nodes = example(), nodes_for(np.array([1, 1]), 2)
    >>> grow_nodes(training, RULES, nodes, scratch_for(2, 2, 4), np.zeros(0, np.int64)) == DONE, nodes.state[NODES]
    (True, np.int64(3))
    """
    for t in decided:
        if nodes.table[t, CHILD] == 0 and not divide(training, rules, nodes, scratch, t):
            return MORE_NODES
    while nodes.state[NEXT] < nodes.state[NODES]:
        t = nodes.state[NEXT]
        if nodes.table[t, TIED] == 0 and not is_leaf(training, rules, nodes, t):
            found = contenders(training, rules, nodes, scratch, t)
            if found == FULL:
                return MORE_CONTENDERS
            if found == TOO_MANY:
                return BEYOND
            if nodes.state[OPTIMA] + found > len(nodes.optima):
                return MORE_OPTIMA
            settle(training, rules, nodes, scratch, t, found)
        if nodes.table[t, TIED] > 0 and not divide(training, rules, nodes, scratch, t):
            return MORE_NODES
        nodes.state[NEXT] += 1
    return DONE


@njit(cache=True, error_model="numpy")
def is_leaf(training: Training, rules: Rules, nodes: Nodes, t: int) -> bool:
    """
    Whether a node is a leaf, whatever could be asked: by its records or its level.

    >>> from dtref.engine.coding import RULES, example, nodes_for
    >>> is_leaf(example(), RULES, nodes_for(np.array([1, 1]), 2), 0)
    False
    """
    start, stop, counts = nodes.table[t, START], nodes.table[t, STOP], nodes.counts[t]
    if nodes.table[t, LEVEL] >= rules.levels or stop - start < 2 or size(rules.criterion, counts) < rules.weight:
        return True
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


@njit(cache=True, error_model="numpy")
def contenders(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, t: int) -> int:
    """
    The candidates of a node that may be best, in order; how many they are.

    >>> from dtref.engine.coding import RULES, example, nodes_for, scratch_for
    >>> contenders(example(), RULES, nodes_for(np.array([1, 1]), 2), scratch_for(2, 2, 4), 0)
    1
    """
    start, stop, node = nodes.table[t, START], nodes.table[t, STOP], nodes.counts[t]
    found, floor = 0, -inf
    for a in range(len(training.keys)):
        if training.keys[a, start] == training.keys[a, stop - 1]:
            continue
        if training.offers[a] == CUTS:
            found, floor = cuts(training, rules, scratch, a, start, stop, node, found, floor)
        elif training.offers[a] == SUBSETS:
            found, floor = groupings(training, rules, scratch, a, start, stop, node, found, floor)
        else:
            found, floor = multiway(training, rules, scratch, a, start, stop, node, found, floor)
        if found < 0:
            return found
    return keep_best(scratch, found, floor)


@njit(cache=True, error_model="numpy")
def settle(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, t: int, found: int) -> None:
    """
    The contenders become the optima, where they are alike; else the node waits to be decided exactly (TIED is negative).

    >>> from dtref.engine.coding import RULES, example, nodes_for, scratch_for
    >>> training, nodes, scratch = example(), nodes_for(np.array([1, 1]), 2), scratch_for(2, 2, 4)
    >>> settle(training, RULES, nodes, scratch, 0, contenders(training, RULES, nodes, scratch, 0))
    >>> nodes.table[0, TIED], nodes.optima[0].tolist()
    (np.int64(1), [0, 0, 1])
    """
    if found == 0:
        return
    nodes.state[CONTENDERS] += found
    decided = found == 1 or alike(training, rules, nodes, scratch, t, found)
    if not decided and rules.criterion == GINI and all_binary(training, scratch, found) and size(GINI, nodes.counts[t]) < SMALL:
        found, decided = exact_gini(scratch, nodes.counts[t], found), True
    if decided and rules.improve and proportional(scratch.lefts[0], nodes.counts[t]):
        return
    first = nodes.state[OPTIMA]
    nodes.table[t, FIRST] = first
    nodes.table[t, TIED] = found if decided else -found
    for i in range(found):
        for j in range(3):
            nodes.optima[first + i, j] = scratch.contenders[i, j]
    nodes.state[OPTIMA] += found
    if not decided:
        nodes.waiting[nodes.state[WAITING]] = t
        nodes.state[WAITING] += 1


@njit(cache=True, error_model="numpy")
def alike(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, t: int, found: int) -> bool:
    """
    Whether all contenders certainly have one value: their sides have the same counts, up to the order of sides and of classes in each
    (every criterion here is symmetric in both), or the same records.

    >>> from dtref.engine.coding import RULES, example, nodes_for, scratch_for
    >>> scratch = scratch_for(2, 2, 4)
    >>> scratch.lefts[:2] = [[1, 0], [0, 1]]
    >>> alike(example(), RULES, nodes_for(np.array([1, 1]), 2), scratch, 0, 2)
    True
    """
    if not all_binary(training, scratch, found):
        return False
    node, by_class = nodes.counts[t], rules.criterion != VARIANCE
    first, other = np.empty((2, len(node)), np.int64), np.empty((2, len(node)), np.int64)
    sides_of(scratch.lefts[0], node, by_class, first)
    for i in range(1, found):
        if by_class or rules.slack == 0:
            sides_of(scratch.lefts[i], node, by_class, other)
            if not same(first, 0, other, 0) and not (same(first, 0, other, 1) and same(first, 1, other, 0)):
                return False
        elif not same_partition(training, nodes, scratch, t, i):
            return False
    return True


@njit(cache=True, error_model="numpy")
def all_binary(training: Training, scratch: Scratch, found: int) -> bool:
    """
    Whether all contenders have two branches.

    >>> from dtref.engine.coding import example, scratch_for
    >>> all_binary(example(), scratch_for(2, 2, 4), 0)
    True
    """
    for i in range(found):
        if training.offers[scratch.contenders[i, ATTRIBUTE]] == MULTIWAY:
            return False
    return True


@njit(cache=True, error_model="numpy")
def exact_gini(scratch: Scratch, node: Ints, found: int) -> int:
    """
    The contenders that are best by Gini are moved to the front; how many they are. Decided in integers, at a node of n < 2^16.

    Formula: sum_i A_i/n_i = (A_1 n_2 + A_2 n_1) / (n_1 n_2), whose numerator is below n^3 and denominator below n^2. Two such fractions are
    compared by their whole parts, then by cross products of what remains, which are below n^4 < 2^64 / 16.

    >>> from dtref.engine.coding import scratch_for
    >>> scratch = scratch_for(4, 2, 4)
    >>> scratch.lefts[:2], scratch.contenders[:2], scratch.highs[:2] = [[2, 1], [2, 0]], [[0, 0, 1], [1, 0, 1]], 9.0
    >>> exact_gini(scratch, np.array([2, 2]), 2), scratch.contenders[0].tolist()
    (1, [1, 0, 1])
    """
    whole = rest = over = np.int64(0)
    kept = 0
    for i in range(found):
        n_1 = n_2 = a_1 = a_2 = np.int64(0)
        for j in range(len(node)):
            l, r = scratch.lefts[i, j], node[j] - scratch.lefts[i, j]
            n_1, n_2, a_1, a_2 = n_1 + l, n_2 + r, a_1 + l * l, a_2 + r * r
        below = n_1 * n_2
        part, remains = divmod(a_1 * n_2 + a_2 * n_1, below)
        if kept > 0 and (part < whole or (part == whole and remains * over < rest * below)):
            continue
        if kept == 0 or part > whole or remains * over > rest * below:
            whole, rest, over, kept = part, remains, below, 0
        for j in range(3):
            scratch.contenders[kept, j] = scratch.contenders[i, j]
        for j in range(len(node)):
            scratch.lefts[kept, j] = scratch.lefts[i, j]
        kept += 1
    return kept


@njit(cache=True, error_model="numpy")
def sides_of(left: Ints, node: Ints, by_class: bool, sides: Ints) -> None:
    """
    The counts of both sides are put into two rows; by class: each row sorted.

    >>> sides = np.zeros((2, 2), np.int64)
    >>> sides_of(np.array([2, 0]), np.array([2, 1]), True, sides)
    >>> sides.tolist()
    [[0, 2], [0, 1]]
    """
    for side in range(2):
        for j in range(len(node)):
            n, at = node[j] - left[j] if side else left[j], j
            while by_class and at > 0 and sides[side, at - 1] > n:
                sides[side, at] = sides[side, at - 1]
                at -= 1
            sides[side, at] = n


@njit(cache=True, error_model="numpy")
def same(sides: Ints, a: int, others: Ints, b: int) -> bool:
    """
    Whether row a of one table is row b of another.

    >>> same(np.array([[1, 2]]), 0, np.array([[0, 0], [1, 2]]), 1)
    True
    """
    for j in range(sides.shape[1]):
        if sides[a, j] != others[b, j]:
            return False
    return True


@njit(cache=True, error_model="numpy")
def same_partition(training: Training, nodes: Nodes, scratch: Scratch, t: int, i: int) -> bool:
    """
    Whether contender i splits the records of a node as contender 0 does, whichever side is the left one.

    >>> from dtref.engine.coding import example, nodes_for, scratch_for
    >>> scratch = scratch_for(2, 2, 4)
    >>> scratch.contenders[:2] = [[0, 0, 1], [0, 0, 1]]
    >>> same_partition(example(), nodes_for(np.array([1, 1]), 2), scratch, 0, 1)
    True
    """
    start, stop, a = nodes.table[t, START], nodes.table[t, STOP], scratch.contenders[i, ATTRIBUTE]
    if training.offers[a] != CUTS:
        return False
    assign(training, scratch.sides, start, stop, scratch.contenders[0, ATTRIBUTE], scratch.contenders[0, LOWER])
    keys, entries, sides, bits = training.keys[a], training.entries[a], scratch.sides, training.bits
    first = sides[entries[start] >> bits]
    for at in range(start, stop):
        if (keys[at] <= scratch.contenders[i, LOWER]) != (sides[entries[at] >> bits] == first):
            return False
    return True


@njit(cache=True, error_model="numpy")
def assign(training: Training, sides: Ints, start: int, stop: int, a: int, lower: int) -> None:
    """
    The side of every record of a node under a candidate: the branch that it takes.

    >>> from dtref.engine.coding import example
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


@njit(cache=True, error_model="numpy")
def divide(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, t: int) -> bool:
    """
    The children of a node by the test that is chosen among its optima; False where there is no room for them.

    >>> from dtref.engine.coding import RULES, example, nodes_for, scratch_for
    >>> training, nodes, scratch = example(), nodes_for(np.array([1, 1]), 2), scratch_for(2, 2, 4)
    >>> settle(training, RULES, nodes, scratch, 0, contenders(training, RULES, nodes, scratch, 0))
    >>> divide(training, RULES, nodes, scratch, 0), nodes.counts[1:3].tolist()
    (True, [[1, 0], [0, 1]])
    """
    start, stop, tied = nodes.table[t, START], nodes.table[t, STOP], nodes.table[t, TIED]
    chosen = nodes.optima[nodes.table[t, FIRST] + (tied - 1 if rules.last else 0)]
    a, lower = chosen[ATTRIBUTE], chosen[LOWER]
    branches = training.values[a] if training.offers[a] == MULTIWAY else 2
    child = nodes.state[NODES]
    if child + branches > len(nodes.table):
        return False
    if training.offers[a] == SUBSETS and lower == EVERY:
        lower = last_grouping(training, a, start, stop) if rules.last else 0
    assign(training, scratch.sides, start, stop, a, lower)
    table, counts = nodes.table[child : child + branches], nodes.counts[child : child + branches]
    entries, sides, bits = training.entries[a], scratch.sides, training.bits
    for b in range(branches):
        for j in range(table.shape[1]):
            table[b, j] = 0
        for j in range(counts.shape[1]):
            counts[b, j] = 0
        table[b, PARENT], table[b, LEVEL] = t, nodes.table[t, LEVEL] + 1
    weights, amounts = training.weights, training.amounts
    for i in range(start, stop):
        side = sides[entries[i] >> bits]
        table[side, STOP] += 1
        count(bits, weights, amounts, entries[i], counts[side])
    at = start
    for b in range(branches):
        table[b, START] = at
        at += table[b, STOP]
        table[b, STOP] = at
    nodes.table[t, CHILD], nodes.table[t, BRANCHES] = child, branches
    nodes.state[NODES] += branches
    for b in range(len(training.keys)):
        part(training.keys[b], training.entries[b], bits, scratch, table, start, stop)
    return True


@njit(cache=True, error_model="numpy")
def last_grouping(training: Training, a: int, start: int, stop: int) -> int:
    """
    The index of the last of all groupings of the values present.

    >>> from dtref.engine.coding import example
    >>> int(last_grouping(example(), 0, 0, 2))
    0
    """
    present = 1
    for i in range(start, stop - 1):
        present += training.keys[a, i] != training.keys[a, i + 1]
    return (1 << (present - 1)) - 2


@njit(cache=True, error_model="numpy")
def part(keys: Ints, entries: Ints, bits: int, scratch: Scratch, children: Ints, start: int, stop: int) -> None:
    """
    The records of a node in one attribute's list, in ranges by branch; within a branch in the order that they had.

    >>> from dtref.engine.coding import scratch_for
    >>> scratch, keys, entries = scratch_for(3, 2, 4), np.array([4, 5, 6]), np.array([0, 1, 2])
    >>> scratch.sides[:] = [0, 1, 0]
    >>> part(keys, entries, 0, scratch, np.array([[0, 2], [2, 3]]), 0, 3)
    >>> keys.tolist(), entries.tolist()
    ([4, 6, 5], [0, 2, 1])
    """
    sides, spare_keys, spare_entries = scratch.sides, scratch.keys, scratch.entries
    if len(children) == 2:
        kept, moved = start, 0
        for i in range(start, stop):  # without a jump: what is written too early is written over
            key, entry = keys[i], entries[i]
            side = sides[entry >> bits]
            keys[kept], entries[kept] = key, entry
            spare_keys[moved], spare_entries[moved] = key, entry
            kept += 1 - side
            moved += side
        for i in range(moved):
            keys[kept + i], entries[kept + i] = spare_keys[i], spare_entries[i]
        return
    for i in range(start, stop):
        spare_keys[i - start], spare_entries[i - start] = keys[i], entries[i]
    at = children[:, START].copy()
    for i in range(stop - start):
        key, entry = spare_keys[i], spare_entries[i]
        side = sides[entry >> bits]
        to = at[side]
        keys[to], entries[to] = key, entry
        at[side] = to + 1
