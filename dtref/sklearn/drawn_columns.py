"""
Trees whose nodes try some columns only, drawn at random; and samples of records, as weights.

A node draws columns until it has as many as it tries, and goes on while all of them are constant there, as scikit-learn does; among those
drawn ties are decided by the tie rule, in the order of the columns.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from attrs import evolve

from dtref.engines.choice import grow, has_gaps, is_installed
from dtref.engines.compiled.kernels.layout import Ints
from dtref.engines.filter.filtered import filtered_hunt
from dtref.spec.growing.drawn_order import SeededDraws
from dtref.spec.growing.hunt import Hunt, Node, grow_tree
from dtref.spec.growing.policy import Decision, Policy
from dtref.spec.model.arrays import ColumnDataSet
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Tree


def grow_with_draws(data: DataSet, policy: Policy, seed: int) -> Tree:
    """
    The tree that a policy grows, each of its nodes trying columns that a seed draws (`dtref.spec.growing.drawn_order`); by the fast engine
    where that covers the rest of the policy, else by the specification: the same tree.

    >>> from dtref.spec.growing.draws import Draws
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> [grow_with_draws(parity(2), evolve(CART, draws=Draws(1)), seed).test.attribute.name for seed in range(4)]
    ['x1', 'x2', 'x1', 'x2']
    """
    columns = len(data.attributes)
    tried = columns if policy.draws is None else policy.draws.of(columns)
    if tried == columns:
        return grow(data, evolve(policy, draws=None))
    draws, unpruned = SeededDraws(seed, tried), evolve(policy, draws=None, pruning=())
    tree = _fast_tree(data, unpruned, draws) if is_installed() and not has_gaps(data) else None
    tree = tree or specified_draws(data, unpruned, draws)
    for prune in policy.pruning:
        tree = prune(tree, data)
    return tree


def _fast_tree(data: DataSet, policy: Policy, draws: SeededDraws) -> Tree | None:
    """The tree by the compiled engine; None where that doesn't cover it."""
    from dtref.engines.compiled.encoding import Uncovered
    from dtref.engines.compiled.grow import grown

    found = grown(data, policy, draws=draws)
    return None if isinstance(found, Uncovered) else found.node(0)


def specified_draws(data: DataSet, policy: Policy, draws: SeededDraws) -> Tree:
    """
    The tree by the recursion of the specification.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> specified_draws(parity(2), CART, SeededDraws(1, 1))
    <Branch on x2 (0 2, 1 2)>
    """
    recursion, columns = filtered_hunt(data, policy), len(data.attributes)

    def decide(node: Node) -> Decision:
        rows = node.records.rows
        if not rows:
            return recursion.decide(node)
        drawn = draws.of_node(min(rows), len(rows), columns, lambda column: _is_constant(recursion, node, column))
        return recursion.decide(evolve(node, usable=tuple(a for a in node.usable if a in drawn)))

    return grow_tree(recursion, decide, policy.tie)


def _is_constant(recursion: Hunt, node: Node, column: int) -> bool:
    """Whether all records of a node have one value of a column, or none has one."""
    codes = recursion.columns.codes[column]
    return len({codes[r] for r in node.records.rows}) < 2


def sampled_records(data: DataSet, times: Ints) -> DataSet:
    """
    The records that were drawn, each weighing as often as it was. times: how often, for each record.

    >>> from dtref.spec.views.shape import parity
    >>> [record.weight for record in sampled_records(parity(1), np.array([0, 2]))]
    [Fraction(2, 1)]
    """
    kept = np.flatnonzero(times)
    if isinstance(data, ColumnDataSet) and data.has_arrays:
        weights = times[kept] * (data.weights[kept] if len(data.weights) else 1)
        return data.weighed(kept, np.zeros(0, np.int64) if (weights == 1).all() else weights, data.unit)
    records = data.records
    drawn = (evolve(records[i], weight=records[i].weight * Fraction(int(times[i]))) for i in kept.tolist())
    return DataSet(data.attributes, data.target, tuple(drawn))
