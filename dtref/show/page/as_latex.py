r"""
A page as a piece of LaTeX, to be put into a document that loads amsmath.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import assert_never

from dtref.errors import printable
from dtref.show.derivation.notation import Notation
from dtref.show.derivation.typeset import latex, latex_escape
from dtref.show.page.as_text import as_table, named_paragraph
from dtref.show.page.blocks import TITLE, Block, Blocks, Equations, Figures, Heading, Paragraph, TableBlock, TextLines


def as_latex(page: Blocks, digits: int = 3) -> str:
    r"""
    A page as LaTeX. digits: how many after the point of a number that is not rational.

    >>> print(as_latex((Heading("Counts"), TableBlock(("class", "n"), (("yes", "9"),), marked=(0,)))))
    \section*{Counts}
    <BLANKLINE>
    \noindent\begin{tabular}{lr}
    class & n \\ \hline
    \textbf{yes} & \textbf{9} \\
    \end{tabular}
    """
    long = any(isinstance(block, TableBlock) and len(block.rows) > LONG_TABLE for block in page)
    formulas = any(isinstance(block, Equations) or (isinstance(block, TableBlock) and any(block.formulas)) for block in page)
    return (NEEDS if formulas else "") + (NEEDS_LONG if long else "") + _blocks(page, digits)


NEEDS, NEEDS_LONG = "% \\usepackage{amsmath}\n", "% \\usepackage{longtable}\n"
"""Comments that name the packages that a document with formulas, or with long tables, must load."""

LONG_TABLE = 25
"""The most rows of a table that is kept on one page; one with more breaks over pages, its head on each."""


def piece(page: Blocks, digits: int = 3) -> str:
    r"""
    A page as LaTeX that is put into a document: without the comment about packages, and its last paragraph is ended, so that what follows
    begins below it.

    >>> piece((Heading("Counts"),))
    '\\section*{Counts}\n\\par'
    """
    return f"{_blocks(page, digits)}\n\\par"


def _blocks(page: Blocks, digits: int) -> str:
    return "\n\n".join(_block(block, digits) for block in page)


def _block(block: Block, digits: int) -> str:
    match block:
        case Heading():
            title = _words(block.text)
            return (
                rf"\medskip\noindent\textbf{{{title}}}\nopagebreak"
                if block.level == TITLE
                else rf"\{'sub' * (block.level - 1)}section*{{{title}}}"
            )
        case Paragraph():
            return _text(named_paragraph(block).replace("`", "") if block.code else named_paragraph(block))
        case TableBlock():
            kind, ends = ("longtable", r" \endhead") if len(block.rows) > LONG_TABLE else ("tabular", "")
            head = rf"{_row(map(_words, block.head))} \hline{ends}"
            start = rf"{'' if ends else NOT_INDENTED}\begin{{{kind}}}{{{_columns(block)}}}"
            table = "\n".join([start, head, *_rows(block, digits), rf"\end{{{kind}}}"])
            return f"{{\\footnotesize\\tabcolsep=4pt\n{table}}}" if block.formulas or _is_wide(block) else table
        case Figures():
            return _block(as_table(block, digits), digits)
        case Equations():
            return f"\\[\n{aligned(block, digits)}\n\\]"
        case TextLines(lines=lines):
            typed = "\\\\\n".join(map(_indented, lines))
            return f"\\begin{{flushleft}}\\ttfamily\n{typed}\n\\end{{flushleft}}"
        case _:
            assert_never(block)


NOT_INDENTED = r"\noindent"
"""Before a table that stands in a paragraph of its own."""

ROOM, BROAD = 75, 18
"""The characters that a line has room for; of a table with more, the columns with more break their lines."""


def _columns(table: TableBlock) -> str:
    """The alignment of the columns: text to the left, numbers to the right; in a wide table the broad ones, and formulas, break lines."""
    last = len(table.head) - 1
    widths = [max(map(len, column)) for column in zip(table.head, *table.rows, strict=True)]
    broad = {i for i, width in enumerate(widths) if width > BROAD} if _is_wide(table) else set()
    broad |= {last} if table.formulas else set()
    # what the others leave is shared out
    rest = max(ROOM - sum(width + 2 for i, width in enumerate(widths) if i not in broad), 12 * len(broad))
    whole = sum(min(widths[i], 60) for i in broad)
    shares = {i: f"p{{{max(rest / (1.25 * ROOM) * min(widths[i], 60) / whole, 0.1):.2f}\\linewidth}}" for i in broad}
    texts = {0, last} if table.wraps else {0}
    return "".join(shares.get(i, "l" if i in texts else "r") for i in range(last + 1))


def _is_wide(table: TableBlock) -> bool:
    """Whether a line has no room for all columns as they are."""
    return sum(max(map(len, column)) + 2 for column in zip(table.head, *table.rows, strict=True)) > ROOM


def _rows(table: TableBlock, digits: int) -> list[str]:
    return [_row(_cells(table, i, digits)) for i in range(len(table.rows))]


def _row(cells: Iterable[str]) -> str:
    r"""A row of cells. One that begins with [ or * would be read as an argument of the \\ above it."""
    row = " & ".join(cells)
    return f"{'{}' if row[:1] in {'[', '*'} else ''}{row} \\\\"


def _indented(line: str) -> str:
    """A line with the blanks that it begins with, between which bars may stand."""
    text = line.lstrip(" |")
    return "{}" + _text(line[: len(line) - len(text)]).replace(" ", "~") + _text(text)


def _cells(table: TableBlock, i: int, digits: int) -> list[str]:
    """The cells of a row; of a row to point at in bold type."""
    first, *others = table.rows[i]
    texts = [_words(first), *map(_number_or_words, others)]
    cells = [rf"\textbf{{{text}}}" if i in table.marked else text for text in texts]
    formula = table.formulas[i] if table.formulas else None
    return cells if formula is None else [*cells[:-1], f"${latex(formula, digits)}$"]


def aligned(equations: Equations, digits: int) -> str:
    r"""
    A chain of equations, one below the other.

    >>> from dtref.show.derivation.notation import Letter
    >>> print(aligned(Equations(Letter("p_1"), (("=", Letter("q")), ("≈", "0.5"))), 3))
    \begin{aligned}
    p_{1} &= q \\
     &\approx \text{0.5}
    \end{aligned}
    """
    signs = {"=": "=", "≈": r"\approx"}
    lines = [
        f"{latex(equations.left, digits) if i == 0 else ''} &{signs[sign]} {_right(right, digits)}"
        for i, (sign, right) in enumerate(equations.chain)
    ]
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


def _right(right: Notation | str, digits: int) -> str:
    return rf"\text{{{_text(right)}}}" if isinstance(right, str) else latex(right, digits)


def _text(plain: str) -> str:
    return latex_escape(printable(plain))


def _words(name: str) -> str:
    """A name or a title, in which a hyphen between blanks subtracts."""
    return _text(name).replace(" - ", " $-$ ")


_TERM = r"-?(?:\d[\d.,]*(?:/\d+)?(?:e-?\d+)?(?:\*?(?:sqrt|log2|ln)\(\d[\d/]*\))?|(?:sqrt|log2|ln)\(\d[\d/]*\))"
_NUMBER = re.compile(rf"(≈?{_TERM}(?: [-+] {_TERM})*)( bits?)?(?: = ({_TERM}(?: [-+] {_TERM})*)( bits?)?)?")
_PLAIN = re.compile(r"[\d.,]+")
_FUNCTIONS = {"sqrt": r"\sqrt{", "log2": r"\log_2(", "ln": r"\ln("}


def _number_or_words(cell: str) -> str:
    r"""
    A cell of numbers: a number, and what it is exactly, as mathematics; anything else as words.

    >>> print(*map(_number_or_words, ("3.228 = 17/3*sqrt(57)", "≈-3.36e-5", "-0.5 bits", "x - 1")))
    $3.228 = 17/3 \cdot \sqrt{57}$ ${\approx}-3.36 \cdot 10^{-5}$ $-0.5$ bits x $-$ 1
    """
    parts = _NUMBER.fullmatch(cell)
    if parts is None or _PLAIN.fullmatch(cell):
        return _words(cell)
    value, unit, exact, its_unit = parts.groups(default="")
    if unit and exact:
        return f"${_mathematics(value)}${unit} ${{}}={_mathematics(exact)}${its_unit}"
    return f"${_mathematics(value)}{' = ' + _mathematics(exact) if exact else ''}${unit or its_unit}"


def _mathematics(number: str) -> str:
    """A number as it is written for people, in mathematics mode."""
    text = re.sub(r"\*?(sqrt|log2|ln)\(([^)]*)\)", _function, number)
    text = re.sub(r"e(-?\d+)", r" \\cdot 10^{\1}", text.replace("≈", r"{\approx}"))
    return text.replace(",", "{,}")


def _function(found: re.Match[str]) -> str:
    times = r" \cdot " if found[0].startswith("*") else ""
    return f"{times}{_FUNCTIONS[found[1]]}{found[2]}{'}' if found[1] == 'sqrt' else ')'}"
