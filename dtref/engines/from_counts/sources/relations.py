"""
A table of DuckDB as a source: its columns as attributes, and the relation that the source counts.

Kinds of columns are settled as for `dtref.io.to_data_set`: a column of numbers is continuous unless declared, one of texts or truth values
nominal.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import isfinite, isinf
from typing import TYPE_CHECKING, Unpack

from attrs import frozen

from dtref.engines.from_counts.sources.database import Database, exactly, fetched
from dtref.engines.from_counts.sources.sql import NumberType, name, text_literal
from dtref.errors import Invalid, tell
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.cells import cell_of
from dtref.io.refusals import TableWords, inspect
from dtref.io.schema import Declaration, Keywords, Kind, Schema, check_names, declare
from dtref.io.survey import LISTED, Listing, Survey, surveyed
from dtref.io.to_data_set import Column, classes, settle, text_of
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Width, declares, wanted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_VALUES = 10_000
"""The most distinct values of a nominal column."""

_WHOLE = re.compile(r"U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?")
_DECIMAL = re.compile(r"DECIMAL\([0-9]+,([0-9]+)\)")
_FLOATS = {"DOUBLE": Width.FLOAT64, "FLOAT": Width.FLOAT32}
_KNOWN = "CASE WHEN {0} - {0} = 0 OR isinf({0}) THEN {0} END"
"""
A float, NULL for NaN. `isnan` is not used, as DuckDB takes it to be false where the statistics of a Parquet file do not mention NaN (its
issue 25521).
"""

_ENUM = re.compile(r"ENUM\((.*)\)", re.DOTALL)


@refuses_other_kinds
def database_table(connection: DuckDBPyConnection, table: str, *, schema: Schema | None = None, **keywords: Unpack[Keywords]) -> Database:
    """
    A table of DuckDB, or any text that may follow FROM, as a source of AVC sets; keywords as for `dtref.io.tables.parse_csv`.

    `table` is a part of a query: `read_parquet('play.parquet')` is one, `*` in that name stands for many files, and a name that is no word
    needs quotes (`"my table"`). Don't take it from anybody who may not query the database; the name of a file is safe with
    `dtref.engines.from_counts.sources.csv_relation.database_csv`. More than one statement is refused.

    NULL, NaN and the missing tokens are missing. A text is taken literally and is no number. The values of an enumeration are declared,
    in their order. The connection's own settings limit the memory, and name the folder for data that do not fit (`memory_limit`,
    `temp_directory`). `DataWarning` tells what may be meant differently, as in `dtref.io.remarks`, except that a column counts the rows.

    Errors: Invalid for what the database refuses; a column that holds neither numbers, texts nor truth values; a nominal one of more than
    VALUES values; infinities; texts that are numbers but for some that stand for no value or are written differently; and as for
    `dtref.io.to_data_set.data_set`.
    """
    return described(connection, table, declare(schema or Schema(), **keywords), TableWords(table, table, _no_rows))


def _no_rows(column: str, cells: Collection[Cell]) -> Sequence[int]:  # noqa: ARG001 - the rows of a table have no numbers
    return ()


def described(
    connection: DuckDBPyConnection, table: str, schema: Schema, source: TableWords, called: Mapping[str, str] | None = None
) -> Database:
    """
    As `database_table`, with a full schema, and with the words of messages about the table. called: the database's name of each column; by
    default the column's own.
    """
    # The types of the columns.
    kinds = {str(column): str(kind) for column, kind, *_ in fetched(connection, f"DESCRIBE SELECT * FROM {table}")}
    names = {column: column for column in kinds} if called is None else called
    types = {column_name: kinds[column] for column_name, column in names.items()}
    where = source.name
    check_names(schema, tuple(types), where)
    if schema.target is None:
        raise Invalid(f"{where}, target", f"one of the columns {', '.join(map(repr, types))}", "none is named")
    other_columns = {schema.target, schema.weights, *schema.ignore}
    # The columns that are used, and warnings about their cells.
    used = {c: _Held(connection, table, f"{where}, column {c!r}", c, names[c], types[c], schema) for c in types if c not in schema.ignore}
    tell(inspect([held.survey(source.has_header) for held in used.values()], schema, source))
    # Attributes and target, and the relation with their codes.
    attributes = tuple(settle(held.column(False), schema) for c, held in used.items() if c not in other_columns)
    target = classes(used[schema.target].column(True), schema)
    selections = {f"a{i}": used[a.name].coded(a) for i, a in enumerate(attributes)} | {"y": used[schema.target].coded(target)}
    if schema.weights is not None:
        selections["w"] = used[schema.weights].coded(Continuous(schema.weights))
    relation = f"SELECT {', '.join(f'{expression} AS {column}' for column, expression in selections.items())} FROM {table}"
    column_names = dict(zip(selections, (*(a.name for a in attributes), schema.target, schema.weights), strict=False))
    gaps = _gaps(connection, relation, {column: used[str(c)].where for column, c in column_names.items()})
    numbers = {a.name: used[a.name].number for a in attributes if isinstance(a, Continuous)}
    return Database(connection, relation, attributes, target, numbers, schema.weights is not None, gaps)


@frozen(eq=False, slots=False)
class _Held:
    """A column of a table."""

    connection: DuckDBPyConnection
    table: str
    where: str
    name: str
    called: str
    kind: str
    schema: Schema

    @property
    def numeric(self) -> NumberType | None:
        """Its type, if it is one of numbers."""
        decimals = _DECIMAL.fullmatch(self.kind)
        if decimals or _WHOLE.fullmatch(self.kind):
            return NumberType(self.kind, Width.DECIMAL, int(decimals[1]) if decimals else 0)
        return NumberType(self.kind, _FLOATS[self.kind]) if self.kind in _FLOATS else None

    def check(self) -> None:
        """Errors: Invalid for another type than those of numbers, texts and truth values."""
        if self.numeric is None and self.kind not in ("VARCHAR", "BOOLEAN") and not _ENUM.fullmatch(self.kind):
            raise Invalid(self.where, "a column of numbers, texts or truth values", self.kind)

    @property
    def number(self) -> NumberType:
        """Its type. Errors: Invalid where it isn't one of numbers."""
        if self.numeric is None:
            raise Invalid(self.where, "a column of numbers", self.kind)
        return self.numeric

    @property
    def width(self) -> Width:
        """The width of its numbers."""
        return Width.DECIMAL if self.numeric is None else self.numeric.width

    def column(self, is_target: bool) -> Column:
        """The column with its distinct cells, which settle its kind; of a continuous one a single number suffices."""
        declared = self.schema.column(self.name)
        by_itself = Kind.CONTINUOUS if self.numeric is not None and not is_target else Kind.NOMINAL
        if (by_itself if declared is None else declared.kind) is Kind.CONTINUOUS:
            return Column(self.name, (cell_of(0),), self.number.width)
        enumeration = _ENUM.fullmatch(self.kind)
        values = None if enumeration is None else tuple(v.replace("''", "'") for v in re.findall(r"'((?:[^']|'')*)'", enumeration[1]))
        declaration = None if values is None else Declaration(self.name, Kind.NOMINAL, values)
        return Column(self.name, tuple(map(self._cell, self.values)), self.width, declaration)

    def coded(self, attribute: Attribute) -> str:
        """The SQL of the column for a source: a number, or the position of a declared value; NULL where it is missing."""
        column = name(self.called)
        if isinstance(attribute, Continuous):
            return column if self.number.width is Width.DECIMAL else _KNOWN.format(column)
        texts = [(value, text_of(cell, self.width)) for value in self.values if (cell := self._cell(value)) is not MISSING]
        for _, text in texts:
            if not declares(attribute, text):
                raise Invalid(self.where, wanted(attribute), text)
        cases = " ".join(f"WHEN {self._literal(value)} THEN {attribute.values.index(text)}" for value, text in texts)
        return (
            f"CASE CAST({column} AS {'VARCHAR' if self.numeric is None else self.kind}) {cases} END" if cases else "CAST(NULL AS INTEGER)"
        )

    @cached_property
    def values(self) -> Sequence[object]:
        """Its distinct values. Errors: Invalid for another type, and for too many."""
        self.check()
        distinct = [
            row[0] for row in fetched(self.connection, f"SELECT DISTINCT {name(self.called)} FROM {self.table} LIMIT {_VALUES + 1}")
        ]
        if len(distinct) > _VALUES:
            raise Invalid(self.where, f"at most {_VALUES} values, or to be ignored", "more values")
        return distinct

    def survey(self, is_file: bool) -> Survey:
        """The frequencies of its cells, of LISTED of them; of numbers that are no classes the least, the greatest, and their number."""
        self.check()
        column, declares = name(self.called), bool(_ENUM.fullmatch(self.kind))
        if self.numeric is not None and self.name != self.schema.target:
            ((n, *ends),) = fetched(self.connection, f"SELECT count({column}), min({column}), max({column}) FROM {self.table}")
            cells = dict.fromkeys(Fraction(exactly(end)) for end in ends if end is not None and isfinite(float(str(end))))
            rest = Listing(dict.fromkeys(cells, 1), int(str(n)) - len(cells))
            numbers = rest if len(cells) > 1 else Listing(dict.fromkeys(cells, int(str(n))))
            return Survey(self.name, numbers, Listing(), Listing(), None, is_file, declares)
        query = f"SELECT {column}, count(*) AS n FROM {self.table} GROUP BY {column} ORDER BY n DESC, {column} LIMIT {LISTED}"
        frequencies = {cell_of(value): int(str(n)) for value, n in fetched(self.connection, query) if _is_finite(value)}
        return surveyed(self.name, frequencies, self.schema, of_texts=is_file, declares=declares)

    def _cell(self, value: object) -> Cell:
        return MISSING if value in self.schema.missing else cell_of(value)

    def _literal(self, value: object) -> str:
        if self.numeric is not None:
            return self.numeric.literal(Fraction(exactly(value)))
        return text_literal(str(value).lower() if isinstance(value, bool) else str(value))


