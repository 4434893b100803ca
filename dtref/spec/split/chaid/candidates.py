"""
CHAID's candidates: tests on merged categories, and the choice of the attribute that splits a node.

`dtref.spec.presets.chaid_policy` makes a policy of it.
"""

from __future__ import annotations

__sources__ = (
    ("cs6220", "*Other Attribute Selection Measures"),
    "Kass 1980, steps 1 and 4",
)

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cmp_to_key
from typing import Self, cast

from attrs import Attribute as Field
from attrs import evolve, field, frozen

from dtref.errors import Invalid
from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.number import number
from dtref.spec.model.attributes import MISSING, Continuous, Ordinal, fill_missing, with_missing_value
from dtref.spec.model.branches import branch_of
from dtref.spec.model.counts import Counts, CountTable, add_counts
from dtref.spec.model.data import DataSet
from dtref.spec.model.tests import Absent, Groups, Ranges, Test, Threshold
from dtref.spec.preparation.discretisation import BinnedColumn, Binning, column_of, ranges_of
from dtref.spec.split.candidates import Candidates, Split
from dtref.spec.split.chaid.categories import Categories, Grouping
from dtref.spec.split.chaid.merging import Merging, level
from dtref.spec.split.chaid.significance import Significance, compare_p, largest_p, least_p, significance
from dtref.spec.split.choose import Best, Keep, every
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.numeric.binning import EqualFrequency, every_binning

DECILES = EqualFrequency(10)
"""Ten bins of about equal frequency."""


@frozen(eq=False)
class MergedCandidates(Candidates):
    """
    Candidates whose branches are merged categories; adjusted: the significance of each, with its Bonferroni multiplier, the least p-value
    of several; greatest: that with the greatest p-value, where it isn't the same. or_none: whether some order of tied steps ends without
    any.
    """

    adjusted: Sequence[Significance] = ()
    or_none: bool = False
    greatest: Sequence[Significance] = ()

    def only(self, kept: Sequence[int]) -> Self:
        """The candidates at the positions given, in that order."""
        greatest = [self.greatest[i] for i in kept] if self.greatest else ()
        return evolve(super().only(kept), adjusted=[self.adjusted[i] for i in kept], greatest=greatest)


@frozen
class MergedValues:
    """
    Offers the groups that merging makes of the present values of a nominal or ordinal attribute.

    One candidate; several where merging ties; none where all values end in one group. absent: what becomes of a value that no record of the
    node has, AS_MISSING or LARGEST.

    The value that missing cells of an ordinal attribute have (`missing_floats`) has no place in its order: it floats.

    >>> from dtref.spec.split.association import chi_square
    >>> size = Ordinal("size", ("s", "m", "l", "?"), missing_is="?")
    >>> candidates = MergedValues()(CountTable(size, size.values, size.values, ((9, 1), (8, 1), (1, 7), (6, 1)), (0, 0)), chi_square)
    >>> candidates.test(0).groups, candidates.splits, candidates.adjusted[0].multiplier
    ((('s', 'm', '?'), ('l',)), [((23, 3), (1, 7))], 5)
    """

    merging: Merging = field(factory=Merging)
    absent: Absent = field(default=Absent.AS_MISSING)

    @absent.validator
    def _of_groups(self, at: Field[Absent], absent: Absent) -> None:
        if absent not in (Absent.AS_MISSING, Absent.LARGEST):
            raise Invalid(at.name, f"{Absent.AS_MISSING.value!r} or {Absent.LARGEST.value!r}", absent)

    def __call__(self, table: CountTable, _: Criterion) -> MergedCandidates:
        """The candidates at a node whose count table this is."""
        attribute = table.attribute
        if isinstance(attribute, Continuous):
            raise Invalid(attribute.name, "a nominal or ordinal attribute", attribute)
        values = cast(tuple[str, ...], table.values)
        # the place among the values of the one that floats, if there is one
        ordered = isinstance(attribute, Ordinal)
        loose = values.index(attribute.missing_is) if ordered and attribute.missing_is in values else None
        categories = Categories(table.counts, ordered, loose)

        def test(grouping: Grouping) -> Groups:
            sizes = [sum(row) for row in categories.rows(grouping)]
            groups = tuple(tuple(values[i] for i in group) for group in grouping)
            largest = sizes.index(max(sizes))
            return Groups(attribute, groups, largest, largest if self.absent is Absent.LARGEST else None)

        return _candidates(categories, self.merging, test, table.missing)


