"""Groupings of categories as Spark tries them: of few values and several classes all, else the beginnings of one order."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cmp_to_key
from typing import cast

from attrs import evolve, field, frozen

from dtref.errors import Invalid, Undecided
from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.number import Number, number
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.counts import Counts, CountTable, add_counts
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import groupings
from dtref.spec.model.tests import Subset
from dtref.spec.split.candidates import Candidates, OffersByTraining, of_kind
from dtref.spec.split.criteria import Criterion


@defined(
    errors="Invalid for more values than bins; Undecided beyond the limit",
    sources=("Spark 4.3, `ml/tree/impl/RandomForest.scala` (binsToBestSplit), `ml/tree/impl/DecisionTreeMetadata.scala` (buildMetadata)",),
)
@frozen
class CentroidGroups(OffersByTraining):
    """
    Offers groupings of the present values in two. Of more than two declared classes, and of so few declared values that two bins for each
    of their groupings are at most the bins there are: all groupings. Else the beginnings of the present values in the order of a centroid.

    The centroid is, of two classes, the weight of the second class in the records of the value (and not its share, so that the best
    grouping may not be tried); of more classes, the impurity of their classes; of a target of numbers, their mean. Equal ones stay in
    declared order. A value that no record of the node has goes right.

    bins: the most bins of a column. rows: the records of the training set, if they are fewer bins than that. limit: the most groupings that
    one search may try. together: whether no cut may lie between values of equal centroid (Spark has them in doubles, whose rounding may
    order them otherwise).

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> x = Nominal("x", ("a", "b", "c"))
    >>> offered = CentroidGroups()(CountTable(x, x.values, x.values, ((5, 2), (0, 1), (3, 0)), (0, 0)), gini_reduction)
    >>> [offered.test(i).left for i in range(2)]
    [('c',), ('b', 'c')]
    """

    bins: int = 32
    rows: int | None = field(default=None, eq=False)
    limit: int = 2**15
    together: bool = False

    @property
    def most(self) -> int:
        """The most bins of a column, for the training set."""
        return self.bins if self.rows is None else min(self.bins, self.rows)

    def of(self, data: DataSet) -> CentroidGroups:
        """The rule for a training set. Errors: Invalid for a column of more declared values than bins."""
        made = evolve(self, rows=len(data))
        for attribute in data.attributes:
            if isinstance(attribute, Nominal) and len(attribute.values) > made.most:
                wanted = f"at most {made.most}, as there are so many bins (maxBins, and no more than records)"
                raise Invalid(f"{attribute.name}, values", wanted, len(attribute.values))
        return made

    def tries_all(self, attribute: Nominal, classes: int) -> bool:
        """Whether all groupings of an attribute's values are tried. classes: those that are declared."""
        # 2 (2^(k-1) - 1) <= bins for k values, as the program has it: k <= 1 + log2(bins/2 + 1), with bins/2 rounded down
        return classes > 2 and len(attribute.values) <= (self.most // 2 + 1).bit_length()

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        attribute, values = of_kind(table, Nominal), cast(tuple[str, ...], table.values)
        node = add_counts(table.counts, len(table.missing))
        moments = criterion.impurity is not None and criterion.impurity.moments
        every = not moments and self.tries_all(attribute, len(table.missing))
        lefts = self._every(attribute, len(values)) if every else self._beginnings(table.counts, criterion)
        groups = [([i for i in range(len(values)) if i in left], [i for i in range(len(values)) if i not in left]) for left in lefts]
        sums = [add_counts([table.counts[i] for i in left], len(node)) for left, _ in groups]
        splits = [(n, tuple(a - b for a, b in zip(node, n, strict=True))) for n in sums]

        def test(i: int) -> Subset:
            left, right = groups[i]
            return Subset(attribute, tuple(values[j] for j in left), tuple(values[j] for j in right), absent=1)

        return Candidates(splits, test, table.missing)

    def _every(self, attribute: Nominal, present: int) -> Sequence[frozenset[int]]:
        """All left groups, none of which has the last value."""
        if groupings(present) > self.limit:
            raise Undecided(f"best grouping of {present} values of {attribute.name}", f"{self.limit} groupings")
        return [frozenset(j for j in range(present - 1) if i >> j & 1) for i in range(1, groupings(present) + 1)]

    def _beginnings(self, counts: Sequence[Counts], criterion: Criterion) -> Sequence[frozenset[int]]:
        """The beginnings of the values in the order of their centroids."""
        centroids = [centroid_of(n, criterion) for n in counts]
        order = sorted(range(len(counts)), key=lambda i: in_order_of_centroids(centroids[i]))
        ends = [
            i
            for i in range(1, len(order))
            if not self.together or in_order_of_centroids(centroids[order[i - 1]]) < in_order_of_centroids(centroids[order[i]])
        ]
        return [frozenset(order[:i]) for i in ends]


def centroid_of(counts: Counts, criterion: Criterion) -> Number:
    """
    The number that a value is ordered by, from the counts of its records.

    >>> from dtref.spec.split.criteria import gini_reduction, variance_reduction
    >>> centroid_of((5, 2), gini_reduction), centroid_of((2, 2, 0), gini_reduction), centroid_of((2, 5, 17), variance_reduction)
    (Fraction(2, 1), Fraction(1, 2), Fraction(5, 2))
    """
    impurity = criterion.impurity
    if impurity is not None and impurity.moments:
        return Fraction(counts[1]) / counts[0]
    if len(counts) <= 2 or impurity is None:
        return number(counts[-1])
    return impurity.of(counts)


in_order_of_centroids = cmp_to_key(compare)
"""A centroid as a key to sort by."""
