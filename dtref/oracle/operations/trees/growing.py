"""Operations that grow trees: candidates and best tests at the root, the tree of a preset, its predictions, the number of tied trees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from attrs import evolve

from dtref.engines.filter.filtered import filtered_hunt, grow, trees
from dtref.engines.tied_trees import count_partitions, count_trees
from dtref.errors import Undecided, Undefined
from dtref.exact.least_squares import LinearModel, least_squares
from dtref.exact.number import Exact, number
from dtref.oracle.operations.answer_kinds import AS_IT_IS, NUMBERS_ANSWER, PREDICTION_ANSWER, TREE_ANSWER, list_answer, parts_answer
from dtref.oracle.operations.answers import Answer, leaf_answer, optima_answer, tree_answer
from dtref.oracle.operations.data_kinds import A_RECORD, AN_ATTRIBUTE, PRESET_ON_DATA
from dtref.oracle.operations.draws import GivenJson, lists_of, pairs_of, whole_numbers
from dtref.oracle.operations.kinds import RATIONALS, list_kind
from dtref.oracle.operations.operation import AnswerKind, Operation, asks, declarations, each, jointly
from dtref.oracle.operations.tree_inputs import OF_PRESET
from dtref.oracle.operations.trees.splits import candidates_answer
from dtref.spec.growing.linear_leaves import LinearTree, fit_leaves, predict_linear
from dtref.spec.growing.policy import Decision, Policy, offer_for
from dtref.spec.model.counts import count_table, statistic
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import Prediction, predictor
from dtref.spec.model.trees import Leaf, Tree, nodes, squared_error, training_errors

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_MOST_TREES = 1000


def _best_tests(data: DataSet, policy: Policy) -> Decision:
    """The best tests at the root and their value of the criterion; no tests where the root is a leaf."""
    recursion = filtered_hunt(data, policy)
    return recursion.decide(recursion.root())


def _best_answer(decision: Decision) -> Answer:
    value = {} if decision.value is None else {"value": decision.value}
    return {**value, **optima_answer(decision.optima, "tests", or_leaf=decision.leaf is not None)}


def _candidates(data: DataSet, policy: Policy, attribute: str) -> Answer:
    """Every candidate of an attribute at the root (golden/TIES.md): its test, the class counts of its branches, the criterion's value."""
    recursion = filtered_hunt(data, policy)
    coded, all_records = recursion.columns, recursion.root().records
    a = recursion.training.column(attribute)
    plain_criterion = evolve(policy.criterion, reduces=False)  # an impurity's reduction would let candidates be skipped that cannot be best
    offered = offer_for(policy, recursion.training.attributes[a])(count_table(coded, a, all_records), plain_criterion)
    return candidates_answer(offered, policy.criterion, statistic(coded, all_records))


def _trees(data: DataSet, policy: Policy) -> Sequence[Tree]:
    """Every tree that choices among tied tests lead to. Errors: Undecided past `_MOST_TREES` trees."""
    tied_trees = tuple(islice(trees(data, policy), _MOST_TREES + 1))
    if len(tied_trees) > _MOST_TREES:
        raise Undecided("every tree", f"{_MOST_TREES} trees", len(tied_trees))
    return tied_trees


def _predict(data: DataSet, policy: Policy, record: Record) -> Prediction:
    """The labels and class shares for one record, from the tree of a preset on a data set."""
    return predictor(grow(data, policy), data.attributes)(record)


def _linear(tree: Tree, data: DataSet, policy: Policy) -> LinearTree:
    """The tree, each leaf with its linear model."""
    return fit_leaves(tree, filtered_hunt(data, policy).training)


def _linear_answer(linear: LinearTree) -> Answer:
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


def _least_squares(rows: Sequence[Sequence[Fraction]], y: Sequence[Fraction]) -> LinearModel | Undefined:
    return least_squares(rows, y, [Fraction(1)] * len(rows))


def _predict_linear(tree: Tree, data: DataSet, policy: Policy, record: Record) -> Exact | Undefined:
    linear = _linear(tree, data, policy)
    return predict_linear(linear, {a.name: cell for a, cell in zip(data.attributes, record.values, strict=True)})


def _drawn_rows() -> SearchStrategy[GivenJson]:
    """Records of two numbers, with a number to predict."""
    records = lists_of(pairs_of(pairs_of(whole_numbers(-3, 3), whole_numbers(0, 2)), whole_numbers(-4, 4)), 1, 5)
    return records.map(lambda pairs: {"rows": [list(numbers) for numbers, _ in pairs], "y": [y for _, y in pairs]})


_ROWS = jointly(each(rows=list_kind(RATIONALS, "the numbers of each record"), y=RATIONALS), _drawn_rows)
_MODEL = parts_answer("a linear model", "intercept", slopes=NUMBERS_ANSWER)
_BEST = AnswerKind("the best `tests`, their `value`, `or_leaf`", _best_answer)
_CANDIDATES = AS_IT_IS.named("a list, each a candidate: `test`, `children`, `value`")
_TREES = list_answer(AnswerKind[Tree]("a tree", lambda tree: tree_answer(tree, optima=False)), "trees")

GROWING: Mapping[str, Operation] = declarations(
    asks("candidates", _candidates, PRESET_ON_DATA, answer=_CANDIDATES, attribute=AN_ATTRIBUTE),
    asks("best_tests", _best_tests, PRESET_ON_DATA, answer=_BEST),
    asks("grow", grow, PRESET_ON_DATA, answer=TREE_ANSWER),
    asks("trees", _trees, PRESET_ON_DATA, answer=_TREES),
    asks("predict", _predict, PRESET_ON_DATA, answer=PREDICTION_ANSWER, record=A_RECORD),
    asks("training_errors", training_errors, OF_PRESET),
    asks("squared_error", squared_error, OF_PRESET),
    asks("least_squares", _least_squares, _ROWS, answer=_MODEL),
    asks("grow_linear", _linear, OF_PRESET, PRESET_ON_DATA, answer=AnswerKind("the tree, each leaf with its `model`", _linear_answer)),
    asks("predict_linear", _predict_linear, OF_PRESET, PRESET_ON_DATA, record=A_RECORD),
    asks("count_trees", count_trees, PRESET_ON_DATA),
    asks("count_partitions", count_partitions, PRESET_ON_DATA),
)
"""Growing of trees, by name."""
