"""Tests of nominal values that are the best only in some order of values of equal share, as a program that sorts floats may have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from attrs import evolve

from dtref.errors import Undefined
from dtref.exact.comparison import compare
from dtref.exact.number import Number
from dtref.oracle.verify.questions import NodeQuestion, is_asked_by
from dtref.oracle.verify.rounding import Rounding
from dtref.spec.growing.admission import admitted
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.node_facts import NodeFacts
from dtref.spec.growing.routing import rows_by_branch
from dtref.spec.growing.stopping import StoppingRule
from dtref.spec.model.counts import Counts
from dtref.spec.model.rules import needs_candidates
from dtref.spec.model.tests import Groups, Test
from dtref.spec.split.candidates import Candidates
from dtref.spec.split.centroid_groups import CentroidGroups, centroid_of, in_order_of_centroids
from dtref.spec.split.choose import Best
from dtref.spec.split.ordered_groups import OrderedGroups, share_of_value

ANOTHER_ORDER = "it asks it, as floats may put values of equal share in another order"


def asked_in_another_order(recursion: Hunt, node: Node, question: NodeQuestion, rounding: Rounding) -> bool:
    """
    Whether a test may be the best because rounding has put values of equal share in another order: a cut between them is a candidate in
    some orders only. It is at least as good as all tests that no order decides, some order offers it, and no stopping rule forbids it.
    """
    policy, facts = recursion.policy, recursion.facts(node, rounding.counts)
    if not isinstance(policy.nominal, OrderedGroups | CentroidGroups) or not policy.admit:
        return False
    if any(stops(facts) for stops in policy.stop if not needs_candidates(stops)):
        return False
    together = evolve(recursion, policy=evolve(policy, nominal=evolve(policy.nominal, together=True)))
    best = together.select(rounding.counts, together.candidates(node), policy.criterion, recursion.keep)
    if best is None or any(is_asked_by(question, test) for test in best.optima):
        return best is not None and _goes_on(policy.stop, facts, best.value)
    if not isinstance(question.test, Groups) or len(question.test.groups) != 2 or None in question.branches:  # a value that has none
        return False
    if not _in_some_order(recursion, node, question):
        return False
    value = policy.criterion(rounding.counts, question.split(2), question.missing or None)
    return not isinstance(value, Undefined) and compare(value, best.value) >= 0 and _goes_on(policy.stop, facts, value)


def _goes_on(rules: Sequence[StoppingRule], facts: NodeFacts, value: Number) -> bool:
    """Whether the rules that look at candidates let a node ask a test of a value, if it is the best."""
    there = evolve(facts, best=lambda: Best(value, ()))
    return not any(stops(there) for stops in rules if needs_candidates(stops))


def _in_some_order(recursion: Hunt, node: Node, question: NodeQuestion) -> bool:
    """Whether two groups are a cut of the values in order of share, however equal ones are ordered, and admitted."""
    assert question.test is not None, "it has groups"
    rows = rows_by_branch(recursion.columns, node.records)
    offered = Candidates([question.split(2)], lambda _: cast(Test, question.test), question.missing)
    moments = recursion.regression
    key = _key_of(recursion)
    sides = [[key(n) for n, b in zip(question.table.counts, question.branches, strict=True) if b == i] for i in (0, 1)]
    in_order = max(sides[0]) <= min(sides[1]) or max(sides[1]) <= min(sides[0])
    return in_order and bool(admitted(offered, recursion.policy.admit, moments, rows).splits)


def _key_of(recursion: Hunt) -> Callable[[Counts], Any]:
    """What values are ordered by, from the counts of their records."""
    if isinstance(recursion.policy.nominal, CentroidGroups):
        return lambda counts: in_order_of_centroids(centroid_of(counts, recursion.policy.criterion))
    return lambda counts: share_of_value(counts, recursion.regression)
