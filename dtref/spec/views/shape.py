"""
The shape of trees: the records at each level, subtrees that come more than once, complete trees, the parity function.

Depth and number of leaves are in `dtref.spec.model.trees`.
"""

from __future__ import annotations

__sources__ = (("tan", "Data Fragmentation, Tree Replication, Expressiveness (the parity function)"),)

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.definition import defined
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.branches import branch_count
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.schemes import by_level
from dtref.spec.model.tests import Oblique
from dtref.spec.model.trees import Branch, Label, Leaf, Tree, children, fold_tree, nodes, weight
from dtref.spec.views.conditions import Condition, branch_values

MOST_INPUTS = 20
"""The most inputs of a truth table that is written out: a million records."""


@defined(sources=(("tan", "Data Fragmentation"),))
def leaf_sizes(tree: Tree) -> tuple[Fraction, ...]:
    """
    The weight of the training records in each leaf, from first to last.

    >>> leaf_sizes(Leaf((("-", Fraction(2)), ("+", Fraction(1))), ("-",)))
    (Fraction(3, 1),)
    """
    return tuple(weight(node) for node in nodes(tree) if isinstance(node, Leaf))


@frozen
class Level:
    """
    The nodes that are equally many tests away from the root.

    nodes, leaves: their numbers, empty leaves included. records: the weight of the training records that reach the level. fewest, most:
    the least and the greatest weight at one of its nodes.
    """

    nodes: int
    leaves: int
    records: Fraction
    fewest: Fraction
    most: Fraction


@defined(sources=(("tan", "Data Fragmentation"),))
def levels(tree: Tree) -> Iterator[Level]:
    """
    The levels of a tree from the root down, with the records that reach each.

    >>> [(level.nodes, level.records) for level in levels(Leaf((("-", Fraction(2)), ("+", Fraction(1))), ("-",)))]
    [(1, Fraction(3, 1))]
    """
    for level in by_level(tree, children):
        sizes = [weight(node) for node in level]
        leaves = sum(isinstance(node, Leaf) for node in level)
        yield Level(len(level), leaves, sum(sizes, Fraction(0)), min(sizes), max(sizes))


@defined(formula="sum over leaves of n(leaf) depth(leaf) / n, which is the weight that reaches inner nodes / n")
def mean_tests(tree: Tree) -> Fraction | Undefined:
    """
    The mean number of tests on the way of a training record; Undefined without records.

    >>> mean_tests(Leaf((("-", Fraction(2)),), ("-",))), mean_tests(Leaf((), ()))
    (Fraction(0, 1), Undefined(why='no records'))
    """
    n = weight(tree)
    passes = sum((weight(node) for node in nodes(tree) if isinstance(node, Branch)), Fraction(0))
    return passes / n if n else Undefined("no records")


@defined(sources=(("tan", 'Expressiveness ("a complete tree")'),))
def is_complete(tree: Tree) -> bool:
    """
    Whether every path from the root to a leaf asks equally many tests.

    >>> is_complete(Leaf((), ()))
    True
    """

    def common_depth(_: Tree, depths: Sequence[int]) -> int:
        return 0 if not depths else depths[0] + 1 if len(set(depths)) == 1 and depths[0] >= 0 else -1

    return fold_tree(tree, common_depth) >= 0


@frozen(eq=False)
class Replica:
    """A subtree that comes more than once: its first occurrence, and the numbers of occurrences, of inner nodes and of leaves."""

    subtree: Branch
    times: int
    tests: int
    leaves: int


