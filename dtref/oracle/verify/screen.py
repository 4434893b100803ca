"""
The findings at all nodes of a tree that the compiled engine has walked: those that whole numbers or doubles settle for all nodes at once,
each of the others by the verdict on its node (`dtref.oracle.verify.given_stops`).

A verdict that is settled works out its exact numbers and tests when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import cast

from attrs import frozen

from dtref.engines.compiled.kernels.given_nodes import ASKED
from dtref.engines.compiled.kernels.layout import PARENT, START, STOP
from dtref.errors import Undefined
from dtref.exact.number import Number, number
from dtref.oracle.verify.claim_arrays import MOST, claim_arrays, claims_of_table
from dtref.oracle.verify.claims import IMPURITY, ROWS
from dtref.oracle.verify.cut_trees import preorder_of
from dtref.oracle.verify.given_stops import FindingAt, GivenStop, GivenTree
from dtref.oracle.verify.limits import Stop
from dtref.oracle.verify.node_sums import node_sums
from dtref.oracle.verify.screened_claims import Marks, NodeNumbers, screened_counts, screened_impurity, screened_labels
from dtref.oracle.verify.screened_tests import Judged, Standing, standings
from dtref.oracle.verify.stops import Claim
from dtref.oracle.verify.verdicts import (
    Beaten,
    Finding,
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
from dtref.spec.growing.stopping import named, pure
from dtref.spec.model.attributes import Width
from dtref.spec.model.counts import add_counts
from dtref.spec.model.optima import Optima, count_tests
from dtref.spec.model.tally import Tally
from dtref.spec.model.trees import Label

WRONG_ROWS, WRONG_COUNTS, WRONG_RECORDS, WRONG_IMPURITY, LABEL_NOT_CHECKED, WRONG_LABEL = (1 << i for i in range(6))
"""The claims that are wrong or not checked, in the order of their verdicts, as bits."""


@frozen(eq=False)
class Screen:
    """For each node its `Standing`, and the claims that are wrong or not checked, as bits. open: whether the node is judged by itself."""

    standing: Sequence[int]
    claims: Sequence[int]
    open: Sequence[bool]


def findings_of(claim: Claim, given: GivenTree) -> Iterator[Finding]:
    """The findings of all nodes in preorder."""
    screen = screened(claim, given)
    usual: dict[int, tuple[NodeVerdict, ...]] = {Standing.OPTIMAL: (_OPTIMAL,), Standing.NOT_CHECKED: (NotChecked(claim.limits.tests),)}
    for i, t in enumerate(preorder_of(given.tree.rows).tolist(), 1):
        # most nodes share their verdict
        verdicts = None if screen is None or screen.open[t] or screen.claims[t] else usual.get(screen.standing[t])
        if verdicts is None:
            stop = GivenStop(claim, given, t)
            verdicts = stop.verdicts if screen is None or screen.open[t] else _settled(stop, screen.standing[t], screen.claims[t])
        yield Finding.later(FindingAt(given, t, i), verdicts=verdicts)


def screened(claim: Claim, given: GivenTree) -> Screen | None:
    """What can be settled for all nodes at once; None where the numbers are beyond doubles, and for programs of single precision."""
    nodes, grown = given.nodes, given.nodes.grown
    if grown.data.unit != 1 or claim.tree.width is Width.FLOAT32 or claim.training_set.weight >= MOST:
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
    label = screened_labels(numbers, claims, leaves, claim.ulps)
    not_checked = leaves & claims.labelled & bool(claim.tree.scores or claim.limits.labels)
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
    return Screen(standing.tolist(), sum(bit * marks for bit, marks in bits).tolist(), is_open.tolist())


def _settled(stop: GivenStop, standing: int, claims: int) -> tuple[NodeVerdict, ...]:
    """The verdicts of a node that is settled."""
    test = _test_verdict(stop, standing)
    return (*_claim_verdicts(stop, claims), test) if claims else (test,)


def _claim_verdicts(stop: GivenStop, claims: int) -> Iterator[NodeVerdict]:
    """The verdicts on claims that are wrong or not checked."""
    foreign, limits = stop.foreign, stop.claim.limits
    if claims & WRONG_ROWS:
        yield WrongClaim(ROWS, number(stop.given.nodes.size(stop.t)), cast(Fraction, foreign.rows))
    if claims & WRONG_COUNTS:
        yield WrongCounts.later(_TallyAt(stop), got=foreign.counts)
    if claims & WRONG_RECORDS:
        yield WrongCounts.later(_TallyAt(stop), got=foreign.records)
    if claims & WRONG_IMPURITY:
        yield WrongClaim.later(_ImpurityAt(stop), claim=IMPURITY, got=foreign.impurity)
    if claims & LABEL_NOT_CHECKED:
        yield NotChecked(f"the label: {stop.claim.tree.scores or limits.labels}")
    if claims & WRONG_LABEL:
        yield WrongLabel.later(_LabelsAt(stop), got=foreign.label)


_OPTIMAL = Optimal()


def _test_verdict(stop: GivenStop, standing: int) -> NodeVerdict:
    """The verdict on a test, or on a leaf's having none."""
    limits = stop.claim.limits
    match standing:
        case Standing.OPTIMAL:
            return _OPTIMAL
        case Standing.TIED:
            return Tied.later(_TestAt(stop))
        case Standing.NOT_CHECKED:
            return NotChecked(limits.tests)
        case Standing.PRUNED:
            return NotChecked("the tree may have been pruned here")
        case Standing.NO_PARTING:
            return NotACandidate.later(_TestAt(stop), why="it does not part the records")
        case Standing.BEATEN:
            reason = limits.beaten or limits.weights
            return NotChecked(reason) if reason else Beaten.later(_TestAt(stop))
        case Standing.EARLY:
            why = limits.why_a_leaf(Stop.later(_LeafAt(stop))) or limits.tests
            return NotChecked(why) if why else StoppedEarly.later(_LeafAt(stop))
        case Standing.EMPTY:
            return StoppedLate("no record reaches it")
        case Standing.LATE:
            return StoppedLate(named(pure))
        case _:
            raise AssertionError("an open node is judged by itself")


