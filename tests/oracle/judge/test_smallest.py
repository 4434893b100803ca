"""
Departures with their smallest input: what is exact is computed here, each time; the programs that are installed are asked again.

With another version of a program its departures are asked all the same, and the test says that it was not held to the list.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from jsonschema import Draft202012Validator
from oracle.judge.smallest import FOLDER, PAGE, Program, Smallest, page_text, programs, said

from dtref.oracle.arithmetic.json_numbers import layout
from dtref.oracle.golden.records import Call
from dtref.oracle.golden.store import golden_folder
from dtref.oracle.judge.cases import case_asked, right_answers
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.questions import Reply
from dtref.oracle.judge.results import judged

ENTRIES = [pytest.param(program, one, id=f"{key}-{one['name']}") for key, program in programs().items() for one in program["departures"]]
each_question = pytest.mark.parametrize("one", [pytest.param(entry.values[1], id=entry.id) for entry in ENTRIES])
each_entry = pytest.mark.parametrize(("program", "one"), ENTRIES)
each_file = pytest.mark.parametrize("key", programs())


def call(one: Smallest) -> Call:
    return Call(one["operation"], one["given"], tuple(one.get("part", ())))


@each_question
def test_what_is_exact_is_what_the_operation_answers(one: Smallest) -> None:
    assert right_answers(case_asked(call(one)).expected) == (one["exact"],)


def spoken(answers: str) -> object:
    """What a program printed, as the judge takes it: a number, no value (NaN, NA, undefined), or a text."""
    text = {"nan": "NaN", "NA": "null", "undefined": "null"}.get(answers, answers.replace("'", '"'))
    try:
        return json.loads(text)
    except ValueError:
        return answers


@each_question
def test_the_answer_is_a_departure(one: Smallest) -> None:
    """What the program printed isn't right by the judge, either: a number beyond rounding, NaN where there is a value."""
    assert judged(case_asked(call(one)), Reply("answer", spoken(one["answers"]))).judgement.outcome is Outcome.FAILED


@each_file
def test_a_file_fits_its_schema_and_layout(key: str) -> None:
    schema = json.loads((golden_folder() / "schema" / "smallest.schema.json").read_text("utf-8"))
    text = (FOLDER / f"{key}.json").read_text("utf-8")
    assert list(Draft202012Validator(schema).iter_errors(json.loads(text))) == []
    assert layout(json.loads(text)) + "\n" == text
    names = [one["name"] for one in programs()[key]["departures"]]
    assert len(names) == len(set(names))


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page_text(), "PYTHONPATH=tests python -m oracle.judge.smallest"


@pytest.mark.peer("smallest departures", "programs of a few lines")
@each_entry
def test_a_program_still_answers_so(program: Program, one: Smallest, record_property: Callable[[str, object], None]) -> None:
    version, answers = said(program["language"], program["program"], one["script"])
    if not version:
        pytest.skip(f"{program['program']} is not installed")
    record_property("cases", 1)
    record_property("departures", int(answers == one["answers"]))
    if version != program["version"]:
        pytest.skip(f"the list is for {program['version']}, here is {version}, which prints {answers}")
    assert answers == one["answers"]
