"""The weights of records as integers for the kernels: exact wherever their sums fit, else rounded, with a bound on the error."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm

import numpy as np
from attrs import frozen

from dtref.engines.compiled.kernels.layout import Ints
from dtref.spec.model.arrays import ColumnDataSet
from dtref.spec.model.data import DataSet

NARROW = 2**31
"""The sum of all weights is below this, unless they are wide: squares of counts, and products of two, then fit an int64."""

WIDEST_SUM = 2**62
"""The sum of wide weights is below this."""

LEAST_ROUNDED = 2**20
"""The least weight that may be rounded, in units: rounding then is off by less than a millionth."""


@frozen(eq=False)
class Weighing:
    """
    The weights of records. weights: in units, as integers; empty where all are 1. unit: in which they are measured. wide: whether they are
    too many for products of integers. blur: the greatest relative error of one. exact: the weights themselves, where they are rounded.
    """

    weights: Ints
    unit: Fraction
    wide: bool = False
    blur: float = 0.0
    exact: tuple[Fraction, ...] = ()


def weighed(data: DataSet) -> Weighing | None:
    """
    The weights of a data set, in the greatest unit of which all are multiples; in a greater one, rounded, where they are 2^62 units or
    more. None where they are too far apart to be rounded.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((), Nominal("y", ("+",)), (Record((), "+", Fraction(1, 2)), Record((), "+", Fraction(2, 3))))
    >>> weighed(data).weights.tolist(), weighed(data).unit
    ([3, 4], Fraction(1, 6))
    """
    by_columns = isinstance(data, ColumnDataSet) and data.has_arrays
    if isinstance(data, ColumnDataSet) and by_columns:
        if not len(data.weights):
            return Weighing(np.zeros(0, np.int64), data.unit)
        numerators, denominator = [w * data.unit.numerator for w in data.weights.tolist()], data.unit.denominator
    else:
        weights = [r.weight for r in data.records]
        different = dict(zip(map(id, weights), weights, strict=True)).values()  # most are one object
        if {w.numerator for w in different} == {1} == {w.denominator for w in different}:
            return Weighing(np.zeros(0, np.int64), Fraction(1))
        denominator = lcm(*{w.denominator for w in weights})
        numerators = [w.numerator * (denominator // w.denominator) for w in weights]
    # A unit that divides all.
    common = gcd(*set(numerators))
    multiples, unit = [w // common for w in numerators], Fraction(common, denominator)
    total = sum(multiples)
    if total < WIDEST_SUM:
        none = np.zeros(0, np.int64)
        return Weighing(none if max(multiples) == 1 else np.array(multiples, np.int64), unit, total >= NARROW)
    # Rounded to multiples of a greater one, so that they fit: half a unit each is less than half of the room that is left.
    times = total // 2**61 + 1
    rounded = [(2 * w + times) // (2 * times) for w in multiples]
    least = min(rounded)
    if least < LEAST_ROUNDED:
        return None
    exact = tuple(Fraction(w, denominator) for w in numerators) if by_columns else tuple(r.weight for r in data.records)
    return Weighing(np.array(rounded, np.int64), unit * times, True, 0.5000001 / (least - 1), exact)
