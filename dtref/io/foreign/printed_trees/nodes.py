"""A tree of the rows that a program printed: the branches of a node are read together, and what is left open then is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.foreign.printed_trees.branches import PrintedBranch, PrintedLeaf, Style, readings
from dtref.io.foreign.printed_trees.lines import Row
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, Gaps, Known, Values
from dtref.spec.model.attributes import Width
from dtref.spec.model.numerals import numeral
from dtref.spec.model.schemes import unfold
from dtref.spec.model.tests import Side

NOT_APPLICABLE = "N/A"
"""C5.0's value of what does not apply: a record that misses the value takes its branch."""


@frozen(eq=False)
class Printed:
    """The rows of a tree and of its subtrees, by number; in which style, and what the file is called."""

    rows: Mapping[int, Sequence[Row]]
    style: Style
    name: str

    def where(self, row: Row) -> str:
        """The place of a row, for messages."""
        return f"{self.name} line {row.at}"


SubtreeRows: TypeAlias = tuple[int, int, int, int]
"""Rows of a subtree (0 for the tree itself), from and up to, and their level."""


@frozen(eq=False)
class QuestionNode:
    """A node whose question is known, and what its children are to be made of."""

    place: str
    ask: Ask
    below: Sequence[_Seed]
    gaps: Gaps | None = None


_Seed: TypeAlias = SubtreeRows | QuestionNode | ForeignNode
_Built: TypeAlias = tuple[Callable[[Sequence[ForeignNode]], ForeignNode], Sequence[_Seed]]


def tree_of(printed: Printed) -> ForeignNode:
    """
    The root. Errors: Invalid for a level left out, a branch without leaf or branches, branches that don't belong together or can be read
    in several ways, a subtree that isn't there, is asked for twice, or never.
    """
    used: set[int] = {0}
    ends = {number: _ends(rows) for number, rows in printed.rows.items()}

    def expand(seed: _Seed) -> _Built:
        match seed:
            case ForeignNode():
                return lambda _: seed, []
            case QuestionNode():
                return lambda below: ForeignNode(seed.place, seed.ask, tuple(below), gaps=seed.gaps), seed.below
            case _:
                return expand(_node(printed, ends, seed, used))

    everything: _Seed = (0, 0, len(printed.rows[0]), 0)
    root = unfold(everything, expand)
    unused = sorted(set(printed.rows) - used)
    if unused:
        first = printed.rows[unused[0]][0]
        raise Invalid(printed.where(first), f"the subtree of a branch that ends in [S{unused[0]}]", "no such branch")
    return root


def _ends(rows: Sequence[Row]) -> list[int]:
    """For each row, the first behind it that is not below it."""
    ends, waiting = [len(rows)] * len(rows), [0]
    for i, row in enumerate(rows):
        while i and waiting and rows[waiting[-1]].level >= row.level:
            ends[waiting.pop()] = i
        waiting += [i] if i else []
    return ends


def _node(printed: Printed, ends: Mapping[int, Sequence[int]], part: SubtreeRows, used: set[int]) -> _Seed:
    """A node of the branches of one level, and what is below each of them."""
    which, first, end, level = part
    rows = printed.rows[which]
    if rows[first].level != level:
        raise Invalid(printed.where(rows[first]), f"a branch of level {level}", f"level {rows[first].level}")
    said = leaf_alone(rows[0].content, printed.style) if len(rows) == 1 else None
    if said is not None:
        return _below(printed, rows[0], said, used)
    heads = [first]
    while ends[which][heads[-1]] < end:
        heads.append(ends[which][heads[-1]])
    behind = [*heads[1:], end]
    branches = _together(printed, [(rows[i], below > i + 1) for i, below in zip(heads, behind, strict=True)])
    seeds: list[_Seed] = []
    for i, below, branch in zip(heads, behind, branches, strict=True):
        inner = branch.said is None
        seeds.append((which, i + 1, below, level + 1) if inner else _below(printed, rows[i], branch.said, used))
    return _asked(printed, rows[first], branches, seeds)


def leaf_alone(content: str, style: Style) -> PrintedLeaf | None:
    """What a line says that is a leaf and no branch."""
    alone = style.alone.fullmatch(content)
    return None if alone is None or readings(content, style, inner=False) else style.leaf(alone["leaf"])


def _below(printed: Printed, row: Row, said: PrintedLeaf | None, used: set[int]) -> _Seed:
    """What stands behind a colon: a leaf, or the subtree that it names."""
    assert said is not None, "a branch without leaf has branches"
    if said.subtree is None:
        return ForeignNode(f"line {row.at}", label=said.label, records=said.records, errors=said.errors, within=said.within)
    if said.subtree not in printed.rows:
        raise Invalid(printed.where(row), f"SubTree [S{said.subtree}] further down", "none")
    if said.subtree in used:
        raise Invalid(printed.where(row), f"the subtree [S{said.subtree}] in one place", "a second one, or itself")
    used.add(said.subtree)
    return said.subtree, 0, len(printed.rows[said.subtree]), 0


