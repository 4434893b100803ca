"""
The leaves and tests of a tree whose leaves are limited, and which is claimed to be grown best first or level by level: all nodes together
decide them.

Best first a node's improvement is its weight times the value of its test, or of the best one where it is a leaf. The tests are put in the
order in which growing made them: the greatest improvement first, among the nodes whose parents have been split. A leaf is right if no test
that was made after its parent's improves less; with fewer leaves than the limit only nodes that can't be split are leaves. Of nodes that
improve as much, any may have been split first. Level by level a leaf is right if it comes after all nodes that are split.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from attrs import evolve, frozen

from dtref.errors import Undecided, Undefined
from dtref.exact.comparison import compare
from dtref.exact.number import Number
from dtref.oracle.verify.questions import asked_at
from dtref.oracle.verify.stops import TreeStop
from dtref.oracle.verify.verdicts import (
    Finding,
    NodeVerdict,
    NotChecked,
    Optimal,
    StoppedEarly,
    StoppedLate,
    StopWithinFloat,
)
from dtref.spec.growing.best_first import SplitOrder
from dtref.spec.growing.given_up import improved
from dtref.spec.model.counts import add_counts
from dtref.spec.model.schemes import by_level, preorder

NOT_KNOWN = "which nodes were split first can not be told, as the improvement of {} is not known"
NEARLY = "it stops, as doubles do not tell which node improves the tree more"
LATE = "other nodes improve the tree more, and there are {} leaves already"
LATE_BY_LEVEL = "other nodes come first, and there are {} leaves already"


@frozen(eq=False)
class Improves:
    """How much a node's test improves the tree, or the best one at a leaf, and what rounding may make of that."""

    value: Number
    slack: Fraction

    def more_than(self, other: Improves) -> int:
        """1: certainly more; 0: as much, or within rounding; -1: certainly less."""
        slack, gap = self.slack + other.slack, self.value - other.value
        return 1 if compare(gap, slack) > 0 else -1 if compare(gap, -slack) < 0 else 0


@frozen(eq=False, slots=False)
class GrownBestFirst:
    """The nodes of a tree in preorder, and the greatest number of its leaves."""

    stops: Sequence[TreeStop]
    leaves: int

    def findings(self) -> tuple[Finding, ...]:
        """The findings of all nodes."""
        findings = [stop.finding for stop in self.stops]
        inner = [i for i, stop in enumerate(self.stops) if stop.foreign.ask is not None]
        if len(inner) < self.leaves - 1:
            return tuple(findings)
        unknown = next((finding.place for i, finding in enumerate(findings) if i in self._relevant and self.improves.get(i) is None), None)
        made = self.order if unknown is None else []
        for i in self.early:
            verdict = NotChecked(NOT_KNOWN.format(f"node {unknown}")) if unknown is not None else self._of_leaf(i, made[: self.leaves - 1])
            findings[i] = _with(findings[i], StoppedEarly, verdict)
        late = StoppedLate(LATE.format(self.leaves))
        for i in made[self.leaves - 1 :]:
            findings[i] = evolve(findings[i], verdicts=(*findings[i].verdicts[:-1], late))
        return tuple(findings)

    @cached_property
    def early(self) -> list[int]:
        """The leaves where the algorithm would ask, but for the number of leaves."""
        return _early(self.stops)

    @property
    def _relevant(self) -> set[int]:
        return {*self.early, *(i for i, stop in enumerate(self.stops) if stop.foreign.ask is not None)}

    @cached_property
    def parents(self) -> Mapping[int, int]:
        """The parent of each node but the root, by position."""
        return _parents(self.stops)

    @cached_property
    def improves(self) -> Mapping[int, Improves | None]:
        """The improvement of each inner node, and of each leaf that stops early; None where it isn't known."""
        return {i: _improves(self.stops[i]) for i in self._relevant}

    @cached_property
    def order(self) -> list[int]:
        """The inner nodes in the order in which growing splits them."""
        children = _children(self.parents)
        ready, made = [0] if self.stops[0].foreign.ask is not None else [], list[int]()
        while ready:
            i = self._next(ready, children)
            ready.remove(i)
            made.append(i)
            ready.extend(child for child in children[i] if self.stops[child].foreign.ask is not None)
        return made

    def _next(self, ready: Sequence[int], children: Mapping[int, Sequence[int]]) -> int:
        """The node that is split next: of those that improve as much, one below which nothing better is left over, if there is one."""
        best = ready[0]
        for i in ready[1:]:
            if compare(self._value(i), self._value(best)) > 0:
                best = i
        as_good = [i for i in ready if self._known(i).more_than(self._known(best)) >= 0]
        return next((i for i in as_good if not self._leaves_better(i, best, children)), best) if len(as_good) > 1 else best

    def _leaves_better(self, i: int, best: int, children: Mapping[int, Sequence[int]]) -> bool:
        """Whether below a node a leaf stops early that improves more than the best, on a path of nodes that do."""

        def better(node: int) -> Iterator[int]:
            below = (child for child in children.get(node, ()) if self.improves.get(child) is not None)
            return (child for child in below if self._known(child).more_than(self._known(best)) > 0)

        return any(node in self.early for node in preorder(i, better))

    def _of_leaf(self, i: int, made: Sequence[int]) -> NodeVerdict | None:
        """The verdict on a leaf that could be split; None: it stops early."""
        if self.stops[i].claim.recursion.policy.draws is not None:  # what was drawn there may have improved little
            return Optimal()
        parent = self.parents.get(i)
        if parent is not None and parent not in made:
            return None
        later = made if parent is None else made[made.index(parent) + 1 :]
        orders = [self._known(i).more_than(self._known(j)) for j in later]
        if 1 in orders:
            return None
        exact = all(compare(self._value(i), self._value(j)) <= 0 for j in later)
        return Optimal() if exact else StopWithinFloat(NEARLY)

    def _known(self, i: int) -> Improves:
        improves = self.improves[i]
        assert improves is not None, "all are known"
        return improves

    def _value(self, i: int) -> Number:
        return self._known(i).value


