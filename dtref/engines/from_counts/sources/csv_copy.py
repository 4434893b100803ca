"""
A CSV file under a name, and in a form, that a database can read in one way only.

A database takes `*`, `?`, `[` in a path for a pattern and `s3://` for a remote place, and has rules of its own for quotes, line ends and
rows of other lengths. It gets a link to the file, with a plain name in a folder of its own, if no line has anything of that kind; else a
copy that Python has read, each cell in quotes.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import fspath
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

from dtref.engines.from_counts.sources.readers import file_lines, first_table
from dtref.io.delimited import Dialect, tables_of
from dtref.io.files import PathText, fault_in

_ROWS = 10_000
"""The number of rows that are copied at a time."""


@frozen
class Plain:
    """A CSV file with a header, and without anything that a database may read differently: its path, its columns, its delimiter."""

    path: Path
    names: tuple[str, ...]
    delimiter: str


@contextmanager
def plain_file(path: PathText, dialect: Dialect) -> Iterator[Plain]:
    """
    A context in which the file exists as a plain one. Errors: Invalid as for `dtref.io.tables.read_table`.

    >>> with plain_file("no/such/play.csv", Dialect()):
    ...     pass
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/play.csv: expected a file that can be read (got 'No such file or directory')
    """
    names = first_table(tables_of(file_lines(path), fspath(path), dialect, 1), path).names
    mark = dialect.mark
    with TemporaryDirectory(prefix="dtref") as folder:
        plain = Path(folder) / "data.csv"
        if not dialect.above and _is_plain(path, mark, len(names)):
            with suppress(OSError):  # where links are not allowed, the file is copied
                plain.symlink_to(Path(path).resolve())
                yield Plain(plain, names, mark)
                return
        _copy(path, dialect, plain)
        yield Plain(plain, names, ",")


def _is_plain(path: PathText, mark: str, columns: int) -> bool:
    """Whether all lines have the same number of cells, no quotes, the same line end, UTF-8 text, and a length that the reader takes."""
    separators, ends = mark.encode(), set()
    with Path(path).open("rb") as lines:
        for line in lines:
            body = line.removesuffix(b"\n").removesuffix(b"\r")
            ends.add(line[len(body) :])
            has_cells = body.count(separators) == columns - 1 and body.strip() and len(body) < csv.field_size_limit()
            if not has_cells or b'"' in body or b"\r" in body or fault_in(body) is not None:
                return False
    return len(separators) == 1 and len(ends - {b""}) <= 1


def _copy(path: PathText, dialect: Dialect, plain: Path) -> None:
    """Copies the cells of a file, each in quotes."""
    with plain.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n")
        for i, table in enumerate(tables_of(file_lines(path), fspath(path), dialect, _ROWS)):
            if i == 0:
                rows.writerow(f"c{j}" for j in range(len(table.names)))
            rows.writerows(zip(*(column.cells for column in table.columns), strict=True))
