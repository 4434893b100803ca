"""
The best cut of either side of a cut, by one walk through the records of each attribute.

What records are charged for a label is taken beyond what they are for the first, so that two leaves are worth what all are charged for the
first label, plus the least of 0 and these differences, of either leaf. A cut between two values of all records is one of either side; where
a side has no record on one of its own sides there, it is worse than none.

Between neighbours in an attribute's order whose records are all of one kind no cut need be looked at: the more of them go left, the more
each label is charged there and the less on the right, in equal steps; the least of sums that grow so bends downwards, and is least at an
end of the run (boundary points: Fayyad and Irani 1992, here for prices).
"""

from __future__ import annotations

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.shallow import BitWords


@kernel
def cuts_for_two_labels(
    walks: tuple[BitWords, BitWords, BitWords], m: int, a: int, side: BitWords, sums: tuple[BitWords, BitWords]
) -> None:
    """
    Writes into the first of `sums`, per side, how much two leaves at the best cut of an attribute are charged beyond the first label, if
    that is less than what is there; its second has what all records of the side are charged for each label beyond that for the first.

    >>> walks = np.array([[0, 1, 2, 3]]), np.array([[1, 2, 3, 4]]), np.array([[0, 9], [9, 0], [9, 0], [0, 9]])
    >>> best, whole = np.array([0, 0]), np.array([[0, -9], [0, 9]])
    >>> cuts_for_two_labels(walks, 4, 0, np.array([0, 0, 0, 1]), (best, whole)), best
    (None, array([-18,   0]))
    """
    rows, values, prices = walks
    best, whole = sums
    all_left, all_right, left, right = whole[0, 1], whole[1, 1], 0, 0
    best_left, best_right, last = best[0], best[1], values[a, 0]
    for i in range(m):
        r, value = rows[a, i], values[a, i]
        if value != last:
            best_left = min(best_left, min(0, left) + min(0, all_left - left))
            best_right = min(best_right, min(0, right) + min(0, all_right - right))
            last = value
        more = prices[r, 1] - prices[r, 0]
        on_right = more * side[r]
        left, right = left + more - on_right, right + on_right
    best[0], best[1] = best_left, best_right


@kernel
def cuts_for_three_labels(
    walks: tuple[BitWords, BitWords, BitWords], m: int, a: int, side: BitWords, sums: tuple[BitWords, BitWords]
) -> None:
    """
    The same for three labels.

    >>> walks = np.array([[0, 1, 2, 3]]), np.array([[1, 2, 3, 4]]), np.array([[0, 9, 9], [9, 0, 9], [9, 0, 9], [9, 9, 0]])
    >>> best, whole = np.array([0, 0]), np.array([[0, -9, 9], [0, 0, -9]])
    >>> cuts_for_three_labels(walks, 4, 0, np.array([0, 0, 0, 1]), (best, whole)), best
    (None, array([-18,  -9]))
    """
    rows, values, prices = walks
    best, whole = sums
    all_left, all_right, left, right = whole[0, 1], whole[1, 1], 0, 0
    all_left_3, all_right_3, left_3, right_3 = whole[0, 2], whole[1, 2], 0, 0
    best_left, best_right, last = best[0], best[1], values[a, 0]
    for i in range(m):
        r, value = rows[a, i], values[a, i]
        if value != last:
            best_left = min(best_left, min(0, left, left_3) + min(0, all_left - left, all_left_3 - left_3))
            best_right = min(best_right, min(0, right, right_3) + min(0, all_right - right, all_right_3 - right_3))
            last = value
        more, more_3 = prices[r, 1] - prices[r, 0], prices[r, 2] - prices[r, 0]
        on_right, on_right_3 = more * side[r], more_3 * side[r]
        left, right = left + more - on_right, right + on_right
        left_3, right_3 = left_3 + more_3 - on_right_3, right_3 + on_right_3
    best[0], best[1] = best_left, best_right


@kernel
def cuts_for_labels(
    walks: tuple[BitWords, BitWords, BitWords], m: int, a: int, side: BitWords, sums: tuple[BitWords, BitWords], fewest: int
) -> None:
    """
    The same for any number of labels, and with a least number of records in a branch.

    >>> walks = np.array([[0, 1, 2, 3]]), np.array([[1, 2, 3, 4]]), np.array([[0, 9], [9, 0], [9, 0], [0, 9]])
    >>> best, whole = np.array([0, 0]), np.array([[0, -9], [0, 9]])
    >>> cuts_for_labels(walks, 4, 0, np.array([0, 0, 0, 1]), (best, whole), 1), best
    (None, array([-18,   0]))
    """
    rows, values, prices = walks
    best, whole = sums
    passed, numbers, of_side = np.zeros_like(whole), np.zeros(2, np.int64), np.zeros(2, np.int64)
    for i in range(m):
        of_side[side[rows[a, i]]] += 1
    last = values[a, 0]
    for i in range(m):
        r, value = rows[a, i], values[a, i]
        for s in range(2 if value != last else 0):
            if numbers[s] >= fewest and of_side[s] - numbers[s] >= fewest:
                before = after = 0
                for label in range(1, whole.shape[1]):
                    before, after = min(before, passed[s, label]), min(after, whole[s, label] - passed[s, label])
                best[s] = min(best[s], before + after)
        last = value
        s = side[r]
        numbers[s] += 1
        for label in range(1, whole.shape[1]):
            passed[s, label] += prices[r, label] - prices[r, 0]


@kernel
def best_cuts(
    walks: tuple[BitWords, BitWords, BitWords],
    m: int,
    side: BitWords,
    sums: tuple[BitWords, BitWords],
    limits: tuple[int, int],
    least: BitWords,
) -> None:
    """
    Writes the least that trees of one cut, or none, are worth on either side. walks: the sorted records, their codes, of which those
    between which no cut need be looked at are the same, the prices. side: of each record 0 or 1. sums: room. limits: a leaf's price, the
    fewest records of a branch.

    >>> walks = np.array([[0, 1, 2, 3]]), np.array([[1, 2, 3, 4]]), np.array([[0, 9], [9, 0], [9, 0], [0, 9]])
    >>> sums, least = (np.zeros(2, np.int64), np.zeros((2, 2), np.int64)), np.zeros(2, np.int64)
    >>> best_cuts(walks, 4, np.array([0, 0, 0, 1]), sums, (1, 1), least), least
    (None, array([2, 1]))
    """
    rows, _, prices = walks
    best, whole = sums
    leaf, fewest = limits
    labels = prices.shape[1]
    whole[:] = 0
    for i in range(m):
        r = rows[0, i]
        s = side[r]
        whole[s, 0] += prices[r, 0]
        for label in range(1, labels):
            whole[s, label] += prices[r, label] - prices[r, 0]
    for s in range(2):
        alone = 0
        for label in range(1, labels):
            alone = min(alone, whole[s, label])
        least[s], best[s] = whole[s, 0] + alone + leaf, 0
    # nothing is better than leaves that lose nothing; a cut that has no records of a side on one of its own is worse there than none
    if least[0] + least[1] == 2 * leaf:
        return
    for a in range(rows.shape[0]):
        if fewest == 1 and labels == 2:
            cuts_for_two_labels(walks, m, a, side, sums)
        elif fewest == 1 and labels == 3:
            cuts_for_three_labels(walks, m, a, side, sums)
        else:
            cuts_for_labels(walks, m, a, side, sums, fewest)
    for s in range(2):
        least[s] = min(least[s], whole[s, 0] + best[s] + 2 * leaf)
