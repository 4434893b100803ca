"""Growing from a database stays within an address space; `tests/bench/bench_outofcore.py` is for files that are larger than it."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest


@pytest.mark.skipif(sys.platform != "linux", reason="a limit of the address space, and /proc")
def test_growing_within_an_address_space(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    bench = importlib.import_module("bench.bench_outofcore")
    bench.write(tmp_path / "records.csv", 50_000, 2)
    said = bench.grow_within(bench.LIMIT, tmp_path / "records.csv")
    assert said["peak"] <= bench.LIMIT
    assert said["tree"].splitlines()[1].startswith("price <= 500") and "|   score <= " in said["tree"]
