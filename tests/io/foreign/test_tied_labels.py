"""A leaf whose label is one of several classes of the greatest weight is told when its file is read, of every form that has counts."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from dtref.io.foreign.formats import read_foreign
from dtref.io.foreign.tied_labels import with_ties_told
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree

FILES = Path(__file__).parent / "files"
CHAID = "([], {{'a': {}, 'b': {}}}, <Invalid Chaid Split> - the max depth has been reached)\n"


def told(tree: ForeignTree) -> list[str]:
    return [note for note in tree.notes if "greatest weight" in note]


def test_shares_of_ranger(tmp_path: Path) -> None:
    model = json.loads((FILES / "ranger-shares.json").read_text("utf-8"))
    tree = model["trees"][0]
    leaf = next(i for i, shares in enumerate(tree["leaf"]) if isinstance(shares, list))
    count = len(tree["leaf"][leaf])
    (tmp_path / "m.json").write_text(json.dumps(model))
    before = told(read_foreign(tmp_path / "m.json", "r-forest"))
    tree["leaf"][leaf] = ["0x1p-1", "0x1p-1", *["0x0p+0"] * (count - 2)]
    (tmp_path / "m.json").write_text(json.dumps(model))
    (note,) = told(read_foreign(tmp_path / "m.json", "r-forest"))
    assert [note] != before
    assert "the first of them in the model's order" in note


@pytest.mark.parametrize(("a", "b"), [(3, 3), (3, 4)])
def test_counts_of_a_print(tmp_path: Path, a: int, b: int) -> None:
    (tmp_path / "t.txt").write_text(CHAID.format(a, b))
    assert bool(told(read_foreign(tmp_path / "t.txt", "chaid"))) == (a == b)


def test_rows_of_a_table_say_the_same_as_nodes(tmp_path: Path) -> None:
    """Of a tree of scikit-learn, by its arrays and node by node."""
    numpy = pytest.importorskip("numpy")
    tree_module = pytest.importorskip("sklearn.tree")
    from dtref.io.foreign.scikit_learn_json import write_scikit_learn
    from dtref.io.foreign.tied_labels import _of_nodes
    from dtref.io.foreign.tree import foreign_nodes

    x = numpy.arange(12.0).reshape(-1, 1) // 4
    model = tree_module.DecisionTreeClassifier().fit(x, list("aabbabbbbbaa"))
    write_scikit_learn(model, tmp_path / "m.json", ("x",))
    tree = read_foreign(tmp_path / "m.json", "sklearn")
    by_nodes = _of_nodes(foreign_nodes(tree.root))
    assert by_nodes is not None
    assert by_nodes.number == 2
    assert told(tree) == [
        f"2 leaves have several classes of the greatest weight (node {by_nodes.first}: 'a', 'b'): "
        "their labels are the first of them in the model's order"
    ]


def test_a_label_that_is_not_the_first_or_not_one_of_them() -> None:
    half = (("a", Fraction(1, 2)), ("b", Fraction(1, 2)), ("c", Fraction(0)))
    leaves = ForeignNode("2", label="b", shares=half), ForeignNode("3", label="c", shares=half)
    tree = ForeignTree(ForeignNode("1", Cut("x", Fraction(1)), leaves), "by hand")
    (note,) = told(with_ties_told(tree))
    assert note.startswith("1 leaf has")
    assert "node 2: 'a', 'b'" in note
    assert note.endswith("its label is the program's choice among these")
