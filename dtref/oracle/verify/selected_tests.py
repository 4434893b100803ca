"""Verdicts on tests under the selection of C4.5 release 8 and J48, where the greatest value among all candidates need not win."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

from attrs import evolve

from dtref.exact.comparison import compare
from dtref.exact.number import Number
from dtref.exact.number_text import readable
from dtref.oracle.verify.asked_on import value_asked
from dtref.oracle.verify.questions import NodeQuestion, is_asked_by
from dtref.oracle.verify.rounding import Rounding
from dtref.oracle.verify.verdicts import Beaten, NodeVerdict, NotACandidate, NotChecked, WithinFloat
from dtref.spec.growing.admission import EveryBranchHas, EveryBranchHasRows, TwoBranchesHave
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.not_competing import NO_GAIN, another_test, competition, too_uneven, why_refused
from dtref.spec.growing.policy import Decision, Policy
from dtref.spec.growing.routing import rows_as_counted
from dtref.spec.growing.stopping import FewerThan, is_pure
from dtref.spec.model.counts import statistic
from dtref.spec.model.optima import EverySubset, Optima
from dtref.spec.model.tests import Groups, Threshold
from dtref.spec.split.average_gain import AboveAverageGain
from dtref.spec.split.best_when_filled import BestWhenFilled
from dtref.spec.split.candidates import Candidates, Split
from dtref.spec.split.criteria import gain
from dtref.spec.split.numeric.greedy_bins import GreedyBins
from dtref.spec.split.numeric.large_sides import LargeSidedCuts
from dtref.spec.split.value_groups import GroupedValues, groups_of_equal_mergers, worth_of_groups

NOT_ADMITTED = "the algorithm does not admit it"
OTHER_MERGERS = "its groups may come of another merger that is worth as much as the one that the algorithm makes"
MOST_CHOICES = 64
"""So many choices of tests, of which rounding admits some or not, are tried one by one."""
ROUNDED_WEIGHTS = "it {}, as floats do not tell the weight of its branches from the least one"
ROUNDED_ROWS = "it {}, as floats do not tell the records of its branches, estimated by weight, or the weight, from the least one"
ROUNDED_VALUES = "it {}, as floats do not tell the values, or weights, of its branches from their limits"


def against_selection(recursion: Hunt, select: AboveAverageGain, node: Node, question: NodeQuestion, rounding: Rounding) -> NodeVerdict:
    """The verdict on a test that is not among the best, at a node where some are."""
    offered, criterion, decision = recursion.candidates(node), recursion.policy.criterion, recursion.decide(node)
    optima = decision.optima
    a = node.usable.index(question.column)
    i = position_of(question, offered[a])
    if i is None:
        return _not_offered(recursion, node, question, decision, rounding)
    split, counts = offered[a].splits[i], rounding.counts
    entered = [select.entrant(counts, b, candidates, criterion) for b, candidates in enumerate(offered)]
    own, entrants = entered[a], [entrant for entrant in entered if entrant is not None]
    if own is None:
        return NotACandidate(NO_GAIN, optima)
    # its gain, where another test of the attribute has more
    gain_slack = rounding.of_value(gain, _occupied(split)) + select.tolerance
    if i not in [position for position, _ in own.leading]:
        short = select.shortfall(counts, offered[a], i)
        if short is None or compare(short, gain_slack) > 0:
            return NotACandidate(another_test(question.table.attribute.name), optima)
        return WithinFloat(optima, own.gain - short, own.gain, short)
    # the average
    if own not in select.competing(entrants, criterion):
        least = select.least_gain(entrants)
        if least is None or compare(gap := least - own.gain, gain_slack) > 0:
            return NotACandidate(competition(recursion, counts, offered).reasons[offered[a].test(i)], optima)
        return WithinFloat(optima, own.gain, own.gain + gap, gap)
    value = dict(own.tests).get(i)
    if value is None:
        return NotACandidate(too_uneven(split, offered[a].missing, select.least_info), optima)
    return _by_value(value, decision, rounding.of_value(criterion, _occupied(split)) + select.tolerance)


def optima_by_rounding(recursion: Hunt, node: Node, rounding: Rounding) -> list[Optima]:
    """
    The optima at a node, without any where it is a leaf, of a program whose weights of branches, and of the node, are off by rounding: an
    attribute whose tests are admitted or not by less than that may have either.

    Only where weights are fractions, and least weights decide; none for a node that can't be split anyway. So release 8 doesn't try the cut
    between two records, with -m 1, if a seventh of another that misses the value is there: in its floats 1 + 1 + 1/7 - 1/7 - 1 is below 1.
    """
    policy, slack = recursion.policy, rounding.of_weights
    cuts = policy.continuous
    if policy.monotone is not None or _estimates(recursion) or any(isinstance(rule, EveryBranchHas) for rule in policy.admit):
        return [near.decide(node).optima for near in _near(recursion, rounding)]
    if not slack or not isinstance(cuts, LargeSidedCuts) or is_pure(rounding.counts, regression=False):
        return []
    least = [rule.records for rule in policy.stop if isinstance(rule, FewerThan)]
    if any(rounding.weight + slack < records for records in least):
        return []
    # the tests of each attribute, with weights that are less, as they are, or more
    offered = [Hunt(_off_by(policy, cuts, off), recursion.columns, recursion.keep).candidates(node) for off in (-slack, Fraction(0), slack)]
    by_attribute = [list({len(candidates.splits): candidates for candidates in same}.values()) for same in zip(*offered, strict=True)]
    choices = product(*by_attribute) if prod(map(len, by_attribute)) <= MOST_CHOICES else offered
    found = [recursion.select(rounding.counts, list(choice), policy.criterion, recursion.keep) for choice in choices]
    optima: list[Optima] = [() if best is None else best.optima for best in found]
    return [*optima, ()] if any(rounding.weight - slack < records for records in least) else optima


def rounded_limits(policy: Policy) -> str:
    """The reason, in words, why rounding may have decided what is admitted; {}: what the node does."""
    if policy.monotone is not None:
        return ROUNDED_VALUES
    return ROUNDED_ROWS if isinstance(policy.continuous, GreedyBins) else ROUNDED_WEIGHTS


def is_asked_within_limits(recursion: Hunt, node: Node, question: NodeQuestion, rounding: Rounding, value: Number) -> bool:
    """
    Whether a test of this value may be asked where rounding decides what is admitted: it is admitted by the looser limits, and by the
    stricter ones no test is better.
    """
    policy = recursion.policy
    by_weight = bool(rounding.of_weights) and any(isinstance(rule, EveryBranchHas) for rule in policy.admit)
    if policy.monotone is None and not _estimates(recursion) and not by_weight:
        return False
    strict, loose = _near(recursion, rounding)
    admitted = loose.candidates(node)[node.usable.index(question.column)]
    best = strict.decide(node).value
    slack = rounding.of_value(policy.criterion, _occupied(question.split(len(question.partition))))
    return position_of(question, admitted) is not None and (best is None or compare(best - value, slack) <= 0)


def is_barred(recursion: Hunt, node: Node, question: NodeQuestion, rounding: Rounding) -> bool:
    """Whether a cut is surely not admitted, where nothing is drawn and the greatest value wins."""
    chosen_otherwise = isinstance(recursion.select, AboveAverageGain | BestWhenFilled) or recursion.policy.draws is not None
    if chosen_otherwise or not isinstance(question.test, Threshold) or is_admitted(recursion, node, question):
        return False
    return not is_asked_within_limits(recursion, node, question, rounding, value_asked(recursion, question, Fraction(0)))


def why_not_admitted(recursion: Hunt, node: Node, question: NodeQuestion) -> str:
    """The rule by which a test does not compete, with its numbers, as far as one says so."""
    policy, offered = recursion.policy, recursion.offered(node)[node.usable.index(question.column)]
    i = position_of(question, offered)
    if i is None:
        return _too_small_a_side(policy, question)
    test = offered.test(i)
    rows = None if isinstance(test, EverySubset) else rows_as_counted(policy.continuous, recursion.columns, node.records)(test)
    refused = why_refused(policy.admit, offered.splits[i], rows, regression=recursion.regression)
    counts = statistic(recursion.columns, node.records)
    return refused or competition(recursion, counts, recursion.candidates(node)).reasons.get(test, NOT_ADMITTED)


def _too_small_a_side(policy: Policy, question: NodeQuestion) -> str:
    """The reason of a cut that isn't offered as one of its sides is too small."""
    cuts, split = policy.continuous, question.split(len(question.partition))
    if not isinstance(cuts, LargeSidedCuts) or not isinstance(question.test, Threshold):
        return NOT_ADMITTED
    least, sizes = cuts.least_side(split) - cuts.tolerance, [readable(sum(side)) for side in split]
    return (
        f"each side of a cut has at least {readable(least)} here; its sides have {' and '.join(sizes)}"
        if any(sum(side) < least for side in split)
        else NOT_ADMITTED
    )


