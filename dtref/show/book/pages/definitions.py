"""The page of a module: what it is about, then each definition with its formula, code, examples, and all that is known about it."""

from __future__ import annotations

from dtref.show.book.pages.frame import Head, Page, breakable, code_link, first_of, folded, listed, section
from dtref.show.book.pages.lists import mentions_of, places_list
from dtref.show.book.pages.places import links, module_page, name_place, place
from dtref.show.book.sources.library import Library
from dtref.show.book.sources.modules import Defined, Module
from dtref.show.book.typeset.code import code_html
from dtref.show.book.typeset.prose import docstring_html, sources_html, words_html


def module_file(library: Library, module: Module) -> Page:
    """The page of a module."""
    return Page(
        module_page(module.name), module.name, f"{heading(library, module)}\n{definitions(library, module)}", trail=trail(module.name)
    )


def heading(library: Library, module: Module) -> str:
    """What a module or a package is about."""
    told = f"<h1><code>{breakable(module.name)}</code></h1>\n{docstring_html(module.doc, links(library, module))}"
    return f"{told}\n{mentions_of(library, module.name)}".rstrip()


def definitions(library: Library, module: Module) -> str:
    """The definitions of a module: those meant for others with a list of them before, then its private parts, folded."""
    public = [one for one in module.definitions if one.public]
    private = [_section(library, module, one) for one in module.definitions if not one.public and one.name != "__all__"]
    parts = [_contents(library, module, public)] * (len(public) > 1) + [_section(library, module, one) for one in public]
    count = f"{len(private)} private part{'s' if len(private) > 1 else ''}"
    return "\n".join(parts + [folded(count, "\n".join(private), kind="private")] * bool(private))


def trail(name: str) -> tuple[tuple[str, str], ...]:
    """The way to a module: the contents, and each package that it is in."""
    words = name.split(".")
    return (("index.html", "Contents"), *((module_page(".".join(words[:i])), words[i - 1]) for i in range(1, len(words))))


def _contents(library: Library, module: Module, public: list[Defined]) -> str:
    own = links(library, module)
    items = [f"{code_link('#' + one.name, one.name)} {words_html(first_of(one.doc), own)}" for one in public]
    return f'<nav class="here" aria-label="On this page">{listed(items)}</nav>'


def _section(library: Library, module: Module, one: Defined) -> str:
    """A definition."""
    own = links(library, module)
    known = {name for name, at in module.scope.items() if at in one.uses}
    code = code_html(one.code, lambda name: name_place(library, module, name) if name in known else "")
    callable_as = f"<code>dtref.{one.name}</code> · " if library.public.get(one.name) == one.at else ""
    source = library.source_elsewhere(one)
    used_by = places_list(library.used_by.get(one.at, ()))
    return section(
        "definition",
        Head(one.name, one.name, small=f"{callable_as}{one.kind}"),
        docstring_html(one.doc, own),
        f'<p class="part"><b>Source</b> {sources_html(source, own)}</p>' if source else "",
        folded("code", f'<pre class="code">{code}</pre>', kind="code", opened=True),
        mentions_of(library, one.at),
        folded("used by", f"<p>{used_by}</p>") if used_by else "",
    )


def definition_place(library: Library, at: str) -> str:
    """A link to a definition, named as it is called."""
    return code_link(place(library.resolved(at)), at.replace(":", "."))
