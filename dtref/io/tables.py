"""
Delimited text (CSV): a header line, then one line for each record.

White space around cells is dropped, inside quotes too; quotes, delimiters and line breaks inside quotes follow RFC 4180. Blank
lines are skipped. Numbers are read as the decimals they are. Before this: `dtref.io.kinds`. Next: `dtref.io.arrays`.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import islice
from os import PathLike, fspath
from typing import TypeAlias, Unpack

from dtref.errors import Invalid
from dtref.io.files import read_text
from dtref.io.kinds import Column, Table, conform, data_set
from dtref.io.schema import Keywords, Schema, check_names, declare
from dtref.io.schema_file import beside, read_schema
from dtref.model.attributes import Attribute
from dtref.model.data import DataSet, Record

PathText: TypeAlias = str | PathLike[str]


def read_csv(path: PathText, *, schema: Schema | PathText | None = None, delimiter: str = ",", **keywords: Unpack[Keywords]) -> DataSet:
    """
    The data set of a CSV file (UTF-8). Conventions and errors: as for `parse_csv`, and Invalid where the file cannot be read.

    The schema is the one given; a file's path for one; or else the file `play.schema.json` beside `play.csv`, if it is there.
    Keywords override it. `schema=Schema()` overlooks the file beside.

    >>> read_csv("no/such/play.csv", target="play")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/play.csv: expected a file that can be read (got 'No such file or directory')
    """
    table = read_table(read_text(path), fspath(path), delimiter)
    said, file = schema_for(path, schema)
    check_names(said, table.names, file or table.header)
    return data_set(table, declare(said, **keywords))


def parse_csv(text: str, name: str = "<text>", *, delimiter: str = ",", **keywords: Unpack[Keywords]) -> DataSet:
    """
    The data set of CSV text; `name` is what messages call it. Header only: a data set without records.

    Keywords: `target`, `weights`, `nominal`, `ordinal`, `continuous`, `missing`, `ignore`, see `dtref.io.schema.Keywords`. Kinds
    that are not declared are inferred, and values that are not declared are sorted, see `dtref.io.kinds`.

    Errors: Invalid with name, line and column for: no text, a column name that is empty or comes twice, a row with more or fewer
    cells than the header, quotes that do not match, a missing target column or target cell, a value that is not declared, a number
    that isn't one or has more than 2000 digits before or after the point, a weight that is not a positive number.

    >>> data = parse_csv("outlook,humidity,play\\nsunny,85.5,no\\nrain,?,yes\\n", target="play")
    >>> data.attributes
    (Nominal(name='outlook', values=('rain', 'sunny')), Continuous(name='humidity', width=<Width.DECIMAL: 'decimal'>))
    >>> data.records[1]
    Record(values=('rain', MISSING), label='yes', weight=Fraction(1, 1))
    >>> parse_csv("humidity,play\\n85,no\\nhigh,no", "play.csv", target="play", continuous=["humidity"])
    Traceback (most recent call last):
    dtref.errors.Invalid: play.csv line 3, column 'humidity': expected a number (got 'high')
    """
    return data_set(read_table(text, name, delimiter), declare(Schema(), **keywords))


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

    The schema is found as in `read_csv`; it may speak of columns that are not there.

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

    >>> from dtref.model.attributes import Continuous, Nominal
    >>> parse_records("id,x\\n7,2.5\\n", (Continuous("x"),), Nominal("y", ("+", "-")))
    (Record(values=(Fraction(5, 2),), label=MISSING, weight=Fraction(1, 1)),)
    """
    return conform(read_table(text, name), tuple(attributes), target, schema or Schema())


def read_table(text: str, name: str = "<text>", delimiter: str = ",") -> Table:
    """
    CSV text as named columns of stripped texts, each row with the line on which it starts.

    Errors: Invalid for no text, a delimiter that isn't one character, quotes that do not match, a row with more or fewer cells
    than the header, a column name that is empty or comes twice.

    >>> read_table("x, y\\n1,a\\n2,b\\n").column("y").cells
    ('a', 'b')
    """
    table = next(tables_of(StringIO(text, newline=""), name, delimiter, sys.maxsize), None)
    if table is None:
        raise Invalid(name, "a header line", text)
    return table


def tables_of(lines: Iterable[str], name: str, delimiter: str, records: int) -> Iterator[Table]:
    """
    The lines of CSV text as tables of at most so many rows each; one without rows where there is a header only, none where there is
    no header. Errors: else as `read_table`.

    >>> [table.rows for table in tables_of(["x,y\\n", "1,a\\n", "2,b\\n", "3,a\\n"], "<text>", ",", 2)]
    [(2, 3), (4,)]
    """
    if len(delimiter) != 1 or delimiter in '"\r\n':
        raise Invalid("delimiter", "one character", delimiter)
    rows = _rows(lines, name, delimiter)
    first, names = next(rows, (0, []))
    if not names:
        return
    some = list(islice(rows, records))
    yield _table(name, first, names, some)
    while some := list(islice(rows, records)):
        yield _table(name, first, names, some)


def _table(name: str, first: int, names: Sequence[str], rows: Sequence[tuple[int, list[str]]]) -> Table:
    for line, cells in rows:
        if len(cells) != len(names):
            raise Invalid(f"{name} line {line}", f"{len(names)} cells", len(cells))
    columns = zip(*(cells for _, cells in rows), strict=True) if rows else [()] * len(names)
    return Table(
        header=f"{name} line {first}",
        row=f"{name} line",
        rows=tuple(line for line, _ in rows),
        columns=tuple(Column(n, tuple(cells), numerals=True) for n, cells in zip(names, columns, strict=True)),
    )


def _rows(text: Iterable[str], name: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not blank, each with the line on which it starts."""
    lines = csv.reader(text, delimiter=delimiter, strict=True, skipinitialspace=delimiter != " ")
    start = 1
    try:
        for cells in lines:
            if cells:
                yield start, [cell.strip() for cell in cells]
            start = lines.line_num + 1
    except csv.Error as problem:
        raise Invalid(f"{name} line {start}", "cells as in RFC 4180", str(problem)) from None


def schema_for(path: PathText, given: Schema | PathText | None) -> tuple[Schema, str]:
    """
    The schema given, or that of the file given or beside; and the name of the file, "" where there is none.

    >>> schema_for("no/such/play.csv", None) == (Schema(), "")
    True
    """
    if isinstance(given, Schema):
        return given, ""
    if given is None and not beside(path).exists():
        return Schema(), ""
    file = beside(path) if given is None else given
    return read_schema(file), fspath(file)
