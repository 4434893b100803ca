"""
Python objects as data sets: mappings, lists of lists, numpy arrays, data frames. None of their libraries is imported.

Cells are values already: an int, Fraction or Decimal is taken as its number; a float is converted exactly, and its column keeps the
width (0.1 as float64 is 3602879701896397/2^55); None, NaN, NA, NaT and the missing tokens are MISSING; infinities are Invalid;
a bool is the text "False" or "True", in a column declared continuous 0 or 1; a date is read where its column is declared, as the number of
its day (continuous) or as text; other text is taken literally and is no number, unless declared, or all of a column are numbers by
`decimal=","`, some with a comma. The values of a pandas
Categorical (or polars Enum) are its categories in their order; an ordered one is ordinal. A nominal column of numbers, as
labels often are, has their texts as values: 1, 1.0 and Decimal("1.00") are "1", and 0.5 is "0.5".
Kinds are settled, and keywords read, as for `dtref.io.tables.parse_csv`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, KeysView, Mapping, Sequence
from typing import TypeAlias, Unpack

from attrs import evolve

from dtref.errors import Invalid, tell
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.cells import RecordPlaces, column_from_values, column_of_labels, values_in_order
from dtref.io.dropped import without_dropped
from dtref.io.frames import Frame, frame_columns, index_of, is_frame
from dtref.io.numeric_arrays import keeps_arrays, target_survey
from dtref.io.refusals import inspected
from dtref.io.remarks import remarks
from dtref.io.schema import Keywords, Kind, Kinds, Schema, check_names, declare, declared_kind, lists_keywords
from dtref.io.to_data_set import Column, Table, data_set, has_decimal_commas
from dtref.spec.model.attributes import MISSING
from dtref.spec.model.data import DataSet

AskedColumns: TypeAlias = Mapping[str, Kind | None]
"""The columns that are read, by name, each with its kind where that is known."""

_WEIGHTS = "weights="  # the name of the column made from the argument


@lists_keywords
@refuses_other_kinds
def from_records(rows: Iterable[Mapping[str, object]], **keywords: Unpack[Keywords]) -> DataSet:
    """
    The data set of mappings from column names to cells, one for each record.

    The attributes stand in the order of the first mapping. Errors: Invalid for no mapping at all, a mapping with other names than
    the first, an infinity, a cell that is no number, text or bool; and as for `dtref.io.to_data_set.data_set`.

    >>> from_records([{"x": 1, "y": "+"}, {"x": 0.5, "y": "-"}], target="y").attributes
    (Continuous(name='x', width=<Width.FLOAT64: 'float64'>),)
    """
    schema = declare(Schema(), **keywords)
    return _settled(records_table(rows, schema), schema, "records")


@lists_keywords
@refuses_other_kinds
def from_frame(frame: Frame | Mapping[str, object], **keywords: Unpack[Keywords]) -> DataSet:
    """
    The data set of a data frame that holds the target too, or of a mapping from column names to columns.

    Columns are named by the text of their names: target=1 is the column "1". Ignored ones are not read. Errors: as for `from_arrays`.

    >>> from_frame({"x": [1, 2], "y": [True, None], "w": [1, 3]}, target="x", weights="w").records[1]
    Record(values=(MISSING,), label='2', weight=Fraction(3, 1))
    """
    schema = declare(Schema(), **keywords)
    if not is_frame(frame) and not isinstance(frame, Mapping):
        wanted = "a data frame, or a mapping from names to columns; dtref.from_arrays(X, y) takes arrays and lists of rows"
        raise Invalid("X", wanted, type(frame).__name__)
    return _settled(arrays_table(frame, schema=schema), schema, "X")


@lists_keywords
@refuses_other_kinds
def from_arrays(
    X: object,  # noqa: N803 - its name everywhere
    y: object,
    *,
    names: Sequence[str] | None = None,
    target: Hashable = "class",
    weights: object = None,
    **kinds: Unpack[Kinds],
) -> DataSet:
    """
    The data set of a table X of cells and a sequence y of labels; `target` names y, `weights` is a sequence of positive numbers.

    X is a list of rows, a 2-D array, a frame or a mapping from names to columns. Its columns have the names in `names`, or those
    of the frame, or x0, x1, …. An X without rows gives a data set without records. A numpy array of finite numbers is copied and kept as an
    array (`dtref.spec.model.arrays`), so that a million records are ready at once. `DataWarning` tells what may be meant differently
    (`dtref.io.remarks`). Errors: Invalid for an X that isn't a table, rows of different lengths, lengths that differ, an
    infinity, a column of numbers in which some cells stand for no value or are texts; and as for `dtref.io.to_data_set.data_set`.

    >>> data = from_arrays([[1, "a"], [None, "b"]], [0.0, 1.0])
    >>> data.classes, data.records[1]
    (('0', '1'), Record(values=(MISSING, 'b'), label='1', weight=Fraction(1, 1)))
    >>> from_arrays([1, 2], [0, 1])
    Traceback (most recent call last):
    dtref.errors.Invalid: X, row 1: expected a row of cells (got 1)
    """
    schema = declare(Schema(target=str(target)), **kinds)
    array_data = keeps_arrays(X, y, names, weights, schema)
    if array_data is not None:
        tell(remarks(target_survey(array_data), schema, "X", harmless=False))
        return array_data
    table = _joined(
        arrays_table(X, names, evolve(schema, target=None)), column_of_labels(str(target), y, declared_kind(schema, str(target))), "y"
    )
    if weights is None:
        return _settled(table, schema, "X", harmless=False)
    return _settled(_joined(table, column_from_values(_WEIGHTS, weights), "weights"), evolve(schema, weights=_WEIGHTS), "X", harmless=False)


def _settled(table: Table, schema: Schema, name: str, *, harmless: bool = True) -> DataSet:
    """The data set of a table, after refusals and warnings."""
    check_names(schema, table.names, table.header)
    kept, dropped = without_dropped(table, schema, name)
    tell((*dropped, *inspected(kept, schema, name, harmless=harmless)))
    return data_set(kept, schema)


def records_table(rows: Iterable[Mapping[str, object]], schema: Schema | None = None, asked: AskedColumns | None = None) -> Table:
    """
    Mappings as a table, for `dtref.io.to_data_set.conform` where the attributes are known. Errors: as for `from_records`.

    With a schema, its names must be there, and the columns that it ignores become columns of missing cells; so do those whose names are not
    in `asked`, if that is told, which has the kinds of the others.

    >>> records_table([{"x": 1}, {"z": 2}])
    Traceback (most recent call last):
    dtref.errors.Invalid: record 2: expected the columns 'x' (got ('z',))
    """
    mappings = list(rows)
    if not mappings:
        raise Invalid("records", "at least one record, as the first one names the columns", mappings)
    names = tuple(_keys(mappings[0], 1))
    ignored = _ignored(schema, tuple(map(str, names)), "records", asked)
    for i, row in enumerate(mappings, 1):
        if _keys(row, i) != set(names):
            raise Invalid(f"record {i}", f"the columns {', '.join(map(repr, names))}", tuple(row))
    kinds = {n: _kind(str(n), schema, asked) for n in names}
    by_name = {n: [row[n] for row in mappings] for n in names}
    labels = None if schema is None else schema.target
    columns = (
        _unread(str(n), by_name[n])
        if str(n) in ignored
        else column_of_labels(str(n), by_name[n], kinds[n])
        if str(n) == labels
        else column_from_values(str(n), by_name[n], kind=kinds[n])
        for n in names
    )
    return _table("records", len(mappings), columns, schema)


def arrays_table(
    X: object,  # noqa: N803 - as in from_arrays
    names: Sequence[str] | None = None,
    schema: Schema | None = None,
    asked: AskedColumns | None = None,
) -> Table:
    """
    A list of rows, a 2-D array, a frame or a mapping as a table, for `dtref.io.to_data_set.conform` where the attributes are known.

    schema, asked: as for `records_table`. Errors: as for `from_arrays`.

    >>> arrays_table([[1, 2]]).names, arrays_table({"a": [1]}, names=["b"]).names
    (('x0', 'x1'), ('b',))
    """
    index = index_of(X)
    own_names, columns = _by_name(X) if is_frame(X) or isinstance(X, Mapping) else _by_row(X, names)
    column_names = own_names if names is None else tuple(map(str, names))
    if len(column_names) != len(own_names):
        raise Invalid("names", f"{len(own_names)} names", column_names)
    own_dtype = getattr(X, "dtype", None)
    ignored = _ignored(schema, column_names, "X", asked)
    places = RecordPlaces() if index is None else RecordPlaces(lambda i: record_place(i, index))
    table_columns = [
        _unread(name, column)
        if name in ignored
        else column_of_labels(name, column, _kind(name, schema, asked), places)
        if schema is not None and name == schema.target
        else column_from_values(name, column, own_dtype if own is None else own, _kind(name, schema, asked), places)
        for name, (column, own) in zip(column_names, columns, strict=True)
    ]
    rows = len(table_columns[0].cells) if table_columns else len(values_in_order(X) or ())
    return _table("X", rows, table_columns, schema, index)


def _ignored(schema: Schema | None, names: Sequence[str], where: str, asked: AskedColumns | None) -> frozenset[str]:
    """The columns that are not read. Errors: Invalid where a schema names one that isn't there."""
    unread = frozenset() if asked is None else frozenset(names).difference(asked)
    if schema is None:
        return unread
    check_names(evolve(schema, columns=()), names, where)  # the others are checked where all columns are there
    return unread.union(schema.ignore)


