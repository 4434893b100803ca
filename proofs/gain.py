"""
Gain and the reduction of impurity.   Documents: `tan` Splitting Based on GINI, on INFO; `cs6220` Attribute Selection; `iaml` 1.3.;
`dtref.spec.split.criteria`, whose functions are run.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import cast

import sympy

from dtref.exact.number import Number, total
from dtref.spec.split.criteria import Criterion, error_reduction, gain, gain_ratio, gini_reduction, split_info, weighted_impurity
from dtref.spec.split.impurity import Children, entropy, gini, misclassification_error
from proofs.any_number import Sums, indexed, letters, sum_of_terms
from proofs.steps import ascending, at, equal, least_only_at, not_negative, same, weighted_squares
from proofs.symbols import log2, positive
from proofs.symbols import not_negative as from_zero
from proofs.theorem import Method, theorem

INFO, RATIO, ERROR = (
    "tan: Alternative Splitting Criteria based on INFO",
    "tan: Splitting Based on INFO...",
    "tan: Misclassification Error vs Gini",
)
E = cast(Number, sympy.E)
ANY = "any number of classes and of children, all of which have records; all real counts n_ij, of which any may be 0"
CHILD, CLASS = letters("i:k j:c")
n_ij, m_ij = (indexed(name)[CHILD.letter, CLASS.letter] for name in "nm")
n_i, m_i, L_i = (indexed(name, positive=True)[CHILD.letter] for name in ("R", "Q", "A"))
n_j = indexed("C", positive=True)[CLASS.letter]
n, L = positive("N L")
TABLE = Sums(
    (CHILD, CLASS),
    {(n_ij, CLASS): n_i, (n_ij, CHILD): n_j, (n_i, CHILD): n, (n_j, CLASS): n, (m_ij, CLASS): m_i, (m_ij, CHILD): n_j, (m_i, CHILD): n},
    {(n_ij, CLASS): L_i, (n_j, CLASS): L, (m_ij, CLASS): indexed("B", positive=True)[CHILD.letter]},
)
NODE = TABLE.each(CLASS, n_j)
CHILDREN = TABLE.rows(CHILD, TABLE.each(CLASS, n_ij))
"""Any number of children i with n_ij records of class j, n_i of all, the largest class having L_i; of all children n_j, n and L."""
OTHERS = TABLE.rows(CHILD, TABLE.each(CLASS, m_ij))
"""The children of another test of the same node: m_ij records."""
x, y, z = *positive("x"), *from_zero("y z")


def found(criterion: Criterion, node: Sequence[Number] = NODE, children: Children = CHILDREN) -> Number:
    """A criterion of any number of classes and children."""
    return TABLE.closed(criterion.formula(node, children))


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
    reach=ANY,
    method=Method.IDENTITY,
)
def theorem_gain_is_symmetric_of_class_and_branch() -> None:
    """Both are the mutual information. Rows and columns of the table are exchanged."""
    sizes, of_classes = [total(child) for child in CHILDREN], list(zip(*CHILDREN, strict=True))
    equal(found(gain), found(gain, sizes, of_classes))


@theorem(
    "The reduction of Gini is the weighted squared distance of the children's class shares from the node's: never negative, and 0 exactly "
    "where every child has the node's shares",
    source="tan: Splitting Based on GINI",
    runs=(gini_reduction,),
    reach=ANY,
    method=Method.SQUARES,
)
def theorem_gini_reduction_is_a_sum_of_squares() -> None:
    """sum_i n_i/n sum_j (p(j|i) - p_j)²."""
    distance = n_ij / n_i - n_j / n
    sum_of_terms(found(gini_reduction), TABLE, n_i / n * distance * distance, CHILD, CLASS)


@theorem(
    "Gain is the divergence of the table from that of independence: never negative, and 0 exactly where every child has the node's shares",
    source=INFO,
    runs=(gain,),
    reach=ANY,
    method=Method.DERIVATIVES,
)
def theorem_gain_is_a_divergence() -> None:
    """
    sum n_ij/n log2(n_ij/e_ij), e_ij = n_i n_j/n. Less (n_ij - e_ij)/(n ln 2), which add up to 0, each term is 0 where n_ij = e_ij and above
    0 elsewhere, in a cell without records too, where n_ij log2 n_ij is 0.
    """

    def term(in_cell: Number, expected: Number) -> Number:
        return in_cell * (log2(in_cell) - log2(expected)) - (in_cell - expected) * log2(E)

    equal(found(gain), TABLE.over(term(n_ij, n_i * n_j / n) / n, CHILD, CLASS))
    (e,) = positive("e")
    least_only_at(term(x, e), x, e, e * log2(E))


@theorem(
    "The reduction of error is 0 where every child has the node's largest class as its own, though Gini and entropy fall",
    source=ERROR,
    runs=(error_reduction, gini_reduction, gain),
    reach="two classes, two children, all positive real counts where the first class is the largest of both; the slide's 7/3",
    method=Method.SIGNS,
)
def theorem_error_reduction_is_0_where_all_have_one_largest_class() -> None:
    """The largest classes' counts add up. Gini falls by a square that isn't 0, the shares being different."""
    b, d, x, y = positive("b d x y")
    node, parts = (b + x + d + y, b + d), ((b + x, b), (d + y, d))
    equal(error_reduction(node, parts), 0)
    printed = (7, 3), ((3, 0), (4, 3))
    same(error_reduction(*printed), 0, "the reduction of error of the slide's split")
    ascending(0, gini_reduction(*printed))
    same(gini_reduction(*printed), Fraction(27, 350), "0.42 - 12/35: the reduction of Gini of the slide's split")
    ascending(0, gain(*printed))


@theorem(
    "The reduction of error is never negative, and 0 exactly where one class is a largest one of every child",
    source=ERROR,
    runs=(error_reduction,),
    reach=ANY,
    method=Method.SIGNS,
)
def theorem_error_reduction_is_not_negative() -> None:
    """It is (sum_i L_i - n_j)/n of a largest class j of the node: the sum of what it has less than each child's largest."""
    sum_of_terms(at(found(error_reduction), L, n_j), TABLE, (L_i - n_ij) / n, CHILD, at={L_i: n_ij + y})


