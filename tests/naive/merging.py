"""CHAID's merged categories, as golden/README.md defines them: every grouping that choices among tied mergers lead to."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import mpmath

from naive.agreement import NotAnInput
from naive.asking import Row, Test, groups, present_values, ranges
from naive.criteria import DIGITS, added, chi_square, chi_square_p, chi_square_tail, compare, real
from naive.data import Attribute

GAP = "?"
Grouping = tuple[tuple[Any, ...], ...]
BINS = 10


class Merged(NamedTuple):
    test: Test
    children: list[list[Fraction]]
    statistic: Fraction
    degrees: int
    multiplier: int
    p: Any


def nominal_multiplier(c: int, r: int) -> int:
    """In how many ways c categories make r groups: Stirling's number of the second kind."""
    return sum((-1) ** i * math.comb(r, i) * (r - i) ** c for i in range(r + 1)) // math.factorial(r)


def ordinal_multiplier(c: int, r: int) -> int:
    return math.comb(c - 1, r - 1)


def floating_multiplier(c: int, r: int) -> int:
    """The floating category is alone, or in one of the r groups of the others."""
    return (math.comb(c - 2, r - 2) if r > 1 else 0) + (r * math.comb(c - 2, r - 1) if c > 1 else 0) if c > 1 else 1


def max_of(found: Sequence[Any]) -> Any:
    best = found[0] if found else Fraction(0)
    for p in found:
        best = p if compare(p, best) > 0 else best
    return best


def min_of(found: Sequence[Any]) -> Any:
    best = found[0] if found else Fraction(1)
    for p in found:
        best = p if compare(p, best) < 0 else best
    return best


def bin_edges(rows: Sequence[Row], column: int) -> list[Fraction]:
    """Ten bins of equal frequency: a cut behind the least number with at least i/10 of the records up to it."""
    weight: dict[Fraction, Fraction] = {}
    for values, _, w in rows:
        weight[values[column]] = weight.get(values[column], Fraction(0)) + w
    numbers, n, cuts = sorted(weight), sum(weight.values()), []
    for i in range(1, BINS):
        up_to = Fraction(0)
        for j, x in enumerate(numbers):
            up_to += weight[x]
            if up_to >= n * i / BINS:
                if j + 1 < len(numbers):
                    cuts.append((x + numbers[j + 1]) / 2)
                break
    return sorted(set(cuts))


def merged(
    of: tuple[Attribute, int], rows: Sequence[Row], classes: Sequence[str], alpha: Fraction, resplit: Fraction | None = None
) -> list[Merged]:
    """What CHAID makes of an attribute; with `resplit` groups are parted again."""
    return [end for end in endings(of, rows, classes, alpha, resplit) if end is not None]


def in_some_run(by_attribute: Sequence[Sequence[Merged | None]], alpha: Fraction) -> tuple[list[Merged], bool]:
    """
    What is chosen in some run, in which each attribute has one of its endings: those of the least p-value, these first; and whether a run
    chooses none, as nothing is below alpha.
    """
    chosen: list[Merged] = []
    none = False
    for run in itertools.product(*(ends or [None] for ends in by_attribute)):
        entered = [end for end in run if end is not None]
        least = min_of([end.p for end in entered])
        if not entered or compare(least, alpha) > 0:
            none = True
            continue
        chosen += [end for end in entered if compare(end.p, least) == 0 and all(end is not other for other in chosen)]
    least = min_of([end.p for end in chosen])
    listed = [end for ends in by_attribute for end in ends if end is not None and any(end is other for other in chosen)]
    return sorted(listed, key=lambda end: compare(end.p, least) != 0), none and bool(chosen)


