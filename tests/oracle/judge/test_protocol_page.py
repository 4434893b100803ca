"""What golden/PROTOCOL.md shows is so: messages fit the schemas, answers are right, the harness runs, the command prints the folder."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from dtref.oracle.golden.store import golden_folder
from dtref.oracle.judge.cases import golden_cases, read_case
from dtref.oracle.judge.judge import judge_cases
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.process import AnsweringProgram
from dtref.oracle.judge.questions import reply_of
from dtref.oracle.judge.results import judged
from dtref.oracle.judge.selection import chosen

PAGE = (golden_folder() / "PROTOCOL.md").read_text("utf-8")
ROWS = [json.loads(text) for line in PAGE.splitlines() if line.startswith("| ") for text in re.findall(r"`(\{.*?\})`", line)]
((ASKED, ANSWERED),) = [[json.loads(line) for line in block.splitlines()] for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]


def outcome(asked: Any, said: Any) -> Outcome:
    return judged(read_case(json.dumps(asked["case"])), reply_of(said)).judgement.outcome


def test_every_message_fits_the_schema() -> None:
    folder = golden_folder() / "schema"
    golden, protocol = (json.loads((folder / f"{name}.schema.json").read_text("utf-8")) for name in ("golden", "protocol"))
    registry: Any = Registry().with_resource("urn:dtref:golden:1", Resource.from_contents(golden))
    fits = Draft202012Validator(protocol, registry=registry)
    assert len(ROWS) == 8
    for message in (*ROWS, ASKED, ANSWERED):
        assert list(fits.iter_errors(message)) == [], message


def test_the_answers_are_right() -> None:
    """Those of the table, too: the skipped, the refused and the errored one are not answers to that question."""
    run, answer = ROWS[2:4]
    assert (run["cmd"], outcome(run, answer)) == ("run", Outcome.ACCEPTABLE)
    assert (ASKED["seq"], outcome(ASKED, ANSWERED)) == (ANSWERED["seq"], Outcome.PASSED)


def test_what_the_page_says_of_counts() -> None:
    """They may be left out, at every node; a class without records is in them; and they are no list."""
    first = ANSWERED["answer"]["branches"][0]["then"]
    assert first["counts"] == {"a": 1, "b": 0}

    def with_counts(*counts: Any) -> Outcome:
        leaf = {"labels": first["labels"], **({"counts": counts[0]} if counts else {})}
        tree = {**ANSWERED["answer"], "branches": [{"if": "yes", "then": leaf}, ANSWERED["answer"]["branches"][1]]}
        return outcome(ASKED, {"seq": 8, "answer": tree})

    assert [with_counts(), with_counts({"a": "1", "b": 0.0})] == [Outcome.PASSED] * 2
    assert [with_counts({"a": 1}), with_counts([1, 0]), with_counts({"a": 2, "b": 0})] == [Outcome.FAILED] * 3


def test_the_harness_runs(tmp_path: Path) -> None:
    (harness,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path / "mine.py"
    path.write_text(harness)
    with AnsweringProgram(f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}") as ask:
        found = list(judge_cases(ask, chosen(golden_cases(), ["gini", "gain"])))
    assert ask.about["implementation"] == {"name": "mine"}
    outcomes = {name: {r.judgement.outcome for r in found if r.case.call.operation == name} for name in ("gini", "gain")}
    assert outcomes["gain"] == {Outcome.SKIPPED}

    assert {r.judgement.outcome for r in found if r.case.call.operation == "gini"} <= {Outcome.PASSED, Outcome.ACCEPTABLE}


def test_the_command_prints_where_the_data_files_are() -> None:
    (line,) = re.findall(r"`python3 -c \"(.*)\"` prints where", PAGE)
    found = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    (name,) = re.findall(r"`(\w+)\.schema\.json` beside it", PAGE)
    assert all((Path(found.stdout.strip()) / f"{name}.{ending}").is_file() for ending in ("csv", "schema.json"))
