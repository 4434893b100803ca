"""Trees that Weka printed, verified under the policy that they state: right as they are, and named at the node where they are spoiled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest
from attrs import evolve
from weka_files import PRINTED, PrintedTree

import dtref
from dtref.errors import Invalid
from dtref.io.foreign.printed_trees.weka import parse_weka
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Program, Setting, Values, fold_foreign, foreign_nodes
from dtref.oracle.stated.policy_of import policy_of
from dtref.oracle.verify.verdicts import NotChecked, StoppedEarly, StopWithinFloat
from dtref.oracle.verify.verify import verify
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Subset
from dtref.spec.model.trees import Tree


def tree_of(printed: PrintedTree) -> ForeignTree:
    (tree,) = parse_weka(printed.text, f"weka-{printed.name}.txt")
    return tree


@pytest.mark.parametrize("printed", PRINTED, ids=lambda p: p.name)
def test_every_node_is_right_under_the_policy_that_the_tree_states(printed: PrintedTree) -> None:
    tree = tree_of(printed)
    report = verify(tree, printed.data, policy_of(tree))
    assert report.wrong == ()
    assert not any(isinstance(verdict, NotChecked) for finding in report.findings for verdict in finding.verdicts)


def changed(tree: ForeignTree, place: ForeignNode, change: Callable[[ForeignNode], ForeignNode]) -> ForeignTree:
    """The tree with another node in one place."""

    def rebuilt(node: ForeignNode, children: Sequence[ForeignNode]) -> ForeignNode:
        same = evolve(node, children=tuple(children))
        return change(same) if node is place else same

    return evolve(tree, root=fold_foreign(tree.root, rebuilt))


def exchanged(node: ForeignNode) -> ForeignNode:
    return evolve(node, children=(node.children[1], node.children[0], *node.children[2:]))


def counted_otherwise(node: ForeignNode) -> ForeignNode:
    return evolve(node, records=(node.records or Fraction(0)) + 1)


def labelled_otherwise(node: ForeignNode) -> ForeignNode:
    other = {"a": "b", "b": "c", "c": "a", "yes": "no", "no": "yes"}
    return evolve(node, label=other[node.label] if isinstance(node.label, str) else (node.label or 0) * Fraction(101, 100))


def cut_off(node: ForeignNode) -> ForeignNode:
    return ForeignNode(node.place, label=next(leaf.label for leaf in foreign_nodes(node) if leaf.ask is None))


SMALL = [printed for printed in PRINTED if printed.name in ("id3", "reptree-large", "simple-cart-all", "random-tree")]
"""A tree of each program."""


@pytest.mark.parametrize("printed", SMALL, ids=lambda p: p.name)
def test_spoiled_trees_are_named_at_their_node(printed: PrintedTree) -> None:
    tree, data = tree_of(printed), printed.data
    policy = evolve(policy_of(tree), pruning=())  # nodes as grown
    inner = [node for node in foreign_nodes(tree.root) if node.ask is not None]
    leaves = [node for node in foreign_nodes(tree.root) if node.ask is None and node.label is not None and node.records != 0]
    spoils: list[tuple[ForeignNode, Callable[[ForeignNode], ForeignNode]]] = [(leaves[0], labelled_otherwise), (inner[0], cut_off)]
    if leaves[-1].records is not None:
        spoils.append((leaves[-1], counted_otherwise))
    for node, spoil in spoils:
        report = verify(changed(tree, node, spoil), data, policy)
        assert node.place in [finding.place for finding in report.wrong], spoil.__name__


@pytest.mark.parametrize("printed", SMALL[1:3], ids=lambda p: p.name)
def test_sides_that_are_exchanged_are_named_below(printed: PrintedTree) -> None:
    tree = tree_of(printed)
    report = verify(changed(tree, tree.root, exchanged), printed.data, policy_of(tree))
    assert report.wrong != ()


@pytest.mark.parametrize(
    "printed", [p for p in PRINTED if p.name in ("id3", "reptree", "reptree-numbers", "simple-cart-all", "j48")], ids=lambda p: p.name
)
def test_the_tree_that_dtref_grows_asks_the_same(printed: PrintedTree) -> None:
    """Weka takes the first of tied tests, and so does growing; leaves and questions agree from the root on."""
    foreign, policy = tree_of(printed), policy_of(tree_of(printed))
    grown = dtref.grow(printed.data, policy)
    waiting = [(foreign.root, grown)]
    while waiting:
        node, own = waiting.pop()
        assert (node.ask is None) == isinstance(own, dtref.Leaf), node.place
        if isinstance(own, dtref.Branch) and node.ask is not None:
            assert node.ask.attribute == own.test.attribute.name, node.place  # type: ignore[union-attr]
            waiting.extend(zip(node.children, _in_order(node, own), strict=True))


def _in_order(node: ForeignNode, own: dtref.Branch) -> list[Tree]:
    """The branches of a grown node in the order of the foreign node's."""
    if isinstance(node.ask, Cut) or not isinstance(own.test, Subset):
        return list(own.children)
    assert isinstance(node.ask, Values)
    first = set(node.ask.groups[0])
    return list(own.children if set(own.test.left) <= first else own.children[::-1])


