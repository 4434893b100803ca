r"""
A page as a piece of LaTeX, to be put into a document that loads amsmath.
"""

from __future__ import annotations

from typing import assert_never

from dtref.errors import printable
from dtref.show.derivation.notation import Notation
from dtref.show.derivation.typeset import latex, latex_escape
from dtref.show.page.as_text import as_table, named_paragraph
from dtref.show.page.blocks import Block, Blocks, Equations, Figures, Heading, Paragraph, TableBlock


def as_latex(page: Blocks, digits: int = 3) -> str:
    r"""
    A page as LaTeX. digits: how many after the point of a number that is not rational.

    >>> print(as_latex((Heading("Counts"), TableBlock(("class", "n"), (("yes", "9"),), marked=(0,)))))
    \section*{Counts}
    <BLANKLINE>
    \begin{tabular}{lr}
    class & n \\ \hline
    \textbf{yes} & \textbf{9} \\
    \end{tabular}
    """
    return (NEEDS if any(isinstance(block, Equations) for block in page) else "") + piece(page, digits)


NEEDS = "% \\usepackage{amsmath}\n"
"""A comment that names the package that a document with formulas must load."""


def piece(page: Blocks, digits: int = 3) -> str:
    r"""
    A page as LaTeX, without the comment about packages.

    >>> piece((Heading("Counts"),))
    '\\section*{Counts}'
    """
    return "\n\n".join(_block(block, digits) for block in page)


def _block(block: Block, digits: int) -> str:
    match block:
        case Heading():
            return rf"\{'sub' * (block.level - 1)}section*{{{_text(block.text)}}}"
        case Paragraph():
            return _text(named_paragraph(block).replace("`", "") if block.code else named_paragraph(block))
        case TableBlock():
            head = " & ".join(map(_text, block.head))
            table = "\n".join([rf"\begin{{tabular}}{{{_columns(block)}}}", rf"{head} \\ \hline", *_rows(block, digits), r"\end{tabular}"])
            return f"{{\\footnotesize\\tabcolsep=4pt\n{table}}}" if block.formulas else table
        case Figures():
            return _block(as_table(block, digits), digits)
        case Equations():
            return f"\\[\n{aligned(block, digits)}\n\\]"
        case _:
            assert_never(block)


def _columns(table: TableBlock) -> str:
    """The alignment of the columns: text to the left, numbers to the right; beside formulas, names and formulas break their lines."""
    numbers = "r" * (len(table.head) - 1)
    if table.formulas:
        return rf"p{{0.17\linewidth}}{numbers[:-1]}p{{0.25\linewidth}}"
    return f"l{numbers[:-1]}l" if table.wraps else f"l{numbers}"


def _rows(table: TableBlock, digits: int) -> list[str]:
    return [" & ".join(_cells(table, i, digits)) + r" \\" for i in range(len(table.rows))]


def _cells(table: TableBlock, i: int, digits: int) -> list[str]:
    """The cells of a row; of a row to point at in bold type."""
    cells = [rf"\textbf{{{_text(cell)}}}" if i in table.marked else _text(cell) for cell in table.rows[i]]
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
