"""Tables made on each engine for the tests of counts, with the values that are there as Python has them."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from decimal import Decimal
from typing import Any

import pytest
from attrs import field, frozen
from exported.postgres import Server, started
from peers.rows import POSTGRES

DOUBLE, SINGLE, WHOLE, DECIMAL, TEXT, TRUTH = "double", "single", "whole", "decimal", "text", "truth"
"""The kinds of columns; decimals have two digits after the point."""

Columns = Mapping[str, tuple[str, Sequence[Any]]]
"""The kind and the values of each column by its name; None is NULL."""


@frozen
class Engine:
    """
    An engine: its name, a function that makes a table and returns it as `counts_of` takes it (the table, and the connection or None), the
    kinds of columns that it has, and its names for SQL that tests write themselves.
    """

    name: str
    make: Callable[[str, Columns], tuple[Any, Any]] = field(eq=False)
    connection: Any = field(default=None, eq=False)
    kinds: frozenset[str] = frozenset((DOUBLE, SINGLE, WHOLE, DECIMAL, TEXT, TRUTH))
    no_nan: bool = False

    def takes(self, columns: Columns) -> Columns:
        """The columns that the engine has a kind for."""
        return {name: column for name, column in columns.items() if column[0] in self.kinds}


def quoted(name: str, quote: str = '"') -> str:
    return quote + name.replace(quote, quote * 2) + quote


def by_inserts(execute: Callable[[str, Sequence[Sequence[Any]]], object], types: Mapping[str, str], mark: str) -> Any:
    """A function that makes a table by INSERT with parameters."""

    def make(name: str, columns: Columns) -> None:
        declared = ", ".join(f"{quoted(c)} {types[kind]}" for c, (kind, _) in columns.items())
        execute(f"DROP TABLE IF EXISTS {quoted(name)}", ())
        execute(f"CREATE TABLE {quoted(name)} ({declared})", ())
        rows = list(zip(*(values for _, values in columns.values()), strict=True))
        execute(f"INSERT INTO {quoted(name)} VALUES ({', '.join([mark] * len(columns))})", rows)

    return make


@contextmanager
def in_duckdb() -> Iterator[Engine]:
    connection = pytest.importorskip("duckdb").connect()

    def execute(query: str, rows: Sequence[Sequence[Any]]) -> None:
        connection.executemany(query, rows) if rows else connection.execute(query)

    types = {DOUBLE: "DOUBLE", SINGLE: "FLOAT", WHOLE: "BIGINT", DECIMAL: "DECIMAL(18,2)", TEXT: "VARCHAR", TRUTH: "BOOLEAN"}
    fill = by_inserts(execute, types, "?")

    def make(name: str, columns: Columns) -> tuple[Any, Any]:
        fill(name, columns)
        return quoted(name), connection

    yield Engine("duckdb", make, connection)


@contextmanager
def in_sqlite() -> Iterator[Engine]:
    connection = sqlite3.connect(":memory:")
    types = {DOUBLE: "REAL", WHOLE: "INTEGER", TEXT: "TEXT"}
    fill = by_inserts(lambda query, rows: connection.executemany(query, rows) if rows else connection.execute(query), types, "?")

    def make(name: str, columns: Columns) -> tuple[Any, Any]:
        fill(name, columns)
        return quoted(name), connection

    yield Engine("sqlite", make, connection, frozenset(types), no_nan=True)
    connection.close()


@contextmanager
def in_postgres() -> Iterator[Engine]:
    psycopg = pytest.importorskip("psycopg")
    if not list(POSTGRES.glob("*/bin")):
        pytest.skip("PostgreSQL is not installed")
    with ExitStack() as stack:
        server = stack.enter_context(started())
        connection = connect(server)
        types = {DOUBLE: "float8", SINGLE: "float4", WHOLE: "int8", DECIMAL: "numeric", TEXT: "text", TRUTH: "bool"}

        def execute(query: str, rows: Sequence[Sequence[Any]]) -> None:
            with connection.cursor() as cursor:
                cursor.executemany(query, rows) if rows else cursor.execute(query)

        fill = by_inserts(execute, types, "%s")

        def make(name: str, columns: Columns) -> tuple[Any, Any]:
            fill(name, columns)
            return quoted(name), connection

        yield Engine("postgres", make, connection)
        connection.close()
    del psycopg


def connect(server: Server, user: str = "postgres") -> Any:
    """Another connection to a server."""
    import psycopg

    return psycopg.connect(host=str(server.folder), dbname="postgres", user=user, autocommit=True, prepare_threshold=None)


@contextmanager
def in_clickhouse() -> Iterator[Engine]:
    sessions = pytest.importorskip("chdb.session")
    pyarrow = pytest.importorskip("pyarrow")
    session = sessions.Session()
    types = {
        DOUBLE: "Nullable(Float64)",
        SINGLE: "Nullable(Float32)",
        WHOLE: "Nullable(Int64)",
        DECIMAL: "Nullable(Decimal(18,2))",
        TEXT: "Nullable(String)",
        TRUTH: "Nullable(Bool)",
    }

    def literal(kind: str, value: Any) -> str:
        if value is None:
            return "NULL"
        if kind == TEXT:
            return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
        if kind in (DOUBLE, SINGLE):
            bits = pyarrow.array([value], pyarrow.float64() if kind == DOUBLE else pyarrow.float32()).buffers()[1].to_pybytes()
            size = 8 if kind == DOUBLE else 4
            number = int.from_bytes(bits[:size], "little")
            return f"reinterpretAsFloat{size * 8}(toUInt{size * 8}({number}))"
        return f"'{value}'" if kind == DECIMAL else str(value).lower()

    def make(name: str, columns: Columns) -> tuple[Any, Any]:
        table = "default." + '"' + name.replace("\\", "\\\\").replace('"', '""') + '"'
        names = ['"' + c.replace("\\", "\\\\").replace('"', '""') + '"' for c in columns]
        declared = ", ".join(f"{c} {types[kind]}" for c, (kind, _) in zip(names, columns.values(), strict=True))
        session.query(f"DROP TABLE IF EXISTS {table}")
        session.query(f"CREATE TABLE {table} ({declared}) ENGINE = Memory")
        rows = zip(*([literal(kind, v) for v in values] for kind, values in columns.values()), strict=True)
        session.query(f"INSERT INTO {table} VALUES " + ", ".join(f"({', '.join(row)})" for row in rows))
        return table, session

    yield Engine("clickhouse", make, session)
    session.close()


@contextmanager
def in_polars() -> Iterator[Engine]:
    polars = pytest.importorskip("polars")
    types = {
        DOUBLE: polars.Float64,
        SINGLE: polars.Float32,
        WHOLE: polars.Int64,
        DECIMAL: polars.Decimal(18, 2),
        TEXT: polars.String,
        TRUTH: polars.Boolean,
    }

    def make(_: str, columns: Columns) -> tuple[Any, Any]:
        return polars.DataFrame({c: polars.Series(c, values, dtype=types[kind]) for c, (kind, values) in columns.items()}), None

    yield Engine("polars", make)


def arrow(columns: Columns) -> Any:
    import pyarrow as pa

    types = {
        DOUBLE: pa.float64(),
        SINGLE: pa.float32(),
        WHOLE: pa.int64(),
        DECIMAL: pa.decimal128(18, 2),
        TEXT: pa.string(),
        TRUTH: pa.bool_(),
    }
    return pa.table({c: pa.array(values, types[kind]) for c, (kind, values) in columns.items()})


@contextmanager
def in_datafusion() -> Iterator[Engine]:
    datafusion = pytest.importorskip("datafusion")

    def make(name: str, columns: Columns) -> tuple[Any, Any]:
        context = datafusion.SessionContext()
        context.from_arrow(arrow(columns), name=name)
        return quoted(name), context

    yield Engine("datafusion", make)


@contextmanager
def in_spark() -> Iterator[Engine]:
    if not os.environ.get("DTREF_SPARK"):
        pytest.skip("Spark takes half a minute: DTREF_SPARK=1 asks for it")
    sql = pytest.importorskip("pyspark.sql")
    if shutil.which("java") is None:
        pytest.skip("Java is not installed")
    builder = sql.SparkSession.builder.master("local[2]").config("spark.sql.shuffle.partitions", 2)
    session = builder.config("spark.ui.enabled", "false").config("spark.driver.memory", "1g").getOrCreate()
    types = {DOUBLE: "double", SINGLE: "float", WHOLE: "bigint", DECIMAL: "decimal(18,2)", TEXT: "string", TRUTH: "boolean"}

    def make(_: str, columns: Columns) -> tuple[Any, Any]:
        kinds = ", ".join(f"{quoted(c, '`')} {types[kind]}" for c, (kind, _) in columns.items())
        rows = list(zip(*(values for _, values in columns.values()), strict=True))
        return session.createDataFrame(rows, kinds), None

    yield Engine("spark", make, session)
    session.stop()


ENGINES: dict[str, Callable[[], Any]] = {
    "duckdb": in_duckdb,
    "sqlite": in_sqlite,
    "postgres": in_postgres,
    "clickhouse": in_clickhouse,
    "polars": in_polars,
    "datafusion": in_datafusion,
    "spark": in_spark,
}


def as_read(columns: Columns) -> dict[str, list[Any]]:
    """The columns as Python values for `dtref.table`: NULL as None, singles as the doubles that they are."""
    import numpy as np

    def cell(kind: str, value: Any) -> Any:
        if value is None:
            return None
        return float(np.float32(value)) if kind == SINGLE else Decimal(value) if kind == DECIMAL else value

    return {c: [cell(kind, v) for v in values] for c, (kind, values) in columns.items()}


def installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None
