"""Excel workbooks (.xlsx, .xlsm) by openpyxl: a sheet whose first line names its columns; formulas by the values that Excel kept."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from dtref.errors import DataNote, Invalid, shortened, way
from dtref.io.data_files.layout import FoundTable, check_extra
from dtref.io.data_files.typed_table import Wanted, typed_table

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook


def is_workbook(data: bytes) -> bool:
    """
    Whether the bytes are those of an Excel workbook.

    >>> is_workbook(b"x,y")
    False
    """
    if not data.startswith(b"PK") or not zipfile.is_zipfile(BytesIO(data)):
        return False
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return any(name.startswith("xl/") for name in archive.namelist())


def excel_table(data: bytes, name: str, sheet: str | None, wanted: Wanted) -> FoundTable:
    """
    The table of a sheet: the one that is named or numbered from 1, by default the first that isn't empty, which is told if there are more.

    Numbers are doubles, or whole; an empty cell is missing. Errors: Invalid where openpyxl isn't installed, the workbook can't be read, the
    sheet isn't there, a cell has a formula whose value Excel hasn't kept, cells are merged, a name in the first line is missing.
    """
    check_extra(name, "openpyxl", "excel")
    values, formulas = (_book(data, name, values=kept) for kept in (True, False))
    titles = [s.title for s in values.worksheets]
    filled = [s.title for s in values.worksheets if _extent(s) != (0, 0)]
    title = _title(sheet, titles, filled, name)
    there = values[title]
    if there.merged_cells.ranges:
        raise Invalid(
            f"{name}, sheet {title!r}",
            "cells that are not merged: one value for each record",
            str(min(map(str, there.merged_cells.ranges))),
        )
    height, width = _extent(there)
    lines = [[there.cell(i, j).value for j in range(1, width + 1)] for i in range(1, height + 1)]
    header = _header(lines, f"{name}, sheet {title!r}")
    kept = [j for j, column in enumerate(header) if wanted.reads(column)]
    for cell in _without_values(there, formulas[title], height, kept):
        raise Invalid(
            f"{name}, sheet {title!r}, cell {cell}", "the value of the formula: open the workbook in Excel and save it", "no value"
        )
    rows = [i for i, line in enumerate(lines[1:], 2) if any(value is not None for value in line)]
    columns = [(column, [lines[i - 1][j] for i in rows], None) for j, column in enumerate(header)]
    others = [t for t in filled if t != title]
    note = DataNote(name, f"sheet {title!r} is read; there is also {shortened(', '.join(map(repr, others)))} ({way('--sheet', 'sheet=')})")
    table = typed_table(f"{name}, sheet {title!r}, row 1", f"{name}, sheet {title!r}, row", rows, columns, wanted)
    return FoundTable(table, "an Excel workbook", (note,) if sheet is None and others else (), has_header=True)


def _book(data: bytes, name: str, *, values: bool) -> Workbook:
    from openpyxl import load_workbook

    try:
        return load_workbook(BytesIO(data), data_only=values)
    except Exception as problem:  # whatever a spoilt workbook makes of the library
        raise Invalid(
            name, "an Excel workbook (.xlsx) that can be read; save it anew, or its table as CSV text", str(problem).partition("\n")[0]
        ) from None


def _title(sheet: str | None, titles: Sequence[str], filled: Sequence[str], name: str) -> str:
    if sheet is None:
        if not filled:
            raise Invalid(name, "a sheet with a header line", "empty sheets")
        return filled[0]
    if sheet in titles:
        return sheet
    if sheet.isascii() and sheet.isdecimal() and 1 <= int(sheet) <= len(titles):
        return titles[int(sheet) - 1]
    raise Invalid(f"{name}, sheet", f"one of {', '.join(map(repr, titles))}, or a number from 1 to {len(titles)}", sheet)


def _extent(sheet: Any) -> tuple[int, int]:
    """The last row and the last column with a value."""
    filled = [(cell.row, cell.column) for row in sheet.iter_rows() for cell in row if cell.value is not None]
    return max((i for i, _ in filled), default=0), max((j for _, j in filled), default=0)


def _header(lines: Sequence[Sequence[object]], where: str) -> list[str]:
    names = [" ".join(str(value).split()) if value is not None else "" for value in (lines[0] if lines else ())]
    for j, column in enumerate(names, 1):
        if not column:
            raise Invalid(f"{where}, row 1, column {j}", "a column name: the first row names the columns", "an empty cell")
    return names


def _without_values(values: Any, formulas: Any, height: int, kept: Sequence[int]) -> Iterator[str]:
    """The cells with a formula and no value."""
    for i in range(2, height + 1):
        for j in kept:
            if formulas.cell(i, j + 1).data_type == "f" and values.cell(i, j + 1).value is None:
                yield formulas.cell(i, j + 1).coordinate
