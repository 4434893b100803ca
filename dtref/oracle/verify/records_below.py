"""
The records of a foreign node's branches: those with a value go by the question, those without one as the format states, if it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from fractions import Fraction
from itertools import repeat
from typing import TypeAlias, assert_never

from attrs import evolve, frozen

from dtref.exact.comparison import compare
from dtref.exact.number_text import readable
from dtref.io.foreign.tree import (
    Ask,
    Cut,
    ForeignNode,
    ForeignTree,
    Gaps,
    Program,
    Values,
    branch_by_stand_ins,
    branch_of_stand_ins,
    branch_taken,
    foreign_branch_count,
    foreign_nodes,
)
from dtref.oracle.verify.questions import NodeQuestion
from dtref.oracle.verify.rounding import ULPS, rounding_at
from dtref.oracle.verify.surrogates import compared_surrogates
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import EmptyBranch
from dtref.spec.growing.routing import Part
from dtref.spec.growing.surrogate_lists import SurrogateChoices
from dtref.spec.growing.surrogates import Rest
from dtref.spec.model.attributes import ABSENT, MISSING, Cell, Width
from dtref.spec.model.counts import Count
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.prediction import in_equal_parts
from dtref.spec.model.tests import Side, Test, Threshold
from dtref.spec.model.trees import Gap, Label
from dtref.spec.pruning.steps import ErrorBased

Below: TypeAlias = Sequence[Node] | str
"""The child nodes, one for each branch; or the reason why their records are not known."""


def first_node(recursion: Hunt, tree: ForeignTree) -> tuple[Node, str]:
    """The root, and a note on records left out: rpart drops those that miss every column it was given, of weights, too."""
    root = recursion.root()
    if tree.program is not Program.RPART or any(setting.name == "weights" for setting in tree.settings):
        return root, ""
    predictors = [
        codes for codes, a in zip(recursion.columns.codes, recursion.training.attributes, strict=True) if _is_predictor(tree, a.name)
    ]
    kept = tuple(r for r in root.rows if not predictors or any(codes[r] != ABSENT for codes in predictors))
    if len(kept) == len(root.rows):
        return root, ""
    return evolve(root, rows=kept), f"left out, as rpart does: records that miss every predictor ({len(root.rows) - len(kept)})"


def parting(recursion: Hunt, node: Node, foreign: ForeignNode, question: NodeQuestion, tree: ForeignTree) -> Parting:
    """The parting of an inner node, for its records; with rpart a record that no rule places stays at the node."""
    gaps, policy = foreign.gaps or tree.gaps, recursion.policy
    # raising brings values to a branch that it had never seen: where a policy has no rule for these, it sends them down in fractions
    raises = any(isinstance(step, ErrorBased) and step.released.raises for step in policy.pruning)
    if raises and policy.gap is Gap.REFUSE and gaps is Gaps.STATED:
        gaps = Gaps.FRACTIONS
    return Parting(recursion, node, foreign, question, gaps, tree.program is Program.RPART)


def blurred(ask: Ask | None, values: Sequence[Cell]) -> str:
    """
    The reason why a printed cut does not tell on which side a value lies, which is within its rounding; empty if it does. A cut of `<=` is
    a value of the data, so the one that is printed alike is on the left; a cut of `<` lies between two values.

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
    return f"the cut of {ask.attribute} is printed as {readable(ask.cut)}, and which side of it {readable(unsure)} takes can not be told"


_AS_DOUBLES = Fraction(1, 2**40)
"""How much farther than half a unit a cut may be, which is rounded as a double."""


def sharpened(foreign: ForeignNode, tests: Iterable[Test | EverySubset]) -> ForeignNode:
    """
    The foreign node with the exact cut of the one test, among those that the algorithm may ask there, that is printed as the node's is; as
    it is where none is, or several.
    """
    ask = foreign.ask
    if not isinstance(ask, Cut) or not ask.within:
        return foreign
    of_column = (test for test in tests if isinstance(test, Threshold) and test.attribute.name == ask.attribute)
    near = [test for test in of_column if abs(test.cut - ask.cut) <= ask.within * (1 + _AS_DOUBLES)]
    # of several those that are printed so with halves rounded away from 0
    alike = near if len(near) == 1 else [test for test in near if abs(test.cut) - abs(ask.cut) < ask.within]
    if len(alike) != 1:
        return foreign
    return evolve(foreign, ask=evolve(ask, cut=max(alike[0].cut, alike[0].lower), within=Fraction(0), width=alike[0].width, held=False))


def _is_predictor(tree: ForeignTree, name: str) -> bool:
    return not tree.columns or name in tree.columns


