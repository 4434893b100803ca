"""Predictions by the trees of other programs: parts of a record, values that nobody had, records that stay."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path

import pytest

import dtref
from dtref.errors import Invalid, Undefined
from dtref.io.foreign.pmml.models import parse_pmml
from dtref.io.foreign.printed_trees.quinlan import parse_c45
from dtref.io.foreign.tree import ForeignNode, ForeignTree

FILES = Path(__file__).parent / "files"
C45 = """
Decision Tree:

x <= 2 : p (4.0/1.0)
x > 2 :
|   k = a: q (3.0)
|   k = b: p (1.0)
"""
LAST = """<PMML version="4.4"><DataDictionary><DataField name="x" optype="continuous" dataType="double"/>
<DataField name="y" optype="continuous" dataType="double"/></DataDictionary>
<TreeModel functionName="regression" missingValueStrategy="{}"><MiningSchema><MiningField name="x"/>
<MiningField name="y" usageType="target"/></MiningSchema><Node score="7"><True/>
<Node score="1"><SimplePredicate field="x" operator="lessOrEqual" value="0"/></Node>
<Node score="2"><SimplePredicate field="x" operator="greaterThan" value="0"/></Node></Node></TreeModel></PMML>"""


def test_a_record_that_misses_a_value_is_divided_as_c45_does() -> None:
    """Half of it goes left, where 3/4 are p; of the rest 3/4 go to q, 1/4 to p: 1/2 * 3/4 + 1/2 * 1/4 = 1/2, but whose errors are they?"""
    (tree,) = parse_c45(C45, "t")
    predict = dtref.foreign_predictor(tree)
    whole = predict({"x": None, "k": None})
    assert [str(passed.share) for passed in whole.passed] == ["1", "1/2", "1/2", "3/8", "1/8"]
    assert isinstance(whole.predicted.distribution, Undefined)
    right = predict({"x": 3, "k": math.nan})
    assert right.predicted.distribution == (("q", Fraction(3, 4)), ("p", Fraction(1, 4)))
    assert right.labels == ("q",)


def test_a_value_that_nobody_had_stays() -> None:
    (tree,) = parse_c45(C45, "t")
    unseen = dtref.foreign_predictor(tree)({"x": 3, "k": "c"})
    assert unseen.labels == ()
    assert [passed.stays for passed in unseen.passed] == [False, True]
    assert dtref.foreign_predictor(tree)({"x": 2, "k": "c"}).labels == ("p",)


@pytest.mark.parametrize(("strategy", "labels"), [("lastPrediction", (Fraction(7),)), ("nullPrediction", ()), ("none", ())])
def test_a_record_that_stays_gets_the_node_s_label_where_the_file_says_so(strategy: str, labels: tuple[Fraction, ...]) -> None:
    (tree,) = parse_pmml(LAST.format(strategy), "x")
    assert dtref.foreign_predictor(tree)({"x": None}).labels == labels
    assert dtref.foreign_predictor(tree)({"x": 1e-300}).labels == (2,)


def test_a_column_that_is_asked_must_be_there() -> None:
    predict = dtref.foreign_predictor(parse_pmml(LAST.format("none"), "x")[0])
    with pytest.raises(Invalid, match="a value of 'x'"):
        predict({"z": 1})
    with pytest.raises(Invalid, match="a number"):
        predict({"x": "low"})


def test_every_record_of_iris_reaches_the_leaf_that_verify_counts_it_in() -> None:
    tree = dtref.read_foreign(FILES / "rpart-iris.json", "rpart")
    data = dtref.read_csv(Path("golden/data/iris.csv"), target="species")
    predict = dtref.foreign_predictor(tree)
    ends: dict[str, int] = {}
    for record in data:
        place = predict(dict(zip((a.name for a in data.attributes), record.values, strict=True))).passed[-1].node.place
        ends[place] = ends.get(place, 0) + 1
    claimed = {n.place: sum(count for _, count in n.counts or ()) for n in _leaves(tree)}
    assert ends == claimed


def _leaves(tree: ForeignTree) -> list[ForeignNode]:
    waiting, leaves = [tree.root], []
    while waiting:
        node = waiting.pop()
        waiting += node.children
        leaves += [] if node.children else [node]
    return leaves
