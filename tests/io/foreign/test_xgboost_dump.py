"""XGBoost's dump_model: the tree is that of the saved model; what the dump lacks is told; what makes no tree is refused with its line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import dtref
from dtref.errors import Invalid
from dtref.io.foreign.boosted.xgboost import read_xgboost
from dtref.io.foreign.tree import Cut, ForeignTree, Values, foreign_nodes
from dtref.spec.model.attributes import Width
from dtref.spec.model.tests import Side

TEXT = (
    "booster[0]:\n0:[a b<0.5] yes=1,no=2,missing=2,gain=3.5,cover=9\n\t1:leaf=-0.100000001,cover=4\n\t2:[k:{0,12}] yes=4,no=3,missing=3,"
    "gain=1,cover=5\n\t\t3:leaf=0.25,cover=2\n\t\t4:leaf=2,cover=3\n"
)
LEAF: dict[str, Any] = {"nodeid": 1, "leaf": 0.25}
OTHER_LEAF: dict[str, Any] = {"nodeid": 2, "leaf": -1}
ROOT: dict[str, Any] = {
    "nodeid": 0, "depth": 0, "split": "x", "split_condition": 2, "yes": 1, "no": 2, "missing": 1, "children": [LEAF, OTHER_LEAF],
}  # fmt: skip


def read(folder: Path, text: str) -> tuple[ForeignTree, ...]:
    (folder / "m").write_text(text)
    return read_xgboost(folder / "m")


def test_a_text_says_columns_cuts_codes_and_statistics(tmp_path: Path) -> None:
    (tree,) = read(tmp_path, TEXT)
    nodes = {node.place: node for node in foreign_nodes(tree.root)}
    assert nodes["0"].ask == Cut("a b", Fraction(1, 2), Side.BELOW, Width.FLOAT32, 1)
    assert nodes["2"].ask == Values("k", ((), ("0", "12")), 0, 0)
    assert [node.place for node in nodes["2"].children] == ["3", "4"]
    assert (nodes["0"].gain, nodes["2"].hessian, nodes["4"].label) == (Fraction(7, 2), 5, 2)
    assert nodes["1"].label == Fraction(13421773, 2**27) * -1, "the float that nine digits tell"
    assert any("base_score" in note for note in tree.notes) and "base_score" in tree.scores


def test_names_are_as_they_were_before_the_dump_escaped_them(tmp_path: Path) -> None:
    for printed, name in ((r"a\\b", r"a\b"), (r"q\"x", 'q"x'), (r"t\tu", "t\tu"), (r"C:\x", r"C:\x"), ("é", "é")):
        (tree,) = read(tmp_path, TEXT.replace("a b<", f"{printed}<"))
        assert tree.root.ask is not None
        assert tree.root.ask.attribute == name


@pytest.mark.parametrize("dump_format", ["text", "json"])
def test_the_tree_is_that_of_the_saved_model(dump_format: str, tmp_path: Path) -> None:
    xgb, np = pytest.importorskip("xgboost"), pytest.importorskip("numpy")
    rng = np.random.default_rng(3)
    x = np.column_stack([rng.normal(size=70), rng.integers(0, 4, 70)])
    x[::9, 0] = np.nan
    table = xgb.DMatrix(
        x, np.nan_to_num(x[:, 0]) + x[:, 1] % 2, feature_names=["a", "k"], feature_types=["float", "c"], enable_categorical=True
    )
    booster = xgb.train({"max_depth": 4, "max_cat_to_onehot": 1, "nthread": 1}, table, 2)
    booster.save_model(tmp_path / "m.json")
    booster.dump_model(tmp_path / "m.dump", with_stats=True, dump_format=dump_format)
    saved, dumped = (read_xgboost(tmp_path / name) for name in ("m.json", "m.dump"))
    assert len(dumped) == 2 and [tree.later for tree in dumped] == [False, True]
    for theirs, ours in zip(saved, dumped, strict=True):
        nodes = zip(foreign_nodes(theirs.root), foreign_nodes(ours.root), strict=True)
        assert all((a.place, a.ask, a.label, a.hessian) == (b.place, b.ask, b.label, b.hessian) for a, b in nodes)
        assert sum(isinstance(node.ask, Values) for node in foreign_nodes(ours.root))


def test_a_dump_is_verified_once_the_claim_says_what_it_lacks(tmp_path: Path) -> None:
    xgb, np = pytest.importorskip("xgboost"), pytest.importorskip("numpy")
    x = np.random.default_rng(5).normal(size=(50, 2))
    y = np.round(x[:, 1] * 3, 1)
    booster = xgb.train({"max_depth": 2, "base_score": 0.5, "nthread": 1}, xgb.DMatrix(x, y, feature_names=["a", "b"]), 1)
    (tree,) = read(tmp_path, booster.get_dump(with_stats=True)[0])
    data = dtref.from_arrays(x.tolist(), y.tolist(), names=["a", "b"], continuous=["class"])
    with pytest.raises(Invalid, match="a policy is to be named"):
        dtref.policy_of(tree)
    right, wrong = (dtref.xgboost(max_depth=2, base_score=Fraction(start, 2)) for start in (1, 3))
    assert dtref.verify(tree, data, right).tally == {"Optimal": len(list(foreign_nodes(tree.root)))}
    assert dtref.verify(tree, data, wrong).tally["WrongLabel"]
    # six digits, as older versions print: near enough
    short = "".join(f"{float(part):.6g}" if "." in part else part for part in split_at_numbers(booster.get_dump(with_stats=True)[0]))
    (tree,) = read(tmp_path, short)
    assert any("six digits" in note for note in tree.notes)
    assert all(node.ask.unread and node.ask.within for node in foreign_nodes(tree.root) if isinstance(node.ask, Cut))
    assert not dtref.verify(tree, data, right).wrong


def split_at_numbers(text: str) -> list[str]:
    import re

    return re.split(r"(?<=[<=])(-?[0-9.]+(?:e-?[0-9]+)?)", text)


def test_whole_cuts_are_told(tmp_path: Path) -> None:
    (tree,) = read(tmp_path, json.dumps([ROOT]))
    assert any(note.endswith("before: x") for note in tree.notes)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("booster[0]", "booster[1]", r"line 1: expected booster\[0\], its position"),
        ("0:[a b<0.5]", "5:[a b<0.5]", "line 2: expected the root"),
        ("[a b<0.5] yes=1,no=2,missing=2", "[a b] yes=1,no=2", "line 2: expected the cut of a b: an indicator's is not in the dump"),
        ("missing=2", "missing=7", "missing: expected 1 or 2, its children"),
        ("1:leaf=-0.100000001", "1:leaf=[0.25, 0.5]", "line 3: expected a node of XGBoost's dump_model"),
        ("yes=1", "yes=9", "node 0: expected children that are listed"),
        ("3:leaf=0.25", "4:leaf=0.25", "a nodeid for each node alone"),
        ("-0.100000001", "-0.10000003", "a float32 of nine digits"),
        ("<0.5", "<nan", "a number"),
        ("<0.5", "<1e99", "one that a float32 can hold"),
        ("cover=9", "cover=9,more=1", "line 2: expected a node"),
        ("\t\t3:leaf=0.25,cover=2\n", "", "children that are listed"),
        (TEXT[12:], "", "a tree for each booster"),
        (TEXT, "booster[0]:\nbias:\n0.5\nweight:\n0.25\n", "line 2: expected a node of XGBoost's dump_model"),
    ],
)  # fmt: skip
def test_texts_that_make_no_tree_are_refused_with_their_line(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert old in TEXT
    with pytest.raises(Invalid, match=message):
        read(tmp_path, TEXT.replace(old, new, 1))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"split_condition": "2"}, "split_condition: expected a number"),
        ({"split_condition": [1, 1]}, "each value once"),
        ({"new": 1}, "no field of that name"),
        ({"yes": None}, "yes: expected a number"),
        ({"children": [LEAF]}, "node 0: expected children that are listed"),
        ({"children": [LEAF, OTHER_LEAF, {"nodeid": 3, "leaf": 1}]}, "node 3: expected a parent"),
        ({"children": [LEAF, {"nodeid": 2, "leaf": [1, 2]}]}, "leaf: expected a number"),
    ],
)
def test_json_that_makes_no_tree_is_refused_with_its_field(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(Invalid, match=message):
        read(tmp_path, json.dumps([{**ROOT, **change}]))
