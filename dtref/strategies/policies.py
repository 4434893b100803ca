"""Strategies for policies."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dtref.spec.growing.policy import EmptyBranch, Policy
from dtref.spec.growing.stopping import no_improvement, pure, same_values
from dtref.spec.growing.ties import First, Last
from dtref.spec.model.tests import Side
from dtref.spec.presets import CART, HUNT, ID3
from dtref.spec.split.by_name import CRITERIA_BY_FORMULA
from dtref.spec.split.candidates import MultiwaySplit, OrdinalCuts, SubsetSplits, Thresholds
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.numeric.placement import largest_not_above_midpoint, lower_end, midpoint, upper_end

THRESHOLDS = (
    Thresholds(midpoint),
    Thresholds(midpoint, Side.BELOW),
    Thresholds(lower_end),
    Thresholds(upper_end, Side.BELOW),
    Thresholds(largest_not_above_midpoint),
)
"""The placements that never leave the cut interval, each with a side that suits it."""


def _is_of_any_classes(criterion: Criterion) -> bool:
    """Whether a criterion is made of an impurity of any number of classes."""
    measure = criterion.impurity
    return measure is not None and not measure.moments and not measure.two_classes


@cache
def policies() -> SearchStrategy[Policy]:
    """
    HUNT, ID3, CART, and other policies for a nominal target that Hunt's recursion admits; all refuse missing values.

    >>> from hypothesis import find
    >>> find(policies(), lambda policy: no_improvement in policy.stop).name
    'drawn'
    """
    other_policies = st.builds(
        Policy,
        name=st.just("drawn"),
        source=st.just("dtref.strategies"),
        criterion=st.sampled_from(
            [c for c in CRITERIA_BY_FORMULA.values() if c.impurity is not None and not (c.impurity.moments or c.two_classes)]
        ),
        nominal=st.sampled_from((MultiwaySplit(), SubsetSplits())),
        ordinal=st.sampled_from((OrdinalCuts(), MultiwaySplit())),
        continuous=st.sampled_from(THRESHOLDS),
        ask_once=st.booleans(),
        stop=st.sampled_from(((pure, same_values), (pure, same_values, no_improvement))),
        empty_branch=st.sampled_from(EmptyBranch),
        tie=st.sampled_from((First(), Last())),
    )
    return st.sampled_from((HUNT, ID3, CART)) | other_policies
