"""PMML trees: what their predicates say, in their order; what has no form here, and what is hostile, is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from dtref.errors import Invalid
from dtref.io.foreign.pmml.models import parse_pmml, read_pmml
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Known, Values, branch_by_stand_ins, branch_taken, foreign_nodes
from dtref.oracle.verify.verify import verify
from dtref.spec.model.attributes import MISSING, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Side
from dtref.spec.presets import CART


def read(tmp_path: Path, nodes: str, model: str = 'functionName="classification"') -> ForeignTree:
    path = tmp_path / "tree.pmml"
    path.write_text(f'<PMML xmlns="http://www.dmg.org/PMML-4_4" version="4.4"><TreeModel {model}>{nodes}</TreeModel></PMML>')
    return read_pmml(path)[0]


def node(inside: str, **attributes: str) -> str:
    written = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<Node{written}>{inside}</Node>"


def simple(field: str, operator: str, value: str) -> str:
    return f'<SimplePredicate field="{field}" operator="{operator}" value="{value}"/>'


def among(field: str, operator: str, values: str) -> str:
    return (
        f'<SimpleSetPredicate field="{field}" booleanOperator="{operator}"><Array n="2" type="string">{values}</Array></SimpleSetPredicate>'
    )


@pytest.mark.parametrize(
    ("first", "second", "ask"),
    [
        (simple("x", "lessOrEqual", "2.5"), simple("x", "greaterThan", "2.5"), Cut("x", Fraction(5, 2))),
        (simple("x", "lessThan", "2.5"), simple("x", "greaterOrEqual", "2.5"), Cut("x", Fraction(5, 2), Side.BELOW)),
        (simple("x", "greaterThan", "2.5"), "<True/>", Cut("x", Fraction(5, 2), missing=0)),
        (simple("k", "equal", "a"), simple("k", "notEqual", "a"), Values("k", (("a",), ()), 1)),
        (simple("k", "notEqual", "a"), simple("k", "equal", "a"), Values("k", ((), ("a",)), 0)),
        (among("k", "isIn", "a &quot;b c&quot;"), among("k", "isNotIn", "a &quot;b c&quot;"), Values("k", (("a", "b c"), ()), 1)),
        (among("k", "isIn", "a b"), among("k", "isIn", "b c"), Values("k", (("a", "b"), ("c",)))),
        (simple("k", "equal", "a"), "<True/>", Values("k", (("a",), ()), 1, 1)),
        (simple("k", "isMissing", ""), "<True/>", Known("k", 1, 0)),
        (simple("k", "isNotMissing", ""), simple("k", "isMissing", ""), Known("k", 0, 1)),
    ],
)
def test_two_children(tmp_path: Path, first: str, second: str, ask: Ask) -> None:
    tree = read(tmp_path, node("<True/>" + node(first, id="2", score="p") + node(second, id="3", score="q"), id="1"))
    assert tree.root.ask == ask
    assert len({child.place for child in tree.root.children}) == 2
    swapped = "greaterThan" in first
    assert [child.place for child in tree.root.children] == (["3", "2"] if swapped else ["2", "3"])


def test_three_children_and_a_default_for_missing_values(tmp_path: Path) -> None:
    children = "".join(node(simple("k", "equal", v), id=i, score=v) for v, i in zip("abc", "234", strict=True))
    tree = read(
        tmp_path, node("<True/>" + children, id="1", defaultChild="3"), 'functionName="classification" missingValueStrategy="defaultChild"'
    )
    assert tree.root.ask == Values("k", (("a",), ("b",), ("c",)), None, 1)
    assert tree.root.ask is not None
    assert branch_taken(tree.root.ask, MISSING) == 1
    assert tree.root.children[2].label == "c"


def test_a_tree_with_its_claims_is_verified(tmp_path: Path) -> None:
    x, y = Continuous("x"), Nominal("y", ("p", "q"))
    data = DataSet((x,), y, tuple(Record((Fraction(i),), label) for i, label in enumerate("ppqq")))
    counts = '<ScoreDistribution value="p" recordCount="2"/><ScoreDistribution value="q" recordCount="{}"/>'
    left = node(simple("x", "lessOrEqual", "1.5") + counts.format(0), id="2", score="p")
    right = node(simple("x", "greaterThan", "1.5"), id="3", score="q", recordCount="2")
    assert verify(read(tmp_path, node("<True/>" + left + right, id="1")), data, CART).wrong == ()
    wrong = node(simple("x", "lessOrEqual", "1.5") + counts.format(1), id="2", score="q")
    report = verify(read(tmp_path, node("<True/>" + wrong + right, id="1")), data, CART)
    assert [(finding.place, len(finding.verdicts)) for finding in report.wrong] == [("2", 3)]


def test_regression_scores_are_numbers(tmp_path: Path) -> None:
    assert read(tmp_path, node("<True/>", id="1", score="2.5"), 'functionName="regression"').root.label == Fraction(5, 2)


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (simple("x", "lessOrEqual", "1"), simple("x", "greaterThan", "2"), "two children that share out the numbers"),
        (
            simple("x", "lessOrEqual", "1"),
            simple("z", "greaterThan", "1"),
            "children that ask one field, or one after another up to a last True (got ['x', 'z'])",
        ),
        ("<True/>", simple("k", "equal", "a"), "children that share out the values"),
        (simple("k", "equal", "a"), simple("k", "notEqual", "b"), "children that share out the values"),
        (simple("k", "isMissing", ""), simple("k", "equal", "a"), "children that share out the values"),
        ('<CompoundPredicate booleanOperator="surrogate"/>', "<True/>", "two predicates or more in a CompoundPredicate (got '0 in one"),
        ('<CompoundPredicate booleanOperator="nor"/>', "<True/>", "one of and, or, surrogate, xor (got 'nor')"),
        ("<False/>", "<True/>", "a predicate that a record can fulfil (got 'False')"),
    ],
)
def test_what_has_no_form_here(tmp_path: Path, first: str, second: str, message: str) -> None:
    with pytest.raises(Invalid) as refused:
        read(tmp_path, node("<True/>" + node(first, id="2") + node(second, id="3"), id="1"))
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('<!DOCTYPE x [<!ENTITY a "b">]><PMML/>', "PMML without a document type"),
        ("<PMML>", "XML"),
        ("<PMML/>", "a TreeModel (got 'none')"),
        ("<PMML><TreeModel/></PMML>", "one root Node (got 0)"),
    ],
)
def test_hostile_and_empty_files(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "tree.pmml"
    path.write_text(text)
    with pytest.raises(Invalid) as refused:
        read_pmml(path)
    assert message in str(refused.value)


def test_a_deep_tree(tmp_path: Path) -> None:
    """As deep as the XML parser goes; deeper ones are refused, not a crash."""
    for depth in (200, 5_000):
        inside = "".join(f'<Node id="{i}">' + (simple("x", "lessOrEqual", "1") if i else "<True/>") for i in range(depth))
        inside += "".join(
            node(simple("x", "greaterThan", "1"), id=f"r{i}") + "</Node>" if i < depth - 1 else "</Node>" for i in reversed(range(depth))
        )
        try:
            assert read(tmp_path, inside).root.place == "0"
        except Invalid as refused:
            assert depth == 5_000
            assert "nested" in str(refused) or "XML" in str(refused)


def answers() -> list[tuple[str, list[tuple[dict[str, float | str | None], float | str | None]]]]:
    """PMML trees, and what JPMML-Evaluator predicts for records."""
    read = json.loads((Path(__file__).parent / "files" / "jpmml-answers.json").read_text())
    return [(one["pmml"], one["answers"]) for one in read["trees"]]


def predicted(node: ForeignNode, record: dict[str, float | str | None]) -> float | str | None:
    cells = {name: MISSING if value is None else value if isinstance(value, str) else Fraction(value) for name, value in record.items()}
    while node.ask is not None:
        branch = branch_by_stand_ins(node, cells)
        if branch is None:
            return None
        node = node.children[branch]
    return float(node.label) if isinstance(node.label, Fraction) else node.label


@pytest.mark.parametrize(("text", "records"), answers())
def test_a_tree_predicts_what_another_program_does(
    text: str, records: list[tuple[dict[str, float | str | None], float | str | None]]
) -> None:
    """Where the tree as read says nothing, a note says why; an undeclared value of a field that isn't asked on the way is passed over."""
    (tree,) = parse_pmml(text, "x")
    for record, answer in records:
        found = predicted(tree.root, record)
        assert found == answer or (found is None and tree.notes) or (answer is None and record["k"] == "zzz"), record


