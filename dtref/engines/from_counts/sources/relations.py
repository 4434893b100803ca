"""
A table of a database as a source: its columns as attributes, and the relation that the source counts.

Kinds of columns are settled as for `dtref.io.to_data_set`: a column of numbers is continuous unless declared, one of texts or truth values
nominal.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import isfinite, isinf
from typing import TYPE_CHECKING, Unpack

from attrs import evolve, frozen

from dtref.engines.from_counts.sources.database import Database, exactly
from dtref.engines.from_counts.sources.dialects import ColumnType, NumberType
from dtref.engines.from_counts.sources.systems.in_duckdb import InDuckDB
from dtref.engines.from_counts.sources.systems.system import System
from dtref.errors import Invalid, tell
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.cells import cell_of
from dtref.io.refusals import TableWords, inspect
from dtref.io.schema import Declaration, Keywords, Kind, Schema, check_names, declare, lists_keywords
from dtref.io.survey import LISTED, Listing, Survey, surveyed
from dtref.io.to_data_set import Column, classes, settle, text_of
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Width, declares, wanted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_VALUES = 10_000
"""The most distinct values of a nominal column."""


@lists_keywords
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
    return described(InDuckDB(connection), table, declare(schema or Schema(), **keywords), TableWords(table, table, no_rows))


def no_rows(column: str, cells: Collection[Cell]) -> Sequence[int]:  # noqa: ARG001 - the rows of a table have no numbers
    """
    The numbers of the rows where a column has some cells: none, as rows of a table have no order.

    >>> no_rows("x", [])
    ()
    """
    return ()


def described(system: System, table: str, schema: Schema, source: TableWords, called: Mapping[str, str] | None = None) -> Database:
    """
    As `database_table`, of any system, with a full schema, and with the words of messages about the table. called: the database's name of
    each column; by default the column's own.
    """
    # The types of the columns.
    kinds = system.columns(table)
    names = {column: column for column in kinds} if called is None else called
    types = {column_name: kinds[column] for column_name, column in names.items()}
    where = source.name
    check_names(schema, tuple(types), where)
    if schema.target is None:
        raise Invalid(f"{where}, target", f"one of the columns {', '.join(map(repr, types))}", "none is named")
    other_columns = {schema.target, schema.weights, *schema.ignore}
    _check_case(system, [names[c] for c in types if c not in schema.ignore], where)
    # The columns that are used, and warnings about their cells.
    used = {c: _Held(system, table, f"{where}, column {c!r}", c, names[c], types[c], schema) for c in types if c not in schema.ignore}
    tell(inspect([held.survey(source.has_header) for held in used.values()], schema, source))
    # Attributes and target, and the relation with their codes.
    attributes = tuple(settle(held.column(False), schema) for c, held in used.items() if c not in other_columns)
    target = classes(used[schema.target].column(True), schema)
    selections = {f"a{i}": used[a.name].coded(a) for i, a in enumerate(attributes)} | {"y": used[schema.target].coded(target)}
    if schema.weights is not None:
        selections["w"] = used[schema.weights].coded(Continuous(schema.weights))
    column_names = dict(zip(selections, (*(a.name for a in attributes), schema.target, schema.weights), strict=False))
    held = {column: used[str(c)] for column, c in column_names.items()}
    continuous = {
        *(f"a{i}" for i, a in enumerate(attributes) if isinstance(a, Continuous)),
        "w",
        *("y" if isinstance(target, Continuous) else ""),
    }
    numbers = {a.name: used[a.name].number for a in attributes if isinstance(a, Continuous)}
    database = Database(system, table, selections, attributes, target, numbers, schema.weights is not None, frozenset())
    return evolve(database, gaps=_gaps(system, database.relation, held, continuous))


def _check_case(system: System, columns: Sequence[str], where: str) -> None:
    """Errors: Invalid for two columns whose names differ in case alone, where the engine takes them for one."""
    seen: dict[str, str] = {}
    for column in columns if not system.dialect.keeps_case else ():
        other = seen.setdefault(column.casefold(), column)
        if other != column:
            raise Invalid(
                where, f"names that differ in more than case, as {system.dialect.engine} takes them for one", f"{other}, {column}"
            )


@frozen(eq=False, slots=False)
class _Held:
    """A column of a table."""

    system: System
    table: str
    where: str
    name: str
    called: str
    kind: ColumnType
    schema: Schema

    def check(self) -> None:
        """Errors: Invalid for another type than those of numbers, texts and truth values."""
        if not self.kind.is_taken:
            raise Invalid(self.where, "a column of numbers, texts or truth values", self.kind.called)

    @property
    def number(self) -> NumberType:
        """Its type. Errors: Invalid where it isn't one of numbers."""
        if self.kind.number is None:
            raise Invalid(self.where, "a column of numbers", self.kind.called)
        return self.kind.number

    @property
    def width(self) -> Width:
        """The width of its numbers."""
        return Width.DECIMAL if self.kind.number is None else self.kind.number.width

    def column(self, is_target: bool) -> Column:
        """The column with its distinct cells, which settle its kind; of a continuous one a single number suffices."""
        declared = self.schema.column(self.name)
        by_itself = Kind.CONTINUOUS if self.kind.number is not None and not is_target else Kind.NOMINAL
        if (by_itself if declared is None else declared.kind) is Kind.CONTINUOUS:
            return Column(self.name, (cell_of(0),), self.number.width)
        declaration = None if self.kind.values is None else Declaration(self.name, Kind.NOMINAL, self.kind.values)
        return Column(self.name, tuple(map(self._cell, self.values)), self.width, declaration)

    def coded(self, attribute: Attribute) -> str:
        """The SQL of the column for a source: a number, or the position of a declared value; NULL where it is missing."""
        if isinstance(attribute, Continuous):
            number, column = self.number, self._raw
            if not number.special:
                return column
            return f"CASE WHEN {column} - {column} = 0 OR {self.infinite(column)} THEN {column} END"
        texts = [(value, text_of(cell, self.width)) for value in self.values if (cell := self._cell(value)) is not MISSING]
        for _, text in texts:
            if not declares(attribute, text):
                raise Invalid(self.where, wanted(attribute), text)
        cases = " ".join(f"WHEN {self._literal(value)} THEN {attribute.values.index(text)}" for value, text in texts)
        column = self._raw if self.kind.number is not None else self._text
        return f"CASE {column} {cases} END" if cases else self.system.dialect.null.format(self.system.dialect.code)

    def infinite(self, column: str) -> str:
        """The condition that a number of it is infinite."""
        return self.system.dialect.infinite.format(column)

    @cached_property
    def values(self) -> Sequence[object]:
        """Its distinct values. Errors: Invalid for another type, and for too many."""
        self.check()
        query = f"SELECT DISTINCT {self._told} AS v FROM {self.table} LIMIT {_VALUES + 1}"
        distinct = [row[0] for row in self.system.rows(query)]
        if len(distinct) > _VALUES:
            raise Invalid(self.where, f"at most {_VALUES} values, or to be ignored", "more values")
        return distinct

    def survey(self, is_file: bool) -> Survey:
        """The frequencies of its cells, of LISTED of them; of numbers that are no classes the least, the greatest, and their number."""
        self.check()
        if self.kind.number is not None and self.name != self.schema.target:
            measures = ", ".join(f"{measure}({self._raw}) AS m{i}" for i, measure in enumerate(("count", "min", "max")))
            ((n, *ends),) = self.system.rows(f"SELECT {measures} FROM {self.table}")
            cells = dict.fromkeys(Fraction(exactly(end)) for end in ends if end is not None and isfinite(float(str(end))))
            rest = Listing(dict.fromkeys(cells, 1), int(str(n)) - len(cells))
            numbers = rest if len(cells) > 1 else Listing(dict.fromkeys(cells, int(str(n))))
            return Survey(self.name, numbers, Listing(), Listing(), None, is_file, self.kind.values is not None)
        query = (
            f"SELECT v, count(*) AS n FROM (SELECT {self._told} AS v FROM {self.table}) AS t GROUP BY v ORDER BY n DESC, v LIMIT {LISTED}"
        )
        frequencies = {cell_of(value): int(str(n)) for value, n in self.system.rows(query) if _is_finite(value)}
        return surveyed(self.name, frequencies, self.schema, of_texts=is_file, declares=self.kind.values is not None)

    @property
    def _raw(self) -> str:
        """The SQL of its cells as they are; singles as doubles, which hold them exactly."""
        column = self.system.dialect.name(self.called)
        return f"CAST({column} AS {self.number.sql})" if self.width is Width.FLOAT32 else column

    @property
    def _text(self) -> str:
        """The SQL of its cells as texts."""
        return self.system.dialect.compared(self.system.dialect.text.format(self._raw))

    @property
    def _told(self) -> str:
        """The SQL of its cells as the values that are read: numbers and truth values as they are, texts by letter."""
        return self._text if self.kind.is_text or self.kind.values is not None else self._raw

    def _cell(self, value: object) -> Cell:
        return MISSING if value in self.schema.missing else cell_of(value)

    def _literal(self, value: object) -> str:
        if self.kind.number is not None:
            return self.kind.number.literal(Fraction(exactly(value)))
        return self.system.dialect.literal(str(value).lower() if self.kind.is_truth else str(value))