def _kind(name: str, schema: Schema | None, asked: AskedColumns | None) -> Kind | None:
    """The kind that a column is declared to be, or is asked as."""
    if schema is not None:
        return declared_kind(schema, name)
    return None if asked is None else asked.get(name)


def record_place(i: int, index: Sequence[object] | None) -> str:
    """
    A record's number, from 1, with its label in a frame's index, if that has labels.

    >>> record_place(2, ["a", "b"]), record_place(2, None)
    ("record 2 (index 'b')", 'record 2')
    """
    return f"record {i}" if index is None else f"record {_labelled(i, index)}"


def _labelled(i: int, index: Sequence[object]) -> str:
    return f"{i} (index {index[i - 1]!r})"


def _unread(name: str, values: object) -> Column:
    """A column that is ignored: it is not read, whatever it holds."""
    return Column(name, (MISSING,) * len(values_in_order(values) or ()))


def _keys(row: object, i: int) -> KeysView[str]:
    if isinstance(row, Mapping):
        return row.keys()
    raise Invalid(f"record {i}", "a mapping from column names to cells", row)


def _by_name(X: object) -> tuple[tuple[str, ...], list[tuple[object, object]]]:  # noqa: N803
    """The names of a frame or mapping, and its columns, each with the type of its values, if they don't have it."""
    columns = [(name, values, None) for name, values in X.items()] if isinstance(X, Mapping) else frame_columns(X)
    return tuple(str(name) for name, _, _ in columns), [(values, dtype) for _, values, dtype in columns]


