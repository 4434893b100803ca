"""Attributes that a policy gives up below a node, as none of their tests there gains enough; and what a test is worth to the tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from dtref.exact.comparison import compare
from dtref.exact.number import Number
from dtref.spec.model.counts import Counts
from dtref.spec.split.candidates import Candidates
from dtref.spec.split.choose import Keep, every, winners
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.structure_gain import StructureScore


def greatest_values(
    node: Counts, usable: Sequence[int], offered: Sequence[Candidates], criterion: Criterion, keep: Keep = every
) -> Mapping[int, Number]:
    """
    The greatest value that a test of each usable attribute has at a node, of those that have a test with a value.

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> greatest_values((2, 2), (0, 3), [Candidates((((2, 0), (0, 2)),), lambda i: i), Candidates((), lambda i: i)], gini_reduction)
    {0: Fraction(1, 2)}
    """
    values = {a: winners(node, [candidates], criterion, keep) for a, candidates in zip(usable, offered, strict=False)}
    return {a: winning[0] for a, winning in values.items() if winning is not None}


def still_asked(greatest: Mapping[int, Number], least: Fraction) -> frozenset[int]:
    """
    The attributes with a test that is worth more than the least.

    >>> still_asked({0: Fraction(1), 1: Fraction(0)}, Fraction(0))
    frozenset({0})
    """
    return frozenset(a for a, value in greatest.items() if compare(value, least) > 0)


def improved(criterion: Criterion, weight: Fraction, value: Number) -> Number:
    """
    How much a test at a node of some weight improves the tree: weight times value; of a structure gain the value is that already.

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> improved(gini_reduction, Fraction(4), Fraction(1, 2)), improved(StructureScore().criterion, Fraction(4), Fraction(1, 2))
    (Fraction(2, 1), Fraction(1, 2))
    """
    return value if isinstance(criterion.formula, StructureScore) else weight * value
