"""
Numbers as doubles compute them, in the place of doubles: a formula that is run on them yields a bound of its rounding error.

Each sum, product and quotient is off by a factor within 1 ± u, u = 2^-53 (IEEE 754, to nearest, no underflow); a difference or sum of
multiples of 2^k, below 2^(k + 53) in size, is exact. Where a machine rounds a product and the sum after it as one (fused), the product is
off by a factor of 1, which is within 1 ± u: the bounds hold whichever are fused.
"""

from __future__ import annotations

import flint
from attrs import frozen

from proofs.theorem import NotEstablished

BITS = 160
"""The working precision, in which all is computed in balls."""

U = flint.arb(2) ** -53
ZERO = flint.arb(0)


@frozen
class Rounded:
    """
    exact: a ball around what the number would be without rounding. error: a bound of its relative error. grid: of a number without error,
    a k such that it's a multiple of 2^k, where there is one.
    """

    exact: flint.arb
    error: flint.arb = ZERO
    grid: int | None = None

    def __add__(self, other: Rounded | float) -> Rounded:
        return _sum(self, rounded(other))

    def __radd__(self, other: float) -> Rounded:
        return _sum(rounded(other), self)

    def __sub__(self, other: Rounded | float) -> Rounded:
        subtrahend = rounded(other)
        return _sum(self, Rounded(-subtrahend.exact, subtrahend.error, subtrahend.grid))

    def __mul__(self, other: Rounded | float) -> Rounded:
        factor = rounded(other)
        return Rounded(self.exact * factor.exact, (1 + self.error) * (1 + factor.error) * (1 + U) - 1)

    __rmul__ = __mul__

    def __truediv__(self, other: Rounded) -> Rounded:
        return Rounded(self.exact / other.exact, (1 + self.error) * (1 + U) / (1 - other.error) - 1)


def rounded(x: Rounded | float) -> Rounded:
    """A double as what it is, without error."""
    return x if isinstance(x, Rounded) else Rounded(flint.arb(x), grid=1 - x.as_integer_ratio()[1].bit_length())


def between(low: float, high: float, grid: int) -> Rounded:
    """Any multiple of 2^grid from one double to another."""
    return Rounded(flint.arb(low).union(flint.arb(high)), grid=grid)


def largest(x: flint.arb) -> flint.arb:
    """The greatest magnitude in a ball."""
    return abs(x).upper()


def least(x: flint.arb) -> flint.arb:
    """The least magnitude in a ball that is all on one side of 0. NotEstablished: it isn't."""
    if not (x > 0 or x < 0):
        raise NotEstablished(f"that {x} isn't 0")
    return abs(x).lower()


def _sum(a: Rounded, b: Rounded) -> Rounded:
    """A sum: exact with 0, and where it is a double; else the errors of both, relative to it, and that of its own rounding."""
    exact = a.exact + b.exact
    for zero, other in ((a, b), (b, a)):
        if zero.exact == 0:
            return other
    if a.grid is not None and b.grid is not None:
        grid = min(a.grid, b.grid)
        if largest(exact) <= flint.arb(2) ** (grid + 53):
            return Rounded(exact, grid=grid)
        return Rounded(exact, U)
    of_both = (largest(a.exact) * a.error + largest(b.exact) * b.error) / least(exact)
    return Rounded(exact, (1 + of_both) * (1 + U) - 1)
