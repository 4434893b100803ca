"""
The golden records of the documents, in a checkout or in an installed wheel.

Before this: `dtref.oracle.golden.checking`, whose `check_record` is the check of one. This is the last module of the golden files.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dtref.errors import Invalid
from dtref.io.files import read_text
from dtref.oracle.arithmetic.written import parse_json
from dtref.oracle.golden.checking import check_record
from dtref.oracle.golden.reading import read_records
from dtref.oracle.golden.records import Record
from dtref.oracle.operations.inputs import Given, golden_folder
from dtref.sources import SOURCES

__all__ = ["check_record", "golden_files", "golden_folder", "golden_records", "slide_titles"]


def golden_files() -> tuple[Path, ...]:
    """
    The files of golden records: golden/<document>/<topic>.json for each document, in order of their names.

    >>> "cs6220/gini.json" in [f"{path.parent.name}/{path.name}" for path in golden_files()]
    True
    """
    folders = [folder for folder in sorted(golden_folder().iterdir()) if folder.name in SOURCES]
    return tuple(path for folder in folders for path in sorted(folder.glob("*.json")) if path.name != "slides.json")


def golden_records() -> Iterator[Record]:
    """
    Every golden record, file by file. Errors: Invalid for a file that isn't one, or that doesn't lie where it says.

    >>> next(golden_records()).document
    'cs422'
    """
    for path in golden_files():
        name = f"{path.parent.name}/{path.name}"
        for record in read_records(read_text(path), name):
            if (record.document, record.topic) != (path.parent.name, path.stem):
                raise Invalid(name, f"records of document {path.parent.name!r}, topic {path.stem!r}", (record.document, record.topic))
            yield record


def slide_titles(document: str) -> tuple[str, ...]:
    """
    The titles of a document's slides, in order. Errors: Invalid where golden/ doesn't have that document.

    >>> slide_titles("cs6220")[1]
    'Matrix Data: Classification: Part 1'
    """
    path = golden_folder() / document / "slides.json"
    name = f"{document}/slides.json"
    return Given.of(parse_json(read_text(path), name), name).only("$schema", "document", "slides").texts("slides")
