"""
Surrogates of a node that asks a test with two branches, learned from cuts of records that are there in full, in integers.

As in `dtref.spec.growing.surrogates`: n records that know both answers (or the primary's), m in the heavier branch, r guessed right by a
cut; the association is (r - m)/(n - m), the share guessed right r/n. All are whole numbers below 2^31, so that two are compared by their
cross products. Of what is as good the first tie rule takes the first, in column order, the last the last. rpart's own rules differ in which
cuts compete, by what they are ordered, and which are kept (`dtref.spec.growing.rpart_surrogates`).
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
    START,
    STOP,
    UPPER_CODE,
    GapNodes,
    GapRules,
    GapScratch,
    GapTraining,
)
from dtref.engines.compiled.kernels.layout import Ints


@kernel
def best_cut(
    training: GapTraining, rules: GapRules, scratch: GapScratch, records: Ints, a: int, primary: tuple[int, int, int]
) -> tuple[int, int, int, int, int, int]:
    """
    The surrogate cut of an attribute: the two numbers whose quotient is its rank (0 and 0 where none is better than the majority), its
    codes, the branches that its sides stand for. records: the node's list. primary: of all records that know the answer the weights of the
    branches, and their number.

    A record votes for the second branch by its weight, or for the first, below 0. With d and e the votes left and right of a cut, of n,
    r = (n + |d| + |e|)/2 are guessed right.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> scratch.votes[:] = [1, -1]
    >>> [int(x) for x in best_cut(training, rules, scratch, scratch.lists[0, 0, :2], 0, (1, 1, 2))]
    [1, 1, 0, 1, 1, 0]
    """
    codes, votes, least, stop = training.codes[a], scratch.votes, rules.side_rows, len(records)
    # The records that know both answers: without those that miss this value.
    n_0, n_1, rows = primary
    while stop > 0 and codes[records[stop - 1]] < 0:
        stop -= 1
        vote = votes[records[stop]]
        n_0, n_1, rows = n_0 + min(vote, 0), n_1 - max(vote, 0), rows - (vote != 0)
    total, left, rows_left, best, lower, upper, at_best, before = n_1 - n_0, 0, 0, -1, 0, 0, 0, -1
    for i in range(stop):
        code, vote = codes[records[i]], votes[records[i]]
        if vote == 0 and least == 0:
            continue
        if code != before:
            value = abs(left) + abs(total - left)
            if (value > best or (rules.last and value == best)) and before >= 0 and rows_left >= least and rows - rows_left >= least:
                best, lower, upper, at_best = value, before, code, left
            before = code
        left += vote
        rows_left += vote != 0
    n, m, right = n_0 + n_1, max(n_0, n_1), (n_0 + n_1 + best) // 2
    if rules.of_all:
        n, m = primary[0] + primary[1], max(primary[0], primary[1])
    # Of branches that most take equally the first, or the last.
    stands_left = 1 if at_best > 0 or (rules.last and at_best == 0) else 0
    stands_right = 1 if total > at_best or (rules.last and total == at_best) else 0
    if best < 0 or right <= m or n == m:
        return 0, 0, lower, upper, stands_left, stands_right
    if rules.by_share:
        return right, n_0 + n_1, lower, upper, stands_left, stands_right
    return right - m, n - m, lower, upper, stands_left, stands_right


@kernel
def is_better(ranks: Ints, i: int, above: int, of: int) -> bool:
    """
    Whether a quotient of two numbers is greater than another, which stands in a table.

    >>> is_better(np.array([[1, 2]]), 0, 2, 3), is_better(np.array([[1, 2]]), 0, 2, 4)
    (True, False)
    """
    return bool(above * ranks[i, 1] > ranks[i, 0] * of)


@kernel
def place_of(rules: GapRules, ranks: Ints, n_kept: int, above: int, of: int) -> tuple[int, int]:
    """
    The place of a surrogate in a list, and how many of the list stay before it comes in; place -1 where it doesn't. Its rank: a quotient.

    It comes after those that are better, and those as good, of which the last tie rule takes later columns first. rpart's list of two that
    is full loses both to one that is better than the first (`dtref.spec.growing.rpart_surrogates.listed_by_rpart`).

    >>> ranks = np.array([[1, 2], [1, 3]])
    >>> [place_of(GapRules(0, 2, 0, most=2, in_pairs=True), ranks, 2, 1, of) for of in (1, 2, 4)]
    [(0, 0), (1, 1), (-1, 2)]
    >>> [place_of(GapRules(0, 2, 0, most=2), ranks, 2, 1, of) for of in (1, 2, 4)]
    [(0, 2), (1, 2), (2, 2)]
    """
    if rules.in_pairs and n_kept == 2:
        if is_better(ranks, 0, above, of):
            return 0, 0
        return (1, 1) if is_better(ranks, 1, above, of) else (-1, 2)
    place = n_kept
    while place > 0:
        as_good = above * ranks[place - 1, 1] == ranks[place - 1, 0] * of
        if not is_better(ranks, place - 1, above, of) and not (as_good and rules.last and not rules.in_pairs):
            break
        place -= 1
    return place, n_kept


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
    start, lists, n_kept, rows, every_row = nodes.table[t, LIST], nodes.table[t, LEVEL] & 1, 0, 0, nodes.rows
    # How much each record says for the second branch, or against it; 0 where it misses the answer.
    for i in range(nodes.table[t, START], nodes.table[t, STOP]):
        r = every_row[i, 0]
        side = scratch.sides[r]
        scratch.votes[r] = 0 if side < 0 else np.int64(training.weights[r]) * (2 * side - 1)
        rows += side >= 0
    ranks = np.zeros((len(scratch.surrogates), 2), np.int64)
    for a in range(len(training.codes) if rules.most > 0 else 0):
        if a == asked:
            continue
        records = scratch.lists[lists, a, start : start + nodes.table[t, SIZE]]
        above, of, lower, upper, stands_left, stands_right = best_cut(training, rules, scratch, records, a, (primary[0], primary[1], rows))
        if above == 0 or of == 0:
            continue
        place, n_kept = place_of(rules, ranks, n_kept, above, of)
        if place < 0:
            continue
        for i in range(n_kept, place, -1):
            for j in range(6):
                scratch.surrogates[i, j] = scratch.surrogates[i - 1, j]
            ranks[i, 0], ranks[i, 1] = ranks[i - 1, 0], ranks[i - 1, 1]
        row = scratch.surrogates[place]
        row[COLUMN], row[LOWER_CODE], row[UPPER_CODE] = a, lower, upper
        row[PLACED], row[LEFT_BRANCH], row[RIGHT_BRANCH] = -1, stands_left, stands_right
        ranks[place, 0], ranks[place, 1] = above, of
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
