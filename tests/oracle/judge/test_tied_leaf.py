"""The judge takes a leaf for right where it is as good as the best test, whether an answer says so or not, and nothing else there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dtref.oracle.golden.records import Call
from dtref.oracle.golden.store import golden_folder
from dtref.oracle.judge.cases import Cuts, case_asked
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.questions import Reply
from dtref.oracle.judge.results import judged

VECTORS = json.loads((golden_folder() / "vectors/ties.json").read_text())["vectors"]
(TIED,) = (vector for vector in VECTORS if vector["id"] == "vectors-ties-62")
GIVEN, TREE = TIED["given"], TIED["exact"]
LEAF = {"labels": ["p"], "counts": {"p": "22", "q": "15"}}
TEST, *_ = TREE["optima"]
RIGHT = {Outcome.PASSED, Outcome.ACCEPTABLE}


def outcome(operation: str, answer: Any, cuts: Cuts = Cuts.ANY, **more: Any) -> Outcome:
    case = case_asked(Call(operation, {**GIVEN, **more}), cuts)
    return judged(case, Reply("answer", answer)).judgement.outcome


def without(tree: dict[str, Any], *parts: str) -> dict[str, Any]:
    return {name: part for name, part in tree.items() if name not in parts}


@pytest.mark.parametrize("answer", [TREE, without(TREE, "or_leaf"), without(TREE, "or_leaf", "optima"), LEAF, {"label": "p"}])
def test_a_grown_tree_may_end_there_or_ask(answer: Any) -> None:
    assert outcome("grow", answer) in RIGHT


def test_another_leaf_and_another_test_are_wrong() -> None:
    other = {**TEST, "values": [["a", "b", "c"], ["d"]], "otherwise": "1"}
    assert outcome("grow", {"labels": ["q"]}) is Outcome.FAILED
    assert outcome("grow", {**without(TREE, "optima"), "test": other}) is Outcome.FAILED


@pytest.mark.parametrize("answer", [{"tests": [TEST], "or_leaf": "yes"}, {"tests": [TEST]}, {"tests": []}])
def test_the_best_tests_may_be_none(answer: Any) -> None:
    assert outcome("best_tests", answer) in RIGHT


def test_every_tree_has_the_leaf_among_them() -> None:
    asking = {**without(TREE, "optima", "or_leaf")}
    assert outcome("trees", [LEAF, asking], Cuts.NAMED) in RIGHT
    assert outcome("trees", [asking], Cuts.NAMED) is Outcome.FAILED


@pytest.mark.parametrize(("answer", "right"), [({"labels": ["q"]}, True), ({"labels": ["p"]}, True), ({"labels": ["p", "q"]}, False)])
def test_a_record_has_the_labels_of_either(answer: Any, right: bool) -> None:
    assert (outcome("predict", answer, Cuts.NAMED, record={"x": "d"}) in RIGHT) is right
