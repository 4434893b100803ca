"""Columns of frames as codes for training: each different cell is read once, whatever the number of records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtref.engines.compiled.kernels.layout import Codes
from dtref.io.cells import column_from_values
from dtref.io.schema import Kind, Schema
from dtref.io.to_data_set import Column, Table, read_column, settle
from dtref.spec.model.arrays import DoubleLevels
from dtref.spec.model.attributes import ABSENT, MISSING
from dtref.spec.model.coded_columns import CodedColumn

MOST_WHOLE = 2.0**53
"""Whole numbers up to this are doubles."""


def coded_columns(columns: Mapping[str, Any], are_numbers: Mapping[str, bool]) -> tuple[CodedColumn, ...] | None:
    """
    The columns of a frame as codes. None where one holds other than numbers, texts or declared categories, or nothing known: its cells
    are to be read one by one.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"x": [0.5, None, 0.25], "c": pd.Categorical(["u", "v", None])})
    >>> [(column.codes.tolist(), column.levels[:]) for column in coded_columns(frame, {"x": True, "c": False})]
    [([1, -1, 0], (Fraction(1, 4), Fraction(1, 2))), ([0, 1, -1], ('u', 'v'))]
    """
    coded = []
    for name, values in columns.items():
        column = _of_numbers(name, values) if are_numbers[name] else _of_texts(name, values)
        if column is None:
            return None
        coded.append(column)
    return tuple(coded)


def _of_numbers(name: str, values: Any) -> CodedColumn | None:
    """A column of numbers, or of truth values as 0 and 1."""
    kind = str(values.dtype).lower()
    if not any(known in kind for known in ("float", "int", "bool")):  # as decimals of polars, which are no doubles
        return None
    if hasattr(values, "iloc"):
        doubles: NDArray[np.float64] = values.to_numpy(dtype=np.float64, na_value=np.nan)
    else:
        doubles = values.cast(float).to_numpy()  # of polars, null becomes NaN
    known = np.flatnonzero(~np.isnan(doubles))
    if not len(known) or not (np.abs(doubles[known]) <= (MOST_WHOLE if "int" in kind else np.finfo(np.float64).max)).all():
        return None
    first = column_from_values(name, [values[i] if not hasattr(values, "iloc") else values.iloc[i] for i in known[:1].tolist()],
                               values.dtype, Kind.CONTINUOUS if "bool" in kind else None)  # fmt: skip
    levels, ranks = np.unique(doubles[known], return_inverse=True)
    codes = np.full(len(doubles), ABSENT, np.int32)
    codes[known] = ranks
    return CodedColumn(settle(first, Schema()), codes, DoubleLevels.of_ascending(levels))


def _of_texts(name: str, values: Any) -> CodedColumn | None:
    """A column of texts, or of declared categories."""
    found = _different(values)
    if found is None:
        return None
    codes, different = found
    column: Column = column_from_values(name, different)
    attribute = settle(column, Schema())
    if not hasattr(attribute, "values"):
        return None
    cells = read_column(Table("X", "record", tuple(range(1, len(column.cells) + 1)), (column,)), attribute, Schema())
    position = {value: i for i, value in enumerate(attribute.values)}
    of_different = [ABSENT if cell is MISSING else position[str(cell)] for cell in cells]
    return CodedColumn(attribute, np.array([*of_different, ABSENT], np.int32)[codes], attribute.values)


def _different(values: Any) -> tuple[Codes, Any] | None:
    """For each record the position of its cell among the different ones, ABSENT where it is missing, and these, with the column's type."""
    if hasattr(values, "factorize"):  # of pandas
        if values.dtype == object:
            return None
        return values.factorize()[0].astype(np.int32), values.drop_duplicates().dropna()
    different = values.unique(maintain_order=True).drop_nulls()
    position = {cell: i for i, cell in enumerate(different.to_list())}
    return np.array([position.get(cell, ABSENT) for cell in values.to_list()], np.int32), different
