"""
McNemar's test: its forms, and the sign test that they approximate.

Notation: b records that only the first classifier gets right, c that only the second does; n = b + c, X binomial with n and 1/2.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import cast

import sympy

from dtref.errors import DataWarning, Undefined
from dtref.exact.distributions.approximation import standard_score
from dtref.exact.number import Number, number
from dtref.exact.root_quotient import RootQuotient
from dtref.spec.evaluation.comparison.contingency import Contingency, contingency
from dtref.spec.evaluation.comparison.mcnemar import (
    mcnemar_chi_square,
    mcnemar_chi_square_p,
    mcnemar_corrected,
    mcnemar_corrected_p,
    mcnemar_corrected_unless_equal,
    mcnemar_corrected_unless_equal_p,
    mcnemar_doubled_mid_p,
    mcnemar_exact_p,
    mcnemar_first_better_p,
    mcnemar_mid_p,
    mcnemar_z,
)
from dtref.spec.evaluation.comparison.p_values import Probability, normal_two_sided_p
from dtref.spec.evaluation.estimation.overfitting import mean_error
from proofs.steps import all_equal, ascending, defined, equal, holds, tends_to
from proofs.symbols import positive
from proofs.theorem import Method, theorem

MCNEMAR, MID_P, CORRECTED = "mcnemar1947", "fagerland2013", "edwards1948"
HALF = Fraction(1, 2)
COUNTS = tuple((b, n - b) for n in range(8) for b in range(n + 1))
"""All b and c with at most 7 disagreements."""


def share(n: int, some: Iterable[int]) -> Fraction:
    """The share of the 2^n ways to give n records to the two classifiers in which the first one gets one of some numbers of them."""
    wanted = set(some)
    return Fraction(sum(sum(ways) in wanted for ways in product((0, 1), repeat=n)), 2**n)


def uneven(n: int, least: int) -> list[int]:
    """The numbers of n records for the first that differ from those for the second by `least` or more."""
    return [x for x in range(n + 1) if abs(2 * x - n) >= least]


@theorem(
    "McNemar's statistic is the squared standard score of b as a binomial count of n = b + c with p = 1/2; z is the score",
    source=MCNEMAR,
    runs=(mcnemar_chi_square, mcnemar_z, standard_score),
    reach="all positive b, c",
    method=Method.IDENTITY,
)
def theorem_mcnemar_is_the_squared_score_of_the_sign_test() -> None:
    """(b - n/2)/sqrt(n/4); and Pearson's sum over b and c, of which n/2 each is expected."""
    b, c = positive("b c")
    score, z = defined(standard_score(b, b + c, HALF)), defined(mcnemar_z(b, c))
    all_equal(mcnemar_chi_square(b, c), score * score, z.square)
    equal(z.value, score)
    expected = (b + c) / 2
    equal(mcnemar_chi_square(b, c), ((b - expected) * (b - expected) + (c - expected) * (c - expected)) / expected)
    equal(defined(mcnemar_z(c, b)).value, -z.value)


@theorem(
    "Edwards' correction moves the greater of b and c half a record towards the other",
    source=CORRECTED,
    runs=(mcnemar_corrected, mcnemar_corrected_unless_equal, mcnemar_chi_square, standard_score),
    reach="all counts b ≠ c; of b = c it is 1/(2b), or 0 unless equal",
    method=Method.IDENTITY,
)
def theorem_mcnemar_corrected_is_the_corrected_score() -> None:
    """The squared standard score of b - 1/2 for b = c + d, in either order; for many records it tends to the uncorrected statistic."""
    c, d, scale = positive("c d s")
    b = c + d
    score = defined(standard_score(b - HALF, b + c, HALF))
    for one, other in ((b, c), (c, b)):
        all_equal(score * score, mcnemar_corrected(one, other), mcnemar_corrected_unless_equal(one, other))
    equal(mcnemar_corrected(c, c), 1 / (2 * c))
    equal(mcnemar_corrected_unless_equal(c, c), 0)
    many, exact = defined(mcnemar_corrected(b * scale, c * scale)), defined(mcnemar_chi_square(b * scale, c * scale))
    tends_to(cast(Number, sympy.factor(many / exact)), scale, cast(Number, sympy.oo), 1)


