"""
Operations that prune: error estimates, reduced error, pessimistic, description length, cost-complexity, error-based, raising.

Nodes are named by their positions in preorder, from 1. A pruning rule answers the nodes that it made leaves (`cuts`), the number of
`leaves` left, and the costs that it `compared` at inner nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import repeat

from dtref.engines.filter.filtered import grow
from dtref.errors import Invalid, Undefined
from dtref.exact.number import Number, number, quotient
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.inputs import Given, Operation
from dtref.oracle.operations.part_inputs import given_choice, given_preset, positions
from dtref.oracle.operations.rule_inputs import option_of
from dtref.oracle.operations.tree_inputs import PRESET, TREE, OfTree, given_validation
from dtref.oracle.operations.trees.splits import ENCODINGS
from dtref.spec.model.rules import Kind, Option, rule_of
from dtref.spec.model.schemes import walk
from dtref.spec.model.trees import Branch, Leaf, Tree, children, leaf_count
from dtref.spec.pruning.bottom_up import TIES, Pruned
from dtref.spec.pruning.cost_complexity import RISKS, Path, cost_complexity, critical_alpha
from dtref.spec.pruning.description import TreeCode, attribute_only, conditions_of, description_length, minimum_description
from dtref.spec.pruning.error_based import QUARTER, Predicted, upper_limit
from dtref.spec.pruning.estimates import (
    HALF,
    penalised,
    pessimistic_error_rate,
    pessimistic_errors,
    resubstitution_error_rate,
    validation_errors,
)
from dtref.spec.pruning.pessimistic import standard_error_of_errors
from dtref.spec.pruning.pruning_rules import PRUNING_RULES
from dtref.spec.pruning.reduced_error import Stepwise
from dtref.spec.pruning.selection import by_cross_validation, by_validation
from dtref.spec.pruning.subtree_raising import Raised


def _optional(inputs: Given, name: str, default: Fraction) -> Fraction:
    return rational_of_text(inputs.part(name), f"{inputs.where}, {name}") if name in inputs.parts else default


def _of_tree(measure: Callable[[Tree, Fraction], Number | Undefined]) -> Operation:
    """An operation for an estimate of a tree's errors, with a penalty for each leaf."""
    return OfTree((*TREE, "penalty"), lambda inputs, tree: measure(tree, _optional(inputs, "penalty", HALF)))


def _penalised_errors(inputs: Given) -> Answer:
    inputs.only("errors", "leaves", "penalty")
    return penalised(inputs.number("errors"), inputs.number("leaves"), _optional(inputs, "penalty", HALF))


def _penalised_error_rate(inputs: Given) -> Answer:
    inputs.only("errors", "leaves", "records", "penalty")
    errors = penalised(inputs.number("errors"), inputs.number("leaves"), _optional(inputs, "penalty", HALF))
    return quotient(errors, inputs.number("records"), "no records")


def _validation_errors(inputs: Given, tree: Tree) -> Answer:
    return number(validation_errors(tree, given_validation(inputs, data_of(inputs))))


def _position(node: int) -> Answer:
    return number(node + 1)


def _made_leaves(tree: Tree, pruned: Tree) -> Iterator[int]:
    """The positions of inner nodes of a tree that are leaves of the pruned tree."""

    def pairs_below(old: Tree, new: Tree | None) -> Iterator[tuple[Tree, Tree | None]]:
        new_children = new.children if isinstance(new, Branch) else repeat(None)  # a new leaf has nothing below it
        return zip(children(old), new_children, strict=False)

    start: Tree | None = pruned
    return (i for i, (old, new) in enumerate(walk(tree, start, pairs_below)) if isinstance(old, Branch) and isinstance(new, Leaf))


def _cut_answer(tree: Tree, pruned: Tree) -> dict[str, Answer]:
    return {"cuts": tuple(map(_position, _made_leaves(tree, pruned))), "leaves": number(leaf_count(pruned))}


