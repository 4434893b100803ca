"""
What records quote stands in the documents, on the slide that they name. Skipped where `DTREF_DOCUMENTS` doesn't name the documents' folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from documents.quotes import parts, plain, quoted
from documents.texts import documents_are_here, sections
from golden_files import RECORDS

from dtref.oracle.golden.records import GoldenRecord, PrintedTable, Value, Verdict
from dtref.oracle.golden.store import slide_titles
from dtref.spec.sources import DOCUMENTS

pytestmark = pytest.mark.skipif(not documents_are_here(), reason="DTREF_DOCUMENTS doesn't name the documents' folder")


@cache
def slide_text(document: str, slide: str) -> str:
    """All that stands under a title, in the one spelling; the piece after it, too, as a title may be printed again inside a slide."""
    pieces = sections(document)
    near = {at + step for at, piece in enumerate(pieces) if piece.slide == slide for step in (0, 1)}
    return "".join(_text(document, at) for at in sorted(near) if at < len(pieces))


@cache
def _text(document: str, at: int) -> str:
    piece = sections(document)[at]
    return plain(piece.slide) + "".join(plain(line) for _, line in piece.lines)


def test_every_slide_of_the_lists_is_a_line_of_its_document() -> None:
    missing = {(document, title) for document in DOCUMENTS for title in slide_titles(document)}
    missing -= {(document, piece.slide) for document in DOCUMENTS for piece in sections(document)}
    assert missing == set()


def test_every_quote_stands_on_its_slide() -> None:
    assert [record.id for record in RECORDS if not stands(record)] == []


def stands(record: GoldenRecord) -> bool:
    """Whether what a record quotes is there; of a table each cell."""
    text = slide_text(record.document, record.slide)
    if isinstance(record.body, PrintedTable):
        cells: tuple[str, ...] = (*record.body.header, *(cell for row in record.body.printed for cell in row))
        cells = tuple(cell.removeprefix("0") for cell in cells) if record.id in WITHOUT_ZERO else cells
        return all(quoted(cell, text) for cell in cells if cell not in OURS.get(record.id, ()))
    return quoted(record.body.printed, text)


OURS = {
    # the heads of two columns that share one in the document
    **dict.fromkeys(("cs422-discretization-01", "tan-continuous-03"), ("Yes <=", "Yes >", "No <=", "No >")),
    **dict.fromkeys(("tan-cost-19", "tan-cost-20"), ("predicted +", "predicted -")),
    "tan-pruning-32": ("node",),
    "tan-pruning-41": ("child", "A1", "A2", "A3", "A4"),
}
"""Cells of tables that are names of ours, by record."""

WITHOUT_ZERO = {"cs422-evaluation-24"}
"""Tables in which the document prints decimals without their leading 0."""


def shared(records: tuple[GoldenRecord, ...]) -> Iterator[tuple[str, str]]:
    """Records of what isn't true, and another document that prints the same and has no record of the same verdict."""
    quotes = [(record, printed, "".join(parts(printed))) for record in records if (printed := quote_of(record))]
    for record, printed, words in quotes:
        if record.verdict in {Verdict.ERRATUM, Verdict.INCOMPLETE, Verdict.IMPRECISE} and len(words) >= 14:
            for document in DOCUMENTS:
                alike = [
                    o for o, _, others in quotes if o.document == document and (words in others or (others in words and len(others) > 6))
                ]
                if quoted(printed, whole_text(document)) and not any(other.verdict is record.verdict for other in alike):
                    yield record.id, document


def quote_of(record: GoldenRecord) -> str:
    """The words that a record quotes; empty of figures and tables."""
    return "" if isinstance(record.body, PrintedTable | Value) else record.body.printed


@cache
def whole_text(document: str) -> str:
    """The whole document in the one spelling."""
    return "".join(_text(document, at) for at in range(len(sections(document))))


def test_what_is_not_true_in_one_document_is_not_true_in_another() -> None:
    assert list(shared(RECORDS)) == []
