"""
The logarithm of a double is right within 5u, u = 2^-53, whatever the platform.   Paper: Tang 1990.

Its formula is run on numbers that carry a bound of their rounding, in each of the 256 cells of the mantissa, and so for every double.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import nextafter
from typing import cast

import flint
import numpy as np
import sympy

from dtref.exact.double_logarithm import A_0, A_1, A_2, CELLS, ERROR, POINTS, log2_of_double, log2_of_parts, log2_of_whole
from dtref.exact.functions import plogp
from dtref.exact.number import Number
from proofs.rounded import BITS, Rounded, U, between, largest, least, rounded
from proofs.steps import equal, expression, holds, same
from proofs.symbols import positive
from proofs.theorem import Method, plain, theorem

TANG = "tang1990"

POWERS, COEFFICIENTS = (1, 3, 5), (A_0, A_1, A_2)

EXPONENTS = (rounded(0.0), between(1.0, 1024.0, 0), between(-1074.0, -1.0, 0))
"""Every exponent of a double."""

LARGE = tuple(between(low, high, 0) for low, high in pairwise((53.0, 2.0**20, 2.0**36, 2.0**53)))
"""Every exponent of a whole number past 2^53; in three parts, as the radius of a ball is rounded."""


@theorem(
    "The table of the logarithm is right: of each cell a point of it, and its logarithm within u of itself; so are the coefficients",
    source=TANG,
    runs=(log2_of_double, log2_of_parts),
    reach="every cell, 256 of them; its first and its last double, and so each between, as rounding down keeps the order",
    method=Method.EXHAUSTION,
)
def theorem_the_table_of_the_logarithm_is_right() -> None:
    """Each entry against a ball of 160 bits; a double's own cell is the one that its logarithm is computed from."""
    with flint.ctx.workprec(BITS):
        holds(len(POINTS) == CELLS == 256, "that there is a point for each cell")
        for i, (p, shift, log_p) in enumerate(POINTS):
            low, high = (CELLS + i) / 512, (CELLS + i + 1) / 512
            holds(low <= p <= high and (shift == 0 or (shift, high < 1) == (-1, True)), f"that cell {i} has its point")
            off = flint.arb(0) if p == 2.0**shift else largest(log_p - log2(p) + shift)
            holds(off <= U * abs(log_p), f"that the logarithm of {p} is right")
            for m in (low, nextafter(high, 0)):
                holds(plain(log2_of_double)(m) == log2_of_parts(shift, m, p, log_p), f"that {m} is in cell {i}")
        for k, a in zip(POWERS, COEFFICIENTS, strict=True):
            holds(largest(a - coefficient(k)) <= U * a, f"that {a} is the double of 2/({k} ln 2)")


@theorem(
    "Without rounding, the logarithm is computed as exponent + log_p + A_0 s + A_1 s^3 + A_2 s^5, s = (m - p)/(m + p)",
    source=TANG,
    runs=(log2_of_parts,),
    reach="all positive real m and p, all real exponents and logarithms of p",
    method=Method.IDENTITY,
)
def theorem_the_logarithm_is_a_sum_of_three_odd_powers() -> None:
    """Multiplied out, with the coefficients as the rational numbers that those doubles are."""
    exponent, log_p, m, p = positive("exponent log_p m p")
    computed = cast(sympy.Expr, log2_of_parts(*cast("tuple[float, float, float, float]", (exponent, m, p, log_p))))
    s = expression((m - p) / (m + p))
    exact = computed.xreplace({x: sympy.Rational(x) for x in computed.atoms(sympy.Float)})
    powers = sum(sympy.Rational(a) * s**k for k, a in zip(POWERS, COEFFICIENTS, strict=True))
    equal(exact, exponent + log_p + powers)


@theorem(
    "The logarithm of a double is off by less than 5u of itself, u = 2^-53, and exact at 1",
    source=TANG,
    runs=(log2_of_double, log2_of_parts),
    reach="every double above 0: all real numbers of each cell, 256 of them, with every exponent; whichever products and sums are fused",
    method=Method.BALLS,
)
def theorem_the_logarithm_of_a_double_is_off_by_less_than_5u() -> None:
    """The rounding of the formula, by `Rounded`, and what is left out of the series, in each cell: together less than `ERROR`."""
    holds(plain(log2_of_double)(1.0) == 0, "that the logarithm of 1 is 0")
    with flint.ctx.workprec(BITS):
        worst = max(float(error_in(i, exponent).upper()) for i in range(CELLS) for exponent in EXPONENTS)
    holds(worst < ERROR, f"{worst * 2**53}u is below the bound")


