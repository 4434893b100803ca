"""
The verdicts of a node that whole numbers or doubles have settled; their exact numbers and tests are worked out when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, cast

from dtref.errors import Undefined
from dtref.exact.number import Number, number
from dtref.oracle.verify.claims import IMPURITY, ROWS
from dtref.oracle.verify.given_stops import GivenStop, GivenTree
from dtref.oracle.verify.limits import Stop
from dtref.oracle.verify.screened_tests import Standing
from dtref.oracle.verify.stops import Claim, question_words
from dtref.oracle.verify.verdicts import (
    Beaten,
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
from dtref.spec.growing.stopping import named, pure
from dtref.spec.model.optima import Optima, count_tests
from dtref.spec.model.tally import Tally
from dtref.spec.model.trees import Label

WRONG_ROWS, WRONG_COUNTS, WRONG_RECORDS, WRONG_IMPURITY, LABEL_NOT_CHECKED, WRONG_LABEL = (1 << i for i in range(6))
"""The claims that are wrong or not checked, in the order of their verdicts, as bits."""


class NodeAt(NamedTuple):
    """What a `Finding` tells of its node, and the fields of verdicts that have no others: a node, and its number in preorder."""

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

    @property
    def or_leaf(self) -> bool:
        """False: what the engine doesn't grow is judged by the specification."""
        return False


def settled_verdicts(at: NodeAt, standing: int, claims: int) -> tuple[NodeVerdict, ...]:
    """The verdicts of a node: on its claims (bits of those that are wrong or not checked), and on its test by its `Standing`."""
    if standing == Standing.OPTIMAL and not claims:
        return _RIGHT
    return (*_claim_verdicts(at, claims), _test_verdict(at, standing))


def _claim_verdicts(at: NodeAt, claims: int) -> Iterator[NodeVerdict]:
    """The verdicts on claims that are wrong or not checked."""
    if not claims & ~LABEL_NOT_CHECKED:
        if claims:
            yield _not_checked(f"the label: {at.claim.tree.scores or at.claim.limits.labels}")
        return
    foreign = at.given.tree.nodes[at.t]
    if claims & WRONG_ROWS:
        yield WrongClaim(ROWS, number(at.given.nodes.size(at.t)), cast(Fraction, foreign.rows))
    if claims & WRONG_COUNTS:
        yield WrongCounts.later(at, got=foreign.counts)
    if claims & WRONG_RECORDS:
        yield WrongCounts.later(at, got=foreign.records)
    if claims & WRONG_IMPURITY:
        yield WrongClaim.later(_ImpurityAt(at), claim=IMPURITY, got=foreign.impurity)
    if claims & LABEL_NOT_CHECKED:
        yield _not_checked(f"the label: {at.claim.tree.scores or at.claim.limits.labels}")
    if claims & WRONG_LABEL:
        yield WrongLabel.later(_LabelsAt(at), got=foreign.label)


_not_checked = lru_cache(8)(NotChecked)
"""The verdict that has no other content than its reason: many nodes have the same."""


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
            return _not_checked(limits.tests)
        case Standing.PRUNED:
            return _not_checked("the tree may have been pruned here")
        case Standing.NO_PARTING:
            return NotACandidate.later(at, why="it does not part the records")
        case Standing.BEATEN:
            reason = limits.beaten or limits.weights
            return _not_checked(reason) if reason else Beaten.later(_TestAt(at))
        case Standing.EARLY:
            why = limits.why_a_leaf(Stop.later(_LeafAt(at))) or limits.tests
            return _not_checked(why) if why else StoppedEarly.later(_LeafAt(at))
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
