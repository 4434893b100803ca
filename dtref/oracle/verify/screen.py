"""
The findings at all nodes of a tree that the compiled engine has walked: those that whole numbers or doubles settle for all nodes at once,
each of the others by the verdict on its node (`dtref.oracle.verify.given_stops`).

A verdict that is settled works out its exact numbers and tests when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, cast

import numpy as np
from attrs import frozen

from dtref.engines.compiled.kernels.given_nodes import ASKED
from dtref.engines.compiled.kernels.layout import PARENT, START, STOP
from dtref.errors import Undefined
from dtref.exact.number import Number, number
from dtref.oracle.verify.claim_arrays import EXACT_BELOW, Marks, claim_arrays, claims_of_table
from dtref.oracle.verify.claims import IMPURITY, ROWS
from dtref.oracle.verify.cut_trees import preorder_of
from dtref.oracle.verify.given_stops import GivenStop, GivenTree
from dtref.oracle.verify.limits import Stop
from dtref.oracle.verify.node_sums import node_sums
from dtref.oracle.verify.screened_claims import NodeNumbers, screened_counts, screened_impurity, screened_labels
from dtref.oracle.verify.screened_tests import Judged, Standing, standings
from dtref.oracle.verify.stops import Claim, question_words
from dtref.oracle.verify.verdicts import (
    Beaten,
    Finding,
    NodePath,
    NodeVerdict,
    NotACandidate,
    NotChecked,
    Optimal,
    StoppedEarly,
    StoppedLate,
    Tied,
    WrongClaim,
    WrongCounts,
    WrongLabel,
)
from dtref.spec.growing.policy import EmptyBranch
from dtref.spec.growing.stopping import named, pure
from dtref.spec.model.attributes import Width
from dtref.spec.model.optima import Optima, count_tests
from dtref.spec.model.tally import Tally
from dtref.spec.model.trees import Label

WRONG_ROWS, WRONG_COUNTS, WRONG_RECORDS, WRONG_IMPURITY, LABEL_NOT_CHECKED, WRONG_LABEL = (1 << i for i in range(6))
"""The claims that are wrong or not checked, in the order of their verdicts, as bits."""


@frozen(eq=False)
class Screen:
    """
    For each node its `Standing`, and the claims that are wrong or not checked, as bits. open: whether the node is judged by itself; alone:
    or its verdict depends on what a limit says of this leaf.
    """

    standing: Sequence[int]
    claims: Sequence[int]
    open: Sequence[bool]
    alone: Sequence[bool]


@frozen(eq=False)
class GivenFindings:
    """
    The findings of all nodes, decided, to be made when they are asked for. verdicts: those of nodes that are judged by themselves, or that
    the limits of the verdict may excuse, by row.
    """

    claim: Claim
    given: GivenTree
    screen: Screen | None
    verdicts: Mapping[int, tuple[NodeVerdict, ...]]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings in preorder."""
        nodes = (NodeAt(self.claim, self.given, t, i) for i, t in enumerate(preorder_of(self.given.tree.rows).tolist(), 1))
        return tuple(Finding.later(at, verdicts=self.verdicts.get(at.t) or self._settled(at)) for at in nodes)

    def kinds(self) -> Iterator[NodeVerdict]:
        """Verdicts that have every reason why something is not checked, and the kind of every leaf that stops early."""
        yield from (verdict for verdicts in self.verdicts.values() for verdict in verdicts)
        if self.screen is not None:
            pairs = {pair: t for t, pair in enumerate(zip(self.screen.standing, self.screen.claims, strict=True)) if t not in self.verdicts}
            yield from (verdict for t in pairs.values() for verdict in self._settled(NodeAt(self.claim, self.given, t, 0)))

    def _settled(self, at: NodeAt) -> tuple[NodeVerdict, ...]:
        screen = self.screen
        assert screen is not None, "without a screen every node is judged by itself"
        standing, claims = screen.standing[at.t], screen.claims[at.t]
        if standing == Standing.OPTIMAL and not claims:
            return _RIGHT
        return (*_claim_verdicts(at, claims), _test_verdict(at, standing))


