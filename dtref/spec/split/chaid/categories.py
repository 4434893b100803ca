"""Categories: those of an attribute at a node, with the groups that they may form, and the number of ways to group them (CHAID)."""

from __future__ import annotations

__sources__ = ("Kass 1980: free (nominal), monotonic (ordinal) and floating (ordinal with a missing category) predictors",)

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from attrs import frozen

from dtref.spec.model.counts import Counts, add_counts
from dtref.spec.split.chaid.significance import Significance, floating_multiplier, nominal_multiplier, ordinal_multiplier, significance

Group: TypeAlias = tuple[int, ...]
"""Positions of categories, ascending."""

Grouping: TypeAlias = tuple[Group, ...]
"""Disjoint groups of all categories, in the order of their first members."""


@frozen
class Categories:
    """
    The categories of an attribute at a node: the class counts of each, and which of them may be joined.

    ordered: only neighbours may. floating: the position of a category outside the order (the missing one), which may join any group.
    """

    counts: tuple[Counts, ...]
    ordered: bool = False
    floating: int | None = None

    def allows(self, group: Group) -> bool:
        """
        Whether the categories may form a group.

        >>> sizes = Categories(((1, 0),) * 4, ordered=True, floating=2)
        >>> sizes.allows((0, 1)), sizes.allows((1, 3)), sizes.allows((0, 3)), sizes.allows((0, 2))
        (True, True, False, True)
        """
        if not self.ordered:
            return True
        # without the floating category, and as if it had no place in the order, the group must be one run
        kept = [i - (self.floating is not None and i > self.floating) for i in group if i != self.floating]
        return not kept or max(kept) - min(kept) + 1 == len(kept)

    def rows(self, grouping: Grouping) -> tuple[Counts, ...]:
        """
        The class counts of each group.

        >>> Categories(((1, 2), (0, 4), (5, 0))).rows(((0, 2), (1,)))
        ((6, 2), (0, 4))
        """
        return tuple(add_counts((self.counts[i] for i in group), len(self.counts[0])) for group in grouping)

    def multiplier(self, groups: int) -> int:
        """
        The Bonferroni multiplier: how many groupings into so many groups there are.

        >>> [Categories(((1, 0),) * 4, ordered, floating).multiplier(2) for ordered, floating in ((False, None), (True, None), (True, 3))]
        [7, 3, 5]
        """
        if not self.ordered:
            return nominal_multiplier(len(self.counts), groups)
        return (ordinal_multiplier if self.floating is None else floating_multiplier)(len(self.counts), groups)

    def adjusted(self, grouping: Grouping) -> Significance:
        """
        The significance of a grouping, with its Bonferroni multiplier.

        >>> Categories(((2, 0), (2, 0), (0, 3))).adjusted(((0, 1), (2,)))
        Significance(statistic=Fraction(7, 1), degrees=1, multiplier=3)
        """
        return significance(self.rows(grouping), self.multiplier(len(grouping)))

    def halves(self, group: Group) -> Iterator[tuple[Group, Group]]:
        """
        Each allowed way to split a group in two, once.

        >>> list(Categories(((1, 0),) * 3).halves((0, 1, 2)))
        [((0,), (1, 2)), ((0, 1), (2,)), ((0, 2), (1,))]
        >>> list(Categories(((1, 0),) * 3, ordered=True, floating=2).halves((0, 1, 2)))
        [((0,), (1, 2)), ((0, 2), (1,)), ((0, 1), (2,))]
        """
        for part in self._cuts(group) if self.ordered else _subsets(group):
            yield part, tuple(i for i in group if i not in part)

    def _cuts(self, group: Group) -> Iterator[Group]:
        """The lower part of each cut, without and with the floating category if that is in the group; then the group without that."""
        kept = tuple(i for i in group if i != self.floating)
        loose = tuple(i for i in group if i == self.floating)
        for end in range(1, len(kept)):
            yield kept[:end]
            if loose:
                yield tuple(sorted(kept[:end] + loose))
        if loose:
            yield kept


def _subsets(group: Group) -> Iterator[Group]:
    """The parts of a group that have its first member, except the group itself."""
    return ((group[0], *more) for size in range(len(group) - 1) for more in combinations(group[1:], size))
