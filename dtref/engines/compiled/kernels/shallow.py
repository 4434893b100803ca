"""
Trees of at most two levels of tests with two branches: the least that they are worth, over all pairs of tests at once.

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
def split_records(cuts: BitWords, records: BitWords, fewest: int, kept_cuts: BitWords) -> int:
    """
    Writes the records of each test's first branch, of those tests that leave either branch enough; tests that divide them as the one before
    them are left out. Returns how many are written.

    >>> import numpy as np
    >>> kept = np.zeros((4, 1), np.int64)
    >>> split_records(np.array([[1], [3], [7], [15]]), np.array([0b1101]), 1, kept), kept[:2].tolist()
    (2, [[1], [5]])
    """
    words, everyone, n = len(records), 0, 0
    for w in range(words):
        everyone += ones(records[w])
    for i in range(cuts.shape[0]):
        left = 0
        same = n > 0
        for w in range(words):
            part = cuts[i, w] & records[w]
            same = same and part == kept_cuts[n - 1, w]
            left += ones(part)
        if same or left < fewest or everyone - left < fewest:
            continue
        for w in range(words):
            kept_cuts[n, w] = cuts[i, w] & records[w]
        n += 1
    return n


@kept
def shallow_trees(sources: str) -> Callable[[BitWords, BitWords, BitWords, BitWords, tuple[int, int, int], BitWords], None]:
    """
    Writes the least that trees with at most 1, 2, 3 and 4 leaves are worth; of no more than one level of tests where `sizes` says so.

    cuts: of each test the records of its first branch. records: those of the trees. groups: the records of each group. prices: what a
    record of each group is charged for each label. sizes: the levels, 1 or 2; the fewest records of a branch, at least 1; a leaf's price.

    >>> import numpy as np
    >>> cuts, everyone, groups = np.array([[0b0011], [0b0101]]), np.array([0b1111]), np.array([[0b1001], [0b0110]])
    >>> least = np.zeros(4, np.int64)
    >>> shallow_trees(cuts, everyone, groups, np.array([[0, 10], [10, 0]]), (2, 1, 1), least), least.tolist()
    (None, [21, 21, 13, 4])
    """

    def shallow_trees(  # noqa: PLR0912 - the loops of one count
        cuts: BitWords, records: BitWords, groups: BitWords, prices: BitWords, sizes: tuple[int, int, int], least: BitWords
    ) -> None:
        sources  # noqa: B018 - see `kept`
        levels, fewest, leaf = sizes
        words, kinds = len(records), groups.shape[0]
        parts = np.empty((cuts.shape[0], words), np.int64)
        n = split_records(cuts, records, fewest, parts)
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
        least[2] = min(least[1], three)
        least[3] = min(least[2], four)

    return shallow_trees
