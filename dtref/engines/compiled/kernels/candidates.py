"""
The contenders of a node, which are the candidates that may be best: score plus bound reaches the floor, the greatest score less bound.

Each function examines one attribute at one node, and returns the number of contenders so far and the floor. The number is -1 where the
arrays are too short for them, -2 past the limit of groupings. The candidates of an attribute are defined in
`dtref.spec.split.candidates`.
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
    Adds the record of an entry to a row of counts, and returns its weight.

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
    The weight of the records in a row of counts.

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
    scratch: Scratch, n_contenders: int, floor: float, score: float, bound: float, candidate: tuple[int, int, int], left: Ints
) -> tuple[int, float]:
    """
    Makes a candidate a contender, if it may be best; where the arrays are full, drops contenders that have fallen below the floor.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import scratch_for
    >>> contend(scratch_for(1, 2, 1), 0, 0.5, 1.0, 0.125, (0, 0, 1), np.array([1, 1]))
    (1, 0.875)
    """
    high = score + bound
    if high < floor:
        return n_contenders, floor
    floor = max(floor, score - bound)
    if n_contenders == len(scratch.contenders):
        n_contenders = keep_best(scratch, n_contenders, floor)
        if 2 * n_contenders > len(scratch.contenders):
            return FULL, floor
    scratch.contenders[n_contenders, ATTRIBUTE] = candidate[0]
    scratch.contenders[n_contenders, LOWER] = candidate[1]
    scratch.contenders[n_contenders, UPPER] = candidate[2]
    scratch.highs[n_contenders] = high
    for j in range(len(left)):
        scratch.lefts[n_contenders, j] = left[j]
    return n_contenders + 1, floor


@kernel
def keep_best(scratch: Scratch, n_contenders: int, floor: float) -> int:
    """
    Moves the contenders that have not fallen below the floor to the front, and returns their number.

    >>> from dtref.engines.compiled.encoding import scratch_for
    >>> keep_best(scratch_for(1, 2, 1), 0, 0.0)
    0
    """
    contenders, highs, lefts, kept = scratch.contenders, scratch.highs, scratch.lefts, 0
    for i in range(n_contenders):
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
    training: Training, rules: Rules, scratch: Scratch, first: int, start: int, stop: int, node: Ints, n_contenders: int, floor: float
) -> tuple[int, int, float]:
    """
    Examines the cuts between neighbouring present values, of an attribute and of those after it that offer cuts, too: one scan of each from
    low to high counts the left side. Returns also, first, the attribute after the last one examined.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, scratch_for
    >>> cuts(example(), RULES, scratch_for(2, 2, 4), 0, 0, 2, np.array([1, 1]), 0, 0.0)[:2]
    (1, 1)
    """
    keys, entries, bits, weights, amounts = training.keys, training.entries, training.bits, training.weights, training.amounts
    criterion, slack, table, left, offers = rules.criterion, rules.slack, training.xlogx, scratch.left, training.offers
    n = counted_weight(criterion, node)
    x_n, n_entropy = entropy_of(node, n, table) if criterion in (GAIN, GAIN_RATIO) else (0.0, 0.0)
    a = first
    while a < len(keys) and offers[a] == CUTS and n_contenders >= 0:
        # A single value offers no cut.
        if keys[a, start] == keys[a, stop - 1]:
            a += 1
            continue
        n_left = 0
        for j in range(len(left)):
            left[j] = 0
        for i in range(start, stop - 1):
            n_left += count_entry(bits, weights, amounts, entries[a, i], left)
            # A cut is possible only between different values.
            if keys[a, i] == keys[a, i + 1]:
                continue
            if criterion == GINI:
                score, bound = gini_score(left, node, n_left, n)
            elif criterion == VARIANCE:
                score, bound = variance_score(left, node, n_left, n, slack)
            else:
                score, bound = logs(criterion == GAIN_RATIO, left, node, n_left, n, table, x_n, n_entropy)
            if score + bound >= floor:
                n_contenders, floor = contend(scratch, n_contenders, floor, score, bound, (a, keys[a, i], keys[a, i + 1]), left)
                if n_contenders < 0:
                    break
        a += 1
    return a, n_contenders, floor


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
    training: Training, rules: Rules, scratch: Scratch, a: int, start: int, stop: int, node: Ints, n_contenders: int, floor: float
) -> tuple[int, float]:
    """
    Examines the groupings of the present values, by index, with the shortcuts of `dtref.spec.split.candidates.SubsetSplits`.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, scratch_for
    >>> try_groupings(example(), RULES, scratch_for(2, 2, 4), 0, 0, 2, np.array([1, 1]), 0, 0.0)[0]
    1
    """
    table = _count_table(training, a, start, stop, len(node))
    n_groupings = (1 << (len(table) - 1)) - 1
    indices: Ints = np.zeros(0, np.int64)
    # Of many groupings, only those that can be best: all at once, or the prefixes.
    if rules.shortcuts and n_groupings > max(rules.written_out, 1):
        same_shares, classes = True, 0
        for v in range(len(table)):
            same_shares = same_shares and has_shares_of(table[v], node)
        for n_j in node:
            classes += n_j > 0
        if same_shares:
            indices = np.full(1, EVERY)
        elif rules.criterion == VARIANCE or classes == 2:
            indices = prefixes(table, node, rules.criterion)
    if len(indices) == 0 and n_groupings > rules.limit:
        return TOO_MANY, floor
    # The counts of both sides of each grouping, and its score.
    sides = np.empty((2, len(node)), np.int64)
    n = counted_weight(rules.criterion, node)
    few = len(indices) > 0
    for i in range(len(indices) if few else n_groupings):
        index = indices[i] if few else i
        for j in range(len(node)):
            sides[0, j] = table[0, j]
            for v in range(1, len(table)):
                sides[0, j] += table[v, j] if index != EVERY and index >> (v - 1) & 1 else 0
            sides[1, j] = node[j] - sides[0, j]
        score, bound = of_table(rules.criterion, sides, node, n, rules.slack, training.xlogx)
        n_contenders, floor = contend(scratch, n_contenders, floor, score, bound, (a, index, 0), sides[0])
        if n_contenders < 0:
            break
    return n_contenders, floor


@kernel
def prefixes(table: Ints, node: Ints, criterion: int) -> Ints:
    """
    The indices of the groupings that cut the order of the values by share of the first class present (by mean), ascending.

    >>> import numpy as np
    >>> prefixes(np.array([[2, 1], [0, 1], [1, 1]]), np.array([3, 3]), GINI).tolist()
    [0, 2]
    """
    k, first = len(table), 1
    if criterion != VARIANCE:
        first = 0
        while node[first] == 0:
            first += 1
    # The values, sorted by their shares.
    order = np.arange(k)
    for i in range(1, k):  # insertion, by exact comparison of fractions
        v, j = order[i], i
        while j > 0 and below(table[v], table[order[j - 1]], first, criterion):
            order[j] = order[j - 1]
            j -= 1
        order[j] = v
    # The prefixes of that order, as indices that are kept sorted.
    indices, n_indices, left = np.empty(k, np.int64), 0, 0
    for i in range(k - 1):
        left |= 1 << order[i]
        if below(table[order[i]], table[order[i + 1]], first, criterion):
            index, j = (left if left & 1 else ((1 << k) - 1) ^ left) >> 1, n_indices
            while j > 0 and indices[j - 1] > index:
                indices[j] = indices[j - 1]
                j -= 1
            indices[j] = index
            n_indices += 1
    return indices[:n_indices]


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
    training: Training, rules: Rules, scratch: Scratch, a: int, start: int, stop: int, node: Ints, n_contenders: int, floor: float
) -> tuple[int, float]:
    """
    Examines the split into one branch for each present value.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, scratch_for
    >>> multiway(example(), RULES, scratch_for(2, 2, 4), 0, 0, 2, np.array([1, 1]), 0, 0.0)[0]
    1
    """
    table = _count_table(training, a, start, stop, len(node))
    score, bound = of_table(rules.criterion, table, node, counted_weight(rules.criterion, node), rules.slack, training.xlogx)
    return contend(scratch, n_contenders, floor, score, bound, (a, 0, 0), table[0])
