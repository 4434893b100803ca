"""
Bottom-up pruning: compares, at each inner node, the cost of its subtree, as pruned so far, with its cost as a leaf.

A pruning rule says what a leaf costs, what a test costs, and when to cut; the rest is here. It is no recursion, so that trees of any depth
can be pruned.
"""

from __future__ import annotations

__sources__ = (("tan", "How to Address Overfitting… (post-pruning)"),)

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeAlias, TypeVar

from attrs import evolve, frozen

from dtref.exact.brief import brief_repr
from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.number import Number, total
from dtref.spec.model.display import Reported
from dtref.spec.model.rules import Option, OptionKind
from dtref.spec.model.trees import Branch, Leaf, Tree, children, nodes

Cost = TypeVar("Cost")
Result = TypeVar("Result")

CutRule: TypeAlias = Callable[[int], bool]
"""Says whether to cut, from the sign of (cost as a leaf - cost of the subtree)."""


@defined(sources=(("tan", "How to Address Overfitting…"),))
def if_better(sign: int) -> bool:
    """
    Whether the leaf costs less: only a strict improvement cuts, a tie keeps the subtree.

    >>> if_better(-1), if_better(0)
    (True, False)
    """
    return sign < 0


@defined(sources=(("tan", "Occam's Razor"), "Quinlan 1987"))
def if_no_worse(sign: int) -> bool:
    """
    Whether the leaf costs no more: a tie cuts, as the smaller tree is preferred.

    >>> if_no_worse(-1), if_no_worse(0), if_no_worse(1)
    (True, True, False)
    """
    return sign <= 0


CUT_RULES: Mapping[str, CutRule] = {"keep": if_better, "cut": if_no_worse}
"""The rules for a leaf that costs as much as its subtree, by the names that golden records use."""

CUT_UNLESS_KEPT = Option(
    "ties", OptionKind.TIES, if_no_worse, CUT_RULES, "--keep-ties", "Keep a subtree that is as good as a leaf.", ("keep", "cut")
)
"""The option of a rule that cuts at ties unless it is told to keep."""
KEPT_UNLESS_CUT = Option(
    "ties", OptionKind.TIES, if_better, CUT_RULES, "--cut-ties", "Cut a subtree that is as good as a leaf.", ("keep", "cut")
)
"""The option of a rule that keeps at ties unless it is told to cut."""
VALIDATION = Option(
    "validation",
    OptionKind.VALIDATION,
    typed="--validation",
    help="A CSV file of records that the tree was not grown from: for the first two rules, or to choose from "
    "the sequence of cost-complexity.",
)


@frozen(eq=False)
class Comparison(Generic[Cost]):
    """
    The comparison at an inner node.

    node: its position in the original tree, in preorder from 0. subtree: the cost of its subtree, as pruned so far. leaf: its cost as a
    leaf. cut: whether it was made one.
    """

    node: int
    subtree: Cost
    leaf: Cost
    cut: bool


@frozen(eq=False)
class Pruned(Reported, Generic[Cost]):
    """
    A pruned tree, and the comparison at each inner node of the original one, in preorder.

    by_rule: the nodes of the original tree that may carry several labels which cost differently, so that a rule said what was charged.
    """

    tree: Tree
    comparisons: tuple[Comparison[Cost], ...]
    by_rule: tuple[int, ...] = ()

    __repr__ = brief_repr


@defined(sources=(("tan", "How to Address Overfitting…"),))
def as_leaf(node: Tree) -> Leaf:
    """
    The leaf that replaces a subtree: with its counts and its largest classes.

    >>> leaf = Leaf((), ("+",))
    >>> as_leaf(leaf) is leaf
    True
    """
    return node if isinstance(node, Leaf) else Leaf(node.counts, node.labels)


