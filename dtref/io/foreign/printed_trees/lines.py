"""
The lines of a printed tree: prefixes are removed, sets over several lines joined, levels counted.

    petalwidth <= 0.6: Iris-setosa (50.0)            petal length <= 1.9: setosa (50)
    petalwidth > 0.6                                 petal length > 1.9:
    |   petalwidth <= 1.7: versicolor (54.0/5.0)     :...petal width > 1.7: virginica (46/1)
    |   petalwidth > 1.7: virginica (46.0/1.0)           petal width <= 1.7: versicolor (54/5)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.files import text_lines

PREFIX = re.compile(r"\s*(?:##|#>)(?: |$)")
"""The prefix of knitr and reprex in front of each line of output."""
FENCE = re.compile(r"\s*```\w*")
"""A line around output in a page of Markdown."""
ASKING = re.compile(r" (?:<=|>=|<|>|=|!=|in) ")
CLOSED = re.compile(r"(?:.* in \{)?[^{}]*\}")
"""The end of a set, with nothing behind it."""
LEAF_ALONE = re.compile(r"(?:[|:] {3}| )*(?P<rest>:(?: .*|\[.*|$))")
"""A line that has only the leaf of a branch."""

OF_A_CLASS = re.compile(r"[\s\d.]*(?:\|\s+[a-z]{1,3} = |\([a-z]{1,3}\): class )(?P<name>\S.*)")
"""A row of a confusion matrix, of Weka or of C4.5 and C5.0, which ends with the name of a class."""


@frozen
class TextLine:
    """A line: its number in the file, from 1, and its text without blanks at the end."""

    at: int
    text: str

    @property
    def indent(self) -> int:
        """The number of blanks that it begins with."""
        return len(self.text) - len(self.text.lstrip(" "))


@frozen
class Row:
    """A line of a tree: its number in the file, its level from 0, and its content."""

    at: int
    level: int
    content: str


def matrix_classes(lines: Sequence[TextLine]) -> frozenset[str]:
    """
    The classes that confusion matrices name; none where there is no matrix.

    >>> lines = TextLine(1, "  9  0 | a = yes"), TextLine(2, "  0  5 | b = no: never"), TextLine(3, "           4  (b): class c")
    >>> sorted(matrix_classes(lines))
    ['c', 'no: never', 'yes']
    """
    return frozenset(match["name"] for line in lines if (match := OF_A_CLASS.fullmatch(line.text)) is not None)


def lines_of(text: str, name: str) -> list[TextLine]:
    """
    The lines of a text, empty ones too; so are Markdown's ```. Knitr's `##` is removed where all lines that aren't empty have it. Errors:
    Invalid where only some have it, and one of them could be a branch.

    >>> lines_of("## x <= 1: a (3)\\n## x > 1: b (4)\\n", "x.txt")
    [TextLine(at=1, text='x <= 1: a (3)'), TextLine(at=2, text='x > 1: b (4)')]
    """
    lines = [TextLine(i, "" if FENCE.fullmatch(line.rstrip()) else line.rstrip()) for i, line in enumerate(text_lines(text), 1)]
    marked = [line for line in lines if PREFIX.match(line.text)]
    if len(marked) < sum(1 for line in lines if line.text):
        asking = next((line for line in marked if ASKING.search(line.text)), None)
        if asking is not None:
            wanted = "## before every line of the output, or before none (cut the output out)"
            raise Invalid(f"{name} line {asking.at}", wanted, asking.text[:100])
        return lines
    return [evolve(line, text=PREFIX.sub("", line.text, count=1)) for line in lines]


def joined_sets(lines: Sequence[TextLine]) -> list[TextLine]:
    """
    The lines, each set of values `in {a,b,` joined to one line with the leaf behind it.

    >>> joined_sets([TextLine(1, "job in {a,b,"), TextLine(2, ":       c}"), TextLine(3, ": no (2)"), TextLine(4, "job = d: yes (3)")])
    [TextLine(at=1, text='job in {a,b,c}: no (2)'), TextLine(at=4, text='job = d: yes (3)')]
    """
    joined: list[tuple[int, list[str]]] = []
    parts: list[str] = []
    for line in lines:
        in_set = bool(parts) and " in {" in parts[0]
        unfinished = in_set and parts[-1].endswith(",") and "}" not in parts[-1].rpartition(" in {")[2]
        continues = unfinished and " in {" not in line.text
        leaf = LEAF_ALONE.fullmatch(line.text) if in_set and CLOSED.fullmatch(parts[-1]) else None
        if continues or leaf is not None:
            parts.append(re.sub(r"^[|: ]*", "", line.text) if leaf is None else leaf["rest"])
        else:
            parts = [line.text]
            joined.append((line.at, parts))
    return [TextLine(at, "".join(parts)) for at, parts in joined]


def content_of(text: str, levels: re.Pattern[str], width: int) -> tuple[int, str]:
    """
    The level of a line, and its content behind the signs of its levels.

    >>> content_of("|   |   x <= 2", re.compile("([|] {3})*"), 4)
    (2, 'x <= 2')
    """
    signs = levels.match(text)
    end = 0 if signs is None else signs.end()
    return end // width, text[end:]


def rows_of(lines: Sequence[TextLine], levels: re.Pattern[str], width: int, name: str) -> list[Row]:
    """
    The lines of a tree with their levels; the first has level 0, and all others begin with its blanks. levels: the signs of levels, each
    of `width` characters.

    >>> rows_of([TextLine(7, "  k = a: p (1)"), TextLine(8, "  |   x <= 2: p (1)")], re.compile("([|] {3})*"), 4, "x.txt")
    [Row(at=7, level=0, content='k = a: p (1)'), Row(at=8, level=1, content='x <= 2: p (1)')]
    """
    base = lines[0].indent
    rows = []
    for line in lines:
        if line.text[:base].strip():
            raise Invalid(f"{name} line {line.at}", f"{base} blanks first, as before the tree's first line", line.text)
        text = line.text[base:]
        rows.append(Row(line.at, *content_of(text, levels, width)))
    return rows
