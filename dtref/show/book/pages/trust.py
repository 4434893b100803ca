"""The matrix of trust: for each formula what stands behind it, and where nothing does."""

from __future__ import annotations

from collections.abc import Iterator

from dtref.exact.definition import Citation
from dtref.oracle.golden.records import Provenance
from dtref.show.book.pages.frame import Page, first_of, link, paragraph, table
from dtref.show.book.pages.places import place, source_place
from dtref.show.book.sources.library import Library
from dtref.show.book.sources.modules import Defined
from dtref.show.page.as_html import html

_FILE = "trust.html"
HOLE = '<span class="mark hole">none</span>'
_HEAD = ("definition", "theorems", "records", "independent", "stated in")

BENEATH = (
    "That a record copies its document rightly: whoever has the documents can run the comparison, word for word.",
    "That Python's whole numbers and fractions, and FLINT's enclosures of logarithms, roots and tails, are right.",
    "That SymPy simplifies rightly, in theorems on symbols; of those that are identities or signs a second checker needs no SymPy.",
    "That the independent programs (tests/naive, the runners in Node.js and Perl) share no misunderstanding with dtref.",
)
"""What must be believed beneath all of it."""


def trust_page(library: Library) -> Page:
    """A row for each public definition that carries a formula; a hole is written as one."""
    rows = [row for definition in library.definitions.values() if _is_formula(library, definition) for row in _row(library, definition)]
    holes = [sum(HOLE in row[i] for row in rows) for i in range(len(_HEAD))]
    by_column = ", ".join(f"{n} in the column {head}" for head, n in zip(_HEAD, holes, strict=True) if n)
    lead = paragraph(
        "Of each formula: how many theorems run it, how many records of documents pin it, how many records and vectors have its value from "
        f"elsewhere (printed in a document, or computed apart), and where it is stated. {len(rows)} formulas, {sum(holes)} holes, each "
        f"marked: {by_column}."
    )
    beneath = "".join(f"<li>{html(text)}</li>" for text in BENEATH)
    content = f"<h1>Trust</h1>\n{lead}\n{table(_HEAD, rows)}\n<h2>What must be believed beneath</h2>\n<ul>{beneath}</ul>"
    return Page(_FILE, "Trust", content, _FILE)


def _is_formula(library: Library, definition: Defined) -> bool:
    return bool(definition.facts.formula) and definition.public and library.public.get(definition.name) == definition.at


def _row(library: Library, definition: Defined) -> Iterator[tuple[str, ...]]:
    at = definition.at
    records, vectors = library.records_of.get(at, ()), library.vectors_of.get(at, ())
    own = Provenance.SELF
    independent = sum(record.provenance is not own for record in records) + sum(vector.provenance is not own for vector in vectors)
    counts = (len(library.theorems_of.get(at, ())), len(records), independent)
    stated = ", ".join(_source(library, source) for source in definition.facts.sources)
    name = html(definition.name).replace("_", "_<wbr/>")  # else the longest name takes a phone's whole width
    says = f'<br/><span class="small">{html(first_of(definition.doc) or definition.facts.sentence)}</span>'
    yield f'<a href="{place(at)}"><code>{name}</code></a>{says}', *(str(count) if count else HOLE for count in counts), stated or HOLE


def _source(library: Library, source: Citation) -> str:
    """A document's key, which leads to the slide; of a paper its authors and year."""
    if isinstance(source, str):
        return html(source.partition(",")[0])
    return link(source_place(library, source[0], ", ".join(source[1:])), source[0])
