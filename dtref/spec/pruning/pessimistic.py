"""
Pessimistic pruning: cut where a penalty for each leaf makes the subtree no better than a leaf. No validation set is needed.

Documents: `tan` Estimating Generalization Errors, Example of Post-Pruning, Examples of Post-pruning. Notation: e(t) training errors, N
leaves, n records.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from dtref.errors import Invalid, Undefined, said
from dtref.exact.comparison import compare
from dtref.exact.functions import sqrt
from dtref.exact.inputs import exact, is_symbolic
from dtref.exact.number import Exact, Number, number, quotient
from dtref.spec.model.trees import Leaf, Tree, nodes, weight
from dtref.spec.pruning.bottom_up import Comparison, CutRule, Pruned, cut_at, each_subtree, if_better, prune_by_sums
from dtref.spec.pruning.estimates import HALF, node_errors, penalised


def pessimistic(tree: Tree, penalty: Exact = HALF, cut: CutRule = if_better) -> Pruned[Number]:
    """
    Bottom up: each inner node becomes a leaf where e(t) + penalty is below the pessimistic errors of its subtree, as pruned so far.

    Unit of what is compared: records (divided by n it is the rate that the slide prints, 10.5/30 against 11/30). A tie keeps the subtree
    unless `cut` says otherwise. Source: `tan`, Example of Post-Pruning. Errors: Invalid for a regression tree, a float or
    negative penalty.

    >>> pessimistic(Leaf((("+", Fraction(3)),), ("+",))).comparisons
    ()
    """
    return prune_by_sums(tree, lambda _, node: penalised(node_errors(node), 1, penalty), lambda _: number(0), cut)


def standard_error_of_errors(errors: Exact, records: Exact) -> Number | Undefined:
    """
    The standard error of a pessimistic count of errors: sqrt(e' (n - e') / n).   Unit: records. Source: Quinlan 1987.

    Undefined without records. Errors: Invalid for floats, and unless 0 <= e' <= n.

    >>> standard_error_of_errors(10, 20), standard_error_of_errors(0, 0)
    (Enclosure(sqrt(5)), Undefined(why='no records'))
    """
    e, n = exact("errors", errors, least=0), exact("records", records, least=0)
    if not (is_symbolic(e) or is_symbolic(n)) and compare(e, n) > 0:
        raise Invalid("errors", f"a number from 0 to {said(records)}, that of the records", errors)
    square = quotient(e * (n - e), n, "no records")
    return square if isinstance(square, Undefined) else sqrt(square)


def pessimistic_within_error(tree: Tree) -> Pruned[Number]:
    """
    Top down: an inner node becomes a leaf where e(t) + 1/2 is at most the pessimistic errors of its subtree plus their standard error.

    What is below a cut is not looked at. The estimate of a subtree that has more pessimistic errors than records has no standard error; it
    is cut. Source: Quinlan 1987, Simplifying decision trees (pessimistic pruning). Errors: Invalid for a regression tree.

    >>> pessimistic_within_error(Leaf((("+", Fraction(3)),), ("+",))).tree
    <Leaf + (+ 3)>
    """
    listed = tuple(nodes(tree))
    sums = each_subtree(tree, _below)
    compared: list[Comparison[Number]] = []
    skip = 0
    for i, node in enumerate(listed):
        if i < skip or isinstance(node, Leaf):
            continue
        below, n = sums[i], weight(node)
        as_one = penalised(node_errors(node), 1)
        subtree = penalised(below.errors, below.leaves)
        error = standard_error_of_errors(subtree, n) if compare(subtree, n) <= 0 else Undefined("more errors than records")
        bound = subtree if isinstance(error, Undefined) else subtree + error
        cut = compare(as_one, bound) <= 0 or compare(subtree, n) > 0
        compared.append(Comparison(i, bound, as_one, cut))
        skip = i + below.nodes if cut else skip
    cuts = {one.node for one in compared if one.cut}
    return Pruned(cut_at(tree, cuts.__contains__), tuple(compared))


@frozen
class _Below:
    """What a subtree has: training errors in its leaves, leaves, nodes."""

    errors: Fraction
    leaves: int
    nodes: int


def _below(_: int, node: Tree, parts: Sequence[_Below]) -> _Below:
    if isinstance(node, Leaf):
        return _Below(node_errors(node), 1, 1)
    return _Below(sum((p.errors for p in parts), Fraction(0)), sum(p.leaves for p in parts), 1 + sum(p.nodes for p in parts))
