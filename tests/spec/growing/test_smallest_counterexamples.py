"""
Each "no" of the table of invariances has a counterexample in smallest_counterexamples.json; it is one, and `pytest
--hypothesis-profile=deep` looks again whether there is none before it.
"""

from __future__ import annotations

import json

import pytest
from hypothesis import settings
from invariances import ROWS
from smallest_counterexamples import QUESTIONS, WHERE, answers, as_json, changes_of, from_json, smallest

KNOWN = json.loads(WHERE.read_text(encoding="utf-8"))


def test_every_no_has_a_counterexample() -> None:
    assert list(KNOWN) == list(QUESTIONS)
    assert {f"{name}: {change}" for name, row in ROWS.items() for change in row.no} <= set(QUESTIONS)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_counterexample_is_one(name: str) -> None:
    question, before, after = QUESTIONS[name], from_json(KNOWN[name]["before"]), from_json(KNOWN[name]["after"])
    assert KNOWN[name]["after"] in [as_json(other) for other in changes_of(before, question.change)]
    assert answers(question, before) != answers(question, after)
    # nor is a record of it too many
    for i in range(len(before.data)):
        rows = [row for j, row in enumerate(KNOWN[name]["before"]["training"]) if j != i]
        fewer = from_json({**KNOWN[name]["before"], "training": rows})
        assert all(answers(question, other) == answers(question, fewer) for other in changes_of(fewer, question.change))


@pytest.mark.parametrize("name", QUESTIONS)
def test_there_is_none_before_it(name: str) -> None:
    if settings().max_examples > 1000:
        result = smallest(name)
        assert result is not None
        before, after, tried = result
        assert (as_json(before), as_json(after), tried) == (KNOWN[name]["before"], KNOWN[name]["after"], KNOWN[name]["tried"])
