"""Choices of pruning that no comparison decides: the label that validation records are charged for, the branch that is raised. Either the
result says that a rule decided, or no order of classes and values changes it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from spec.pruning.test_invariance import cases, recounted

import dtref
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet
from dtref.spec.model.schemes import fold
from dtref.spec.model.tests import Multiway
from dtref.spec.model.trees import Branch, Leaf, Tree, children, nodes
from dtref.spec.presets import CART, ID3
from dtref.spec.pruning.bottom_up import CutRule, if_better, if_no_worse
from dtref.spec.pruning.records_at_nodes import Charge
from dtref.spec.pruning.reduced_error import best_node_first_by, reduced_error, reduced_error_by
from dtref.spec.pruning.subtree_raising import Largest, error_based_raising, error_based_raising_by
from dtref.strategies import data_sets


def with_classes(tree: Tree, classes: tuple[str, ...]) -> Tree:
    """The tree with its classes in another order."""

    def node(old: Tree, parts: Sequence[Tree]) -> Tree:
        counts = dict(old.counts)
        moved = recounted(old, tuple((c, counts[c]) for c in classes), parts)
        return evolve(moved, labels=tuple(c for c in classes if c in old.labels))

    return fold(tree, children, node)


def shape(tree: Tree) -> list[object]:
    return [n.test if isinstance(n, Branch) else frozenset(n.labels) for n in nodes(tree)]


@pytest.mark.parametrize("cut", [if_no_worse, if_better])
@given(case=cases(), pick=st.data())
def test_another_order_of_classes_changes_nothing_that_the_result_does_not_tell(
    case: tuple[Tree, DataSet], cut: CutRule, pick: st.DataObject
) -> None:
    tree, held_out = case
    classes = tuple(pick.draw(st.permutations(held_out.classes), label="classes"))
    moved, other = with_classes(tree, classes), evolve(held_out, target=Nominal(held_out.target.name, classes))
    for charge in Charge:
        first, second = reduced_error_by(charge, tree, held_out, cut), reduced_error_by(charge, moved, other, cut)
        assert first.by_rule == second.by_rule
        if charge is Charge.EACH or not first.by_rule:
            assert shape(first.tree) == shape(second.tree)
            assert [(c.node, c.subtree, c.leaf, c.cut) for c in first.comparisons] == [
                (c.node, c.subtree, c.leaf, c.cut) for c in second.comparisons
            ]
        greedy, greedy_moved = best_node_first_by(charge, tree, held_out), best_node_first_by(charge, moved, other)
        if charge is Charge.EACH or not greedy.by_rule:
            assert shape(greedy.tree) == shape(greedy_moved.tree)


@pytest.mark.parametrize("classes", [("a", "b"), ("b", "a")])
def test_two_labels_err_between_0_and_1(classes: tuple[str, str]) -> None:
    """The root may say a or b: as a it errs on none of the validation records, as b on one; its subtree errs on none."""
    training = dtref.from_arrays([[0], [1]], ["a", "b"], nominal={"class": classes})
    validation = dtref.from_arrays([[0]], ["a"], nominal={"class": classes})
    tree = grow(training, CART)
    pruned = reduced_error(tree, validation)
    assert (isinstance(pruned.tree, Leaf), pruned.by_rule) == (classes[0] == "a", (0,))
    assert isinstance(reduced_error_by(Charge.EACH, tree, validation).tree, Branch)


KL = ["uqb", "vqb", "vqb", "vpa", "uqb", "uqb", "uqb", "vqa"]


def of_four_and_four(values: tuple[str, str]) -> DataSet:
    return dtref.from_arrays([list(r[:2]) for r in KL], [r[2] for r in KL], names=["k", "l"], nominal={"k": values})


@pytest.mark.parametrize("values", [("u", "v"), ("v", "u")])
def test_equally_large_branches_are_told(values: tuple[str, str]) -> None:
    """k = u and k = v have four records each; with u first the other would be raised."""
    data = of_four_and_four(values)
    tree = grow(data, ID3)
    raised = {rule: error_based_raising_by(rule, tree, data) for rule in Largest}
    assert all([d.others for d in done.decisions if d.others] == [(1 - done.decisions[1].branch,)] for done in raised.values())
    first, last = raised[Largest.FIRST].tree, raised[Largest.LAST].tree
    assert [type(first), type(last)] == ([Leaf, Branch] if values == ("u", "v") else [Branch, Leaf])
    assert isinstance(raised[Largest.LEAST_ERRORS].tree, Branch)


@given(data=data_sets(max_records=12, max_attributes=2), pick=st.data())
def test_another_order_of_values_raises_the_same_unless_it_is_told(data: DataSet, pick: st.DataObject) -> None:
    attributes = [evolve(a, values=tuple(pick.draw(st.permutations(a.values)))) if isinstance(a, Nominal) else a for a in data.attributes]
    moved = evolve(data, attributes=tuple(attributes))
    before, after = (error_based_raising(grow(d, ID3), d) for d in (data, moved))
    if any(d.others for d in (*before.decisions, *after.decisions)) or dtref.count_trees(data, ID3) > 1:
        return
    assert by_value(before.tree) == by_value(after.tree)


def by_value(tree: Tree) -> object:
    """A tree with its branches by what they hold."""
    if isinstance(tree, Leaf):
        return frozenset(tree.counts)
    if isinstance(tree.test, Multiway):
        return tree.test.attribute.name, frozenset(zip(tree.test.attribute.values, map(by_value, tree.children), strict=True))
    return tree.test, tuple(map(by_value, tree.children))
