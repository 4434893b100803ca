"""Half-spaces against other routes: Fourier-Motzkin elimination, Cover's count, the least distance of two polygons side by side."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from many import examples

from dtref.errors import Invalid, Undecided
from dtref.exact.halfspaces import Point, linear_dichotomies, maximum_margin

few = examples(20)
coordinates = st.sampled_from([Fraction(n, d) for n in range(-3, 4) for d in (1, 2)])


def points(d: int, most: int) -> st.SearchStrategy[list[Point]]:
    """Different points, often on common lines."""
    return st.lists(st.tuples(*[coordinates] * d), min_size=1, max_size=most, unique=True)


def has_solution(rows: Sequence[Sequence[Fraction]]) -> bool:
    """Whether some vector has a positive product with every row: Fourier-Motzkin elimination, one unknown after another."""
    if not rows or not rows[0]:
        return not rows
    above, below = ([row for row in rows if row[0] * s > 0] for s in (1, -1))
    rest = [row[1:] for row in rows if row[0] == 0]
    return has_solution(rest + [[p / a[0] - q / b[0] for p, q in zip(a[1:], b[1:], strict=True)] for a in above for b in below])


def separable(held: frozenset[int], given_points: Sequence[Point]) -> bool:
    """Whether a half-space w . p < c holds these points and no other: w . p - c is negative on them and positive elsewhere."""
    return has_solution([[-x if i in held else x for x in (*p, Fraction(-1))] for i, p in enumerate(given_points)])


@few
@given(st.integers(1, 3).flatmap(lambda d: points(d, 6)))
def test_linear_dichotomies_are_the_sign_patterns_that_have_a_solution(given_points: list[Point]) -> None:
    everyone = range(len(given_points))
    patterns = {
        frozenset(i for i, inside in zip(everyone, pattern, strict=True) if inside) for pattern in product((0, 1), repeat=len(everyone))
    }
    assert linear_dichotomies(given_points) == {held for held in patterns if separable(held, given_points)}


@pytest.mark.parametrize(("n", "d"), [(n, d) for d in (1, 2, 3, 4) for n in (1, 2, 5, 9)])
def test_points_in_general_position_have_as_many_dichotomies_as_cover_counts(n: int, d: int) -> None:
    on_the_moment_curve = [tuple(Fraction(t) ** k for k in range(1, d + 1)) for t in range(n)]
    assert len(linear_dichotomies(on_the_moment_curve)) == 2 * sum(comb(n - 1, k) for k in range(d + 1))


def squared_distance(p: Point, a: Point, b: Point) -> Fraction:
    """From a point to a segment."""
    direction = [y - x for x, y in zip(a, b, strict=True)]
    length = sum(x * x for x in direction)
    along = sum((z - x) * y for x, y, z in zip(a, direction, p, strict=True)) / length if length else Fraction(0)
    share = min(max(along, Fraction(0)), Fraction(1))
    return sum(((z - x - share * y) ** 2 for x, y, z in zip(a, direction, p, strict=True)), Fraction(0))


@few
@given(points(2, 8), st.data())
def test_the_maximum_margin_is_the_distance_between_the_hulls(given_points: list[Point], data: st.DataObject) -> None:
    assume(len(given_points) > 1)
    proper = sorted((held for held in linear_dichotomies(given_points) if 0 < len(held) < len(given_points)), key=sorted)
    held = data.draw(st.sampled_from(proper), "left")
    left, right = ([p for i, p in enumerate(given_points) if (i in held) is side] for side in (True, False))
    w, c = maximum_margin(left, right)
    heights = [[sum(x * y for x, y in zip(w, p, strict=True)) for p in side] for side in (left, right)]
    top, bottom = max(heights[0]), min(heights[1])
    nearest = min(squared_distance(p, a, b) for one, other in ((left, right), (right, left)) for p in one for a in other for b in other)
    assert (top < c < bottom, c, (bottom - top) ** 2 / sum(x * x for x in w)) == (True, (top + bottom) / 2, nearest)
    assert maximum_margin(left[::-1], right[::-1]) == (w, c)


def test_in_one_coordinate_the_maximum_margin_is_the_midpoint() -> None:
    assert maximum_margin([(Fraction(1),), (Fraction(3),)], [(Fraction(8),), (Fraction(4),)]) == ((1,), Fraction(7, 2))


def test_in_space_the_nearest_points_may_lie_inside_two_edges() -> None:
    left = [tuple(map(Fraction, p)) for p in ((-1, 0, 0), (1, 0, 0))]
    right = [tuple(map(Fraction, p)) for p in ((0, -1, 3), (0, 1, 3))]
    assert maximum_margin(left, right) == ((0, 0, 1), Fraction(3, 2))


def test_hulls_that_meet_have_no_hyperplane_between_them() -> None:
    cross = [tuple(map(Fraction, p)) for p in ((0, 0), (2, 2), (0, 2), (2, 0))]
    with pytest.raises(Invalid) as problem:
        maximum_margin(cross[:2], cross[2:])
    assert str(problem.value) == "maximum margin: expected two sets of points whose convex hulls do not meet (got 'hulls that meet')"


def test_no_point_one_point_and_the_limit() -> None:
    assert linear_dichotomies([]) == {frozenset()}
    assert linear_dichotomies([(Fraction(1), Fraction(2))]) == {frozenset(), frozenset({0})}
    line = [(Fraction(i), Fraction(2 * i)) for i in range(6)]
    assert len(linear_dichotomies(line, limit=6)) == 12
    with pytest.raises(
        Undecided, match=r"^linear dichotomies of 6 points in 1 dimensions: not decided within 5 hyperplanes \(at least 12, at most 12\)$"
    ):
        linear_dichotomies(line, limit=5)
    with pytest.raises(
        Invalid, match=r"^linear dichotomies: expected distinct points \(got \[\(Fraction\(0, 1\),\), \(Fraction\(0, 1\),\)\]\)$"
    ):
        linear_dichotomies([(Fraction(0),)] * 2)


def test_parity_is_no_linear_dichotomy() -> None:
    for d in (2, 3):
        cube = [tuple(map(Fraction, p)) for p in product((0, 1), repeat=d)]
        assert frozenset(i for i, p in enumerate(cube) if sum(p) % 2) not in linear_dichotomies(cube)
    assert len(linear_dichotomies(cube)) == 104  # threshold functions of three variables


def test_three_points_on_a_line_are_never_parted_in_the_middle() -> None:
    line = [(Fraction(i), Fraction(i)) for i in range(3)]
    assert linear_dichotomies(line) == {
        frozenset(),
        frozenset({0}),
        frozenset({0, 1}),
        frozenset({0, 1, 2}),
        frozenset({1, 2}),
        frozenset({2}),
    }