def _is_finite(value: object) -> bool:
    return not isinstance(value, float) or not isinf(value)


def _gaps(system: System, relation: str, columns: Mapping[str, _Held], continuous: Collection[str]) -> frozenset[int]:
    """
    The positions of the attributes with missing values. Errors: Invalid for an infinity, a missing label, a weight that is missing or not
    positive.
    """
    special = {c: held.infinite(c) for c, held in columns.items() if c in continuous and held.number.special}
    for column, n in _counted(system, relation, special).items():
        if n:
            raise Invalid(columns[column].where, "finite numbers", f"{n} infinite")
    missing = _counted(system, relation, {c: f"{c} IS NULL" for c in columns})
    if missing["y"]:
        raise Invalid(columns["y"].where, "known values (it is the target)", f"{missing['y']} missing")
    if "w" in columns and (n := _counted(system, relation, {"w": "w IS NULL OR w <= 0"})["w"]):
        raise Invalid(columns["w"].where, "positive numbers (they are weights)", f"{n} others")
    return frozenset(int(column[1:]) for column, n in missing.items() if n and column[0] == "a")


def _counted(system: System, relation: str, conditions: Mapping[str, str]) -> Mapping[str, int]:
    """The number of records that meet each condition."""
    if not conditions:
        return {}
    counts = ", ".join(f"count(CASE WHEN {condition} THEN 1 END) AS n{i}" for i, condition in enumerate(conditions.values()))
    (row,) = system.rows(f"SELECT {counts} FROM ({relation}) AS t")
    return dict(zip(conditions, map(int, map(str, row)), strict=True))
