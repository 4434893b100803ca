"""
The first levels of a tree from a CSV file that is ten times as large as the memory that the process may have (`ulimit -v`).

Records: a number that differs in nearly every one, one of two decimals, a nominal attribute, 20 integers of 10000 values. Two levels.
One arena and one thread suffice for what Python, DuckDB and numpy do here, and keep their address space small.
Run: python tests/bench/bench_outofcore.py [megabytes that the process may have] [times that]   it needs that much room for temporary files
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

LIMIT, TIMES, SEED = 500, 10, 0.5
ENVIRONMENT = {"MALLOC_ARENA_MAX": "1", "OPENBLAS_NUM_THREADS": "1"}
DATABASE: dict[str, str | int | float | list[str]] = {
    "memory_limit": "80MB",
    "threads": 1,
    "async_threads": 1,
    "preserve_insertion_order": False,
}
INTEGERS = 20
BYTES = 350
"""About how many bytes a record has."""


def write(path: Path, records: int, integers: int = INTEGERS) -> None:
    """Records made by chance; the class depends on the price and the score, but for one in ten."""
    import duckdb

    noise = ", ".join(f"CAST(floor(random() * 10000) * 100000300009 AS BIGINT) AS m{i}" for i in range(integers))
    columns = (
        "CAST(floor(random() * 100000) / 100 AS DECIMAL(8, 2)) AS price, CAST(random() AS DECIMAL(18, 15)) AS score, "
        f"['red', 'green', 'blue'][1 + CAST(floor(random() * 3) AS INTEGER)] AS colour, {noise}"
    )
    kind = "CASE WHEN random() < 0.1 OR (price > 500) <> (score < 0.3) THEN 'yes' ELSE 'no' END"
    with duckdb.connect(config={"threads": 1}) as connection:
        connection.execute(f"SELECT setseed({SEED})")
        made = f"SELECT {columns} FROM range({records})"
        connection.execute(f"COPY (SELECT *, {kind} AS y FROM ({made})) TO '{path}' (FORMAT csv, HEADER)")


def grow_within(megabytes: int, path: Path, depth: int = 2) -> dict[str, Any]:
    """What a process that may have so much address space says of growing, or of its failure."""
    environment = {**os.environ, **ENVIRONMENT}
    command = (sys.executable, __file__, "grow", str(megabytes), str(path), str(depth))
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def grow(megabytes: int, path: Path, depth: int) -> None:
    """The child: its limit comes before anything is imported."""
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * 10**6,) * 2)
    import duckdb
    import numpy  # noqa: F401 - its library ends the process where it finds too little room later
    from attrs import evolve

    from dtref.engines.from_counts.grow import grow_from_tables
    from dtref.engines.from_counts.sources.csv_relation import database_csv
    from dtref.show.tree_text import tree_text
    from dtref.spec.growing.stopping import AtDepth
    from dtref.spec.presets import CART

    start = perf_counter()
    with duckdb.connect(config={**DATABASE, "temp_directory": str(path.parent / "spilled")}) as connection:
        source = database_csv(connection, path, target="y")
        read = perf_counter()
        tree = grow_from_tables(source, evolve(CART, stop=(*CART.stop, AtDepth(depth))))
    peak = re.search(r"VmPeak:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    said = {"read": read - start, "grown": perf_counter() - read, "peak": int(peak[1]) // 1000 if peak else None, "tree": tree_text(tree)}
    print(json.dumps(said))


def main(megabytes: int, times: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "records.csv"
        write(path, megabytes * times * 10**6 // BYTES)
        size = path.stat().st_size / 10**6
        said = grow_within(megabytes, path)
    print(f"{size:.0f} MB of CSV, {megabytes} MB of address space: {size / megabytes:.1f} times; peak {said['peak']} MB")
    print(f"read and typed in {said['read']:.0f} s, two levels grown in {said['grown']:.0f} s")
    print(said["tree"])


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["grow", megabytes, path, depth]:
            grow(int(megabytes), Path(path), int(depth))
        case [*sizes]:
            main(*[int(n) for n in sizes], *(LIMIT, TIMES)[len(sizes) :])
