"""
Roots: sums of square roots keep their value over a coprime base without squares, in which no two of them are equal but the same.

Notation: the value of a sum is told by its coordinates over the square roots of square-free numbers, found by factoring.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import isqrt
from typing import cast

from dtref.exact.comparison import compare
from dtref.exact.kth_root import KthRoot, kth_root, power
from dtref.exact.number import Number
from dtref.exact.roots import RootSum, root_of, sum_of_roots
from proofs.steps import holds, same
from proofs.theorem import Method, theorem

ERROR = "evaluation: Calculating confidence intervals"
SMALL = (1, 2, 6, 12, 17, 289 * 6)


def _square_free(n: int) -> tuple[int, int]:
    """A pair (r, m) with n = r^2 m and m square-free, by trial."""
    r = next(r for r in range(isqrt(n), 0, -1) if n % (r * r) == 0)
    return r, n // (r * r)


def _value(x: Number) -> Mapping[int, Fraction]:
    """The coordinates of a number over the roots of square-free numbers, which are linearly independent over the rationals."""
    values: dict[int, Fraction] = {}
    for n, q in x.terms if isinstance(x, RootSum) else ((1, x),):
        r, m = _square_free(n)
        values[m] = values.get(m, Fraction(0)) + cast(Fraction, q) * r
    return {m: q for m, q in values.items() if q}


def _product(x: Mapping[int, Fraction], y: Mapping[int, Fraction]) -> Mapping[int, Fraction]:
    return _value(sum((p * q * root_of(m * n) for (m, p), (n, q) in product(x.items(), y.items())), Fraction(0)))


def _sums() -> Iterator[Number]:
    for ks in product((-1, 0, 2), repeat=4):
        yield sum_of_roots((n, Fraction(k, 3)) for n, k in zip(SMALL[1:5], ks, strict=True))


@theorem(
    "A sum of roots keeps its value; the numbers under its roots are in distinct classes modulo squares, so that a sum "
    "is a Fraction exactly where its value is rational",
    source=ERROR,
    runs=(sum_of_roots,),
    reach="every three numbers from 0 to 24, with the weights 1, -2 and 1/3",
    method=Method.EXHAUSTION,
)
def theorem_sums_of_roots_keep_their_value() -> None:
    """The products of distinct coprime non-squares are in distinct classes of numbers modulo squares, whose roots are independent."""
    weights = (Fraction(1), Fraction(-2), Fraction(1, 3))
    for numbers in product(range(25), repeat=3):
        x = sum_of_roots(zip(numbers, weights, strict=True))
        values: dict[int, Fraction] = {}
        for n, q in zip(numbers, weights, strict=True):
            r, m = _square_free(n) if n else (0, 1)
            values[m] = values.get(m, Fraction(0)) + q * r
        same(_value(x), {m: q for m, q in values.items() if q}, f"the sum of {numbers}")
        holds(isinstance(x, Fraction) == (_value(x).keys() <= {1}), f"that the kind of the sum of {numbers} tells whether it is rational")
        under = [n for n, _ in x.terms] if isinstance(x, RootSum) else []
        holds(len({_square_free(n)[1] for n in under}) == len(under), f"that no two of {under} are equal but for squares")


@theorem(
    "Differences, products and reciprocals of sums of roots have the value that they say",
    source=ERROR,
    runs=(RootSum.__sub__, RootSum.__mul__, RootSum.reciprocal, RootSum.__neg__),
    reach="every two sums of the roots of 2, 6, 12, 17 with weights -1/3, 0, 2/3",
    method=Method.EXHAUSTION,
)
def theorem_arithmetic_of_roots_keeps_values() -> None:
    """By coordinates over the roots of square-free numbers; a reciprocal by multiplying back."""
    sums = tuple(_sums())
    for x, y in combinations(sums, 2):
        same(compare(x - y, 0) == 0, _value(x) == _value(y), f"{x} = {y}")
        same(_value(x * y), _product(_value(x), _value(y)), f"{x} times {y}")
    for x in sums:
        if isinstance(x, RootSum):
            reciprocal = x.reciprocal()
            holds(reciprocal is not None and x * reciprocal == 1, f"that the reciprocal of {x} is one")
            same(_value(-x), {m: -q for m, q in _value(x).items()}, f"-({x})")


@theorem(
    "The k-th power of a k-th root is the number under it; it is rational exactly where that is a k-th power, and ordered as that is",
    source=ERROR,
    runs=(kth_root, power, KthRoot.__mul__),
    reach="the roots of degree 1 to 4 of every fraction of numbers from 1 to 9",
    method=Method.EXHAUSTION,
)
def theorem_roots_are_ordered_by_their_powers() -> None:
    """Of fractions in ascending order."""
    numbers = sorted({Fraction(a, b) for a, b in product(range(1, 10), repeat=2)})
    for k in range(1, 5):
        roots = [kth_root(q, k) for q in numbers]
        for q, root in zip(numbers, roots, strict=True):
            same(power(root, k), q, f"the power of {root}")
            whole = all(any(i**k == n for i in range(10)) for n in (q.numerator, q.denominator))
            holds(isinstance(root, Fraction) == whole, f"that {root} is rational exactly where {q} is a power")
        holds(all(compare(x, y) == -1 for x, y in pairwise(roots)), f"that roots of degree {k} are in order")
