"""Lists of theorems, records, vectors, errata and departures, as they stand beside the definition they are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from html import escape

from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import layout
from dtref.oracle.golden.records import Answered, Body, Figure, GoldenRecord, PrintedFormula, PrintedTable, Statement, Value
from dtref.oracle.golden.variants import Choice, Variants, answer_text
from dtref.oracle.golden.vectors import AnyOf, Between, ExactAnswer, Vector
from dtref.show.book.pages.frame import code_link, folded, link, listed, table
from dtref.show.book.pages.places import case_place, departure_place, place, theorem_place, variants_place
from dtref.show.book.sources.departures import ComparedProgram, Departure
from dtref.show.book.sources.library import Library
from dtref.show.book.sources.proofs import Theorem
from dtref.show.page.as_html import html

_MOST = 160
"""The most characters of inputs and answers that a table shows; the record's own section has all."""


def mentions_of(library: Library, at: str) -> str:
    """All that the book has about a definition or a module: theorems, errata, variants, departures, records, vectors."""
    records, vectors = library.records_of.get(at, ()), library.vectors_of.get(at, ())
    theorems = library.theorems_of.get(at, ())
    wrong = [record for record in records if record.erratum is not None]
    variants, departures = library.variants_of.get(at, ()), library.departures_of.get(at, ())
    kinds = (
        ("theorem", "theorems", len(theorems), partial(theorem_list, theorems)),
        ("erratum", "errata", len(wrong), partial(errata_list, wrong)),
        ("variant", "variants", len(variants), partial(variant_list, variants)),
        ("departure of a known program", "departures of known programs", len(departures), partial(departure_list, departures)),
        ("golden record", "golden records", len(records), partial(record_table, records)),
        ("vector", "vectors", len(vectors), partial(vector_table, vectors)),
    )
    return "\n".join(
        folded(f"<b>{n}</b> {singular if n == 1 else plural}", content(), kind="about") for singular, plural, n, content in kinds if n
    )


def theorem_list(theorems: Iterable[Theorem]) -> str:
    """Theorems in words, with their reach and their method."""
    return listed(
        f'{link(theorem_place(theorem), theorem.says)}<br/><span class="small">{html(ended(theorem))} · reach: {html(theorem.reach)}</span>'
        for theorem in theorems
    )


def ended(theorem: Theorem) -> str:
    """The outcome of a theorem, proved or refuted, and its method."""
    return f"{theorem.ends} by {theorem.method}"


def errata_list(records: Iterable[GoldenRecord]) -> str:
    """The errata among records, each as printed and as corrected."""
    return listed(
        f'{link(case_place(record), record.id)} <span class="small">{html(record.document)}, {html(record.slide)}</span><br/>'
        f"<del>{html(record.erratum.wrong)}</del> → <ins>{html(record.erratum.right)}</ins>"
        for record in records
        if record.erratum is not None
    )


def departure_list(departures: Iterable[tuple[ComparedProgram, Departure]]) -> str:
    """Departures: the program, what it does."""
    return listed(
        f"{link(departure_place(program, departure), f'{program.name}: {departure.name}')}<br/>{html(departure.what)}"
        for program, departure in departures
    )


def variant_list(variants: Iterable[tuple[Variants, Choice]]) -> str:
    """Choices where documents differ, with the documents that make them."""
    return listed(
        f"{link(variants_place(subject), subject.subject)}: {html(choice.says)} ({', '.join(choice.documents)})"
        for subject, choice in variants
    )


def difference_list(variants: Iterable[Variants]) -> str:
    """Subjects on which documents differ: every choice, which documents make it, and what it answers to one example."""

    def choices(one: Variants) -> Iterator[str]:
        for choice in one.choices:
            makers = ", ".join(choice.documents) or "no document"
            yield f"{html(choice.says)} ({makers}): <code>{html(answer_text(choice.exact).strip('`'))}</code>"

    return listed(
        f'{link(variants_place(one), one.subject)} <span class="small">Example: {html(one.example)}.</span>{listed(choices(one))}'
        for one in variants
    )


def record_table(records: Iterable[GoldenRecord]) -> str:
    """A table of records with their inputs and exact answers, shortened."""
    return table(
        ("record", "what", "given", "exact"),
        (
            (link(case_place(record), record.id), html(record.what), short(*_given(record.body)), short(*_exact(record.body)))
            for record in records
        ),
    )


def vector_table(vectors: Iterable[Vector]) -> str:
    """A table of vectors with their inputs and expected answers, shortened."""
    return table(
        ("vector", "what", "given", "expected"),
        (
            (link(case_place(vector), vector.id), html(vector.what), short(dict(vector.call.given)), short(*expected(vector)))
            for vector in vectors
        ),
    )


def short(*values: Json) -> str:
    """JSON as code, cut where it is long."""
    text = "; ".join(" ".join(layout(value).split()) if not isinstance(value, str) else value for value in values)
    return f"<code>{escape(text if len(text) <= _MOST else text[:_MOST] + '…', quote=False)}</code>" if text else ""


def expected(vector: Vector) -> Iterator[Json]:
    """The answers that a vector accepts: the exact one, one of several, or a refusal."""
    match vector.expected:
        case ExactAnswer(exact=exact):
            yield exact
        case AnyOf(accepted=accepted):
            yield f"one of {len(accepted)}"
            yield from accepted
        case Between(words=words):
            yield words
        case refused:
            yield f"refused: {refused.why}"


def _given(body: Body) -> Iterator[Json]:
    match body:
        case Value(call=call) | Answered(call=call) | PrintedTable(call=call) | Figure(shown=Answered(call=call)):
            yield dict(call.given)
        case PrintedFormula(arithmetic=arithmetic):
            yield arithmetic
        case Statement(checks=checks):
            yield from (check.says for check in checks)


def _exact(body: Body) -> Iterator[Json]:
    match body:
        case Value(exact=exact) | Answered(exact=exact) | Figure(shown=Answered(exact=exact)):
            yield exact
        case PrintedTable(exact=rows):
            yield [list(row) for row in rows]
        case PrintedFormula(corrected=corrected, cases=cases):
            yield corrected or f"right in {len(cases)} cases"
        case Statement(checks=checks):
            yield from (check.holds for check in checks)


def places_list(places: Iterable[str]) -> str:
    """Definitions and modules as a line of links."""
    return ", ".join(code_link(place(at), at.replace(":", ".")) for at in places)
