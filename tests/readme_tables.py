"""The tables of the README that are made from the code. Run: PYTHONPATH=tests python tests/readme_tables.py writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from dtref.io.numbers import Json
from dtref.oracle.golden.records import Answered, Record, Table, Value
from dtref.oracle.golden.store import golden_records
from dtref.report.methods import BIBLIOGRAPHY, methods_table

README = Path(__file__).parent.parent / "README.md"


def subjects() -> list[set[str]]:
    """
    For each golden record with a value, a table or an answer what it is about: its operation, the preset and the binning that it
    names, its flags, and the names of parts in its answer, kinds of tests among them.
    """
    return [about(record, record.body) for record in golden_records() if isinstance(record.body, Value | Answered | Table)]


def about(record: Record, body: Value | Answered | Table) -> set[str]:
    """What a golden record is about."""
    named = {str(body.call.given[name]) for name in ("preset", "binning") if name in body.call.given}
    exact = body.exact if isinstance(body, Answered) else ""
    return {body.call.operation, *named, *record.flags, *keys(exact)}


def keys(value: Json) -> Iterator[str]:
    """Every name of a part, at any depth."""
    if isinstance(value, dict):
        yield from value
    if not isinstance(value, str):
        for part in value.values() if isinstance(value, dict) else value:
            yield from keys(part)


def tables() -> dict[str, str]:
    """Each generated table by the name of its markers in the README."""
    rest = f"Only in a bibliography: {'; '.join(BIBLIOGRAPHY)}."
    return {"methods": f"{methods_table(subjects())}\n\n{rest}"}


def filled(text: str) -> str:
    """The README with its tables as they should be."""
    for name, table in tables().items():
        begin, end = f"<!-- {name}: made by tests/readme_tables.py -->", f"<!-- end of {name} -->"
        text = re.sub(f"{re.escape(begin)}.*?{re.escape(end)}", lambda _: f"{begin}\n{table}\n{end}", text, flags=re.DOTALL)  # noqa: B023
    return text


if __name__ == "__main__":
    README.write_text(filled(README.read_text()))
