"""The least that trees of one or two levels are worth, by a compiled kernel, where it serves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from operator import or_

import numpy as np

from dtref.engines.compiled.kernels.shallow import WORD_BITS, WORST, shallow_trees
from dtref.spec.optimal.least import SearchState, ShallowLeast, no_other_way
from dtref.spec.optimal.tree_costs import Bits, TreeCost
from dtref.spec.optimal.tree_space import TreeSpace

MOST_TESTS = 20_000
"""With more tests none is left to the kernel."""

MOST_IN_PAIRS = 2_000
"""With more tests no pairs of tests are left to the kernel: branch and bound looks at few of them."""


def shallow_least(space: TreeSpace) -> ShallowLeast:
    """
    The least worth of trees of one or two levels, by the kernel; none where tests have more than two branches, or leaves no prices.

    >>> from dtref.spec.optimal.losses import Objective, TreeLimits
    >>> from dtref.spec.optimal.tree_space import tree_space
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> space = tree_space(parity(2), CART, Objective(), TreeLimits())
    >>> shallow_least(space)(SearchState(space.everything, 2)), shallow_least(space)(SearchState(space.everything, 3))
    (4, None)
    """
    costs = space.costs
    if costs.scale is None or space.has_multiway or space.many_tests > MOST_TESTS:
        return no_other_way
    rows = [row for _, row in costs.charges]
    # numbers that may add up to more than a word holds are not for the kernel
    if (max(abs(x) for row in rows for x in row) + costs.scale[1]) * (len(space.data) + 4) >= WORST:
        return no_other_way
    length = -(-len(space.data) // WORD_BITS)
    firsts = list(_firsts(space))
    levels = 2 if len(firsts) <= MOST_IN_PAIRS else 1
    cuts = np.array([_words(first, length) for first in firsts], np.int64).reshape(len(firsts), length)
    groups = np.array([_words(those, length) for those, _ in costs.charges], np.int64)
    prices, least = np.array(rows, np.int64), np.zeros(4, np.int64)
    fewest, leaf = space.limits.records, costs.scale[1]

    def solved(state: SearchState) -> TreeCost | None:
        if state.depth > levels:
            return None
        shallow_trees(cuts, np.array(_words(state.records, length), np.int64), groups, prices, (state.depth, fewest, leaf), least)
        return int(least[min(state.leaves, 4) - 1])

    return solved


def _words(records: Bits, length: int) -> list[int]:
    """A set of records as words."""
    return [records >> WORD_BITS * w & (1 << WORD_BITS) - 1 for w in range(length)]


def _firsts(space: TreeSpace) -> Iterator[Bits]:
    """The records of the first branch of each test of all records."""
    for a in space.usable:
        present = [those for those in space.by_value[a] if those]
        if space.is_cut(a) or len(present) == 2:
            yield from list(accumulate(present, or_))[:-1]
        elif present:
            first, *others = present
            for index in range(2 ** len(others) - 1):
                yield first | sum(those for j, those in enumerate(others) if index >> j & 1)
