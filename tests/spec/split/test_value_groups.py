"""C4.5's search for groups of values, beside arrays in doubles that are merged as `Src/subset.c` does it."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from itertools import combinations
from math import log2

from hypothesis import assume, event, given
from hypothesis import strategies as st
from many import examples
from narrow import of_kind

import dtref
from dtref.io.foreign.printed_trees.quinlan import parse_c45
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.counts import CountTable
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Groups
from dtref.spec.split.average_gain import AboveAverageGain
from dtref.spec.split.candidates import Searched
from dtref.spec.split.criteria import gain, gain_ratio
from dtref.spec.split.value_groups import GroupedValues, groups_of_equal_mergers

NEAR = 1e-9


class NearError(Exception):
    """Two numbers are too near one another for doubles."""


def at_least(a: float, b: float) -> bool:
    """Whether a >= b; equal numbers of other sums than these are near one another."""
    if 0 < abs(a - b) < NEAR:
        raise NearError
    return a >= b


def info(counts: list[float]) -> float:
    def term(n: float) -> float:
        return n * log2(n) if n else 0.0

    return term(sum(counts)) - sum(map(term, counts))


class Arrays:
    """Freq of `Src/subset.c`: the counts by block and class, and the values of each block."""

    def __init__(self, counts: list[list[float]], missing: list[float], least: int, ratio: bool) -> None:
        self.items, self.unknown = sum(map(sum, counts)) + sum(missing), sum(missing)
        self.base = info([sum(column) for column in zip(*counts, strict=True)])
        self.freq = [list(row) for row in counts]
        self.sets = [[v] for v in range(len(counts))]
        self.least, self.ratio = least, ratio

    def worth(self, freq: list[list[float]]) -> tuple[float, float]:
        """Gain and value, each -1/1000 where there is no test."""
        if sum(sum(row) >= 1 for row in freq) < 2:
            return -1e-3, -1e-3
        gained = (self.base - sum(map(info, freq))) / self.items
        information = info([self.unknown, *map(sum, freq)]) / self.items
        if not information > (1e-3 if self.ratio else 0):
            return gained, -1e-3
        return gained, gained / information if self.ratio else gained

    def combine(self, x: int, y: int, rows: list[list[float]]) -> list[list[float]]:
        freq = [list(row) for row in rows]
        freq[x] = [a + b for a, b in zip(freq[x], freq[y], strict=True)]
        freq[y] = freq[-1]
        return freq[:-1]

    def merge(self, x: int, y: int) -> None:
        self.freq = self.combine(x, y, self.freq)
        self.sets[x] += self.sets[y]
        self.sets[y] = self.sets[-1]
        self.sets.pop()

    def one_class(self, row: list[float], c: int) -> bool:
        return row[c] >= sum(row) - 0.1

    def search(self) -> list[list[int]] | None:
        previous = self.worth(self.freq)
        kept = [i for i, row in enumerate(self.freq) if sum(row) > 0.5]
        self.freq, self.sets = [self.freq[i] for i in kept], [self.sets[i] for i in kept]
        blocks = len(self.freq)
        v1 = 0
        while v1 < len(self.freq) - 1:
            c = next(k for k, n in enumerate(self.freq[v1]) if n >= 0.1)
            v2 = v1 + 1
            while self.one_class(self.freq[v1], c) and v2 < len(self.freq):
                if self.one_class(self.freq[v2], c):
                    self.merge(v1, v2)
                else:
                    v2 += 1
            v1 += 1
        if len(self.freq) < blocks:
            previous = self.worth(self.freq)
        least_gain = previous[0] / 2
        while len(self.freq) > 2:
            large = sum(sum(row) >= self.least for row in self.freq)
            best, best_gain, pair = 0.0, -1e-3, None
            sizes = [sum(row) for row in self.freq]
            barred = -1 if large >= 3 else sizes.index(max(sizes))
            for x in range(len(sizes)):
                for y in range(x + 1, len(sizes)):
                    if barred in (x, y):
                        continue
                    gained, value = self.worth(self.combine(x, y, self.freq))
                    enough = at_least(gained, least_gain) and not at_least(best_gain, least_gain)
                    if enough or at_least(value, best) or (pair is None and (not self.ratio or large < 2)):
                        best, best_gain, pair = value, gained, (x, y)
            if pair is None or (self.ratio and large >= 2 and not at_least(best, previous[1] + 1e-5)):
                break
            previous = best_gain, best
            self.merge(*pair)
        return self.sets if previous[1] > NEAR else None


@given(
    st.lists(st.lists(st.integers(0, 9), min_size=2, max_size=2), min_size=3, max_size=6),
    st.integers(1, 4),
    st.lists(st.integers(0, 3), min_size=2, max_size=2),
    st.booleans(),
)
@examples(60)
def test_the_groups_are_those_of_the_source(counts: list[list[int]], least: int, missing: list[int], ratio: bool) -> None:
    assume(sum(map(sum, counts)) > 0)
    names = tuple("abcdef"[: len(counts)])
    present = [(name, tuple(row)) for name, row in zip(names, counts, strict=True) if any(row)]
    table = CountTable(Nominal("x", names), names, tuple(n for n, _ in present), tuple(c for _, c in present), tuple(missing))
    try:
        wanted = Arrays([[float(n) for n in row] for row in counts], [float(n) for n in missing], least, ratio).search()
    except NearError:
        assume(condition=False)
    offered = GroupedValues(least)(table, gain_ratio if ratio else gain)
    event(f"{len(wanted or ())} groups of {len(present)}")
    assert (wanted is None) == (not offered.splits)
    if wanted is not None:
        test = offered.test(0)
        assert isinstance(test, Groups)
        named = {frozenset(names[v] for v in block) for block in wanted}
        rest = frozenset(names) - frozenset().union(*named)
        assert {frozenset(group) for group in test.groups} == named | ({rest} if rest else set())
        assert sum(map(sum, offered.splits[0])) == sum(map(sum, counts))


def all_endings(arrays: Arrays, before: float, least_gain: float) -> set[frozenset[frozenset[int]]]:
    """The partitions that any order of mergers ends in that are worth as much as the one of the source, in doubles; of gain ratios."""
    pairs = list(combinations(range(len(arrays.freq)), 2)) if len(arrays.freq) > 2 else []
    sizes = [sum(row) for row in arrays.freq]
    large = sum(size >= arrays.least for size in sizes)
    barred = -1 if large >= 3 else sizes.index(max(sizes))
    best, best_gain, taken = 0.0, -1e-3, False
    worths = {pair: arrays.worth(arrays.combine(*pair, arrays.freq)) for pair in pairs if barred not in pair}
    for gained, value in worths.values():
        enough = at_least(gained, least_gain) and not at_least(best_gain, least_gain)
        if enough or at_least(value, best) or (not taken and large < 2):
            best, best_gain, taken = value, gained, True
    if not taken or (large >= 2 and not at_least(best, before + 1e-5)):
        return {frozenset(map(frozenset, arrays.sets))} if before > NEAR else set()
    found = set[frozenset[frozenset[int]]]()
    for pair, (gained, value) in worths.items():
        if abs(value - best) < NEAR and at_least(gained, least_gain) is at_least(best_gain, least_gain):
            after = deepcopy(arrays)
            after.merge(*pair)
            found |= all_endings(after, value, least_gain)
    return found


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(any), min_size=3, max_size=5))
@examples(20)
def test_every_ending_of_equal_mergers_is_found(counts: list[tuple[int, int]]) -> None:
    """By trying every pair of groups at every step; values of one class, which are joined first, are left out."""
    assume(sum(0 in row for row in counts) < 2)
    names = tuple("abcde"[: len(counts)])
    table = CountTable(Nominal("x", names), names, names, tuple(counts), (0, 0))
    every = Arrays([list(map(float, row)) for row in counts], [0.0, 0.0], 1, ratio=True)
    gained, worth = every.worth(every.freq)
    try:
        wanted = {frozenset(frozenset(names[v] for v in own) for own in one) for one in all_endings(every, worth, gained / 2)}
    except NearError:
        assume(condition=False)
    found = groups_of_equal_mergers(table, gain_ratio, 1, Fraction(0))
    event(f"{len(wanted)} endings")
    assert found is not None
    assert set(found) == wanted
    offered = GroupedValues(1)(table, gain_ratio)
    if offered.splits:
        own = offered.test(0)
        assert isinstance(own, Groups)
        assert frozenset(map(frozenset, own.groups)) in found


def test_groups_of_another_merger_that_is_worth_as_much_are_not_called_wrong() -> None:
    """b may join a or c: the last pair is merged. Neither a tree of the first pair is wrong, whose worth a program may find the greater."""
    x = Nominal("x", ("a", "b", "c"))
    labels = {"a": "pppp", "b": "pppqqq", "c": "qqqq"}
    data = DataSet((x,), Nominal("y", ("p", "q")), tuple(Record((v,), y) for v, ys in labels.items() for y in ys))
    policy = dtref.c45_release_8(m=1, s=True, pruned=False)
    text = "x in {{{}}}: {} ({}.0/{}.0)\nx {}: {} ({}.0{})\n"
    by_last = text.format("b,c", "q", 10, 3, "= a", "p", 4, "")
    by_first = text.format("a,b", "p", 10, 3, "= c", "q", 4, "")
    wrong = text.format("a,c", "p", 8, 4, "= b", "p", 6, "/3.0")
    reports = [dtref.verify(parse_c45(printed, "tree.txt")[0], data, policy) for printed in (by_last, by_first, wrong)]
    assert [sorted({type(v).__name__ for f in report.findings for v in f.verdicts}) for report in reports[:2]] == [
        ["Optimal"],
        ["Optimal", "WithinFloat"],
    ]
    assert reports[2].wrong


def test_a_tree_of_groups_predicts_what_nobody_had() -> None:
    """c and d have no records: they share a branch with the labels of the root."""
    attribute = Nominal("x", ("a", "b", "c", "d"))
    records = [Record((value,), label) for value, label in [*[("a", "p")] * 4, *[("b", "q")] * 3]]
    tree = dtref.grow(DataSet((attribute,), Nominal("y", ("p", "q")), tuple(records)), dtref.c45_release_8(m=1, s=True, pruned=False))
    assert [dtref.predict(tree, {"x": value}).labels for value in "abcd"] == [("p",), ("q",), ("p",), ("p",)]


def test_a_branch_of_values_that_weigh_little_does_not_count_in_what_a_test_is_worth() -> None:
    """
    Of 4 p, 4 q, and a value of weight 1/2 with a quarter of either: in doubles, as `Src/subset.c` sums what is left without such values.

    The gain is 1 bit, the split information 8 of 17/2 records: release 8 prints such tests of soybean above those with a greater ratio.
    """
    x = Nominal("x", ("a", "b", "c"))
    table = CountTable(x, x.values, x.values, ((4, 0), (0, 4), (Fraction(1, 4), Fraction(1, 4))), (0, 0))
    found = of_kind(Searched, GroupedValues(1)(table, gain_ratio))
    assert found.test(0).groups == (("a",), ("b",), ("c",))  # type: ignore[union-attr]  # of groups
    base, after, split = info([4.25, 4.25]), info([4.0, 0.0]) + info([0.0, 4.0]), info([0.0, 4.0, 4.0])
    assert (float(found.gain), float(found.information)) == ((base - after) / 8.5, split / 8.5)
    entrant = AboveAverageGain().entrant((Fraction(17, 4), Fraction(17, 4)), 0, found, gain_ratio)
    assert entrant is not None and entrant.tests[0][1] == Fraction(17, 16)


def test_two_groups_must_have_the_least_weight() -> None:
    x = Nominal("x", ("a", "b", "c"))
    table = CountTable(x, x.values, x.values, ((4, 0), (0, 1), (0, Fraction(1, 2))), (0, 0))
    assert [len(GroupedValues(least)(table, gain_ratio).splits) for least in (1, 2)] == [1, 0]
