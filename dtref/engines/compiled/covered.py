"""What the fast engine covers: the parts of a policy in numbers for the kernels, or the reason why one is left to the specification."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, wraps
from math import ceil, inf
from typing import ParamSpec, TypeVar, cast

from dtref.engines.compiled.encoding import Uncovered
from dtref.engines.compiled.kernels.layout import (
    CHI_SQUARE,
    CUTS,
    DKM,
    GAIN,
    GAIN_RATIO,
    GINI,
    HELLINGER,
    MISCLASSIFICATION,
    MULTIWAY,
    SEPARATION,
    SUBSETS,
    TWOING,
    VARIANCE,
    WIDE_WEIGHTS,
    Rules,
)
from dtref.spec.growing.admission import EveryBranchHas, EveryBranchHasRows, TwoBranchesHave
from dtref.spec.growing.nearly_pure import NearlyPure
from dtref.spec.growing.of_training import EveryBranchHasShare, EveryBranchHasShareOfRows, FewerRowsThanShare
from dtref.spec.growing.policy import Policy, offer_for
from dtref.spec.growing.rpart_surrogates import RpartGuesses, listed_by_rpart
from dtref.spec.growing.stopping import StoppingRule, no_improvement, pure, same_values
from dtref.spec.growing.surrogates import LearnSurrogates, association, association_of_all, share_guessed_right
from dtref.spec.growing.ties import First, Last, Refuse
from dtref.spec.model.attributes import Attribute, Continuous, Nominal
from dtref.spec.model.counts import majority
from dtref.spec.model.data import DataSet
from dtref.spec.model.rules import LooksAt, limit_below, limit_from, looks_at
from dtref.spec.model.tests import Absent, Side
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.weighing import AltersWeights
from dtref.spec.split.association import chi_square, g_statistic
from dtref.spec.split.candidates import MultiwaySplit, Offer, OrdinalCuts, SubsetSplits, Thresholds
from dtref.spec.split.choose import best, best_of_average_gain, best_or_stuck, nothing
from dtref.spec.split.criteria import Criterion, error_reduction, gain, gain_ratio, gini_reduction, variance_reduction
from dtref.spec.split.missing_gain import gain_over_all, gain_over_all_unscaled
from dtref.spec.split.numeric.placement import largest_not_above_midpoint, lower_end, midpoint, upper_end
from dtref.spec.split.numeric.single_precision import ThresholdsApart
from dtref.spec.split.separation import class_separation, twoing
from dtref.spec.split.square_roots import dkm_reduction, hellinger_distance

CRITERIA_BY_NUMBER: tuple[tuple[Criterion, int], ...] = (
    (gini_reduction, GINI),
    (gain, GAIN),
    (gain_ratio, GAIN_RATIO),
    (variance_reduction, VARIANCE),
    (error_reduction, MISCLASSIFICATION),
    (chi_square, CHI_SQUARE),
    (twoing, TWOING),
    (class_separation, SEPARATION),
    (dkm_reduction, DKM),
    (hellinger_distance, HELLINGER),
    # G is the gain times 2n, the others are the gain where nothing is missing: at a node they order tests alike.
    (g_statistic, GAIN),
    (gain_over_all, GAIN),
    (gain_over_all_unscaled, GAIN),
)
"""The criteria, each with the number of one that orders the tests of a node as it does, where no value is missing."""

PLACED = {
    (midpoint, Side.AT_MOST),
    (midpoint, Side.BELOW),
    (lower_end, Side.AT_MOST),
    (upper_end, Side.BELOW),
    (largest_not_above_midpoint, Side.AT_MOST),
}
"""Placements that never leave the cut interval, so that no test can be Invalid."""

ADMISSIONS_COVERED = (EveryBranchHas, EveryBranchHasRows, TwoBranchesHave, EveryBranchHasShareOfRows, EveryBranchHasShare)
"""The admissions that the kernels have, and those that make such ones for a training set."""

GREATEST = 2**62
"""In place of any greater limit."""

P = ParamSpec("P")
R = TypeVar("R")

KEPT_POLICIES = 2**6
"""What is made of so many policies is kept: making it takes a tenth of a small fit."""


def kept_by_policy(make: Callable[P, R]) -> Callable[P, R]:
    """
    A decorator of what is made of a policy: kept for those that came last, unless a part of the policy has no hash.

    >>> kept_by_policy(len)([])
    0
    """
    kept = lru_cache(KEPT_POLICIES)(make)

    @wraps(make)
    def made(*arguments: P.args, **by_name: P.kwargs) -> R:
        try:
            return kept(*cast("tuple[Hashable, ...]", arguments), **cast("dict[str, Hashable]", by_name))
        except TypeError:
            return make(*arguments, **by_name)

    return made


def beyond(data: DataSet, policy: Policy) -> Uncovered | None:
    """
    The part of a policy, or of a data set, that the engine does not cover; None where it covers all.

    >>> from dtref.spec.presets import RPART
    >>> from dtref.spec.model.data import Record
    >>> beyond(DataSet((Continuous("x"),), Nominal("y", ("-",)), (Record(("?",), "-"),) * 0), RPART)
    Uncovered(why='no records or no attributes')
    """
    if not len(data) or not data.attributes:
        return Uncovered("no records or no attributes")
    if (why := _beyond_all_data(policy)) is not None:
        return why
    if (policy.criterion is variance_reduction) != isinstance(data.target, Continuous):
        return Uncovered("a criterion of the other kind of target")
    if policy.criterion.two_classes and len(data.classes) > 2:
        return Uncovered("a criterion of two classes")
    if isinstance(policy.gap, LearnSurrogates) and not _learns_later(data, policy, policy.gap):
        return Uncovered("surrogates")
    leaves = policy.select is nothing or (policy.criterion is hellinger_distance and pure not in policy.stop)
    if leaves and not _within_limit(data, policy):
        return Uncovered("groupings beyond the limit at nodes that are leaves whatever their tests")
    if policy.gap is Gap.LEARNED and not all(isinstance(a, Continuous) for a in data.attributes):
        return Uncovered("a learned direction of values that are no numbers")
    return None


@kept_by_policy
def _beyond_all_data(policy: Policy) -> Uncovered | None:
    """The part of a policy that the engine covers for no data."""
    if criterion_number(policy.criterion) is None:
        return Uncovered(f"criterion {policy.criterion.name}")
    uncovered = {
        "selection": policy.select not in (best, best_or_stuck, nothing)
        and not (policy.select is best_of_average_gain and policy.criterion in (gain, gain_ratio)),
        "admission rule": not all(isinstance(rule, ADMISSIONS_COVERED) for rule in policy.admit),
        "oblique tests": policy.oblique is not None,
        "tie rule": not isinstance(policy.tie, First | Last | Refuse),
        "stopping rule": not all(map(_knows, policy.stop)),
        "labels other than the largest classes": policy.label is not majority,
        "pruning": bool(policy.pruning),
        "attributes that are given up": policy.gives_up is not None,
        "altered priors beside surrogates": isinstance(policy.weigh, AltersWeights) and isinstance(policy.gap, LearnSurrogates),
        "confirmation of optima": bool(policy.confirm),
        "columns drawn at random": policy.draws is not None,
        "monotone predictions": policy.monotone is not None,
        "a limit of leaves": policy.most_leaves is not None,
    }
    return next((Uncovered(part) for part, present in uncovered.items() if present), None)


def criterion_number(criterion: Criterion) -> int | None:
    """
    The number by which the kernels know a criterion; None for one that they don't.

    >>> from dtref.spec.split.description import bits_saved, classes_coded
    >>> criterion_number(g_statistic) == criterion_number(gain), criterion_number(bits_saved(classes_coded()))
    (True, None)
    """
    return next((number for known, number in CRITERIA_BY_NUMBER if criterion is known), None)


def _learns_later(data: DataSet, policy: Policy, rule: LearnSurrogates) -> bool:
    """
    Whether the surrogates of complete records can be learned when they are asked for: nothing that they are learned from may fail, and no
    tie among them may be refused.
    """
    known = rule.association in (association, association_of_all) and rule.fits(len(data.attributes)) and not isinstance(policy.tie, Refuse)
    if rule.by_the_book:
        return known and _within_limit(data, policy)
    by_rpart = rule.guesses == RpartGuesses() and rule.listing is listed_by_rpart and rule.order in (None, share_guessed_right)
    return known and by_rpart and not any(isinstance(a, Nominal) for a in data.attributes)


def _within_limit(data: DataSet, policy: Policy) -> bool:
    """Whether no node can have more groupings of values than may be tried, which is Undecided."""
    most = max((len(a.values) for a in data.attributes if isinstance(a, Nominal)), default=0)
    return not isinstance(policy.nominal, SubsetSplits) or 2 ** (most - 1) - 1 <= policy.nominal.limit


def _knows(rule: StoppingRule) -> bool:
    """Whether the kernels have the rule: three by themselves, and any limit of level, weight or number of records alone."""
    if rule in (pure, same_values, no_improvement) or isinstance(rule, NearlyPure | FewerRowsThanShare) or _value(rule) is not None:
        return True
    return any(_limit(rule, of) is not None for of in (LooksAt.LEVEL, LooksAt.WEIGHT, LooksAt.ROWS))


def _value(rule: StoppingRule) -> int | Fraction | None:
    """The least improvement of a rule that looks at the best value, and perhaps at the node's share, alone; None for any other."""
    facts = looks_at(rule) - {LooksAt.SHARE, LooksAt.BEST}
    return limit_below(rule) if facts == {LooksAt.VALUE} else None


