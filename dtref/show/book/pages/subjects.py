"""
The chapters by subject: the question, definitions with their formulas, a figure, an example worked through, a proof in words, what else is
proved, where documents differ or err, what programs do, exercises with their solutions. All but the question and the words of the proof is
made from the library.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from toolz import unique

from dtref.oracle.golden.records import GoldenRecord, Value, Verdict
from dtref.oracle.golden.variants import Variants
from dtref.show.book.pages.figures import SubjectFigure
from dtref.show.book.pages.first_words import FIRST_WORDS
from dtref.show.book.pages.frame import Head, Page, code_link, first_of, folded, link, listed, paragraph, section, table
from dtref.show.book.pages.lists import departure_list, difference_list, errata_list, short, theorem_list
from dtref.show.book.pages.places import case_place, links, place, subject_place
from dtref.show.book.pages.records import record_section
from dtref.show.book.pages.subject_list import SUBJECTS, Proof, Subject
from dtref.show.book.sources.library import Library
from dtref.show.book.sources.modules import Defined
from dtref.show.book.sources.proofs import Theorem
from dtref.show.book.typeset.line_plot import Plot, plot_svg
from dtref.show.book.typeset.prose import formula_html, words_html
from dtref.show.drawing.picture import Shown
from dtref.show.drawing.svg import whole_svg
from dtref.show.page.as_html import html

PART = "subjects.html"

_PREFACE = (
    "A chapter for each subject, in the order of the documents. Each uses only what has come before it, but for the lists that are folded.",
    "An example is a record of a document: what its slide prints, the exact answer, its decimal, how it comes about by hand, and on which "
    "definitions it depends (it pins them). A word beside its name says how the two agree: right; rounding, where what is printed is the "
    "exact answer rounded; erratum, where it is wrong; unprinted, where the document asks but doesn't answer. Printed, independent say "
    "where the answer is from, besides dtref.",
)

EXERCISES = 5
"""So many exercises a subject has at most."""


def subject_pages(library: Library) -> Iterator[Page]:
    """The index of subjects, then each; of a library without their definitions none."""
    subjects = [(subject, found) for subject in SUBJECTS if (found := _definitions(library, subject))]
    entries = (f"{link(subject_place(subject.title), subject.title)} {html(subject.question)}" for subject, _ in subjects)
    preface = "\n".join(map(paragraph, _PREFACE))
    yield Page(PART, "Subjects", f"<h1>Subjects</h1>\n{preface}\n{listed(entries)}", PART)
    for subject, found in subjects:
        yield Page(subject_place(subject.title), subject.title, "\n".join(_parts(library, subject, found)), PART, ((PART, "Subjects"),))


def _definitions(library: Library, subject: Subject) -> list[Defined]:
    return [library.definitions[at] for at in subject.definitions if at in library.definitions]


def _parts(library: Library, subject: Subject, found: list[Defined]) -> Iterator[str]:
    places = [definition.at for definition in found]
    yield f"<h1>{html(subject.title)}</h1>\n{paragraph(subject.question)}"
    yield "\n".join(paragraph(words) for words in FIRST_WORDS[subject.title])
    yield "\n".join(_definition(library, definition) for definition in found)
    yield _part("A picture", _figure(subject.figure()))
    yield _part("All of them", "\n".join(map(_figure, subject.more())))
    worked = [record for name in subject.worked for record in library.records if record.id == name]
    yield _part("Worked through", "\n".join(record_section(library, record) for record in worked))
    # what the library has about these definitions, each thing once
    theorems = unique((theorem for at in places for theorem in library.theorems_of.get(at, ())), key=id)
    yield _part("Why it holds", _proof(library, subject.proof))
    yield _part("Proved", _theorems([*theorems]))
    yield _part("Where the documents differ", difference_list(one for one in library.variants if _is_of(one, subject)))
    records = [*unique((record for at in places for record in library.records_of.get(at, ())), key=id)]
    yield _part("Mistakes in print", errata_list(record for record in records if record.erratum is not None))
    departures = unique((pair for at in places for pair in library.departures_of.get(at, ())), key=lambda pair: id(pair[1]))
    yield _part("What programs do", departure_list(departures))
    yield _part("Exercises", _exercises(records))


def _definition(library: Library, definition: Defined) -> str:
    """The formula, then in a sentence what it is; the name leads to its examples and its code."""
    targets = links(library, library.named[definition.module])
    named = definition.at.replace(":", ".")
    formula = formula_html(definition.facts.formula, targets) if definition.facts.formula else ""
    sentence = f"<p>{words_html(first_of(definition.doc) or definition.facts.sentence, targets)}</p>"
    name = f"<p>{code_link(place(definition.at), f'dtref.{definition.name if library.public.get(definition.name) else named}')}</p>"
    return section("definition", Head(definition.name, definition.name.replace("_", " "), place(definition.at)), formula, sentence, name)


def _figure(figure: SubjectFigure) -> str:
    """A figure above what it shows."""
    if isinstance(figure, Plot):
        drawn = plot_svg(figure)
    else:  # as an image, whose style is its own
        image = b64encode(whole_svg(Shown(figure.tree, figure.data)).encode()).decode("ascii")
        drawn = f'<img alt="{escape(figure.caption)}" src="data:image/svg+xml;base64,{image}"/>'
    return f'<figure><div class="wide" tabindex="0">{drawn}</div><figcaption>{html(figure.caption)}</figcaption></figure>'


def _proof(library: Library, proof: Proof) -> str:
    """What holds, with the theorem that proves it, and why, in words."""
    theorem = next(theorem for theorem in library.theorems if theorem.name == proof.theorem)
    return f"<section>\n{theorem_list([theorem])}\n{paragraph(proof.words)}\n</section>"


def _theorems(theorems: Sequence[Theorem]) -> str:
    """The theorems, folded: they use words of later chapters, too."""
    return folded(f"{len(theorems)} theorems, some of them in words of later chapters", theorem_list(theorems)) if theorems else ""


def _is_of(variants: Variants, subject: Subject) -> bool:
    """Whether it is the last subject that a difference is about: only there have all of its words come."""
    names = [f"{choice.name}." for choice in variants.choices]
    about = [one for one in SUBJECTS if any(name.startswith(f"{module}.") for name in names for module in one.modules)]
    return about[-1:] == [subject]


def _part(title: str, content: str) -> str:
    """A part with its title; none where it has nothing."""
    return (
        f"<h2>{title}</h2>\n{content}" if "<li>" in content or "<section" in content or "<table" in content or "<figure" in content else ""
    )


def _exercises(records: Iterable[GoldenRecord]) -> str:
    """Figures that no document prints, to be computed; the solution is folded."""
    asked = [(record, record.body) for record in records if record.verdict is Verdict.UNPRINTED and isinstance(record.body, Value)]
    rows = [
        (html(f"{record.what[:1].upper()}{record.what[1:]}"), short(dict(value.call.given)), _solution(record, value))
        for record, value in asked
        if value.derivation
    ]
    return table(("compute", "of", "solution"), rows[:EXERCISES]) if rows else ""


def _solution(record: GoldenRecord, value: Value) -> str:
    steps = f"<p><code>{html(value.derivation)}</code></p><p>{short(value.exact)} ≈ {html(value.decimal)}</p>"
    return folded("show", f"{steps}<p>{link(case_place(record), record.id)}</p>")
