"""DeLong's method: every pair of a positive and a negative looked at; covariances from variances of sums."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from naive.agreement import NO_VALUE, NotAnInput
from naive.comparison import by_root, tail_beyond
from naive.distributions import root
from naive.estimation import around, deviate, mean, sample_variance, times
from naive.ranking import decimal

Given = Mapping[str, Any]
Means = tuple[list[Fraction], list[Fraction]]


def wins(g: Given, name: str) -> list[list[Fraction]]:
    """A row for each positive: 1, 1/2 or 0 for each negative."""
    scores = list(map(decimal, g[name]))
    if len(scores) != len(g["labels"]):
        raise NotAnInput("a label for each score")
    sides = [[s for s, label in zip(scores, g["labels"], strict=True) if (label == g["positive"]) is good] for good in (True, False)]
    return [[Fraction((x > y) + (x >= y), 2) for y in sides[1]] for x in sides[0]]


def means_of(table: Sequence[Sequence[Fraction]]) -> Any:
    """The means of rows and columns; nothing without two of each."""
    if len(table) < 2 or len(table[0]) < 2:
        return NO_VALUE
    return [mean(row) for row in table], [mean(column) for column in zip(*table, strict=True)]


def variance(means: Means) -> Fraction:
    return sum((sample_variance(side) / len(side) for side in means), Fraction(0))


def combined(a: Means, b: Means, sign: int) -> Means:
    rows, columns = ([x + sign * y for x, y in zip(one, other, strict=True)] for one, other in zip(a, b, strict=True))
    return rows, columns


def both(g: Given) -> Any:
    a, b = (means_of(wins(g, name)) for name in ("first", "second"))
    return NO_VALUE if NO_VALUE in (a, b) else (a, b)


def delong_variance(g: Given) -> Any:
    means = means_of(wins(g, "scores"))
    return NO_VALUE if means is NO_VALUE else variance(means)


def delong_interval(g: Given) -> Any:
    means, z = means_of(wins(g, "scores")), deviate(g)
    return NO_VALUE if means is NO_VALUE else around(mean(means[0]), times(z, root(variance(means))))


def delong_covariance(g: Given) -> Any:
    """var(a + b) = var a + var b + 2 cov(a, b)"""
    pair = both(g)
    return pair if pair is NO_VALUE else (variance(combined(*pair, 1)) - variance(pair[0]) - variance(pair[1])) / 2


def delong_z(g: Given) -> Any:
    pair = both(g)
    if pair is NO_VALUE:
        return pair
    gap = combined(*pair, -1)
    return by_root(mean(gap[0]), variance(gap))


ANSWERS: dict[str, Callable[[Given], Any]] = {
    "delong_variance": delong_variance,
    "delong_interval": delong_interval,
    "delong_covariance": delong_covariance,
    "delong_z": delong_z,
    "delong_p": lambda g: tail_beyond(delong_z(g), 2),
}
