"""The contents, and the chapters: a chapter is a package, with what it is about and its modules in the order to read them in."""

from __future__ import annotations

from collections.abc import Iterator

from dtref.show.book.pages.definitions import definitions, heading, module_file, trail
from dtref.show.book.pages.frame import Page, code_link, facts, first_of, link, listed
from dtref.show.book.pages.places import links, module_page, place
from dtref.show.book.sources.library import Library
from dtref.show.book.sources.modules import Module
from dtref.show.book.sources.order import parent
from dtref.show.book.typeset.prose import docstring_html, words_html
from dtref.show.page.as_html import html


def chapters(library: Library) -> Iterator[Page]:
    """The contents, then every package and module in reading order."""
    for module in library.modules:
        if not module.name:
            yield contents(library)
        elif module.package:
            yield _chapter(library, module)
        else:
            yield module_file(library, module)


def contents(library: Library) -> Page:
    """The first page: what there is, and the chapters in the order to read them in."""
    counted = (
        ("Definitions", "dtref.spec.split.html", sum(one.public for one in library.definitions.values())),
        ("Theorems", "theorems.html", len(library.theorems)),
        ("Golden records", "golden.html", len(library.records)),
        ("Vectors", "golden.html#vectors", len(library.vectors)),
        ("Errata", "errata.html", sum(one.erratum is not None for one in library.records)),
        ("Departures", "departures.html", sum(len(one.departures) for one in library.programs)),
    )
    sums = "".join(f'<li><a href="{there}"><b>{n}</b> {name.lower()}</a></li>' for name, there, n in counted)
    (root,) = (one for one in library.modules if not one.name)
    rows = [_entry(library, one) for one in _inside(library, "")]
    return Page(
        "index.html",
        "Contents",
        f'<h1>dtref, the book</h1>\n<ul class="sums">{sums}</ul>\n{docstring_html(root.doc, links(library, root))}\n'
        f'<h2>Chapters, in reading order</h2>\n<ol class="chapters" id="chapters">\n{"".join(rows)}</ol>',
    )


def _inside(library: Library, name: str) -> list[Module]:
    return [one for one in library.modules if one.name and parent(one.name) == name]


def _entry(library: Library, module: Module) -> str:
    """A chapter in the contents: what it is about, and its sections."""
    inside = _inside(library, module.name)
    sections = ", ".join(link(module_page(one.name), one.name.rpartition(".")[2]) for one in inside)
    said = words_html(first_of(module.doc), links(library, module))
    below = f'<br/><span class="small">{sections}</span>' if sections else ""
    return f'<li><a href="{module_page(module.name)}"><b>{html(module.name)}</b></a> {said}{below}</li>\n'


def _chapter(library: Library, module: Module) -> Page:
    """The page of a package: what it is about, and each of its modules with its definitions; then what it defines itself."""
    sections = "\n".join(_section(library, one) for one in _inside(library, module.name))
    content = f"{heading(library, module)}\n{sections}\n{definitions(library, module)}".rstrip()
    return Page(module_page(module.name), module.name, content, trail=trail(module.name))


def _section(library: Library, module: Module) -> str:
    own = links(library, module)
    name = link(module_page(module.name), module.name.rpartition(".")[2])
    head = f"<h2>{name}</h2>\n<p>{words_html(first_of(module.doc), own)}</p>"
    if module.package:
        return f"{head}\n{listed(_named(library, one) for one in _inside(library, module.name))}"
    public = [one for one in module.definitions if one.public]
    return f"{head}\n{facts((code_link(place(one.at), one.name), words_html(first_of(one.doc), own) or one.kind) for one in public)}"


def _named(library: Library, module: Module) -> str:
    return f"{link(module_page(module.name), module.name.rpartition('.')[2])} {words_html(first_of(module.doc), links(library, module))}"
