"""Models of XGBoost, LightGBM and treelite: records end in the leaf that the program says; hostile files are refused."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from dtref.errors import Invalid
from dtref.io.foreign.boosted.lightgbm import read_lightgbm
from dtref.io.foreign.boosted.treelite import read_treelite
from dtref.io.foreign.boosted.xgboost import read_xgboost
from dtref.io.foreign.tree import NEAR_ZERO, ForeignNode, ForeignTree, branch_taken, fold_foreign, foreign_nodes
from dtref.oracle.verify.route_comparison import route_diff
from dtref.spec.model.attributes import MISSING, Cell

FILES = Path(__file__).parent / "files"
LEAVES = json.loads((FILES / "leaves.json").read_text())
NAMED, NUMBERED = ("a", "b", "c", "d"), ("f0", "f1", "f2", "f3")


def leaf_reached(tree: ForeignTree, cells: dict[str, Cell]) -> str:
    node = tree.root
    while node.ask is not None:
        branch = branch_taken(node.ask, cells[node.ask.attribute])
        assert branch is not None
        node = node.children[branch]
    return node.place


def cell(text: str, column: int) -> Cell:
    if text == "?":
        return MISSING
    return text if column == 3 else Fraction(float(text))  # the programs were given doubles


@pytest.mark.parametrize(
    ("file", "read", "program", "names"),
    [
        ("xgboost", read_xgboost, "xgboost", NUMBERED),
        ("xgboost-categories", read_xgboost, "xgboost-categories", NAMED),
        ("lightgbm", read_lightgbm, "lightgbm", NAMED),
        ("treelite-of-xgboost", read_treelite, "xgboost", NUMBERED),
        ("treelite-of-lightgbm", read_treelite, "lightgbm", NUMBERED),
    ],
)
def test_records_end_where_the_program_says(
    file: str, read: Callable[[Path], tuple[ForeignTree, ...]], program: str, names: tuple[str, ...]
) -> None:
    trees = read(FILES / f"{file}.json")
    assert len(trees) == 2
    for t, tree in enumerate(trees):
        reached = [
            leaf_reached(tree, {n: cell(text, i) for i, (n, text) in enumerate(zip(names, row, strict=True))}) for row in LEAVES["rows"]
        ]
        theirs = [row[t] for row in LEAVES[program]]
        assert len(set(zip(reached, theirs, strict=True))) == len(set(reached)) == len(set(theirs))  # one leaf here is one leaf there
        assert len(set(reached)) > 3
        assert any(node.ask is not None for node in foreign_nodes(tree.root))


def test_xgboost_names_its_leaves_by_position() -> None:
    tree = read_xgboost(FILES / "xgboost.json")[0]
    rows = [{n: cell(text, i) for i, (n, text) in enumerate(zip(NUMBERED, row, strict=True))} for row in LEAVES["rows"]]
    assert [leaf_reached(tree, row) for row in rows] == [row[0] for row in LEAVES["xgboost"]]


XGBOOST = {
    "left_children": [1, -1, -1], "right_children": [2, -1, -1], "split_indices": [0, 0, 0], "default_left": [1, 0, 0],
    "split_conditions": [0.5, 1.0, 2.0],
}  # fmt: skip


def saved(path: Path, change: dict[str, object]) -> Path:
    trees = [{**XGBOOST, **change}]
    path.write_text(json.dumps({"learner": {"feature_names": ["x"], "gradient_booster": {"model": {"trees": trees}}}}))
    return path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"left_children": [0, -1, -1]}, "node 0: expected no parent: it is the root (got 'node 0')"),
        ({"left_children": [7, -1, -1]}, "trees[0], node 0: expected children that are listed (got 'node 7')"),
        ({"left_children": "x"}, "an array (got '\"x\"')"),
        ({"split_conditions": ["x", 1, 2]}, "split_conditions[0]: expected a number (got '\"x\"')"),
        ({"split_conditions": [1e300, 1, 2]}, "one that a float32 can hold"),
        ({"split_indices": [0.5, 0, 0]}, "a whole number of at most 18 digits (got '0.5')"),
    ],
    ids=str,
)
def test_hostile_files_are_refused(tmp_path: Path, change: dict[str, object], message: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_xgboost(saved(tmp_path / "m.json", change))
    assert message in str(refused.value)


def test_other_json_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    for text in ("[]", "{", "[" * 100_000, '{"learner": 3}'):
        path.write_text(text)
        with pytest.raises(Invalid):
            read_xgboost(path)
    path.write_text('{"learner": 3}')
    with pytest.raises(Invalid, match=r"^m\.json, learner: expected an object with 'gradient_booster'"):
        read_xgboost(path)


@pytest.mark.parametrize("header", [b"binf", b"", b"bs64\t"])
def test_xgboosts_old_binary_format_is_refused_by_name(header: bytes, tmp_path: Path) -> None:
    """As XGBoost 1.7 lays it out: 136 bytes of parameters, then two names, each after its length."""
    names = b"".join(struct.pack("<Q", len(name)) + name for name in (b"reg:squarederror", b"gbtree"))
    path = tmp_path / "old.model"
    path.write_bytes(header + struct.pack("<fIiiiIII104x", 0.5, 2, 0, 1, 0, 1, 7, 1) + names + bytes(160))
    with pytest.raises(Invalid, match="XGBoost's old binary format"):
        read_xgboost(path)


@pytest.mark.parametrize(
    ("one", "read", "names"), [("xgboost", read_xgboost, {}), ("lightgbm", read_lightgbm, dict(zip(NAMED, NUMBERED, strict=True)))]
)
def test_treelite_keeps_where_records_go_and_what_they_get(
    one: str, read: Callable[[Path], tuple[ForeignTree, ...]], names: dict[str, str]
) -> None:
    for first, second in zip(read(FILES / f"{one}.json"), read_treelite(FILES / f"treelite-of-{one}.json"), strict=True):
        found = route_diff(evolve(first, root=renamed(first.root, names)), second)
        assert found.tried > 50
        near_zero = [
            d for d in found.differences if any(isinstance(x, Fraction) and x and abs(x) < 2 * NEAR_ZERO for x in d.cells.values())
        ]
        assert list(found.differences) == near_zero, "which LightGBM takes for 0, and treelite doesn't"


def renamed(node: ForeignNode, names: dict[str, str]) -> ForeignNode:
    """The same tree on columns of other names."""

    def combine(one: ForeignNode, below: Sequence[ForeignNode]) -> ForeignNode:
        ask = one.ask if one.ask is None else evolve(one.ask, attribute=names.get(one.ask.attribute, one.ask.attribute))
        return evolve(one, ask=ask, children=tuple(below))

    return fold_foreign(node, combine)
