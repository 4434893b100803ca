"""
Significance of a table of counts: the p-value of its chi-square statistic, Bonferroni multipliers, and certified comparisons.

Notation: c categories merged into r groups.
"""

from __future__ import annotations

__sources__ = (
    ("Kass 1980, An exploratory technique for investigating large quantities of categorical data (Applied Statistics 29, 119-127)"),
)

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial
from typing import TypeVar

from attrs import Attribute as Field
from attrs import evolve, field, frozen

from dtref.errors import Invalid
from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.distributions.chi_square import chi_square_tail
from dtref.exact.enclosure import Enclosure
from dtref.spec.model.counts import Counts, add_counts
from dtref.spec.split.association import chi_square, degrees_of_freedom

T = TypeVar("T")


@frozen
class Significance:
    """
    A p-value by the numbers that decide it: the chi-square statistic, its degrees of freedom, and the Bonferroni multiplier (1: the raw
    p-value).

    Errors: Invalid for a statistic below 0, or above 0 without a degree of freedom.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(Significance(Fraction(266, 75), 2).p, 6), decimal(Significance(Fraction(266, 75), 2, 3).p, 6)
    ('0.169766', '0.509298')
    >>> Significance(Fraction(266, 75), 2, 6).p, Significance(Fraction(0), 0).p
    (Fraction(1, 1), Fraction(1, 1))
    """

    statistic: Fraction = field()
    degrees: int
    multiplier: int = 1

    @statistic.validator
    def _possible(self, at: Field[Fraction], statistic: Fraction) -> None:
        if statistic < 0 or (statistic > 0 and self.degrees < 1):
            raise Invalid(at.name, "0, or a statistic above 0 with a degree of freedom", statistic)

    @property
    def p(self) -> Fraction | Enclosure:
        """
        min(1, multiplier * Q(degrees/2, statistic/2)); exactly 1 for a statistic of 0, also of a table without a degree of freedom.

        Errors: Undecided where no budget tells the product from 1 (it never is for an even number of degrees: e^x is irrational).
        """
        tail = chi_square_tail(self.statistic, self.degrees)
        if not isinstance(tail, Enclosure):
            return Fraction(1)
        if self.multiplier == 1:
            return tail
        adjusted = self.multiplier * tail
        return adjusted if compare(adjusted, 1) < 0 else Fraction(1)

    @property
    def capped(self) -> bool:
        """Whether the p-value is 1: the statistic is 0, or the multiplier makes it 1 or more."""
        return isinstance(self.p, Fraction)

    @property
    @defined(formula="multiplier * sum_{i < degrees/2} x^i / i!, x = statistic/2")
    def factor(self) -> Fraction | None:
        """
        The q of an uncapped p-value q e^(-statistic/2); None for an odd number of degrees.

        """
        x = self.statistic / 2
        terms = (x**i / factorial(i) for i in range(self.degrees // 2))
        return None if self.degrees % 2 else self.multiplier * sum(terms, Fraction(0))


def significance(children: Sequence[Counts], multiplier: int = 1) -> Significance:
    """
    The significance of a table with a row of class counts for each group. Classes without records in the table are left out of it.

    >>> significance(((2, 3), (4, 0), (3, 2)))
    Significance(statistic=Fraction(266, 75), degrees=2, multiplier=1)
    >>> significance(((2, 0, 2), (1, 0, 1)), 3)
    Significance(statistic=Fraction(0, 1), degrees=1, multiplier=3)
    """
    return evolve(_raw(tuple(children)), multiplier=multiplier)


@lru_cache(maxsize=2**12)
def _raw(children: tuple[Counts, ...]) -> Significance:
    """The significance without a multiplier; remembered, as merging asks for the same pairs again and again."""
    node = add_counts(children, len(children[0]))
    statistic = chi_square.formula(node, children)
    assert isinstance(statistic, Fraction)  # of counts; the formula also runs on symbols
    return Significance(statistic, degrees_of_freedom(node, children))


def compare_p(a: Significance, b: Significance) -> int:
    """
    -1, 0 or 1 as the p-value of a is below, equal to or above that of b. Errors: Undecided past the budget of `dtref.exact.comparison`.

    Equal are two that are capped at 1, or have the same statistic, degrees and multiplier. Where degrees and multiplier agree the
    larger statistic has the smaller p-value; where the statistics agree and both degrees are even the factors of e^-x decide. The
    rest is decided by certified bounds, which can show a difference but no equality. (For even degrees none is left to show: by
    Lindemann's theorem q e^-x = r e^-y with rational numbers needs x = y.)

    >>> seven = Significance(Fraction(12), 2, 7)
    >>> compare_p(seven, Significance(Fraction(12), 4)), compare_p(seven, Significance(Fraction(12), 3, 7)), compare_p(seven, seven)
    (0, -1, 0)
    """
    if a == b:
        return 0
    if not (a.capped and b.capped):
        if (a.degrees, a.multiplier) == (b.degrees, b.multiplier):
            return compare(b.statistic, a.statistic)
        if a.statistic == b.statistic and a.factor is not None and b.factor is not None:
            return compare(a.factor, b.factor)
    return compare(a.p, b.p)


def least_p(items: Iterable[T], key: Callable[[T], Significance]) -> list[T]:
    """
    The items whose significance has the least p-value, in order. Errors: Undecided as `compare_p`.

    >>> least_p((3, 4, 4), lambda statistic: Significance(Fraction(statistic), 1))
    [4, 4]
    """
    return _extreme(items, key, -1)


def largest_p(items: Iterable[T], key: Callable[[T], Significance]) -> list[T]:
    """
    The items whose significance has the largest p-value, in order. Errors: Undecided as `compare_p`.

    >>> largest_p((3, 4, 4), lambda statistic: Significance(Fraction(statistic), 1))
    [3]
    """
    return _extreme(items, key, 1)


def _extreme(items: Iterable[T], key: Callable[[T], Significance], better: int) -> list[T]:
    """The items whose p-value is extreme, below all others' (better = -1) or above them (better = 1)."""
    tied: list[tuple[T, Significance]] = []
    for item in items:
        value = key(item)
        order = compare_p(value, tied[0][1]) if tied else better
        if order == better:
            tied = [(item, value)]
        elif order == 0:
            tied.append((item, value))
    return [item for item, _ in tied]


@defined(sources=("Kass 1980, monotonic predictors",))
def ordinal_multiplier(c: int, r: int) -> int:
    """
    The number of ways to put c ordered categories in r groups of neighbours: C(c-1, r-1).

    >>> [ordinal_multiplier(5, r) for r in (1, 2, 3, 4, 5)]
    [1, 4, 6, 4, 1]
    """
    return comb(c - 1, r - 1)


@defined(formula="sum_{i=0}^{r-1} (-1)^i (r - i)^c / (i! (r - i)!)", sources=("Kass 1980, free predictors",))
def nominal_multiplier(c: int, r: int) -> int:
    """
    The number of ways to put c categories in r groups: a Stirling number of the second kind.

    >>> [nominal_multiplier(5, r) for r in (1, 2, 3, 4, 5)]
    [1, 15, 25, 10, 1]
    """
    return int(sum(Fraction((-1) ** i * (r - i) ** c, factorial(i) * factorial(r - i)) for i in range(r)))


@defined(formula="C(c-2, r-2) + r C(c-2, r-1); 1 where it is the only category", sources=("Kass 1980, floating predictors",))
def floating_multiplier(c: int, r: int) -> int:
    """
    As `ordinal_multiplier`, with one of the c categories, the missing one, free to join any group or to stand alone.

    >>> [floating_multiplier(5, r) for r in (1, 2, 3, 4, 5)], floating_multiplier(1, 1)
    ([1, 7, 12, 7, 1], 1)
    """
    if c == 1:
        return 1
    return (comb(c - 2, r - 2) if r > 1 else 0) + r * comb(c - 2, r - 1)
