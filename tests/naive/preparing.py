"""Before growing: missing cells dropped, filled or flagged; and p-values and multipliers by their definitions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import mpmath

from naive.agreement import NO_VALUE, NotAnInput
from naive.criteria import DIGITS, added, chi_square, chi_square_tail, real
from naive.data import Attribute, read
from naive.merging import floating_multiplier, nominal_multiplier, ordinal_multiplier

Given = Mapping[str, Any]
Fill = Callable[[Attribute, Sequence[tuple[Any, Fraction]]], Any]


def mode(attribute: Attribute, known: Sequence[tuple[Any, Fraction]]) -> Any:
    """The heaviest value; of several the first as declared, of numbers the least."""
    order = sorted({v for v, _ in known}) if attribute.kind == "continuous" else attribute.values
    weights = [sum((w for x, w in known if x == v), Fraction(0)) for v in order]
    return order[weights.index(max(weights))]


def median(attribute: Attribute, known: Sequence[tuple[Any, Fraction]]) -> Any:
    """The first value in order with at least half of the weight up to it."""
    if attribute.kind == "nominal":
        return mode(attribute, known)
    order = sorted({v for v, _ in known}) if attribute.kind == "continuous" else attribute.values
    at = {v: i for i, v in enumerate(order)}
    half = sum(w for _, w in known) / 2
    return next(v for v in order if sum((w for x, w in known if at[x] <= at[v]), Fraction(0)) >= half)


def mean(attribute: Attribute, known: Sequence[tuple[Any, Fraction]]) -> Any:
    if attribute.kind != "continuous":
        return median(attribute, known)
    return sum(v * w for v, w in known) / sum(w for _, w in known)


def filled(fill: Fill) -> Callable[[Given], Any]:
    def answer(given: Given) -> Any:
        data = read(given["data"])
        kept, columns = [], []
        for i, attribute in enumerate(data.attributes):
            known = [(r.values[i], r.weight) for r in data.records if r.values[i] is not None]
            if known:
                kept.append(i)
                columns.append(fill(attribute, known))
        return [[*(c if r.values[i] is None else r.values[i] for i, c in zip(kept, columns, strict=True)), r.label] for r in data.records]

    return answer


def _dropped(given: Given) -> Any:
    return [[*r.values, r.label] for r in read(given["data"]).records if None not in r.values]


def _as_value(given: Given) -> Any:
    data = read(given["data"])
    for i, attribute in enumerate(data.attributes):
        if attribute.kind != "nominal" and any(r.values[i] is None for r in data.records):
            raise NotAnInput("a gap has no place in an order")
    return [[*("?" if v is None else v for v in r.values), r.label] for r in data.records]


def _flagged(given: Given) -> Any:
    data = read(given["data"])
    gaps = [any(r.values[i] is None for r in data.records) for i in range(len(data.attributes))]
    rows = []
    for r in data.records:
        row: list[Any] = []
        for v, flagged in zip(r.values, gaps, strict=True):
            row += ["?" if v is None else v, *((["no"] if v is None else ["yes"]) if flagged else [])]
        rows.append([*row, r.label])
    return rows


def _table(given: Given) -> list[list[Fraction]]:
    children = [[Fraction(n) for n in child] for child in given["children"]]
    if added(children) != [Fraction(n) for n in given["node"]]:
        raise NotAnInput("children of another node")
    return children


def _chi_square_p(given: Given) -> Any:
    statistic, degrees = chi_square(_table(given))
    return chi_square_tail(statistic, degrees) if degrees else NO_VALUE


def _g_statistic_p(given: Given) -> Any:
    """2 · sum of observed · ln(observed/expected)."""
    children = _table(given)
    degrees = chi_square(children)[1]
    if not degrees:
        return NO_VALUE
    classes, n = added(children), sum(map(sum, children))
    with mpmath.workdps(DIGITS):
        g = 2 * mpmath.fsum(real(o) * mpmath.log(real(o * n / (sum(row) * classes[i]))) for row in children for i, o in enumerate(row) if o)
        return mpmath.gammainc(mpmath.mpf(degrees) / 2, g / 2, regularized=True) if g else Fraction(1)


def multiplied(ways: Callable[[int, int], int]) -> Callable[[Given], Any]:
    def answer(given: Given) -> Any:
        c, r = int(given["categories"]), int(given["groups"])
        if not 1 <= r <= c:
            raise NotAnInput("more groups than categories, or none")
        return ways(c, r)

    return answer


ANSWERS = {
    "drop_missing": _dropped,
    "missing_as_value": _as_value,
    "flag_missing": _flagged,
    "impute_median": filled(median),
    "impute_mean": filled(mean),
    "impute_mode": filled(mode),
    "chi_square_p": _chi_square_p,
    "g_statistic_p": _g_statistic_p,
    "nominal_multiplier": multiplied(nominal_multiplier),
    "ordinal_multiplier": multiplied(ordinal_multiplier),
    "floating_multiplier": multiplied(floating_multiplier),
}
