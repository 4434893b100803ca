"""Builds a tree of printed rows: the branches of a node are read together, and refused where several readings remain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.foreign.printed_trees.branches import PrintedBranch, PrintedLeaf, Style, readings
from dtref.io.foreign.printed_trees.lines import Row
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, Gaps, Known, Values, foreign_nodes
from dtref.spec.model.attributes import Width
from dtref.spec.model.numerals import numeral
from dtref.spec.model.schemes import unfold
from dtref.spec.model.tests import Side

NOT_APPLICABLE = "N/A"
"""C5.0's value for "does not apply": a record that misses the value takes its branch."""


@frozen(eq=False)
class Printed:
    """The rows of a tree and of its subtrees, by number; their style, the name of the file, and the classes that the output names."""

    rows: Mapping[int, Sequence[Row]]
    style: Style
    name: str
    classes: frozenset[str] = frozenset()

    def where(self, row: Row) -> str:
        """The place of a row, for messages."""
        return f"{self.name} line {row.at}"


COMMAS = "values are told apart by commas: one whose name has a comma is read as several"
"""The note of trees whose text lists several values in a row."""


def commas_noted(root: ForeignNode) -> tuple[str, ...]:
    """
    The note on commas, where a node lists several values of one branch.

    >>> commas_noted(ForeignNode("1", Values("x", (("a",), ("b",))), (ForeignNode("2"), ForeignNode("3"))))
    ()
    """
    asks = (node.ask for node in foreign_nodes(root))
    return (COMMAS,) if any(isinstance(ask, Values) and max(map(len, ask.groups)) > 1 for ask in asks) else ()


SubtreeRows: TypeAlias = tuple[int, int, int, int]
"""The number of a subtree (0 for the tree itself), the first of some rows in it and their end, and their level."""


@frozen(eq=False)
class QuestionNode:
    """A node whose question is known, and the seeds of its children."""

    place: str
    ask: Ask
    below: Sequence[_Seed]
    gaps: Gaps | None = None


_Seed: TypeAlias = SubtreeRows | QuestionNode | ForeignNode
_Built: TypeAlias = tuple[Callable[[Sequence[ForeignNode]], ForeignNode], Sequence[_Seed]]


def root_of_printed(printed: Printed) -> ForeignNode:
    """
    The root. Errors: Invalid for a skipped level, a branch without leaf or branches, branches that don't belong together or can be read in
    several ways, a subtree that is missing, or named twice or never.
    """
    used: set[int] = {0}
    ends = {number: _ends(rows) for number, rows in printed.rows.items()}

    def expand(seed: _Seed) -> _Built:
        match seed:
            case ForeignNode():
                return lambda _: seed, []
            case QuestionNode():
                return lambda children: ForeignNode(seed.place, seed.ask, tuple(children), gaps=seed.gaps), seed.below
            case _:
                return expand(_node(printed, ends, seed, used))

    # From the root on; each subtree must then be used.
    everything: _Seed = (0, 0, len(printed.rows[0]), 0)
    root = unfold(everything, expand)
    unused = sorted(set(printed.rows) - used)
    if unused:
        first = printed.rows[unused[0]][0]
        raise Invalid(printed.where(first), f"the subtree of a branch that ends in [S{unused[0]}]", "no such branch")
    return root


def _ends(rows: Sequence[Row]) -> list[int]:
    """For each row, the next one that is not deeper."""
    ends, waiting = [len(rows)] * len(rows), [0]
    for i, row in enumerate(rows):
        while i and waiting and rows[waiting[-1]].level >= row.level:
            ends[waiting.pop()] = i
        waiting += [i] if i else []
    return ends


def _node(printed: Printed, ends: Mapping[int, Sequence[int]], part: SubtreeRows, used: set[int]) -> _Seed:
    """A node from the branches of one level, with the rows below each of them."""
    subtree, first, end, level = part
    rows = printed.rows[subtree]
    if rows[first].level != level:
        raise Invalid(printed.where(rows[first]), f"a branch of level {level}", f"level {rows[first].level}")
    leaf = leaf_alone(rows[0].content, printed.style) if len(rows) == 1 else None
    if leaf is not None:
        return _leaf_or_subtree(printed, rows[0], leaf, used)
    # The branches of this level, and the rows below each.
    heads = [first]
    while ends[subtree][heads[-1]] < end:
        heads.append(ends[subtree][heads[-1]])
    next_heads = [*heads[1:], end]
    branches = _together(printed, [(rows[i], next_head > i + 1) for i, next_head in zip(heads, next_heads, strict=True)])
    seeds: list[_Seed] = []
    for i, next_head, branch in zip(heads, next_heads, branches, strict=True):
        inner = branch.said is None
        seeds.append((subtree, i + 1, next_head, level + 1) if inner else _leaf_or_subtree(printed, rows[i], branch.said, used))
    return _asked(printed, rows[first], branches, seeds)


def leaf_alone(content: str, style: Style) -> PrintedLeaf | None:
    """The leaf of a line that is no branch; None for any other line."""
    alone = style.alone.fullmatch(content)
    return None if alone is None or readings(content, style, inner=False) else style.leaf(alone["leaf"])