def given_findings(claim: Claim, given: GivenTree) -> GivenFindings:
    """The findings of all nodes of a tree that the engine has walked."""
    screen = screened(claim, given)
    rows = range(len(given.tree.rows)) if screen is None else [t for t, alone in enumerate(screen.alone) if alone]
    return GivenFindings(claim, given, screen, {t: _alone(NodeAt(claim, given, t, 0), screen) for t in rows})


def _alone(at: NodeAt, screen: Screen | None) -> tuple[NodeVerdict, ...]:
    """The verdicts of a node that is judged by itself, or excused by itself."""
    if screen is None or screen.open[at.t]:
        return at.stop.verdicts
    return (*_claim_verdicts(at, screen.claims[at.t]), _test_verdict(at, screen.standing[at.t]))


class NodeAt(NamedTuple):
    """The fields of a `Finding`, and of verdicts that have only what a node has: a node, and its number in preorder."""

    claim: Claim
    given: GivenTree
    t: int
    number: int

    @property
    def stop(self) -> GivenStop:
        """The node, to be judged by itself."""
        return GivenStop(self.claim, self.given, self.t)

    @property
    def place(self) -> str:
        """Its name in its format; where the format names none, its number."""
        return self.given.tree.nodes[self.t].place or f"#{self.number}"

    @property
    def way(self) -> NodePath | None:
        """Its path."""
        return self.given.way(self.t)

    @property
    def asks(self) -> str:
        """Its test in words."""
        return question_words(self.given.tree.nodes[self.t])

    @property
    def counts(self) -> Tally:
        """The counts of its records."""
        return self.given.nodes.tally(self.t)

    @property
    def wanted(self) -> Tally:
        """The counts that it should claim."""
        return self.counts

    @property
    def optima(self) -> Optima:
        """The best tests."""
        return self.given.nodes.optima(self.t)

    @property
    def asked(self) -> int:
        """The position of its own test among these."""
        return count_tests(self.optima[: self.given.nodes.position(self.t)])


def screened(claim: Claim, given: GivenTree) -> Screen | None:
    """What can be settled for all nodes at once; None where the numbers are beyond doubles, and for programs of single precision."""
    nodes, grown = given.nodes, given.nodes.grown
    if grown.data.unit != 1 or claim.tree.width is Width.FLOAT32 or claim.training_set.weight >= EXACT_BELOW:
        return None
    regression = claim.recursion.regression
    classes = () if regression else claim.recursion.training.classes
    claims = claim_arrays(given.tree.nodes, classes) if given.tree.table is None else claims_of_table(*given.tree.table, classes)
    sums = node_sums(nodes) if regression else None
    if claims is None or (regression and sums is None):
        return None
    table = grown.nodes.table[: len(nodes.tree)]
    numbers = NodeNumbers(table[:, STOP] - table[:, START], table[:, PARENT], grown.nodes.counts[: len(nodes.tree)], sums)
    leaves = nodes.tree[:, ASKED] < 0
    # each claim
    rows, counts, records = screened_counts(numbers, claims)
    impurity = screened_impurity(numbers, claims, claim.limits.impurity, claim.ulps)
    of_root = claim.recursion.policy.empty_branch is not EmptyBranch.PARENT_MAJORITY
    label = screened_labels(numbers, claims, leaves, claim.ulps, of_root)
    not_checked = leaves & claims.labelled if claim.tree.scores or claim.limits.labels else np.zeros(len(leaves), np.bool_)
    wrong_label = label.wrong & ~not_checked
    bits: Sequence[tuple[int, Marks]] = (
        (WRONG_ROWS, rows),
        (WRONG_COUNTS, counts),
        (WRONG_RECORDS, records),
        (WRONG_IMPURITY, impurity.wrong),
        (LABEL_NOT_CHECKED, not_checked),
        (WRONG_LABEL, wrong_label),
    )
    standing = standings(nodes, numbers, Judged(claim.recursion.policy, claim.limits, claim.pruned, claim.ulps))
    is_open = claims.others | impurity.open | (label.open & ~not_checked) | (standing == Standing.OPEN)
    if claim.limits.weights:  # which excuses what is wrong
        is_open |= counts | records | impurity.wrong | wrong_label
    alone = is_open | ((standing == Standing.EARLY) & bool(claim.limits.leaves))
    wrong = np.sum([bit * marks for bit, marks in bits], axis=0)
    return Screen(standing.tolist(), wrong.tolist(), is_open.tolist(), alone.tolist())


