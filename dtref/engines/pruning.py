"""
Pruning on validation data whose records are routed together, where that is worth it: the same results as the specification's, faster.

`dtref.reduced_error` is this.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from dtref.engines.prediction import rows_if_worth, worth_arrays, worth_kernels
from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.number import Number
from dtref.io.tables_for_trees import table_for_tree
from dtref.spec.model.data import DataSet
from dtref.spec.model.schemes import walk
from dtref.spec.model.trees import Branch, Tree, nodes
from dtref.spec.pruning import records_at_nodes as specification
from dtref.spec.pruning.bottom_up import CutRule, Pruned, each_subtree, if_no_worse
from dtref.spec.pruning.records_at_nodes import AtNode, Charge, WeightedRecord, check_target
from dtref.spec.pruning.reduced_error import reduced_error_by


@refuses_other_kinds
def reduced_error(tree: Tree, validation: DataSet, cut: CutRule = if_no_worse) -> Pruned[Number]:
    """
    Bottom up: each inner node becomes a leaf where its validation errors as a leaf are no more than those of its subtree, as pruned so far.

    Defined, with what it leaves open and its errors, at `dtref.spec.pruning.reduced_error.reduced_error`.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> reduced_error(Leaf((("+", Fraction(3)),), ("+",)), DataSet((), Nominal("y", ("+", "-")), ())).tree
    <Leaf + (+ 3)>
    """
    return reduced_error_by(Charge.FIRST, tree, validation, cut, routed_arrivals)


def routed_arrivals(tree: Tree, data: DataSet) -> Sequence[AtNode]:
    """
    The records that reach each node and end there, as `dtref.spec.pruning.records_at_nodes.arrivals`: routed in arrays where that is worth
    it, and every record ends whole at one leaf.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> from dtref.spec.model.trees import Leaf
    >>> data = DataSet((), Nominal("y", ("+",)), [Record((), "+")])
    >>> [len(at.ending) for at in routed_arrivals(Leaf((("+", Fraction(3)),), ("+",)), data)]
    [1]
    """
    check_target(tree, data.target)
    ends = _ends(tree, data)
    return specification.arrivals(tree, data) if ends is None else _at_nodes(tree, ends)


def _ends(tree: Tree, data: DataSet) -> list[list[WeightedRecord]] | None:
    """The records at each leaf, in preorder; None where they are not routed, or some not to one leaf."""
    rows = rows_if_worth(tree, len(data)) if len(data) and worth_arrays(len(data)) else None
    if rows is None or not {column.attribute.name for column in rows.columns} <= {a.name for a in data.attributes}:
        return None
    from dtref.engines.routing.rows import child_rows
    from dtref.engines.routing.walk import ends

    try:
        table = table_for_tree(data, [column.attribute for column in rows.columns])
    except Invalid:  # which the specification tells
        return None
    reached = ends(rows, table, compiled=worth_kernels(len(data))).rows
    if (reached < 0).any():
        return None
    # the leaves of rows, in preorder
    preorder = (t for t, _ in walk(rows.root, None, lambda t, _: ((child, None) for child in child_rows(rows, t).tolist())))
    leaves = {t: i for i, t in enumerate(t for t in preorder if not len(child_rows(rows, t)))}
    at_leaves: list[list[WeightedRecord]] = [[] for _ in leaves]
    for record, t in zip(data, reached.tolist(), strict=True):
        at_leaves[leaves[t]].append((record, record.weight))
    return at_leaves


def _at_nodes(tree: Tree, at_leaves: Sequence[Sequence[WeightedRecord]]) -> Sequence[AtNode]:
    """All nodes in preorder, from the records at the leaves: those of a node's leaves lie one behind the other."""
    records = [part for parts in at_leaves for part in parts]
    ends = [0, *accumulate(map(len, at_leaves))]
    leaves_left = iter(reversed(range(len(at_leaves))))

    def combined(_i: int, node: Tree, ranges: Sequence[tuple[int, int]]) -> tuple[int, int]:
        if isinstance(node, Branch):
            return ranges[0][0], ranges[-1][1]
        leaf = next(leaves_left)
        return ends[leaf], ends[leaf + 1]

    ranges = each_subtree(tree, combined)
    return [_at_node(node, records[start:stop]) for node, (start, stop) in zip(nodes(tree), ranges, strict=True)]


def _at_node(node: Tree, parts: Sequence[WeightedRecord]) -> AtNode:
    return AtNode(node, parts, () if isinstance(node, Branch) else parts)
