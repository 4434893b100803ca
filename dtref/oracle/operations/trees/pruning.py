"""
Operations that prune: error estimates, reduced error, pessimistic, description length, cost-complexity, error-based, raising.

Nodes are told by their positions in preorder, from 1. A rule answers which nodes it made leaves (`cuts`), how many `leaves` are left, and
what it `compared` at each inner node that it looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import repeat

from dtref.engines.filter.filtered import grow
from dtref.errors import Undefined
from dtref.exact.number import Number, number, quotient
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.inputs import Given, Operation
from dtref.oracle.operations.part_inputs import given_choice, given_preset, positions
from dtref.oracle.operations.tree_inputs import PRESET, TREE, OfTree, given_validation
from dtref.oracle.operations.trees.splits import ENCODINGS
from dtref.spec.model.schemes import walk
from dtref.spec.model.trees import Branch, Leaf, Tree, children, leaf_count
from dtref.spec.pruning.bottom_up import CutRule, Pruned, if_better, if_no_worse
from dtref.spec.pruning.cost_complexity import Path, Risk, cost_complexity, critical_alpha, impurity_risk, misclassified
from dtref.spec.pruning.description import TreeCode, attribute_only, conditions_of, description_length, minimum_description
from dtref.spec.pruning.error_based import QUARTER, Predicted, error_based, upper_limit
from dtref.spec.pruning.estimates import (
    HALF,
    penalised,
    pessimistic_error_rate,
    pessimistic_errors,
    resubstitution_error_rate,
    validation_errors,
)
from dtref.spec.pruning.pessimistic import pessimistic, pessimistic_within_error, standard_error_of_errors
from dtref.spec.pruning.reduced_error import best_node_first, reduced_error
from dtref.spec.pruning.selection import by_cross_validation, by_validation
from dtref.spec.pruning.subtree_raising import error_based_raising
from dtref.spec.split.impurity import entropy, gini, variance

_TIES: Mapping[str, CutRule] = {"keep": if_better, "cut": if_no_worse}
"""What is done where a leaf costs as much as its subtree."""
_RISKS: Mapping[str, Risk] = {
    "errors": misclassified,
    "gini": impurity_risk(gini),
    "entropy": impurity_risk(entropy),
    "variance": impurity_risk(variance),
}
"""The risks of cost-complexity pruning by the names that records use."""


def _optional(given: Given, name: str, default: Fraction) -> Fraction:
    return rational_of_text(given.part(name), f"{given.where}, {name}") if name in given.parts else default


def _of_tree(measure: Callable[[Tree, Fraction], Number | Undefined]) -> Operation:
    """An estimate of a tree's errors, with a penalty for each leaf."""
    return OfTree((*TREE, "penalty"), lambda given, tree: measure(tree, _optional(given, "penalty", HALF)))


def _penalised_errors(given: Given) -> Answer:
    given.only("errors", "leaves", "penalty")
    return penalised(given.number("errors"), given.number("leaves"), _optional(given, "penalty", HALF))


def _penalised_error_rate(given: Given) -> Answer:
    given.only("errors", "leaves", "records", "penalty")
    errors = penalised(given.number("errors"), given.number("leaves"), _optional(given, "penalty", HALF))
    return quotient(errors, given.number("records"), "no records")


def _validation_errors(given: Given, tree: Tree) -> Answer:
    return number(validation_errors(tree, given_validation(given, data_of(given))))


def _position(node: int) -> Answer:
    return number(node + 1)


def _made_leaves(tree: Tree, pruned: Tree) -> Iterator[int]:
    """The positions of the inner nodes that are leaves of a pruning."""

    def below(old: Tree, new: Tree | None) -> Iterator[tuple[Tree, Tree | None]]:
        left = new.children if isinstance(new, Branch) else repeat(None)  # nothing is left below a leaf
        return zip(children(old), left, strict=False)

    start: Tree | None = pruned
    return (i for i, (old, new) in enumerate(walk(tree, start, below)) if isinstance(old, Branch) and isinstance(new, Leaf))


