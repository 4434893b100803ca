"""
The criteria that growers maximise, from class counts (or from records, sum of y, sum of y squared). Rational ones are Fractions, the
others mpmath numbers of 100 digits: what differs by less than 1e-80 is equal.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath

DIGITS, EQUAL = 100, 80

Counts = Sequence[int | Fraction]


def real(x: Any) -> Any:
    """A number to 100 digits."""
    with mpmath.workdps(DIGITS):
        return mpmath.mpf(x.numerator) / x.denominator if isinstance(x, (int, Fraction)) else x


def compare(x: Any, y: Any) -> int:
    """-1, 0, 1; numbers equal to 80 digits are equal."""
    if isinstance(x, (int, Fraction)) and isinstance(y, (int, Fraction)):
        return (x > y) - (x < y)
    with mpmath.workdps(DIGITS):
        d = real(x) - real(y)
        return 0 if abs(d) < mpmath.mpf(10) ** -EQUAL else (1 if d > 0 else -1)


@cache
def _p_log_p(p: Fraction) -> Any:
    with mpmath.workdps(DIGITS):
        return real(p) * mpmath.log(real(p), 2)


def entropy(counts: Counts) -> Any:
    """Bits."""
    n = sum(counts)
    with mpmath.workdps(DIGITS):
        return -mpmath.fsum(_p_log_p(Fraction(c, n)) for c in counts if c)


def added(children: Sequence[Counts]) -> list[Fraction]:
    """The class counts of all children together."""
    return [sum(column) for column in zip(*children, strict=True)]


def _squares(counts: Counts) -> Any:
    """Of whole counts whole, which is quick."""
    return sum(c * c for c in counts)


def gini_reduction(children: Sequence[Counts]) -> Fraction:
    """Gini of all less the weighted Gini of the children: the sum of (squares of a child)/(n_i n), less (squares of all)/n^2."""
    node = added(children)
    some = [child for child in children if sum(child)]
    n, sizes = sum(node), list(map(sum, some))
    others = [math.prod(sizes[:i] + sizes[i + 1 :]) for i in range(len(sizes))]
    common = math.prod(sizes)
    above = sum(_squares(child) * rest for child, rest in zip(some, others, strict=True))
    return Fraction(above * n - _squares(node) * common, common * n * n)


def gain(children: Sequence[Counts]) -> Any:
    """Entropy of all less the weighted entropy of the children."""
    node = added(children)
    n = sum(node)
    with mpmath.workdps(DIGITS):
        return entropy(node) - mpmath.fsum(real(Fraction(sum(child), n)) * entropy(child) for child in children if sum(child))


def split_info(sizes: Counts) -> Any:
    """The entropy of the branch sizes."""
    return entropy(sizes)


def twoing(children: Sequence[Counts]) -> Fraction:
    """p_L p_R / 4 (sum of |p(j|L) - p(j|R)|) squared."""
    left, right = children
    n_l, n_r = sum(left), sum(right)
    p = Fraction(n_l) / (n_l + n_r)
    return p * (1 - p) / 4 * sum(abs(Fraction(a) / n_l - Fraction(b) / n_r) for a, b in zip(left, right, strict=True)) ** 2


def variance_reduction(children: Sequence[Counts]) -> Fraction:
    """The variance of all less the weighted one of the children; each is records, sum of y, sum of y squared."""
    n, s, _ = map(Fraction, added(children))
    return (sum((t * t / Fraction(m) for m, t, _ in children if m), Fraction(0)) - s * s / n) / n


def chi_square(children: Sequence[Counts]) -> tuple[Fraction, int]:
    """Pearson's statistic and its degrees of freedom; branches and classes without records count nothing."""
    rows = [row for row in children if sum(row)]
    columns = [i for i, total in enumerate(added(children)) if total]
    n = sum(map(sum, rows))
    total = added(rows) if rows else []
    found = Fraction(0)
    for row, i in itertools.product(rows, columns):
        expected = Fraction(sum(row)) * total[i] / n
        found += (row[i] - expected) ** 2 / expected
    return found, max(len(rows) - 1, 0) * max(len(columns) - 1, 0)


@cache
def chi_square_tail(x: Any, degrees: int) -> Any:
    """P(X > x), from two or one fewer degrees of freedom; 1 without any."""
    if degrees == 0 or x == 0:
        return Fraction(1)
    with mpmath.workdps(DIGITS):
        half = real(Fraction(x)) / 2
        if degrees == 1:
            return mpmath.erfc(mpmath.sqrt(half))
        if degrees == 2:
            return mpmath.exp(-half)
        a = mpmath.mpf(degrees) / 2
        return chi_square_tail(x, degrees - 2) + half ** (a - 1) * mpmath.exp(-half) / mpmath.gamma(a)


