"""
The golden records of the documents and the vectors beyond them, found in a checkout or in an installed wheel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from dtref.errors import Invalid
from dtref.io.files import read_text
from dtref.oracle.arithmetic.json_numbers import parse_exact_json
from dtref.oracle.golden.checks import check_record
from dtref.oracle.golden.reader import read_golden_records
from dtref.oracle.golden.records import GoldenRecord
from dtref.oracle.golden.vectors import Vector, read_flags, read_vectors
from dtref.oracle.operations.inputs import Given, golden_folder
from dtref.spec.sources import SOURCES

__all__ = [
    "check_record",
    "golden_files",
    "golden_folder",
    "golden_records",
    "golden_vectors",
    "slide_titles",
    "vector_files",
    "vector_flags",
]


def golden_files() -> tuple[Path, ...]:
    """
    The files of golden records: golden/<document>/<topic>.json for each document, in order of their names.

    >>> "cs6220/gini.json" in [f"{path.parent.name}/{path.name}" for path in golden_files()]
    True
    """
    folders = [folder for folder in sorted(golden_folder().iterdir()) if folder.name in SOURCES]
    return tuple(path for folder in folders for path in sorted(folder.glob("*.json")) if path.name != "slides.json")


def golden_records() -> Iterator[GoldenRecord]:
    """
    Every golden record, file by file. Errors: Invalid for a file that isn't one, or whose document and topic aren't its path.

    >>> next(golden_records()).document
    'cs422'
    """
    for path in golden_files():
        name = f"{path.parent.name}/{path.name}"
        for record in read_golden_records(read_text(path), name):
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
    return Given.of(parse_exact_json(read_text(path), name), name).only("$schema", "document", "slides").texts("slides")


def vector_files() -> tuple[Path, ...]:
    """
    The files of vectors: golden/vectors/<group>.json, in order of their names.

    >>> "flags.json" in [path.name for path in vector_files()]
    False
    """
    return tuple(path for path in sorted((golden_folder() / "vectors").glob("*.json")) if path.name != "flags.json")


def golden_vectors() -> Iterator[Vector]:
    """
    Every vector, file by file. Errors: Invalid for a file that isn't one, or whose group isn't its name.

    >>> all(vector.id.startswith(f"vectors-{vector.group}-") for vector in golden_vectors())
    True
    """
    for path in vector_files():
        for vector in read_vectors(read_text(path), f"vectors/{path.name}"):
            if vector.group != path.stem:
                raise Invalid(f"vectors/{path.name}", f"vectors of group {path.stem!r}", vector.group)
            yield vector


def vector_flags() -> Mapping[str, str]:
    """
    The mistake that each flag of the vectors is there to catch, by flag.

    >>> all(map(str.strip, vector_flags().values()))
    True
    """
    return read_flags(read_text(golden_folder() / "vectors" / "flags.json"), "vectors/flags.json")
