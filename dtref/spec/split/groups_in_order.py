"""Groupings of nominal values as SimpleCart tries them: of two classes along one order, of more all, or along another order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import cast

from attrs import evolve, field, frozen

from dtref.errors import Invalid, Undecided
from dtref.exact.definition import defined
from dtref.spec.model.attributes import Cell, Nominal
from dtref.spec.model.counts import Counts, CountTable, add_counts
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import groupings
from dtref.spec.model.tests import Subset
from dtref.spec.split.candidates import Candidates, OffersByTraining, Split
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.grouping_bounds import undecided_grouping
from dtref.spec.split.principal_order import principal_order

FEW_VALUES = 4
"""So many present values are always tried in all groupings."""


@defined(
    errors="Undecided beyond the limit, and where the order of values can not be told",
    sources=("Weka 3.6.14, `weka/classifiers/trees/SimpleCart.java` (nominalDistribution)",),
)
@frozen
class GroupsInOrder(OffersByTraining):
    """
    Offers groupings of the present values in two: of two declared classes the beginnings of their order by the share of the first class; of
    more classes all groupings, or, where more than four values are present and the heuristic is on, the beginnings of their order by
    the first principal component of class shares.

    Of two classes a record of which a part is here counts in full for the order; the order of more classes is that of the whole training
    set, where each record whose value is missing, or not among those present, counts for the first value present. A value that no record
    of the node has goes with the heavier group, of equal ones with the beginning.
    heuristic: whether it is on. limit: the most groupings that one search may try. shares, together: the records of the training set by
    attribute, value and class, and by class, as `of` counts them.

    >>> from dtref.spec.split.filled import gini_reduction_of_filled
    >>> x = Nominal("x", ("a", "b", "c"))
    >>> offered = GroupsInOrder()(CountTable(x, x.values, x.values, ((1, 1), (2, 0), (0, 3)), (0, 0)), gini_reduction_of_filled)
    >>> [(offered.test(i).left, offered.test(i).right) for i in range(2)]
    [(('c',), ('a', 'b')), (('a', 'c'), ('b',))]
    """

    heuristic: bool = True
    limit: int = 2**15
    shares: Mapping[str, Mapping[Cell, Counts]] = field(factory=dict)
    together: Counts = ()

    def of(self, data: DataSet) -> GroupsInOrder:
        """The rule for a training set, whose records it counts."""
        names = [str(record.label) for record in data]

        def counted(labels: Counter[str]) -> Counts:
            return tuple(labels[name] for name in data.classes)

        shares: dict[str, Mapping[Cell, Counts]] = {
            attribute.name: {
                value: counted(Counter(name for record, name in zip(data, names, strict=True) if record.values[a] == value))
                for value in attribute.values
            }
            for a, attribute in enumerate(data.attributes)
            if isinstance(attribute, Nominal)
        }
        return evolve(self, shares=shares, together=counted(Counter(names)))

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        if not isinstance(table.attribute, Nominal):
            raise Invalid(table.attribute.name, "a nominal attribute", table.attribute)
        attribute, values = table.attribute, cast(tuple[str, ...], table.values)
        n = len(values)
        groups = list(self._groups(table, criterion)) if n > 1 else []
        node = add_counts(table.counts, len(table.missing))
        splits = [_split(table.counts, node, group) for group in groups]

        def test(i: int) -> Subset:
            left = [j for j in range(n) if j in groups[i]]
            right = [j for j in range(n) if j not in groups[i]]
            heavier = 0 if sum(splits[i][0]) >= sum(splits[i][1]) else 1
            return Subset(attribute, tuple(values[j] for j in left), tuple(values[j] for j in right), heavier)

        return Candidates(splits, test, table.missing)

    def _groups(self, table: CountTable, criterion: Criterion) -> Sequence[frozenset[int]]:
        """The groups that are tried as the first branch, by the positions of present values."""
        n, classes = len(table.values), len(table.missing)
        if classes == 2:
            full = table.counts_in_full
            return _beginnings(sorted(range(n), key=lambda i: full[i][0] / sum(full[i])))
        if not self.heuristic or n <= FEW_VALUES:
            if groupings(n) > self.limit:
                raise undecided_grouping(table, criterion, self.limit)
            return [frozenset(n - 1 - j for j in range(n - 1) if i >> j & 1) for i in range(1, 2 ** (n - 1))]
        return self._along_component(table)

    def _along_component(self, table: CountTable) -> Sequence[frozenset[int]]:
        """The beginnings of the order by the principal component, from either end where equal shares make that another order."""
        first, *others = [self.shares[table.attribute.name][value] for value in table.values]
        rows = [tuple(n - m for n, m in zip(self.together, add_counts(others, len(first)), strict=True)), *others]
        order = principal_order(rows)
        alike = [(i, j) for i, j in pairwise(order) if _proportional(rows[i], rows[j])]
        if any(not _proportional(table.counts[i], table.counts[j]) for i, j in alike):
            raise Undecided(f"order of {len(rows)} values of {table.attribute.name}", "the class shares of all records, which are equal")
        return _beginnings(order)


def _beginnings(order: Sequence[int]) -> list[frozenset[int]]:
    return [frozenset(order[:i]) for i in range(1, len(order))]


def _proportional(a: Counts, b: Counts) -> bool:
    """Whether two groups have the same class shares."""
    return all(x * sum(b) == y * sum(a) for x, y in zip(a, b, strict=True))


def _split(counts: Sequence[Counts], node: Counts, group: frozenset[int]) -> Split:
    """The counts of a group, and of the others."""
    left = add_counts((counts[i] for i in group), len(node))
    return left, tuple(n - m for n, m in zip(node, left, strict=True))
