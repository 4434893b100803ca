"""Attributes, nominal, ordinal or continuous, and the cells that hold their values."""

from __future__ import annotations

__sources__ = (("tan", "How to Specify Test Condition?"),)

from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import TypeAlias, assert_never, cast

from attrs import Attribute as Field
from attrs import evolve, field, frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief
from dtref.exact.checked_call import refuses_other_kinds
from dtref.spec.model.old_pickles import Pickled


class Missing(Enum):
    """The value of a cell that is not known; it differs from every declared value."""

    MISSING = "?"

    def __repr__(self) -> str:
        return "MISSING"


MISSING = Missing.MISSING

ABSENT = -1
"""The code of a missing cell, where cells are coded by the positions of their values."""

AS_VALUE = "?"
"""The value that missing cells get where a rule makes them a value of their own (`dtref.spec.preparation.missing`)."""

Cell: TypeAlias = str | Fraction | Missing
"""What a record holds for an attribute: a declared value, an exact number, or MISSING."""

Cells: TypeAlias = Mapping[str, Cell]
"""A record: the cell of each attribute, by the attribute's name."""


class Width(Enum):
    """The way a column's numbers were written: as decimals, or as binary floats that were converted exactly."""

    DECIMAL = "decimal"
    FLOAT64 = "float64"
    FLOAT32 = "float32"


class Unit(Enum):
    """What the numbers of a column count, where it was written otherwise."""

    DAY = "day"
    """Days, of a column of dates (`dtref.spec.model.days`): 1 for the first of January of the year 1, times as parts of a day."""


class LabelType(Enum):
    """A type of labels, as a caller wrote them. Their classes are texts all the same; texts have no type here."""

    BOOL = "bool"
    INT = "int"
    FLOAT64 = "float64"
    FLOAT32 = "float32"
    DATE = "date"
    DATETIME = "datetime"


def _distinct(owner: Nominal | Ordinal, at: Field[tuple[str, ...]], values: tuple[str, ...]) -> None:
    if len(set(values)) != len(values):
        raise Invalid(f"{owner.name}.{at.name}", "distinct values", values)


def _declared(owner: Nominal | Ordinal, at: Field[str | None], value: str | None) -> None:
    if value is not None and value not in owner.values:
        raise Invalid(f"{owner.name}.{at.name}", wanted(owner), value)


def _pair(owner: Nominal, at: Field[str | None], flagged: str | None) -> None:
    if flagged is not None and (len(owner.values) != 2 or flagged == owner.name):
        raise Invalid(f"{owner.name}.{at.name}", "another attribute, and two values that say whether its own is known", flagged)


