"""Sources of AVC sets: files in chunks and tables of DuckDB give the data sets, and the trees, that reading the whole file gives."""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from many import examples
from narrow import of_kind

from dtref.engines.from_counts.grow import grow_from_tables
from dtref.engines.from_counts.source import RecordSource
from dtref.engines.from_counts.sources.chunks import Chunks
from dtref.engines.from_counts.sources.csv_relation import database_csv
from dtref.engines.from_counts.sources.readers import csv_in_chunks, parquet_in_chunks
from dtref.engines.from_counts.sources.relations import database_table
from dtref.errors import Invalid
from dtref.io.arrays import from_frame
from dtref.io.tables import read_csv
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import AtDepth
from dtref.spec.model.attributes import Continuous, Ordinal, Width
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Gap, Tree
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.presets import C45, CART, ID3, REGRESSION_TREE, SCIKIT_LEARN
from dtref.strategies import data_sets

GOLDEN = Path(__file__).parents[3] / "golden" / "data"
ALL = sorted(GOLDEN.glob("*.csv"))
GAPS: dict[str, Any] = {"missing": keep_missing, "gap": Gap.FRACTIONS}


@pytest.fixture(scope="module")
def duckdb() -> Any:
    return pytest.importorskip("duckdb").connect()


def in_database(duckdb: Any) -> Callable[..., RecordSource]:
    return lambda path, **keywords: database_csv(duckdb, path, **keywords)


def same(source: RecordSource, data: DataSet, grown: Callable[[Policy], Tree] | None = None) -> None:
    """grown: the specification's trees of the data, where they are there already."""
    assert (source.attributes, source.target) == (data.attributes, data.target)
    numbers = isinstance(data.target, Continuous)
    large = len(data) > 150
    for policy in (REGRESSION_TREE,) if numbers else (CART,) if large else (CART, ID3, C45):
        here = evolve(policy, **GAPS, stop=(*policy.stop, AtDepth(1 if large else 4)))
        assert grow_from_tables(source, here) == (grown(here) if grown else grow(data, here))


def keywords(path: Path) -> dict[str, Any]:
    """The last column is the target where no schema beside the file says another."""
    if path.with_suffix(".schema.json").exists():
        return {}
    with path.open(encoding="utf-8") as lines:
        return {"target": next(csv.reader(lines))[-1]}


@cache
def whole(path: Path) -> DataSet:
    return read_csv(path, **keywords(path))


@cache
def tree(path: Path, policy: Policy) -> Tree:
    """The specification's tree of a file, with which several sources are compared."""
    return grow(whole(path), policy)


@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")  # some files have what is told
@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_golden_files_in_chunks(path: Path) -> None:
    same(csv_in_chunks(path, records=7, **keywords(path)), whole(path), partial(tree, path))


@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")  # some files have what is told
@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_golden_files_in_a_database(duckdb: Any, path: Path) -> None:
    same(database_csv(duckdb, path, **keywords(path)), whole(path), partial(tree, path))


def written(data: DataSet, path: Path) -> DataSet:
    """A data set as a CSV file with weights, and as it is read from there."""
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow([*(a.name for a in data.attributes), data.target.name, "weight"])
        for r in data:
            out.writerow(
                [
                    *(
                        "?" if v.__class__.__name__ == "Missing" else v if isinstance(v, str) else float(of_kind(Fraction, v))
                        for v in r.values
                    ),
                    r.label,
                    r.weight,
                ]
            )
    return read_csv(path, **declared(data))


def declared(data: DataSet) -> dict[str, Any]:
    return {
        "target": data.target.name,
        "weights": "weight",
        "ordinal": {a.name: a.values for a in data.attributes if isinstance(a, Ordinal)},
        "continuous": [a.name for a in data.attributes if isinstance(a, Continuous)],
        "nominal": [a.name for a in data.attributes if not isinstance(a, Continuous | Ordinal)],
    }


@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")  # generated tables are as they are
@examples(10, [HealthCheck.function_scoped_fixture])
@given(data=data_sets(max_records=9, missing=True, weights="integers"))
def test_generated_files(duckdb: Any, tmp_path: Path, data: DataSet) -> None:
    path = tmp_path / "data.csv"
    read = written(data, path)
    same(csv_in_chunks(path, records=4, **declared(data)), read)
    same(database_csv(duckdb, path, **declared(data)), read)


NUMERALS = (
    "0.1",
    "0.10",
    "1e-1",
    ".1",
    "+0.1",
    "0.10000000000000000555",
    "10e-2",
    "0.2",
    "2E-1",
    "9007199254740993",
    "9007199254740992",
    "-0",
    "5.",
)