def _limit(rule: StoppingRule, of: LooksAt) -> int | Fraction | None:
    """The limit of a rule that looks at one fact alone; None for any other."""
    limit = limit_from(rule) if of is LooksAt.LEVEL else limit_below(rule)
    return limit if looks_at(rule) == frozenset((of,)) else None


def stop_limits(policy: Policy, of: LooksAt) -> list[int | Fraction]:
    """
    The limits of a policy's stopping rules that look at one fact alone.

    >>> from attrs import evolve
    >>> from dtref.spec.growing.stopping import AtDepth, FewerThan
    >>> from dtref.spec.presets import CART
    >>> stop_limits(evolve(CART, stop=(pure, AtDepth(3), FewerThan(5))), LooksAt.WEIGHT)
    [5]
    """
    return [limit for rule in _limiting(policy) if (limit := _limit(rule, of)) is not None]


def _limiting(policy: Policy) -> list[StoppingRule]:
    """A policy's stopping rules that have a limit: all but the three that the kernels have by themselves."""
    return [rule for rule in policy.stop if rule not in (pure, same_values, no_improvement)]


def offered(policy: Policy, attribute: Attribute) -> int | Uncovered:
    """
    The kind of candidates that an attribute offers, by number.

    >>> from dtref.spec.presets import CART, CHAID
    >>> offered(CART, Continuous("x")) == CUTS, offered(CHAID, Continuous("x"))
    (True, Uncovered(why='candidates of x: MergedBins'))
    """
    match offer_for(policy, attribute):
        case MultiwaySplit() if not isinstance(attribute, Continuous) and len(attribute.values) <= 2**8:
            return MULTIWAY
        case OrdinalCuts() if not isinstance(attribute, Continuous | Nominal):
            return CUTS
        case SubsetSplits(absent=Absent.AS_MISSING) if isinstance(attribute, Nominal) and len(attribute.values) < 62:
            return SUBSETS
        case Thresholds(placement=placement, side=side) if isinstance(attribute, Continuous) and (placement, side) in PLACED:
            return CUTS
        case ThresholdsApart() if isinstance(attribute, Continuous):
            return CUTS
        case other:
            return Uncovered(f"candidates of {attribute.name}: {_named(other)}")


