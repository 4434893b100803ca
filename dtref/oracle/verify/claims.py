"""
Verifies the claims of a node about its records: class counts, weight, number of rows, errors, impurity, label.

Each claim is compared with the records that reach the node, within rounding, and within half a unit of the last digit where it was
printed. A claim that differs is wrong only if no known setting of the model may explain it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import repeat

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.comparison import compare
from dtref.exact.number import as_double, doubles, number
from dtref.io.foreign.tree import ForeignNode, ForeignTree, Program
from dtref.oracle.verify.limits import Limits
from dtref.oracle.verify.probability_rounding import NO_START, RoundStart
from dtref.oracle.verify.questions import NodeQuestion
from dtref.oracle.verify.rate_rounding import size_of_deviance
from dtref.oracle.verify.rounding import Rounding, largest_summed
from dtref.oracle.verify.verdicts import NodeVerdict, NotChecked, WrongClaim, WrongCounts, WrongLabel
from dtref.spec.growing.hunt import Node
from dtref.spec.growing.monotone import NO_BOUNDS
from dtref.spec.growing.policy import Decision
from dtref.spec.model.counts import tally_of
from dtref.spec.model.tally import Tally
from dtref.spec.model.trees import Label
from dtref.spec.preparation.exposures import ShrunkRates
from dtref.spec.programs.spark import LargestOfThresholds
from dtref.spec.pruning.rate_risk import RateRisk
from dtref.spec.pruning.steps import ErrorBased
from dtref.spec.split.association import chi_square
from dtref.spec.split.impurity import Impurity, entropy, gini, variance
from dtref.spec.split.structure_gain import StructureScore

ROWS, ERRORS, IMPURITY, PREDICTED, HESSIAN, GAIN = "rows", "errors", "impurity", "predicted errors", "sum of h", "gain"
CHI_SQUARE, EVENTS, DEVIANCE = "chi-square", "events", "deviance"
"""The kinds of claims, beside counts and label."""


@frozen(eq=False)
class Claimed:
    """
    A foreign node with its claims, the algorithm's decision for the records that reach it, and the limits of a verdict. prunes: the pruning
    that the claim names, where it predicts errors. start: what a round of boosting adds to all leaves. altered: the rounding in the weights
    that tests are chosen by, where others.
    """

    tree: ForeignTree
    foreign: ForeignNode
    decision: Decision
    rounding: Rounding
    limits: Limits
    root: Node
    pruned: bool
    prunes: ErrorBased | None = None
    start: RoundStart = NO_START
    altered: Rounding | None = None

    @property
    def chosen_by(self) -> Rounding:
        """The rounding there in the weights that tests and labels are chosen by, which are others where priors or times alter them."""
        return self.altered or self.rounding


def claims(here: Claimed) -> Iterator[NodeVerdict]:
    """Verdicts on the claimed numbers and label that are wrong or can't be checked; none where all are right."""
    yield from _rows(here)
    weights = [verdict for check in _CHECKS for verdict in check(here)]
    if weights and here.limits.weights:
        yield NotChecked(here.limits.weights)
    else:
        yield from weights
    if here.foreign.ask is None and here.foreign.label is not None:
        yield from _label(here, here.foreign.label)


def _counts(here: Claimed) -> Iterator[NodeVerdict]:
    """The counts by class; a class that the node doesn't name isn't claimed."""
    claimed = here.foreign.counts or ()
    if not claimed or claimed == here.decision.counts:
        return
    counts, rounding = _shown(here)
    wanted, allowed = dict(counts), here.foreign.within + here.rounding.of_weights + rounding
    if any(abs(wanted.get(label, 0) - n) > allowed for label, n in claimed):
        yield WrongCounts(counts, claimed)


def _shares(here: Claimed) -> Iterator[NodeVerdict]:
    """The shares of classes, of a program whose are those of its records: quotients of whole numbers, rounded once."""
    claimed, weight = here.foreign.shares, here.rounding.weight
    if claimed is None or here.tree.program is not Program.RANGER or not weight:
        return
    wanted = dict(here.decision.counts)
    if any(abs(wanted.get(label, Fraction(0)) - share * weight) > weight / 2**52 for label, share in claimed):
        yield WrongCounts(here.decision.counts, tuple((label, share * weight) for label, share in claimed))