def _leaf_or_subtree(printed: Printed, row: Row, leaf: PrintedLeaf | None, used: set[int]) -> _Seed:
    """The seed of the leaf behind a colon, or of the subtree that it names."""
    assert leaf is not None, "a branch without leaf has branches"
    if leaf.subtree is None:
        claimed = {name: getattr(leaf, name) for name in ("label", "records", "errors", "within", "impurity", "rounding")}
        return ForeignNode(f"line {row.at}", **claimed)
    if leaf.subtree not in printed.rows:
        raise Invalid(printed.where(row), f"SubTree [S{leaf.subtree}] further down", "none")
    if leaf.subtree in used:
        raise Invalid(printed.where(row), f"the subtree [S{leaf.subtree}] in one place", "a second one, or itself")
    used.add(leaf.subtree)
    return leaf.subtree, 0, len(printed.rows[leaf.subtree]), 0


def _together(printed: Printed, rows: Sequence[tuple[Row, bool]]) -> list[PrintedBranch]:
    """The only reading of a node's branches together: of one name, and of signs that go together."""
    readings_of_rows = [_offered(printed, row, inner) for row, inner in rows]
    kinds = set.intersection(
        *({kind for branch in ways_of_row for kind in _kinds(branch, printed.style)} for ways_of_row in readings_of_rows)
    )
    if not kinds:
        raise Invalid(printed.where(rows[0][0]), "branches that ask one thing together", brief_list([row.content for row, _ in rows]))
    possible = [[branch for branch in ways_of_row if kinds.intersection(_kinds(branch, printed.style))] for ways_of_row in readings_of_rows]
    for (row, _), ways in zip(rows, possible, strict=True):
        if len(ways) > 1:
            shown = " or as ".join(f"{way.name!r} {way.how} {', '.join(map(repr, way.values))}" for way in ways[:3])
            raise Invalid(printed.where(row), f"a line that can be read in one way only, not as {shown}", row.content)
    return [ways[0] for ways in possible]


def _kinds(branch: PrintedBranch, style: Style) -> list[tuple[str, str]]:
    """The kinds of question that a branch may be part of."""
    if branch.how in style.asks:
        return [(branch.name, "cut")]
    return [(branch.name, "values"), *([(branch.name, "cut")] if _is_apart(branch, style) else [])]


def _is_apart(branch: PrintedBranch, style: Style) -> bool:
    """Whether a branch takes values that do not apply."""
    return style.not_applicable and NOT_APPLICABLE in branch.values


def _offered(printed: Printed, row: Row, inner: bool) -> list[PrintedBranch]:
    where = printed.where(row)
    branches = readings(row.content, printed.style, inner)
    if inner and readings(row.content, printed.style, inner=False):
        raise Invalid(where, "a leaf, which has nothing below it, or a branch without one", row.content)
    if not branches:
        wanted = "a branch that has branches below it" if inner else "a branch with a leaf behind it, or with branches one level deeper"
        raise Invalid(where, f"{wanted}, as {printed.style.program} prints them", row.content)
    of_classes = [branch for branch in branches if branch.said is None or branch.said.label is None or branch.said.label in printed.classes]
    return of_classes or branches


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
    for_missing = [i for i, branch in enumerate(branches) if branch.values == (NOT_APPLICABLE,)]
    if (
        left is None
        or right is None
        or len(branches) > 2 + len(for_missing)
        or len(for_missing) > 1
        or branches[left].values != branches[right].values
    ):
        questions = [f"{branch.how} {', '.join(branch.values)}" for branch in branches]
        raise Invalid(where, f"branches {' and '.join(style.asks)} of one number", brief_list(questions))
    asked = QuestionNode(place, _cut(style, branches[left], where), [seeds[left], seeds[right]])
    return QuestionNode(place, Known(branches[left].name, 1, 0), [seeds[for_missing[0]], asked], Gaps.STATED) if for_missing else asked


def _cut(style: Style, branch: PrintedBranch, where: str) -> Cut:
    try:
        number = numeral(branch.values[0])
    except Invalid as problem:
        raise Invalid(where, problem.wanted, problem.got) from None
    side = Side.AT_MOST if style.asks[0] == "<=" else Side.BELOW
    if style.rounding is None:
        return Cut(branch.name, number, side, Width.FLOAT64)
    width = style.floats or Width.DECIMAL
    return Cut(branch.name, number, side, width, unread=True, within=style.rounding(number), held=style.floats is not None)


def _values(branches: Sequence[PrintedBranch], style: Style, where: str) -> Values:
    """Groups of values: one for each branch, or some values against the rest. Errors: Invalid for a value twice, and for another rest."""
    rest = next((i for i, branch in enumerate(branches) if branch.how == "!="), None)
    if rest is not None and (len(branches) != 2 or branches[1 - rest].how != "=" or set(branches[0].values) != set(branches[1].values)):
        questions = [f"{branch.how} {', '.join(branch.values)}" for branch in branches]
        raise Invalid(where, "branches = and != of the same values", brief_list(questions))
    groups = tuple(() if i == rest else branch.values for i, branch in enumerate(branches))
    for_missing = next((i for i, branch in enumerate(branches) if _is_apart(branch, style)), None)
    try:
        return Values(branches[0].name, groups, rest, for_missing)
    except Invalid as problem:
        raise Invalid(where, problem.wanted, problem.got) from None


def brief_list(texts: Sequence[str]) -> str:
    """Texts for a message, shortened."""
    shown = "; ".join(texts[:5])
    return (shown[:190] + " …" if len(shown) > 190 else shown) + (f" and {len(texts) - 5} more" if len(texts) > 5 else "")
