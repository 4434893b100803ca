"""Every line of the documents is accounted for: by a record that quotes it, or by golden/lines.json. The last two need the documents."""

from __future__ import annotations

import json

import pytest
from documents.coverage import accounts, notes
from documents.texts import documents_are_here, hash_of, sections
from golden_files import RECORDS
from jsonschema import Draft202012Validator

from dtref.io.files import read_text
from dtref.oracle.arithmetic.json_numbers import layout, parse_exact_json
from dtref.oracle.golden.store import golden_folder, slide_titles
from dtref.spec.sources import DOCUMENTS

FILE = golden_folder() / "lines.json"

needs_documents = pytest.mark.skipif(not documents_are_here(), reason="DTREF_DOCUMENTS doesn't name the documents' folder")


def test_the_file_fits_its_schema_and_is_laid_out() -> None:
    schema = json.loads(read_text(golden_folder() / "schema" / "lines.schema.json"))
    assert list(Draft202012Validator(schema).iter_errors(json.loads(read_text(FILE)))) == []
    assert layout(parse_exact_json(read_text(FILE), "lines.json")) + "\n" == read_text(FILE)


def test_the_records_that_it_names_are_of_the_document() -> None:
    documents = {record.id: record.document for record in RECORDS}
    assert {(note.record, document) for (document, _, _), note in notes().items() if note.record} <= set(documents.items())
    assert {slide for document, slide, _ in notes() if slide not in slide_titles(document)} == set()


@needs_documents
@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_line_is_accounted_for(document: str) -> None:
    assert [(line.number, line.line) for line in accounts(document) if not (line.record or line.why)] == []


@needs_documents
def test_every_note_is_of_a_line() -> None:
    lines = {(document, piece.slide, hash_of(line)) for document in DOCUMENTS for piece in sections(document) for _, line in piece.lines}
    assert notes().keys() - lines == set()
