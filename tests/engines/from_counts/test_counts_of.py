"""
Counts by other engines: the tree is the one from memory, with all ties, whatever the engine; what can't be exact is refused by name.

DTREF_TABLES=200 asks for so many generated tables on each engine; DTREF_FILES=1 for the files of the folder DTREF_DATA as tables of each;
DTREF_SPARK=1 for Spark, too.
"""

from __future__ import annotations

import csv
import os
import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from math import inf, nan, nextafter
from typing import Any

import pytest
from attrs import evolve
from engines.from_counts.made_tables import DECIMAL, DOUBLE, ENGINES, SINGLE, TEXT, TRUTH, WHOLE, Columns, Engine, as_read
from test_data_folder import FILES, FOLDER, policy_for

import dtref
from dtref.engines.from_counts.sources.database import Database
from dtref.errors import Invalid, Undecided
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import MISSING, Continuous, Width
from dtref.spec.model.prediction import predictor
from dtref.spec.model.trees import Gap, depth, training_errors
from dtref.spec.preparation.missing import keep_missing

TABLES = int(os.environ.get("DTREF_TABLES", "4"))
GAPS: dict[str, Any] = {"missing": keep_missing, "gap": Gap.FRACTIONS}
DEEP = 4

pytestmark = pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")  # generated tables are as they are


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with ENGINES[request.param]() as engine:
        yield engine


def source_of(engine: Engine, columns: Columns, name: str = "t", **said: Any) -> Database:
    table, connection = engine.make(name, columns)
    return dtref.counts_of(table, connection=connection, **said)


def in_memory(columns: Columns, **said: Any) -> dtref.DataSet:
    data = dtref.from_frame(as_read(columns), **said)
    singles = {c for c, (kind, _) in columns.items() if kind == SINGLE}
    attributes = [evolve(a, width=Width.FLOAT32) if a.name in singles and isinstance(a, Continuous) else a for a in data.attributes]
    return evolve(data, attributes=attributes)


def same(source: Database, data: dtref.DataSet, *policies: dtref.Policy) -> None:
    assert (source.attributes, source.target) == (data.attributes, data.target)
    for policy in policies:
        here = evolve(policy, **GAPS, stop=(*policy.stop, dtref.AtDepth(DEEP)))
        assert dtref.grow_from_tables(source, here) == grow(data, here)


def generated(chance: random.Random) -> Columns:
    """A table rich in ties: gaps, decimals, doubles next to each other, odd letters in names and texts."""
    n = chance.randint(1, 14)
    near = [0.1, nextafter(0.1, 1), 0.1 + 0.2, 0.3, -0.0, 0.0, 5e-324, 1.7976931348623157e308, nan]
    pools: dict[str, list[Any]] = {
        DOUBLE: chance.sample(near, 4),
        SINGLE: [0.1, 0.25, 16777216.0, -0.0],
        WHOLE: [2**53, 2**53 + 1, -(2**63) + 1, 2**63 - 1, 3],
        DECIMAL: [Decimal("0.10"), Decimal("-7.25"), Decimal("9999999999999999.99"), Decimal("0.11")],
        TEXT: chance.sample(["a", "A", "a ", "é", "e\u0301", "it's", 'say "x"', "\\", "数", "%", "1; DROP"], 4),
        TRUTH: [True, False],
    }
    names = chance.sample(["x", "it's", 'a "b"', "sele\\ct", "ü", "group", "数", "a0", "y0", "s1"], 4)
    columns: dict[str, tuple[str, list[Any]]] = {}
    for name in names[: chance.randint(1, 4)]:
        kind = chance.choice(list(pools))
        gaps = chance.random() < 0.4
        columns[name] = kind, [None if gaps and chance.random() < 0.3 else chance.choice(pools[kind]) for _ in range(n)]
    columns["y"] = TEXT, [chance.choice("pqr") for _ in range(n)]
    return columns


def usable(columns: Columns) -> Columns:
    """Without columns of no known value, which memory takes to be nominal and a typed column doesn't."""
    known = {c: [v for v in values if v is not None and v == v] for c, (_, values) in columns.items()}  # noqa: PLR0124 - NaN
    return {c: column for c, column in columns.items() if known[c]}


def test_generated_tables(engine: Engine) -> None:
    chance = random.Random(26)
    for i in range(TABLES):
        columns = usable(engine.takes(generated(chance)))
        if {**columns}.keys() == {"y"}:
            continue
        weighted = i % 3 == 1 and WHOLE in engine.kinds
        if weighted:
            columns = {**columns, "w": (WHOLE, [chance.randint(1, 3) for _ in columns["y"][1]])}
        texts = [c for c, (kind, _) in columns.items() if kind == TEXT and c != "y"]
        said: dict[str, Any] = {"target": "y", "nominal": texts} | ({"weights": "w"} if weighted else {})
        same(source_of(engine, columns, **said), in_memory(columns, **said), dtref.CART if i % 2 else dtref.C45)


