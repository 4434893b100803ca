"""
Gain where some records miss the value asked for: the readings of one slide, and how they differ.

Document: `tan` Computing Impurity Measure. Notation: K the known records, in children; U the others; T all; F = |K|/|T|.;
`dtref.spec.split.missing_gain`, `dtref.spec.split.criteria`, whose functions are run.
"""

from __future__ import annotations

from fractions import Fraction

from dtref.exact.decimals import decimal
from dtref.exact.number import total
from dtref.spec.split.criteria import gain, gain_ratio, gini_reduction, known_share, split_info, weighted_impurity
from dtref.spec.split.impurity import entropy
from dtref.spec.split.missing_gain import entropy_of_children_over_all, gain_over_all, gain_over_all_unscaled
from proofs.steps import above_zero, defined, equal, same
from proofs.symbols import positive
from proofs.theorem import Method, Outcome, theorem

SLIDE = "tan: Computing Impurity Measure"
LEFT, RIGHT, MISSING = positive("a1:3"), positive("b1:3"), positive("u1:3")
KNOWN = tuple(x + y for x, y in zip(LEFT, RIGHT, strict=True))
NODE = tuple(x + y for x, y in zip(KNOWN, MISSING, strict=True))
TEST = (LEFT, RIGHT)
REACH = "two classes, two children, all positive real counts"


@theorem(
    "Where records miss the value asked for, a reduction is that of the known records times their share",
    source="quinlan1993",
    runs=(gain, gini_reduction, known_share),
    reach=REACH,
    method=Method.IDENTITY,
)
def theorem_gain_with_missing_values_is_the_known_share_of_the_gain() -> None:
    """F times the criterion without missing values; F and the share of the missing add up to 1."""
    for criterion in (gain, gini_reduction):
        equal(defined(criterion(NODE, TEST, MISSING)), known_share(KNOWN, MISSING) * defined(criterion(KNOWN, TEST)))
    equal(known_share(KNOWN, MISSING) + known_share(MISSING, KNOWN), 1)
    equal(known_share(KNOWN, MISSING) / known_share(MISSING, KNOWN), total(KNOWN) / total(MISSING))


@theorem(
    'The gain over all records without the factor F is the gain of the test with "missing" as one more branch, and |U|/n Entropy(U) more',
    source=SLIDE,
    runs=(gain_over_all_unscaled, gain),
    reach=REACH,
    method=Method.IDENTITY,
)
def theorem_gain_over_all_is_that_of_a_branch_of_missing_values_and_more() -> None:
    """It charges nothing for the branch of the missing. Without missing values it is the gain."""
    more = total(MISSING) / total(NODE) * defined(entropy(MISSING))
    equal(defined(gain_over_all_unscaled(NODE, TEST, MISSING)), defined(gain(NODE, (*TEST, MISSING))) + more)
    equal(defined(gain_over_all_unscaled(KNOWN, TEST)), defined(gain(KNOWN, TEST)))


@theorem(
    "Entropy(Children) as the slide has it is F times that of the known records: the missing count as a child that is pure",
    source=SLIDE,
    runs=(entropy_of_children_over_all, weighted_impurity, known_share),
    reach=REACH,
    method=Method.IDENTITY,
)
def theorem_entropy_of_children_over_all_counts_the_missing_as_pure() -> None:
    """Three forms."""
    found = entropy_of_children_over_all(TEST, MISSING)
    equal(found, weighted_impurity(entropy, (*TEST, (total(MISSING), 0))))
    equal(found, known_share(KNOWN, MISSING) * weighted_impurity(entropy, TEST))


@theorem(
    "The slide's formula for the gain over all records is F times what it prints as the value",
    source=SLIDE,
    runs=(gain_over_all, gain_over_all_unscaled, gain, known_share),
    reach=REACH,
    method=Method.IDENTITY,
)
def theorem_gain_over_all_is_the_known_share_of_the_unscaled() -> None:
    """Without missing values both are the gain."""
    equal(defined(gain_over_all(NODE, TEST, MISSING)), known_share(KNOWN, MISSING) * defined(gain_over_all_unscaled(NODE, TEST, MISSING)))
    equal(defined(gain_over_all(KNOWN, TEST)), defined(gain(KNOWN, TEST)))
    above_zero(1 - known_share(KNOWN, MISSING))


@theorem(
    "As printed: 0.9 × (0.8813 - 0.551) = 0.3303",
    source=SLIDE,
    runs=(gain_over_all, gain_over_all_unscaled, gain),
    reach="the slide's data",
    method=Method.COUNTEREXAMPLE,
    ends=Outcome.REFUTED,
)
def theorem_value_of_the_slide_is_without_the_factor() -> None:
    """The product is 0.2973; 0.3303 is the difference in brackets; C4.5's gain is 0.1368."""
    node, test, missing = (3, 7), ((0, 3), (2, 4)), (1, 0)
    values = [decimal(defined(by(node, test, missing)), 4) for by in (gain_over_all, gain_over_all_unscaled, gain)]
    same(values, ["0.2973", "0.3303", "0.1368"], "the three readings")
    same(known_share((2, 7), missing), Fraction(9, 10), "F")


@theorem(
    'C4.5\'s gain ratio divides the gain, known share and all, by the entropy of the branches with "missing" as one more',
    source="quinlan1993",
    runs=(gain_ratio, split_info, gain),
    reach=REACH,
    method=Method.IDENTITY,
)
def theorem_gain_ratio_with_missing_values_counts_them_in_the_split_information() -> None:
    """By parts."""
    equal(defined(gain_ratio(NODE, TEST, MISSING)) * split_info((*TEST, MISSING)), defined(gain(NODE, TEST, MISSING)))
