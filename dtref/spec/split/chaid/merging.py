"""
CHAID's merging: joins the categories of one attribute as long as some two of them do not differ significantly.

Notation: alpha_merge is the significance level above which a pair is merged.
"""

from __future__ import annotations

__sources__ = ("Kass 1980, steps 2 and 3",)

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from attrs import Attribute as Field
from attrs import field, frozen

from dtref.errors import Invalid, Undecided
from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.number_text import readable
from dtref.spec.model.counts import Counts
from dtref.spec.model.optima import groupings
from dtref.spec.split.chaid.categories import Categories, Group, Grouping
from dtref.spec.split.chaid.significance import Significance, largest_p, least_p, significance

PAIRS = 500
"""So many pairs of groups count, in the limit of a search, as one more grouping."""


def level(value: Fraction, name: str) -> Fraction:
    """
    A significance level. Errors: Invalid unless it is a Fraction from 0 to 1.

    >>> level(Fraction(3, 2), "alpha")
    Traceback (most recent call last):
    dtref.errors.Invalid: alpha: expected a Fraction from 0 to 1 (got Fraction(3, 2))
    """
    if not isinstance(value, Fraction) or not 0 <= value <= 1:
        raise Invalid(name, "a Fraction from 0 to 1", value)
    return value


@defined(
    errors="Invalid for levels outside 0 to 1, or `resplit` above `alpha`",
    sources=("Kass 1980, steps 2 and 3", "Kass leaves ties, returns, and which group is split first open"),
)
@frozen
class Merging:
    """
    A way to merge categories: its significance levels, and the limit of its search.

    Step 2: of all allowed pairs of groups the one with the largest p-value is joined if that is above `alpha`, and so on until no
    pair's is. Step 3, if `resplit` is a level: of all groups of three or more categories the allowed split in two with the least p-value is
    made if that is not above `resplit`; then step 2 again. A p-value is that of the pair's own table (`significance`), unadjusted.

    Ties are followed, all of them: the result is every grouping that some order of tied steps ends in. Where step 2 comes back to a
    grouping that it ended in before, that grouping stands. limit: the most groupings that are looked at (one of many groups counts as
    several, see `PAIRS`), and the most splits of one group that are tried; Undecided beyond.

    >>> Merging(Fraction(1, 20), Fraction(1, 10))
    Traceback (most recent call last):
    dtref.errors.Invalid: resplit: expected a level not above that of merging, 0.05 (got '0.1')
    """

    alpha: Fraction = field(default=Fraction(1, 20))
    resplit: Fraction | None = field(default=None)
    limit: int = 2**12

    @alpha.validator
    def _level(self, at: Field[Fraction], value: Fraction) -> None:
        level(value, at.name)

    @resplit.validator
    def _not_above(self, at: Field[Fraction | None], value: Fraction | None) -> None:
        if value is not None and level(value, at.name) > self.alpha:
            raise Invalid(at.name, f"a level not above that of merging, {readable(self.alpha)}", readable(value))

    def groupings(self, categories: Categories) -> list[Grouping]:
        """
        Every grouping that merging can end in, in order. Errors: Undecided past the limit.

        >>> Merging().groupings(Categories(((9, 1), (1, 9), (8, 1))))
        [((0, 2), (1,))]
        >>> Merging().groupings(Categories(((4, 0), (2, 2), (0, 4)), ordered=True))
        [((0,), (1, 2)), ((0, 1), (2,))]
        """
        start: Grouping = tuple((i,) for i in range(len(categories.counts)))
        waiting: list[tuple[Grouping, frozenset[Grouping]]] = [(start, frozenset())]
        seen = set(waiting)
        ends: set[Grouping] = set()
        extra = 0  # what groupings of many groups count beyond one each
        while waiting:
            grouping, met = waiting.pop()
            extra += comb(len(grouping), 2) // PAIRS
            if len(seen) + extra > self.limit:
                raise Undecided("merging with all its ties", f"{self.limit} groupings", max(1, len(ends)))
            # step 2, and where it ends step 3, which remembers where it began
            after = [(g, met) for g in self.merges(categories, grouping)]
            if not after and grouping not in met:
                after = [(g, met | {grouping}) for g in self.splits(categories, grouping)]
            if not after:
                ends.add(grouping)
            waiting += [state for state in after if state not in seen]
            seen.update(after)
        return sorted(ends)

    def merges(self, categories: Categories, grouping: Grouping) -> list[Grouping]:
        """
        The groupings that one merge makes of another: one for each tied pair; none where no pair's p-value is above the level.

        Of pairs with equal class shares (p-value 1) one is enough, unless it is about where the floating category goes: such pairs
        are merged before all others, in any order, with one result.

        >>> Merging().merges(Categories(((1, 1), (2, 2), (0, 9), (3, 3))), ((0,), (1,), (2,), (3,)))
        [((0, 1), (2,), (3,))]
        """
        pairs = _alike(categories, grouping)
        largest = largest_p(pairs, significance)
        if not largest or not _above(significance(largest[0]), self.alpha):
            return []
        tied = sorted((pair for table in largest for pair in pairs[table]), key=lambda pair: tuple(map(grouping.index, pair)))
        settled = [pair for pair in tied if (categories.floating,) not in pair]
        if settled and significance(categories.rows(settled[0])).statistic == 0:
            tied = settled[:1]
        return [_replaced(grouping, pair, (tuple(sorted(pair[0] + pair[1])),)) for pair in tied]

    def splits(self, categories: Categories, grouping: Grouping) -> list[Grouping]:
        """
        The groupings that one split makes of another: one for each tied split; none where no split is significant.

        >>> Merging(Fraction(1, 2), Fraction(1, 5)).splits(Categories(((4, 0), (2, 2), (0, 4)), ordered=True), ((0, 1, 2),))
        [((0,), (1, 2)), ((0, 1), (2,))]
        """
        if self.resplit is None:
            return []
        largest = max(map(len, grouping), default=0)
        if not categories.ordered and groupings(largest) > self.limit:
            raise Undecided(f"best split of a group of {largest} categories", f"{self.limit} splits")
        halves = [(group, pair) for group in grouping if len(group) > 2 for pair in categories.halves(group)]
        tied = least_p(halves, lambda half: significance(categories.rows(half[1])))
        if not tied or _above(significance(categories.rows(tied[0][1])), self.resplit):
            return []
        return [_replaced(grouping, (group,), pair) for group, pair in tied]


def _alike(categories: Categories, grouping: Grouping) -> dict[tuple[Counts, ...], list[tuple[Group, Group]]]:
    """The pairs of groups that may be joined, by the table that they have: of many categories few tables are different ones."""
    rows = dict(zip(grouping, categories.rows(grouping), strict=True))
    alike: dict[tuple[Counts, ...], list[tuple[Group, Group]]] = {}
    for a, b in combinations(grouping, 2):
        if categories.allows(a + b):
            alike.setdefault((rows[a], rows[b]), []).append((a, b))
    return alike


def _above(table: Significance, alpha: Fraction) -> bool:
    return compare(table.p, alpha) > 0


def _replaced(grouping: Grouping, old: Sequence[Group], new: Sequence[Group]) -> Grouping:
    """The grouping with some of its groups replaced by others."""
    return tuple(sorted((*(group for group in grouping if group not in old), *new)))
