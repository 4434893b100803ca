"""
Criteria from tests of independence: chi-square, G.

Notation: n_ij records of class j in child i, n_i and n_.j their sums, n all; e_ij = n_i n_.j / n what independence of class and branch
would lead one to expect.
"""

from __future__ import annotations

__sources__ = (("cs6220", "*Other Attribute Selection Measures"), ("tan", "How to Address Overfitting"))

from collections.abc import Sequence
from fractions import Fraction

from dtref.errors import Undefined
from dtref.exact.comparison import comparable
from dtref.exact.definition import defined
from dtref.exact.distributions.chi_square import chi_square_tail
from dtref.exact.enclosure import Enclosure, enclose
from dtref.exact.number import Exact, Number, is_zero, total
from dtref.spec.split.criteria import criterion, gain
from dtref.spec.split.impurity import Children, entropy


@defined(each="e", unit="records")
def expected_counts(node: Sequence[Exact], children: Children) -> tuple[tuple[Number, ...], ...]:
    """
    The counts that independence of class and branch would lead one to expect: e_ij = n_i n_.j / n.

    >>> expected_counts((4, 4), ((3, 1), (1, 3)))
    ((Fraction(2, 1), Fraction(2, 1)), (Fraction(2, 1), Fraction(2, 1)))
    """
    n = total(node)
    return tuple(tuple(total(child) * n_j / n for n_j in node) for child in children)


def degrees_of_freedom(node: Sequence[Exact], children: Children) -> int:
    """
    The degrees of freedom of a table of counts: (children with records - 1) x (classes with records - 1).

    >>> degrees_of_freedom((9, 5), ((2, 3), (4, 0), (3, 2))), degrees_of_freedom((9, 0), ((2, 0), (7, 0)))
    (2, 0)
    """
    branches = sum(not is_zero(total(child)) for child in children)
    classes = sum(not is_zero(n_j) for n_j in node)
    return (branches - 1) * (classes - 1)


@criterion(typed="chi-square")
@defined(
    formula="sum_ij (n_ij - e_ij)^2 / e_ij",
    sources=(("cs6220", "*Other Attribute Selection Measures (CHAID)"), "Pearson 1900"),
    parts=lambda: (expected_counts,),
    synonyms=("Pearson's chi-square",),
)
def chi_square(node: Sequence[Exact], children: Children) -> Number:
    """
    Pearson's statistic for the independence of class and branch; classes without records add nothing.

    At least 0, and 0 exactly when every child has the node's class shares.

    >>> chi_square((9, 5), ((2, 3), (4, 0), (3, 2)))
    Fraction(266, 75)
    """
    return total(
        (n_ij - e_ij) * (n_ij - e_ij) / e_ij
        for child, expected in zip(children, expected_counts(node, children), strict=True)
        for n_ij, e_ij in zip(child, expected, strict=True)
        if not is_zero(e_ij)
    )


@criterion(entropy, typed="g")
@defined(
    formula="G / ln 2 = 2 sum_ij n_ij log2 (n_ij / e_ij) = 2 n gain",
    unit="bits; times ln 2 it is G itself",
    sources=(("cs6220", "*Other Attribute Selection Measures (G-statistic)"), "Sokal and Rohlf 1981"),
    synonyms=("likelihood-ratio chi-square",),
)
def g_statistic(node: Sequence[Exact], children: Children) -> Number | Undefined:
    """
    The likelihood-ratio statistic for independence, divided by ln 2: a sum of logarithms to base 2, so that it stays exact.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(g_statistic((9, 5), ((2, 3), (4, 0), (3, 2))), 3)
    '6.909'
    """
    reduced = gain.formula(node, children)
    return reduced if isinstance(reduced, Undefined) else 2 * total(node) * reduced


@defined(undefined="one branch or one class only", sources=chi_square)
def chi_square_p(node: Sequence[Exact], children: Children) -> Enclosure | Fraction | Undefined:
    """
    The p-value of `chi_square`: how likely a statistic at least as large is if class and branch are independent (asymptotically).

    >>> from dtref.exact.decimals import decimal
    >>> decimal(chi_square_p((9, 5), ((2, 3), (4, 0), (3, 2))), 6)
    '0.169766'
    """
    statistic = chi_square(node, children)
    if isinstance(statistic, Undefined):
        return statistic
    return chi_square_tail(statistic, degrees_of_freedom(node, children))


def _times_ln2(x: Number) -> Enclosure:
    """A number of bits as one of nats."""
    import flint

    return enclose(comparable(x)) * Enclosure("ln 2", flint.arb.const_log2)


@defined(unit="p-value", undefined="one branch or one class only")
def g_statistic_p(node: Sequence[Exact], children: Children) -> Enclosure | Fraction | Undefined:
    """
    The p-value of G, which is asymptotically chi-square distributed.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(g_statistic_p((9, 5), ((2, 3), (4, 0), (3, 2))), 6)
    '0.091221'
    """
    statistic = g_statistic(node, children)
    if isinstance(statistic, Undefined):
        return statistic
    return chi_square_tail(_times_ln2(statistic), degrees_of_freedom(node, children))


CRITERIA_OF_ASSOCIATION = (chi_square, g_statistic)
"""The criteria of this module."""
