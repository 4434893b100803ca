"""
Intervals for a true error rate from the normal distribution: Wald, Wilson, Agresti-Coull.

Documents: `tan` Confidence Interval for Accuracy; `evaluation` Calculating confidence intervals. Notation: k = a errors in n = a + b
records, p^ = k/n the observed rate, z how many standard deviations the interval reaches.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import cast

import sympy

from dtref.exact.distributions.binomial import binomial_mean, binomial_variance
from dtref.exact.functions import sqrt
from dtref.exact.number import Number, number
from dtref.spec.evaluation.intervals.interval import Interval, about
from dtref.spec.evaluation.intervals.proportion import _roots, agresti_coull, standard_error_of_rate, wald, wilson
from proofs.steps import above_zero, defined, equal, holds, multiplied_out, not_negative, same, simplified, tends_to
from proofs.symbols import positive, real
from proofs.theorem import Method, theorem

WILSON, WALD = "tan: Confidence Interval for Accuracy", "evaluation: Calculating confidence intervals"
SYMBOLS = "every k and n - k > 0, every z > 0"


def product_of(x: Number, y: Number) -> Number:
    """The product, without the roots that cancel in it."""
    return cast(Number, simplified(multiplied_out(x * y)))


def same_ends(found: Interval, wanted: Interval) -> None:
    """Both have the same ends."""
    equal(found.centre, wanted.centre)
    equal(product_of(found.half_width, found.half_width), product_of(wanted.half_width, wanted.half_width))


@theorem(
    "The Wilson interval is the solution of (p^ - p)² <= z² p (1 - p)/n",
    source=WILSON,
    runs=(wilson, _roots),
    reach=f"{SYMBOLS}; its ends at k = 0 and k = n: every n, z > 0",
    method=Method.IDENTITY,
)
def theorem_wilson_is_the_solution_of_its_quadratic() -> None:
    """(p - low)(p - high) is a positive multiple of the difference of both sides. At k = 0 and n the ends given are the formula's."""
    a, b, z, p = positive("a b z p")
    n, found = a + b, defined(wilson(a, a + b, z))
    off = a / n - p
    difference = off * off - z * z * p * (1 - p) / n
    equal(product_of(p - found.low, p - found.high), n / (n + z * z) * difference)
    for k in (number(0), n):
        at_end, formula = defined(wilson(k, n, z)), _roots(k, n, z)
        equal(at_end.low, formula.low)
        equal(at_end.high, formula.high)
    holds(
        defined(wilson(0, 3, sqrt(2))).low == number(0) and defined(wilson(3, 3, sqrt(2))).high == number(1), "exact ends where z is a root"
    )


@theorem(
    "The Wilson interval contains the observed rate and lies within [0, 1]",
    source=WILSON,
    runs=(wilson,),
    reach=SYMBOLS,
    method=Method.SIGNS,
)
def theorem_wilson_contains_the_estimate_and_lies_within_0_and_1() -> None:
    """Of low and high the sum and the product are positive; so are those of 1 - low, 1 - high; (p^ - low)(high - p^) is, and high > low."""
    a, b, z = positive("a b z")
    found, rate = defined(wilson(a, a + b, z)), a / (a + b)
    for low, high in ((found.low, found.high), (1 - found.low, 1 - found.high)):
        above_zero(product_of(low, high))
        above_zero(cast(Number, simplified(multiplied_out(low + high))))
    above_zero(product_of(rate - found.low, found.high - rate))
    above_zero(cast(Number, simplified(multiplied_out(found.high - found.low))))
    # Where no record, or every one, is an error, that end is 0 or 1 itself, not a root that simplifies to it.
    for n, z in product((1, 2, 5), (number(2), sqrt(number(2)) + 1)):
        same(defined(wilson(0, n, z)).low, Fraction(0), f"the lower end of none of {n}")
        same(defined(wilson(n, n, z)).high, Fraction(1), f"the upper end of all {n}")


@theorem(
    "For many records the Wilson interval is Wald's: sqrt n times the distance of the centres tends to 0, the quotient of half widths to 1",
    source=WILSON,
    runs=(wilson, wald),
    reach="every observed rate in (0, 1), every z > 0",
    method=Method.LIMIT,
)
def theorem_wilson_tends_to_wald() -> None:
    """The observed rate a/(a + b) stays as n = 1/h² grows."""
    a, b, z, h = positive("a b z h")
    n = 1 / (h * h)
    one, other = (defined(interval(a / (a + b) * n, n, z)) for interval in (wilson, wald))
    tends_to((one.centre - other.centre) / h, h, 0, 0)
    tends_to(product_of(one.half_width, one.half_width) / product_of(other.half_width, other.half_width), h, 0, 1)


