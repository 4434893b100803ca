"""
Delimited text (CSV): a header line, then one line for each record.

White space around cells is dropped, inside quotes too; quotes, delimiters and line breaks inside quotes follow RFC 4180. Blank
lines are skipped. Numbers are read as exact decimals.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from io import StringIO
from itertools import islice
from os import PathLike, fspath
from shlex import quote
from typing import TypeAlias, Unpack

from attrs import frozen

from dtref.errors import DataWarning, Invalid, tell
from dtref.io.files import read_text
from dtref.io.refusals import inspected
from dtref.io.schema import Keywords, Schema, check_names, declare
from dtref.io.schema_file import read_schema, schema_beside
from dtref.io.to_data_set import Column, Table, conform, data_set
from dtref.spec.model.attributes import Attribute, Cell
from dtref.spec.model.data import DataSet, Record

TAB = "\t"
"""The delimiter that can't be seen in a shell or on a page; it may be written `tab` or `\\t`, too."""

PathText: TypeAlias = str | PathLike[str]


def read_csv(path: PathText, *, schema: Schema | PathText | None = None, delimiter: str = ",", **keywords: Unpack[Keywords]) -> DataSet:
    """
    The data set of a CSV file (UTF-8). Conventions and errors: as for `parse_csv`, and Invalid where the file cannot be read.

    schema: a schema, or the path of its file; by default the file `play.schema.json` beside `play.csv`, if it is there. Keywords override
    it. `schema=Schema()` ignores the file beside. `DataWarning` tells what may be meant differently.

    >>> read_csv("no/such/play.csv", target="play")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/play.csv: expected a file that can be read (got 'No such file or directory')
    """
    data, warnings = csv_with_remarks(path, schema=schema, delimiter=delimiter, **keywords)
    tell(warnings)
    return data


def csv_with_remarks(
    path: PathText, *, schema: Schema | PathText | None = None, delimiter: str = ",", **keywords: Unpack[Keywords]
) -> tuple[DataSet, tuple[DataWarning, ...]]:
    """
    As `read_csv`, but returns the warnings.

    >>> csv_with_remarks("no/such/play.csv", target="play")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/play.csv: expected a file that can be read (got 'No such file or directory')
    """
    table = read_table(read_text(path), fspath(path), delimiter)
    own_schema, file = schema_for(path, schema)
    check_names(own_schema, table.names, file or table.header)
    return _settled(table, declare(own_schema, **keywords), fspath(path), delimiter)


def check_delimiter(names: Sequence[str], schema: Schema, where: str, delimiter: str) -> None:
    """
    Refuses a header that lacks the target but would have it if another character separated its names.

    >>> check_delimiter(("a", "b;y"), Schema(target="y"), "t.csv line 1", ",")
    Traceback (most recent call last):
    dtref.errors.Invalid: t.csv line 1: expected names separated by ','; or --delimiter ';' (delimiter=';'), as there are 1 of these
    (got 'a,b;y')
    """
    mark = separator(delimiter)
    header = mark.join(names)
    for other in ";\t|,":
        if schema.target is not None and schema.target not in names and schema.target in map(str.strip, header.split(other)):
            raise _other_delimiter(where, mark, other, header)


def _settled(table: Table, schema: Schema, name: str, delimiter: str) -> tuple[DataSet, tuple[DataWarning, ...]]:
    """The data set of a table with a header, and the warnings about it: names are checked first, then the looks of cells."""
    check_delimiter(table.names, schema, table.header, delimiter)
    check_names(schema, table.names, table.header)
    warnings = inspected(table, schema, name, has_header=True)
    return data_set(table, schema), warnings