def _shown(here: Claimed) -> tuple[Tally, Fraction]:
    """The counts that a node shows: its records'; with scikit-learn what bounds on its value make of them, and the rounding of bounds."""
    recursion, node = here.rounding.recursion, here.rounding.node
    monotone, target = recursion.policy.monotone, recursion.training.target
    if monotone is None or node.bounds == NO_BOUNDS or here.tree.program is not Program.SCIKIT_LEARN:
        return here.decision.counts, Fraction(0)
    bounds_off = Fraction(64, 2**53) * here.rounding.weight
    return tally_of(target, monotone.bounded(target, here.rounding.counts, node.bounds)), bounds_off


def _records(here: Claimed) -> Iterator[NodeVerdict]:
    claimed = here.foreign.records
    if claimed is not None and abs(claimed - here.rounding.weight) > here.foreign.within + here.rounding.of_weights:
        yield WrongCounts(here.decision.counts, claimed)


def _rows(here: Claimed) -> Iterator[NodeVerdict]:
    """The number of rows; a record of weight 3 may have been three rows."""
    rows, claimed = here.rounding.rows, here.foreign.rows
    if claimed is not None and claimed != rows and not (here.rounding.whole and claimed == here.rounding.weight):
        yield WrongClaim(ROWS, number(rows), claimed)


def _errors(here: Claimed) -> Iterator[NodeVerdict]:
    """The weight outside the class of the label; a pruned tree may have an estimate there."""
    claimed, label = here.foreign.errors, here.foreign.label
    if claimed is None or here.rounding.recursion.regression:
        return
    wanted = here.rounding.weight - dict(here.decision.counts).get(str(label), Fraction(0))
    if abs(claimed - wanted) > here.foreign.within + here.rounding.of_weights:
        yield NotChecked("the errors may be those that pruning expects") if here.pruned else WrongClaim(ERRORS, number(wanted), claimed)


def _predicted(here: Claimed) -> Iterator[NodeVerdict]:
    """The errors that pruning predicts for a leaf. They grow by less than four where a count grows by one."""
    claimed, prunes, weight = here.foreign.predicted, here.prunes, here.rounding.weight
    if claimed is None or prunes is None:
        return
    wanted = prunes.released.estimate(weight, weight - max(here.rounding.counts), prunes.confidence) if weight else number(0)
    off = wanted - claimed
    allowed = here.foreign.within + 4 * here.rounding.of_weights
    if compare(off, allowed) > 0 or compare(off, -allowed) < 0:
        yield WrongClaim(PREDICTED, wanted, claimed)


def _impurity(here: Claimed) -> Iterator[NodeVerdict]:
    """The impurity, where the model names its criterion."""
    claimed, impurity = here.foreign.impurity, here.limits.impurity
    if claimed is None or impurity is None or not here.rounding.weight or impurity.moments != here.rounding.recursion.regression:
        return
    if _is_certainly_near(here.rounding, impurity, claimed):
        return
    wanted = here.limits.per_unit * impurity.of(here.rounding.counts)
    allowed = here.rounding.of_impurity(impurity) + here.foreign.within / here.rounding.weight + here.foreign.rounding
    if compare(wanted - claimed, allowed) > 0 or compare(wanted - claimed, -allowed) < 0:
        yield WrongClaim(IMPURITY, wanted, claimed)


def _hessian(here: Claimed) -> Iterator[NodeVerdict]:
    """The sum of the second derivatives, which is the weight of the records where the claim is a round of boosting."""
    claimed, weight = here.foreign.hessian, here.rounding.weight
    if claimed is None or not isinstance(here.rounding.recursion.policy.criterion.formula, StructureScore):
        return
    if abs(claimed - weight) > here.rounding.of_positive_sum * weight + here.foreign.within:
        yield WrongClaim(HESSIAN, weight, claimed)


