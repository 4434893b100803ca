"""The rules that compare, at each inner node, a leaf with the subtree; here reduced error and description length."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from attrs import frozen

from dtref.exact.comparison import compare
from dtref.exact.number import Number, number
from dtref.show.pruning.findings import Fact, NodeOutcome, PruningFinding, PruningReport, Quantity, tree_facts
from dtref.show.pruning.places import Place, places
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Branch, Tree, is_regression, nodes
from dtref.spec.pruning.bottom_up import Comparison, CutRule, Pruned, if_no_worse
from dtref.spec.pruning.description import TreeCode, description_length, minimum_description
from dtref.spec.pruning.estimates import validation_errors
from dtref.spec.pruning.records_at_nodes import reaching
from dtref.spec.pruning.reduced_error import reduced_error

Cost = TypeVar("Cost")

LEAF, SUBTREE = "as a leaf", "subtree"


@frozen
class Words:
    """Why a node is cut or kept, in words: where a leaf costs less, as much, more."""

    less: str
    as_much: str
    more: str

    def why(self, sign: int, cut: bool) -> str:
        """From the sign of (leaf - subtree)."""
        if sign:
            return self.less if sign < 0 else self.more
        return f"{self.as_much}, and a tie {'cuts' if cut else 'keeps'}"


def counted(what: str) -> Words:
    """
    Words for what is counted.

    >>> counted("errors").why(0, True)
    'a leaf has as many errors, and a tie cuts'
    """
    return Words(f"a leaf has fewer {what}", f"a leaf has as many {what}", f"the subtree has fewer {what}")


def tie_of(cut: CutRule) -> str:
    """
    What a rule does on a tie.

    >>> from dtref.spec.pruning.bottom_up import if_better
    >>> tie_of(if_better), tie_of(if_no_worse)
    ('keeps', 'cuts')
    """
    return "cuts" if cut(0) else "keeps"


def report_reduced_error(tree: Tree, validation: DataSet, cut: CutRule = if_no_worse) -> PruningReport:
    """
    Reduced-error pruning, reported. Errors: as `dtref.spec.pruning.reduced_error.reduced_error`.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> report_reduced_error(Leaf((("+", Fraction(3)),), ("+",)), DataSet((), Nominal("y", ("+", "-")), ())).findings
    ()
    """
    done = reduced_error(tree, validation, cut)
    seen = [number(sum((part for _, part in there), Fraction(0))) for there in reaching(tree, validation)]
    what = loss_name(tree)
    words = (
        Words("a leaf has less squared error", "a leaf has as much squared error", "the subtree has less squared error")
        if is_regression(tree)
        else counted(what)
    )

    def figures(i: int, one: Comparison[Number]) -> tuple[Quantity, ...]:
        records = (("validation records", seen[i]),)
        return Quantity(LEAF, one.leaf, records), Quantity(SUBTREE, one.subtree, records)

    whole = sum((record.weight for record in validation), Fraction(0))
    fact = Fact(what, number(validation_errors(tree, validation)), number(validation_errors(done.tree, validation)), number(whole))
    return PruningReport(
        "reduced-error",
        (("tie", tie_of(cut)),),
        f"Children first: {what} as a leaf against those of the subtree, as pruned so far.",
        "`tan`, Estimating Generalization Errors; Quinlan 1987",
        tree,
        done.tree,
        (*tree_facts(tree, done.tree), fact),
        found(tree, done, figures, words, compare),
        children_first=True,
    )


def loss_name(tree: Tree) -> str:
    """
    What a validation set counts against a tree.

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
    """What the comparisons of a pruning are as findings, each with the cut above it that took it along."""
    return findings(places(tree), done.comparisons, figures, lambda _, one: words.why(order(one.leaf, one.subtree), one.cut))


def findings(
    listed: Sequence[Place],
    comparisons: Sequence[Comparison[Cost]],
    figures: Callable[[int, Comparison[Cost]], tuple[Quantity, ...]],
    why: Callable[[int, Comparison[Cost]], str],
) -> tuple[PruningFinding, ...]:
    """
    As `found`, with the words given for each comparison; listed: the places of the tree's nodes.

    >>> findings((), (), lambda i, one: (), lambda i, one: "")
    ()
    """
    made: list[PruningFinding] = []
    top: dict[int, Place] = {}  # for each node that was cut, or is below one that was, the topmost of those
    for one in comparisons:
        place = listed[one.node]
        gone_with = None if place.above is None else top.get(place.above.node)
        if gone_with is not None or one.cut:
            top[one.node] = gone_with or place
        outcome = NodeOutcome.CUT if one.cut else NodeOutcome.KEPT
        made.append(PruningFinding(place, place.at.counts, figures(one.node, one), outcome, why(one.node, one), gone_with))
    return tuple(made)


def cut_in(done: Pruned[Cost]) -> Callable[[int], bool]:
    """
    Whether the node at a position was cut.

    >>> from dtref.spec.model.trees import Leaf
    >>> cut_in(Pruned(Leaf((), ("+",)), (Comparison(0, 2, 1, True), Comparison(1, 1, 2, False))))(1)
    False
    """
    return {one.node for one in done.comparisons if one.cut}.__contains__


def report_description(tree: Tree, code: TreeCode, conditions: str, cut: CutRule = if_no_worse) -> PruningReport:
    """
    Pruning by description length, reported. conditions: how splitting conditions are encoded, in words. Errors: as
    `dtref.spec.pruning.description.minimum_description`.

    >>> from dtref.spec.pruning.description import attribute_only
    >>> from dtref.spec.split.description import classes_coded
    >>> from dtref.spec.model.trees import Leaf
    >>> leaf = Leaf((("-", Fraction(5)), ("+", Fraction(9))), ("+",))
    >>> report_description(leaf, TreeCode(classes_coded(), attribute_only), "free").facts[-1].before
    LogForm(log2(2002) + log2(15))
    """
    done = minimum_description(tree, code, cut)
    listed = tuple(nodes(tree))

    def figures(i: int, one: Comparison[Number]) -> tuple[Quantity, ...]:
        node = listed[i]
        test = code.encoding.test + code.condition(node.test) if isinstance(node, Branch) else number(0)
        return Quantity(LEAF, one.leaf), Quantity(SUBTREE, one.subtree, (("test", test), ("children", one.subtree - test)))

    words = Words("a leaf takes fewer bits", "a leaf takes as many bits", "the subtree takes fewer bits")
    return PruningReport(
        "description",
        (("code", code.encoding.name), ("conditions", conditions), ("tie", tie_of(cut))),
        "Children first: bits of a leaf with its exceptions against those of the test and its children, as pruned so far.",
        f"`tan`, Minimum Description Length (MDL); encoding: {code.encoding.source}",
        tree,
        done.tree,
        (*tree_facts(tree, done.tree), Fact("bits", description_length(tree, code), description_length(done.tree, code))),
        found(tree, done, figures, words, compare),
        children_first=True,
    )
