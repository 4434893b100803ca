"""
Borders of cuts, exactly: the numbers that go left are those below a border, or up to it.

A border is a rational number, so no double need equal it. Two ways lead to doubles that kernels compare. Numbers that are doubles go left
exactly where they are at most the greatest double that goes left. Other numbers are replaced by their rank among all borders of the column.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import inf, nextafter
from sys import float_info
from typing import TypeAlias

from dtref.spec.model.attributes import Width
from dtref.spec.model.precision import rounds_to_at_most
from dtref.spec.model.tests import Ranges, Side, Threshold

CutBorder: TypeAlias = tuple[Fraction, bool]
"""A number, and whether it goes left itself. In the order of borders one goes left of another where fewer numbers do."""


def borders_of(test: Threshold | Ranges) -> tuple[CutBorder, ...]:
    """
    The borders between the branches of a test, ascending.

    >>> from dtref.spec.model.attributes import Continuous
    >>> borders_of(Ranges(Continuous("x"), (Fraction(1), Fraction(5)), Side.BELOW))
    ((Fraction(1, 1), False), (Fraction(5, 1), False))
    """
    if isinstance(test, Ranges):
        return tuple((cut, test.side is Side.AT_MOST) for cut in test.cuts)
    if test.width is Width.DECIMAL:
        return ((test.cut, test.side is Side.AT_MOST),)
    return (rounds_to_at_most(test.cut, test.width, strictly=test.side is Side.BELOW),)


def greatest_double(border: CutBorder) -> float:
    """
    The greatest double that goes left of a border; minus infinity where none does.

    A double is at most this one exactly where it goes left.

    >>> greatest_double((Fraction(1, 10), True)) == 0.1, greatest_double((Fraction(1, 2), True)), greatest_double((Fraction(1), False)) < 1
    (False, 0.5, True)
    >>> greatest_double((Fraction(10) ** 400, True)), greatest_double((-(Fraction(10) ** 400), True))
    (1.7976931348623157e+308, -inf)
    """
    number, included = border
    try:
        nearest = float(number)
    except OverflowError:
        return float_info.max if number > 0 else -inf
    exactly = Fraction(nearest)
    return nearest if exactly < number or (included and exactly == number) else nextafter(nearest, -inf)


def rank_among(number: Fraction, borders: Sequence[CutBorder]) -> int:
    """
    The rank of a number: how many borders of an ascending list it goes right of. It goes left of a border whose position is at least that.

    >>> [rank_among(Fraction(x), ((Fraction(1), False), (Fraction(1), True))) for x in (0, 1, 2)]
    [0, 1, 2]
    """
    # right of (b, True) where b < number, of (b, False) where b <= number: as (b, False) < (number, True) says
    return bisect_left(borders, (number, True))


def ascending_borders(borders: Iterable[CutBorder]) -> tuple[CutBorder, ...]:
    """
    Different borders, ascending.

    >>> ascending_borders([(Fraction(2), True), (Fraction(1), True), (Fraction(2), False), (Fraction(1), True)])
    ((Fraction(1, 1), True), (Fraction(2, 1), False), (Fraction(2, 1), True))
    """
    return tuple(sorted(set(borders)))
