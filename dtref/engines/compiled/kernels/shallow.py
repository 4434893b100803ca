"""
Trees of at most three levels of tests with two branches: the least that they are worth, over all pairs of tests at once.

A set of records is a row of words of 62 bits each, so that no word is below 0. For tests i and j the records that pass both are counted by
group; with the counts of either test alone these give the four parts of a tree that asks i and, on one side, j. So each pair is looked at
once for both orders (depth-two solver: Demirovic and others 2022, MurTree, Section 4.3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dtref.engines.compiled.kernels.compilation import kept, kernel

BitWords: TypeAlias = NDArray[np.integer[Any]]
"""Sets of records, or numbers."""

WORD_BITS = 62
"""The bits of a word."""

PAIRS, FOURS, EIGHTS = 0x1555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
"""Every other bit, pair of bits, half byte, of 62 bits."""

WORST = 2**60
"""More than any tree is worth."""


@kernel
def ones(word: int) -> int:
    """
    The number of ones in a word of 62 bits.

    >>> ones(0b1011), ones(2**62 - 1)
    (3, 62)
    """
    word -= (word >> 1) & PAIRS
    word = (word & FOURS) + ((word >> 2) & FOURS)
    word = (word + (word >> 4)) & EIGHTS
    word += word >> 8
    word += word >> 16
    word += word >> 32
    return word & 127


@kernel
def leaf_worth(counts: BitWords, prices: BitWords, leaf: int) -> int:
    """
    What a leaf is worth: the least that its records are charged for one label, and the price of a leaf.

    >>> import numpy as np
    >>> int(leaf_worth(np.array([3, 4]), np.array([[0, 1], [1, 0]]), 10))
    13
    """
    least = WORST
    for label in range(prices.shape[1]):
        charged = 0
        for g in range(len(counts)):
            charged += counts[g] * prices[g, label]
        least = min(least, charged)
    return least + leaf


@kernel
def split_records(cuts: BitWords, records: BitWords, fewest: int, kept_cuts: BitWords, which: BitWords) -> int:
    """
    Writes the records of each test's first branch, and its number, of those tests that leave either branch enough. Without room for numbers
    tests that divide the records as the one before them are left out. Returns how many are written.

    >>> import numpy as np
    >>> kept, which = np.zeros((4, 1), np.int64), np.zeros(4, np.int64)
    >>> split_records(np.array([[1], [3], [7], [15]]), np.array([0b1101]), 1, kept, which[:0]), kept[:2].tolist()
    (2, [[1], [5]])
    >>> split_records(np.array([[1], [3], [7], [15]]), np.array([0b1101]), 1, kept, which), which[:3]
    (3, array([0, 1, 2]))
    """
    words, everyone, n = len(records), 0, 0
    for w in range(words):
        everyone += ones(records[w])
    for i in range(cuts.shape[0]):
        left = 0
        same = n > 0 and not len(which)
        for w in range(words):
            part = cuts[i, w] & records[w]
            same = same and part == kept_cuts[n - 1, w]
            left += ones(part)
        if same or left < fewest or everyone - left < fewest:
            continue
        for w in range(words):
            kept_cuts[n, w] = cuts[i, w] & records[w]
        if len(which):
            which[n] = i
        n += 1
    return n


@kernel
def two_levels(  # noqa: PLR0912 - the loops of one count
    cuts: BitWords, records: BitWords, groups: BitWords, prices: BitWords, sizes: tuple[int, int, int], least: BitWords, lows: BitWords
) -> None:
    """
    Writes the least that trees with at most 1, 2, 3 and 4 leaves are worth, as `shallow_trees`, of at most two levels.

    >>> import numpy as np
    >>> cuts, everyone, groups = np.array([[0b0011], [0b0101]]), np.array([0b1111]), np.array([[0b1001], [0b0110]])
    >>> least, lows = np.zeros(4, np.int64), np.zeros((2, 2), np.int64)
    >>> two_levels(cuts, everyone, groups, np.array([[0, 10], [10, 0]]), (2, 1, 1), least, lows), least.tolist(), lows.tolist()
    (None, [21, 21, 13, 4], [[2, 2], [2, 2]])
    """
    levels, fewest, leaf = sizes
    words, kinds = len(records), groups.shape[0]
    parts = np.empty((cuts.shape[0], words), np.int64)
    which = np.empty(len(lows), np.int64)
    n = split_records(cuts, records, fewest, parts, which)
    # the counts of all records, and of each test's branches
    whole, left, right = np.zeros(kinds, np.int64), np.zeros((n, kinds), np.int64), np.zeros((n, kinds), np.int64)
    grouped = np.empty((n, kinds, words), np.int64)
    for g in range(kinds):
        for w in range(words):
            whole[g] += ones(records[w] & groups[g, w])
        for i in range(n):
            for w in range(words):
                grouped[i, g, w] = parts[i, w] & groups[g, w]
                left[i, g] += ones(grouped[i, g, w])
            right[i, g] = whole[g] - left[i, g]
    least[0] = leaf_worth(whole, prices, leaf)
    two = WORST
    leaf_left, leaf_right = np.empty(n, np.int64), np.empty(n, np.int64)
    for i in range(n):
        leaf_left[i], leaf_right[i] = leaf_worth(left[i], prices, leaf), leaf_worth(right[i], prices, leaf)
        two = min(two, leaf_left[i] + leaf_right[i])
    least[1] = min(least[0], two)
    least[2] = least[3] = least[1]
    lows[:] = WORST
    for i in range(min(n, len(lows))):
        lows[which[i], 0], lows[which[i], 1] = leaf_left[i], leaf_right[i]
    if levels < 2:
        return
    # the best test on either side of each test
    below_left, below_right = np.full(n, WORST, np.int64), np.full(n, WORST, np.int64)
    both, first, second, none = (
        np.empty(kinds, np.int64),
        np.empty(kinds, np.int64),
        np.empty(kinds, np.int64),
        np.empty(kinds, np.int64),
    )
    for i in range(n):
        for j in range(i + 1, n):
            n_both = n_first = n_second = n_none = 0
            for g in range(kinds):
                together = 0
                for w in range(words):
                    together += ones(grouped[i, g, w] & parts[j, w])
                both[g], first[g], second[g] = together, left[i, g] - together, left[j, g] - together
                none[g] = right[i, g] - second[g]
                n_both, n_first, n_second, n_none = n_both + both[g], n_first + first[g], n_second + second[g], n_none + none[g]
            a, b = leaf_worth(both, prices, leaf), leaf_worth(first, prices, leaf)
            c, d = leaf_worth(second, prices, leaf), leaf_worth(none, prices, leaf)
            if n_both >= fewest and n_first >= fewest:
                below_left[i] = min(below_left[i], a + b)
            if n_second >= fewest and n_none >= fewest:
                below_right[i] = min(below_right[i], c + d)
            if n_both >= fewest and n_second >= fewest:
                below_left[j] = min(below_left[j], a + c)
            if n_first >= fewest and n_none >= fewest:
                below_right[j] = min(below_right[j], b + d)
    three = four = WORST
    for i in range(n):
        one_leaf = min(below_left[i] + leaf_right[i], leaf_left[i] + below_right[i])
        three, four = min(three, one_leaf), min(four, below_left[i] + below_right[i])
        if len(lows):
            lows[which[i], 0], lows[which[i], 1] = min(leaf_left[i], below_left[i]), min(leaf_right[i], below_right[i])
    least[2] = min(least[1], three)
    least[3] = min(least[2], four)


@kept
def shallow_trees(sources: str) -> Callable[[BitWords, BitWords, BitWords, BitWords, tuple[int, int, int, int], BitWords, BitWords], None]:
    """
    Writes the least that trees with at most 1, 2, 3, … 8 leaves are worth, of no more levels of tests than `sizes` says.

    cuts: of each test the records of its first branch. records: those of the trees. groups: the records of each group. prices: what a
    record of each group is charged for each label. sizes: the levels, 1 to 3; the fewest records of a branch, at least 1; a leaf's price;
    the most leaves that are of interest, 8 for any number. lows: becomes what the trees of either branch of each test are worth at least,
    with one level less, if there is room.

    >>> import numpy as np
    >>> cuts, everyone, groups = np.array([[0b0011], [0b0101]]), np.array([0b1111]), np.array([[0b1001], [0b0110]])
    >>> least, lows = np.zeros(8, np.int64), np.zeros((2, 2), np.int64)
    >>> shallow_trees(cuts, everyone, groups, np.array([[0, 10], [10, 0]]), (2, 1, 1, 8), least, lows), least.tolist(), lows.tolist()
    (None, [21, 21, 13, 4, 4, 4, 4, 4], [[2, 2], [2, 2]])
    """

    def shallow_trees(
        cuts: BitWords,
        records: BitWords,
        groups: BitWords,
        prices: BitWords,
        sizes: tuple[int, int, int, int],
        least: BitWords,
        lows: BitWords,
    ) -> None:
        sources  # noqa: B018 - see `kept`
        levels, fewest, leaf, most = sizes
        two_levels(cuts, records, groups, prices, (min(levels, 2), fewest, leaf), least[:4], lows)
        least[4:] = least[3]
        if levels < 3:
            return
        # each test above trees of two levels
        left, right = np.empty_like(records), np.empty_like(records)
        below_left, below_right, nothing = np.empty(4, np.int64), np.empty(4, np.int64), lows[:0]
        for i in range(cuts.shape[0]):
            n_left = n_right = 0
            for w in range(len(records)):
                left[w] = records[w] & cuts[i, w]
                right[w] = records[w] ^ left[w]
                n_left, n_right = n_left + ones(left[w]), n_right + ones(right[w])
            if n_left < fewest or n_right < fewest:
                continue
            two_levels(cuts, left, groups, prices, (2, fewest, leaf), below_left, nothing)
            # the other side can't make it better than the best, if only that is asked for
            if most == 8 and not len(lows) and below_left[3] + leaf >= least[7]:
                continue
            two_levels(cuts, right, groups, prices, (2, fewest, leaf), below_right, nothing)
            for a in range(4):
                for b in range(4):
                    least[a + b + 1] = min(least[a + b + 1], below_left[a] + below_right[b])
            if len(lows):
                lows[i, 0], lows[i, 1] = below_left[3], below_right[3]
        for k in range(1, 8):
            least[k] = min(least[k], least[k - 1])

    return shallow_trees