def as_columns(data: dtref.DataSet) -> Columns:
    """A data set as columns: numbers as doubles, all else as texts."""
    columns: dict[str, tuple[str, list[Any]]] = {}
    for i, attribute in enumerate(data.attributes):
        is_number = isinstance(attribute, Continuous)
        cells = [record.values[i] for record in data]
        columns[attribute.name] = (
            DOUBLE if is_number else TEXT,
            [None if cell is MISSING else float(cell) if is_number else cell for cell in cells],
        )
    columns[data.target.name] = DOUBLE if isinstance(data.target, Continuous) else TEXT, [record.label for record in data]
    return columns


@pytest.mark.skipif(not os.environ.get("DTREF_FILES"), reason="minutes: DTREF_FILES=1 asks for the files of the folder DTREF_DATA")
@pytest.mark.parametrize("row", FILES, ids=lambda row: row["name"])
def test_files_of_the_folder(engine: Engine, row: dict[str, str]) -> None:
    path = FOLDER / f"{row['name']}.csv"
    names = next(csv.reader(path.read_text().splitlines()[:1]))
    read = dtref.read_csv(path, target=names[-1], nominal=names[:-1] if row["numeric"] == "0" else ())
    columns = usable(as_columns(read))
    said: dict[str, Any] = {"target": names[-1], "nominal": [c for c, (kind, _) in columns.items() if kind == TEXT and c != names[-1]]}
    source, data = source_of(engine, columns, row["name"], **said), in_memory(columns, **said)
    assert (source.attributes, source.target) == (data.attributes, data.target)
    policy = evolve(policy_for(row), **GAPS)
    policy = evolve(policy, stop=(*policy.stop, dtref.AtDepth(2)))
    if any(len(a.values) > 12 for a in data.attributes if not isinstance(a, Continuous)):
        policy = evolve(dtref.ID3, **GAPS, continuous=dtref.CART.continuous, stop=policy.stop)  # groups of many values take long anywhere
    assert dtref.grow_from_tables(source, policy) == dtref.grow(data, policy)


NUMBERS: Columns = {
    "d": (DOUBLE, [0.1, nextafter(0.1, 1), -0.0, 0.0, nan, None, 5e-324, 1.7976931348623157e308]),
    "s": (SINGLE, [0.1, 0.1, 16777216.0, None, 3.4028234663852886e38, 1e-45, -0.0, 0.0]),
    "i": (WHOLE, [2**53, 2**53 + 1, 2**63 - 1, -(2**63), None, 0, 1, 1]),
    "m": (DECIMAL, [*map(Decimal, ("0.10", "0.11", "9999999999999999.99", "-9999999999999999.99", "0.00", "0.01", "1.00")), None]),
    "y": (TEXT, [*"pqpqpqqp"]),
}


def test_numbers_keep_their_kind(engine: Engine) -> None:
    columns = engine.takes(NUMBERS)
    source, data = source_of(engine, columns, target="y"), in_memory(columns, target="y")
    same(source, data, dtref.CART, dtref.C45)
    widths = {a.name: a.width for a in source.attributes if isinstance(a, Continuous)}
    expected = {"d": Width.FLOAT64, "s": Width.FLOAT32, "i": Width.DECIMAL, "m": Width.DECIMAL}
    assert widths == {c: width for c, width in expected.items() if c in columns}


def test_sums_of_targets_and_weights_neither_wrap_nor_round(engine: Engine) -> None:
    columns: Columns = {
        "x": (WHOLE, [1, 2, 3, 4]),
        "y": (WHOLE, [2**63 - 1, 2**63 - 1, -(2**63), 1]),
        "w": (WHOLE, [2**62, 2**62 + 1, 3, 2**62]),
    }
    said: dict[str, Any] = {"target": "y", "continuous": ["y"], "weights": "w"}
    same(source_of(engine, columns, **said), in_memory(columns, **said), dtref.REGRESSION_TREE)
    doubles: Columns = {"x": (DOUBLE, [1.0, 2.0, 3.0, 4.0]), "y": (DOUBLE, [1e308, 1e-300, -1e308, 1.0])}
    same(source_of(engine, doubles, target="y", continuous=["y"]), in_memory(doubles, target="y", continuous=["y"]), dtref.REGRESSION_TREE)


