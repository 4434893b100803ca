"""Which engine an object is of: a connection, a session, a frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from weakref import finalize

from dtref.engines.from_counts.sources.systems.in_clickhouse import InClickHouse
from dtref.engines.from_counts.sources.systems.in_datafusion import InDataFusion
from dtref.engines.from_counts.sources.systems.in_duckdb import InDuckDB
from dtref.engines.from_counts.sources.systems.in_polars import InPolars
from dtref.engines.from_counts.sources.systems.in_postgres import InPostgres
from dtref.engines.from_counts.sources.systems.in_spark import InSpark
from dtref.engines.from_counts.sources.systems.in_sqlite import InSQLite
from dtref.engines.from_counts.sources.systems.system import System
from dtref.errors import Invalid

FRAME = "records"
"""The name of a frame in queries."""

_SYSTEMS: Mapping[tuple[str, str], Callable[[Any], System]] = {
    ("duckdb", "DuckDBPyConnection"): InDuckDB,
    ("_duckdb", "DuckDBPyConnection"): InDuckDB,
    ("sqlite3", "Connection"): InSQLite,
    ("psycopg", "Connection"): InPostgres,
    ("chdb", "Session"): InClickHouse,
    ("pyspark", "SparkSession"): InSpark,
    ("polars", "SQLContext"): InPolars,
    ("datafusion", "SessionContext"): InDataFusion,
}
"""The engines by the package and the class of their connections."""


def system_of(connection: object) -> System:
    """
    The engine of a connection. Errors: Invalid for any other object.

    >>> import sqlite3
    >>> system_of(sqlite3.connect(":memory:")).dialect.engine
    'SQLite'
    """
    for kind in type(connection).__mro__:
        system = _SYSTEMS.get((kind.__module__.partition(".")[0], kind.__name__))
        if system is not None:
            return system(connection)
    wanted = "a connection to " + ", ".join(dict.fromkeys(package for package, _ in _SYSTEMS if package[0] != "_"))
    raise Invalid("connection", wanted, type(connection).__name__)


def frame_of(frame: object) -> tuple[System, str]:
    """
    The engine of a frame of Polars or Spark, and what names the frame in its queries. Errors: Invalid for any other object.

    >>> frame_of([1])
    Traceback (most recent call last):
    dtref.errors.Invalid: table: expected a frame of Polars or Spark, or a table's name with its connection (got 'list')
    """
    package, kind = type(frame).__module__.partition(".")[0], type(frame).__name__
    if package == "polars" and kind in ("DataFrame", "LazyFrame"):
        import polars

        return InPolars(polars.SQLContext({FRAME: frame})), FRAME
    if package == "pyspark" and kind == "DataFrame":
        return in_spark(frame)
    raise Invalid("table", "a frame of Polars or Spark, or a table's name with its connection", kind)


def in_spark(frame: Any) -> tuple[System, str]:
    """A frame of Spark under a name of its own, which no table has, in its session alone; the name goes when the frame does."""
    name = f"dtref_{id(frame):x}"
    frame.createOrReplaceTempView(name)
    finalize(frame, frame.sparkSession.catalog.dropTempView, name)
    return InSpark(frame.sparkSession, frame=frame), name
