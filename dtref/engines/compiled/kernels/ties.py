"""Decides which contenders tie for best; where doubles and 64-bit integers can't tell, marks the node for an exact decision."""

from __future__ import annotations

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.contenders import FULL, TOO_MANY
from dtref.engines.compiled.kernels.counting import counted_weight, has_shares_of
from dtref.engines.compiled.kernels.layout import (
    ATTRIBUTE,
    BEYOND,
    CHI_SQUARE,
    CONTENDERS,
    CUTS,
    DONE,
    FIRST,
    GINI,
    LOWER,
    MISCLASSIFICATION,
    MORE_CONTENDERS,
    MORE_OPTIMA,
    MULTIWAY,
    OPTIMA,
    SEPARATION,
    START,
    STOP,
    TIED,
    TWOING,
    VARIANCE,
    WAITING,
    WIDE_WEIGHTS,
    Ints,
    Nodes,
    Rules,
    Scratch,
    Training,
)
from dtref.engines.compiled.kernels.partition import assign
from dtref.engines.compiled.kernels.values import ENOUGH, TOO_LITTLE, UNSURE, worth
from dtref.engines.compiled.kernels.wide import U
from dtref.exact.definition import defined

SMALL = 2**16
"""The size of a node below which its contenders by Gini are compared in 64-bit integers."""

FITTING = 2.0**62
"""Products whose doubles are below it fit 64-bit integers."""


@kernel
def settle_ties(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, t: int, n_contenders: int) -> int:
    """
    Makes the contenders the optima, where they are certainly equal; else the node waits to be decided exactly (TIED is negative). Returns
    DONE, or the status that says what is missing. n_contenders: their number, or why it isn't known.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> from dtref.engines.compiled.kernels.nodes import contenders
    >>> training, nodes, scratch = example(), nodes_for(np.array([1, 1]), 2), scratch_for(2, 2, 4)
    >>> status = settle_ties(training, RULES, nodes, scratch, 0, contenders(training, RULES, nodes, scratch, 0))
    >>> status == DONE, int(nodes.table[0, TIED]), nodes.optima[0].tolist()
    (True, 1, [0, 0, 1])
    """
    if n_contenders == 0:
        return DONE
    # The arrays are too short, or there are too many groupings.
    if n_contenders == FULL:
        return MORE_CONTENDERS
    if n_contenders == TOO_MANY:
        return BEYOND
    if nodes.state[OPTIMA] + n_contenders > len(nodes.optima) or nodes.state[WAITING] == len(nodes.waiting):
        return MORE_OPTIMA
    nodes.state[CONTENDERS] += n_contenders
    # Equal counts decide; of errors, equal scores, which are exact; of Gini, also integers.
    selecting = nodes.table[t, FIRST] < 0
    decided = not selecting and (
        n_contenders == 1 or rules.criterion == MISCLASSIFICATION or alike(training, rules, nodes, scratch, t, 0, n_contenders)
    )
    if (
        not decided
        and rules.criterion == GINI
        and all_binary(training, scratch, n_contenders)
        and counted_weight(GINI, nodes.counts[t]) < SMALL
    ):
        n_contenders, decided = exact_gini(scratch, nodes.counts[t], n_contenders), True
    # No improvement: a leaf.
    if decided and rules.improve:
        gained = gains(rules, scratch.lefts[0], nodes.counts[t])
        if gained == TOO_LITTLE and all_binary(training, scratch, 1):
            return DONE
        decided = gained == ENOUGH  # where it gains nothing, the first branch doesn't tell of the others
    # Worth too little: a leaf.
    enough = worth(rules, scratch.lows[0], scratch.highs[0], nodes.counts[t], training.xlogx) if decided else UNSURE
    if enough == TOO_LITTLE:
        return DONE
    decided = decided and enough == ENOUGH
    # The contenders as optima, or as candidates that wait.
    first = nodes.state[OPTIMA]
    nodes.table[t, FIRST] = -1 - first if selecting else first
    nodes.table[t, TIED] = n_contenders if decided else -n_contenders
    for i in range(n_contenders):
        for j in range(3):
            nodes.optima[first + i, j] = scratch.contenders[i, j]
    nodes.state[OPTIMA] += n_contenders
    if not decided:
        nodes.waiting[nodes.state[WAITING]] = t
        nodes.state[WAITING] += 1
    return DONE