@frozen(eq=False)
class Parting:
    """
    A foreign inner node, the node of the records that reach it, its question there, and the format's rule for missing values (gaps).
    stays: whether a record for which no branch is stated stayed at the node in training, too.
    """

    recursion: Hunt
    node: Node
    foreign: ForeignNode
    question: NodeQuestion
    gaps: Gaps
    stays: bool = False

    @property
    def ask(self) -> Ask:
        """The foreign node's question."""
        assert self.foreign.ask is not None, "an inner node asks"
        return self.foreign.ask


def children_of(parting: Parting, labels: tuple[Label, ...]) -> Below:
    """
    The child nodes with the records that each branch gets; or the reason why these are not known, where the format doesn't say. labels:
    the largest classes of the node.
    """
    parts_of_branches, policy = _distributed(parting), parting.recursion.policy
    if isinstance(parts_of_branches, str):
        return parts_of_branches
    once = policy.ask_once and all(len(group) == 1 for group in parting.question.partition)
    usable = _usable(parting, {parting.question.column} if once else frozenset())
    inherited = labels if policy.empty_branch is EmptyBranch.PARENT_MAJORITY else parting.node.inherited
    level = parting.node.level + 1 if policy.counts_levels else parting.node.level
    children = [_node(parts, usable, inherited, level) for parts in parts_of_branches]
    test = parting.question.test
    return children if test is None else parting.recursion.within_bounds(parting.node, test, children)


def _node(records: Sequence[Part], usable: tuple[int, ...], inherited: tuple[Label, ...], level: int) -> Node:
    parts = tuple(part for _, part in records)
    return Node(tuple(r for r, _ in records), usable, inherited, None if set(parts) <= {1} else parts, level)


def _usable(parting: Parting, used: Set[int]) -> tuple[int, ...]:
    """
    The attributes that may be asked below a node. Of one that rounding may have given up, or kept, the tree tells: it is asked, or not.
    """
    recursion, node = parting.recursion, parting.node
    usable, least = recursion.usable_below(node, used), recursion.policy.gives_up
    if least is None:
        return usable
    rounding = rounding_at(recursion, node, ULPS, Width.FLOAT64)
    half = tuple(Fraction(n) / 2 for n in rounding.counts)
    slack, greatest = rounding.of_value(recursion.policy.criterion, (half, half)), recursion.greatest_values(node)
    doubtful = {a for a, value in greatest.items() if compare(value - least, slack) <= 0 and compare(value - least, -slack) >= 0}
    below = (other.ask.attribute for child in parting.foreign.children for other in foreign_nodes(child) if other.ask is not None)
    asked = {recursion.training.column(name) for name in below} if doubtful else frozenset[int]()
    return tuple(a for a in node.usable if a not in used and a in (asked if a in doubtful else usable))


def _distributed(parting: Parting) -> list[list[Part]] | str:
    """
    The records that take each branch, and their parts. A record whose value no branch takes goes as one that misses the value, where the
    format has a rule for these that holds for it, as in a branch that was raised; else it is lost there.
    """
    codes, levels = parting.recursion.columns.codes[parting.question.column], parting.recursion.columns.levels[parting.question.column]
    branch_of_code: dict[int, int | None] = {}
    records_of_branches: list[list[Part]] = [[] for _ in range(foreign_branch_count(parting.ask))]
    missing: list[Part] = []
    for r, part in zip(parting.node.rows, parting.node.parts or repeat(1)):  # noqa: B905 - as many parts as rows, or 1 without end
        code = codes[r]
        if code == ABSENT:
            missing.append((r, part))
            continue
        if code not in branch_of_code:
            branch_of_code[code] = branch_taken(parting.ask, levels[code])
        branch = branch_of_code[code]
        if branch is not None:
            records_of_branches[branch].append((r, part))
        elif _goes_as_missing(parting):
            missing.append((r, part))
    return _with_missing(parting, records_of_branches, missing) if missing else records_of_branches


def _goes_as_missing(parting: Parting) -> bool:
    """Whether a value that no branch takes goes as a missing one does."""
    stated = isinstance(parting.ask, Values) and parting.ask.others_missing
    return stated or parting.gaps in (Gaps.FRACTIONS, Gaps.HEAVIEST)


