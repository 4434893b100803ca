"""Rows of the table of invariances (tests/invariances.py): the presets, and the rules of missing values, binning, labels and pruning."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve
from changed_samples import Row
from tied_results import Filled, Grown, Pruned, raised_alone

import dtref
from dtref.spec.growing.policy import EmptyBranch, Policy
from dtref.spec.growing.surrogates import LearnSurrogates
from dtref.spec.model.tests import Absent, Side
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.missing import (
    drop_missing,
    flag_missing,
    impute_mean,
    impute_median,
    impute_mode,
    keep_missing,
    missing_as_value,
)
from dtref.spec.presets import chaid_policy
from dtref.spec.pruning.cost_complexity import cost_complexity
from dtref.spec.pruning.description import TreeCode, attribute_only, minimum_description
from dtref.spec.pruning.error_based import error_based
from dtref.spec.pruning.pessimistic import pessimistic, pessimistic_within_error
from dtref.spec.pruning.records_at_nodes import Charge
from dtref.spec.pruning.reduced_error import best_node_first, best_node_first_by, reduced_error, reduced_error_by
from dtref.spec.pruning.subtree_raising import Largest, error_based_raising, error_based_raising_by
from dtref.spec.split.candidates import SubsetSplits, Thresholds
from dtref.spec.split.chaid.candidates import MergedBins, MergedValues
from dtref.spec.split.chaid.merging import Merging
from dtref.spec.split.description import classes_coded
from dtref.spec.split.numeric.binning import BoundaryPoints, ClassChanges, Clusters, EqualFrequency, EqualWidth
from dtref.spec.split.numeric.placement import Placement, floor_midpoint, largest_not_above_midpoint, lower_end, upper_end
from dtref.spec.split.numeric.ranges import RangesSplit, ThresholdsAt

EVEN = tuple(map(Fraction, (0, 1, 2)))
"""Numbers of which clusters tie."""
HEAVIEST = evolve(dtref.CART, missing=keep_missing, gap=Gap.HEAVIEST)
FRACTIONS = evolve(dtref.CART, missing=keep_missing, gap=Gap.FRACTIONS)
LOOSE_CHAID = evolve(chaid_policy(Fraction(1, 2), Fraction(1)), continuous=MergedBins(Merging(Fraction(1, 2)), ClassChanges()))


def binned(binning: object) -> Policy:
    return evolve(dtref.HUNT, missing=keep_missing, gap=Gap.HEAVIEST, continuous=RangesSplit(binning))  # type: ignore[arg-type]


def cut_at(binning: object) -> Policy:
    return evolve(HEAVIEST, continuous=ThresholdsAt(binning))  # type: ignore[arg-type]


def cut_by(placement: Placement, side: Side = Side.AT_MOST) -> Row:
    """Refused: a placement outside the cut interval."""
    policy = evolve(HEAVIEST, continuous=Thresholds(placement, side))
    return Row(Grown(policy), no=("mirrored",), apart=Fraction(1, 4), refuses=placement is floor_midpoint)


CODE = TreeCode(classes_coded(), attribute_only)


ROWS_OF_RULES: Mapping[str, Row] = {
    # presets
    **{name: Row(Grown(policy), gaps="asked") for name, policy in {"HUNT": dtref.HUNT, "ID3": dtref.ID3, "CART": dtref.CART}.items()},
    "CART_TWOING": Row(Grown(dtref.CART_TWOING), gaps="asked"),
    "SLIQ": Row(Grown(dtref.SLIQ), gaps="asked"),
    "SPRINT": Row(Grown(dtref.SPRINT), gaps="asked"),
    "MAJORITY": Row(Grown(dtref.MAJORITY), gaps="asked"),
    "SCIKIT_LEARN": Row(Grown(dtref.SCIKIT_LEARN), gaps="asked", kinds="ccc"),
    "OBLIQUE": Row(Grown(dtref.OBLIQUE), gaps="asked"),
    "REGRESSION_TREE": Row(Grown(dtref.REGRESSION_TREE), gaps="asked", regression=True),
    "C45": Row(Grown(dtref.C45), no=("mirrored",)),
    "C45_GAIN": Row(Grown(dtref.C45_GAIN), no=("mirrored",)),
    "C45_GAIN_RATIO": Row(Grown(dtref.C45_GAIN_RATIO), no=("mirrored",)),
    "CART_SURROGATES": Row(Grown(dtref.CART_SURROGATES)),
    "RPART": Row(Grown(dtref.RPART)),
    "CHAID": Row(Grown(LOOSE_CHAID), gaps="nominal"),
    # rules for missing values
    "heaviest": Row(Grown(HEAVIEST)),
    "fractions": Row(Grown(FRACTIONS)),
    "one surrogate": Row(Grown(evolve(dtref.CART_SURROGATES, gap=LearnSurrogates(1)))),
    "heaviest, multiway": Row(Grown(evolve(dtref.ID3, missing=keep_missing, gap=Gap.HEAVIEST))),
    "surrogates, multiway": Row(Grown(evolve(dtref.ID3, missing=keep_missing, gap=LearnSurrogates()))),
    "regression, fractions": Row(Grown(evolve(dtref.REGRESSION_TREE, missing=keep_missing, gap=Gap.FRACTIONS)), regression=True),
    "drop": Row(Grown(evolve(dtref.CART, missing=drop_missing)), gaps="training"),
    "value": Row(Grown(evolve(dtref.CART, missing=missing_as_value)), gaps="training", kinds="nnn"),
    "flag": Row(Grown(evolve(HEAVIEST, missing=flag_missing)), gaps="training"),
    "median": Row(Filled(evolve(dtref.CART, missing=impute_median)), gaps="training"),
    "mode": Row(Filled(evolve(dtref.CART, missing=impute_mode)), gaps="training"),
    "mean": Row(Filled(evolve(dtref.CART, missing=impute_mean)), gaps="training", apart=Fraction(1, 1009)),
    # binnings
    "ranges of equal width": Row(Grown(binned(EqualWidth(2)))),
    "ranges of equal frequency": Row(Grown(binned(EqualFrequency(2))), no=("mirrored",)),
    "ranges of clusters": Row(Grown(binned(Clusters(2))), numbers=EVEN, apart=Fraction(1, 4)),
    "ranges at class changes": Row(Grown(binned(ClassChanges()))),
    "ranges at boundary points": Row(Grown(binned(BoundaryPoints()))),
    "cuts of equal width": Row(Grown(cut_at(EqualWidth(3))), no=("mirrored",)),
    "cuts of equal frequency": Row(Grown(cut_at(EqualFrequency(3))), no=("mirrored",)),
    "cuts of clusters": Row(Grown(cut_at(Clusters(2))), numbers=EVEN, apart=Fraction(1, 4)),
    "cuts at class changes": Row(Grown(cut_at(ClassChanges()))),
    "cuts at boundary points": Row(Grown(cut_at(BoundaryPoints()))),
    "merged clusters": Row(
        Grown(evolve(LOOSE_CHAID, continuous=MergedBins(Merging(Fraction(1, 2)), Clusters(2)))),
        gaps="nominal",
        numbers=EVEN,
        apart=Fraction(1, 4),
    ),
    "cuts at the lower end": cut_by(lower_end),
    "cuts at the upper end": cut_by(upper_end, Side.BELOW),
    "cuts at the floor of the midpoint": cut_by(floor_midpoint),
    "cuts not above the midpoint": cut_by(largest_not_above_midpoint),
    # label rules, absent values
    "empty branch: default class": Row(Grown(evolve(dtref.ID3, empty_branch=EmptyBranch.DEFAULT_CLASS)), gaps="asked"),
    "absent: second": Row(Grown(evolve(HEAVIEST, nominal=SubsetSplits(absent=Absent.SECOND))), no=("values",)),
    "absent: largest": Row(
        Grown(evolve(LOOSE_CHAID, nominal=MergedValues(Merging(Fraction(1, 2)), absent=Absent.LARGEST))), no=("values",), gaps="nominal"
    ),
    # pruning rules
    "pessimistic": Row(Pruned(lambda tree, _: pessimistic(tree).tree, HEAVIEST, (pessimistic,))),
    "pessimistic within an error": Row(Pruned(lambda tree, _: pessimistic_within_error(tree).tree, HEAVIEST, (pessimistic_within_error,))),
    "reduced error": Row(
        Pruned(lambda tree, s: reduced_error(tree, s.validation).tree, HEAVIEST, (reduced_error, Charge.FIRST)), no=("classes",)
    ),
    "reduced error, each": Row(Pruned(lambda tree, s: reduced_error_by(Charge.EACH, tree, s.validation).tree, HEAVIEST, (Charge.EACH,))),
    "best node first": Row(
        Pruned(lambda tree, s: best_node_first(tree, s.validation).tree, HEAVIEST, (best_node_first, Charge.FIRST)), no=("classes",)
    ),
    "best node first, each": Row(
        Pruned(lambda tree, s: best_node_first_by(Charge.EACH, tree, s.validation).tree, HEAVIEST, (Charge.EACH,))
    ),
    "minimum description": Row(
        Pruned(lambda tree, _: minimum_description(tree, CODE).tree, dtref.CART, (minimum_description,)), gaps="asked"
    ),
    "error-based": Row(Pruned(lambda tree, _: error_based(tree).tree, HEAVIEST, (error_based,))),
    "error-based, raising": Row(Pruned(raised_alone, HEAVIEST, (error_based_raising, Largest.FIRST))),
    "error-based, raising the least errors": Row(
        Pruned(lambda tree, s: error_based_raising_by(Largest.LEAST_ERRORS, tree, s.data).tree, HEAVIEST, (Largest.LEAST_ERRORS,))
    ),
    "cost-complexity": Row(Pruned(lambda tree, _: cost_complexity(tree).tree_at(Fraction(1, 5)), HEAVIEST, (cost_complexity,))),
}
"""Presets and rules."""
