"""Finds the trees in a program's output: below their headings, up to the first line that isn't theirs; or without a heading."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.foreign.printed_trees.branches import LONGEST, MOST, Style, is_crowded, readings
from dtref.io.foreign.printed_trees.lines import TextLine, content_of, joined_sets, lines_of, matrix_classes, rows_of
from dtref.io.foreign.printed_trees.nodes import Printed, leaf_alone

_SUBTREE = re.compile(r"\s*SubTree \[S(?P<number>[0-9]{1,3})\]\s*", re.IGNORECASE)


_SCORED = 300
"""The number of lines from which the style of a tree is recognised."""
CUT_OFF = "nothing stands below the tree, as if the output were cut off there: whether branches are missing, it does not say"


@frozen(eq=False)
class TreeHeading:
    """A heading above a tree: the pattern of its line, its meaning, and the styles in which the tree may be printed."""

    pattern: re.Pattern[str]
    says: str
    styles: Sequence[Style]


@frozen(eq=False)
class PrintingProgram:
    """A program: its name, the headings of its trees, the styles of a tree without heading, and lines that mark output not read here."""

    name: str
    headings: Sequence[TreeHeading]
    styles: Sequence[Style]
    refused: Mapping[str, str]


@frozen(eq=False)
class TreeBlock:
    """A tree and its subtrees in rows, the meaning of its heading ("" where it has none), its first line, and the lines behind it."""

    printed: Printed
    says: str
    at: int
    tail: Sequence[TextLine]
    headed: bool = False

    @property
    def may_be_cut_off(self) -> bool:
        """Whether nothing stands behind a tree below a heading, as a program's whole output has it."""
        return self.headed and not any(line.text for line in self.tail)


def blocks_of(text: str, name: str, program: PrintingProgram) -> list[TreeBlock]:
    """
    The trees of a text, in order. Errors: Invalid where there is none, for refused lines, for a line inside a tree that is none of its
    branches, and for a subtree twice. The classes of a confusion matrix in the output decide where a leaf can be read in several ways.
    """
    lines = joined_sets(lines_of(text, name))
    for line in lines:
        _refuse(line, name, program)
    starts = [i for i, line in enumerate(lines) if _heading(line, program) is not None]
    if not starts:
        return [_bare(lines, name, program)]
    for line in lines[: starts[0]]:
        _no_branch(line, program.styles, "before the first heading", name)
    blocks = [_headed(lines[i:end], name, program) for i, end in zip(starts, [*starts[1:], len(lines)], strict=True)]
    classes = matrix_classes(lines)
    return [evolve(block, printed=evolve(block.printed, classes=classes)) for block in blocks]


def _refuse(line: TextLine, name: str, program: PrintingProgram) -> None:
    if is_crowded(line.text):
        raise Invalid(
            f"{name} line {line.at}", f"a line of at most {LONGEST} characters, {MOST} signs and colons", f"{len(line.text)} characters"
        )
    text = line.text.strip(" |\t")
    for pattern, kind in program.refused.items():
        if re.fullmatch(pattern, text):
            raise Invalid(f"{name} line {line.at}", f"a tree of {program.name}, and not {kind}", text[:60])


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
    """A tree without a heading: from the first line that can begin one, or the only line that is a leaf."""
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
    """The style in which most lines can be read as leaves; the first of several."""
    seen = [line for line in lines if line.text][:_SCORED]
    scores = [sum(1 for line in seen if _is_alone(line, style) or _reads(line, style, inner=False)) for style in styles]
    return styles[scores.index(max(scores))]


def _content(line: TextLine, style: Style) -> str:
    """The content of a line, without blanks and signs of levels in front."""
    return content_of(line.text.lstrip(" "), style.levels, style.width)[1]


def _reads(line: TextLine, style: Style, inner: bool) -> bool:
    return bool(readings(_content(line, style), style, inner))


def _is_alone(line: TextLine, style: Style) -> bool:
    return leaf_alone(line.text.strip(" "), style) is not None


def _begins(lines: Sequence[TextLine], style: Style) -> bool:
    """Whether the first of some lines is a branch with a leaf, or with a branch one level deeper below it."""
    first, *others = lines
    if not first.text or _reads(first, style, inner=False):
        return bool(first.text)
    next_line = next((line for line in others if line.text), None)
    if next_line is None or not _reads(first, style, inner=True):
        return False
    return content_of(next_line.text[first.indent :], style.levels, style.width)[0] > 0 and (
        _reads(next_line, style, inner=True) or _reads(next_line, style, inner=False)
    )


def _block(lines: Sequence[TextLine], style: Style, heading: TreeHeading | None, name: str) -> TreeBlock:
    """The tree that begins with the first of some lines, and the subtrees behind it."""
    position = _end(lines, style, name)
    rows = {0: rows_of([line for line in lines[:position] if line.text], style.levels, style.width, name)}
    tail: list[TextLine] = []
    # Behind it: subtrees with headings, and lines that belong to no tree.
    while position < len(lines):
        heading_of_subtree = _SUBTREE.fullmatch(lines[position].text)
        if heading_of_subtree is None:
            tail.append(_no_branch(lines[position], (style,), "behind the end of the tree", name))
            position += 1
            continue
        if int(heading_of_subtree["number"]) in rows:
            raise Invalid(f"{name} line {lines[position].at}", "each subtree once", lines[position].text.strip())
        start = next((k for k in range(position + 1, len(lines)) if lines[k].text), position)
        if start == position:
            raise Invalid(f"{name} line {lines[position].at}", "a subtree below the heading", "nothing")
        position = start + _end(lines[start:], style, name)
        rows[int(heading_of_subtree["number"])] = rows_of(
            [line for line in lines[start:position] if line.text], style.levels, style.width, name
        )
    return TreeBlock(Printed(rows, style, name), "" if heading is None else heading.says, lines[0].at, tail, heading is not None)


def _no_branch(line: TextLine, styles: Sequence[Style], where: str, name: str) -> TextLine:
    """A line outside of trees. Errors: Invalid for a branch with a leaf that has a number of records."""
    branches = [branch for style in styles for branch in readings(_content(line, style), style, inner=False)]
    if any(branch.said is not None and branch.said.records is not None for branch in branches):
        raise Invalid(f"{name} line {line.at}", f"no branch {where}", line.text[:100])
    return line


def _end(lines: Sequence[TextLine], style: Style, name: str) -> int:
    """The number of lines of the tree: up to one that ends it, or one behind an empty line that is none of its branches."""
    for i, line in enumerate(lines):
        content = _content(line, style)
        row = bool(readings(content, style, inner=True) or readings(content, style, inner=False))
        if not line.text or row or (i == 0 and _is_alone(line, style)):
            continue
        if i and (not lines[i - 1].text or style.ends.match(line.text.strip())):
            return i
        raise Invalid(f"{name} line {line.at}", f"a branch as {style.program} prints it", line.text[:100])
    return len(lines)
