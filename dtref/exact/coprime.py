"""
A base of pairwise coprime integers for a list of integers, each of which is a product of their powers; found by gcds alone.

Factoring into primes would do too, but hangs on a 60-digit denominator; gcds never do. The logarithms of pairwise coprime
integers > 1 are linearly independent over the rationals (no power product of them is 1 but the empty one), which is what makes
equality of logarithms decidable.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from dtref.errors import Invalid, said
from dtref.exact.definition import defined


def coprime_base(numbers: Iterable[int]) -> tuple[int, ...]:
    """
    Pairwise coprime integers > 1, ascending, such that every given number is a product of their powers.

    Reason: a member b that shares a factor g, 1 < g < b, with a number is replaced by the base of g and b/g, whose product is b;
    so this ends, and what it leaves is coprime. A prime among the numbers stays a member. Invalid: a number below 1.

    >>> coprime_base((12, 18)), coprime_base((4, 2)), coprime_base((36,)), coprime_base((1,))
    ((2, 3), (2,), (36,), ())
    """
    base: list[int] = []
    for n in numbers:
        if n < 1:
            raise Invalid("coprime base", "integers of at least 1", n)
        base, rest = _refined(base, n)
        base += [rest] if rest > 1 else []
    return tuple(sorted(base))


def _refined(base: Iterable[int], n: int) -> tuple[list[int], int]:
    """The base with members split where n needs it, and the part of n that is coprime to all of them."""
    refined = []
    for b in base:
        # Divide out whole powers of b; what is left shares only a proper factor g with it, or none.
        while (g := gcd(n, b)) == b:
            n //= b
        if g == 1:
            refined.append(b)
        else:
            pieces, n = _refined(coprime_base((g, b // g)), n)
            refined += pieces
    return refined, n


@defined(formula="n = product of b**e", letter="n", errors="Invalid (n is no such product)")
def exponents(n: int, base: Iterable[int]) -> tuple[int, ...]:
    """
    The exponent of each member of a coprime base in n.

    >>> exponents(24, (2, 3)), exponents(1, (2, 3))
    ((3, 1), (0, 0))
    """
    powers, rest = [], n
    for b in base:
        e = 0
        # Divide by b as often as it goes.
        while rest % b == 0:
            rest, e = rest // b, e + 1
        powers.append(e)
    if rest != 1:
        raise Invalid("exponents", f"a product of powers of {said(tuple(base))}", n)
    return tuple(powers)