@pytest.mark.parametrize(("value", "kind"), [(inf, DOUBLE), (-inf, DOUBLE), (inf, SINGLE)])
def test_infinities_are_refused(engine: Engine, value: float, kind: str) -> None:
    if kind not in engine.kinds:
        pytest.skip("the engine has no singles")
    with pytest.raises(Invalid, match=r"column 'x': expected finite numbers \(got '1 infinite'\)"):
        source_of(engine, {"x": (kind, [value, 1.0]), "y": (TEXT, ["p", "q"])}, target="y")


def test_a_missing_target_is_refused(engine: Engine) -> None:
    with pytest.raises(Invalid, match=r"column 'y': expected known values \(it is the target\) \(got '2 missing'\)"):
        source_of(engine, {"x": (WHOLE, [1, 2, 3]), "y": (TEXT, ["p", None, None])}, target="y")


def test_texts_are_equal_where_their_letters_are(engine: Engine) -> None:
    texts = ["a", "A", "a ", " a", "ä", "a\u0308", "ß", "ss"]
    columns: Columns = {"x": (TEXT, texts), "y": (TEXT, [*"pqpqpqpq"])}
    source = source_of(engine, columns, target="y")
    assert set(source.attributes[0].values) == set(texts)  # type: ignore[union-attr]
    same(source, in_memory(columns, target="y"), dtref.ID3)


COLLATED = {
    "duckdb": "CREATE OR REPLACE TABLE c (x VARCHAR COLLATE NOCASE, y VARCHAR)",
    "sqlite": "CREATE TABLE c (x TEXT COLLATE NOCASE, y TEXT)",
    "postgres": "CREATE TABLE c (x text COLLATE caseless, y text)",
}


def test_collations_that_merge_texts_do_not_merge_them_here(engine: Engine) -> None:
    if engine.name not in COLLATED:
        pytest.skip("its columns have no collation")
    if engine.name == "postgres":
        engine.connection.execute("CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false)")
    engine.connection.execute(COLLATED[engine.name])
    engine.connection.execute("INSERT INTO c VALUES ('a', 'p'), ('A', 'q'), ('a', 'p'), ('b', 'q')")
    assert engine.connection.execute("SELECT count(*) FROM (SELECT x FROM c GROUP BY x) AS t").fetchall() == [(2,)]
    tree = dtref.grow_from_tables(dtref.counts_of("c", connection=engine.connection, target="y"), dtref.ID3)
    assert training_errors(tree) == 0


def test_names_that_differ_in_case_are_two_or_refused(engine: Engine) -> None:
    columns: Columns = {"a": (WHOLE, [1, 2, 3]), "A": (WHOLE, [1, 1, 2]), "y": (TEXT, ["p", "q", "p"])}
    try:
        source = source_of(engine, columns, target="y")
    except Invalid as refused:
        assert engine.name == "spark" and "a, A" in str(refused)
    except Exception as refused:
        assert engine.name in ("duckdb", "sqlite"), refused
    else:
        same(source, in_memory(columns, target="y"), dtref.CART)


def test_at_most_two_queries_a_level(engine: Engine) -> None:
    chance = random.Random(3)
    columns: Columns = {f"x{i}": (WHOLE, [chance.randint(0, 9) if i else chance.choice((None, 1, 2)) for _ in range(40)]) for i in range(4)}
    columns = {**columns, "y": (TEXT, [chance.choice("pq") for _ in range(40)])}
    source = source_of(engine, columns, target="y")
    for policy in (dtref.CART, dtref.C45):
        counting = Counting(source.system)
        here = evolve(policy, **GAPS, stop=(*policy.stop, dtref.AtDepth(3)))
        tree = dtref.grow_from_tables(evolve(source, system=counting), here)
        assert depth(tree) == 3
        assert len(counting.queries) <= 1 + 2 * 3
        assert all(query.startswith(("WITH", "SELECT")) for query in counting.queries)


