"""A tree that another program grew for several targets: one tree of its questions, and one for each target of what it says of that one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve, field, frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.io.foreign.tree import ForeignNode, ForeignTree, Program, fold_foreign, foreign_nodes

ALL_TARGETS = "all targets together"
"""What the tests of a tree of several targets were chosen for."""


def _trees(items: Sequence[ForeignTree]) -> tuple[ForeignTree, ...]:
    return tuple(items)


@frozen
class ForeignOutputs:
    """
    A tree that another program grew for several targets. tests: its questions, with the sizes and impurities of nodes, which are those of
    all targets together, and its settings. by_output: for each target, in order, the same questions with the counts and labels of that one.
    """

    tests: ForeignTree
    by_output: tuple[ForeignTree, ...] = field(converter=_trees)

    __repr__ = brief_repr


def foreign_outputs(trees: Sequence[ForeignTree]) -> ForeignOutputs:
    """
    The tree of several targets whose trees, one for each, have been read in full. Errors: Invalid for fewer than two, and for trees that
    don't agree in what is of all targets together.

    >>> a, b = (ForeignTree(ForeignNode("0", label=label, rows=Fraction(1)), "t") for label in "ab")
    >>> both = foreign_outputs((a, b))
    >>> both.tests.root.label, both.tests.root.rows, [(tree.root.label, tree.root.rows) for tree in both.by_output]
    (None, Fraction(1, 1), [('a', None), ('b', None)])
    """
    if len(trees) < 2:
        raise Invalid("outputs", "two or more; one is a tree", len(trees))
    first = trees[0]
    shared = _shared(first)
    for i, tree in enumerate(trees[1:], 2):
        if _shared(tree) != shared:
            raise Invalid(f"output {i}", "the questions, the rows and the impurities of the first", "other ones")
    tests = evolve(first, root=fold_foreign(first.root, _without_claims_of_one), classes=(), scores="")
    return ForeignOutputs(tests, tuple(map(_of_one, trees)))


def _shared(tree: ForeignTree) -> object:
    """What the trees of several targets have in common."""
    return tree.columns, tree.settings, [(node.ask, node.rows, node.impurity) for node in foreign_nodes(tree.root)]


def _without_claims_of_one(node: ForeignNode, children: Sequence[ForeignNode]) -> ForeignNode:
    """A node with what it claims of all targets together."""
    counts = node.counts
    records = node.records if counts is None else sum((n for _, n in counts), Fraction(0))
    return evolve(node, children=tuple(children), label=None, counts=None, records=records)


def _of_one(tree: ForeignTree) -> ForeignTree:
    """A tree with what it claims of one target."""

    def combine(node: ForeignNode, children: Sequence[ForeignNode]) -> ForeignNode:
        return evolve(node, children=tuple(children), rows=None, impurity=None)

    root = fold_foreign(tree.root, combine)
    return evolve(tree, root=root, settings=(), program=Program.OTHER, chosen_for=ALL_TARGETS, importances=())
