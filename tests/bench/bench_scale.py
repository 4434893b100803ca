"""
Three levels of CART from counts by an engine, on a table that the engine itself makes: time, passes, rows of counts, memory.

Columns: 8 integers of 1,000 values, a decimal of 10,000, a nominal one of 12; the class depends on two of them, but for one in ten.
The same engine counts rows alone, once, so that one sees what is a scan and what is counting. Memory of DuckDB is limited (MEMORY).
Run: python tests/bench/bench_scale.py [rows] [duckdb|spark]     by default 100,000 rows, in a second or two; 100,000,000 need 4 GB of disk
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from attrs import evolve

import dtref
from dtref.engines.from_counts.sources.dialects import ColumnType, SqlDialect
from dtref.engines.from_counts.sources.systems.system import System
from dtref.spec.model.trees import Tree, depth

MEMORY = "2GB"
INTEGERS, LEVELS = 8, 3
HASHED = "(({0} * {1} + {2}) % 1000003)"
"""A number by chance for row {0}, the same in each engine: integers of 64 bits alone."""


class Passes:
    """A system that counts its queries and the rows that they bring."""

    def __init__(self, system: System) -> None:
        self.system, self.queries, self.rows_brought = system, 0, 0

    @property
    def dialect(self) -> SqlDialect:
        """That of the system."""
        return self.system.dialect

    def columns(self, table: str) -> Mapping[str, ColumnType]:
        """Those of the system."""
        return self.system.columns(table)

    def rows(self, query: str) -> Iterator[tuple[object, ...]]:
        """Those of the system, counted."""
        self.queries += 1
        for row in self.system.rows(query):
            self.rows_brought += 1
            yield row


def selection(row: str) -> str:
    """The columns of the table, from the number of a row."""
    integers = [f"{HASHED.format(row, 7919 + 2 * i, 31 * i)} % 1000 AS m{i}" for i in range(INTEGERS)]
    price = f"CAST({HASHED.format(row, 104729, 7)} % 10000 AS DECIMAL(8,2)) / 4"
    noise = f"{HASHED.format(row, 15485863, 11)} % 10"
    coin, first = f"{HASHED.format(row, 32452843, 5)} % 2", f"{HASHED.format(row, 7919, 0)} % 1000"
    kind = f"CASE WHEN {noise} = 0 THEN {coin} WHEN {first} < 300 THEN 1 ELSE 0 END"
    month = f"CONCAT('month ', CAST({HASHED.format(row, 49979687, 3)} % 12 AS VARCHAR(2)))"
    return ", ".join((*integers, f"CAST({price} AS DECIMAL(12,2)) AS price", f"{month} AS month", f"{kind} AS y"))


def made(engine: str, rows: int, folder: Path) -> tuple[str, Any]:
    """The table, made by the engine, and its connection."""
    path = folder / "table.parquet"
    if engine == "duckdb":
        import duckdb

        connection = duckdb.connect(config={"memory_limit": MEMORY, "temp_directory": str(folder), "preserve_insertion_order": False})
        connection.execute(f"COPY (SELECT {selection('range')} FROM range({rows})) TO '{path}' (FORMAT parquet)")
        return f"read_parquet('{path}')", connection
    from pyspark.sql import SparkSession

    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.driver.memory", MEMORY)
    spark = session.config("spark.sql.shuffle.partitions", 4).getOrCreate()
    spark.sql(f"SELECT {selection('id')} FROM range({rows})").write.parquet(str(path))
    return f"parquet.`{path}`", spark


def grown(engine: str, rows: int, folder: Path) -> tuple[Tree, dict[str, float]]:
    """The tree, and what it took."""
    start = perf_counter()
    table, connection = made(engine, rows, folder)
    ready = perf_counter()
    source = dtref.counts_of(table, connection=connection, target="y")
    described = perf_counter()
    passes = Passes(source.system)
    policy = evolve(dtref.CART, stop=(*dtref.CART.stop, dtref.AtDepth(LEVELS)))
    tree = dtref.grow_from_tables(evolve(source, system=passes), policy)
    grown_at = perf_counter()
    list(source.system.rows(f"SELECT count(*) AS n FROM {table} WHERE m0 >= 0"))
    return tree, {
        "seconds to make the table": ready - start,
        "seconds to describe it": described - ready,
        "seconds to grow": grown_at - described,
        "seconds of one scan of a column": perf_counter() - grown_at,
        "queries": passes.queries,
        "rows of counts": passes.rows_brought,
        "megabytes of the file": sum(f.stat().st_size for f in folder.rglob("*.parquet") if f.is_file()) / 10**6,
        "megabytes of memory at most": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000,
    }


def main() -> None:
    """Prints the tree's depth and the figures."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    engine = sys.argv[2] if len(sys.argv) > 2 else "duckdb"
    with TemporaryDirectory() as folder:
        tree, figures = grown(engine, rows, Path(folder))
    print(f"{engine}, {rows:,} rows, a tree of {depth(tree)} levels")
    for name, value in figures.items():
        print(f"  {name:<32} {value:,.1f}")


if __name__ == "__main__":
    main()
