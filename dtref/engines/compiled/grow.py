"""The fast engine: encodes a policy in numbers, runs the kernels to the end, returns the tree they have grown."""

from __future__ import annotations

from math import ceil

import numpy as np
from attrs import evolve, frozen

from dtref.engines.compiled.encoding import SUM, Coded, Uncovered, coded, nodes_for, root_counts, scratch_for
from dtref.engines.compiled.exact_decision import decide_waiting, exact_decision
from dtref.engines.compiled.kernels.layout import (
    BEYOND,
    CUTS,
    DONE,
    GAIN,
    GAIN_RATIO,
    GINI,
    MORE_CONTENDERS,
    MORE_NODES,
    MULTIWAY,
    SUBSETS,
    TIED,
    VARIANCE,
    WAITING,
    Ints,
    Nodes,
    Rules,
    Scratch,
)
from dtref.engines.compiled.kernels.nodes import grow_nodes
from dtref.engines.compiled.trees import Grown
from dtref.spec.growing.policy import Policy, offer_for
from dtref.spec.growing.stopping import StoppingRule, no_improvement, pure, same_values
from dtref.spec.growing.ties import First, Last
from dtref.spec.model.attributes import Attribute, Continuous, Nominal
from dtref.spec.model.data import DataSet
from dtref.spec.model.rules import LooksAt, limit_below, limit_from, looks_at
from dtref.spec.model.tests import Side
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.missing import keep_missing, refuse_missing
from dtref.spec.split.candidates import MultiwaySplit, Offer, OrdinalCuts, SubsetSplits, Thresholds
from dtref.spec.split.choose import best
from dtref.spec.split.criteria import gain, gain_ratio, gini_reduction, variance_reduction
from dtref.spec.split.numeric.placement import largest_not_above_midpoint, lower_end, midpoint, upper_end

_CRITERIA = ((GINI, gini_reduction), (GAIN, gain), (GAIN_RATIO, gain_ratio), (VARIANCE, variance_reduction))

PLACED = {
    (midpoint, Side.AT_MOST),
    (midpoint, Side.BELOW),
    (lower_end, Side.AT_MOST),
    (upper_end, Side.BELOW),
    (largest_not_above_midpoint, Side.AT_MOST),
}
"""Placements that never leave the cut interval, so that no test can be Invalid."""


def grown(data: DataSet, policy: Policy) -> Grown | Uncovered:
    """
    The tree that a policy grows from a data set, or the reason why the fast engine leaves it to the specification.

    Errors: as for the policy's rule for missing values.

    >>> from fractions import Fraction
    >>> from dtref.spec.presets import CART, CHAID
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((Continuous("x"),), Nominal("y", ("-", "+")), (Record((Fraction(7),), "+"), Record((Fraction(5),), "-")))
    >>> grown(data, CART).node(0).test.cut, grown(data, CHAID)
    (Fraction(6, 1), Uncovered(why='criterion chi_square'))
    """
    problem = prepared(data, policy)
    if isinstance(problem, Uncovered):
        return problem
    nodes = _run(problem, policy)
    groupings = SUBSETS in problem.data.training.offers
    return nodes if isinstance(nodes, Uncovered) else Grown(_spared(problem.data, groupings), policy, nodes)


@frozen(eq=False)
class Prepared:
    """A training set in arrays, presorted, and the policy in numbers. The kernels reorder the arrays: they serve once."""

    data: Coded
    rules: Rules


def prepared(data: DataSet, policy: Policy) -> Prepared | Uncovered:
    """
    A data set and a policy for the kernels, or the reason why the fast engine leaves them to the specification.

    Errors: as for the policy's rule for missing values.

    >>> from dtref.spec.presets import CHAID
    >>> prepared(DataSet((Continuous("x"),), Nominal("y", ("-",)), ()), CHAID)
    Uncovered(why='no records or no attributes')
    """
    if (why := beyond(data, policy)) is not None:
        return why
    # Missing values, by the policy's rule.
    training = data if policy.missing in (refuse_missing, keep_missing) else policy.missing(data)
    if training is not data and (why := beyond(training, policy)) is not None:
        return why
    # The candidates that each attribute offers.
    offers = [_offer(policy, attribute) for attribute in training.attributes]
    covered = [o for o in offers if not isinstance(o, Uncovered)]
    if len(covered) < len(offers):
        return next(o for o in offers if isinstance(o, Uncovered))
    # The data in arrays, on which the kernels run.
    rules = _rules(policy)
    encoded = coded(training, covered, rules.criterion in (GAIN, GAIN_RATIO))
    if isinstance(encoded, Uncovered):
        return encoded
    if rules.criterion == VARIANCE and (rules.improve or SUBSETS in covered) and not _products_fit(encoded):
        return Uncovered("sums of y that are too large to multiply")
    return Prepared(encoded, rules._replace(slack=encoded.slack))


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
    if all(policy.criterion is not covered for _, covered in _CRITERIA):
        return Uncovered(f"criterion {policy.criterion.name}")
    if (policy.criterion is variance_reduction) != isinstance(data.target, Continuous):
        return Uncovered("a criterion of the other kind of target")
    uncovered = {
        "selection": policy.select is not best,
        "admission rules": bool(policy.admit),
        "surrogates": not isinstance(policy.gap, Gap),
        "oblique tests": policy.oblique is not None,
        "tie rule": not isinstance(policy.tie, First | Last),
        "stopping rule": not all(map(_knows, policy.stop)),
        "no improvement among multiway tests": no_improvement in policy.stop and MultiwaySplit() in (policy.nominal, policy.ordinal),
    }
    return next((Uncovered(part) for part, present in uncovered.items() if present), None)


