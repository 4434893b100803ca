"""The pages of the documents, slide by slide, and of books and papers: definitions that cite them, records and theorems about them."""

from __future__ import annotations

from collections.abc import Iterator

from dtref.oracle.golden.records import GoldenRecord
from dtref.show.book.pages.frame import Head, Page, facts, folded, link, listed, marks, paragraph, section
from dtref.show.book.pages.lists import places_list, theorem_list
from dtref.show.book.pages.places import case_place, document_page, slide_anchor
from dtref.show.book.sources.library import Library
from dtref.show.page.as_html import html
from dtref.spec.bibliography import PAPERS
from dtref.spec.sources import DOCUMENTS, cite

_PART = "documents.html"


def document_pages(library: Library) -> Iterator[Page]:
    """The index of documents, books and papers; then each document."""
    entries = "".join(
        f'<li><a href="{document_page(key)}"><b>{key}</b></a> {html(cite(key))}<br/>{_counted(library, key)}</li>' for key in DOCUMENTS
    )
    papers = "\n".join(_paper(library, key) for key in PAPERS)
    content = f'<h1>Documents</h1>\n<ul class="plain">{entries}</ul>\n<h2>Books and papers</h2>\n{papers}'
    yield Page(_PART, "Documents", content, _PART)
    for key in DOCUMENTS:
        slides = "\n".join(_slide(library, key, title) for title in library.slides[key])
        general = places_list(library.cited_in.get(key, ()))
        cited = folded("definitions and modules that cite it", f"<p>{general}</p>")
        head = f"<h1>{html(cite(key))}</h1>\n{paragraph(DOCUMENTS[key].what)}\n{cited}"
        yield Page(document_page(key), key, f"{head}\n{slides}", _PART, ((_PART, "Documents"),))


def _counted(library: Library, key: str) -> str:
    records = [record for record in library.records if record.document == key]
    wrong = sum(record.erratum is not None for record in records)
    theorems = sum(theorem.source.startswith(f"{key}: ") for theorem in library.theorems)
    counts = f"{len(library.slides[key])} slides · {len(records)} records · {wrong} errata · {theorems} theorems"
    return f'<span class="small">{counts}</span>'


def _paper(library: Library, key: str) -> str:
    theorems = library.theorems_in.get(key, ())
    details = facts(
        (
            ("cited by", places_list(library.cited_in.get(key, ()))),
            ("theorems", theorem_list(theorems) if theorems else ""),
        )
    )
    return section("paper", Head(key, key, level=3), paragraph(f"{cite(key)}. {PAPERS[key].what}."), details)


def _slide(library: Library, key: str, title: str) -> str:
    slide = f"{key}: {title}"
    records, theorems = library.records_in.get(slide, ()), library.theorems_in.get(slide, ())
    anchor = slide_anchor(library, key, title)
    details = facts(
        (
            ("cited by", places_list(library.cited_at.get(slide, ()))),
            ("theorems", theorem_list(theorems) if theorems else ""),
            ("records", listed(_record(record) for record in records) if records else ""),
        )
    )
    return section("slide", Head(anchor, title), details)


def _record(record: GoldenRecord) -> str:
    return f"{link(case_place(record), record.id)} {html(record.what)} {marks((record.verdict.value,))}"