def _cut_answer(tree: Tree, pruned: Tree) -> dict[str, Answer]:
    return {"cuts": tuple(map(_position, _made_leaves(tree, pruned))), "leaves": number(leaf_count(pruned))}


def _pruned_answer(tree: Tree, pruned: Pruned[Number] | Pruned[Predicted]) -> Answer:
    compared = tuple(
        {"node": _position(c.node), "subtree": _cost(c.subtree), "leaf": _cost(c.leaf), "cut": "yes" if c.cut else "no"}
        for c in pruned.comparisons
    )
    return {**_cut_answer(tree, pruned.tree), "compared": compared}


def _cost(cost: Number | Predicted) -> Answer:
    return cost.value if isinstance(cost, Predicted) else cost


def _reduced_error(given: Given, tree: Tree) -> Answer:
    validation = given_validation(given, data_of(given))
    return _pruned_answer(tree, reduced_error(tree, validation, given_choice(given, "ties", _TIES)))


def _best_node_first(given: Given, tree: Tree) -> Answer:
    found = best_node_first(tree, given_validation(given, data_of(given)))
    steps = tuple(
        {
            "node": _position(step.node),
            "tied": tuple(map(_position, step.tied)),
            "improvement": number(step.improvement),
            "errors": number(step.errors),
        }
        for step in found.steps
    )
    return {**_cut_answer(tree, found.tree), "steps": steps}


def _pessimistic(given: Given, tree: Tree) -> Answer:
    return _pruned_answer(tree, pessimistic(tree, _optional(given, "penalty", HALF), given_choice(given, "ties", _TIES)))


def _within_error(_: Given, tree: Tree) -> Answer:
    return _pruned_answer(tree, pessimistic_within_error(tree))


_CODED = (*TREE, "encoding", "attributes", "conditions")


def _code(given: Given) -> TreeCode:
    """How the tree becomes bits; `conditions` says whether a test is told among all that its attribute offers in the data."""
    told = given_choice(given, "conditions", {"no": False, "yes": True}) if "conditions" in given.parts else False
    return TreeCode(given_choice(given, "encoding", ENCODINGS)(given), conditions_of(data_of(given)) if told else attribute_only)


def _description_length(given: Given, tree: Tree) -> Answer:
    return description_length(tree, _code(given))


def _minimum_description(given: Given, tree: Tree) -> Answer:
    return _pruned_answer(tree, minimum_description(tree, _code(given), given_choice(given, "ties", _TIES)))


def _path(given: Given, tree: Tree) -> Path:
    return cost_complexity(tree, given_choice(given, "risk", _RISKS))


def _cost_complexity(given: Given, tree: Tree) -> Answer:
    """Each tree of the sequence: from which alpha on it is best, its leaves and risk, its cuts, and those of them that are new."""
    path = _path(given, tree)
    return tuple(
        {
            "alpha": step.alpha,
            "risk": step.risk,
            **_cut_answer(path.tree, path.tree_of(k)),
            "weakest": tuple(map(_position, step.weakest)),
        }
        for k, step in enumerate(path.steps)
    )


def _cost_complexity_at(given: Given, tree: Tree) -> Answer:
    path = _path(given, tree)
    return _cut_answer(path.tree, path.tree_at(given.number("alpha")))


def _critical_alpha(given: Given) -> Answer:
    given.only("node_risk", "subtree_risk", "leaves")
    return critical_alpha(*map(given.number, ("node_risk", "subtree_risk", "leaves")))


def _by_validation(given: Given, tree: Tree) -> Answer:
    path = _path(given, tree)
    found = by_validation(path, given_validation(given, data_of(given)))
    return {"losses": tuple(map(number, found.losses)), "best": _position(found.best)}