def test_a_tree_is_asked_against_a_table_by_one_query(engine: Engine) -> None:
    chance = random.Random(4)
    columns: Columns = {
        "x": (DOUBLE, [0.1, *(chance.choice((None, 0.1, 0.3, nextafter(0.3, 1))) for _ in range(19))]),
        "c": (TEXT, [*"ab", *(chance.choice((None, "a", "b")) for _ in range(18))]),
        "y": (TEXT, [*"pq", *(chance.choice("pq") for _ in range(18))]),
    }
    source, data = source_of(engine, columns, target="y"), in_memory(columns, target="y")
    tree = grow(evolve(data, records=data.records[:12]), evolve(dtref.C45, **GAPS))
    counting = Counting(source.system)
    seen = dtref.seen_by_tree(tree, evolve(source, system=counting))
    assert len(counting.queries) == 1
    assert dtref.reduced_error(tree, seen).tree == dtref.reduced_error(tree, data).tree
    answers = [Counter[Any](), Counter[Any]()]
    for answer, records in zip(answers, (seen, data), strict=True):
        predict = predictor(tree, records.attributes)
        for record in records:
            answer[predict(record), record.label] += record.weight.numerator
    assert answers[0] == answers[1]
    predicted = Counter[Any](row for row in source.system.rows(dtref.prediction_query(tree, source, keep=["y"])))
    rows = list(zip(*(values for _, values in columns.values()), strict=True))
    whole = [
        predictor(tree, data.attributes)(record).labels[0] if None not in row else None for row, record in zip(rows, data, strict=True)
    ]
    known = Counter[Any]((y, label) for (*_, y), label in zip(rows, whole, strict=True) if label is not None)
    assert not known - predicted
    assert predicted.total() == 20
    groups = dtref.grouped_records(source, ["x", "c"])
    assert Counter(dict.fromkeys(groups.records, 1)).total() == len({(*r.values, r.label) for r in data})
    assert sum(record.weight for record in groups) == 20
    policy = evolve(dtref.CART, **GAPS)
    assert not dtref.verify_counts(grow(data, policy), source, policy).wrong


class Counting:
    """A system that keeps the queries, and may fail at one of them, or do something before it."""

    def __init__(self, system: Any, before: dict[int, Any] | None = None) -> None:
        self.system, self.dialect, self.queries, self.before = system, system.dialect, list[str](), before or {}

    def columns(self, table: str) -> Any:
        return self.system.columns(table)

    def rows(self, query: str) -> Any:
        self.queries.append(query)
        self.before.get(len(self.queries), lambda: None)()
        return self.system.rows(query)


def test_a_table_that_changes_between_levels_is_no_tree(tmp_path: Any) -> None:
    path = tmp_path / "t.db"
    writer, reader = sqlite3.connect(path), sqlite3.connect(path)
    writer.execute("CREATE TABLE t (x INTEGER, z INTEGER, y TEXT)")
    writer.executemany("INSERT INTO t VALUES (?, ?, ?)", [(i, i % 3, "pq"[i % 2]) for i in range(12)])
    writer.commit()
    source = dtref.counts_of("t", connection=reader, target="y")
    tree = dtref.grow_from_tables(source, dtref.CART)
    for change in ("INSERT INTO t VALUES (5, 1, 'p')", "DELETE FROM t WHERE x = 7", "UPDATE t SET z = 9, x = -x", "DELETE FROM t"):

        def changed(change: str = change) -> None:
            writer.execute(change)
            writer.commit()

        with pytest.raises(Invalid, match=r"expected the records that were counted at the level above, .*: they have changed"):
            dtref.grow_from_tables(evolve(source, system=Counting(source.system, {3: changed})), dtref.CART)
        writer.execute("DELETE FROM t")
        writer.executemany("INSERT INTO t VALUES (?, ?, ?)", [(i, i % 3, "pq"[i % 2]) for i in range(12)])
        writer.commit()
    assert dtref.grow_from_tables(source, dtref.CART) == tree


def test_more_counts_than_asked_for(engine: Engine) -> None:
    source = source_of(engine, {"x": (DOUBLE, [0.5, 1.5, 2.5, 3.5]), "y": (TEXT, [*"pqpq"])}, target="y", groups=3)
    with pytest.raises(Undecided, match="3 rows"):
        dtref.grow_from_tables(source, dtref.CART)


def test_what_an_engine_refuses_is_said_in_words_of_ours(engine: Engine) -> None:
    table, connection = engine.make("t", {"x": (WHOLE, [1]), "y": (TEXT, ["p"])})
    if connection is None:
        pytest.skip("a frame, not a text")
    del table
    with pytest.raises(
        Invalid, match=r"expected a query that it can answer \(got '(a table or function in it is not there|it cannot be pars)"
    ):
        dtref.counts_of("no_such_table", connection=connection, target="y")


def test_c45_places_its_cuts_at_values_of_the_table(engine: Engine) -> None:
    columns: Columns = {"x": (DOUBLE, [0.1, 0.2, nextafter(0.3, 1), 0.4]), "y": (TEXT, [*"ppqq"])}
    source = source_of(engine, columns, target="y")
    assert source.highest([(0, Fraction(3, 10))]) == [Fraction(0.2)]
    same(source, in_memory(columns, target="y"), dtref.C45)


def test_other_objects_are_refused() -> None:
    with pytest.raises(Invalid, match="connection: expected a connection to duckdb, sqlite3"):
        dtref.counts_of("t", connection=3, target="y")
    with pytest.raises(Invalid, match="table: expected a frame of Polars or Spark"):
        dtref.counts_of([1, 2], target="y")