@theorem(
    "The test of the least weighted impurity is that of the greatest reduction",
    source="tan: Splitting Based on GINI",
    runs=(gini_reduction, gain, error_reduction, weighted_impurity),
    reach="no missing values; any two tests of one node; " + ANY,
    method=Method.IDENTITY,
)
def theorem_least_weighted_impurity_is_greatest_reduction() -> None:
    """The difference of the reductions of two tests is that of the weighted impurities, the other way round: the node's own drops out."""
    for reduction, measure in ((gini_reduction, gini), (gain, entropy), (error_reduction, misclassification_error)):
        weighted, of_others = (TABLE.closed(weighted_impurity(measure, children)) for children in (CHILDREN, OTHERS))
        equal(found(reduction) - found(reduction, NODE, OTHERS), of_others - weighted)
        equal(found(reduction) + weighted, TABLE.closed(measure.of(NODE)))


@theorem(
    "Refining adds up: parting a child raises the reduction by that of the child's own test, weighted by its share, so never lowers it",
    source=RATIO,
    runs=(gain, gini_reduction, error_reduction),
    reach="a child parted in two beside any number of others, so in any number one by one; " + ANY,
    method=Method.IDENTITY,
)
def theorem_refining_never_lowers_a_reduction() -> None:
    """
    The merged child's impurity is added and taken away; its own reduction is not negative, as the theorems before say. Of error it is
    A + B - (a_j + b_j), over a child's records, of a class j that is the child's largest, where A and B are the largest of its parts.
    """
    a_j, b_j = (indexed(name)[CLASS.letter] for name in "ab")
    a, b, most_a, most_b, most = positive("a b A B M")
    known = Sums(
        TABLE.indices,
        {**TABLE.sums, (a_j, CLASS): a, (b_j, CLASS): b},
        {**TABLE.largest, (n_j + a_j + b_j, CLASS): L, (a_j, CLASS): most_a, (b_j, CLASS): most_b, (a_j + b_j, CLASS): most},
    )
    node, child, *parts = (known.each(CLASS, one) for one in (n_j + a_j + b_j, a_j + b_j, a_j, b_j))
    others = known.rows(CHILD, known.each(CLASS, n_ij))
    for reduction in (gain, gini_reduction, error_reduction):
        fine, coarse, own = (
            known.closed(reduction.formula(whole, children))
            for whole, children in ((node, (*others, *parts)), (node, (*others, child)), (child, parts))
        )
        equal(fine, coarse + (a + b) / (n + a + b) * own)
    of_a_largest = at(at(at(own, most, a_j + b_j), most_a, a_j + y), most_b, b_j + z)
    not_negative(of_a_largest)


@theorem(
    "Gain ratio is gain over the entropy of the branches, and from 0 to 1: what split information has more than gain is the entropy of the "
    "branch within each class",
    source=RATIO,
    runs=(gain_ratio, split_info, gain),
    reach="where split information is positive; " + ANY,
    method=Method.SIGNS,
)
def theorem_gain_ratio_is_between_0_and_1() -> None:
    """H(branch) - gain = sum n_ij/n log2(n_j/n_ij), and n_j is at least n_ij. That gain isn't negative is said by the theorems before."""
    bits = TABLE.closed(split_info(CHILDREN))
    more = from_zero("s")[0]
    sum_of_terms(bits - found(gain), TABLE, n_ij / n * (log2(n_j) - log2(n_ij)), CHILD, CLASS, at={n_j: x * (1 + more), n_ij: x})
    equal(bits, TABLE.closed(entropy.of([total(child) for child in CHILDREN])))
    equal(found(gain_ratio) * bits, found(gain))
