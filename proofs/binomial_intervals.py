"""
Intervals for a true error rate from the binomial distribution, Clopper-Pearson and Jeffreys; deviates, coverage.

Document: `evaluation` Calculating confidence intervals. Notation: k errors in n records, confidence 1 - alpha, B(p; a, b) a quantile of the
beta distribution.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import cast

from dtref.exact.distributions.beta import beta_quantile
from dtref.exact.distributions.binomial import binomial_at_least, binomial_at_most
from dtref.exact.distributions.student_t import t_tail
from dtref.exact.number import number, total
from dtref.spec.evaluation.intervals.binomial_intervals import clopper_pearson, clopper_pearson_at_least, clopper_pearson_at_most, jeffreys
from dtref.spec.evaluation.intervals.coverage import coverage
from dtref.spec.evaluation.intervals.deviates import checked_confidence, one_sided_deviate, one_sided_t, two_sided_deviate, two_sided_t
from dtref.spec.evaluation.intervals.interval import Interval
from proofs.steps import ascending, equal, holds
from proofs.theorem import Method, theorem

WALD = "evaluation: Calculating confidence intervals"


@theorem(
    "At the upper end of Clopper and Pearson's interval at most k errors have probability alpha/2, at the lower at least k",
    source="clopper1934",
    runs=(clopper_pearson, clopper_pearson_at_most, clopper_pearson_at_least, binomial_at_most, binomial_at_least, checked_confidence),
    reach="n = 1..4, every k, each alpha that makes an end 1/5, 1/2 or 2/3",
    method=Method.EXHAUSTION,
)
def theorem_clopper_pearson_ends_solve_their_tails() -> None:
    """From an end to alpha by the binomial tail, and back by the interval, exactly; the other end is 0 at k = 0 and 1 at k = n."""
    for n, p in product(range(1, 5), (Fraction(1, 5), Fraction(1, 2), Fraction(2, 3))):
        for k in range(n + 1):
            below, above = (cast(Fraction, tail(k, n, p)) for tail in (binomial_at_most, binomial_at_least))
            for tail, end in ((below, "high"), (above, "low")):
                if tail < Fraction(1, 2):
                    holds(getattr(clopper_pearson(k, n, 1 - 2 * tail), end) == p, f"{end} of {k} in {n}")
            if below < 1:
                one_sided = clopper_pearson_at_most(k, n, 1 - below)
                holds(one_sided == Interval(number(0), number(p)), f"at most {k} of {n}")
            if above < 1:
                one_sided = clopper_pearson_at_least(k, n, 1 - above)
                holds(one_sided == Interval(number(p), number(1)), f"at least {k} of {n}")
        equal(clopper_pearson(0, n, p).low, 0)
        equal(clopper_pearson(n, n, p).high, 1)


@theorem(
    "Jeffreys' interval is strictly within Clopper and Pearson's, and each of its ends within half an error of theirs",
    source="dasgupta2001",
    runs=(jeffreys, clopper_pearson),
    reach="n = 1..4, 0 < k < n, confidence 1/2 and 19/20; no record: exactly [1/4, 3/4] at confidence 1/3",
    method=Method.EXHAUSTION,
)
def theorem_jeffreys_is_within_clopper_pearson() -> None:
    """B(p; k, n - k + 1) < B(p; k + 1/2, n - k + 1/2) < B(p; k + 1, n - k) by certified bounds; I_(1/4)(1/2, 1/2) = 1/3."""
    for n, confidence in product(range(2, 5), (Fraction(1, 2), Fraction(19, 20))):
        tail = (1 - confidence) / 2
        for k in range(1, n):
            narrow, wide = jeffreys(k, n, confidence), clopper_pearson(k, n, confidence)
            ascending(wide.low, narrow.low, number(beta_quantile(tail, k + 1, n - k)))
            ascending(number(beta_quantile(1 - tail, k, n - k + 1)), narrow.high, wide.high)
    holds(jeffreys(0, 0, Fraction(1, 3)) == Interval(number(Fraction(1, 4)), number(Fraction(3, 4))), "Jeffreys' prior")


@theorem(
    "Coverage is how often a sequence of independent records has a number of errors whose interval contains p",
    source="dasgupta2001",
    runs=(coverage,),
    reach="n = 0..3, p = 0, 1/4 .. 1, every choice of the numbers k whose interval contains p",
    method=Method.EXHAUSTION,
)
def theorem_coverage_counts_sequences_of_records() -> None:
    """Each of the 2^n sequences with its probability."""
    within, without = Interval(number(0), number(1)), Interval(number(2), number(3))
    for n, p in product(range(4), (Fraction(i, 4) for i in range(5))):
        for size in range(n + 2):
            for chosen in combinations(range(n + 1), size):
                intervals = [within if k in chosen else without for k in range(n + 1)]
                sequences = (s for s in product((0, 1), repeat=n) if sum(s) in chosen)
                holds(coverage(intervals, p) == total(p ** sum(s) * (1 - p) ** (n - sum(s)) for s in sequences), f"{chosen} of {n}")


@theorem(
    "A two-sided deviate of confidence c is the one-sided one of (1 + c)/2; t's tail beyond it is (1 - c)/2",
    source=WALD,
    runs=(two_sided_deviate, one_sided_deviate, two_sided_t, one_sided_t, checked_confidence, t_tail),
    reach="normal: c = 1/2, 9/10, 19/20 to 10^-9; t: exactly, 2 degrees with t = 1/2 and 7/4, 4 degrees with t = 3/2, 8/3",
    method=Method.EXHAUSTION,
)
def theorem_two_sided_deviates_leave_half_on_each_side() -> None:
    """By certified bounds; for t from a rational tail to the confidence and back."""
    near = Fraction(1, 10**9)
    for c in (Fraction(1, 2), Fraction(9, 10), Fraction(19, 20)):
        ascending(one_sided_deviate((1 + c) / 2 - near), two_sided_deviate(c), one_sided_deviate((1 + c) / 2 + near))
    for degrees, t in ((2, Fraction(1, 2)), (2, Fraction(7, 4)), (4, Fraction(3, 2)), (4, Fraction(8, 3))):
        tail = cast(Fraction, t_tail(t, degrees))
        holds(two_sided_t(1 - 2 * tail, degrees) == t and one_sided_t(1 - tail, degrees) == t, f"t {t}")