def _named(offer: Offer) -> str:
    return type(offer).__name__


@kept_by_policy
def rules_of(policy: Policy, unit: Fraction) -> Rules:
    """
    A policy that the engine covers, in numbers. unit: the weight that the kernels count as 1.

    >>> from attrs import evolve
    >>> from dtref.spec.presets import C45
    >>> rules_of(evolve(C45, admit=(TwoBranchesHave(2),)), Fraction(1, 3)).two_weight
    6
    """
    subsets = policy.nominal if isinstance(policy.nominal, SubsetSplits) else SubsetSplits()
    criterion = criterion_number(policy.criterion)
    assert criterion is not None  # as `beyond` has checked
    average = policy.select is best_of_average_gain
    levels, weights = stop_limits(policy, LooksAt.LEVEL), stop_limits(policy, LooksAt.WEIGHT)
    improvements = [(LooksAt.SHARE in looks_at(rule), _nearest(value)) for rule in _limiting(policy) if (value := _value(rule)) is not None]
    return Rules(
        criterion=GAIN if average else criterion,
        pure=pure in policy.stop,
        improve=no_improvement in policy.stop,
        last=isinstance(policy.tie, Last),
        shortcuts=policy.criterion.reduces and not subsets.exhaustive and not policy.admit,
        levels=0 if policy.select is nothing else min(ceil(limit) for limit in (*levels, GREATEST)),
        weight=_least(limit / unit for limit in weights),
        limit=min(subsets.limit, GREATEST),
        written_out=min(subsets.written_out, GREATEST),
        slack=0.0,
        rows=_least(stop_limits(policy, LooksAt.ROWS)),
        average=criterion if average else -1,
        branch_weight=_least(rule.records / unit for rule in policy.admit if isinstance(rule, EveryBranchHas)),
        branch_rows=_least(rule.rows for rule in policy.admit if isinstance(rule, EveryBranchHasRows)),
        two_weight=_least(rule.records / unit for rule in policy.admit if isinstance(rule, TwoBranchesHave)),
        least=max((value for share, value in improvements if not share), default=-inf),
        least_of_tree=max((value for share, value in improvements if share), default=-inf),
        valued=policy.criterion in (gini_reduction, gain, gain_ratio, gain_over_all, gain_over_all_unscaled),
    )


