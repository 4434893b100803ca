"""
Trees of nodes that a file lists and refers to by number: the root must lead to each listed node exactly once, or the file is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dtref.errors import Invalid
from dtref.io.foreign.tree import ForeignNode
from dtref.spec.model.schemes import preorder, unfold


def listed_tree(
    root: int, below: Mapping[int, Sequence[int]], made: Callable[[int, Sequence[ForeignNode]], ForeignNode], where: str
) -> ForeignNode:
    """
    The tree below a root. below: each listed node's children. made: makes a node from its number and its children, after these.

    Errors: Invalid, naming a node, where a child isn't listed, or the root doesn't lead to each node exactly once.

    >>> listed_tree(0, {0: [1, 1], 1: []}, lambda i, children: ForeignNode(str(i)), "x.json")
    Traceback (most recent call last):
    dtref.errors.Invalid: x.json, node 1: expected one parent (got 'nodes 0 and 0')
    """
    _check_parents(root, below, where)
    _check_reached(root, below, where)
    return unfold(root, lambda i: (lambda children: made(i, children), below[i]))


def _check_parents(root: int, below: Mapping[int, Sequence[int]], where: str) -> None:
    parent: dict[int, int] = {}
    for node, children in below.items():
        for child in children:
            if child not in below:
                raise Invalid(f"{where}, node {node}", "children that are listed", f"node {child}")
            if child == root:
                raise Invalid(f"{where}, node {child}", "no parent: it is the root", f"node {node}")
            if child in parent:
                raise Invalid(f"{where}, node {child}", "one parent", f"nodes {parent[child]} and {node}")
            parent[child] = node
    if root not in below:
        raise Invalid(where, f"a root, which is node {root}", "no such node")
    orphan = next((node for node in below if node != root and node not in parent), None)
    if orphan is not None:
        raise Invalid(f"{where}, node {orphan}", "a parent", "none")


def _check_reached(root: int, below: Mapping[int, Sequence[int]], where: str) -> None:
    """Refuses nodes that the root doesn't reach: as each other node has one parent, these are circles."""
    reached = set(preorder(root, below.__getitem__))
    lost = next((node for node in below if node not in reached), None)
    if lost is not None:
        raise Invalid(f"{where}, node {lost}", "a way from the root to it", "its own descendant")
