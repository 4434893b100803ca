"""
The candidates of a node that may be best: every one whose score, plus its bound, reaches the greatest score less its bound.

Each function looks at one attribute at one node, and returns how many contenders there are now and the floor: the greatest score less
its bound. The number is -1 where there is no room for them, -2 past the limit of groupings. What an attribute offers is defined
in `dtref.spec.split.candidates`.
"""

from __future__ import annotations

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.layout import (
    ATTRIBUTE,
    CUTS,
    EVERY,
    GAIN,
    GAIN_RATIO,
    GINI,
    LOWER,
    UPPER,
    VARIANCE,
    Ints,
    Rules,
    Scratch,
    Training,
)
from dtref.engines.compiled.kernels.scores import entropy_of, gini_score, logs, of_table, variance_score

FULL, TOO_MANY = -1, -2


@kernel
def count_entry(bits: int, weights: Ints, amounts: Ints, entry: int, into: Ints) -> int:
    """
    The record of an entry is counted in a row of counts; its weight is returned.

    >>> import numpy as np
    >>> none, row = np.zeros(0, np.int64), np.zeros(2, np.int64)
    >>> count_entry(1, none, none, 7 << 1 | 1, row), row.tolist()
    (1, [0, 1])
    """
    weight = weights[entry >> bits] if len(weights) else 1
    if len(amounts):
        into[0] += weight
        into[1] += amounts[entry]
    else:
        into[entry & ((1 << bits) - 1)] += weight
    return weight


@kernel
def counted_weight(criterion: int, counts: Ints) -> int:
    """
    The weight of the records that are counted.

    >>> import numpy as np
    >>> int(counted_weight(GINI, np.array([2, 3])))
    5
    """
    total = 0
    for n in counts:
        total += n
    return counts[0] if criterion == VARIANCE else total


@kernel
def contend(
    scratch: Scratch, found: int, floor: float, score: float, bound: float, what: tuple[int, int, int], left: Ints
) -> tuple[int, float]:
    """
    A candidate becomes a contender, if it may be best; where there is no room, those that have fallen below the floor make some.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import scratch_for
    >>> contend(scratch_for(1, 2, 1), 0, 0.5, 1.0, 0.125, (0, 0, 1), np.array([1, 1]))
    (1, 0.875)
    """
    high = score + bound
    if high < floor:
        return found, floor
    floor = max(floor, score - bound)
    if found == len(scratch.contenders):
        found = keep_best(scratch, found, floor)
        if 2 * found > len(scratch.contenders):
            return FULL, floor
    scratch.contenders[found, ATTRIBUTE] = what[0]
    scratch.contenders[found, LOWER] = what[1]
    scratch.contenders[found, UPPER] = what[2]
    scratch.highs[found] = high
    for j in range(len(left)):
        scratch.lefts[found, j] = left[j]
    return found + 1, floor


@kernel
def keep_best(scratch: Scratch, found: int, floor: float) -> int:
    """
    The contenders that have not fallen below the floor are moved to the front; how many they are.

    >>> from dtref.engines.compiled.encoding import scratch_for
    >>> keep_best(scratch_for(1, 2, 1), 0, 0.0)
    0
    """
    contenders, highs, lefts, kept = scratch.contenders, scratch.highs, scratch.lefts, 0
    for i in range(found):
        if highs[i] >= floor:
            highs[kept] = highs[i]
            for j in range(3):
                contenders[kept, j] = contenders[i, j]
            for j in range(lefts.shape[1]):
                lefts[kept, j] = lefts[i, j]
            kept += 1
    return kept


@kernel
def cuts(
    training: Training, rules: Rules, scratch: Scratch, first: int, start: int, stop: int, node: Ints, found: int, floor: float
) -> tuple[int, int, float]:
    """
    The cuts between neighbouring present values, of an attribute and of those after it that offer cuts, too: one scan of each from low to
    high, counting what is on the left. Returned before the rest: the attribute where it ends.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, scratch_for
    >>> cuts(example(), RULES, scratch_for(2, 2, 4), 0, 0, 2, np.array([1, 1]), 0, 0.0)[:2]
    (1, 1)
    """
    keys, entries, bits, weights, amounts = training.keys, training.entries, training.bits, training.weights, training.amounts
    criterion, slack, table, left, offers = rules.criterion, rules.slack, training.xlogx, scratch.left, training.offers
    n = counted_weight(criterion, node)
    whole, apart = entropy_of(node, n, table) if criterion in (GAIN, GAIN_RATIO) else (0.0, 0.0)
    a = first
    while a < len(keys) and offers[a] == CUTS and found >= 0:
        if keys[a, start] == keys[a, stop - 1]:
            a += 1
            continue
        n_left = 0
        for j in range(len(left)):
            left[j] = 0
        for i in range(start, stop - 1):
            n_left += count_entry(bits, weights, amounts, entries[a, i], left)
            if keys[a, i] == keys[a, i + 1]:
                continue
            if criterion == GINI:
                score, bound = gini_score(left, node, n_left, n)
            elif criterion == VARIANCE:
                score, bound = variance_score(left, node, n_left, n, slack)
            else:
                score, bound = logs(criterion == GAIN_RATIO, left, node, n_left, n, table, whole, apart)
            if score + bound >= floor:
                found, floor = contend(scratch, found, floor, score, bound, (a, keys[a, i], keys[a, i + 1]), left)
                if found < 0:
                    break
        a += 1
    return a, found, floor


