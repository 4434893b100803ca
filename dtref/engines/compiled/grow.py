"""The fast engine: encodes a policy in numbers, runs the kernels to the end, returns the tree they have grown."""

from __future__ import annotations

from math import inf

import numpy as np
from attrs import evolve, frozen

from dtref.engines.compiled.covered import beyond, criterion_number, offered, rules_of, widened
from dtref.engines.compiled.encoding import SUM, Coded, Uncovered, coded, nodes_for, root_counts, scratch_for, total_weight
from dtref.engines.compiled.exact_decision import decide_waiting, exact_decision
from dtref.engines.compiled.kernels.layout import (
    BEYOND,
    CUTS,
    DONE,
    GAIN,
    GAIN_RATIO,
    MORE_CONTENDERS,
    MORE_NODES,
    SUBSETS,
    TIED,
    VARIANCE,
    WAITING,
    Ints,
    Nodes,
    Rules,
    Scratch,
)
from dtref.engines.compiled.kernels.nodes import grow_nodes, grow_nodes_by_cuts
from dtref.engines.compiled.reach import reach_of
from dtref.engines.compiled.trees import Grown
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.ties import Refuse
from dtref.spec.model.data import DataSet
from dtref.spec.preparation.missing import keep_missing, refuse_missing
from dtref.spec.split.association import chi_square, g_statistic
from dtref.spec.split.choose import best_or_stuck
from dtref.spec.split.numeric.single_precision import ThresholdsApart


def grown(data: DataSet, policy: Policy) -> Grown | Uncovered:
    """
    The tree that a policy grows from a data set, or the reason why the fast engine leaves it to the specification.

    Errors: as for the policy's rule for missing values.

    >>> from fractions import Fraction
    >>> from dtref.spec.presets import CART, CHAID
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((Continuous("x"),), Nominal("y", ("-", "+")), (Record((Fraction(7),), "+"), Record((Fraction(5),), "-")))
    >>> grown(data, CART).node(0).test.cut, grown(data, CHAID)
    (Fraction(6, 1), Uncovered(why='selection'))
    """
    problem = prepared(data, policy)
    if isinstance(problem, Uncovered):
        return problem
    nodes = _run(problem, policy)
    if isinstance(nodes, Uncovered):
        return nodes
    return _checked(Grown(_spared(problem.data, SUBSETS in problem.data.training.offers), policy, nodes), problem.rules)


@frozen(eq=False)
class Prepared:
    """A training set in arrays, presorted, and the policy in numbers. The kernels reorder the arrays: they serve once."""

    data: Coded
    rules: Rules


def prepared(data: DataSet, policy: Policy) -> Prepared | Uncovered:
    """
    A data set and a policy for the kernels, or the reason why the fast engine leaves them to the specification.

    Errors: as for the policy's rule for missing values.

    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.presets import CART
    >>> prepared(DataSet((Continuous("x"),), Nominal("y", ("-",)), ()), CART)
    Uncovered(why='no records or no attributes')
    """
    if (why := beyond(data, policy)) is not None:
        return why
    # Missing values, by the policy's rule.
    training = data if policy.missing in (refuse_missing, keep_missing) else policy.missing(data)
    if training is not data and (why := beyond(training, policy)) is not None:
        return why
    # The candidates that each attribute offers.
    offers = [offered(policy, attribute) for attribute in training.attributes]
    covered = [o for o in offers if not isinstance(o, Uncovered)]
    if len(covered) < len(offers):
        return next(o for o in offers if isinstance(o, Uncovered))
    # The data in arrays, on which the kernels run.
    encoded = coded(training, covered, criterion_number(policy.criterion) in (GAIN, GAIN_RATIO))
    if isinstance(encoded, Uncovered):
        return encoded
    if isinstance(policy.continuous, ThresholdsApart):
        reach = reach_of(encoded.levels, policy.continuous.apart)
        if isinstance(reach, Uncovered):
            return reach
        encoded = evolve(encoded, training=encoded.training._replace(reach=reach))
    rules = rules_of(policy, encoded.unit)._replace(slack=encoded.slack, total=total_weight(encoded.training))
    if encoded.wide:
        wide_rules = widened(rules, covered, encoded.slack)
        if isinstance(wide_rules, Uncovered):
            return wide_rules
        rules = wide_rules
    if rules.criterion == VARIANCE and (rules.improve or SUBSETS in covered) and not _products_fit(encoded):
        return Uncovered("sums of y that are too large to multiply")
    if encoded.unit != 1 and policy.criterion in (chi_square, g_statistic) and (rules.least, rules.least_of_tree) != (-inf, -inf):
        return Uncovered("an improvement that grows with the weights, of weights in another unit than 1")
    return Prepared(encoded, rules)


