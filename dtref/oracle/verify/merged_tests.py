"""Verdicts under the selection of CHAID, where the attribute with the least p-value wins and values are grouped by joining pairs."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve

from dtref.errors import Undecided
from dtref.exact.comparison import compare
from dtref.exact.number import Number, number
from dtref.oracle.verify.questions import NodeQuestion
from dtref.oracle.verify.selected_tests import position_of
from dtref.oracle.verify.verdicts import Beaten, NodeVerdict, NotACandidate, NotChecked, StoppedEarly, StopWithinFloat, Tied, WithinFloat
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.model.optima import Optima
from dtref.spec.split.candidates import Candidates, Offer
from dtref.spec.split.chaid.candidates import LeastAdjustedP, adjusted_of
from dtref.spec.split.chaid.least_p import LeastPInDoubles, last_candidate
from dtref.spec.split.chaid.package_groups import PackageGroups
from dtref.spec.split.chaid.significance import Significance

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
        others = [bar for b, candidates in enumerate(offered) if b != a and (bar := last_candidate(candidates)) is not None]
        return _by_p(own, _least(recursion, others, offered), optima)
    except Undecided as problem:
        return NotChecked(str(problem))


def may_ask_by_rounding(recursion: Hunt, node: Node, question: NodeQuestion) -> bool:
    """Whether a test is asked where the algorithm has none, by p-values within rounding."""
    near = _near(recursion)
    return near is not None and _significance(question, near.candidates(node)[node.usable.index(question.column)]) is not None


def leaf_against_p_values(recursion: Hunt, node: Node, optima: Optima, best: Number) -> NodeVerdict:
    """The verdict on a leaf where some tests are the best: right where no attribute need have one, by ties, or by rounding."""
    if _may_stop(recursion, node):
        return Tied(optima)
    near = _near(recursion)
    by_rounding = near is not None and _may_stop(near, node)
    return StopWithinFloat(NOTHING_BY_ROUNDING) if by_rounding else StoppedEarly(optima, best)


def _may_stop(recursion: Hunt, node: Node) -> bool:
    """Whether no attribute need have a test at a node."""
    return all(last_candidate(candidates) is None for candidates in recursion.candidates(node))


def _least(recursion: Hunt, others: list[Significance], offered: list[Candidates]) -> Significance:
    """The p-value that beats: the least that other attributes have at least, or, of CHAID, the least of all."""
    if isinstance(recursion.select, LeastAdjustedP):
        others = [adjusted for candidates in offered for adjusted in adjusted_of(candidates)]
    least = others[0]
    for other in others[1:]:
        least = other if compare(other.p, least.p) < 0 else least
    return least


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
