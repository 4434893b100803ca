"""Docstrings as HTML: paragraphs, the parts that have a mark, formulas, and examples with their output."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from doctest import DocTestParser, Example
from html import escape
from itertools import groupby

from attrs import frozen

from dtref.oracle.docstring import marked_parts
from dtref.show.book.sources.citations import NAMED, paper
from dtref.show.book.typeset.code import code_html
from dtref.show.book.typeset.inline import first_sentence, running
from dtref.spec.sources import SOURCES

SOURCE_MARKS = frozenset(("Source", "Sources", "Document", "Documents"))


@frozen
class Links:
    """The targets of links: of a name in the text or code of a module; of a source, or a place in it. "" for none."""

    name: Callable[[str], str]
    source: Callable[[str, str], str]


def docstring_html(doc: str, links: Links) -> str:
    """
    A docstring as HTML.

    >>> nowhere = Links(lambda name: "", lambda key, place: "")
    >>> docstring_html("Half of `x`.", nowhere)
    '<p>Half of <code>x</code>.</p>'
    """
    pieces = [piece for piece in DocTestParser().parse(doc) if isinstance(piece, Example) or piece.strip()]
    runs = groupby(pieces, lambda piece: isinstance(piece, Example))
    return "\n".join(part for examples, run in runs for part in (_examples([*run], links) if examples else _texts([*run], links)))


def _texts(pieces: list[str | Example], links: Links) -> Iterator[str]:
    for piece in pieces:
        for paragraph in re.split(r"\n\s*\n", str(piece).strip()):
            yield from (_part(mark, text, links) for mark, text in marked_parts(paragraph).items() if text)


def _part(mark: str, text: str, links: Links) -> str:
    if mark == "Formula":
        return formula_html(text, links)
    if mark in SOURCE_MARKS:
        return f'<p class="part"><b>{mark}</b> {sources_html(text, links)}</p>'
    return f'<p class="part"><b>{mark}</b> {words_html(text, links)}</p>' if mark else f"<p>{words_html(text, links)}</p>"


def formula_html(text: str, links: Links) -> str:
    """
    A formula in a block of its own, and below it the sentences after it.

    >>> formula_html("n_1 / n. At most 1.", Links(lambda name: "", lambda key, place: ""))[:53]
    '<div class="formula"><math><mfrac><msub><mi>n</mi><mn'
    """
    head, rest = first_sentence(text)
    block = f'<div class="formula">{running(head, lambda words: words_html(words, links))}</div>'
    return block + (f"<p>{running(rest, lambda words: words_html(words, links))}</p>" if rest else "")


def words_html(text: str, links: Links) -> str:
    """
    Running text as HTML: names between backquotes are code, or sources.

    >>> words_html("as `gini` of `tan`", Links(lambda name: "#gini" if name == "gini" else "", lambda key, place: f"{key}.html"))
    'as <a href="#gini"><code>gini</code></a> of <a href="tan.html">tan</a>'
    """
    pieces = re.split(r"`([^`]+)`", text)
    return "".join(_code(piece, links) if i % 2 else _plain(piece, links) for i, piece in enumerate(pieces))


def _plain(text: str, links: Links) -> str:
    """Text; papers named by authors and year are linked."""
    escaped = escape(text, quote=False)
    return NAMED.sub(
        lambda citation: _linked(citation[0], key and links.source(key, "")) if (key := paper(*citation.groups())) else citation[0], escaped
    )


def _code(text: str, links: Links) -> str:
    if text in SOURCES:
        return _linked(text, links.source(text, ""))
    return _linked(f"<code>{escape(text, quote=False)}</code>", links.name(text))


def _linked(content: str, target: str) -> str:
    return f'<a href="{escape(target)}">{content}</a>' if target else content


def sources_html(text: str, links: Links) -> str:
    """
    Sources, one after the other, each with the place in it: `tan`, Title of a slide; `cs6220`, Another.

    >>> sources_html("`tan`, GINI.", Links(lambda name: "", lambda key, place: f"{key}.html#{place}"))
    '<a href="tan.html#">tan</a>, <a href="tan.html#GINI">GINI</a>.'
    """
    source = re.match(r"`(\w+)`,? (.+?)(\.?)$", text)
    if "; " in text:
        return "; ".join(sources_html(part, links) for part in text.split("; "))
    if source is None or source[1] not in SOURCES or not links.source(source[1], source[2]):
        return words_html(text, links)
    key, place, dot = source.groups()
    comma = "," if f"`{key}`," in text else ""
    return f"{_linked(key, links.source(key, ''))}{comma} {_linked(escape(place, quote=False), links.source(key, place))}{dot}"


def _examples(examples: list[str | Example], links: Links) -> Iterator[str]:
    """Examples as one block: input and output."""
    content = "".join(_example(example, links) for example in examples if isinstance(example, Example))
    yield f'<pre class="examples">{content}</pre>'


def _example(example: Example, links: Links) -> str:
    lines_of_code = code_html(example.source.rstrip("\n"), links.name).split("\n")
    lines = (f'<span class="prompt">{"..." if i else "&gt;&gt;&gt;"} </span>{line}\n' for i, line in enumerate(lines_of_code))
    want = example.want.replace("<BLANKLINE>", "")
    return "".join(lines) + (f"<output>{escape(want, quote=False)}</output>" if want else "")
