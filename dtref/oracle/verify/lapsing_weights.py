"""
C4.5's least weight with groups of values (`-s`), which lapses where an attribute has no known value (`Src/subset.c`, EvalSubset).

The search for groups sets the least weight to 1 while it runs, and returns before it restores it where no record of the node knows the
value of the attribute, one of three values or more. From then on, for the attributes behind it at that node and at all nodes that are grown
later, depth first and branches in order, the least weight is 1. So what a node asks depends on nodes in other branches.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from attrs import evolve, field, frozen

from dtref.oracle.verify.guided_trees import RememberingHunt
from dtref.spec.growing.admission import TwoBranchesHave
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import Decision, Policy
from dtref.spec.growing.stopping import FewerThan, is_pure
from dtref.spec.model.attributes import ABSENT, Continuous
from dtref.spec.model.counts import statistic
from dtref.spec.split.average_gain import THOUSANDTH
from dtref.spec.split.candidates import Candidates
from dtref.spec.split.numeric.large_sides import LargeSidedCuts
from dtref.spec.split.value_groups import GroupedValues


@frozen(eq=False, slots=False)
class LapsingHunt(RememberingHunt):
    """The recursion, with the nodes that are grown once the least weight has lapsed, by their records, as `grown_after` is told of them."""

    lapsed: set[tuple[object, ...]] = field(factory=set)

    @cached_property
    def after(self) -> Hunt:
        """The recursion once it has lapsed."""
        return RememberingHunt(with_least_1(self.policy), self.columns, self.keep, self.case_weights)

    def is_lapsed(self, node: Node) -> bool:
        """Whether the least weight has lapsed before a node is grown, as far as `grown_after` was told of it."""
        return (node.rows, node.parts) in self.lapsed

    def grown_after(self, node: Node, lapsed: bool) -> bool:
        """Whether the least weight has lapsed once a node is grown. lapsed: whether it had before."""
        if lapsed:
            self.lapsed.add((node.rows, node.parts))
            return True
        counts = statistic(self.columns, node.records)
        stops = is_pure(counts, self.regression) or any(
            sum(counts) < rule.records for rule in self.policy.stop if isinstance(rule, FewerThan)
        )
        return not stops and self._lapses_at(node) is not None

    def decide(self, node: Node) -> Decision:
        """The decision at a node."""
        return self.after.decide(node) if self.is_lapsed(node) else super().decide(node)

    def candidates(self, node: Node) -> list[Candidates]:
        """The candidates of each usable attribute at a node, as far as the policy admits them."""
        if self.is_lapsed(node):
            return self.after.candidates(node)
        own, place = super().candidates(node), self._lapses_at(node)
        return own if place is None else [*own[:place], *self.after.candidates(node)[place:]]

    def _lapses_at(self, node: Node) -> int | None:
        """The first of the usable attributes, of three values or more, whose value no record of the node knows."""
        parts = node.parts or (1,) * len(node.rows)
        for i, a in enumerate(node.usable):
            attribute, codes = self.training.attributes[a], self.columns.codes[a]
            if isinstance(attribute, Continuous) or len(attribute.values) < 3:
                continue
            known = sum(Fraction(self.columns.weights[r] * p) for r, p in zip(node.rows, parts, strict=True) if codes[r] != ABSENT)
            if known < THOUSANDTH:
                return i
        return None


def lapses(policy: Policy) -> bool:
    """
    Whether a policy's least weight lapses.

    >>> from dtref.spec.programs.c45 import c45_release_8
    >>> lapses(c45_release_8(s=True)), lapses(c45_release_8(s=True, m=1)), lapses(c45_release_8())
    (True, False, False)
    """
    return isinstance(policy.nominal, GroupedValues) and policy.nominal.least > 1


def with_least_1(policy: Policy) -> Policy:
    """
    The policy with a least weight of 1.

    >>> from dtref.spec.programs.c45 import c45_release_8
    >>> with_least_1(c45_release_8(s=True, m=5)) == c45_release_8(s=True, m=1)
    True
    """
    grouped, cuts = policy.nominal, policy.continuous
    assert isinstance(grouped, GroupedValues) and isinstance(cuts, LargeSidedCuts), "a policy of release 8"
    one = GroupedValues(1)
    return evolve(
        policy,
        nominal=one,
        ordinal=one,
        continuous=evolve(cuts, least=1),
        stop=tuple(FewerThan(2) if isinstance(rule, FewerThan) else rule for rule in policy.stop),
        admit=tuple(evolve(rule, records=1) if isinstance(rule, TwoBranchesHave) else rule for rule in policy.admit),
    )
