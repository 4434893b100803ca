"""
Tables whose records a tree predicts: the columns that it asks, as its attributes read them.

Columns of numbers that are arrays stay arrays of doubles; the others become cells. No array library is imported here: whoever made the
arrays has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeGuard, runtime_checkable

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.arrays import arrays_table, records_table
from dtref.io.frames import Frame, frame_columns, is_frame
from dtref.io.schema import Kind, Schema
from dtref.io.to_data_set import Table, read_column
from dtref.spec.model.arrays import ArrayDataSet
from dtref.spec.model.attributes import Attribute, Cell, Continuous
from dtref.spec.model.branches import as_asked
from dtref.spec.model.data import DataSet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@runtime_checkable
class Array(Protocol):
    """A numpy array, as far as it can be told without numpy."""

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """Where it lies in memory."""


Records: TypeAlias = DataSet | Sequence[object] | Frame | Array
"""What holds many records: a data set, a list of mappings or of rows, a data frame, an array."""

WHOLE_DOUBLES = 2**53
"""The greatest size of whole numbers that are all doubles."""


@frozen(eq=False)
class NumberTable:
    """A table of doubles, a row for each record; NaN is missing. names: of its columns."""

    doubles: NDArray[np.float64]
    names: tuple[str, ...]

    @property
    def records(self) -> int:
        """The number of records."""
        return len(self.doubles)


@frozen(eq=False)
class ColumnTable:
    """A table by columns, each of doubles (NaN is missing) or of cells, by name. records: their number."""

    records: int
    by_name: Mapping[str, NDArray[np.float64] | Sequence[Cell]]


TableForTree: TypeAlias = NumberTable | ColumnTable


def is_table(records: object) -> TypeGuard[Records]:
    """
    Whether an object holds many records: a data set, a data frame, a list or tuple, an array. A mapping is one record, a text none.

    >>> is_table([[1, 2]]), is_table({"x": [1, 2]})
    (True, False)
    """
    if isinstance(records, Mapping | str | bytes):
        return False
    return isinstance(records, DataSet | Sequence | Array) or is_frame(records)


def table_for_tree(
    records: object, attributes: Sequence[Attribute], names: Sequence[str] | None = None, decimal: str = "."
) -> TableForTree:
    """
    The columns of a table that have the names of the attributes, read as these; a column that isn't there is left out.

    names: of the columns of an array or a list of rows, by default x0, x1, … A text that is a value of its attribute is that value, also
    where it would else say that the value is missing. decimal: the decimal mark of texts that are numbers.
    Errors: Invalid as for `dtref.io.arrays.from_arrays`, and for a cell that its
    attribute doesn't admit; for names of a data set's or mappings' columns, which have theirs.

    >>> table_for_tree([{"x": 1, "y": None}, {"x": 0.5, "y": 2}], [Continuous("x")]).by_name
    {'x': (Fraction(1, 1), Fraction(1, 2))}
    """
    if isinstance(records, DataSet):
        _check_no_names(names)
        return _of_data_set(records, attributes)
    all_numbers = all(isinstance(attribute, Continuous) for attribute in attributes)
    doubles = _doubles(records, 2) if all_numbers else None
    if doubles is not None:
        return NumberTable(doubles, _names_of(doubles.shape[1], names))
    if is_frame(records) and not isinstance(records, Array):
        return _of_frame(records, attributes, names, decimal)
    asked = _kinds(attributes)
    if isinstance(records, Sequence) and records and all(isinstance(row, Mapping) for row in records):
        _check_no_names(names)
        return _read(records_table(records, asked=asked), attributes, decimal)
    return _read(arrays_table(records, names, asked=asked), attributes, decimal)


def names_there(records: object, table: TableForTree) -> tuple[str, ...]:
    """
    The names of the columns that records have. table: what `table_for_tree` made of them.

    >>> names_there(mappings := [{"x": 1, "y": None}], table_for_tree(mappings, [Continuous("x")]))
    ('x', 'y')
    """
    if isinstance(table, NumberTable):
        return table.names
    if isinstance(records, DataSet):
        return tuple(attribute.name for attribute in records.attributes)
    if is_frame(records):
        return tuple(str(name) for name, _, _ in frame_columns(records))
    first = records[0] if isinstance(records, Sequence) and records else None
    return tuple(map(str, first)) if isinstance(first, Mapping) else tuple(table.by_name)


def _check_no_names(names: Sequence[str] | None) -> None:
    """Errors: Invalid where columns that have names already are to be called otherwise."""
    if names is not None:
        raise Invalid("names", "none, as the records name their values", tuple(names))


def _of_data_set(data: DataSet, attributes: Sequence[Attribute]) -> TableForTree:
    names = tuple(a.name for a in data.attributes)
    if isinstance(data, ArrayDataSet) and data.has_arrays:
        return NumberTable(data.columns.T, names)
    asked = {a.name: a for a in attributes}
    there = [(i, asked[name]) for i, name in enumerate(names) if name in asked]
    return ColumnTable(len(data), {a.name: [as_asked(a, r.values[i]) for r in data.records] for i, a in there})


def _names_of(width: int, names: Sequence[str] | None) -> tuple[str, ...]:
    column_names = tuple(f"x{j}" for j in range(width)) if names is None else tuple(map(str, names))
    if len(column_names) != width or len(set(column_names)) < width:
        raise Invalid("names", f"{width} different names", column_names)
    return column_names


def _of_frame(frame: object, attributes: Sequence[Attribute], names: Sequence[str] | None, decimal: str) -> ColumnTable:
    """The columns of a frame that are asked; arrays of numbers as they are."""
    named = frame_columns(frame)
    texts = [str(name) for name, _, _ in named] if names is None else list(map(str, names))
    if len(set(texts)) < len(texts) or len(texts) != len(named):
        raise Invalid("X", f"{len(named)} distinct column names", tuple(texts))
    columns = {text: values for text, (_, values, _) in zip(texts, named, strict=True)}
    there = [a for a in attributes if a.name in columns]
    arrays = {a.name: _doubles(columns[a.name], 1) for a in there if isinstance(a, Continuous)}
    doubles = {name: array for name, array in arrays.items() if array is not None}
    others = {a.name: columns[a.name] for a in there if a.name not in doubles}
    cells = _read(arrays_table(others, asked=_kinds(attributes)), attributes, decimal).by_name
    return ColumnTable(_rows(frame), {**doubles, **cells})


def _rows(frame: Any) -> int:
    """The number of records of a frame."""
    return len(frame) if isinstance(frame, Sized) else int(frame.num_rows)


def _kinds(attributes: Sequence[Attribute]) -> Mapping[str, Kind | None]:
    """The attributes by name, each with the kind of its column."""
    return {a.name: Kind.CONTINUOUS if isinstance(a, Continuous) else Kind.NOMINAL for a in attributes}


def _array(values: object) -> Any:
    """A numpy array, or what a series of a numpy type holds; None for anything else: masked arrays, series with types of their own."""
    if type(getattr(values, "dtype", None)).__module__.partition(".")[0] != "numpy":
        return None
    convert = getattr(values, "to_numpy", None)
    array = convert() if callable(convert) else values
    return array if (type(array).__module__, type(array).__name__) == ("numpy", "ndarray") else None


def _doubles(values: object, dimensions: int) -> NDArray[np.float64] | None:
    """An array all of whose numbers are doubles, as such; None for anything else."""
    array = _array(values)
    if array is None or array.ndim != dimensions:
        return None
    if array.dtype.name in ("float16", "float32", "float64"):
        doubles: NDArray[np.float64] = array.astype("float64", copy=False)
        return doubles
    whole = array.dtype.kind in "iu" and (not array.size or (int(array.max()) <= WHOLE_DOUBLES and int(array.min()) >= -WHOLE_DOUBLES))
    return array.astype("float64") if whole else None


def _read(table: Table, attributes: Sequence[Attribute], decimal: str) -> ColumnTable:
    """The columns of a table of cells, as the attributes read them."""
    values = {value for a in attributes if not isinstance(a, Continuous) for value in a.values if value != a.missing_is}
    schema = Schema(missing=tuple(text for text in Schema().missing if text not in values), decimal=decimal)
    names = {*table.names}
    there = [a for a in attributes if a.name in names]
    return ColumnTable(len(table.rows), {a.name: read_column(table, a, schema) for a in there})
