"""The page that builds ID3 and CART from nothing, prose and code in turn: `from_scratch.md`, which the tests run."""

from __future__ import annotations

import re
from importlib.resources import files

from dtref.show.book.pages.frame import Page
from dtref.show.book.pages.places import place
from dtref.show.book.sources.library import Library
from dtref.show.book.typeset.code import code_html
from dtref.show.page.as_html import html

_FILE = "scratch.html"


def from_scratch_page(library: Library) -> Page:
    """The page: its paragraphs and headings as they are written, its code with links to the library's functions."""

    def target(name: str) -> str:
        bare = name.removeprefix("dtref.")
        return place(library.resolved(library.public[bare])) if name != bare and bare in library.public else ""

    pieces = re.split(r"```python\n(.*?)```\n", from_scratch_text(), flags=re.DOTALL)
    content = "\n".join(
        f'<pre class="code" tabindex="0">{code_html(piece, target)}</pre>' if i % 2 else _prose(piece) for i, piece in enumerate(pieces)
    )
    return Page(_FILE, "From scratch", content, _FILE)


def from_scratch_text() -> str:
    """
    The text of the page.

    >>> from_scratch_text().splitlines()[0]
    '# dtref from scratch'
    """
    return files("dtref.show.book").joinpath("from_scratch.md").read_text("utf-8")


def _prose(piece: str) -> str:
    return "\n".join(_block(block) for block in re.split(r"\n\s*\n", piece.strip()) if block)


def _block(block: str) -> str:
    """A heading, or a paragraph: *words* are stressed, `words` are code."""
    head = re.match(r"(#+) (.*)", block)
    if head:
        return f"<h{len(head[1])}>{html(head[2])}</h{len(head[1])}>"
    stressed = re.sub(r"\*([^*]+)\*", r"<em>\1</em>", html(block))
    coded = re.sub(r"`([^`]+)`", r"<code>\1</code>", stressed)
    return f"<p>{coded}</p>"
