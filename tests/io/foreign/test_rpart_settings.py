"""
Objects that rpart 4.1.19 fitted to random tables with random settings (`files/rpart/make.R`), verified under the policy that each states;
and spoiled: what is wrong is said at its node.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

import dtref
from dtref.io.foreign.rpart import read_rpart
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Values, fold_foreign, foreign_nodes
from dtref.oracle.stated.policy_of import policy_of
from dtref.oracle.verify.rpart_improvement import IMPROVE, states_improvements
from dtref.oracle.verify.verdicts import NodeVerdict, Optimal, Report, StopWithinFloat, Tied, TiedSurrogates, WrongClaim
from dtref.oracle.verify.verify import verify
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import nodes

FOLDER = Path(__file__).parent / "files" / "rpart"
NAMES = sorted((path.stem for path in FOLDER.glob("*.json")), key=int)
RIGHT = (Optimal, Tied, TiedSurrogates, StopWithinFloat)


@cache
def data_of(name: str) -> DataSet:
    (*heads, _), *rows = csv.reader((FOLDER / f"{name}.csv").read_text().splitlines())
    columns = [attribute(*head.split(":")) for head in heads]
    records = [([cell(text, a) for text, a in zip(row, columns, strict=False)], Fraction(row[-1])) for row in rows]
    made = tuple(Record(tuple(cells[:-1]), known(cells[-1]), weight) for cells, weight in records)
    return DataSet(tuple(columns[:-1]), columns[-1], made)


def attribute(name: str, kind: str) -> Attribute:
    if kind == "n":
        return Continuous(name)
    levels = tuple(f"v{i:03d}" for i in range(int(kind[1:])))
    return Nominal(name, levels) if kind[0] == "f" else Ordinal(name, levels)


def cell(text: str, a: Attribute) -> Cell:
    if text == "NA":
        return MISSING
    return Fraction(float.fromhex(text)) if isinstance(a, Continuous) else text


def known(label: Cell) -> str | Fraction:
    assert isinstance(label, str | Fraction)
    return label


@cache
def tree_of(name: str) -> ForeignTree:
    (tree,) = read_rpart(FOLDER / f"{name}.json")
    return tree


def not_right(report: Report) -> list[tuple[str, NodeVerdict]]:
    return [(finding.place, v) for finding in report.findings for v in finding.verdicts if not isinstance(v, RIGHT)]


def verified(name: str, tree: ForeignTree) -> list[tuple[str, NodeVerdict]]:
    return not_right(verify(tree, data_of(name), policy_of(tree)))


@pytest.mark.parametrize("name", NAMES)
def test_every_node_is_right_and_checked_by_the_rules_that_the_model_states(name: str) -> None:
    assert verified(name, tree_of(name)) == []


def test_the_models_cover_the_settings() -> None:
    settings = [{s.name: s.value for s in tree_of(name).settings} for name in NAMES]
    for setting, values in {
        "method": {"class", "anova"},
        "split": {"gini", "information"},
        "usesurrogate": {"0", "1", "2"},
        "surrogatestyle": {"0", "1"},
        "maxsurrogate": {"1", "2", "5"},
        "cp": {"-1", "0", "0.01", "0.05", "0.1"},
    }.items():
        assert values <= {s.get(setting) for s in settings}, setting
    for setting in ("prior", "loss", "weights", "na.action"):
        assert any(setting in s for s in settings), setting


@pytest.mark.parametrize("name", ["96", "165", "253"])
def test_the_tree_that_dtref_grows_is_as_large(name: str) -> None:
    tree, grown = tree_of(name), dtref.grow(data_of(name), policy_of(tree_of(name)))
    assert len(list(foreign_nodes(tree.root))) == len(list(nodes(grown)))


# spoiled trees


def replaced(tree: ForeignTree, place: str, change: Callable[[ForeignNode], ForeignNode]) -> ForeignTree:
    """The tree with one node changed."""

    def made(node: ForeignNode, children: Sequence[ForeignNode]) -> ForeignNode:
        same = evolve(node, children=tuple(children))
        return change(same) if node.place == place else same

    return evolve(tree, root=fold_foreign(tree.root, made))


def exchanged_sides(node: ForeignNode) -> ForeignNode:
    return evolve(node, children=node.children[::-1])


def another_label(node: ForeignNode) -> ForeignNode:
    label = node.label
    other = label * Fraction(101, 100) if isinstance(label, Fraction) else "v000" if label == "v001" else "v001"
    return evolve(node, label=other)


def another_count(node: ForeignNode) -> ForeignNode:
    rows = node.rows
    assert rows is not None
    return evolve(node, rows=rows + 1)


def cut_off(node: ForeignNode) -> ForeignNode:
    return evolve(node, ask=None, children=(), stand_ins=(), shared=(), names_surrogates=False)


def without_surrogates(node: ForeignNode) -> ForeignNode:
    return evolve(node, stand_ins=())


def another_test(node: ForeignNode) -> ForeignNode:
    ask = node.ask
    if isinstance(ask, Values):
        return evolve(node, ask=evolve(ask, groups=(ask.groups[0] + ask.groups[1][:-1], ask.groups[1][-1:])))
    assert isinstance(ask, Cut)
    return evolve(node, ask=evolve(ask, cut=ask.cut - 1000))


SPOILS: Sequence[tuple[Callable[[ForeignNode], ForeignNode], Callable[[ForeignNode], bool]]] = (
    (exchanged_sides, lambda node: node.ask is not None),
    (another_label, lambda node: node.ask is None),
    (another_count, lambda _: True),
    (cut_off, lambda node: node.ask is not None),
    (without_surrogates, lambda node: bool(node.stand_ins)),
    (another_test, lambda node: isinstance(node.ask, Cut)),
)


@pytest.mark.parametrize("name", ["165"])
@pytest.mark.parametrize(("spoil", "applies"), SPOILS)
def test_what_is_spoiled_is_said_at_its_node(
    name: str, spoil: Callable[[ForeignNode], ForeignNode], applies: Callable[[ForeignNode], bool]
) -> None:
    """Exchanged sides are said at the nodes below, which have the other's records."""
    tree = tree_of(name)
    for node in filter(applies, foreign_nodes(tree.root)):
        places = {place for place, _ in verified(name, replaced(tree, node.place, spoil))}
        wanted = {child.place for child in node.children} if spoil is exchanged_sides else {node.place}
        assert wanted <= places, node.place


def test_a_stated_improvement_that_is_a_millionth_off_is_named_at_its_node() -> None:
    compared = [name for name in NAMES if states_improvements(tree_of(name)) and tree_of(name).root.children]
    assert {s.value for name in compared for s in tree_of(name).settings if s.name == "method"} == {"class", "anova"}
    for name in compared:
        tree = tree_of(name)
        assert tree.root.gain
        off = evolve(tree, root=evolve(tree.root, gain=tree.root.gain * (1 + Fraction(1, 10**6))))
        wrong = [(place, v.claim) for place, v in verified(name, off) if isinstance(v, WrongClaim)]
        assert wrong == [(tree.root.place, IMPROVE)], name
