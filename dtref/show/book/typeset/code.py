"""Python code as HTML: keywords, texts, numbers and comments are marked, names of definitions are links."""

from __future__ import annotations

import io
import keyword
import token
import tokenize
from collections.abc import Callable, Iterator
from html import escape
from itertools import accumulate

CLASSES = {token.STRING: "s", token.NUMBER: "n", tokenize.COMMENT: "c"}
BUILT_OF_PARTS = ("FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END")
"""The pieces of an f-string, which newer versions of Python tell apart."""


def code_html(code: str, href: Callable[[str], str]) -> str:
    """
    Code as HTML. href: the target of a name, "" for none.

    >>> code_html("return gini(p)  # now", lambda name: "#gini" if name == "gini" else "")
    '<b>return</b> <a href="#gini">gini</a>(p)  <span class="c"># now</span>'
    """
    lines = code.splitlines(keepends=True)
    try:
        tokens = tokenize.generate_tokens(io.StringIO(code).readline)
        pieces = [piece for piece in tokens if piece.string and not piece.string.isspace()]
    except (tokenize.TokenError, SyntaxError):
        return escape(code, quote=False)
    return "".join(_pieces(code, list(accumulate(map(len, lines), initial=0)), pieces, href))


def _pieces(code: str, offsets: list[int], pieces: list[tokenize.TokenInfo], href: Callable[[str], str]) -> Iterator[str]:
    """The pieces as HTML, and what is between them as it is. offsets: where each line begins."""
    at = 0
    strings = ["", "", *(piece.string for piece in pieces), ""]
    for i, piece in enumerate(pieces):
        (row, column), (last, stop) = piece.start, piece.end
        start, end = offsets[row - 1] + column, offsets[last - 1] + stop
        yield code[at:start]
        yield _token(escape(code[start:end], quote=False), piece, strings[i : i + 4], href)
        at = end
    yield code[at:]


def _token(text: str, piece: tokenize.TokenInfo, around: list[str], href: Callable[[str], str]) -> str:
    """A token as HTML. around: the two tokens before it, itself, the next. After a point only a name that follows `dtref.` is a link."""
    root, before, _, after = around
    if piece.type == token.NAME and keyword.iskeyword(piece.string):
        return f"<b>{text}</b>"
    if piece.type == token.NAME:
        if before in {"def", "class"}:
            return f"<i>{text}</i>"
        name = piece.string if before != "." else f"dtref.{piece.string}" if root == "dtref" and after != "." else ""
        target = href(name) if name else ""
        return f'<a href="{escape(target)}">{text}</a>' if target else text
    kind = "s" if token.tok_name[piece.type] in BUILT_OF_PARTS else CLASSES.get(piece.type)
    return f'<span class="{kind}">{text}</span>' if kind else text