def parse_csv(text: str, name: str = "<text>", *, delimiter: str = ",", **keywords: Unpack[Keywords]) -> DataSet:
    """
    The data set of CSV text. name: of the text, in messages. A header alone gives a data set without records.

    Keywords: `target`, `weights`, `nominal`, `ordinal`, `continuous`, `missing`, `ignore`, `decimal`, see `dtref.io.schema.Keywords`.
    Kinds that are not declared are inferred, and values that are not declared are sorted, see `dtref.io.to_data_set`. Cells that may be
    meant differently are refused (`dtref.io.refusals`) or told by `DataWarning` (`dtref.io.remarks`).

    Errors: Invalid with name, line and column for: no text, a column name that is empty or comes twice, a row with more or fewer
    cells than the header, quotes that do not match, a missing target column or target cell, a value that is not declared, a number
    that isn't one or has more than 2000 digits before or after the point, a weight that is not a positive number; a column of numbers
    in which some cells stand for no value or are written differently; a header that has another delimiter.

    >>> data = parse_csv("outlook,humidity,play\\nsunny,85.5,no\\nrain,?,yes\\n", target="play")
    >>> data.attributes
    (Nominal(name='outlook', values=('rain', 'sunny')), Continuous(name='humidity', width=<Width.DECIMAL: 'decimal'>))
    >>> data.records[1]
    Record(values=('rain', MISSING), label='yes', weight=Fraction(1, 1))
    >>> parse_csv("humidity,play\\n85,no\\nhigh,no", "play.csv", target="play", continuous=["humidity"])
    Traceback (most recent call last):
    dtref.errors.Invalid: play.csv line 3, column 'humidity': expected a number (got 'high')
    """
    data, warnings = _settled(read_table(text, name, delimiter), declare(Schema(), **keywords), name, delimiter)
    tell(warnings)
    return data


def read_records(
    path: PathText,
    attributes: Sequence[Attribute],
    target: Attribute | None = None,
    *,
    schema: Schema | PathText | None = None,
    delimiter: str = ",",
) -> tuple[Record, ...]:
    """
    The records of a CSV file for known attributes, as for prediction. Conventions and errors: as for `parse_records`.

    The schema is found as in `read_csv`; it may name columns that are not there.

    >>> read_records("no/such/new.csv", ())
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/new.csv: expected a file that can be read (got 'No such file or directory')
    """
    table = read_table(read_text(path), fspath(path), delimiter)
    return conform(table, tuple(attributes), target, schema_for(path, schema)[0])


def parse_records(
    text: str,
    attributes: Sequence[Attribute],
    target: Attribute | None = None,
    name: str = "<text>",
    *,
    schema: Schema | None = None,
) -> tuple[Record, ...]:
    """
    The records of CSV text for known attributes: columns are found by name, others are left out, cells may be missing.

    Values stand in the order of `attributes`. A label is MISSING where no target is given, or no column has its name, or the cell
    is missing. Of the schema only the missing tokens and the weights count. Errors: Invalid for an attribute without column, and
    for a cell that its attribute or the target does not admit.

    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> parse_records("id,x\\n7,2.5\\n", (Continuous("x"),), Nominal("y", ("+", "-")))
    (Record(values=(Fraction(5, 2),), label=MISSING, weight=Fraction(1, 1)),)
    """
    return conform(read_table(text, name), tuple(attributes), target, schema or Schema())


def read_table(text: str, name: str = "<text>", delimiter: str = ",") -> Table:
    """
    CSV text as named columns of stripped texts, each row with the line on which it starts.

    Errors: Invalid for no text, a delimiter that isn't one character (or the word `tab`, or `\\t`), quotes that do not match, a row with
    more or fewer cells than the header, a header that has another delimiter, a column name that is empty or comes twice.

    >>> read_table("x, y\\n1,a\\n2,b\\n").column("y").cells
    ('a', 'b')
    """
    table = next(tables_of(StringIO(text, newline=""), name, delimiter, sys.maxsize), None)
    if table is None:
        raise Invalid(name, "a header line", text)
    return table


def tables_of(lines: Iterable[str], name: str, delimiter: str, records: int) -> Iterator[Table]:
    """
    The lines of CSV text as tables of at most `records` rows each; one without rows for a header alone, none where there is no header.
    Errors: otherwise as for `read_table`.

    >>> [table.rows for table in tables_of(["x,y\\n", "1,a\\n", "2,b\\n", "3,a\\n"], "<text>", ",", 2)]
    [(2, 3), (4,)]
    """
    mark = separator(delimiter)
    rows = _rows(lines, name, mark)
    header = next(rows, None)
    if header is None:
        return
    first, names = header.line, header.cells
    block = list(islice(rows, records))
    _check_delimiter(f"{name} line {first}", mark, names, [row.cells for row in block])
    yield _table(name, first, names, block)
    while block := list(islice(rows, records)):
        yield _table(name, first, names, block)


def separator(delimiter: str) -> str:
    """
    The character that separates cells; a tab also as `\\t` or `tab`. Errors: Invalid for more than one, a quote, a line break.

    >>> separator(";"), separator("tab")
    (';', '\\t')
    """
    mark = TAB if delimiter in ("\\t", "tab") else delimiter
    if len(mark) != 1 or mark in '"\r\n':
        raise Invalid("delimiter", "one character", delimiter)
    return mark


