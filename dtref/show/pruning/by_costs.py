"""The report of any rule that compares, at inner nodes, the cost of a leaf with that of the subtree, by what the rule says of itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dtref.errors import Invalid
from dtref.exact.comparison import compare
from dtref.exact.definition import definition
from dtref.exact.number import Number
from dtref.show.pruning.by_node import LEAF, SUBTREE, Words, findings
from dtref.show.pruning.findings import PruningReport, Quantity, tree_facts
from dtref.show.pruning.places import places
from dtref.spec.model.rules import Option, OptionKind, rule_of
from dtref.spec.model.trees import Tree
from dtref.spec.pruning.bottom_up import Comparison, Pruned
from dtref.spec.pruning.error_based import Predicted

_WORDS = Words("a leaf costs less", "a leaf costs as much", "the subtree costs less")


def report_by_costs(rule: Callable[..., object], tree: Tree, result: object, values: Sequence[tuple[Option, object]]) -> PruningReport:
    """
    A pruning by a rule that has no report of its own. values: of the rule's options. Errors: Invalid for a result without exact costs.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> from dtref.spec.pruning.pessimistic import pessimistic
    >>> leaf = Leaf((("+", Fraction(3)),), ("+",))
    >>> report_by_costs(pessimistic, leaf, pessimistic(leaf), ()).rule
    'pessimistic'
    """
    if not isinstance(result, Pruned) or any(isinstance(c.leaf, Predicted) for c in result.comparisons):
        raise Invalid(rule_of(rule).typed, "a rule that compares exact costs, or one with a report of its own", result)

    def figures(_: int, comparison: Comparison[Number]) -> tuple[Quantity, ...]:
        return Quantity(LEAF, comparison.leaf), Quantity(SUBTREE, comparison.subtree)

    def why(_: int, comparison: Comparison[Number]) -> str:
        return _WORDS.why(compare(comparison.leaf, comparison.subtree), comparison.cut)

    return PruningReport(
        rule_of(rule).typed,
        tuple(_setting(option, value) for option, value in values if option.kind not in {OptionKind.VALIDATION, OptionKind.TRAINING}),
        "At each inner node the cost of a leaf against that of the subtree.",
        definition(rule).source,
        tree,
        result.tree,
        tree_facts(tree, result.tree),
        findings(places(tree), result.comparisons, figures, why),
    )


def _setting(option: Option, value: object) -> tuple[str, str]:
    """An option and its value, as text: of a choice by its name."""
    return option.name, next((name for name, choice in option.choices.items() if choice is value), str(value))
