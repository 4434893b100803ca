"""Lists of theorems, records, vectors, errata and departures, as they stand beside what they are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from html import escape

from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import layout
from dtref.oracle.golden.records import Answered, Body, Figure, GoldenRecord, PrintedFormula, PrintedTable, Statement, Value
from dtref.oracle.golden.variants import Choice, Variants
from dtref.oracle.golden.vectors import AnyOf, ExactAnswer, Vector
from dtref.show.book.pages.frame import code_link, folded, link, listed, table
from dtref.show.book.pages.places import case_place, departure_place, place, theorem_place, variants_place
from dtref.show.book.sources.departures import ComparedProgram, Departure
from dtref.show.book.sources.library import Library
from dtref.show.book.sources.proofs import Theorem
from dtref.show.page.as_html import html

_MOST = 160
"""How many characters of inputs and answers a table shows; the whole stands at the record."""


def mentions_of(library: Library, at: str) -> str:
    """All that the book has about a definition or a module: theorems, errata, variants, departures, records, vectors."""
    records, vectors = library.records_of.get(at, ()), library.vectors_of.get(at, ())
    theorems = library.theorems_of.get(at, ())
    wrong = [one for one in records if one.erratum is not None]
    chosen, left = library.variants_of.get(at, ()), library.departures_of.get(at, ())
    kinds = (
        ("theorem", "theorems", len(theorems), partial(theorem_list, theorems)),
        ("erratum", "errata", len(wrong), partial(errata_list, wrong)),
        ("variant", "variants", len(chosen), partial(variant_list, chosen)),
        ("departure of a known program", "departures of known programs", len(left), partial(departure_list, left)),
        ("golden record", "golden records", len(records), partial(record_table, records)),
        ("vector", "vectors", len(vectors), partial(vector_table, vectors)),
    )
    return "\n".join(folded(f"<b>{n}</b> {one if n == 1 else many}", shown(), kind="about") for one, many, n, shown in kinds if n)


def theorem_list(found: Iterable[Theorem]) -> str:
    """Theorems in words, with their reach and their method."""
    return listed(
        f'{link(theorem_place(one), one.says)}<br/><span class="small">{html(ended(one))} · reach: {html(one.reach)}</span>'
        for one in found
    )


def ended(one: Theorem) -> str:
    """How a theorem is proved, or that it refutes what a document says."""
    return f"{one.ends} by {one.method}"


def errata_list(records: Iterable[GoldenRecord]) -> str:
    """The errata among records: what is printed, what is right."""
    return listed(
        f'{link(case_place(one), one.id)} <span class="small">{html(one.document)}, {html(one.slide)}</span><br/>'
        f"<del>{html(one.erratum.wrong)}</del> → <ins>{html(one.erratum.right)}</ins>"
        for one in records
        if one.erratum is not None
    )


def departure_list(found: Iterable[tuple[ComparedProgram, Departure]]) -> str:
    """Departures: the program, what it does."""
    return listed(f"{link(departure_place(program, one), f'{program.name}: {one.name}')}<br/>{html(one.what)}" for program, one in found)


def variant_list(found: Iterable[tuple[Variants, Choice]]) -> str:
    """Choices where documents differ, with the documents that make them."""
    return listed(f"{link(variants_place(one), one.subject)}: {html(choice.says)} ({', '.join(choice.documents)})" for one, choice in found)


def record_table(records: Iterable[GoldenRecord]) -> str:
    """Records with what is given and what is exact, shortened."""
    return table(
        ("record", "what", "given", "exact"),
        ((link(case_place(one), one.id), html(one.what), short(*_given(one.body)), short(*_exact(one.body))) for one in records),
    )


def vector_table(vectors: Iterable[Vector]) -> str:
    """Vectors with what is given and what is expected, shortened."""
    return table(
        ("vector", "what", "given", "expected"),
        ((link(case_place(one), one.id), html(one.what), short(dict(one.call.given)), short(*expected(one))) for one in vectors),
    )


def short(*values: Json) -> str:
    """JSON as code, cut where it is long."""
    text = "; ".join(" ".join(layout(value).split()) if not isinstance(value, str) else value for value in values)
    return f"<code>{escape(text if len(text) <= _MOST else text[:_MOST] + '…', quote=False)}</code>" if text else ""


def expected(one: Vector) -> Iterator[Json]:
    """What a vector expects: the answer, one of several, or a refusal."""
    match one.expected:
        case ExactAnswer(exact=exact):
            yield exact
        case AnyOf(accepted=accepted):
            yield f"one of {len(accepted)}"
            yield from accepted
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
