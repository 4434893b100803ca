"""Faults of engines, injected for real: what is said, what is left, and how to go on; and sources that are described in a file."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from click.testing import CliRunner
from engines.from_counts.made_tables import TEXT, WHOLE, Columns, connect, in_postgres
from engines.from_counts.test_counts_of import Counting
from exported.postgres import Server

import dtref
from dtref.cli.trees import fit_command
from dtref.cli.verify import verify_command
from dtref.engines.from_counts.sources import config
from dtref.engines.from_counts.sources.config import SourceConfig, source_config
from dtref.errors import Invalid
from dtref.spec.growing.hunt import grow
from dtref.spec.model.trees import Tree, depth

pytestmark = pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")

COLUMNS: Columns = {
    "x": (WHOLE, [1, 2, 3, 4, 5, 6, 7, 8]),
    "z": (WHOLE, [1, 1, 2, 2, 3, 3, 4, 4]),
    "y": (TEXT, [*"pqqpqppq"]),
}
CONFIG = SourceConfig("postgres", "", "t", "NO_SUCH_VARIABLE")
DATA = dtref.from_frame({c: values for c, (_, values) in COLUMNS.items()}, target="y")


@pytest.fixture(scope="module")
def postgres() -> Iterator[Any]:
    """A connection of the owner to a server with the table t."""
    with in_postgres() as engine:
        engine.make("t", COLUMNS)
        yield engine.connection


@contextmanager
def another(connection: Any, user: str = "postgres") -> Iterator[Any]:
    other = connect(Server(Path(connection.info.host), Path()), user)
    try:
        yield other
    finally:
        other.close()


def test_a_connection_that_is_killed_between_levels(postgres: Any) -> None:
    before, tree = postgres.execute("SELECT count(*) FROM pg_class").fetchall(), grow(DATA, dtref.CART)
    levels: list[Tree] = []
    with another(postgres) as worker:
        source = dtref.counts_of("t", connection=worker, target="y")
        pid = worker.info.backend_pid
        killing = Counting(source.system, {3: lambda: postgres.execute("SELECT pg_terminate_backend(%s)", [pid])})
        with pytest.raises(Invalid, match=r"^PostgreSQL: expected a query that it can answer \(got 'the connection is lost'\)$"):
            dtref.grow_from_tables(evolve(source, system=killing), dtref.CART, after_level=levels.append)
    assert [depth(level) for level in levels] == [1]
    with another(postgres) as worker:
        source = dtref.counts_of("t", connection=worker, target="y")
        counting = Counting(source.system)
        assert dtref.grow_from_tables(evolve(source, system=counting), dtref.CART, begun=levels[-1]) == tree
        assert len(counting.queries) == depth(tree)  # that of the whole, and all levels but the first
    assert postgres.execute("SELECT count(*) FROM pg_class").fetchall() == before


def test_no_right_to_read(postgres: Any) -> None:
    postgres.execute("CREATE ROLE nobody LOGIN")
    with another(postgres, "nobody") as stranger, pytest.raises(Invalid, match="no right to read it"):
        dtref.counts_of("t", connection=stranger, target="y")


def test_a_limit_of_time(postgres: Any) -> None:
    with another(postgres) as hurried, pytest.raises(Invalid, match="it was stopped, as by a limit of time or memory"):
        hurried.execute("SET statement_timeout = '30ms'")
        dtref.counts_of("(SELECT t.* FROM t, pg_sleep(3)) AS slow", connection=hurried, target="y")


def test_a_limit_of_temporary_files(postgres: Any) -> None:
    postgres.execute("CREATE ROLE guest LOGIN")
    postgres.execute("GRANT SELECT ON t TO guest")
    postgres.execute("ALTER ROLE guest SET temp_file_limit = '64kB'")
    postgres.execute("ALTER ROLE guest SET work_mem = '64kB'")
    many = "(SELECT g * 7919 % 100003 AS x, CASE WHEN g % 3 = 0 THEN 'p' ELSE 'q' END AS y FROM generate_series(1, 30000) AS g) AS many"
    with another(postgres, "guest") as guest, pytest.raises(Invalid, match="the server has no memory, disk or connections left for it"):
        source = dtref.counts_of(many, connection=guest, target="y")
        dtref.grow_from_tables(source, evolve(dtref.CART, stop=(*dtref.CART.stop, dtref.AtDepth(1))))


def test_a_query_that_would_be_longer_than_the_engine_takes() -> None:
    memory = sqlite3.connect(":memory:")
    memory.execute("CREATE TABLE t (x INTEGER, y TEXT)")
    memory.executemany("INSERT INTO t VALUES (?, ?)", [(i, "pq"[i % 2]) for i in range(8)])
    source = dtref.counts_of("t", connection=memory, target="y")
    short = Counting(source.system)
    short.dialect = evolve(short.dialect, longest=600)
    with pytest.raises(Invalid, match="SQLite: expected a level that a query of 600 characters describes"):
        dtref.grow_from_tables(evolve(source, system=short), dtref.CART)


# sources in files


@pytest.fixture
def sqlite_file(tmp_path: Path) -> Path:
    path = tmp_path / "a?b.db"
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE t (x INTEGER, z INTEGER, y TEXT)")
        file.executemany("INSERT INTO t VALUES (?, ?, ?)", zip(*(values for _, values in COLUMNS.values()), strict=True))
    file.close()
    return path


def test_fit_from_a_source(sqlite_file: Path, tmp_path: Path) -> None:
    config, saved, levels = tmp_path / "source.toml", tmp_path / "tree.json", tmp_path / "levels.json"
    config.write_text(f'engine = "sqlite"\naddress = "{sqlite_file}"\ntable = "t"\n', "utf-8")
    words = ["--source", str(config), "--target", "y", "--save", str(saved), "--levels", str(levels)]
    ran = CliRunner().invoke(fit_command, words, catch_exceptions=False)
    assert "training errors  0" in ran.output
    tree = grow(DATA, dtref.CART)
    assert dtref.read_model(saved).tree == dtref.read_model(levels).tree == tree
    again = CliRunner().invoke(fit_command, [*words, "--json"], catch_exceptions=False)
    assert json.loads(again.output)["depth"] == str(depth(tree))
    with pytest.raises(Invalid, match=r"levels.json: expected levels grown with max-depth 1 \(got 'no options'\)"):
        CliRunner().invoke(fit_command, [*words, "--max-depth", "1"], catch_exceptions=False)
    with pytest.raises(Invalid, match=r"levels.json: expected levels of ID3 \(got 'CART'\)"):
        CliRunner().invoke(fit_command, [*words, "--as", "id3", "--gap", "fractions"], catch_exceptions=False)
    # the model against the table, as it is and with a record less
    asked = [str(saved), *words[:4]]
    ran = CliRunner().invoke(verify_command, asked, catch_exceptions=False)
    assert (ran.exit_code, "WRONG" in ran.output) == (0, False)
    with pytest.raises(Invalid, match=r"nothing that needs the records themselves .got '--pruned'"):
        CliRunner().invoke(verify_command, [*asked, "--pruned"], catch_exceptions=False)
    with pytest.raises(Invalid, match="DATA, or --source"):
        CliRunner().invoke(verify_command, [str(saved), "--target", "y"], catch_exceptions=False)
    with sqlite3.connect(sqlite_file) as changed:
        changed.execute("DELETE FROM t WHERE x = 1")
    ran = CliRunner().invoke(verify_command, asked, catch_exceptions=False)
    assert (ran.exit_code, "first wrong: node 1" in ran.output) == (1, True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('engine = "sqlite"\n', "the field table"),
        ('engine = "oracle"\ntable = "t"\n', "one of duckdb, sqlite"),
        ('engine = "postgres"\ntable = "t"\npassword = "tiger7"\n', "no password, which comes from the environment"),
        ('engine = "postgres"\ntable = "t"\naddress = "host=h password=tiger7"\n', "no password, which comes from the environment"),
        ('engine = "postgres"\ntable = "t"\naddress = "postgresql://u:tiger7@h/d"\n', "no password, which comes from the environment"),
        ('engine = "postgres"\ntable = "t"\nhost = "h"\n', "the fields engine, address, table, password_from"),
        ("engine = 3\n", "a text"),
        ("engine", "TOML"),
    ],
)
def test_what_a_description_may_not_say(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "source.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(Invalid, match=message) as refused:
        source_config(str(path))
    assert "tiger7" not in str(refused.value)


def test_a_password_comes_from_the_environment_and_is_never_told(postgres: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"host={postgres.info.host} dbname=postgres user=postgres"
    monkeypatch.setenv("WAREHOUSE", "tiger7")
    with SourceConfig("postgres", address, "t", "WAREHOUSE").opened() as (table, connection):
        source = dtref.counts_of(table, connection=connection, target="y")
        assert dtref.grow_from_tables(source, dtref.CART) == grow(DATA, dtref.CART)
        with pytest.raises(Exception, match="read-only"):
            connection.execute("CREATE TABLE made (x int)")  # type: ignore[attr-defined]
    for wrong in (evolve(CONFIG, address="host=/no/such dbname=postgres", password_from="WAREHOUSE"), evolve(CONFIG, address=address)):
        with pytest.raises(Invalid) as refused, wrong.opened():
            pass
        assert "tiger7" not in str(refused.value) and "no/such" not in str(refused.value)


def test_addresses_of_files(tmp_path: Path) -> None:
    duckdb, polars = pytest.importorskip("duckdb"), pytest.importorskip("polars")
    polars.DataFrame({c: values for c, (_, values) in COLUMNS.items()}).write_parquet(tmp_path / "t.parquet")
    with duckdb.connect(str(tmp_path / "t.duckdb")) as file:
        file.execute(f"CREATE TABLE t AS SELECT * FROM read_parquet('{tmp_path}/t.parquet')")
    addresses = (f"{tmp_path}/t.duckdb#t", f"#read_parquet('{tmp_path}/t.parquet')")
    for address in (*(f"duckdb:{rest}" for rest in addresses), f"polars:{tmp_path}/t.parquet#records"):
        with source_config(address).opened() as (table, connection):
            source = dtref.counts_of(table, connection=connection, target="y")
            assert dtref.grow_from_tables(source, dtref.CART) == grow(DATA, dtref.CART)


@pytest.mark.parametrize(("engine", "command"), [("polars", "'polars'"), ("duckdb", "'dtref[outofcore]'"), ("spark", "'dtref[spark]'")])
def test_an_engine_that_is_not_there_is_named_with_what_installs_it(engine: str, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "find_spec", lambda _: None)
    with pytest.raises(Invalid, match=re.escape(f"by pip install {command}")), SourceConfig(engine, "", "t").opened():
        pass
