"""The tests that a node may ask, and which branch each record takes: multiway, groupings, cuts, groups, ranges, lines in the plane."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from naive.agreement import NotAnInput
from naive.data import Attribute

Values = Sequence[Any]
Row = tuple[Values, Any, Fraction]
"""A record at a node: its values, its label, its weight there."""


class Test(NamedTuple):
    """shown: the test as an answer. names: of its branches. column: where its attribute is; -1 of a line. branch: None is unknown."""

    shown: Mapping[str, Any]
    names: tuple[str, ...]
    column: int
    branch: Callable[[Values], int | None]

    @property
    def key(self) -> str:
        return repr(sorted(self.shown.items()))


def multiway(attribute: Attribute, column: int) -> Test:
    def branch(values: Values) -> int | None:
        v = values[column]
        if v is None:
            return None
        if v not in attribute.values:
            raise NotAnInput(f"{attribute.name} = {v}")
        return attribute.values.index(v)

    return Test({"multiway": attribute.name}, attribute.values, column, branch)


def subset(attribute: Attribute, column: int, left: Sequence[str], right: Sequence[str]) -> Test:
    """Of a value that nobody has nothing is known."""

    def branch(values: Values) -> int | None:
        v = values[column]
        if v is None:
            return None
        if v not in attribute.values:
            raise NotAnInput(f"{attribute.name} = {v}")
        return 0 if v in left else 1 if v in right else None

    return Test({"subset": attribute.name, "left": list(left), "right": list(right)}, ("yes", "no"), column, branch)


def ordinal_cut(attribute: Attribute, column: int, lower: str, upper: str) -> Test:
    """Up to the lower value goes left."""

    def branch(values: Values) -> int | None:
        v = values[column]
        if v is None:
            return None
        if v not in attribute.values:
            raise NotAnInput(f"{attribute.name} = {v}")
        return 0 if attribute.values.index(v) <= attribute.values.index(lower) else 1

    return Test({"ordinal_cut": attribute.name, "lower": lower, "upper": upper}, ("yes", "no"), column, branch)


def threshold(attribute: Attribute, column: int, side: str, between: tuple[Fraction, Fraction], cut: Fraction) -> Test:
    def branch(values: Values) -> int | None:
        v = values[column]
        if v is None:
            return None
        one, other = v.numerator * cut.denominator, cut.numerator * v.denominator
        return 0 if one < other or (one == other and side == "<=") else 1

    shown = {"threshold": attribute.name, "side": side, "lower": between[0], "upper": between[1], "cut": cut}
    return Test(shown, ("yes", "no"), column, branch)


def groups(attribute: Attribute, column: int, parts: Sequence[Sequence[str]], otherwise: int) -> Test:
    """CHAID's: a gap is the value "?". Of a value in no group nothing is known."""

    def branch(values: Values) -> int | None:
        v = "?" if values[column] is None else values[column]
        for i, part in enumerate(parts):
            if v in part:
                return i
        if values[column] is not None and v not in attribute.values:
            raise NotAnInput(f"{attribute.name} = {v}")
        return None

    shown = {"groups": attribute.name, "values": [list(part) for part in parts], "otherwise": str(otherwise + 1)}
    return Test(shown, tuple(str(i + 1) for i in range(len(parts))), column, branch)


def ranges(attribute: Attribute, column: int, cuts: Sequence[Fraction]) -> Test:
    def branch(values: Values) -> int | None:
        v = values[column]
        return None if v is None else sum(v > cut for cut in cuts)

    return Test(
        {"ranges": attribute.name, "side": "<=", "cuts": list(cuts)}, tuple(str(i + 1) for i in range(len(cuts) + 1)), column, branch
    )


def line(names: Sequence[str], columns: Sequence[int], weights: Sequence[int], cut: Fraction) -> Test:
    def branch(values: Values) -> int | None:
        found = [values[c] for c in columns]
        if None in found:
            return None
        return 0 if sum(w * v for w, v in zip(weights, found, strict=True)) <= cut else 1

    shown = {"oblique": {n: Fraction(w) for n, w in zip(names, weights, strict=True) if w}, "side": "<=", "cut": cut}
    return Test(shown, ("yes", "no"), -1, branch)


def midpoint(a: Fraction, b: Fraction) -> Fraction:
    return (a + b) / 2


