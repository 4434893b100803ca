"""
Merging as SPSS's algorithm paper has it, CHAID and exhaustive CHAID: two groups at least are left, and the missing category comes last.

Notation: I categories merged into r groups.
"""

from __future__ import annotations

__sources__ = (
    "IBM SPSS Statistics Algorithms, TREE: CHAID and Exhaustive CHAID (merging, stopping, Bonferroni adjustments)",
    "Kass 1980",
)

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from itertools import combinations

from attrs import field, frozen

from dtref.errors import Invalid, Undecided
from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.spec.model.attributes import Continuous, Ordinal
from dtref.spec.model.counts import CountTable
from dtref.spec.model.tests import Groups
from dtref.spec.split.chaid.candidates import MergedCandidates
from dtref.spec.split.chaid.categories import Categories, Group, Grouping
from dtref.spec.split.chaid.merging import level
from dtref.spec.split.chaid.significance import Significance, largest_p, least_p, significance
from dtref.spec.split.criteria import Criterion


@defined(formula="I (I - 1)/2 of ordered categories, I (I^2 - 1)/2 of others", sources=("SPSS Algorithms, TREE, Exhaustive CHAID",))
def exhaustive_multiplier(categories: int, ordered: bool) -> int:
    """
    The Bonferroni multiplier of exhaustive CHAID, as SPSS's paper prints it; that of others is three times the number of pairs compared.

    >>> [exhaustive_multiplier(i, True) for i in (2, 3, 4)], [exhaustive_multiplier(i, False) for i in (2, 3, 4)]
    ([1, 3, 6], [3, 12, 30])
    """
    pairs = categories * (categories - 1) // 2
    return pairs if ordered else pairs * (categories + 1)


@defined(errors="Undecided past the limit", sources=("SPSS Algorithms, TREE, CHAID (merging) and Exhaustive CHAID (merging)",))
@frozen
class SpssMerging:
    """
    CHAID: joins the pair with the largest p-value while it is above `alpha` and there are more than two groups. Exhaustive: joins down to
    two, whatever the p-value, and takes of all sets of groups on the way the one whose table has the least p-value.

    A missing category of ordered values is left aside meanwhile; then it joins the group that is most like it, or stands alone, whichever
    has the less p-value. All that tie are followed. limit: the most groupings that are looked at.

    >>> SpssMerging().groupings(Categories(((9, 1), (8, 2), (9, 2))))
    [((0,), (1, 2))]
    >>> SpssMerging(exhaustive=True).groupings(Categories(((9, 1), (8, 1), (1, 9)), ordered=True))
    [((0, 1), (2,))]
    """

    alpha: Fraction = Fraction(1, 20)
    exhaustive: bool = False
    limit: int = 2**12

    def __attrs_post_init__(self) -> None:
        level(self.alpha, "alpha")

    def groupings(self, categories: Categories) -> list[Grouping]:
        """
        Every grouping that merging may end in, in order. Errors: Undecided past the limit.

        >>> SpssMerging().groupings(Categories(((9, 1), (1, 9), (2, 9), (9, 2)), ordered=True, floating=3))
        [((0, 3), (1, 2))]
        """
        known = tuple((i,) for i in range(len(categories.counts)) if i != categories.floating)
        if len(known) < 2:
            return [tuple((i,) for i in range(len(categories.counts)))]
        ends = self._best_on_the_way(categories, known) if self.exhaustive else self._merged(categories, known)
        if categories.floating is None:
            return sorted(ends)
        return sorted({placed for grouping in ends for placed in _placed(categories, grouping, (categories.floating,))})

    def multiplier(self, categories: Categories, groups: int) -> int:
        """
        The Bonferroni multiplier of so many groups: Kass's, or that of exhaustive CHAID.

        >>> SpssMerging(exhaustive=True).multiplier(Categories(((1, 0),) * 4), 2), SpssMerging().multiplier(Categories(((1, 0),) * 4), 2)
        (30, 7)
        """
        return exhaustive_multiplier(len(categories.counts), categories.ordered) if self.exhaustive else categories.multiplier(groups)

    def _joined(self, categories: Categories, grouping: Grouping) -> list[Grouping]:
        """
        The groupings that one step makes of another: one for each tied pair; none where two groups are left, or, of CHAID, no p-value is
        above the level. Of pairs with equal class shares one is enough: all of them will be joined, in any order.
        """
        pairs = _most_alike(categories, grouping, grouping) if len(grouping) > 2 else []
        if not pairs:
            return []
        largest = significance(categories.rows(pairs[0]))
        if not self.exhaustive and compare(largest.p, self.alpha) <= 0:
            return []
        return [_with(grouping, pair) for pair in (pairs[:1] if largest.statistic == 0 else pairs)]

    def _merged(self, categories: Categories, start: Grouping) -> set[Grouping]:
        waiting, seen, ends = [start], {start}, set[Grouping]()
        while waiting:
            grouping = waiting.pop()
            after = self._joined(categories, grouping)
            if not after:
                ends.add(grouping)
            waiting += [new for new in dict.fromkeys(after) if new not in seen]
            seen.update(after)
            self._check(seen)
        return ends

    def _best_on_the_way(self, categories: Categories, start: Grouping) -> set[Grouping]:
        """Of each way down to two groups the groupings with the least p-value."""
        best: dict[Grouping, set[Grouping]] = {}
        waiting = [start]
        while waiting:
            grouping = waiting[-1]
            after = self._joined(categories, grouping)
            open_ones = [new for new in after if new not in best]
            if open_ones:
                waiting += open_ones
                continue
            waiting.pop()
            later = {end for new in after for end in best[new]}
            best[grouping] = {end for way in (later or {grouping}) for end in least_p((grouping, way), _table(categories))}
            self._check(best)
        return best[start]

    def _check(self, seen: Collection[Grouping]) -> None:
        if len(seen) > self.limit:
            raise Undecided("merging with all its ties", f"{self.limit} groupings", 1)