def _pruned_answer(tree: Tree, pruned: Pruned[Number] | Pruned[Predicted]) -> Answer:
    compared = tuple(
        {"node": _position(c.node), "subtree": _cost(c.subtree), "leaf": _cost(c.leaf), "cut": "yes" if c.cut else "no"}
        for c in pruned.comparisons
    )
    return {**_cut_answer(tree, pruned.tree), "compared": compared}


def _stepwise_answer(tree: Tree, pruned: Stepwise) -> Answer:
    steps = tuple(
        {
            "node": _position(step.node),
            "tied": tuple(map(_position, step.tied)),
            "improvement": number(step.improvement),
            "errors": number(step.errors),
        }
        for step in pruned.steps
    )
    return {**_cut_answer(tree, pruned.tree), "steps": steps}


def _rule_answer(tree: Tree, result: object) -> Answer:
    """The answer of a pruning rule, by the kind of its result."""
    match result:
        case Pruned():
            return _pruned_answer(tree, result)
        case Stepwise():
            return _stepwise_answer(tree, result)
        case Raised():
            return _raised_answer(result)
        case Path():
            return _sequence_answer(result)
        case _:
            raise Invalid("pruning rule", "a result that has an answer: Pruned, Stepwise, Raised or Path", result)


def _option(inputs: Given, option: Option) -> object:
    match option.kind:
        case Kind.VALIDATION:
            return given_validation(inputs, data_of(inputs))
        case Kind.TRAINING:
            return data_of(inputs)
        case _:
            return option_of(inputs, option)


def operation_of(rule: Callable[..., object]) -> OfTree:
    """
    The operation of a pruning rule: its inputs are a tree, or what grows one, and the options that the rule declares.

    >>> from dtref.spec.pruning.pessimistic import pessimistic
    >>> operation_of(pessimistic).inputs
    ('tree', 'data', 'preset', 'penalty', 'ties')
    """
    options = rule_of(rule).options
    names = (option.name for option in options if option.kind is not Kind.TRAINING)
    needs_data = any(option.kind in {Kind.VALIDATION, Kind.TRAINING} for option in options)
    return OfTree(
        (*(PRESET if needs_data else TREE), *names),
        lambda inputs, tree: _rule_answer(tree, rule(tree, *(_option(inputs, option) for option in options))),
    )


def _cost(cost: Number | Predicted) -> Answer:
    return cost.value if isinstance(cost, Predicted) else cost


_CODED = (*TREE, "encoding", "attributes", "conditions")


def _code(inputs: Given) -> TreeCode:
    """The code of a tree; `conditions` says whether it encodes which of the attribute's tests in the data a node asks."""
    with_conditions = given_choice(inputs, "conditions", {"no": False, "yes": True}) if "conditions" in inputs.parts else False
    return TreeCode(
        given_choice(inputs, "encoding", ENCODINGS)(inputs), conditions_of(data_of(inputs)) if with_conditions else attribute_only
    )


def _description_length(inputs: Given, tree: Tree) -> Answer:
    return description_length(tree, _code(inputs))


def _minimum_description(inputs: Given, tree: Tree) -> Answer:
    return _pruned_answer(tree, minimum_description(tree, _code(inputs), given_choice(inputs, "ties", TIES)))


def _path(inputs: Given, tree: Tree) -> Path:
    return cost_complexity(tree, given_choice(inputs, "risk", RISKS))


def _sequence_answer(path: Path) -> Answer:
    """Each tree of the sequence: the alpha from which it is best, its risk, its cuts and leaves, and the new cuts."""
    return tuple(
        {
            "alpha": step.alpha,
            "risk": step.risk,
            **_cut_answer(path.tree, path.tree_of(k)),
            "weakest": tuple(map(_position, step.weakest)),
        }
        for k, step in enumerate(path.steps)
    )


