"""
A CSV file as a table of DuckDB, its numerals as exact decimals: 0.1 is 1/10, as `dtref.io.tables.read_csv` reads it.

All cells are read as text. A column of numerals becomes one of a decimal type that holds every one of them exactly; the database's
decimals have 38 digits. The file is read twice: for the types, and into a temporary table, on disk where memory is short.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from os import fspath
from typing import TYPE_CHECKING, Unpack

from attrs import evolve, frozen
from toolz import partition_all

from dtref.engines.from_counts.sources.chunks import RECORDS
from dtref.engines.from_counts.sources.csv_copy import Plain, plain_file
from dtref.engines.from_counts.sources.database import Database
from dtref.engines.from_counts.sources.dialects import DUCKDB_SQL
from dtref.engines.from_counts.sources.readers import check_nothing_dropped, dialect_of_file, file_lines
from dtref.engines.from_counts.sources.relations import described
from dtref.engines.from_counts.sources.systems.in_duckdb import InDuckDB, fetched
from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.delimited import tables_of
from dtref.io.files import PathText
from dtref.io.refusals import TableWords, first_rows
from dtref.io.schema import Keywords, Kind, Schema, check_names, declare, lists_keywords
from dtref.io.tables import schema_for
from dtref.spec.model.attributes import Cell

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_DIGITS = 38
"""The most digits of a decimal of DuckDB."""

AT_A_TIME = 8
"""The most columns whose types are found in one reading: each takes a few megabytes."""

_NUMERAL = r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?"
_SPACES = "".join(chr(i) for i in range(0x3001) if chr(i).isspace())
_AROUND = f"^[{_SPACES}]|[{_SPACES}]$"


@lists_keywords
@refuses_other_kinds
def database_csv(
    connection: DuckDBPyConnection,
    path: PathText,
    *,
    schema: Schema | PathText | None = None,
    delimiter: str | None = None,
    **keywords: Unpack[Keywords],
) -> Database:
    """
    A CSV file as a source of AVC sets, in a temporary table of DuckDB. Schema and keywords: as for `dtref.io.tables.read_csv`.

    The path is that of one file, whatever characters it has, and its cells are those that `read_csv` reads. The table is in a connection
    of its own to the same database, and is dropped with the source. Warnings and refusals are those of `read_csv`, except that blanks
    around cells, leading zeros and a column that counts the rows are not warned of.

    Errors: as for `dtref.io.tables.read_csv` and `dtref.engines.from_counts.sources.relations.database_table`; Invalid for a number of more
    than DIGITS digits before and after the point together with the others of its column.
    """
    file_schema, file = schema_for(path, schema)
    cursor = connection.cursor()  # temporary tables of its own: they hide no other table, and are dropped with it
    dialect = dialect_of_file(path, delimiter, declare(file_schema, **keywords))
    with plain_file(path, dialect) as plain:
        where = f"{fspath(path)} line 1"
        check_names(file_schema, plain.names, file or where)
        full_schema = declare(file_schema, **keywords)
        check_names(full_schema, plain.names, where)
        check_nothing_dropped(full_schema)
        used = {f"c{i}": n for i, n in enumerate(plain.names) if n not in full_schema.ignore}
        texts = _texts(plain, full_schema)
        shapes = zip(used.items(), _shapes(cursor, texts, list(used), full_schema.decimal), strict=True)
        selections = [_selection(c, n, shape, full_schema, f"{where}, column {n!r}") for (c, n), shape in shapes]
        list(fetched(cursor, f"CREATE TEMP TABLE records AS SELECT {', '.join(selections)} FROM {texts}"))
    columns = tuple(c for c in full_schema.columns if c.name in used.values())

    def rows(column: str, cells: Collection[Cell]) -> Sequence[int | str]:
        return first_rows(tables_of(file_lines(path), fspath(path), dialect, RECORDS), column, cells)

    source = TableWords(fspath(path), f"{fspath(path)} line", rows, has_header=True)
    return described(InDuckDB(cursor), "records", evolve(full_schema, ignore=(), columns=columns), source, {n: c for c, n in used.items()})


def _texts(plain: Plain, schema: Schema) -> str:
    """The file as a table of texts c0, c1 … without white space around them, NULL where a cell is missing."""
    columns = [f"c{i}" for i in range(len(plain.names))]
    format_ = f"delim={DUCKDB_SQL.literal(plain.delimiter)}, quote='\"', escape='\"', header=true, auto_detect=false, strict_mode=true"
    types = ", ".join(f"{c}: 'VARCHAR'" for c in columns)
    missing = ", ".join(map(DUCKDB_SQL.literal, schema.missing)) or "NULL"
    around, spaces = DUCKDB_SQL.literal(_AROUND), DUCKDB_SQL.literal(_SPACES)
    trimmed = f"CASE WHEN regexp_matches({{0}}, {around}) THEN trim({{0}}, {spaces}) ELSE coalesce({{0}}, '') END AS {{0}}"
    cells = ", ".join(map(trimmed.format, columns))
    known = ", ".join(f"CASE WHEN coalesce({c} IN ({missing}), FALSE) THEN NULL ELSE {c} END AS {c}" for c in columns)
    file = "".join(f"[{c}]" if c in "*?[" else c for c in fspath(plain.path))
    read = f"read_csv({DUCKDB_SQL.literal(file)}, {format_}, buffer_size=4000000, columns={{{types}}})"
    return f"(SELECT {known} FROM (SELECT {cells} FROM {read}))"


@frozen
class _Shape:
    """Whether any cell of a column is known; a cell that is no numeral; the most digits of a numeral before the point and after it."""

    known: bool
    other: str | None
    whole: int
    decimals: int


def _selection(column: str, column_name: str, shape: _Shape, schema: Schema, where: str) -> str:
    """The SQL of a column: numerals as decimals, if it is declared continuous, or not declared and its known cells are all numerals."""
    declared = schema.column(column_name)
    numbers = column_name == schema.weights or (declared is not None and declared.kind is Kind.CONTINUOUS)
    if not numbers and (declared is not None or column_name == schema.target):
        return column
    if numbers and shape.other is not None:
        raise Invalid(where, "a number", shape.other)
    if shape.other is not None or not (shape.known or numbers):
        return column
    if shape.whole + shape.decimals > _DIGITS:
        digits = f"{shape.whole} and {shape.decimals}"
        raise Invalid(where, f"numbers of at most {_DIGITS} digits before and after the point together", digits)
    digits = f"{max(1, shape.whole + shape.decimals)},{shape.decimals}"
    return f"CAST({_with_point(column, schema.decimal)} AS DECIMAL({digits})) AS {column}"


def _shapes(connection: DuckDBPyConnection, texts: str, columns: Sequence[str], decimal: str) -> list[_Shape]:
    """
    The shape of each column. The digits are those of a numeral as written, and with its exponent written out: the database reads the
    digits into the type first.
    """
    return [shape for group in partition_all(AT_A_TIME, columns) for shape in _shapes_of(connection, texts, group, decimal)]


def _shapes_of(connection: DuckDBPyConnection, texts: str, columns: Sequence[str], decimal: str) -> list[_Shape]:
    measures = [measure for column in columns for measure in _measures(column, _with_point(column, decimal))]
    (row,) = fetched(connection, f"SELECT {', '.join(measures)} FROM {texts}")
    by_column = zip(*(row[i::4] for i in range(4)), strict=True)
    return [_Shape(bool(n), None if other is None else str(other), *(int(str(d or 0)) for d in digits)) for n, other, *digits in by_column]


def _measures(cell: str, column: str) -> tuple[str, str, str, str]:
    """The SQL of: the number of known cells, a cell that is no numeral, the most digits before the point and after it."""
    numeral = f"regexp_full_match({column}, {DUCKDB_SQL.literal(_NUMERAL)})"
    has_exponent = f"(contains({column}, 'e') OR contains({column}, 'E'))"
    mantissa = f"CASE WHEN {has_exponent} THEN regexp_extract({column}, '^[^eE]*') ELSE {column} END"
    exponent = f"coalesce(try_cast(regexp_extract({column}, '[eE](.*)', 1) AS INTEGER), 9999)"
    shift = f"CASE WHEN {has_exponent} THEN {exponent} ELSE 0 END"
    point, length = f"instr({mantissa}, '.')", f"strlen({mantissa})"
    sign = f"CAST(starts_with({column}, '-') OR starts_with({column}, '+') AS INTEGER)"
    return (
        f"count({cell})",
        f"min({cell}) FILTER (WHERE NOT {numeral})",
        f"max(CASE {point} WHEN 0 THEN {length} ELSE {point} - 1 END - {sign} + greatest({shift}, 0)) FILTER (WHERE {numeral})",
        f"max(CASE {point} WHEN 0 THEN 0 ELSE {length} - {point} END - least({shift}, 0)) FILTER (WHERE {numeral})",
    )


def _with_point(column: str, decimal: str) -> str:
    """The SQL of the cells with a point for the decimal mark, and for another point a character that no numeral has."""
    return column if decimal == "." else f"replace(replace({column}, '.', '_'), {DUCKDB_SQL.literal(decimal)}, '.')"
