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
    by_file = groupby(lambda theorem: theorem.file, library.theorems)
    sections = (
        f'<h2><a href="{proofs_page(file)}">{html(file)}</a></h2>\n<p>{html(first_of(library.proofs[file]))}</p>\n{theorem_list(members)}'
        for file, members in by_file.items()
    )
    preface = docstring_html(library.proofs["theorem"], links(library, _file(library, "theorem", ())))
    yield Page(_PART, "Theorems", f"<h1>Theorems</h1>\n{preface}\n" + "\n".join(sections), _PART)
    for file, members in by_file.items():
        targets = links(library, _file(library, file, tuple(members)))
        content = f"<h1><code>proofs.{html(file)}</code></h1>\n{docstring_html(library.proofs[file], targets)}\n"
        yield Page(
            proofs_page(file),
            f"proofs.{file}",
            content + "\n".join(_theorem(library, theorem) for theorem in members),
            _PART,
            ((_PART, "Theorems"),),
        )


def _file(library: Library, file: str, members: tuple[Theorem, ...]) -> Module:
    """A file of proofs as a module whose names lead into dtref."""
    return Module(f"proofs.{file}", False, library.proofs[file], (), members[0].scope if members else {})


def _theorem(library: Library, theorem: Theorem) -> str:
    targets = links(library, _file(library, theorem.file, (theorem,)))
    key, _, title = theorem.source.partition(": ")
    about = library.theorems_about
    records = [record for record in library.records if theorem in about.get(record.id, ())] if "[" in theorem.says else []
    details = facts(
        (
            ("reach", html(theorem.reach)),
            ("method", html(ended(theorem))),
            ("runs", ", ".join(definition_place(library, at) for at in theorem.runs)),
            ("document", link(source_place(library, key, title), theorem.source)),
            ("record", ", ".join(link(case_place(record), record.id) for record in records)),
            ("idea", words_html(" ".join(theorem.idea.split()), targets)),
        )
    )
    proof = folded("proof", f'<pre class="code" tabindex="0">{code_html(theorem.proof, targets.name)}</pre>', kind="code")
    return section("theorem", Head(theorem.name, theorem.says), details, proof)
