"""
A CSV file as a table of DuckDB, its numerals as the decimals that they say: 0.1 is 1/10, as `dtref.io.tables.read_csv` reads it.

All cells are read as text. A column of numerals is cast to a decimal type that holds every one of them exactly; the database's decimals
have 38 digits. Before this: `dtref.avc.relations`. Next: `dtref.avc.cuts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import fspath
from typing import TYPE_CHECKING, Unpack

from attrs import evolve

from dtref.avc.database import Database, fetched
from dtref.avc.readers import first_table, lines_of
from dtref.avc.relations import described
from dtref.avc.sql import name, text
from dtref.errors import Invalid
from dtref.io.schema import Keywords, Kind, Schema, check_names, declare
from dtref.io.tables import PathText, schema_for, tables_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

DIGITS = 38
"""The most digits of a decimal of DuckDB."""

_NUMERAL = r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?"
_SPACES = "".join(chr(i) for i in range(0x3001) if chr(i).isspace())


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

    Errors: as for `dtref.avc.relations.database_table`; Invalid for a file that cannot be read, names that are empty or come twice, a
    number of more than DIGITS digits before and after the point together with the others of its column.
    """
    names = _header(path, delimiter)
    said, file = schema_for(path, schema)
    where = f"{fspath(path)} line 1"
    check_names(said, names, file or where)
    wanted = declare(said, **keywords)
    check_names(wanted, names, where)
    texts = _texts(path, names, delimiter, wanted)
    used = [n for n in names if n not in wanted.ignore]
    held = [_held(connection, texts, n, wanted, f"{where}, column {n!r}") for n in used]
    table = f"(SELECT {', '.join(held)} FROM {texts})"
    return described(connection, table, evolve(wanted, ignore=(), columns=tuple(c for c in wanted.columns if c.name in used)), fspath(path))


def _texts(path: PathText, names: Sequence[str], delimiter: str, schema: Schema) -> str:
    """The file as a table of texts without white space around them, NULL where a cell is missing."""
    columns = ", ".join(f"{text(n)}: 'VARCHAR'" for n in names)
    options = f"delim={text(delimiter)}, quote='\"', escape='\"', header=true, auto_detect=false, strict_mode=true, columns={{{columns}}}"
    missing = ", ".join(map(text, schema.missing)) or "NULL"
    cells = ", ".join(f"trim(coalesce({name(n)}, ''), {text(_SPACES)}) AS {name(n)}" for n in names)
    known = ", ".join(f"CASE WHEN coalesce({name(n)} IN ({missing}), FALSE) THEN NULL ELSE {name(n)} END AS {name(n)}" for n in names)
    return f"(SELECT {known} FROM (SELECT {cells} FROM read_csv({text(fspath(path))}, {options})))"


def _held(connection: DuckDBPyConnection, texts: str, column: str, schema: Schema, where: str) -> str:
    """A column as it is held: numerals as decimals, if it is declared continuous, or not declared and has known cells, all numerals."""
    declared = schema.column(column)
    numbers = column == schema.weights or (declared is not None and declared.kind is Kind.CONTINUOUS)
    if not numbers and (declared is not None or column == schema.target):
        return name(column)
    known, other, whole, decimals = _shape(connection, texts, name(column))
    if numbers and other is not None:
        raise Invalid(where, "a number", other)
    if other is not None or not (known or numbers):
        return name(column)
    if whole + decimals > DIGITS:
        raise Invalid(where, f"numbers of at most {DIGITS} digits before and after the point together", f"{whole} and {decimals}")
    return f"CAST({name(column)} AS DECIMAL({max(1, whole + decimals)},{decimals})) AS {name(column)}"


def _shape(connection: DuckDBPyConnection, texts: str, column: str) -> tuple[int, str | None, int, int]:
    """
    How many cells are known, one that is no numeral, the most digits before the point and after it, of a numeral as it stands and without
    its exponent. (The database reads the digits into the type before it moves the point.)
    """
    power = f"coalesce(try_cast(regexp_extract({column}, '[eE](.*)', 1) AS INTEGER), 9999)"
    exponent = f"CASE WHEN {column} SIMILAR TO '.*[eE].*' THEN {power} ELSE 0 END"
    before, after = (f"length(regexp_extract({column}, {text(part)}, 1))" for part in ("^[+-]?0*([0-9]*)", r"\.([0-9]*)"))
    numeral = f"regexp_full_match({column}, {text(_NUMERAL)})"
    wanted = (
        f"count({column})",
        f"min({column}) FILTER (WHERE NOT {numeral})",
        f"max({before} + greatest({exponent}, 0)) FILTER (WHERE {numeral})",
        f"max({after} - least({exponent}, 0)) FILTER (WHERE {numeral})",
    )
    ((known, other, whole, decimals),) = fetched(connection, f"SELECT {', '.join(wanted)} FROM {texts}")
    return int(str(known)), None if other is None else str(other), int(str(whole or 0)), int(str(decimals or 0))


def _header(path: PathText, delimiter: str) -> tuple[str, ...]:
    """The names of the columns. Errors: as `dtref.io.tables.read_csv`."""
    return first_table(tables_of(lines_of(path), fspath(path), delimiter, 1), path).names
