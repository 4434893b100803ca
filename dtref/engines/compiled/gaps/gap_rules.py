"""What is covered where values are missing, beside what `dtref.engines.compiled.covered` says of complete data; the policy in numbers."""

from __future__ import annotations

from fractions import Fraction
from math import inf, nextafter

from attrs import evolve

from dtref.engines.compiled.covered import beyond, criterion_number, offered, rules_of, stop_limits
from dtref.engines.compiled.encoding import Uncovered
from dtref.engines.compiled.kernels.gap_layout import HEAVIEST, SHARED, SURROGATE, TO_HEAVIEST, TO_MAJORITY, TO_NONE, GapRules
from dtref.engines.compiled.kernels.layout import GAIN, GAIN_RATIO, GINI, MISCLASSIFICATION
from dtref.spec.growing.admission import EveryBranchHas, TwoBranchesHave
from dtref.spec.growing.nearly_pure import NearlyPure
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.rpart_surrogates import RpartGuesses, listed_by_rpart
from dtref.spec.growing.surrogates import LearnSurrogates, Rest, association, association_of_all, share_guessed_right
from dtref.spec.growing.ties import Refuse
from dtref.spec.model.data import DataSet
from dtref.spec.model.rules import LooksAt, looks_at
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.weighing import AltersWeights
from dtref.spec.presets import C45
from dtref.spec.split.association import g_statistic
from dtref.spec.split.average_gain import AboveAverageGain
from dtref.spec.split.candidates import MultiwaySplit
from dtref.spec.split.choose import best_of_average_gain, best_or_stuck
from dtref.spec.split.missing_gain import gain_over_all, gain_over_all_unscaled
from dtref.spec.split.numeric.large_sides import MOST_OF_SIDE, LargeSidedCuts
from dtref.spec.split.numeric.single_precision import ThresholdsApart

RESTS = {Rest.HEAVIEST: TO_HEAVIEST, Rest.MAJORITY: TO_MAJORITY, Rest.STAYS: TO_NONE}
"""Where a record goes that no surrogate places, by number."""

BOUNDED_CRITERIA = (GINI, GAIN, GAIN_RATIO, MISCLASSIFICATION)
"""The criteria, by number, of which scores on the known records have a bound."""


def beyond_gaps(data: DataSet, policy: Policy) -> Uncovered | None:
    """
    The part of a policy, or of a data set with missing values, that the kernels do not cover; None where they cover all.

    >>> from dtref.spec.presets import C45, CHAID
    >>> from dtref.spec.views.shape import parity
    >>> beyond_gaps(parity(2), C45), beyond_gaps(parity(2), CHAID)
    (None, Uncovered(why='selection'))
    """
    if (why := beyond(data, by_the_book(policy))) is not None:
        return why
    of_missing = policy.criterion in (g_statistic, gain_over_all, gain_over_all_unscaled)
    if of_missing or criterion_number(policy.criterion) not in BOUNDED_CRITERIA:
        return Uncovered(f"where values are missing: criterion {policy.criterion.name}")
    uncovered = {
        "selection among other candidates than the program's": by_the_book(policy) is not policy and not _as_programs(policy),
        "where values are missing: a learned direction": policy.gap is Gap.LEARNED,
        "where values are missing: altered priors": isinstance(policy.weigh, AltersWeights),
        "where values are missing: nodes that must be split": policy.select is best_or_stuck,
        "where values are missing: nodes that are nearly pure": any(isinstance(rule, NearlyPure) for rule in policy.stop),
        "where values are missing: cuts between floats of single precision": isinstance(policy.continuous, ThresholdsApart),
        "surrogates whose ties are refused": isinstance(policy.gap, LearnSurrogates)
        and (isinstance(policy.tie, Refuse) or policy.gap.association not in (association, association_of_all)),
        "more surrogates than other attributes": isinstance(policy.gap, LearnSurrogates) and not policy.gap.fits(len(data.attributes)),
    }
    return next((Uncovered(part) for part, present in uncovered.items() if present), None)