@theorem(
    "The exact p-value is the share of all ways to give the disagreements to the two classifiers that are as uneven or more",
    source=MCNEMAR,
    runs=(mcnemar_exact_p, mcnemar_first_better_p),
    reach="all b + c <= 7, each of the 2^(b+c) ways",
    method=Method.EXHAUSTION,
)
def theorem_mcnemar_exact_p_counts_sign_sequences() -> None:
    """Way by way; one-sided: those with b or more for the first."""
    for b, c in COUNTS:
        n = b + c
        holds(mcnemar_exact_p(b, c) == share(n, uneven(n, abs(b - c))), f"two-sided {b}, {c}")
        holds(mcnemar_first_better_p(b, c) == share(n, range(b, n + 1)), f"one-sided {b}, {c}")


@theorem(
    "The mid-p-value counts the ways that are as uneven half; doubled, it is 1 where b = c",
    source=MID_P,
    runs=(mcnemar_mid_p, mcnemar_doubled_mid_p, mcnemar_exact_p),
    reach="all b + c <= 7, each of the 2^(b+c) ways",
    method=Method.EXHAUSTION,
)
def theorem_mcnemar_mid_p_counts_ties_half() -> None:
    """Way by way; where b ≠ c it is the exact p-value less P(X = b)."""
    for b, c in COUNTS:
        n, off = b + c, abs(b - c)
        lower = [share(n, range(k)) + share(n, [k]) / 2 for k in (b, c)]
        holds(mcnemar_mid_p(b, c) == (share(n, uneven(n, off)) + share(n, uneven(n, off + 1))) / 2, f"mid-p of {b}, {c}")
        holds(mcnemar_doubled_mid_p(b, c) == 2 * min(lower), f"doubled mid-p of {b}, {c}")
        holds(b == c or mcnemar_mid_p(b, c) == cast(Fraction, mcnemar_exact_p(b, c)) - share(n, [b]), f"exact less P(X = b) of {b}, {c}")


def two_sided(p: Probability | Undefined, off: int, n: int) -> None:
    """The p-value is that of z = off/sqrt n: 1 at 0, else certainly between those of z a little farther from 0 and nearer to it."""
    near, far = (normal_two_sided_p(RootQuotient(number(off + way * Fraction(1, 10**9)), number(n))) for way in (-1, 1))
    if off:
        ascending(far, p, near)
    else:
        holds(p == Fraction(1), "a p-value of 1")


@theorem(
    "The chi-square p-values are those of z, and of z corrected: where b = c as if they differed by 1, unless equal counts are left alone",
    source=MCNEMAR,
    runs=(mcnemar_chi_square_p, mcnemar_corrected_p, mcnemar_corrected_unless_equal_p, normal_two_sided_p),
    reach="all b + c from 1 to 7, to 10^-9; exactly 1 where z is 0",
    method=Method.EXHAUSTION,
)
def theorem_mcnemar_p_values_are_those_of_z() -> None:
    """Pair by pair, between the p-values of slightly greater and smaller z."""
    for b, c in COUNTS[1:]:
        n, off = b + c, abs(b - c)
        two_sided(mcnemar_chi_square_p(b, c), off, n)
        two_sided(mcnemar_corrected_p(b, c), abs(off - 1), n)
        two_sided(mcnemar_corrected_unless_equal_p(b, c), max(off - 1, 0), n)


@theorem(
    "The error rates of a contingency table are those of the labels, and their difference is (c - b)/n",
    source="dietterich1998",
    runs=(contingency, *(vars(Contingency)[name].fget for name in ("records", "first_error", "second_error", "difference"))),
    reach="all labels of 1 to 3 records, two classes, both classifiers; all tables of counts 0..2",
    method=Method.EXHAUSTION,
)
def theorem_contingency_has_the_error_rates_of_the_labels() -> None:
    """Labelling by labelling; tables: the rates by the records that each classifier gets wrong."""
    for n in (1, 2, 3):
        for actual, first, second in product(product((0, 1), repeat=n), repeat=3):
            with warnings.catch_warnings():  # a predicted class may be no actual one
                warnings.simplefilter("ignore", DataWarning)
                table = contingency(actual, first, second)
            rates = [mean_error(said.__getitem__, tuple(enumerate(actual))) for said in (first, second)]
            holds([table.first_error, table.second_error] == rates, f"{actual} as {first}, {second}")
            holds(table.difference == cast(Fraction, rates[0]) - cast(Fraction, rates[1]) and table.records == n, "difference")
    for both, b, c, neither in product(range(3), repeat=4):
        table, n = Contingency(both, b, c, neither), both + b + c + neither
        if n:
            holds(table.difference == Fraction(c - b, n), "(c - b)/n")
