"""
The part of an AVC set that growing keeps at a node: the candidates that can be optima, the missing counts, the split by each test.

A set of declared values is kept whole, as it is no longer than the declaration; one of numbers is not (`dtref.engines.from_counts.cuts`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import sub
from typing import assert_never

from attrs import frozen

from dtref.engines.from_counts.cuts import Competition, leading
from dtref.engines.from_counts.rows import Key
from dtref.spec.growing.admission import admitted
from dtref.spec.growing.policy import Policy, offer_for
from dtref.spec.model.attributes import Attribute, Continuous, Nominal, Ordinal
from dtref.spec.model.branches import branch_count, branch_of
from dtref.spec.model.counts import Counts, CountTable, add_counts
from dtref.spec.model.tests import AxisTest, Threshold
from dtref.spec.split.candidates import Candidates, Split
from dtref.spec.split.criteria import Criterion


@frozen(eq=False)
class Sets:
    """The kept part: candidates, the counts that miss the value, and for a test of the attribute the counts of each branch."""

    candidates: Candidates
    missing: Counts
    sides: Callable[[AxisTest], Split]


def kept_counts(  # noqa: PLR0913, PLR0917 - a node and a policy, as an attribute sees them
    attribute: Attribute,
    node: Counts,
    missing: Counts,
    known: Iterable[tuple[Key, Counts]],
    policy: Policy,
    leads_by: Criterion | None,
    ties: int,
) -> Sets:
    """
    The kept part of an attribute's AVC set at a node. node: its counts. known: the rows of the known values, in order.

    leads_by: the criterion that cuts must be best by. Errors: as `dtref.engines.from_counts.cuts.leading`.

    >>> from dtref.spec.presets import CART
    >>> sets = kept_counts(Nominal("x", ("a", "b")), (2, 1), (1, 0), [(0, (1, 0)), (1, (0, 1))], CART, None, 1)
    >>> sets.candidates.splits, sets.sides(sets.candidates.test(0))
    ([((1, 0), (0, 1))], ((1, 0), (0, 1)))
    """
    match attribute:
        case Continuous():
            return _cuts(Competition(attribute, node, missing, policy.continuous, policy.admit, leads_by or policy.criterion), known, ties)
        case Nominal() | Ordinal():
            return _values(attribute, missing, known, policy)
        case _:
            assert_never(attribute)


def _cuts(competition: Competition, known: Iterable[tuple[Key, Counts]], ties: int) -> Sets:
    leaders = leading(competition, known, ties)

    def sides(test: AxisTest) -> Split:
        assert isinstance(test, Threshold)
        left = next(left for low, _, left in leaders if low == test.lower)
        return left, tuple(map(sub, competition.known, left))

    return Sets(competition.candidates(leaders), competition.missing, sides)


def _values(attribute: Nominal | Ordinal, missing: Counts, known: Iterable[tuple[Key, Counts]], policy: Policy) -> Sets:
    counts = {attribute.values[i]: n for i, n in known if isinstance(i, int)}
    table = CountTable(attribute, attribute.values, tuple(counts), tuple(counts.values()), missing)
    regression = policy.criterion.impurity is not None and policy.criterion.impurity.moments

    def sides(test: AxisTest) -> Split:
        branches = [[n for value, n in counts.items() if branch_of(test, value) == branch] for branch in range(branch_count(test))]
        return tuple(add_counts(values, len(missing)) for values in branches)

    return Sets(admitted(offer_for(policy, attribute)(table, policy.criterion), policy.admit, regression), missing, sides)