def each_subtree(tree: Tree, combine: Callable[[int, Tree, Sequence[Result]], Result]) -> list[Result]:
    """
    Like `fold`, but `combine` also gets the node's position in preorder, before the node, and the result of every node is returned, in
    preorder, not just the root's.

    >>> each_subtree(Leaf((), ("+",)), lambda i, node, parts: 1 + sum(parts))
    [1]
    """
    preorder, waiting = list(nodes(tree)), list[Result]()
    results = []  # from the last node to the first
    for i in reversed(range(len(preorder))):
        # the children's results are the last ones, the first child's last
        arity = len(children(preorder[i]))
        parts = waiting[: -arity - 1 : -1]
        del waiting[len(waiting) - arity :]
        waiting.append(combine(i, preorder[i], parts))
        results.append(waiting[-1])
    return results[::-1]


def positions_below(tree: Tree) -> list[Sequence[int]]:
    """
    For each node of a tree, in preorder, the positions of its children in preorder.

    >>> positions_below(Leaf((), ("+",)))
    [()]
    """

    def numbered(i: int, _node: Tree, parts: Sequence[tuple[int, Sequence[int]]]) -> tuple[int, Sequence[int]]:
        return i, tuple(position for position, _ in parts)

    return [positions for _, positions in each_subtree(tree, numbered)]


def prune_bottom_up(
    tree: Tree,
    leaf_cost: Callable[[int, Tree], Cost],
    subtree_cost: Callable[[int, Branch, Sequence[Cost]], Cost],
    cut: CutRule,
    order: Callable[[Cost, Cost], int],
) -> Pruned[Cost]:
    """
    The tree with each inner node made a leaf where the rule says so, children first.

    leaf_cost: the cost of a node as a leaf, from its position in preorder and itself. subtree_cost: that of an inner node, from its
    position, itself, and the costs of its children as pruned. order: -1, 0 or 1 as one cost is below, equal to or above another.

    >>> from fractions import Fraction
    >>> prune_bottom_up(Leaf((), ("+",)), lambda i, t: Fraction(0), lambda i, t, parts: parts[0], if_better, compare).comparisons
    ()
    """
    comparisons: list[Comparison[Cost]] = []  # from the last inner node to the first

    def prune(i: int, node: Tree, parts: Sequence[tuple[Tree, Cost]]) -> tuple[Tree, Cost]:
        """A node's subtree as pruned, and its cost, from those of its children."""
        cost = leaf_cost(i, node)
        if isinstance(node, Leaf):
            return node, cost
        kept = subtree_cost(i, node, [part_cost for _, part_cost in parts])
        cuts = cut(order(cost, kept))
        comparisons.append(Comparison(i, kept, cost, cuts))
        return (as_leaf(node), cost) if cuts else (_with_children(node, [part for part, _ in parts]), kept)

    pruned = each_subtree(tree, prune)[0][0]
    return Pruned(pruned, tuple(reversed(comparisons)))


def prune_by_sums(
    tree: Tree, leaf_cost: Callable[[int, Tree], Number], test_cost: Callable[[Branch], Number], cut: CutRule
) -> Pruned[Number]:
    """
    As `prune_bottom_up`, where a subtree costs what its test and its children cost together: exact numbers, compared exactly.

    Errors: Undecided where two costs are enclosures too near one another.

    >>> from fractions import Fraction
    >>> prune_by_sums(Leaf((), ("+",)), lambda i, t: Fraction(0), lambda t: Fraction(1), if_better).tree
    <Leaf + ()>
    """
    return prune_bottom_up(tree, leaf_cost, lambda _, node, parts: total((test_cost(node), *parts)), cut, compare)


def _with_children(node: Branch, subtrees: Sequence[Tree]) -> Branch:
    """The node with these children; the very node where they are its own."""
    same = all(new is old for new, old in zip(subtrees, node.children, strict=True))
    return node if same else evolve(node, children=tuple(subtrees))


def cut_at(tree: Tree, cuts: Callable[[int], bool]) -> Tree:
    """
    The tree with the subtrees at some positions, in preorder, replaced by leaves. Positions below a cut change nothing.

    >>> cut_at(Leaf((), ("+",)), lambda i: True)
    <Leaf + ()>
    """

    def cut(i: int, node: Tree, subtrees: Sequence[Tree]) -> Tree:
        return as_leaf(node) if isinstance(node, Leaf) or cuts(i) else _with_children(node, subtrees)

    return each_subtree(tree, cut)[0]
