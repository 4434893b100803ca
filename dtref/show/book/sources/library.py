"""The library of the book: modules, theorems, golden files, and the theorems, records, vectors and departures about each definition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from importlib.resources import files
from inspect import cleandoc
from pathlib import Path
from typing import TypeVar

from attrs import frozen
from toolz import groupby, unique

from dtref._homes import HOMES
from dtref.errors import Invalid
from dtref.exact.definition import Citation
from dtref.oracle.golden.records import GoldenRecord
from dtref.oracle.golden.store import golden_folder, golden_records, golden_vectors, slide_titles
from dtref.oracle.golden.variants import Choice, Variants, golden_variants
from dtref.oracle.golden.vectors import Vector
from dtref.show.book.sources.cases import definitions_of
from dtref.show.book.sources.citations import NAMED, paper
from dtref.show.book.sources.departures import ComparedProgram, DepartedCase, Departure, programs
from dtref.show.book.sources.modules import Defined, Module, modules
from dtref.show.book.sources.order import reading_order
from dtref.show.book.sources.proofs import Theorem, proof_files, theorems
from dtref.spec.sources import DOCUMENTS, SOURCES

About = TypeVar("About")


@frozen(slots=False, eq=False)
class Library:
    """The modules in reading order, the theorems, the golden files. The relations between them are computed at first use."""

    modules: tuple[Module, ...]
    theorems: tuple[Theorem, ...]
    proofs: Mapping[str, str]
    records: tuple[GoldenRecord, ...]
    vectors: tuple[Vector, ...]
    programs: tuple[ComparedProgram, ...]
    variants: tuple[Variants, ...]

    @cached_property
    def named(self) -> Mapping[str, Module]:
        """The modules by name."""
        return {module.name: module for module in self.modules}

    @cached_property
    def definitions(self) -> Mapping[str, Defined]:
        """Every definition by `module:name`."""
        return {d.at: d for module in self.modules if module.name for d in module.definitions}

    @cached_property
    def public(self) -> Mapping[str, str]:
        """The definitions of the public names of `dtref`."""
        return {name: f"{home}:{name}" for home, names in HOMES.items() for name in names.split()}

    def resolved(self, at: str) -> str:
        """A place as the book knows it: of a name that a module passes on, its definition; "" for a name that the book doesn't have."""
        if at in self.definitions or at in self.named:
            return at
        home, _, name = at.partition(":")
        if f"{home}.{name}" in self.named:
            return f"{home}.{name}"
        origin = self.named[home].scope.get(name, "") if home in self.named else self.public.get(at, "")
        return self.resolved(origin) if origin and origin != at else ""

    @cached_property
    def files(self) -> frozenset[str]:
        """The files of proofs that have theorems."""
        return frozenset(theorem.file for theorem in self.theorems)

    @cached_property
    def used_by(self) -> Mapping[str, tuple[str, ...]]:
        """The definitions that use a definition."""
        return _by_place((self.resolved(used), user.at) for user in self.definitions.values() for used in user.uses)

    @cached_property
    def theorems_of(self) -> Mapping[str, tuple[Theorem, ...]]:
        """The theorems whose proofs run a definition."""
        return _by_place((self.resolved(at), theorem) for theorem in self.theorems for at in theorem.runs)

    @cached_property
    def records_of(self) -> Mapping[str, tuple[GoldenRecord, ...]]:
        """The records of documents that pin a definition."""
        return _by_place((at, record) for record in self.records for at in self.pinned_by[record.id])

    @cached_property
    def vectors_of(self) -> Mapping[str, tuple[Vector, ...]]:
        """The vectors that pin a definition."""
        return _by_place((at, vector) for vector in self.vectors for at in self.pinned_by[vector.id])

    @cached_property
    def cases(self) -> tuple[GoldenRecord | Vector, ...]:
        """The records, then the vectors."""
        return (*self.records, *self.vectors)

    @cached_property
    def pinned_by(self) -> Mapping[str, tuple[str, ...]]:
        """The definitions that each record and vector pins."""
        return {case.id: tuple(filter(None, map(self.resolved, definitions_of(case)))) for case in self.cases}

    @cached_property
    def departures_of(self) -> Mapping[str, tuple[tuple[ComparedProgram, Departure], ...]]:
        """The departures from a definition."""
        pinned = ((self.pinned_by.get(case_id(case), ()), program, departure) for program, departure, case in self._departed())
        return _by_place((at, (program, departure)) for places, program, departure in pinned for at in places)

    @cached_property
    def departures_in(self) -> Mapping[str, tuple[tuple[ComparedProgram, Departure, DepartedCase], ...]]:
        """The departures that a record or a vector shows, with what the program answers."""
        return _by_place((case_id(case), (program, departure, case)) for program, departure, case in self._departed())

    def _departed(self) -> Iterable[tuple[ComparedProgram, Departure, DepartedCase]]:
        return ((program, departure, case) for program in self.programs for departure in program.departures for case in departure.cases)

    @cached_property
    def variants_of(self) -> Mapping[str, tuple[tuple[Variants, Choice], ...]]:
        """The subjects on which documents differ, with the choice that a definition is."""
        return _by_place((self.dotted(choice.name), (subject, choice)) for subject in self.variants for choice in subject.choices)

    def dotted(self, name: str) -> str:
        """The place of a dotted name below `dtref`; of a part of a class, the place of the class. "" where there is none."""
        home, _, own = name.rpartition(".")
        if name in self.named:
            return name
        return self.resolved(f"{home}:{own}" if home else own) or (self.dotted(home) if home else "")

    @cached_property
    def theorems_in(self) -> Mapping[str, tuple[Theorem, ...]]:
        """The theorems about a source: a key, or `key: title of a slide`."""
        return _by_place((theorem.source, theorem) for theorem in self.theorems)

    @cached_property
    def theorems_about(self) -> Mapping[str, tuple[Theorem, ...]]:
        """The theorems that name a record in brackets: they refute what it prints."""
        return _by_place((name, theorem) for theorem in self.theorems for name in re.findall(r"\[([\w-]+)\]", theorem.says))

    @cached_property
    def records_in(self) -> Mapping[str, tuple[GoldenRecord, ...]]:
        """The records of a slide, by `key: title`."""
        return _by_place((f"{record.document}: {record.slide}", record) for record in self.records)

    def slide(self, key: str, place: str) -> str:
        """The title of the slide that a docstring means by a place in a document: its start, or its number. "" for none."""
        if place in self.slides.get(key, ()):
            return place
        titles = [title for title in self.slides.get(key, ()) if place.casefold().startswith(title.casefold())]
        number = re.match(r"\d[\d.]*(?= |$)", place)
        numbered = [title for title in self.slides.get(key, ()) if number and title.startswith(f"{number[0]} ")]
        return max(titles, key=len, default=next(iter(numbered), ""))

    @cached_property
    def slides(self) -> Mapping[str, tuple[str, ...]]:
        """The slides of each document, in order."""
        return {key: slide_titles(key) for key in DOCUMENTS}

    @cached_property
    def cited_at(self) -> Mapping[str, tuple[str, ...]]:
        """The definitions and modules that cite a slide, by `key: title`."""
        places = ((at, key, self.slide(key, place)) for at, source in self._cited() for key, place in _keyed(source) if place)
        return _by_place((f"{key}: {title}" if title else "", at) for at, key, title in places)

    @cached_property
    def cited_in(self) -> Mapping[str, tuple[str, ...]]:
        """The definitions and modules that cite a source, by its key."""
        keyed = ((key, at) for at, source in self._cited() for key, _ in _keyed(source) if key in SOURCES)
        texts = ((at, source) for at, source in self._cited() if isinstance(source, str))
        named = ((paper(authors, year), at) for at, text in texts for authors, year in NAMED.findall(text))
        return _by_place((*keyed, *named))

    def _cited(self) -> Iterable[tuple[str, Citation]]:
        """The sources of modules, of definitions and of presets."""
        yield from ((module.name, source) for module in self.modules if module.name for source in module.sources)
        yield from ((at, source) for at, d in self.definitions.items() for source in d.facts.sources)


