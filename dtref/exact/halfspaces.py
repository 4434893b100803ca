"""
Points and half-spaces, exactly: all the ways that hyperplanes part some points, and the hyperplane of widest margin between two sets.

The geometry of oblique tests (`dtref.spec.split.numeric.oblique`). Notation: points p in d coordinates; a half-space w . p <= c.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, gcd, lcm
from operator import mul
from typing import TypeAlias

from dtref.errors import Invalid, Undecided
from dtref.exact.definition import defined

Point: TypeAlias = tuple[Fraction, ...]
_Whole: TypeAlias = tuple[int, ...]

LIMIT = 5000
"""The most hyperplanes that `linear_dichotomies` looks at by default: enough for 100 points in two coordinates."""


@defined(
    errors=("Invalid where two points are equal; Undecided where the hyperplanes through as many points as span one are more than `limit`"),
    sources=("Cover 1965, Geometrical and statistical properties of systems of linear inequalities",),
)
def linear_dichotomies(points: Sequence[Point], limit: int = LIMIT) -> frozenset[frozenset[int]]:
    """
    Every set of points that some half-space contains, as a set of their positions; the empty set and all points included.

    Of n points, of which no d + 1 share a hyperplane, there are 2 sum_{k=0}^{d} C(n-1, k) (Cover 1965). Proof that all are found: among the
    half-spaces that part the points one way some hyperplane touches as many affinely independent points as span it (an extreme
    ray of the cone of their (w, c)). The points off it lie as it says, and the points on it are parted by a hyperplane in it, found in
    the same way. Conversely, such a hyperplane turned a little about a hyperplane in it parts its own points so, and the others as before.

    >>> square = [tuple(map(Fraction, p)) for p in ((0, 0), (0, 1), (1, 0), (1, 1))]
    >>> len(linear_dichotomies(square)), frozenset((0, 3)) in linear_dichotomies(square)  # XOR is not among them
    (14, False)
    """
    if len(set(points)) < len(points):
        raise Invalid("linear dichotomies", "distinct points", points)
    if not points:
        return frozenset([frozenset()])
    # Integer coordinates, each axis scaled by itself: that changes no dichotomy.
    scales = [lcm(*(x.denominator for x in axis)) for axis in zip(*points, strict=True)]
    integers = {i: tuple(int(x * s) for x, s in zip(p, scales, strict=True)) for i, p in enumerate(points)}
    rank = len(_spanned(integers)[0])
    if comb(len(points), rank) > limit:
        # in one dimension there are 2 n of n points, in more as many at least: those along a line on which no two fall together
        n = len(points)
        most = 2 * sum(comb(n - 1, k) for k in range(rank + 1))
        raise Undecided(f"linear dichotomies of {n} points in {rank} dimensions", f"{limit} hyperplanes", 2 * n, most)
    return frozenset(_half_space_sets(integers))


@defined(
    formula="min |sum_i a_i r_i - sum_j b_j l_j| over shares a, b",
    errors="Invalid where the hulls meet",
    sources=("Vapnik 1995", "found as in Wolfe 1976, Finding the nearest point in a polytope, which in exact numbers ends"),
)
def maximum_margin(left: Sequence[Point], right: Sequence[Point]) -> tuple[_Whole, Fraction]:
    """
    The hyperplane between two sets of points that is farthest from both: w in coprime integers, and c, so that w . p < c on the left.

    w is the shortest vector from the convex hull of the left points to that of the right ones, which exists once, so it depends on neither
    the order of the points nor chance; in one coordinate c is the midpoint. It depends on the units of the coordinates.

    >>> points = [tuple(map(Fraction, p)) for p in ((0, 0), (0, 1), (1, 0), (1, 1))]
    >>> maximum_margin(points[:3], points[3:])
    ((1, 1), Fraction(3, 2))
    """
    corral, shares = [_minus(right[0], left[0])], [Fraction(1)]
    while True:
        # The point of the corral nearest to the origin, and the difference r - l that reaches least far in its direction.
        x = tuple(sum(map(mul, shares, axis), Fraction(0)) for axis in zip(*corral, strict=True))
        nearest = _minus(min(right, key=lambda r: _dot(x, r)), max(left, key=lambda p: _dot(x, p)))
        if _dot(x, nearest) >= _dot(x, x):
            break
        corral, shares = _nearer([*corral, nearest], [*shares, Fraction(0)])
    if not any(x):
        raise Invalid("maximum margin", "two sets of points whose convex hulls do not meet", "hulls that meet")
    w = _coprime(x)
    return w, (max(_dot(w, p) for p in left) + min(_dot(w, r) for r in right)) / 2


def _half_space_sets(points: Mapping[int, _Whole]) -> set[frozenset[int]]:
    """The sets of points that half-spaces contain."""
    from flint import fmpz_mat

    points = _spanned(points)
    rows = [[*p, -1] for p in points.values()]
    rank = len(rows[0]) - 1
    if rank == 0:
        return {frozenset(), frozenset(points)}
    sets: set[frozenset[int]] = set()
    visited: set[frozenset[int]] = set()
    all_rows = fmpz_mat(rows)
    # A hyperplane through as many points as span one, then the points on it parted in turn.
    for touched in combinations(rows, rank):
        plane, planes = fmpz_mat(touched).nullspace()  # (w, c) with w . p - c = 0, in its first column
        if planes > 1:
            continue
        heights = dict(zip(points, (all_rows * plane).entries()[:: rank + 1], strict=True))
        on = frozenset(i for i, h in heights.items() if h == 0)
        if on in visited:
            continue
        visited.add(on)
        lower, upper = frozenset(i for i, h in heights.items() if h < 0), frozenset(i for i, h in heights.items() if h > 0)
        for inside in _half_space_sets({i: points[i] for i in on}):
            sets |= {lower | inside, upper | inside}
    return sets


def _spanned(points: Mapping[int, _Whole]) -> Mapping[int, _Whole]:
    """The points in as many of their coordinates as tell all of them apart affinely: the pivots of the differences to the first."""
    first, *rest = points.values()
    if not rest or not first:
        return dict.fromkeys(points, ())
    reduced, rank = _reduced([[a - b for a, b in zip(p, first, strict=True)] for p in rest])
    pivots = [next(j for j, x in enumerate(row) if x) for row in reduced[:rank]]
    return {i: tuple(p[j] for j in pivots) for i, p in points.items()}


def _reduced(rows: Sequence[Sequence[int | Fraction]]) -> tuple[list[list[Fraction]], int]:
    """The reduced row echelon form, and the rank."""
    from flint import fmpq, fmpq_mat

    form, rank = fmpq_mat([[fmpq(*x.as_integer_ratio()) for x in row] for row in rows]).rref()
    return [[Fraction(int(x.p), int(x.q)) for x in row] for row in form.tolist()], rank


def _nearer(corral: list[Point], shares: list[Fraction]) -> tuple[list[Point], list[Fraction]]:
    """The point of a simplex that is nearest to the origin, coming from the shares given: its vertices and their shares, all positive."""
    while True:
        flat = _nearest_in_flat(corral)
        if all(a > 0 for a in flat):
            return corral, flat
        step = min(s / (s - a) for s, a in zip(shares, flat, strict=True) if a <= 0)
        moved = [s + step * (a - s) for s, a in zip(shares, flat, strict=True)]
        corral, shares = [p for p, s in zip(corral, moved, strict=True) if s], [s for s in moved if s]


def _nearest_in_flat(points: Sequence[Point]) -> list[Fraction]:
    """The shares a of the point nearest to the origin among affine combinations of independent points: P^T P a + m = 0, sum a = 1."""
    sums: list[int | Fraction] = [0, *(1 for _ in points), 1]
    products: list[list[int | Fraction]] = [[1, *(_dot(p, q) for q in points), 0] for p in points]
    return [row[-1] for row in _reduced([sums, *products])[0][1:]]


def _coprime(x: Sequence[Fraction]) -> _Whole:
    """The integers without common factor on the ray of a vector that is not 0."""
    scale = lcm(*(c.denominator for c in x))
    integers = [int(c * scale) for c in x]
    return tuple(c // gcd(*integers) for c in integers)


def _minus(a: Point, b: Point) -> Point:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def _dot(a: Sequence[int] | Point, b: Point) -> Fraction:
    return sum(map(mul, a, b), Fraction(0))
