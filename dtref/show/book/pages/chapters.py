"""The pages of contents and chapters: a chapter is a package, described, with its modules in reading order."""

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

SPECIFICATION = frozenset({"errors", "exact", "spec"})
"""The packages that say what is right; the others make it fast, compare it, show it."""


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
    """The first page: how many things of each kind there are, and the chapters in reading order."""
    counts = (
        ("Definitions", "dtref.spec.split.html", sum(definition.public for definition in library.definitions.values())),
        ("Theorems", "theorems.html", len(library.theorems)),
        ("Golden records", "golden.html", len(library.records)),
        ("Vectors", "golden.html#vectors", len(library.vectors)),
        ("Errata", "errata.html", sum(record.erratum is not None for record in library.records)),
        ("Departures", "departures.html", sum(len(program.departures) for program in library.programs)),
    )
    sums = "".join(f'<li><a href="{there}"><b>{n}</b> {name.lower()}</a></li>' for name, there, n in counts)
    (root,) = (module for module in library.modules if not module.name)
    inside = _inside(library, "")
    rows = {
        title: [_entry(library, module) for module in inside if (module.name in SPECIFICATION) is first]
        for title, first in (("Specification", True), ("Machinery", False))
    }
    lists = "".join(f'<h3>{title}</h3>\n<ol class="chapters">\n{"".join(entries)}</ol>\n' for title, entries in rows.items())
    return Page(
        "index.html",
        "Contents",
        f'<h1>dtref, the book</h1>\n<ul class="sums">{sums}</ul>\n{docstring_html(root.doc, links(library, root))}\n'
        f'<h2>Chapters, in reading order</h2>\n<div id="chapters">\n{lists}</div>',
    )


def _inside(library: Library, name: str) -> list[Module]:
    """The modules and packages directly in a package."""
    return [module for module in library.modules if module.name and parent(module.name) == name]


def _entry(library: Library, module: Module) -> str:
    """A chapter in the contents: its first sentence and its sections."""
    inside = _inside(library, module.name)
    sections = ", ".join(link(module_page(section.name), section.name.rpartition(".")[2]) for section in inside)
    sentence = words_html(first_of(module.doc), links(library, module))
    list_of_sections = f'<br/><span class="small">{sections}</span>' if sections else ""
    return f'<li><a href="{module_page(module.name)}"><b>{html(module.name)}</b></a> {sentence}{list_of_sections}</li>\n'


def _chapter(library: Library, module: Module) -> Page:
    """The page of a package: its description, each of its modules with its definitions, then its own definitions."""
    sections = "\n".join(_section(library, inner) for inner in _inside(library, module.name))
    content = f"{heading(library, module)}\n{sections}\n{definitions(library, module)}".rstrip()
    return Page(module_page(module.name), module.name, content, trail=trail(module.name))


def _section(library: Library, module: Module) -> str:
    targets = links(library, module)
    name = link(module_page(module.name), module.name.rpartition(".")[2])
    head = f"<h2>{name}</h2>\n<p>{words_html(first_of(module.doc), targets)}</p>"
    if module.package:
        return f"{head}\n{listed(_named(library, inner) for inner in _inside(library, module.name))}"
    public = [definition for definition in module.definitions if definition.public]
    rows = ((code_link(place(one.at), one.name), words_html(first_of(one.doc), targets) or one.kind) for one in public)
    return f"{head}\n{facts(rows)}"


def _named(library: Library, module: Module) -> str:
    return f"{link(module_page(module.name), module.name.rpartition('.')[2])} {words_html(first_of(module.doc), links(library, module))}"
