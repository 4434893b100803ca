"""
Data frames of any library as columns: pandas and polars by themselves, the others (pyarrow, modin …) by narwhals (extra `frames`).

None of these is imported before somebody's frame is of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Protocol, TypeAlias, runtime_checkable

from dtref.errors import Invalid

FrameColumn: TypeAlias = tuple[object, object, object]
"""A column's name, its values, and their type where the values don't have it."""


_LAZY = "LazyFrame"
"""The name of a frame of polars that isn't computed; its columns would have to be."""


@runtime_checkable
class Frame(Protocol):
    """The common part of pandas and polars data frames: columns by name."""

    @property
    def columns(self) -> Iterable[object]:
        """The names of the columns."""

    def __getitem__(self, name: object, /) -> object: ...


def is_frame(values: object) -> bool:
    """
    Whether an object is a data frame, of whatever library; an array, a mapping or a class is none.

    >>> is_frame({"x": [1]}), is_frame([[1]])
    (False, False)
    """
    if isinstance(values, Mapping | type):
        return False
    return type(values).__name__ == _LAZY or isinstance(values, Frame) or _streams_columns(values)


def _streams_columns(values: object) -> bool:
    """Whether an object of another library has columns, and gives them to pyarrow."""
    return hasattr(values, "__arrow_c_stream__") and (hasattr(values, "columns") or hasattr(values, "column_names"))


def frame_columns(frame: Any, where: str = "X") -> list[FrameColumn]:
    """
    The columns of a data frame, in order.

    Errors: Invalid for a frame that isn't computed yet (lazy), one of another library without narwhals, names that come twice.

    >>> frame_columns("x")
    Traceback (most recent call last):
    dtref.errors.Invalid: X: expected a data frame (got 'x')
    """
    if type(frame).__name__ == _LAZY:
        raise Invalid(where, "a data frame that is computed: .collect() makes one of a lazy frame", type(frame).__name__)
    if not is_frame(frame):
        raise Invalid(where, "a data frame", frame)
    library = type(frame).__module__.partition(".")[0]
    if library in ("pandas", "polars") or not (hasattr(frame, "__arrow_c_stream__") or library == "narwhals"):
        return _checked([(name, frame[name], None) for name in _names(frame, where)], where)
    return _by_narwhals(frame, where)


def _names(frame: Frame, where: str) -> list[object]:
    names = list(frame.columns)
    if len(set(names)) != len(names):
        raise Invalid(where, "distinct column names", tuple(names))
    return names


def _checked(columns: list[FrameColumn], where: str) -> list[FrameColumn]:
    for name, values, _ in columns:
        if getattr(values, "ndim", 1) != 1:
            raise Invalid(f"{where}, column {name!r}", "one value for each record", "a column of several levels")
    return columns


def _by_narwhals(frame: Any, where: str) -> list[FrameColumn]:
    """The columns of any frame that narwhals knows, or that can be made one of pyarrow."""
    if not find_spec("narwhals"):
        wanted = "a frame of pandas or polars, or the extra dtref[frames], which pip install 'dtref[frames]' installs"
        raise Invalid(where, wanted, type(frame).__name__)
    import narwhals

    named = getattr(frame, "column_names", None)  # of pyarrow, whose tables may have a name twice, as narwhals's may not
    if isinstance(named, list) and len(set(named)) != len(named):
        raise Invalid(where, "distinct column names", tuple(named))
    try:
        eager: Any = narwhals.from_native(frame, eager_only=True)
    except TypeError:
        try:
            import pyarrow

            eager = narwhals.from_native(pyarrow.table(frame), eager_only=True)
        except (ImportError, TypeError, ValueError):
            raise Invalid(where, "a data frame that is computed, such as a pandas one", type(frame).__name__) from None
    native = eager.to_native()
    if type(native).__module__.partition(".")[0] == "pyarrow":  # its dictionaries may be ordered
        from dtref.io.data_files.arrow import columns_of_arrow

        return list(columns_of_arrow(native))
    return [(name, eager.get_column(name).to_list(), str(eager.schema[name]).lower()) for name in eager.columns]


def index_of(frame: object) -> Sequence[object] | None:
    """
    The labels of the rows of a pandas frame, for messages; None where they are their numbers, or there are none.

    >>> index_of([[1]])
    """
    index = getattr(frame, "index", None)
    if type(frame).__module__.partition(".")[0] != "pandas" or index is None or type(index).__name__ == "RangeIndex":
        return None
    labels: Sequence[object] = index.tolist()
    return labels
