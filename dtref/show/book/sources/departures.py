"""How known programs depart from the definitions: golden/departures, whose README says what every field means."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from dtref.io.files import read_text
from dtref.oracle.arithmetic.json_numbers import parse_exact_json
from dtref.oracle.golden.reader import text_or_none
from dtref.oracle.operations.inputs import Given


@frozen
class DepartedCase:
    """A case in which a program departs: what it answers, what is exact."""

    id: str
    operation: str
    answers: str
    exact: str


@frozen
class Departure:
    """What a program does, where it says so, the cases and the tests that show it; rule: of golden/peers, by which real data count it."""

    name: str
    what: str
    reference: str
    cases: tuple[DepartedCase, ...]
    tests: tuple[str, ...]
    rule: str


@frozen
class ComparedProgram:
    """A program in the version that was asked, how it was asked, and its departures."""

    key: str
    name: str
    version: str
    command: str
    departures: tuple[Departure, ...]


def programs(golden: Path) -> tuple[ComparedProgram, ...]:
    """
    The programs of a folder of golden files, by name. Errors: Invalid where a file isn't as its README says.

    >>> from dtref.oracle.golden.store import golden_folder
    >>> [one.key for one in programs(golden_folder())][:2]
    ['ml-cart', 'rpart']
    """
    return tuple(_program(path.stem, read_text(path)) for path in sorted((golden / "departures").glob("*.json")))


def _program(key: str, text: str) -> ComparedProgram:
    given = Given.of(parse_exact_json(text, f"{key}.json"), f"departures/{key}.json")
    given.only("$schema", "program", "version", "harness", "command", "departures")
    listed = tuple(_departure(Given.of(part, f"{given.where}, departure {i}")) for i, part in enumerate(given.list("departures"), 1))
    return ComparedProgram(key, given.text("program"), given.text("version"), given.text("command"), listed)


def _departure(given: Given) -> Departure:
    given.only("name", "what", "reference", "cases", "tests", "peers")
    listed = given.list("cases") if "cases" in given.parts else ()
    cases = tuple(_listed(Given.of(part, f"{given.where}, case {i}")) for i, part in enumerate(listed, 1))
    tests = given.texts("tests") if "tests" in given.parts else ()
    return Departure(
        given.text("name"), given.text("what"), given.text("reference"), cases, tests, text_or_none(given.optional("peers"), "rule")
    )


def _listed(given: Given) -> DepartedCase:
    given.only("id", "operation", "answers", "exact")
    return DepartedCase(*map(given.text, ("id", "operation", "answers", "exact")))