@frozen
class MergedBins:
    """
    Offers, as `MergedValues` does, groups of bins of a continuous attribute: its numbers at the node are put in bins first; the bins with
    records are its categories.

    binning: makes the bins; unless another is set, ten of about equal frequency; of clusterings that are as near each offers its groups.
    They are made anew at each node. (Kass 1980 has no continuous predictors; programs differ in how they bin, and whether once or at each
    node. For once, discretise before growing.)

    >>> from dtref.spec.split.association import chi_square
    >>> x, values = Continuous("x"), tuple(map(Fraction, range(1, 9)))
    >>> counts = ((2, 0), (2, 0), (2, 0), (2, 0), (0, 2), (0, 2), (0, 2), (0, 2))
    >>> candidates = MergedBins()(CountTable(x, values, values, counts, (0, 0)), chi_square)
    >>> candidates.test(0).cuts, candidates.splits, candidates.adjusted[0].multiplier
    ((Fraction(9, 2),), [((8, 0), (0, 8))], 7)
    """

    merging: Merging = field(factory=Merging)
    binning: Binning = DECILES

    def __call__(self, table: CountTable, _: Criterion) -> MergedCandidates:
        """The candidates at a node whose count table this is."""
        column = column_of(table, moments=False)
        by_binning = [self._of_bins(column, table, thresholds) for thresholds in every_binning(self.binning, column)]
        ends = [end for candidates in by_binning for end in candidates]
        # two binnings that are as good may end in the same groups of numbers, with other p-values
        found: dict[tuple[Fraction, ...], list[tuple[Ranges, Split, Significance]]] = {}
        for end in ends:
            if end is not None:
                found.setdefault(end[0].cuts, []).append(end)
        tests, splits = [same[0][0] for same in found.values()], [same[0][1] for same in found.values()]
        least, greatest = ([of([s for _, _, s in same], lambda s: s)[0] for same in found.values()] for of in (least_p, largest_p))
        return MergedCandidates(splits, lambda i: tests[i], table.missing, least, bool(found) and None in ends, greatest)

    def _of_bins(
        self, column: BinnedColumn, table: CountTable, thresholds: tuple[Threshold, ...]
    ) -> Iterator[tuple[Ranges, Split, Significance] | None]:
        """The candidates of one binning, each with how it splits the records and its p-value; None where all bins end in one group."""
        ranges = ranges_of(thresholds)
        # the counts of each bin that has records
        bins: dict[int, list[Counts]] = {}
        for value, counts in zip(column.values, table.counts, strict=True):
            bins.setdefault(0 if ranges is None else branch_of(ranges, value), []).append(counts)
        numbers = list(bins)  # of the bins with records, ascending as the values are
        categories = Categories(tuple(add_counts(rows, len(table.missing)) for rows in bins.values()), ordered=True)
        for grouping in self.merging.groupings(categories):
            if len(grouping) < 2:
                yield None
                continue
            cuts = tuple(thresholds[numbers[group[-1]]].cut for group in grouping[:-1])
            yield Ranges(column.attribute, cuts, thresholds[0].side), categories.rows(grouping), categories.adjusted(grouping)


def _candidates(categories: Categories, merging: Merging, test: Callable[[Grouping], Test], missing: Counts) -> MergedCandidates:
    """A candidate for each grouping that merging ends in, except that of all categories in one group."""
    ends = list(merging.groupings(categories))
    groupings = [grouping for grouping in ends if len(grouping) > 1]
    adjusted = [categories.adjusted(grouping) for grouping in groupings]
    splits = [categories.rows(grouping) for grouping in groupings]
    return MergedCandidates(splits, lambda i: test(groupings[i]), missing, adjusted, 0 < len(groupings) < len(ends))


