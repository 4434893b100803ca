"""A page as Markdown, its formulas as LaTeX between dollars."""

from __future__ import annotations

import re
from typing import assert_never

from dtref.errors import printable
from dtref.show.page.as_latex import aligned
from dtref.show.page.as_text import as_table
from dtref.show.page.blocks import Block, Blocks, Equations, Figures, Heading, Paragraph, TableBlock, TextLines


def as_markdown(page: Blocks, digits: int = 3) -> str:
    """
    A page as Markdown. digits: how many after the point of a number that is not rational.

    >>> print(as_markdown((Heading("Counts"), Paragraph("p_1 * p_2", "Given"), TableBlock(("class", "n"), (("yes", "9"),), marked=(0,)))))
    # Counts
    <BLANKLINE>
    **Given**: p\\_1 \\* p\\_2
    <BLANKLINE>
    | class | n |
    | --- | ---: |
    | **yes** | **9** |
    """
    return "\n\n".join(_block(block, digits) for block in page)


def _block(block: Block, digits: int) -> str:
    match block:
        case Heading():
            return f"{'#' * block.level} {markdown(block.text)}"
        case Paragraph():
            return (f"**{markdown(block.name)}**: " if block.name else "") + markdown(block.text, code=block.code)
        case TableBlock():
            return "\n".join([_row(block.head), _rule(block), *_rows(block)])
        case Figures():
            return _block(as_table(block, digits), digits)
        case Equations():
            return f"$$\n{aligned(block, digits)}\n$$"
        case TextLines(lines=lines):
            return "\n".join(f"    {printable(line)}" for line in lines)
        case _:
            assert_never(block)


def _rule(table: TableBlock) -> str:
    """The line below the head, which aligns the columns: text to the left, numbers to the right."""
    numbers = ["---:"] * (len(table.head) - 1)
    return f"| {' | '.join(['---', *([*numbers[:-1], '---'] if table.wraps else numbers)])} |"


def _rows(table: TableBlock) -> list[str]:
    return [_row(row, "**" if i in table.marked else "") for i, row in enumerate(table.rows)]


def _row(cells: tuple[str, ...], mark: str = "") -> str:
    return f"| {' | '.join(f'{mark}{markdown(cell)}{mark}' if cell else '' for cell in cells)} |"


def markdown(plain: str, *, code: bool = False) -> str:
    r"""
    Plain text for Markdown, its special characters escaped. code: whether `…` marks code.

    >>> print(markdown("`f1` of a_1 | <b>", code=True))
    `f1` of a\_1 \| \<b\>
    """
    pieces = re.split(r"(`[^`|]+`)", printable(plain)) if code else [printable(plain)]
    return "".join(piece if i % 2 else re.sub(r"([\\`*_\[\]<>#|$])", r"\\\1", piece) for i, piece in enumerate(pieces))
