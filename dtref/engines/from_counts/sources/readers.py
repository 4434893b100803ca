"""
Readers of files in chunks: CSV by Python itself, Parquet by pyarrow (extra `outofcore`). Cells mean the same as to `dtref.io`.

Two readings of the file settle the kinds of its columns, as a column may turn out at its end not to hold numbers; each count is one more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from importlib.util import find_spec
from os import fspath
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from attrs import evolve

from dtref.engines.from_counts.sources.chunks import RECORDS, Chunks
from dtref.errors import Invalid, tell
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.cells import column_from_values
from dtref.io.delimited import Dialect, check_delimiter, dialect_of, tables_of
from dtref.io.files import BEGINNING, PathText, check_format, fault_in, unreadable
from dtref.io.refusals import TableWords, first_rows, inspect
from dtref.io.schema import Keywords, Schema, check_names, declare, lists_keywords
from dtref.io.survey import joined, survey
from dtref.io.tables import schema_for
from dtref.io.to_data_set import Column, Table, classes, labelled, settle
from dtref.spec.model.attributes import MISSING, Continuous, Width
from dtref.spec.model.numerals import is_numeral

if TYPE_CHECKING:
    from pyarrow import RecordBatch


@lists_keywords
@refuses_other_kinds
def csv_in_chunks(
    path: PathText,
    *,
    schema: Schema | PathText | None = None,
    delimiter: str | None = None,
    records: int = RECORDS,
    **keywords: Unpack[Keywords],
) -> Chunks:
    """
    A CSV file as a source of AVC sets, read in chunks of `records` records. Schema, keywords, errors: as for `dtref.io.tables.read_csv`.

    >>> csv_in_chunks("no/such/play.csv", target="play")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/play.csv: expected a file that can be read (got 'No such file or directory')
    """
    file_schema, file = schema_for(path, schema)
    declared = declare(file_schema, **keywords)
    dialect = dialect_of_file(path, delimiter, declared)
    return _source(lambda: tables_of(file_lines(path), fspath(path), dialect, records), path, (file_schema, file), keywords)


def dialect_of_file(path: PathText, delimiter: str | None, schema: Schema) -> Dialect:
    """
    The dialect of a CSV file, which is told where it was found. Errors: Invalid as for `dtref.io.tables.read_csv`.

    >>> dialect_of_file("no/such/play.csv", None, Schema())
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/play.csv: expected a file that can be read (got 'No such file or directory')
    """
    dialect = dialect_of(file_lines(path), fspath(path), delimiter, target=schema.target)
    tell(dialect.notes)
    first = first_table(tables_of(file_lines(path), fspath(path), dialect, 1), path)
    check_delimiter(first.names, schema, first.header, dialect.mark)
    return dialect


@lists_keywords
@refuses_other_kinds
def parquet_in_chunks(path: PathText, *, schema: Schema | None = None, records: int = RECORDS, **keywords: Unpack[Keywords]) -> Chunks:
    """
    A Parquet file as a source of AVC sets, read in chunks of `records` records. Cells are as those of a data frame (`dtref.io.arrays`).

    Errors: Invalid where pyarrow is not installed, the file cannot be read, a column is of another kind; as for
    `dtref.io.to_data_set.data_set`.
    """
    if not find_spec("pyarrow"):
        raise Invalid("Parquet", "the extra 'outofcore' (pyarrow)", "it is not installed")
    return _source(lambda: _batches(path, records), path, (schema or Schema(), ""), keywords)


def first_table(tables: Iterator[Table], path: PathText) -> Table:
    """
    The first of some tables. Errors: Invalid where there is none, as a file without a header has none.

    >>> first_table(iter([]), "play.csv")
    Traceback (most recent call last):
    dtref.errors.Invalid: play.csv: expected a header line (got 'blank lines, if any')
    """
    for table in tables:
        return table
    raise Invalid(fspath(path), "a header line", "blank lines, if any")


def check_nothing_dropped(schema: Schema) -> None:
    """
    Refuses to leave records out, which only readers of whole files do.

    >>> check_nothing_dropped(Schema())
    """
    if schema.drop:
        raise Invalid(
            "drop", "none, as records of this source are counted where they are: leave them out of the file, or read it whole", schema.drop
        )


def _source(tables: Callable[[], Iterator[Table]], path: PathText, found_schema: tuple[Schema, str], keywords: Keywords) -> Chunks:
    """The source of the tables of a file; the schema and the name of its file come first, the keywords override it."""
    own_schema, file = found_schema
    first = first_table(tables(), path)
    check_names(own_schema, first.names, file or first.header)
    schema = declare(own_schema, **keywords)
    check_nothing_dropped(schema)
    check_names(schema, first.names, first.header)
    if schema.target is None:
        raise Invalid(f"{first.header}, target", f"one of the columns {', '.join(map(repr, first.names))}", "none is named")
    other_columns = {schema.target, schema.weights, *schema.ignore}
    rows = lambda column, cells: first_rows(tables(), column, cells)  # noqa: E731
    columns = _columns(tables, schema, TableWords(fspath(path), first.row, rows, has_header=first.columns[0].numerals))
    attributes = tuple(settle(column, schema) for column in columns if column.name not in other_columns)
    target = classes(next(column for column in columns if column.name == schema.target), schema)
    return Chunks(attributes, target, lambda: (labelled(table, attributes, target, schema) for table in tables()))


def _columns(tables: Callable[[], Iterator[Table]], schema: Schema, source: TableWords) -> list[Column]:
    """The columns with just the cells that settle their kinds: two of each, and of columns that don't hold numbers every value once."""
    parts = (([_two_cells(c, schema) for c in table.columns], [survey(c, schema) for c in table.columns]) for table in tables())
    columns, surveys = reduce(lambda a, b: (_joined(a[0], b[0]), joined((a[1], b[1]))), parts)
    tell(inspect(surveys, schema, source))
    nominal = {c.name for c in columns if c.name == schema.target or not isinstance(settle(c, schema), Continuous)} - {schema.weights}
    occurring = ([evolve(c, cells=tuple(set(c.cells)) if c.name in nominal else ()) for c in table.columns] for table in tables())
    return reduce(_joined, occurring, columns)


