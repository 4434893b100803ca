"""Which node is split first where the leaves of a tree are limited."""

from __future__ import annotations

from fractions import Fraction

from dtref.errors import Invalid
from dtref.exact.number import Number
from dtref.spec.growing.best_first import SplitOrder
from dtref.spec.growing.given_up import improved
from dtref.spec.growing.policy import Decision, Policy
from dtref.spec.model.tally import size


def priority(policy: Policy, decision: Decision, place: int) -> Number | None:
    """
    What the nodes that can be split are ordered by, the greatest first: how much the best test improves the tree, or, level by level, the
    place in the order in which nodes come up. None at a leaf. Errors: Invalid where a leaf is as good as a test.

    >>> from attrs import evolve
    >>> from dtref.spec.growing.hunt import hunt
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> recursion = hunt(parity(2), CART)
    >>> decision = recursion.decide(recursion.root())
    >>> priority(CART, decision, 0), priority(evolve(CART, split_first=SplitOrder.CAME_FIRST), decision, 3)
    (Fraction(0, 1), Fraction(-3, 1))
    """
    if decision.leaf is not None:
        raise Invalid(f"policy {policy.name}", "no limit of leaves, as at a node a leaf is as good as a test", "most_leaves")
    if decision.value is None:
        return None
    if policy.split_first is SplitOrder.CAME_FIRST:
        return Fraction(-place)
    return improved(policy.criterion, size(decision.counts), decision.value)
