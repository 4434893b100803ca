"""
Attributes: nominal, ordinal, continuous; and the cells that hold their values.

Source: `tan`, How to Specify Test Condition? Next: `dtref.model.data`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from typing import TypeAlias, assert_never

from attrs import Attribute as Field
from attrs import field, frozen

from dtref.errors import Invalid


class Missing(Enum):
    """The one value that stands for "not known"; it differs from every declared value."""

    MISSING = "?"

    def __repr__(self) -> str:
        return "MISSING"


MISSING = Missing.MISSING

AS_VALUE = "?"
"""The value that a rule declares for missing cells where it makes them a value (`dtref.preparation.missing`)."""

Cell: TypeAlias = str | Fraction | Missing
"""What a record holds for an attribute: a declared value, an exact number, or MISSING."""


class Width(Enum):
    """How a column's numbers were written: as decimals, or as binary floats that were converted exactly."""

    DECIMAL = "decimal"
    FLOAT64 = "float64"
    FLOAT32 = "float32"


def _distinct(owner: Nominal | Ordinal, at: Field[tuple[str, ...]], values: tuple[str, ...]) -> None:
    if len(set(values)) != len(values):
        raise Invalid(f"{owner.name}.{at.name}", "distinct values", values)


def _tuple(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(values)


@frozen
class Nominal:
    """
    An attribute with a fixed list of distinct values without order.

    >>> Nominal("windy", ("no", "no"))
    Traceback (most recent call last):
    dtref.errors.Invalid: windy.values: expected distinct values (got ('no', 'no'))
    """

    name: str
    values: tuple[str, ...] = field(converter=_tuple, validator=_distinct)


@frozen
class Ordinal:
    """
    An attribute with a fixed list of distinct values, low to high.

    >>> Ordinal("temperature", ("cool", "mild", "hot")).values[0]
    'cool'
    """

    name: str
    values: tuple[str, ...] = field(converter=_tuple, validator=_distinct)


@frozen
class Continuous:
    """
    An attribute whose values are exact numbers.

    >>> Continuous("income").width
    <Width.DECIMAL: 'decimal'>
    """

    name: str
    width: Width = Width.DECIMAL


Attribute: TypeAlias = Nominal | Ordinal | Continuous


def declares(attribute: Attribute, cell: Cell) -> bool:
    """
    Whether a cell is a known value of the attribute.

    >>> declares(Nominal("windy", ("yes", "no")), "yes"), declares(Continuous("x"), "yes"), declares(Continuous("x"), MISSING)
    (True, False, False)
    """
    match attribute:
        case Nominal(values=values) | Ordinal(values=values):
            return cell in values
        case Continuous():
            return isinstance(cell, Fraction)
        case _:
            assert_never(attribute)


def wanted(attribute: Attribute) -> str:
    """
    The values that an attribute admits, in words, for messages.

    >>> wanted(Nominal("windy", ("yes", "no")))
    "one of 'yes', 'no'"
    """
    match attribute:
        case Nominal(values=values) | Ordinal(values=values):
            return "one of " + ", ".join(map(repr, values)) if values else "no value (none is declared)"
        case Continuous():
            return "a number"
        case _:
            assert_never(attribute)


def fill_missing(attribute: Attribute, cell: Cell) -> Cell:
    """
    The cell that a test of the attribute sees: "?" for a missing one where the attribute declares that value.

    >>> fill_missing(Nominal("x", ("a", "?")), MISSING), fill_missing(Nominal("x", ("a",)), MISSING)
    ('?', MISSING)
    """
    return AS_VALUE if cell is MISSING and isinstance(attribute, Nominal | Ordinal) and AS_VALUE in attribute.values else cell