def _events(here: Claimed) -> Iterator[NodeVerdict]:
    """The weight of events, of rates."""
    claimed, rounding = here.foreign.events, here.chosen_by
    if claimed is None or not isinstance(rounding.recursion.policy.label, ShrunkRates):
        return
    wanted = Fraction(rounding.counts[1])
    if abs(claimed - wanted) > rounding.of_sums * wanted + rounding.of_number(wanted):
        yield WrongClaim(EVENTS, number(wanted), claimed)


def _deviance(here: Claimed) -> Iterator[NodeVerdict]:
    """The deviance of rates from the label, as rpart states it: off by (2n + 4 + ulps)u times the sum of its magnitudes."""
    claimed, rounding = here.foreign.impurity, here.chosen_by
    labels, node = rounding.recursion.policy.label, rounding.node
    if claimed is None or here.foreign.records is None or not isinstance(labels, ShrunkRates) or not rounding.weight:
        return
    training, weights, parts = rounding.recursion.training, rounding.recursion.columns.weights, node.parts or repeat(1)
    records = [(training.records[r], Fraction(weights[r] * part)) for r, part in zip(node.rows, parts)]  # noqa: B905 - as many, or without end
    wanted, size = 2 * RateRisk(labels)(records).in_nats, size_of_deviance(labels, rounding.counts, records)
    off, allowed = wanted - claimed * here.foreign.records, rounding.of_sums * size + rounding.of_number(size)
    if compare(off, allowed) > 0 or compare(off, -allowed) < 0:
        yield WrongClaim(DEVIANCE, wanted, claimed * here.foreign.records)


_CHECKS = (_counts, _shares, _records, _errors, _predicted, _impurity, _hessian, _events, _deviance)
"""The checks of claimed numbers that go by the weights of records."""


def claimed_gain(here: Claimed, question: NodeQuestion) -> Iterator[NodeVerdict]:
    """
    The value of a node's test, where the claim is a round of boosting, whose unit is that of the program, or goes by chi-square; or where
    Spark states the impurity that it reduces. That of the node may have come from its parent's sums there (`of_impurity`).
    """
    claimed, criterion, rounding = here.foreign.gain, here.rounding.recursion.policy.criterion, here.rounding
    of_chi_square = here.tree.program is Program.CHAID and criterion is chi_square
    reduces = here.tree.program is Program.SPARK and criterion.reduces and criterion.impurity is here.limits.impurity
    reduced = criterion.impurity if reduces else None
    if claimed is None or not (of_chi_square or reduced or isinstance(criterion.formula, StructureScore)):
        return
    if not question.separates or any(question.missing):
        return
    split = question.split(len(here.foreign.children))
    value = criterion.of(here.rounding.counts, split, question.missing)
    if isinstance(value, Undefined):
        return
    allowed = rounding.of_value(criterion, split) + here.foreign.gain_within + (rounding.of_impurity(reduced) if reduced else 0)
    if compare(value - claimed, allowed) > 0 or compare(value - claimed, -allowed) < 0:
        claim = CHI_SQUARE if of_chi_square else GAIN
        yield NotChecked(here.limits.beaten) if here.limits.beaten else WrongClaim(claim, value, claimed)


def _is_certainly_near(rounding: Rounding, impurity: Impurity, claimed: Fraction) -> bool:
    """
    Whether doubles prove a claimed impurity to be within its error, (2n + 4 + ulps)u times the largest number in its sum, m.

    The formula on doubles is off by less than (c + 13)u m, c counts, which are whole numbers or their nearest doubles: a share is off by a
    factor within 1 ± u, its square 1 ± 3u, its logarithm by 8u (the assumption of `dtref.exact.comparison.estimate`), a sum of c terms by
    c u, the two terms of a variance by 12u together, and the claim by u. 3u are left for the comparison itself.
    """
    if impurity not in (gini, entropy, variance):
        return False
    # numbers whose squares are far from the limits of doubles
    try:
        counts, near = doubles(rounding.counts), float(claimed)
    except OverflowError:
        return False
    sizes = [abs(float(x)) for x in (*rounding.counts, near) if x]
    if min(sizes) < 2.0**-300 or max(sizes) > 2.0**300:
        return False
    value, units = as_double(impurity.of(counts)), 2 * rounding.rows + rounding.ulps - len(counts) - 12
    return value is not None and abs(value - near) <= units * 2.0**-53 * float(largest_summed(impurity, rounding.counts))


