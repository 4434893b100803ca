"""The selection of Weka's REPTree and RandomTree: a number enters with one cut, found without the records that miss its value."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve, frozen

from dtref.errors import Undefined
from dtref.exact.comparison import argmax_set, compare
from dtref.exact.definition import defined
from dtref.exact.number import Number
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.counts import Counts, Weighted, columns, statistic
from dtref.spec.model.data import DataSet
from dtref.spec.split.candidates import Candidates
from dtref.spec.split.choose import Best, Keep, Position, SelectsByTraining, every, winners
from dtref.spec.split.criteria import Criterion, gain


@defined(
    formula="of each attribute the tests with the greatest value on known records; of these the greatest value on filled branches",
    sources=("Weka 3.6.14, `weka/classifiers/trees/REPTree.java` (buildTree, distribution, numericDistribution), `RandomTree.java`",),
)
@frozen
class BestWhenFilled(SelectsByTraining):
    """
    Selects as REPTree and RandomTree do; the criterion is one of `dtref.spec.split.filled`.

    enters_by: the criterion by which the cuts of a number compete, of the records that have one. Where several are as good, any may enter:
    the optima are the tests that win with some choice of them; where with another choice none is worth enough, a leaf is as good: it comes
    first where the first cuts make it, else last. above: what the value of the winner must exceed, in bits; of numbers, in squared errors
    of all records together. A node whose records of other classes than the largest weigh less is a leaf, too. share: the part of the
    training set's variance that a node of numbers must have; least: that variance, as `of` learns it.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> from dtref.spec.split.filled import gain_of_filled
    >>> offered = [Candidates((split,), lambda _: Multiway(Nominal("x", ("0", "1")))) for split in (((2, 2), (2, 2)), ((4, 0), (0, 4)))]
    >>> select = BestWhenFilled()
    >>> len(select((4, 4), offered, gain_of_filled).optima), select((4, 4), offered[:1], gain_of_filled) is None
    (1, True)
    """

    enters_by: Criterion = gain
    above: Fraction = Fraction(0)
    share: Fraction = Fraction(0)
    least: Fraction = Fraction(0)

    def of(self, data: DataSet) -> BestWhenFilled:
        """The rule for a training set, whose variance it learns where the target is a number."""
        if not self.share or not isinstance(data.target, Continuous):
            return self
        return evolve(self, least=self.share * _variance(statistic(columns(data), Weighted(tuple(range(len(data)))))))

    def __call__(self, node: Counts, offered: Sequence[Candidates], criterion: Criterion, keep: Keep = every) -> Best | None:
        """The optima at a node; None where nothing may be asked."""
        if self.is_leaf(node):
            return None
        entered = [self.entering(node, candidates, criterion, keep) for candidates in offered]
        # the attribute whose worst entrant is best beats all others, whichever cuts enter
        worst = [argmax_set(valued, key=lambda pair: -pair[1])[0][1] for valued in entered if valued]
        if not worst:
            return None
        top = argmax_set(worst, key=lambda value: value)[0]
        least = self.above / self.unit(node)
        positions: list[Position] = [
            (a, i) for a, valued in enumerate(entered) for i, value in valued if compare(value, top) >= 0 and compare(value, least) > 0
        ]
        if not positions:
            return None
        # where none of the worst is worth enough, entering with these ends in a leaf; so may entering with the first
        firsts = [valued[0][1] for valued in entered if valued]
        leaf = len(positions) * any(compare(value, least) > 0 for value in firsts) if compare(top, least) <= 0 else None
        return Best(top, tuple(offered[a].test(i) for a, i in positions), leaf)

    def is_leaf(self, node: Counts) -> bool:
        """Whether a node is a leaf whatever may be asked: as good as pure, or with too little of the variance."""
        if self._of_numbers:
            return _variance(node) < self.least
        return sum(node) - max(node, default=0) < self.above

    def entering(self, node: Counts, candidates: Candidates, criterion: Criterion, keep: Keep = every) -> list[tuple[int, Number]]:
        """The tests of an attribute that may enter, by position, with their values on filled branches."""
        winning = winners(node, [candidates], self.enters_by, keep)
        positions = [] if winning is None else [i for _, i in winning[1]]
        valued = ((i, criterion(node, candidates.splits[i], candidates.missing or None)) for i in positions)
        return [(i, value) for i, value in valued if not isinstance(value, Undefined)]

    @property
    def _of_numbers(self) -> bool:
        """Whether the target is a number."""
        measure = self.enters_by.impurity
        return measure is not None and measure.moments

    def unit(self, node: Counts) -> Fraction:
        """What a value is multiplied by before it is compared: a reduction in variance becomes one in squared errors."""
        return Fraction(node[0]) if self._of_numbers else Fraction(1)


def _variance(counts: Counts) -> Fraction:
    """The variance of a number, from its moments; 0 without records."""
    n, y, yy = map(Fraction, counts[:3])
    return (yy - y * y / n) / n if n else Fraction(0)
