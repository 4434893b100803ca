"""
Accounts for every line of the documents: a record quotes it, a table of a record prints its cells, or golden/lines.json says what it is.

`DTREF_DOCUMENTS=<folder> PYTHONPATH=tests python -m documents.coverage` prints the figures of each document, and the lines that nothing
accounts for.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from attrs import frozen

from documents.quotes import parts, plain
from documents.texts import Section, documents_are_here, hash_of, sections
from dtref.io.files import read_text
from dtref.oracle.arithmetic.json_numbers import parse_exact_json
from dtref.oracle.golden.records import GoldenRecord, PrintedTable
from dtref.oracle.golden.store import golden_folder, golden_records
from dtref.oracle.operations.inputs import Given
from dtref.spec.sources import DOCUMENTS

LEAST = 5
"""So many signs of a quote tell a line that has them, and so many of a line a quote; shorter ones must be the whole."""


@frozen
class Note:
    """What golden/lines.json says of a line: that a record is about it, or why none is."""

    record: str
    why: str


@frozen
class Account:
    """A line of a document with what accounts for it: a record's id, a reason, or nothing (both empty)."""

    slide: str
    number: int
    line: str
    record: str
    why: str


@cache
def notes() -> Mapping[tuple[str, str, str], Note]:
    """The notes of golden/lines.json, by document, slide and the line's hash."""
    file = Given.of(parse_exact_json(read_text(golden_folder() / "lines.json"), "lines.json"), "lines.json").only("$schema", "lines")
    read = dict[tuple[str, str, str], Note]()
    for i, part in enumerate(file.list("lines"), 1):
        entry = Given.of(part, f"lines.json, {i}").only("document", "slide", "hashes", "record", "why")
        note = Note(*(entry.text(name) if name in entry.parts else "" for name in ("record", "why")))
        read.update({(entry.text("document"), entry.text("slide"), text): note for text in entry.texts("hashes")})
    return read


@cache
def _records(document: str) -> Mapping[str, tuple[GoldenRecord, ...]]:
    """The records of a document that print something, by slide."""
    found = dict[str, tuple[GoldenRecord, ...]]()
    for record in golden_records():
        if record.document == document and record.body.printed:
            found[record.slide] = (*found.get(record.slide, ()), record)
    return found


def accounts(document: str) -> Iterator[Account]:
    """Every line of a document that is neither empty nor a slide's title, with what accounts for it."""
    pieces = sections(document)
    for piece, before in zip(pieces, (None, *pieces), strict=False):
        # a title that is printed again inside another slide begins a piece that may be that slide's
        slides = (piece.slide, *(() if before is None else (before.slide,)))
        records = tuple(record for slide in slides for record in _records(document).get(slide, ()))
        yield from _of_piece(document, piece, records)


def _of_piece(document: str, piece: Section, records: tuple[GoldenRecord, ...]) -> Iterator[Account]:
    for number, line in piece.lines:
        text = plain(line)
        note = notes().get((document, piece.slide, hash_of(line)))
        named = next((record.id for record in records if _is_about(record, text, line)), "") if note is None else note.record
        yield Account(piece.slide, number, line, named, "" if note is None else note.why)


def _is_about(record: GoldenRecord, text: str, line: str) -> bool:
    """Whether a record quotes a line or a piece of it; or prints all its cells."""
    if isinstance(record.body, PrintedTable):
        cells = {plain(cell) for cell in (*record.body.header, *(cell for row in record.body.printed for cell in row))}
        own = [plain(cell) for cell in line.split("\t") if plain(cell)]
        return len(own) > 1 and all(cell in cells for cell in own[1:])
    return any(_meet(piece, text) for piece in parts(record.body.printed))


def _meet(piece: str, text: str) -> bool:
    if min(len(piece), len(text)) < LEAST:
        return piece == text
    return piece in text or text in piece


def main() -> None:
    """Prints for each document how many lines there are, and what accounts for them; then the lines that nothing does."""
    if not documents_are_here():
        sys.exit("DTREF_DOCUMENTS: expected the documents' folder")
    open_lines = list[tuple[str, Account]]()
    for document in DOCUMENTS:
        found = list(accounts(document))
        kinds = Counter("a record" if a.record else "a reason" if a.why else "nothing" for a in found)
        print(f"{document}: {len(found)} lines, {', '.join(f'{count} {kind}' for kind, count in sorted(kinds.items()))}")
        open_lines += [(document, a) for a in found if not (a.record or a.why)]
    for document, account in open_lines:
        print(f"{document} {account.number} [{account.slide}] {account.line}")
    sys.exit(bool(open_lines))


if __name__ == "__main__":
    main()
