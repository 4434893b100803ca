"""
Python values as cells, and sequences of them as columns, whatever library they come from.

No array library is imported: a numpy scalar is recognised by its `item`, an array or series by its `tolist`, its width by the name of
its `dtype`, a categorical one by the `categories` of its dtype.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from math import isinf, isnan
from numbers import Number
from typing import Protocol, TypeAlias, TypeGuard, runtime_checkable

from attrs import evolve, frozen

from dtref.errors import Invalid, declaration, way
from dtref.io.schema import Declaration, Kind
from dtref.io.to_data_set import Column, text_of
from dtref.spec.model.attributes import MISSING, Cell, LabelType, Missing, Unit, Width
from dtref.spec.model.days import day_number
from dtref.spec.model.numerals import numeral

_ABSENT = ("NAType", "NaTType", "MaskedConstant")  # the types of pandas.NA, pandas.NaT, numpy.ma.masked
_FLOAT32 = ("float16", "float32", "halffloat[pyarrow]", "float[pyarrow]")  # every float16 is a float32

_LABEL_TYPES = frozenset(label_type.value for label_type in LabelType)

WordsForPlace: TypeAlias = Callable[[int], str]
"""The place of a value in words, from its number, from 1."""


@frozen
class RecordPlaces:
    """How messages name the records of a column, and its table (by nothing where it is the caller's own)."""

    record: WordsForPlace = "record {}".format
    table: str = ""


@runtime_checkable
class _Scalar(Protocol):
    """A numpy scalar."""

    shape: tuple[int, ...]

    def item(self) -> object:
        """The Python value."""


def cell_of(value: object) -> Cell:
    """
    A Python value as a cell. Errors: Invalid for an infinity, and for anything but a number, text, bool or missing value.

    >>> cell_of(0.5), cell_of(True), cell_of(float("nan"))
    (Fraction(1, 2), 'True', MISSING)
    >>> cell_of(1j)
    Traceback (most recent call last):
    dtref.errors.Invalid: cell: expected a number, a text, a bool or None (got 1j)
    """
    match value:
        case None | Missing.MISSING:
            return MISSING
        case bool() | str() as text:
            return str(text)
        case float() | Decimal() as x:
            return _finite(x)
        case int() | Fraction() as exact:
            return Fraction(exact)
        case other if type(other).__name__ in _ABSENT:
            return MISSING
        case other if _is_scalar(other):
            return cell_of(other.item())
        case other:
            raise Invalid("cell", "a number, a text, a bool or None", other)


def _as_declared_at(value: object, kind: Kind, name: str, i: int, place: WordsForPlace) -> object:
    """A truth value or a date as the declared kind has it: as a number, or a date as text."""
    item = value.item() if _is_scalar(value) and type(value).__name__ in ("bool", "bool_") else value
    if type(item).__name__ in _ABSENT or not isinstance(item, bool | date):
        return value
    if kind is not Kind.CONTINUOUS:
        return _iso(item) if isinstance(item, date) else item
    try:
        return day_number(item) if isinstance(item, date) else int(item)
    except Invalid as problem:
        raise Invalid(f"{place(i)}, column {name!r}", problem.wanted, problem.got) from None


def _all_dates(items: Sequence[object]) -> bool:
    """Whether the known items are dates and times, one at least."""
    known = [item for item in items if item is not MISSING and item is not None and type(item).__name__ not in _ABSENT]
    return bool(known) and all(isinstance(item, date) for item in known)


def _iso(value: date) -> str:
    """A date as text; a time of midnight is a date."""
    return value.isoformat().removesuffix("T00:00:00")


def column_from_values(
    name: str, values: object, dtype: object = None, kind: Kind | None = None, places: RecordPlaces = RecordPlaces()
) -> Column:
    """
    A sequence, array or series as a column. dtype: that of the array it is part of; by default its own.

    kind: the kind that it is declared to be. Truth values and dates in a continuous column are numbers: 0 and 1, and `day_number`; dates
    in another are texts, as 2024-05-17. places: for messages.

    Errors: Invalid for anything but a sequence, and as for `cell_of`, naming the record's place and the column.

    >>> column_from_values("x", [1, 0.1]).width, column_from_values("x", [1, "a", None]).cells
    (<Width.FLOAT64: 'float64'>, (Fraction(1, 1), 'a', MISSING))
    >>> column_from_values("x", [0, float("inf")])
    Traceback (most recent call last):
    dtref.errors.Invalid: record 2, column 'x': expected a finite number (got inf)
    """
    dtype_there = getattr(values, "dtype", dtype)
    found = values_in_order(values)
    if found is None:
        raise Invalid(f"column {name!r}", "a sequence of cells", values)
    items = found if kind is None else [_as_declared_at(item, kind, name, i, places.record) for i, item in enumerate(found, 1)]
    column = Column(name, tuple(_cell_at(item, name, i, places.record) for i, item in enumerate(items, 1)), _width(items, dtype_there))
    _check_truths(column, items, places.record)
    declared = _declared(column, dtype_there, f"{places.table}, " if places.table else "")
    return evolve(column, declared=declared, unit=Unit.DAY if kind is Kind.CONTINUOUS and _all_dates(found) else None)


def column_of_labels(name: str, values: object, kind: Kind | None = None, places: RecordPlaces = RecordPlaces()) -> Column:
    """
    A sequence, array or series of labels as a column that knows their type; dates are classes, unless the column is declared continuous.

    >>> column_of_labels("y", [1, 0, None]).label_type, column_of_labels("y", [1, 0.5]).label_type
    (<LabelType.INT: 'int'>, None)
    """
    column = column_from_values(name, values, kind=kind or Kind.NOMINAL, places=places)
    types = {_type_of_label(item, column.width) for item in values_in_order(values) or ()} - {""}
    return evolve(column, label_type=LabelType(types.pop()) if len(types) == 1 and types <= _LABEL_TYPES else None)


def _type_of_label(item: object, width: Width) -> str:
    """The type of a label, by name; empty for a missing one."""
    match item.item() if _is_scalar(item) else item:
        case None | Missing.MISSING:
            return ""
        case other if type(other).__name__ in _ABSENT:
            return ""
        case bool():
            return LabelType.BOOL.value
        case int():
            return LabelType.INT.value
        case float() as x:
            return "" if isnan(x) else (LabelType.FLOAT32 if width is Width.FLOAT32 else LabelType.FLOAT64).value
        case datetime():
            return LabelType.DATETIME.value
        case date():
            return LabelType.DATE.value
        case other:
            return f"another type: {type(other).__name__}"


def _check_truths(column: Column, items: Sequence[object], place: WordsForPlace) -> None:
    """Refuses a truth value and a text that would become the same value."""
    truths = {cell for cell, item in zip(column.cells, items, strict=True) if isinstance(cell, str) and not isinstance(item, str)}
    for i, (cell, item) in enumerate(zip(column.cells, items, strict=True) if truths else (), 1):
        if isinstance(item, str) and cell in truths:
            raise Invalid(f"{place(i)}, column {column.name!r}", f"one way of writing for {cell!r}, a truth value or a text", item)


def values_in_order(values: object) -> Sequence[object] | None:
    """
    The items of a sequence, array or series as Python values; None for a value without ordered items: a number, a text, a set.

    >>> values_in_order((1, 2)), values_in_order("ab"), values_in_order({1, 2})
    ([1, 2], None, None)
    """
    for name in ("tolist", "to_list"):
        method: object = getattr(_with_datetimes(values), name, None)
        if callable(method):
            items: object = method()
            return items if isinstance(items, list) else None
    return list(values) if isinstance(values, Iterable) and not isinstance(values, str | bytes | Mapping | Set) else None


def _with_datetimes(values: object) -> object:
    """An array whose items are Python's dates and times; of nanoseconds numpy makes whole numbers otherwise."""
    convert: object = getattr(values, "astype", None)
    kind = getattr(getattr(values, "dtype", None), "kind", "")
    if type(values).__module__ != "numpy" or kind not in ("M", "m") or not callable(convert):
        return values
    converted: object = convert("datetime64[us]" if kind == "M" else "timedelta64[us]")
    return converted


def _finite(x: float | Decimal) -> Cell:
    """A float or Decimal as its exact number, NaN as MISSING."""
    nan, infinite = (x.is_nan(), x.is_infinite()) if isinstance(x, Decimal) else (isnan(x), isinf(x))
    if infinite:
        raise Invalid("cell", "a finite number", x)
    if nan:
        return MISSING
    return numeral(str(x)) if isinstance(x, Decimal) else Fraction(x)


def _is_scalar(value: object) -> TypeGuard[_Scalar]:
    """Whether a value is a numpy scalar that stands for a Python value of another type."""
    return isinstance(value, _Scalar) and value.shape == () and type(value.item()) is not type(value)


def _cell_at(value: object, name: str, i: int, place: WordsForPlace) -> Cell:
    try:
        return cell_of(value)
    except Invalid as problem:
        raise Invalid(f"{place(i)}, column {name!r}", f"{problem.wanted}{_ways(value, name)}", problem.got) from None


def _ways(value: object, name: str) -> str:
    """How a column of values that are no cells is read, or made into one that is; empty where nothing is known of them."""
    if isinstance(value, date):
        return f" {ways_with_dates(name)}"
    if isinstance(value, Iterable | Number):
        return ""
    column, ignore = f"df[{name!r}]", declaration("ignore", name)
    made = f"{column}.dt.total_seconds() has numbers" if hasattr(value, "total_seconds") else f"{column}.astype(str) has texts"
    if type(value).__name__ == "Interval":
        made = f"{made}; of pandas.cut {column}.cat.rename_categories(str) has them in order"
    return way(f" ({ignore} leaves it out)", f" ({made}; {ignore} leaves it out)")


def holds_dates(values: object) -> bool:
    """
    Whether a column has a date or a time among its cells.

    >>> holds_dates([None, date(2020, 1, 2)]), holds_dates(["2020-01-02"])
    (True, False)
    """
    return any(isinstance(value, date) and type(value).__name__ not in _ABSENT for value in values_in_order(values) or ())


def ways_with_dates(name: str) -> str:
    """
    The ways to read dates.

    >>> ways_with_dates("since")
    "(dates: ignore=['since'], continuous=['since'] for their days, nominal=['since'] for texts)"
    """
    ignore, continuous, nominal = (declaration(keyword, name) for keyword in ("ignore", "continuous", "nominal"))
    return f"(dates: {ignore}, {continuous} for their days, {nominal} for texts)"


def _width(items: Sequence[object], dtype: object) -> Width:
    """The width of the floats among the items; DECIMAL where there are none, or Decimals and Fractions are among them too."""
    if str(dtype).lower() in _FLOAT32:
        return Width.FLOAT32
    kinds = {_kind(item) for item in items} - {None}
    return next((w for w in (Width.DECIMAL, Width.FLOAT64, Width.FLOAT32) if w in kinds), Width.DECIMAL)


def _kind(item: object) -> Width | None:
    """The width of a number; None for ints, which every width holds, for NaN, and for anything but a number."""
    match item:
        case None | int() | str():
            return None
        case float():
            return None if isnan(item) else Width.FLOAT64
        case Decimal() | Fraction():
            return Width.DECIMAL
        case _:
            return Width.FLOAT32 if str(getattr(item, "dtype", "")) in _FLOAT32 else None


def _declared(column: Column, dtype: object, before: str) -> Declaration | None:
    """The declaration in a categorical dtype: its categories in their order, ordinal where it is ordered. before: for their places."""
    categories = values_in_order(getattr(dtype, "categories", None))
    if categories is None:
        return None
    kind = Kind.ORDINAL if getattr(dtype, "ordered", False) else Kind.NOMINAL
    values = (_cell_at(c, column.name, i, lambda i: f"{before}category {i}") for i, c in enumerate(categories, 1))
    return Declaration(column.name, kind, tuple(text_of(cell, column.width) for cell in values))
