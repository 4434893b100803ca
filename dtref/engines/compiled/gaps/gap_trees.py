"""Trees over the arrays of the kernels for missing values: fields are computed at first use (`dtref.spec.model.later`)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, Self, cast

import numpy as np
from attrs import evolve, frozen

from dtref.engines.compiled.gaps.coding import GapCoded
from dtref.engines.compiled.gaps.exact_parts import EnclosedParts, ExactParts
from dtref.engines.compiled.kernels.gap_layout import (
    BRANCHES,
    CHILD,
    FIRST,
    LEVEL,
    NODES,
    PARENT,
    SIZE,
    START,
    STOP,
    TALLIES,
    TALLY,
    TIED,
    GapNodes,
)
from dtref.engines.compiled.kernels.layout import ATTRIBUTE, EVERY, LOWER, MULTIWAY, UPPER
from dtref.engines.filter.filtered import filtered_hunt
from dtref.spec.growing.hunt import Hunt, Node, labels_of
from dtref.spec.growing.policy import EmptyBranch, Policy
from dtref.spec.growing.ties import Last
from dtref.spec.model.attributes import Continuous, Nominal, Ordinal
from dtref.spec.model.counts import Counts
from dtref.spec.model.optima import EverySubset, Optima, count_tests, nth_test, subset
from dtref.spec.model.schemes import walk
from dtref.spec.model.tally import Tally
from dtref.spec.model.tests import Multiway, OrdinalCut, Test
from dtref.spec.model.trees import Branch, Gap, GapRule, Label, Leaf, Tree
from dtref.spec.split.candidates import Thresholds


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
        row = _Row(self, t)
        return Branch.later(row) if self.nodes.table[t, TIED] > 0 else Leaf.later(row)

    def sizes_of_leaves(self) -> list[int]:
        """The number of records of each leaf."""
        table = self.nodes.table[: self.nodes.state[NODES]]
        return cast("list[int]", table[table[:, TIED] == 0, SIZE].tolist())

    def counts(self, t: int) -> Counts:
        """The class counts of a node."""
        return tuple(self.data.unit * n for n in self.exact.counts(t))

    def labels(self, t: int) -> tuple[Label, ...]:
        """The largest classes of a node; where it has no records, those of its parent, or of the root, as the policy says."""
        while t > 0 and self.nodes.table[t, SIZE] == 0:
            t = int(self.nodes.table[t, PARENT]) if self.policy.empty_branch is EmptyBranch.PARENT_MAJORITY else 0
        # A class is out where bounds say so, and as good as another that has as much in each group.
        bounds = self.enclosed.counts(t)
        greatest = max(low for low, _ in bounds)
        first, number = self.nodes.table[t, TALLY : TALLIES + 1].tolist()
        rows = self.nodes.tally[first : first + number, 1:].T.tolist()
        open_classes = [j for j, (_, high) in enumerate(bounds) if high >= greatest]
        if all(rows[j] == rows[open_classes[0]] for j in open_classes):
            return tuple(self.data.data.classes[j] for j in open_classes)
        return labels_of(self.data.data.target, self.counts(t))

    def optima(self, t: int) -> Optima:
        """The optima of an inner node."""
        first, tied = self.nodes.table[t, FIRST : TIED + 1].tolist()
        return tuple(self.test(t, candidate) for candidate in self.nodes.optima[first : first + tied].tolist())

    def chosen(self, t: int) -> Test:
        """The optimum that the policy's tie rule chooses."""
        first, tied = self.nodes.table[t, FIRST : TIED + 1].tolist()
        last = isinstance(self.policy.tie, Last)
        return nth_test((self.test(t, self.nodes.optima[first + (tied - 1 if last else 0)].tolist()),), -1 if last else 0)

    def children(self, t: int) -> tuple[Tree, ...]:
        """The child nodes."""
        child, branches = self.nodes.table[t, CHILD : BRANCHES + 1].tolist()
        return tuple(map(self.node, range(child, child + branches)))

    def gap(self, t: int) -> GapRule:
        """What an inner node does with a record that misses its value: as the policy says, or its surrogates, learned from its records."""
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
        table = self.nodes.table

        def below(t: int, _: None) -> Iterable[tuple[int, None]]:
            child, branches = table[t, CHILD : BRANCHES + 1].tolist()
            return ((child + b, None) for b in range(branches))

        return next((t for t, _ in walk(0, None, below) if table[t, TIED] and count_tests(self.optima(t)) > 1), None)

    def test(self, t: int, candidate: list[int]) -> Test | EverySubset:
        """A candidate of a node as a test."""
        a, lower, upper = candidate[ATTRIBUTE], candidate[LOWER], candidate[UPPER]
        attribute, levels = self.data.data.attributes[a], self.data.levels[a]
        match attribute:
            case Continuous():
                numbers = cast("tuple[Fraction, ...]", levels)
                return cast(Thresholds, self.policy.continuous).between(attribute, numbers[lower], numbers[upper], numbers)
            case Nominal() | Ordinal() if self.data.training.offers[a] == MULTIWAY:
                return Multiway(attribute)
            case Ordinal():
                return OrdinalCut(attribute, attribute.values[lower], attribute.values[upper])
            case Nominal():
                present = self._present(t, a)
                return EverySubset(attribute, present) if lower == EVERY else subset(attribute, present, lower)

    @cached_property
    def hunt(self) -> Hunt:
        """The specification's recursion for the data."""
        return filtered_hunt(self.data.data, self.policy)

    def _present(self, t: int, a: int) -> tuple[str, ...]:
        records = self.nodes.rows[self.nodes.table[t, START] : self.nodes.table[t, STOP], 0]
        codes = np.unique(self.data.training.codes[a, records])
        values = cast(Nominal, self.data.data.attributes[a]).values
        return tuple(values[code] for code in codes.tolist() if code >= 0)


class _Row(NamedTuple):
    """A node as a row of the arrays, from which the fields of a leaf or branch are computed."""

    grown: GapGrown
    t: int

    @property
    def counts(self) -> Tally:
        return tuple(zip(self.grown.data.data.classes, self.grown.counts(self.t), strict=True))  # type: ignore[arg-type]  # all Fractions

    @property
    def labels(self) -> tuple[Label, ...]:
        return self.grown.labels(self.t)

    @property
    def test(self) -> Test:
        return self.grown.chosen(self.t)

    @property
    def optima(self) -> Optima:
        return self.grown.optima(self.t)

    @property
    def children(self) -> tuple[Tree, ...]:
        return self.grown.children(self.t)

    @property
    def gap(self) -> GapRule:
        return self.grown.gap(self.t)
