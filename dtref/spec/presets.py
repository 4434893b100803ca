"""The presets: each algorithm as a policy, written as a difference from another."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve

from dtref.exact.checked_call import refuses_other_kinds
from dtref.spec.growing.nearly_pure import NearlyPure
from dtref.spec.growing.policy import EmptyBranch, Policy, Sizes
from dtref.spec.growing.stopping import no_improvement, pure, same_values
from dtref.spec.growing.surrogates import LearnSurrogates, association_of_all
from dtref.spec.model.tests import Side
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.split.association import chi_square
from dtref.spec.split.candidates import MultiwaySplit, NumbersOnly, SubsetSplits, Thresholds
from dtref.spec.split.chaid.candidates import LeastAdjustedP, MergedBins, MergedValues, missing_floats
from dtref.spec.split.chaid.merging import Merging
from dtref.spec.split.choose import best, best_of_average_gain, best_or_stuck, nothing
from dtref.spec.split.criteria import gain, gain_ratio, gini_reduction, variance_reduction
from dtref.spec.split.numeric.oblique import ObliqueSearch
from dtref.spec.split.numeric.placement import largest_not_above_midpoint, midpoint
from dtref.spec.split.numeric.single_precision import ThresholdsApart
from dtref.spec.split.separation import twoing

HUNT = Policy(
    name="HUNT",
    source="`tan`, General Structure of Hunt's Algorithm",
    criterion=gini_reduction,
    ordinal=MultiwaySplit(),
    continuous=Thresholds(midpoint, Side.AT_MOST),
    empty_branch=EmptyBranch.DEFAULT_CLASS,
)
"""
Hunt's procedure: multiway tests; a leaf that no record reaches gets the default class y_d. The source leaves the measure open; here it is
Gini, the first that the source names.
"""

ID3 = evolve(
    HUNT,
    name="ID3",
    source="`cs6220`, Algorithm for Decision Tree Induction; `iaml` 1.2 and 1.3",
    criterion=gain,
    ask_once=True,
    empty_branch=EmptyBranch.PARENT_MAJORITY,
)
"""
ID3: information gain; a multiway attribute is asked once a path; an empty branch gets its parent's largest classes;
numbers get binary cuts.
"""

ID3_IAML = evolve(
    ID3,
    name="ID3_IAML",
    source="`iaml` 1.2, Algorithm 1 ID3",
    select=best_or_stuck,
)
"""
ID3 as `iaml` prints it in pseudo-code, which stops at pure subsets only. It leaves open: what becomes of an impure subset without
attributes (here Invalid, as its recursion has no answer), the label of a leaf and of an empty subset (here as in `ID3`), ties, a pure root.
"""

CART = Policy(
    name="CART",
    source="`tan`, Splitting Based on GINI; `cs6220`, Gini Index (CART, IBM IntelligentMiner)",
    criterion=gini_reduction,
    nominal=SubsetSplits(),
)
"""
CART: binary tests only, groupings of nominal values and cuts of ordinal and continuous ones; Gini; grown until a node is pure, or
nothing is left to ask there.
"""

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
"""
The selection rule of Quinlan's book, and no more of C4.5: gain ratio among tests of at least average gain, exactly; each number enters with
its cuts of greatest gain; a cut is a training value; records with a missing value are split. Of the program's rules it has neither -m, nor
the least side of a cut, nor release 8's price of a number, nor any pruning: the program itself is `c45_release_8`, Weka's `j48`
(`dtref.spec.programs`).
"""

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
rpart as `cs422` uses it, for complete data: Gini; numbers below the cut go left; a split must reduce impurity. Its other stopping rules,
its pruning and its own rules for surrogates are not part of it: the program itself is `dtref.spec.programs.rpart.rpart`. Its minsplit and
minbucket count rows.
"""

SCIKIT_LEARN = evolve(
    CART,
    name="SCIKIT_LEARN",
    source="scikit-learn 1.4 and newer, `sklearn/tree/_partitioner.pyx`",
    nominal=NumbersOnly("scikit-learn"),
    ordinal=NumbersOnly("scikit-learn"),
    continuous=ThresholdsApart(),
    stop=(pure, same_values, NearlyPure(Fraction(1, 2**52))),
    sizes=Sizes.ROWS,
)
"""
CART as scikit-learn fits it: numbers only, kept as float32; two that are at most 1e-7 apart are not cut apart; a node of an impurity up to
2^-52 is taken for pure. Ties are drawn there, and kept here. Its min_samples_split and min_samples_leaf count rows. Missing values
are refused. With its parameters, and a direction of missing values learned at each node, it is `scikit_learn` (`dtref.spec.programs`).
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


@refuses_other_kinds
def chaid_policy(
    alpha_merge: Fraction = Fraction(1, 20), alpha_split: Fraction = Fraction(1, 20), resplit: Fraction | None = None
) -> Policy:
    """
    CHAID at significance levels for merging two categories, for splitting a node, and for splitting merged categories again (None: never).

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
"""The presets by the names that the command line uses."""
