"""Operations that grow trees: candidates and best tests at the root, the tree of a preset, its predictions, the number of tied trees."""

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
from dtref.oracle.operations.inputs import Answering, Given, as_rationals
from dtref.oracle.operations.part_inputs import given_preset, prediction_answer
from dtref.oracle.operations.tree_inputs import PRESET, OfTree
from dtref.oracle.operations.trees.splits import candidates_answer
from dtref.spec.growing.linear_leaves import LinearTree, fit_leaves, predict_linear
from dtref.spec.growing.policy import offer_for
from dtref.spec.model.counts import count_table, statistic
from dtref.spec.model.prediction import predictor
from dtref.spec.model.trees import Leaf, Tree, nodes, squared_error, training_errors

_MOST_TREES = 1000


def _best_tests(inputs: Given) -> Answer:
    """The best tests at the root and their value of the criterion; no tests where the root is a leaf."""
    recursion = hunt(data_of(inputs.only("data", "preset")), given_preset(inputs))
    decision = recursion.decide(recursion.root())
    value = {} if decision.value is None else {"value": decision.value}
    return {**value, "tests": tests_answer(decision.optima)}


def _candidates(inputs: Given) -> Answer:
    """Every candidate of an attribute at the root (golden/TIES.md): its test, the class counts of its branches, the criterion's value."""
    policy = given_preset(inputs.only("data", "preset", "attribute"))
    recursion = hunt(data_of(inputs), policy)
    coded, all_records = recursion.columns, recursion.root().records
    a = recursion.training.column(inputs.text("attribute"))
    plain_criterion = evolve(policy.criterion, reduces=False)  # an impurity's reduction would let candidates be skipped that cannot be best
    offered = offer_for(policy, recursion.training.attributes[a])(count_table(coded, a, all_records), plain_criterion)
    return candidates_answer(offered, policy.criterion, statistic(coded, all_records))


def _grow(inputs: Given) -> Answer:
    return tree_answer(_tree(inputs.only("data", "preset")))


def _trees(inputs: Given) -> Answer:
    """Every tree that choices among tied tests lead to. Errors: Undecided past `_MOST_TREES` trees."""
    tied_trees = tuple(islice(trees(data_of(inputs.only("data", "preset")), given_preset(inputs)), _MOST_TREES + 1))
    if len(tied_trees) > _MOST_TREES:
        raise Undecided("every tree", f"{_MOST_TREES} trees")
    return tuple(tree_answer(tree, optima=False) for tree in tied_trees)


def _tree(inputs: Given) -> Tree:
    return grow(data_of(inputs), given_preset(inputs))


def _predict(inputs: Given) -> Answer:
    """The labels and class shares for one record, from the tree of a preset on a data set."""
    data = data_of(inputs.only("data", "preset", "record"))
    record = record_of(inputs, data)
    return prediction_answer(predictor(_tree(inputs), data.attributes)(record))


def _linear(inputs: Given, tree: Tree) -> LinearTree:
    return fit_leaves(tree, hunt(data_of(inputs), given_preset(inputs)).training)


def _grow_linear(inputs: Given, tree: Tree) -> Answer:
    """The tree, each leaf with its linear model."""
    linear = _linear(inputs, tree)
    leaves = (node for node in nodes(linear.tree) if isinstance(node, Leaf))
    model_of = {id(leaf): model_answer(linear, model) for leaf, model in zip(leaves, linear.models, strict=True)}
    return tree_answer(linear.tree, lambda leaf: {**leaf_answer(leaf), "model": model_of[id(leaf)]})


def model_answer(linear: LinearTree, model: LinearModel | Undefined) -> Answer:
    """
    A linear model as its intercept and its slopes by attribute.

    >>> model_answer(LinearTree(Leaf((), ()), (), ()), Undefined("no records"))
    Undefined(why='no records')
    """
    if isinstance(model, Undefined):
        return model
    slopes = {a.name: number(b) for a, b in zip(linear.attributes, model.slopes, strict=True)}
    return {"intercept": number(model.intercept), "slopes": slopes}


def _least_squares(inputs: Given) -> Answer:
    """The linear model of records, each a list of numbers: the intercept, and the slopes in order."""
    rows = [as_rationals(row, f"{inputs.where}, rows") for row in inputs.only("rows", "y").list("rows")]
    model = least_squares(rows, as_rationals(inputs.part("y"), f"{inputs.where}, y"), [Fraction(1)] * len(rows))
    return model if isinstance(model, Undefined) else {"intercept": number(model.intercept), "slopes": tuple(map(number, model.slopes))}


def _predict_linear(inputs: Given, tree: Tree) -> Answer:
    data = data_of(inputs)
    cells = record_of(inputs, data).values
    value = predict_linear(_linear(inputs, tree), {a.name: cell for a, cell in zip(data.attributes, cells, strict=True)})
    return value if isinstance(value, Undefined) else number(value)


GROWING: Mapping[str, Answering] = {
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
    "count_trees": lambda inputs: number(count_trees(data_of(inputs.only("data", "preset")), given_preset(inputs))),
    "count_partitions": lambda inputs: number(count_partitions(data_of(inputs.only("data", "preset")), given_preset(inputs))),
}
"""Growing of trees, by name."""
