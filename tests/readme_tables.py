"""The tables of the README that are made from the code. Run: PYTHONPATH=tests python tests/readme_tables.py writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from golden_files import RECORDS
from oracle.judge.catalogue import summary

from dtref.io.numbers import Json
from dtref.oracle.golden.records import Answered, Record
from dtref.show.book.sources.cases import calls
from dtref.show.methods import BIBLIOGRAPHY, methods_table
from proofs.theorem import Outcome, Theorem, plain, theorems

README = Path(__file__).parent.parent / "README.md"


def subjects() -> list[set[str]]:
    """
    For each golden record that computes something what it is about: its operations, the presets, binnings and stopping rules that they
    are given, its flags, and the names of parts in its answer, kinds of tests among them.
    """
    return [found for record in RECORDS if (found := about(record))]


def about(record: Record) -> set[str]:
    """What a golden record is about; nothing if it runs no operation."""
    found: set[str] = set()
    for operation, given in calls(record.body):
        found |= {operation, *(str(given[name]) for name in ("preset", "binning") if name in given)}
        found |= {str(rule["rule"]) for name in ("stop", "admit") for rule in given.get(name, ()) if isinstance(rule, dict)}
    if not found:
        return found
    return found | set(record.flags) | (set(keys(record.body.exact)) if isinstance(record.body, Answered) else set())


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
    methods = methods_table(subjects())
    folded = f"\n<details><summary>{methods.count(chr(10)) - 1} methods</summary>\n\n{methods}\n\n{rest}\n\n</details>\n"
    return {"methods": folded, "departures": summary(), "theorems": theorems_table()}


def theorems_table() -> str:
    """The theorems: in words, the document or paper, the functions that the proof runs, how far it reaches, how it is proved."""
    rows = [f"| {' | '.join((cell(one.says), cell(one.source), runs(one), cell(one.reach), method(one)))} |" for _, one in theorems()]
    head = "| theorem | document | functions | reach | method |\n| --- | --- | --- | --- | --- |"
    return f"\n<details><summary>{len(rows)} theorems</summary>\n\n{head}\n" + "\n".join(rows) + "\n\n</details>\n"


def runs(one: Theorem) -> str:
    """The functions that a proof runs."""
    return ", ".join(f"`{plain(run).__name__}`" for run in one.runs)


def method(one: Theorem) -> str:
    """How a theorem is proved, or that it refutes what a document says."""
    return one.method.value if one.ends is Outcome.PROVED else f"{one.method.value}; refuted"


def cell(text: str) -> str:
    """A text as a cell of a Markdown table."""
    return text.replace("|", "\\|")


def filled(text: str) -> str:
    """The README with its tables as they should be."""
    for name, table in tables().items():
        begin, end = f"<!-- {name}: made by tests/readme_tables.py -->", f"<!-- end of {name} -->"
        text = re.sub(f"{re.escape(begin)}.*?{re.escape(end)}", lambda _: f"{begin}\n{table}\n{end}", text, flags=re.DOTALL)  # noqa: B023
    return text


if __name__ == "__main__":
    README.write_text(filled(README.read_text()))
