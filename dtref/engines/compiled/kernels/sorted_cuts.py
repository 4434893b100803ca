"""
Trees of at most two levels of cuts: the least that they are worth, or the cuts of their root after which they are worth at most a limit.

The records stand sorted by each attribute. A cut of the root puts each record on one side; one walk through the records of each attribute
then finds the best cut of both sides at once. Of an interval between two cuts that are known the middle one is looked at next; those that
must be worth more than the limit are left out. What is below the left side of a cut is worth no less than what is below that of a cut
before it, nor less than below that of one after it but for what the records between them are charged at most; so the right side, the other
way round (`dtref.spec.optimal.least` has the proof). Both are of Brita and others 2025 (ConTree: similar splits, depth-two trees), who look
for one best tree; here only what is worth more than the limit is left out, so that of equally good cuts none is lost.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dtref.engines.compiled.kernels.compilation import kept, kernel
from dtref.engines.compiled.kernels.shallow import WORD_BITS, WORST, BitWords
from dtref.engines.compiled.kernels.side_cuts import best_cuts


@kernel
def sort_records(records: BitWords, order: BitWords, codes: BitWords, rows: BitWords, values: BitWords) -> int:
    """
    Writes some records as each attribute sorts them, and their codes. Returns how many they are.

    >>> rows, values = np.empty((1, 3), np.int64), np.empty((1, 3), np.int64)
    >>> sort_records(np.array([0b101]), np.array([[2, 1, 0]]), np.array([[5, 4, 3]]), rows, values), rows[0, :2], values[0, :2]
    (2, array([2, 0]), array([3, 5]))
    """
    m = 0
    for a in range(order.shape[0]):
        m = 0
        for i in range(order.shape[1]):
            r = order[a, i]
            if records[r // WORD_BITS] >> (r % WORD_BITS) & 1:
                rows[a, m], values[a, m] = r, codes[a, r]
                m += 1
    return m


@kernel
def leaves_of_cuts(walks: tuple[BitWords, BitWords, BitWords], m: int, a: int, leaf: int, tables: BitWords) -> int:
    """
    Writes, for as many of an attribute's records as a cut may leave on its left: what the left side is worth as a leaf, and the right; what
    the records on the left are charged at most. Returns the least of two leaves.

    >>> walks, tables = (np.array([[0, 1, 2]]), np.array([[1, 2, 3]]), np.array([[0, 9], [0, 9], [9, 0]])), np.zeros((3, 4), np.int64)
    >>> int(leaves_of_cuts(walks, 3, 0, 1, tables)), tables.tolist()
    (2, [[1, 1, 1, 10], [10, 10, 1, 1], [0, 9, 18, 27]])
    """
    rows, values, prices = walks
    labels = prices.shape[1]
    passed, whole = np.zeros(labels, np.int64), np.zeros(labels, np.int64)
    for i in range(m):
        for label in range(labels):
            whole[label] += prices[rows[a, i], label]
    best, most = WORST, 0
    for k in range(m + 1):
        before, after = passed[0], whole[0] - passed[0]
        for label in range(1, labels):
            before, after = min(before, passed[label]), min(after, whole[label] - passed[label])
        tables[0, k], tables[1, k], tables[2, k] = before + leaf, after + leaf, most
        if 0 < k < m and values[a, k - 1] != values[a, k]:
            best = min(best, before + after + 2 * leaf)
        if k < m:
            greatest = prices[rows[a, k], 0]
            for label in range(labels):
                passed[label] += prices[rows[a, k], label]
                greatest = max(greatest, prices[rows[a, k], label])
            most += greatest
    return int(best)


@kernel
def by_worth(walks: tuple[BitWords, BitWords, BitWords], m: int, leaf: int, tables: BitWords, attributes: BitWords) -> int:
    """
    Writes the attributes, that whose best cut is worth least first, and returns what that is worth. tables: room.

    >>> walks = np.array([[0, 1, 2], [0, 1, 2]]), np.array([[1, 1, 2], [1, 2, 3]]), np.array([[0, 9], [9, 0], [9, 0]])
    >>> attributes = np.zeros(2, np.int64)
    >>> int(by_worth(walks, 3, 1, np.zeros((3, 4), np.int64), attributes)), attributes
    (2, array([1, 0]))
    """
    worth = np.empty(len(attributes), np.int64)
    for a in range(len(attributes)):
        worth[a] = leaves_of_cuts(walks, m, a, leaf, tables)
        i = a
        while i > 0 and worth[attributes[i - 1]] > worth[a]:
            attributes[i] = attributes[i - 1]
            i -= 1
        attributes[i] = a
    return int(worth[attributes[0]])


@kernel
def open_between(
    codes: BitWords, tables: BitWords, known: BitWords, sizes: tuple[int, int, int, int], span: tuple[int, int, int], cuts: BitWords
) -> tuple[int, int]:
    """
    Writes the cuts between two that are known that may be worth no more than a limit, as the number of records on their left. Returns how
    many they are, and what the others are worth at least. known: what the sides of the two are worth. sizes: the records, the levels, the
    fewest records of a branch, a leaf's price. span: the two, and the limit.

    >>> tables = np.array([[1, 1, 10, 10], [10, 10, 1, 1], [0, 9, 18, 27]])
    >>> known, cuts = np.array([[1, 0, 0, 2], [2, 0, 0, 1]]), np.zeros(4, np.int64)
    >>> open_between(np.array([1, 2, 3]), tables, known, (3, 2, 1, 1), (0, 3, 3), cuts), cuts[:2]
    ((2, 1152921504606846976), array([1, 2]))
    """
    m, levels, fewest, leaf = sizes
    start, end, limit = span
    n, above = 0, WORST
    for k in range(max(start + 1, fewest), min(end, m - fewest + 1)):
        if codes[k - 1] == codes[k]:
            continue
        left, right = tables[0, k], tables[1, k]
        if levels == 2:
            left, right = min(left, 2 * leaf), min(right, 2 * leaf)
            if fewest == 1:
                left = max(left, known[0, start], known[0, end] - (tables[2, end] - tables[2, k]))
                right = max(right, known[1, end], known[1, start] - (tables[2, k] - tables[2, start]))
        if left + right > limit:
            above = min(above, left + right)
        else:
            cuts[n] = k
            n += 1
    return n, above


@kernel
def number_of_cut(codes: BitWords, k: int) -> int:
    """
    The number of the cut with so many records on its left among those of an attribute.

    >>> number_of_cut(np.array([1, 1, 2, 3]), 3)
    1
    """
    number = 0
    for i in range(1, k):
        number += int(codes[i - 1] != codes[i])
    return number


@kept
def sorted_cuts(
    sources: str,
) -> Callable[[BitWords, BitWords, BitWords, BitWords, BitWords, tuple[int, int, int, int, int], BitWords, BitWords], int]:
    """
    Writes the cuts of the root after which trees are worth at most a limit, as rows: attribute, number of the cut, code below it, what its
    two sides are worth. Returns how many they are. bound: becomes a number that no other tree is worth less than.

    sizes: the levels, 1 or 2; the fewest records of a branch; a leaf's price; the limit; 1 where only the least worth is asked for. Then no
    cuts are written, and bound becomes the least worth, or a number above the limit that it isn't below. codes: of each attribute, for each
    record. runs: the same, but for those between which no cut need be looked at. order: for each attribute the records, sorted. prices:
    what each record is charged for each label, 0 at least. records: those of the trees.

    >>> codes, prices = np.array([[0, 1, 2, 3]]), np.array([[0, 9], [9, 0], [9, 0], [0, 9]])
    >>> found, bound = np.zeros((3, 5), np.int64), np.zeros(1, np.int64)
    >>> sorted_cuts(codes, codes, codes, prices, np.array([0b1111]), (2, 1, 1, 3, 0), found, bound), found[:2].tolist(), bound.tolist()
    (2, [[0, 2, 2, 2, 1], [0, 0, 0, 1, 2]], [4])
    >>> sorted_cuts(codes, codes, codes, prices, np.array([0b1111]), (2, 1, 1, 99, 1), found, bound), bound.tolist()
    (0, [3])
    """

    def sorted_cuts(
        codes: BitWords,
        runs: BitWords,
        order: BitWords,
        prices: BitWords,
        records: BitWords,
        sizes: tuple[int, int, int, int, int],
        found: BitWords,
        bound: BitWords,
    ) -> int:
        sources  # noqa: B018 - see `kept`
        levels, fewest, leaf, limit, only_least = sizes
        n, labels = prices.shape
        rows, in_runs, values = np.empty_like(order), np.empty_like(order), np.empty_like(order)
        m = sort_records(records, order, runs, rows, in_runs)
        sort_records(records, order, codes, rows, values)
        side, least, sums = np.zeros(n, np.int64), np.zeros(2, np.int64), (np.zeros(2, np.int64), np.zeros((2, labels), np.int64))
        tables, attributes = np.empty((3, n + 1), np.int64), np.empty(len(order), np.int64)
        # the worth of one leaf, and of two; then that of one cut at most
        two = by_worth((rows, values, prices), m, leaf, tables, attributes)
        best, above, written = tables[1, 0], WORST, 0
        if only_least:
            best = min(best, two) if fewest == 1 else best
            limit = min(limit, best - 1)
        best_cuts((rows, in_runs, prices), m, side, sums, (leaf, fewest), least)
        # no cut leaves fewer records on a side than none, nor more than all
        known, spans, cuts = np.full((2, n + 1), leaf, np.int64), np.empty((2, n + 1), np.int64), np.empty(n + 1, np.int64)
        known[0, m] = known[1, 0] = least[0]
        for which in range(len(attributes)):
            a = int(attributes[which])
            leaves_of_cuts((rows, values, prices), m, a, leaf, tables)
            spans[0, 0], spans[1, 0], waiting = 0, m, 1
            while waiting:
                waiting -= 1
                start, end = spans[0, waiting], spans[1, waiting]
                n_open, others = open_between(values[a], tables, known, (m, levels, fewest, leaf), (start, end, limit), cuts)
                above = min(above, others)
                if not n_open:
                    continue
                # the one in the middle
                k = cuts[n_open // 2]
                known[0, k], known[1, k] = tables[0, k], tables[1, k]
                if levels == 2:
                    for i in range(m):
                        side[rows[a, i]] = int(i >= k)
                    best_cuts((rows, in_runs, prices), m, side, sums, (leaf, fewest), least)
                    known[0, k], known[1, k] = least[0], least[1]
                worth = known[0, k] + known[1, k]
                if worth > limit:
                    above = min(above, worth)
                elif only_least:
                    best, limit = worth, worth - 1
                else:
                    found[written, 0], found[written, 1], found[written, 2] = a, number_of_cut(values[a], k), values[a, k - 1]
                    found[written, 3], found[written, 4] = known[0, k], known[1, k]
                    written += 1
                spans[0, waiting], spans[1, waiting], spans[0, waiting + 1], spans[1, waiting + 1] = start, k, k, end
                waiting += 2
        bound[0] = min(best, above)
        return written

    return sorted_cuts