def test_a_column_that_too_many_others_beat_was_not_drawn() -> None:
    """RandomTree with all columns asks the best one; with one column any that gains may be asked, but no cut of it that is not the best."""
    (printed,) = (p for p in PRINTED if p.name == "random-tree")
    tree, data = tree_of(printed), printed.data
    beaten = verify(tree, data, dtref.weka_random_tree(K=4, M=9)).wrong
    assert beaten
    cut, ask = next((node, node.ask) for node in foreign_nodes(tree.root) if isinstance(node.ask, Cut))
    further = evolve(ask, cut=ask.cut + Fraction(2, 10))
    moved = changed(tree, cut, lambda node: evolve(node, ask=further))
    wrong = verify(moved, data, dtref.weka_random_tree(K=1, M=9)).wrong
    assert cut.place in [finding.place for finding in wrong]
    with pytest.raises(Invalid, match="draws of columns"):
        dtref.grow(data, dtref.weka_random_tree())


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"Scheme": "weka.classifiers.trees.LMT -I -1"}, "expected a tree of J48, Id3, REPTree, SimpleCart, RandomTree"),
        ({"Scheme": "weka.classifiers.trees.RandomTree -K 0 -M 1.0 -S 1 -N 3"}, "fitted again"),
        ({"Scheme": "weka.classifiers.trees.REPTree -M 2 -V 0.001 -N 3 -S 1 -L -1"}, "without pruning"),
        ({"Scheme": "weka.classifiers.trees.J48 -R -N 3"}, "J48, option"),
        ({"Scheme": "weka.classifiers.trees.J48 -M"}, "-M: expected a number"),
        ({"program": "J48"}, 'expected a line "Scheme:" or "Options:"'),
    ],
)
def test_what_is_not_stated_or_not_here_is_refused_by_name(settings: dict[str, str], problem: str) -> None:
    tree = evolve(tree_of(PRINTED[0]), settings=tuple(Setting(*pair) for pair in settings.items()))
    with pytest.raises(Invalid, match=problem):
        policy_of(tree)


@pytest.mark.parametrize(
    "make", [dtref.reptree, lambda: dtref.reptree(P=True, M=-1), dtref.simple_cart, lambda: dtref.reptree(P=True, V=2)]
)
def test_programs_refuse_what_dtref_lacks(make: Callable[[], object]) -> None:
    with pytest.raises(Invalid, match=r"REPTree|SimpleCart"):
        make()


ULP = Fraction(1, 2**52)


def of_numbers(*numbers: Fraction) -> DataSet:
    records = [Record((x,), label) for x, label in zip(numbers, "aabb", strict=True)]
    return DataSet((Continuous("x"),), Nominal("y", ("a", "b")), tuple(records))


def test_simple_cart_stops_between_neighbouring_doubles_whose_middle_is_the_lower() -> None:
    # Weka 3.6.14 prints ": a(2.0/2.0)" of 1, 1, 1 + u, 1 + u, and a cut of 1 + u, 1 + u, 1 + 2u, 1 + 2u, whose middle is the upper one
    settings = (Setting("Options", "-U -M 1"), Setting("program", "SimpleCart"))
    leaf = ForeignTree(ForeignNode("line 1", label="a"), "by Weka", settings=settings, program=Program.WEKA)
    one = Fraction(1)
    (lower,) = verify(leaf, of_numbers(one, one, one + ULP, one + ULP), policy_of(leaf)).findings[0].verdicts
    assert isinstance(lower, StopWithinFloat)
    (upper,) = verify(leaf, of_numbers(one + ULP, one + ULP, one + 2 * ULP, one + 2 * ULP), policy_of(leaf)).findings[0].verdicts
    assert isinstance(upper, StoppedEarly)
