"""
Verifies the importances of columns that a model claims, against the impurities and weights that its nodes claim, which are verified there.

Formula: the importance of a column is the sum over its tests of w I - w_l I_l - w_r I_r, divided by that of all columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from dtref.exact.number import number
from dtref.io.foreign.node_table import NodeTable, table_of
from dtref.io.foreign.tree import ForeignNode, ForeignTree, foreign_nodes
from dtref.oracle.verify.rounding import ULPS
from dtref.oracle.verify.verdicts import Finding, NodeVerdict, WrongClaim


@frozen(eq=False)
class SummedImportances:
    """The sums of each column, and of the magnitudes of all that was summed; nodes: their number."""

    sums: Mapping[str, Fraction]
    size: Fraction
    nodes: int

    def wrong(self, claimed: Mapping[str, Fraction]) -> Iterator[WrongClaim]:
        """The claims that differ by more than rounding; none where the sum of all may be rounding itself."""
        total, units = sum(self.sums.values(), Fraction(0)), 4 * self.nodes + ULPS
        # products that are nearer to 0 than the least normal double are off by up to the least one above 0 (`dtref.oracle.verify.rounding`)
        off = units * self.size / 2**53 + Fraction(units, 2**1074)
        if total <= 2 * off:
            return
        for name, importance in claimed.items():
            wanted = self.sums.get(name, Fraction(0)) / total
            if abs(importance - wanted) > 2 * off / total:
                yield WrongClaim(f"importance of {name}", number(wanted), importance)


def wrong_importances(tree: ForeignTree) -> tuple[WrongClaim, ...]:
    """
    The importances that a tree claims wrongly; none where it claims none, or its nodes claim no impurity or weight.

    >>> wrong_importances(ForeignTree(ForeignNode("0", label="a"), "by hand"))
    ()
    """
    if not tree.importances:
        return ()
    table = table_of(tree.root)
    found = _of_nodes(tree.root) if table is None else _of_table(table)
    return () if found is None else tuple(found.wrong(dict(tree.importances)))


def with_wrong(findings: Sequence[Finding], wrong: Sequence[NodeVerdict]) -> tuple[Finding, ...]:
    """The findings of nodes in preorder, what is wrong of the whole tree at its root."""
    root, *others = findings
    return evolve(root, verdicts=(*wrong, *root.verdicts)), *others


def _of_nodes(root: ForeignNode) -> SummedImportances | None:
    sums: dict[str, Fraction] = {}
    size, nodes = Fraction(0), 0
    for node in foreign_nodes(root):
        nodes += 1
        if node.ask is None:
            continue
        parts = [_weighed(one) for one in (node, *node.children)]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return None
        own, *below = known
        sums[node.ask.attribute] = sums.get(node.ask.attribute, Fraction(0)) + own - sum(below)
        size += own + sum(below)
    return SummedImportances(sums, size, nodes)


def _weighed(node: ForeignNode) -> Fraction | None:
    """The weight of a node times its impurity, as it claims them."""
    weight = node.records if node.counts is None else sum((n for _, n in node.counts), Fraction(0))
    return None if weight is None or node.impurity is None else weight * node.impurity


def _of_table(table: NodeTable) -> SummedImportances:
    """The sums in doubles, which are as near as those of the program."""
    inner = table.column >= 0
    weight = table.counts.sum(axis=1) if len(table.classes) else table.records
    weighed = weight * table.impurity
    below = weighed[table.left[inner]] + weighed[table.right[inner]]
    column, reduced = table.column[inner], weighed[inner] - below
    sums = {name: Fraction(float(reduced[column == i].sum())) for i, name in enumerate(table.names)}
    return SummedImportances(sums, Fraction(float((weighed[inner] + below).sum())), len(table.column))
