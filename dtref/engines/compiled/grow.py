"""The fast engine: encodes a policy in numbers, runs the kernels to the end, returns the tree they have grown."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import inf

import numpy as np
from attrs import evolve, frozen

from dtref.engines.compiled.covered import beyond, criterion_number, offered, rules_of, widened
from dtref.engines.compiled.encoding import SUM, Coded, Uncovered, coded, nodes_for, root_counts, scratch_for, total_weight
from dtref.engines.compiled.exact_decision import Decide, decide_waiting, exact_decision
from dtref.engines.compiled.kernels.drawn_nodes import grow_drawn_nodes
from dtref.engines.compiled.kernels.layout import (
    BEYOND,
    CUTS,
    DONE,
    GAIN,
    GAIN_RATIO,
    MORE_CONTENDERS,
    MORE_NODES,
    MORE_OPTIMA,
    NEXT,
    NODES,
    OPTIMA,
    START,
    STOP,
    SUBSETS,
    TIED,
    VARIANCE,
    WAITING,
    Ints,
    Nodes,
    Rules,
    Scratch,
    Training,
)
from dtref.engines.compiled.kernels.nodes import GrowNodes, grow_nodes, grow_nodes_by_cuts
from dtref.engines.compiled.reach import reach_of
from dtref.engines.compiled.trees import Grown
from dtref.spec.growing.drawn_order import SeededDraws
from dtref.spec.growing.nearly_pure import NearlyPure
from dtref.spec.growing.policy import Policy, for_training
from dtref.spec.growing.ties import Refuse
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import groupings
from dtref.spec.model.schemes import ignore_progress
from dtref.spec.preparation.missing import keep_missing, refuse_missing
from dtref.spec.split.association import chi_square, g_statistic
from dtref.spec.split.candidates import SubsetSplits
from dtref.spec.split.choose import best_or_stuck
from dtref.spec.split.numeric.single_precision import ThresholdsApart

SMALL_ROOM = 2**12
"""Room for so many nodes, or optima, is nothing beside what asking for it costs; of more, room that may stay unused is small."""


def grown(
    data: DataSet, policy: Policy, progress: Callable[[int], None] = ignore_progress, draws: SeededDraws | None = None
) -> Grown | Uncovered:
    """
    The tree that a policy grows from a data set, or the reason why the fast engine leaves it to the specification.

    progress: called for each finished leaf with its number of records. draws: of nodes that try some columns only. Errors: as for the
    policy's rule for missing values.

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
    if draws is not None and problem.rules.average >= 0:
        return Uncovered("columns drawn at random beside a selection by average gain")
    nodes = _run(problem, _kernel_for(problem, draws), progress)
    if isinstance(nodes, Uncovered):
        return nodes
    _spare(problem.data.training)
    return _checked(Grown(problem.data, policy, nodes), problem.rules)


@frozen(eq=False)
class Prepared:
    """
    A training set in arrays, presorted, and the policy in numbers. The kernels reorder the arrays: they serve once. policy: as it is for
    this training set.
    """

    data: Coded
    rules: Rules
    policy: Policy


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
    # Missing values, and weights, by the policy's rules.
    known = data if policy.missing in (refuse_missing, keep_missing) else policy.missing(data)
    training = policy.weigh(known)
    if training is not data and (why := beyond(training, policy)) is not None:
        return why
    # The candidates that each attribute offers; numbers offer the same.
    numbers = next((offered(policy, attribute) for attribute in training.attributes if isinstance(attribute, Continuous)), CUTS)
    offers = [numbers if isinstance(attribute, Continuous) else offered(policy, attribute) for attribute in training.attributes]
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
    near = [rule.impurity for rule in policy.stop if isinstance(rule, NearlyPure)]
    if near and not is_below_impurities(max(near), encoded):
        return Uncovered("nodes that are nearly pure")
    groupings = _groupings(policy, encoded.training) if SUBSETS in covered else 0
    for_these = for_training(policy, training)
    rules = rules_of(for_these, encoded.unit)._replace(slack=encoded.slack, total=total_weight(encoded.training), groupings=groupings)
    if encoded.wide:
        wide_rules = widened(rules, covered, encoded.slack)
        if isinstance(wide_rules, Uncovered):
            return wide_rules
        rules = wide_rules
    if rules.criterion == VARIANCE and SUBSETS in covered and not _products_fit(encoded):
        return Uncovered("sums of y that are too large to multiply")
    if encoded.unit != 1 and policy.criterion in (chi_square, g_statistic) and (rules.least, rules.least_of_tree) != (-inf, -inf):
        return Uncovered("an improvement that grows with the weights, of weights in another unit than 1")
    return Prepared(encoded, rules, for_these)


def is_below_impurities(limit: Fraction, encoded: Coded) -> bool:
    """
    Whether every impurity at nodes that are not pure is above a limit, in Gini or bits, or in squared units of the target.

    Of W units of weight: 2 (W - 1)/W^2 is the least Gini index, which is at least 1/W, and entropy is more. Two values that are d apart
    have a variance of (W - 1)/W^2 d^2 at least, which is at least d^2/(2W).
    """
    units = Fraction(float(total_weight(encoded.training)))
    if encoded.slack and not isinstance(encoded.data.target, Continuous):
        return False
    if not isinstance(encoded.data.target, Continuous):
        return limit * units < 1
    values = [value for value in encoded.outcomes if isinstance(value, Fraction)]
    nearest = min((b - a for a, b in pairwise(values)), default=Fraction(1))
    return 2 * limit * units < nearest * nearest


