"""Tests of nominal values that are the best only in some order of values of equal share, as a program that sorts floats may have."""

from __future__ import annotations

from typing import cast

from attrs import evolve

from dtref.errors import Undefined
from dtref.exact.comparison import compare
from dtref.oracle.verify.questions import NodeQuestion, is_asked_by
from dtref.oracle.verify.rounding import Rounding
from dtref.spec.growing.admission import admitted
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.routing import rows_by_branch
from dtref.spec.model.tests import Groups, Test
from dtref.spec.split.candidates import Candidates
from dtref.spec.split.ordered_groups import OrderedGroups, share_of_value

ANOTHER_ORDER = "it asks it, as floats may put values of equal share in another order"


def asked_in_another_order(recursion: Hunt, node: Node, question: NodeQuestion, rounding: Rounding) -> bool:
    """
    Whether a test may be the best because rounding has put values of equal share in another order: a cut between them is a candidate in
    some orders only. It is at least as good as all tests that no order decides, and some order offers it.
    """
    policy = recursion.policy
    if not isinstance(policy.nominal, OrderedGroups) or not policy.admit:
        return False
    together = evolve(recursion, policy=evolve(policy, nominal=evolve(policy.nominal, together=True)))
    best = together.select(rounding.counts, together.candidates(node), policy.criterion, recursion.keep)
    if best is None or any(is_asked_by(question, test) for test in best.optima):
        return best is not None
    if not isinstance(question.test, Groups) or len(question.test.groups) != 2 or None in question.branches:  # a value that has none
        return False
    if not _in_some_order(recursion, node, question):
        return False
    value = policy.criterion(rounding.counts, question.split(2), question.missing or None)
    return not isinstance(value, Undefined) and compare(value, best.value) >= 0


def _in_some_order(recursion: Hunt, node: Node, question: NodeQuestion) -> bool:
    """Whether two groups are a cut of the values in order of share, however equal ones are ordered, and admitted."""
    assert question.test is not None, "it has groups"
    rows = rows_by_branch(recursion.columns, node.records)
    offered = Candidates([question.split(2)], lambda _: cast(Test, question.test), question.missing)
    moments = recursion.regression
    sides = [[share_of_value(n, moments) for n, b in zip(question.table.counts, question.branches, strict=True) if b == i] for i in (0, 1)]
    in_order = max(sides[0]) <= min(sides[1]) or max(sides[1]) <= min(sides[0])
    return in_order and bool(admitted(offered, recursion.policy.admit, moments, rows).splits)
