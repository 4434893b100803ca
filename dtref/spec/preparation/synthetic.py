"""
Synthetic records: new records of the smaller classes, between a record and one of its nearest neighbours of the same class (SMOTE).

Notation: a a record, b a neighbour, g the gap, a number from 0 to 1. Distances are compared by their squares, which are exact, and
neighbours that tie for the last place stay a set. Chance is an argument: which record, which neighbour, which gap.
"""

from __future__ import annotations

__sources__ = (("cs422", "Class Imbalance (synthetic data)"), "the method is Chawla, Bowyer, Hall, Kegelmeyer 2002, SMOTE")

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import cast

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.exact.inputs import rational, whole
from dtref.exact.number import Exact, Number, number, total
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.display import Reported
from dtref.spec.model.positions import Indices, check_positions
from dtref.spec.preparation.balancing import class_sizes, repeated


@defined(formula="a + (b - a) g", sources=("Chawla and others 2002, SMOTE",))
def between(a: Exact, b: Exact, g: Exact) -> Number:
    """
    The number at the share g of the way from a to b.

    >>> between(2, 5, Fraction(1, 3)), between(2, 5, 0)
    (Fraction(3, 1), Fraction(2, 1))
    """
    return number(a) + (number(b) - a) * g


@defined(formula="sum_i (a_i - b_i)^2")
def squared_distance(a: Sequence[Exact], b: Sequence[Exact]) -> Number:
    """
    The square of the Euclidean distance of two points.

    >>> squared_distance((0, 0), (3, 4)), squared_distance((), ())
    (Fraction(25, 1), Fraction(0, 1))
    """
    return total((number(x) - y) * (number(x) - y) for x, y in zip(a, b, strict=True))


@frozen
class Neighbours(Reported):
    """
    The k nearest neighbours, with ties for the last places. nearer: positions that are among them in any case; tied: those at the greatest
    distance, of which as many are chosen as make k.
    """

    k: int
    nearer: Indices
    tied: Indices

    __repr__ = brief_repr

    def choices(self) -> Iterator[Indices]:
        """
        Every choice of k neighbours, one unless some tie for the last place.

        >>> list(Neighbours(2, (4,), (0, 7)).choices())
        [(0, 4), (4, 7)]
        """
        for rest in combinations(self.tied, self.k - len(self.nearer)):
            yield tuple(sorted(self.nearer + rest))


@refuses_other_kinds
def nearest_neighbours(data: DataSet, of: int, k: int) -> Neighbours:
    """
    The k records of a record's own class that are nearest to it by Euclidean distance, itself not counted.

    Errors: Invalid for a position that no record has; an attribute that is not continuous, or a missing cell, in that class; k below 1 or
    above the number of other records of the class; a continuous target.

    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> rows = [(0, "a"), (1, "a"), (2, "b"), (-1, "a"), (5, "a")]
    >>> data = DataSet((Continuous("x"),), Nominal("y", ("a", "b")), [Record((Fraction(x),), label) for x, label in rows])
    >>> nearest_neighbours(data, 0, 1), nearest_neighbours(data, 4, 2)
    (Neighbours(k=1, nearer=(), tied=(1, 3)), Neighbours(k=2, nearer=(1,), tied=(0,)))
    """
    check_positions("position of a record", (of,), len(data))
    label = data.records[of].label
    k = whole("number of neighbours", k, 1, class_sizes(data)[label] - 1)
    others = [i for i, record in enumerate(data) if record.label == label and i != of]
    origin = _point(data, of)
    # All up to the k-th distance, those at that distance apart.
    distance = {i: cast(Fraction, squared_distance(origin, _point(data, i))) for i in others}
    farthest = sorted(distance.values())[k - 1]
    return Neighbours(k, tuple(i for i in others if distance[i] < farthest), tuple(i for i in others if distance[i] == farthest))