def _cost_complexity_at(inputs: Given, tree: Tree) -> Answer:
    path = _path(inputs, tree)
    return _cut_answer(path.tree, path.tree_at(inputs.number("alpha")))


def _critical_alpha(inputs: Given) -> Answer:
    inputs.only("node_risk", "subtree_risk", "leaves")
    return critical_alpha(*map(inputs.number, ("node_risk", "subtree_risk", "leaves")))


def _by_validation(inputs: Given, tree: Tree) -> Answer:
    path = _path(inputs, tree)
    selection = by_validation(path, given_validation(inputs, data_of(inputs)))
    return {"losses": tuple(map(number, selection.losses)), "best": _position(selection.best)}


def _by_cross_validation(inputs: Given) -> Answer:
    """The losses along the pruning sequence of the tree of all records, and the positions in it that the two rules choose."""
    data, policy = data_of(inputs.only("data", "preset", "risk", "folds")), given_preset(inputs)
    folds = tuple(positions(fold, len(data), f"{inputs.where}, folds") for fold in inputs.list("folds"))
    selection = by_cross_validation(data, lambda part: grow(part, policy), folds, given_choice(inputs, "risk", RISKS))
    return {
        "alphas": tuple(step.alpha for step in selection.path.steps),
        "losses": tuple(map(number, selection.losses)),
        "best": _position(selection.best),
        "standard_error": selection.standard_error(selection.best),
        "within_one_standard_error": _position(selection.within_one_standard_error),
    }


def _upper_limit(inputs: Given) -> Answer:
    inputs.only("errors", "records", "confidence")
    errors, records = (rational_of_text(inputs.part(name), f"{inputs.where}, {name}") for name in ("errors", "records"))
    return number(upper_limit(errors, records, _optional(inputs, "confidence", QUARTER)))


def _raised_answer(raised: Raised) -> Answer:
    """The pruned tree by its leaves, and the decision at each inner node, children before their parents."""
    decisions = tuple(
        {
            "records": number(sum((n for _, n in d.counts), Fraction(0))),
            "subtree": d.subtree.value,
            "leaf": d.leaf.value,
            "raised": d.raised.value,
            "branch": _position(d.branch),
            "action": d.action.name.lower(),
        }
        for d in raised.decisions
    )
    return {"tree": _by_leaves(raised.tree), "decisions": decisions}


def _by_leaves(tree: Tree) -> Answer:
    """A tree in the form of the input `tree`."""
    if isinstance(tree, Leaf):
        return tuple(number(n) for _, n in tree.counts)
    return tuple(map(_by_leaves, tree.children))


_BY_HAND: Mapping[str, Operation] = {
    "penalised_errors": _penalised_errors,
    "penalised_error_rate": _penalised_error_rate,
    "resubstitution_error_rate": OfTree(TREE, lambda _, tree: resubstitution_error_rate(tree)),
    "pessimistic_errors": _of_tree(pessimistic_errors),
    "pessimistic_error_rate": _of_tree(pessimistic_error_rate),
    "validation_errors": OfTree((*PRESET, "validation"), _validation_errors),
    "standard_error_of_errors": lambda inputs: standard_error_of_errors(
        inputs.only("errors", "records").number("errors"), inputs.number("records")
    ),
    "description_length": OfTree(_CODED, _description_length),
    "minimum_description": OfTree((*_CODED, "ties"), _minimum_description),
    "critical_alpha": _critical_alpha,
    "cost_complexity_at": OfTree((*TREE, "risk", "alpha"), _cost_complexity_at),
    "cost_complexity_by_validation": OfTree((*PRESET, "risk", "validation"), _by_validation),
    "cost_complexity_by_cross_validation": _by_cross_validation,
    "upper_limit": _upper_limit,
}
"""What is estimated and chosen; and one rule whose code is made of several inputs."""

PRUNING: Mapping[str, Operation] = {**{rule_of(rule).name: operation_of(rule) for rule in PRUNING_RULES}, **_BY_HAND}
"""Pruning, by name."""
