"""Brier score and logarithmic loss: record by record and class by class; their parts by looking at all pairs of records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import mpmath

from naive.agreement import NO_VALUE, WORKING, NotAnInput

Given = Mapping[str, Any]
Row = tuple[tuple[Fraction, ...], int]


def shares_of(rows: Sequence[Sequence[str]]) -> list[tuple[Fraction, ...]]:
    found = [tuple(map(Fraction, row)) for row in rows]
    if any(f < 0 or f > 1 for row in found for f in row):
        raise NotAnInput("a share from 0 to 1")
    return found


def records(g: Given) -> list[Row]:
    rows, classes = shares_of(g["shares"]), list(g["classes"])
    if len(rows) != len(g["actual"]) or not set(g["actual"]) <= set(classes) or len(set(classes)) < len(classes):
        raise NotAnInput("a row for each label, a class for each label")
    if any(len(row) != len(classes) or sum(row) != 1 for row in rows):
        raise NotAnInput("shares of each class that add up to 1")
    return [(row, classes.index(label)) for row, label in zip(rows, g["actual"], strict=True)]


def binary(g: Given) -> list[Row]:
    ps = [p for (p,) in shares_of([[p] for p in g["probabilities"]])]
    if len(ps) != len(g["labels"]):
        raise NotAnInput("a label for each probability")
    return [((p, 1 - p), 0 if label == g["positive"] else 1) for p, label in zip(ps, g["labels"], strict=True)]


def brier(rows: Sequence[Row], over: int) -> Any:
    if not rows:
        return NO_VALUE
    loss = Fraction(0)
    for row, k in rows:
        for j, f in enumerate(row):
            loss += (f - 1) ** 2 if j == k else f**2
    return loss / len(rows) / over


def came(rows: Sequence[Row], k: int) -> Fraction:
    """How often class k came."""
    return Fraction(sum(1 for _, actual in rows if actual == k), len(rows))


def brier_parts(rows: Sequence[Row], over: int) -> Any:
    """For each record what is seen among those of its own forecast."""
    if not rows:
        return NO_VALUE
    parts = dict.fromkeys(("reliability", "resolution", "uncertainty"), Fraction(0))
    for forecast, actual in rows:
        alike = [row for row in rows if row[0] == forecast]
        for j, f in enumerate(forecast):
            parts["reliability"] += (f - came(alike, j)) ** 2
            parts["resolution"] += (came(alike, j) - came(rows, j)) ** 2
        parts["uncertainty"] += 1 - came(rows, actual)
    return {name: part / len(rows) / over for name, part in parts.items()}


def bits(x: Fraction) -> Any:
    return mpmath.log(mpmath.mpf(x.numerator) / x.denominator, 2)


def mean_bits(shares: Sequence[Fraction]) -> Any:
    if not shares or 0 in shares:
        return NO_VALUE
    with mpmath.workdps(WORKING):
        return -mpmath.fsum(map(bits, shares)) / len(shares)


def log_loss(g: Given) -> Any:
    return mean_bits([row[k] for row, k in records(g)])


def clipped(g: Given) -> Any:
    eps = Fraction(g["epsilon"])
    if not 0 < eps <= Fraction(1, 2):
        raise NotAnInput("an epsilon")
    return mean_bits([sorted((eps, row[k], 1 - eps))[1] for row, k in records(g)])


def log_parts(g: Given) -> Any:
    """The mean over the records: what each one's class had among those of its forecast, over all, and in the forecast."""
    rows = records(g)
    if mean_bits([row[k] for row, k in rows]) is NO_VALUE:
        return NO_VALUE
    with mpmath.workdps(WORKING):
        own = [bits(came([row for row in rows if row[0] == forecast], k)) for forecast, k in rows]
        every, forecasts = [bits(came(rows, k)) for _, k in rows], [bits(row[k]) for row, k in rows]
        n = len(rows)
        return {
            "reliability": (mpmath.fsum(own) - mpmath.fsum(forecasts)) / n,
            "resolution": (mpmath.fsum(own) - mpmath.fsum(every)) / n,
            "uncertainty": -mpmath.fsum(every) / n,
        }


def normalised(g: Given) -> Any:
    rows = shares_of(g["shares"])
    if any(sum(row) == 0 for row in rows):
        raise NotAnInput("a share above 0")
    return [[f / sum(row) for f in row] for row in rows]


ANSWERS: dict[str, Callable[[Given], Any]] = {
    "brier_score": lambda g: brier(records(g), 1),
    "brier_decomposition": lambda g: brier_parts(records(g), 1),
    "binary_brier_score": lambda g: brier(binary(g), 2),
    "binary_brier_decomposition": lambda g: brier_parts(binary(g), 2),
    "log_loss": log_loss,
    "clipped_log_loss": clipped,
    "log_loss_decomposition": log_parts,
    "normalised_shares": normalised,
}
