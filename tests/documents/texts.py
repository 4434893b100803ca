"""Reads the documents from the folder that `DTREF_DOCUMENTS` names, and cuts each into its slides."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from attrs import frozen

from dtref.oracle.golden.store import slide_titles
from dtref.spec.sources import DOCUMENTS

FOLDER = "DTREF_DOCUMENTS"


@frozen
class Section:
    """A piece of a document from one slide's title to the next: the title, and the lines after it that aren't empty, with their numbers."""

    slide: str
    lines: tuple[tuple[int, str], ...]


def documents_are_here() -> bool:
    """Whether the variable names a folder."""
    return bool(os.environ.get(FOLDER)) and Path(os.environ[FOLDER]).is_dir()


@cache
def sections(document: str) -> tuple[Section, ...]:
    """The sections of a document in order. What comes before the first title belongs to the first slide."""
    titles = set(slide_titles(document))
    slide, kept, found = slide_titles(document)[0], list[tuple[int, str]](), list[Section]()
    lines = _file_of(document).read_text("utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        title = _title(lines, number, titles)
        if title:
            found.append(Section(slide, tuple(kept)))
            slide, kept = title, []
        elif line.strip():
            kept.append((number, line))
    return (*found, Section(slide, tuple(kept)))


def _title(lines: list[str], number: int, titles: set[str]) -> str:
    """The title that a line is; empty where it is none. A list's item is a title only where it stands alone."""
    line = lines[number - 1].strip()
    alone = all(not text.strip() for text in lines[max(number - 2, 0) : number - 1] + lines[number : number + 1])
    bare = re.sub(r"^(#+|–) ", "", line).strip()
    bare = re.sub(r"^- ", "", bare) if alone else bare
    return bare if bare in titles else ""


@cache
def _file_of(document: str) -> Path:
    """The file of the folder in which most of the document's slide titles are lines."""
    files = sorted(Path(os.environ[FOLDER]).glob("*.txt"))
    titles = set(slide_titles(document))
    return max(
        files, key=lambda path: len(titles & {re.sub(r"^[#–-]+ ", "", line.strip()) for line in path.read_text("utf-8").splitlines()})
    )


def hash_of(line: str) -> str:
    """The first twelve hexadecimal digits of the SHA-256 of a line, its white space being single blanks."""
    return sha256(" ".join(line.split()).encode()).hexdigest()[:12]


def all_sections() -> Iterator[tuple[str, Section]]:
    """Every section of every document, with the document's key."""
    for document in DOCUMENTS:
        for section in sections(document):
            yield document, section