def _label(here: Claimed, label: Label) -> Iterator[NodeVerdict]:
    score = here.rounding.recursion.policy.criterion.formula
    # this library's leaves hold means, those of other programs what is added to the score
    of_a_round = isinstance(score, StructureScore) and here.tree.program is not Program.DTREF
    why = here.limits.labels or ("" if of_a_round else here.tree.scores)
    if why:
        yield NotChecked(f"the label: {why}")
    elif of_a_round and isinstance(score, StructureScore) and isinstance(label, Fraction):
        yield from _step(here, score, label)
    elif isinstance(label, Fraction):
        yield from _mean(here, label)
    elif label not in here.decision.labels:
        yield from _class(here, label)


def _step(here: Claimed, score: StructureScore, label: Fraction) -> Iterator[NodeVerdict]:
    """What a leaf adds to the score of its records: no more than the largest step, and that itself where it is certainly exceeded."""
    wanted = score.leaf(here.rounding.counts) if here.rounding.rows else number(0)
    assert isinstance(wanted, Fraction), "a rational number"
    whole = here.start.alone if here.start.alone is not None and here.foreign is here.tree.root else wanted + here.start.added
    off = here.rounding.of_step(score, max(abs(here.start.added), abs(whole))) + here.start.off + here.foreign.rounding
    near = abs(whole - label) <= off
    if near and score.max_step and here.rounding.rows and whole == wanted + here.start.added:
        most, free = score.eta * score.max_step, score.unlimited.leaf(here.rounding.counts)
        own = here.rounding.of_number(max(abs(here.start.added), abs(whole))) + here.start.off + here.foreign.rounding
        exceeded = compare(free, most + off) > 0 or compare(free, -most - off) < 0
        near = abs(label - here.start.added) <= most + own and (not exceeded or abs(whole - label) <= own)
    if not near:
        yield WrongLabel((whole,), label)


def _class(here: Claimed, label: str) -> Iterator[NodeVerdict]:
    """A label outside the largest classes, which may be as large within rounding."""
    counts = dict(here.decision.counts)
    if here.limits.weights:
        yield NotChecked(f"the label: {here.limits.weights}")
    elif here.rounding.rows and _nearly_the_largest(here, counts, label):
        yield NotChecked(f"the label: {label} weighs as much as {' or '.join(map(str, here.decision.labels))}, within rounding")
    else:
        yield WrongLabel(here.decision.labels, label)


def _nearly_the_largest(here: Claimed, counts: Mapping[str, Fraction], label: str) -> bool:
    """Whether a class is among the largest within rounding: of weights, or of shares over thresholds, which doubles divide twice."""
    rule = here.rounding.recursion.policy.label
    if not isinstance(rule, LargestOfThresholds) or label not in counts:
        return max(counts.values()) - counts.get(label, Fraction(0)) <= here.rounding.of_weights
    scores = rule.scores(tuple(counts.values()))
    return max(scores) - scores[list(counts).index(label)] <= here.rounding.of_sums * max(scores)


def _mean(here: Claimed, label: Fraction) -> Iterator[NodeVerdict]:
    means = [mean for mean in here.decision.labels if isinstance(mean, Fraction)]
    if means and min(means) <= label <= max(means):  # between two medians any number is one
        return
    if any(abs(label - mean) * 2**53 <= here.rounding.ulps * abs(mean) for mean in means):
        return
    allowed = here.chosen_by.of_mean(here.root) + here.foreign.rounding
    if not any(abs(label - mean) <= allowed for mean in means):
        yield NotChecked(f"the label: {here.limits.weights}") if here.limits.weights else WrongLabel(here.decision.labels, label)
