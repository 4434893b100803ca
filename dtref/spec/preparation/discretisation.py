"""
Discretisation: replaces numbers by the intervals that they lie in, before growing, and turns trees on intervals into trees on numbers.

Where the cuts lie is a binning's choice (`dtref.spec.split.numeric.binning`).
"""

from __future__ import annotations

__sources__ = (
    ("tan", 'Splitting Based on Continuous Attributes ("static: discretize once at the beginning")'),
    ("cs422", "Continuous attributes"),
)

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias, cast

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.definition import defined
from dtref.spec.model.attributes import MISSING, Cell, Continuous, Missing, Ordinal, wanted
from dtref.spec.model.branches import branch_of, interval_name
from dtref.spec.model.counts import Count, Counts, CountTable, Weighted, columns, count_table
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.display import Reported
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.tests import AxisTest, Oblique, Ranges, Test, Threshold
from dtref.spec.model.trees import Branch, GapRule, Leaf, Surrogates, Tree, fold_tree


@frozen
class BinnedColumn:
    """
    A continuous attribute at some records: the input of a binning.

    levels: every number of the training set. values: the numbers present, low to high. counts: the class counts of each value, in records;
    if `moments` is set, the target y is continuous, and they are the number of records, the sum of y and that of y^2.
    """

    attribute: Continuous
    levels: tuple[Fraction, ...]
    values: tuple[Fraction, ...]
    counts: tuple[Counts, ...]
    moments: bool = False

    @property
    def weights(self) -> tuple[Count, ...]:
        """The weight of the records with each value."""
        return tuple(n[0] if self.moments else sum(n) for n in self.counts)


Binning: TypeAlias = Callable[[BinnedColumn], tuple[Threshold, ...]]
"""A function from a column to its thresholds: of one side, their cuts ascending; none where nothing is to be cut."""


def column_of(table: CountTable, moments: bool) -> BinnedColumn:
    """
    The column of a count table. moments: whether the target is continuous. Errors: Invalid for another kind of attribute.

    >>> x, (a, b) = Continuous("x"), (Fraction(1), Fraction(2))
    >>> column_of(CountTable(x, (a, b), (a, b), ((1, 2), (0, 1)), (0, 0)), moments=False).weights
    (3, 1)
    """
    if not isinstance(table.attribute, Continuous):
        raise Invalid(table.attribute.name, "a Continuous attribute", table.attribute)
    levels, values = cast(tuple[Fraction, ...], table.levels), cast(tuple[Fraction, ...], table.values)
    return BinnedColumn(table.attribute, levels, values, table.counts, moments)


@frozen
class Bins:
    """
    The intervals of one attribute, from its thresholds: as the values of an ordinal attribute of the same name.

    >>> x = Continuous("x")
    >>> bins = Bins(x, (Threshold(x, Fraction(1), Fraction(3), Fraction(2)),))
    >>> bins.ordinal.values, bins.bin(Fraction(2)), bins.bin(MISSING)
    (('(-oo, 2]', '(2, oo)'), '(-oo, 2]', MISSING)
    """

    attribute: Continuous
    thresholds: tuple[Threshold, ...]

    __repr__ = brief_repr

    @cached_property
    def ordinal(self) -> Ordinal:
        """The attribute whose values are the intervals, low to high."""
        intervals = (
            ("(-oo, oo)",) if self._ranges is None else tuple(interval_name(self._ranges, i) for i in range(len(self.thresholds) + 1))
        )
        return Ordinal(self.attribute.name, intervals)

    def bin(self, cell: Cell) -> Cell:
        """The interval that a number lies in; MISSING stays missing. Errors: Invalid for a text."""
        if cell is MISSING:
            return cell
        if not isinstance(cell, Fraction):
            raise Invalid(self.attribute.name, wanted(self.attribute), cell)
        return self.ordinal.values[0 if self._ranges is None else branch_of(self._ranges, cell)]

    def test(self, test: AxisTest) -> Threshold | Ranges:
        """
        The test of the numbers that is equivalent to a test of the intervals, branch for branch. An interval that no branch takes, as it
        was absent when the test was made, is free: it joins the one below it, or the lowest branch.

        Errors: Invalid where a branch takes intervals that are not neighbours, or the branches do not ascend.
        """
        # The branch of each interval must ascend from 0 in steps of 1.
        branch: list[int] = []
        for value in self.ordinal.values:
            taken = branch_of(test, value)
            branch.append((branch[-1] if branch else 0) if isinstance(taken, Missing) else taken)
        steps = [i for i, (a, b) in enumerate(pairwise(branch)) if a != b]
        if [branch[0], *(branch[i + 1] for i in steps)] != list(range(len(steps) + 1)) or not steps:
            raise Invalid(f"test of {self.attribute.name}", "branches of neighbouring intervals, low to high, two or more", test)
        cuts = tuple(self.thresholds[i] for i in steps)
        return cuts[0] if len(cuts) == 1 else Ranges(self.attribute, tuple(t.cut for t in cuts), cuts[0].side)

    @cached_property
    def _ranges(self) -> Ranges | None:
        return ranges_of(self.thresholds)


