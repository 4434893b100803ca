"""
Linear least squares, exactly: the normal equations over the rationals, and elimination in `Fraction`s.

Notation: rows i with weight w_i, numbers x_i1 … x_ip and y_i; coefficients b_0 … b_p; X the rows behind a first column of ones.
Used by `dtref.spec.growing.linear_leaves`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.definition import defined


@frozen
class LinearModel:
    """
    The linear function y = b_0 + sum_j b_j x_j.   Units: b_0 that of y, b_j that of y per unit of x_j.

    >>> LinearModel(Fraction(1), (Fraction(2), Fraction(0)))((Fraction(3), Fraction(9)))
    Fraction(7, 1)
    """

    intercept: Fraction
    slopes: tuple[Fraction, ...]

    def __call__(self, x: Sequence[Fraction]) -> Fraction:
        """The value at a point."""
        return sum((b * x_j for b, x_j in zip(self.slopes, x, strict=True)), self.intercept)


@defined(
    formula="X'WX b = X'Wy",
    errors="Invalid for rows of different lengths, or another number of y or weights than of rows; a weight that is not positive",
    sources=(("iaml", "1.7, Decision Trees For Regression"), "the choice of columns is that of `lm` in R"),
)
def least_squares(rows: Sequence[Sequence[Fraction]], y: Sequence[Fraction], weights: Sequence[Fraction]) -> LinearModel | Undefined:
    """
    The linear model with the least sum of squares, sum_i w_i (y_i - b_0 - sum_j b_j x_ij)^2.   Undefined without rows.

    Rank deficiency: a column that is a combination of the ones before it (the ones included) gets the coefficient 0. So the model is
    unique, and at the rows it has the values of every other least-squares model; elsewhere it need not. It is the same function whatever
    the units of the columns, which the solution of least norm is not, but it depends on their order.

    >>> numbers = [Fraction(n) for n in (1, 2, 3, 4)]
    >>> least_squares([(x,) for x in numbers], [Fraction(n) for n in (1, 3, 2, 4)], [Fraction(1)] * 4)
    LinearModel(intercept=Fraction(1, 2), slopes=(Fraction(4, 5),))
    >>> least_squares([(x, 2 * x) for x in numbers], numbers, [Fraction(1)] * 4)
    LinearModel(intercept=Fraction(0, 1), slopes=(Fraction(1, 1), Fraction(0, 1)))
    """
    _check(rows, y, weights)
    if not rows:
        return Undefined("no records")
    columns = [(Fraction(1),) * len(rows), *zip(*rows, strict=True)]
    # The normal equations: inner products of the columns with one another and with y.
    b_0, *slopes = solve_normal_equations([[_inner(a, b, weights) for b in (*columns, y)] for a in columns])
    return LinearModel(b_0, tuple(slopes))


def _check(rows: Sequence[Sequence[Fraction]], y: Sequence[Fraction], weights: Sequence[Fraction]) -> None:
    for name, numbers in (("values of y", y), ("weights", weights)):
        if len(numbers) != len(rows):
            raise Invalid("least squares", f"{len(rows)} {name}, one a row", len(numbers))
    for i, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise Invalid(f"least squares, row {i}", f"{len(rows[0])} numbers", len(row))
        if weights[i - 1] <= 0:
            raise Invalid(f"least squares, row {i}", "a positive weight", weights[i - 1])


def _inner(a: Sequence[Fraction], b: Sequence[Fraction], weights: Sequence[Fraction]) -> Fraction:
    return sum((w * x * z for w, x, z in zip(weights, a, b, strict=True)), Fraction(0))


def solve_normal_equations(equations: Sequence[Sequence[Fraction]]) -> tuple[Fraction, ...]:
    """
    The solution of normal equations [X'WX | X'Wy]; an unknown whose column is a combination of earlier ones is 0.

    Reason: elimination in order. What it leaves of X'WX stays positive semidefinite, so a pivot 0 means a row of zeros there: that
    column of X is a combination of earlier ones, and its equation says nothing.

    >>> solve_normal_equations([[Fraction(n) for n in row] for row in ((1, 2, 0, 3), (2, 4, 0, 6), (0, 0, 5, 5))])
    (Fraction(3, 1), Fraction(0, 1), Fraction(1, 1))
    """
    rows = [list(row) for row in equations]
    for j, pivot_row in enumerate(rows):
        # Eliminate the unknown from all other equations; one without a pivot is left out.
        if pivot := pivot_row[j]:
            pivot_row[:] = [x / pivot for x in pivot_row]
            for row in rows:
                if row is not pivot_row:
                    row[:] = [x - row[j] * p for x, p in zip(row, pivot_row, strict=True)]
    return tuple(row[-1] if row[j] else Fraction(0) for j, row in enumerate(rows))
