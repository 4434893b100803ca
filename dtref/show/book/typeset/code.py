"""Python code as HTML: keywords, texts, numbers and comments told apart, and the names of definitions linked to these."""

from __future__ import annotations

import io
import keyword
import token
import tokenize
from collections.abc import Callable, Iterator
from html import escape

CLASSES = {token.STRING: "s", token.NUMBER: "n", tokenize.COMMENT: "c"}
BUILT_OF_PARTS = ("FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END")
"""The pieces of an f-string, which newer versions of Python tell apart."""


def code_html(code: str, href: Callable[[str], str]) -> str:
    """
    Code as HTML; href: where a name leads, "" for nowhere.

    >>> code_html("return gini(p)  # now", lambda name: "#gini" if name == "gini" else "")
    '<b>return</b> <a href="#gini">gini</a>(p)  <span class="c"># now</span>'
    """
    lines = code.splitlines(keepends=True)
    try:
        found = [one for one in tokenize.generate_tokens(io.StringIO(code).readline) if one.string.strip()]
    except (tokenize.TokenError, SyntaxError):
        return escape(code, quote=False)
    return "".join(_pieces(lines, found, href))


def _pieces(lines: list[str], found: list[tokenize.TokenInfo], href: Callable[[str], str]) -> Iterator[str]:
    row, column = 1, 0
    strings = ["", "", *(one.string for one in found), ""]
    for i, one in enumerate(found):
        if (row, column) != one.start:
            yield _between(lines, (row, column), one.start)
        yield _token(escape(_between(lines, one.start, one.end), quote=False), one, strings[i : i + 4], href)
        row, column = one.end
    yield _between(lines, (row, column), (len(lines), len(lines[-1]) if lines else 0))


def _between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    (row, column), (last, stop) = start, end
    if row >= last:
        return lines[row - 1][column:stop] if row <= len(lines) else ""
    return lines[row - 1][column:] + "".join(lines[row : last - 1]) + lines[last - 1][:stop]


def _token(text: str, one: tokenize.TokenInfo, around: list[str], href: Callable[[str], str]) -> str:
    """A token; around: the two before it, itself, the next. What follows a point is linked only after `dtref.`, as a name of its own."""
    root, before, _, after = around
    if one.type == token.NAME and keyword.iskeyword(one.string):
        return f"<b>{text}</b>"
    if one.type == token.NAME:
        if before in {"def", "class"}:
            return f"<i>{text}</i>"
        named = one.string if before != "." else f"dtref.{one.string}" if root == "dtref" and after != "." else ""
        there = href(named) if named else ""
        return f'<a href="{escape(there)}">{text}</a>' if there else text
    kind = "s" if token.tok_name[one.type] in BUILT_OF_PARTS else CLASSES.get(one.type)
    return f'<span class="{kind}">{text}</span>' if kind else text
