"""
The records that a foreign node's branches get: those that know the answer where it says, the others where the format says, if it does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import repeat
from typing import TypeAlias, assert_never

from attrs import evolve, frozen

from dtref.exact.decimals import brief
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Gaps, Program, branch_by_stand_ins, branch_taken, foreign_branch_count
from dtref.oracle.verify.questions import NodeQuestion
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import EmptyBranch
from dtref.spec.growing.routing import Part
from dtref.spec.model.attributes import MISSING, Cell
from dtref.spec.model.columns import ABSENT
from dtref.spec.model.counts import Count
from dtref.spec.model.tests import Side
from dtref.spec.model.trees import Gap, Label

Below: TypeAlias = Sequence[Node] | str
"""The nodes below, one a branch; or why their records are not known."""


def first_node(recursion: Hunt, tree: ForeignTree) -> tuple[Node, str]:
    """The root, and what is told of it: rpart leaves out the records that miss every column that it was given."""
    root = recursion.root()
    if tree.program is not Program.RPART:
        return root, ""
    given = [codes for codes, a in zip(recursion.columns.codes, recursion.training.attributes, strict=True) if _given(tree, a.name)]
    kept = tuple(r for r in root.rows if not given or any(codes[r] != ABSENT for codes in given))
    if len(kept) == len(root.rows):
        return root, ""
    return evolve(root, rows=kept), f"left out, as rpart does: records that miss every predictor ({len(root.rows) - len(kept)})"


def parting(recursion: Hunt, node: Node, foreign: ForeignNode, asked: NodeQuestion, tree: ForeignTree) -> Parting:
    """How an inner node parts the records that reach it; with rpart a record that nothing places stays."""
    return Parting(recursion, node, foreign, asked, foreign.gaps or tree.gaps, tree.program is Program.RPART)


def blurred(ask: Ask | None, values: Sequence[Cell]) -> str:
    """
    Why it is not known how a cut parts the values at a node, as one lies within the rounding of what was printed; empty where it is. A cut
    of `<=` is a value of the data, and the same as the one that is printed alike; a cut of `<` lies between two.

    >>> printed = Cut("x", Fraction(37, 100), Side.BELOW, within=Fraction(1, 200))
    >>> blurred(printed, (Fraction(1, 4), Fraction(373, 1000)))
    'the cut of x is printed as 0.37, and which side of it 0.373 takes can not be told'
    >>> blurred(printed, (Fraction(1, 4), Fraction(1, 2)))
    ''
    """
    if not isinstance(ask, Cut) or not ask.within:
        return ""
    near = (x for x in values if isinstance(x, Fraction) and abs(x - ask.cut) <= ask.within)
    unsure = next((x for x in near if x != ask.cut or ask.side is Side.BELOW), None)
    if unsure is None:
        return ""
    return f"the cut of {ask.attribute} is printed as {brief(ask.cut)}, and which side of it {brief(unsure)} takes can not be told"


def _given(tree: ForeignTree, name: str) -> bool:
    return not tree.columns or name in tree.columns


@frozen(eq=False)
class Parting:
    """
    A foreign inner node, the node of the records that reach it, what it asks there, and what the format says of missing values. stays:
    whether a record that no branch is stated for stayed at the node in training, too.
    """

    recursion: Hunt
    node: Node
    foreign: ForeignNode
    asked: NodeQuestion
    gaps: Gaps
    stays: bool = False

    @property
    def ask(self) -> Ask:
        """The question."""
        assert self.foreign.ask is not None, "an inner node asks"
        return self.foreign.ask


def children_of(at: Parting, labels: tuple[Label, ...]) -> Below:
    """
    The nodes of the records that each branch gets; why they are not known, where the format doesn't say of one where it goes. labels: the
    largest classes of the node.
    """
    taken, policy = _distributed(at), at.recursion.policy
    if isinstance(taken, str):
        return taken
    once = policy.ask_once and all(len(group) == 1 for group in at.asked.partition)
    usable = tuple(a for a in at.node.usable if not once or a != at.asked.column)
    inherited = labels if policy.empty_branch is EmptyBranch.PARENT_MAJORITY else at.node.inherited
    level = at.node.level + 1 if policy.counts_levels else at.node.level
    return [_node(part, usable, inherited, level) for part in taken]


def _node(records: Sequence[Part], usable: tuple[int, ...], inherited: tuple[Label, ...], level: int) -> Node:
    parts = tuple(part for _, part in records)
    return Node(tuple(r for r, _ in records), usable, inherited, None if set(parts) <= {1} else parts, level)


def _distributed(at: Parting) -> list[list[Part]] | str:
    """For each branch the records that take it, and how much of each. A known value that no branch takes is lost there."""
    codes, levels = at.recursion.columns.codes[at.asked.column], at.recursion.columns.levels[at.asked.column]
    goes: dict[int, int | None] = {}
    taken: list[list[Part]] = [[] for _ in range(foreign_branch_count(at.ask))]
    blank: list[Part] = []
    for r, part in zip(at.node.rows, at.node.parts or repeat(1)):  # noqa: B905 - as many parts as rows, or 1 without end
        code = codes[r]
        if code == ABSENT:
            blank.append((r, part))
            continue
        if code not in goes:
            goes[code] = branch_taken(at.ask, levels[code])
        branch = goes[code]
        if branch is not None:
            taken[branch].append((r, part))
    return _with_blank(at, taken, blank) if blank else taken


def _with_blank(at: Parting, taken: list[list[Part]], blank: list[Part]) -> list[list[Part]] | str:
    """The same with the records that miss the value."""
    sizes: list[Count] = [sum(part * at.recursion.columns.weights[r] for r, part in known) for known in taken]
    heaviest = sizes.index(max(sizes))
    match at.gaps:
        case Gaps.FRACTIONS:
            return _in_fractions(at, taken, blank, sizes)
        case Gaps.HEAVIEST:
            return _joined(taken, blank, lambda _: heaviest)
        case Gaps.STATED | Gaps.TRIED:
            placed = {r: branch_by_stand_ins(at.foreign, _cells(at, r)) for r, _ in blank}
            if None in placed.values() and not at.stays:
                return f"the model does not say where a record goes that misses {at.ask.attribute}"
            return _joined(taken, [(r, part) for r, part in blank if placed[r] is not None], lambda r: placed[r] or 0)
        case Gaps.UNSAID:
            return f"where a record goes that misses {at.ask.attribute} is not in the format"
        case Gaps.CLAIMED if at.asked.test is None or at.recursion.policy.gap is Gap.REFUSE:
            return f"where a record goes that misses {at.ask.attribute} is not said"
        case Gaps.CLAIMED:
            return at.recursion.distribute(at.node, at.asked.test)
        case _:
            assert_never(at.gaps)


def _joined(taken: list[list[Part]], blank: Sequence[Part], heads_for: Callable[[int], int]) -> list[list[Part]]:
    for r, part in blank:
        taken[heads_for(r)].append((r, part))
    return [sorted(there) for there in taken]


def _in_fractions(at: Parting, taken: list[list[Part]], blank: Sequence[Part], sizes: Sequence[Count]) -> list[list[Part]] | str:
    """The share of each branch in the weight of the known records."""
    known = Fraction(sum(sizes))
    if not known:
        return f"no record of the node knows {at.ask.attribute}: there are no shares"
    return [sorted([*there, *((r, part * n / known) for r, part in blank if n)]) for there, n in zip(taken, sizes, strict=True)]


def _cells(at: Parting, r: int) -> Mapping[str, Cell]:
    """The values of a record that a node's stand-ins ask for."""
    found: dict[str, Cell] = {}
    for other, _ in at.foreign.stand_ins:
        column = at.recursion.training.column(other.attribute)
        code = at.recursion.columns.codes[column][r]
        found[other.attribute] = MISSING if code == ABSENT else at.recursion.columns.levels[column][code]
    return found