@kernel
def alike(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, t: int, start: int, stop: int) -> bool:
    """
    Whether the contenders from start up to stop certainly have one value: their sides have the same counts, up to the order of sides (every
    criterion here is symmetric in them) and of classes in each (most are), or the same records.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> scratch = scratch_for(2, 2, 4)
    >>> scratch.lefts[:2] = [[1, 0], [0, 1]]
    >>> alike(example(), RULES, nodes_for(np.array([1, 1]), 2), scratch, 0, 0, 2)
    True
    """
    if not all_binary(training, scratch, stop):
        return False
    node, by_class = nodes.counts[t], rules.criterion % WIDE_WEIGHTS not in (VARIANCE, CHI_SQUARE, TWOING, SEPARATION)
    first, other = np.empty((2, len(node)), np.int64), np.empty((2, len(node)), np.int64)
    sides_of(scratch.lefts[start], node, by_class, first)
    for i in range(start + 1, stop):
        if rules.slack == 0:
            sides_of(scratch.lefts[i], node, by_class, other)
            # One side alone doesn't tell: where classes are in another order, so are those of what is left of the node.
            straight = same(first, 0, other, 0) and same(first, 1, other, 1)
            if not straight and not (same(first, 0, other, 1) and same(first, 1, other, 0)):
                return False
        elif not same_partition(training, nodes, scratch, t, start, i):
            return False
    return True


@kernel
def gains(rules: Rules, left: Ints, node: Ints) -> int:
    """
    Whether a test with two branches, of which one has these counts, has a value above 0.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES
    >>> left, node = np.array([2, 0]), np.array([4, 1])
    >>> [int(gains(RULES._replace(criterion=criterion), left, node)) for criterion in (GINI, MISCLASSIFICATION)] == [ENOUGH, TOO_LITTLE]
    True
    """
    if rules.criterion == VARIANCE:
        return moves_the_mean(left, node, rules.slack)
    if rules.criterion != MISCLASSIFICATION:
        return TOO_LITTLE if has_shares_of(left, node) else ENOUGH
    largest = largest_left = largest_right = 0
    for j in range(len(node)):
        largest, largest_left = max(largest, node[j]), max(largest_left, left[j])
        largest_right = max(largest_right, node[j] - left[j])
    return TOO_LITTLE if largest == largest_left + largest_right else ENOUGH


@kernel
@defined(formula="S_1/n_1 != S/n, as S_1 n != S n_1")
def moves_the_mean(left: Ints, node: Ints, slack: float) -> int:
    """
    Whether one of two branches has another mean than the node, which is when the variance is reduced.

    In integers where the products fit them and sums are exact. In doubles each product is off by 3u of itself, their difference by u more;
    sums by the slack, per unit of weight.

    >>> import numpy as np
    >>> node = np.array([4, 8])
    >>> [int(moves_the_mean(np.array([2, s]), node, 0.0)) for s in (4, 5)] == [TOO_LITTLE, ENOUGH]
    True
    >>> [int(moves_the_mean(np.array([2, s]), node, 0.25)) for s in (4, 5, 7)] == [UNSURE, UNSURE, ENOUGH]
    True
    """
    a, b = float(left[1]) * float(node[0]), float(node[1]) * float(left[0])
    blur = 2 * slack * float(left[0]) * float(node[0])
    if abs(a - b) > 8 * U * (abs(a) + abs(b)) + blur * (1 + 2.0**-20):
        return ENOUGH
    if slack > 0.0 or max(abs(a), abs(b)) >= FITTING:
        return UNSURE
    return ENOUGH if left[1] * node[0] != node[1] * left[0] else TOO_LITTLE


@kernel
def all_binary(training: Training, scratch: Scratch, n_contenders: int) -> bool:
    """
    Whether all contenders have two branches.

    >>> from dtref.engines.compiled.encoding import example, scratch_for
    >>> all_binary(example(), scratch_for(2, 2, 4), 0)
    True
    """
    for i in range(n_contenders):
        if training.offers[scratch.contenders[i, ATTRIBUTE]] == MULTIWAY:
            return False
    return True