def _with_missing(parting: Parting, records_of_branches: list[list[Part]], missing: list[Part]) -> list[list[Part]] | str:
    """The records of the branches, with those that miss the value placed by the format's rule."""
    weights = parting.recursion.by_case_weights.columns.weights
    sizes: list[Count] = [sum(part * weights[r] for r, part in records) for records in records_of_branches]
    match parting.gaps:
        case Gaps.FRACTIONS:
            return _in_fractions(parting, records_of_branches, missing, sizes)
        case Gaps.HEAVIEST:
            shares = in_equal_parts([Fraction(size) for size in sizes])
            for b, share in shares:
                records_of_branches[b] += [(r, part if share == 1 else part * share) for r, part in missing]
            return [sorted(records) for records in records_of_branches]
        case Gaps.STATED | Gaps.TRIED:
            return _as_stated(parting, records_of_branches, missing)
        case Gaps.MAJORITY | Gaps.NOWHERE:
            rest = Rest.MAJORITY.of(tuple(sizes)) if parting.gaps is Gaps.MAJORITY else ()
            placed = {r: branch_of_stand_ins(parting.foreign, _cells(parting, r)) for r, _ in missing}
            return _shared(records_of_branches, missing, placed, rest)
        case Gaps.UNSAID:
            # what isn't said is where a record goes that no stand-in places
            by_stand_ins = {r: branch_of_stand_ins(parting.foreign, _cells(parting, r)) for r, _ in missing}
            if None in by_stand_ins.values():
                return f"where a record goes that misses {parting.ask.attribute} is not in the format"
            return _joined(records_of_branches, missing, lambda r: by_stand_ins[r] or 0)
        case Gaps.CLAIMED:
            return _as_claimed(parting, records_of_branches, missing)
        case _:
            assert_never(parting.gaps)


def _as_stated(parting: Parting, records_of_branches: list[list[Part]], missing: Sequence[Part]) -> list[list[Part]] | str:
    """Places records by the stand-ins of the node, then by the branch of a missing value, or the branches that share it."""
    placed = {r: branch_by_stand_ins(parting.foreign, _cells(parting, r)) for r, _ in missing}
    if None in placed.values() and not parting.stays and not parting.foreign.shared:
        return f"the model does not say where a record goes that misses {parting.ask.attribute}"
    return _shared(records_of_branches, missing, placed, parting.foreign.shared)


def _as_claimed(parting: Parting, records_of_branches: list[list[Part]], missing: Sequence[Part]) -> list[list[Part]] | str:
    """
    Places records as the claimed algorithm does. Where the node names its surrogates: by the algorithm's own that say the same; by the
    node's, where the algorithm has none such.
    """
    recursion, node, test = parting.recursion, parting.node, parting.question.test
    if test is None or recursion.policy.gap in (Gap.REFUSE, Gap.LEARNED):
        return f"where a record goes that misses {parting.ask.attribute} is not said"
    named = compared_surrogates(recursion, node, parting.foreign, parting.question)
    if named is None and _several_ways(parting):
        return f"several surrogates are as good, and send a record that misses {parting.ask.attribute} different ways"
    if named is None or named.rule is not None:
        return recursion.distribute(node, test, None if named is None else named.rule)
    placed = {r: branch_of_stand_ins(parting.foreign, _cells(parting, r)) for r, _ in missing}
    return _shared(records_of_branches, missing, placed, parting.foreign.rest or named.choices.rest)


def _shared(
    records_of_branches: list[list[Part]], missing: Sequence[Part], placed: Mapping[int, int | None], rest: Sequence[int]
) -> list[list[Part]]:
    """The records of the branches, with those that are placed; each of the others in equal parts down the branches of `rest`."""
    for b in rest:
        records_of_branches[b] += [(r, part * Fraction(1, len(rest))) for r, part in missing if placed[r] is None]
    return _joined(records_of_branches, [(r, part) for r, part in missing if placed[r] is not None], lambda r: placed[r] or 0)


def _several_ways(parting: Parting) -> bool:
    """Whether surrogates of the claimed algorithm that are as good may send a record other ways."""
    test = parting.question.test
    rules = None if test is None else parting.recursion.gap_rules(parting.node, test)
    return isinstance(rules, SurrogateChoices) and rules.count > 1


def _joined(records_of_branches: list[list[Part]], missing: Sequence[Part], branch_for: Callable[[int], int]) -> list[list[Part]]:
    for r, part in missing:
        records_of_branches[branch_for(r)].append((r, part))
    return [sorted(records) for records in records_of_branches]


def _in_fractions(
    parting: Parting, records_of_branches: list[list[Part]], missing: Sequence[Part], sizes: Sequence[Count]
) -> list[list[Part]] | str:
    """Places a part of each record without a value in every branch: the branch's share of the weight of the others."""
    total = Fraction(sum(sizes))
    if not total:
        return f"no record of the node knows {parting.ask.attribute}: there are no shares"
    return [
        sorted([*records, *((r, part * n / total) for r, part in missing if n)])
        for records, n in zip(records_of_branches, sizes, strict=True)
    ]


def _cells(parting: Parting, r: int) -> Mapping[str, Cell]:
    """The values of a record that a node's stand-in questions ask for."""
    cells: dict[str, Cell] = {}
    for other, _ in parting.foreign.stand_ins:
        column = parting.recursion.training.column(other.attribute)
        code = parting.recursion.columns.codes[column][r]
        cells[other.attribute] = MISSING if code == ABSENT else parting.recursion.columns.levels[column][code]
    return cells
