"""
Statistics of association and what they have to do with gain and Gini.   Documents: `cs6220` *Other Attribute Selection Measures.

Notation: n_ij records of class j in child i, e_ij expected of independence.; `dtref.spec.split.association`,
whose functions are run.
"""

from __future__ import annotations

from itertools import product

from dtref.exact.number import total
from dtref.spec.split.association import chi_square, degrees_of_freedom, expected_counts, g_statistic
from dtref.spec.split.criteria import gain, gini_reduction
from dtref.spec.split.impurity import gini
from proofs.any_number import Sums, indexed, sum_of_terms
from proofs.gain import ANY, CHILD, CHILDREN, CLASS, NODE, TABLE, E, found, n, n_i, n_ij, n_j
from proofs.steps import ascending, at, defined, derivative, equal, same
from proofs.symbols import log2, positive, real
from proofs.theorem import Method, theorem

SLIDE = "cs6220: *Other Attribute Selection Measures"


@theorem(
    "Expected counts keep the sizes of the children and of the classes, and every child has the node's shares",
    source=SLIDE,
    runs=(expected_counts,),
    reach=ANY,
    method=Method.IDENTITY,
)
def theorem_expected_counts_keep_both_sums() -> None:
    """These make them the only such table."""
    expected = expected_counts(NODE, CHILDREN)
    one_child, one_class = expected[0], next(zip(*expected, strict=True))
    equal(total(one_child), n_i)
    equal(total(one_class), n_j)
    equal(one_child[0] / total(one_child), n_j / n)


@theorem(
    "The likelihood ratio's statistic is 2 n gain in bits, G = 2 n ln 2 gain: 2 sum n_ij log2(n_ij/e_ij)",
    source=SLIDE,
    runs=(g_statistic, gain, expected_counts),
    reach=ANY,
    method=Method.IDENTITY,
)
def theorem_g_statistic_is_a_multiple_of_gain() -> None:
    """e_ij is n_i n_j/n; a cell without records adds 0."""
    e_ij = expected_counts(NODE, CHILDREN)[0][0]
    equal(found(g_statistic), TABLE.over(2 * n_ij * (log2(n_ij) - log2(e_ij)), CHILD, CLASS))
    equal(found(g_statistic), 2 * n * found(gain))


@theorem(
    "Pearson's statistic is n times the weighted squared distance of the shares from the node's, each over the node's share of that class: "
    "0 exactly where every child has the node's shares",
    source=SLIDE,
    runs=(chi_square, expected_counts),
    reach=ANY,
    method=Method.SQUARES,
)
def theorem_chi_square_is_a_sum_of_squares() -> None:
    """What Gini adds up evenly this weights by 1/p_j: what becomes of the next theorem where there are more classes."""
    distance = n_ij / n_i - n_j / n
    sum_of_terms(found(chi_square), TABLE, n_i * n / n_j * distance * distance, CHILD, CLASS)


@theorem(
    "Of two classes Pearson's statistic is n times the reduction of Gini over the node's Gini",
    source=SLIDE,
    runs=(chi_square, gini_reduction, gini),
    reach="two classes, any number of children with records; all real counts, of which any may be 0 in a child",
    method=Method.IDENTITY,
)
def theorem_chi_square_is_the_reduced_share_of_gini_of_two_classes() -> None:
    """So both choose the same test of a node."""
    a_i, (a, b) = indexed("a")[CHILD.letter], positive("a b")
    known = Sums((CHILD,), {(a_i, CHILD): a, (n_i, CHILD): a + b})
    node, children = (a, b), known.rows(CHILD, (a_i, n_i - a_i))
    pearson, reduced = (known.closed(criterion.formula(node, children)) for criterion in (chi_square, gini_reduction))
    equal(pearson * defined(gini(node)), (a + b) * reduced)


@theorem(
    "Of three classes it isn't, and Pearson's statistic and Gini may choose different tests",
    source=SLIDE,
    runs=(chi_square, gini_reduction),
    reach="a node of (4, 4, 1): the tests (0, 1, 1) | (4, 3, 0) and (0, 2, 0) | (4, 2, 1)",
    method=Method.COUNTEREXAMPLE,
)
def theorem_chi_square_and_gini_part_of_three_classes() -> None:
    """A rare class weighs more in Pearson's statistic."""
    node, rare, common = (4, 4, 1), ((0, 1, 1), (4, 3, 0)), ((0, 2, 0), (4, 2, 1))
    ascending(defined(chi_square(node, common)), defined(chi_square(node, rare)))
    ascending(defined(gini_reduction(node, rare)), defined(gini_reduction(node, common)))


@theorem(
    "Pearson's statistic is G to second order: around independence both start with sum d_ij²/e_ij",
    source=SLIDE,
    runs=(chi_square, g_statistic),
    reach="any number of classes and of children; every direction d_ij that keeps the sums; all positive real e_ij",
    method=Method.EXPANSION,
)
def theorem_chi_square_is_the_second_order_of_g() -> None:
    """
    Where t d_ij is added to e_ij both are 0 and so are their slopes at t = 0, and half the second derivatives are that sum, G being ln 2
    times the statistic in bits.
    """
    (t,), d_ij = real("t"), indexed("d", signed=True)[CHILD.letter, CLASS.letter]
    known = Sums((CHILD, CLASS), {**TABLE.sums, (d_ij, CHILD): 0, (d_ij, CLASS): 0})
    e_ij = n_i * n_j / n
    node, children = known.each(CLASS, n_j), known.rows(CHILD, known.each(CLASS, e_ij + t * d_ij))
    pearson, bits = (known.closed(criterion.formula(node, children)) for criterion in (chi_square, g_statistic))
    for statistic in (pearson, bits / log2(E)):
        equal(known.settled(at(statistic, t, 0)), 0)
        equal(known.settled(at(derivative(statistic, t), t, 0)), 0)
        equal(known.settled(at(derivative(statistic, t, 2), t, 0)), 2 * known.over(d_ij * d_ij / e_ij, CHILD, CLASS))


@theorem(
    "Degrees of freedom count what can move while the sums stay: one less than the children times one less than the classes with records",
    source=SLIDE,
    runs=(degrees_of_freedom,),
    reach="every table of 2 to 3 classes and 2 to 3 children that is full, or has one empty class or child",
    method=Method.EXHAUSTION,
)
def theorem_degrees_of_freedom_count_free_cells() -> None:
    """All cells less the sums that are given, one of which follows from the others."""
    for c, r, no_class, no_child in product((2, 3), (2, 3), (0, 1), (0, 1)):
        parts = (*((1,) * (c - no_class) + (0,) * no_class,) * (r - no_child), *((0,) * c,) * no_child)
        node = tuple(map(sum, zip(*parts, strict=True)))
        classes, children = c - no_class, r - no_child
        same(degrees_of_freedom(node, parts), classes * children - (classes + children - 1), f"free cells of {parts}")
