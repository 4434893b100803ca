"""
Gain and the reduction of impurity.   Documents: `tan` Splitting Based on GINI, on INFO; `cs6220` Attribute Selection; `iaml` 1.3.

Before this: `proofs.impurity`; `dtref.split.criteria`, whose functions are run.
"""

from __future__ import annotations

from dtref.split.criteria import gain, gini_reduction
from proofs.steps import equal, weighted_squares
from proofs.symbols import positive
from proofs.theorem import Method, theorem


@theorem(
    "The reduction of Gini is 2 (n_L/n)(n_R/n)(p_L - p_R)²: never negative, and 0 at equal shares only",
    source="tan: Splitting Based on GINI",
    runs=(gini_reduction,),
    reach="two classes, two children, all positive real counts",
    method=Method.SQUARES,
)
def theorem_gini_reduction_is_a_square_of_two_classes_and_two_children() -> None:
    """The weight is positive, p_L and p_R are the children's shares of the first class."""
    a, b, c, d = positive("a b c d")
    left, right = a + b, c + d
    n = left + right
    weighted_squares(gini_reduction((a + c, b + d), ((a, b), (c, d))), [(2 * left * right / (n * n), a / left - c / right)])


@theorem(
    "The gain of a test about the class is the gain of the class about the test",
    source="tan: Splitting Based on INFO...",
    runs=(gain,),
    reach="two classes, two children, all positive real counts",
    method=Method.IDENTITY,
)
def theorem_gain_is_symmetric_of_class_and_branch() -> None:
    """Both are the mutual information."""
    a, b, c, d = positive("a b c d")
    equal(gain((a + c, b + d), ((a, b), (c, d))), gain((a + b, c + d), ((a, c), (b, d))))
