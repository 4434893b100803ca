"""The index of the book's search: every definition, theorem, record, erratum, departure and source, by its words."""

from __future__ import annotations

import json
from collections.abc import Iterator

from dtref.oracle.golden.errata import errata
from dtref.oracle.golden.records import Value
from dtref.show.book.pages.first_words import FIRST_WORDS
from dtref.show.book.pages.frame import first_of
from dtref.show.book.pages.places import (
    case_place,
    departure_place,
    document_page,
    module_page,
    place,
    slide_anchor,
    source_place,
    subject_place,
    theorem_place,
    variants_place,
)
from dtref.show.book.pages.subject_list import SUBJECTS
from dtref.show.book.sources.library import Library
from dtref.spec.sources import SOURCES, cite

SearchEntry = tuple[str, str, str, str]
"""The kind, the title, the place, more words."""


FIELD_NAMES = {
    "C4.5 missing values": "spec.split.criteria:gain_ratio_with_missing",
    "missing values in the gain": "spec.split.missing_gain:gain_over_all",
    "reduced error pruning": "spec.pruning.reduced_error:reduced_error",
    "cost-complexity pruning": "spec.pruning.cost_complexity:cost_complexity",
    "ROC curve": "spec.evaluation.ranking.roc:roc",
    "area under the curve": "spec.evaluation.ranking.auc:auc",
    "confidence interval of accuracy": "spec.evaluation.intervals.proportion:wilson",
    "cross-validation": "spec.evaluation.estimation.cross_validation:cross_validate",
    "random forest": "spec.ensembles.forest:grow_forest",
    "C4.5": "spec.presets:C45",
    "confusion matrix": "spec.evaluation.confusion.matrix:Confusion",
    "bootstrap": "spec.evaluation.estimation.bootstrap:bootstrap_variance",
    "leave-one-out": "spec.evaluation.estimation.partitions:leave_one_out",
    "stratified sampling": "spec.evaluation.estimation.partitions:stratified_k_fold",
    "chi-square test": "spec.split.association:chi_square",
    "overfitting": "spec.evaluation.estimation.overfitting:overfits",
    "t-test": "spec.evaluation.comparison.folds:paired_t",
    "MDL": "spec.pruning.description:description_length",
    "pre-pruning": "spec.growing.stopping:FewerThan",
    "post-pruning": "spec.pruning.reduced_error:reduced_error",
    "conditional entropy": "spec.split.criteria:weighted_impurity",
    "class imbalance": "spec.preparation.balancing:undersample",
}
"""Names of the field that are no synonym of one definition alone, and where to begin."""


def search_index(library: Library) -> str:
    """The index as a script: a page from disk may load a script, but no data."""
    rows = ",\n".join(json.dumps([part.replace("`", "") for part in entry], ensure_ascii=False) for entry in entries(library))
    return f"window.bookIndex = [\n{rows}\n];\n"


def entries(library: Library) -> Iterator[SearchEntry]:
    """All entries, by kind: modules, definitions, theorems, errata, departures, variants, sources, slides, records, vectors."""
    # What the field calls things leads to their definitions.
    named = {synonym: d.at for d in library.definitions.values() if d.public for synonym in d.facts.synonyms} | FIELD_NAMES
    yield from (("name", name, place(at), library.definitions[at].name) for name, at in named.items() if at in library.definitions)
    yield from (("subject", one.title, subject_place(one.title), f"{one.question} {' '.join(FIRST_WORDS[one.title])}") for one in SUBJECTS)
    # The code, then the proofs.
    for module in library.modules:
        if module.name:
            yield "chapter" if module.package else "module", module.name, module_page(module.name), first_of(module.doc)
        yield from (
            (d.kind, d.name, place(d.at), f"{d.module} {first_of(d.doc)} {' '.join(d.facts.synonyms)}".rstrip())
            for d in module.definitions
            if d.public
        )
    for proof in library.theorems:
        words = f"{proof.file} {proof.name.replace('_', ' ')} {proof.source} {proof.method}"
        yield "theorem", proof.says, theorem_place(proof), words
    # Where documents and programs are wrong, or differ.
    for record, erratum in errata(library.records):
        yield "erratum", record.id, f"errata.html#erratum-{record.id}", f"{record.what} {erratum.category} {erratum.wrong} {erratum.right}"
    for program in library.programs:
        yield from (("departure", f"{program.name}: {d.name}", departure_place(program, d), d.what) for d in program.departures)
    yield from (("variant", v.subject, variants_place(v), "; ".join(c.says for c in v.choices)) for v in library.variants)
    # The documents, and the golden files.
    yield from (("source", key, source_place(library, key), cite(key)) for key in SOURCES)
    for key, titles in library.slides.items():
        yield from (("slide", title, f"{document_page(key)}#{slide_anchor(library, key, title)}", key) for title in titles)
    for case in library.records:
        figures = f"{case.body.printed} {case.body.decimal}" if isinstance(case.body, Value) else ""
        yield "record", case.id, case_place(case), f"{case.what} {case.slide} {case.verdict.value} {figures}"
    yield from (("vector", v.id, case_place(v), f"{v.what} {v.call.operation} {' '.join(v.flags)}") for v in library.vectors)