def _together(printed: Printed, rows: Sequence[tuple[Row, bool]]) -> list[PrintedBranch]:
    """The one way to read the branches of a node together: of one name, and of signs that go together."""
    offered = [_offered(printed, row, inner) for row, inner in rows]
    kinds = set.intersection(*({kind for branch in one for kind in _kinds(branch, printed.style)} for one in offered))
    if not kinds:
        raise Invalid(printed.where(rows[0][0]), "branches that ask one thing together", brief_list([row.content for row, _ in rows]))
    kept = [[branch for branch in one if kinds.intersection(_kinds(branch, printed.style))] for one in offered]
    for (row, _), ways in zip(rows, kept, strict=True):
        if len(ways) > 1:
            shown = " or as ".join(f"{way.name!r} {way.how} {', '.join(map(repr, way.values))}" for way in ways[:3])
            raise Invalid(printed.where(row), f"a line that can be read in one way only, not as {shown}", row.content)
    return [ways[0] for ways in kept]


def _kinds(branch: PrintedBranch, style: Style) -> list[tuple[str, str]]:
    """The kinds of question that a branch may be part of."""
    if branch.how in style.asks:
        return [(branch.name, "cut")]
    return [(branch.name, "values"), *([(branch.name, "cut")] if _is_apart(branch, style) else [])]


def _is_apart(branch: PrintedBranch, style: Style) -> bool:
    """Whether a branch takes what does not apply."""
    return style.not_applicable and NOT_APPLICABLE in branch.values


def _offered(printed: Printed, row: Row, inner: bool) -> list[PrintedBranch]:
    where = printed.where(row)
    found = readings(row.content, printed.style, inner)
    if inner and readings(row.content, printed.style, inner=False):
        raise Invalid(where, "a leaf, which has nothing below it, or a branch without one", row.content)
    if not found:
        wanted = "a branch that has branches below it" if inner else "a branch with a leaf behind it, or with branches one level deeper"
        raise Invalid(where, f"{wanted}, as {printed.style.program} prints them", row.content)
    return found


def _asked(printed: Printed, row: Row, branches: Sequence[PrintedBranch], seeds: Sequence[_Seed]) -> QuestionNode:
    """The question of a node, and its children in order."""
    place, where, style = f"line {row.at}", printed.where(row), printed.style
    if len(branches) < 2:
        raise Invalid(where, "a node of two branches or more", row.content)
    if not any(branch.how in style.asks for branch in branches):
        values = _values(branches, style, where)
        return QuestionNode(place, values, seeds, None if values.missing is None else Gaps.UNSAID)
    by_sign = {branch.how: i for i, branch in enumerate(branches)}
    left, right = (by_sign.get(sign) for sign in style.asks)
    apart = [i for i, branch in enumerate(branches) if branch.values == (NOT_APPLICABLE,)]
    if left is None or right is None or len(branches) > 2 + len(apart) or len(apart) > 1 or branches[left].values != branches[right].values:
        said = [f"{branch.how} {', '.join(branch.values)}" for branch in branches]
        raise Invalid(where, f"branches {' and '.join(style.asks)} of one number", brief_list(said))
    asked = QuestionNode(place, _cut(style, branches[left], where), [seeds[left], seeds[right]])
    return QuestionNode(place, Known(branches[left].name, 1, 0), [seeds[apart[0]], asked], Gaps.STATED) if apart else asked


def _cut(style: Style, branch: PrintedBranch, where: str) -> Cut:
    try:
        at = numeral(branch.values[0])
    except Invalid as problem:
        raise Invalid(where, problem.wanted, problem.got) from None
    side = Side.AT_MOST if style.asks[0] == "<=" else Side.BELOW
    if style.rounding is None:
        return Cut(branch.name, at, side, Width.FLOAT64)
    return Cut(branch.name, at, side, unread=True, within=style.rounding(at))


def _values(branches: Sequence[PrintedBranch], style: Style, where: str) -> Values:
    """Groups of values: one a branch, or some values against the rest. Errors: Invalid for a value twice, and for a rest of others."""
    rest = next((i for i, branch in enumerate(branches) if branch.how == "!="), None)
    if rest is not None and (len(branches) != 2 or branches[1 - rest].how != "=" or set(branches[0].values) != set(branches[1].values)):
        said = [f"{branch.how} {', '.join(branch.values)}" for branch in branches]
        raise Invalid(where, "branches = and != of the same values", brief_list(said))
    groups = tuple(() if i == rest else branch.values for i, branch in enumerate(branches))
    apart = next((i for i, branch in enumerate(branches) if _is_apart(branch, style)), None)
    try:
        return Values(branches[0].name, groups, rest, apart)
    except Invalid as problem:
        raise Invalid(where, problem.wanted, problem.got) from None


def brief_list(texts: Sequence[str]) -> str:
    """Texts for a message, which stays short."""
    shown = "; ".join(texts[:5])
    return (shown[:190] + " …" if len(shown) > 190 else shown) + (f" and {len(texts) - 5} more" if len(texts) > 5 else "")
