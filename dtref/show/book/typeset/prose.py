"""Docstrings as HTML: paragraphs, the facts of a definition, formulas, and examples with their output."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from doctest import DocTestParser, Example
from html import escape
from itertools import groupby

from attrs import frozen

from dtref.exact.definition import NO_FACTS, Citation, Definition, fact_texts
from dtref.show.book.sources.citations import NAMED, paper
from dtref.show.book.typeset.code import code_html
from dtref.show.book.typeset.inline import first_sentence, running
from dtref.spec.sources import SOURCES


@frozen
class Links:
    """The targets of links: of a name in the text or code of a module; of a source, or a place in it. "" for none."""

    name: Callable[[str], str]
    source: Callable[[str, str], str]


def docstring_html(doc: str, links: Links, facts: Definition = NO_FACTS) -> str:
    """
    A docstring as HTML, with the facts of its definition above the examples.

    >>> nowhere = Links(lambda name: "", lambda key, place: "")
    >>> docstring_html("Half of `x`.", nowhere, Definition(unit="bits"))
    '<p>Half of <code>x</code>.</p>\\n<p class="part"><b>Unit</b> bits.</p>'
    """
    pieces = [piece for piece in DocTestParser().parse(doc) if isinstance(piece, Example) or piece.strip()]
    runs = [(examples, [*run]) for examples, run in groupby(pieces, lambda piece: isinstance(piece, Example))]
    above = runs[:1] if runs and not runs[0][0] else []
    texts = [text for _, run in above for text in _texts(run, links)]
    below = (part for examples, run in runs[len(above) :] for part in (_examples(run, links) if examples else _texts(run, links)))
    return "\n".join((*texts, *(_fact(mark, text, links) for mark, text in fact_texts(facts)), *below))


def _texts(pieces: list[str | Example], links: Links) -> Iterator[str]:
    paragraphs = (paragraph for piece in pieces for paragraph in re.split(r"\n\s*\n", str(piece).strip()))
    return (_table(paragraph, links) or f"<p>{words_html(' '.join(paragraph.split()), links)}</p>" for paragraph in paragraphs)


def _table(paragraph: str, links: Links) -> str:
    """A paragraph whose first line is of = signs in columns, as a table; "" for another."""
    first, *lines = paragraph.splitlines()
    if not re.fullmatch(r"=+( +=+)+", first.strip()):
        return ""
    starts = [column.start() for column in re.finditer(r"=+", first)]
    spans = [slice(start, end) for start, end in zip(starts, (*starts[1:], None), strict=True)]
    rows = [[line[span].strip() for span in spans] for line in lines if line.strip(" =")]
    cells = ("".join(f"<td>{words_html(cell, links)}</td>" for cell in row) for row in rows)
    return f'<div class="wide" tabindex="0"><table class="text"><tbody>{"".join(f"<tr>{row}</tr>" for row in cells)}</tbody></table></div>'


def _fact(mark: str, text: str, links: Links) -> str:
    if mark == "Formula":
        return formula_html(text, links)
    return f'<p class="part"><b>{mark}</b> {sources_html(text, links) if mark == "Source" else words_html(text, links)}</p>'


def module_html(doc: str, sources: Sequence[Citation], links: Links) -> str:
    """The docstring and the sources of a module as HTML."""
    return docstring_html(doc, links, Definition(sources=tuple(sources)))


_PAPER = 100
"""The most characters of a formula in one piece that a page of paper has room for; a longer one is printed smaller."""


def formula_html(text: str, links: Links) -> str:
    """
    A formula in a block of its own, and below it the sentences after it.

    >>> formula_html("n_1 / n. At most 1.", Links(lambda name: "", lambda key, place: ""))[:53]
    '<div class="formula" tabindex="0"><math><mfrac><msub>'
    """
    head, rest = first_sentence(text)
    shown = running(head, lambda words: words_html(words, links))
    long = ' data-long=""' if len(head) > _PAPER and shown.count("<math>") == 1 else ""
    block = f'<div class="formula"{long} tabindex="0">{shown}</div>'
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
    yield f'<pre class="examples" tabindex="0">{content}</pre>'


def _example(example: Example, links: Links) -> str:
    lines_of_code = code_html(example.source.rstrip("\n"), links.name).split("\n")
    lines = (f'<span class="prompt">{"..." if i else "&gt;&gt;&gt;"} </span>{line}\n' for i, line in enumerate(lines_of_code))
    want = example.want.replace("<BLANKLINE>", "")
    return "".join(lines) + (f"<output>{escape(want, quote=False)}</output>" if want else "")
