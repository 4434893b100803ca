"""The theorems: an index of all of them, and a page for each file of proofs."""

from __future__ import annotations

from collections.abc import Iterator

from toolz import groupby

from dtref.show.book.pages.definitions import definition_place
from dtref.show.book.pages.frame import Head, Page, facts, first_of, folded, link, section
from dtref.show.book.pages.lists import ended, theorem_list
from dtref.show.book.pages.places import case_place, links, proofs_page, source_place
from dtref.show.book.sources.library import Library
from dtref.show.book.sources.modules import Module
from dtref.show.book.sources.proofs import Theorem
from dtref.show.book.typeset.code import code_html
from dtref.show.book.typeset.prose import docstring_html, words_html
from dtref.show.page.as_html import html

_PART = "theorems.html"


def theorem_pages(library: Library) -> Iterator[Page]:
    """The index of theorems, then the files of proofs."""
    by_file = groupby(lambda one: one.file, library.theorems)
    sections = (
        f'<h2><a href="{proofs_page(file)}">{html(file)}</a></h2>\n<p>{html(first_of(library.proofs[file]))}</p>\n{theorem_list(found)}'
        for file, found in by_file.items()
    )
    told = docstring_html(library.proofs["theorem"], links(library, _file(library, "theorem", ())))
    yield Page(_PART, "Theorems", f"<h1>Theorems</h1>\n{told}\n" + "\n".join(sections), _PART)
    for file, found in by_file.items():
        own = links(library, _file(library, file, tuple(found)))
        content = f"<h1><code>proofs.{html(file)}</code></h1>\n{docstring_html(library.proofs[file], own)}\n"
        yield Page(
            proofs_page(file), f"proofs.{file}", content + "\n".join(_theorem(library, one) for one in found), _PART, ((_PART, "Theorems"),)
        )


def _file(library: Library, file: str, found: tuple[Theorem, ...]) -> Module:
    """A file of proofs as a module whose names lead into dtref."""
    return Module(f"proofs.{file}", False, library.proofs[file], (), found[0].scope if found else {})


def _theorem(library: Library, one: Theorem) -> str:
    own = links(library, _file(library, one.file, (one,)))
    key, _, title = one.source.partition(": ")
    about = library.theorems_about
    records = [record for record in library.records if one in about.get(record.id, ())] if "[" in one.says else []
    told = facts(
        (
            ("reach", html(one.reach)),
            ("method", html(ended(one))),
            ("runs", ", ".join(definition_place(library, at) for at in one.runs)),
            ("document", link(source_place(library, key, title), one.source)),
            ("record", ", ".join(link(case_place(record), record.id) for record in records)),
            ("idea", words_html(" ".join(one.idea.split()), own)),
        )
    )
    proof = folded("proof", f'<pre class="code">{code_html(one.proof, own.name)}</pre>', kind="code")
    return section("theorem", Head(one.name, one.says), told, proof)
