"""The numbers that a program of single precision cannot tell apart, as codes between which there is no cut."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from dtref.engines.compiled.encoding import ANYWHERE, Uncovered
from dtref.engines.compiled.kernels.layout import Codes, Floats
from dtref.spec.model.arrays import DoubleLevels
from dtref.spec.model.attributes import Cell


def reach_of(levels: Sequence[Sequence[Cell]], apart: Fraction) -> Codes | Uncovered:
    """
    For each column and code the last code whose number is not far enough above this one's (`ThresholdsApart`); empty where every next
    number is.

    Everything is rounded to a double, then to a float, as `dtref.spec.model.precision.rounded` does: the sum of two doubles, too, as one
    addition of doubles rounds it once. Uncovered: numbers beyond the largest float; `apart` that is no double.

    >>> reach_of(((Fraction(0), Fraction(1, 10**8), Fraction(1)),), Fraction(1, 2**20)).tolist()
    [[1, 1, 2]]
    """
    beyond = Uncovered("numbers beyond the largest float32")
    try:
        columns = [_doubles(column) for column in levels]
    except OverflowError:
        return beyond
    if Fraction(float(apart)) != apart:
        return Uncovered("a distance between cuts that is no double")
    reach = np.zeros((len(levels), max(map(len, levels), default=0)), np.int32)
    everywhere = True
    for of_column, column in zip(reach, columns, strict=True):
        if column is None:
            of_column[:] = np.arange(len(of_column))
            continue
        with np.errstate(over="ignore"):
            singles = column.astype(np.float32)
            limits = (singles.astype(np.float64) + float(apart)).astype(np.float32)
        if not np.isfinite(limits).all() or not np.isfinite(singles).all():
            return beyond
        last = np.searchsorted(singles, limits, side="right") - 1
        of_column[: len(column)] = last
        everywhere = everywhere and bool((last <= np.arange(len(column))).all())
    return ANYWHERE if everywhere else reach


def _doubles(column: Sequence[Cell]) -> Floats | None:
    """The numbers of a column, rounded to doubles; None for a column of other values."""
    if isinstance(column, DoubleLevels):
        return column.doubles
    numbers = [x for x in column if isinstance(x, Fraction)]
    return np.array([float(x) for x in numbers]) if len(numbers) == len(column) else None