def _groupings(policy: Policy, training: Training) -> int:
    """The most groupings that are tried at a node."""
    most = int(training.values[training.offers == SUBSETS].max(initial=0))
    return min(groupings(most), policy.nominal.limit) if isinstance(policy.nominal, SubsetSplits) else 0


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


def _spare(training: Training) -> None:
    """Leaves in memory what a tree still needs: the order of the records, and the values at each node where groupings are offered."""
    _resized(training.entries, 1)
    _resized(training.reach, 0)
    if SUBSETS not in training.offers:
        _resized(training.keys, 0)


@frozen(eq=False)
class Kernel:
    """A kernel that grows nodes, and whether all candidates are cuts."""

    run: GrowNodes
    narrow: bool


def _kernel_for(problem: Prepared, draws: SeededDraws | None) -> Kernel:
    """The kernel that grows the nodes of a problem, with what it draws."""
    training = problem.data.training
    only_cuts = problem.rules.average < 0 and not np.count_nonzero(training.offers != CUTS)
    if draws is None:
        return Kernel(grow_nodes_by_cuts if only_cuts else grow_nodes, only_cuts)
    drawn = np.array([draws.seed, draws.tried, *[0] * (2 * len(training.keys))], np.int64)

    def run(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, decided: Ints) -> int:
        return grow_drawn_nodes(training, rules, nodes, scratch, decided, drawn)

    return Kernel(run, False)


def _run(problem: Prepared, kernel: Kernel, progress: Callable[[int], None]) -> Nodes | Uncovered:
    """
    Runs a kernel to the end: gives it longer arrays where it asks, and decides exactly where it leaves a node waiting.

    It pauses so often that Python sees in time whether it is to stop.
    """
    data, rules, training = problem.data, problem.rules, problem.data.training
    root = root_counts(training, data.outcomes)
    nodes = nodes_for(root, len(training.labels), narrow=kernel.narrow)
    scratch = scratch_for(len(training.labels), len(root), 256)
    decide: Decide | None = None
    decided = nodes.waiting[:0].copy()
    while True:
        grown_before = int(nodes.state[NEXT])
        status = kernel.run(training, rules, nodes, scratch, decided)
        if status == BEYOND:
            return Uncovered("more groupings than the limit")
        _tell_leaves(nodes.table[grown_before : nodes.state[NEXT]], progress)
        if status != DONE:
            nodes, scratch = more_room(status, nodes, scratch)
            continue
        # The nodes that doubles could not decide.
        waiting = nodes.waiting[: nodes.state[WAITING]].copy()
        if not len(waiting):
            return _without_room(nodes)
        nodes.state[WAITING] = 0
        decide = decide or exact_decision(problem.policy, sum(data.exact_weights) or rules.total)
        for t in waiting.tolist():
            decide_waiting(data, nodes, t, decide)
        _tell_leaves(nodes.table[waiting], progress)
        decided = waiting[nodes.table[waiting, TIED] > 0]


def _tell_leaves(rows: Ints, progress: Callable[[int], None]) -> None:
    """Reports the leaves among nodes that are finished, or wait to be decided."""
    if progress is not ignore_progress:
        leaves = rows[rows[:, TIED] == 0]
        for size in (leaves[:, STOP] - leaves[:, START]).tolist():
            progress(size)


def more_room(status: int, nodes: Nodes, scratch: Scratch) -> tuple[Nodes, Scratch]:
    """The arrays, those that are too short with more room; after a pause as they are."""
    if status == MORE_CONTENDERS:
        room = 2 * len(scratch.highs)
        longer = scratch_for(0, scratch.lefts.shape[1], room)
        return nodes, longer._replace(left=scratch.left, sides=scratch.sides, keys=scratch.keys, entries=scratch.entries)
    if status == MORE_NODES:
        # A binary tree has fewer than two nodes for each record.
        records, room = int(nodes.table[0, STOP]), len(nodes.table)
        more = min(_checked_room(room + max(room // 2, SMALL_ROOM)), 2 * records) if room < 2 * records else _checked_room(2 * room)
        for array in (nodes.table, nodes.counts):
            _resized(array, more)
    elif status == MORE_OPTIMA:
        room = len(nodes.optima)
        _resized(nodes.optima, _checked_room(room + max(room // 16, min(room, SMALL_ROOM))))
        _resized(nodes.waiting, _checked_room(max(len(nodes.waiting), 2 * int(nodes.state[WAITING]))))
    return nodes, scratch


def _checked_room(room: int) -> int:
    """The room. Errors: MemoryError where positions in it would not fit 32 bits."""
    if room >= 2**31:
        raise MemoryError("2^31 nodes, or tied tests, and more")
    return room


def _without_room(nodes: Nodes) -> Nodes:
    """The nodes of a tree that is grown, in no more memory than they need."""
    for array, used in ((nodes.table, NODES), (nodes.counts, NODES), (nodes.optima, OPTIMA), (nodes.waiting, WAITING)):
        _resized(array, int(nodes.state[used]))
    return nodes


def _resized(array: Ints, rows: int) -> None:
    """Gives an array another length, where it is: no second one is needed meanwhile. What is new is 0."""
    array.resize((rows, *array.shape[1:]), refcheck=False)
