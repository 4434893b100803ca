"""Operations that grow: candidates and best tests at the root, the tree of a preset, what it predicts, how many trees there are."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import islice

from attrs import evolve

from dtref.engines.filter.filtered import count_partitions, count_trees, grow, hunt, trees
from dtref.errors import Undecided, Undefined
from dtref.exact.least_squares import LinearModel, least_squares
from dtref.exact.number import number
from dtref.oracle.operations.answers import Answer, leaf_answer, tests_answer, tree_answer
from dtref.oracle.operations.data_inputs import data_of, record_of
from dtref.oracle.operations.inputs import Given, Operation, as_rationals
from dtref.oracle.operations.part_inputs import given_preset, prediction_answer
from dtref.oracle.operations.tree_inputs import PRESET, OfTree
from dtref.oracle.operations.trees.splits import candidates_answer
from dtref.spec.growing.linear_leaves import LinearTree, fit_leaves, predict_linear
from dtref.spec.growing.policy import offer_for
from dtref.spec.model.counts import count_table, statistic
from dtref.spec.model.prediction import predictor
from dtref.spec.model.trees import Leaf, Tree, nodes, squared_error, training_errors

_MOST_TREES = 1000


def _best_tests(given: Given) -> Answer:
    """The optima at the root and the value of the criterion there; no tests where the root is a leaf."""
    recursion = hunt(data_of(given.only("data", "preset")), given_preset(given))
    decision = recursion.decide(recursion.root())
    value = {} if decision.value is None else {"value": decision.value}
    return {**value, "tests": tests_answer(decision.optima)}


def _candidates(given: Given) -> Answer:
    """Every candidate of an attribute at the root (golden/TIES.md): its test, the class counts of its branches, the criterion's value."""
    policy = given_preset(given.only("data", "preset", "attribute"))
    recursion = hunt(data_of(given), policy)
    coded, everyone = recursion.columns, recursion.root().records
    a = recursion.training.column(given.text("attribute"))
    all_of_them = evolve(policy.criterion, reduces=False)  # so that no candidate is left out because it cannot be best
    offered = offer_for(policy, recursion.training.attributes[a])(count_table(coded, a, everyone), all_of_them)
    return candidates_answer(offered, policy.criterion, statistic(coded, everyone))


def _grow(given: Given) -> Answer:
    return tree_answer(_tree(given.only("data", "preset")))


def _trees(given: Given) -> Answer:
    """Every tree that choices among tied tests lead to. Undecided past `_MOST_TREES` of them."""
    found = tuple(islice(trees(data_of(given.only("data", "preset")), given_preset(given)), _MOST_TREES + 1))
    if len(found) > _MOST_TREES:
        raise Undecided("every tree", f"{_MOST_TREES} trees")
    return tuple(tree_answer(tree, optima=False) for tree in found)


def _tree(given: Given) -> Tree:
    return grow(data_of(given), given_preset(given))


def _predict(given: Given) -> Answer:
    """Labels and class shares for one record, whose cells are given by name, from the tree of a preset on a data set."""
    data = data_of(given.only("data", "preset", "record"))
    record = record_of(given, data)
    return prediction_answer(predictor(_tree(given), data.attributes)(record))


def _linear(given: Given, tree: Tree) -> LinearTree:
    return fit_leaves(tree, hunt(data_of(given), given_preset(given)).training)


def _grow_linear(given: Given, tree: Tree) -> Answer:
    """The tree, each leaf with its linear model: its value where all numbers are 0, and its slope for each number."""
    linear = _linear(given, tree)
    leaves = (node for node in nodes(linear.tree) if isinstance(node, Leaf))
    model_of = {id(leaf): model_answer(linear, model) for leaf, model in zip(leaves, linear.models, strict=True)}
    return tree_answer(linear.tree, lambda leaf: {**leaf_answer(leaf), "model": model_of[id(leaf)]})


def model_answer(linear: LinearTree, model: LinearModel | Undefined) -> Answer:
    """
    A linear model by its intercept and slopes.

    >>> model_answer(LinearTree(Leaf((), ()), (), ()), Undefined("no records"))
    Undefined(why='no records')
    """
    if isinstance(model, Undefined):
        return model
    slopes = {a.name: number(b) for a, b in zip(linear.attributes, model.slopes, strict=True)}
    return {"intercept": number(model.intercept), "slopes": slopes}


def _least_squares(given: Given) -> Answer:
    """The linear model of some records, each with its numbers in order: its value where all are 0, and its slope for each."""
    rows = [as_rationals(row, f"{given.where}, rows") for row in given.only("rows", "y").list("rows")]
    model = least_squares(rows, as_rationals(given.part("y"), f"{given.where}, y"), [Fraction(1)] * len(rows))
    return model if isinstance(model, Undefined) else {"intercept": number(model.intercept), "slopes": tuple(map(number, model.slopes))}


def _predict_linear(given: Given, tree: Tree) -> Answer:
    data = data_of(given)
    cells = record_of(given, data).values
    value = predict_linear(_linear(given, tree), {a.name: cell for a, cell in zip(data.attributes, cells, strict=True)})
    return value if isinstance(value, Undefined) else number(value)


GROWING: Mapping[str, Operation] = {
    "candidates": _candidates,
    "best_tests": _best_tests,
    "grow": _grow,
    "trees": _trees,
    "predict": _predict,
    "training_errors": OfTree(PRESET, lambda _, tree: number(training_errors(tree))),
    "squared_error": OfTree(PRESET, lambda _, tree: number(squared_error(tree))),
    "least_squares": _least_squares,
    "grow_linear": OfTree(PRESET, _grow_linear),
    "predict_linear": OfTree((*PRESET, "record"), _predict_linear),
    "count_trees": lambda given: number(count_trees(data_of(given.only("data", "preset")), given_preset(given))),
    "count_partitions": lambda given: number(count_partitions(data_of(given.only("data", "preset")), given_preset(given))),
}
"""What grows trees, by name."""
