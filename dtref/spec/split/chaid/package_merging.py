"""
Merging as the CHAID package for Python has it, with the order in which it looks at pairs, and with what it does beside Kass's steps.

Notation: groups of categories, each in the program's order; p the largest p-value of the pairs that were looked at.
"""

from __future__ import annotations

__sources__ = ("CHAID 5.5.1 (PyPI), `CHAID/stats.py` (best_cat_heuristic_split), `CHAID/column.py` (possible_groupings, group)",)

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import ceil

from attrs import evolve, frozen

from dtref.errors import Undecided
from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.enclosure import Enclosure
from dtref.spec.model.counts import Counts, add_counts
from dtref.spec.model.precision import share_in_doubles
from dtref.spec.split.chaid.categories import Group, Grouping
from dtref.spec.split.chaid.least_p import is_zero_in_doubles
from dtref.spec.split.chaid.significance import Significance, largest_p, significance

GroupPair = tuple[Group, Group]
"""Two groups that may be joined; the first takes the second in."""


@frozen
class CodedCategories:
    """
    The categories of an attribute at a node, in the order in which the program goes through them.

    counts: the class counts of each. codes: of an ordered attribute the whole number of each, None for the missing one, which comes last;
    of a nominal one None.
    """

    counts: tuple[Counts, ...]
    codes: tuple[int | None, ...] | None = None

    def rows(self, group: Group) -> Counts:
        """
        The class counts of a group.

        >>> CodedCategories(((1, 2), (0, 4), (5, 0))).rows((0, 2))
        (6, 2)
        """
        return add_counts((self.counts[i] for i in group), len(self.counts[0]))

    def pairs(self, grouping: Grouping) -> list[GroupPair]:
        """
        The pairs that may be joined, in the program's order: of a nominal attribute all; of an ordered one groups whose codes are
        neighbours (a code that no record has parts those beside it), then each group with the missing category.

        >>> CodedCategories(((1, 0),) * 4, (1, 2, 4, None)).pairs(((0,), (1,), (2,), (3,)))
        [((0,), (1,)), ((0,), (3,)), ((1,), (3,)), ((2,), (3,))]
        """
        if self.codes is None:
            return list(combinations(grouping, 2))
        known = {group: [code for i in group if (code := self.codes[i]) is not None] for group in grouping}
        ordered = [group for group in grouping if known[group]]
        neighbours = [(a, b) for a, b in pairwise(ordered) if max(known[a]) + 1 == min(known[b])]
        return neighbours + [(group, other) for other in grouping if not known[other] for group in ordered]


@frozen
class _Look:
    """What one round of looking at pairs finds: those that may be joined next, p, and the counts of the pair that was looked at last."""

    joins: tuple[GroupPair, ...]
    p: Significance | None
    last: tuple[Counts, Counts]


