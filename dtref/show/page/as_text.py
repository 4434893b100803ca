"""A page as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import assert_never

from dtref.errors import printable
from dtref.show.aligning import widths
from dtref.show.derivation.notation import Notation
from dtref.show.derivation.typeset import text
from dtref.show.page.blocks import Block, Blocks, Equations, Heading, Paragraph, Table

WIDTH = 120


def as_text(page: Blocks, digits: int = 3) -> str:
    """
    A page as text. digits: how many after the point of a number that is not rational.

    >>> print(as_text((Heading("Counts"), Table(("class", "n"), (("yes", "9"), ("no", "5")), marked=(0,)))))
    Counts
    <BLANKLINE>
      class  n
      yes    9   <-
      no     5
    """
    found: list[str] = []
    before: Block | None = None
    for block in page:
        if before is not None and not (isinstance(before, Heading | Paragraph) and isinstance(block, Paragraph)):
            found.append("")
        found.extend(map(printable, _lines(block, digits)))
        before = block
    return "\n".join(found)


def _lines(block: Block, digits: int) -> Iterator[str]:
    match block:
        case Heading():
            yield block.text
        case Paragraph():
            yield from wrap(named(block), WIDTH, subsequent_indent="  " if block.name else "")
        case Table():
            yield from table_lines(block)
        case Equations():
            margin, left = "  " * (block.level + 1), text(block.left, digits)
            for i, (sign, right) in enumerate(block.chain):
                yield f"{margin}{left if i == 0 else ' ' * len(left)} {sign} {shown(right, digits)}"
        case _:
            assert_never(block)


def named(block: Paragraph) -> str:
    """
    A paragraph with its name before it.

    >>> named(Paragraph("a page", "Source"))
    'Source: a page'
    """
    return f"{block.name}: {block.text}" if block.name else block.text


def shown(right: Notation | str, digits: int) -> str:
    """
    The right-hand side of an equation.

    >>> shown("undefined (no records)", 3)
    'undefined (no records)'
    """
    return right if isinstance(right, str) else text(right, digits)


def table_lines(table: Table) -> Iterator[str]:
    """
    A table with its columns below one another.

    >>> list(table_lines(Table(("x", "n"), (("a", "10"),))))
    ['  x   n', '  a  10']
    """
    cells = [table.head, *table.rows]
    wide = widths(cells)
    for i, row in enumerate(cells):
        mark = "   <-" if i - 1 in table.marked else ""
        yield ("  " + "  ".join(_aligned(row, wide))).rstrip() + mark


def _aligned(row: Sequence[str], wide: Sequence[int]) -> Iterator[str]:
    yield row[0].ljust(wide[0])
    yield from (cell.rjust(width) for cell, width in zip(row[1:], wide[1:], strict=True))
