"""The page of a module: its description, then each definition with its formula, code, examples, theorems and records."""

from __future__ import annotations

from dtref.show.book.pages.frame import Head, Page, breakable, code_link, first_of, folded, listed, section
from dtref.show.book.pages.lists import mentions_of, places_list
from dtref.show.book.pages.places import links, module_page, name_place, place
from dtref.show.book.sources.library import Library
from dtref.show.book.sources.modules import Defined, Module
from dtref.show.book.typeset.code import code_html
from dtref.show.book.typeset.prose import docstring_html, module_html, words_html


def module_file(library: Library, module: Module) -> Page:
    """The page of a module."""
    return Page(
        module_page(module.name), module.name, f"{heading(library, module)}\n{definitions(library, module)}", trail=trail(module.name)
    )


def heading(library: Library, module: Module) -> str:
    """The heading of a module or a package, its docstring, and what the book has about it."""
    description = f"<h1><code>{breakable(module.name)}</code></h1>\n{module_html(module.doc, module.sources, links(library, module))}"
    return f"{description}\n{mentions_of(library, module.name)}".rstrip()


def definitions(library: Library, module: Module) -> str:
    """The definitions of a module: the public ones after a list of them, then its private parts, folded."""
    public = [definition for definition in module.definitions if definition.public]
    private = [
        _section(library, module, definition) for definition in module.definitions if not definition.public and definition.name != "__all__"
    ]
    parts = [_contents(library, module, public)] * (len(public) > 1) + [_section(library, module, definition) for definition in public]
    count = f"{len(private)} private part{'s' if len(private) > 1 else ''}"
    return "\n".join(parts + [folded(count, "\n".join(private), kind="private")] * bool(private))


def trail(name: str) -> tuple[tuple[str, str], ...]:
    """The way to a module: the contents, and each package that it is in."""
    words = name.split(".")
    return (("index.html", "Contents"), *((module_page(".".join(words[:i])), words[i - 1]) for i in range(1, len(words))))


def _contents(library: Library, module: Module, public: list[Defined]) -> str:
    targets = links(library, module)
    items = [
        f"{code_link('#' + definition.name, definition.name)} {words_html(first_of(definition.doc), targets)}" for definition in public
    ]
    return f'<nav class="here" aria-label="On this page">{listed(items)}</nav>'


def _section(library: Library, module: Module, definition: Defined) -> str:
    """The section of a definition."""
    targets = links(library, module)
    linked = {name for name, home in module.scope.items() if home in definition.uses}
    code = code_html(definition.code, lambda name: name_place(library, module, name) if name in linked else "")
    callable_as = f"<code>dtref.{definition.name}</code> · " if library.public.get(definition.name) == definition.at else ""
    used_by = places_list(library.used_by.get(definition.at, ()))
    return section(
        "definition",
        Head(definition.name, definition.name, small=f"{callable_as}{definition.kind}"),
        docstring_html(definition.doc, targets, definition.facts),
        folded("code", f'<pre class="code" tabindex="0">{code}</pre>', kind="code", opened=True),
        mentions_of(library, definition.at),
        folded("used by", f"<p>{used_by}</p>") if used_by else "",
    )


def definition_place(library: Library, at: str) -> str:
    """A link to a definition, by its dotted name."""
    return code_link(place(library.resolved(at)), at.replace(":", "."))
