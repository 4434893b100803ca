"""
Criteria of two classes that are made of square roots: DKM, Hellinger distance.

Notation: n_1, n_2 records of the two classes at the node, n_1i, n_2i in child i; p the share of one class. The values are sums of roots
and roots of such: exact, so that tests with equal values tie. At a node DKM is reduced by DKM(t)/2 times the squared Hellinger distance:
where no value is missing both choose the same tests.
"""

from __future__ import annotations

from collections.abc import Sequence

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.functions import sqrt
from dtref.exact.number import Exact, Number, is_zero, number, total
from dtref.spec.split.criteria import criterion, reduction
from dtref.spec.split.impurity import Children, Shares, impurity, shares


@impurity(unit="probability", strictly_concave=True, two_classes=True, typed="dkm")
@defined(
    formula="DKM(t) = 2 sqrt(p (1 - p)), p the share of one of two classes",
    letter="DKM(t)",
    range="From 0 (one class) to 1 (equal classes)",
    undefined="there are more than two classes",
    sources=(
        "Kearns and Mansour 1996, On the boosting ability of top-down decision tree learning algorithms",
        "Dietterich, Kearns and Mansour 1996, Applying the weak learning framework to understand and improve C4.5",
    ),
    parts=lambda: (shares,),
    synonyms=("Dietterich-Kearns-Mansour impurity",),
)
def dkm(p: Shares) -> Number:
    """
    The DKM impurity of a node of two classes: twice the geometric mean of their shares.

    >>> dkm((1, 4)), dkm((1, 2)), dkm((0, 6)), dkm((3, 3))
    (Fraction(4, 5), RootSum(2/3*sqrt(2)), Fraction(0, 1), Fraction(1, 1))
    >>> dkm((0, 0)), dkm((1, 2, 3))
    (Undefined(why='no records'), Undefined(why='defined for two classes'))
    """
    p_1, p_2 = (*p, number(0))[:2]
    return 2 * sqrt(p_1 * p_2)


@criterion(dkm, reduces=True, typed="dkm")
@defined(
    formula="DKM(t) - sum_i n_i/n DKM(i) = DKM(t)/2 d^2, d the Hellinger distance",
    undefined=dkm,
    sources=dkm,
    parts=lambda: (shares,),
    synonyms=("DKM gain",),
)
def dkm_reduction(node: Sequence[Exact], children: Children) -> Number:
    """
    The reduction in DKM impurity that a test achieves.

    At least 0, and 0 only where every child has the node's class shares.

    >>> dkm_reduction((5, 5), ((4, 1), (1, 4))), dkm_reduction((4, 4), ((3, 1), (1, 3))), dkm_reduction((2, 4), ((1, 2), (1, 2)))
    (Fraction(1, 5), RootSum(1 - 1/2*sqrt(3)), Fraction(0, 1))
    """
    return reduction(dkm, node, children)


@criterion(typed="hellinger", two_classes=True, bounded=True)
@defined(
    formula="d = sqrt(sum_i [sqrt(n_1i / n_1) - sqrt(n_2i / n_2)]^2), so d^2 = 2 - 2 sum_i sqrt(n_1i n_2i / (n_1 n_2))",
    letter="d",
    range="From 0 (every child has the node's class shares) to sqrt 2 (no child has both classes)",
    undefined="a class has no records, or there are more than two classes",
    sources=(
        "Cieslak and Chawla 2008, Learning decision trees for unbalanced data",
        "Cieslak, Hoens, Chawla and Kegelmeyer 2012, Hellinger distance decision trees are robust and skew-insensitive",
    ),
)
def hellinger_distance(node: Sequence[Exact], children: Children) -> Number | Undefined:
    """
    The Hellinger distance between how two classes are spread over the children: it does not depend on how large the classes are.

    >>> hellinger_distance((2, 2), ((2, 0), (0, 2))), hellinger_distance((4, 4), ((3, 1), (1, 3))), hellinger_distance((1, 9), ((1, 9),))
    (RootSum(sqrt(2)), KthRoot(sqrt(2 - sqrt(3))), Fraction(0, 1))
    >>> hellinger_distance((4, 100), ((3, 25), (1, 75))) == hellinger_distance((4, 4), ((3, 1), (1, 3)))
    True
    >>> hellinger_distance((0, 3), ((0, 1), (0, 2))), hellinger_distance((1, 1, 1), ((1, 1, 1),))
    (Undefined(why='a class has no records'), Undefined(why='defined for two classes'))
    """
    if len(node) < 2 or any(map(is_zero, node)):
        return Undefined("a class has no records")
    n_1, n_2 = node
    differences = [sqrt(number(n_1i) / n_1) - sqrt(number(n_2i) / n_2) for n_1i, n_2i in children]
    return sqrt(total(x * x for x in differences))


IMPURITIES_OF_TWO_CLASSES = (dkm,)
"""The impurities of this module."""

CRITERIA_OF_SQUARE_ROOTS = (hellinger_distance, dkm_reduction)
"""The criteria of this module."""