def _is_finite(value: object) -> bool:
    return not isinstance(value, float) or not isinf(value)


def _gaps(connection: DuckDBPyConnection, relation: str, places: Mapping[str, str]) -> frozenset[int]:
    """
    The positions of the attributes with missing values. Errors: Invalid for an infinity, a missing label, a weight that is missing or not
    positive.
    """
    for column, n in _counted(connection, relation, {c: f"isinf(CAST({c} AS DOUBLE))" for c in places}).items():
        if n:
            raise Invalid(places[column], "finite numbers", f"{n} infinite")
    missing = _counted(connection, relation, {c: f"{c} IS NULL" for c in places})
    if missing["y"]:
        raise Invalid(places["y"], "known values (it is the target)", f"{missing['y']} missing")
    if "w" in places and (n := _counted(connection, relation, {"w": "w IS NULL OR w <= 0"})["w"]):
        raise Invalid(places["w"], "positive numbers (they are weights)", f"{n} others")
    return frozenset(int(column[1:]) for column, n in missing.items() if n and column[0] == "a")


def _counted(connection: DuckDBPyConnection, relation: str, conditions: Mapping[str, str]) -> Mapping[str, int]:
    """The number of records that meet each condition."""
    counts = ", ".join(f"count(*) FILTER (WHERE {c})" for c in conditions.values())
    (row,) = fetched(connection, f"SELECT {counts} FROM ({relation})")
    return dict(zip(conditions, map(int, map(str, row)), strict=True))