def _tuple(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(values)


@refuses_other_kinds
@frozen(repr=False, getstate_setstate=False)
class Nominal(Pickled):
    """
    An attribute with a fixed list of distinct values without order.

    missing_is: the value that missing cells have, where a rule gave them one (`dtref.spec.preparation.missing.missing_as_value`). flags:
    the name of another attribute, where this one says whether that one's value is known, its first value, or missing, its second
    (`dtref.spec.preparation.missing.flag_missing`). Neither is ever concluded from a value or a name. label_type: of a target, that of the
    labels whose names are the values; with another one it is the same attribute.

    >>> Nominal("windy", ("no", "no"))
    Traceback (most recent call last):
    dtref.errors.Invalid: windy.values: expected distinct values (got ('no', 'no'))
    """

    name: str
    values: tuple[str, ...] = field(converter=_tuple, validator=_distinct)
    missing_is: str | None = field(default=None, validator=_declared)
    flags: str | None = field(default=None, validator=_pair)
    label_type: LabelType | None = field(default=None, eq=False)

    def __repr__(self) -> str:
        options = [f", {key}={value!r}" for key, value in (("missing_is", self.missing_is), ("flags", self.flags)) if value is not None]
        return f"Nominal(name={brief(self.name)}, values={brief(self.values)}{''.join(options)})"

    def _unsaid(self, state: Mapping[str, object]) -> Mapping[str, object]:
        return {"missing_is": unsaid_missing_is(cast("tuple[str, ...]", state["values"]))}


@refuses_other_kinds
@frozen(repr=False, getstate_setstate=False)
class Ordinal(Pickled):
    """
    An attribute with a fixed list of distinct values, low to high.

    missing_is: the value that missing cells have, where a rule gave them one; it is declared last, and has no place in the order.

    >>> Ordinal("temperature", ("cool", "mild", "hot")).values[0]
    'cool'
    """

    name: str
    values: tuple[str, ...] = field(converter=_tuple, validator=_distinct)
    missing_is: str | None = field(default=None, validator=_declared)

    def __repr__(self) -> str:
        option = "" if self.missing_is is None else f", missing_is={self.missing_is!r}"
        return f"Ordinal(name={brief(self.name)}, values={brief(self.values)}{option})"

    def _unsaid(self, state: Mapping[str, object]) -> Mapping[str, object]:
        return {"missing_is": unsaid_missing_is(cast("tuple[str, ...]", state["values"]))}


def unsaid_missing_is(values: Sequence[str]) -> str | None:
    """
    The value of missing cells in a model of version 0.1.0, which does not say it: "?" if that is the last value, where its rules put it.

    That version sent missing cells the way of "?" whatever had made it a value, so this is what its models mean.

    >>> unsaid_missing_is(("a", "?")), unsaid_missing_is(("?", "a")), unsaid_missing_is(("a",))
    ('?', None, None)
    """
    return AS_VALUE if values and values[-1] == AS_VALUE else None


@refuses_other_kinds
@frozen(repr=False, getstate_setstate=False)
class Continuous(Pickled):
    """
    An attribute whose values are exact numbers.

    unit: what they count, where the column was read from dates. mark: the decimal mark of its texts, where it had such. With another one
    of these it is the same attribute.

    >>> Continuous("income"), Continuous("since", unit=Unit.DAY) == Continuous("since")
    (Continuous(name='income', width=<Width.DECIMAL: 'decimal'>), True)
    """

    name: str
    width: Width = Width.DECIMAL
    unit: Unit | None = field(default=None, eq=False)
    mark: str = field(default=".", eq=False)

    def __repr__(self) -> str:
        option = "" if self.unit is None else f", unit={self.unit}"
        return f"Continuous(name={self.name!r}, width={self.width!r}{option})"


Attribute: TypeAlias = Nominal | Ordinal | Continuous


def declares(attribute: Attribute, cell: Cell) -> bool:
    """
    Whether a cell is a known value of the attribute.

    >>> declares(Nominal("windy", ("yes", "no")), "yes"), declares(Continuous("x"), "yes"), declares(Continuous("x"), MISSING)
    (True, False, False)
    """
    match attribute:
        case Nominal(values=values) | Ordinal(values=values):
            return isinstance(cell, str) and cell in values
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
    The cell that a test of the attribute sees: for a missing one the attribute's value for missing cells, if it has one.

    >>> x = Nominal("x", ("a", "?"))
    >>> fill_missing(with_missing_value(Nominal("x", ("a",))), MISSING), fill_missing(x, MISSING), fill_missing(x, "a")
    ('?', MISSING, 'a')
    """
    if cell is not MISSING or isinstance(attribute, Continuous) or attribute.missing_is is None:
        return cell
    return attribute.missing_is


def with_missing_value(attribute: Nominal | Ordinal) -> Nominal | Ordinal:
    """
    The attribute with "?" as one more value, declared last, that missing cells have; itself where it has such a value already.

    Errors: Invalid where "?" is a value of its own.

    >>> with_missing_value(Nominal("x", ("a",)))
    Nominal(name='x', values=('a', '?'), missing_is='?')
    """
    if attribute.missing_is is not None:
        return attribute
    if AS_VALUE in attribute.values:
        raise Invalid(f"values of {attribute.name}", "no declared value '?' beside missing cells", attribute.values)
    return evolve(attribute, values=(*attribute.values, AS_VALUE), missing_is=AS_VALUE)