def chi_square_p(children: Sequence[Counts]) -> Any:
    """How likely a statistic at least as large is."""
    return chi_square_tail(*chi_square(children))


def exact_p(children: Sequence[Counts]) -> Fraction | None:
    """How likely a table is, all its sums being given, that is at most as likely as this one; none for records in parts."""
    if any(Fraction(c).denominator != 1 for row in children for c in row):
        return None
    rows = [[int(c) for c in row] for row in children]
    columns = [sum(column) for column in zip(*rows, strict=True)]

    def ways(table: Sequence[Sequence[int]]) -> Fraction:
        return Fraction(1, math.prod(math.factorial(c) for row in table for c in row))

    def tables(sizes: Sequence[int], left: tuple[int, ...]) -> Any:
        if not sizes:
            yield ()
            return
        for row in fillings(sizes[0], left):
            for rest in tables(sizes[1:], tuple(a - b for a, b in zip(left, row, strict=True))):
                yield (row, *rest)

    def fillings(size: int, left: Sequence[int]) -> Any:
        if len(left) == 1:
            if size <= left[0]:
                yield (size,)
            return
        for c in range(min(size, left[0]) + 1):
            for rest in fillings(size - c, left[1:]):
                yield (c, *rest)

    own = ways(rows)
    every = [ways(table) for table in tables([sum(row) for row in rows], tuple(columns))]
    return sum((w for w in every if w <= own), Fraction(0)) / sum(every)


def _root(x: Fraction) -> Any:
    """The square root to 100 digits."""
    with mpmath.workdps(DIGITS):
        return mpmath.sqrt(real(x))


def dkm(counts: Counts) -> Any:
    """2 sqrt(p(1 - p)), a number to 100 digits."""
    p = Fraction(counts[0]) / sum(counts)
    with mpmath.workdps(DIGITS):
        return 2 * _root(p * (1 - p))


def dkm_reduction(children: Sequence[Counts]) -> Any:
    """DKM of all, less the weighted one of the children. None but for two classes."""
    node = added(children)
    if len(node) > 2 or not sum(node):
        return None
    with mpmath.workdps(DIGITS):
        return dkm(node) - mpmath.fsum(real(Fraction(sum(c)) / sum(node)) * dkm(c) for c in children if sum(c))


def hellinger_distance(children: Sequence[Counts]) -> Any:
    """sqrt(2 - 2 sum of sqrt(a_i b_i / (a b))). None but for two classes with records."""
    node = added(children)
    if len(node) != 2 or not all(node):
        return None
    a, b = map(Fraction, node)
    with mpmath.workdps(DIGITS):
        shared = mpmath.fsum(_root(x * y / (a * b)) for x, y in children)
        return mpmath.sqrt(abs(2 - 2 * shared)) if abs(1 - shared) > mpmath.mpf(10) ** -EQUAL else Fraction(0)


Values = Sequence[Fraction]
"""The target of each record, a number."""


def distance(values: Values) -> Fraction:
    """The least mean distance from a number: some value has it."""
    return min((sum((abs(y - c) for y in values), Fraction(0)) / len(values) for c in values), default=Fraction(0))


def absolute_error_reduction(children: Sequence[Values]) -> Fraction | None:
    """The least mean distance of all values, less that of each child's, in shares of the records."""
    values = [y for child in children for y in child]
    if not values:
        return None
    return distance(values) - sum((Fraction(len(child), len(values)) * distance(child) for child in children), Fraction(0))


def deviance(values: Values) -> Any:
    """The mean of y log2(y / mean)."""
    mean = sum(values, Fraction(0)) / len(values)
    with mpmath.workdps(DIGITS):
        return mpmath.fsum(real(y) * mpmath.log(real(y / mean), 2) for y in values if y) / len(values)


def poisson_reduction(children: Sequence[Values]) -> Any:
    """The deviance of all values less that of each child's; None where all y of a child are 0."""
    some = [child for child in children if child]
    values = [y for child in some for y in child]
    if not all(map(any, some)) or not values:
        return None
    with mpmath.workdps(DIGITS):
        return deviance(values) - mpmath.fsum(real(Fraction(len(child), len(values))) * deviance(child) for child in some)


CRITERIA_OF_CHILDREN: dict[str, Callable[[Sequence[Counts]], Any]] = {
    "dkm_reduction": dkm_reduction,
    "hellinger_distance": hellinger_distance,
}
"""By operation: from the class counts of the children; None where there is no value."""

CRITERIA: dict[str, Callable[[Sequence[Counts]], Any]] = {
    "gini": gini_reduction,
    "gain": gain,
    "twoing": twoing,
    "variance": variance_reduction,
}
