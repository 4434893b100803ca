"""
The best tests at the nodes of a given tree of cuts, by the kernels: all optima of every node, and the records that its own cuts send there.

Nothing of it depends on the optima: a node below a cut that is no optimum is judged by the records that it gets.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import cast

import numpy as np
from attrs import frozen

from dtref.engines.compiled.encoding import Uncovered, nodes_for, root_counts, scratch_for, total_weight
from dtref.engines.compiled.exact_decision import decide_waiting, exact_decision, split_of
from dtref.engines.compiled.grow import Prepared, more_room
from dtref.engines.compiled.kernels.given_nodes import ASKED, BELOW, CODE, best_tests
from dtref.engines.compiled.kernels.layout import (
    ATTRIBUTE,
    BEYOND,
    DONE,
    FIRST,
    LEVEL,
    LOWER,
    NODES,
    START,
    STOP,
    TIED,
    UPPER,
    WAITING,
    Ints,
    Nodes,
)
from dtref.engines.compiled.trees import Grown, parents_of
from dtref.errors import Undefined
from dtref.exact.number import Number
from dtref.spec.growing.policy import Policy, for_training
from dtref.spec.model.counts import Counts, Rows, majority
from dtref.spec.model.optima import Optima
from dtref.spec.model.tally import Tally
from dtref.spec.model.trees import Label
from dtref.spec.split.candidates import Split
from dtref.spec.split.choose import best_or_stuck


@frozen(eq=False, slots=False)
class GivenNodes:
    """
    The nodes of a given tree, by row: their records, counts and optima. tree: its cuts (`dtref.engines.compiled.kernels.given_nodes`).
    """

    tree: Ints
    grown: Grown

    def rows(self, t: int) -> Rows:
        """The records of a node, ascending."""
        training = self.grown.data.training
        entries = training.entries[0, slice(*self._ranges[t])]
        return tuple(np.sort(entries >> training.bits).tolist())

    def size(self, t: int) -> int:
        """The number of records of a node."""
        start, stop = self._ranges[t]
        return stop - start

    def level(self, t: int) -> int:
        """The number of tests above a node."""
        return self._levels[t]

    @property
    def weight(self) -> Fraction:
        """The weight of all records."""
        return total_weight(self.grown.data.training) * self.grown.data.unit

    def statistic(self, t: int) -> Counts:
        """The class counts of a node, or the sums of a continuous target, as `dtref.spec.model.counts.statistic`."""
        return self.grown.moments(t) if self._moments else self._counts[t]

    def tally(self, t: int) -> Tally:
        """The counts of a node by name."""
        return self.grown.counts(t) if self._moments else tuple(zip(self._classes, map(Fraction, self._counts[t]), strict=True))

    def labels(self, t: int) -> tuple[Label, ...]:
        """The largest classes of a node, or its mean; handed down where it has no records."""
        if not self.size(t):
            return self.grown.labels(t)
        if self._moments:
            n, total, _ = self.grown.moments(t)
            return (total / n,)
        return tuple(self._classes[j] for j in majority(self._counts[t]))

    def optima(self, t: int) -> Optima:
        """The best tests at a node; none where it is a leaf."""
        return self.grown.optima(t) if self._tied[t] else ()

    def optima_count(self, t: int) -> int:
        """The number of a node's optima."""
        return self._tied[t]

    def below(self, t: int) -> int:
        """The first child of a node that asks."""
        return self._below[t]

    def value(self, t: int) -> Number:
        """The value of a node's optima."""
        row, unit = self._table[t], self.grown.data.unit
        in_units = split_of(self.grown.data, row, self.grown.nodes.optima[row[FIRST]])
        value = self.grown.policy.criterion(self.statistic(t), tuple(tuple(unit * n for n in branch) for branch in in_units))
        assert not isinstance(value, Undefined), "optima have a value"
        return value

    def split(self, t: int) -> Split:
        """The counts of the branches of a node's own cut."""
        below = self.below(t)
        return self.statistic(below), self.statistic(below + 1)

    def position(self, t: int) -> int | None:
        """The position of a node's own cut among its optima, if it is one: a cut that parts its records at the same place."""
        position = self._positions[t]
        return position if position >= 0 else None

    def parent(self, t: int) -> int:
        """The parent of a node, the root's own row at the root."""
        return self._parents[t]

    def goes_toward_more(self, missing: Ints) -> bool:
        """Whether these branches of missing values, by node (-1: not said), are those with more records, the second of equal ones."""
        said = np.flatnonzero((self.tree[:, ASKED] >= 0) & (missing >= 0))
        sizes, left = self._table[:, STOP] - self._table[:, START], self.tree[said, BELOW]
        return bool((missing[said] == np.where(sizes[left] > sizes[left + 1], 0, 1)).all())

    @cached_property
    def positions(self) -> Ints:
        """For each node the position of its own cut among its optima, -1 where it is none."""
        return positions_among_optima(self.tree, self.grown.nodes)

    @cached_property
    def _table(self) -> Ints:
        return self.grown.nodes.table

    @cached_property
    def _moments(self) -> bool:
        return bool(len(self.grown.data.training.amounts))

    @cached_property
    def _classes(self) -> tuple[str, ...]:
        return self.grown.data.data.classes

    @cached_property
    def _counts(self) -> list[Counts]:
        unit, counts = self.grown.data.unit, self.grown.nodes.counts[: len(self.tree)].tolist()
        return [tuple(row) if unit == 1 else tuple(int(unit * n) for n in row) for row in counts]

    @cached_property
    def _ranges(self) -> list[list[int]]:
        return cast("list[list[int]]", self._table[: len(self.tree), START : STOP + 1].tolist())

    @cached_property
    def _tied(self) -> list[int]:
        return cast("list[int]", self._table[: len(self.tree), TIED].tolist())

    @cached_property
    def _below(self) -> list[int]:
        return cast("list[int]", self.tree[:, BELOW].tolist())

    @cached_property
    def _levels(self) -> list[int]:
        return cast("list[int]", self._table[: len(self.tree), LEVEL].tolist())

    @cached_property
    def _positions(self) -> list[int]:
        return cast("list[int]", self.positions.tolist())

    @cached_property
    def _parents(self) -> list[int]:
        return cast("list[int]", parents_of(self._table[: len(self.tree)]).tolist())


