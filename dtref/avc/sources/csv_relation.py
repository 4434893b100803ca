"""
A CSV file as a table of DuckDB, its numerals as the decimals that they say: 0.1 is 1/10, as `dtref.io.tables.read_csv` reads it.

All cells are read as text. A column of numerals becomes one of a decimal type that holds every one of them exactly; the database's
decimals have 38 digits. The file is read twice: for the types, and to be kept, on disk where memory is short, in a temporary table.
Before this: `dtref.avc.sources.relations`. Next: `dtref.avc.cuts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import fspath
from typing import TYPE_CHECKING, Unpack

from attrs import evolve, frozen
from toolz import partition_all

from dtref.avc.sources.database import Database, fetched
from dtref.avc.sources.readers import first_table, lines_of
from dtref.avc.sources.relations import described
from dtref.avc.sources.sql import name, text
from dtref.errors import Invalid
from dtref.io.schema import Keywords, Kind, Schema, check_names, declare
from dtref.io.tables import PathText, schema_for, tables_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

DIGITS = 38
"""The most digits of a decimal of DuckDB."""

AT_A_TIME = 8
"""Of how many columns the types are found in one reading: each takes a few megabytes."""

_NUMERAL = r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?"
_SPACES = "".join(chr(i) for i in range(0x3001) if chr(i).isspace())
_AROUND = f"^[{_SPACES}]|[{_SPACES}]$"


def database_csv(
    connection: DuckDBPyConnection,
    path: PathText,
    *,
    schema: Schema | PathText | None = None,
    delimiter: str = ",",
    **keywords: Unpack[Keywords],
) -> Database:
    """
    A CSV file as a source of AVC sets, read by DuckDB whenever it is counted. Schema and keywords: as for `dtref.io.tables.read_csv`.

    Errors: as for `dtref.avc.sources.relations.database_table`; Invalid for a file that cannot be read, names that are empty or come twice,
    a number of more than DIGITS digits before and after the point together with the others of its column.
    """
    names = _header(path, delimiter)
    said, file = schema_for(path, schema)
    where = f"{fspath(path)} line 1"
    check_names(said, names, file or where)
    wanted = declare(said, **keywords)
    check_names(wanted, names, where)
    texts = _texts(path, names, delimiter, wanted)
    used = [n for n in names if n not in wanted.ignore]
    held = [_held(n, shape, wanted, f"{where}, column {n!r}") for n, shape in zip(used, _shapes(connection, texts, used), strict=True)]
    table = _kept(connection, f"SELECT {', '.join(held)} FROM {texts}")
    return described(connection, table, evolve(wanted, ignore=(), columns=tuple(c for c in wanted.columns if c.name in used)), fspath(path))


def _kept(connection: DuckDBPyConnection, query: str) -> str:
    """The name of a new temporary table with the answer of a query."""
    ((tables,),) = fetched(connection, "SELECT count(*) FROM duckdb_tables() WHERE table_name LIKE 'dtref%'")
    list(fetched(connection, f"CREATE TEMP TABLE dtref{tables} AS {query}"))
    return f"dtref{tables}"


def _texts(path: PathText, names: Sequence[str], delimiter: str, schema: Schema) -> str:
    """The file as a table of texts without white space around them, NULL where a cell is missing."""
    columns = ", ".join(f"{text(n)}: 'VARCHAR'" for n in names)
    format_ = f"delim={text(delimiter)}, quote='\"', escape='\"', header=true, auto_detect=false, strict_mode=true"
    options = f"{format_}, buffer_size=4000000, columns={{{columns}}}"
    missing = ", ".join(map(text, schema.missing)) or "NULL"
    trimmed = f"CASE WHEN regexp_matches({{0}}, {text(_AROUND)}) THEN trim({{0}}, {text(_SPACES)}) ELSE coalesce({{0}}, '') END AS {{0}}"
    cells = ", ".join(trimmed.format(name(n)) for n in names)
    known = ", ".join(f"CASE WHEN coalesce({name(n)} IN ({missing}), FALSE) THEN NULL ELSE {name(n)} END AS {name(n)}" for n in names)
    return f"(SELECT {known} FROM (SELECT {cells} FROM read_csv({text(fspath(path))}, {options})))"


@frozen
class _Shape:
    """Whether any cell of a column is known; one that is no numeral; the most digits of a numeral before the point and after it."""

    known: bool
    other: str | None
    whole: int
    decimals: int


def _held(column: str, shape: _Shape, schema: Schema, where: str) -> str:
    """A column as it is held: numerals as decimals, if it is declared continuous, or not declared and has known cells, all numerals."""
    declared = schema.column(column)
    numbers = column == schema.weights or (declared is not None and declared.kind is Kind.CONTINUOUS)
    if not numbers and (declared is not None or column == schema.target):
        return name(column)
    if numbers and shape.other is not None:
        raise Invalid(where, "a number", shape.other)
    if shape.other is not None or not (shape.known or numbers):
        return name(column)
    if shape.whole + shape.decimals > DIGITS:
        digits = f"{shape.whole} and {shape.decimals}"
        raise Invalid(where, f"numbers of at most {DIGITS} digits before and after the point together", digits)
    return f"CAST({name(column)} AS DECIMAL({max(1, shape.whole + shape.decimals)},{shape.decimals})) AS {name(column)}"


def _shapes(connection: DuckDBPyConnection, texts: str, columns: Sequence[str]) -> list[_Shape]:
    """
    The shape of each column. The digits are those of a numeral as it stands, and with its exponent written out: the database reads the
    digits into the type first.
    """
    return [shape for some in partition_all(AT_A_TIME, columns) for shape in _shapes_of(connection, texts, some)]


def _shapes_of(connection: DuckDBPyConnection, texts: str, columns: Sequence[str]) -> list[_Shape]:
    wanted = [measure for column in columns for measure in _measures(name(column))]
    (row,) = fetched(connection, f"SELECT {', '.join(wanted)} FROM {texts}")
    measured = zip(*(row[i::4] for i in range(4)), strict=True)
    return [_Shape(bool(n), None if other is None else str(other), *(int(str(d or 0)) for d in digits)) for n, other, *digits in measured]


def _measures(column: str) -> tuple[str, str, str, str]:
    """How many cells are known, one that is no numeral, the most digits before the point and after it."""
    numeral = f"regexp_full_match({column}, {text(_NUMERAL)})"
    has_exponent = f"(contains({column}, 'e') OR contains({column}, 'E'))"
    mantissa = f"CASE WHEN {has_exponent} THEN regexp_extract({column}, '^[^eE]*') ELSE {column} END"
    exponent = f"coalesce(try_cast(regexp_extract({column}, '[eE](.*)', 1) AS INTEGER), 9999)"
    shift = f"CASE WHEN {has_exponent} THEN {exponent} ELSE 0 END"
    point, length = f"instr({mantissa}, '.')", f"strlen({mantissa})"
    sign = f"CAST(starts_with({column}, '-') OR starts_with({column}, '+') AS INTEGER)"
    return (
        f"count({column})",
        f"min({column}) FILTER (WHERE NOT {numeral})",
        f"max(CASE {point} WHEN 0 THEN {length} ELSE {point} - 1 END - {sign} + greatest({shift}, 0)) FILTER (WHERE {numeral})",
        f"max(CASE {point} WHEN 0 THEN 0 ELSE {length} - {point} END - least({shift}, 0)) FILTER (WHERE {numeral})",
    )


def _header(path: PathText, delimiter: str) -> tuple[str, ...]:
    """The names of the columns. Errors: as `dtref.io.tables.read_csv`."""
    return first_table(tables_of(lines_of(path), fspath(path), delimiter, 1), path).names
