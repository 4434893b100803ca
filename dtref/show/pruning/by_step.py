"""Reports of prunings that go step by step: best node first, and cost-complexity sequences with the choice of a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from attrs import frozen

from dtref.engines.pruning import routed_arrivals
from dtref.exact.comparison import compare
from dtref.exact.number import Number, number, quotient, total
from dtref.exact.number_text import readable
from dtref.show.pruning.by_node import LEAF, SUBTREE, label_rule, loss_name
from dtref.show.pruning.findings import Fact, NodeOutcome, PruningFinding, PruningReport, Quantity, SequenceRow, tree_facts
from dtref.show.pruning.places import below_each, places
from dtref.spec.model.data import DataSet
from dtref.spec.model.positions import Indices
from dtref.spec.model.trees import Tree, leaf_count, weight
from dtref.spec.pruning.cost_complexity import Path, Risk
from dtref.spec.pruning.estimates import validation_errors
from dtref.spec.pruning.records_at_nodes import Charge, errors_of
from dtref.spec.pruning.reduced_error import BestNodeStep, best_node_first_by
from dtref.spec.pruning.selection import CrossValidated, Selected


def report_best_node_first(tree: Tree, validation: DataSet, charge: Charge = Charge.FIRST) -> PruningReport:
    """
    Best-node-first pruning, reported; findings in the order of the steps. Errors: as
    `dtref.spec.pruning.reduced_error.best_node_first`.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> report_best_node_first(Leaf((("+", Fraction(3)),), ("+",)), DataSet((), Nominal("y", ("+", "-")), ())).findings
    ()
    """
    pruned = best_node_first_by(charge, tree, validation, arrive=routed_arrivals)
    nodes, errors = places(tree), errors_of(routed_arrivals(tree, validation), charge=charge).as_leaf
    what, all_records = loss_name(tree), sum((record.weight for record in validation), Fraction(0))

    # Each step with the losses that it compares.
    def finding(step: BestNodeStep) -> PruningFinding:
        leaf = errors[step.node]
        figures = (
            Quantity(LEAF, number(leaf)),
            Quantity(SUBTREE, number(leaf + step.improvement)),
            Quantity("improvement", number(step.improvement)),
            Quantity("whole tree then", number(step.errors), (("rate", quotient(step.errors, all_records, "no records")),)),
        )
        place = nodes[step.node]
        return PruningFinding(place, place.at.counts, figures, NodeOutcome.CUT, _why(step))

    before, after = (number(validation_errors(each, validation, charge)) for each in (tree, pruned.tree))
    fact = Fact(what, before, after, number(all_records))
    return PruningReport(
        "best-node-first",
        (("tie", "the first in preorder"), *label_rule(charge, pruned.by_rule)),
        f"Step by step: the cut that lowers the {what} most, until none does.",
        "`iaml` 1.4",
        tree,
        pruned.tree,
        (*tree_facts(tree, pruned.tree), fact),
        tuple(map(finding, pruned.steps)),
    )


def _why(step: BestNodeStep) -> str:
    others = ", ".join(str(i) for i in step.tied if i != step.node)
    return f"no cut improves more; as much would at {others}, and the first is cut" if others else "no other cut improves as much"


@frozen(eq=False)
class ChosenTree:
    """
    The tree chosen from a sequence: its alpha, the rule of the choice, and the estimates for each tree of the sequence.

    estimates: figures by tree. remarks: by tree. limit: the greatest mean loss allowed, where that decides.
    folds: the records of each, by position.
    """

    alpha: Number
    settings: tuple[tuple[str, str], ...]
    method: str
    estimates: Sequence[tuple[Quantity, ...]] = ()
    remarks: Callable[[int], str] = lambda _: ""
    limit: Number | None = None
    folds: tuple[Indices, ...] = ()


def at_alpha(alpha: Fraction) -> ChosenTree:
    """
    The choice of the tree of an alpha.

    >>> at_alpha(Fraction(1, 9)).settings
    (('alpha', '1/9'),)
    """
    return ChosenTree(number(alpha), (("alpha", str(alpha)),), f"The tree at alpha = {readable(alpha)} is chosen.")


def chosen_by_validation(selected: Selected, records: Fraction) -> ChosenTree:
    """The choice of the tree with the least loss on a validation set. records: its weight."""
    steps = selected.path.steps
    return ChosenTree(
        steps[selected.best].alpha,
        (("choice", "validation"),),
        "The tree that errs least on the validation set is chosen, the smallest of several.",
        [_estimates("validation", loss, records) for loss in selected.losses],
    )


def chosen_by_cross_validation(found: CrossValidated, folds: Sequence[Indices], seed: int, *, one_standard_error: bool) -> ChosenTree:
    """The choice of the tree with the least cross-validated loss, or of the smallest within one standard error of it."""
    position = found.within_one_standard_error if one_standard_error else found.best
    rule = "the smallest tree within one standard error of the least loss" if one_standard_error else "the tree with the least loss"

    def estimates(i: int) -> tuple[Quantity, ...]:
        return (*_estimates("cross-validated", found.losses[i], found.records), Quantity("standard error", found.standard_error(i)))

    return ChosenTree(
        found.path.steps[position].alpha,
        (("choice", rule), ("folds", str(len(folds))), ("seed", str(seed))),
        f"Chosen is {rule} in cross-validation, of several the smallest.",
        [estimates(i) for i in range(len(found.losses))],
        lambda i: "least loss" if i == found.best else "",
        found.risk(found.best) + found.standard_error(found.best) if one_standard_error else None,
        tuple(folds),
    )


def _estimates(name: str, loss: Fraction, records: Fraction) -> tuple[Quantity, ...]:
    return Quantity(f"{name} loss", number(loss)), Quantity("mean loss", quotient(loss, records, "no records"))


def report_cost_complexity(path: Path, risk: Risk, risk_name: str, choice: ChosenTree | None) -> PruningReport:
    """
    A cost-complexity sequence, reported: the table of its trees, and each node that is cut in it, with the numbers that make its alpha.

    risk: that of the sequence. choice: the tree chosen, if one is.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.pruning.cost_complexity import cost_complexity, misclassified
    >>> from dtref.spec.views.shape import parity
    >>> report = report_cost_complexity(cost_complexity(grow(parity(2), CART)), misclassified, "errors", None)
    >>> [(finding.place.node, finding.why) for finding in report.findings]
    [(0, 'that is tree 1 of the sequence')]
    """
    after = None if choice is None else path.tree_at(choice.alpha)
    settings = (("risk", risk_name), *(() if choice is None else choice.settings))
    return PruningReport(
        "cost-complexity",
        settings,
        "Trees that minimise R(T) + alpha * leaves, R the risk as a share of the records; a node is cut from g(t) = (R(t) - R(T_t)) / "
        "(leaves - 1) on, T_t its subtree as pruned so far. Nodes in the order in which they are cut."
        + ("" if choice is None else f" {choice.method}"),
        "Breiman, Friedman, Olshen and Stone 1984, chapter 3",
        path.tree,
        after,
        (*tree_facts(path.tree, after), *_risk_facts(path, choice)),
        tuple(_findings(path, risk, choice)),
        tuple(_rows(path, choice)),
        () if choice is None else choice.folds,
    )


def _risk_facts(path: Path, choice: ChosenTree | None) -> Iterator[Fact]:
    if choice is None:
        yield Fact("R(T)", path.steps[0].risk, None)
        return
    step = path.steps[_step_at(path, choice.alpha)]
    yield Fact("R(T)", path.steps[0].risk, step.risk)
    cost = path.steps[0].risk + choice.alpha * leaf_count(path.tree)
    yield Fact("R(T) + alpha * leaves", cost, step.risk + choice.alpha * step.leaves)
    if choice.limit is not None:
        yield Fact("least mean loss + standard error", choice.limit, None)


def _step_at(path: Path, alpha: Number) -> int:
    """The position of the tree of an alpha."""
    return max(i for i, step in enumerate(path.steps) if compare(step.alpha, alpha) <= 0)


def _rows(path: Path, choice: ChosenTree | None) -> Iterator[SequenceRow]:
    position = None if choice is None else _step_at(path, choice.alpha)
    for i, step in enumerate(path.steps):
        estimates = choice.estimates[i] if choice is not None and choice.estimates else ()
        figures = (Quantity("alpha", step.alpha), Quantity("leaves", number(step.leaves)), Quantity("R(T)", step.risk))
        remarks = [] if choice is None else [r for r in (choice.remarks(i), "chosen" if i == position else "") if r]
        yield SequenceRow((*figures, *estimates), step.weakest, ", ".join(remarks))


def _findings(path: Path, risk: Risk, choice: ChosenTree | None) -> Iterator[PruningFinding]:
    """The nodes that are cut while all above them are tests: in the order of their alphas, of one alpha in preorder."""
    nodes, n = places(path.tree), weight(path.tree)
    risks = [risk(place.at) / n for place in nodes]

    def cut(i: int) -> bool:
        return path.critical[i] is not None

    # The risk and the leaves of each subtree, as pruned so far.
    subtree = below_each(path.tree, cut, risks, total)
    leaves = below_each(path.tree, cut, [1] * len(nodes), sum)
    for k, step in enumerate(path.steps):
        for i in step.weakest:
            figures = (
                Quantity("R(t)", risks[i], (("in records", risks[i] * n),)),
                Quantity("R(T_t)", subtree[i], (("in records", subtree[i] * n), ("leaves", number(leaves[i])))),
                Quantity("g(t)", step.alpha),
            )
            yield PruningFinding(nodes[i], nodes[i].at.counts, figures, *_verdict(k, step.alpha, choice))


def _verdict(k: int, g: Number, choice: ChosenTree | None) -> tuple[NodeOutcome, str]:
    if choice is None:
        return NodeOutcome.OPEN, f"that is tree {k} of the sequence"
    order = compare(g, choice.alpha)
    if order == 0:
        return NodeOutcome.CUT, "g(t) is the chosen alpha, and a tie cuts"
    return (NodeOutcome.CUT, "g(t) is below the chosen alpha") if order < 0 else (NodeOutcome.KEPT, "g(t) is above the chosen alpha")
