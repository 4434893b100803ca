"""The numbers that a program of single precision cannot tell apart, as codes between which there is no cut."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from dtref.engines.compiled.encoding import ANYWHERE, Uncovered
from dtref.engines.compiled.kernels.layout import Codes, Floats
from dtref.spec.model.arrays import DoubleLevels
from dtref.spec.model.attributes import Cell, Width
from dtref.spec.split.numeric.large_sides import LEAST_DISTANCE

AT_ONCE = 2**14
"""Columns of so many numbers together are looked at together; of more that takes memory, and hardly less time."""

BEYOND_FLOATS = Uncovered("numbers beyond the largest float32")


def reach_of(levels: Sequence[Sequence[Cell]], apart: Fraction) -> Codes | Uncovered:
    """
    For each column and code the last code whose number is not far enough above this one's (`ThresholdsApart`); empty where every next
    number is.

    Everything is rounded to a double, then to a float, as `dtref.spec.model.precision.rounded` does: the sum of two doubles, too, as one
    addition of doubles rounds it once. Uncovered: numbers beyond the largest float; `apart` that is no double.

    >>> reach_of(((Fraction(0), Fraction(1, 10**8), Fraction(1)),), Fraction(1, 2**20)).tolist()
    [[1, 1, 2]]
    """
    try:
        columns = [rounded_levels(column) for column in levels]
    except OverflowError:
        return BEYOND_FLOATS
    if Fraction(float(apart)) != apart:
        return Uncovered("a distance between cuts that is no double")
    if _all_apart([column for column in columns if column is not None], float(apart)):
        return ANYWHERE
    last: list[Codes | None] = []
    for column in columns:
        codes = None if column is None else _last_near(column, float(apart))
        if isinstance(codes, Uncovered):
            return codes
        last.append(codes)
    if all(codes is None for codes in last):
        return ANYWHERE
    reach = np.empty((len(levels), max(map(len, levels))), np.int32)
    reach[:] = np.arange(reach.shape[1])
    for of_column, codes in zip(reach, last, strict=True):
        if codes is not None:
            of_column[: len(codes)] = codes
    return reach


def _last_near(column: Floats, apart: float) -> Codes | Uncovered | None:
    """For each code of a column the last that is near; None where each is only near itself. Uncovered: numbers beyond floats."""
    with np.errstate(over="ignore"):
        singles = column.astype(np.float32)
        limits = (singles.astype(np.float64) + apart).astype(np.float32)
    if not np.isfinite(limits).all() or not np.isfinite(singles).all():
        return BEYOND_FLOATS
    if (singles[1:] > limits[:-1]).all():
        return None
    last = np.searchsorted(singles, limits, side="right").astype(np.int32) - 1
    return last if (last > np.arange(len(last))).any() else None


def _all_apart(columns: Sequence[Floats], apart: float) -> bool:
    """Whether every next number of every column is far enough above the one before it, of short columns, all at once."""
    if not columns or sum(map(len, columns)) > AT_ONCE:
        return not columns
    with np.errstate(over="ignore"):
        singles = np.concatenate(columns).astype(np.float32)
        limits = (singles.astype(np.float64) + apart).astype(np.float32)
    rises = singles[1:] > limits[:-1]
    rises[np.cumsum([len(column) for column in columns[:-1]], dtype=np.int64) - 1] = True
    return bool(rises.all() and np.isfinite(limits).all() and np.isfinite(singles).all())


def reach_of_program(levels: Sequence[Sequence[Cell]], width: Width) -> Codes:
    """
    For each column and code the last code whose number C4.5 release 8, or J48, doesn't tell from this one's (`LargeSidedCuts`); empty where
    it tells every next number. Errors: OverflowError for a number beyond the largest float.

    >>> reach_of_program(((Fraction(0), Fraction(1, 10**6), Fraction(1)),), Width.FLOAT64).tolist()
    [[1, 1, 2]]
    """
    reach = np.zeros((len(levels), max(map(len, levels), default=0)), np.int32)
    everywhere = True
    for of_column, column in zip(reach, map(rounded_levels, levels), strict=True):
        if column is None:
            of_column[:] = np.arange(len(of_column))
            continue
        low = column.astype(np.float32).astype(np.float64) if width is Width.FLOAT32 else column
        if not np.isfinite(low).all():
            raise OverflowError
        # low < high - step of floats, low + step < high of doubles
        lower, upper = (low, low - float(LEAST_DISTANCE)) if width is Width.FLOAT32 else (low + float(LEAST_DISTANCE), low)
        last = np.maximum(np.searchsorted(upper, lower, side="right") - 1, np.arange(len(column)))
        of_column[: len(column)] = last
        everywhere = everywhere and bool((last <= np.arange(len(column))).all())
    return ANYWHERE if everywhere else reach


def rounded_levels(column: Sequence[Cell]) -> Floats | None:
    """
    The numbers of a column, rounded to doubles; None for a column of other values.

    >>> rounded_levels((Fraction(1, 2),)).tolist(), rounded_levels(("a",))
    ([0.5], None)
    """
    if isinstance(column, DoubleLevels):
        return column.doubles
    numbers = [x for x in column if isinstance(x, Fraction)]
    return np.array([float(x) for x in numbers]) if len(numbers) == len(column) else None