def is_admitted(recursion: Hunt, node: Node, question: NodeQuestion) -> bool:
    """Whether a test is among the admitted candidates of its column."""
    return position_of(question, recursion.candidates(node)[node.usable.index(question.column)]) is not None


def _near(recursion: Hunt, rounding: Rounding) -> tuple[Hunt, Hunt]:
    """The recursion with stricter and with looser limits, of weights and values, by what rounding may make of these."""
    policy = recursion.policy

    def off_by(sign: int) -> Hunt:
        least = sign * rounding.of_weights
        admit = tuple(evolve(rule, records=rule.records - least) if isinstance(rule, EveryBranchHas) else rule for rule in policy.admit)
        monotone = policy.monotone and evolve(policy.monotone, slack=sign * rounding.of_values)
        cuts = evolve(policy.continuous, off=sign) if isinstance(policy.continuous, GreedyBins) else policy.continuous
        return Hunt(evolve(policy, admit=admit, monotone=monotone, continuous=cuts), recursion.columns, recursion.keep)

    return off_by(-1), off_by(1)


def _estimates(recursion: Hunt) -> bool:
    """Whether records of branches are estimated by their weights, which differ, so that rounding may decide whether there are enough."""
    policy, weights = recursion.policy, recursion.columns.weights
    if not weights or all(w == weights[0] for w in weights):
        return False
    return isinstance(policy.continuous, GreedyBins) and any(isinstance(rule, EveryBranchHasRows) for rule in policy.admit)


