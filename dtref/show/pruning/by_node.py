"""Reports of reduced-error and description-length pruning, which compare a leaf with the subtree at each inner node."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from attrs import frozen

from dtref.engines.pruning import routed_arrivals
from dtref.exact.comparison import compare
from dtref.exact.number import Number, number
from dtref.show.pruning.findings import Fact, NodeOutcome, PruningFinding, PruningReport, Quantity, tree_facts
from dtref.show.pruning.places import Place, places
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Branch, Tree, is_regression, nodes
from dtref.spec.pruning.bottom_up import Comparison, CutRule, Pruned, if_no_worse
from dtref.spec.pruning.description import TreeCode, description_length, minimum_description
from dtref.spec.pruning.records_at_nodes import Charge, errors_of
from dtref.spec.pruning.reduced_error import reduced_error_by

Cost = TypeVar("Cost")

LEAF, SUBTREE = "as a leaf", "subtree"


@frozen
class Words:
    """The reasons why a node is cut or kept: for a leaf that costs less, as much, more than the subtree."""

    less: str
    as_much: str
    more: str

    def why(self, sign: int, cut: bool) -> str:
        """The reason, by the sign of (leaf - subtree) and the decision on a tie."""
        if sign:
            return self.less if sign < 0 else self.more
        return f"{self.as_much}, and a tie {'cuts' if cut else 'keeps'}"


def counted(what: str) -> Words:
    """
    The reasons of a rule that counts things.

    >>> counted("errors").why(0, True)
    'a leaf has as many errors, and a tie cuts'
    """
    return Words(f"a leaf has fewer {what}", f"a leaf has as many {what}", f"the subtree has fewer {what}")


def tie_of(cut: CutRule) -> str:
    """
    The decision of a rule on a tie.

    >>> from dtref.spec.pruning.bottom_up import if_better
    >>> tie_of(if_better), tie_of(if_no_worse)
    ('keeps', 'cuts')
    """
    return "cuts" if cut(0) else "keeps"


def label_rule(charge: Charge, by_rule: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """
    The setting that says which of several labels was charged, and at how many nodes; none where none had several.

    >>> label_rule(Charge.FIRST, ()), label_rule(Charge.EACH, (3,))
    ((), (('label', 'of several each in equal parts, at 1 node'),))
    >>> label_rule(Charge.FIRST, (3, 5))
    (('label', 'of several the first in declared order, which decided at 2 nodes'),)
    """
    nodes = f"{len(by_rule)} node{'s' if len(by_rule) > 1 else ''}"
    told = {Charge.FIRST: f"the first in declared order, which decided at {nodes}", Charge.EACH: f"each in equal parts, at {nodes}"}
    return (("label", f"of several {told[charge]}"),) if by_rule else ()


def report_reduced_error(tree: Tree, validation: DataSet, cut: CutRule = if_no_worse, charge: Charge = Charge.FIRST) -> PruningReport:
    """
    Reduced-error pruning, reported. Errors: as `dtref.spec.pruning.reduced_error.reduced_error`.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> report_reduced_error(Leaf((("+", Fraction(3)),), ("+",)), DataSet((), Nominal("y", ("+", "-")), ())).findings
    ()
    """
    pruned = reduced_error_by(charge, tree, validation, cut, routed_arrivals)
    # The records that reach each node, and the words of the reasons.
    at_nodes = routed_arrivals(tree, validation)
    weights = [number(sum((part for _, part in at.parts), Fraction(0))) for at in at_nodes]
    what = loss_name(tree)
    words = (
        Words("a leaf has less squared error", "a leaf has as much squared error", "the subtree has less squared error")
        if is_regression(tree)
        else counted(what)
    )

    def figures(i: int, comparison: Comparison[Number]) -> tuple[Quantity, ...]:
        records = (("validation records", weights[i]),)
        return Quantity(LEAF, comparison.leaf, records), Quantity(SUBTREE, comparison.subtree, records)

    # The losses of the whole tree, before and after.
    all_records = sum((record.weight for record in validation), Fraction(0))
    pruned_nodes = routed_arrivals(pruned.tree, validation)
    before, after = (number(sum(errors_of(at, charge=charge).ending, Fraction(0))) for at in (at_nodes, pruned_nodes))
    fact = Fact(what, before, after, number(all_records))
    return PruningReport(
        "reduced-error",
        (("tie", tie_of(cut)), *label_rule(charge, pruned.by_rule)),
        f"Children first: {what} as a leaf against those of the subtree, as pruned so far.",
        "`tan`, Estimating Generalization Errors; Quinlan 1987",
        tree,
        pruned.tree,
        (*tree_facts(tree, pruned.tree), fact),
        found(tree, pruned, figures, words, compare),
        children_first=True,
    )


def loss_name(tree: Tree) -> str:
    """
    The name of the loss that a validation set counts.

    >>> from dtref.spec.model.trees import Leaf
    >>> loss_name(Leaf((("+", Fraction(3)),), ("+",)))
    'validation errors'
    """
    return "squared validation error" if is_regression(tree) else "validation errors"


def found(
    tree: Tree,
    done: Pruned[Cost],
    figures: Callable[[int, Comparison[Cost]], tuple[Quantity, ...]],
    words: Words,
    order: Callable[[Cost, Cost], int],
) -> tuple[PruningFinding, ...]:
    """The comparisons of a pruning as findings, each with the cut above it that took it along."""
    return findings(
        places(tree), done.comparisons, figures, lambda _, comparison: words.why(order(comparison.leaf, comparison.subtree), comparison.cut)
    )


def findings(
    listed: Sequence[Place],
    comparisons: Sequence[Comparison[Cost]],
    figures: Callable[[int, Comparison[Cost]], tuple[Quantity, ...]],
    why: Callable[[int, Comparison[Cost]], str],
) -> tuple[PruningFinding, ...]:
    """
    As `found`, with the words given for each comparison; listed: the places of the tree's nodes.

    >>> findings((), (), lambda i, comparison: (), lambda i, comparison: "")
    ()
    """
    collected: list[PruningFinding] = []
    top: dict[int, Place] = {}  # for each node that was cut, or is below one that was, the topmost of those
    for comparison in comparisons:
        place = listed[comparison.node]
        gone_with = None if place.above is None else top.get(place.above.node)
        if gone_with is not None or comparison.cut:
            top[comparison.node] = gone_with or place
        outcome = NodeOutcome.CUT if comparison.cut else NodeOutcome.KEPT
        collected.append(
            PruningFinding(
                place, place.at.counts, figures(comparison.node, comparison), outcome, why(comparison.node, comparison), gone_with
            )
        )
    return tuple(collected)


def cut_in(done: Pruned[Cost]) -> Callable[[int], bool]:
    """
    Whether the node at a position was cut.

    >>> from dtref.spec.model.trees import Leaf
    >>> cut_in(Pruned(Leaf((), ("+",)), (Comparison(0, 2, 1, True), Comparison(1, 1, 2, False))))(1)
    False
    """
    return {comparison.node for comparison in done.comparisons if comparison.cut}.__contains__


def report_description(tree: Tree, code: TreeCode, conditions: str, cut: CutRule = if_no_worse) -> PruningReport:
    """
    Pruning by description length, reported. conditions: how splitting conditions are encoded, in words. Errors: as
    `dtref.spec.pruning.description.minimum_description`.

    >>> from dtref.spec.pruning.description import attribute_only
    >>> from dtref.spec.split.description import classes_coded
    >>> from dtref.spec.model.trees import Leaf
    >>> leaf = Leaf((("-", Fraction(5)), ("+", Fraction(9))), ("+",))
    >>> report_description(leaf, TreeCode(classes_coded(), attribute_only), "free").facts[-1].before
    LogForm(1 + log2(13) + log2(11) + log2(7) + log2(5) + log2(3))
    """
    pruned = minimum_description(tree, code, cut)
    all_nodes = tuple(nodes(tree))

    def figures(i: int, comparison: Comparison[Number]) -> tuple[Quantity, ...]:
        node = all_nodes[i]
        test = code.encoding.test + code.condition(node.test) if isinstance(node, Branch) else number(0)
        return Quantity(LEAF, comparison.leaf), Quantity(
            SUBTREE, comparison.subtree, (("test", test), ("children", comparison.subtree - test))
        )

    words = Words("a leaf takes fewer bits", "a leaf takes as many bits", "the subtree takes fewer bits")
    return PruningReport(
        "description",
        (("code", code.encoding.name), ("conditions", conditions), ("tie", tie_of(cut))),
        "Children first: bits of a leaf with its exceptions against those of the test and its children, as pruned so far.",
        f"`tan`, Minimum Description Length (MDL); encoding: {code.encoding.source}",
        tree,
        pruned.tree,
        (*tree_facts(tree, pruned.tree), Fact("bits", description_length(tree, code), description_length(pruned.tree, code))),
        found(tree, pruned, figures, words, compare),
        children_first=True,
    )
