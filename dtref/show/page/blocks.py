"""
The blocks that a page is made of: headings, paragraphs, tables, named values, formulas.

A page has the content, not the looks, so that the same one is text for a terminal, Markdown, LaTeX, HTML and JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.number import Exact
from dtref.exact.root_quotient import RootQuotient
from dtref.show.derivation.notation import Notation

ComputedValue: TypeAlias = Exact | RootQuotient | Undefined
"""A computed value: a number, or the reason why there is none."""


TITLE = 4
"""The level of a heading that names a table, as in a fragment, which has no sections."""


@frozen
class Heading:
    """A heading; level 1 is the greatest, `TITLE` the name of what stands right below it."""

    text: str
    level: int = 1


@frozen
class Paragraph:
    """
    Running text, perhaps after a name: Source: … . code: whether `…` marks code, as in docstrings; in data it stands for itself. result:
    whether it says what came out, so that a fragment keeps it.
    """

    text: str
    name: str = ""
    code: bool = False
    result: bool = False


@frozen
class TableBlock:
    """
    Rows of cells under a head; the first column is text, the others are numbers.

    marked: the rows to point at. wraps: whether the last column is text too, which may be long, and breaks its lines. formulas: the cells
    of the last column that are one, for a format that sets formulas.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marked: tuple[int, ...] = ()
    wraps: bool = False
    formulas: tuple[Notation | None, ...] = ()


@frozen(eq=False)
class NamedValue:
    """
    A named value, or words in its place.

    note: a remark after it. least: the fewest digits that it is written with, whatever those of the page. unit: bits, or none.
    """

    name: str
    value: ComputedValue | str
    note: str = ""
    least: int = 0
    unit: str = ""


@frozen(eq=False)
class Figures:
    """Named values, one below the other."""

    rows: tuple[NamedValue, ...]


@frozen(eq=False)
class Equations:
    """
    A chain of equations: a letter, then each expression that it equals, with the sign before it (=, or ≈ where numbers are rounded).

    level: how far it is indented, as a part of the computation that follows.
    """

    left: Notation
    chain: tuple[tuple[str, Notation | str], ...]
    level: int = 0


@frozen
class TextLines:
    """Lines that stay as they are, such as those of a tree, in letters of one width."""

    lines: tuple[str, ...]


P_DIGITS = 6
"""The fewest digits after the point of a p-value, which may be small."""


Block: TypeAlias = Heading | Paragraph | TableBlock | Figures | Equations | TextLines

Blocks: TypeAlias = tuple[Block, ...]
"""A page."""


def computation(page: Blocks) -> Blocks:
    """
    The computations on a page: formulas, tables, named values and what came out, without headings and other running text; but a section
    with a table or named values keeps its title and its sources, else two of them could not be told apart.

    >>> computation((Heading("Counts"), Paragraph("Leaf: no", result=True), Paragraph("n: records")))
    (Paragraph(text='Leaf: no', name='', code=False, result=True),)
    >>> computation((Heading("Paired t"), Figures(()), Paragraph("Dietterich 1998", "Source")))[::2]
    (Heading(text='Paired t', level=4), Paragraph(text='Dietterich 1998', name='Source', code=False, result=False))
    """
    starts = [i for i, block in enumerate(page) if i == 0 or isinstance(block, Heading)]
    sections = (page[start:end] for start, end in zip(starts, [*starts[1:], len(page)], strict=True))
    return tuple(block for section in sections for block in _computed(section))


def _computed(section: Blocks) -> Iterator[Block]:
    """The computations of a section: from its heading to the next."""
    tables = any(isinstance(block, TableBlock | Figures) for block in section)
    sourced = False
    for block in section:
        match block:
            case Heading():
                if tables:
                    yield Heading(block.text, TITLE)
            case Paragraph():
                sourced = sourced or block.name == "Source"
                if block.result or (tables and sourced and block.name):
                    yield block
            case _:
                yield block