@frozen(eq=False)
class _TallyAt:
    """The fields of `WrongCounts`."""

    stop: GivenStop

    @property
    def wanted(self) -> Tally:
        return self.stop.given.nodes.tally(self.stop.t)


@frozen(eq=False)
class _LabelsAt:
    """The fields of `WrongLabel`."""

    stop: GivenStop

    @property
    def wanted(self) -> tuple[Label, ...]:
        return self.stop.given.nodes.labels(self.stop.t)


@frozen(eq=False)
class _ImpurityAt:
    """The fields of `WrongClaim`, of an impurity."""

    stop: GivenStop

    @property
    def wanted(self) -> Number:
        impurity = self.stop.claim.limits.impurity
        assert impurity is not None, "an impurity is claimed"
        return impurity.of(self.stop.given.nodes.statistic(self.stop.t))


@frozen(eq=False)
class _LeafAt:
    """The fields of `StoppedEarly`, and of `Stop`."""

    stop: GivenStop

    @property
    def optima(self) -> Optima:
        return self.stop.given.nodes.optima(self.stop.t)

    @property
    def value(self) -> Number:
        return self.stop.given.nodes.value(self.stop.t)

    @property
    def level(self) -> int:
        return self.stop.given.nodes.level(self.stop.t)

    @property
    def rows(self) -> int:
        return self.stop.given.nodes.size(self.stop.t)

    @property
    def share(self) -> Fraction:
        total = self.stop.claim.training_set.weight
        return self.stop.rounding.weight / total if total else Fraction(1)


@frozen(eq=False)
class _TestAt:
    """The fields of `Tied`, `NotACandidate` and `Beaten`."""

    stop: GivenStop

    @property
    def optima(self) -> Optima:
        return self.stop.given.nodes.optima(self.stop.t)

    @property
    def asked(self) -> int:
        position = self.stop.given.nodes.position(self.stop.t)
        return count_tests(self.optima[:position])

    @property
    def best(self) -> Number:
        return self.stop.given.nodes.value(self.stop.t)

    @property
    def value(self) -> Number:
        split, missing = self.stop.given.nodes.split(self.stop.t), (0,) * len(self.stop.rounding.counts)
        value = self.stop.claim.recursion.policy.criterion.of(add_counts(split, len(missing)), split, missing)
        assert not isinstance(value, Undefined), "a cut that parts the records has a value"
        return value

    @property
    def gap(self) -> Number:
        return self.best - self.value
