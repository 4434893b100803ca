"""
A data set by columns: every cell as the position of its value among the column's levels.

Growing works on this: a node is a tuple of record positions, and its class counts are tallies of small integers.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from attrs import frozen

from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous
from dtref.spec.model.data import DataSet

ABSENT = -1
"""The code of a missing cell."""


@frozen(eq=False)
class Columns:
    """
    The columns of a data set, with codes for cells.

    levels: the values of each attribute in declared order, numbers from low to high.
    codes: for each attribute and record the position of its value in levels (ABSENT where missing).
    labels: for each record the position of its class; of a continuous target that of its value among the `numbers`.
    weights: for each record its weight, as an int where it is whole. unit: whether every weight is 1.
    numbers: the values of a continuous target, from low to high; none where the target is nominal.
    """

    data: DataSet
    levels: tuple[tuple[Cell, ...], ...]
    codes: tuple[tuple[int, ...], ...]
    labels: tuple[int, ...]
    weights: tuple[int | Fraction, ...]
    unit: bool
    numbers: tuple[Fraction, ...]


def columns(data: DataSet) -> Columns:
    """
    The columns of a data set.

    >>> from dtref.spec.model.data import Record
    >>> from dtref.spec.model.attributes import Nominal
    >>> x = DataSet((Continuous("x"),), Nominal("y", ("-", "+")), (Record((Fraction(7),), "+"), Record((Fraction(5),), "-")))
    >>> c = columns(x)
    >>> c.levels, c.codes, c.labels
    (((Fraction(5, 1), Fraction(7, 1)),), ((1, 0),), (1, 0))
    """
    by_column = list(zip(*(r.values for r in data.records), strict=True)) or [()] * len(data.attributes)
    levels = tuple(map(levels_of, data.attributes, by_column))
    codes = tuple(_coded(*pair) for pair in zip(levels, by_column, strict=True))
    # the target is coded alike: classes, or numbers from low to high
    outcomes = levels_of(data.target, [r.label for r in data.records])
    labels = _coded(outcomes, [r.label for r in data.records])
    weights = tuple(w.numerator if w.denominator == 1 else w for w in (r.weight for r in data.records))
    numbers = tuple(y for y in outcomes if isinstance(y, Fraction))
    return Columns(data, levels, codes, labels, weights, all(w == 1 for w in weights), numbers)


def levels_of(attribute: Attribute, cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """
    The values that a column distinguishes: the declared ones in their order, or the numbers that occur from low to high.

    >>> levels_of(Continuous("x"), (Fraction(7), MISSING, Fraction(5), Fraction(7)))
    (Fraction(5, 1), Fraction(7, 1))
    """
    if isinstance(attribute, Continuous):
        return tuple(sorted({c for c in cells if isinstance(c, Fraction)}))
    return attribute.values


def _coded(levels: tuple[Cell, ...], cells: Iterable[Cell]) -> tuple[int, ...]:
    """The position of each cell among the levels."""
    position: dict[Cell, int] = {level: i for i, level in enumerate(levels)}
    position[MISSING] = ABSENT
    return tuple(position[cell] for cell in cells)
