"""
The part of an AVC set that growing keeps at a node: the candidates that can be optima, the missing counts, the split by each test.

A set of declared values is kept whole, as it is no longer than the declaration; one of numbers is not (`dtref.engines.from_counts.cuts`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from operator import add, sub
from typing import assert_never, cast

from attrs import define, evolve, frozen

from dtref.engines.from_counts.cuts import Competition, leading
from dtref.engines.from_counts.rows import Key
from dtref.errors import Invalid
from dtref.spec.growing.admission import admitted
from dtref.spec.growing.policy import Policy, offer_for
from dtref.spec.model.attributes import MISSING, Attribute, Continuous, Nominal, Ordinal, declares
from dtref.spec.model.branches import branch_count, branch_of
from dtref.spec.model.counts import Counts, CountTable, add_counts
from dtref.spec.model.tests import AxisTest, Threshold
from dtref.spec.split.candidates import Candidates, Split
from dtref.spec.split.criteria import Criterion


@frozen
class Counted:
    """An attribute at a node: the node's counts, those of its records that miss the value, and the rows of the known values, in order."""

    node: Counts
    missing: Counts
    known: Iterable[tuple[Key, Counts]]


@frozen
class Keeping:
    """
    What is kept: the policy's candidates that can be best. leads_by: the criterion that cuts must be best by. ties: the most cuts of an
    attribute that may tie.
    """

    policy: Policy
    leads_by: Criterion | None
    ties: int


@frozen(eq=False)
class OwnTest:
    """
    A test that is asked whatever it is worth: the counts of each branch; what tells how it parts the records from how others of its
    attribute do; whether the policy lets it compete.
    """

    split: Split
    parts: Hashable
    admitted: bool


@frozen(eq=False)
class Sets:
    """
    The kept part: candidates, the counts that miss the value; for a test of the attribute that is a candidate the counts of each branch
    (`sides`), and what tells how it parts the records (`parts`: of declared values the positions of those that are there, by branch); the
    test that was asked for.
    """

    candidates: Candidates
    missing: Counts
    sides: Callable[[AxisTest], Split]
    parts: Callable[[AxisTest], Hashable]
    asked: OwnTest | None = None


def kept_counts(attribute: Attribute, counted: Counted, keeping: Keeping, asked: AxisTest | None = None) -> Sets:
    """
    The kept part of an attribute's AVC set at a node. asked: a test whose branches are counted, too, whether it can be best or not.

    Errors: as `dtref.engines.from_counts.cuts.leading`; Invalid for a test of which no branch takes a value that is there.

    >>> from dtref.spec.presets import CART
    >>> counted = Counted((2, 1), (1, 0), [(0, (1, 0)), (1, (0, 1))])
    >>> sets = kept_counts(Nominal("x", ("a", "b")), counted, Keeping(CART, None, 1))
    >>> sets.candidates.splits, sets.sides(sets.candidates.test(0))
    ([((1, 0), (0, 1))], ((1, 0), (0, 1)))
    """
    match attribute:
        case Continuous():
            policy = keeping.policy
            criterion = keeping.leads_by or policy.criterion
            competition = Competition(attribute, counted.node, counted.missing, policy.continuous, policy.admit, criterion)
            return _cuts(competition, counted.known, keeping.ties, asked)
        case Nominal() | Ordinal():
            return _values(attribute, counted, keeping.policy, asked)
        case _:
            assert_never(attribute)


def _cuts(competition: Competition, known: Iterable[tuple[Key, Counts]], ties: int, asked: AxisTest | None) -> Sets:
    caught = _Caught((0,) * len(competition.node))
    leaders = leading(competition, known if asked is None else caught.passing(known, asked), ties)

    def sides(test: AxisTest) -> Split:
        left = next(left for low, _, left in leaders if isinstance(test, Threshold) and low == test.lower)
        return left, tuple(map(sub, competition.known, left))

    def parts(test: AxisTest) -> Hashable:
        return sides(test)[0]

    kept = Sets(competition.candidates(leaders), competition.missing, sides, parts)
    if asked is None:
        return kept
    split = caught.left, tuple(map(sub, competition.known, caught.left))
    admitted = caught.low is not None and caught.high is not None and competition.admits((caught.low, caught.high, caught.left))
    return evolve(kept, asked=OwnTest(split, caught.left, admitted))


@define(eq=False)
class _Caught:
    """What is left of a cut: its counts, the value below it and the one above, None where there is none."""

    left: Counts
    low: Key | None = None
    high: Key | None = None

    def passing(self, known: Iterable[tuple[Key, Counts]], cut: AxisTest) -> Iterator[tuple[Key, Counts]]:
        """The rows as they come."""
        for key, counts in known:
            if self.high is None and branch_of(cut, Fraction(cast(Fraction, key))) == 0:
                self.low, self.left = key, tuple(map(add, self.left, counts))
            elif self.high is None:
                self.high = key
            yield key, counts


def _values(attribute: Nominal | Ordinal, counted: Counted, policy: Policy, asked: AxisTest | None) -> Sets:
    missing = counted.missing
    counts = {attribute.values[i]: n for i, n in counted.known if isinstance(i, int)}
    table = CountTable(attribute, attribute.values, tuple(counts), tuple(counts.values()), missing)
    regression = policy.criterion.impurity is not None and policy.criterion.impurity.moments

    def sides(test: AxisTest) -> Split:
        branches = [[n for value, n in counts.items() if branch_of(test, value) == branch] for branch in range(branch_count(test))]
        return tuple(add_counts(values, len(missing)) for values in branches)

    def parts(test: AxisTest) -> Hashable:
        branches = [(i, branch_of(test, value)) for i, value in enumerate(attribute.values) if value in counts]
        return frozenset(frozenset(i for i, taken in branches if taken == branch) for _, branch in branches)

    kept = Sets(admitted(offer_for(policy, attribute)(table, policy.criterion), policy.admit, regression), missing, sides, parts)
    if asked is None:
        return kept
    for value in counts:
        if not declares(asked.attribute, value) or branch_of(asked, value) is MISSING:
            raise Invalid(f"the tree's test of {attribute.name}", f"a branch that takes {value}", "none")
    split = sides(asked)
    return evolve(kept, asked=OwnTest(split, parts(asked), all(rule(split, regression) for rule in policy.admit)))
