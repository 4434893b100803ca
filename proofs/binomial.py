"""
The number of errors in a test set: its distribution, mean and variance, for every number of records.

Document: `evaluation` Binomial probability distribution, Normal distribution approximates Binomial. Notation: k errors in n records, each
with probability p, independently; q = 1 - p.; `dtref.exact.distributions.binomial`, whose functions are run.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import cast

import sympy

from dtref.exact.distributions.approximation import (
    approximation_errors,
    largest_approximation_error,
    normal_approximation,
    normal_approximation_corrected,
    standard_score,
)
from dtref.exact.distributions.binomial import (
    _enclosed_power,
    _gamma_ways,
    _power,
    _share_at_most,
    _term,
    _terms,
    binomial_at_least,
    binomial_at_most,
    binomial_mean,
    binomial_probability,
    binomial_variance,
)
from dtref.exact.distributions.normal import normal_at_most
from dtref.exact.functions import sqrt
from dtref.exact.number import Number, is_zero, number, total
from proofs.steps import ascending, defined, derivative, equal, expression, holds, power
from proofs.symbols import positive
from proofs.theorem import Method, theorem

BINOMIAL, NORMAL = "evaluation: Binomial probability distribution", "evaluation: Normal distribution approximates Binomial"
RECORDS = range(7)
RATES = tuple(Fraction(i, 6) for i in range(7))
NEAR = Fraction(1, 10**9)


def chance(k: Number, n: Number, p: Number) -> Number:
    """dtref's formula with a symbolic number of records, C(n, k) being SymPy's."""
    return _term(cast(Number, sympy.binomial(n, k)), _power, cast(int, k), cast(int, n), p)


def relative(x: Number, to: Number) -> Number:
    """The quotient of two expressions, binomial coefficients written as products."""
    return cast(Number, sympy.combsimp(expression(x / to)))


def cases() -> Iterator[tuple[int, int]]:
    """0 to 6 records and each number of errors in them."""
    yield from ((n, k) for n in RECORDS for k in range(n + 1))


@theorem(
    "The probabilities of 0..n errors sum to 1",
    source=BINOMIAL,
    runs=(binomial_probability, _term),
    reach="every number n of records, every p in (0, 1); that the coefficients are C(n, k): n = 0..6",
    method=Method.INDUCTION,
)
def theorem_binomial_probabilities_sum_to_1() -> None:
    """Pr_(n+1)(k) = q Pr_n(k) + p Pr_n(k - 1) for symbols n, k: so the sums for n + 1 and n are equal; that for n = 0 is 1."""
    k, n, p = positive("k n p")
    here = chance(k, n, p)
    equal(relative(chance(k, n + 1, p), here), (1 - p) + p * relative(chance(k - 1, n, p), here))
    equal(binomial_probability(0, 0, p), 1)
    for records, errors in cases():
        equal(binomial_probability(errors, records, p), chance(number(errors), number(records), p))
    for records in RECORDS:
        for outside in (-1, records + 1):
            equal(binomial_probability(outside, records, p), 0)
        for certain in (0, 1):
            chances = [binomial_probability(i, records, certain) for i in range(records + 1)]
            holds([i for i, c in enumerate(chances) if not is_zero(c)] == [records * certain], "a certain number of errors")
            equal(total(chances), 1)


@theorem(
    "The mean number of errors is n p",
    source=BINOMIAL,
    runs=(binomial_mean, binomial_probability, _term),
    reach="every number n of records, every p in (0, 1)",
    method=Method.IDENTITY,
)
def theorem_mean_of_the_error_count_is_np() -> None:
    """k Pr_n(k) = n p Pr_(n-1)(k - 1) for symbols n, k; summed over k, where the probabilities sum to 1. Summed out for n = 0..6."""
    k, n, p = positive("k n p")
    equal(relative(k * chance(k, n, p), chance(k - 1, n - 1, p)), binomial_mean(n, p))
    for m in RECORDS:
        equal(total(i * binomial_probability(i, m, p) for i in range(m + 1)), binomial_mean(m, p))


@theorem(
    "The variance of the number of errors is n p (1 - p)",
    source=BINOMIAL,
    runs=(binomial_variance, binomial_mean, binomial_probability, _term),
    reach="every number n of records, every p in (0, 1)",
    method=Method.IDENTITY,
)
def theorem_variance_of_the_error_count_is_npq() -> None:
    """k (k - 1) Pr_n(k) is n (n - 1) p² Pr_(n-2)(k - 2): that sums to E[X²] - E[X]. Var(X) = E[X²] - E[X]². Summed out for n = 0..6."""
    k, n, p = positive("k n p")
    falling = relative(k * (k - 1) * chance(k, n, p), chance(k - 2, n - 2, p))
    mean = binomial_mean(n, p)
    equal(binomial_variance(n, p), falling + mean - mean * mean)
    for m in RECORDS:
        off = ((i - binomial_mean(m, p), binomial_probability(i, m, p)) for i in range(m + 1))
        equal(binomial_variance(m, p), total(e * e * chance_i for e, chance_i in off))


@theorem(
    "k errors with probability p each are n - k right answers with probability 1 - p each",
    source=BINOMIAL,
    runs=(binomial_probability, binomial_at_least, binomial_at_most, _term),
    reach="the probabilities: every n, k and p in (0, 1); the tails: n = 0..6, every k, p = 0, 1/6 .. 1",
    method=Method.IDENTITY,
)
def theorem_errors_and_right_answers_are_one_distribution() -> None:
    """C(n, k) = C(n, n - k); the tails case by case."""
    k, n, p = positive("k n p")
    equal(relative(chance(k, n, p), chance(n - k, n, 1 - p)), 1)
    for m, i in cases():
        equal(binomial_probability(i, m, p), binomial_probability(m - i, m, 1 - p))
        holds(all(binomial_at_least(i, m, rate) == binomial_at_most(m - i, m, 1 - rate) for rate in RATES), f"tail {i} of {m}")


@theorem(
    "At most k errors: the sum of the probabilities; at least k: the rest",
    source=BINOMIAL,
    runs=(binomial_at_most, binomial_at_least, binomial_probability, _terms, _share_at_most),
    reach="the sum: every p in (0, 1), n = 0..6, every k; the functions of exact numbers: p = 0, 1/6 .. 1",
    method=Method.EXHAUSTION,
)
def theorem_binomial_tail_is_the_sum_of_probabilities() -> None:
    """With p = u/(u + w), over (u + w)^n; then case by case, k = -1 and n too."""
    u, w = positive("u w")
    for n, k in cases():
        low = total(binomial_probability(i, n, u / (u + w)) for i in range(k + 1))
        top = _terms(k, n, cast(int, u), cast(int, w))
        equal(low, top * power(w, n - k) / power(u + w, n))
        for p in RATES:
            holds(binomial_at_most(k, n, p) == total(binomial_probability(i, n, p) for i in range(k + 1)), f"at most {k} of {n}")
            holds(binomial_at_least(k, n, p) == 1 - binomial_at_most(k - 1, n, p), f"at least {k} of {n}")


@theorem(
    "Enclosures of the probabilities and tails, of an irrational p or many records, hold what the fractions say",
    source=BINOMIAL,
    runs=(binomial_at_most, binomial_probability, _gamma_ways, _enclosed_power),
    reach="tails: n = 1..4, every k < n, p = sqrt 1/2 to 10^-10; probabilities: k = 0, 1, 2 of 10,001 records, p = 1/10,001, to 10^-9",
    method=Method.EXHAUSTION,
)
def theorem_enclosed_binomial_tails_hold_the_exact_ones() -> None:
    """The tail between those of fractions around p; the probability between 1 - 10^-9 and 1 + 10^-9 times the fraction."""
    root, low = sqrt(Fraction(1, 2)), Fraction(7071067811, 10**10)
    ascending(low, root, low + Fraction(1, 10**10))
    for n in range(1, 5):
        for k in range(n):
            ascending(binomial_at_most(k, n, low + Fraction(1, 10**10)), binomial_at_most(k, n, root), binomial_at_most(k, n, low))
        ascending(low**n, binomial_probability(n, n, root), (low + Fraction(1, 10**10)) ** n)
    n = 10_001
    for k in range(3):
        exact = comb(n, k) * Fraction(1, n) ** k * Fraction(n - 1, n) ** (n - k)
        ascending(exact * (1 - NEAR), binomial_probability(k, n, Fraction(1, n)), exact * (1 + NEAR))


@theorem(
    "More probable errors: P(X <= k) falls with p, by n Pr_(n-1)(k)",
    source=BINOMIAL,
    runs=(binomial_probability, _term),
    reach="every n, k and p in (0, 1); summed out for n = 1..6",
    method=Method.DERIVATIVES,
)
def theorem_binomial_tail_falls_with_the_error_rate() -> None:
    """The derivative of Pr_n(i) is n (Pr_(n-1)(i - 1) - Pr_(n-1)(i)) for symbols n, i: summed over i <= k all but the last term cancel."""
    k, n, p = positive("k n p")
    before = chance(k, n - 1, p)
    equal(relative(derivative(chance(k, n, p), p), before), n * (relative(chance(k - 1, n - 1, p), before) - 1))
    for m, i in cases():
        if m:
            low = total(binomial_probability(j, m, p) for j in range(i + 1))
            equal(derivative(low, p), -m * binomial_probability(i, m - 1, p))


@theorem(
    "The standard score of the number of errors has mean 0 and variance 1",
    source="evaluation: Calculating confidence intervals",
    runs=(standard_score, binomial_probability),
    reach="every p in (0, 1), n = 1..6",
    method=Method.IDENTITY,
)
def theorem_standard_score_has_mean_0_and_variance_1() -> None:
    """Its powers weighted by the probabilities of k = 0..n."""
    (p,) = positive("p")
    for n in RECORDS[1:]:
        scores = [(defined(standard_score(k, n, p)), binomial_probability(k, n, p)) for k in range(n + 1)]
        equal(total(z * chance_k for z, chance_k in scores), 0)
        equal(total(z * z * chance_k for z, chance_k in scores), 1)


@theorem(
    "The normal approximation gives 1/2 at the mean; with the correction for continuity it gives at k what it gave half an error higher",
    source=NORMAL,
    runs=(normal_approximation, normal_approximation_corrected, standard_score),
    reach="exactly 1/2: n = 2..6, p = k/n; elsewhere to 10^-9: n = 2..6, p = 1/2 and 1/3, every k",
    method=Method.EXHAUSTION,
)
def theorem_normal_approximation_is_half_at_the_mean() -> None:
    """Exact where the score is 0; else Phi 10^-9 below and above (k - n p)/sqrt(n p q) are certainly on either side of what is returned."""
    half = Fraction(1, 2)
    for n in RECORDS[2:]:
        for k in range(1, n):
            holds(normal_approximation(k, n, Fraction(k, n)) == half, "1/2 at the mean")
        for p in (half, Fraction(1, 3)):
            for k in range(n + 1):
                for approximation, at in ((normal_approximation, number(k)), (normal_approximation_corrected, k + half)):
                    z = (at - n * p) / sqrt(n * p * (1 - p))
                    ascending(normal_at_most(z - NEAR), approximation(k, n, p), normal_at_most(z + NEAR))


@theorem(
    "An approximation that is e_k too high or too low at k has the largest |e_k| as its largest error",
    source=NORMAL,
    runs=(largest_approximation_error, approximation_errors, binomial_at_most),
    reach="n = 1..6, p = 1/2 and 1/3, e_k = (-1)^k k/8 and its negative",
    method=Method.EXHAUSTION,
)
def theorem_largest_approximation_error_of_known_errors() -> None:
    """The approximation is the exact tail with the errors added."""
    for n in RECORDS[1:]:
        for p in (Fraction(1, 2), Fraction(1, 3)):
            for way in (1, -1):
                errors = tuple(way * Fraction((-1) ** k * k, 8) for k in range(n + 1))

                def off(k: int, m: int, rate: Fraction, errors: tuple[Fraction, ...] = errors) -> Fraction:
                    return cast(Fraction, binomial_at_most(k, m, rate)) + errors[k]

                holds(approximation_errors(off, n, p) == errors, "the errors")
                holds(defined(largest_approximation_error(off, n, p)) == Fraction(n, 8), "the largest")
