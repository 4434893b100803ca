"""Departures of known programs from the definitions, read from golden/departures (its README explains the fields)."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from dtref.io.files import read_text
from dtref.oracle.arithmetic.json_numbers import parse_exact_json
from dtref.oracle.golden.reader import text_or_none
from dtref.oracle.operations.inputs import Given


@frozen
class DepartedCase:
    """A case in which a program departs: its answer and the exact one."""

    id: str
    operation: str
    answers: str
    exact: str


@frozen
class Departure:
    """A behaviour of a program, its documentation, cases and tests that show it; rule: of golden/peers, which counts it in real data."""

    name: str
    what: str
    reference: str
    cases: tuple[DepartedCase, ...]
    tests: tuple[str, ...]
    rule: str


@frozen
class ComparedProgram:
    """A program: its version, the command that runs it, its departures."""

    key: str
    name: str
    version: str
    command: str
    departures: tuple[Departure, ...]


def programs(golden: Path) -> tuple[ComparedProgram, ...]:
    """
    The programs of a folder of golden files, by name. Errors: Invalid where a file isn't as its README says.

    >>> from dtref.oracle.golden.store import golden_folder
    >>> [program.key for program in programs(golden_folder())][:2]
    ['ml-cart', 'rpart']
    """
    return tuple(_program(path.stem, read_text(path)) for path in sorted((golden / "departures").glob("*.json")))


def _program(key: str, text: str) -> ComparedProgram:
    fields = Given.of(parse_exact_json(text, f"{key}.json"), f"departures/{key}.json")
    fields.only("$schema", "program", "version", "harness", "command", "departures")
    departures = tuple(_departure(Given.of(part, f"{fields.where}, departure {i}")) for i, part in enumerate(fields.list("departures"), 1))
    return ComparedProgram(key, fields.text("program"), fields.text("version"), fields.text("command"), departures)


def _departure(fields: Given) -> Departure:
    fields.only("name", "what", "reference", "cases", "tests", "peers")
    rows = fields.list("cases") if "cases" in fields.parts else ()
    cases = tuple(_listed(Given.of(part, f"{fields.where}, case {i}")) for i, part in enumerate(rows, 1))
    tests = fields.texts("tests") if "tests" in fields.parts else ()
    return Departure(
        fields.text("name"), fields.text("what"), fields.text("reference"), cases, tests, text_or_none(fields.optional("peers"), "rule")
    )


def _listed(fields: Given) -> DepartedCase:
    fields.only("id", "operation", "answers", "exact")
    return DepartedCase(*map(fields.text, ("id", "operation", "answers", "exact")))
