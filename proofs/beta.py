"""
The beta distribution, and the binomial tail that is a value of it.

Notation: a beta(a, b) variable is at most x with probability I_x(a, b). Odds u stand for x = u/(1 + u).; `dtref.exact.distributions.beta`,
whose functions are run.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import cast

import sympy

from dtref.exact.distributions.beta import _series, beta_at_most, beta_quantile, rational_beta
from dtref.exact.distributions.binomial import binomial_at_most, binomial_probability
from dtref.exact.number import Number, number, total
from proofs.steps import Expression, ascending, at, derivative, equal, expression, holds, power
from proofs.symbols import positive, rational
from proofs.theorem import Method, theorem


def incomplete_beta(x: Number, a: int, b: Expression, rest: Number) -> Number:
    """dtref's I_x(a, b) for a whole a; rest is (1 - x)^b."""
    return cast(Number, _series(cast(Fraction, x), a, cast(Fraction, b), cast(Fraction, rest)))


@theorem(
    "I_x(a, b) is the integral of the density x^(a-1) (1 - x)^(b-1) / B(a, b) from 0 to x",
    source="abramowitz1964",
    runs=(_series,),
    reach="a = 1..5, every b > 0, every x in (0, 1)",
    method=Method.DERIVATIVES,
)
def theorem_beta_probability_is_the_integral_of_the_density() -> None:
    """It is 0 at x = 0, and its derivative by the odds u is the density, times dx/du = 1/(1 + u)²; 1/B(a, b) = b (b+1)..(b+a-1)/(a-1)!."""
    u, b = positive("u b")
    for a in range(1, 6):
        found = incomplete_beta(u / (1 + u), a, b, power(1 + u, -b))
        equal(at(found, u, 0), 0)
        constant = cast(Number, sympy.rf(b, a) / sympy.factorial(a - 1))
        wanted = constant * power(u, a - 1) * power(1 + u, -a - b)
        equal(cast(Number, sympy.expand_func(expression(derivative(found, u) / wanted))), 1)


@theorem(
    "A beta variable is at most x as probably as 1 minus it, with the parameters exchanged, is at least 1 - x",
    source="abramowitz1964",
    runs=(_series, rational_beta, beta_at_most),
    reach="whole parameters 1..4, every x in (0, 1); as fractions: parameters 1/2, 1, 3/2, 2, 3, one of them whole, x = 9/25, 16/25",
    method=Method.EXHAUSTION,
)
def theorem_beta_complement() -> None:
    """I_x(a, b) + I_(1-x)(b, a) = 1, as polynomials, then as fractions."""
    u, v = positive("u v")
    x, y = u / (u + v), v / (u + v)
    for a, b in product(range(1, 5), repeat=2):
        equal(incomplete_beta(x, a, rational(b), power(y, b)) + incomplete_beta(y, b, rational(a), power(x, a)), 1)
    halves = [Fraction(i, 2) for i in (1, 2, 3, 4, 6)]
    for p, q in product(halves, halves):
        if 1 in (p.denominator, q.denominator):
            for share in (Fraction(9, 25), Fraction(16, 25)):
                found, other = beta_at_most(share, p, q), beta_at_most(1 - share, q, p)
                holds(isinstance(found, Fraction) and found + other == 1 and found == rational_beta(share, p, q), f"I_{share}({p}, {q})")


@theorem(
    "P(X <= k) = I_(1-p)(n - k, k + 1) of a binomial X",
    source="evaluation: Binomial probability distribution",
    runs=(_series, binomial_probability, beta_at_most, binomial_at_most),
    reach="n = 1..6, every k < n, every p in (0, 1); the functions of exact numbers: p = 1/5 .. 4/5",
    method=Method.EXHAUSTION,
)
def theorem_binomial_tail_is_a_beta_probability() -> None:
    """Both are polynomials in p, for each n and k."""
    (p,) = positive("p")
    for n in range(1, 7):
        for k in range(n):
            low = total(binomial_probability(i, n, p) for i in range(k + 1))
            equal(low, incomplete_beta(1 - p, n - k, rational(k + 1), power(p, k + 1)))
            for rate in (Fraction(i, 5) for i in range(1, 5)):
                holds(binomial_at_most(k, n, rate) == beta_at_most(1 - rate, n - k, k + 1), f"at most {k} of {n}")


@theorem(
    "The quantile of the beta distribution takes a probability back to the x that has it",
    source="abramowitz1964",
    runs=(beta_quantile, beta_at_most),
    reach="parameters 1/2, 1, 2, 3, one of them whole, x = 0, 9/25, 16/25, 1; the median 1/2 of equal ones; 1 - sqrt 1/2 to 10^-10",
    method=Method.EXHAUSTION,
)
def theorem_beta_quantile_inverts_the_probability() -> None:
    """Exact: the quantile is returned as a fraction where the probability there is proved to be the one asked for."""
    for a, b in product((Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3)), repeat=2):
        for x in (Fraction(9, 25), Fraction(16, 25)):
            if 1 in (a.denominator, b.denominator):
                holds(beta_quantile(number(beta_at_most(x, a, b)), a, b) == x, f"quantile {x} of beta({a}, {b})")
        holds([beta_quantile(p, a, b) for p in (0, 1)] == [Fraction(0), Fraction(1)], f"least and greatest of beta({a}, {b})")
        holds(a != b or beta_quantile(number(beta_at_most(Fraction(1, 2), a, b)), a, b) == Fraction(1, 2), "median")
    holds(beta_quantile(Fraction(1, 2), Fraction(3, 2), Fraction(3, 2)) == Fraction(1, 2), "median of beta(3/2, 3/2)")
    low = Fraction(2928932188, 10**10)
    ascending(low, beta_quantile(Fraction(1, 2), 1, 2), low + Fraction(1, 10**10))
    ascending(1 - low - Fraction(1, 10**10), beta_quantile(Fraction(1, 2), 2, 1), 1 - low)
