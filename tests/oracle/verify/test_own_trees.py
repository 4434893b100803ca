"""Trees that a reader has written by hand, or a program answered: what is optional may be left out, and what is wrong is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve

import dtref
from dtref.errors import Invalid
from dtref.io.models import parse_model
from dtref.oracle.judge.closure.answered_trees import read_answer
from dtref.oracle.verify.verdicts import Beaten, WrongCounts

ROOT = Path(__file__).parents[3]
IRIS = dtref.read_csv(ROOT / "golden/data/iris.csv", target="species")
ANSWER = (ROOT / "tests/io/foreign/files/answer-iris.json").read_text()
TWO_LEVELS = evolve(dtref.CART, stop=(*dtref.CART.stop, dtref.AtDepth(2)))


def test_the_cut_at_1_65_is_beaten_and_the_one_at_1_75_is_not() -> None:
    (wrong,) = dtref.verify(read_answer(ANSWER, IRIS), IRIS, TWO_LEVELS).wrong
    assert wrong.path == ("petal_length > 2.45",)
    assert any(isinstance(verdict, Beaten) for verdict in wrong.verdicts)
    assert dtref.verify(read_answer(ANSWER.replace("1.65", "1.75"), IRIS), IRIS, TWO_LEVELS).wrong == ()


def test_claimed_counts_are_compared() -> None:
    (wrong, _) = dtref.verify(read_answer(ANSWER.replace('"setosa": 50', '"setosa": 49'), IRIS), IRIS, TWO_LEVELS).wrong
    assert [type(verdict) for verdict in wrong.verdicts] == [WrongCounts, *map(type, wrong.verdicts[1:])]
    with pytest.raises(Invalid, match=r"node 1.1, counts: expected an object: class -> number \(got \[50\]\)"):
        read_answer(ANSWER.replace('{"setosa": 50}', "[50]"), IRIS)


def model(**test: object) -> str:
    leaves = [{"counts": ["1", "0"], "labels": ["-"]}, {"counts": ["0", "1"], "labels": ["+"]}]
    asks = {"counts": ["1", "1"], "labels": ["-", "+"], "test": {"attribute": "x", "kind": "threshold", **test}, "children": ["1", "2"]}
    head = {"format": "dtref-tree/1", "algorithm": "mine", "target": {"name": "y", "values": ["-", "+"], "kind": "nominal"}}
    return json.dumps({**head, "attributes": [{"name": "x", "kind": "continuous"}], "nodes": [asks, *leaves]})


def test_optima_may_be_left_out_of_a_model() -> None:
    tree = parse_model(model(lower="1", upper="2", cut="3/2")).tree
    assert isinstance(tree, dtref.Branch)
    assert tree.optima == (tree.test,)


def test_what_a_test_gets_wrong_is_said() -> None:
    with pytest.raises(Invalid) as refused:
        parse_model(model(lower="1", upper="2", cut="5"), "mine.json")
    assert "mine.json, node 0" in str(refused.value)
    assert "5" in str(refused.value)
    assert "what the format describes" not in str(refused.value)
