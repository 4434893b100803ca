"""Nominal values as R's forests part them: by the numbers that stand for them, or by bits."""

from __future__ import annotations

from typing import cast

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.counts import CountTable, add_counts
from dtref.spec.model.optima import subset
from dtref.spec.split.candidates import Candidates, SubsetSplits, grouped, of_kind
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.ordered_groups import OrderedGroups

MOST_IN_ALL_GROUPS = 10
"""So many declared values are parted in every way."""


@defined(sources=("ranger 0.14.1, `R/ranger.R` (respect.unordered.factors, ignore: a factor is its numbers 1, 2, …)",))
@frozen
class CutsOfDeclaredOrder:
    """
    Offers each cut of the present values of a nominal attribute in their declared order, as if it were ordinal.

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> x = Nominal("x", ("a", "b", "c"))
    >>> offered = CutsOfDeclaredOrder()(CountTable(x, x.values, x.values, ((1, 1), (2, 0), (0, 3)), (0, 0)), gini_reduction)
    >>> [(offered.test(i).left, offered.test(i).right) for i in range(2)]
    [(('a',), ('b', 'c')), (('a', 'b'), ('c',))]
    """

    def __call__(self, table: CountTable, _: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        attribute, values = of_kind(table, Nominal), cast(tuple[str, ...], table.values)
        node = add_counts(table.counts, len(table.missing))
        indices = [(2 ** (i + 1) - 1) >> 1 for i in range(len(values) - 1)]  # the first value goes left in every grouping
        splits = [grouped(table.counts, node, i) for i in indices]
        return Candidates(splits, lambda i: subset(attribute, values, indices[i]), table.missing)


@defined(
    errors="Invalid for more than 10 declared values and more than two classes: groupings are drawn at random then",
    sources=("randomForest 4.7-1.1, `src/rfsub.f` (findbestsplit), `src/rf.c` (catmax, catmaxb), `src/regTree.c` (findBestSplit)",),
)
@frozen
class GroupsByBits:
    """
    Offers, for means, and for two classes beside more than 10 declared values, each cut of the present values in the order of the mean, or
    of the first class's share, values that are equal there staying together; else every grouping.

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> x = Nominal("x", ("a", "b", "c"))
    >>> len(GroupsByBits()(CountTable(x, x.values, x.values, ((1, 1), (2, 0), (0, 3)), (0, 0)), gini_reduction).splits)
    3
    >>> y = Nominal("y", tuple("abcdefghijk"))
    >>> len(GroupsByBits()(CountTable(y, y.values, ("a", "b", "c"), ((1, 1), (2, 0), (0, 3)), (0, 0)), gini_reduction).splits)
    2
    """

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        attribute, moments = of_kind(table, Nominal), criterion.impurity is not None and criterion.impurity.moments
        many = len(attribute.values) > MOST_IN_ALL_GROUPS
        if moments or (many and len(table.missing) == 2):
            return OrderedGroups(together=True)(table, criterion)
        if many:
            wanted = f"at most {MOST_IN_ALL_GROUPS} values beside more than two classes, as 512 groupings are drawn at random otherwise"
            raise Invalid(attribute.name, wanted, len(attribute.values))
        return SubsetSplits(exhaustive=True)(table, criterion)
