"""What the parts of records are exactly, from how their groups came about; and so the counts of nodes and of candidates' branches."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property

import numpy as np
from attrs import field, frozen

from dtref.engines.compiled.gaps.coding import GapCoded
from dtref.engines.compiled.kernels.gap_layout import (
    AT,
    BRANCHES,
    CHILD,
    START,
    STOP,
    TALLIES,
    TALLY,
    GapNodes,
)
from dtref.engines.compiled.kernels.layout import ATTRIBUTE, CUTS, LOWER, MULTIWAY, Ints
from dtref.spec.model.counts import Counts
from dtref.spec.split.candidates import Split


@frozen(eq=False, slots=False)
class ExactParts:
    """
    Exact parts of groups, and what follows from them, each worked out when it is first asked for.

    A group is a part of another: an equal part, or the share of the known records that took its branch. known_parts, known_shares: those
    that have been worked out, of groups, and of the branches of nodes.
    """

    data: GapCoded
    nodes: GapNodes
    known_parts: dict[int, Fraction] = field(factory=lambda: {0: Fraction(1)})
    known_shares: dict[int, tuple[Fraction, ...]] = field(factory=dict)

    def part(self, group: int) -> Fraction:
        """The part of each record of a group that is there."""
        waiting = [group]
        while waiting:
            g = waiting[-1]
            open_groups = [needed for needed in self._needs(g) if needed not in self.known_parts] if g not in self.known_parts else []
            if open_groups:
                waiting.extend(open_groups)
                continue
            waiting.pop()
            if g not in self.known_parts:
                of, at, branch, equally = self.nodes.groups[g].tolist()
                share = Fraction(1, equally) if equally else self._shares_at(at)[branch]
                self.known_parts[g] = self.known_parts[of] * share
        return self.known_parts[group]

    def counts(self, t: int) -> Counts:
        """The class counts of a node."""
        first, number = self.nodes.table[t, TALLY], self.nodes.table[t, TALLIES]
        rows = self.nodes.tally[first : first + number].tolist()
        return tuple(self.data.unit * sum((self.part(row[0]) * row[1 + j] for row in rows), Fraction(0)) for j in range(self._classes))

    def parts_of_records(self, t: int) -> tuple[Fraction, ...] | None:
        """How much of each record of a node is there; None where all are in full."""
        first, number = self.nodes.table[t, TALLY], int(self.nodes.table[t, TALLIES])
        parts = [self.part(g) for g in self.nodes.tally[first : first + number, 0].tolist()]
        if all(part == 1 for part in parts):
            return None
        start, stop = self.nodes.table[t, START], self.nodes.table[t, STOP]
        return tuple(parts[row] for row in (self.nodes.rows[start:stop, 1] - first).tolist())

    def split(self, t: int, candidate: Ints) -> tuple[Split, Split]:
        """The counts of the branches of a candidate at a node, and the number of records in each: of those that know its value."""
        training, nodes = self.data.training, self.nodes
        a = int(candidate[ATTRIBUTE])
        records, rows = nodes.rows[nodes.table[t, START] : nodes.table[t, STOP]].T
        codes = training.codes[a, records]
        known = codes >= 0
        records, rows, codes = records[known], rows[known] - nodes.table[t, TALLY], codes[known]
        branches, k = self.branches(a, int(candidate[LOWER]), codes)
        table = np.zeros((k, int(nodes.table[t, TALLIES]), self._classes), np.int64)
        np.add.at(table, (branches, rows, training.labels[records]), training.weights[records].astype(np.int64))
        parts = [self.part(g) for g in nodes.tally[nodes.table[t, TALLY] :][: table.shape[1], 0].tolist()]
        split = tuple(self._weighted(parts, of_branch) for of_branch in table.tolist())
        return split, tuple((n,) for n in np.bincount(branches, minlength=k).tolist())

    def branches(self, a: int, lower: int, codes: Ints) -> tuple[Ints, int]:
        """The branch of each known code under a candidate, and the number of branches."""
        offer = self.data.training.offers[a]
        if offer == MULTIWAY:
            return codes.astype(np.int64), int(self.data.training.values[a])
        if offer == CUTS:
            return (codes > lower).astype(np.int64), 2
        present, rank = np.unique(codes, return_inverse=True)
        left = lower << 1 | 1
        side = np.array([not left >> v & 1 for v in range(len(present))], np.int64)
        return side[rank], 2

    def _needs(self, group: int) -> Iterable[int]:
        """The groups whose parts must be known for that of one."""
        of, at, _, equally = self.nodes.groups[group].tolist()
        if equally or at in self.known_shares:
            return (of,)
        return (of, *(row[0] for rows in self._whole(at) for row in rows))

    def _whole(self, at: int) -> list[list[list[int]]]:
        """For each branch of a node the rows of its tally of records that know the answer: their groups are older."""
        child, branches = self.nodes.table[at, CHILD : BRANCHES + 1].tolist()
        tallies = self.nodes.table[child : child + branches, TALLY : TALLIES + 1].tolist()
        of_branches = [self.nodes.tally[first : first + number].tolist() for first, number in tallies]
        return [[row for row in rows if self.nodes.groups[row[0], AT] != at] for rows in of_branches]

    def _shares_at(self, at: int) -> tuple[Fraction, ...]:
        """The share of the known records of a node in each branch."""
        if at not in self.known_shares:
            sizes = [sum((self.known_parts[row[0]] * sum(row[1:]) for row in rows), Fraction(0)) for rows in self._whole(at)]
            known = sum(sizes, Fraction(0))
            self.known_shares[at] = tuple(size / known for size in sizes)
        return self.known_shares[at]

    def _weighted(self, parts: list[Fraction], table: list[list[int]]) -> Counts:
        return tuple(
            self.data.unit * sum((part * row[j] for part, row in zip(parts, table, strict=True)), Fraction(0)) for j in range(self._classes)
        )

    @cached_property
    def _classes(self) -> int:
        return len(self.data.data.classes)
