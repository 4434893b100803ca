"""A path, a name, a value that is given to an engine is that one, whatever characters it has; what is a query says so, and is one query."""

from __future__ import annotations

import os
import random
import warnings
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

import dtref
from dtref.engines.from_counts.source import RecordSource
from dtref.errors import DataWarning, Invalid
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Gap

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

POLICY = evolve(dtref.CART, missing=dtref.keep_missing, gap=Gap.FRACTIONS)


@pytest.fixture
def connection() -> DuckDBPyConnection:
    return pytest.importorskip("duckdb").connect()


def refused(read: object, *given: object, **said: object) -> str:
    with pytest.raises(Invalid) as raised:
        read(*given, **said)  # type: ignore[operator]
    return str(raised.value)


def same(source: RecordSource, data: DataSet) -> None:
    assert (source.attributes, source.target) == (data.attributes, data.target)
    assert dtref.grow_from_tables(source, POLICY) == dtref.grow(data, POLICY)


# paths


NAMES = [
    "data[1].csv", "*.csv", "?.csv", "[a-z].csv", "{a,b}.csv", "**", "it's.csv", 'say "x".csv', "back\\slash.csv",
    "line\nbreak.csv", "tab\t.csv",
    "ünï код 数.csv",
    " blank .csv", "semi;colon.csv", "a'); DROP TABLE t; --.csv", "$HOME.csv", "~.csv", "-", "%s.csv", "x.csv.gz", "x.parquet",
    "noending", "\U0001f333.csv", "#1.csv", "a=1.csv",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_the_file_named_is_the_file_read(connection: DuckDBPyConnection, tmp_path: Path, name: str) -> None:
    """Beside it lie files that its name would stand for as a pattern; they hold other records."""
    for other in ("data1.csv", "a.csv", "b.csv", "x.csv"):
        (tmp_path / other).write_text("x,y\n1,Q\n2,Q\n3,Q\n4,Q\n5,Q\n")
    path = tmp_path / name
    path.write_text("x,y\n1,P\n2,P\n3,P\n4,Q\n")
    source = dtref.database_csv(connection, path, target="y")
    same(source, dtref.read_csv(path, target="y"))
    assert source.whole() == (3, 1)
    assert dtref.tree_text(dtref.grow_from_tables(source, dtref.CART)).splitlines()[1] == "x <= 3.5: P (P 3, Q 0)"
    same(dtref.csv_in_chunks(path, target="y"), dtref.read_csv(path, target="y"))


@pytest.mark.parametrize(
    "name", ["http://x.org/x.csv", "s3://bucket/x.csv", "https:/x.csv", "file:///x.csv", "hf://datasets/x.csv", "~/x.csv"]
)
def test_a_place_elsewhere_is_a_path_like_any_other(
    connection: DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for reader in (dtref.read_csv, dtref.csv_in_chunks, lambda path, **said: dtref.database_csv(connection, path, **said)):
        wanted = "a file that can be read" if name.startswith("~") else "a file on this machine, as URLs are not read"
        assert f"expected {wanted} (got 'No such file or directory')" in refused(reader, name, target="y")
    Path(name).parent.mkdir(parents=True) if not name.startswith("/") else None
    Path(name).write_text("x,y\n1,P\n2,P\n3,P\n4,Q\n")
    same(dtref.database_csv(connection, name, target="y"), dtref.read_csv(name, target="y"))


def test_a_folder_with_a_pattern_for_a_name(connection: DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "[temp]*"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    path = tmp_path / "x.csv"
    path.write_text("x,y\n1,P\n2,Q\n")
    same(dtref.database_csv(connection, path, target="y"), dtref.read_csv(path, target="y"))
    assert list(folder.iterdir()) == []


# the file as read_csv reads it


HARD = {
    "quotes": 'x,y\n"a ""b""",P\n"c,d",Q\n',
    "line breaks in quotes": 'x,y\n"a\nb",P\n"c\r\nd",Q\n',
    "blank lines": "x,y\n\n1,P\n\n2,Q\n\n",
    "blanks before quotes": 'x,y\n "a,b", P\n c,Q\n',
    "old Mac": "x,y\r1,P\r2,Q\r",
    "Windows": "x,y\r\n1,P\r\n2,Q\r\n",
    "both": "x,y\r\n1,P\n2,Q\r\n",
    "no end": "x,y\n1,P\n2,Q",
    "mark of UTF-8": "\ufeffx,y\n1,P\n2,Q\n",
    "quoted mark of UTF-8": '\ufeff"x",y\n1,P\n2,Q\n',
    "signs": "x,y\n\\,P\n',Q\n%,P\n/*,Q\n--,P\n",
    "spaces of all kinds": "x,y\n\u00a0a\u2003,P\nb\u3000,Q\n\x1ca,P\n",
    "one column left out": "x,z,y\n1,a,P\n2,b,Q\n",
    "digits": "x,y\n1e-3,P\n.5,Q\n+2.,P\n-0,Q\n",
    "a long cell": "x,y\n" + "a" * 100_000 + ",P\nb,Q\n",
    "NULL as a text": 'x,y\nnull,P\n"NULL",Q\nnull,P\nNULL,Q\n',
    "a comment": "x,y\n#1,P\n2,Q\n",
    "no record": "x,y\n",
    "no record, no end": "x,y",
}


@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")
@pytest.mark.parametrize("text", HARD.values(), ids=HARD)
def test_a_database_reads_a_file_as_read_csv_does(connection: DuckDBPyConnection, tmp_path: Path, text: str) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(text.encode())
    said = {"target": "y", "nominal": ["x"]} if "e-3" not in text else {"target": "y"}
    data = dtref.read_csv(path, **said)
    same(dtref.database_csv(connection, path, **said), data)
    same(dtref.csv_in_chunks(path, records=1, **said), data)


@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")
@pytest.mark.parametrize("delimiter", [";", "|", " ", "tab", "§", "'", "\\", "%", "*"])
def test_delimiters(connection: DuckDBPyConnection, tmp_path: Path, delimiter: str) -> None:
    path, mark = tmp_path / "t.csv", "\t" if delimiter == "tab" else delimiter
    path.write_text("x,y\n1,P\n2,Q\na,P\n".replace(",", mark))
    same(dtref.database_csv(connection, path, delimiter=delimiter, target="y"), dtref.read_csv(path, delimiter=delimiter, target="y"))


@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")
def test_files_made_by_chance_are_read_alike_or_refused_by_both(connection: DuckDBPyConnection, tmp_path: Path) -> None:
    chance, path, read = random.Random(7), tmp_path / "t.csv", 0
    for _ in range(120):
        cells = ["1", "a", "?", "", '"b"', '"c,d"', ' "e"', "f ", '"g\n"', "'", "\\", "é", "\u00a0h", '"""i"', "é\x1d"]
        ends = chance.choice((["\n"], ["\n"], ["\r\n"], ["\n", "\r\n", "\r", "\n\n"]))
        rows = (f"{chance.choice(cells)},{chance.choice('PQ')}{chance.choice(ends)}" for _ in range(chance.randint(0, 5)))
        path.write_bytes(("x,y\n" + "".join(rows) + chance.choice(("", "", ",", "1,P,", '"', "z"))).encode())
        try:
            data = dtref.read_csv(path, target="y", nominal=["x"])
        except Invalid:
            assert refused(dtref.database_csv, connection, path, target="y", nominal=["x"])
        else:
            same(dtref.database_csv(connection, path, target="y", nominal=["x"]), data)
            read += 1
    assert read > 40


@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")
@pytest.mark.parametrize("encoded", [b"x,y\n1,P\n\xe9,Q\n", b'x,y\n"1",P\n\xe9,Q\n', "x,y\n1,P\n".encode("utf-16"), b"x,y\n1,P\n2\0,Q\n"])
def test_bytes_that_are_no_text_are_refused(connection: DuckDBPyConnection, tmp_path: Path, encoded: bytes) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(encoded)
    assert "UTF-8" in refused(dtref.database_csv, connection, path, target="y")


def test_what_can_be_read_only_once_is_refused_where_it_is_read_again(connection: DuckDBPyConnection, tmp_path: Path) -> None:
    path = tmp_path / "pipe.csv"
    os.mkfifo(path)
    for reader in (dtref.csv_in_chunks, lambda path, **said: dtref.database_csv(connection, path, **said)):
        assert (
            refused(reader, path, target="y") == f"{path}: expected a regular file, as it is read more than once (got 'a pipe or device')"
        )


def test_other_formats_are_named(connection: DuckDBPyConnection, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b"PK\x03\x04" + bytes(range(256)))
    for reader in (dtref.csv_in_chunks, lambda path, **said: dtref.database_csv(connection, path, **said)):
        assert refused(reader, path, target="y") == refused(dtref.read_csv, path, target="y")


# names


@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")
@pytest.mark.parametrize(
    "names",
    [
        ("A", "a"),
        ("a", "A "),
        ('"li\nne"', "b"),
        ("it's", "b"),
        ('"a""b"', "a;b"),
        ("select", "y0"),
        ("c1", "c0"),
        ("ß", "SS"),
        ("x{0}", "%s"),
    ],
)
def test_columns_are_called_as_the_file_calls_them(connection: DuckDBPyConnection, tmp_path: Path, names: tuple[str, str]) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f"{names[0]},{names[1]},y\n1,3,P\n2,1,P\n3,2,Q\n4,1,Q\n")
    data = dtref.read_csv(path, target="y", continuous=[dtref.read_csv(path, target="y").attributes[1].name])
    same(dtref.database_csv(connection, path, target="y", continuous=[data.attributes[1].name]), data)
    only = dtref.database_csv(connection, path, target="y", ignore=[data.attributes[0].name])
    assert only.attributes == data.attributes[1:]


def test_values_are_those_of_the_file(connection: DuckDBPyConnection, tmp_path: Path) -> None:
    values = ["it's", 'a"b', "a\\b", "%", "_", "NULL", "true", "{}", "$1", "é", "数", "\U0001f333", "a'); DROP TABLE t; --", "1=1"]
    path = tmp_path / "t.csv"
    quoted = ('"' + v.replace('"', '""') + '"' for v in values * 2)
    path.write_text("x,y\n" + "".join(f"{v},{'PQ'[i % 2]}\n" for i, v in enumerate(quoted)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        same(dtref.database_csv(connection, path, target="y"), dtref.read_csv(path, target="y"))
    connection.execute("CREATE TABLE t AS SELECT * FROM (VALUES ('a' || chr(0), 'P'), ('a', 'Q'), ('a' || chr(0) || '''', 'P')) v(x, y)")
    source = dtref.database_table(connection, "t", target="y")
    assert source.attributes == (dtref.Nominal("x", ("a", "a\0", "a\0'")),)
    assert dtref.training_errors(dtref.grow_from_tables(source, dtref.ID3)) == 0


# what is left behind, and names that are taken


def test_nothing_is_left_in_the_database(connection: DuckDBPyConnection, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("x,y\n1,P\n2,Q\n")
    for taken in ("records", "dtref0", "dtref1"):
        connection.execute(f"CREATE TEMP TABLE {taken} AS SELECT 1 AS x")
    before = connection.execute("SELECT table_name FROM duckdb_tables() ORDER BY 1").fetchall()
    sources = [dtref.database_csv(connection, path, target="y") for _ in range(3)]
    connection.execute("DROP TABLE dtref0")
    sources.append(dtref.database_csv(connection, path, target="y"))
    for source in sources:
        same(source, dtref.read_csv(path, target="y"))
    assert connection.execute("SELECT table_name FROM duckdb_tables() ORDER BY 1").fetchall() == [n for n in before if n != ("dtref0",)]
    assert connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall() == []


def test_the_file_may_be_gone_when_the_tree_is_grown(connection: DuckDBPyConnection, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("x,y\n1,P\n2,Q\n")
    data, source = dtref.read_csv(path, target="y"), dtref.database_csv(connection, path, target="y")
    path.unlink()
    same(source, data)


# queries


def test_more_than_one_statement_is_refused(connection: DuckDBPyConnection) -> None:
    connection.execute("CREATE TABLE good AS SELECT 1 AS x, 'P' AS y")
    connection.execute("CREATE TABLE victim AS SELECT 1 AS x")
    for table in ("good; DROP TABLE victim", "good;DROP TABLE victim;", "good -- \n; DROP TABLE victim", "good; SELECT 1"):
        message = refused(dtref.database_table, connection, table, target="y")
        assert message.startswith("database: expected one query (got ")
    assert connection.execute("SELECT count(*) FROM victim").fetchall() == [(1,)]
    assert dtref.database_table(connection, "good", target="y").whole() == (1,)


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("nothing", "a table or function in it is not there"),
        ("nothing(", "it cannot be parsed"),
        ("", "it cannot be parsed"),
        ("read_csv('no/such.csv')", "a file in it cannot be read"),
        ("(SELECT z FROM good)", "a name in it is not known, or of another type"),
        ("(SELECT 'a'::INTEGER AS x, y FROM good)", "a value has another type"),
        ("good --", "it cannot be parsed"),
        ("\ud800", "a text in it is no text"),
    ],
)
def test_what_a_database_refuses_is_said_in_words_of_ours(connection: DuckDBPyConnection, table: str, why: str) -> None:
    connection.execute("CREATE TABLE good AS SELECT 1 AS x, 'P' AS y")
    assert refused(dtref.database_table, connection, table, target="y") == f"database: expected a query that it can answer (got {why!r})"


# what a person would ask


def test_a_database_refuses_and_tells_as_a_file_does(connection: DuckDBPyConnection, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    for text in (
        "x,y\n1,P\nNA,Q\n3,P\nna,Q\n",
        "x,y\n$1,P\n$2,Q\n",
        'x,z,y\n1,"1,5",P\n2,"2,5",Q\n',
        "x,y\n" + "a" * 200_000 + ",P\n",
    ):
        path.write_text(text)
        assert refused(dtref.database_csv, connection, path, target="y") == refused(dtref.read_csv, path, target="y")
    for text in (
        "x,y\n1,P\n2,Q\n5-more,P\n3,Q\n",
        "x,y\nyes,P\nYes,Q\nNA,Q\n",
        "x,z,y\n1,a,P\n2,b,Q\n3,c,Q\n4,d,P\n",
        "x,y\n1,0.5\n2,1.5\n3,2\n4,2.5\n",
        "x;y\n1;P\n",
    ):
        path.write_text(text)
        found = []
        for read in (dtref.read_csv, dtref.csv_in_chunks, lambda path, **said: dtref.database_csv(connection, path, **said)):
            with pytest.warns(DataWarning) as warned:
                read(path, target="y")
            found.append([str(w.message) for w in warned])
        assert found[0] == found[1] == found[2]


def test_decimal_commas(connection: DuckDBPyConnection, tmp_path: Path) -> None:
    path = tmp_path / "de.csv"
    path.write_text("x;z;y\n1,5;a;P\n-,25;b;P\n2e1;a;Q\n3,;b;Q\n")
    said: Any = {"delimiter": ";", "decimal": ",", "target": "y"}
    data = dtref.read_csv(path, **said)
    assert [r.values[0] for r in data] == [Fraction(3, 2), Fraction(-1, 4), Fraction(20), Fraction(3)]
    same(dtref.database_csv(connection, path, **said), data)
    same(dtref.csv_in_chunks(path, records=1, **said), data)
    path.write_text("x;y\n1,5;P\n2.5;Q\n")
    for reader in (dtref.read_csv, dtref.csv_in_chunks, lambda path, **said: dtref.database_csv(connection, path, **said)):
        assert (
            "column 'x': expected numbers, as 1 of 2 cells are; what decides is one decimal mark in the file ('1,5' stands there, too) or"
            in refused(reader, path, **said)
        )


def test_texts_of_a_table_are_asked_about_as_those_of_a_frame(connection: DuckDBPyConnection) -> None:
    connection.execute("CREATE TABLE t AS SELECT * FROM (VALUES ('1', 'P'), ('2', 'Q'), ('NA', 'P')) v(x, y)")
    assert "t, column 'x': expected numbers, as 2 of 3 cells are; what decides is missing=['', '?', 'NA']" in refused(
        dtref.database_table, connection, "t", target="y"
    )
    assert dtref.database_table(connection, "t", target="y", missing=["NA"], nominal=["x"]).incomplete() == {0}


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links")
def test_where_links_are_not_allowed_the_file_is_copied(
    connection: DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_link(*_: object, **__: object) -> None:
        raise OSError("not allowed")

    monkeypatch.setattr(Path, "symlink_to", no_link)
    path = tmp_path / "*.csv"
    path.write_text("x,y\n1,P\n2,Q\n")
    same(dtref.database_csv(connection, path, target="y"), dtref.read_csv(path, target="y"))