def positions_among_optima(tree: Ints, nodes: Nodes) -> Ints:
    """
    For each node the position of its own cut among its optima, -1 where it is none: an optimum between codes l and u parts the node's
    records like a cut of the same attribute that sends the codes up to c left, where l <= c < u.

    >>> nodes = nodes_for(np.array([1, 1]), 2)
    >>> nodes.table[0, TIED], nodes.optima[0] = 1, (0, 0, 3)
    >>> [positions_among_optima(np.array([[0, code, 1]]), nodes).tolist() for code in (2, 3)]
    [[0], [-1]]
    """
    first, tied = nodes.table[: len(tree), FIRST], nodes.table[: len(tree), TIED]
    # Every optimum beside the node that has it.
    owner = np.repeat(np.arange(len(tree)), tied)
    rank = np.arange(len(owner)) - np.repeat(np.cumsum(tied) - tied, tied)
    optima = nodes.optima[first[owner] + rank]
    asked = tree[owner]
    alike = (optima[:, ATTRIBUTE] == asked[:, ASKED]) & (optima[:, LOWER] <= asked[:, CODE]) & (asked[:, CODE] < optima[:, UPPER])
    positions: Ints = np.full(len(tree), -1)
    positions[owner[alike]] = rank[alike]
    return positions


def given_nodes(problem: Prepared, policy: Policy, tree: Ints, tests: bool = True) -> GivenNodes | Uncovered:
    """
    The nodes of a given tree of cuts of numbers, or of ordinal values, on a prepared training set. tree: a row for each node, the root
    first, both children of a node in neighbouring rows after it; its columns are those of `dtref.engines.compiled.kernels.given_nodes`.
    tests: whether nodes that ask get optima, too. Uncovered also: weights that are not whole, and nodes that must be split.

    >>> from fractions import Fraction
    >>> from dtref.engines.compiled.grow import prepared
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.presets import CART
    >>> x, y = Continuous("x"), Nominal("y", ("-", "+"))
    >>> data = DataSet((x,), y, tuple(Record((Fraction(i),), label) for i, label in enumerate("--+")))
    >>> nodes = given_nodes(prepared(data, CART), CART, np.array([[0, 0, 1], [-1, 0, 0], [-1, 0, 0]]))
    >>> nodes.position(0), [test.upper for test in nodes.optima(0)], nodes.rows(2), nodes.optima(2)[0].cut
    (None, [Fraction(2, 1)], (1, 2), Fraction(3, 2))
    """
    data, rules, training = problem.data, problem.rules, problem.data.training
    if data.unit.denominator != 1 or data.exact_weights or policy.select is best_or_stuck:
        return Uncovered("weights that are not whole, or nodes that must be split")
    # A row for each node, in the order of the tree.
    root = root_counts(training, data.outcomes)
    nodes = nodes_for(root, len(training.labels), len(tree))
    nodes.state[NODES] = len(tree)
    scratch = scratch_for(len(training.labels), len(root), 256)
    while (status := best_tests(training, rules, nodes, scratch, tree, tests)) != DONE:
        if status == BEYOND:
            return Uncovered("more groupings than the limit")
        nodes, scratch = more_room(status, nodes, scratch)
    # The nodes that doubles could not decide.
    decide = exact_decision(for_training(policy, data.data), sum(data.exact_weights) or rules.total)
    for t in nodes.waiting[: nodes.state[WAITING]].tolist():
        decide_waiting(data, nodes, t, decide)
    return GivenNodes(tree, Grown(data, policy, nodes))
