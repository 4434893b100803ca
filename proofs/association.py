"""
Statistics of association and what they have to do with gain and Gini.   Documents: `cs6220` *Other Attribute Selection Measures.

Notation: n_ij records of class j in child i, e_ij expected of independence. Before this: `proofs.gain`; `dtref.split.association`,
whose functions are run.
"""

from __future__ import annotations

from itertools import product
from typing import cast

import sympy

from dtref.exact.number import Number, total
from dtref.split.association import chi_square, degrees_of_freedom, expected_counts, g_statistic
from dtref.split.criteria import gain, gini_reduction
from dtref.split.impurity import gini
from proofs.gain import SIZES, log_ratio, table
from proofs.steps import ascending, at, defined, derivative, equal, same, weighted_squares
from proofs.symbols import log2, positive, real
from proofs.theorem import Method, theorem

E = cast(Number, sympy.E)
SLIDE = "cs6220: *Other Attribute Selection Measures"


@theorem(
    "Expected counts keep the sizes of the children and of the classes, and every child has the node's shares",
    source=SLIDE,
    runs=(expected_counts,),
    reach="2 to 4 classes with two children, 2 with three; all positive real counts",
    method=Method.IDENTITY,
)
def theorem_expected_counts_keep_both_sums() -> None:
    """These make them the only such table."""
    for classes, children in SIZES:
        node, parts = table(classes, children)
        expected = expected_counts(node, parts)
        for part, row in zip(parts, expected, strict=True):
            equal(total(row), total(part))
            for e_ij, n_j in zip(row, node, strict=True):
                equal(e_ij / total(row), n_j / total(node))


@theorem(
    "The likelihood ratio's statistic is 2 n gain in bits, G = 2 n ln 2 gain: 2 sum n_ij log2(n_ij/e_ij)",
    source=SLIDE,
    runs=(g_statistic, gain, expected_counts),
    reach="2 to 4 classes with two children, 2 with three; all positive real counts",
    method=Method.IDENTITY,
)
def theorem_g_statistic_is_a_multiple_of_gain() -> None:
    """e_ij is n_i n_j/n."""
    for classes, children in SIZES:
        node, parts = table(classes, children)
        n = total(node)
        logs = total(n_ij * log_ratio((n_ij, n), (total(part), n_j)) for part in parts for n_ij, n_j in zip(part, node, strict=True))
        equal(g_statistic(node, parts), 2 * logs)
        equal(g_statistic(node, parts), 2 * n * defined(gain(node, parts)))
        equal(expected_counts(node, parts)[0][0], total(parts[0]) * node[0] / n)


@theorem(
    "Pearson's statistic is n times the weighted squared distance of the shares from the node's, each over the node's share of that class",
    source=SLIDE,
    runs=(chi_square, expected_counts),
    reach="2 to 4 classes with two children, 2 with three; all positive real counts",
    method=Method.SQUARES,
)
def theorem_chi_square_is_a_sum_of_squares() -> None:
    """What Gini adds up evenly this weights by 1/p_j: what becomes of the next theorem where there are more classes."""
    for classes, children in SIZES:
        node, parts = table(classes, children)
        n = total(node)
        squares = [(total(part) * n / n_j, n_ij / total(part) - n_j / n) for part in parts for n_ij, n_j in zip(part, node, strict=True)]
        weighted_squares(chi_square(node, parts), squares)


@theorem(
    "Of two classes Pearson's statistic is n times the reduction of Gini over the node's Gini",
    source=SLIDE,
    runs=(chi_square, gini_reduction, gini),
    reach="two classes, 2 to 3 children, all positive real counts",
    method=Method.IDENTITY,
)
def theorem_chi_square_is_the_reduced_share_of_gini_of_two_classes() -> None:
    """So both choose the same test of a node."""
    for children in (2, 3):
        node, parts = table(2, children)
        equal(chi_square(node, parts) * defined(gini(node)), total(node) * defined(gini_reduction(node, parts)))


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
    reach="2 to 3 classes, 2 children; every direction that keeps the sums; all positive real shares",
    method=Method.EXPANSION,
)
def theorem_chi_square_is_the_second_order_of_g() -> None:
    """At independence both and their slopes are 0, and the second derivatives, G being ln 2 times the statistic in bits, are equal."""
    for classes in (2, 3):
        (t,) = real("t")
        p, moved = positive(f"p1:{classes + 1}"), real(f"d1:{classes}")
        left, right = positive("a b")
        d = (*moved, -total(moved))
        parts = [[size * p_j + sign * t * d_j for p_j, d_j in zip(p, d, strict=True)] for size, sign in ((left, 1), (right, -1))]
        node = [(left + right) * p_j for p_j in p]
        pearson, bits = chi_square.formula(node, parts), defined(g_statistic.formula(node, parts))
        for times in range(3):
            x, g = (at(derivative(value, t, times) if times else value, t, 0) for value in (defined(pearson), bits / log2(E)))
            equal(x, g)
            if times < 2:
                equal(x, 0)


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
