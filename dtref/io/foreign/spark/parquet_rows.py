"""The rows of the Parquet files of a folder that Spark wrote, within bounds. It needs pyarrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from dtref.errors import Invalid

MOST_ROWS = 2**20
"""So many nodes are read."""
MOST_BYTES = 2**28
"""So many bytes are read, once they are unpacked."""


def parquet_rows(folder: Path, where: str) -> Sequence[Mapping[str, object]]:
    """
    All rows of the files of a folder. Errors: Invalid where pyarrow is not installed, there is no such file, one can't be read, or they
    are beyond the bounds.

    >>> parquet_rows(Path("no/such/data"), "model, data")
    Traceback (most recent call last):
    dtref.errors.Invalid: model, data: expected files of Parquet (got 'none')
    """
    files = sorted(folder.glob("*.parquet"))
    if not files:
        raise Invalid(where, "files of Parquet", "none")
    if not find_spec("pyarrow"):
        raise Invalid(where, "the extra 'outofcore' (pyarrow), which reads Parquet", "it is not installed")
    from pyarrow import ArrowException
    from pyarrow.parquet import ParquetFile

    rows: list[Mapping[str, object]] = []
    unpacked = 0
    for path in files:
        try:
            with ParquetFile(path) as file:
                facts = file.metadata
                unpacked += sum(facts.row_group(i).total_byte_size for i in range(facts.num_row_groups))
                if len(rows) + facts.num_rows > MOST_ROWS or unpacked > MOST_BYTES:
                    raise Invalid(f"{where}, {path.name}", f"at most {MOST_ROWS} nodes, and {MOST_BYTES // 2**20} MiB", "more")
                rows += file.read().to_pylist()
        except (OSError, ArrowException) as problem:
            raise Invalid(f"{where}, {path.name}", "a Parquet file that can be read", str(problem).partition("\n")[0]) from None
    return rows
