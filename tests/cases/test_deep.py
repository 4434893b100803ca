"""
Trees 20,000 levels deep (100,000 in a deep run) are pickled, copied, printed, compared and hashed like any; so is what is said of them.
"""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve
from chains import chain
from many import LEVELS

import dtref
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree
from dtref.io.models import parse_model
from dtref.oracle.verify.verdicts import Finding, NodePath, Optimal, Report
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tally import Moments
from dtref.spec.model.tests import Multiway, Threshold
from dtref.spec.model.trees import Branch, Gap, Leaf, Tree, depth, is_regression, nodes
from dtref.spec.pruning.cost_complexity import cost_complexity

WRITTEN = Path(__file__).parents[1] / "io" / "written_by_0_1_0"


@pytest.fixture(autouse=True)
def recursion_limit() -> Iterator[None]:
    """Nothing may raise it."""
    before = sys.getrecursionlimit()
    yield
    assert sys.getrecursionlimit() == before


@pytest.fixture(scope="module")
def deep() -> Tree:
    """A chain whose links share what they can, so that it is made in no time."""
    test = Multiway(dtref.Nominal("x", ("u", "v")))
    leaf = Leaf((("a", Fraction(1)), ("b", Fraction(0))), ("a",))
    tree: Tree = leaf
    for i in range(LEVELS):
        tree = Branch((("a", Fraction(i + 2)), ("b", Fraction(0))), ("a",), test, (test,), (leaf, tree))
    return tree


def test_a_deep_tree_is_pickled(deep: Tree) -> None:
    back = pickle.loads(pickle.dumps(deep))
    assert back is not deep
    assert back == deep
    assert hash(back) == hash(deep)
    assert type(back) is Branch
    assert depth(back) == LEVELS


def test_a_deep_tree_is_copied_changed_and_printed(deep: Tree) -> None:
    """What is frozen is its own copy."""
    assert isinstance(deep, Branch)
    assert copy.deepcopy(deep) is copy.copy(deep) is deep
    assert evolve(deep, gap=Gap.HEAVIEST) != deep
    assert repr(deep) == f"<Branch on x (a {LEVELS + 1}, b 0)>"


def test_a_deep_foreign_tree_is_pickled_compared_and_printed() -> None:
    leaf, cut = ForeignNode("a leaf", label="a"), Cut("x", Fraction(1))
    node = leaf
    for i in range(LEVELS):
        node = ForeignNode(str(LEVELS - i), cut, (leaf, node))
    tree = ForeignTree(node, "by hand")
    back = pickle.loads(pickle.dumps(tree))
    assert back.root is not tree.root
    assert back == tree
    assert hash(back) == hash(tree)
    assert copy.deepcopy(tree) == tree
    assert len(repr(tree)) < 500
    assert repr(tree.root) == "<node 1: asks x>"


def test_foreign_trees_are_equal_if_they_are_alike() -> None:
    def stump(cut: int, label: str = "b") -> ForeignTree:
        leaves = (ForeignNode("2", label="a"), ForeignNode("3", label=label))
        return ForeignTree(ForeignNode("1", Cut("x", Fraction(cut)), leaves), "by hand")

    assert stump(1) == stump(1)
    assert hash(stump(1)) == hash(stump(1))
    assert stump(1) != stump(2)
    assert stump(1) != stump(1, "c")
    assert stump(1) != evolve(stump(1), source="by another hand")
    assert stump(1) != stump(1).root
    assert ForeignNode("2", label="a") != ForeignNode("2", label="a", records=Fraction(1))


def report_of(levels: int) -> Report:
    """What is said of a chain, each node's way leading through that of the node above."""
    ways: list[NodePath] = []
    for i in range(levels):
        ways.append(NodePath(f"x > {i}", ways[-1] if ways else None))
    findings = (Finding(str(i), way, "", (("a", Fraction(1)),), (Optimal(),)) for i, way in enumerate([None, *ways]))
    return Report(ForeignTree(ForeignNode("1"), "by hand"), "CART", tuple(findings))


