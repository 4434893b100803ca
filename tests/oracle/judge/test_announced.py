"""Programs that say at their start what they take are asked that, and what is left out is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from oracle.judge.programs import command, program

from dtref.errors import Invalid
from dtref.oracle.golden.records import Call
from dtref.oracle.judge.announced import ATTRIBUTE_KIND_NAMES, Takes, takes_of
from dtref.oracle.judge.cases import golden_cases

HALF = "say({'seq': m['seq'], 'answer': '1/2'})"
TABLE = {"header": ["x", "y"], "rows": [["1", "a"], ["?", "b"]], "target": "y", "continuous": ["x"]}


def start(takes: object) -> str:
    return f"say({{'version': 1, 'implementation': {{'name': 'test'}}, 'takes': {takes!r}}})"


def test_what_is_left_out() -> None:
    grow = Call("grow", {"data": TABLE, "preset": "rpart"})  # type: ignore[dict-item]
    reasons = [
        Takes(presets=frozenset({"cart"})).leaves_out(grow),
        Takes(kinds=frozenset({"nominal"})).leaves_out(grow),
        Takes(gaps=False).leaves_out(grow),
        Takes(records=1).leaves_out(grow),
        Takes(classes=1).leaves_out(grow),
        Takes(kinds=frozenset({"continuous"}), presets=frozenset({"rpart"}), classes=2, records=2).leaves_out(grow),
    ]
    assert reasons == ["preset rpart", "continuous attributes", "missing values", "more than 1 records", "more than 1 classes", ""]
    assert Takes(files=False).leaves_out(Call("records", {"data": {"file": "iris.csv"}})) == "files"


def test_every_golden_case_is_asked_of_a_program_that_says_nothing_or_takes_all() -> None:
    everything = Takes(kinds=frozenset(ATTRIBUTE_KIND_NAMES), classes=10**9, records=10**9)
    assert not [case.id for case in golden_cases() if Takes().leaves_out(case.call) or everything.leaves_out(case.call)]


@pytest.mark.parametrize("said", [[], {"operation": ["gini"]}, {"operations": "gini"}, {"presets": ["carts"]}, {"gaps": 1}, {"classes": 0}])
def test_announcements_that_are_none(said: object) -> None:
    with pytest.raises(Invalid, match=r"^start, takes"):
        takes_of({"takes": said})


def test_it_is_asked_that_golden_and_generated(tmp_path: Path) -> None:
    log = tmp_path / "asked"
    body = f"open({str(log)!r}, 'a').write(json.dumps(m['case']) + chr(10)); say({{'seq': m['seq'], 'skipped': 'not now'}})"
    impl = program(tmp_path, body, start({"operations": ["gini", "drop_missing"], "kinds": ["continuous"], "weights": False, "records": 5}))
    code, text = command("judge", "--impl", impl, "--only", "gini", "--only", "drop_missing", "--only", "gain", "--max-examples", "4")
    assert code == 1
    asked = [json.loads(line) for line in log.read_text().splitlines()]
    assert {case["operation"] for case in asked} == {"gini", "drop_missing"}
    assert not [case for case in asked if "/" in json.dumps(case["given"].get("counts", []))]
    tables = [case["given"]["data"] for case in asked if "rows" in case["given"].get("data", {})]
    assert tables
    assert not [table for table in tables if len(table["rows"]) > 5 or set(table.get("nominal", {})) - {table["target"]}]
    assert "not asked, as the program announces: " in text
    assert "nominal attributes (" in text
    assert "gain: none of " in text


def test_what_it_announces_and_never_answers_is_no_success(tmp_path: Path) -> None:
    body = "say({'seq': m['seq'], **({'answer': '1/2'} if m['case']['given'] == {'counts': ['1', '1']} else {'skipped': 'x'})})"
    code, text = command("judge", "--impl", program(tmp_path, body, start({"operations": ["gini", "gain"]})))
    assert code == 1
    assert "gain: none of " in text
    assert "gini: none of " not in text


def test_a_wrong_announcement_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="start, takes, operations: expected names that there are; near it: 'gini'"):
        command("judge", "--impl", program(tmp_path, HALF, start({"operations": ["ginny"]})))


def test_refusals_alone_are_no_answer_to_what_is_announced(tmp_path: Path) -> None:
    """A kit refuses wrong input by itself, before the function that isn't filled in."""
    refuses = "say({'seq': m['seq'], **({'refused': 'x'} if '-1' in m['case']['given']['counts'] else {'skipped': 'x'})})"
    code, text = command("judge", "--impl", program(tmp_path, refuses, start({"operations": ["gini"]})))
    assert code == 1
    assert " cases that have a value was answered" in text
    assert "gini" in text.splitlines()[-1]
