"""Reports of pessimistic pruning: bottom up with a penalty, and top down within one standard error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from attrs import frozen

from dtref.exact.comparison import compare
from dtref.exact.number import Exact, Number, number, quotient
from dtref.exact.number_text import readable, short_exact
from dtref.show.pruning.by_node import LEAF, SUBTREE, counted, cut_in, findings, found, tie_of
from dtref.show.pruning.findings import Fact, PruningReport, Quantity, tree_facts
from dtref.show.pruning.places import below_each, places
from dtref.spec.model.trees import Tree, nodes, weight
from dtref.spec.pruning.bottom_up import Comparison, CutRule, if_better
from dtref.spec.pruning.estimates import HALF, node_errors, penalised, pessimistic_errors
from dtref.spec.pruning.pessimistic import pessimistic, pessimistic_within_error, standard_error_of_errors


@frozen
class _Sizes:
    """The training errors and leaves of the subtrees of a tree, as pruned."""

    errors: Sequence[Fraction]
    leaves: Sequence[int]

    def figure(self, i: int, cost: Number, node: Tree, penalty: Fraction) -> Quantity:
        return _Estimate(self.errors[i], self.leaves[i], penalty).figure(SUBTREE, cost, node)


@frozen
class _Estimate:
    """The parts of a pessimistic estimate: training errors, leaves, the penalty of each leaf."""

    errors: Fraction
    leaves: int
    penalty: Fraction

    def figure(self, name: str, cost: Number, node: Tree) -> Quantity:
        rate = quotient(cost, weight(node), "no records")
        parts = (("training errors", number(self.errors)), ("leaves", number(self.leaves)), ("rate", rate))
        return Quantity(name, cost, parts, f"{_in_formula(self.errors)} + {self.leaves} * {_in_formula(self.penalty)}")


def _in_formula(x: Fraction) -> str:
    """A number in a formula: as a fraction, where that is short."""
    return short_exact(x) or readable(x)


def _as_leaf(node: Tree, cost: Number, penalty: Fraction) -> Quantity:
    return _Estimate(node_errors(node), 1, penalty).figure(LEAF, cost, node)


def _sizes(tree: Tree, is_cut: Callable[[int], bool]) -> _Sizes:
    errors = [node_errors(node) for node in nodes(tree)]
    return _Sizes(below_each(tree, is_cut, errors, lambda parts: sum(parts, Fraction(0))), below_each(tree, is_cut, [1] * len(errors), sum))


def report_pessimistic(tree: Tree, penalty: Fraction = HALF, cut: CutRule = if_better) -> PruningReport:
    """
    Pessimistic pruning, reported. Errors: as `dtref.spec.pruning.pessimistic.pessimistic`.

    >>> from dtref.spec.model.trees import Leaf
    >>> report_pessimistic(Leaf((("+", Fraction(3)),), ("+",))).facts[-1].before
    Fraction(1, 2)
    """
    pruned = pessimistic(tree, penalty, cut)
    all_nodes, sizes = tuple(nodes(tree)), _sizes(tree, cut_in(pruned))

    def figures(i: int, comparison: Comparison[Number]) -> tuple[Quantity, ...]:
        node = all_nodes[i]
        return _as_leaf(node, comparison.leaf, penalty), sizes.figure(i, comparison.subtree, node, penalty)

    return PruningReport(
        "pessimistic",
        (("penalty", str(penalty)), ("tie", tie_of(cut))),
        f"Children first: pessimistic errors (training errors and {_in_formula(penalty)} for each leaf) as a leaf against those of the "
        "subtree, as pruned so far.",
        "`tan`, Example of Post-Pruning",
        tree,
        pruned.tree,
        (*tree_facts(tree, pruned.tree), _pessimistic_fact(tree, pruned.tree, penalty)),
        found(tree, pruned, figures, counted("pessimistic errors"), compare),
        children_first=True,
    )


def _pessimistic_fact(tree: Tree, pruned: Tree, penalty: Exact = HALF) -> Fact:
    return Fact("pessimistic errors", pessimistic_errors(tree, penalty), pessimistic_errors(pruned, penalty), number(weight(tree)))


def report_pessimistic_within_error(tree: Tree) -> PruningReport:
    """
    Pessimistic pruning within one standard error, reported. Errors: as `dtref.spec.pruning.pessimistic.pessimistic_within_error`.

    >>> from dtref.spec.model.trees import Leaf
    >>> report_pessimistic_within_error(Leaf((("+", Fraction(3)),), ("+",))).findings
    ()
    """
    pruned = pessimistic_within_error(tree)
    all_nodes, sizes = tuple(nodes(tree)), _sizes(tree, lambda _: False)

    # The figures and the reason at each node.
    def figures(i: int, comparison: Comparison[Number]) -> tuple[Quantity, ...]:
        node = all_nodes[i]
        subtree = penalised(sizes.errors[i], sizes.leaves[i])
        quantities = _as_leaf(node, comparison.leaf, HALF), sizes.figure(i, subtree, node, HALF)
        if not _has_error(subtree, node):
            return quantities
        error = standard_error_of_errors(subtree, weight(node))
        return (*quantities, Quantity("subtree + standard error", comparison.subtree, (("standard error", error),)))

    def why(i: int, comparison: Comparison[Number]) -> str:
        if not _has_error(penalised(sizes.errors[i], sizes.leaves[i]), all_nodes[i]):
            return "the subtree has more pessimistic errors than records"
        return (
            "a leaf is within one standard error of the subtree"
            if comparison.cut
            else "a leaf is more than one standard error above the subtree"
        )

    return PruningReport(
        "pessimistic-within-error",
        (("penalty", str(HALF)), ("tie", "cuts")),
        "From the root down: pessimistic errors (training errors and 1/2 for each leaf) as a leaf against those of the unpruned subtree "
        "and one standard error of them. What is below a cut is not looked at.",
        "Quinlan 1987",
        tree,
        pruned.tree,
        (*tree_facts(tree, pruned.tree), _pessimistic_fact(tree, pruned.tree)),
        findings(places(tree), pruned.comparisons, figures, why),
    )


def _has_error(subtree: Number, node: Tree) -> bool:
    """Whether the estimate of a subtree has a standard error: there are records, and no more errors than records."""
    n = weight(node)
    return n > 0 and compare(subtree, n) <= 0
