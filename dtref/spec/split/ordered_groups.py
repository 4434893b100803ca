"""rpart's candidates: groups of nominal values in the order of a class's share, and cuts of ordinal ones in the middle."""

from __future__ import annotations

__sources__ = ("rpart 4.1.19, `src/gini.c`, `src/anova.c`, `src/graycode.c`, `R/rpart.R`",)

from fractions import Fraction
from typing import cast

from attrs import evolve, frozen

from dtref.exact.definition import defined
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.counts import Counts, CountTable, add_counts
from dtref.spec.model.optima import subset
from dtref.spec.model.tests import OrdinalCut
from dtref.spec.split.candidates import Candidates, OrdinalCuts, SubsetSplits, grouped, of_kind
from dtref.spec.split.criteria import Criterion


@defined(sources=("rpart 4.1.19, `src/gini.c`, `src/anova.c`, `src/graycode.c` (graycode_init1, graycode_init2), `src/poisson.c`",))
@frozen
class OrderedGroups:
    """
    Offers, for two classes and for means, each cut of the nominal values in the order of the first class's share, or of the mean; for more
    classes every grouping, as `SubsetSplits` does.

    Values of equal share stay in declared order, and a cut may lie between them. Where groups have a least size, the best of these cuts
    isn't always the best of all groupings. together: whether no cut may lie between values of equal share (rpart computes the shares in
    doubles, so that rounding may order them). falling: whether the order is from high to low, as of rates; equal ones stay as declared.

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> x = Nominal("x", ("a", "b", "c"))
    >>> table = CountTable(x, x.values, x.values, ((1, 1), (2, 0), (2, 2)), (0, 0))
    >>> [OrderedGroups()(table, gini_reduction).test(i).left for i in (0, 1)]
    [('a',), ('a', 'c')]
    """

    limit: int = 2**15
    together: bool = False
    falling: bool = False

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        moments = criterion.impurity is not None and criterion.impurity.moments
        every = SubsetSplits(self.limit, exhaustive=True)
        if len(table.missing) != 2 and not moments:
            return every(table, criterion)
        # the index of each prefix: the first value goes left in every grouping that has one
        shares = [share_of_value(counts, moments) for counts in table.counts]
        order = sorted(range(len(shares)), key=shares.__getitem__, reverse=self.falling)  # which keeps equal ones in order
        whole = 2 ** len(order) - 1
        ends = [i for i in range(len(order) - 1) if not self.together or shares[order[i]] != shares[order[i + 1]]]
        prefixes = [sum(1 << v for v in order[: i + 1]) for i in ends]
        indices = [(left if left & 1 else whole - left) >> 1 for left in prefixes]
        attribute, values, node = of_kind(table, Nominal), cast(tuple[str, ...], table.values), add_counts(table.counts, len(table.missing))
        splits = [grouped(table.counts, node, i) for i in indices]
        return Candidates(splits, lambda i: subset(attribute, values, indices[i]), table.missing)


def share_of_value(counts: Counts, moments: bool) -> Fraction:
    """
    The mean of the target, or the share of the first class.

    >>> share_of_value((1, 3), False), share_of_value((2, 5, 17), True)
    (Fraction(1, 4), Fraction(5, 2))
    """
    return Fraction(counts[1]) / counts[0] if moments else Fraction(counts[0]) / sum(counts)


@defined(sources=("rpart 4.1.19, `R/rpart.R` (an ordered factor is cut as its numbers 1, 2, …)",))
@frozen
class MiddleCuts:
    """
    Offers the cuts of `OrdinalCuts`, each in the middle: of the declared values between two neighbours that are present the lower half goes
    with the lower one.

    >>> from dtref.spec.model.attributes import Ordinal
    >>> from dtref.spec.split.criteria import gini_reduction
    >>> size = Ordinal("size", ("s", "m", "l", "xl"))
    >>> MiddleCuts()(CountTable(size, size.values, ("s", "xl"), ((1, 0), (0, 1)), (0, 0)), gini_reduction).test(0).lower
    'm'
    """

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        cuts, levels = OrdinalCuts()(table, criterion), cast(tuple[str, ...], table.levels)

        def middle(i: int) -> OrdinalCut:
            test = cast(OrdinalCut, cuts.test(i))
            return evolve(test, lower=levels[(levels.index(test.lower) + levels.index(test.upper)) // 2])

        return evolve(cuts, test=middle)