def _keyed(source: Citation) -> list[tuple[str, str]]:
    """The keys in a source, each with the place in it: of a document one; a preset's source names several in one text."""
    return re.findall(r"`(\w+)`,? ?([^;`]*)", source) if isinstance(source, str) else [(source[0], ", ".join(source[1:]))]


def _by_place(pairs: Iterable[tuple[str, About]]) -> Mapping[str, tuple[About, ...]]:
    """The things of each place, each once, in order; pairs with no place are left out."""
    groups = groupby(lambda pair: pair[0], (pair for pair in pairs if pair[0]))
    return {place: tuple(unique((about for _, about in members), key=_same)) for place, members in groups.items()}


def _same(about: object) -> object:
    """The identity of a thing, cheaper to compare than its contents."""
    return tuple(map(id, about)) if isinstance(about, tuple) else id(about)


def case_id(case: DepartedCase) -> str:
    """
    The record or vector of a case: the cases of one record are numbered.

    >>> case_id(DepartedCase("cs6220-gini-01/2", "gini", "", ""))
    'cs6220-gini-01'
    """
    return case.id.partition("/")[0]


def proofs_folder() -> Path:
    """
    The folder of the proofs: that of the checkout, or the one that the wheel carries. Errors: Invalid where there is neither.

    >>> (proofs_folder() / "theorem.py").is_file()
    True
    """
    package = Path(str(files("dtref")))
    for folder in (package / "proofs", package.parent / "proofs"):
        if (folder / "theorem.py").is_file():
            return folder
    raise Invalid(str(package), "proofs/ in the wheel or beside the package", "neither")


@cache
def read_library() -> Library:
    """
    The library of everything, read from the files of dtref.

    >>> read_library().records_of["spec.split.impurity:gini"][0].id
    'cs422-multiclass-04'
    """
    proofs = proof_files(proofs_folder())
    return Library(
        reading_order(tuple(modules(Path(str(files("dtref")))))),
        theorems(proofs),
        {name: cleandoc(text.split('"""')[1]) for name, text in proofs.items()},
        tuple(golden_records()),
        tuple(golden_vectors()),
        programs(golden_folder()),
        golden_variants(),
    )