def _check_delimiter(where: str, mark: str, names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """
    Refuse a header that is one name with another delimiter in it; and one with more of another delimiter than cells, or lines that
    don't fit it, where every line has as many of the other one. A blank is one only there.
    """
    fits = all(len(cells) == len(names) for cells in rows)
    for other in ";\t|, ":
        in_header = sum(name.count(other) for name in names)
        if other == mark or not in_header:
            continue
        in_every_line = bool(rows) and all(sum(cell.count(other) for cell in cells) == in_header for cells in rows)
        if (len(names) == 1 and (in_every_line or other != " ")) or (
            in_every_line and other != " " and (in_header >= len(names) or not fits)
        ):
            raise _other_delimiter(where, mark, other, mark.join(names))


def _other_delimiter(where: str, mark: str, other: str, header: str) -> Invalid:
    """The error for a header that has another delimiter."""
    remedy = f"--delimiter {'tab' if other == TAB else quote(other)} (delimiter={other!r})"
    return Invalid(where, f"names separated by {mark!r}; or {remedy}, as there are {header.count(other)} of these", header)


def _delimiter_of(header: str, mark: str) -> str | None:
    """Another delimiter that divides a line into several cells, for a line that can't be read with the present one."""
    for other in ";\t|, ":
        with suppress(csv.Error):
            if other != mark and len(next(csv.reader([header], delimiter=other, strict=True), ())) > 1:
                return other
    return None


def _table(name: str, first: int, names: Sequence[str], rows: Sequence[_Row]) -> Table:
    for row in rows:
        if len(row.cells) != len(names):
            raise Invalid(f"{name} line {row.line}", f"{len(names)} cells", len(row.cells))
    columns = zip(*(row.cells for row in rows), strict=True) if rows else [()] * len(names)
    padded: list[Counter[Cell]] = [Counter() for _ in names]
    for row in rows:
        for i in row.padded:
            padded[i][row.cells[i]] += 1
    return Table(
        header=f"{name} line {first}",
        row=f"{name} line",
        rows=tuple(row.line for row in rows),
        columns=tuple(Column(n, tuple(cells), numerals=True, padded=p) for n, cells, p in zip(names, columns, padded, strict=True)),
    )


@frozen
class _Row:
    """A row: the line on which it starts, its cells without blanks around them, the positions of the cells that had blanks."""

    line: int
    cells: list[str]
    padded: list[int]


def _rows(text: Iterable[str], name: str, delimiter: str) -> Iterator[_Row]:
    """The rows that are not blank."""
    row_lines: list[str] = []  # the lines of a row, as the reader drops blanks before cells
    lines = csv.reader(_recorded(text, row_lines), delimiter=delimiter, strict=True, skipinitialspace=delimiter != " ")
    start = 1
    try:
        for cells in lines:
            if cells:
                stripped = [cell.strip() for cell in cells]
                yield _Row(start, stripped, [i for i, cell in enumerate(_as_written(row_lines, cells, delimiter)) if cell != stripped[i]])
            start = lines.line_num + 1
            row_lines.clear()
    except csv.Error as problem:
        other = _delimiter_of(row_lines[0], delimiter) if start == 1 and row_lines else None
        if other is not None:
            raise _other_delimiter(f"{name} line {start}", delimiter, other, row_lines[0].rstrip("\r\n")) from None
        raise Invalid(f"{name} line {start}", "cells as in RFC 4180", str(problem)) from None


def _recorded(text: Iterable[str], row_lines: list[str]) -> Iterator[str]:
    """The lines of a text, each added to a list when it is read."""
    for line in text:
        row_lines.append(line)
        yield line


def _as_written(row_lines: list[str], cells: list[str], delimiter: str) -> list[str]:
    """The cells with the blanks before them, where a row is one line without quotes and has such blanks."""
    line = row_lines[-1] if len(row_lines) == 1 else ""
    if (delimiter + " " not in line and not line.startswith(" ")) or '"' in line or delimiter == " ":
        return cells
    return line.rstrip("\r\n").split(delimiter)


def schema_for(path: PathText, given: Schema | PathText | None) -> tuple[Schema, str]:
    """
    The schema, or the one in a file, by default in the file beside the table; and the name of the file, "" where there is none.

    >>> schema_for("no/such/play.csv", None) == (Schema(), "")
    True
    """
    if isinstance(given, Schema):
        return given, ""
    if given is None and not schema_beside(path).exists():
        return Schema(), ""
    file = schema_beside(path) if given is None else given
    return read_schema(file), fspath(file)
