"""The presets: each algorithm as a policy, written as a difference from another."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve

from dtref.spec.growing.policy import EmptyBranch, Policy, Sizes
from dtref.spec.growing.stopping import no_improvement, pure, same_values
from dtref.spec.growing.surrogates import LearnSurrogates, association_of_all
from dtref.spec.model.tests import Side
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.split.association import chi_square
from dtref.spec.split.candidates import MultiwaySplit, SubsetSplits, Thresholds
from dtref.spec.split.chaid.candidates import LeastAdjustedP, MergedBins, MergedValues, missing_floats
from dtref.spec.split.chaid.merging import Merging
from dtref.spec.split.choose import best, best_of_average_gain, best_or_stuck, nothing
from dtref.spec.split.criteria import gain, gain_ratio, gini_reduction, variance_reduction
from dtref.spec.split.numeric.oblique import ObliqueSearch
from dtref.spec.split.numeric.placement import largest_not_above_midpoint, midpoint
from dtref.spec.split.numeric.single_precision import NumbersOnly, ThresholdsApart
from dtref.spec.split.separation import twoing

HUNT = Policy(
    name="HUNT",
    source="`tan`, General Structure of Hunt's Algorithm",
    criterion=gini_reduction,
    ordinal=MultiwaySplit(),
    continuous=Thresholds(midpoint, Side.AT_MOST),
    empty_branch=EmptyBranch.DEFAULT_CLASS,
)
"""Hunt's procedure: multiway tests, an empty branch gets the default class y_d. The test is left open; here Gini, its first measure."""

ID3 = evolve(
    HUNT,
    name="ID3",
    source="`cs6220`, Algorithm for Decision Tree Induction; `iaml` 1.2 and 1.3",
    criterion=gain,
    ask_once=True,
    empty_branch=EmptyBranch.PARENT_MAJORITY,
)
"""Information gain; a multiway attribute once a path; an empty branch votes as its parent. Numbers get binary thresholds."""

ID3_IAML = evolve(
    ID3,
    name="ID3_IAML",
    source="`iaml` 1.2, Algorithm 1 ID3",
    select=best_or_stuck,
)
"""
ID3 as `iaml` prints it in pseudo-code. It stops at pure subsets only. What it leaves open: what an impure subset without attributes
becomes (here Invalid, as its recursion has no answer), the label of a leaf and of an empty subset (here as ID3), ties, a pure root.
"""

CART = Policy(
    name="CART",
    source="`tan`, Splitting Based on GINI; `cs6220`, Gini Index (CART, IBM IntelligentMiner)",
    criterion=gini_reduction,
    nominal=SubsetSplits(),
)
"""Binary tests only: groupings of nominal values, cuts of ordinal and continuous ones; Gini; grown until nothing is left to ask."""

C45 = Policy(
    name="C45",
    source="Quinlan 1993, C4.5: Programs for Machine Learning; `cs6220`, Gain Ratio for Attribute Selection (C4.5)",
    criterion=gain_ratio,
    ordinal=MultiwaySplit(),
    continuous=Thresholds(largest_not_above_midpoint, Side.AT_MOST),
    missing=keep_missing,
    gap=Gap.FRACTIONS,
    select=best_of_average_gain,
)
"""C4.5 as Quinlan's book has it: gain ratio among tests of at least average gain; a cut is a training value; fractional records."""

C45_GAIN_RATIO = evolve(
    C45, name="C45_GAIN_RATIO", source="`cs6220`, Gain Ratio for Attribute Selection (C4.5); `tan`, Gain Ratio", select=best
)
"""C4.5 as `cs6220` and `tan` state its criterion: the greatest gain ratio of all, without the average-gain rule."""

C45_GAIN = evolve(C45, name="C45_GAIN", source="`tan`, Example: C4.5; `cs6220`, Information Gain (ID3/C4.5)", criterion=gain, select=best)
"""C4.5 as two slides describe it: "uses Information Gain"."""

CART_TWOING = evolve(CART, name="CART_TWOING", source="Breiman, Friedman, Olshen and Stone 1984", criterion=twoing)
"""CART with the twoing rule instead of Gini."""

CART_SURROGATES = evolve(
    CART,
    name="CART_SURROGATES",
    source="Breiman, Friedman, Olshen and Stone 1984, section on surrogate splits",
    missing=keep_missing,
    gap=LearnSurrogates(),
)
"""CART that sends records with a missing value the way of the test that best predicts the one they cannot answer."""

