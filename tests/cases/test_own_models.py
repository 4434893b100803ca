"""Models of this library's own format: what contradicts itself is refused with the node and the field, anything else is what it says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest
from attrs import evolve
from edits import Edit, Json, edits
from hypothesis import given
from many import examples, one_in

import dtref
from dtref.errors import Invalid
from dtref.io.models import Model, parse_model, read_model, save_model, write_model
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.surrogates import LearnSurrogates
from dtref.spec.model.attributes import Continuous, Nominal, Ordinal
from dtref.spec.model.branches import branch_count
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import EverySubset, Optima
from dtref.spec.model.tests import Groups, IsKnown, Multiway, Oblique, OrdinalCut, Ranges, Side, Subset, Test, Threshold
from dtref.spec.model.trees import Branch, Gap, GapRule, Leaf, Surrogates, Tree, is_regression
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.pruning.cost_complexity import cost_complexity
from dtref.spec.pruning.error_based import error_based
from dtref.spec.pruning.subtree_raising import error_based_raising
from dtref.strategies import data_sets

WRITTEN = Path(__file__).parents[1] / "io" / "written_by_0_1_0"
NAMES = ("classification", "regression", "surrogates", "fractions", "missing_as_value", "flags", "chaid")


def text_of(name: str) -> str:
    return (WRITTEN / f"{name}.json").read_text("utf-8")


def document_of(name: str) -> dict[str, Json]:
    return cast("dict[str, Json]", json.loads(text_of(name)))


def meaning(document: Json) -> Json:
    """A model with what its format lets a file leave out, numbers as they are however they are written."""
    whole = cast("dict[str, Json]", document)
    target = cast("dict[str, Json]", whole["target"])
    attributes: list[dict[str, Json]] = []
    for said in cast("list[dict[str, Json]]", whole["attributes"]):
        values = cast("list[str]", said.get("values", []))
        before = attributes[-1]["name"] if attributes else None
        flags = before if (said["name"], values) == (f"{before} is known", ["yes", "no"]) else None
        unsaid: dict[str, Json] = {"missing_is": "?" if values[-1:] == ["?"] else None, "flags": flags, "width": "decimal"}
        attributes.append({**unsaid, **said})
    means = target["kind"] == "continuous"
    nodes = [_node(cast("dict[str, Json]", node), means) for node in cast("list[Json]", whole["nodes"])]
    return [whole["algorithm"], {"width": "decimal", **target}, cast("Json", attributes), nodes]


NUMBERS = ("lower", "upper", "cut", "cuts")


def _node(node: dict[str, Json], means: bool) -> Json:
    filled = {name: value for name, value in node.items() if value not in ([], "") or name in ("labels", "counts")}
    if "test" in filled:
        filled.setdefault("optima", [filled["test"]])
    numbers = ("counts", "labels") if means else ("counts",)
    return {name: _numbers(value) if name in numbers else _tests(value) for name, value in filled.items()}


def _tests(value: Json) -> Json:
    if isinstance(value, list):
        return [_tests(part) for part in value]
    if not isinstance(value, dict):
        return value
    kind = value.get("kind")
    said = {key: part for key, part in value.items() if (key, part) != ("missing", None)}  # a threshold need not say it
    whole = {"side": "<=", **said} if kind in ("threshold", "ranges", "oblique") else value
    return {key: _numbers(part) if key in NUMBERS and kind != "ordinal cut" else _tests(part) for key, part in whole.items()}


def _numbers(value: Json) -> Json:
    return [_numbers(part) for part in value] if isinstance(value, list) else str(Fraction(str(value)))


def every_kind() -> dict[str, Json]:
    """A tree with a test of every kind, down one path; nobody takes the other branches."""
    colour, size = Nominal("colour", ("red", "green", "blue")), Ordinal("size", ("s", "m", "l"))
    x, z, y = Continuous("x"), Continuous("z"), Nominal("y", ("-", "+"))
    one, two = Fraction(1), Fraction(2)
    cut = Threshold(z, one, two, one)
    tests: list[tuple[Test, Optima, GapRule]] = [
        (Groups(colour, (("red", "blue"), ("green",)), 1), (), Gap.HEAVIEST),
        (Ranges(x, (one, two), Side.BELOW), (), Gap.REFUSE),
        (Oblique(((x, one), (z, -two)), Fraction(1, 3)), (), Gap.FRACTIONS),
        (
            OrdinalCut(size, "s", "l"),
            (Multiway(size),),
            Surrogates(((Multiway(colour), (1, 0, 1)), (Threshold(z, one, two, one), (0, 1))), 1),
        ),
        (Subset(colour, ("red",), ("blue",)), (EverySubset(colour, ("red", "blue")), cut), Gap.REFUSE),
        (Multiway(size), (), Gap.REFUSE),
        (Threshold(z, one, two, one, missing=1), (Threshold(z, one, two, one, missing=0), IsKnown(x)), Gap.LEARNED),
        (IsKnown(x), (), Gap.LEARNED),
    ]
    tree: Tree = Leaf((("-", one), ("+", two)), ("+",))
    for test, tied, gap in reversed(tests):
        optima = tied if isinstance(test, Subset) else (test, *tied)
        nobody = Leaf((("-", Fraction(0)), ("+", Fraction(0))), ("+",))
        tree = Branch(tree.counts, ("+",), test, optima, (tree, *[nobody] * (branch_count(test) - 1)), gap)
    return cast("dict[str, Json]", json.loads(write_model(Model((colour, size, x, z), y, "by hand", tree))))


def every_edit() -> Iterator[tuple[str, Edit]]:
    for name, document in [*((name, document_of(name)) for name in NAMES), ("every kind", every_kind())]:
        assert meaning(json.loads(write_model(parse_model(json.dumps(document))))) == meaning(document)
        yield from ((name, edit) for edit in edits(document))


def test_every_edit_of_a_field_is_refused_with_the_field_or_read_as_what_it_says() -> None:
    seen = refused = 0
    for name, edit in one_in(4, list(every_edit())):
        seen += 1
        try:
            model = parse_model(edit.text, "m.json")
        except Invalid as problem:
            refused += 1
            said = str(problem)
            assert said.startswith("m.json"), (name, edit.path, edit.what, said)
            steps = {"node" if step == "nodes" else step for step in edit.path if isinstance(step, str)}
            assert any(step in said for step in steps), (name, edit.path, edit.what, said)
        else:
            assert meaning(json.loads(write_model(model))) == meaning(json.loads(edit.text)), (name, edit.path, edit.what)
    assert seen > 750
    assert refused > 0.9 * seen


Change = Callable[[list[dict[str, Any]]], object]


def changed(change: Change, name: str = "classification") -> str:
    """The text of a model whose nodes were changed."""
    document = document_of(name)
    change(cast("list[dict[str, Any]]", document["nodes"]))
    return json.dumps(document)


CONTRADICTIONS: dict[str, tuple[str, Change, str]] = {
    "more records than above": ("classification", lambda n: n[1].update(counts=["5000", "0"]), "node 0, counts"),
    "fewer records than below": ("classification", lambda n: n[0].update(counts=["2", "2"], labels=["-"]), "node 0, counts"),
    "a count below 0": ("classification", lambda n: n[1].update(counts=["-2", "4"]), "node 1, counts"),
    "parts that do not add up": ("fractions", lambda n: n[5].update(counts=["0", "1"]), "node 0, counts"),
    "a surrogate's records lost": ("surrogates", lambda n: n[4].update(counts=["0", "1"]), "node 0, counts"),
    "sums of y that do not add up": ("regression", lambda n: n[2].update(counts=["1", "9", "100"], labels=["9"]), "node 1, counts"),
    "moments of no records": ("regression", lambda n: n[2].update(counts=["1", "10", "99"]), "node 2, counts"),
    "no records but a sum": ("regression", lambda n: n[2].update(counts=["0", "10", "100"]), "node 2, counts"),
    "a smaller class": ("classification", lambda n: n[1].update(labels=["+"]), "node 1, labels"),
    "one largest class and a smaller one": ("classification", lambda n: n[1].update(labels=["-", "+"]), "node 1, labels"),
    "a smaller class of an inner node": ("classification", lambda n: n[0].update(labels=["+"]), "node 0, labels"),
    "an unknown class": ("classification", lambda n: n[1].update(labels=["o"]), "node 1, labels"),
    "another mean": ("regression", lambda n: n[2].update(labels=["11"]), "node 2, labels"),
    "two means": ("regression", lambda n: n[2].update(labels=["10", "11"]), "node 2, labels"),
    "an optimum twice": ("classification", lambda n: n[0].update(optima=n[0]["optima"] * 2), "node 0, optima, [2]"),
    "an optimum's groups the other way round": (
        "classification",
        lambda n: n[0]["optima"].append({"kind": "subset", "attribute": "colour", "left": ["green"], "right": ["red"]}),
        "node 0, optima, [2]",
    ),
    "an optimum's interval with another cut": (
        "classification",
        lambda n: n[2]["optima"].append({**n[2]["test"], "cut": "17/4"}),
        "node 2",
    ),
    "a test that is no optimum": ("classification", lambda n: n[2].update(optima=[{**n[2]["test"], "upper": "6"}]), "node 2, test"),
    "a cut outside its interval": ("classification", lambda n: n[2]["test"].update(cut="5"), "node 2, test"),
    "a child too many": ("classification", lambda n: n[0].update(children=["1", "2", "3"]), "node 0, children"),
    "a child out of range": ("classification", lambda n: n[0].update(children=["1", "9"]), "node 0, children"),
    "a child below 0": ("classification", lambda n: n[0].update(children=["1", "-1"]), "node 0, children"),
    "a child above": ("classification", lambda n: n[2].update(children=["0", "3"]), "node 2, children"),
    "a child of two": ("classification", lambda n: n[2].update(children=["1", "3"]), "node 2, children"),
    "a child twice": ("classification", lambda n: n[0].update(children=["1", "1"]), "node 0, children"),
    "a second root": ("classification", lambda n: n.append({"counts": ["0", "0"], "labels": ["-"]}), "node 5"),
    "branches of surrogates out of range": ("surrogates", lambda n: n[0]["surrogates"][0].update(stands_for=["0", "2"]), "stands_for"),
    "a rest out of range": ("surrogates", lambda n: n[0].update(otherwise="2"), "node 0, otherwise"),
    "text for a list": ("classification", lambda n: n[1].update(counts="20"), "node 1, counts"),
    "a field that nobody knows": ("classification", lambda n: n[1].update(depth="1"), "node 1"),
    "values that nobody declared": ("chaid", lambda n: n[0]["test"]["groups"][0].append("xl"), "node 0, test"),
    "a group of nobody": ("chaid", lambda n: [n[0][f].update(groups=[["s"], ["m", "?"], []]) for f in ("test",)], "node 0"),
}


@pytest.mark.parametrize(("name", "change", "where"), CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_a_model_that_contradicts_itself_is_refused(name: str, change: Change, where: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse_model(changed(change, name), "m.json")
    assert refused.value.where.startswith("m.json, node ")
    assert where in refused.value.where


def test_a_key_that_stands_twice_is_named_with_its_node() -> None:
    text = text_of("classification").replace('"labels": ["+"]', '"labels": ["+"], "labels": ["+"]', 1)
    with pytest.raises(Invalid, match=r"^m\.json, nodes, \[2\]: expected each key once \(got 'labels'\)$"):
        parse_model(text, "m.json")


@pytest.mark.parametrize("form", ["dtref-tree/0", "dtref-tree/2", "", None, 1])
def test_another_format_is_refused(form: str | int | None) -> None:
    with pytest.raises(Invalid, match=r"^m\.json, format: "):
        parse_model(json.dumps({**document_of("chaid"), "format": form}), "m.json")


def empty_branch(labels: list[str]) -> str:
    """Of the root's three classes (a 3, b 2, c 1) two reach the inner node (b 2, c 1), one of whose branches is empty."""
    x: dict[str, Json] = {"kind": "multiway", "attribute": "x"}
    nodes: list[dict[str, Json]] = [
        {"counts": ["3", "2", "1"], "labels": ["a"], "test": x, "children": ["1", "2"]},
        {"counts": ["3", "0", "0"], "labels": ["a"]},
        {"counts": ["0", "2", "1"], "labels": ["b"], "test": {**x, "attribute": "z"}, "children": ["3", "4"]},
        {"counts": ["0", "2", "1"], "labels": ["b"]},
        {"counts": ["0", "0", "0"], "labels": cast("Json", labels)},
    ]
    attributes = [{"kind": "nominal", "name": name, "values": ["u", "v"]} for name in "xz"]
    target = {"kind": "nominal", "name": "y", "values": ["a", "b", "c", "d"][:3]}
    return json.dumps({"format": "dtref-tree/1", "algorithm": "mine", "target": target, "attributes": attributes, "nodes": nodes})