def _claim_verdicts(at: NodeAt, claims: int) -> Iterator[NodeVerdict]:
    """The verdicts on claims that are wrong or not checked."""
    foreign, limits = at.given.tree.nodes[at.t], at.claim.limits
    if claims & WRONG_ROWS:
        yield WrongClaim(ROWS, number(at.given.nodes.size(at.t)), cast(Fraction, foreign.rows))
    if claims & WRONG_COUNTS:
        yield WrongCounts.later(at, got=foreign.counts)
    if claims & WRONG_RECORDS:
        yield WrongCounts.later(at, got=foreign.records)
    if claims & WRONG_IMPURITY:
        yield WrongClaim.later(_ImpurityAt(at), claim=IMPURITY, got=foreign.impurity)
    if claims & LABEL_NOT_CHECKED:
        yield NotChecked(f"the label: {at.claim.tree.scores or limits.labels}")
    if claims & WRONG_LABEL:
        yield WrongLabel.later(_LabelsAt(at), got=foreign.label)


_RIGHT: tuple[NodeVerdict, ...] = (Optimal(),)
"""The verdicts of most nodes."""


def _test_verdict(at: NodeAt, standing: int) -> NodeVerdict:
    """The verdict on a test, or on a leaf's having none."""
    limits = at.claim.limits
    match standing:
        case Standing.OPTIMAL:
            return _RIGHT[0]
        case Standing.TIED:
            return Tied.later(at)
        case Standing.NOT_CHECKED:
            return NotChecked(limits.tests)
        case Standing.PRUNED:
            return NotChecked("the tree may have been pruned here")
        case Standing.NO_PARTING:
            return NotACandidate.later(at, why="it does not part the records")
        case Standing.BEATEN:
            reason = limits.beaten or limits.weights
            return NotChecked(reason) if reason else Beaten.later(_TestAt(at))
        case Standing.EARLY:
            why = limits.why_a_leaf(Stop.later(_LeafAt(at))) or limits.tests
            return NotChecked(why) if why else StoppedEarly.later(_LeafAt(at))
        case Standing.EMPTY:
            return StoppedLate("no record reaches it")
        case Standing.LATE:
            return StoppedLate(named(pure))
        case _:
            raise AssertionError("an open node is judged by itself")


class _LabelsAt(NamedTuple):
    """The fields of `WrongLabel`."""

    at: NodeAt

    @property
    def wanted(self) -> tuple[Label, ...]:
        return self.at.given.nodes.labels(self.at.t)


class _ImpurityAt(NamedTuple):
    """The fields of `WrongClaim`, of an impurity."""

    at: NodeAt

    @property
    def wanted(self) -> Number:
        impurity = self.at.claim.limits.impurity
        assert impurity is not None, "an impurity is claimed"
        return impurity.of(self.at.given.nodes.statistic(self.at.t))


class _LeafAt(NamedTuple):
    """The fields of `StoppedEarly`, and of `Stop`."""

    at: NodeAt

    @property
    def optima(self) -> Optima:
        return self.at.optima

    @property
    def value(self) -> Number:
        return self.at.given.nodes.value(self.at.t)

    @property
    def level(self) -> int:
        return self.at.given.nodes.level(self.at.t)

    @property
    def rows(self) -> int:
        return self.at.given.nodes.size(self.at.t)

    @property
    def share(self) -> Fraction:
        total = self.at.claim.training_set.weight
        return self.at.stop.rounding.weight / total if total else Fraction(1)


class _TestAt(NamedTuple):
    """The fields of `Beaten`."""

    at: NodeAt

    @property
    def optima(self) -> Optima:
        return self.at.optima

    @property
    def best(self) -> Number:
        return self.at.given.nodes.value(self.at.t)

    @property
    def value(self) -> Number:
        split, counts = self.at.given.nodes.split(self.at.t), self.at.given.nodes.statistic(self.at.t)
        value = self.at.claim.recursion.policy.criterion.of(counts, split, (0,) * len(counts))
        assert not isinstance(value, Undefined), "a cut that parts the records has a value"
        return value

    @property
    def gap(self) -> Number:
        return self.best - self.value
