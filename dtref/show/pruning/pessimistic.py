"""Pessimistic pruning, reported: bottom up with a penalty, and top down within one standard error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from attrs import frozen

from dtref.exact.comparison import compare
from dtref.exact.number import Exact, Number, number, quotient
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
    """What a pessimistic estimate is made of."""

    errors: Fraction
    leaves: int
    penalty: Fraction

    def figure(self, name: str, cost: Number, node: Tree) -> Quantity:
        rate = quotient(cost, weight(node), "no records")
        made_of = (("training errors", number(self.errors)), ("leaves", number(self.leaves)), ("rate", rate))
        return Quantity(name, cost, made_of, f"{self.errors} + {self.leaves} * {self.penalty}")


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
    done = pessimistic(tree, penalty, cut)
    listed, sizes = tuple(nodes(tree)), _sizes(tree, cut_in(done))

    def figures(i: int, one: Comparison[Number]) -> tuple[Quantity, ...]:
        node = listed[i]
        return _as_leaf(node, one.leaf, penalty), sizes.figure(i, one.subtree, node, penalty)

    return PruningReport(
        "pessimistic",
        (("penalty", str(penalty)), ("tie", tie_of(cut))),
        f"Children first: pessimistic errors (training errors and {penalty} for each leaf) as a leaf against those of the subtree, as "
        "pruned so far.",
        "`tan`, Example of Post-Pruning",
        tree,
        done.tree,
        (*tree_facts(tree, done.tree), _pessimistic_fact(tree, done.tree, penalty)),
        found(tree, done, figures, counted("pessimistic errors"), compare),
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
    done = pessimistic_within_error(tree)
    listed, sizes = tuple(nodes(tree)), _sizes(tree, lambda _: False)

    def figures(i: int, one: Comparison[Number]) -> tuple[Quantity, ...]:
        node = listed[i]
        subtree = penalised(sizes.errors[i], sizes.leaves[i])
        two = _as_leaf(node, one.leaf, HALF), sizes.figure(i, subtree, node, HALF)
        if not _has_error(subtree, node):
            return two
        error = standard_error_of_errors(subtree, weight(node))
        return (*two, Quantity("subtree + standard error", one.subtree, (("standard error", error),)))

    def why(i: int, one: Comparison[Number]) -> str:
        if not _has_error(penalised(sizes.errors[i], sizes.leaves[i]), listed[i]):
            return "the subtree has more pessimistic errors than records"
        return (
            "a leaf is within one standard error of the subtree" if one.cut else "a leaf is more than one standard error above the subtree"
        )

    return PruningReport(
        "pessimistic-within-error",
        (("penalty", str(HALF)), ("tie", "cuts")),
        "From the root down: pessimistic errors (training errors and 1/2 for each leaf) as a leaf against those of the unpruned subtree "
        "and one standard error of them. What is below a cut is not looked at.",
        "Quinlan 1987",
        tree,
        done.tree,
        (*tree_facts(tree, done.tree), _pessimistic_fact(tree, done.tree)),
        findings(places(tree), done.comparisons, figures, why),
    )


def _has_error(subtree: Number, node: Tree) -> bool:
    """Whether the estimate of a subtree has a standard error: it is of at most all records, and there are some."""
    n = weight(node)
    return n > 0 and compare(subtree, n) <= 0