def present_values(attribute: Attribute, column: int, rows: Sequence[Row]) -> list[Any]:
    """In declared order, or of numbers from low to high."""
    found = {values[column] for values, _, _ in rows if values[column] is not None}
    return sorted(found) if attribute.kind == "continuous" else [v for v in attribute.values if v in found]


def groupings(values: Sequence[str]) -> Iterator[tuple[list[str], list[str]]]:
    """All ways to make two groups; the first value is left, each further one that joins it is the next higher bit."""
    first, *others = values
    for bits in range(2 ** len(others) - 1):
        joined = [v for i, v in enumerate(others) if bits >> i & 1]
        yield [first, *joined], [v for v in others if v not in joined]


# Lines that part points of the plane.

Point = tuple[Fraction, Fraction]


def _turn(o: Point, a: Point, b: Point) -> Fraction:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def partings(points: Sequence[Point]) -> set[frozenset[Point]]:
    """
    Every set with the first point that a line parts from the rest, both being non-empty. A line between two sets can be turned until it
    touches both of them, so it is enough to look at lines through two points, what lies on them being parted anywhere.
    """
    found: set[frozenset[Point]] = set()
    for p, q in itertools.combinations(points, 2):
        on = sorted(r for r in points if _turn(p, q, r) == 0)
        one = [r for r in points if _turn(p, q, r) > 0]
        other = [r for r in points if _turn(p, q, r) < 0]
        for k in range(len(on) + 1):
            for left in (frozenset(one + on[:k]), frozenset(one + on[k:]), frozenset(other + on[:k]), frozenset(other + on[k:])):
                if 0 < len(left) < len(points):
                    found.add(left if points[0] in left else frozenset(points) - left)
    return found


def farthest_line(left: Sequence[Point], right: Sequence[Point]) -> tuple[tuple[Fraction, Fraction], Fraction]:
    """The weights and cut of the line farthest from both: it halves the shortest way between the two hulls, at a right angle."""

    def segments(points: Sequence[Point]) -> list[tuple[Point, Point]]:
        return [(p, q) for p in points for q in points] if len(points) > 1 else [(points[0], points[0])]

    def nearest(p: Point, a: Point, b: Point) -> Point:
        d = (b[0] - a[0], b[1] - a[1])
        length = d[0] ** 2 + d[1] ** 2
        t = Fraction(0) if length == 0 else min(Fraction(1), max(Fraction(0), ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / length))
        return (a[0] + t * d[0], a[1] + t * d[1])

    ways = [(p, nearest(p, a, b)) for p in left for a, b in segments(right)]
    ways += [(nearest(p, a, b), p) for p in right for a, b in segments(left)]
    p, q = min(ways, key=lambda way: (way[0][0] - way[1][0]) ** 2 + (way[0][1] - way[1][1]) ** 2)
    w = (q[0] - p[0], q[1] - p[1])
    return w, w[0] * (p[0] + q[0]) / 2 + w[1] * (p[1] + q[1]) / 2


def coprime(weights: Sequence[Fraction], cut: Fraction) -> tuple[list[int], Fraction]:
    """Whole coprime weights, with the cut that goes with them."""
    common = math.lcm(*(w.denominator for w in weights))
    whole = [int(w * common) for w in weights]
    shared = math.gcd(*whole)
    return [w // shared for w in whole], cut * common / shared


def lines(attributes: Sequence[Attribute], rows: Sequence[Row]) -> Iterator[list[Test]]:
    """For each pair of numbers, the lines that part the records otherwise than a cut of one number does."""
    numbers = [c for c, a in enumerate(attributes) if a.kind == "continuous"]
    for x, y in itertools.combinations(numbers, 2):
        points = sorted({(values[x], values[y]) for values, _, _ in rows if None not in (values[x], values[y])})
        found: list[tuple[int, frozenset[Point]]] = []
        for left in partings(points) if points else ():
            right = [p for p in points if p not in left]
            if any(max(p[i] for p in a) < min(p[i] for p in b) for i in (0, 1) for a, b in ((left, right), (right, left))):
                continue
            found.append((sum(1 << i for i, p in enumerate(points[1:]) if p in left), left))
        tests = []
        for _, left in sorted(found, key=lambda item: item[0]):
            weights, cut = farthest_line(list(left), [p for p in points if p not in left])
            tests.append(line((attributes[x].name, attributes[y].name), (x, y), *coprime(weights, cut)))
        yield tests
