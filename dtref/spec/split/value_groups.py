"""
C4.5's groups of nominal values (`-s`): one test an attribute, found by merging pairs of groups as long as that gains.

Step by step as the program does it, whose order of pairs decides where two are as good: the last of them is merged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias, cast

from attrs import frozen

from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.logs import log2_of
from dtref.exact.number import Number, number, total
from dtref.spec.model.attributes import Nominal, Ordinal
from dtref.spec.model.counts import Count, Counts, CountTable, add_counts
from dtref.spec.model.tests import Groups
from dtref.spec.split.average_gain import THOUSANDTH
from dtref.spec.split.candidates import Candidates, MultiwaySplit, Searched
from dtref.spec.split.criteria import Criterion, gain_ratio

GroupsInNoOrder: TypeAlias = frozenset[frozenset[str]]
"""Values in groups, in no order."""
PRESENT = Fraction(1, 2)
"""The weight that a value must exceed to be a group (`Src/subset.c`)."""
OF_ONE_CLASS = Fraction(1, 10)
"""The weight below which other classes are left out of account (`Src/subset.c`)."""
NO_MORE = Fraction(1, 10**5)
"""How much more a merger must be worth (`Src/subset.c`)."""
MOST_PARTITIONS = 1_000
"""So many partitions are looked at where mergers are as good as others."""


@frozen
class ValueGroup:
    """Values that share a branch, and their class counts."""

    values: tuple[str, ...]
    counts: Counts

    @property
    def weight(self) -> Count:
        """The weight of the records with such a value."""
        return sum(self.counts)


@frozen
class Worth:
    """The value of a partition: its gain, in bits, and what is compared: gain ratio, or gain; -1/1000 where it is no test."""

    gain: Number
    value: Number


NO_TEST = Worth(-THOUSANDTH, -THOUSANDTH)


@defined(sources=("C4.5 release 8, `Src/subset.c`, EvalSubset",))
@frozen
class GroupedValues:
    """
    Offers one test of an attribute of three values or more: its values in groups, by C4.5's search. One of two values is asked by value.

    Values of one class each are put together first. Then the pair of groups whose merger is worth most is merged, of several the last in
    declared order, until that is worth no more than before, by 1/100000. least: while fewer than three groups weigh so much the heaviest,
    of several the first, isn't merged, and while fewer than two do, merging goes on. Values that weigh at most 1/2 here take a branch of
    their own, with all values that nobody has; it doesn't count in what the test is worth: not in its split information, and in its gain
    as if it were of one class. Two groups must weigh least.

    >>> from dtref.spec.split.criteria import gain_ratio
    >>> x = Nominal("x", ("a", "b", "c", "d"))
    >>> offered = GroupedValues(1)(CountTable(x, x.values, ("a", "b", "c"), ((4, 0), (3, 0), (0, 5)), (0, 0)), gain_ratio)
    >>> offered.test(0).groups, offered.splits
    ((('a', 'b'), ('c',), ('d',)), (((7, 0), (0, 5), (0, 0)),))
    """

    least: Count

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        attribute = cast("Nominal | Ordinal", table.attribute)
        if len(attribute.values) < 3:
            return MultiwaySplit()(table, criterion)
        search = _Search(table, criterion, self.least)
        blocks = search.grouped()
        if blocks is None or sum(block.weight >= self.least for block in blocks) < 2:
            return Candidates((), lambda _: Groups(cast(Nominal, attribute), (), 0), table.missing)
        # the values that are no group here share a branch
        named = {value for block in blocks for value in block.values}
        others = tuple(value for value in attribute.values if value not in named)
        splits: list[Counts] = [block.counts for block in blocks]
        if others:
            present = dict(zip(table.values, table.counts, strict=True))
            splits.append(add_counts([present[value] for value in others if value in present], len(table.missing)))
        groups = (*(block.values for block in blocks), *((others,) if others else ()))
        weights, worth = [sum(counts) for counts in splits], search.worth(blocks)

        def test(_: int) -> Groups:
            return Groups(cast(Nominal, attribute), groups, weights.index(max(weights)))

        return Searched((tuple(splits),), test, table.missing, gain=worth.gain, information=search.information(blocks))


@frozen
class _Search:
    table: CountTable
    criterion: Criterion
    least: Count

    def grouped(self) -> list[ValueGroup] | None:
        """The groups; None where they are no test."""
        blocks, worth = self._climbed(*self._start())
        return blocks if compare(worth.value, 0) > 0 else None

    def endings(self, slack: Fraction, most: int) -> list[list[ValueGroup]] | None:
        """
        The groups that some order of mergers ends in, of each step one that is worth the most, or less by so much at most. None where there
        are more partitions, in some order of groups, on the way than so many.
        """
        (blocks, worth), found, seen = self._start(), list[list[ValueGroup]](), set[tuple[frozenset[str], ...]]()
        least_gain, waiting = worth.gain / 2, [(blocks, worth)]
        while waiting:
            blocks, worth = waiting.pop()
            in_order = tuple(frozenset(block.values) for block in blocks)
            if in_order in seen:
                continue
            seen.add(in_order)
            if len(seen) > most:
                return None
            best = self._next(blocks, worth, least_gain)
            if best is not None:
                waiting += self._as_good(blocks, best[1], least_gain, slack)
            elif compare(worth.value, 0) > 0:
                found.append(blocks)
        return found

    def _start(self) -> tuple[list[ValueGroup], Worth]:
        """The groups that the search begins with, and what they are worth."""
        declared = dict(zip(self.table.values, self.table.counts, strict=True))
        every = [ValueGroup((value,), declared[value]) for value in self.table.attribute.values if value in declared]  # type: ignore[union-attr]
        worth = self.worth(every)
        blocks = [block for block in every if block.weight > PRESENT]
        joined = _of_one_class(blocks)
        return joined, self.worth(joined) if len(joined) < len(blocks) else worth

    def _climbed(self, blocks: list[ValueGroup], worth: Worth) -> tuple[list[ValueGroup], Worth]:
        """The blocks after all mergers, and what they are worth."""
        least_gain = worth.gain / 2
        while (best := self._next(blocks, worth, least_gain)) is not None:
            (i, j), worth = best
            blocks = _merged(blocks, i, j)
        return blocks, worth

    def _next(self, blocks: Sequence[ValueGroup], worth: Worth, least_gain: Number) -> tuple[tuple[int, int], Worth] | None:
        """The pair that is merged next, and what that is worth; None where the search ends."""
        if len(blocks) <= 2:
            return None
        large = sum(block.weight >= self.least for block in blocks)
        best = self._best_merger(blocks, large, least_gain)
        stops = best is None or compare(best[1].value, worth.value + NO_MORE) < 0
        return None if self.criterion is gain_ratio and large >= 2 and stops else best

    def _as_good(
        self, blocks: Sequence[ValueGroup], best: Worth, least_gain: Number, slack: Fraction
    ) -> Iterator[tuple[list[ValueGroup], Worth]]:
        """The blocks after each merger that is worth as much as the best, or less by so much at most; and what they are worth."""
        weights = [block.weight for block in blocks]
        barred = weights.index(max(weights)) if sum(w >= self.least for w in weights) < 3 else -1
        enough = compare(best.gain, least_gain) >= 0
        for i, j in combinations(range(len(blocks)), 2):
            merged = _merged(blocks, i, j)
            worth = self.worth(merged)
            order = compare(worth.value, best.value)
            near = order == 0 or compare((worth.value - best.value) * order, slack) <= 0
            if barred not in (i, j) and near and (compare(worth.gain, least_gain) >= 0) is enough:
                yield merged, worth

    def _best_merger(self, blocks: Sequence[ValueGroup], large: int, least_gain: Number) -> tuple[tuple[int, int], Worth] | None:
        """The pair whose merger is worth most, the last of several, and that; None where no pair may be merged."""
        weights = [block.weight for block in blocks]
        barred = weights.index(max(weights)) if large < 3 else -1
        best: tuple[tuple[int, int], Worth] | None = None
        top, top_gain = number(0), number(-THOUSANDTH)
        for i, j in combinations(range(len(blocks)), 2):
            if barred in (i, j):
                continue
            worth = self.worth(_merged(blocks, i, j))
            enough_gain = compare(worth.gain, least_gain) >= 0 and compare(top_gain, least_gain) < 0
            forced = best is None and (self.criterion is not gain_ratio or large < 2)
            if enough_gain or compare(worth.value, top) >= 0 or forced:
                best, top, top_gain = ((i, j), worth), worth.value, worth.gain
        return best

    def worth(self, blocks: Sequence[ValueGroup]) -> Worth:
        """What a partition is worth; two blocks must weigh 1 at least."""
        if sum(block.weight >= 1 for block in blocks) < 2:
            return NO_TEST
        unknown = sum(self.table.missing)
        known = add_counts(self.table.counts, len(self.table.missing))
        records = Fraction(sum(known) + unknown)
        gain = (_bits(known) - total(_bits(block.counts) for block in blocks)) / records
        information = self.information(blocks)
        if compare(information, THOUSANDTH if self.criterion is gain_ratio else 0) <= 0:
            return Worth(gain, number(-THOUSANDTH))
        return Worth(gain, gain / information if self.criterion is gain_ratio else gain)

    def information(self, blocks: Sequence[ValueGroup]) -> Number:
        """The split information of a partition, records of unknown value included, in bits."""
        weights = (sum(self.table.missing), *(block.weight for block in blocks))
        records = sum(map(sum, self.table.counts)) + sum(self.table.missing)
        return _bits(weights) / Fraction(records)


def _bits(counts: Sequence[Count]) -> Number:
    """The information of some records together, in bits: N log2 N less the sum of n log2 n."""
    return _n_log_n(sum(counts)) - total(_n_log_n(n) for n in counts)


def _n_log_n(n: Count) -> Number:
    return number(n) * log2_of(n) if n else number(0)


def _merged(blocks: Sequence[ValueGroup], i: int, j: int) -> list[ValueGroup]:
    """The blocks with the j-th put to the i-th, in whose place the last one comes."""
    one, other, last = blocks[i], blocks[j], blocks[-1]
    together = ValueGroup((*one.values, *other.values), add_counts((one.counts, other.counts), len(one.counts)))
    merged = [together if k == i else last if k == j else block for k, block in enumerate(blocks)]
    return merged[:-1]


def _of_one_class(blocks: list[ValueGroup]) -> list[ValueGroup]:
    """The blocks with those of one and the same class put together."""
    i = 0
    while i < len(blocks) - 1:
        counts = blocks[i].counts
        c = next((k for k, n in enumerate(counts) if n >= OF_ONE_CLASS), None)
        if c is not None and counts[c] >= blocks[i].weight - OF_ONE_CLASS:
            j = i + 1
            while j < len(blocks):
                if blocks[j].counts[c] < blocks[j].weight - OF_ONE_CLASS:
                    j += 1
                else:
                    blocks = _merged(blocks, i, j)
        i += 1
    return blocks


def worth_of_groups(table: CountTable, criterion: Criterion, groups: Sequence[Sequence[str]]) -> Worth:
    """
    What a test of groups is worth to the search at a node, without its branch of values that weigh at most 1/2 each.

    >>> x = Nominal("x", ("a", "b", "c"))
    >>> table = CountTable(x, x.values, x.values, ((2, 0), (0, 2), (0, Fraction(1, 2))), (0, 0))
    >>> worth_of_groups(table, gain_ratio, (("a",), ("b",), ("c",))).value > worth_of_groups(table, gain_ratio, (("a",), ("b", "c"))).value
    True
    """
    weights = dict(zip(cast(tuple[str, ...], table.values), table.counts, strict=True))
    present = [[v for v in group if v in weights and sum(weights[v]) > PRESENT] for group in groups]
    blocks = [
        ValueGroup(tuple(group), add_counts([weights[v] for v in group if v in weights], len(table.missing)))
        for group, heavy in zip(groups, present, strict=True)
        if heavy
    ]
    return _Search(table, criterion, 0).worth(blocks)


def groups_of_equal_mergers(table: CountTable, criterion: Criterion, least: Count, slack: Fraction) -> list[GroupsInNoOrder] | None:
    """
    The partitions of the present values that C4.5's search may end in where a merger that is worth as much as the best, or less by so much
    at most, may be made in its place. None where more than `MOST_PARTITIONS` would have to be looked at. Values that weigh at most 1/2 are
    in none of the groups.

    >>> x = Nominal("x", ("a", "b", "c"))
    >>> tied = CountTable(x, x.values, x.values, ((4, 0), (3, 3), (0, 4)), (0, 0))
    >>> [sorted(map(sorted, groups)) for groups in groups_of_equal_mergers(tied, gain_ratio, 1, Fraction(0)) or ()]
    [[['a'], ['b', 'c']], [['a', 'b'], ['c']]]
    >>> GroupedValues(1)(tied, gain_ratio).test(0).groups
    (('a',), ('b', 'c'))
    """
    endings = _Search(table, criterion, least).endings(slack, MOST_PARTITIONS)
    return None if endings is None else list(dict.fromkeys(frozenset(frozenset(block.values) for block in blocks) for blocks in endings))
