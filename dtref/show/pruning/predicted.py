"""
Error-based pruning, reported: by replacing subtrees alone, and with raising.

A decision about raising names no node, so the recursion is walked again: children first, and a raised branch once more where it then
stands.
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
from dtref.spec.pruning.subtree_raising import Action, RaisingComparison, error_based_raising


def report_error_based(tree: Tree, confidence: Fraction = QUARTER, cut: CutRule = if_no_worse) -> PruningReport:
    """
    Error-based pruning without raising, reported. Errors: as `dtref.spec.pruning.error_based.error_based`.

    >>> report_error_based(Leaf((("+", Fraction(1)),), ("+",))).facts[-1].before.sum.value
    Fraction(3, 4)
    """
    done = error_based(tree, confidence, cut)
    leaves = below_each(tree, cut_in(done), [1 for _ in nodes(tree)], sum)

    def figures(i: int, one: Comparison[Predicted]) -> tuple[Quantity, ...]:
        return (
            Quantity(LEAF, predicted_errors(one.leaf, 1), _rate(one.leaf)),
            Quantity(SUBTREE, predicted_errors(one.subtree, leaves[i]), (("leaves", number(leaves[i])),)),
        )

    return PruningReport(
        "error-based",
        (("confidence", str(confidence)), ("tie", tie_of(cut))),
        f"Children first: predicted errors as a leaf against those of the subtree, as pruned so far. {limit_notation(confidence)}",
        "Quinlan 1993, C4.5, section 4.2",
        tree,
        done.tree,
        (*tree_facts(tree, done.tree), predicted_fact(tree, done.tree, confidence)),
        found(tree, done, figures, counted("predicted errors"), order),
        children_first=True,
    )


def limit_notation(confidence: Fraction) -> str:
    """
    What U(e, n) is.

    >>> limit_notation(QUARTER)
    'A leaf of n records, e of them wrong, is predicted to get n U(e, n) wrong, U the upper limit of its error rate at confidence 1/4.'
    """
    return (
        "A leaf of n records, e of them wrong, is predicted to get n U(e, n) wrong, U the upper limit of its error rate at confidence "
        f"{confidence}."
    )


def _rate(predicted: Predicted) -> tuple[tuple[str, PruningValue], ...]:
    """Of a leaf: the predicted share of its records; nothing of one without records."""
    if predicted.leaf is None:
        return ()
    n, e = predicted.leaf
    return (("rate", PredictedErrors(predicted, ((Fraction(1), n, e),), n)),)


def predicted_fact(tree: Tree, pruned: Tree, confidence: Fraction) -> Fact:
    """
    The predicted errors of a tree and of what was made of it.

    >>> leaf = Leaf((("+", Fraction(1)),), ("+",))
    >>> predicted_fact(leaf, leaf, QUARTER).name
    'predicted errors'
    """

    def predicted(whole: Tree) -> PruningValue:
        parts = [predicted_at(weight(node), node_errors(node), confidence) for node in nodes(whole) if isinstance(node, Leaf)]
        return predicted_errors(together(parts), len(parts))

    return Fact("predicted errors", predicted(tree), predicted(pruned), number(weight(tree)))


def report_raising(tree: Tree, data: DataSet, confidence: Fraction = QUARTER) -> PruningReport:
    """
    Error-based pruning with raising, reported. Errors: as `dtref.spec.pruning.subtree_raising.error_based_raising`.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.views.shape import parity
    >>> [(at.outcome.value, at.why) for at in report_raising(grow(parity(1), CART), parity(1)).findings]
    [('kept', 'the subtree is predicted to err least')]
    """
    done = error_based_raising(tree, data, confidence)
    return PruningReport(
        "error-based",
        (("confidence", str(confidence)), ("raising", "yes"), ("tie", "a leaf before a branch, a branch before the subtree")),
        "Children first: predicted errors as a leaf, of the subtree as pruned so far, and of its largest branch with all its records. A "
        f"raised branch is pruned again with its new records. {limit_notation(confidence)}",
        "Quinlan 1993, C4.5, section 4.2",
        tree,
        done.tree,
        (*tree_facts(tree, done.tree), predicted_fact(tree, done.tree, confidence)),
        tuple(_finding(one) for one in _decided(tree, done.decisions)),
    )


@frozen(eq=False, repr=False)
class _Node:
    """A node of the tree as it is pruned: where it stood at first, its children (none where it is a leaf), and its leaves."""

    place: Place
    children: tuple[_Node, ...] = ()
    leaves: int = 1


@frozen(eq=False, repr=False)
class _Decided:
    """A decision with where its node stands, the leaves of its subtree, and those of its largest branch."""

    place: Place
    leaves: int
    branch_leaves: int
    decision: RaisingComparison


_At: TypeAlias = tuple[_Node, Place]


def _decided(tree: Tree, decisions: Sequence[RaisingComparison]) -> list[_Decided]:
    made: list[_Decided] = []
    rest = iter(decisions)
    root = _nodes(places(tree))
    recurse(lambda at: _walk(at, rest, made), (root, root.place))
    return made


def _nodes(listed: Sequence[Place]) -> _Node:
    waiting: list[_Node] = []
    for place in reversed(listed):
        first = len(waiting) - len(children(place.at))
        below = tuple(reversed(waiting[first:]))
        waiting[first:] = [_node(place, below)]
    return waiting[0]


def _node(place: Place, below: Sequence[_Node]) -> _Node:
    return _Node(place, tuple(below), sum(node.leaves for node in below) or 1)


def _walk(at: _At, rest: Iterator[RaisingComparison], made: list[_Decided]) -> Generator[_At, _Node, _Node]:
    node, place = at
    if not node.children:
        return node
    parts: list[_Node] = []
    for i, child in enumerate(node.children):
        parts.append((yield child, place.below(i, child.place.node, child.place.at)))
    decision = next(rest)
    largest = parts[decision.branch]
    made.append(_Decided(place, sum(part.leaves for part in parts), largest.leaves, decision))
    match decision.action:
        case Action.REPLACE:
            return _Node(node.place)
        case Action.RAISE:
            return (yield largest, place.taken_by(largest.place.node, largest.place.at))
        case Action.KEEP:
            return _node(node.place, parts)


def _finding(one: _Decided) -> PruningFinding:
    decision = one.decision
    branch = one.place.below(decision.branch, 0, one.place.at).condition
    figures = (
        Quantity(LEAF, predicted_errors(decision.leaf, 1), _rate(decision.leaf)),
        Quantity(SUBTREE, predicted_errors(decision.subtree, one.leaves), (("leaves", number(one.leaves)),)),
        Quantity("raised", predicted_errors(decision.raised, one.branch_leaves), (("leaves", number(one.branch_leaves)),)),
    )
    return PruningFinding(one.place, decision.counts, figures, OUTCOMES[decision.action], _why(decision, branch))


OUTCOMES = {Action.KEEP: NodeOutcome.KEPT, Action.REPLACE: NodeOutcome.CUT, Action.RAISE: NodeOutcome.RAISED}
"""What became of a node, by what was done."""


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
