"""
Placements: rules that put a cut somewhere inside its interval; none changes how the training records split.

a < b are the neighbouring values at the node; `levels` all values of the attribute in the training set. Used by
`dtref.spec.split.candidates`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor
from typing import TypeAlias

from dtref.exact.definition import defined

Placement: TypeAlias = Callable[[Fraction, Fraction, Sequence[Fraction]], Fraction]
"""The cut between two neighbouring values, from these and from all values of the attribute in the training set."""


@defined(sources=(("cs6220", "Computing Information-Gain for Continuous-Valued Attributes"), ("cs6220", "CART")))
def midpoint(a: Fraction, b: Fraction, _: Sequence[Fraction]) -> Fraction:
    """
    Halfway between the neighbours: (a + b) / 2.

    >>> midpoint(Fraction(85), Fraction(90), ())
    Fraction(175, 2)
    """
    return (a + b) / 2


def lower_end(a: Fraction, _b: Fraction, _: Sequence[Fraction]) -> Fraction:
    """
    The largest value of the left side at the node: a. For tests `<=` only.

    >>> lower_end(Fraction(85), Fraction(90), ())
    Fraction(85, 1)
    """
    return a


def upper_end(_a: Fraction, b: Fraction, _: Sequence[Fraction]) -> Fraction:
    """
    The smallest value of the right side at the node: b. For tests `<` only.

    >>> upper_end(Fraction(85), Fraction(90), ())
    Fraction(90, 1)
    """
    return b


def largest_not_above_midpoint(a: Fraction, b: Fraction, levels: Sequence[Fraction]) -> Fraction:
    """
    The largest value in the whole training set that is not above the midpoint (C4.5). For tests `<=` only.

    >>> largest_not_above_midpoint(Fraction(6), Fraction(9), (Fraction(6), Fraction(7), Fraction(8), Fraction(9)))
    Fraction(7, 1)
    """
    return levels[bisect_right(levels, midpoint(a, b, levels)) - 1]


def floor_midpoint(a: Fraction, b: Fraction, _: Sequence[Fraction]) -> Fraction:
    """
    The midpoint rounded down to a whole number, as `tan` and `cs422` print their split positions.

    It may leave the cut interval (0.2 and 0.4 give 0); the test that would be made of it is then refused as Invalid.

    >>> floor_midpoint(Fraction(75), Fraction(80), ()), floor_midpoint(Fraction(85), Fraction(90), ())
    (Fraction(77, 1), Fraction(87, 1))
    """
    return Fraction(floor((a + b) / 2))
