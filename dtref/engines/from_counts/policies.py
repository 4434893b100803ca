"""Checks that a policy can be grown from counts alone. C4.5 also needs, for each cut, the largest training value below it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve

from dtref.engines.from_counts.source import RecordSource
from dtref.errors import Invalid
from dtref.spec.growing.admission import counts_rows
from dtref.spec.growing.hunt import hunt
from dtref.spec.growing.of_training import AdmissionOfTraining, StopOfTraining
from dtref.spec.growing.policy import Policy, keep_weights, without_pruning
from dtref.spec.growing.stopping import FewerRowsThan
from dtref.spec.growing.surrogates import LearnSurrogates
from dtref.spec.model.attributes import MISSING, Continuous
from dtref.spec.model.counts import majority
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import Optima
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.missing import keep_missing, refuse_missing
from dtref.spec.split.candidates import Thresholds
from dtref.spec.split.choose import best, best_of_average_gain, best_or_stuck, nothing
from dtref.spec.split.criteria import Criterion, gain
from dtref.spec.split.numeric.placement import floor_midpoint, largest_not_above_midpoint, lower_end, midpoint, upper_end
from dtref.spec.split.numeric.single_precision import ThresholdsApart

LOCAL = (midpoint, lower_end, upper_end, floor_midpoint)
"""Placements that depend on the two neighbouring values alone."""


def streamed(policy: Policy, source: RecordSource) -> Policy:
    """
    The policy that grows the same tests from streams, except for the places of their cuts (`placed`).

    Errors: Invalid for a policy that needs more than AVC sets: with rules that count records whatever they weigh, oblique tests, surrogates
    (they need two attributes of a record at a time), a learned direction of missing values (it needs the number of records), or weights of
    its own; one that changes missing values beforehand, where some are missing; and, where an attribute is continuous, one whose cuts
    depend on more than two neighbouring values, or whose selection needs other candidates than the best ones.

    >>> from dtref.spec.presets import CART, OBLIQUE
    >>> from dtref.engines.from_counts.sources.chunks import Chunks
    >>> from dtref.spec.model.attributes import Nominal
    >>> source = Chunks((Continuous("x"),), Nominal("y", ("-", "+")), lambda: [])
    >>> streamed(CART, source) == CART
    True
    >>> streamed(OBLIQUE, source)
    Traceback (most recent call last):
    dtref.errors.Invalid: policy OBLIQUE: expected one that needs the counts of one attribute at a time (got 'oblique tests')
    """
    # refuses draws, and the criterion of another kind of target
    hunt(DataSet(source.attributes, source.target, ()), without_pruning(policy))
    if any(map(counts_rows, policy.admit)) or any(isinstance(rule, FewerRowsThan) for rule in policy.stop):
        raise Invalid(
            f"policy {policy.name}", "rules that count weight, as sources tell it and no numbers of records", "rules that count rows"
        )
    features = (
        (policy.oblique is not None, "oblique tests"),
        (isinstance(policy.gap, LearnSurrogates), "surrogates"),
        (policy.gap is Gap.LEARNED, "a learned direction of missing values"),
        (policy.weigh is not keep_weights, "weights of its own"),
        (policy.label is not majority, "labels other than the largest classes"),
        (bool(policy.confirm), "optima that all that their branches get must confirm"),
        (policy.monotone is not None, "monotone predictions"),
        (policy.most_leaves is not None, "a limit of leaves"),
        (any(isinstance(rule, StopOfTraining | AdmissionOfTraining) for rule in (*policy.stop, *policy.admit)), "shares of the records"),
    )
    for uses, feature in features:
        if uses:
            raise Invalid(f"policy {policy.name}", "one that needs the counts of one attribute at a time", feature)
    _refuse_gaps(policy, source)
    if selected_by(policy, source) is None:
        return policy
    match policy.continuous:
        case Thresholds(placement=placement) if placement in LOCAL:
            return policy
        case Thresholds(placement=placement) if placement is largest_not_above_midpoint:
            return evolve(policy, continuous=evolve(policy.continuous, placement=lower_end))
        case ThresholdsApart():
            return policy
        case offer:
            raise Invalid(f"policy {policy.name}", "cuts that two neighbouring values tell", offer)


def selected_by(policy: Policy, source: RecordSource) -> Criterion | None:
    """
    The criterion by which a cut must lead its attribute's others to be an optimum; None where no attribute is continuous. Errors: Invalid
    where the selection needs others, too.

    >>> from dtref.spec.presets import C45, CHAID
    >>> from dtref.engines.from_counts.sources.chunks import Chunks
    >>> from dtref.spec.model.attributes import Nominal
    >>> source = Chunks((Continuous("x"),), Nominal("y", ("-", "+")), lambda: [])
    >>> selected_by(C45, source).name
    'gain'
    >>> selected_by(CHAID, source)
    Traceback (most recent call last):
    dtref.errors.Invalid: policy CHAID: expected a selection among the best candidates of each attribute
    (got LeastAdjustedP(alpha=Fraction(1, 20)))
    """
    if not any(isinstance(a, Continuous) for a in source.attributes):
        return None
    if policy.select in (best, best_or_stuck, nothing):
        return policy.criterion
    if policy.select is best_of_average_gain:
        return gain
    raise Invalid(f"policy {policy.name}", "a selection among the best candidates of each attribute", policy.select)


def placed(level: Sequence[Optima], policy: Policy, source: RecordSource) -> list[Optima]:
    """The optima of several nodes with their cuts where the policy places them; the column values it needs are read all at once."""
    if not (isinstance(policy.continuous, Thresholds) and policy.continuous.placement is largest_not_above_midpoint):
        return list(level)
    names = [a.name for a in source.attributes]
    cuts = list(dict.fromkeys(test for optima in level for test in optima if isinstance(test, Threshold)))
    limits = [(names.index(cut.attribute.name), midpoint(cut.lower, cut.upper, ())) for cut in cuts]
    highest: Sequence[Fraction] = source.highest(limits) if limits else ()
    placed_cut = {cut: evolve(cut, cut=value) for cut, value in zip(cuts, highest, strict=True)}
    return [tuple(placed_cut[test] if isinstance(test, Threshold) else test for test in optima) for optima in level]


def _refuse_gaps(policy: Policy, source: RecordSource) -> None:
    incomplete = source.incomplete()
    if not incomplete:
        return
    if policy.missing is refuse_missing or policy.gap is Gap.REFUSE:
        name = source.attributes[min(incomplete)].name
        raise Invalid(f"column {name!r}", "known values (the policy refuses missing ones)", MISSING)
    if policy.missing is not keep_missing:
        raise Invalid(
            f"policy {policy.name}", "one that leaves missing values to the nodes", getattr(policy.missing, "__name__", policy.missing)
        )
