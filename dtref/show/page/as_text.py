"""A page as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from textwrap import wrap
from typing import assert_never

from dtref.errors import printable
from dtref.show.derivation.notation import Notation
from dtref.show.derivation.typeset import formula_text
from dtref.show.exact_text import value_text
from dtref.show.page.blocks import TITLE, Block, Blocks, Equations, Figures, Heading, NamedValue, Paragraph, TableBlock, TextLines

WIDTH = 120
"""The characters of a line of running text."""

NAMES = 29
"""The characters that the names of values take up, so that the values of all parts of a page stand below one another."""


_WIDEST = 120
"""The most characters that a cell is padded to: else one long cell would make every row as long, and the table their product."""


def as_text(page: Blocks, digits: int = 3) -> str:
    """
    A page as text. digits: how many after the point of a number that is not rational. Blocks under a heading of level 3 or more are
    indented.

    >>> print(as_text((Heading("Counts"), TableBlock(("class", "n"), (("yes", "9"), ("no", "5")), marked=(0,)))))
    Counts
      class  n
      yes    9   <-
      no     5
    """
    lines: list[str] = []
    margin = ""
    for before, block in zip((None, *page), page, strict=False):
        if before is not None and not _joins(before, block, close=margin != ""):
            lines.append("")
        if isinstance(block, Heading):
            margin = "  " * (block.level - 2) if block.level < TITLE else ""
        lines.extend(margin + printable(line) for line in _lines(block, digits))
    return "\n".join(lines)


def _joins(before: Block, block: Block, *, close: bool) -> bool:
    """Whether no empty line is between two blocks: after a heading, between texts, from values to text, and wherever text is indented."""
    if close:
        return not isinstance(block, Heading)
    if isinstance(before, Heading):
        return isinstance(block, Paragraph | TableBlock | Figures | TextLines)
    return isinstance(before, Paragraph | Figures) and isinstance(block, Paragraph)


def _lines(block: Block, digits: int) -> Iterator[str]:
    match block:
        case Heading():
            yield block.text
        case Paragraph():
            yield from wrap(printable(named_paragraph(block)), WIDTH, subsequent_indent="  " if block.name else "")
        case TableBlock():
            yield from table_lines(block)
        case Figures():
            for figure in block.rows:
                yield f"  {figure.name:<{NAMES}} {figure_text(figure, digits)}{f'   [{figure.note}]' if figure.note else ''}"
        case Equations():
            margin, left = "  " * (block.level + 1), formula_text(block.left, digits)
            for i, (sign, right) in enumerate(block.chain):
                yield f"{margin}{left if i == 0 else ' ' * len(left)} {sign} {_right_side(right, digits)}"
        case TextLines(lines=lines):
            yield from lines
        case _:
            assert_never(block)


def named_paragraph(block: Paragraph) -> str:
    """
    A paragraph with its name before it.

    >>> named_paragraph(Paragraph("a page", "Source"))
    'Source: a page'
    """
    return f"{block.name}: {block.text}" if block.name else block.text


def _right_side(right: Notation | str, digits: int) -> str:
    """
    The right-hand side of an equation.

    >>> _right_side("undefined (no records)", 3)
    'undefined (no records)'
    """
    return right if isinstance(right, str) else formula_text(right, digits)


def figure_text(figure: NamedValue, digits: int) -> str:
    """
    The value of a figure.

    >>> from fractions import Fraction
    >>> figure_text(NamedValue("p", Fraction(1, 8), least=6), 3)
    '0.125000 = 1/8'
    """
    return figure.value if isinstance(figure.value, str) else value_text(figure.value, max(digits, figure.least), figure.unit)


def as_table(figures: Figures, digits: int) -> TableBlock:
    """
    Named values as a table, for formats that have no other way to put values below one another.

    >>> as_table(Figures((NamedValue("p", 0),)), 3)
    TableBlock(head=('', 'value'), rows=(('p', '0'),), marked=(), wraps=False, formulas=())
    """
    noted = any(figure.note for figure in figures.rows)
    rows = tuple((f.name, figure_text(f, digits), *((f.note,) if noted else ())) for f in figures.rows)
    return TableBlock(("", "value", "") if noted else ("", "value"), rows, wraps=noted)


def table_lines(table: TableBlock) -> Iterator[str]:
    """
    A table with its columns below one another.

    >>> list(table_lines(TableBlock(("x", "n"), (("a", "10"),))))
    ['  x   n', '  a  10']
    """
    cells = [table.head, *table.rows]
    widths = _widths(cells)
    for i, row in enumerate(cells):
        mark = "   <-" if i - 1 in table.marked else ""
        yield ("  " + "  ".join(_aligned(row, widths, {0, len(row) - 1} if table.wraps else {0}))).rstrip() + mark


def _widths(rows: Iterable[Sequence[str]]) -> list[int]:
    """The width of each column: that of its longest cell, at most WIDEST characters. A longer cell stands out of its column."""
    return [min(max(map(len, column)), _WIDEST) for column in zip(*rows, strict=True)]


def _aligned(row: Sequence[str], widths: Sequence[int], texts: Set[int]) -> Iterator[str]:
    """The cells of a row, as wide as their columns: those of text to the left, the others to the right."""
    return (cell.ljust(width) if i in texts else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths, strict=True)))