@defined(
    errors=(
        "Invalid for a record of the largest class; a neighbour that is in no choice of the k nearest; a gap that "
        "is no exact number from 0 to 1; and as for `nearest_neighbours`"
    ),
    sources=("Chawla and others 2002, SMOTE (the text; so also imbalanced-learn)",),
)
def smote(data: DataSet, k: int, steps: Iterable[tuple[int, int, Fraction]]) -> DataSet:
    """
    All records, then for each step (a, b, g) a new one of the class of record a, at the share g of the way to its neighbour b: one gap for
    all attributes, so that it lies on the line between them. Its weight is 1.

    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> rows = [(0, 0, "rare"), (3, 6, "rare"), (9, 9, "usual"), (8, 9, "usual"), (9, 8, "usual")]
    >>> data = DataSet(map(Continuous, "xy"), Nominal("c", ("rare", "usual")), [Record(tuple(map(Fraction, r[:2])), r[2]) for r in rows])
    >>> smote(data, 1, [(0, 1, Fraction(1, 3))]).records[-1]
    Record(values=(Fraction(1, 1), Fraction(2, 1)), label='rare', weight=Fraction(1, 1))
    """
    return smote_per_attribute(data, k, [(a, b, (g,) * len(data.attributes)) for a, b, g in steps])


@defined(
    errors=smote,
    sources=("Chawla and others 2002, SMOTE (the pseudo-code, which draws the gap inside its loop over the attributes)",),
)
def smote_per_attribute(data: DataSet, k: int, steps: Iterable[tuple[int, int, tuple[Fraction, ...]]]) -> DataSet:
    """
    As `smote`, with a gap of its own for each attribute: a new record lies in the box that has the two at opposite corners.

    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> rows = [(0, 0, "rare"), (3, 6, "rare"), (9, 9, "usual"), (8, 9, "usual"), (9, 8, "usual")]
    >>> data = DataSet(map(Continuous, "xy"), Nominal("c", ("rare", "usual")), [Record(tuple(map(Fraction, r[:2])), r[2]) for r in rows])
    >>> smote_per_attribute(data, 1, [(0, 1, (Fraction(0), Fraction(1)))]).records[-1].values
    (Fraction(0, 1), Fraction(6, 1))
    """
    small, plan = set(repeated(data)), tuple(map(_step, steps))
    near = {a: nearest_neighbours(data, a, k) for a, _, _ in plan if a in small}
    # Check every step, then make its record.
    for a, b, gaps in plan:
        if a not in small:
            raise Invalid("synthetic record", "the position of a record outside the largest class", a)
        if b not in near[a].nearer + near[a].tied:
            raise Invalid(f"synthetic record, neighbour of {a}", f"one of its {k} nearest", b)
        if len(gaps) != len(data.attributes):
            raise Invalid("synthetic record, gaps", f"{len(data.attributes)}, as many as attributes", len(gaps))
    new = (Record(tuple(map(_cell_between, _point(data, a), _point(data, b), gaps)), data.records[a].label) for a, b, gaps in plan)
    return evolve(data, records=(*data.records, *new))


def _step(step: tuple[int, int, tuple[Fraction, ...]]) -> tuple[int, int, tuple[Fraction, ...]]:
    """The step, checked."""
    a, b, gaps = step
    where = "synthetic record"
    return whole(where, a), whole(f"{where}, neighbour", b), tuple(rational(f"{where}, gap", g, least=0, most=1) for g in gaps)


def _cell_between(a: Fraction, b: Fraction, g: Fraction) -> Fraction:
    return cast(Fraction, between(a, b, g))


def _point(data: DataSet, i: int) -> tuple[Fraction, ...]:
    """The cells of a record as a point. Errors: Invalid for one that is no number."""
    for attribute, cell in zip(data.attributes, data.records[i].values, strict=True):
        if not isinstance(cell, Fraction):
            raise Invalid(f"record {i + 1}, {attribute.name}", "a number, for a distance", cell)
    return cast("tuple[Fraction, ...]", data.records[i].values)