@kernel
def _count_table(training: Training, a: int, start: int, stop: int, classes: int) -> Ints:
    """
    The counts of each present value, in order.

    >>> from dtref.engines.compiled.encoding import example
    >>> _count_table(example(), 0, 0, 2, 2).tolist()
    [[1, 0], [0, 1]]
    """
    keys, entries, bits, weights, amounts = training.keys[a], training.entries[a], training.bits, training.weights, training.amounts
    present = 1
    for i in range(start, stop - 1):
        present += keys[i] != keys[i + 1]
    table, v = np.zeros((present, classes), np.int64), 0
    for i in range(start, stop):
        v += i > start and keys[i] != keys[i - 1]
        count_entry(bits, weights, amounts, entries[i], table[v])
    return table


@kernel
def has_shares_of(row: Ints, node: Ints) -> bool:
    """
    Whether counts have the shares of the node (the means, of a continuous target): a split into such children gains exactly 0.

    >>> import numpy as np
    >>> bool(has_shares_of(np.array([1, 2]), np.array([2, 4])))
    True
    """
    for j in range(len(node)):
        for i in range(j):
            if row[i] * node[j] != row[j] * node[i]:
                return False
    return True


@kernel
def try_groupings(
    training: Training, rules: Rules, scratch: Scratch, a: int, start: int, stop: int, node: Ints, found: int, floor: float
) -> tuple[int, float]:
    """
    The groupings of the present values, by index; with the shortcuts of `dtref.spec.split.candidates.SubsetSplits` where they hold.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, scratch_for
    >>> try_groupings(example(), RULES, scratch_for(2, 2, 4), 0, 0, 2, np.array([1, 1]), 0, 0.0)[0]
    1
    """
    table = _count_table(training, a, start, stop, len(node))
    every = (1 << (len(table) - 1)) - 1
    indices: Ints = np.zeros(0, np.int64)
    if rules.shortcuts and every > max(rules.written_out, 1):
        alike, classes = True, 0
        for v in range(len(table)):
            alike = alike and has_shares_of(table[v], node)
        for n_j in node:
            classes += n_j > 0
        if alike:
            indices = np.full(1, EVERY)
        elif rules.criterion == VARIANCE or classes == 2:
            indices = prefixes(table, node, rules.criterion)
    if len(indices) == 0 and every > rules.limit:
        return TOO_MANY, floor
    sides = np.empty((2, len(node)), np.int64)
    n = counted_weight(rules.criterion, node)
    few = len(indices) > 0
    for i in range(len(indices) if few else every):
        index = indices[i] if few else i
        for j in range(len(node)):
            sides[0, j] = table[0, j]
            for v in range(1, len(table)):
                sides[0, j] += table[v, j] if index != EVERY and index >> (v - 1) & 1 else 0
            sides[1, j] = node[j] - sides[0, j]
        score, bound = of_table(rules.criterion, sides, node, n, rules.slack, training.xlogx)
        found, floor = contend(scratch, found, floor, score, bound, (a, index, 0), sides[0])
        if found < 0:
            break
    return found, floor


@kernel
def prefixes(table: Ints, node: Ints, criterion: int) -> Ints:
    """
    The indices of the groupings that part the values in order of their share of the first class present (of their mean), ascending.

    >>> import numpy as np
    >>> prefixes(np.array([[2, 1], [0, 1], [1, 1]]), np.array([3, 3]), GINI).tolist()
    [0, 2]
    """
    k, first = len(table), 1
    if criterion != VARIANCE:
        first = 0
        while node[first] == 0:
            first += 1
    order = np.arange(k)
    for i in range(1, k):  # insertion, by exact comparison of fractions
        v, j = order[i], i
        while j > 0 and below(table[v], table[order[j - 1]], first, criterion):
            order[j] = order[j - 1]
            j -= 1
        order[j] = v
    indices, parts, left = np.empty(k, np.int64), 0, 0
    for i in range(k - 1):
        left |= 1 << order[i]
        if below(table[order[i]], table[order[i + 1]], first, criterion):
            index, j = (left if left & 1 else ((1 << k) - 1) ^ left) >> 1, parts
            while j > 0 and indices[j - 1] > index:
                indices[j] = indices[j - 1]
                j -= 1
            indices[j] = index
            parts += 1
    return indices[:parts]


@kernel
def below(row: Ints, other: Ints, first: int, criterion: int) -> bool:
    """
    Whether one share (one mean) is below another.

    >>> import numpy as np
    >>> bool(below(np.array([1, 2]), np.array([1, 1]), 0, GINI))
    True
    """
    return bool(row[first] * counted_weight(criterion, other) < other[first] * counted_weight(criterion, row))


@kernel
def multiway(
    training: Training, rules: Rules, scratch: Scratch, a: int, start: int, stop: int, node: Ints, found: int, floor: float
) -> tuple[int, float]:
    """
    One branch for each present value.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, scratch_for
    >>> multiway(example(), RULES, scratch_for(2, 2, 4), 0, 0, 2, np.array([1, 1]), 0, 0.0)[0]
    1
    """
    table = _count_table(training, a, start, stop, len(node))
    score, bound = of_table(rules.criterion, table, node, counted_weight(rules.criterion, node), rules.slack, training.xlogx)
    return contend(scratch, found, floor, score, bound, (a, 0, 0), table[0])