@defined(errors="Undecided past the limit", sources=("CHAID 5.5.1, `CHAID/stats.py`, best_cat_heuristic_split",))
@frozen
class PackageMerging:
    """
    Joins the pair with the largest p-value, again and again, until p is below `alpha`; then the groups stand.

    A pair that leaves the others fewer than `least` records in all, where there are others, is passed over; a pair whose records are all of
    one class is joined at once, whatever was to come. So p is that of pairs before it, or none; and where there is none, or it is below
    alpha, the groups stand, although this pair does not differ. They also stand only if there are at most `most_groups`, if each of the
    pair that was looked at *last* has at least `least` records (no other group is asked), and, with `exhaustive`, if there are two. No
    other p-value, nor a multiplier, decides. Of pairs that tie each is followed. Where no pair may be joined, the attribute offers nothing.

    least: a number of records, or, between 0 and 1, a share of the training set (`for_rows`). near: p-values that differ by no more than
    this share of the larger are followed both ways, also where one is alpha. limit: the most groupings that are looked at.

    >>> PackageMerging(least=0).groupings(CodedCategories(((9, 1), (1, 9), (8, 1))))
    [((0, 2), (1,))]
    >>> alike = CodedCategories(((20, 0), (0, 20), (0, 20)))
    >>> PackageMerging(least=0).groupings(alike)
    [((0,), (1,), (2,))]
    """

    alpha: Fraction = Fraction(1, 20)
    least: int | Fraction = 30
    most_groups: int | None = None
    exhaustive: bool = False
    near: Fraction = Fraction(0)
    limit: int = 2**12

    def for_rows(self, rows: int) -> PackageMerging:
        """
        The merging with its least size as a number, of a training set of so many records: a share is rounded up.

        >>> PackageMerging(least=Fraction(1, 10)).for_rows(25).least
        3
        """
        return evolve(self, least=ceil(share_in_doubles(Fraction(self.least), rows))) if 0 < self.least < 1 else self

    def groupings(self, categories: CodedCategories) -> list[Grouping]:
        """
        Every grouping that merging may end in, in order; none where it ends without one.

        >>> PackageMerging(least=0).groupings(CodedCategories(((4, 0), (0, 4)), (1, 3)))
        []
        """
        return [grouping for grouping in self.ends(categories) if grouping]

    def ends(self, categories: CodedCategories) -> list[Grouping]:
        """
        As `groupings`, with () where it may end without one.

        >>> PackageMerging(least=0).ends(CodedCategories(((4, 0), (0, 4)), (1, 3)))
        [()]
        """
        start: Grouping = tuple((i,) for i in range(len(categories.counts)))
        waiting, seen, ends = [start], {start}, set[Grouping]()
        while waiting:
            grouping = waiting.pop()
            if len(seen) > self.limit:
                raise Undecided("merging with all its ties", f"{self.limit} groupings", max(1, len(ends)))
            pairs = categories.pairs(grouping)
            look = self._look(categories, grouping, pairs) if pairs else None
            if look is None:
                ends.add(())
                continue
            stands = [below and self._may_stand(grouping, look) for below in self._below(look.p)]
            if any(stands):
                ends.add(grouping)
            if not all(stands):
                after = [_joined(grouping, pair) for pair in look.joins]
                ends.update(() if after else ((),))
                waiting += [new for new in dict.fromkeys(after) if new not in seen]
                seen.update(after)
        return sorted(ends)

    def _look(self, categories: CodedCategories, grouping: Grouping, pairs: Sequence[GroupPair]) -> _Look:
        """One round of looking at pairs."""
        everything = sum(map(sum, categories.counts))
        competing: dict[GroupPair, Significance] = {}
        rows = (categories.rows(pairs[0][0]), categories.rows(pairs[0][1]))
        for a, b in pairs:
            rows = (categories.rows(a), categories.rows(b))
            if len(grouping) > 2 and everything - sum(map(sum, rows)) < self.least:
                continue
            if sum(map(any, zip(*rows, strict=True))) == 1:
                return _Look(((a, b),), self._largest(competing)[1], rows)
            competing[(a, b)] = significance(rows)
        return _Look(*self._largest(competing), rows)

    def _largest(self, competing: dict[GroupPair, Significance]) -> tuple[tuple[GroupPair, ...], Significance | None]:
        """The pairs that tie for the largest p-value, and this."""
        tied = largest_p(competing, competing.__getitem__)
        if not tied:
            return (), None
        top = competing[tied[0]]
        if self.near:
            tied = [pair for pair, own in competing.items() if own == top or compare(own.p, top.p * (1 - self.near)) >= 0]
        # the pair with the larger statistic, where the p-values are the same
        most = max(competing[pair].statistic for pair in tied)
        return tuple(pair for pair in tied if self.near or competing[pair].statistic == most), top

    def _below(self, p: Significance | None) -> Iterator[bool]:
        """Whether p is below alpha, or there is none; both where they are too near."""
        if p is None or is_zero_in_doubles(p):
            yield True
            return
        yield compare(p.p, self.alpha) < 0
        if self.near and compare(_distance(p.p, self.alpha), self.near * self.alpha) <= 0:
            yield compare(p.p, self.alpha) >= 0

    def _may_stand(self, grouping: Grouping, look: _Look) -> bool:
        """Whether the groups may stand once p is below alpha."""
        if self.most_groups and len(grouping) > self.most_groups:
            return False
        return not any(sum(row) < self.least for row in look.last) and not (self.exhaustive and len(grouping) > 2)


def _joined(grouping: Grouping, pair: GroupPair) -> Grouping:
    """The grouping with a pair of its groups joined."""
    return tuple(sorted((*(group for group in grouping if group not in pair), tuple(sorted(pair[0] + pair[1])))))


def _distance(p: Enclosure | Fraction, alpha: Fraction) -> Enclosure | Fraction:
    return p - alpha if compare(p, alpha) > 0 else alpha - p
