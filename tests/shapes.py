"""Trees and tests of dtref in the words of `brute`, so that sets of them can be compared. Routes records by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from narrow import attribute_of

from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.tests import Multiway, OrdinalCut, Side, Subset, Test, Threshold
from dtref.spec.model.trees import Branch, Tree


def candidate(test: Test | EverySubset) -> tuple[Any, ...]:
    """The candidate that a test stands for."""
    match test:
        case Multiway():
            asks: tuple[Any, ...] = ("multiway",)
        case Subset(left=left, right=right):
            asks = ("subset", frozenset((frozenset(left), frozenset(right))))
        case OrdinalCut(lower=lower, upper=upper) | Threshold(lower=lower, upper=upper):
            asks = ("cut", lower, upper)
        case _:
            raise AssertionError(test)
    return attribute_of(test).name, asks


def goes(test: Test, cell: Any) -> int:
    """The branch that a cell takes."""
    match test:
        case Multiway():
            return test.attribute.values.index(cell)
        case Subset(left=left):
            return int(cell not in left)
        case OrdinalCut(attribute=attribute, upper=upper):
            return int(attribute.values.index(cell) >= attribute.values.index(upper))
        case Threshold(upper=upper, side=side, cut=cut):
            assert side in Side
            assert test.lower <= cut <= upper
            return int(cell >= upper)
        case _:
            raise AssertionError(test)


def routed(tree: Tree, data: DataSet) -> Iterator[tuple[Tree, frozenset[int]]]:
    """Every node, empty ones included, with the positions of the records that reach it: preorder, for small trees."""
    return _routed(tree, data, frozenset(range(len(data))))


def _routed(tree: Tree, data: DataSet, node: frozenset[int]) -> Iterator[tuple[Tree, frozenset[int]]]:
    yield tree, node
    if isinstance(tree, Branch):
        for child, part in zip(tree.children, _parts(tree, data, node), strict=True):
            yield from _routed(child, data, part)


def _parts(tree: Branch, data: DataSet, node: frozenset[int]) -> list[frozenset[int]]:
    column = [a.name for a in data.attributes].index(attribute_of(tree.test).name)
    branch = {i: goes(tree.test, data.records[i].values[column]) for i in node}
    return [frozenset(i for i in node if branch[i] == b) for b in range(len(tree.children))]


def shape(tree: Tree, data: DataSet, node: frozenset[int] | None = None) -> Any:
    """The tree as `brute` writes it: candidates, records, and no empty branches."""
    node = frozenset(range(len(data))) if node is None else node
    if not isinstance(tree, Branch):
        return "leaf", node
    below = zip(tree.children, _parts(tree, data, node), strict=True)
    return candidate(tree.test), frozenset(shape(child, data, part) for child, part in below if part)


def renamed(tree: Any, rows: Mapping[int, int], names: Mapping[str, str], values: Mapping[tuple[str, Any], Any]) -> Any:
    """A shape with its records, attributes and values renamed; what has no new name keeps its own."""
    if tree[0] == "leaf":
        return "leaf", frozenset(rows[i] for i in tree[1])
    (name, asks), below = tree
    if asks[0] == "subset":
        asks = "subset", frozenset(frozenset(values.get((name, v), v) for v in group) for group in asks[1])
    elif asks[0] == "cut":
        asks = "cut", *(values.get((name, v), v) for v in asks[1:])
    return (names.get(name, name), asks), frozenset(renamed(t, rows, names, values) for t in below)
