"""Trees over the arrays of the kernels for missing values: fields are computed at first use (`dtref.spec.model.later`)."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, lru_cache, partial
from typing import Self, cast

import numpy as np
from attrs import evolve, frozen

from dtref.engines.compiled.cut_surrogates import CutColumns, CutTest, by_cuts, cut_surrogates
from dtref.engines.compiled.gaps.coding import GapCoded
from dtref.engines.compiled.gaps.exact_parts import EnclosedParts, ExactParts
from dtref.engines.compiled.kernels.gap_layout import (
    BRANCHES,
    CHILD,
    FIRST,
    LEVEL,
    PARENT,
    SIZE,
    START,
    STOP,
    TALLIES,
    TALLY,
    TIED,
    GapNodes,
)
from dtref.engines.compiled.kernels.layout import ATTRIBUTE, LOWER, MULTIWAY, UPPER
from dtref.engines.compiled.node_rows import NodeRow, endings, first_tie, optimum
from dtref.engines.filter.filtered import filtered_hunt
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import EmptyBranch, Policy
from dtref.spec.growing.ties import Last
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.counts import labels_of
from dtref.spec.model.optima import EverySubset, Optima, nth_test
from dtref.spec.model.tally import Tally
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Branch, Gap, GapRule, Label, Leaf, Tree


@frozen(eq=False, slots=False)
class GapGrown:
    """
    A tree that the kernels grow from data with missing values; node 0 is the root. policy: without its rule before growing, whose result
    the data is.
    """

    data: GapCoded
    policy: Policy
    nodes: GapNodes
    exact: ExactParts
    enclosed: EnclosedParts

    def over(self, nodes: GapNodes) -> Self:
        """The same tree over longer arrays."""
        if nodes is self.nodes:
            return self
        return evolve(self, nodes=nodes, exact=evolve(self.exact, nodes=nodes), enclosed=evolve(self.enclosed, nodes=nodes))

    def node(self, t: int) -> Tree:
        """Node t as a leaf or branch, its fields to be computed at first use."""
        row = NodeRow(self, t)
        return Branch.later(row) if self.nodes.table[t, TIED] > 0 else Leaf.later(row)

    def counts(self, t: int) -> Tally:
        """The class counts of a node, by class."""
        return tuple(zip(self.data.data.classes, self.weights(t), strict=True))

    def weights(self, t: int) -> tuple[Fraction, ...]:
        """The weight of each class at a node."""
        return tuple(self.data.unit * n for n in self.exact.counts(t))

    def labels(self, t: int) -> tuple[Label, ...]:
        """The largest classes of a node; where it has no records, those of its parent, or of the root, as the policy says."""
        while t > 0 and self.nodes.table[t, SIZE] == 0:
            t = self.parent(t) if self.policy.empty_branch is EmptyBranch.PARENT_MAJORITY else 0
        # A class is out where bounds say so, and as good as another that has as much in each group.
        bounds = self.enclosed.counts(t)
        greatest = max(low for low, _ in bounds)
        first, number = self.nodes.table[t, TALLY : TALLIES + 1].tolist()
        rows = self.nodes.tally[first : first + number, 1:].T.tolist()
        open_classes = [j for j, (_, high) in enumerate(bounds) if high >= greatest]
        if all(rows[j] == rows[open_classes[0]] for j in open_classes):
            return tuple(self.data.data.classes[j] for j in open_classes)
        return labels_of(self.data.data.target, self.weights(t))

    def optima(self, t: int) -> Optima:
        """The optima of an inner node."""
        first, tied = self.nodes.table[t, FIRST : TIED + 1].tolist()
        return tuple(self.test(t, candidate) for candidate in self.nodes.optima[first : first + tied].tolist())

    def endings(self, t: int) -> int:
        """How many ways to go on are as good at a node."""
        return endings(self, t, int(self.nodes.table[t, TIED]), self.data.training.offers)

    def chosen(self, t: int) -> Test:
        """The optimum that the policy's tie rule chooses."""
        return nth_test((self.test(t, self._chosen_optimum(t)),), -1 if isinstance(self.policy.tie, Last) else 0)

    def _chosen_optimum(self, t: int) -> list[int]:
        """The same, as the kernels have it."""
        first, tied = self.nodes.table[t, FIRST : TIED + 1].tolist()
        chosen: list[int] = self.nodes.optima[first + (tied - 1 if isinstance(self.policy.tie, Last) else 0)].tolist()
        return chosen

    @cached_property
    def _cut_columns(self) -> CutColumns | None:
        """The columns as surrogates are learned from them; None where that is left to the specification."""
        training, data = self.data.training, self.data.data
        if not by_cuts(data.attributes, self.policy):
            return None
        cut = lru_cache(2**12)(lambda a, lower, upper: self.test(0, [a, lower, upper]))
        return CutColumns(training.codes, training.weights.astype(np.int64), cast(CutTest, cut))

    def _in_full(self, t: int) -> bool:
        """Whether all records of a node are there in full."""
        first, number = self.nodes.table[t, TALLY : TALLIES + 1].tolist()
        return not self.nodes.tally[first : first + number, 0].any()

    def parent(self, t: int) -> int:
        """The parent of a node that is not the root."""
        return int(self.nodes.table[t, PARENT])

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
        if self._cut_columns is not None and self._in_full(t):
            a, lower, _ = self._chosen_optimum(t)
            rows = self.nodes.rows[self.nodes.table[t, START] : self.nodes.table[t, STOP], 0]
            return cut_surrogates(self.policy.gap, self._cut_columns, rows, (a, lower)).chosen(self.policy.tie)[0]
        rules = self.hunt.gap_rules(self.as_node(t), self.chosen(t))
        return rules if isinstance(rules, Gap) else rules.chosen(self.policy.tie)[0]

    def as_node(self, t: int) -> Node:
        """A node that is no leaf as the specification has it."""
        start, stop = self.nodes.table[t, START], self.nodes.table[t, STOP]
        usable = tuple(range(len(self.data.levels)))
        rows = tuple(self.nodes.rows[start:stop, 0].tolist())
        return Node(rows, usable, (), self.parts_of_records(t), int(self.nodes.table[t, LEVEL]))

    def parts_of_records(self, t: int) -> tuple[Fraction, ...] | None:
        """How much of each record of a node is there; None where all are in full."""
        first, number = self.nodes.table[t, TALLY], int(self.nodes.table[t, TALLIES])
        parts = [self.exact.part(g) for g in self.nodes.tally[first : first + number, 0].tolist()]
        if all(part == 1 for part in parts):
            return None
        start, stop = self.nodes.table[t, START], self.nodes.table[t, STOP]
        return tuple(parts[row] for row in (self.nodes.rows[start:stop, 1] - first).tolist())

    def first_tie(self) -> int | None:
        """The first inner node in preorder that has several optima; None where there is none."""
        return first_tie(self, self.nodes.table[:, TIED], self.rows_below)

    def test(self, t: int, candidate: list[int]) -> Test | EverySubset:
        """A candidate of a node as a test."""
        a, ends = candidate[ATTRIBUTE], (candidate[LOWER], candidate[UPPER])
        attribute, multiway = self.data.data.attributes[a], bool(self.data.training.offers[a] == MULTIWAY)
        present = partial(self._present, t, a)
        return optimum(attribute, self.data.levels[a], self.policy.continuous, ends, multiway=multiway, present=present)

    @cached_property
    def hunt(self) -> Hunt:
        """The specification's recursion for the data."""
        return filtered_hunt(self.data.data, self.policy)

    def _present(self, t: int, a: int) -> tuple[str, ...]:
        records = self.nodes.rows[self.nodes.table[t, START] : self.nodes.table[t, STOP], 0]
        codes = np.unique(self.data.training.codes[a, records])
        values = cast(Nominal, self.data.data.attributes[a]).values
        return tuple(values[code] for code in codes.tolist() if code >= 0)