RPART = evolve(
    CART_SURROGATES,
    name="RPART",
    source="`cs422`, Tree Induction: How to determine best split? (rpart uses Gini)",
    continuous=Thresholds(midpoint, Side.BELOW),
    stop=(pure, same_values, no_improvement),
    gap=LearnSurrogates(association=association_of_all),
    sizes=Sizes.ROWS,
)
"""
rpart as `cs422` uses it: Gini; numbers go left below the cut, a split must reduce impurity. Without its stopping and pruning; its minsplit
and minbucket count rows.
"""

SCIKIT_LEARN = evolve(
    CART,
    name="SCIKIT_LEARN",
    source="scikit-learn 1.4 and newer, `sklearn/tree/_partitioner.pyx`",
    nominal=NumbersOnly("scikit-learn"),
    ordinal=NumbersOnly("scikit-learn"),
    continuous=ThresholdsApart(),
    sizes=Sizes.ROWS,
)
"""
CART as scikit-learn fits it: numbers alone, kept as float32, those at most 1e-7 apart being one. Ties are drawn there, a set here. Its
min_samples_split and min_samples_leaf count rows.
"""

OBLIQUE = evolve(CART, name="OBLIQUE", source="`tan`, Oblique Decision Trees", oblique=ObliqueSearch())
"""CART that may also ask a linear combination of two continuous attributes, found by exhaustive search; for small data."""

SLIQ = evolve(CART, name="SLIQ", source="`tan`, Splitting Based on GINI; Mehta, Agrawal and Rissanen 1996")
"""SLIQ: the splits of CART. It differs in how it finds them (presorted lists, breadth first) and in pruning (MDL), not in what they are."""

SPRINT = evolve(CART, name="SPRINT", source="`tan`, Splitting Based on GINI; Shafer, Agrawal and Mehta 1996")
"""SPRINT: the splits of CART, found in parallel on attribute lists; MDL pruning as SLIQ's."""

REGRESSION_TREE = evolve(CART, name="REGRESSION_TREE", source="`iaml` 1.7, Decision Trees For Regression", criterion=variance_reduction)
"""A tree for a continuous target: variance instead of Gini, the mean in each leaf."""

MAJORITY = evolve(CART, name="MAJORITY", source="`iaml` 2.4.3, Leave-One-Out Cross-Validation (majority classifier)", select=nothing)
"""The majority classifier: one leaf, whatever the attributes. The baseline that every other classifier is held against."""


def chaid_policy(
    alpha_merge: Fraction = Fraction(1, 20), alpha_split: Fraction = Fraction(1, 20), resplit: Fraction | None = None
) -> Policy:
    """
    CHAID at three significance levels: of merging two categories, of splitting a node, and, if it is done, of splitting merged categories.

    Multiway tests on merged categories; the attribute with the least p-value after Bonferroni's correction. Missing values are a category
    of their own, which floats in an ordinal attribute; missing numbers are Invalid. Every p-value is compared by certified bounds.
    Errors: Invalid for levels outside 0 to 1, or `resplit` above `alpha_merge`.

    >>> chaid_policy(alpha_split=Fraction(1, 100)).select
    LeastAdjustedP(alpha=Fraction(1, 100))
    """
    merging = Merging(alpha_merge, resplit)
    return Policy(
        name="CHAID",
        source="Kass 1980; `cs6220`, *Other Attribute Selection Measures (CHAID)",
        criterion=chi_square,
        nominal=MergedValues(merging),
        ordinal=MergedValues(merging),
        continuous=MergedBins(merging),
        missing=missing_floats,
        select=LeastAdjustedP(alpha_split),
    )


CHAID = chaid_policy()
"""CHAID at the levels 1/20 and 1/20, merged categories not split again; numbers in ten bins of about equal frequency at each node."""

PRESETS = {
    policy.name.lower().replace("_", "-"): policy
    for policy in (
        *(HUNT, ID3, ID3_IAML, C45, C45_GAIN_RATIO, C45_GAIN),
        *(CART, CART_TWOING, CART_SURROGATES, RPART, SCIKIT_LEARN, OBLIQUE, SLIQ, SPRINT),
        *(CHAID, REGRESSION_TREE, MAJORITY),
    )
}
"""The presets by the name that the command line uses."""
