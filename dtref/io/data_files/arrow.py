"""Parquet, Feather and Arrow files by pyarrow, and the columns of its tables: dictionaries are categories, in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.data_files.layout import FoundTable, check_extra
from dtref.io.data_files.typed_table import TypedColumn, Wanted, typed_table

if TYPE_CHECKING:
    from pyarrow import ChunkedArray, Table

_SINGLE = {"float": "float32", "halffloat": "float16"}


@frozen
class ArrowCategories:
    """A type of categories, as `dtref.io.cells` reads one: the categories in order, and whether they are ordered."""

    categories: tuple[object, ...]
    ordered: bool


def arrow_format(data: bytes) -> str | None:
    """
    The format of a file that pyarrow reads; None for another.

    >>> arrow_format(b"PAR1\\x15\\x00"), arrow_format(b"x,y")
    ('a Parquet file', None)
    """
    marks = {b"PAR1": "a Parquet file", b"ARROW1\0\0": "an Arrow file", b"FEA1": "a Feather file"}
    return next((name for mark, name in marks.items() if data.startswith(mark) and (b"\0" in data or not data.isascii())), None)


def arrow_table(data: bytes, name: str, wanted: Wanted) -> FoundTable:
    """
    The table of a Parquet, Feather or Arrow file. Errors: Invalid without pyarrow, for a file that can't be read, a nested column.
    """
    check_extra(name, "pyarrow", "frames")
    from pyarrow import ArrowException
    from pyarrow.feather import read_table as read_feather
    from pyarrow.parquet import read_table as read_parquet

    kind = arrow_format(data) or "a Parquet file"
    read: Callable[[BytesIO], Table] = read_parquet if kind == "a Parquet file" else read_feather
    try:
        table = read(BytesIO(data))
    except (OSError, ArrowException, ValueError) as problem:
        raise Invalid(name, f"{kind} that can be read", str(problem).partition("\n")[0]) from None
    rows = range(1, table.num_rows + 1)
    return FoundTable(typed_table(name, f"{name} record", rows, columns_of_arrow(table), wanted), kind)


def columns_of_arrow(table: Table) -> Iterator[TypedColumn]:
    """The columns of a table of pyarrow."""
    for name, column in zip(table.column_names, table.columns, strict=True):
        yield name, column.to_pylist(), _type(column)


def _type(column: ChunkedArray) -> object:
    kind: Any = column.type
    if hasattr(kind, "ordered"):
        chunks = column.unify_dictionaries().chunks
        return ArrowCategories(tuple(chunks[0].dictionary.to_pylist()) if chunks else (), bool(kind.ordered))
    return _SINGLE.get(str(kind), str(kind))
