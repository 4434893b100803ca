"""Which contenders are the optima: those that are certainly alike, or of which integers say so; else the node has to wait."""

from __future__ import annotations

import numpy as np

from dtref.engines.compiled.kernels.candidates import counted_weight, has_shares_of
from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.layout import (
    ATTRIBUTE,
    CONTENDERS,
    CUTS,
    FIRST,
    GINI,
    LOWER,
    MULTIWAY,
    OPTIMA,
    START,
    STOP,
    TIED,
    VARIANCE,
    WAITING,
    Ints,
    Nodes,
    Rules,
    Scratch,
    Training,
)
from dtref.engines.compiled.kernels.partition import assign

SMALL = 2**16
"""Below so many records at a node its contenders by Gini are compared in integers of 64 bits."""


@kernel
def settle_ties(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, t: int, found: int) -> None:
    """
    The contenders become the optima, where they are alike; else the node waits to be decided exactly (TIED is negative).

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> from dtref.engines.compiled.kernels.nodes import contenders
    >>> training, nodes, scratch = example(), nodes_for(np.array([1, 1]), 2), scratch_for(2, 2, 4)
    >>> settle_ties(training, RULES, nodes, scratch, 0, contenders(training, RULES, nodes, scratch, 0))
    >>> nodes.table[0, TIED], nodes.optima[0].tolist()
    (np.int64(1), [0, 0, 1])
    """
    if found == 0:
        return
    nodes.state[CONTENDERS] += found
    decided = found == 1 or alike(training, rules, nodes, scratch, t, found)
    if not decided and rules.criterion == GINI and all_binary(training, scratch, found) and counted_weight(GINI, nodes.counts[t]) < SMALL:
        found, decided = exact_gini(scratch, nodes.counts[t], found), True
    if decided and rules.improve and has_shares_of(scratch.lefts[0], nodes.counts[t]):
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


@kernel
def alike(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, t: int, found: int) -> bool:
    """
    Whether all contenders certainly have one value: their sides have the same counts, up to the order of sides and of classes in each
    (every criterion here is symmetric in both), or the same records.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
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


@kernel
def all_binary(training: Training, scratch: Scratch, found: int) -> bool:
    """
    Whether all contenders have two branches.

    >>> from dtref.engines.compiled.encoding import example, scratch_for
    >>> all_binary(example(), scratch_for(2, 2, 4), 0)
    True
    """
    for i in range(found):
        if training.offers[scratch.contenders[i, ATTRIBUTE]] == MULTIWAY:
            return False
    return True


@kernel
def exact_gini(scratch: Scratch, node: Ints, found: int) -> int:
    """
    The contenders that are best by Gini are moved to the front; how many they are. Decided in integers, at a node of n < 2^16.

    Formula: sum_i A_i/n_i = (A_1 n_2 + A_2 n_1) / (n_1 n_2), whose numerator is below n^3 and denominator below n^2. Two such fractions are
    compared by their whole parts, then by cross products of what remains, which are below n^4 < 2^64 / 16.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import scratch_for
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
            n_1j, n_2j = scratch.lefts[i, j], node[j] - scratch.lefts[i, j]
            n_1, n_2, a_1, a_2 = n_1 + n_1j, n_2 + n_2j, a_1 + n_1j * n_1j, a_2 + n_2j * n_2j
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


@kernel
def sides_of(left: Ints, node: Ints, by_class: bool, sides: Ints) -> None:
    """
    The counts of both sides are put into two rows; by class: each row sorted.

    >>> import numpy as np
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


@kernel
def same(sides: Ints, a: int, others: Ints, b: int) -> bool:
    """
    Whether row a of one table is row b of another.

    >>> import numpy as np
    >>> same(np.array([[1, 2]]), 0, np.array([[0, 0], [1, 2]]), 1)
    True
    """
    for j in range(sides.shape[1]):
        if sides[a, j] != others[b, j]:
            return False
    return True


@kernel
def same_partition(training: Training, nodes: Nodes, scratch: Scratch, t: int, i: int) -> bool:
    """
    Whether contender i splits the records of a node as contender 0 does, whichever side is the left one.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import example, nodes_for, scratch_for
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
