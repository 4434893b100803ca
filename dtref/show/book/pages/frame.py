"""The frame of every page of the book: head, links to the other parts, search, the pages before and after."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from attrs import frozen

from dtref.show.page.as_html import document, html

HEAD = '<link rel="stylesheet" href="book.css">'
SCRIPT = '<script src="book.js"></script>'
PARTS = {
    "index.html": "Contents",
    "scratch.html": "From scratch",
    "subjects.html": "Subjects",
    "theorems.html": "Theorems",
    "golden.html": "Golden records",
    "errata.html": "Errata",
    "variants.html": "Variants",
    "departures.html": "Departures",
    "documents.html": "Documents",
    "trust.html": "Trust",
}
"""The parts of the book, by the page that each starts with."""

SEARCH = """<form class="search" role="search">
<div class="box"><input type="search" placeholder="Search" aria-label="Search the book" autocomplete="off" spellcheck="false"
 role="combobox" aria-expanded="false" aria-controls="search-found" aria-autocomplete="list"/>
<output aria-live="polite"></output></div>
<ul id="search-found" role="listbox" hidden=""></ul>
</form>"""


@frozen
class Page:
    """A page before it is framed: its file, its title, its HTML, the part it belongs to, the path to it as (place, name)."""

    file: str
    title: str
    content: str
    part: str = "index.html"
    trail: tuple[tuple[str, str], ...] = ()


def framed(page: Page, before: Page | None = None, following: Page | None = None) -> str:
    """
    A page as an HTML file, with the pages before and after it.

    >>> "<title>spec.split · dtref</title>" in framed(Page("dtref.spec.split.html", "spec.split", "<h1>spec.split</h1>"))
    True
    """
    # The links to the parts of the book, and the path to the page.
    parts = "".join(
        f'<a href="{file}"{" aria-current=" + chr(34) + "true" + chr(34) if file == page.part else ""}>{name}</a>'
        for file, name in PARTS.items()
    )
    trail = f'<p class="trail">{" › ".join(link(there, name) for there, name in page.trail)}</p>\n' if page.trail else ""
    # The links to the pages before and after it.
    neighbours = [
        f'<a rel="{rel}" href="{other.file}">{mark[0]}{html(other.title)}{mark[1]}</a>'
        for other, rel, mark in ((before, "prev", ("← ", "")), (following, "next", ("", " →")))
        if other is not None
    ]
    turn = f'<nav class="turn" aria-label="Neighbours">{"".join(neighbours)}</nav>\n' if neighbours else ""
    header = (
        f'<header class="top">\n<a class="home" href="index.html">dtref</a>\n<nav aria-label="Parts">{parts}</nav>\n{SEARCH}\n</header>'
    )
    return document(f"{page.title} · dtref", HEAD, f"{header}\n<main>\n{trail}{page.content}\n{turn}</main>\n{SCRIPT}")


def link(there: str, shown: str) -> str:
    """
    A link with a plain text; the text alone where it leads nowhere.

    >>> link("a.html#b", "<b>"), link("", "b")
    ('<a href="a.html#b">&lt;b&gt;</a>', 'b')
    """
    return f'<a href="{escape(there)}">{html(shown)}</a>' if there else html(shown)


def code_link(there: str, shown: str) -> str:
    """A link whose text is code."""
    code = f"<code>{breakable(shown)}</code>"
    return f'<a href="{escape(there)}">{code}</a>' if there else code


def breakable(name: str) -> str:
    """
    A dotted name as HTML that may be broken after its points.

    >>> breakable("spec.split.impurity"), breakable("0.5 and more")
    ('spec.<wbr/>split.<wbr/>impurity', '0.5 and more')
    """
    return html(name).replace(".", ".<wbr/>") if name.replace(".", "").isidentifier() else html(name)


def folded(summary: str, content: str, *, kind: str = "", opened: bool = False) -> str:
    """A summary that opens to its content; both are HTML."""
    attributes = (f' class="{kind}"' if kind else "") + ' open=""' * opened
    return f"<details{attributes}><summary>{summary}</summary>\n{content}\n</details>"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of cells that are HTML; it scrolls by itself where it is too wide."""
    first = "".join(f"<th>{cell}</th>" for cell in head)
    body = "\n".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide" tabindex="0"><table class="text"><thead><tr>{first}</tr></thead><tbody>\n{body}\n</tbody></table></div>'


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """A definition list of names and values, both HTML; empty values are left out."""
    rows = "".join(f"<dt>{name}</dt><dd>{value}</dd>\n" for name, value in pairs if value)
    return f"<dl>\n{rows}</dl>" if rows else ""


def listed(items: Iterable[str], kind: str = "") -> str:
    """A list of items that are HTML."""
    attribute = f' class="{kind}"' if kind else ""
    return f"<ul{attribute}>\n" + "\n".join(f"<li>{item}</li>" for item in items) + "\n</ul>"


@frozen
class Head:
    """The heading of a section: its anchor, its title, where the title leads if not to itself, small HTML after it, its level."""

    anchor: str
    title: str
    there: str = ""
    small: str = ""
    level: int = 2


def section(kind: str, head: Head, *parts: str) -> str:
    """
    A section with an anchor; its parts are HTML, empty ones are left out.

    >>> print(section("record", Head("a", "A"), "<p>b</p>", ""))
    <section class="record" id="a">
    <h2><a href="#a">A</a></h2>
    <p>b</p>
    </section>
    """
    small = f' <span class="small">{head.small}</span>' if head.small else ""
    titled = f"<h{head.level}>{link(head.there or '#' + head.anchor, head.title)}{small}</h{head.level}>"
    return "\n".join((f'<section class="{kind}" id="{escape(head.anchor)}">', titled, *filter(None, parts), "</section>"))


def marks(words: Iterable[str]) -> str:
    """Words in small frames: a verdict, a flag."""
    return " ".join(f'<span class="mark {escape(word.lower())}">{html(word)}</span>' for word in words)


def paragraph(plain: str) -> str:
    """A paragraph of plain text."""
    return f"<p>{html(plain)}</p>" if plain else ""


def first_of(doc: str) -> str:
    """
    The first sentence of a docstring.

    >>> first_of("How good is a test? Reading order: impurity.")
    'How good is a test?'
    """
    line = " ".join(doc.split("\n\n", maxsplit=1)[0].split())
    stops = [i + 1 for i, c in enumerate(line) if c in ".?" and (line[i + 1 : i + 2] in {"", " "})]
    ends = [i for i in stops if line[i - 4 : i] not in {"e.g.", "i.e."} and not line[:i].endswith(" p.")]
    return line[: ends[0]] if ends else line
