"""
Surrogates of a node that asks a test with two branches, learned from cuts of records that are there in full, in integers.

As in `dtref.spec.growing.surrogates`: n records that know both answers (or the primary's), m in the heavier branch, r guessed right by a
cut; the association is (r - m)/(n - m). All are whole numbers below 2^31, so that two are compared by their cross products. Of what is as
good the first tie rule takes the first, in column order, the last the last.
"""

from __future__ import annotations

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.gap_layout import (
    COLUMN,
    LEFT_BRANCH,
    LEVEL,
    LIST,
    LOWER_CODE,
    PLACED,
    RIGHT_BRANCH,
    SIZE,
    UPPER_CODE,
    GapNodes,
    GapRules,
    GapScratch,
    GapTraining,
)
from dtref.engines.compiled.kernels.layout import Ints


@kernel
def best_cut(
    training: GapTraining, rules: GapRules, scratch: GapScratch, records: Ints, a: int, primary: tuple[int, int]
) -> tuple[int, int, int, int, int, int]:
    """
    The surrogate cut of an attribute: r - m and n - m (0 where none is better than the majority), its codes, the branches that its sides
    stand for. records: the node's list. primary: the weights of the branches, among all records that know the answer.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> scratch.sides[:] = [1, 0]
    >>> [int(x) for x in best_cut(training, rules, scratch, scratch.lists[0, 0, :2], 0, (1, 1))]
    [1, 1, 0, 1, 1, 0]
    """
    codes, sides, weights = training.codes[a], scratch.sides, training.weights
    total = np.zeros(2, np.int64)
    for r in records:
        if codes[r] < 0:
            break
        if sides[r] >= 0:
            total[sides[r]] += np.int64(weights[r])
    left, best, lower, upper, stands_left, stands_right, before = np.zeros(2, np.int64), 0, 0, 0, 0, 0, -1
    for r in records:
        if codes[r] < 0:
            break
        if sides[r] < 0:
            continue
        if before >= 0 and codes[r] != before:
            right_0, right_1 = total[0] - left[0], total[1] - left[1]
            agreed = max(left[0], left[1]) + max(right_0, right_1)
            if agreed > best or (rules.last and agreed == best):
                best, lower, upper = agreed, before, codes[r]
                # Of branches that most take equally the first, or the last.
                stands_left = 1 if left[1] > left[0] or (rules.last and left[1] == left[0]) else 0
                stands_right = 1 if right_1 > right_0 or (rules.last and right_1 == right_0) else 0
        left[sides[r]] += np.int64(weights[r])
        before = codes[r]
    if rules.of_all:
        n, m = primary[0] + primary[1], max(primary[0], primary[1])
    else:
        n, m = total[0] + total[1], max(total[0], total[1])
    return max(best - m, 0), n - m, lower, upper, stands_left, stands_right


@kernel
def learn(
    training: GapTraining, rules: GapRules, nodes: GapNodes, scratch: GapScratch, t: int, asked: int, primary: tuple[int, int]
) -> int:
    """
    Writes the surrogates of a node, in order, and returns their number. asked: the attribute of the node's own test.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> learn(training, rules, nodes, scratch, 0, 0, (1, 1))
    0
    """
    start, lists, n_kept = nodes.table[t, LIST], nodes.table[t, LEVEL] & 1, 0
    values = np.zeros((len(scratch.surrogates), 2), np.int64)
    for a in range(len(training.codes)):
        if a == asked:
            continue
        records = scratch.lists[lists, a, start : start + nodes.table[t, SIZE]]
        above, of, lower, upper, stands_left, stands_right = best_cut(training, rules, scratch, records, a, primary)
        if above == 0 or of == 0:
            continue
        # Its place: after those that are better, and those as good, of which the last tie rule takes later columns first.
        place = n_kept
        while place > 0:
            mine, other = above * values[place - 1, 1], values[place - 1, 0] * of
            if mine < other or (mine == other and not rules.last):
                break
            for j in range(6):
                scratch.surrogates[place, j] = scratch.surrogates[place - 1, j]
            values[place, 0], values[place, 1] = values[place - 1, 0], values[place - 1, 1]
            place -= 1
        row = scratch.surrogates[place]
        row[COLUMN], row[LOWER_CODE], row[UPPER_CODE] = a, lower, upper
        row[PLACED], row[LEFT_BRANCH], row[RIGHT_BRANCH] = -1, stands_left, stands_right
        values[place, 0], values[place, 1] = above, of
        n_kept += 1
    return min(n_kept, rules.most)


@kernel
def follow(training: GapTraining, scratch: GapScratch, n_surrogates: int, r: int) -> int:
    """
    The branch that the surrogates choose for a record; -1 where it answers none, -2 where a cut must be placed first.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> follow(training, scratch, 0, 0)
    -1
    """
    for i in range(n_surrogates):
        row = scratch.surrogates[i]
        v = training.codes[row[COLUMN], r]
        if v < 0:
            continue
        if v <= row[LOWER_CODE]:
            return int(row[LEFT_BRANCH])
        if v >= row[UPPER_CODE]:
            return int(row[RIGHT_BRANCH])
        if row[PLACED] < 0:
            return -2
        return int(row[LEFT_BRANCH] if v <= row[PLACED] else row[RIGHT_BRANCH])
    return -1
