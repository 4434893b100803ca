"""
Operations that prune: error estimates, reduced error, pessimistic, description length, cost-complexity, error-based, raising.

Nodes are named by their positions in preorder, from 1. A pruning rule answers the nodes that it made leaves (`cuts`), the number of
`leaves` left, and the costs that it `compared` at inner nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import wraps
from itertools import repeat
from typing import TYPE_CHECKING

from dtref.engines.filter.filtered import grow
from dtref.errors import Invalid, Undefined
from dtref.exact.number import Number, number, quotient
from dtref.oracle.operations.answer_kinds import (
    NUMBERS_ANSWER,
    POSITION_ANSWER,
    POSITIONS_ANSWER,
    TEXT_ANSWER,
    YES_NO_ANSWER,
    list_answer,
    parts_answer,
)
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.data_kinds import ENCODED, PRESET_ON_DATA, SAMPLES
from dtref.oracle.operations.draws import GivenJson, class_count, drawn_rows, whole_numbers
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.kinds import A_COUNT, A_NUMBER, A_POSITIVE, A_SHARE, choice, one_of
from dtref.oracle.operations.operation import (
    NUMBER_ANSWER,
    AnswerKind,
    InputKind,
    Operation,
    as_one,
    asks,
    declarations,
    each,
    jointly,
    optional,
    side_by_side,
)
from dtref.oracle.operations.rate_inputs import SOME_COUNT_RATE, SOME_RATIONAL_RATE
from dtref.oracle.operations.rule_inputs import options_of
from dtref.oracle.operations.tree_inputs import OF_PRESET, OF_TREE, VALIDATION_RECORDS
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.model.positions import Indices
from dtref.spec.model.rules import OptionKind, rule_of
from dtref.spec.model.schemes import walk
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Branch, Leaf, Tree, children, leaf_count
from dtref.spec.pruning.bottom_up import CUT_RULES, CutRule, Pruned
from dtref.spec.pruning.cost_complexity import RISKS_BY_NAME, Path, Risk, cost_complexity, critical_alpha
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
from dtref.spec.pruning.selection import CrossValidated, by_cross_validation, by_validation
from dtref.spec.pruning.subtree_raising import Raised

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def _made_leaves(tree: Tree, pruned: Tree) -> Iterator[int]:
    """The positions of inner nodes of a tree that are leaves of the pruned tree."""

    def pairs_below(old: Tree, new: Tree | None) -> Iterator[tuple[Tree, Tree | None]]:
        new_children = new.children if isinstance(new, Branch) else repeat(None)  # a new leaf has nothing below it
        return zip(children(old), new_children, strict=False)

    start: Tree | None = pruned
    return (i for i, (old, new) in enumerate(walk(tree, start, pairs_below)) if isinstance(old, Branch) and isinstance(new, Leaf))


def _cuts(tree: Tree, pruned: Tree) -> dict[str, Answer]:
    return {"cuts": POSITIONS_ANSWER.write(_made_leaves(tree, pruned)), "leaves": number(leaf_count(pruned))}


def _cost(cost: Number | Predicted) -> Number:
    return cost.value if isinstance(cost, Predicted) else cost


def _by_leaves(tree: Tree) -> Answer:
    """A tree in the form of the input `tree`."""
    if isinstance(tree, Leaf):
        return tuple(number(n) for _, n in tree.counts)
    return tuple(map(_by_leaves, tree.children))


def _rule_answer(outcome: tuple[Tree, object]) -> Answer:
    """The answer of a pruning rule on a tree, by the kind of its result."""
    tree, result = outcome
    match result:
        case Pruned():
            return {**_cuts(tree, result.tree), "compared": _COMPARED.write(result.comparisons)}
        case Stepwise():
            return {**_cuts(tree, result.tree), "steps": _STEPS.write(result.steps)}
        case Raised():
            return {"tree": _by_leaves(result.tree), "decisions": _DECISIONS.write(result.decisions)}
        case Path():
            return tuple(
                {
                    "alpha": step.alpha,
                    "risk": step.risk,
                    **_cuts(result.tree, result.tree_of(k)),
                    "weakest": POSITIONS_ANSWER.write(step.weakest),
                }
                for k, step in enumerate(result.steps)
            )
        case _:
            raise Invalid("pruning rule", "a result that has an answer: Pruned, Stepwise, Raised or Path", result)


def _with_tree(rule: Callable[..., object]) -> Callable[..., tuple[Tree, object]]:
    """A pruning rule that tells the tree that it prunes, too."""
    return wraps(rule)(lambda tree, *options: (tree, rule(tree, *options)))


def operation_of(rule: Callable[..., object]) -> Operation:
    """
    The operation of a pruning rule: its inputs are a tree, or what grows one, and the options that the rule declares.

    >>> from dtref.spec.pruning.pessimistic import pessimistic
    >>> list(operation_of(pessimistic).inputs.kinds)
    ['tree', 'data', 'preset', 'penalty', 'ties']
    """
    facts = rule_of(rule)
    needs_data = any(option.kind in {OptionKind.VALIDATION, OptionKind.TRAINING} for option in facts.options)
    return asks(facts.name, _with_tree(rule), OF_PRESET if needs_data else OF_TREE, options_of(facts.options), answer=_PRUNED)


def _read_conditions(given: Given, name: str) -> Callable[[Test], Number]:
    """The bits of a test's condition: whether a code encodes which of the attribute's tests in the data a node asks."""
    return conditions_of(data_of(given)) if choice({"no": False, "yes": True}).read(given, name) else attribute_only


def _minimum_description(tree: Tree, code: TreeCode, ties: CutRule) -> tuple[Tree, object]:
    return tree, minimum_description(tree, code, ties)


def _at(path: Path, alpha: Number) -> tuple[Tree, Tree]:
    return path.tree, path.tree_at(alpha)


def _by_cross_validation(data: DataSet, policy: Policy, risk: Risk, folds: Sequence[Indices]) -> CrossValidated:
    """The losses along the pruning sequence of the tree of all records, and the positions in it that the two rules choose."""
    return by_cross_validation(data, lambda part: grow(part, policy), folds, risk)


def _penalised_error_rate(errors: Number, leaves: Number, records: Number, penalty: Number) -> Number | Undefined:
    return quotient(penalised(errors, leaves, penalty), records, "no records")


def _drawn_risks() -> SearchStrategy[GivenJson]:
    """The risk of a node, which is at least that of its subtree."""
    parts = drawn_rows(class_count(), class_count(), whole_numbers(2, 5), most=1)
    return parts.map(lambda rows: {"node_risk": str(int(rows[0][0]) + int(rows[0][1])), "subtree_risk": rows[0][1], "leaves": rows[0][2]})


_PENALTY = optional(A_SHARE, HALF)
_CONFIDENCE = optional(one_of(A_SHARE, "1/4", "1/10", "1/2"), QUARTER)
_RISKS = jointly(each(node_risk=A_COUNT, subtree_risk=A_COUNT, leaves=A_POSITIVE), _drawn_risks)
_CONDITIONS = optional(
    InputKind("`no` or `yes`: whether a code says which test of its attribute a node asks", _read_conditions), attribute_only
)
_CODE = as_one(TreeCode, side_by_side(ENCODED, each(conditions=_CONDITIONS)))
_RISK = choice(RISKS_BY_NAME)
_OF_RISK = side_by_side(OF_TREE, each(risk=_RISK))
_PATH = as_one(cost_complexity, _OF_RISK)
_PATH_OF_PRESET = as_one(cost_complexity, side_by_side(OF_PRESET, each(risk=_RISK)))

_PRUNED = AnswerKind(
    "the `cuts`, the `leaves` left, the costs `compared` (or the `steps`); of raising the `tree` by its leaves, the `decisions`; of "
    "cost-complexity a list, each a tree: `alpha`, `risk`, `cuts`, `leaves`, `weakest`",
    _rule_answer,
)
_CUT: AnswerKind[tuple[Tree, Tree]] = AnswerKind("`cuts`, `leaves`", lambda trees: _cuts(*trees))
_COST: AnswerKind[Number | Predicted] = AnswerKind("a cost", _cost)
_COMPARED = list_answer(parts_answer("costs", node=POSITION_ANSWER, subtree=_COST, leaf=_COST, cut=YES_NO_ANSWER))
_STEPS = list_answer(
    parts_answer("a step", node=POSITION_ANSWER, tied=POSITIONS_ANSWER, improvement=NUMBER_ANSWER, errors=NUMBER_ANSWER), "steps"
)
_DECISIONS = list_answer(
    parts_answer(
        "a decision",
        records=(NUMBER_ANSWER, lambda decision: sum((n for _, n in decision.counts), Fraction(0))),
        subtree=_COST,
        leaf=_COST,
        raised=_COST,
        branch=POSITION_ANSWER,
        action=(TEXT_ANSWER, lambda decision: decision.action.name.lower()),
    ),
    "the decision at each inner node, children before their parents",
)
_SELECTED = parts_answer("the losses of the sequence, the best tree of it", losses=NUMBERS_ANSWER, best=POSITION_ANSWER)
_CROSS_VALIDATED = parts_answer(
    "the sequence, and the trees of it that two rules choose",
    alphas=(NUMBERS_ANSWER, lambda selection: [step.alpha for step in selection.path.steps]),
    losses=NUMBERS_ANSWER,
    best=POSITION_ANSWER,
    standard_error=(NUMBER_ANSWER, lambda selection: selection.standard_error(selection.best)),
    within_one_standard_error=POSITION_ANSWER,
)

PRUNING: Mapping[str, Operation] = {
    **{rule_of(rule).name: operation_of(rule) for rule in PRUNING_RULES},
    **declarations(
        asks("penalised_errors", penalised, errors=A_COUNT, leaves=A_POSITIVE, penalty=_PENALTY),
        asks("penalised_error_rate", _penalised_error_rate, errors=A_COUNT, leaves=A_POSITIVE, records=A_POSITIVE, penalty=_PENALTY),
        asks("standard_error_of_errors", standard_error_of_errors, SOME_COUNT_RATE),
        asks("critical_alpha", critical_alpha, _RISKS),
        asks("upper_limit", upper_limit, SOME_RATIONAL_RATE, confidence=_CONFIDENCE),
        asks("resubstitution_error_rate", resubstitution_error_rate, OF_TREE),
        asks("pessimistic_errors", pessimistic_errors, OF_TREE, penalty=_PENALTY),
        asks("pessimistic_error_rate", pessimistic_error_rate, OF_TREE, penalty=_PENALTY),
        asks("validation_errors", validation_errors, OF_PRESET, validation=VALIDATION_RECORDS),
        asks("description_length", description_length, OF_TREE, _CODE),
        asks("minimum_description", _minimum_description, OF_TREE, _CODE, answer=_PRUNED, ties=choice(CUT_RULES)),
        asks("cost_complexity_at", _at, _PATH, answer=_CUT, alpha=A_NUMBER),
        asks("cost_complexity_by_validation", by_validation, _PATH_OF_PRESET, answer=_SELECTED, validation=VALIDATION_RECORDS),
        asks(
            "cost_complexity_by_cross_validation", _by_cross_validation, PRESET_ON_DATA, answer=_CROSS_VALIDATED, risk=_RISK, folds=SAMPLES
        ),
    ),
}
"""Pruning, by name; minimum_description has its code in several inputs."""
