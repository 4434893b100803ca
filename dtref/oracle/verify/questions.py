"""What a foreign node asks, as a test of this library at the records that reach it; and whether the algorithm tries such a test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from attrs import frozen

from dtref.io.foreign.tree import Ask, Cut, Values, branch_taken
from dtref.oracle.verify.compatibility import check_kind
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import offer_for
from dtref.spec.model.attributes import Attribute, Cell, Continuous, Nominal, Ordinal
from dtref.spec.model.branches import branch_of
from dtref.spec.model.counts import CountTable, count_table
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.tests import Groups, Oblique, Ranges, Side, Test, Threshold, in_cut_interval
from dtref.spec.split.candidates import MultiwaySplit, OrdinalCuts, Split, SubsetSplits, Thresholds

BranchPartition: TypeAlias = frozenset[frozenset[int]]
"""The positions of the values present at a node (in its count table), grouped by the branch that they take."""


@frozen(eq=False)
class NodeQuestion:
    """
    A foreign node's question at the records of a node. column: which attribute. branches: of each present value, None where no branch
    takes it. test: the same question as a test; None where it does not part the records.
    """

    column: int
    table: CountTable
    branches: tuple[int | None, ...]
    test: Test | None

    @property
    def partition(self) -> BranchPartition:
        """The present values by the branch that they take."""
        return _grouped(dict(enumerate(self.branches)))

    def split(self, count: int) -> Split:
        """The class counts of each of so many branches, of the records that know the answer."""
        nobody = (0,) * len(self.table.missing)
        taken = [[c for c, b in zip(self.table.counts, self.branches, strict=True) if b == i] for i in range(count)]
        return tuple(tuple(map(sum, zip(*rows, strict=True))) if rows else nobody for rows in taken)


def asked_at(recursion: Hunt, node: Node, ask: Ask) -> NodeQuestion:
    """What a foreign node asks, at the records of a node. Errors: Invalid for a column that isn't there, or is of another kind."""
    column = recursion.training.column(ask.attribute)
    attribute = recursion.training.attributes[column]
    check_kind(ask, attribute)
    table = count_table(recursion.columns, column, node.records)
    branches = tuple(branch_taken(ask, value) for value in table.values)
    return NodeQuestion(column, table, branches, _test(attribute, ask, table.values, branches))


def _test(attribute: Attribute, ask: Ask, values: Sequence[Cell], branches: Sequence[int | None]) -> Test | None:
    if len(set(branches) - {None}) < 2:
        return None
    match attribute, ask:
        case Continuous(), Cut(cut=cut, side=side):
            numbers = sorted((x, b) for x, b in zip(values, branches, strict=True) if isinstance(x, Fraction) and b is not None)
            changes = tuple(x for (x, b), (_, other) in pairwise(numbers) if b != other)
            if len(changes) > 1:
                return Ranges(attribute, changes)
            lower, upper = max(x for x, b in numbers if b == 0), min(x for x, b in numbers if b == 1)
            inside = cut if in_cut_interval(cut, lower, upper, side) else (lower if side is Side.AT_MOST else upper)
            return Threshold(attribute, lower, upper, inside, side)
        case ((Nominal() | Ordinal()), Values(groups=groups, otherwise=otherwise)):
            declared = tuple(tuple(value for value in group if value in attribute.values) for group in groups)
            return Groups(attribute, declared, otherwise or 0)
        case _:
            raise AssertionError("asked_at refuses other kinds")


def is_asked_by(asked: NodeQuestion, optimum: Test | EverySubset) -> bool:
    """Whether an optimal test is the one asked: the same attribute, and the same groups of the values present."""
    if isinstance(optimum, Oblique) or optimum.attribute != asked.table.attribute:
        return False
    if isinstance(optimum, EverySubset):
        return len(asked.partition) == 2
    return asked.partition == _grouped({i: branch_of(optimum, value) for i, value in enumerate(asked.table.values)})


def _grouped(branches: Mapping[int, int | None]) -> BranchPartition:
    groups: dict[int | None, set[int]] = {}
    for i, branch in branches.items():
        groups.setdefault(branch, set()).add(i)
    return frozenset(map(frozenset, groups.values()))


def why_no_candidate(recursion: Hunt, node: Node, asked: NodeQuestion) -> str:
    """Why the algorithm does not try what is asked; empty where it does, as far as the kinds of tests tell."""
    name = asked.table.attribute.name
    lost = [value for value, branch in zip(asked.table.values, asked.branches, strict=True) if branch is None]
    if lost:
        return f"no branch takes {name} = {lost[0]}"
    if asked.test is None:
        return "it does not part the records"
    if asked.column not in node.usable:
        return f"{name} was asked above, with a branch for each value"
    groups = sorted(map(sorted, asked.partition))
    match offer_for(recursion.policy, asked.table.attribute):
        case MultiwaySplit() if any(len(group) > 1 for group in groups):
            return f"{name} gets a branch for each value"
        case SubsetSplits() | OrdinalCuts() | Thresholds() if len(groups) != 2:
            return f"{name} gets two branches"
        case OrdinalCuts() | Thresholds() if groups[0][-1] > groups[1][0]:
            return f"{name} is cut, its values keep their order"
        case _:
            return ""
