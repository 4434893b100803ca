"""
Pessimistic pruning: cuts where a penalty for each leaf makes the subtree no better than a leaf. No validation set is needed.

Notation: e(t) training errors, N leaves, n records.
"""

from __future__ import annotations

__sources__ = (("tan", "Estimating Generalization Errors, Example of Post-Pruning, Examples of Post-pruning"),)

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from dtref.errors import Invalid, Undefined, said
from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.functions import sqrt
from dtref.exact.inputs import exact, is_symbolic
from dtref.exact.number import Exact, Number, number, quotient
from dtref.spec.model.rules import LooksAt, Option, OptionKind, RuleFacts, declares
from dtref.spec.model.trees import Leaf, Tree, nodes, weight
from dtref.spec.pruning.bottom_up import KEPT_UNLESS_CUT, Comparison, CutRule, Pruned, cut_at, each_subtree, if_better, prune_by_sums
from dtref.spec.pruning.estimates import HALF, node_errors, penalised


@declares(
    RuleFacts(
        "pessimistic_pruning",
        frozenset((LooksAt.COUNTS,)),
        (
            Option(
                "penalty", OptionKind.AMOUNT, HALF, typed="--penalty", help="The penalty for a leaf, in errors.", examples=("0", "1/2", "1")
            ),
            KEPT_UNLESS_CUT,
        ),
        typed="pessimistic",
    )
)
@defined(sources=(("tan", "Example of Post-Pruning"),))
def pessimistic(tree: Tree, penalty: Exact = HALF, cut: CutRule = if_better) -> Pruned[Number]:
    """
    Bottom up: each inner node becomes a leaf where e(t) + penalty is below the pessimistic errors of its subtree, as pruned so far.

    The unit of both is records (divided by n they are the rates that the slide prints, 10.5/30 against 11/30). A tie keeps the subtree
    unless `cut` says otherwise. Errors: Invalid for a regression tree, a float or
    negative penalty.

    >>> pessimistic(Leaf((("+", Fraction(3)),), ("+",))).comparisons
    ()
    """
    return prune_by_sums(tree, lambda _, node: penalised(node_errors(node), 1, penalty), lambda _: number(0), cut)


@defined(unit="records", errors="Invalid for floats, and unless 0 <= e' <= n", sources=("Quinlan 1987",))
def standard_error_of_errors(errors: Exact, records: Exact) -> Number | Undefined:
    """
    The standard error of a pessimistic count of errors: sqrt(e' (n - e') / n).

    Undefined without records.

    >>> standard_error_of_errors(10, 20), standard_error_of_errors(0, 0)
    (RootSum(sqrt(5)), Undefined(why='no records'))
    """
    e, n = exact("errors", errors, least=0), exact("records", records, least=0)
    if not (is_symbolic(e) or is_symbolic(n)) and compare(e, n) > 0:
        raise Invalid("errors", f"a number from 0 to {said(records)}, that of the records", errors)
    square = quotient(e * (n - e), n, "no records")
    return square if isinstance(square, Undefined) else sqrt(square)


@declares(
    RuleFacts(
        "pessimistic_pruning_within_error",
        frozenset((LooksAt.COUNTS,)),
        typed="pessimistic-within-error",
    )
)
@defined(sources=("Quinlan 1987, Simplifying decision trees (pessimistic pruning)",))
def pessimistic_within_error(tree: Tree) -> Pruned[Number]:
    """
    Top down: an inner node becomes a leaf where e(t) + 1/2 is at most the pessimistic errors of its subtree plus their standard error.

    Nodes below a cut are not looked at. A subtree that has more pessimistic errors than records has no standard error; it is cut.
    Errors: Invalid for a regression tree.

    >>> pessimistic_within_error(Leaf((("+", Fraction(3)),), ("+",))).tree
    <Leaf + (+ 3)>
    """
    sums = each_subtree(tree, _sums)
    comparisons: list[Comparison[Number]] = []
    next_open = 0  # nodes before this position are below a cut
    for i, node in enumerate(nodes(tree)):
        if i < next_open or isinstance(node, Leaf):
            continue
        # the pessimistic errors of the node as a leaf, and those of its subtree with their standard error
        subtree, n = sums[i], weight(node)
        leaf_errors = penalised(node_errors(node), 1)
        errors = penalised(subtree.errors, subtree.leaves)
        error = standard_error_of_errors(errors, n) if compare(errors, n) <= 0 else Undefined("more errors than records")
        bound = errors if isinstance(error, Undefined) else errors + error
        cut = compare(leaf_errors, bound) <= 0 or compare(errors, n) > 0
        comparisons.append(Comparison(i, bound, leaf_errors, cut))
        next_open = i + subtree.nodes if cut else next_open
    cuts = {comparison.node for comparison in comparisons if comparison.cut}
    return Pruned(cut_at(tree, cuts.__contains__), tuple(comparisons))


@frozen
class _Sums:
    """The sums over a subtree: training errors in its leaves, leaves, nodes."""

    errors: Fraction
    leaves: int
    nodes: int


def _sums(_: int, node: Tree, parts: Sequence[_Sums]) -> _Sums:
    if isinstance(node, Leaf):
        return _Sums(node_errors(node), 1, 1)
    return _Sums(sum((p.errors for p in parts), Fraction(0)), sum(p.leaves for p in parts), 1 + sum(p.nodes for p in parts))