def _checked(tree: Grown, rules: Rules) -> Grown | Uncovered:
    """The tree, if the policy accepts all its nodes. Errors: Invalid for the first tie, in preorder, that the tie rule refuses."""
    if tree.policy.select is best_or_stuck and tree.has_stuck_leaves(rules):
        return Uncovered("a node that must be split, and offers no test")
    if isinstance(tree.policy.tie, Refuse) and (t := tree.first_tie()) is not None:
        tree.policy.tie.pick(tree.optima(t))
    return tree


def _products_fit(data: Coded) -> bool:
    """Whether amounts are exact, and products of their sums with numbers of records fit an int64."""
    return data.slack == 0 and sum(map(abs, data.training.amounts.tolist())) * total_weight(data.training) <= SUM


def _spared(data: Coded, groupings: bool) -> Coded:
    """The parts of the lists that a tree still needs: the order of the records, and the values at each node where groupings are offered."""
    training = data.training
    keys = training.keys if groupings else training.keys[:, :0].copy()
    return evolve(data, training=training._replace(keys=keys, entries=training.entries[:1].copy()))


def _run(problem: Prepared, policy: Policy) -> Nodes | Uncovered:
    """Runs the kernels to the end: gives them longer arrays where they ask, and decides exactly where they leave a node waiting."""
    data, rules, training = problem.data, problem.rules, problem.data.training
    root = root_counts(training, data.outcomes)
    nodes = nodes_for(root, len(training.labels))
    scratch = scratch_for(len(training.labels), len(root), 256)
    decide = exact_decision(policy, sum(data.exact_weights) or rules.total)
    decided = np.zeros(0, np.int64)
    run = grow_nodes_by_cuts if rules.average < 0 and (training.offers == CUTS).all() else grow_nodes
    while True:
        status = run(training, rules, nodes, scratch, decided)
        if status == BEYOND:
            return Uncovered("more groupings than the limit")
        if status != DONE:
            nodes, scratch = more_room(status, nodes, scratch)
            continue
        # The nodes that doubles could not decide.
        waiting = nodes.waiting[: nodes.state[WAITING]].copy()
        if not len(waiting):
            return nodes
        nodes.state[WAITING] = 0
        for t in waiting.tolist():
            decide_waiting(data, nodes, t, decide)
        decided = waiting[nodes.table[waiting, TIED] > 0]


def more_room(status: int, nodes: Nodes, scratch: Scratch) -> tuple[Nodes, Scratch]:
    """The arrays, those that are too short at twice the length."""
    if status == MORE_CONTENDERS:
        room = 2 * len(scratch.highs)
        longer = scratch_for(0, scratch.lefts.shape[1], room)
        return nodes, longer._replace(left=scratch.left, sides=scratch.sides, keys=scratch.keys, entries=scratch.entries)
    if status == MORE_NODES:
        return nodes._replace(table=_twice(nodes.table), counts=_twice(nodes.counts), waiting=_twice(nodes.waiting)), scratch
    return nodes._replace(optima=_twice(nodes.optima)), scratch


def _twice(array: Ints) -> Ints:
    longer = np.zeros((2 * len(array), *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer
