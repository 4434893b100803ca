"""The candidates of the CHAID package for Python: the groups that its merging makes of an attribute's values, in its order of them."""

from __future__ import annotations

__sources__ = ("CHAID 5.5.1 (PyPI), `CHAID/column.py` (substitute_values, deep_copy), `CHAID/stats.py`",)

from collections.abc import Sequence
from typing import cast

from attrs import evolve, field, frozen

from dtref.errors import Invalid
from dtref.spec.model.attributes import Continuous, Nominal, Ordinal
from dtref.spec.model.counts import CountTable
from dtref.spec.model.data import DataSet
from dtref.spec.model.numerals import in_order, is_numeral, numeral
from dtref.spec.model.tests import Groups
from dtref.spec.split.candidates import Offer, OffersByTraining
from dtref.spec.split.chaid.candidates import MergedCandidates
from dtref.spec.split.chaid.categories import Group, Grouping
from dtref.spec.split.chaid.package_merging import CodedCategories, PackageMerging
from dtref.spec.split.chaid.significance import significance
from dtref.spec.split.criteria import Criterion


@frozen
class PackageGroups(OffersByTraining):
    """
    Offers the groups that `PackageMerging` makes of the present values of an attribute: one candidate, several where merging ties.

    Nominal values are taken in the order of their texts, numbers in their own, missing ones before all. Values of an ordinal attribute are
    the whole numbers that they are, or else have that of their place in the declared order.

    >>> from dtref.spec.split.association import chi_square
    >>> size = Nominal("size", ("s", "m", "l"))
    >>> table = CountTable(size, size.values, size.values, ((9, 1), (8, 1), (1, 7)), (0, 0))
    >>> candidates = PackageGroups(PackageMerging(least=0))(table, chi_square)
    >>> candidates.test(0).groups, candidates.splits
    ((('l',), ('m', 's')), [((1, 7), (17, 2))])
    """

    merging: PackageMerging = field(factory=PackageMerging)

    def of(self, data: DataSet) -> Offer:
        """The offer for a training set."""
        return evolve(self, merging=self.merging.for_rows(len(data)))

    def __call__(self, table: CountTable, _: Criterion) -> MergedCandidates:
        """The candidates at a node whose count table this is."""
        order, categories = self.categories(table)
        ends = self.merging.ends(categories)
        groupings = [_missing_first(grouping, categories) for grouping in ends if grouping]
        attribute, values = table.attribute, cast(tuple[str, ...], table.values)
        assert not isinstance(attribute, Continuous), "refused"

        def test(grouping: Grouping) -> Groups:
            rows = [categories.rows(group) for group in grouping]
            largest = max(range(len(rows)), key=lambda i: sum(rows[i]))
            return Groups(attribute, tuple(tuple(values[order[i]] for i in group) for group in grouping), largest, None)

        splits = [tuple(map(categories.rows, grouping)) for grouping in groupings]
        adjusted = [significance(split) for split in splits]
        return MergedCandidates(splits, lambda i: test(groupings[i]), table.missing, adjusted, () in ends)

    def categories(self, table: CountTable) -> tuple[Group, CodedCategories]:
        """The positions of the present values in the program's order, and the categories that these are. Errors: Invalid for numbers."""
        attribute, values = table.attribute, cast(tuple[str, ...], table.values)
        if isinstance(attribute, Continuous):
            raise Invalid(attribute.name, "a nominal or ordinal attribute, as the CHAID package has no other", "continuous")
        missing = attribute.missing_is
        known = [i for i, value in enumerate(values) if value != missing]
        gap = tuple(i for i, value in enumerate(values) if value == missing)
        if isinstance(attribute, Nominal):
            places = {value: i for i, value in enumerate(in_order(attribute.values))}
            order = (*gap, *sorted(known, key=lambda i: places[values[i]]))
            return order, CodedCategories(tuple(table.counts[i] for i in order))
        code = codes_of(attribute)
        order = (*sorted(known, key=lambda i: code[values[i]]), *gap)
        codes = tuple(code.get(values[i]) for i in order)
        return order, CodedCategories(tuple(table.counts[i] for i in order), codes)


def _missing_first(grouping: Grouping, categories: CodedCategories) -> Grouping:
    """The groups in the order of the branches: missing values alone come before ordered ones."""
    codes = categories.codes
    return grouping if codes is None else tuple(sorted(grouping, key=lambda group: codes[group[0]] is not None))


def codes_of(attribute: Ordinal) -> dict[str, int]:
    """
    The whole number of each value of an ordinal attribute. Errors: Invalid for numbers that aren't whole, which the program cuts off.

    >>> codes_of(Ordinal("x", ("1", "2", "4"))), codes_of(Ordinal("x", ("low", "high")))
    ({'1': 1, '2': 2, '4': 4}, {'low': 0, 'high': 1})
    """
    known = [value for value in attribute.values if value != attribute.missing_is]
    if not all(map(is_numeral, known)):
        return {value: i for i, value in enumerate(known)}
    _check_whole(attribute.name, known)
    return {value: int(numeral(value)) for value in known}


def _check_whole(name: str, values: Sequence[str]) -> None:
    parts = [value for value in values if numeral(value).denominator != 1]
    if parts:
        raise Invalid(f"{name}, values", "whole numbers, as the CHAID package cuts their fractions off", parts[0])