def _knows(rule: StoppingRule) -> bool:
    """Whether the kernels have the rule: three by themselves, and any limit of the level or of the weight alone."""
    return rule in (pure, same_values, no_improvement) or _level(rule) is not None or _least_weight(rule) is not None


def _level(rule: StoppingRule) -> int | None:
    """The level from which a rule stops; None for a rule that is no limit of the level alone."""
    limit = limit_from(rule)
    return ceil(limit) if limit is not None and looks_at(rule) == frozenset((LooksAt.LEVEL,)) else None


def _least_weight(rule: StoppingRule) -> int | None:
    """The weight below which a rule stops; None for a rule that is no limit of the weight alone."""
    limit = limit_below(rule)
    return ceil(limit) if limit is not None and looks_at(rule) == frozenset((LooksAt.WEIGHT,)) else None


def _offer(policy: Policy, attribute: Attribute) -> int | Uncovered:
    """The kind of candidates that an attribute offers, by number."""
    match offer_for(policy, attribute):
        case MultiwaySplit() if not isinstance(attribute, Continuous) and len(attribute.values) <= 2**8:
            return MULTIWAY
        case OrdinalCuts() if not isinstance(attribute, Continuous | Nominal):
            return CUTS
        case SubsetSplits() if isinstance(attribute, Nominal) and len(attribute.values) < 62:
            return SUBSETS
        case Thresholds(placement=placement, side=side) if isinstance(attribute, Continuous) and (placement, side) in PLACED:
            return CUTS
        case other:
            return Uncovered(f"candidates of {attribute.name}: {_named(other)}")


def _named(offer: Offer) -> str:
    return type(offer).__name__


def _rules(policy: Policy) -> Rules:
    subsets = policy.nominal if isinstance(policy.nominal, SubsetSplits) else SubsetSplits()
    return Rules(
        criterion=next(i for i, criterion in _CRITERIA if policy.criterion is criterion),
        pure=pure in policy.stop,
        improve=no_improvement in policy.stop,
        last=isinstance(policy.tie, Last),
        shortcuts=policy.criterion.reduces and not subsets.exhaustive,
        levels=min((level for rule in policy.stop if (level := _level(rule)) is not None), default=2**62),
        weight=min(max((least for rule in policy.stop if (least := _least_weight(rule)) is not None), default=0), 2**62),
        limit=min(subsets.limit, 2**62),
        written_out=min(subsets.written_out, 2**62),
        slack=0.0,
    )


def _products_fit(data: Coded) -> bool:
    """Whether amounts are exact, and products of their sums with numbers of records fit an int64."""
    total_weight = int(data.training.weights.sum()) if len(data.training.weights) else len(data.training.labels)
    return data.slack == 0 and sum(map(abs, data.training.amounts.tolist())) * total_weight <= SUM


def _spared(data: Coded, groupings: bool) -> Coded:
    """The parts of the lists that a tree still needs: the order of the records, and the values at each node where groupings are offered."""
    training = data.training
    keys = training.keys if groupings else training.keys[:, :0].copy()
    return evolve(data, training=training._replace(keys=keys, entries=training.entries[:1].copy()))


def _run(problem: Prepared, policy: Policy) -> Nodes | Uncovered:
    """Runs the kernels to the end: gives them longer arrays where they ask, and decides exactly where they leave a node waiting."""
    data, rules, training = problem.data, problem.rules, problem.data.training
    root = root_counts(training, data.outcomes)
    nodes = nodes_for(root, len(training.labels))
    scratch = scratch_for(len(training.labels), len(root), 256)
    decide = exact_decision(policy.criterion, rules.improve)
    decided = np.zeros(0, np.int64)
    while True:
        status = grow_nodes(training, rules, nodes, scratch, decided)
        if status == BEYOND:
            return Uncovered("more groupings than the limit")
        if status != DONE:
            nodes, scratch = more_room(status, nodes, scratch)
            continue
        # The nodes that doubles could not decide.
        waiting = nodes.waiting[: nodes.state[WAITING]].copy()
        if not len(waiting):
            return nodes
        nodes.state[WAITING] = 0
        for t in waiting.tolist():
            decide_waiting(data, nodes, t, decide)
        decided = waiting[nodes.table[waiting, TIED] > 0]


def more_room(status: int, nodes: Nodes, scratch: Scratch) -> tuple[Nodes, Scratch]:
    """The arrays, those that are too short at twice the length."""
    if status == MORE_CONTENDERS:
        room = 2 * len(scratch.highs)
        longer = scratch_for(0, scratch.lefts.shape[1], room)
        return nodes, scratch._replace(contenders=longer.contenders, highs=longer.highs, lefts=longer.lefts)
    if status == MORE_NODES:
        return nodes._replace(table=_twice(nodes.table), counts=_twice(nodes.counts), waiting=_twice(nodes.waiting)), scratch
    return nodes._replace(optima=_twice(nodes.optima)), scratch


def _twice(array: Ints) -> Ints:
    longer = np.zeros((2 * len(array), *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer
