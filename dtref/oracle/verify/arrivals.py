"""
The ends of many records' routes in a tree, all at once: at each node the smaller part of the records is taken out of the larger.

The records at a node are linked in the order of every column, so that a cut finds its smaller side from the end that it lies at, in as many
steps as that has records. A record that is taken out is in a part of at most half the size: that happens log2 n times at most, however deep
the tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import TypeAlias

from attrs import frozen

from dtref.io.foreign.tree import Cut, ForeignNode, branch_by_stand_ins, branch_taken
from dtref.spec.model.attributes import MISSING, Cell, Cells
from dtref.spec.model.schemes import walk

NO_RECORD = -1

RecordPart: TypeAlias = "RecordGroup | Sequence[int]"
"""The records of a branch: a group, or rows that are in none."""


def last_nodes(root: ForeignNode, records: Sequence[Cells], columns: Sequence[str]) -> list[ForeignNode]:
    """
    For each record the last node of its route: a leaf, or a node that doesn't say where it goes. columns: those that the tree asks.

    >>> stump = ForeignNode("1", Cut("x", Fraction(1)), (ForeignNode("2"), ForeignNode("3")))
    >>> [node.place for node in last_nodes(stump, [{"x": Fraction(n)} for n in (5, 1, 0)] + [{}], ["x"])]
    ['3', '2', '2', '1']
    """
    if not columns:
        return [root] * len(records)
    lists = Lists.of(records, columns)
    ends = [root] * len(records)

    def below(node: ForeignNode, group: RecordGroup) -> Iterator[tuple[ForeignNode, RecordGroup]]:
        staying, parts = lists.parted(node, group) if node.ask is not None else (list(lists.members(group)), {})
        for r in staying:
            ends[r] = node
        for branch, part in parts.items():
            yield node.children[branch], part if isinstance(part, RecordGroup) else lists.group(part)

    for _ in walk(root, lists.group(range(len(records))), below):
        pass  # a node's records leave it when its children are asked for
    return ends


@frozen(eq=False)
class RecordGroup:
    """The records at a node: for each column the first of those with a value, by it, and the first of those that miss it."""

    known: list[int]
    missing: list[int]


@frozen(eq=False)
class Lists:
    """
    Records in rings, one for each group of them and column: the next and the one before. positions: the position of each column; ranks: for
    each column that of each record in the order of its values.
    """

    records: Sequence[Cells]
    positions: Mapping[str, int]
    ranks: Sequence[Sequence[int]]
    following: Sequence[list[int]]
    before: Sequence[list[int]]

    @classmethod
    def of(cls, records: Sequence[Cells], columns: Sequence[str]) -> Lists:
        """The rings of some records, still empty."""
        n = len(records)
        ranks = [_ranks([cells.get(name, MISSING) for cells in records]) for name in columns]
        following, before = ([[NO_RECORD] * n for _ in columns] for _ in range(2))
        return cls(records, dict(zip(columns, count())), ranks, following, before)

    def group(self, rows: Sequence[int]) -> RecordGroup:
        """A new group of some records that are in no other."""
        known, missing = [], []
        for name, c in self.positions.items():
            ranked = sorted(rows, key=self.ranks[c].__getitem__)
            gaps = [r for r in ranked if self.records[r].get(name, MISSING) is MISSING]
            known.append(self._linked(c, ranked[: len(ranked) - len(gaps)]))
            missing.append(self._linked(c, gaps))
        return RecordGroup(known, missing)

    def _linked(self, c: int, rows: Sequence[int]) -> int:
        for r, other in zip(rows, [*rows[1:], *rows[:1]], strict=True):
            self.following[c][r], self.before[c][other] = other, r
        return rows[0] if rows else NO_RECORD

    def members(self, group: RecordGroup) -> Iterator[int]:
        """All records of a group."""
        yield from self._ring(group.known[0], self.following[0])
        yield from self._ring(group.missing[0], self.following[0])

    @staticmethod
    def _ring(start: int, step: Sequence[int]) -> Iterator[int]:
        r = start
        while r != NO_RECORD:
            yield r
            r = NO_RECORD if step[r] == start else step[r]

    def parted(self, node: ForeignNode, group: RecordGroup) -> tuple[Sequence[int], dict[int, RecordPart]]:
        """The records that take no branch, and those that take each: the group with what is left in it, others by their rows."""
        ask = node.ask
        if not isinstance(ask, Cut) or ask.zeros is not None or node.stand_ins:
            return self._one_by_one(node, group)
        # the two sides of the cut, from both ends at the same pace; records without a value are at the end of their branch
        c = self.positions[ask.attribute]
        staying = [] if ask.missing is not None else list(self._ring(group.missing[c], self.following[c]))
        self._taken_out(group, staying)
        first, branch = group.known[c], 0
        last = NO_RECORD if first == NO_RECORD else self.before[c][first]
        sides = [self._side(group, c, ask, first, 0), self._side(group, c, ask, last, 1)]
        taken: tuple[list[int], list[int]] = ([], [])
        while (r := next(sides[branch], NO_RECORD)) != NO_RECORD:
            taken[branch].append(r)
            branch = 1 - branch
        return staying, {branch: self._taken_out(group, taken[branch]), 1 - branch: group}

    def _side(self, group: RecordGroup, c: int, ask: Cut, start: int, branch: int) -> Iterator[int]:
        if ask.missing == branch:
            yield from self._ring(group.missing[c], self.following[c])
        for r in self._ring(start, self.before[c] if branch else self.following[c]):
            if branch_taken(ask, self.records[r][ask.attribute]) != branch:
                return
            yield r

    def _one_by_one(self, node: ForeignNode, group: RecordGroup) -> tuple[Sequence[int], dict[int, RecordPart]]:
        rows: dict[int, list[int]] = {}
        staying: list[int] = []
        for r in self.members(group):
            branch = branch_by_stand_ins(node, self.records[r])
            (staying if branch is None else rows.setdefault(branch, [])).append(r)
        self._taken_out(group, staying)
        # the largest part keeps the group
        largest = max(rows, key=lambda branch: len(rows[branch]), default=None)
        parts: dict[int, RecordPart] = {b: group if b == largest else self._taken_out(group, some) for b, some in rows.items()}
        return staying, parts

    def _taken_out(self, group: RecordGroup, rows: Sequence[int]) -> Sequence[int]:
        """The records, which are in the group no more."""
        for c in range(len(self.positions)):
            following, before = self.following[c], self.before[c]
            for r in rows:
                after = NO_RECORD if following[r] == r else following[r]
                following[before[r]], before[following[r]] = following[r], before[r]
                for heads in (group.known, group.missing):
                    if heads[c] == r:
                        heads[c] = after
        return rows


def _ranks(cells: Sequence[Cell]) -> list[int]:
    """The rank of each cell: numbers from low to high, then texts, then what is missing; the order of equal ones is theirs."""
    order = sorted(range(len(cells)), key=lambda i: _key(cells[i]))
    ranks = [0] * len(cells)
    for rank, i in enumerate(order):
        ranks[i] = rank
    return ranks


def _key(cell: Cell) -> tuple[int, Fraction, str]:
    if cell is MISSING:
        return 2, Fraction(0), ""
    return (1, Fraction(0), cell) if isinstance(cell, str) else (0, cell, "")
