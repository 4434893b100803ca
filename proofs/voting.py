"""
Ensembles: the error of a majority vote, and the distance of codewords.   Document: `cs422` Ensemble methods.

Notation: E_n the error of n voters, each wrong with probability e, independently; q = 1 - e; T_n(m) the chance that m or more of them are.;
`dtref.spec.ensembles`, whose functions are run.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import cast

import sympy

from dtref.exact.decimals import decimal
from dtref.exact.distributions.binomial import _term, binomial_at_least, binomial_probability
from dtref.exact.number import Number, number
from dtref.spec.ensembles.output_codes import exhaustive_code, hamming_distance
from dtref.spec.ensembles.voting import majority_vote_error
from proofs.binomial import chance, relative
from proofs.steps import above_zero, equal, expression, same, simplified
from proofs.symbols import positive, rational
from proofs.theorem import Method, theorem

SLIDE, CODES = "cs422: Ensemble methods", "dietterich1995"
ODD = range(1, 20, 2)


def power(x: Number, k: Number) -> Number:
    """x^k of symbols."""
    return cast(Number, expression(x) ** expression(k))


@theorem(
    "Two voters more: an odd majority of n = 2k - 1 voters errs C(2k - 1, k) (e q)^k (1 - 2e) less often with n + 2, so below e = 1/2 more "
    "voters are always better",
    source=SLIDE,
    runs=(_term, majority_vote_error, binomial_probability),
    reach="every odd n and every e in (0, 1); that dtref's sum is this tail: n = 1, 3 .. 19, every e",
    method=Method.INDUCTION,
)
def theorem_majority_vote_errs_less_with_two_voters_more() -> None:
    """
    Pr_(n+1)(i) = q Pr_n(i) + e Pr_n(i - 1) for symbols n, i; summed over i >= m: T_(n+1)(m) = q T_n(m) + e T_n(m - 1), twice. And
    T_n(k - 1) and T_n(k + 1) are T_n(k) with Pr_n(k - 1) more and Pr_n(k) less. So E_(n+2) - E_n = e² Pr_n(k - 1) - q² Pr_n(k).
    """
    e, k, i, n, tail = positive("e k i n T")
    q = 1 - e
    here = chance(i, n, e)
    equal(relative(chance(i, n + 1, e), here), q + e * relative(chance(i - 1, n, e), here))
    voters = 2 * k - 1
    one, other = chance(k - 1, voters, e), chance(k, voters, e)
    after = q * (q * (tail - other) + e * tail) + e * (q * tail + e * (tail + one))
    equal(relative(after - tail, one), relative(e * e * one - q * q * other, one))
    ways = cast(Number, sympy.binomial(expression(voters), expression(k)))
    fewer = ways * power(e, k) * power(q, k) * (1 - 2 * e)
    of_right = sympy.Symbol("q", positive=True)  # so that SymPy takes its powers apart
    share = sympy.expand_power_exp(expression(relative(q * q * other - e * e * one, fewer)).subs(expression(q), of_right))
    equal(cast(Number, simplified(share).subs(of_right, expression(q))), 1)
    for m in ODD:
        j = (m + 1) // 2
        gap = majority_vote_error(m, e) - majority_vote_error(m + 2, e)
        equal(gap, comb(m, j) * power(e * q, number(j)) * (1 - 2 * e))


@theorem(
    "An odd majority of voters that err less than half the time errs less often than one of them, and at 1/2 just as often",
    source=SLIDE,
    runs=(majority_vote_error, binomial_probability),
    reach="every odd n by the step of two voters more; e = 1/2 - d, every d in (0, 1/2)",
    method=Method.INDUCTION,
)
def theorem_odd_majority_beats_one_voter_below_one_half() -> None:
    """E_1 = e, and each step, C(2k - 1, k) (e q)^k (1 - 2e), is positive below 1/2 and 0 there."""
    e, u, w = positive("e u w")
    equal(majority_vote_error(1, e), e)
    below = w / (2 * w + u)  # any number between 0 and 1/2
    for m in ODD[:4]:
        above_zero(majority_vote_error(m, below) - majority_vote_error(m + 2, below))
        equal(majority_vote_error(m, rational(1, 2)), rational(1, 2))


@theorem(
    "The majority is wrong or right: E_n(e) + E_n(1 - e) is 1 of an odd number of voters, and 1 less the chance of a tie of an even number",
    source=SLIDE,
    runs=(majority_vote_error, binomial_probability, _term),
    reach="n = 1..12, every e in (0, 1)",
    method=Method.IDENTITY,
)
def theorem_majority_is_wrong_or_right() -> None:
    """Exactly half wrong is counted on neither side."""
    (e,) = positive("e")
    for n in range(1, 13):
        tie = number(0) if n % 2 else binomial_probability(n // 2, n, e)
        equal(majority_vote_error(n, e) + majority_vote_error(n, 1 - e) + tie, 1)


@theorem(
    "The error of the majority is a binomial tail: 25 classifiers with error 0.35 err together as often as 13 or more of them do, 0.06",
    source=SLIDE,
    runs=(majority_vote_error, binomial_at_least),
    reach="n = 1..25, e = 0, 1/20 .. 1",
    method=Method.EXHAUSTION,
)
def theorem_majority_vote_error_is_a_binomial_tail() -> None:
    """dtref's tail, which is summed in another way."""
    for n in range(1, 26):
        for i in range(21):
            e = Fraction(i, 20)
            same(majority_vote_error(n, e), binomial_at_least(n // 2 + 1, n, e), f"{n} voters with error {e}")
    same(decimal(majority_vote_error(25, Fraction(35, 100)), 2), "0.06", "the document's figure")


@theorem(
    "Hamming distance counts the bits that differ; an undecided bit, 1/2, is as far from 0 as from 1",
    source=CODES,
    runs=(hamming_distance,),
    reach="every pair of words of 0 to 4 bits",
    method=Method.EXHAUSTION,
)
def theorem_hamming_distance_counts_the_bits_that_differ() -> None:
    """By positions; the distances from a word and from its opposite add up to the number of bits, whatever the bits."""
    half = Fraction(1, 2)
    for n in range(5):
        for word in product((0, 1), repeat=n):
            opposite = tuple(1 - bit for bit in word)
            for bits in product((0, 1), repeat=n):
                exact = tuple(map(Fraction, bits))
                same(hamming_distance(word, exact), sum(1 for a, b in zip(word, bits, strict=True) if a != b), "the distance")
            for bits_or_not in product((Fraction(0), half, Fraction(1)), repeat=n):
                both = hamming_distance(word, bits_or_not) + hamming_distance(opposite, bits_or_not)
                same(both, Fraction(n), "the distances from a word and its opposite")
            same(hamming_distance(word, (half,) * n), n * half, "nothing decided")


@theorem(
    "Any two words of the exhaustive code of k classes differ in 2^(k-2) bits",
    source=CODES,
    runs=(exhaustive_code, hamming_distance),
    reach="2 to 8 classes, every pair",
    method=Method.EXHAUSTION,
)
def theorem_words_of_the_exhaustive_code_are_equally_far_apart() -> None:
    """So fewer than 2^(k-3) wrong bits are corrected."""
    for k in range(2, 9):
        for one, other in combinations(exhaustive_code(k), 2):
            same(hamming_distance(one, tuple(map(Fraction, other))), Fraction(2 ** (k - 2)), f"the distance of two of {k} words")
