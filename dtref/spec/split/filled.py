"""
Criteria under which each branch first gets its part of the records that miss the value: the part that it has of the known weight.

Notation: n_i the weight of branch i, K that of all branches, U the class counts of the records that miss the value. A filled branch has its
own counts and n_i/K of U; the filled branches add up to the node. Where nothing is missing these are the criteria of
`dtref.spec.split.criteria`.
"""

from __future__ import annotations

from collections.abc import Sequence

from dtref.exact.definition import defined
from dtref.exact.number import Exact, Number, is_zero, total
from dtref.spec.split.criteria import WithMissing, criterion, reduction
from dtref.spec.split.impurity import Children, Impurity, entropy, gini, variance


@defined(
    formula="n_i + n_i/K U",
    sources=("Weka 3.6.14, `weka/classifiers/trees/REPTree.java`, `RandomTree.java`, `SimpleCart.java` (distribution)",),
)
def filled(measure: Impurity, children: Children, missing: Sequence[Exact]) -> tuple[tuple[Number, ...], ...]:
    """
    The counts of the branches, each with its part of the records that miss the value. The branches hold known records.

    >>> filled(gini, ((3, 0), (0, 1)), (4, 4))
    ((Fraction(6, 1), Fraction(3, 1)), (Fraction(1, 1), Fraction(2, 1)))
    """
    sizes = [measure.size(child) for child in children]
    known = total(sizes)
    return tuple(
        tuple(n + size / known * m for n, m in zip(child, missing, strict=True)) for child, size in zip(children, sizes, strict=True)
    )


def _of_filled(measure: Impurity) -> WithMissing:
    def value(known: Sequence[Exact], children: Children, missing: Sequence[Exact]) -> Number:
        node = [n + m for n, m in zip(known, missing, strict=True)]
        occupied = [child for child in children if not is_zero(measure.size(child))]
        return reduction(measure, node, filled(measure, occupied, missing))

    return value


@criterion(gini, reduces=True, with_missing=_of_filled(gini))
@defined(formula="gini(D) - sum_i n_i/n gini(D_i), D_i filled")
def gini_reduction_of_filled(node: Sequence[Exact], children: Children) -> Number:
    """
    The reduction in Gini index once each branch has its part of the records that miss the value.

    >>> gini_reduction_of_filled((3, 1), ((2, 0), (0, 1)), (1, 0)), gini_reduction_of_filled((2, 1), ((2, 0), (0, 1)))
    (Fraction(1, 4), Fraction(4, 9))
    """
    return reduction(gini, node, children)


@criterion(entropy, reduces=True, with_missing=_of_filled(entropy))
@defined(formula="Entropy(D) - sum_i n_i/n Entropy(D_i), D_i filled", unit="bits")
def gain_of_filled(node: Sequence[Exact], children: Children) -> Number:
    """
    The information gain, in bits, once each branch has its part of the records that miss the value.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(gain_of_filled((3, 1), ((2, 0), (0, 1)), (1, 0)), 3)
    '0.541'
    """
    return reduction(entropy, node, children)


@criterion(variance, reduces=True, with_missing=_of_filled(variance))
@defined(formula="Var(D) - sum_i n_i/n Var(D_i), D_i filled")
def variance_reduction_of_filled(node: Sequence[Exact], children: Children) -> Number:
    """
    The reduction in variance once each branch has its part of the records that miss the value; counts are (n, sum of y, sum of y^2).

    >>> variance_reduction_of_filled((3, 2, 2), ((1, 0, 0), (1, 1, 1)), (1, 1, 1))
    Fraction(1, 9)
    """
    return reduction(variance, node, children)


CRITERIA_OF_FILLED = (gini_reduction_of_filled, gain_of_filled, variance_reduction_of_filled)
"""The criteria of this module, which policies of programs have."""
