"""
The errors that C4.5 release 8 and J48 predict for a leaf (`dtref.spec.pruning.released_estimates`), in doubles, with bounds of their error.

Notation: u = 2^-53; n the weight of a leaf, e that of its records outside the largest class, z the deviate, CF the level. n is off by at
most r n, e by at most 2 r n: e is summed without the largest class, and another class is larger in truth by 2 r n at most.

V = n (1 - CF^(1/n)) = n (1 - exp(-y)), y = -log(CF)/n, which has 5u. Let h = y/2^m <= 1/2: 1 - exp(-h) = h t_2 with t_k = 1 - h/k t_(k+1)
and 3/4 <= t_k <= 1. An error of d in t_(k+1) makes (d + 2u)/4 + u in t_k, so less than 2u in all; what is left out after t_17 is below
u/1000. So h t_2 has 4u. w = 1 - exp(-h) doubles: 1 - exp(-2h) = w (2 - w), of condition at most 1, with 2u each time, m <= 7 times: from
y = 64 on it is 1 to less than u. Together 4u + 5u + 14u, u for the product: V has 24u.

A = n N/(n + z^2), N = f + z^2/2 + z S, S = sqrt(q), q = f (1 - f/n) + z^2/4, f = e + 1/2 <= n, where z has u. q is off by 6u f + u z^2;
as S >= z/2, z S is off by no more than q is, and by 4u of itself. So N has less than 12u, and A 20u.

Where n and e are off: dV/dn is from 0 to 1. dA/dn = A z^2/(n (n + z^2)) + z f^2/(2 S n (n + z^2)) is from 0 to 2, as A <= n, z <= 2S. dA/de
is from 0 to 1 + 0.58 z where e >= 1, and at e < 1, where the prediction is the line from V to A(1), A(1) - V <= 3/2 + 1.23 z + z^2. So
predictions have r n (4 + 2 (3/2 + 1.23 z + z^2)) from there, wherever they are continuous: J48's all are. C4.5's aren't where f = n, where
e is 0.9999, and where it is 10^-6: nothing is said of a leaf that may be on either side.
"""

from __future__ import annotations

from math import inf, sqrt

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.layout import Floats
from dtref.engines.compiled.kernels.prune_layout import PruneRules
from dtref.engines.compiled.kernels.wide import U

LN2 = 0.6931471805599453
"""The natural logarithm of 2, to u."""

NO_ERRORS, ONE_ERROR = 1e-6, 0.9999
"""The errors from which on C4.5 no longer takes them for none, and for less than one."""


@kernel
def without_errors(n: float, bits: float) -> float:
    """
    V: what is predicted for a leaf of n records without an error. bits: -log2 CF.

    >>> round(without_errors(6.0, 2.0), 4), without_errors(1.0, 2.0), without_errors(2.0**-10, 2.0) == 2.0**-10
    (1.2378, 0.75, True)
    """
    y, doublings = bits * LN2 / n, 0
    if y > 64.0:
        return n
    while y > 0.5:
        y, doublings = y * 0.5, doublings + 1
    t = 1.0
    for k in range(17, 1, -1):
        t = 1.0 - y / k * t
    w = y * t
    for _ in range(doublings):
        w *= 2.0 - w
    return n * w


@kernel
def is_near(x: float, border: float, off: float) -> bool:
    """
    Whether a number that is off by so much may be on either side of a border.

    >>> is_near(1.0, 1.5, 0.5), is_near(1.0, 1.0, 0.0)
    (True, False)
    """
    return off > 0.0 and abs(x - border) <= off


@kernel
def with_errors(rules: PruneRules, n: float, e: float, off: float) -> tuple[float, float]:
    """
    What is predicted for a leaf of one error or more, and the bound of its rounding; infinite where C4.5's isn't continuous. off: how much
    n and e may be off together.

    >>> rules = PruneRules(2, 1.0, 0.0, 0.6744897501960817, 2.0, False, False, 0.1, True, True)
    >>> round(with_errors(rules, 16.0, 1.0, 0.0)[0], 3), with_errors(rules, 2.0, 2.0, 0.0)[0]
    (2.476, 2.0)
    """
    f = e + 0.5
    if rules.release_8 and is_near(f, n, off + 2 * U * n):
        return n, inf
    if f >= n:
        predicted = e + 0.67 * (n - e) if rules.release_8 else max(n, e)
        return predicted, 12 * U * (predicted + n)
    z2 = rules.z * rules.z
    s = sqrt(f * (1.0 - f / n) + z2 / 4)
    predicted = n * (f + z2 / 2 + rules.z * s) / (n + z2)
    return predicted, 20 * U * predicted


@kernel
def errors_of_weights(rules: PruneRules, n: float, e: float, r: float) -> tuple[float, float]:
    """
    The predicted errors of a leaf of weight n, in units, e of it outside the largest class; and how much they may be off. r: that of n, as
    a part.

    >>> rules = PruneRules(2, 1.0, 0.0, 0.6744897501960817, 2.0, False, False, 0.1, True, True)
    >>> [round(errors_of_weights(rules, n, e, 0.0)[0], 3) for n, e in ((6.0, 0.0), (16.0, 1.0), (2.0, 2.0), (4.0, 1.0), (0.0, 0.0))]
    [1.238, 2.476, 2.0, 2.172, 0.0]
    """
    if n <= 0.0:
        return 0.0, 0.0
    n, e, z, r = n * rules.unit, e * rules.unit, rules.z, r + rules.off_unit
    if rules.none:
        return e, 2 * r * n
    off, moved = 2 * r * n, r * n * (4 + 2 * (1.5 + 1.23 * z + z * z))
    fewest = ONE_ERROR if rules.release_8 else 1.0
    if rules.release_8 and e > 0.0 and (is_near(e, fewest, off + U) or is_near(e, NO_ERRORS, off + U)):
        return e, inf
    if e >= fewest:
        predicted, rounding = with_errors(rules, n, e, off + r * n)
        return predicted, rounding + moved
    none = without_errors(n, rules.bits)
    if e == 0.0 or (rules.release_8 and e < NO_ERRORS):
        return e + none, 26 * U * (e + none) + moved
    one, rounding = with_errors(rules, n, 1.0, off + r * n)
    return none + e * (one - none), rounding + 32 * U * (none + one) + moved


@kernel
def predicted_of_counts(rules: PruneRules, counts: Floats, r: float) -> tuple[float, float]:
    """
    The predicted errors of a leaf with these class counts, and how much they may be off. r: how much a sum of them may, as a part.

    >>> import numpy as np
    >>> rules = PruneRules(2, 1.0, 0.0, 0.6744897501960817, 2.0, False, False, 0.1, True, True)
    >>> round(float(predicted_of_counts(rules, np.array([15.0, 1.0]), 0.0)[0]), 3)
    2.476
    """
    largest, n, e = 0, 0.0, 0.0
    for j in range(len(counts)):
        largest = j if counts[j] > counts[largest] else largest
    for j in range(len(counts)):
        n += counts[j]
        e += counts[j] if j != largest else 0.0
    return errors_of_weights(rules, n, e, r)
