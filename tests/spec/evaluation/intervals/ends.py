"""The ends of intervals as numbers that a test can hold: bounds, doubles, 60 digits."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st
from mpmath import mpf

from dtref.exact.comparison import comparable
from dtref.exact.enclosure import enclose
from dtref.exact.number import Exact
from dtref.spec.evaluation.intervals.interval import Interval
from dtref.strategies.values import fractions

counts = st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
"""k errors in n records."""

confidences = fractions(Fraction(1, 100), Fraction(999, 1000), max_denominator=1000)


def bounds(x: Exact, bits: int = 256) -> tuple[Fraction, Fraction]:
    """Certified bounds; the number itself twice where it is rational."""
    exact = comparable(x)
    return (Fraction(exact), Fraction(exact)) if isinstance(exact, int | Fraction) else enclose(exact).bounds(bits)


def double(x: Exact) -> float:
    return float(sum(bounds(x, 64)) / 2)


def doubles(interval: Interval) -> tuple[float, float]:
    return double(interval.low), double(interval.high)


def real(x: Exact) -> mpf:
    """The number to more than 60 digits."""
    low, high = bounds(x)
    assert high - low <= Fraction(max(abs(low), Fraction(1)), 2**220)
    return mpf(low.numerator) / low.denominator


def same(x: Exact, y: Exact, bits: int = 96) -> bool:
    """Whether two numbers are at most 2^-(bits/2) apart, and nothing says that they are two."""
    (a, b), (c, d) = bounds(x, bits), bounds(y, bits)
    return a <= d and c <= b and max(b, d) - min(a, c) < Fraction(1, 2 ** (bits // 2))


def same_ends(one: Interval, two: Interval) -> bool:
    return same(one.low, two.low) and same(one.high, two.high)