def is_the_same(back: Report, report: Report) -> bool:
    last, before = back.findings[-1], back.findings[-2]
    assert back.tree == report.tree
    assert back.tally == report.tally
    assert [finding.place for finding in back.findings] == [finding.place for finding in report.findings]
    assert last.path == report.findings[-1].path
    return back.findings[0].way is None and last.way is not None and last.way.before is before.way


def test_a_deep_report_is_pickled_and_printed() -> None:
    """The ways are shared in the pickle as they are in the report, else it would hold five milliards of them."""
    report = report_of(LEVELS)
    assert is_the_same(pickle.loads(pickle.dumps(report)), report)
    assert repr(report) == f"<Report on {LEVELS + 1} nodes by CART: Optimal {LEVELS + 1}>"


def test_a_deep_report_and_its_ways_are_copied() -> None:
    report = report_of(3000)
    way = report.findings[-1].way
    assert way is not None
    assert is_the_same(copy.deepcopy(report), report)
    assert not copy.copy(report).first_wrong
    assert repr(way) == "<way by x > 2999>"
    assert pickle.loads(pickle.dumps(way)).before.condition == "x > 2998"
    assert copy.deepcopy(way) is way


def test_what_a_pruning_returns_is_pickled_copied_and_printed() -> None:
    """Deep enough for Python's stack."""
    tree = chain(3000)
    path = cost_complexity(tree)
    back = pickle.loads(pickle.dumps(path))
    assert back.tree == path.tree
    assert [step.alpha for step in back.steps] == [step.alpha for step in path.steps]
    assert copy.deepcopy(path).critical == path.critical
    assert "Branch on x" in repr(path)


def test_a_deep_tree_of_the_engine_is_pickled_as_any_other() -> None:
    """Two classes in turn: every test takes one record off an end."""
    pytest.importorskip("numba")
    records = [Record((Fraction(i),), "ab"[i % 2]) for i in range(1500)]
    data = DataSet((dtref.Continuous("x"),), dtref.Nominal("y", ("a", "b")), records)
    tree = dtref.grow(data, dtref.CART, engine="fast")
    assert depth(tree) > sys.getrecursionlimit()
    back = pickle.loads(pickle.dumps(dtref.grow(data, dtref.CART, engine="fast")))
    assert back == tree
    assert type(back) is Branch
    assert copy.deepcopy(tree) is tree
    assert repr(back) == repr(tree)


def test_what_is_shared_in_a_tree_is_shared_in_its_pickle() -> None:
    leaf = Leaf((("a", Fraction(1)), ("b", Fraction(0))), ("a",))
    test = Multiway(dtref.Nominal("x", ("u", "v")))
    tree = Branch((("a", Fraction(2)), ("b", Fraction(0))), ("a",), test, (test,), (leaf, leaf))
    back = pickle.loads(pickle.dumps(tree))
    assert back == tree
    assert back.children[0] is back.children[1]


@pytest.mark.parametrize("path", sorted(WRITTEN.glob("*.pickle")), ids=lambda path: path.stem)
def test_a_pickle_of_version_0_1_0_is_loaded(path: Path) -> None:
    """It was pickled node by node, from the engine's own classes too, with moments named as classes are."""
    tree = pickle.loads(path.read_bytes())
    wanted = parse_model((WRITTEN / f"{path.name.partition('.')[0]}.json").read_text("utf-8")).tree
    if path.name.startswith("flags"):  # a pickle holds no attribute that is flagged, so that it cannot say which one is
        assert [node.counts for node in nodes(tree)] == [node.counts for node in nodes(wanted)]
    else:
        assert tree == wanted
        assert hash(tree) == hash(wanted)
    assert {type(node) for node in nodes(tree)} <= {Branch, Leaf}
    assert is_regression(tree) == path.name.startswith("regression")
    assert all(isinstance(node.counts, Moments) == is_regression(tree) for node in nodes(tree))
    assert pickle.loads(pickle.dumps(tree)) == tree


def test_a_pickle_that_lacks_a_field_has_its_default() -> None:
    """As classes get fields: pickles of before have none of them."""
    test = Threshold(dtref.Continuous("x"), Fraction(1), Fraction(2), Fraction(1))
    state = {name: value for name, value in test.__getstate__().items() if name in ("attribute", "lower", "upper", "cut")}
    old = object.__new__(type(test))
    old.__setstate__(state)
    assert old == test
