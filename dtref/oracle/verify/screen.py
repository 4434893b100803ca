"""
The findings at all nodes of a tree that the compiled engine has walked: those that whole numbers or doubles settle for all nodes at once,
each of the others by the verdict on its node (`dtref.oracle.verify.given_stops`).

Findings are made when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, repeat
from typing import NamedTuple

import numpy as np
from attrs import frozen

from dtref.engines.compiled.kernels.given_nodes import ASKED
from dtref.engines.compiled.kernels.layout import START, STOP
from dtref.engines.compiled.trees import parents_of
from dtref.oracle.verify.claim_arrays import EXACT_BELOW, Marks, claim_arrays, claims_of_table
from dtref.oracle.verify.cut_trees import preorder_of
from dtref.oracle.verify.given_stops import GivenTree
from dtref.oracle.verify.node_sums import node_sums
from dtref.oracle.verify.screened_claims import NodeNumbers, screened_counts, screened_impurity, screened_labels
from dtref.oracle.verify.screened_tests import Judged, Standing, standings
from dtref.oracle.verify.settled import (
    LABEL_NOT_CHECKED,
    WRONG_COUNTS,
    WRONG_IMPURITY,
    WRONG_LABEL,
    WRONG_RECORDS,
    WRONG_ROWS,
    NodeAt,
    settled_verdicts,
)
from dtref.oracle.verify.stops import Claim
from dtref.oracle.verify.verdicts import Finding, NodePath, NodeVerdict
from dtref.spec.growing.policy import EmptyBranch
from dtref.spec.model.attributes import Width
from dtref.spec.model.tally import Tally


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
        return tuple(map(Finding.later, map(_FindingAt, repeat(self), preorder_of(self.given.tree.rows).tolist(), count(1))))

    def verdicts_at(self, at: NodeAt) -> tuple[NodeVerdict, ...]:
        """The verdicts on a node."""
        return self.verdicts.get(at.t) or self._settled(at)

    def kinds(self) -> Iterator[NodeVerdict]:
        """Verdicts that have every reason why something is not checked, and the kind of every leaf that stops early."""
        yield from (verdict for verdicts in self.verdicts.values() for verdict in verdicts)
        if self.screen is not None:
            pairs = {pair: t for t, pair in enumerate(zip(self.screen.standing, self.screen.claims, strict=True)) if t not in self.verdicts}
            yield from (verdict for t in pairs.values() for verdict in self._settled(NodeAt(self.claim, self.given, t, 0)))

    def _settled(self, at: NodeAt) -> tuple[NodeVerdict, ...]:
        screen = self.screen
        assert screen is not None, "without a screen every node is judged by itself"
        return settled_verdicts(at, screen.standing[at.t], screen.claims[at.t])


class _FindingAt(NamedTuple):
    """The fields of a `Finding`: each is worked out when it is asked for, as trees have many nodes."""

    findings: GivenFindings
    t: int
    number: int

    @property
    def at(self) -> NodeAt:
        return NodeAt(self.findings.claim, self.findings.given, self.t, self.number)

    @property
    def place(self) -> str:
        return self.at.place

    @property
    def way(self) -> NodePath | None:
        return self.at.way

    @property
    def asks(self) -> str:
        return self.at.asks

    @property
    def counts(self) -> Tally:
        return self.at.counts

    @property
    def verdicts(self) -> tuple[NodeVerdict, ...]:
        return self.findings.verdicts_at(self.at)


def given_findings(claim: Claim, given: GivenTree) -> GivenFindings:
    """The findings of all nodes of a tree that the engine has walked."""
    screen = screened(claim, given)
    rows = range(len(given.tree.rows)) if screen is None else [t for t, alone in enumerate(screen.alone) if alone]
    return GivenFindings(claim, given, screen, {t: _alone(NodeAt(claim, given, t, 0), screen) for t in rows})


def _alone(at: NodeAt, screen: Screen | None) -> tuple[NodeVerdict, ...]:
    """The verdicts of a node that is judged by itself, or excused by itself."""
    if screen is None or screen.open[at.t]:
        return at.stop.verdicts
    return settled_verdicts(at, screen.standing[at.t], screen.claims[at.t])


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
    numbers = NodeNumbers(table[:, STOP] - table[:, START], parents_of(table), grown.nodes.counts[: len(nodes.tree)], sums)
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
