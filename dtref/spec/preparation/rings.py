"""
The ring data: points of a plane, of class circular inside a ring about the origin, and triangular outside it.

It prints "r > 0.5 or r < 1" for the triangular points, which holds everywhere; it means the outside of the ring (golden/ERRATA.md,
tan-overfitting-03). The points are an argument: `dtref.spec.preparation.random_draws.draw_ring_points` draws them.
"""

from __future__ import annotations

__sources__ = (("tan", "Underfitting and Overfitting (Example)"),)

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import TypeAlias

from dtref.exact.definition import defined
from dtref.exact.inputs import rational
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.positions import check_positions

RingPoint: TypeAlias = tuple[Fraction, Fraction]

_CLASSES = ("circular", "triangular")


@defined(formula="0.5 <= sqrt(x1^2 + x2^2) <= 1, decided by the squares", sources=(("tan", "Underfitting and Overfitting (Example)"),))
def in_ring(point: RingPoint) -> bool:
    """
    Whether a point lies in the ring, and so is circular.

    >>> in_ring((Fraction(3, 10), Fraction(4, 10))), in_ring((Fraction(6, 10), Fraction(8, 10))), in_ring((Fraction(1), Fraction(1, 100)))
    (True, True, False)
    """
    x1, x2 = point
    return Fraction(1, 4) <= x1 * x1 + x2 * x2 <= 1


@defined(
    errors="Invalid for a number that is not exact, a position that no point has",
    sources=(("tan", "Underfitting and Overfitting (Example), and Overfitting due to Noise for the mistakes"),),
)
def ring_data(points: Iterable[RingPoint], mistaken: Collection[int] = ()) -> DataSet:
    """
    Points as records with the class that the document's definition gives them; those at the positions `mistaken` have the other class.

    >>> points = [(Fraction(0), Fraction(1, 2)), (Fraction(0), Fraction(1, 3))]
    >>> [[record.label for record in ring_data(points, mistaken)] for mistaken in ((), (1,))]
    [['circular', 'triangular'], ['circular', 'circular']]
    """
    exact_points = [(rational("x1", x1), rational("x2", x2)) for x1, x2 in points]
    check_positions("position of a point", tuple(mistaken), len(exact_points))
    records = (Record(point, _CLASSES[in_ring(point) is (i in mistaken)]) for i, point in enumerate(exact_points))
    return DataSet((Continuous("x1"), Continuous("x2")), Nominal("class", _CLASSES), records)