@pytest.mark.parametrize("labels", [["b"], ["a"]], ids=["its parent's", "the root's"])
def test_an_empty_branch_has_the_labels_of_its_parent_or_of_the_root(labels: list[str]) -> None:
    assert parse_model(empty_branch(labels)).tree.labels == ("a",)


def test_an_empty_branch_has_no_class_that_nobody_above_could_have_left_it() -> None:
    text = empty_branch(["b"]).replace('["3", "2", "1"]', '["3", "3", "0"]').replace('["0", "2", "1"]', '["0", "3", "0"]')
    with pytest.raises(Invalid, match=r"^m\.json, node 4, labels: "):
        parse_model(
            text.replace('"labels": ["a"], "test"', '"labels": ["a", "b"], "test"').replace('"labels": ["b"]}]', '"labels": ["c"]}]'),
            "m.json",
        )


def test_what_could_not_be_read_is_not_written(tmp_path: Path) -> None:
    leaf = Leaf((("-", Fraction(1)), ("+", Fraction(2))), ("-",))
    path = tmp_path / "m.json"
    with pytest.raises(Invalid, match=r"^node 0, labels: "):
        save_model(Model((), Nominal("y", ("-", "+")), "mine", leaf), path)
    assert not path.exists()


def test_an_attribute_that_the_model_has_otherwise_is_not_written() -> None:
    model = parse_model(text_of("missing_as_value"))
    other = tuple(evolve(a, values=(*a.values, "more")) if isinstance(a, Nominal) else a for a in model.attributes)
    with pytest.raises(Invalid, match=r"^node 0, test: expected an attribute of the model"):
        write_model(evolve(model, attributes=other))