@frozen(eq=False)
class GrownByLevel:
    """The nodes of a tree in preorder, and the greatest number of its leaves, where the node that came up first is split first."""

    stops: Sequence[TreeStop]
    leaves: int

    def findings(self) -> tuple[Finding, ...]:
        """The findings of all nodes."""
        findings = [stop.finding for stop in self.stops]
        children = _children(_parents(self.stops))
        order = [i for level in by_level(0, lambda i: children.get(i, ())) for i in level]
        made = [i for i in order if self.stops[i].foreign.ask is not None]
        if len(made) < self.leaves - 1:
            return tuple(findings)
        # behind the last test that may be made leaves are right, and tests are not
        last = order.index(made[self.leaves - 2]) if self.leaves > 1 else -1
        behind = {*order[last + 1 :]}
        for i in behind.intersection(_early(self.stops)):
            findings[i] = _with(findings[i], StoppedEarly, Optimal())
        late = StoppedLate(LATE_BY_LEVEL.format(self.leaves))
        for i in made[self.leaves - 1 :]:
            findings[i] = evolve(findings[i], verdicts=(*findings[i].verdicts[:-1], late))
        return tuple(findings)


GROWN_UP_TO_LEAVES: Mapping[SplitOrder, type[GrownBestFirst | GrownByLevel]] = {
    SplitOrder.IMPROVES_MOST: GrownBestFirst,
    SplitOrder.CAME_FIRST: GrownByLevel,
}
"""What decides the leaves and tests of a tree whose leaves are limited, by the order in which its nodes are split."""


def _early(stops: Sequence[TreeStop]) -> list[int]:
    return [i for i, stop in enumerate(stops) if any(isinstance(v, StoppedEarly) for v in stop.finding.verdicts)]


def _parents(stops: Sequence[TreeStop]) -> Mapping[int, int]:
    parents: dict[int, int] = {}
    waiting: list[int] = []
    for i, stop in enumerate(stops):
        if waiting:
            parents[i] = waiting.pop()
        waiting.extend([i] * len(stop.foreign.children))
    return parents


def _children(parents: Mapping[int, int]) -> Mapping[int, Sequence[int]]:
    children: dict[int, list[int]] = {}
    for i, parent in parents.items():
        children.setdefault(parent, []).append(i)
    return children


def _with(finding: Finding, kind: type, verdict: NodeVerdict | None) -> Finding:
    """The finding with a verdict in the place of one of a kind."""
    if verdict is None:
        return finding
    return evolve(finding, verdicts=tuple(verdict if isinstance(v, kind) else v for v in finding.verdicts))


def _improves(stop: TreeStop) -> Improves | None:
    """The improvement by a node's own test, or by the best one where it is a leaf; None where it isn't known."""
    node, rounding, recursion = stop.node, stop.rounding, stop.claim.recursion
    if isinstance(node, str) or rounding is None:
        return None
    criterion = recursion.policy.criterion
    try:
        value: Number | Undefined | None = recursion.decide(node).value
        if stop.foreign.ask is not None:
            question = asked_at(recursion, node, stop.foreign.ask)
            split, missing = question.split(len(stop.foreign.children)), question.missing
            value = criterion(add_counts((*split, missing), len(missing)), split, missing if any(missing) else None)
    except Undecided:
        return None
    if value is None or isinstance(value, Undefined):
        return None
    half = tuple(Fraction(n) / 2 for n in rounding.counts)
    slack = improved(criterion, rounding.weight, rounding.of_value(criterion, (half, half)))
    assert isinstance(slack, Fraction), "a weight times a bound"
    return Improves(improved(criterion, rounding.weight, value), slack)
