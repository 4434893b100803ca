"""The question of a foreign node as a test of dtref on the records that reach it; and whether the algorithm tries such a test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.io.foreign.tree import Ask, Cut, Values, branch_taken
from dtref.oracle.verify.compatibility import check_kind
from dtref.oracle.verify.verdicts import Optimal, Tied
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import Decision, Policy, offer_for
from dtref.spec.growing.routing import rows_by_branch
from dtref.spec.model.attributes import ABSENT, Attribute, Cell, Continuous, Missing, Nominal, Ordinal
from dtref.spec.model.branches import branch_of, branch_of_missing, branch_of_values
from dtref.spec.model.counts import Counts, CountTable, count_table
from dtref.spec.model.later import Later
from dtref.spec.model.optima import EverySubset, Optima, count_tests
from dtref.spec.model.tests import Groups, IsKnown, Oblique, Ranges, Side, Test, Threshold, in_cut_interval
from dtref.spec.model.trees import Gap
from dtref.spec.split.candidates import MultiwaySplit, OrdinalCuts, Split, SubsetSplits, Thresholds
from dtref.spec.split.centroid_groups import CentroidGroups
from dtref.spec.split.groups_in_order import GroupsInOrder
from dtref.spec.split.numeric.double_precision import CutsBelowMiddle
from dtref.spec.split.numeric.large_sides import LargeSidedCuts
from dtref.spec.split.numeric.learned_direction import toward_more
from dtref.spec.split.ordered_groups import MiddleCuts, OrderedGroups
from dtref.spec.split.value_or_rest import ValueOrRest

BranchPartition: TypeAlias = frozenset[frozenset[int]]
"""The positions of the values present at a node (in its count table), grouped by the branch that they take."""

_CUTS = (OrdinalCuts, MiddleCuts, Thresholds, LargeSidedCuts, CutsBelowMiddle)
_OF_TWO_BRANCHES = (*_CUTS, SubsetSplits, OrderedGroups, ValueOrRest, GroupsInOrder, CentroidGroups)


@frozen(eq=False)
class NodeQuestion(Later):
    """
    A foreign node's question on the records of a node. column: the attribute's position. branches: the branch of each present value, None
    where no branch takes it. test: the same question as a test; None where it does not separate the records. goes: the branch of a missing
    value, where the algorithm learns it with the test and the format says it.
    """

    column: int
    table: CountTable
    branches: tuple[int | None, ...]
    test: Test | None
    goes: int | None = None

    @property
    def partition(self) -> BranchPartition:
        """The present values, grouped by the branch that they take; the missing one among them where its branch is learned."""
        learned = {} if self.goes is None else {ABSENT: self.goes}
        return _grouped({**dict(enumerate(self.branches)), **learned})

    @property
    def missing(self) -> Counts:
        """The counts of the records without a value, unless the question says where they go."""
        return self.table.missing if self.goes is None else (0,) * len(self.table.missing)

    @property
    def separates(self) -> bool:
        """Whether it separates the records."""
        return self.test is not None

    def standing(self, decision: Decision) -> Optimal | Tied | None:
        """The verdict on it where it is one of the best; None where it isn't."""
        optima = decision.optima
        position = next((i for i, optimum in enumerate(optima) if is_asked_by(self, optimum)), None)
        if position is None:
            return None
        before = None if isinstance(optima[position], EverySubset) else count_tests(optima[:position])
        return standing_of(optima, before, or_leaf=decision.leaf is not None)

    def why_no_candidate(self, recursion: Hunt, node: Node) -> str:
        """The reason why the algorithm does not try it; empty if it may, judging by the kinds of tests."""
        return _why_no_candidate(recursion, node, self)

    def split(self, count: int) -> Split:
        """The class counts of each of `count` branches, for the records that the question sends there."""
        no_records = (0,) * len(self.table.missing)
        sent = [*zip(self.table.counts, self.branches, strict=True), (self.table.missing, self.goes)]
        rows_of_branches = [[c for c, b in sent if b == i] for i in range(count)]
        return tuple(tuple(map(sum, zip(*rows, strict=True))) if rows else no_records for rows in rows_of_branches)


def standing_of(optima: Optima, asked: int | None, *, or_leaf: bool) -> Optimal | Tied:
    """The verdict on one of the best tests, or on a leaf that is as good. asked: the test's position; None for the leaf."""
    return Optimal() if count_tests(optima) == 1 and not or_leaf else Tied(optima, asked, or_leaf)


def asked_at(recursion: Hunt, node: Node, ask: Ask) -> NodeQuestion:
    """The question of a foreign node on the records of a node. Errors: Invalid for a column that is missing, or of another kind."""
    column = recursion.training.column(ask.attribute)
    attribute = recursion.training.attributes[column]
    check_kind(ask, attribute)
    table = count_table(recursion.columns, column, node.records)
    branches = tuple(branch_taken(ask, value) for value in table.values)
    if recursion.policy.gap is not Gap.LEARNED or ask.missing is None:
        return NodeQuestion(column, table, branches, _test(attribute, ask, table.values, branches))
    test = _directed_test(attribute, ask, table, branches)
    if isinstance(ask, Cut) and ask.untaught and isinstance(test, Threshold) and not any(table.missing):
        test = toward_more(test, *(rows for (rows,) in rows_by_branch(recursion.columns, node.records)(test)))  # any will do
        return NodeQuestion(column, table, branches, test, test.missing)
    return NodeQuestion(column, table, branches, test, ask.missing)


def _directed_test(attribute: Attribute, ask: Ask, table: CountTable, branches: Sequence[int | None]) -> Test | None:
    """The question as a test that says where a missing value goes."""
    test = _test(attribute, ask, table.values, branches)
    if isinstance(test, Threshold):
        return evolve(test, missing=ask.missing)
    apart = test is None and any(table.missing) and len({*branches, ask.missing}) == 2
    return IsKnown(attribute) if apart and isinstance(attribute, Continuous) else test


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
            cut_inside = cut if in_cut_interval(cut, lower, upper, side) else (lower if side is Side.AT_MOST else upper)
            return Threshold(attribute, lower, upper, cut_inside, side)
        case ((Nominal() | Ordinal()), Values(groups=groups, otherwise=otherwise)):
            declared = tuple(tuple(value for value in group if value in attribute.values) for group in groups)
            return Groups(attribute, declared, otherwise or 0, otherwise)
        case _:
            raise AssertionError("asked_at refuses other kinds")


def is_asked_by(question: NodeQuestion, optimum: Test | EverySubset) -> bool:
    """Whether an optimal test is the question: the same attribute, and the same groups of the present values."""
    if isinstance(optimum, Oblique) or optimum.attribute != question.table.attribute:
        return False
    if isinstance(optimum, EverySubset):
        return len(question.partition) == 2
    values = question.table.values
    if isinstance(optimum, Threshold | IsKnown | Ranges):
        learned = {} if question.goes is None else {ABSENT: branch_of_missing(optimum)}
        of_values = {i: branch_of(optimum, value) for i, value in enumerate(values)}
        return question.separates and question.partition == _grouped({**of_values, **learned})
    branch = branch_of_values(optimum)
    return question.partition == _grouped({i: branch.get(value) for i, value in enumerate(values) if isinstance(value, str)})


def _grouped(branches: Mapping[int, int | Missing | None]) -> BranchPartition:
    groups: dict[int | Missing | None, set[int]] = {}
    for i, branch in branches.items():
        groups.setdefault(branch, set()).add(i)
    return frozenset(map(frozenset, groups.values()))


def _why_no_candidate(recursion: Hunt, node: Node, question: NodeQuestion) -> str:
    name = question.table.attribute.name
    # questions that no algorithm tries here
    untaken = [value for value, branch in zip(question.table.values, question.branches, strict=True) if branch is None]
    if untaken:
        return f"no branch takes {name} = {untaken[0]}"
    if question.test is None:
        return "it does not part the records"
    if question.column not in node.usable:
        return f"{name} was asked above, with a branch for each value"
    # the direction of missing values where none was there to learn it from
    if question.goes is not None and isinstance(question.test, Threshold) and not any(question.table.missing):
        (left,), (right,) = rows_by_branch(recursion.columns, node.records)(question.test)
        usual = toward_more(question.test, left, right)
        if usual != question.test:
            return f"a missing {name} goes to the branch with more records, the second of equal ones, where none was missing in training"
    # questions that the policy's tests can't ask
    return why_not_offered(recursion.policy, question.table.attribute, _grouped(dict(enumerate(question.branches))))


def why_not_offered(policy: Policy, attribute: Attribute, parts: BranchPartition) -> str:
    """The reason why a policy has no test of an attribute that parts the present values so; empty if it may have one."""
    name, groups = attribute.name, sorted(map(sorted, parts))
    match offer_for(policy, attribute):
        case MultiwaySplit() if any(len(group) > 1 for group in groups):
            return f"{name} gets a branch for each value"
        case offer if isinstance(offer, _OF_TWO_BRANCHES) and len(groups) != 2:
            return f"{name} gets two branches"
        case offer if isinstance(offer, _CUTS) and groups[0][-1] > groups[1][0]:
            return f"{name} is cut, its values keep their order"
        case _:
            return ""
