"""The tables of the README that are made from the code. Run: PYTHONPATH=tests python tests/readme_tables.py writes them."""

from __future__ import annotations

import re
from pathlib import Path

from dtref.oracle.golden.records import Answered, Table, Value
from dtref.oracle.golden.store import golden_records
from dtref.report.methods import BIBLIOGRAPHY, NOT_YET, methods_table

README = Path(__file__).parent.parent / "README.md"


def operations() -> list[str]:
    """For each golden record with a value, a table or an answer the operation that it is about."""
    return [record.body.call.operation for record in golden_records() if isinstance(record.body, Value | Answered | Table)]


def tables() -> dict[str, str]:
    """Each generated table by the name of its markers in the README."""
    rest = f"Named in a body, not in this version: {'; '.join(NOT_YET)}.\n\nOnly in a bibliography: {'; '.join(BIBLIOGRAPHY)}."
    return {"methods": f"{methods_table(operations())}\n\n{rest}"}


def filled(text: str) -> str:
    """The README with its tables as they should be."""
    for name, table in tables().items():
        begin, end = f"<!-- {name}: made by tests/readme_tables.py -->", f"<!-- end of {name} -->"
        text = re.sub(f"{re.escape(begin)}.*?{re.escape(end)}", lambda _: f"{begin}\n{table}\n{end}", text, flags=re.DOTALL)  # noqa: B023
    return text


if __name__ == "__main__":
    README.write_text(filled(README.read_text()))