@frozen
class LeastAdjustedP:
    """
    Selects by step 4: the candidates with the least adjusted p-value, all of them, if that is not above `alpha`; none otherwise.

    An attribute whose merging ties has one of its candidates in a run, or none where it may have none (`MergedCandidates.or_none`). So a
    candidate is selected if each other attribute has one whose p-value is no less, or may have none; those with the least p-value come
    first. Where every attribute may have one above `alpha`, or none, a leaf is as good, and comes last. The value of the best is the
    statistic of the first of them (`adjusted_of` has the p-value); another candidate may have a larger one. Candidates of another offer
    count with the multiplier 1.
    Errors: Invalid for a level outside 0 to 1; Undecided as `dtref.spec.split.chaid.significance.compare_p`.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.split.association import chi_square
    >>> size = Nominal("size", ("s", "m", "l"))
    >>> table = CountTable(size, size.values, size.values, ((9, 1), (8, 1), (1, 7)), (0, 0))
    >>> best = LeastAdjustedP()((18, 9), [MergedValues()(table, chi_square)], chi_square)
    >>> best.value, best.optima[0].groups
    (Fraction(4563, 304), (('s', 'm'), ('l',)))
    >>> LeastAdjustedP(Fraction(1, 4000))((18, 9), [MergedValues()(table, chi_square)], chi_square) is None
    True
    """

    alpha: Fraction = field(default=Fraction(1, 20))

    @alpha.validator
    def _level(self, at: Field[Fraction], value: Fraction) -> None:
        level(value, at.name)

    def __call__(self, _node: Counts, offered: Sequence[Candidates], _criterion: Criterion, _keep: Keep = every) -> Best | None:
        """The best of the candidates of a node."""
        # the least p-value that some attribute has at least
        bars = least_p((bar for candidates in offered if (bar := last_candidate(candidates)) is not None), lambda bar: bar)
        entries = [
            (adjusted, candidates, i)
            for candidates in offered
            for i, adjusted in enumerate(adjusted_of(candidates))
            if all(compare_p(adjusted, bar) <= 0 for bar in bars[:1]) and compare(adjusted.p, self.alpha) <= 0
        ]
        if not entries:
            return None
        tied = least_p(entries, lambda entry: entry[0])
        ordered = [*tied, *(entry for entry in entries if entry not in tied)]
        leaf = len(ordered) if all(compare(bar.p, self.alpha) > 0 for bar in bars[:1]) else None
        return Best(number(tied[0][0].statistic), tuple(candidates.test(i) for _, candidates, i in ordered), leaf)


def last_candidate(candidates: Candidates, compare_two: Callable[[Significance, Significance], int] = compare_p) -> Significance | None:
    """
    The significance of the candidate of an attribute that comes last, as it has at least that; None where it may have none.

    >>> last_candidate(Candidates([], lambda _: MISSING)) is None
    True
    """
    adjusted = adjusted_of(candidates)
    if not adjusted or (isinstance(candidates, MergedCandidates) and candidates.or_none):
        return None
    greatest = candidates.greatest if isinstance(candidates, MergedCandidates) else ()
    return max(greatest or adjusted, key=cmp_to_key(compare_two))


def adjusted_of(candidates: Candidates) -> Sequence[Significance]:
    """
    The significance of each candidate, with its Bonferroni multiplier where it has one.

    >>> adjusted_of(Candidates([((4, 0), (0, 4))], lambda _: MISSING))
    [Significance(statistic=Fraction(8, 1), degrees=1, multiplier=1)]
    """
    if isinstance(candidates, MergedCandidates):
        return candidates.adjusted
    return [significance(split) for split in candidates.splits]


@defined(errors='Invalid where "?" is declared beside missing cells', sources=("Kass 1980, floating predictors",))
def missing_floats(data: DataSet) -> DataSet:
    """
    The data set with "?" as one more declared value of each nominal or ordinal attribute that has missing cells.

    In an ordinal attribute it is declared last, and its place means nothing to `MergedValues`: it is the category that floats. Other tests
    of ordinal attributes would read it as the greatest value. Missing numbers stay missing: a policy refuses them.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> missing_floats(DataSet((Ordinal("x", ("a", "b")),), Nominal("y", ("+",)), (Record((MISSING,), "+"),))).attributes
    (Ordinal(name='x', values=('a', 'b', '?'), missing_is='?'),)
    """
    incomplete = [any(r.values[i] is MISSING for r in data) for i in range(len(data.attributes))]
    attributes = tuple(
        with_missing_value(a) if lacks and not isinstance(a, Continuous) else a
        for a, lacks in zip(data.attributes, incomplete, strict=True)
    )
    return DataSet(attributes, data.target, (evolve(r, values=tuple(map(fill_missing, attributes, r.values))) for r in data))
