"""
The harnesses that ship, each with its program where that is installed: what it answers is right but for what golden/departures lists.

With the listed version of a program exactly the listed cases depart, with exactly the listed answers. With another one everything is asked
all the same, and the test says that it was not held to the list.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from oracle.judge.catalogue import (
    CATALOGUE,
    KNOWN,
    TABLE,
    cases_of,
    catalogue,
    is_backed,
    known_text,
    layout,
    peer_rows,
    table_text,
)
from oracle.judge.departures import ask, failed, listed_case, refreshed
from oracle.judge.harnesses import FOLDER, HARNESSES, ROOT, Harness
from referencing import Registry, Resource

from dtref.cli import app
from dtref.oracle.golden.store import golden_folder
from dtref.oracle.judge.cases import golden_cases
from dtref.oracle.judge.excuses.reading import read_known
from dtref.oracle.judge.outcomes import Outcome

TWO = {"header": ["x", "y"], "rows": [["1", "a"], ["2", "ü"], ["4", "ü"]], "target": "y"}


def row(harness: Harness) -> pytest.MarkDecorator:
    """The row of the table of peers that asking a harness is part of."""
    return pytest.mark.peer(str(catalogue(harness)["program"]).removeprefix("R "), "golden cases")


each_harness = pytest.mark.parametrize("harness", HARNESSES, ids=lambda harness: harness.name)
each_program = pytest.mark.parametrize("harness", [pytest.param(one, marks=row(one), id=one.name) for one in HARNESSES])


@each_program
def test_what_a_program_answers_is_right_but_for_the_listed_departures(
    harness: Harness, record_property: Callable[[str, object], None]
) -> None:
    """
    Every listed departure really occurs, with the listed answer, and there is no other; with the known ones a run is green and counts them.

    One test, as asking takes seconds.
    """
    if not harness.version():
        pytest.skip(harness.absent)
    results = ask(harness)
    record_property("cases", sum(result.judgement.outcome is not Outcome.SKIPPED for result in results))
    record_property("departures", len(failed(results)))
    assert not [result.case.id for result in results if result.reply.kind == "broken"]
    assert sum(result.judgement.outcome in {Outcome.PASSED, Outcome.ACCEPTABLE} for result in results) >= 25
    if catalogue(harness)["version"] != harness.version():
        pytest.skip(f"the list is for {harness.name} {catalogue(harness)['version']}, here is {harness.version()}; every case was asked")
    found, listed = failed(results), {case["id"]: case for case in cases_of(catalogue(harness))}
    assert {name: found[name] for name in found if name not in listed} == {}, "departures that the catalogue doesn't list"
    assert [name for name in listed if name not in found] == [], "departures that it lists and that are gone"
    assert found == listed
    excuses = read_known((KNOWN / f"{harness.name}.json").read_text("utf-8"), harness.name)
    judgements = [excuses.applied(result).judgement for result in results]
    assert not [j for j in judgements if j.outcome is Outcome.FAILED]
    assert sum(j.why.startswith("known: ") for j in judgements) == len(excuses.known) == len(listed)


ASKED: tuple[tuple[str, dict[str, object]], ...] = (
    ("grow", {"data": TWO, "preset": "none"}),
    ("parity", {"inputs": "1"}),
    ("predict", {"data": TWO, "preset": "c45", "record": {"x": "one"}}),
    ("predict", {"data": TWO, "preset": "cart", "record": {"x": "one"}}),
    ("predict", {"data": TWO, "preset": "cart", "record": {"x": "9"}}),
)
STOP: dict[str, object] = {"cmd": "stop"}


@each_program
def test_a_harness_speaks_the_protocol(harness: Harness) -> None:
    """Each message but stop gets one line that fits the schema; it ends by itself, and nothing is asked after that."""
    if not harness.version():
        pytest.skip(harness.absent)
    runs = [{"cmd": "run", "seq": i, "case": {"operation": name, "given": given}} for i, (name, given) in enumerate(ASKED)]
    messages = [{"cmd": "start", "version": 1}, *runs, STOP, runs[0]]
    lines = "".join(f"{json.dumps(message)}\n" for message in messages)
    environment = {**os.environ, "LC_ALL": "C"}  # the protocol is UTF-8 all the same
    ran = subprocess.run(harness.words, input=lines, capture_output=True, encoding="utf-8", timeout=120, check=True, env=environment)
    start, *said = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [list(protocol().iter_errors(message)) for message in (start, *said)] == [[]] * 6
    assert start["implementation"]["version"] == harness.version().split(",")[0]
    assert [message["seq"] for message in said] == [0, 1, 2, 3, 4]
    assert "skipped" in said[0] and "skipped" in said[1]
    assert all({"skipped", "refused"} & message.keys() for message in said[2:4])
    assert "skipped" in said[4] or said[4]["answer"]["labels"] == ["ü"]


def protocol() -> Draft202012Validator:
    """The schema of messages."""
    schemas = golden_folder() / "schema"
    golden, messages = (json.loads((schemas / f"{name}.schema.json").read_text("utf-8")) for name in ("golden", "protocol"))
    return Draft202012Validator(messages, registry=Registry().with_resource("urn:dtref:golden:1", Resource.from_contents(golden)))


@pytest.mark.peer("scikit-learn", "golden cases")
def test_the_command_is_green_with_the_known_departures() -> None:
    """The same by the command, for the program that is always here; of one departure, as each is asked again of a new process."""
    harness = HARNESSES[0]
    if not harness.version():
        pytest.skip(harness.absent)
    if catalogue(harness)["version"] != harness.version():
        pytest.skip(f"the list is for {catalogue(harness)['version']}")
    words = ["judge", "--impl", harness.program().command, "--known", str(KNOWN / "scikit-learn.json"), "--timeout", "60"]
    result = CliRunner().invoke(app, [*words, "--only", "tan-roc-73", "--only", "precision"])
    assert result.exit_code == 0, result.output
    assert "acceptable: known: Scores that are one double tie." in result.output


@each_harness
def test_the_catalogue_fits_its_schema_and_layout(harness: Harness) -> None:
    schema = json.loads((golden_folder() / "schema" / "departures.schema.json").read_text("utf-8"))
    text = (CATALOGUE / f"{harness.name}.json").read_text("utf-8")
    assert list(Draft202012Validator(schema).iter_errors(json.loads(text))) == []
    assert layout(json.loads(text)) == text
    names = [one["name"] for one in catalogue(harness)["departures"]]
    assert len(names) == len(set(names))


def test_the_schema_is_strict() -> None:
    schema = json.loads((golden_folder() / "schema" / "departures.schema.json").read_text("utf-8"))
    case = {"id": "vectors-a-01", "operation": "gini", "answers": "1", "exact": "0"}
    departure: dict[str, object] = {"name": "a", "what": "b", "reference": "c", "cases": [case]}
    file = {"$schema": "../schema/departures.schema.json", "program": "p", "version": "1", "harness": "h", "command": "c"}
    valid = Draft202012Validator(schema)
    assert valid.is_valid({**file, "departures": [departure]})
    wrong: dict[str, Any]
    for wrong in ({"cases": []}, {"name": "A b"}, {"more": "x"}, {"cases": [{**case, "answers": 1}]}, {"reference": ""}):
        assert not valid.is_valid({**file, "departures": [{**departure, **wrong}]}), wrong
    del departure["cases"]
    assert not valid.is_valid({**file, "departures": [departure]}), "without any evidence"


@each_harness
def test_every_case_exists_and_what_is_exact_is_what_it_expects(harness: Harness) -> None:
    """Held without the program, too."""
    cases = [case for case in golden_cases() if case.id in {listed["id"] for listed in cases_of(catalogue(harness))}]
    expected = {(case.id, case.call.operation, listed_case(case, "")["exact"]) for case in cases}
    listed = [(case["id"], case["operation"], case["exact"]) for case in cases_of(catalogue(harness))]
    assert [case for case in listed if case not in expected] == []
    assert len({name for name, _, _ in listed}) == len(listed), "a case under two departures"


@each_harness
def test_departures_on_real_data_are_described_there(harness: Harness) -> None:
    described = {(row["program"], row["rule"]) for row in peer_rows()}
    rules = [one["peers"] for one in catalogue(harness)["departures"] if "peers" in one]
    assert {(rule["program"], rule["rule"]) for rule in rules} <= described
    assert [one["name"] for one in catalogue(harness)["departures"] if not is_backed(one)] == []


def test_the_tests_that_back_departures_exist() -> None:
    named = {test for harness in HARNESSES for one in catalogue(harness)["departures"] for test in one.get("tests", ())}
    for path, test in (name.split("::") for name in named):
        assert f"def {test}(" in (ROOT / path).read_text("utf-8")


def test_what_is_made_from_the_catalogue_is_up_to_date() -> None:
    assert TABLE.read_text("utf-8") == table_text(), "PYTHONPATH=tests python -m oracle.judge.departures"
    for harness in HARNESSES:
        assert (KNOWN / f"{harness.name}.json").read_text("utf-8") == known_text(catalogue(harness))
    assert {path.name for path in KNOWN.iterdir()} == {f"{harness.name}.json" for harness in HARNESSES}


def test_a_case_that_departs_no_more_leaves_the_catalogue() -> None:
    listed = catalogue(HARNESSES[0])
    first, *rest = cases_of(listed)
    without = refreshed(listed, "2", {case["id"]: case for case in rest})
    assert [case["id"] for case in cases_of(without)] == [case["id"] for case in rest]
    assert (without["version"], first["id"]) == ("2", "vectors-cuts-06")


def test_no_package_is_installed_in_golden() -> None:
    """The wheel carries all that is there: node_modules stands in a folder above, as tests/peers/install has it."""
    assert list(golden_folder().rglob("node_modules")) == []


@each_harness
def test_a_harness_names_what_it_is_run_by(harness: Harness) -> None:
    listed = catalogue(harness)
    assert (FOLDER / listed["harness"]).is_file()
    assert listed["harness"] in listed["command"]
