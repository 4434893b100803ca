"""DeLong's method: every pair of a positive and a negative looked at; covariances from variances of sums. Several classes: all pairs."""

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
    return pair if pair is NO_VALUE else (variance(combined(pair[0], pair[1], 1)) - variance(pair[0]) - variance(pair[1])) / 2


def delong_z(g: Given) -> Any:
    pair = both(g)
    if pair is NO_VALUE:
        return pair
    gap = combined(pair[0], pair[1], -1)
    return by_root(mean(gap[0]), variance(gap))


# Several classes


def scored(g: Given) -> tuple[list[list[Fraction]], list[str], list[str]]:
    rows, classes = [list(map(decimal, row)) for row in g["scores"]], list(g["classes"])
    if len(rows) != len(g["labels"]) or any(len(row) != len(classes) for row in rows) or not set(g["labels"]) <= set(classes):
        raise NotAnInput("a row for each label, a score for each class")
    return rows, list(g["labels"]), classes


def ordered(g: Given, k: str, others: Sequence[str]) -> Any:
    """How often a record of class k has a higher score for k than a record of other classes."""
    rows, labels, classes = scored(g)
    at = classes.index(k)
    own = [row[at] for row, label in zip(rows, labels, strict=True) if label == k]
    rest = [row[at] for row, label in zip(rows, labels, strict=True) if label in others]
    if not own or not rest:
        return NO_VALUE
    return sum((Fraction((x > y) + (x >= y), 2) for x in own for y in rest), Fraction(0)) / (len(own) * len(rest))


def one_vs_rest(g: Given) -> list[Any]:
    classes = scored(g)[2]
    return [ordered(g, k, [other for other in classes if other != k]) for k in classes]


def mean_if_all(values: Sequence[Any]) -> Any:
    return NO_VALUE if not values or NO_VALUE in values else mean(values)


def weighted_auc(g: Given) -> Any:
    """Each record stands for its class."""
    _, labels, classes = scored(g)
    areas = dict(zip(classes, one_vs_rest(g), strict=True))
    return mean_if_all([areas[label] for label in labels])


def hand_till(g: Given, classes: Sequence[str]) -> Any:
    return mean_if_all([ordered(g, k, [other]) for k in classes for other in classes if other != k])


ANSWERS: dict[str, Callable[[Given], Any]] = {
    "delong_variance": delong_variance,
    "delong_interval": delong_interval,
    "delong_covariance": delong_covariance,
    "delong_z": delong_z,
    "delong_p": lambda g: tail_beyond(delong_z(g), 2),
    "one_vs_rest_auc": one_vs_rest,
    "macro_auc": lambda g: mean_if_all(one_vs_rest(g)),
    "macro_auc_of_defined": lambda g: mean_if_all([area for area in one_vs_rest(g) if area is not NO_VALUE]),
    "weighted_auc": weighted_auc,
    "hand_till": lambda g: hand_till(g, scored(g)[2]),
    "hand_till_of_present": lambda g: hand_till(g, [k for k in scored(g)[2] if k in g["labels"]]),
}