def _by_cross_validation(given: Given) -> Answer:
    """The losses along the sequence of the tree of all records, and the positions in it that both rules choose."""
    data, policy = data_of(given.only("data", "preset", "risk", "folds")), given_preset(given)
    folds = tuple(positions(fold, len(data), f"{given.where}, folds") for fold in given.list("folds"))
    found = by_cross_validation(data, lambda part: grow(part, policy), folds, given_choice(given, "risk", _RISKS))
    return {
        "alphas": tuple(step.alpha for step in found.path.steps),
        "losses": tuple(map(number, found.losses)),
        "best": _position(found.best),
        "standard_error": found.standard_error(found.best),
        "within_one_standard_error": _position(found.within_one_standard_error),
    }


def _upper_limit(given: Given) -> Answer:
    given.only("errors", "records", "confidence")
    errors, records = (rational_of_text(given.part(name), f"{given.where}, {name}") for name in ("errors", "records"))
    return number(upper_limit(errors, records, _optional(given, "confidence", QUARTER)))


def _error_based(given: Given, tree: Tree) -> Answer:
    return _pruned_answer(tree, error_based(tree, _optional(given, "confidence", QUARTER), given_choice(given, "ties", _TIES)))


def _raising(given: Given, tree: Tree) -> Answer:
    """The pruned tree by its leaves, and what was decided at each inner node, children before their parents."""
    found = error_based_raising(tree, data_of(given), _optional(given, "confidence", QUARTER))
    decisions = tuple(
        {
            "records": number(sum((n for _, n in d.counts), Fraction(0))),
            "subtree": d.subtree.value,
            "leaf": d.leaf.value,
            "raised": d.raised.value,
            "branch": _position(d.branch),
            "action": d.action.name.lower(),
        }
        for d in found.decisions
    )
    return {"tree": _by_leaves(found.tree), "decisions": decisions}


def _by_leaves(tree: Tree) -> Answer:
    """A tree as it can be given."""
    if isinstance(tree, Leaf):
        return tuple(number(n) for _, n in tree.counts)
    return tuple(map(_by_leaves, tree.children))


PRUNING: Mapping[str, Operation] = {
    "penalised_errors": _penalised_errors,
    "penalised_error_rate": _penalised_error_rate,
    "resubstitution_error_rate": OfTree(TREE, lambda _, tree: resubstitution_error_rate(tree)),
    "pessimistic_errors": _of_tree(pessimistic_errors),
    "pessimistic_error_rate": _of_tree(pessimistic_error_rate),
    "validation_errors": OfTree((*PRESET, "validation"), _validation_errors),
    "reduced_error_pruning": OfTree((*PRESET, "validation", "ties"), _reduced_error),
    "best_node_first_pruning": OfTree((*PRESET, "validation"), _best_node_first),
    "pessimistic_pruning": OfTree((*TREE, "penalty", "ties"), _pessimistic),
    "pessimistic_pruning_within_error": OfTree(TREE, _within_error),
    "standard_error_of_errors": lambda given: standard_error_of_errors(
        given.only("errors", "records").number("errors"), given.number("records")
    ),
    "description_length": OfTree(_CODED, _description_length),
    "minimum_description": OfTree((*_CODED, "ties"), _minimum_description),
    "critical_alpha": _critical_alpha,
    "cost_complexity": OfTree((*TREE, "risk"), _cost_complexity),
    "cost_complexity_at": OfTree((*TREE, "risk", "alpha"), _cost_complexity_at),
    "cost_complexity_by_validation": OfTree((*PRESET, "risk", "validation"), _by_validation),
    "cost_complexity_by_cross_validation": _by_cross_validation,
    "upper_limit": _upper_limit,
    "error_based_pruning": OfTree((*TREE, "confidence", "ties"), _error_based),
    "error_based_raising": OfTree((*PRESET, "confidence"), _raising),
}
"""What prunes, by name."""
