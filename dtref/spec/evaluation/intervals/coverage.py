"""The coverage of an interval: the probability that it contains the true error rate, to compare with its confidence."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.exact.distributions.binomial import binomial_probability
from dtref.exact.inputs import rational
from dtref.exact.number import Number, total
from dtref.spec.evaluation.intervals.interval import Interval


@defined(
    formula="sum over the k whose interval contains p of C(n, k) p^k (1 - p)^(n - k)",
    errors="Invalid for no interval, or p not from 0 to 1",
    sources=("Clopper and Pearson 1934", "Brown, Cai and DasGupta 2001"),
)
def coverage(intervals: Sequence[Interval], p: Fraction) -> Number:
    """
    The exact probability that the interval made of the number of errors contains the true error rate p; one interval for each k = 0..n.

    >>> from dtref.spec.evaluation.intervals.proportion import wald
    >>> from dtref.exact.decimals import decimal
    >>> decimal(coverage([wald(k, 30, Fraction(196, 100)) for k in range(31)], Fraction(1, 100)), 3)
    '0.260'
    """
    if not intervals:
        raise Invalid("coverage", "an interval for each k from 0 to n", intervals)
    rate, n = rational("p", p, least=0, most=1), len(intervals) - 1
    return total(binomial_probability(k, n, rate) for k, interval in enumerate(intervals) if interval.contains(rate))
