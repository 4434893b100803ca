"""
The description of a source in a short TOML file, or as an address: which engine, where, which table. Never a password.

    engine = "postgres"                      # duckdb, sqlite, postgres, clickhouse, spark, polars, datafusion
    address = "host=warehouse dbname=sales"  # a file for duckdb, sqlite, polars, datafusion; a folder for clickhouse; a master for spark
    table = "play"                           # or any text that may follow FROM
    password_from = "WAREHOUSE_PASSWORD"     # the variable of the environment that has it; or libpq's own, PGPASSWORD, .pgpass

As an address: `duckdb:sales.duckdb#play`, `postgresql://warehouse/sales#play`.
"""

from __future__ import annotations

import os
import re
import sqlite3
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from attrs import frozen

from dtref.engines.from_counts.sources.systems.by_type import FRAME
from dtref.errors import Invalid
from dtref.io.files import read_text

_FIELDS = ("engine", "address", "table", "password_from")
_PASSWORD = re.compile(r"(passw|pwd|secret|token|credential)", re.IGNORECASE)
_IN_ADDRESS = re.compile(r"//[^/@]*:[^/@]*@|(passw|pwd|secret|token)\w*\s*=", re.IGNORECASE)
_WANTED = "no password, which comes from the environment: PGPASSWORD, or the variable that password_from names"


@frozen
class SourceConfig:
    """A source as it is described: the engine, its address, the table, and the variable that has the password."""

    engine: str
    address: str
    table: str
    password_from: str | None = None

    @contextmanager
    def opened(self) -> Iterator[tuple[str, object]]:
        """
        A context with the table and the connection, as `counts_of` takes them; it may only read, and ends with the context. Errors: Invalid
        where the engine isn't installed, or lets nobody in. No message holds the address.
        """
        package, requirement, connect = _ENGINES[self.engine]
        if not find_spec(package):
            raise Invalid(self.engine, f"{package}, by pip install '{requirement}'", "it is not installed")
        try:
            connection = connect(self)
        except Invalid:
            raise
        except Exception as problem:  # each engine has errors of its own, whose messages hold the address
            raise Invalid(self.engine, "an address that can be opened", type(problem).__name__) from problem
        try:
            yield self.table, connection
        finally:
            end = getattr(connection, "stop" if self.engine == "spark" else "close", None)
            if end is not None:
                end()

    def password(self) -> Mapping[str, str]:
        """The password of the environment, as a keyword. Errors: Invalid where its variable is not set."""
        if self.password_from is None:
            return {}
        if self.password_from not in os.environ:
            raise Invalid(self.engine, f"the variable {self.password_from} of the environment", "it is not set")
        return {"password": os.environ[self.password_from]}


def source_config(source: str) -> SourceConfig:
    """
    The description that a TOML file holds, or that is an address. Errors: Invalid for fields that aren't known or are missing, another
    engine, a password.

    >>> source_config("duckdb:sales.duckdb#play")
    SourceConfig(engine='duckdb', address='sales.duckdb', table='play', password_from=None)
    >>> source_config("postgresql://ann:secret@warehouse/sales#play")
    Traceback (most recent call last):
    dtref.errors.Invalid: address: expected no password, which comes from the environment: PGPASSWORD, or the variable that password_from
    names (got 'one')
    """
    scheme = source.partition(":")[0]
    if scheme in (*_ENGINES, "postgresql"):
        return _from_address(source)
    try:
        told = tomllib.loads(read_text(source))
    except tomllib.TOMLDecodeError as problem:
        raise Invalid(source, "TOML", str(problem)) from None
    for name, value in told.items():
        if name not in _FIELDS:
            if _PASSWORD.search(name):
                raise Invalid(f"{source}, {name}", _WANTED, "one")
            raise Invalid(source, f"the fields {', '.join(_FIELDS)}", name)
        if not isinstance(value, str):
            raise Invalid(f"{source}, {name}", "a text", value)
    for name in ("engine", "table"):
        if name not in told:
            raise Invalid(source, f"the field {name}", "none")
    return _checked(SourceConfig(told["engine"], told.get("address", ""), told["table"], told.get("password_from")), f"{source}, ")


def _from_address(source: str) -> SourceConfig:
    address, _, table = source.partition("#")
    if not table:
        raise Invalid("address", "a table at its end, as in duckdb:sales.duckdb#play", "none")
    engine, _, rest = address.partition(":")
    if engine == "postgresql":
        return _checked(SourceConfig("postgres", address, table), "")
    return _checked(SourceConfig(engine, urlsplit(address).path if rest.startswith("//") else rest, table), "")


def _checked(config: SourceConfig, where: str) -> SourceConfig:
    if config.engine not in _ENGINES:
        raise Invalid(f"{where}engine", f"one of {', '.join(_ENGINES)}", config.engine)
    if _IN_ADDRESS.search(config.address):
        raise Invalid(f"{where}address", _WANTED, "one")
    return config


def _duckdb(config: SourceConfig) -> object:
    import duckdb

    if config.address in ("", ":memory:"):
        return duckdb.connect()  # for files, as read_parquet('play.parquet')
    return duckdb.connect(config.address, read_only=True)


def _sqlite(config: SourceConfig) -> object:
    return sqlite3.connect(f"file:{quote(config.address)}?mode=ro", uri=True)


def _postgres(config: SourceConfig) -> object:
    import psycopg

    password: Mapping[str, Any] = config.password()
    connection = psycopg.connect(config.address, autocommit=True, **password)
    connection.execute("SET default_transaction_read_only = on")
    return connection


def _clickhouse(config: SourceConfig) -> object:
    from chdb.session import Session

    return Session(config.address or None)


def _spark(config: SourceConfig) -> object:
    from pyspark.sql import SparkSession

    return SparkSession.builder.master(config.address or "local[*]").appName("dtref").getOrCreate()


def _polars(config: SourceConfig) -> object:
    import polars

    scan = polars.scan_csv if config.address.endswith(".csv") else polars.scan_parquet
    return polars.SQLContext({FRAME: scan(config.address)})


def _datafusion(config: SourceConfig) -> object:
    from datafusion import SessionContext

    context = SessionContext()
    register: Any = context.register_csv if config.address.endswith(".csv") else context.register_parquet
    register(FRAME, str(Path(config.address)))
    return context


_ENGINES: Mapping[str, tuple[str, str, Callable[[SourceConfig], object]]] = {
    "duckdb": ("duckdb", "dtref[outofcore]", _duckdb),
    "sqlite": ("sqlite3", "", _sqlite),
    "postgres": ("psycopg", "dtref[postgres]", _postgres),
    "clickhouse": ("chdb", "dtref[clickhouse]", _clickhouse),
    "spark": ("pyspark", "dtref[spark]", _spark),
    "polars": ("polars", "polars", _polars),
    "datafusion": ("datafusion", "dtref[datafusion]", _datafusion),
}
"""The package of each engine, what installs it (SQLite comes with Python), and a function that opens a source."""