def _off_by(policy: Policy, cuts: LargeSidedCuts, off: Fraction) -> Policy:
    """The policy with least weights of branches that are off by so much."""
    admit = tuple(evolve(rule, records=rule.records + off) if isinstance(rule, TwoBranchesHave) else rule for rule in policy.admit)
    return evolve(policy, continuous=evolve(cuts, tolerance=cuts.tolerance - off), admit=admit)


def _not_offered(recursion: Hunt, node: Node, question: NodeQuestion, decision: Decision, rounding: Rounding) -> NodeVerdict:
    """
    The verdict on a test that isn't offered: groups that are worth as much as the best test, as far as floats tell, may be a tie's; and so
    may others that the search ends in where it makes another of the mergers that are as good: what competes with them then isn't tried.
    """
    criterion, grouped = recursion.policy.criterion, recursion.policy.nominal
    if isinstance(grouped, GroupedValues) and isinstance(question.test, Groups) and decision.value is not None:
        split = _occupied(question.split(len(question.test.groups)))
        value, slack = worth_of_groups(question.table, criterion, question.test.groups).value, rounding.of_value(criterion, split)
        gap = _gap(decision.value, value)
        if compare(gap, slack) <= 0:
            return WithinFloat(decision.optima, value, decision.value, gap)
        endings = groups_of_equal_mergers(question.table, criterion, grouped.least, slack)
        heavy = frozenset().union(*(group for ending in endings or () for group in ending))
        asked = frozenset(own for group in question.test.groups if (own := frozenset(group) & heavy))
        if endings is None or asked in endings:
            return NotChecked(OTHER_MERGERS)
    return NotACandidate(why_not_admitted(recursion, node, question), decision.optima)


def position_of(question: NodeQuestion, candidates: Candidates) -> int | None:
    """The position of the candidate that a question is; None where it is none of them."""
    return next((i for i in range(len(candidates.splits)) if is_asked_by(question, candidates.test(i))), None)


def _by_value(value: Number, decision: Decision, slack: Fraction) -> NodeVerdict:
    assert decision.value is not None, "optima have a value"
    gap = _gap(decision.value, value)
    return (WithinFloat if compare(gap, slack) <= 0 else Beaten)(decision.optima, value, decision.value, gap)


def _gap(best: Number, value: Number) -> Number:
    """How much the best value is above another: exactly 0 where they are equal."""
    return Fraction(0) if compare(best, value) == 0 else best - value


def _occupied(split: Split) -> Split:
    return tuple(branch for branch in split if any(branch))
