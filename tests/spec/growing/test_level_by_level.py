"""Growing level by level up to a number of leaves: the trees without that limit, cut off in plain breadth-first order."""

from __future__ import annotations

from collections import deque
from typing import Any

from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

import dtref
from dtref.io.foreign.dtref_model import from_tree
from dtref.spec.growing.best_first import SplitOrder
from dtref.spec.growing.tied_trees import trees
from dtref.spec.model.trees import Branch, Tree
from dtref.strategies import data_sets

LISTABLE = 40
"""The most trees that are listed."""


def plain(tree: Tree, kept: set[int] | None = None) -> Any:
    """A tree as nested tuples, with leaves in the place of inner nodes that aren't kept."""
    if not isinstance(tree, Branch) or (kept is not None and id(tree) not in kept):
        return tree.counts
    return tree.counts, str(tree.test), tuple(plain(child, kept) for child in tree.children)


def cut_off(tree: Tree, leaves: int, last_branch_first: bool = False) -> Any:
    """The tree with as many tests as so many leaves allow, taken from a queue."""
    kept, made, queue = set[int](), 1, deque([tree])
    while queue and made < leaves:
        node = queue.popleft()
        if isinstance(node, Branch):
            kept.add(id(node))
            made += len(node.children) - 1
            queue.extend(reversed(node.children) if last_branch_first else node.children)
    return plain(tree, kept)


def limited(leaves: int) -> dtref.Policy:
    return evolve(dtref.CART, most_leaves=leaves, split_first=SplitOrder.CAME_FIRST)


@given(data=data_sets(max_records=8), leaves=st.integers(2, 6))
def test_the_trees_are_those_without_a_limit_cut_off(data: dtref.DataSet, leaves: int) -> None:
    assume(dtref.count_trees(data, dtref.CART) <= LISTABLE)
    expected = {cut_off(tree, leaves) for tree in trees(data, dtref.CART)}
    listed = list(trees(data, limited(leaves)))
    assert {plain(tree) for tree in listed} == expected
    assert len(listed) == len(expected) == dtref.count_trees(data, limited(leaves))


@given(data=data_sets(max_records=8), leaves=st.integers(3, 6))
def test_a_tree_is_right_if_it_is_one_of_them_and_a_tree_grown_from_the_other_side_if_that_is_the_same(
    data: dtref.DataSet, leaves: int
) -> None:
    assume(dtref.count_trees(data, dtref.CART) <= LISTABLE)
    right = {cut_off(tree, leaves) for tree in trees(data, dtref.CART)}
    for full in trees(data, dtref.CART):
        for cut in (cut_off(full, leaves), cut_off(full, leaves, last_branch_first=True)):
            report = dtref.verify(from_tree(rebuilt(full, cut)), data, limited(leaves))
            assert (not report.wrong) == (cut in right)


def rebuilt(tree: Tree, cut: Any) -> Tree:
    """The tree of the library that a cut tree is."""
    if not isinstance(tree, Branch):
        return tree
    if len(cut) != 3 or not isinstance(cut[1], str):
        return dtref.Leaf(tree.counts, tree.labels)
    return evolve(tree, children=tuple(map(rebuilt, tree.children, cut[2])))