def widened(rules: Rules, covered: Sequence[int], slack: float) -> Rules | Uncovered:
    """
    The rules for wide weights. covered: what the attributes offer. slack: the greatest relative error of a weight.

    Uncovered: what is decided in products of integers, or by the weight itself where it is rounded.

    >>> from dtref.spec.presets import CART, CART_TWOING
    >>> [widened(rules_of(rules, Fraction(1)), (CUTS,), 0.0) for rules in (CART, CART_TWOING)][1]
    Uncovered(why='a criterion of products, of weights of 2^31 units and more')
    """
    if rules.criterion in (TWOING, SEPARATION):
        return Uncovered("a criterion of products, of weights of 2^31 units and more")
    if SUBSETS in covered and rules.shortcuts:
        return Uncovered("shortcuts among groupings, of weights of 2^31 units and more")
    if slack and (rules.weight, rules.branch_weight, rules.two_weight) != (0, 0, 0):
        return Uncovered("a least weight, of weights that are rounded")
    return rules._replace(
        criterion=rules.criterion + WIDE_WEIGHTS,
        average=rules.average + WIDE_WEIGHTS if rules.average >= 0 else rules.average,
        improve=False,
        least=max(rules.least, 0.0) if rules.improve else rules.least,
    )


def _nearest(value: int | Fraction) -> float:
    """The nearest double; that of a number beyond the doubles stands for it, as every value of a criterion is below it."""
    try:
        return float(value)
    except OverflowError:
        return sys.float_info.max if value > 0 else -sys.float_info.max


def _least(limits: Iterable[int | Fraction]) -> int:
    """The whole number that is least where every limit must be reached; 0 without limits."""
    return min(max((ceil(limit) for limit in limits), default=0), GREATEST)
