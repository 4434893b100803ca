"""Criteria that separate classes rather than reduce impurity: C-SEP's ORT, twoing. For tests with two branches."""

from __future__ import annotations

__sources__ = (("cs6220", "*Other Attribute Selection Measures (C-SEP)"), ("tan",))

from collections.abc import Sequence

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.functions import absolute, sqrt
from dtref.exact.number import Exact, Number, is_zero, total
from dtref.spec.split.criteria import TWO_BRANCHES, criterion
from dtref.spec.split.impurity import Children, exact_counts, shares


@defined(formula="(V1 . V2)^2 / (|V1|^2 |V2|^2)", errors="Invalid for counts that are not exact, below 0 or ragged")
def squared_cosine(children: Children) -> Number | Undefined:
    """
    The squared cosine of the angle between the class vectors of two children.

    >>> squared_cosine(((1, 1), (1, 0))), squared_cosine(((2, 0), (0, 3)))
    (Fraction(1, 2), Fraction(0, 1))
    """
    exact = [exact_counts(child, len(children[0])) for child in children]
    if len(exact) != 2 or any(is_zero(total(child)) for child in exact):
        return TWO_BRANCHES
    v1, v2 = exact
    dot = total(a * b for a, b in zip(v1, v2, strict=True))
    return dot * dot / (total(a * a for a in v1) * total(b * b for b in v2))


@defined(
    formula="ORT = 1 - cos(V1, V2)",
    letter="ORT",
    sources=("Fayyad and Irani 1992, The attribute selection problem in decision tree generation (C-SEP)",),
    parts=lambda: (squared_cosine,),
)
def orthogonality(children: Children) -> Number | Undefined:
    """
    ORT: 1 minus the cosine of the angle between the class vectors of two children. 1: no class in common. 0: the same shares.

    Undefined unless there are two children with records.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(orthogonality(((1, 1), (1, 0))), 6), orthogonality(((2, 0), (0, 3)))
    ('0.292893', Fraction(1, 1))
    """
    squared = squared_cosine(children)
    return squared if isinstance(squared, Undefined) else 1 - sqrt(squared)


@criterion(typed="c-sep", two_branches=True, bounded=True)
@defined(
    formula="1 - cos^2(V1, V2), which grows with ORT = 1 - cos, as cos >= 0 for counts",
    sources=orthogonality,
    parts=lambda: (squared_cosine,),
)
def class_separation(_: Sequence[Exact], children: Children) -> Number | Undefined:
    """
    The squared sine of the angle between the class vectors of two children: it orders tests as ORT does, without a root.

    Undefined unless there are two children, both with records; a third one that is empty is one too many.

    >>> class_separation((2, 1), ((1, 1), (1, 0)))
    Fraction(1, 2)
    """
    squared = squared_cosine(children)
    return squared if isinstance(squared, Undefined) else 1 - squared


@criterion(typed="twoing", two_branches=True, bounded=True)
@defined(formula="p_L p_R / 4 [ sum_j |p(j|L) - p(j|R)| ]^2", sources=("Breiman, Friedman, Olshen and Stone 1984, section on twoing",))
def twoing(_: Sequence[Exact], children: Children) -> Number | Undefined:
    """
    The twoing value of a test with two branches: large where each class goes one way.

    Undefined unless there are two children, both with records; a third one that is empty is one too many.

    >>> twoing((7, 3), ((3, 0), (4, 3))), twoing((2, 2), ((2, 0), (0, 2)))
    (Fraction(27, 700), Fraction(1, 4))
    >>> twoing((2, 2), ((2, 0), (0, 2), (0, 0)))
    Undefined(why='defined for tests with two branches that both have records')
    """
    left, right = children
    difference = total(absolute(p - q) for p, q in zip(shares(left), shares(right), strict=True))
    p_left, p_right = shares((total(left), total(right)))
    return p_left * p_right / 4 * difference * difference


CRITERIA_OF_SEPARATION = (class_separation, twoing)
"""The criteria of this module."""
