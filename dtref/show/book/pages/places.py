"""The place of everything in the book: the file of a page, and the anchor in it. All files are in one folder."""

from __future__ import annotations

from functools import partial

from dtref.oracle.golden.records import GoldenRecord
from dtref.oracle.golden.variants import Variants
from dtref.oracle.golden.vectors import Vector
from dtref.show.book.sources.departures import ComparedProgram, Departure
from dtref.show.book.sources.library import Library
from dtref.show.book.sources.modules import Module
from dtref.show.book.sources.proofs import Theorem
from dtref.show.book.typeset.prose import Links
from dtref.spec.sources import DOCUMENTS, SOURCES


def module_page(name: str) -> str:
    """
    The page of a module.

    >>> module_page("spec.split.impurity"), module_page("")
    ('dtref.spec.split.impurity.html', 'index.html')
    """
    return f"dtref.{name}.html" if name else "index.html"


def place(at: str) -> str:
    """
    The place of a definition or a module.

    >>> place("spec.split.impurity:gini"), place("spec.split.impurity"), place("")
    ('dtref.spec.split.impurity.html#gini', 'dtref.spec.split.impurity.html', '')
    """
    module, colon, name = at.partition(":")
    return f"{module_page(module)}#{name}" if colon else module_page(module) if at else ""


def proofs_page(file: str) -> str:
    """The page of a file of proofs."""
    return f"proofs.{file}.html"


def theorem_place(theorem: Theorem) -> str:
    """The place of a theorem."""
    return f"{proofs_page(theorem.file)}#{theorem.name}"


def golden_page(case: GoldenRecord | Vector) -> str:
    """The page of a record or a vector: that of its file."""
    return f"vectors.{case.group}.html" if isinstance(case, Vector) else f"golden.{case.document}.{case.topic}.html"


def case_place(case: GoldenRecord | Vector) -> str:
    """The place of a record or a vector."""
    return f"{golden_page(case)}#{case.id}"


def departure_place(program: ComparedProgram, departure: Departure) -> str:
    """The place of a departure."""
    return f"departures.html#{program.key}-{departure.name}"


def variants_place(variants: Variants) -> str:
    """The place of a subject on which documents differ."""
    return f"variants.html#{variants.id}"


def subject_place(title: str) -> str:
    """The page of a subject."""
    return f"subject.{title.lower().replace(' ', '-')}.html"


def document_page(key: str) -> str:
    """The page of one of the five documents."""
    return f"document.{key}.html"


def slide_anchor(library: Library, key: str, title: str) -> str:
    """The anchor of a slide."""
    return f"slide-{library.slides[key].index(title) + 1}"


def source_place(library: Library, key: str, where: str = "") -> str:
    """The place of a document, of a slide in it, or of a book or paper; "" for none."""
    if key not in DOCUMENTS:
        return f"documents.html#{key}" if key in SOURCES and not where else ""
    if not where:
        return document_page(key)
    title = library.slide(key, where)
    return f"{document_page(key)}#{slide_anchor(library, key, title)}" if title else ""


def name_place(library: Library, module: Module, name: str) -> str:
    """The place of the thing that a name means in a module: a definition there, an import, a public name of `dtref`, or a dotted name."""
    bare = name.removesuffix("()").removeprefix("dtref.")
    if bare.startswith("proofs."):
        return proofs_page(file) if (file := bare.removeprefix("proofs.")) in library.files else ""
    at = module.scope.get(bare) or library.public.get(bare, "")
    return place(library.resolved(at) if at else library.dotted(bare) if "." in bare or bare in library.named else "")


def links(library: Library, module: Module) -> Links:
    """The links of the texts and the code of a module."""
    return Links(partial(name_place, library, module), partial(source_place, library))
