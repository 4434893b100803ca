"""The pages of golden records and vectors, file by file, their index, and the page of errata."""

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
    for file, records in by_topic.items():
        title = f"{records[0].document}: {records[0].topic}"
        sections = "\n".join(record_section(library, record) for record in records)
        about = f"<p>{link(document_page(records[0].document), cite(records[0].document))}</p>"
        yield Page(file, title, f"<h1>{html(title)}</h1>\n{about}\n{sections}", PART, ((PART, "Golden records"),))
    for file, vectors in by_group.items():
        title = f"vectors: {vectors[0].group}"
        sections = "\n".join(vector_section(library, vector) for vector in vectors)
        yield Page(file, title, f"<h1>{html(title)}</h1>\n{sections}", PART, ((PART, "Golden records"),))


def _index(library: Library) -> str:
    by_document = groupby(lambda record: record.document, library.records)
    groups = groupby(lambda vector: vector.group, library.vectors)
    parts = ["<h1>Golden records</h1>\n<p>What the documents print, and what is exactly true; and vectors beyond them.</p>"]
    # A table of topics for each document, then the groups of vectors and their flags.
    for key in DOCUMENTS:
        topics = groupby(lambda record: record.topic, by_document.get(key, ()))
        rows = (
            (link(golden_page(records[0]), topic), str(len(records)), str(sum(one.erratum is not None for one in records)), _kinds(records))
            for topic, records in topics.items()
        )
        head = f'<h2 id="{key}">{link(document_page(key), key)}</h2>\n<p>{html(cite(key))}</p>'
        parts.append(f"{head}\n{table(('topic', 'records', 'errata', 'verdicts'), rows)}")
    vectors = ((link(golden_page(group[0]), name), str(len(group))) for name, group in groups.items())
    parts.append(f'<h2 id="vectors">Vectors</h2>\n{table(("group", "vectors"), vectors)}')
    parts.append(f"<h2>Flags of the vectors</h2>\n{facts((html(flag), html(what)) for flag, what in vector_flags().items())}")
    return "\n".join(parts)


def _kinds(records: list[GoldenRecord]) -> str:
    """The number of records of each verdict."""
    by_verdict = groupby(lambda record: record.verdict.value, records)
    return ", ".join(f"{len(members)} {verdict}" for verdict, members in sorted(by_verdict.items()))


def errata_page(library: Library) -> Page:
    """The page of errata: each mistake of a document as printed and as corrected, with its proof."""
    mistakes = list(errata(library.records))
    by_document = groupby(lambda pair: pair[0].document, mistakes)
    parts = [
        f"<h1>Errata</h1>\n<p>{len(mistakes)} mistakes of the documents: what is printed, what is right, "
        "and a proof that the tests run.</p>"
    ]
    for key, members in by_document.items():
        sections = "\n".join(_erratum(library, *mistake) for mistake in members)
        parts.append(f'<h2 id="{key}">{link(document_page(key), key)} <span class="small">{html(cite(key))}</span></h2>\n{sections}')
    # Then the figures that are right but for a rounding on the way.
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
    theorems = ", ".join(link(theorem_place(theorem), theorem.says) for theorem in library.theorems_about.get(record.id, ()))
    details = facts(
        (
            ("slide", link(source_place(library, record.document, record.slide), record.slide)),
            ("wrong", f"<del>{html(erratum.wrong)}</del>"),
            ("right", f"<ins>{html(erratum.right)}</ins>"),
            ("proof", proof),
            ("theorem", theorems),
            ("elsewhere", html(erratum.elsewhere)),
            ("defence", html(erratum.defence)),
        )
    )
    head = Head(f"erratum-{record.id}", record.id, case_place(record), marks((erratum.category,)), 3)
    return section("record", head, paragraph(record.what), details)
