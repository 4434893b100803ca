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
from dtref.spec.split.chaid.significance import Significance, least_p, significance
from dtref.spec.split.choose import Best, Keep, every
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.numeric.binning import EqualFrequency, every_binning

DECILES = EqualFrequency(10)
"""Ten bins of about equal frequency."""


@frozen(eq=False)
class MergedCandidates(Candidates):
    """
    Candidates whose branches are merged categories; adjusted: the significance of each, with its Bonferroni multiplier. or_none: whether
    some order of tied steps ends without any.
    """

    adjusted: Sequence[Significance] = ()
    or_none: bool = False

    def only(self, kept: Sequence[int]) -> Self:
        """The candidates at the positions given, in that order."""
        return evolve(super().only(kept), adjusted=[self.adjusted[i] for i in kept])


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
        # two binnings that are as good may end in the same groups of numbers
        found = {test.cuts: (test, split, adjusted) for candidates in by_binning for test, split, adjusted in candidates}
        tests, splits, adjusted = zip(*found.values(), strict=True) if found else ((), (), ())
        return MergedCandidates(list(splits), lambda i: tests[i], table.missing, list(adjusted))

    def _of_bins(
        self, column: BinnedColumn, table: CountTable, thresholds: tuple[Threshold, ...]
    ) -> Iterator[tuple[Ranges, Split, Significance]]:
        """The candidates of one binning, each with how it splits the records and its p-value."""
        ranges = ranges_of(thresholds)
        # the counts of each bin that has records
        bins: dict[int, list[Counts]] = {}
        for value, counts in zip(column.values, table.counts, strict=True):
            bins.setdefault(0 if ranges is None else branch_of(ranges, value), []).append(counts)
        numbers = list(bins)  # of the bins with records, ascending as the values are
        categories = Categories(tuple(add_counts(rows, len(table.missing)) for rows in bins.values()), ordered=True)
        for grouping in self.merging.groupings(categories):
            if len(grouping) > 1:
                cuts = tuple(thresholds[numbers[group[-1]]].cut for group in grouping[:-1])
                yield Ranges(column.attribute, cuts, thresholds[0].side), categories.rows(grouping), categories.adjusted(grouping)


def _candidates(categories: Categories, merging: Merging, test: Callable[[Grouping], Test], missing: Counts) -> MergedCandidates:
    """A candidate for each grouping that merging ends in, except that of all categories in one group."""
    groupings = [grouping for grouping in merging.groupings(categories) if len(grouping) > 1]
    adjusted = [categories.adjusted(grouping) for grouping in groupings]
    return MergedCandidates([categories.rows(grouping) for grouping in groupings], lambda i: test(groupings[i]), missing, adjusted)


@frozen
class LeastAdjustedP:
    """
    Selects by step 4: the candidates with the least adjusted p-value, all of them, if that is not above `alpha`; none otherwise.

    The value of the best is the statistic of the first of them (`adjusted_of` has the p-value); another candidate may have a larger one.
    Candidates of another offer count with the multiplier 1.
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
        entries = [(adjusted, candidates, i) for candidates in offered for i, adjusted in enumerate(adjusted_of(candidates))]
        tied = least_p(entries, lambda entry: entry[0])
        if not tied or compare(tied[0][0].p, self.alpha) > 0:
            return None
        return Best(number(tied[0][0].statistic), tuple(candidates.test(i) for _, candidates, i in tied))


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