@theorem(
    "The logarithm of a whole number is off by less than 5u of itself, u = 2^-53",
    source=TANG,
    runs=(log2_of_whole, log2_of_parts),
    reach="every whole number above 0 of less than 2^53 bits; up to 2^53 it is a double",
    method=Method.BALLS,
)
def theorem_the_logarithm_of_a_whole_number_is_off_by_less_than_5u() -> None:
    """Past 2^53 the exponent is 53 or more; keeping 64 bits and rounding them moves n by a factor within 1 ± (u + 2^-63)."""
    holds(log2_of_whole(2**53 + 2) == plain(log2_of_double)(2.0**53 + 2), "that what is a double has its logarithm")
    holds(log2_of_whole(2**200 + 2**130) == log2_of_whole(2**200), "that the first 64 bits are what counts")
    with flint.ctx.workprec(BITS):
        moved = -(1 - U - flint.arb(2) ** -63).log() / flint.arb.const_log2() / 53
        errors = (error_in(i, exponent) for i in range(CELLS) for exponent in LARGE)
        worst = max(float(((1 + error) * (1 + moved) - 1).upper()) for error in errors)
    holds(worst < ERROR, f"{worst * 2**53}u is below the bound")


def log2(x: float) -> flint.arb:
    """A ball around the logarithm of a double."""
    return flint.arb(x).log() / flint.arb.const_log2()


def coefficient(k: int) -> flint.arb:
    """A ball around the coefficient of s^k in the series (2/ln 2) atanh s."""
    return 2 / (k * flint.arb.const_log2())


def error_in(cell: int, exponent: Rounded) -> flint.arb:
    """
    A bound of the relative error in a cell, for every m in it.

    With F the formula without rounding, a sum of odd powers of s, and L the logarithm, F - L is the error of the entry of the table and
    that of the polynomial. Nothing underflows: m - p is 0, and so all that follows, or |m - p| >= 2^-53 and |s| >= 2^-54.
    """
    p, shift, log_p = POINTS[cell]
    m = between((CELLS + cell) / 512, (CELLS + cell + 1) / 512, -53)
    parts = cast("tuple[float, float, float, float]", (exponent, m, p, log_p))
    computed = cast(Rounded, log2_of_parts(*parts))
    # The polynomial, relative to the series: its coefficients, and the terms left out, a geometric series at most.
    s = (m.exact - p) / (m.exact + p)
    z = largest(s * s)
    wrong = sum((abs(a - coefficient(k)) * z ** (k // 2) for k, a in zip(POWERS, COEFFICIENTS, strict=True)), flint.arb(0))
    of_series = (wrong + coefficient(7) * z**3 / (1 - z)) / coefficient(1)
    # The logarithm itself: the exponent, that of the point, and the series.
    of_point = log2(p) - shift
    series = 2 * s.atanh() / flint.arb.const_log2()
    if p == 2.0**shift and exponent.exact == 0:
        approximation = of_series
    else:
        value = exponent.exact + of_point + series
        approximation = (largest(log_p - of_point) + of_series * largest(series)) / least(value)
    return (1 + computed.error) * (1 + approximation) - 1


@theorem(
    "x log2 x is k 2^k at 2^k and 0 at 0, of exact numbers, doubles and arrays; of exact numbers xy log2 xy = x (y log2 y) + y (x log2 x)",
    source=TANG,
    runs=(plogp,),
    reach="0 and 2^k, k = -20 to 20; every two fractions p/q, p, q = 1 to 6",
    method=Method.EXHAUSTION,
)
def theorem_terms_of_entropy_are_one_number_of_every_kind() -> None:
    """Doubles hold both sides exactly."""
    powers = [Fraction(2) ** k for k in range(-20, 21)]
    expected = [Fraction(0), *(k * x for k, x in zip(range(-20, 21), powers, strict=True))]
    exact = [Fraction(0), *powers]
    doubles = [float(x) for x in exact]
    same([plogp(x) for x in exact], expected, "x log2 x of exact numbers")
    same([plogp(x) for x in doubles], expected, "x log2 x of doubles")
    array = cast("np.ndarray[tuple[int], np.dtype[np.float64]]", plogp(cast(Number, np.array(doubles))))
    same(array.tolist(), expected, "x log2 x of arrays")
    some = sorted({Fraction(p, q) for p, q in product(range(1, 7), repeat=2)})
    for x, y in product(some, repeat=2):
        same(plogp(x * y), plogp(y) * x + plogp(x) * y, f"x log2 x of {x} times {y}")
