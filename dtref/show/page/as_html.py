"""A page as one HTML file that needs nothing else: its style is in it, its formulas are MathML, nothing is loaded from anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files
from types import MappingProxyType
from typing import assert_never

from dtref.errors import Invalid, printable
from dtref.io.numbers import Json
from dtref.show.derivation.notation import Notation
from dtref.show.derivation.typeset import mathml
from dtref.show.page.as_text import as_table
from dtref.show.page.blocks import Block, Blocks, Equations, Figures, Heading, Paragraph, TableBlock, TextLines

NOT_SAID: Mapping[str, Json] = MappingProxyType({})
"""No facts about how a page was made, except the version."""


def as_html(page: Blocks, digits: int = 3, made_by: Mapping[str, Json] = NOT_SAID) -> str:
    """
    A page as an HTML file. digits: how many after the point of a number that is not rational. made_by: what its foot says.

    >>> as_html((Heading("Counts & shares"),)).splitlines()[0]
    '<!doctype html>'
    """
    title = next((block.text for block in page if isinstance(block, Heading)), "dtref")
    return skeleton(title, f"<main>\n{body(page, digits)}\n</main>", made_by=made_by)


def skeleton(title: str, content: str, *, style: str = "", script: str = "", made_by: Mapping[str, Json] = NOT_SAID) -> str:
    """
    An HTML file around its content; style and script are added to what every page has.

    >>> "<title>a &amp; b</title>" in skeleton("a & b", "<p>c</p>")
    True
    """
    scripted = f"\n<script>\n{script}</script>" if script else ""
    return document(title, f"<style>\n{common_style()}{style}</style>", f"{content}{scripted}", made_by)


def document(title: str, head: str, content: str, made_by: Mapping[str, Json] = NOT_SAID) -> str:
    """
    An HTML file from its title, further elements of its head, its content, and the facts for its foot.

    >>> document("a & b", "", "<p>c</p>").splitlines()[-4]
    '<p>c</p>'
    >>> document("a & b", "", "<p>c</p>").splitlines()[-3].split()[:3]
    ['<footer', 'class="made-by">Made', 'by']
    """
    from dtref.io.version import __version__

    generator = f'<meta name="generator" content="dtref {__version__}">'
    foot = f'<footer class="made-by">Made by dtref {__version__}{html("".join(_made(made_by)))}</footer>'
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n{generator}\n<link rel="icon" href="data:,">\n'
        f"<title>{html(title)}</title>\n{head}\n</head>\n<body>\n{content}\n{foot}\n</body>\n</html>\n"
    )


def _made(made_by: Mapping[str, Json]) -> Iterator[str]:
    """The facts about how a page was made, after the version: the command, then each setting by its name."""
    for name, value in made_by.items():
        match value:
            case dict():
                yield from (f"; {part} = {_words(said)}" for part, said in value.items())
            case _:
                yield f"; {name} {_words(value)}"


def _words(value: Json) -> str:
    """A setting as words: the parts of a list one after the other, with blanks between them."""
    match value:
        case str():
            return value
        case list():
            return " ".join(map(_words, value))
        case dict():
            return " ".join(f"{name}={_words(part)}" for name, part in value.items())
        case _:
            raise Invalid("made_by", "texts, and lists and mappings of texts", value)


def common_style() -> str:
    """
    The style that every page has.

    >>> "prefers-color-scheme: dark" in common_style()
    True
    """
    return files("dtref.show.page").joinpath("page.css").read_text("utf-8")


def body(page: Blocks, digits: int = 3) -> str:
    """
    The content of a page as HTML.

    >>> body((Paragraph("a < `b`", "Given", code=True),))
    '<p><b>Given</b>: a &lt; <code>b</code></p>'
    """
    return "\n".join(_block(block, digits) for block in page)


def _block(block: Block, digits: int) -> str:
    match block:
        case Heading():
            return f"<h{block.level}>{kept_together(html(block.text))}</h{block.level}>"
        case Paragraph():
            return (
                "<p>" + (f"<b>{html(block.name)}</b>: " if block.name else "") + f"{kept_together(html(block.text, code=block.code))}</p>"
            )
        case TableBlock():
            head = "".join(f"<th>{html(cell)}</th>" for cell in block.head)
            kind = ' class="wraps"' if block.wraps else ""
            return f'<div class="wide" tabindex="0"><table{kind}><thead><tr>{head}</tr></thead><tbody>{_rows(block)}</tbody></table></div>'
        case Figures():
            return _block(as_table(block, digits), digits)
        case Equations():
            inset = f' style="margin-left: {2 * block.level}em"' if block.level else ""
            lines = "".join(_equation(block, i, digits) for i in range(len(block.chain)))
            return f'<div class="wide" tabindex="0"{inset}><table class="equations">{lines}</table></div>'
        case TextLines(lines=lines):
            return f'<div class="wide" tabindex="0"><pre>{chr(10).join(map(html, lines))}</pre></div>'
        case _:
            assert_never(block)


def _rows(table: TableBlock) -> str:
    marks = (' class="marked"' if i in table.marked else "" for i in range(len(table.rows)))
    cells = ("".join(f"<td>{_indentation(cell)}{kept_together(html(cell.lstrip(' ')))}</td>" for cell in row) for row in table.rows)
    return "".join(f"<tr{mark}>{row}</tr>" for mark, row in zip(marks, cells, strict=True))


_COUNTS = re.compile(r"(?<![^\s(|=])[^\s(|=]++(?: ≈?[0-9][0-9.,/]*)+(?=[;),]|$| \|)")
"""Counts one after the other, or a name and its count; tried at the beginnings of words alone, else a long word took time by its square."""


def kept_together(text: str) -> str:
    """
    A text as HTML in which no line ends between counts, or between a name and its count; copied, it is the text that it was.

    >>> kept_together("(No 7, Yes 3)"), kept_together("one of 2 that tie")
    ('(<span class="together">No 7</span>, <span class="together">Yes 3</span>)', 'one of 2 that tie')
    """
    return _COUNTS.sub(lambda found: f'<span class="together">{found[0]}</span>', text)


def _indentation(cell: str) -> str:
    """The blanks before a cell, which a browser would drop."""
    return "&nbsp;" * (len(cell) - len(cell.lstrip(" ")))


def _equation(equations: Equations, i: int, digits: int) -> str:
    sign, right = equations.chain[i]
    left = _math(equations.left, digits) if i == 0 else ""
    return f"<tr><td>{left}</td><td>{sign}</td><td>{_math(right, digits)}</td></tr>"


def _math(right: Notation | str, digits: int) -> str:
    return html(right) if isinstance(right, str) else f'<math displaystyle="true">{mathml(right, digits)}</math>'


def html(plain: str, *, code: bool = False) -> str:
    """
    Plain text for HTML, escaped. code: whether `…` marks code.

    >>> html("`f1` <b>"), html("`f1` <b>", code=True)
    ('`f1` &lt;b&gt;', '<code>f1</code> &lt;b&gt;')
    """
    escaped = escape(printable(plain))
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped) if code else escaped