@defined(sources=(("tan", "Tree Replication"),))
def replicas(tree: Tree) -> tuple[Replica, ...]:
    """
    The subtrees with a test that come in two places or more, the largest first.

    Two subtrees are the same if they ask the same conditions in the same order of branches and end in the same labels. Class counts and
    optima do not matter, nor do a cut's neighbours and, where absent values take a branch, the values present. What comes twice within a
    replica is listed too.

    >>> from dtref.spec.model.tests import Multiway
    >>> x, y = Multiway(Nominal("x", ("0", "1"))), Multiway(Nominal("y", ("0", "1")))
    >>> same = Branch((), (), y, (y,), (Leaf((), ("-",)), Leaf((), ("+",))))
    >>> [(r.subtree.test.attribute.name, r.times, r.leaves) for r in replicas(Branch((), (), x, (x,), (same, same)))]
    [('y', 2, 2)]
    """
    repeated = [
        Replica(first, len(alike), kind.tests, kind.leaves)
        for kind, alike in _alike(tree).items()
        if len(alike) > 1 and isinstance(first := alike[0], Branch)
    ]
    return tuple(sorted(repeated, key=lambda r: (-r.tests, -r.leaves)))


def distinct_subtrees(tree: Tree) -> int:
    """
    The number of different subtrees, leaves included: the nodes of the tree if equal subtrees were drawn once.

    >>> from dtref.spec.model.tests import Multiway
    >>> x = Multiway(Nominal("x", ("0", "1", "2")))
    >>> distinct_subtrees(Branch((), (), x, (x,), (Leaf((), ("-",)), Leaf((), ("+",)), Leaf((), ("-",)))))
    3
    """
    return len(_alike(tree))


_Key: TypeAlias = tuple[Label, ...] | tuple[Oblique | tuple[Condition, ...], tuple[int, ...]]
"""The labels of a leaf; or the conditions of an inner node's branches (or its linear test) and which subtrees follow."""


@frozen
class _Kind:
    """A subtree without its counts: the number of its kind, of its inner nodes and of its leaves."""

    number: int
    tests: int
    leaves: int


def _alike(tree: Tree) -> dict[_Kind, list[Tree]]:
    """The subtrees, grouped by kind; those of a kind never lie in one another, and come from left to right."""
    numbers: dict[_Key, int] = {}
    groups: dict[_Kind, list[Tree]] = {}

    def classify(node: Tree, parts: Sequence[_Kind]) -> _Kind:
        # Equal keys get one number, which the keys of larger subtrees refer to.
        number = numbers.setdefault(_key(node, parts), len(numbers))
        is_leaf = isinstance(node, Leaf)
        kind = _Kind(number, sum(p.tests for p in parts) + (not is_leaf), sum(p.leaves for p in parts) + is_leaf)
        groups.setdefault(kind, []).append(node)
        return kind

    fold_tree(tree, classify)
    return groups


def _key(node: Tree, parts: Sequence[_Kind]) -> _Key:
    if isinstance(node, Leaf):
        return node.labels
    subtrees = tuple(p.number for p in parts)
    if isinstance(node.test, Oblique):
        return node.test, subtrees
    return tuple(branch_values(node.test, i) for i in range(branch_count(node.test))), subtrees


@defined(errors="Invalid below 0, Undecided above `MOST_INPUTS`", sources=(("tan", "Expressiveness"),))
def parity(inputs: int) -> DataSet:
    """
    The truth table of the parity function: class 1 if an even number of the Boolean attributes is True, else 0.

    A tree without error needs 2^inputs leaves, one for each record: two records that differ in one attribute only differ in class, so no
    leaf may leave an attribute open.

    >>> [(*record.values, record.label) for record in parity(2)]
    [('False', 'False', '1'), ('False', 'True', '0'), ('True', 'False', '0'), ('True', 'True', '1')]
    """
    if inputs < 0:
        raise Invalid("inputs", "a number of attributes", inputs)
    if inputs > MOST_INPUTS:
        raise Undecided(f"truth table of {inputs} inputs", f"2^{MOST_INPUTS} records")
    # Every combination of truth values is a record.
    boolean = ("False", "True")
    attributes = tuple(Nominal(f"x{i + 1}", boolean) for i in range(inputs))
    rows = product(boolean, repeat=inputs)
    return DataSet(attributes, Nominal("class", ("0", "1")), (Record(row, "01"[row.count("True") % 2 == 0]) for row in rows))
