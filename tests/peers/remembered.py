"""
Trees of the same records, verified in turn: what the specification decides at a node is decided once, and found again for the next tree.

Answers are those of `verify` alone, which a test compares; a tree that is spoiled at one node costs what is new below that node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar, cast
from unittest.mock import patch

from attrs import field, frozen
from peers.library import DataSet, Tree

import dtref
from dtref.exact.number import Number
from dtref.oracle.verify import verify
from dtref.oracle.verify.drawn_tests import Drawn, Offered
from dtref.oracle.verify.guided_trees import RememberingHunt
from dtref.spec.growing.hunt import Hunt, Node, grow_tree
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.surrogate_lists import SurrogateChoices
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Gap
from dtref.spec.split.candidates import Candidates

T = TypeVar("T")


@frozen(eq=False, slots=False)
class OnceAsked(RememberingHunt):
    """Hunt's recursion that remembers what each node offers, and its rule for missing values, beside its decisions."""

    remembered: dict[object, object] = field(factory=dict)

    def once(self, what: str, node: Node, make: Callable[[], T], *more: object) -> T:
        """What is remembered of a node, made the first time."""
        key = what, node.rows, node.parts, node.usable, node.bounds, *more
        if key not in self.remembered:
            self.remembered[key] = make()
        return cast(T, self.remembered[key])

    def offered(self, node: Node) -> list[Candidates]:
        return self.once("offered", node, lambda: super(OnceAsked, self).offered(node))

    def candidates(self, node: Node) -> list[Candidates]:
        return self.once("candidates", node, lambda: super(OnceAsked, self).candidates(node))

    def gap_rules(self, node: Node, test: Test) -> Gap | SurrogateChoices:
        return self.once("gap", node, lambda: super(OnceAsked, self).gap_rules(node, test), test)

    def greatest_values(self, node: Node) -> Mapping[int, Number]:
        return self.once("greatest", node, lambda: super(OnceAsked, self).greatest_values(node))


@frozen(eq=False)
class Remembered:
    """The recursions that verifications have shared so far, each with the data and the policy that it is for."""

    recursions: list[tuple[DataSet, Policy, OnceAsked]] = field(factory=list)

    def of(self, data: DataSet, policy: Policy, make: Callable[[], Hunt]) -> OnceAsked:
        """The recursion for a data set under a policy."""
        for known, claimed, recursion in self.recursions:
            if claimed == policy and (known is data or known == data):
                return recursion
        new = make()
        self.recursions.append((data, policy, OnceAsked(new.policy, new.columns, new.keep, new.case_weights)))
        return self.recursions[-1][-1]

    def grow(self, data: DataSet, policy: Policy) -> Tree:
        """The policy's tree, as `dtref.grow` has it, by what is remembered of its nodes if anything is."""
        if not self.recursions or policy.draws is not None or self.recursions[0][0] != data:
            return dtref.grow(data, policy)
        recursion = self.of(data, policy, lambda: verify._recursion(data, policy, False))
        tree = grow_tree(recursion, recursion.decide, policy.tie)
        for prune in recursion.policy.pruning:
            tree = prune(tree, recursion.training)
        return tree


@contextmanager
def remembering() -> Iterator[Remembered]:
    """Inside, verifications of the same data set under the same policy share what nodes have been found to be."""
    memory = Remembered()
    make, offered_by = verify._recursion, Drawn.offered.func  # type: ignore[attr-defined]

    def recursion(data: DataSet, policy: Policy, pruned: bool) -> Hunt:
        return memory.of(data, policy, lambda: make(data, policy, pruned))

    def shared(*parts: object) -> Hunt:
        return next(hunt for _, _, hunt in memory.recursions if parts == (hunt.policy, hunt.columns, hunt.keep, hunt.case_weights))

    def offered(drawn: Drawn) -> dict[int, Offered]:
        assert isinstance(drawn.recursion, OnceAsked)
        return drawn.recursion.once("drawn", drawn.node, lambda: offered_by(drawn))

    with (
        patch.object(verify, "_recursion", recursion),
        patch.object(verify, "RememberingHunt", shared),
        patch.object(Drawn, "offered", property(offered)),
    ):
        yield memory