@pytest.mark.parametrize("gap", [Gap.FRACTIONS, Gap.HEAVIEST, LearnSurrogates()], ids=["fractions", "heaviest", "surrogates"])
@pytest.mark.parametrize("policy", [dtref.C45, dtref.CART], ids=lambda p: p.name)
@examples(10)
@given(data=data_sets(missing=True, max_records=8))
def test_what_is_grown_and_pruned_comes_back(policy: dtref.Policy, gap: Gap | LearnSurrogates, data: DataSet) -> None:
    """Raising gives records to branches that had none, or keeps what an empty branch had."""
    tree = grow(data, evolve(policy, missing=keep_missing, gap=gap))
    pruned = [tree, error_based(tree).tree]
    if data.records:
        path = cost_complexity(tree)
        pruned += [error_based_raising(tree, data).tree, *(path.tree_of(k) for k in range(len(path.steps)))]
    for one in pruned:
        model = Model(data.attributes, data.target, policy.name, one)
        assert parse_model(write_model(model)) == model


@pytest.mark.parametrize("name", NAMES)
def test_a_model_of_version_0_1_0_is_read_and_written_again(name: str, tmp_path: Path) -> None:
    model = parse_model(text_of(name))
    assert is_regression(model.tree) == (name == "regression")
    assert (model.attributes[0].missing_is if isinstance(model.attributes[0], Nominal | Ordinal) else None) == (
        "?" if name in ("missing_as_value", "chaid") else None
    )
    save_model(model, tmp_path / "m.json")
    assert read_model(tmp_path / "m.json") == model
