"""
Verdicts under a policy whose nodes try columns that are drawn: the draws aren't known, so that a node is right if some draws make it.

A program draws k of p columns, constant ones among them, and may go on until one isn't constant. So a column's test may be asked if at most
p - k others are such that they must not have been drawn: all that they offer is better. A node may be a leaf if k columns, one of them not
constant where the program goes on to draw, may offer nothing, or too little.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property

from attrs import evolve, frozen

from dtref.errors import Undefined
from dtref.exact.comparison import argmax_set, argmin_set, compare
from dtref.exact.number import Number
from dtref.oracle.verify.questions import NodeQuestion, is_asked_by
from dtref.oracle.verify.rounding import Rounding
from dtref.oracle.verify.selected_tests import why_not_admitted
from dtref.oracle.verify.verdicts import Beaten, NodeVerdict, NotACandidate, Optimal, StoppedLate, WithinFloat
from dtref.spec.growing.draws import Draws
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.stopping import ImprovesTreeLessThan, named
from dtref.spec.model.attributes import ABSENT, Width
from dtref.spec.model.optima import Optima
from dtref.spec.model.precision import rounded
from dtref.spec.model.tests import IsKnown, Threshold
from dtref.spec.split.candidates import Candidates
from dtref.spec.split.numeric.single_precision import FEATURE_THRESHOLD, ThresholdsApart

BY_CHANCE = "no column that may have been drawn gains anything here: the program then asks by chance, and need not move records as it asks"
"""Why neither a node that is asked by chance is checked nor what is below it (randomForest, of means)."""


@frozen(eq=False)
class Offered:
    """What a column offers at a node: its admitted tests with their values, and whether a cut that is drawn may be none of them."""

    tests: Candidates
    values: Sequence[Number]
    refuses: bool


@frozen(eq=False, slots=False)
class Drawn:
    """A node whose columns are drawn. share: of all weight. columns: the number of the model's columns."""

    recursion: Hunt
    node: Node
    draws: Draws
    rounding: Rounding
    share: Number
    columns: int

    @property
    def tried(self) -> int:
        """The number of columns that are drawn, at least."""
        return self.draws.of(self.columns)

    @cached_property
    def offered(self) -> dict[int, Offered]:
        """What each column that isn't constant at the node offers, by its position."""
        every, admitted = self.recursion.offered(self.node), self.recursion.candidates(self.node)
        return {a: self._offered(cuts, tests) for a, cuts, tests in zip(self.node.usable, every, admitted, strict=True) if self._is_wide(a)}

    def test(self, question: NodeQuestion, optima: Optima) -> NodeVerdict:
        """The verdict on a test, where the algorithm asks one."""
        own = self.offered.get(question.column)
        tests = None if own is None else own.tests
        position = None if tests is None else next((i for i in range(len(tests.splits)) if is_asked_by(question, tests.test(i))), None)
        if own is None or position is None:
            return NotACandidate(why_not_admitted(self.recursion, self.node, question), optima)
        value, slack = own.values[position], self.rounding.of_value(self.recursion.policy.criterion, own.tests.splits[position])
        # it would be asked for too little
        stopping = next((rule for rule in self._limits if self._is_too_little(rule, value + slack)), None)
        if stopping is not None:
            return StoppedLate(named(stopping))
        # the best of its column
        if not self.draws.one_cut:
            best = _greatest(own.values)
            if compare(best, value) > 0:
                gap = best - value
                return (WithinFloat if compare(gap, slack) <= 0 else Beaten)(optima, value, best, gap)
        # columns that must not have been drawn
        others = [column for a, column in self.offered.items() if a != question.column]
        better = [least for column in others if (least := self._least(column)) is not None and _is_above(least, value, slack)]
        if len(better) <= self.columns - self.tried:
            return Optimal()
        return Beaten(optima, value, _greatest(better), _greatest(better) - value)

    def is_by_chance(self, question: NodeQuestion, optima: Optima) -> bool:
        """
        Whether no column need have gained anything, its own among them, and a program that asks by chance then asks what doesn't part the
        records as one of the algorithm's cuts does: where it asks for values, it may have moved the records otherwise than it asks.
        """
        own = self.offered.get(question.column) if self.draws.idle and optima else None
        if own is None:
            return False
        half = tuple(Fraction(n) / 2 for n in self.rounding.counts)
        slack = self.rounding.of_value(self.recursion.policy.criterion, (half, half))

        def nothing(value: Number) -> bool:
            return compare(value, slack) <= 0

        if not self._may_offer_nothing(own, nothing) or not self.may_be_a_leaf(nothing):
            return False
        cut = isinstance(question.test, Threshold) and question.separates
        return not (cut and any(is_asked_by(question, own.tests.test(i)) for i in range(len(own.tests.splits))))

    def may_be_a_leaf(self, nothing: Callable[[Number], bool] = lambda _: False) -> bool:
        """
        Whether draws may make a leaf of a node that has a test: where no column is wide, too, for which numbers this near are one.

        nothing: whether a test of this value may be taken for one that improves nothing; none is, if not given.
        """
        if not self.offered:
            return True
        poor = [column for column in self.offered.values() if self._may_offer_nothing(column, nothing)]
        return (bool(poor) or not self.draws.again) and len(poor) + self.columns - len(self.offered) >= self.tried

    def least_asked(self) -> Number | None:
        """
        The least value that the test of a node may have, of all draws: of the columns that offer something the worst that leave no room for
        a better one among those that are drawn. None where no column need offer anything.
        """
        values = sorted(value for column in self.offered.values() if (value := self._least(column)) is not None)
        nothing = self.columns - len(values)
        return values[max(self.tried - nothing, 1) - 1] if values else None

    def _may_offer_nothing(self, column: Offered, nothing: Callable[[Number], bool]) -> bool:
        """Whether a column may offer no test, or one that improves too little."""
        if not column.values or (self.draws.one_cut and column.refuses):
            return True
        value = _least(column.values) if self.draws.one_cut else _greatest(column.values)
        if self.draws.idle and compare(value, 0) <= 0:
            return True
        return nothing(value) or any(self._is_too_little(rule, value) for rule in self._limits)

    def _least(self, column: Offered) -> Number | None:
        """The least value that a column offers when it is drawn; None where it may offer nothing."""
        if not column.values or (self.draws.one_cut and column.refuses):
            return None
        return _least(column.values) if self.draws.one_cut else _greatest(column.values)

    @property
    def _limits(self) -> list[ImprovesTreeLessThan]:
        return [rule for rule in self.recursion.policy.stop if isinstance(rule, ImprovesTreeLessThan)]

    def _is_too_little(self, rule: ImprovesTreeLessThan, value: Number) -> bool:
        return compare(self.share * value, rule.threshold) < 0

    def _offered(self, cuts: Candidates, tests: Candidates) -> Offered:
        """What a column offers, of its cuts those that are admitted; one without a value is refused as one that isn't admitted."""
        criterion, counts = self.recursion.policy.criterion, self.rounding.counts
        values = [criterion(counts, split, tests.missing or None) for split in tests.splits]
        kept = {i: value for i, value in enumerate(values) if not isinstance(value, Undefined)}
        refuses = len(kept) < len(cuts.splits)
        # a cut at random lies between two numbers; of one number, drawn with the missing values on its side, nothing is parted
        if self.draws.one_cut:
            between = {i: value for i, value in kept.items() if not isinstance(tests.test(i), IsKnown)}
            refuses = not between or len(between) < sum(not isinstance(cuts.test(i), IsKnown) for i in range(len(cuts.splits)))
            kept = between or kept
        positions = list(kept)
        offered = evolve(tests, splits=[tests.splits[i] for i in positions], test=lambda i: tests.test(positions[i]))
        return Offered(offered, list(kept.values()), refuses)

    def _is_wide(self, a: int) -> bool:
        """Whether a column isn't constant: it has two values, or its greatest and least floats are far enough apart."""
        codes, levels = self.recursion.columns.codes[a], self.recursion.columns.levels[a]
        known = {codes[r] for r in self.node.rows} - {ABSENT}
        if not isinstance(self.recursion.policy.continuous, ThresholdsApart):
            return len(known) > 1
        if len(known) < len({codes[r] for r in self.node.rows}):  # known against missing is a test, too
            return bool(known)
        present = [level for code in known if isinstance(level := levels[code], Fraction)]
        low, high = rounded(min(present), Width.FLOAT32), rounded(max(present), Width.FLOAT32)
        return high > rounded(low + FEATURE_THRESHOLD, Width.FLOAT32)


def _is_above(x: Number, y: Number, slack: Fraction) -> bool:
    """Whether a value is above another by more than so much; where they are equal, no difference is made, which could not be decided."""
    return compare(x, y) > 0 and compare(x - y, slack) > 0


def _greatest(values: Sequence[Number]) -> Number:
    return argmax_set(values, lambda value: value)[0]


def _least(values: Sequence[Number]) -> Number:
    return argmin_set(values, lambda value: value)[0]