def _by_row(X: object, names: Sequence[str] | None) -> tuple[tuple[str, ...], list[tuple[object, object]]]:  # noqa: N803
    """The names x0, x1, … and the columns of a list of rows or a 2-D array."""
    items = values_in_order(X)
    if items is None:
        raise Invalid("X", "rows of cells", X)
    rows = [_row(row, i) for i, row in enumerate(items, 1)]
    width = len(rows[0]) if rows else _width(X, names)
    for i, row in enumerate(rows, 1):
        if len(row) != width:
            raise Invalid(f"X, row {i}", f"{width} cells", len(row))
    columns: list[tuple[object, object]] = [([row[j] for row in rows], None) for j in range(width)]
    return tuple(f"x{j}" for j in range(width)), columns


def _row(row: object, i: int) -> Sequence[object]:
    cells = values_in_order(row)
    if cells is None:
        raise Invalid(f"X, row {i}", "a row of cells", row)
    return cells


def _width(X: object, names: Sequence[str] | None) -> int:  # noqa: N803
    """The number of columns of an X without rows: from its shape, or the number of names."""
    match getattr(X, "shape", None):
        case (_, int(width)):
            return width
        case _:
            return len(names or ())


def _joined(table: Table, column: Column, word: str) -> Table:
    """The table with one more column; word: the caller's name for it."""
    if len(column.cells) != len(table.rows):
        raise Invalid(word, f"{len(table.rows)} cells, one for each row of X", len(column.cells))
    return evolve(table, columns=(*table.columns, column))


def _table(header: str, rows: int, columns: Iterable[Column], schema: Schema | None, index: Sequence[object] | None = None) -> Table:
    settings = Schema() if schema is None else schema
    table_columns = tuple(evolve(column, numerals=True) if has_decimal_commas(column, settings) else column for column in columns)
    for column in table_columns:
        if len(column.cells) != rows:
            raise Invalid(f"{header}, column {column.name!r}", f"{rows} cells", len(column.cells))
    places = range(1, rows + 1) if index is None else (_labelled(i, index) for i in range(1, rows + 1))
    return Table(header, "record", tuple(places), table_columns)