@theorem(
    "The Wald interval is the observed rate ± z standard deviations of the rate of a binomial count",
    source=WALD,
    runs=(wald, standard_error_of_rate, binomial_mean, binomial_variance, about),
    reach=SYMBOLS,
    method=Method.IDENTITY,
)
def theorem_wald_reaches_z_binomial_deviations() -> None:
    """The count's mean and variance over n and n², with p^ for p."""
    a, b, z = positive("a b z")
    n, found, deviation = a + b, defined(wald(a, a + b, z)), defined(standard_error_of_rate(a, a + b))
    equal(found.centre, binomial_mean(n, a / n) / n)
    equal(product_of(deviation, deviation), binomial_variance(n, a / n) / (n * n))
    equal(product_of(found.half_width, found.half_width), z * z * binomial_variance(n, a / n) / (n * n))
    above_zero(found.half_width)
    above_zero(deviation)


@theorem(
    "The Agresti-Coull interval has the centre of Wilson's and contains it",
    source="agresti1998",
    runs=(agresti_coull, wilson),
    reach=SYMBOLS,
    method=Method.SIGNS,
)
def theorem_agresti_coull_contains_wilson() -> None:
    """The squared half widths differ by z^4 (a - b)²/(4 n (n + z²)³)."""
    a, b, z = positive("a b z")
    wide, narrow = (defined(interval(a, a + b, z)) for interval in (agresti_coull, wilson))
    equal(wide.centre, narrow.centre)
    above_zero(wide.half_width)
    n, m, off = a + b, a + b + z * z, a - b
    gap = product_of(wide.half_width, wide.half_width) - product_of(narrow.half_width, narrow.half_width)
    equal(gap, z * z * z * z * off * off / (4 * n * m * m * m))
    not_negative(cast(Number, sympy.factor(gap)))


@theorem(
    "With z = 2 the Agresti-Coull interval is Wald's of two more errors and two more right answers",
    source="agresti1998",
    runs=(agresti_coull, wald),
    reach="every k >= 0 and n - k >= 0, one of them positive; without records [0, 1]",
    method=Method.IDENTITY,
)
def theorem_agresti_coull_adds_two_errors_and_two_successes() -> None:
    """n + 4 records with k + 2 errors."""
    a, b = positive("a b")
    for k, n in ((a, a + b), (number(0), b), (a, a)):
        same_ends(defined(agresti_coull(k, n, 2)), defined(wald(k + 2, n + 4, 2)))
    (z,) = positive("z")
    holds(agresti_coull(0, 0, z) == Interval(number(0), number(1)), "no records")


@theorem(
    "The interval for n - k errors is the complement of the one for k: error rate and accuracy are told the same",
    source=WILSON,
    runs=(wald, wilson, agresti_coull, vars(Interval)["complement"].fget),
    reach=SYMBOLS,
    method=Method.IDENTITY,
)
def theorem_intervals_of_accuracy_are_complements() -> None:
    """Low is 1 - high, high is 1 - low; by centres and squared half widths, and low <= high in both."""
    a, b, z = positive("a b z")
    for interval in (wald, wilson, agresti_coull):
        of_errors, of_hits = defined(interval(a, a + b, z)), defined(interval(b, a + b, z))
        same_ends(of_errors, of_hits.complement)
        above_zero(of_errors.half_width)
        above_zero(of_hits.complement.half_width)


@theorem(
    "An interval is its centre ± its half width",
    source=WALD,
    runs=(about, vars(Interval)["centre"].fget, vars(Interval)["half_width"].fget, vars(Interval)["complement"].fget),
    reach="all real ends",
    method=Method.IDENTITY,
)
def theorem_an_interval_is_its_centre_and_half_width() -> None:
    """There and back, and the complement twice."""
    low, high, x, y = real("low high x y")
    given, made = Interval(low, high), about(x, y)
    again = about(given.centre, given.half_width)
    equal(again.low, low)
    equal(again.high, high)
    equal(made.centre, x)
    equal(made.half_width, y)
    equal(given.complement.complement.low, low)
    equal(given.complement.centre, 1 - given.centre)
    equal(given.complement.half_width, given.half_width)
