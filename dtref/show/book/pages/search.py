"""The index of the book's search: every definition, theorem, record, erratum, departure and source, by its words."""

from __future__ import annotations

import json
from collections.abc import Iterator

from dtref.oracle.golden.errata import errata
from dtref.oracle.golden.records import Value
from dtref.show.book.pages.frame import first_of
from dtref.show.book.pages.places import (
    case_place,
    departure_place,
    document_page,
    module_page,
    place,
    slide_anchor,
    source_place,
    theorem_place,
    variants_place,
)
from dtref.show.book.sources.library import Library
from dtref.spec.sources import SOURCES, cite

SearchEntry = tuple[str, str, str, str]
"""The kind, the title, the place, more words."""


def search_index(library: Library) -> str:
    """The index as a script: a page from disk may load a script, but no data."""
    rows = ",\n".join(json.dumps([part.replace("`", "") for part in entry], ensure_ascii=False) for entry in entries(library))
    return f"window.bookIndex = [\n{rows}\n];\n"


def entries(library: Library) -> Iterator[SearchEntry]:
    """All entries, by kind: modules, definitions, theorems, errata, departures, variants, sources, slides, records, vectors."""
    # The code, then the proofs.
    for module in library.modules:
        if module.name:
            yield "chapter" if module.package else "module", module.name, module_page(module.name), first_of(module.doc)
        yield from (
            (d.kind, d.name, place(d.at), f"{d.module} {first_of(d.doc)} {' '.join(d.facts.synonyms)}".rstrip())
            for d in module.definitions
            if d.public
        )
    for proof in library.theorems:
        words = f"{proof.file} {proof.name.replace('_', ' ')} {proof.source} {proof.method}"
        yield "theorem", proof.says, theorem_place(proof), words
    # Where documents and programs are wrong, or differ.
    for record, erratum in errata(library.records):
        yield "erratum", record.id, f"errata.html#erratum-{record.id}", f"{record.what} {erratum.category} {erratum.wrong} {erratum.right}"
    for program in library.programs:
        yield from (("departure", f"{program.name}: {d.name}", departure_place(program, d), d.what) for d in program.departures)
    yield from (("variant", v.subject, variants_place(v), "; ".join(c.says for c in v.choices)) for v in library.variants)
    # The documents, and the golden files.
    yield from (("source", key, source_place(library, key), cite(key)) for key in SOURCES)
    for key, titles in library.slides.items():
        yield from (("slide", title, f"{document_page(key)}#{slide_anchor(library, key, title)}", key) for title in titles)
    for case in library.records:
        figures = f"{case.body.printed} {case.body.decimal}" if isinstance(case.body, Value) else ""
        yield "record", case.id, case_place(case), f"{case.what} {case.slide} {case.verdict.value} {figures}"
    yield from (("vector", v.id, case_place(v), f"{v.what} {v.call.operation} {' '.join(v.flags)}") for v in library.vectors)
