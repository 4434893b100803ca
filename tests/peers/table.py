"""
The table of peers: which program was compared with what of dtref, in how many cases, with how many departures, and for which code.

`poe peers` runs the tests with the mark `peer` and writes table.json and README.md beside this file, which are committed by hand. A row
holds for the code that it names. `python -m peers.table` (`poe peers-check`) lists the rows that are stale, and ends with 1 if there are.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypedDict

from peers.code_hash import code_hash
from peers.rows import ROWS, Key

TABLE = Path(__file__).with_name("table.json")
README = Path(__file__).with_name("README.md")


class Entry(TypedDict):
    """A row as it is written. code: the hash of the modules and packages that it is about, when the program was compared with them."""

    program: str
    version: str
    subject: str
    cases: int
    departures: int
    about: list[str]
    code: str


class Sums(TypedDict):
    """What the tests of a row counted."""

    cases: int
    departures: int


def entries(path: Path = TABLE) -> list[Entry]:
    """The rows that are written."""
    found: list[Entry] = json.loads(path.read_text("utf-8"))
    return found


def entry(key: Key, sums: Sums) -> Entry:
    """A row of the program that is installed and the code that is here."""
    row = ROWS[key]
    return Entry(
        program=row.program,
        version=row.version(),
        subject=row.subject,
        cases=sums["cases"],
        departures=sums["departures"],
        about=list(row.about),
        code=code_hash(row.about),
    )


def key_of(row: Entry) -> Key:
    """What a row is found by."""
    return row["program"], row["subject"]


def updated(old: Iterable[Entry], new: Mapping[Key, Entry]) -> list[Entry]:
    """The rows in the order of `ROWS`: new ones where there are, else the old ones."""
    rows = {**{key_of(row): row for row in old}, **new}
    return [rows[key] for key in ROWS if key in rows]


def stale(row: Entry) -> str:
    """Why a row holds no more: "" where it does. Of another version of the program nothing is said: it needn't be installed."""
    about = ROWS[key_of(row)].about if key_of(row) in ROWS else ()
    if list(about) != row["about"]:
        return "it is about other code now"
    return "" if code_hash(about) == row["code"] else f"{', '.join(about)}: changed since"


def all_stale(rows: Sequence[Entry]) -> list[str]:
    """A line for each row that holds no more, and for each that is missing."""
    told = [(key_of(row), stale(row)) for row in rows]
    told += [(key, "never compared") for key in ROWS if key not in {key_of(row) for row in rows}]
    return [f"{program}, {subject}: {why}" for (program, subject), why in told if why]


def json_text(rows: Sequence[Entry]) -> str:
    """table.json: a row a line."""
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n"


ABOUT = """# What was compared with other programs

`poe peers` (`.venv/bin/poe peers`, or `pytest -m peer`) runs the tests that need other programs; `.ci/run` does, README's test command does
not, and says so. `tests/peers/install` and `tests/browser/install` install the programs; a test skips what is not there.

`poe peers` writes this page and `table.json`; both are committed by hand, and a row of a program that is not there stays as it was. A row
holds for the code of the modules and packages that it is about: `code` is a hash of it without comments, docstrings and layout. The tests
list rows whose code has changed since (as skipped); `poe peers-check` fails on them. What departs is listed, and explained, in
[golden/peers](../../golden/peers/README.md) and [golden/departures](../../golden/departures/README.md); all else that departs fails a test.

| program | version | compared | cases | listed departures | about | code |
| --- | --- | --- | ---: | ---: | --- | --- |
"""


def page_text(rows: Sequence[Entry]) -> str:
    """README.md."""
    return ABOUT + "".join(
        f"| {row['program']} | {row['version']} | {ROWS[key_of(row)].compared} | {row['cases']:,} | {row['departures'] or '-'} "
        f"| {', '.join(f'`{name}`' for name in row['about'])} | `{row['code']}` |\n"
        for row in rows
    )


def write(new: Mapping[Key, Entry]) -> None:
    """Put new rows into the table and its page."""
    rows = updated(entries() if TABLE.exists() else (), new)
    TABLE.write_text(json_text(rows), "utf-8")
    README.write_text(page_text(rows), "utf-8")


if __name__ == "__main__":
    told = all_stale(entries())
    print("\n".join(told) or f"all {len(ROWS)} rows of tests/peers/README.md hold")
    sys.exit(bool(told))
