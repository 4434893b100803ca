"""Verdicts under the selection of CHAID, where the attribute with the least p-value wins and values are grouped by joining pairs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve

from dtref.errors import Undecided
from dtref.exact.comparison import compare
from dtref.exact.number import Number, number
from dtref.oracle.verify.questions import NodeQuestion
from dtref.oracle.verify.selected_tests import position_of
from dtref.oracle.verify.verdicts import Beaten, NodeVerdict, NotACandidate, NotChecked, StoppedEarly, StopWithinFloat, WithinFloat
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.model.optima import Optima
from dtref.spec.split.candidates import Candidates, Offer
from dtref.spec.split.chaid.candidates import LeastAdjustedP, adjusted_of, last_candidate
from dtref.spec.split.chaid.least_p import LeastPInDoubles, compare_in_doubles
from dtref.spec.split.chaid.package_groups import PackageGroups
from dtref.spec.split.chaid.significance import Significance, compare_p, least_p

NOT_TOLD_APART = Fraction(1, 2**40)
"""Two p-values that differ by no more than this share are not told apart: a program computes them by series."""
OTHER_GROUPS = "joining pairs of its values does not end in these groups"
BY_ROUNDING = "it asks groups that pairs with p-values within rounding of one another, or of the level, end in"
NOTHING_BY_ROUNDING = "it stops, as doubles may not tell p-values, by which values are grouped, from one another or from the level"


def goes_by_p_values(recursion: Hunt) -> bool:
    """Whether a policy selects by p-values of grouped values."""
    return isinstance(recursion.select, LeastAdjustedP | LeastPInDoubles)


def against_p_values(recursion: Hunt, node: Node, question: NodeQuestion, optima: Optima) -> NodeVerdict:
    """The verdict on a test that is not among the best, at a node where some are: values are 1 - p."""
    a = node.usable.index(question.column)
    try:
        offered = recursion.candidates(node)
        own = _significance(question, offered[a])
        if own is None:
            near = _near(recursion)
            grouped = None if near is None else _significance(question, near.candidates(node)[a])
            return NotACandidate(OTHER_GROUPS, optima) if grouped is None else StopWithinFloat(BY_ROUNDING)
        return _by_p(own, _least(recursion, own, offered[:a] + offered[a + 1 :], offered), optima)
    except Undecided as problem:
        return NotChecked(str(problem))


def may_ask_by_rounding(recursion: Hunt, node: Node, question: NodeQuestion) -> bool:
    """Whether a test is asked where the algorithm has none, by p-values within rounding."""
    near = _near(recursion)
    return near is not None and _significance(question, near.candidates(node)[node.usable.index(question.column)]) is not None


def leaf_against_p_values(recursion: Hunt, node: Node, optima: Optima, best: Number) -> NodeVerdict:
    """The verdict on a leaf where some tests are the best, and it isn't as good: right where no attribute need have one, by rounding."""
    near = _near(recursion)
    by_rounding = near is not None and all(last_candidate(candidates) is None for candidates in near.candidates(node))
    return StopWithinFloat(NOTHING_BY_ROUNDING) if by_rounding else StoppedEarly(optima, best)


def _least(recursion: Hunt, own: Significance, others: Sequence[Candidates], offered: Sequence[Candidates]) -> Significance:
    """The p-value that beats: the least that other attributes have at least, or, where that beats nothing, the least of all."""
    compare_two = compare_in_doubles if isinstance(recursion.select, LeastPInDoubles) else compare_p
    bars = [bar for candidates in others if (bar := last_candidate(candidates, compare_two)) is not None]
    if not any(compare_two(own, bar) > 0 for bar in bars):
        bars = [adjusted for candidates in offered for adjusted in adjusted_of(candidates)]
    return least_p(bars, lambda bar: bar)[0]


def _by_p(own: Significance, least: Significance, optima: Optima) -> NodeVerdict:
    """Beaten by a p-value, or within rounding."""
    value, best = _confidence(own), _confidence(least)
    gap = number(own.p - least.p)
    return (WithinFloat if compare(gap, NOT_TOLD_APART * own.p) <= 0 else Beaten)(optima, value, best, gap)


def _confidence(significance: Significance) -> Number:
    return number(1 - significance.p)


def _significance(question: NodeQuestion, candidates: Candidates) -> Significance | None:
    """The significance of the candidate that a question is; None where it is none of them."""
    i = position_of(question, candidates)
    return None if i is None else adjusted_of(candidates)[i]


def _near(recursion: Hunt) -> Hunt | None:
    """The recursion in which p-values within rounding are followed both ways; None where merging has no such rule."""
    policy = recursion.policy
    if not isinstance(policy.nominal, PackageGroups) or not isinstance(policy.ordinal, PackageGroups):
        return None
    nominal, ordinal = (_near_offer(offer) for offer in (policy.nominal, policy.ordinal))
    return Hunt(evolve(policy, nominal=nominal, ordinal=ordinal), recursion.columns, recursion.keep)


def _near_offer(offer: PackageGroups) -> Offer:
    return evolve(offer, merging=evolve(offer.merging, near=NOT_TOLD_APART))
