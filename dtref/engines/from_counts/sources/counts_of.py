"""Counts by an existing engine: a table of a database, a warehouse or a cluster as a source, the records where they are."""

from __future__ import annotations

from typing import Unpack

from attrs import evolve

from dtref.engines.from_counts.sources.database import GROUPS, Database
from dtref.engines.from_counts.sources.relations import described, no_rows
from dtref.engines.from_counts.sources.systems.by_type import frame_of, system_of
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.refusals import TableWords
from dtref.io.schema import Keywords, Schema, declare, lists_keywords


@lists_keywords
@refuses_other_kinds
def counts_of(
    table: object, *, connection: object = None, schema: Schema | None = None, groups: int = GROUPS, **keywords: Unpack[Keywords]
) -> Database:
    """
    A table as a source of AVC sets, counted by the engine that has it; keywords as for `dtref.io.tables.parse_csv`.

    table: a frame of Polars or Spark; or the name of a table, or any text that may follow FROM, with the connection: of DuckDB, SQLite,
    psycopg (PostgreSQL), chdb (ClickHouse), pyspark, Polars (SQLContext), DataFusion. Such a text is a part of a query: don't take it from
    anybody who may not query the database. groups: the most rows of counts that one reading may bring.

    Only counts leave the engine, by one query for each level, and one more where a policy places cuts at values of other records (C4.5).
    Nothing is written there. Numbers keep their kind: decimals and integers are decimals, doubles and singles the binary numbers they are;
    NULL and NaN are missing, -0 is 0, infinities are refused; texts are equal where their letters are, whatever the collation.

    Errors: Invalid for an object of another kind, what the engine refuses, names that it takes for one; Undecided for more counts than
    `groups`; as for `dtref.engines.from_counts.sources.relations.database_table`.

    >>> import sqlite3
    >>> play = sqlite3.connect(":memory:")
    >>> _ = play.execute("CREATE TABLE play (windy TEXT, x REAL, y TEXT)")
    >>> _ = play.executemany("INSERT INTO play VALUES (?, ?, ?)", [("no", 0.5, "+"), ("yes", 1.5, "-")])
    >>> source = counts_of("play", connection=play, target="y")
    >>> source.whole(), [a.name for a in source.attributes]
    ((1, 1), ['windy', 'x'])
    """
    system, name = (system_of(connection), str(table)) if isinstance(table, str) else frame_of(table)
    where = name if isinstance(table, str) else "table"
    source = described(system, name, declare(schema or Schema(), **keywords), TableWords(where, where, no_rows))
    return evolve(source, groups=groups)
