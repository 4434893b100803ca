"""
The least that trees of few levels are worth, and which tests they may ask, by compiled kernels, where they serve.

Two kernels know them: one looks at all pairs of tests, with sets of records as bits, and is for few tests; the other walks through sorted
records, and is for attributes with many cuts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate
from operator import or_

import numpy as np
from attrs import frozen

from dtref.engines.compiled.kernels.shallow import WORD_BITS, WORST, BitWords, shallow_trees
from dtref.engines.compiled.kernels.sorted_cuts import sorted_cuts
from dtref.spec.optimal.least import NO_OTHER_WAY, PromisingTest, SearchState, ShallowTrees
from dtref.spec.optimal.tree_costs import Bits, TreeCost, members_of
from dtref.spec.optimal.tree_space import Division, TreeSpace

MOST_TESTS = 20_000
"""With more tests none is left to the kernel of pairs."""

MOST_IN_PAIRS = 2_000
"""With more tests no pairs of tests are left to it: branch and bound looks at few of them."""

BEYOND = 2
"""By how many records that are charged most the least worth is looked for beyond a limit: a higher bound spares more of the cuts nearby."""


_NO_ROOM: BitWords = np.zeros((0, 2), np.int64)


MOST_IN_TRIPLES = 50_000
"""With more words to look at for three tests no three levels are left to it: branch and bound leaves most of them out."""


def shallow_trees_of(space: TreeSpace) -> ShallowTrees:
    """
    The trees of up to three levels by kernels; by none where tests have more than two branches, or leaves no prices.

    >>> from dtref.spec.optimal.losses import Objective, TreeLimits
    >>> from dtref.spec.optimal.tree_space import tree_space
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> space = tree_space(parity(2), CART, Objective(), TreeLimits())
    >>> [shallow_trees_of(space).least(SearchState(space.everything, depth), 99) for depth in (2, 3, 4)]
    [4, 4, None]
    """
    costs = space.costs
    if costs.scale is None or space.has_multiway:
        return NO_OTHER_WAY
    # numbers that may add up to more than a word holds are not for a kernel
    most = max(abs(x) for _, row in costs.charges for x in row)
    if (2 * most + costs.scale[1]) * (len(space.data) + 4) >= WORST:
        return NO_OTHER_WAY
    values = [sum(map(bool, space.by_value[a])) for a in space.usable]
    if max(values, default=0) < 3 or not all(n < 3 or space.is_cut(a) for a, n in zip(space.usable, values, strict=True)):
        return _in_pairs(space)
    return _walking(space)


@frozen(eq=False)
class _InPairs(ShallowTrees):
    """
    By the kernel of pairs. cuts: of each test of all records those of its first branch. groups, prices: see the kernel. attributes: the
    attribute of each test; none where some attribute has several. firsts: the cuts once more.
    """

    levels: int
    cuts: BitWords
    groups: BitWords
    prices: BitWords
    fewest: int
    leaf: int
    attributes: tuple[int, ...]
    firsts: list[Bits]

    def least(self, state: SearchState, _: TreeCost) -> TreeCost | None:
        if state.depth > self.levels:
            return None
        least = np.zeros(8, np.int64)
        self._solve(state, least, _NO_ROOM)
        return int(least[min(state.leaves, 8) - 1])

    def promising(self, state: SearchState, limit: TreeCost) -> list[PromisingTest] | None:
        if state.depth > self.levels or not self.attributes:
            return None
        lows = np.empty((len(self.attributes), 2), np.int64)
        self._solve(state, np.zeros(8, np.int64), lows)
        tests = list[PromisingTest]()
        for attribute, firsts, (first, second) in zip(self.attributes, self.firsts, lows.tolist(), strict=True):
            if first < WORST and second < WORST and first + second <= limit:
                part = state.records & firsts
                tests.append((Division(attribute, 0, (part, state.records ^ part)), [first, second]))
        return tests

    def _solve(self, state: SearchState, least: BitWords, lows: BitWords) -> None:
        records = _array(state.records, self.groups.shape[1])
        sizes = state.depth, self.fewest, self.leaf, min(state.leaves, 8)
        shallow_trees(self.cuts, records, self.groups, self.prices, sizes, least, lows)


def _in_pairs(space: TreeSpace) -> ShallowTrees:
    if space.many_tests > MOST_TESTS:
        return NO_OTHER_WAY
    length = -(-len(space.data) // WORD_BITS)
    firsts = list(_firsts(space))
    cuts = np.array([_words(first, length) for first in firsts], np.int64).reshape(len(firsts), length)
    groups = np.array([_words(those, length) for those, _ in space.costs.charges], np.int64)
    prices = np.array([row for _, row in space.costs.charges], np.int64)
    levels, leaf = 2 if len(firsts) <= MOST_IN_PAIRS else 1, (space.costs.scale or (1, 1, 1))[1]
    levels = 3 if len(firsts) ** 3 * len(groups) * length <= MOST_IN_TRIPLES else levels
    asked = tuple(a for a in space.usable if sum(map(bool, space.by_value[a])) > 1)
    attributes = asked if len(asked) == len(firsts) else ()
    return _InPairs(levels, cuts, groups, prices, space.limits.records, leaf, attributes, firsts)


@frozen(eq=False, slots=False)
class _Walking(ShallowTrees):
    """
    By the kernel of sorted cuts. codes, order, prices: see the kernel; every record is charged 0 for the label that suits it best, and what
    it is charged at least is added here. below: for each attribute and value the records with that one or a lower one.
    """

    space: TreeSpace
    codes: BitWords
    runs: BitWords
    order: BitWords
    prices: BitWords
    below: tuple[tuple[Bits, ...], ...]
    found: BitWords
    leaf: int

    @cached_property
    def most_charged(self) -> int:
        """The most that a record is charged."""
        return int(self.prices.max())

    @cached_property
    def in_pairs(self) -> ShallowTrees:
        """For trees with a limit of leaves."""
        return _in_pairs(self.space)

    def least(self, state: SearchState, limit: TreeCost) -> TreeCost | None:
        if state.depth > 2 or state.leaves < 2**state.depth:
            return self.in_pairs.least(state, limit)
        _, bound = self._search(state, limit + BEYOND * self.most_charged, only_least=True)
        return bound

    def promising(self, state: SearchState, limit: TreeCost) -> list[PromisingTest] | None:
        if state.depth > 2 or state.leaves < 2**state.depth:
            return None
        written, _ = self._search(state, limit, only_least=False)
        tests = []
        for a, index, value, left, right in sorted(self.found[:written].tolist()):
            first = state.records & self.below[a][value]
            parts = first, state.records ^ first
            lows = [self.space.costs.lost_apart(part) + low for low, part in zip((left, right), parts, strict=True)]
            tests.append((Division(self.space.usable[a], index, parts), lows))
        return tests

    def _search(self, state: SearchState, limit: TreeCost, *, only_least: bool) -> tuple[int, TreeCost]:
        """How many cuts the kernel found, and the bound."""
        apart, bound = self.space.costs.lost_apart(state.records), np.zeros(1, np.int64)
        most = int(max(-WORST, min(limit - apart, WORST - 1)))
        sizes = state.depth, self.space.limits.records, self.leaf, most, int(only_least)
        records = _array(state.records, -(-len(self.codes[0]) // WORD_BITS))
        return sorted_cuts(self.codes, self.runs, self.order, self.prices, records, sizes, self.found, bound), apart + int(bound[0])


def _walking(space: TreeSpace) -> ShallowTrees:
    codes = np.array([space.recursion.columns.codes[a] for a in space.usable], np.int64)
    prices, kinds = np.zeros((len(space.data), len(space.costs.charges[0][1])), np.int64), [0] * len(space.data)
    for kind, (those, row) in enumerate(space.costs.charges):
        members = members_of(those)
        prices[list(members)] = [x - min(row) for x in row]
        for r in members:
            kinds[r] = kind
    runs = codes if space.limits.records > 1 else np.array([_runs(column, kinds) for column in codes.tolist()], np.int64)
    below = tuple(tuple(accumulate(space.by_value[a], or_)) for a in space.usable)
    leaf, found = (space.costs.scale or (1, 1, 1))[1], np.zeros((space.many_tests, 5), np.int64)
    return _Walking(space, codes, runs, np.argsort(codes, axis=1, kind="stable"), prices, below, found, leaf)


def _runs(codes: list[int], kinds: list[int]) -> list[int]:
    """The codes of an attribute, numbered anew: the same for codes one after the other whose records are all of one kind."""
    there: dict[int, set[int]] = {}
    for code, kind in zip(codes, kinds, strict=True):
        there.setdefault(code, set()).add(kind)
    number, last, numbers = 0, set[int](), dict[int, int]()
    for code in sorted(there):
        number += len(there[code]) > 1 or there[code] != last
        numbers[code], last = number, there[code]
    return [numbers[code] for code in codes]


def _array(records: Bits, length: int) -> BitWords:
    return np.array(_words(records, length), np.int64)


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
