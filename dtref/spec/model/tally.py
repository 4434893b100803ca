"""
Tallies: what is counted of the records at a node, the weight of each class or the moments of a continuous target.

The type tells which of the two a tally is, never a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.definition import defined
from dtref.spec.model.old_pickles import Pickled

ClassCounts: TypeAlias = tuple[tuple[str, Fraction], ...]
"""Each class in declared order with the weight of its records."""

RECORDS, TOTAL, SQUARES = "records", "sum of y", "sum of y^2"
"""The names of the moments where they are written: headings of tables, keys of JSON."""


@frozen(getstate_setstate=False)
class Moments(Pickled):
    """
    The moments of records with a continuous target y: n, their weight; total, the sum of y; squares, the sum of y^2.

    Errors: Invalid for numbers that no records have (`check_moments`).

    >>> Moments(Fraction(2), Fraction(10), Fraction(1))
    Traceback (most recent call last):
    dtref.errors.Invalid: moments: expected n > 0 with n * sum of y^2 >= (sum of y)^2, or all of them 0 (got '2, 10, 1')
    """

    n: Fraction
    total: Fraction
    squares: Fraction

    def __attrs_post_init__(self) -> None:
        check_moments("moments", self.n, self.total, self.squares)

    def __iter__(self) -> Iterator[tuple[str, Fraction]]:
        """
        Each moment with its name, as class counts come with their class.

        >>> dict(Moments(Fraction(2), Fraction(5), Fraction(17)))["sum of y"]
        Fraction(5, 1)
        """
        return iter(((RECORDS, self.n), (TOTAL, self.total), (SQUARES, self.squares)))

    @property
    @defined(formula="sum y / n")
    def mean(self) -> Fraction | Undefined:
        """
        The mean of y.

        >>> Moments(Fraction(2), Fraction(5), Fraction(17)).mean, Moments(Fraction(0), Fraction(0), Fraction(0)).mean
        (Fraction(5, 2), Undefined(why='no records'))
        """
        return self.total / self.n if self.n else Undefined("no records")

    @property
    @defined(formula="sum y^2 - (sum y)^2 / n")
    def squared_error(self) -> Fraction:
        """
        The sum of the squared distances of y from its mean; 0 without records.

        >>> Moments(Fraction(2), Fraction(6), Fraction(20)).squared_error
        Fraction(2, 1)
        """
        return self.squares - self.total * self.total / self.n if self.n else Fraction(0)


Tally: TypeAlias = ClassCounts | Moments
"""What is counted at a node."""


def check_moments(where: str, n: object, total: object, squares: object) -> None:
    """
    Checks that some records can have this weight, this sum of y and this sum of y^2: by Cauchy-Schwarz n sum y^2 >= (sum y)^2.

    SymPy's symbols pass. Errors: Invalid where no records can.

    >>> check_moments("node", 2, 5, 17), check_moments("node", 0, 0, 0)
    (None, None)
    >>> check_moments("node", 0, 1, 1)
    Traceback (most recent call last):
    dtref.errors.Invalid: node: expected n > 0 with n * sum of y^2 >= (sum of y)^2, or all of them 0 (got '0, 1, 1')
    """
    if not (isinstance(n, int | Fraction) and isinstance(total, int | Fraction) and isinstance(squares, int | Fraction)):
        return
    if (n <= 0 or n * squares < total * total) and (n, total, squares) != (0, 0, 0):
        wanted = "n > 0 with n * sum of y^2 >= (sum of y)^2, or all of them 0"
        raise Invalid(where, wanted, f"{n}, {total}, {squares}")


def size(counts: Tally) -> Fraction:
    """
    The weight of the records that are counted.

    >>> size((("-", Fraction(2)), ("+", Fraction(5)))), size(Moments(Fraction(2), Fraction(5), Fraction(17)))
    (Fraction(7, 1), Fraction(2, 1))
    """
    return counts.n if isinstance(counts, Moments) else sum((n for _, n in counts), Fraction(0))