def ranges_of(thresholds: tuple[Threshold, ...]) -> Ranges | None:
    """
    The multiway test with a branch for each interval between thresholds; None where there is no threshold.

    >>> x = Continuous("x")
    >>> ranges_of((Threshold(x, Fraction(1), Fraction(3), Fraction(2)),)).cuts, ranges_of(())
    ((Fraction(2, 1),), None)
    """
    return Ranges(thresholds[0].attribute, tuple(t.cut for t in thresholds), thresholds[0].side) if thresholds else None


@frozen
class Discretisation(Reported):
    """The intervals of some continuous attributes, found on training records; `data` and `record` apply them to any records."""

    bins: tuple[Bins, ...]

    __repr__ = brief_repr

    @cached_property
    def _by_name(self) -> Mapping[str, Bins]:
        return {b.attribute.name: b for b in self.bins}

    def data(self, data: DataSet) -> DataSet:
        """The data set with the intervals in place of the numbers. Errors: Invalid where one of the attributes is not in it."""
        # The bins by the position of their attribute, which must be the same as in training.
        bins_at = {data.column(b.attribute.name): b for b in self.bins}
        for i, b in bins_at.items():
            if data.attributes[i] != b.attribute:
                raise Invalid(f"attribute {b.attribute.name}", f"{b.attribute}", data.attributes[i])
        attributes = tuple(bins_at[i].ordinal if i in bins_at else a for i, a in enumerate(data.attributes))

        def binned(record: Record) -> Record:
            return evolve(record, values=tuple(bins_at[i].bin(cell) if i in bins_at else cell for i, cell in enumerate(record.values)))

        return DataSet(attributes, data.target, tuple(map(binned, data)))

    def record(self, record: Mapping[str, Cell | int]) -> dict[str, Cell]:
        """One record, attribute name -> value, with the intervals in place of the numbers."""
        cells = {name: Fraction(cell) if isinstance(cell, int) else cell for name, cell in record.items()}
        return {name: self._by_name[name].bin(cell) if name in self._by_name else cell for name, cell in cells.items()}

    def tree(self, tree: Tree) -> Tree:
        """
        The tree on numbers that is equivalent to a tree on intervals: a cut between two intervals becomes the threshold there.

        Predictions are the same for every record whose intervals were present where they are asked. Errors: as for `Bins.test`.
        """
        return fold_tree(tree, lambda node, parts: node if isinstance(node, Leaf) else self._node(node, tuple(parts)))

    def _node(self, node: Branch, parts: tuple[Tree, ...]) -> Branch:
        optima = tuple(o if isinstance(o, EverySubset) else self._test(o) for o in node.optima)
        return Branch(node.counts, node.labels, self._test(node.test), optima, parts, self._gap(node.gap))

    def _test(self, test: Test) -> Test:
        if isinstance(test, Oblique) or not isinstance(test.attribute, Ordinal) or test.attribute.name not in self._by_name:
            return test
        return self._by_name[test.attribute.name].test(test)

    def _gap(self, gap: GapRule) -> GapRule:
        if not isinstance(gap, Surrogates):
            return gap
        return evolve(gap, tests=tuple((self._test(test), stands_for) for test, stands_for in gap.tests))


@defined(
    errors="Invalid for a name that is not that of a continuous attribute, and as the binning says",
    sources=(("tan", "Splitting Based on Continuous Attributes (static)"),),
)
def discretise(data: DataSet, binning: Binning, names: tuple[str, ...] | None = None) -> Discretisation:
    """
    The intervals that a binning finds in each continuous attribute of a data set, or in those named; missing cells do not count.

    An attribute that is not cut at all, a constant one for instance, keeps one interval.

    >>> from dtref.spec.model.attributes import Nominal
    >>> x, y = Continuous("x"), Nominal("y", ("-", "+"))
    >>> data = DataSet((x,), y, [Record((Fraction(v),), "-") for v in (1, 2, 9)])
    >>> found = discretise(data, lambda column: (Threshold(x, Fraction(2), Fraction(9), Fraction(5)),))
    >>> [r.values for r in found.data(data)]
    [('(-oo, 5]',), ('(-oo, 5]',), ('(5, oo)',)]
    """
    by_column = columns(data)
    all_records, moments = Weighted(tuple(range(len(data)))), isinstance(data.target, Continuous)
    attribute_names = [a.name for a in data.attributes if isinstance(a, Continuous)] if names is None else names
    numeric = [column_of(count_table(by_column, data.column(name), all_records), moments) for name in attribute_names]
    return Discretisation(tuple(Bins(column.attribute, binning(column)) for column in numeric))
