"""
What a node claims of its records: their classes, their weight, how many there are, how many are errors, the impurity, the label.

Each is compared with what reaches the node, within what rounding may do to it, and half a unit in the last digit where it was printed. A
claim that differs is wrong only if nothing is known of the model that may explain it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from attrs import frozen

from dtref.exact.comparison import compare
from dtref.exact.number import number
from dtref.io.foreign.tree import ForeignNode, ForeignTree
from dtref.oracle.verify.limits import Limits
from dtref.oracle.verify.rounding import Rounding
from dtref.oracle.verify.verdicts import NodeVerdict, NotChecked, WrongClaim, WrongCounts, WrongLabel
from dtref.spec.growing.hunt import Decision, Node
from dtref.spec.model.trees import Label

ROWS, ERRORS, IMPURITY = "rows", "errors", "impurity"
"""What a claim is of, beside counts and label."""


@frozen(eq=False)
class Claimed:
    """A foreign node, what the algorithm has at the records that reach it, and what limits a verdict."""

    tree: ForeignTree
    foreign: ForeignNode
    decision: Decision
    rounding: Rounding
    limits: Limits
    root: Node
    pruned: bool


def claims(here: Claimed) -> Iterator[NodeVerdict]:
    """What is wrong with the numbers and the label that a node claims, or can't be checked; nothing where all are right."""
    yield from _rows(here)
    weights = [verdict for check in (_counts, _records, _errors, _impurity) for verdict in check(here)]
    if weights and here.limits.weights:
        yield NotChecked(here.limits.weights)
    else:
        yield from weights
    if here.foreign.ask is None and here.foreign.label is not None:
        yield from _label(here, here.foreign.label)


def _counts(here: Claimed) -> Iterator[NodeVerdict]:
    """By class: what the node does not name is not claimed."""
    wanted, allowed = dict(here.decision.counts), here.foreign.within + here.rounding.of_weights
    claimed = here.foreign.counts or ()
    if any(abs(wanted.get(label, 0) - n) > allowed for label, n in claimed):
        yield WrongCounts(here.decision.counts, claimed)


def _records(here: Claimed) -> Iterator[NodeVerdict]:
    claimed = here.foreign.records
    if claimed is not None and abs(claimed - here.rounding.weight) > here.foreign.within + here.rounding.of_weights:
        yield WrongCounts(here.decision.counts, claimed)


def _rows(here: Claimed) -> Iterator[NodeVerdict]:
    """How many records; a record of weight 3 may have been three rows."""
    rows, claimed = here.rounding.rows, here.foreign.rows
    if claimed is not None and claimed != rows and not (here.rounding.whole and claimed == here.rounding.weight):
        yield WrongClaim(ROWS, number(rows), claimed)


def _errors(here: Claimed) -> Iterator[NodeVerdict]:
    """The weight outside the class of the label. Pruning may have put its estimate there."""
    claimed, label = here.foreign.errors, here.foreign.label
    if claimed is None or here.rounding.recursion.regression:
        return
    wanted = here.rounding.weight - dict(here.decision.counts).get(str(label), Fraction(0))
    if abs(claimed - wanted) > here.foreign.within + here.rounding.of_weights:
        yield NotChecked("the errors may be those that pruning expects") if here.pruned else WrongClaim(ERRORS, number(wanted), claimed)


def _impurity(here: Claimed) -> Iterator[NodeVerdict]:
    """Where the model says of what criterion."""
    claimed, impurity = here.foreign.impurity, here.limits.impurity
    if claimed is None or impurity is None or not here.rounding.weight or impurity.moments != here.rounding.recursion.regression:
        return
    wanted = impurity.of(here.rounding.counts)
    off = here.rounding.of_impurity(impurity) + here.foreign.within / here.rounding.weight
    if compare(wanted - claimed, off) > 0 or compare(wanted - claimed, -off) < 0:
        yield WrongClaim(IMPURITY, wanted, claimed)


def _label(here: Claimed, label: Label) -> Iterator[NodeVerdict]:
    why = here.tree.scores or here.limits.labels
    if why:
        yield NotChecked(f"the label: {why}")
    elif isinstance(label, Fraction):
        yield from _mean(here, label)
    elif label not in here.decision.labels:
        yield from _class(here, label)


def _class(here: Claimed, label: str) -> Iterator[NodeVerdict]:
    """A class that isn't among the largest may be as large within rounding."""
    counts = dict(here.decision.counts)
    if here.limits.weights:
        yield NotChecked(f"the label: {here.limits.weights}")
    elif here.rounding.rows and max(counts.values()) - counts.get(label, Fraction(0)) <= here.rounding.of_weights:
        yield NotChecked(f"the label: {label} weighs as much as {' or '.join(map(str, here.decision.labels))}, within rounding")
    else:
        yield WrongLabel(here.decision.labels, label)


def _mean(here: Claimed, label: Fraction) -> Iterator[NodeVerdict]:
    means = [mean for mean in here.decision.labels if isinstance(mean, Fraction)]
    if any(abs(label - mean) * 2**53 <= here.rounding.ulps * abs(mean) for mean in means):
        return
    allowed = here.rounding.of_mean(here.root)
    if not any(abs(label - mean) <= allowed for mean in means):
        yield NotChecked(f"the label: {here.limits.weights}") if here.limits.weights else WrongLabel(here.decision.labels, label)
