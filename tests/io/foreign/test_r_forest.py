"""Forests of ranger and randomForest as forests.R wrote them: right on the records drawn, named where spoiled, else refused."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve
from spoilings import Spoiled, another_label, another_question, cut_off, cut_past_one_value, sides_exchanged, with_node

import dtref
from dtref.errors import Invalid
from dtref.io.foreign.r_forest import read_r_forest
from dtref.io.foreign.tree import ForeignTree, Values, branch_taken, foreign_nodes
from dtref.oracle.stated.policy_of import policy_of
from dtref.oracle.verify.in_bag import drawn_records
from dtref.oracle.verify.verdicts import NotChecked
from dtref.oracle.verify.verify import verify
from dtref.spec.model.data import DataSet

FILES = Path(__file__).parent / "files"
CLASSES = ("ranger-classes", "ranger-shares", "ranger-random", "ranger-hellinger", "random-forest-classes", "random-forest-weights")
NUMBERS = ("ranger-numbers", "random-forest-numbers")


def data_of(name: str) -> DataSet:
    target, other = ("v", "y") if name in NUMBERS else ("y", "v")
    return dtref.read_csv(FILES / "forest-data.csv", target=target, ignore=[other], continuous=["x", "z", "v"])


def trees_of(name: str) -> tuple[ForeignTree, ...]:
    return read_r_forest(FILES / f"{name}.json")


@pytest.mark.parametrize("name", (*CLASSES, *NUMBERS))
def test_every_node_is_right_on_the_records_drawn_for_its_tree(name: str) -> None:
    for tree in trees_of(name):
        report = verify(tree, data_of(name), policy_of(tree))
        assert report.tally.keys() == {"Optimal"}, report.wrong


@pytest.mark.parametrize("name", ("ranger-classes", "random-forest-classes", "ranger-numbers"))
def test_on_all_records_it_is_not(name: str) -> None:
    tree = trees_of(name)[0]
    assert verify(evolve(tree, in_bag=(1,) * 24), data_of(name), policy_of(tree)).wrong


@pytest.mark.parametrize("name", (*CLASSES, *NUMBERS))
def test_a_spoiled_root_or_leaf_is_named(name: str) -> None:
    tree = trees_of(name)[1]
    data = data_of(name)
    drawn = drawn_records(tree, data)
    leaf = next(node for node in foreign_nodes(tree.root) if node.ask is None)
    spoils = [(tree.root, sides_exchanged), (tree.root, cut_past_one_value), (leaf, another_label)]
    if policy_of(tree).draws.of(3) == 3:  # type: ignore[union-attr]  # every column was tried
        spoils += [(tree.root, cut_off), (tree.root, another_question)]
    named = 0
    for node, spoil in spoils:
        new = spoil(Spoiled(node, data, tuple(drawn)))
        if new is None or (spoil is cut_past_one_value and name == "ranger-random"):  # any cut may be drawn there
            continue
        wrong = {f.place for f in verify(evolve(tree, root=with_node(tree.root, node, new)), data, policy_of(tree)).wrong}
        assert wrong & {node.place, *(child.place for child in new.children)}, spoil.__name__
        named += 1
    assert named


def reached(tree: ForeignTree, data: DataSet) -> Mapping[str, Counter[object]]:
    """The labels of the records drawn at each leaf, each as often as it was drawn: a walk that nothing of `verify` takes part in."""
    places = [a.name for a in data.attributes]
    labels: dict[str, Counter[object]] = {}
    for record, times in zip(data, tree.in_bag, strict=True):
        node = tree.root
        while node.ask is not None:
            branch = branch_taken(node.ask, record.values[places.index(node.ask.attribute)])
            assert branch is not None
            node = node.children[branch]
        labels.setdefault(node.place, Counter())[record.label] += times
    return labels


def test_shares_and_means_are_those_of_the_records_drawn() -> None:
    for tree in trees_of("ranger-shares"):
        counts = reached(tree, data_of("ranger-shares"))
        for leaf in (node for node in foreign_nodes(tree.root) if node.ask is None):
            own = counts[leaf.place]
            assert {name: float(p) for name, p in leaf.shares or ()} == {name: own[name] / own.total() for name in ("no", "yes")}
            spoiled = evolve(leaf, shares=tuple((name, 1 - p) for name, p in leaf.shares or ()))
            if spoiled.shares != leaf.shares:
                report = verify(evolve(tree, root=with_node(tree.root, leaf, spoiled)), data_of("ranger-shares"), policy_of(tree))
                assert [finding.place for finding in report.wrong] == [leaf.place]
    for tree in trees_of("random-forest-numbers"):
        for place, own in reached(tree, data_of("random-forest-numbers")).items():
            leaf = next(node for node in foreign_nodes(tree.root) if node.place == place)
            mean = sum(Fraction(y) * n for y, n in own.items() if isinstance(y, Fraction)) / max(1, own.total())
            assert not own.total() or abs(float(mean) - float(leaf.label or 0)) < 1e-12


def test_without_the_draws_nothing_is_checked() -> None:
    tree = evolve(trees_of("ranger-classes")[0], in_bag=())
    report = verify(tree, data_of("ranger-classes"), policy_of(tree))
    assert report.tally.keys() == {"NotChecked"}
    verdict = report.findings[0].verdicts[0]
    assert isinstance(verdict, NotChecked)
    assert "keep.inbag = TRUE" in verdict.why


def test_draws_of_another_number_of_records_are_refused() -> None:
    tree = trees_of("ranger-classes")[0]
    with pytest.raises(Invalid, match=r"^records: expected 23 in the order of training, .* \(got 24\)$"):
        verify(evolve(tree, in_bag=tree.in_bag[1:]), data_of("ranger-classes"), policy_of(tree))
    with pytest.raises(Invalid, match=r"^records: expected one at least that was drawn"):
        verify(evolve(tree, in_bag=(0,) * 24), data_of("ranger-classes"), policy_of(tree))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"forest_of": "party"}, "forest_of: expected one of ranger, randomForest"),
        ({"by_bits": [False, False]}, "by_bits: expected 3 entries"),
        ({"levels": {"w": ["a"]}}, "levels: expected names of columns"),
        ({"levels": {}}, "levels: expected the values of k, which is asked by bits"),
        ({"depth": 3}, "depth: expected no field of that name"),
    ],
)
def test_a_forest_that_is_none_is_refused(tmp_path: Path, change: dict[str, object], message: str) -> None:
    path = tmp_path / "model.json"
    path.write_text(json.dumps({**json.loads((FILES / "ranger-classes.json").read_text()), **change}))
    with pytest.raises(Invalid) as refused:
        read_r_forest(path)
    assert f"model.json, {message}" in str(refused.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"right": 0}, "expected two children, or none"),
        ({"left": 99}, "expected a number from 0 to"),
        ({"column": 3}, "expected a number from 0 to 2"),
        ({"cut": "0.5"}, "expected a number such as 0x1.8p+1"),
    ],
)
def test_a_tree_that_is_none_is_refused(tmp_path: Path, change: dict[str, object], message: str) -> None:
    model = json.loads((FILES / "ranger-classes.json").read_text())
    for key, value in change.items():
        model["trees"][0][key][0] = value
    path = tmp_path / "model.json"
    path.write_text(json.dumps(model))
    with pytest.raises(Invalid, match=re.escape(message)):
        read_r_forest(path)


def test_bits_beyond_the_values_are_refused(tmp_path: Path) -> None:
    model = json.loads((FILES / "ranger-classes.json").read_text())
    tree = model["trees"][0]
    inner = next(i for i, left in enumerate(tree["left"]) if left)
    tree["column"][inner], tree["cut"][inner] = 2, "0x1p+3"
    path = tmp_path / "model.json"
    path.write_text(json.dumps(model))
    with pytest.raises(Invalid, match="expected bits of the 3 values of k"):
        read_r_forest(path)


def test_a_forest_is_found_by_its_format_and_number() -> None:
    tree = dtref.read_foreign(FILES / "ranger-classes.json", "r-forest", 2)
    assert tree.in_bag == trees_of("ranger-classes")[1].in_bag


def with_labels(labels: list[Fraction]) -> DataSet:
    """The data of the forests, with another target of numbers."""
    data = data_of("random-forest-numbers")
    return evolve(data, records=tuple(evolve(record, label=label) for record, label in zip(data, labels, strict=True)))


def test_nodes_that_are_asked_by_chance_are_not_checked_nor_what_is_below() -> None:
    """Of flags a node of one value is split on there, with no record in a branch whose mean is that of others."""
    data = with_labels([Fraction(record.label == "yes") for record in data_of("ranger-classes")])
    for tree in trees_of("random-forest-flags"):
        report = verify(tree, data, policy_of(tree))
        assert report.tally.keys() == {"Optimal", "NotChecked"}, report.wrong
        open_places = {f.place for f in report.findings if any(isinstance(verdict, NotChecked) for verdict in f.verdicts)}
        values = {place: set(+own) for place, own in reached(tree, data).items()}
        inner = [node for node in foreign_nodes(tree.root) if node.ask is not None]
        # every one is, or is below, a node whose records have one value
        of_one = [node for node in inner if len(set().union(*(values.get(leaf.place, set()) for leaf in foreign_nodes(node)))) == 1]
        assert open_places <= {below.place for node in of_one for below in foreign_nodes(node)}
        assert "1" not in open_places
        spoiled = sides_exchanged(Spoiled(tree.root, data, tuple(drawn_records(tree, data))))
        assert spoiled is not None
        assert verify(evolve(tree, root=with_node(tree.root, tree.root, spoiled)), data, policy_of(tree)).wrong


def test_the_mean_that_randomforest_takes_away_first_rounds_all_values() -> None:
    """Beside one value of 10^9, drawn or not, doubles hold the others to 10^-9 and their squares to 1."""
    numbers = [record.label for record in data_of("random-forest-numbers") if isinstance(record.label, Fraction)]
    data = with_labels([Fraction(10**9), *numbers[1:]])
    first, second = trees_of("random-forest-skewed")
    assert (first.in_bag[0], second.in_bag[0]) == (0, 2)
    for tree in (first, second):
        report = verify(tree, data, policy_of(tree))
        assert not report.wrong
        assert report.tally["WithinFloat"]
        # a mean that is off by a thousandth is not that rounding
        leaf = next(f for f in report.findings if [type(v).__name__ for v in f.verdicts] == ["Optimal"] and not f.asks)
        node = next(node for node in foreign_nodes(tree.root) if node.place == leaf.place)
        off = evolve(node, label=Fraction(node.label or 0) + Fraction(1, 1000))
        assert [f.place for f in verify(evolve(tree, root=with_node(tree.root, node, off)), data, policy_of(tree)).wrong] == [leaf.place]


@pytest.mark.parametrize(("name", "read"), [("random-forest-numbers", True), ("random-forest-classes", False), ("ranger-classes", False)])
def test_a_question_for_no_value_is_one_of_means_alone(tmp_path: Path, name: str, read: bool) -> None:
    model = json.loads((FILES / f"{name}.json").read_text())
    tree = model["trees"][0]
    inner = next(i for i, left in enumerate(tree["left"]) if left)
    tree["column"][inner], tree["cut"][inner] = 2, "0x0p+0"
    path = tmp_path / "model.json"
    path.write_text(json.dumps(model))
    if not read:
        with pytest.raises(Invalid, match="expected bits of the 3 values of k"):
            read_r_forest(path)
        return
    ask = read_r_forest(path)[0].root.ask
    assert isinstance(ask, Values)
    assert ask.groups == ((), ("a", "b", "c"))


@pytest.mark.parametrize(
    ("name", "setting", "text", "where"),
    [
        ("ranger-classes", "min.bucket", "3", "ranger, min.bucket"),
        ("ranger-classes", "replace", "yes", "replace"),
        ("random-forest-classes", "nodes", "3", "randomForest, nodes"),
    ],
)
def test_settings_that_may_have_shaped_a_tree_are_not_passed_over(tmp_path: Path, name: str, setting: str, text: str, where: str) -> None:
    written = json.loads((FILES / f"{name}.json").read_text("utf-8"))
    written["settings"][setting] = text
    (tmp_path / "model.json").write_text(json.dumps(written), "utf-8")
    with pytest.raises(Invalid, match=f"^{re.escape(where)}: "):
        policy_of(read_r_forest(tmp_path / "model.json")[0])