def by_the_book(policy: Policy) -> Policy:
    """
    The policy; that of C4.5 release 8 or J48 as the book has it, whose rules the kernels then add to.

    >>> from dtref.spec.programs.j48 import J48
    >>> from dtref.spec.presets import C45
    >>> by_the_book(J48).continuous == C45.continuous, by_the_book(C45) is C45
    (True, True)
    """
    if not isinstance(policy.select, AboveAverageGain) or not isinstance(policy.continuous, LargeSidedCuts):
        return policy
    return evolve(policy, select=best_of_average_gain, continuous=C45.continuous)


def _as_programs(policy: Policy) -> bool:
    """Whether a selection of above average gain has the candidates that it has in programs, and no stop looks at the best value."""
    whole = isinstance(policy.nominal, MultiwaySplit) and isinstance(policy.ordinal, MultiwaySplit)
    return whole and not any(LooksAt.VALUE in looks_at(rule) for rule in policy.stop)


def offers_of(data: DataSet, policy: Policy) -> list[int] | Uncovered:
    """
    What each attribute offers, by number.

    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.views.shape import parity
    >>> offers_of(parity(2), ID3)
    [2, 2]
    """
    offers = [offered(by_the_book(policy), attribute) for attribute in data.attributes]
    covered = [o for o in offers if not isinstance(o, Uncovered)]
    return covered if len(covered) == len(offers) else next(o for o in offers if isinstance(o, Uncovered))


def gap_rules_of(policy: Policy, unit: Fraction, classes: int, total: float) -> GapRules:
    """
    A policy that the kernels cover, in numbers. unit: the weight that they count as 1. total: the weight of all records, in units.

    >>> from dtref.spec.presets import C45
    >>> gap_rules_of(C45, Fraction(1), 2, 14.0).gap == SHARED
    True
    """
    rules, select, cuts = rules_of(by_the_book(policy), unit), policy.select, policy.continuous
    learn = policy.gap if isinstance(policy.gap, LearnSurrogates) else LearnSurrogates()
    book = GapRules(
        criterion=rules.criterion,
        classes=classes,
        gap=SURROGATE if isinstance(policy.gap, LearnSurrogates) else HEAVIEST if policy.gap is Gap.HEAVIEST else SHARED,
        average=rules.average,
        pure=rules.pure,
        improve=rules.improve,
        last=rules.last,
        shortcuts=rules.shortcuts,
        levels=rules.levels,
        rows=rules.rows,
        limit=rules.limit,
        written_out=rules.written_out,
        weight=_around(max((limit / unit for limit in stop_limits(policy, LooksAt.WEIGHT)), default=Fraction(0))),
        branch_weight=_around(
            max((Fraction(r.records) / unit for r in policy.admit if isinstance(r, EveryBranchHas)), default=Fraction(0))
        ),
        two_weight=_around(max((Fraction(r.records) / unit for r in policy.admit if isinstance(r, TwoBranchesHave)), default=Fraction(0))),
        branch_rows=rules.branch_rows,
        least=float(rules.least),
        least_of_tree=float(rules.least_of_tree),
        total=total,
        most=min(learn.room, 2**31),
        of_all=learn.association is association_of_all,
        by_share=learn.order is share_guessed_right,
        side_rows=learn.guesses.least if isinstance(learn.guesses, RpartGuesses) else 0,
        in_pairs=learn.listing is listed_by_rpart and learn.room == 2,
        rest=RESTS[learn.rest],
        per_unit=float(1 / unit),
    )
    if not isinstance(select, AboveAverageGain) or not isinstance(cuts, LargeSidedCuts):
        return book
    return book._replace(
        above=True,
        priced=select.priced,
        improves=select.improves,
        tolerance=float(select.tolerance),
        least_info=float(select.least_info),
        large=_around(Fraction(cuts.least) / unit),
        most_large=_around(MOST_OF_SIDE / unit),
        off_weight=float(cuts.tolerance / unit),
        nearly_pure=float(select.tolerance / unit),
    )


def _around(limit: int | Fraction) -> tuple[float, float]:
    """The greatest double of at most a number, and the least of at least."""
    if limit <= 0:
        return 0.0, 0.0
    if limit >= 2**62:
        return inf, inf
    near = float(limit)
    if near == limit:
        return near, near
    return (near, nextafter(near, inf)) if near < limit else (nextafter(near, 0.0), near)
