"""
The logarithm to base 2 of a double, with a proved bound of its error: for filters in front of exact decisions.

It is computed from sums, products and quotients of doubles, which IEEE 754 defines to the bit, and from `frexp`, which rounds nothing: what
a C library takes for a logarithm is asked nowhere. Notation: x = 2^e m with m from 1/2 to 1, u = 2^-53.

The range of m is cut into 256 cells. For a point p of the cell, log2 m = log2 p + (2/ln 2) atanh s with s = (m - p)/(m + p), |s| < 2^-9,
and of the series of atanh three terms are enough. Where m < sqrt(1/2), e is made less by 1 and log2 p greater by 1, so that nothing cancels
near x = 1. There p is 1/2 or 1, whose logarithm is 0: near 1 too the error is small against the logarithm.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from math import frexp, inf
from typing import TYPE_CHECKING, cast

from dtref.errors import Invalid
from dtref.exact.definition import defined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ERROR = 5 * 2.0**-53
"""
The relative error of a logarithm here is less than 5u, of each double above 0 and each whole number.

Proved in `proofs/double_logarithm.py`, by balls in each cell, whether or not a product and the sum after it are rounded as one (fused).
"""

CELLS = 256
"""The number of cells; the i-th is from (256 + i)/512 to (257 + i)/512."""

_WHOLE = 2**53
"""Every whole number up to here is a double."""

_ONE = 1 << 96
"""The unit of the fixed-point numbers that points and coefficients are rounded from."""


def _twice_atanh(n: int) -> int:
    """2 atanh(1/n) = ln((n + 1)/(n - 1)), in units of 1/_ONE, rounded down term by term."""
    total, power, k = 0, 2 * _ONE // n, 1
    while power:
        total, power, k = total + power // k, power // (n * n), k + 2
    return total


def _naturals() -> list[int]:
    """ln(513/512), ln(515/512) … ln(1023/512), ln 2, in units of 1/_ONE: from each to the next is an atanh."""
    return list(accumulate(map(_twice_atanh, (1025, *range(514, 1024, 2), 2047))))


def _points(naturals: list[int]) -> tuple[tuple[float, int, float], ...]:
    """For each cell a point p, the shift of e, and log2 p less the shift: the middle of the cell; of the outer cells 1/2 and 1."""
    whole = naturals[-1]
    middles = []
    for i, natural in enumerate(naturals[1:-2], start=1):
        j = 513 + 2 * i
        shift = -1 if 2 * j * j < 1024 * 1024 else 0
        middles.append((j / 1024, shift, (natural - (1 + shift) * whole) / whole))
    return (0.5, -1, 0.0), *middles, (1.0, 0, 0.0)


_NATURALS = _naturals()
POINTS = _points(_NATURALS)
"""The table: for each cell p, the shift of e, and log2 p less the shift, as the nearest double."""

A_0, A_1, A_2 = (2 * _ONE / (k * _NATURALS[-1]) for k in (1, 3, 5))
"""The coefficients 2/(k ln 2) of s, s^3 and s^5."""


@defined(formula="exponent + log_p + 2/ln 2 (s + s^3/3 + s^5/5) with s = (m - p)/(m + p)", unit="bits", sources=("Tang 1990",))
def log2_of_parts(exponent: float, m: float, p: float, log_p: float) -> float:
    """
    exponent + log_p + log2(m/p), for doubles, for arrays of them, and in compiled kernels.

    >>> log2_of_parts(3, 0.5, 0.5, 0.0)
    3.0
    """
    s = (m - p) / (m + p)
    z = s * s
    return exponent + (log_p + s * (A_0 + z * (A_1 + z * A_2)))


@lru_cache(maxsize=2**14)
def log2_of_double(x: float) -> float:
    """
    log2 x of a double, in bits, with a relative error below `ERROR`. Invalid: x <= 0, an infinity, NaN.

    >>> log2_of_double(0.125), log2_of_double(1.0), abs(log2_of_double(10.0) / 3.321928094887362 - 1) < 2**-50
    (-3.0, 0.0, True)
    """
    if not 0 < x < inf:
        raise Invalid("log2", "a double above 0", x)
    m, e = frexp(x)
    p, shift, log_p = POINTS[int(m * 512) - CELLS]
    return log2_of_parts(e + shift, m, p, log_p)


def log2_of_whole(n: int) -> float:
    """
    log2 n of a whole number of any size, in bits, with a relative error below `ERROR`. Invalid: n < 1.

    >>> log2_of_whole(1), log2_of_whole(2**5000), log2_of_whole(10) == log2_of_double(10.0)
    (0.0, 5000.0, True)
    """
    if n < 1:
        raise Invalid("log2", "a whole number above 0", n)
    if n <= _WHOLE:
        return log2_of_double(float(n))
    # Rounding n moves log2 n by less than 2u; leaving out all but the first 64 bits, by less than u/2^9.
    beyond = max(n.bit_length() - 64, 0)
    m, e = frexp(n >> beyond)
    p, shift, log_p = POINTS[int(m * 512) - CELLS]
    return log2_of_parts(e + beyond + shift, m, p, log_p)


def log2_of_doubles(xs: NDArray[np.float64]) -> NDArray[np.float64]:
    """
    `log2_of_double` of each entry of an array, bit for bit. Invalid: as there.

    >>> import numpy as np
    >>> log2_of_doubles(np.array([8.0, 0.25])).tolist()
    [3.0, -2.0]
    """
    import numpy as np

    if not ((xs > 0) & (xs < inf)).all():
        raise Invalid("log2", "doubles above 0", xs)
    m, e = np.frexp(xs)
    p, shift, log_p = _columns()[:, (m * 512).astype(np.intp) - CELLS]
    return np.asarray(log2_of_parts(*cast("tuple[float, float, float, float]", (e + shift, m, p, log_p))))


@lru_cache(maxsize=1)
def _columns() -> NDArray[np.float64]:
    """The columns of the table."""
    import numpy as np

    return np.array(POINTS).T.copy()