def test_children_that_are_asked_in_order_are_a_chain_of_binary_nodes(tmp_path: Path) -> None:
    """As sklearn2pmml writes them unasked."""
    below = node(simple("x", "lessOrEqual", "1"), id="2", score="p") + node(simple("x", "lessOrEqual", "2"), id="3", score="q")
    tree = read(tmp_path, node("<True/>" + below + node("<True/>", id="4", score="r"), id="1", score="s"))
    assert [(one.place, one.label) for one in foreign_nodes(tree.root)] == [
        ("1", "s"),
        ("2", "p"),
        ("1, from child 2", None),
        ("3", "q"),
        ("4", "r"),
    ]


def test_counts_that_come_to_one_everywhere_are_told(tmp_path: Path) -> None:
    share = '<ScoreDistribution value="p" recordCount="{}"/><ScoreDistribution value="q" recordCount="{}"/>'
    left = node(simple("x", "lessOrEqual", "1.5") + share.format("0.25", "0.75"), id="2", score="q")
    tree = read(tmp_path, node("<True/>" + left + node("<True/>" + share.format(1, 0), id="3", score="p"), id="1"))
    assert any("shares may have been written where counts belong" in note for note in tree.notes)
    assert tree.root.children[0].within > 0 == tree.root.children[1].within
