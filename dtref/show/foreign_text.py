"""Trees of other programs as indented text: the condition of each branch, a node's name, its label, and its claims of its records."""

from __future__ import annotations

from collections.abc import Iterator

from dtref.errors import printable
from dtref.exact.number_text import readable
from dtref.io.foreign.branch_words import branch_words
from dtref.io.foreign.tree import ForeignNode, ForeignTree
from dtref.show.tree_text import indent
from dtref.spec.model.schemes import walk
from dtref.spec.model.trees import written


def foreign_text(tree: ForeignTree) -> str:
    """
    The tree as text, a line a node, in preorder, with what its program claims.

    >>> from fractions import Fraction
    >>> from dtref.io.foreign.tree import Cut
    >>> leaves = (ForeignNode("2", label="a", records=Fraction(3), errors=Fraction(1)), ForeignNode("3", label="b"))
    >>> print(foreign_text(ForeignTree(ForeignNode("1", Cut("x", Fraction(1)), leaves), "")))
    node 1
    x <= 1: a (3 records, 1 errors), node 2
    x > 1: b, node 3
    """
    return "\n".join(_lines(tree))


def _lines(tree: ForeignTree) -> Iterator[str]:
    def placed_children(node: ForeignNode, place: tuple[str, int]) -> Iterator[tuple[ForeignNode, tuple[str, int]]]:
        for i, child in enumerate(node.children):
            assert node.ask is not None, "a node with branches asks"
            missing = " or missing" if node.ask.missing == i and " is " not in branch_words(node.ask, i) else ""
            yield child, (f"{branch_words(node.ask, i)}{missing}: ", place[1] + 1)

    for node, (question, level) in walk(tree.root, ("", 0), placed_children):
        yield printable(indent(level) + question + ", ".join([*_summary(node), f"node {node.place}"]))


def _summary(node: ForeignNode) -> Iterator[str]:
    """The label of a leaf, with what is claimed of its records."""
    label = "" if node.ask is not None or node.label is None else node.label if isinstance(node.label, str) else readable(node.label)
    weights = [f"{readable(n)} {what}" for n, what in ((node.records, "records"), (node.errors, "errors")) if n is not None]
    claims = written(node.counts) if node.counts is not None else f"({', '.join(weights)})" if weights else ""
    text = " ".join(part for part in (label, claims) if part)
    if text:
        yield text