def _table(categories: Categories) -> Callable[[Grouping], Significance]:
    """The significance of the table of all groups."""
    return lambda grouping: significance(categories.rows(grouping))


def _most_alike(categories: Categories, grouping: Grouping, others: Sequence[Group]) -> list[tuple[Group, Group]]:
    """The pairs with the largest p-value, one of each pair among `others`."""
    pairs = [(a, b) for a, b in combinations(grouping, 2) if (a in others or b in others) and categories.allows(a + b)]
    return largest_p(pairs, lambda pair: significance(categories.rows(pair)))


def _with(grouping: Grouping, pair: tuple[Group, Group]) -> Grouping:
    return tuple(sorted((*(group for group in grouping if group not in pair), tuple(sorted(pair[0] + pair[1])))))


def _placed(categories: Categories, grouping: Grouping, missing: Group) -> list[Grouping]:
    """The groupings with the missing category in the group that is most like it, or alone, by the less p-value."""
    alone = tuple(sorted((*grouping, missing)))
    joined = [_with(alone, pair) for pair in _most_alike(categories, alone, (missing,))]
    return [best for other in joined for best in least_p((other, alone), _table(categories))]


@frozen
class SpssGroups:
    """
    Offers the groups that `SpssMerging` makes of the present values of an attribute; the p-value is that of these groups.

    least: a group of fewer records then joins the one that is most like it, the smallest first, until none is smaller; where one would be
    left, the groups stay, for the rule that confirms tests to refuse. adjust: whether the p-value has its multiplier.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.split.association import chi_square
    >>> size = Nominal("size", ("s", "m", "l"))
    >>> candidates = SpssGroups(least=4)(CountTable(size, size.values, size.values, ((9, 0), (0, 9), (3, 0)), (0, 0)), chi_square)
    >>> candidates.test(0).groups, candidates.adjusted[0].multiplier
    ((('s', 'l'), ('m',)), 3)
    """

    merging: SpssMerging = field(factory=SpssMerging)
    least: int = 1
    adjust: bool = True

    def __call__(self, table: CountTable, _: Criterion) -> MergedCandidates:
        """The candidates at a node whose count table this is. Errors: Invalid for numbers."""
        attribute = table.attribute
        if isinstance(attribute, Continuous):
            raise Invalid(attribute.name, "a nominal or ordinal attribute: put numbers in intervals first (discretise)", "continuous")
        values = [str(value) for value in table.values]
        ordered = isinstance(attribute, Ordinal)
        floating = values.index(attribute.missing_is) if ordered and attribute.missing_is in values else None
        categories = Categories(table.counts, ordered, floating)
        found: dict[Grouping, list[Significance]] = {}  # the p-values of all that small groups make these of
        for grouping in self.merging.groupings(categories):
            own = self._significance(categories, grouping)
            for large in self._large(categories, grouping) if len(grouping) > 1 else ():
                found.setdefault(large, []).append(own)
        ends = list(found)
        least, greatest = ([of(same, lambda s: s)[0] for same in found.values()] for of in (least_p, largest_p))

        def test(i: int) -> Groups:
            sizes = [sum(row) for row in categories.rows(ends[i])]
            groups = tuple(tuple(values[j] for j in group) for group in ends[i])
            return Groups(attribute, groups, sizes.index(max(sizes)), None)

        return MergedCandidates([categories.rows(large) for large in ends], test, table.missing, least, greatest=greatest)

    def _significance(self, categories: Categories, grouping: Grouping) -> Significance:
        return significance(categories.rows(grouping), self.merging.multiplier(categories, len(grouping)) if self.adjust else 1)

    def _large(self, categories: Categories, grouping: Grouping) -> list[Grouping]:
        """The groupings that joining small groups ends in, each way that ties."""
        sizes = dict(zip(grouping, map(sum, categories.rows(grouping)), strict=True))
        smallest = [group for group in grouping if sizes[group] == min(sizes.values())]
        if sizes[smallest[0]] >= self.least or len(grouping) < 3:
            return [grouping]
        after = {_with(grouping, pair) for group in smallest for pair in _most_alike(categories, grouping, (group,))}
        return sorted({large for new in after for large in self._large(categories, new)})
