"""
Trees over the arrays of the fast engine: leaves and branches whose fields are computed at first use (`dtref.spec.model.later`).

Every test is chosen, and every tie found, when the tree is grown; here the arrays that hold them become exact numbers and tests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import accumulate
from math import lcm
from typing import TypeVar, cast

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from dtref.engines.compiled.cut_surrogates import CutColumns, by_cuts, cut_surrogates
from dtref.engines.compiled.encoding import Coded
from dtref.engines.compiled.kernels.layout import (
    BRANCHES,
    CHILD,
    FIRST,
    LEVEL,
    MULTIWAY,
    NODES,
    START,
    STOP,
    TIED,
    Ints,
    Nodes,
    Rules,
)
from dtref.engines.compiled.node_rows import NodeRow, endings, first_tie, optimum
from dtref.engines.compiled.record_columns import cells_coded, kept_with
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import EmptyBranch, Policy
from dtref.spec.growing.ties import Last
from dtref.spec.model.arrays import ArrayDataSet, DoubleLevels
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.counts import columns, majority
from dtref.spec.model.later import source_of
from dtref.spec.model.optima import EverySubset, Optima, nth_test
from dtref.spec.model.tally import Moments, Tally
from dtref.spec.model.tests import Test, Threshold
from dtref.spec.model.trees import Branch, Gap, GapRule, Label, Leaf, Tree
from dtref.spec.split.candidates import Thresholds
from dtref.spec.split.numeric.learned_direction import toward_more

T = TypeVar("T")

KEPT_VALUES = 2**12
"""So many of the exact values that were made last are kept for other nodes."""


@frozen(eq=False, slots=False)
class Grown:
    """A tree that the kernels have grown: the training set, the policy, and the nodes as arrays; node 0 is the root."""

    data: Coded
    policy: Policy
    nodes: Nodes

    def node(self, t: int) -> Tree:
        """Node t as a leaf or branch, its fields to be computed at first use."""
        row = NodeRow(self, t)
        return Branch.later(row) if self.nodes.table[t, TIED] else Leaf.later(row)

    def counts(self, t: int) -> Tally:
        """The class counts of a node, or the moments of a continuous target."""
        if self.data.exact_weights:
            start, stop = self.nodes.table[t, START : STOP + 1].tolist()
            return tuple(zip(self._classes, (sums[stop] - sums[start] for sums in self._class_sums), strict=True))
        if not isinstance(self.data.data.target, Continuous):
            return self._tally(tuple(self.nodes.counts[t].tolist()))
        return Moments(*self.moments(t))

    def moments(self, t: int) -> tuple[Fraction, ...]:
        """The sums of w, w y and w y^2 of a node, of a continuous target."""
        start, stop = self.nodes.table[t, START : STOP + 1].tolist()
        return tuple(Fraction(sums[stop] - sums[start], denominator) * self.data.unit for sums, denominator in self._sums)

    def labels(self, t: int) -> tuple[Label, ...]:
        """The largest classes of a node, or its mean; where it has no records, those of its parent, or of the root, as the policy says."""
        while t > 0 and self.nodes.table[t, START] == self.nodes.table[t, STOP]:
            t = int(self.parents[t]) if self.policy.empty_branch is EmptyBranch.PARENT_MAJORITY else 0
        if isinstance(counts := self.counts(t), Moments):
            return (counts.total / counts.n,)
        return self._largest(tuple(n for _, n in counts) if self.data.exact_weights else tuple(self.nodes.counts[t].tolist()))

    def means(self, rows: Ints) -> NDArray[np.float64]:
        """The means of some nodes that have records, of a continuous target, as the nearest doubles: whole numbers are divided, once."""
        (weights, _), (totals, denominator) = self._sums[:2]
        bounds = self.nodes.table[rows, START : STOP + 1].tolist()
        means = [(totals[stop] - totals[start]) / ((weights[stop] - weights[start]) * denominator) for start, stop in bounds]
        return np.array(means, np.float64)

    def optima(self, t: int) -> Optima:
        """The optima of an inner node."""
        first, tied = self.nodes.table[t, FIRST : TIED + 1].tolist()
        return tuple(self._test(t, position) for position in range(first, first + tied))

    def endings(self, t: int) -> int:
        """How many ways to go on are as good at a node."""
        return endings(self, t, int(self.nodes.table[t, TIED]), self.data.training.offers)

    def chosen(self, t: int) -> Test:
        """The optimum that the policy's tie rule chooses."""
        return nth_test((self._test(t, self._chosen_optimum(t)),), -1 if self._last else 0)

    def rows_below(self, t: int) -> range:
        """The rows of a node's children."""
        child, branches = self.nodes.table[t, CHILD : BRANCHES + 1].tolist()
        return range(child, child + branches)

    def children(self, t: int) -> tuple[Tree, ...]:
        """The child nodes."""
        return tuple(map(self.node, self.rows_below(t)))

    def gap(self, t: int) -> GapRule:
        """What an inner node does with a record that misses its value: as the policy says, or its surrogates, learned from its records."""
        if isinstance(self.policy.gap, Gap):
            return self.policy.gap
        start, stop = self.nodes.table[t, START : STOP + 1]
        rows = np.sort(self.data.training.entries[0, start:stop] >> self.data.training.bits)
        if self._cut_columns is not None:
            a, lower, _ = self.nodes.optima[self._chosen_optimum(t)].tolist()
            return cut_surrogates(self.policy.gap, self._cut_columns, rows, (a, lower)).chosen(self.policy.tie)[0]
        rules = self._hunt.gap_rules(Node(tuple(rows.tolist()), (), ()), self.chosen(t))
        return rules if isinstance(rules, Gap) else rules.chosen(self.policy.tie)[0]

    def derived(self, derive: Callable[[Grown], T]) -> T:
        """What a function makes of the tree: made once, and kept as long as the tree."""
        if derive not in self._derived:
            self._derived[derive] = derive(self)
        return cast(T, self._derived[derive])

    def first_tie(self) -> int | None:
        """The first inner node in preorder that has several optima; None where there is none."""
        return first_tie(self, self.nodes.table[:, TIED], self.rows_below)

    def has_stuck_leaves(self, rules: Rules) -> bool:
        """Whether no rule that looks at records or level alone made a leaf of some node."""
        table, counts = self.nodes.table[: self.nodes.state[NODES]], self.nodes.counts[: self.nodes.state[NODES]]
        sizes = table[:, STOP] - table[:, START]
        stopped = (table[:, LEVEL] >= rules.levels) | (sizes < rules.rows)
        if isinstance(self.data.data.target, Continuous):
            return bool((~stopped & (table[:, TIED] == 0)).any())
        stopped |= counts.sum(axis=1) < rules.weight
        return bool((~stopped & (table[:, TIED] == 0) & ~(rules.pure & ((counts > 0).sum(axis=1) < 2))).any())

    @cached_property
    def _test(self) -> Callable[[int, int], Test | EverySubset]:
        """The optimum of a node at a position of the array. Those made last are kept, so that a node's test is one of its optima."""
        return lru_cache(KEPT_VALUES)(self._optimum)

    def _optimum(self, t: int, position: int) -> Test | EverySubset:
        a, *ends = self.nodes.optima[position].tolist()
        attribute, multiway = self.data.data.attributes[a], bool(self.data.training.offers[a] == MULTIWAY)
        present = partial(self._present, t, a)
        test = optimum(attribute, self.data.levels[a], self.policy.continuous, (ends[0], ends[1]), multiway=multiway, present=present)
        if self.policy.gap is not Gap.LEARNED or not isinstance(test, Threshold):
            return test
        # no record misses the value: it would go to the branch with more records
        rows = self.data.training.entries[0, slice(*self.nodes.table[t, START : STOP + 1].tolist())] >> self.data.training.bits
        left = self._at_most(a, ends[0], rows)
        return toward_more(test, left, len(rows) - left)

    def _at_most(self, a: int, code: int, rows: Ints) -> int:
        """The number of some records whose value of an attribute of numbers has at most this code."""
        levels, data = self.data.levels[a], self.data.data
        if isinstance(levels, DoubleLevels) and isinstance(data, ArrayDataSet):
            return int(np.count_nonzero(data.columns[a, rows] <= levels.doubles[code]))
        limit = cast(Fraction, levels[code])
        return sum(cast(Fraction, data.records[r].values[a]) <= limit for r in rows.tolist())

    def _present(self, t: int, a: int) -> tuple[str, ...]:
        start, stop = self.nodes.table[t, START : STOP + 1]
        values = cast(Nominal, self.data.data.attributes[a]).values
        return tuple(values[code] for code in np.unique(self.data.training.keys[a, start:stop]).tolist())

    def _chosen_optimum(self, t: int) -> int:
        """The position of the optimum of an inner node that the policy's tie rule chooses."""
        first, tied = self.nodes.table[t, FIRST : TIED + 1].tolist()
        return int(first + (tied - 1 if self._last else 0))

    @cached_property
    def _cut_columns(self) -> CutColumns | None:
        """The columns as surrogates are learned from them; None where that is left to the specification."""
        training, data = self.data.training, self.data.data
        if self.data.exact_weights or not by_cuts(data.attributes, self.policy):
            return None
        if isinstance(data, ArrayDataSet) and data.has_arrays:
            levels = cast("tuple[DoubleLevels, ...]", self.data.levels)
            codes = [np.searchsorted(of.doubles, column) for of, column in zip(levels, data.columns, strict=True)]
        else:
            codes = [of_cells for of_cells, _ in kept_with(data, cells_coded) or ()]
        weights = training.weights if len(training.weights) else np.ones(len(data))
        return CutColumns(np.array(codes), weights.astype(np.int64), lru_cache(KEPT_VALUES)(self._cut))

    def _cut(self, a: int, lower: int, upper: int) -> Test:
        """The cut of a column between two codes."""
        levels, attribute = cast("Sequence[Fraction]", self.data.levels[a]), cast(Continuous, self.data.data.attributes[a])
        return cast(Thresholds, self.policy.continuous).between(attribute, levels[lower], levels[upper], levels)

    @cached_property
    def _hunt(self) -> Hunt:
        return Hunt(self.policy, columns(self.data.data))

    @cached_property
    def parents(self) -> Ints:
        """The row above each row, -1 above the root."""
        return parents_of(self.nodes.table)

    @cached_property
    def _derived(self) -> dict[object, object]:
        return {}

    @cached_property
    def _classes(self) -> tuple[str, ...]:
        return self.data.data.classes

    @cached_property
    def _last(self) -> bool:
        return isinstance(self.policy.tie, Last)

    @cached_property
    def _tally(self) -> Callable[[tuple[int, ...]], Tally]:
        """Counts in units by class. Most nodes of a large tree are small, have the same few counts, and share them."""
        number = lru_cache(KEPT_VALUES)(lambda n: n * self.data.unit)
        return lru_cache(KEPT_VALUES)(lambda counts: tuple(zip(self._classes, map(number, counts), strict=True)))

    @cached_property
    def _largest(self) -> Callable[[tuple[int | Fraction, ...]], tuple[str, ...]]:
        """The classes that have the largest of these counts."""
        return lru_cache(KEPT_VALUES)(lambda counts: tuple(self._classes[j] for j in majority(counts)))

    @cached_property
    def _class_sums(self) -> tuple[list[Fraction], ...]:
        """For each class the running sum of the exact weights, in the order in which nodes are ranges of records."""
        order = (self.data.training.entries[0] >> self.data.training.bits).tolist()
        labels = self.data.training.labels.tolist()
        rows = ((self.data.exact_weights[r] if labels[r] == j else Fraction(0) for r in order) for j in range(len(self._classes)))
        return tuple(list(accumulate(row, initial=Fraction(0))) for row in rows)

    @cached_property
    def _sums(self) -> tuple[tuple[list[int], int], ...]:
        """The running sums of w, w y and w y^2, as integers over a denominator, in the order in which nodes are ranges of records."""
        training = self.data.training
        order = training.entries[0] >> training.bits
        weights = training.weights[order].tolist() if len(training.weights) else [1] * len(order)
        outcomes = [cast(Fraction, y) for y in self.data.outcomes]
        denominator = lcm(*{y.denominator for y in outcomes})
        numbers = [y.numerator * (denominator // y.denominator) for y in outcomes]
        pairs = [(w, numbers[j]) for w, j in zip(weights, training.labels[order].tolist(), strict=True)]
        rows = ((w for w, _ in pairs), (w * y for w, y in pairs), (w * y * y for w, y in pairs))
        return tuple((list(accumulate(row, initial=0)), denominator**power) for power, row in enumerate(rows))


def parents_of(table: Ints) -> Ints:
    """
    For each row of a table of nodes that of its parent, -1 of the root's.

    >>> table = np.zeros((3, 7), np.int32)
    >>> table[0, CHILD], table[0, BRANCHES] = 1, 2
    >>> parents_of(table).tolist()
    [-1, 0, 0]
    """
    parents = np.full(len(table), -1)
    inner = np.flatnonzero(table[:, BRANCHES])
    first, branches = table[inner, CHILD].astype(np.int64), table[inner, BRANCHES].astype(np.int64)
    before = np.cumsum(branches) - branches
    parents[np.repeat(first - before, branches) + np.arange(branches.sum())] = np.repeat(inner, branches)
    return parents


def grown_from(tree: Tree) -> tuple[Grown, int] | None:
    """
    The arrays that a node is a row of, and which row; None for a node that the engine has not grown.

    >>> grown_from(Leaf((), ()))
    """
    source = source_of(tree)
    return (source.grown, source.t) if isinstance(source, NodeRow) and isinstance(source.grown, Grown) else None


_GrownLeaf, _GrownBranch = Leaf, Branch
"""The names in pickles of version 0.1.0 for nodes of a tree that the engine grew."""
