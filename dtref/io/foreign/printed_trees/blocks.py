"""Where the trees stand in what a program printed: below their headings, up to a line that is none of theirs; or alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.foreign.printed_trees.branches import LONGEST, MOST, Style, is_crowded, readings
from dtref.io.foreign.printed_trees.lines import TextLine, content_of, joined_sets, lines_of, rows_of
from dtref.io.foreign.printed_trees.nodes import Printed, leaf_alone

_SUBTREE = re.compile(r"\s*SubTree \[S(?P<number>[0-9]{1,3})\]\s*", re.IGNORECASE)


_SCORED = 300
"""How many lines are looked at to tell in which style a tree is printed."""


@frozen(eq=False)
class TreeHeading:
    """What stands above a tree: a pattern of the line, what it says of the tree, and the styles in which the tree may be printed."""

    pattern: re.Pattern[str]
    says: str
    styles: Sequence[Style]


@frozen(eq=False)
class PrintingProgram:
    """A program: its name, the headings of its trees, the styles of one without heading, and what in its words is no tree that is read."""

    name: str
    headings: Sequence[TreeHeading]
    styles: Sequence[Style]
    refused: Mapping[str, str]


@frozen(eq=False)
class TreeBlock:
    """A tree and its subtrees in rows, what its heading says ("" where it has none), the line it begins in, and the lines behind it."""

    printed: Printed
    says: str
    at: int
    tail: Sequence[TextLine]


def blocks_of(text: str, name: str, program: PrintingProgram) -> list[TreeBlock]:
    """
    The trees of a text, in order. Errors: Invalid where there is none, for what is refused, for a line inside a tree that is none of its
    branches, and for a subtree twice.
    """
    lines = joined_sets(lines_of(text, name))
    for line in lines:
        _refuse(line, name, program)
    starts = [i for i, line in enumerate(lines) if _heading(line, program) is not None]
    if not starts:
        return [_bare(lines, name, program)]
    for line in lines[: starts[0]]:
        _no_branch(line, program.styles, "before the first heading", name)
    return [_headed(lines[i:end], name, program) for i, end in zip(starts, [*starts[1:], len(lines)], strict=True)]


def _refuse(line: TextLine, name: str, program: PrintingProgram) -> None:
    if is_crowded(line.text):
        raise Invalid(
            f"{name} line {line.at}", f"a line of at most {LONGEST} characters, {MOST} signs and colons", f"{len(line.text)} characters"
        )
    text = line.text.strip(" |\t")
    for pattern, what in program.refused.items():
        if re.fullmatch(pattern, text):
            raise Invalid(f"{name} line {line.at}", f"a tree of {program.name}, and not {what}", text[:60])


def _heading(line: TextLine, program: PrintingProgram) -> TreeHeading | None:
    return next((heading for heading in program.headings if heading.pattern.fullmatch(line.text.strip())), None)


def _headed(lines: Sequence[TextLine], name: str, program: PrintingProgram) -> TreeBlock:
    """The tree below a heading."""
    heading = _heading(lines[0], program)
    assert heading is not None, "the first line is a heading"
    start = next((i for i, line in enumerate(lines) if i and line.text.strip("-= ")), None)
    if start is None:
        raise Invalid(f"{name} line {lines[0].at}", "a tree below the heading", "nothing")
    return _block(lines[start:], _style(lines[start:], heading.styles), heading, name)


def _bare(lines: Sequence[TextLine], name: str, program: PrintingProgram) -> TreeBlock:
    """A tree without a heading: from the first line that can begin one, or the one line that is a leaf."""
    style = _style(lines, program.styles)
    start = next((i for i, line in enumerate(lines) if _begins(lines[i : i + 3], style)), None)
    if start is not None:
        return _block(lines[start:], style, None, name)
    alone = [i for i, line in enumerate(lines) if _is_alone(line, style)]
    if len(alone) != 1:
        got = "no line of one" if not alone else f"lines {lines[alone[0]].at} and {lines[alone[1]].at}, each a leaf alone"
        raise Invalid(name, f"a tree as {program.name} print it", got)
    return _block([lines[alone[0]]], style, None, name)


def _style(lines: Sequence[TextLine], styles: Sequence[Style]) -> Style:
    """The style in which most of the lines can be read as leaves; the first of several."""
    seen = [line for line in lines if line.text][:_SCORED]
    scores = [sum(1 for line in seen if _is_alone(line, style) or _reads(line, style, inner=False)) for style in styles]
    return styles[scores.index(max(scores))]


def _content(line: TextLine, style: Style) -> str:
    """A line without blanks and levels in front."""
    return content_of(line.text.lstrip(" "), style.levels, style.width)[1]


def _reads(line: TextLine, style: Style, inner: bool) -> bool:
    return bool(readings(_content(line, style), style, inner))


def _is_alone(line: TextLine, style: Style) -> bool:
    return leaf_alone(line.text.strip(" "), style) is not None


def _begins(lines: Sequence[TextLine], style: Style) -> bool:
    """Whether the first of some lines is a branch: with a leaf, or with a branch one level deeper below it."""
    first, *more = lines
    if not first.text or _reads(first, style, inner=False):
        return bool(first.text)
    below = next((line for line in more if line.text), None)
    if below is None or not _reads(first, style, inner=True):
        return False
    return content_of(below.text[first.indent :], style.levels, style.width)[0] > 0 and (
        _reads(below, style, inner=True) or _reads(below, style, inner=False)
    )


def _block(lines: Sequence[TextLine], style: Style, heading: TreeHeading | None, name: str) -> TreeBlock:
    """The tree that begins with the first of some lines, and the subtrees behind it."""
    at = _end(lines, style, name)
    rows = {0: rows_of([line for line in lines[:at] if line.text], style.levels, style.width, name)}
    tail: list[TextLine] = []
    while at < len(lines):
        named = _SUBTREE.fullmatch(lines[at].text)
        if named is None:
            tail.append(_no_branch(lines[at], (style,), "behind the end of the tree", name))
            at += 1
            continue
        if int(named["number"]) in rows:
            raise Invalid(f"{name} line {lines[at].at}", "each subtree once", lines[at].text.strip())
        below = next((k for k in range(at + 1, len(lines)) if lines[k].text), at)
        if below == at:
            raise Invalid(f"{name} line {lines[at].at}", "a subtree below the heading", "nothing")
        at = below + _end(lines[below:], style, name)
        rows[int(named["number"])] = rows_of([line for line in lines[below:at] if line.text], style.levels, style.width, name)
    return TreeBlock(Printed(rows, style, name), "" if heading is None else heading.says, lines[0].at, tail)


def _no_branch(line: TextLine, styles: Sequence[Style], where: str, name: str) -> TextLine:
    """A line outside of trees. Errors: Invalid for a branch with a leaf that says how many records it has."""
    every = [branch for style in styles for branch in readings(_content(line, style), style, inner=False)]
    if any(branch.said is not None and branch.said.records is not None for branch in every):
        raise Invalid(f"{name} line {line.at}", f"no branch {where}", line.text[:100])
    return line


def _end(lines: Sequence[TextLine], style: Style, name: str) -> int:
    """How many lines belong to the tree: up to one that ends it, or that stands behind an empty line and is none of its branches."""
    for i, line in enumerate(lines):
        content = _content(line, style)
        row = bool(readings(content, style, inner=True) or readings(content, style, inner=False))
        if not line.text or row or (i == 0 and _is_alone(line, style)):
            continue
        if i and (not lines[i - 1].text or style.ends.match(line.text.strip())):
            return i
        raise Invalid(f"{name} line {line.at}", f"a branch as {style.program} prints it", line.text[:100])
    return len(lines)
