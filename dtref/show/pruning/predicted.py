"""
Reports of error-based pruning, with subtree replacement alone, and with raising.

A decision about raising doesn't name its node, so the recursion is repeated here: children first, and a raised branch once more at its new
place.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from dtref.exact.number import number
from dtref.show.pruning.by_node import LEAF, SUBTREE, counted, cut_in, found, tie_of
from dtref.show.pruning.findings import (
    Fact,
    NodeOutcome,
    PredictedErrors,
    PruningFinding,
    PruningReport,
    PruningValue,
    Quantity,
    predicted_errors,
    tree_facts,
)
from dtref.show.pruning.places import Place, below_each, places
from dtref.spec.model.data import DataSet
from dtref.spec.model.schemes import recurse
from dtref.spec.model.trees import Leaf, Tree, children, nodes, weight
from dtref.spec.pruning.bottom_up import Comparison, CutRule, if_no_worse
from dtref.spec.pruning.error_based import QUARTER, Predicted, error_based, order, predicted_at, together
from dtref.spec.pruning.estimates import node_errors
from dtref.spec.pruning.subtree_raising import Action, Largest, RaisingComparison, error_based_raising_by


def report_error_based(tree: Tree, confidence: Fraction = QUARTER, cut: CutRule = if_no_worse) -> PruningReport:
    """
    Error-based pruning without raising, reported. Errors: as `dtref.spec.pruning.error_based.error_based`.

    >>> report_error_based(Leaf((("+", Fraction(1)),), ("+",))).facts[-1].before.sum.value
    Fraction(3, 4)
    """
    pruned = error_based(tree, confidence, cut)
    leaves = below_each(tree, cut_in(pruned), [1 for _ in nodes(tree)], sum)

    def figures(i: int, comparison: Comparison[Predicted]) -> tuple[Quantity, ...]:
        return (
            Quantity(LEAF, predicted_errors(comparison.leaf, 1), _rate(comparison.leaf)),
            Quantity(SUBTREE, predicted_errors(comparison.subtree, leaves[i]), (("leaves", number(leaves[i])),)),
        )

    return PruningReport(
        "error-based",
        (("confidence", str(confidence)), ("tie", tie_of(cut))),
        f"Children first: predicted errors as a leaf against those of the subtree, as pruned so far. {limit_notation(confidence)}",
        "Quinlan 1993, C4.5, section 4.2",
        tree,
        pruned.tree,
        (*tree_facts(tree, pruned.tree), predicted_fact(tree, pruned.tree, confidence)),
        found(tree, pruned, figures, counted("predicted errors"), order),
        children_first=True,
    )


def limit_notation(confidence: Fraction) -> str:
    """
    The sentence that defines U(e, n).

    >>> limit_notation(QUARTER)
    'A leaf of n records, e of them wrong, is predicted to get n U(e, n) wrong, U the upper limit of its error rate at confidence 1/4.'
    """
    return (
        "A leaf of n records, e of them wrong, is predicted to get n U(e, n) wrong, U the upper limit of its error rate at confidence "
        f"{confidence}."
    )


def _rate(predicted: Predicted) -> tuple[tuple[str, PruningValue], ...]:
    """The predicted error rate of a leaf, by name; nothing for a leaf without records."""
    if predicted.leaf is None:
        return ()
    n, e = predicted.leaf
    return (("rate", PredictedErrors(predicted, ((Fraction(1), n, e),), n)),)


def predicted_fact(tree: Tree, pruned: Tree, confidence: Fraction) -> Fact:
    """
    The predicted errors of a tree and of its pruned tree.

    >>> leaf = Leaf((("+", Fraction(1)),), ("+",))
    >>> predicted_fact(leaf, leaf, QUARTER).name
    'predicted errors'
    """

    def predicted(subtree: Tree) -> PruningValue:
        parts = [predicted_at(weight(node), node_errors(node), confidence) for node in nodes(subtree) if isinstance(node, Leaf)]
        return predicted_errors(together(parts), len(parts))

    return Fact("predicted errors", predicted(tree), predicted(pruned), number(weight(tree)))


def report_raising(tree: Tree, data: DataSet, confidence: Fraction = QUARTER, largest: Largest = Largest.FIRST) -> PruningReport:
    """
    Error-based pruning with raising, reported. Errors: as `dtref.spec.pruning.subtree_raising.error_based_raising`.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.views.shape import parity
    >>> [(finding.outcome.value, finding.why) for finding in report_raising(grow(parity(1), CART), parity(1)).findings]
    [('kept', 'the subtree is predicted to err least; of 2 branches that are as large the first was tried')]
    """
    pruned = error_based_raising_by(largest, tree, data, confidence)
    return PruningReport(
        "error-based",
        (("confidence", str(confidence)), ("raising", "yes"), ("tie", "a leaf before a branch, a branch before the subtree")),
        "Children first: predicted errors as a leaf, of the subtree as pruned so far, and of its largest branch with all its records. A "
        f"raised branch is pruned again with its new records. {limit_notation(confidence)}",
        "Quinlan 1993, C4.5, section 4.2",
        tree,
        pruned.tree,
        (*tree_facts(tree, pruned.tree), predicted_fact(tree, pruned.tree, confidence)),
        tuple(_finding(decided, largest) for decided in _decided(tree, pruned.decisions)),
    )


@frozen(eq=False, repr=False)
class _Node:
    """A node of the tree as it is pruned: its first place, its children (none for a leaf), and its leaves."""

    place: Place
    children: tuple[_Node, ...] = ()
    leaves: int = 1


@frozen(eq=False, repr=False)
class _Decided:
    """A decision with the place of its node, the leaves of its subtree, and those of its largest branch."""

    place: Place
    leaves: int
    branch_leaves: int
    decision: RaisingComparison


_At: TypeAlias = tuple[_Node, Place]


def _decided(tree: Tree, decisions: Sequence[RaisingComparison]) -> list[_Decided]:
    decided: list[_Decided] = []
    remaining = iter(decisions)
    root = _nodes(places(tree))
    recurse(lambda at: _walk(at, remaining, decided), (root, root.place))
    return decided


def _nodes(in_preorder: Sequence[Place]) -> _Node:
    waiting: list[_Node] = []
    for place in reversed(in_preorder):
        first = len(waiting) - len(children(place.at))
        own_children = tuple(reversed(waiting[first:]))
        waiting[first:] = [_node(place, own_children)]
    return waiting[0]


def _node(place: Place, own_children: Sequence[_Node]) -> _Node:
    return _Node(place, tuple(own_children), sum(node.leaves for node in own_children) or 1)


def _walk(position: _At, remaining: Iterator[RaisingComparison], decided: list[_Decided]) -> Generator[_At, _Node, _Node]:
    """The node as it is pruned; adds the decisions about its inner nodes, children first."""
    node, place = position
    if not node.children:
        return node
    parts: list[_Node] = []
    for i, child in enumerate(node.children):
        parts.append((yield child, place.below(i, child.place.node, child.place.at)))
    # The node's own decision; a raised branch is decided again at this place.
    decision = next(remaining)
    largest = parts[decision.branch]
    decided.append(_Decided(place, sum(part.leaves for part in parts), largest.leaves, decision))
    match decision.action:
        case Action.REPLACE:
            return _Node(node.place)
        case Action.RAISE:
            return (yield largest, place.taken_by(largest.place.node, largest.place.at))
        case Action.KEEP:
            return _node(node.place, parts)


def _finding(decided: _Decided, largest: Largest) -> PruningFinding:
    decision = decided.decision
    branch = decided.place.below(decision.branch, 0, decided.place.at).condition
    figures = (
        Quantity(LEAF, predicted_errors(decision.leaf, 1), _rate(decision.leaf)),
        Quantity(SUBTREE, predicted_errors(decision.subtree, decided.leaves), (("leaves", number(decided.leaves)),)),
        Quantity("raised", predicted_errors(decision.raised, decided.branch_leaves), (("leaves", number(decided.branch_leaves)),)),
    )
    among = f"; of {len(decision.others) + 1} branches that are as large {largest.value} was tried" if decision.others else ""
    return PruningFinding(decided.place, decision.counts, figures, OUTCOMES[decision.action], _why(decision, branch) + among)


OUTCOMES = {Action.KEEP: NodeOutcome.KEPT, Action.REPLACE: NodeOutcome.CUT, Action.RAISE: NodeOutcome.RAISED}
"""The outcome at a node, by the action taken."""


def _why(decision: RaisingComparison, branch: str) -> str:
    match decision.action:
        case Action.REPLACE:
            ties = 0 in (order(decision.leaf, decision.raised), order(decision.leaf, decision.subtree))
            return "nothing is predicted to err less than a leaf, and a tie cuts" if ties else "a leaf is predicted to err least"
        case Action.RAISE:
            ties = order(decision.raised, decision.subtree) == 0
            best = "predicted to err as little as the subtree, and a tie raises" if ties else "predicted to err least"
            return f"its largest branch, {branch}, is {best} with all its records"
        case Action.KEEP:
            return "the subtree is predicted to err least"