@kernel
@defined(formula="sum_i A_i/n_i = (A_1 n_2 + A_2 n_1) / (n_1 n_2), whose numerator is below n^3 and denominator below n^2")
def exact_gini(scratch: Scratch, node: Ints, n_contenders: int) -> int:
    """
    Moves the contenders that are best by Gini to the front, and returns their number. Decided in integers, at a node of n < 2^16.

    Two such fractions are compared by their whole parts, then by cross products of what remains, which are below n^4 < 2^64 / 16.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import scratch_for
    >>> scratch = scratch_for(4, 2, 4)
    >>> scratch.lefts[:2], scratch.contenders[:2], scratch.highs[:2] = [[2, 1], [2, 0]], [[0, 0, 1], [1, 0, 1]], 9.0
    >>> exact_gini(scratch, np.array([2, 2]), 2), scratch.contenders[0].tolist()
    (1, [1, 0, 1])
    """
    best_part = best_rest = best_denominator = np.int64(0)
    n_best = 0
    for i in range(n_contenders):
        n_1 = n_2 = a_1 = a_2 = np.int64(0)
        for j in range(len(node)):
            n_1j, n_2j = scratch.lefts[i, j], node[j] - scratch.lefts[i, j]
            n_1, n_2, a_1, a_2 = n_1 + n_1j, n_2 + n_2j, a_1 + n_1j * n_1j, a_2 + n_2j * n_2j
        # Compare with the best so far: whole parts, then cross products of the rest.
        denominator = n_1 * n_2
        part, rest_of_it = divmod(a_1 * n_2 + a_2 * n_1, denominator)
        if n_best > 0 and (part < best_part or (part == best_part and rest_of_it * best_denominator < best_rest * denominator)):
            continue
        if n_best == 0 or part > best_part or rest_of_it * best_denominator > best_rest * denominator:
            best_part, best_rest, best_denominator, n_best = part, rest_of_it, denominator, 0
        for j in range(3):
            scratch.contenders[n_best, j] = scratch.contenders[i, j]
        for j in range(len(node)):
            scratch.lefts[n_best, j] = scratch.lefts[i, j]
        n_best += 1
    return n_best


@kernel
def sides_of(left: Ints, node: Ints, by_class: bool, sides: Ints) -> None:
    """
    Writes the counts of both sides into two rows. by_class: each row is sorted.

    >>> import numpy as np
    >>> sides = np.zeros((2, 2), np.int64)
    >>> sides_of(np.array([2, 0]), np.array([2, 1]), True, sides)
    >>> sides.tolist()
    [[0, 2], [0, 1]]
    """
    for side in range(2):
        for j in range(len(node)):
            n, place = node[j] - left[j] if side else left[j], j
            while by_class and place > 0 and sides[side, place - 1] > n:
                sides[side, place] = sides[side, place - 1]
                place -= 1
            sides[side, place] = n


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
def same_partition(training: Training, nodes: Nodes, scratch: Scratch, t: int, first: int, i: int) -> bool:
    """
    Whether contender i splits the records of a node as the first does, whichever side is the left one.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import example, nodes_for, scratch_for
    >>> scratch = scratch_for(2, 2, 4)
    >>> scratch.contenders[:2] = [[0, 0, 1], [0, 0, 1]]
    >>> same_partition(example(), nodes_for(np.array([1, 1]), 2), scratch, 0, 0, 1)
    True
    """
    start, stop, a = nodes.table[t, START], nodes.table[t, STOP], scratch.contenders[i, ATTRIBUTE]
    if training.offers[a] != CUTS:
        return False
    assign(training, scratch.sides, start, stop, scratch.contenders[first, ATTRIBUTE], scratch.contenders[first, LOWER])
    keys, entries, sides, bits = training.keys[a], training.entries[a], scratch.sides, training.bits
    side = sides[entries[start] >> bits]
    for position in range(start, stop):
        if (keys[position] <= scratch.contenders[i, LOWER]) != (sides[entries[position] >> bits] == side):
            return False
    return True
