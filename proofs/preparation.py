"""
Preparing data: synthetic records between neighbours, points in a ring.   Documents: `cs422` Class Imbalance, `tan` Underfitting and
Overfitting.

Notation: a, b points, g the gap; r the distance from the origin.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from dtref.exact.number import total
from dtref.spec.preparation.rings import in_ring, ring_data
from dtref.spec.preparation.synthetic import between, squared_distance
from proofs.steps import equal, same, weighted_squares
from proofs.symbols import real
from proofs.theorem import Method, theorem

SLIDE = "cs422: Class Imbalance"
DIMENSIONS = range(1, 5)


@theorem(
    "A synthetic record is a at gap 0, b at gap 1 and as far along the line as the gap says, from either end",
    source=SLIDE,
    runs=(between, squared_distance),
    reach="1 to 4 attributes, all real points and gaps",
    method=Method.IDENTITY,
)
def theorem_synthetic_record_is_on_the_line_between_neighbours() -> None:
    """Its squared distances to a and b are g² and (1 - g)² times that of a and b, so its distances add up to theirs for g from 0 to 1."""
    (g,) = real("g")
    for n in DIMENSIONS:
        a, b = real(f"a1:{n + 1}"), real(f"b1:{n + 1}")
        made = [between(x, y, g) for x, y in zip(a, b, strict=True)]
        for x, y, new in zip(a, b, made, strict=True):
            equal(between(x, y, 0), x)
            equal(between(x, y, 1), y)
            equal(new, between(y, x, 1 - g))
        equal(squared_distance(a, made), g * g * squared_distance(a, b))
        equal(squared_distance(made, b), (1 - g) * (1 - g) * squared_distance(a, b))


@theorem(
    "The squared distance is a sum of squares, one an attribute: 0 of equal points only, and Pythagoras's at right angles",
    source="chawla2002",
    runs=(squared_distance,),
    reach="1 to 4 attributes, all real points",
    method=Method.SQUARES,
)
def theorem_squared_distance_is_that_of_pythagoras() -> None:
    """|a - b|² = |a - c|² + |c - b|² + 2 (a - c)(c - b), the last term being 0 at right angles."""
    for n in DIMENSIONS:
        a, b, c = (real(f"{name}1:{n + 1}") for name in "abc")
        weighted_squares(squared_distance(a, b), [(1, x - y) for x, y in zip(a, b, strict=True)])
        angle = total((x - z) * (z - y) for x, y, z in zip(a, b, c, strict=True))
        equal(squared_distance(a, b), squared_distance(a, c) + squared_distance(c, b) + 2 * angle)


@theorem(
    "A point at the distance r from the origin is in the ring, and circular, if 1/2 <= r <= 1, and else triangular; a mistaken record has "
    "the other class",
    source="tan: Underfitting and Overfitting (Example)",
    runs=(in_ring, ring_data),
    reach="r = 0, 1/20 .. 24/20, in the directions of tan(angle/2) = -2, -7/4 .. 2, and those opposite to them",
    method=Method.EXHAUSTION,
)
def theorem_points_in_the_ring() -> None:
    """((1 - t²)/(1 + t²), 2t/(1 + t²)) is on the unit circle, whatever t is."""
    for twentieths, t in product(range(-24, 25), (Fraction(k, 4) for k in range(-8, 9))):
        r = Fraction(twentieths, 20)
        point = (r * (1 - t * t) / (1 + t * t), r * 2 * t / (1 + t * t))
        inside = 10 <= abs(twentieths) <= 20
        same(in_ring(point), inside, f"that {point} is in the ring")
        labels = [record.label for record in ring_data((point, point), mistaken=(1,))]
        same(labels, ["circular", "triangular"] if inside else ["triangular", "circular"], f"the class of {point}, and a wrong one")
