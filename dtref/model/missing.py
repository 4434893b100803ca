"""
What to do with missing values before growing: named rules from data set to data set.

Source: `tan`, Handling Missing Attribute Values. Before this: `dtref.model.columns`. Used by `dtref.model.predict`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from typing import TypeAlias

from attrs import evolve

from dtref.errors import Invalid
from dtref.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal
from dtref.model.columns import levels_of
from dtref.model.data import DataSet

MissingRule: TypeAlias = Callable[[DataSet], DataSet]

AS_VALUE = "?"
"""The value that `missing_as_value` declares for missing cells."""


def refuse_missing(data: DataSet) -> DataSet:
    """
    The data set itself. Errors: Invalid at the first missing cell.

    >>> from dtref.model.data import Record
    >>> refuse_missing(DataSet((Nominal("x", ("a",)),), Nominal("y", ("+",)), (Record((MISSING,), "+"),)))
    Traceback (most recent call last):
    dtref.errors.Invalid: record 1, x: expected a known value (the policy refuses missing ones) (got MISSING)
    """
    for i, record in enumerate(data, 1):
        for attribute, cell in zip(data.attributes, record.values, strict=True):
            if cell is MISSING:
                raise Invalid(f"record {i}, {attribute.name}", "a known value (the policy refuses missing ones)", cell)
    return data


def keep_missing(data: DataSet) -> DataSet:
    """
    The data set itself, missing cells and all: the nodes of the tree deal with them (`dtref.model.trees.Gap`).

    >>> from dtref.model.data import Record
    >>> keep_missing(DataSet((Nominal("x", ("a",)),), Nominal("y", ("+",)), (Record((MISSING,), "+"),))).records[0].values
    (MISSING,)
    """
    return data


def drop_missing(data: DataSet) -> DataSet:
    """
    The data set without the records that have a missing cell.

    >>> from dtref.model.data import Record
    >>> len(drop_missing(DataSet((Nominal("x", ("a",)),), Nominal("y", ("+",)), (Record((MISSING,), "+"),))))
    0
    """
    return evolve(data, records=tuple(r for r in data if MISSING not in r.values))


def missing_as_value(data: DataSet) -> DataSet:
    """
    The data set with "?" as one more declared value of each nominal attribute that has missing cells.

    Errors: Invalid where a continuous or an ordinal attribute has missing cells, as "?" has no place in an order.

    >>> from dtref.model.data import Record
    >>> missing_as_value(DataSet((Nominal("x", ("a",)),), Nominal("y", ("+",)), (Record((MISSING,), "+"),))).records[0].values
    ('?',)
    """
    incomplete = [any(r.values[i] is MISSING for r in data) for i in range(len(data.attributes))]
    attributes = tuple(_with_value(attribute) if gaps else attribute for attribute, gaps in zip(data.attributes, incomplete, strict=True))
    return DataSet(attributes, data.target, tuple(evolve(r, values=tuple(map(_named, r.values))) for r in data))


def impute_median(data: DataSet) -> DataSet:
    """
    The data set with each missing cell filled from the known cells of its column, by weight.

    A continuous or ordinal attribute gets its median (the lower one of two), a nominal one its most frequent value (the first in
    declared order of several). An attribute without any known cell is left out.

    >>> from dtref.model.data import Record
    >>> rows = [Record((x,), "+") for x in (Fraction(1), Fraction(9), MISSING, Fraction(2))]
    >>> impute_median(DataSet((Continuous("x"),), Nominal("y", ("+",)), rows)).records[2].values
    (Fraction(2, 1),)
    """
    return _imputed(data, _median)


def impute_mean(data: DataSet) -> DataSet:
    """
    As `impute_median`, but a continuous attribute gets the exact mean of its known cells.

    >>> from dtref.model.data import Record
    >>> rows = [Record((x,), "+") for x in (Fraction(1), Fraction(9), MISSING, Fraction(2))]
    >>> impute_mean(DataSet((Continuous("x"),), Nominal("y", ("+",)), rows)).records[2].values
    (Fraction(4, 1),)
    """
    return _imputed(data, _mean)


Weighted: TypeAlias = list[tuple[Cell, Fraction]]


def _imputed(data: DataSet, center: Callable[[Attribute, Weighted], Cell]) -> DataSet:
    columns = [[(r.values[i], r.weight) for r in data if r.values[i] is not MISSING] for i in range(len(data.attributes))]
    kept = [i for i, known in enumerate(columns) if known or not data.records]
    fills = {i: center(data.attributes[i], columns[i]) for i in kept if columns[i]}
    records = (evolve(r, values=tuple(fills[i] if r.values[i] is MISSING else r.values[i] for i in kept)) for r in data)
    return DataSet(tuple(data.attributes[i] for i in kept), data.target, records)


def _median(attribute: Attribute, known: Weighted) -> Cell:
    """The first value, in order, up to which half of the weight lies; of a nominal attribute the heaviest value."""
    totals: dict[Cell, Fraction] = {}
    for cell, weight in known:
        totals[cell] = totals.get(cell, Fraction(0)) + weight
    if isinstance(attribute, Nominal):
        return max(attribute.values, key=lambda v: totals.get(v, Fraction(0)))
    ordered = [v for v in levels_of(attribute, totals) if v in totals]
    half = sum(totals.values()) / 2
    return ordered[bisect_left(list(accumulate(totals[v] for v in ordered)), half)]


def _mean(attribute: Attribute, known: Weighted) -> Cell:
    if not isinstance(attribute, Continuous):
        return _median(attribute, known)
    numbers = [(cell, weight) for cell, weight in known if isinstance(cell, Fraction)]
    return sum((x * w for x, w in numbers), Fraction(0)) / sum(w for _, w in numbers)


def fill_missing(attribute: Attribute, cell: Cell) -> Cell:
    """
    The cell that a test of the attribute sees: "?" for a missing one where the attribute declares that value (`missing_as_value`).

    >>> fill_missing(Nominal("x", ("a", "?")), MISSING), fill_missing(Nominal("x", ("a",)), MISSING)
    ('?', MISSING)
    """
    return AS_VALUE if cell is MISSING and isinstance(attribute, Nominal) and AS_VALUE in attribute.values else cell


def _named(cell: Cell) -> Cell:
    return AS_VALUE if cell is MISSING else cell


def _with_value(attribute: Attribute) -> Attribute:
    if not isinstance(attribute, Nominal):
        kind = "continuous" if isinstance(attribute, Continuous) else "ordinal"
        raise Invalid(f"missing cells of {attribute.name}", "a nominal attribute ('?' has no place in an order)", kind)
    if AS_VALUE in attribute.values:
        raise Invalid(f"values of {attribute.name}", "no declared value '?' beside missing cells", attribute.values)
    return Nominal(attribute.name, (*attribute.values, AS_VALUE))
