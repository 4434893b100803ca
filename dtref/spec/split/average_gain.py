"""
The selection of C4.5 release 8 and of J48: the greatest gain ratio among attributes of about average gain, each number with one cut.

Four rules beyond the book's (`dtref.spec.split.choose.best_of_average_gain`): attributes of very many values are left out of the average;
the average is less by 1/1000; log2 of the number of cuts, per record, is taken off the gain of a number; a number that gains nothing then
is not asked, a nominal attribute may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve, frozen

from dtref.errors import Undefined
from dtref.exact.comparison import argmax_set, compare
from dtref.exact.definition import defined
from dtref.exact.logs import log2_of
from dtref.exact.number import Number, number, total
from dtref.spec.model.attributes import Attribute, Continuous
from dtref.spec.model.counts import Counts
from dtref.spec.model.data import DataSet
from dtref.spec.model.tests import Oblique
from dtref.spec.split.candidates import Candidates, Searched
from dtref.spec.split.choose import Best, Competitor, Keep, Position, SelectsByTraining, every, winners
from dtref.spec.split.criteria import Criterion, gain, gain_ratio, split_info

MANY_VALUES = Fraction(3, 10)
"""The share of the training records from which so many declared values are too many for the average (`Src/build.c`)."""
THOUSANDTH = Fraction(1, 1000)
"""What the average is less by, and the bits of split information below which nothing is asked (`Src/info.c`, Epsilon)."""


@frozen(eq=False)
class Entrant:
    """
    An attribute that competes: its position among those offered, and its tests of greatest gain.

    gain: the greatest, less the price of a number. leading: the tests that enter, by position among the attribute's, with their gains.
    tests: those of them whose split information is large enough, with the value of which the greatest wins. averaged: whether the attribute
    counts in the average.
    """

    offered: int
    gain: Number
    leading: tuple[tuple[int, Number], ...]
    tests: tuple[tuple[int, Number], ...]
    averaged: bool


@defined(
    formula="gain - log2(cuts)/n, at least the average less 1/1000; of these the greatest (gain - log2(cuts)/n) / split information",
    unit="bits",
    sources=(
        "C4.5 release 8, `Src/build.c`, `Src/info.c`, `Src/contin.c`",
        "Weka 3.6.14, `weka/classifiers/trees/j48/C45ModelSelection.java`, `C45Split.java`, `weka/core/Utils.java`",
    ),
)
@frozen
class AboveAverageGain(SelectsByTraining):
    """
    Selects as C4.5 release 8 does, or J48 with a tolerance; the criterion is `gain_ratio`, or `gain`, where no average counts.

    priced: whether log2(cuts)/n is taken off the gain of a number. leaves_out: whether attributes of too many values are left out of the
    average. least_info: the split information, in bits, that a test must exceed.
    improves: whether the winner must have a value above 0. tolerance: two values that differ by no more are one; with it an attribute
    enters with every cut of about its greatest gain, and every test of about the greatest value is an optimum: those that the program asks
    under some order of the columns. crowded: the attributes of too many values, as `of` learns them from a training set.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> offered = [Candidates((((2, 2), (2, 2)),), lambda _: Multiway(Nominal("x", ("0", "1"))))]
    >>> [select((4, 4), offered, gain_ratio) is None for select in (AboveAverageGain(), AboveAverageGain(improves=True))]
    [False, True]
    """

    priced: bool = True
    leaves_out: bool = True
    least_info: Fraction = THOUSANDTH
    improves: bool = False
    tolerance: Fraction = Fraction(0)
    crowded: frozenset[str] = frozenset()

    def of(self, data: DataSet) -> AboveAverageGain:
        """The rule for a training set: attributes whose values are 3/10 of its records or more are crowded, unless all are."""
        crowded = frozenset(a.name for a in data.attributes if not isinstance(a, Continuous) and len(a.values) >= MANY_VALUES * len(data))
        return evolve(self, crowded=crowded if self.leaves_out and len(crowded) < len(data.attributes) else frozenset())

    def __call__(self, node: Counts, offered: Sequence[Candidates], criterion: Criterion, keep: Keep = every) -> Best | None:
        """The optima at a node; None where nothing may be asked."""
        # as good as pure: the others weigh no more than the tolerance
        if sum(node) - max(node, default=0) < self.tolerance:
            return None
        entrants = [
            entrant for a, candidates in enumerate(offered) if (entrant := self.entrant(node, a, candidates, criterion, keep)) is not None
        ]
        # of those whose gain is about the average, the tests of the greatest value
        valued = [((e.offered, i), value) for e in self.competing(entrants, criterion) for i, value in e.tests]
        if self.improves:
            valued = [(position, value) for position, value in valued if compare(value, self.tolerance) > 0]
        if not valued:
            return None
        top, positions = self._greatest(valued)
        return Best(top, tuple(offered[a].test(i) for a, i in positions))

    def entrant(self, node: Counts, a: int, candidates: Candidates, criterion: Criterion, keep: Keep = every) -> Entrant | None:
        """How an attribute enters, with the tests that it offers; None where it doesn't."""
        if isinstance(candidates, Searched):
            return self._searched(a, candidates, criterion) if candidates.splits else None
        leaders = self._leaders(node, candidates, keep)
        if not leaders:
            return None
        attribute = _attribute_of(candidates)
        of_numbers = isinstance(attribute, Continuous)
        price = log2_of(len(candidates.splits)) / Fraction(sum(node)) if of_numbers and self.priced else number(0)
        greatest = argmax_set(leaders, key=lambda pair: pair[1])[0][1] - price
        if of_numbers and compare(greatest, self.tolerance) <= 0:
            return None
        tests = [(i, self._value(candidates, i, value - price, criterion)) for i, value in leaders]
        valued = tuple((i, value) for i, value in tests if value is not None)
        return Entrant(a, greatest, tuple(leaders), valued, attribute.name not in self.crowded)

    def _searched(self, a: int, candidates: Searched, criterion: Criterion) -> Entrant:
        """How an attribute enters whose test a search has found."""
        value = candidates.gain / candidates.information if criterion is gain_ratio else candidates.gain
        tests = ((0, value),) if compare(candidates.information, self.least_info) > 0 else ()
        return Entrant(a, candidates.gain, ((0, candidates.gain),), tests, _attribute_of(candidates).name not in self.crowded)

    def shortfall(self, node: Counts, candidates: Candidates, i: int) -> Number | None:
        """How much the value of a test is below the greatest of its attribute's; None where it has none."""
        chosen_by = gain if isinstance(_attribute_of(candidates), Continuous) else gain_ratio
        valued = _values(node, candidates, chosen_by)
        own = dict(valued).get(i)
        return None if own is None else argmax_set(valued, key=lambda pair: pair[1])[0][1] - own

    def competing(self, entrants: Sequence[Entrant], criterion: Criterion) -> Sequence[Entrant]:
        """The attributes of at least average gain, less 1/1000; none where none counts in the average."""
        if criterion is gain:
            return entrants
        least = self.least_gain(entrants)
        return () if least is None else [e for e in entrants if compare(e.gain, least) >= 0]

    @staticmethod
    def least_gain(entrants: Sequence[Entrant]) -> Number | None:
        """The least gain that competes: the average, less 1/1000; None where no attribute counts in the average."""
        averaged = [e.gain for e in entrants if e.averaged]
        return total(averaged) / len(averaged) - THOUSANDTH if averaged else None

    def _leaders(self, node: Counts, candidates: Candidates, keep: Keep) -> list[tuple[int, Number]]:
        """The tests by which an attribute enters, with their gains: those of its greatest gain; of one value against others, gain ratio."""
        if not candidates.splits:
            return []
        chosen_by = gain if isinstance(_attribute_of(candidates), Continuous) else gain_ratio
        if len(candidates.splits) == 1:
            leading = [0]
        elif not self.tolerance:
            winning = winners(node, [candidates], chosen_by, keep)
            leading = [] if winning is None else [i for _, i in winning[1]]
        else:
            entries = [Competitor((0, i), split, candidates.missing) for i, split in enumerate(candidates.splits)]
            near = [entry.position[1] for entry in keep(node, entries, chosen_by, self.tolerance)]
            valued = _values(node, candidates, chosen_by, near)
            leading = [i for _, i in self._greatest([((0, i), value) for i, value in valued])[1]] if valued else []
        return _values(node, candidates, gain, leading)

    def _value(self, candidates: Candidates, i: int, value: Number, criterion: Criterion) -> Number | None:
        """The value by which a test competes; None where its split information is too small."""
        information = split_info([*candidates.splits[i], candidates.missing] if any(candidates.missing) else candidates.splits[i])
        if compare(information, self.least_info) <= 0:
            return None
        return value / information if criterion is gain_ratio else value

    def _greatest(self, valued: Sequence[tuple[Position, Number]]) -> tuple[Number, list[Position]]:
        """The greatest value, and where it, or one within the tolerance, is."""
        winning = argmax_set(valued, key=lambda pair: pair[1])
        top = winning[0][1]
        near = winning if not self.tolerance else [pair for pair in valued if compare(pair[1] + self.tolerance, top) >= 0]
        return top, sorted(position for position, _ in near)


def _values(node: Counts, candidates: Candidates, criterion: Criterion, only: Sequence[int] | None = None) -> list[tuple[int, Number]]:
    """The values of an attribute's tests, of all or of some, as far as they have one."""
    positions = range(len(candidates.splits)) if only is None else only
    values = ((i, criterion(node, candidates.splits[i], candidates.missing or None)) for i in positions)
    return [(i, value) for i, value in values if not isinstance(value, Undefined)]


def _attribute_of(candidates: Candidates) -> Attribute:
    """The attribute that candidates ask."""
    test = candidates.test(0)
    assert not isinstance(test, Oblique), "an oblique test asks several"
    return test.attribute