def _two_cells(column: Column, schema: Schema) -> Column:
    """The column with one cell that is a number and one that isn't, as far as it has them."""
    known = [cell for cell in column.cells if cell is not MISSING and cell not in schema.missing]
    number = next(([cell] for cell in known if not isinstance(cell, str) or is_numeral(cell, schema.decimal)), [])
    other = next(([cell] for cell in known if isinstance(cell, str) and not is_numeral(cell, schema.decimal)), [])
    return evolve(column, cells=(*number, *other))


def _joined(first: list[Column], second: list[Column]) -> list[Column]:
    """The columns of two parts of a table, each cell once; a column has the width of floats if either part has it."""
    return [
        evolve(a, cells=tuple(dict.fromkeys((*a.cells, *b.cells))), width=b.width if a.width is Width.DECIMAL else a.width)
        for a, b in zip(first, second, strict=True)
    ]


def file_lines(path: PathText) -> Iterator[str]:
    """
    The lines of a UTF-8 file, read lazily. Errors: as `dtref.io.files.read_text`.

    >>> list(file_lines("no/such/play.csv"))
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/play.csv: expected a file that can be read (got 'No such file or directory')
    """
    file = fspath(path)
    try:
        if Path(path).exists() and not Path(path).is_file() and not Path(path).is_dir():
            raise Invalid(file, "a regular file, as it is read more than once", "a pipe or device")
        with Path(path).open(encoding="utf-8-sig", newline="") as lines:
            for line in lines:
                if "\0" in line:
                    raise _where_not_text(path)
                yield line
    except UnicodeDecodeError:
        raise _where_not_text(path) from None
    except OSError as problem:
        raise unreadable(file, problem) from None


def _where_not_text(path: PathText) -> Invalid:
    """The error for the first byte of a file that is no text, or for its format."""
    line_start = 0
    with Path(path).open("rb") as file:
        check_format(file.read(BEGINNING), fspath(path))
    with Path(path).open("rb") as lines:
        for i, line in enumerate(lines, 1):
            start = fault_in(line)
            if start is not None:
                return Invalid(f"{fspath(path)} line {i}, byte {line_start + start}", "UTF-8 text", line[start : start + 1])
            line_start += len(line)
    return Invalid(fspath(path), "UTF-8 text", "a file that changes")


def _batches(path: PathText, records: int) -> Iterator[Table]:
    """The rows of a Parquet file, few at a time."""
    from pyarrow import ArrowException
    from pyarrow.parquet import ParquetFile

    try:
        with ParquetFile(fspath(path)) as file:
            position, names = 0, file.schema_arrow.names
            for batch in file.iter_batches(batch_size=records):
                yield _table(fspath(path), position, batch)
                position += len(batch)
            if not position:
                yield Table(fspath(path), f"{fspath(path)} record", (), tuple(Column(name, ()) for name in names))
    except (OSError, ArrowException) as problem:
        raise Invalid(fspath(path), "a Parquet file that can be read", str(problem).partition("\n")[0]) from None


def _table(file: str, position: int, batch: RecordBatch) -> Table:
    floats = {"float": "float32", "halffloat": "float16"}
    columns = [
        column_from_values(field.name, column.to_pylist(), floats.get(str(field.type), str(field.type)))
        for field, column in zip(batch.schema, batch.columns, strict=True)
    ]
    return Table(file, f"{file} record", tuple(range(position + 1, position + len(batch) + 1)), tuple(columns))
