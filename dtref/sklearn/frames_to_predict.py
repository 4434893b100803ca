"""Frames that a tree predicts, as columns of doubles and of codes: each category is read once, whatever the number of records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dtref.engines.compiled.kernels.layout import Floats
from dtref.engines.routing.cells import CodedCells, coded_cells
from dtref.errors import Invalid
from dtref.io.cells import column_from_values
from dtref.io.schema import Kind
from dtref.io.tables_for_trees import ColumnTable
from dtref.sklearn.training import table_columns
from dtref.spec.model.attributes import MISSING, Attribute, Continuous


def coded_frame(X: object, attributes: Sequence[Attribute]) -> ColumnTable:
    """
    The columns of a frame that attributes ask. Errors: ValueError, in the words of scikit-learn's encoders, for a value that no training
    record's column declared, and for infinity; Invalid for a column of numbers that holds others.

    >>> from dtref.spec.model.attributes import Nominal
    >>> table = coded_frame({"x": ["a", None], "z": [1, 2]}, [Nominal("x", ("a", "b")), Continuous("z")])
    >>> table.by_name["x"][1], table.by_name["z"].tolist()
    (MISSING, [1.0, 2.0])
    >>> coded_frame({"x": ["c", "a"]}, [Nominal("x", ("a", "b"))])
    Traceback (most recent call last):
    ValueError: Found unknown categories ['c'] in column 'x'
    """
    columns = table_columns(X)
    by_name = {a.name: _numbers(a.name, columns[a.name]) if isinstance(a, Continuous) else _codes(a, columns[a.name]) for a in attributes}
    return ColumnTable(len(next(iter(by_name.values()))), by_name)


def _numbers(name: str, values: Any) -> Floats:
    """A column of numbers, NaN where one is missing."""
    try:
        if hasattr(values, "iloc"):
            doubles: Floats = values.to_numpy(dtype=np.float64, na_value=np.nan)
        else:
            doubles = np.asarray([np.nan if x is None else x for x in values], np.float64)
    except (TypeError, ValueError):
        raise Invalid(name, "a column of numbers, as in training", type(values).__name__) from None
    if np.isinf(doubles).any():
        raise ValueError(f"Input X contains infinity in column {name!r}.")
    return doubles


def _codes(attribute: Any, values: Any) -> CodedCells:
    """A column of categories as codes."""
    if hasattr(getattr(values, "cat", None), "categories"):  # of pandas
        codes, categories = values.cat.codes.to_numpy().astype(np.int64), list(values.cat.categories)
        texts = column_from_values(attribute.name, categories, kind=Kind.NOMINAL).cells
        coded = CodedCells((*texts, MISSING), np.where(codes < 0, len(texts), codes))
    else:
        coded = coded_cells(column_from_values(attribute.name, values, kind=Kind.NOMINAL).cells)
    present = {coded.different[code] for code in np.unique(coded.codes).tolist()}
    strange = sorted(str(cell) for cell in present if cell is not MISSING and cell not in attribute.values)
    if strange:
        raise ValueError(f"Found unknown categories {strange} in column {attribute.name!r}")
    return coded
