"""
What a page is made of: headings, paragraphs, tables, formulas.

A page says what is there, not how it looks, so that the same one is text for a terminal, Markdown, LaTeX and HTML.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from dtref.show.derivation.notation import Notation


@frozen
class Heading:
    """A heading; level 1 is the greatest."""

    text: str
    level: int = 1


@frozen
class Paragraph:
    """Running text, perhaps after a name: Source: … . code: whether `…` marks code, as in docstrings; in data it stands for itself."""

    text: str
    name: str = ""
    code: bool = False


@frozen
class Table:
    """
    Rows of cells under a head; the first column is text, the others are numbers.

    marked: the rows to point at. wraps: whether the last column holds what is long, and breaks its lines.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marked: tuple[int, ...] = ()
    wraps: bool = False


@frozen(eq=False)
class Equations:
    """
    A chain of equations: what is computed, then each thing that it equals, with the sign before it (=, or ≈ where numbers are rounded).

    level: how far it stands to the right, as part of what follows.
    """

    left: Notation
    chain: tuple[tuple[str, Notation | str], ...]
    level: int = 0


Block: TypeAlias = Heading | Paragraph | Table | Equations

Blocks: TypeAlias = tuple[Block, ...]
"""A page."""


def computation(page: Blocks) -> Blocks:
    """
    What a page computes: its formulas and tables, without headings and running text.

    >>> computation((Heading("Counts"), Table(("class", "n"), (("yes", "9"),))))
    (Table(head=('class', 'n'), rows=(('yes', '9'),), marked=(), wraps=False),)
    """
    return tuple(block for block in page if isinstance(block, Equations | Table))
