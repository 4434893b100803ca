"""
The blocks that a page is made of: headings, paragraphs, tables, named values, formulas.

A page has the content, not the looks, so that the same one is text for a terminal, Markdown, LaTeX, HTML and JSON.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.number import Exact
from dtref.exact.root_quotient import RootQuotient
from dtref.show.derivation.notation import Notation

ComputedValue: TypeAlias = Exact | RootQuotient | Undefined
"""A computed value: a number, or the reason why there is none."""


@frozen
class Heading:
    """A heading; level 1 is the greatest."""

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
    The computations on a page: formulas, tables, named values and what came out, without headings and other running text.

    >>> computation((Heading("Counts"), Paragraph("Leaf: no", result=True), Paragraph("n: records")))
    (Paragraph(text='Leaf: no', name='', code=False, result=True),)
    """
    return tuple(block for block in page if not isinstance(block, Heading) and (not isinstance(block, Paragraph) or block.result))
