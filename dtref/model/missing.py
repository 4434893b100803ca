"""
What to do with missing values before growing: named rules from data set to data set.

Source: `tan`, Handling Missing Attribute Values. Before this: `dtref.model.predict`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from attrs import evolve

from dtref.errors import Invalid
from dtref.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal
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
    attributes = tuple(
        _with_value(attribute) if gaps else attribute for attribute, gaps in zip(data.attributes, incomplete, strict=True)
    )
    return DataSet(attributes, data.target, tuple(evolve(r, values=tuple(map(_named, r.values))) for r in data))


def _named(cell: Cell) -> Cell:
    return AS_VALUE if cell is MISSING else cell


def _with_value(attribute: Attribute) -> Attribute:
    if not isinstance(attribute, Nominal):
        kind = "continuous" if isinstance(attribute, Continuous) else "ordinal"
        raise Invalid(f"missing cells of {attribute.name}", "a nominal attribute ('?' has no place in an order)", kind)
    if AS_VALUE in attribute.values:
        raise Invalid(f"values of {attribute.name}", "no declared value '?' beside missing cells", attribute.values)
    return Nominal(attribute.name, (*attribute.values, AS_VALUE))
