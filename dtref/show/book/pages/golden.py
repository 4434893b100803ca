"""The golden records of each document and the vectors, file by file; the index of both; the errata."""

from __future__ import annotations

from collections.abc import Iterator

from toolz import groupby

from dtref.oracle.golden.errata import errata, proof_of, rounded_early
from dtref.oracle.golden.records import Erratum, GoldenRecord
from dtref.oracle.golden.store import vector_flags
from dtref.show.book.pages.frame import Head, Page, facts, link, marks, paragraph, section, table
from dtref.show.book.pages.places import case_place, document_page, golden_page, source_place, theorem_place
from dtref.show.book.pages.records import record_section, vector_section
from dtref.show.book.sources.library import Library
from dtref.show.page.as_html import html
from dtref.spec.sources import DOCUMENTS, cite

PART, ERRATA = "golden.html", "errata.html"


def golden_pages(library: Library) -> Iterator[Page]:
    """The index, the files of records, the files of vectors."""
    by_topic = groupby(golden_page, library.records)
    by_group = groupby(golden_page, library.vectors)
    yield Page(PART, "Golden records", _index(library), PART)
    for file, found in by_topic.items():
        title = f"{found[0].document}: {found[0].topic}"
        sections = "\n".join(record_section(library, one) for one in found)
        about = f"<p>{link(document_page(found[0].document), cite(found[0].document))}</p>"
        yield Page(file, title, f"<h1>{html(title)}</h1>\n{about}\n{sections}", PART, ((PART, "Golden records"),))
    for file, cases in by_group.items():
        title = f"vectors: {cases[0].group}"
        sections = "\n".join(vector_section(library, one) for one in cases)
        yield Page(file, title, f"<h1>{html(title)}</h1>\n{sections}", PART, ((PART, "Golden records"),))


def _index(library: Library) -> str:
    by_document = groupby(lambda one: one.document, library.records)
    groups = groupby(lambda one: one.group, library.vectors)
    parts = ["<h1>Golden records</h1>\n<p>What the documents print, and what is exactly true; and vectors beyond them.</p>"]
    for key in DOCUMENTS:
        topics = groupby(lambda one: one.topic, by_document.get(key, ()))
        rows = (
            (link(golden_page(found[0]), topic), str(len(found)), str(sum(one.erratum is not None for one in found)), _kinds(found))
            for topic, found in topics.items()
        )
        head = f'<h2 id="{key}">{link(document_page(key), key)}</h2>\n<p>{html(cite(key))}</p>'
        parts.append(f"{head}\n{table(('topic', 'records', 'errata', 'verdicts'), rows)}")
    vectors = ((link(golden_page(found[0]), group), str(len(found))) for group, found in groups.items())
    parts.append(f'<h2 id="vectors">Vectors</h2>\n{table(("group", "vectors"), vectors)}')
    parts.append(f"<h2>Flags of the vectors</h2>\n{facts((html(flag), html(what)) for flag, what in vector_flags().items())}")
    return "\n".join(parts)


def _kinds(found: list[GoldenRecord]) -> str:
    return ", ".join(f"{len(ones)} {verdict}" for verdict, ones in sorted(groupby(lambda one: one.verdict.value, found).items()))


def errata_page(library: Library) -> Page:
    """Every mistake of the documents: what is printed, what is right, the proof."""
    found = list(errata(library.records))
    by_document = groupby(lambda pair: pair[0].document, found)
    parts = [
        f"<h1>Errata</h1>\n<p>{len(found)} mistakes of the documents: what is printed, what is right, and a proof that the tests run.</p>"
    ]
    for key, ones in by_document.items():
        sections = "\n".join(_erratum(library, *one) for one in ones)
        parts.append(f'<h2 id="{key}">{link(document_page(key), key)} <span class="small">{html(cite(key))}</span></h2>\n{sections}')
    early = [
        (
            link(case_place(record), record.id),
            html(record.what),
            html(value.printed),
            html(" or ".join(step.says for step in value.reproductions)),
        )
        for record, value in rounded_early(library.records)
    ]
    parts.append(f"<h2>Figures rounded too early</h2>\n{table(('record', 'about', 'printed', 'how it comes about'), early)}")
    return Page(ERRATA, "Errata", "\n".join(parts), ERRATA)


def _erratum(library: Library, record: GoldenRecord, erratum: Erratum) -> str:
    proof = "".join(f"<p>{html(line)}</p>" for line in proof_of(record, erratum))
    theorems = ", ".join(link(theorem_place(one), one.says) for one in library.theorems_about.get(record.id, ()))
    told = facts(
        (
            ("slide", link(source_place(library, record.document, record.slide), record.slide)),
            ("wrong", f"<del>{html(erratum.wrong)}</del>"),
            ("right", f"<ins>{html(erratum.right)}</ins>"),
            ("proof", proof),
            ("theorem", theorems),
            ("elsewhere", html(erratum.elsewhere)),
        )
    )
    head = Head(f"erratum-{record.id}", record.id, case_place(record), marks((erratum.category,)), 3)
    return section("record", head, paragraph(record.what), told)