@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")  # generated columns may be constant
@given(rows=st.lists(st.tuples(st.sampled_from(NUMERALS), st.sampled_from("-+")), min_size=1, max_size=12))
@examples(14, [HealthCheck.function_scoped_fixture])
def test_numerals_are_the_decimals_that_they_say(duckdb: Any, tmp_path: Path, rows: list[tuple[str, str]]) -> None:
    path = tmp_path / "numerals.csv"
    path.write_text("x,y\n" + "".join(f'"{x}", {y} \n' for x, y in rows), encoding="utf-8")
    for source in (csv_in_chunks(path, records=5, target="y", continuous=["x"]), database_csv(duckdb, path, target="y", continuous=["x"])):
        same(source, read_csv(path, target="y", continuous=["x"]))


@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")  # generated tables are as they are
def test_doubles_and_floats_of_parquet_are_binary_numbers(duckdb: Any, tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    chance = random.Random(5)
    doubles = [chance.choice((0.1, 0.1 + 2**-56, 0.3, 0.1 + 0.2, float("nan"), -0.0, 0.0)) for _ in range(60)]
    frame = {
        "double": pyarrow.array(doubles, pyarrow.float64()),
        "float": pyarrow.array([chance.choice((0.1, 0.25, None)) for _ in range(60)], pyarrow.float32()),
        "whole": pyarrow.array([chance.choice((2**53, 2**53 + 1, None)) for _ in range(60)], pyarrow.int64()),
        "text": pyarrow.array([chance.choice(("a", "b'", "?", "10")) for _ in range(60)]),
        "truth": pyarrow.array([chance.choice((True, False, None)) for _ in range(60)]),
        "y": pyarrow.array([chance.choice((0, 1)) for _ in range(60)]),
    }
    table, path = pyarrow.table(frame), tmp_path / "t.parquet"
    parquet.write_table(table, path)
    read = from_frame({name: column.to_pylist() for name, column in frame.items()}, target="y")
    single = [evolve(a, width=Width.FLOAT32) if isinstance(a, Continuous) and a.name == "float" else a for a in read.attributes]
    read = evolve(read, attributes=single)
    same(parquet_in_chunks(path, records=11, target="y"), read)
    same(database_table(duckdb, f"read_parquet('{path}')", target="y"), read)


def test_a_regression_target(duckdb: Any, tmp_path: Path) -> None:
    chance = random.Random(3)
    path = tmp_path / "r.csv"
    lines = [
        f"{chance.randint(0, 9) / 10},{chance.choice('abc?')},{chance.randint(0, 99) / 8},{chance.choice((1, 2, 0.5))}" for _ in range(80)
    ]
    path.write_text("\n".join(["x,z,y,w", *lines]), encoding="utf-8")
    declared: dict[str, Any] = {"target": "y", "continuous": ["y"], "weights": "w"}
    same(csv_in_chunks(path, records=9, **declared), read_csv(path, **declared))
    same(database_csv(duckdb, path, **declared), read_csv(path, **declared))


def test_scikit_learns_cuts(duckdb: Any, tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text("x,y\n0,a\n1e-8,b\n1,a\n1.00000001,b\n2,a\n", encoding="utf-8")
    assert grow_from_tables(database_csv(duckdb, path, target="y"), SCIKIT_LEARN) == grow(read_csv(path, target="y"), SCIKIT_LEARN)


BAD = {
    "no such column": ("x,y\n1,a\n", {"target": "z"}, "target: expected one of the columns 'x', 'y' (got 'z')"),
    "no target named": ("x,y\n1,a\n", {}, "target: expected one of the columns 'x', 'y' (got 'none is named')"),
    "twice": ("x,x\n1,a\n", {"target": "x"}, "column 2: expected a name that no other column has (got 'x')"),
    "empty": ("", {"target": "x"}, ": expected a header line (got 'blank lines, if any')"),
}


@pytest.mark.parametrize("case", BAD)
@pytest.mark.parametrize("reader", [lambda _: csv_in_chunks, in_database], ids=["chunks", "database"])
def test_bad_files(duckdb: Any, tmp_path: Path, case: str, reader: Callable[[Any], Callable[..., RecordSource]]) -> None:
    text, said, message = BAD[case]
    path = tmp_path / "bad.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Invalid) as refused:
        reader(duckdb)(path, **said)
    assert str(refused.value).removeprefix(str(path)).removeprefix(" line 1").removeprefix(", ") == message


@pytest.mark.parametrize(
    ("text", "said", "message"),
    [
        ("x,y\n1,a\n2\n", {}, "line 3: expected 2 cells (got 1)"),
        (
            "x,y\n1,a\n2,?\n",
            {},
            "line 3, column 'y': expected a known value (it is the target); or drop=['unlabelled'] (got '?')",
        ),
        ("x,y\n1,a\nhigh,b\n", {"continuous": ["x"]}, "line 3, column 'x': expected a number (got 'high')"),
        (
            "x,y,w\n1,a,1\n2,b,0\n",
            {"weights": "w"},
            "line 3, column 'w': expected a positive number (it is a weight); or drop=['weightless'] (got '0')",
        ),
    ],
)
def test_bad_lines_in_chunks(tmp_path: Path, text: str, said: dict[str, Any], message: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Invalid) as refused:
        grow_from_tables(csv_in_chunks(path, records=1, target="y", **said), CART)
    assert str(refused.value) == f"{path} {message}"


@pytest.mark.parametrize(
    ("text", "said", "message"),
    [
        ("x,y\n1,a\n2,?\n", {}, ", column 'y': expected known values (it is the target) (got '1 missing')"),
        ("x,y\n1,a\nhigh,b\n", {"continuous": ["x"]}, " line 1, column 'x': expected a number (got 'high')"),
        ("x,y,w\n1,a,1\n2,b,0\n", {"weights": "w"}, ", column 'w': expected positive numbers (they are weights) (got '1 others')"),
        (
            "x,y\n1e30,a\n1e-30,b\n",
            {},
            " line 1, column 'x': expected numbers of at most 38 digits before and after the point together (got '31 and 30')",
        ),
        ("x,y\nlow,a\n2,b\n", {"nominal": {"x": ["low"]}}, ", column 'x': expected one of 'low' (got '2')"),
    ],
)
def test_bad_columns_in_a_database(duckdb: Any, tmp_path: Path, text: str, said: dict[str, Any], message: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Invalid) as refused:
        database_csv(duckdb, path, target="y", **said)
    assert str(refused.value) == f"{path}{message}"


def test_what_a_database_cannot_read_is_invalid(duckdb: Any, tmp_path: Path) -> None:
    path = tmp_path / "ragged.csv"
    path.write_text("x,y\n1,a\n2\n", encoding="utf-8")
    with pytest.raises(Invalid, match=r"ragged.csv line 3: expected 2 cells \(got 1\)"):
        database_csv(duckdb, path, target="y")
    with pytest.raises(Invalid, match=r"^database: expected a query that it can answer \(got 'a table or function in it is not there'\)"):
        database_table(duckdb, "nothing", target="y")
    with pytest.raises(Invalid, match=r"^t, column 'x': expected finite numbers"):
        database_table(duckdb.execute("CREATE OR REPLACE TEMP TABLE t AS SELECT 'inf'::DOUBLE AS x, 1 AS y"), "t", target="y")
    duckdb.execute("CREATE OR REPLACE TEMP TABLE d AS SELECT DATE '2020-01-01' AS x, 1 AS y")
    with pytest.raises(Invalid, match=re.escape("d, column 'x': expected a column of numbers, texts or truth values (got 'DATE')")):
        database_table(duckdb, "d", target="y")
    assert database_table(duckdb, "d", target="y", ignore=["x"]).attributes == ()


def test_enumerations_and_decimals(duckdb: Any) -> None:
    duckdb.execute("CREATE OR REPLACE TYPE mood AS ENUM ('sad', 'it''s ok', 'happy')")
    duckdb.execute("CREATE OR REPLACE TABLE e AS SELECT 'happy'::mood AS m, 1.25::DECIMAL(5,3) AS x, true AS y")
    source = database_table(duckdb, "e", target="y")
    assert [getattr(a, "values", None) for a in source.attributes] == [("sad", "it's ok", "happy"), None]
    assert source.highest([(1, Fraction(5, 3))]) == [Fraction(5, 4)]


def test_files_are_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.csv"
    path.write_bytes(b"x,y\n1,a\n2,\xe9\n")
    with pytest.raises(Invalid) as refused:
        csv_in_chunks(path, target="y")
    assert str(refused.value) == f"{path} line 3, byte 10: expected UTF-8 text (got b'\\xe9')"


def test_many_runs_are_merged_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dtref.engines.from_counts.sources.chunks._FILES", 3)
    path = GOLDEN / "play_tennis.csv"
    same(csv_in_chunks(path, records=1, target="play"), read_csv(path, target="play"))
    assert isinstance(csv_in_chunks(path, target="play"), Chunks)
