"""
The errors that released programs predict for a leaf: C4.5 release 8 and J48, which approximate the binomial limit by the normal one.

Notation: a leaf with n records, e of them outside its largest class; CF the confidence level. Computed exactly from the programs' formulas:
the roots and the normal quantile are certified, the table of deviates is the program's.
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from functools import lru_cache

from dtref.exact.definition import defined
from dtref.exact.distributions.normal import normal_quantile
from dtref.exact.functions import sqrt
from dtref.exact.number import Number, number
from dtref.spec.model.attributes import Width
from dtref.spec.model.precision import rounded
from dtref.spec.pruning.error_based import upper_limit
from dtref.spec.pruning.estimates import HALF

DEVIATES = tuple(
    (Fraction(level), Fraction(deviate))
    for level, deviate in (
        *(("0", "4"), ("0.001", "3.09"), ("0.005", "2.58"), ("0.01", "2.33"), ("0.05", "1.65")),
        *(("0.1", "1.28"), ("0.2", "0.84"), ("0.4", "0.25"), ("1", "0")),
    )
)
"""Levels, and how many standard deviations they are away, of which C4.5 interpolates (`Src/stats.c`)."""


@defined(formula="linear between the rows of `DEVIATES`", sources=("C4.5 release 8, `Src/stats.c`, AddErrs",))
def interpolated_deviate(confidence: Fraction) -> Fraction:
    """
    The standard deviations of a confidence level, between the two rows of C4.5's table that it lies between.

    >>> interpolated_deviate(Fraction(1, 4)), interpolated_deviate(Fraction(1, 10))
    (Fraction(277, 400), Fraction(32, 25))
    """
    i = bisect_left([level for level, _ in DEVIATES], confidence)
    (low, above), (high, below) = DEVIATES[i - 1], DEVIATES[i]
    return above + (below - above) * (confidence - low) / (high - low)


@lru_cache(maxsize=2**16)
@defined(
    formula=(
        "e < 1/10^6: e + V, V = n (1 - CF^(1/n)); e < 9999/10^4: e + V + e (A(1) - V); e + 1/2 >= n: e + 0.67 (n - e); else e + A(e) = "
        "n (f + z^2/2 + z sqrt(f (1 - f/n) + z^2/4)) / (n + z^2), f = e + 1/2"
    ),
    unit="records",
    sources=("C4.5 release 8, `Src/stats.c`, AddErrs",),
    parts=lambda: (interpolated_deviate,),
)
def release_8_errors(records: Fraction, errors: Fraction, confidence: Fraction) -> Number:
    """
    The errors that C4.5 release 8 predicts for a leaf: its own and those that it adds.

    >>> from dtref.exact.decimals import decimal
    >>> [decimal(release_8_errors(Fraction(n), Fraction(e), Fraction(1, 4)), 3) for n, e in ((6, 0), (16, 1), (2, 2), (4, 1))]
    ['1.238', '2.507', '2.000', '2.189']
    """
    if errors < Fraction(1, 10**6):
        return errors + _without_errors(records, confidence)
    if errors < Fraction(9999, 10**4):
        none = _without_errors(records, confidence)
        return errors + none + errors * (release_8_errors(records, Fraction(1), confidence) - 1 - none)
    if errors + HALF >= records:
        return errors + Fraction(67, 100) * (records - errors)
    z2, f = interpolated_deviate(confidence) ** 2, errors + HALF
    return records * (f + z2 / 2 + sqrt(z2 * (f * (1 - f / records) + z2 / 4))) / (records + z2)


@lru_cache(maxsize=2**16)
@defined(
    formula=(
        "CF > 1/2: e; e < 1: e + V + e (A(1) - V), V = n (1 - CF^(1/n)); e + 1/2 >= n: max(n, e); else e + A(e) = "
        "n (f + z^2/(2 n) + z sqrt(f/n - f^2/n + z^2/(4 n^2))) / (1 + z^2/n), f = (e + 1/2)/n, z the normal quantile of 1 - CF"
    ),
    unit="records",
    sources=("Weka 3.6.14, `weka/classifiers/trees/j48/Stats.java`, addErrs",),
)
def j48_errors(records: Fraction, errors: Fraction, confidence: Fraction) -> Number:
    """
    The errors that J48 predicts for a leaf: its own and those that it adds. J48 keeps CF and 1 - CF as 32-bit floats.

    >>> from dtref.exact.decimals import decimal
    >>> [decimal(j48_errors(Fraction(n), Fraction(e), Fraction(1, 4)), 3) for n, e in ((6, 0), (16, 1), (2, 2), (4, 1))]
    ['1.238', '2.476', '2.000', '2.172']
    """
    kept = rounded(confidence, Width.FLOAT32)
    if kept > HALF:
        return number(errors)
    if errors < 1:
        none = _without_errors(records, kept)
        return errors + none + errors * (j48_errors(records, Fraction(1), confidence) - 1 - none) if errors else none
    if errors + HALF >= records:
        return max(records, errors)
    z, f = normal_quantile(rounded(1 - kept, Width.FLOAT32)), (errors + HALF) / records
    z2 = z * z
    inside = f / records - f * f / records + z2 / (4 * records**2)
    return records * (f + z2 / (2 * records) + z * sqrt(inside)) / (1 + z2 / records)


def _without_errors(records: Fraction, confidence: Fraction) -> Number:
    """V: n (1 - CF^(1/n))."""
    return records * upper_limit(0, records, confidence)