def endings(
    of: tuple[Attribute, int], rows: Sequence[Row], classes: Sequence[str], alpha: Fraction, resplit: Fraction | None = None
) -> list[Merged | None]:
    """Every ending of merging; None for all in one group."""
    attribute, column = of
    numeric = attribute.kind == "continuous"
    if numeric and any(values[column] is None for values, _, _ in rows):
        raise NotAnInput("a number is missing")
    edges = bin_edges(rows, column) if numeric else []
    if numeric:
        categories: list[Any] = list(range(len(edges) + 1)) if rows else []
    else:
        categories = present_values(attribute, column, rows) + ([GAP] if any(v[column] is None for v, _, _ in rows) else [])

    def category(values: Sequence[Any]) -> Any:
        if numeric:
            return sum(values[column] > edge for edge in edges)
        return GAP if values[column] is None else values[column]

    table = {k: [sum((w for v, label, w in rows if category(v) == k and label == c), Fraction(0)) for c in classes] for k in categories}
    ordered = attribute.kind != "nominal"

    def counts(group: Sequence[Any]) -> list[Fraction]:
        return added([table[k] for k in group])

    def may_join(a: Sequence[Any], b: Sequence[Any]) -> bool:
        known = [k for k in categories if k != GAP]
        first, second = ([known.index(k) for k in group if k != GAP] for group in (a, b))
        if not ordered or not first or not second:
            return True
        return max(first) + 1 == min(second) or max(second) + 1 == min(first)

    def in_order(grouping: Sequence[Sequence[Any]]) -> Grouping:
        return tuple(sorted((tuple(sorted(g, key=categories.index)) for g in grouping), key=lambda g: categories.index(g[0])))

    def halves(group: Sequence[Any]) -> list[tuple[Sequence[Any], Sequence[Any]]]:
        """All ways to part a group in two; of ordered categories between neighbours."""
        ways = ([k for i, k in enumerate(group) if bits >> i & 1] for bits in range(1, 2 ** len(group) - 1, 2))
        return [(one, other) for one in ways if may_join(one, other := [k for k in group if k not in one])]

    found: list[Grouping] = []
    seen = set()

    def go_on(grouping: Grouping, ends: tuple[Grouping, ...]) -> None:
        """Every way from a grouping on; ends: those that merging ended in before, one of which stands when it comes back."""
        if (grouping, ends) in seen:
            return
        seen.add((grouping, ends))
        pairs = [(a, b) for a, b in itertools.combinations(grouping, 2) if may_join(a, b)]
        p_values = [chi_square_p([counts(a), counts(b)]) for a, b in pairs]
        best = max_of(p_values)
        if pairs and compare(best, alpha) > 0:
            for pair, p in zip(pairs, p_values, strict=True):
                if compare(p, best) == 0:
                    go_on(in_order([*(g for g in grouping if g not in pair), (*pair[0], *pair[1])]), ends)
            return
        parts = [(g, *half) for g in grouping if len(g) > 2 for half in halves(g)] if resplit is not None else []
        p_values = [chi_square_p([counts(one), counts(other)]) for _, one, other in parts]
        best = min_of(p_values)
        if resplit is None or not parts or compare(best, resplit) > 0 or grouping in ends:
            if grouping not in found:
                found.append(grouping)
            return
        for (g, one, other), p in zip(parts, p_values, strict=True):
            if compare(p, best) == 0:
                go_on(in_order([*(h for h in grouping if h != g), one, other]), (*ends, grouping))

    go_on(tuple((k,) for k in categories), ())
    found.sort(key=lambda grouping: [[categories.index(k) for k in g] for g in grouping])
    return [_answer(of, categories, g, [counts(k) for k in g], edges) if len(g) > 1 else None for g in found]


def _answer(of: tuple[Attribute, int], categories: Any, grouping: Any, children: list[list[Fraction]], edges: Any) -> Merged:
    attribute, column = of
    if attribute.kind == "continuous":
        test = ranges(attribute, column, [edges[max(group)] for group in grouping[:-1]])
    else:
        sizes = [sum(child) for child in children]
        test = groups(attribute, column, grouping, sizes.index(max(sizes)))
    statistic, degrees = chi_square(children)
    ways = nominal_multiplier if attribute.kind == "nominal" else floating_multiplier if GAP in categories else ordinal_multiplier
    multiplier = ways(len(categories), len(grouping))
    p = chi_square_tail(statistic, degrees)
    with mpmath.workdps(DIGITS):
        whole = p * multiplier if isinstance(p, Fraction) else real(p) * multiplier
        return Merged(test, children, statistic, degrees, multiplier, whole if compare(whole, Fraction(1)) < 0 else Fraction(1))
