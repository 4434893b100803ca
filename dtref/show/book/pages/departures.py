"""The pages of departures of known programs from the definitions, and of variants among the documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dtref.oracle.golden.records import GoldenRecord
from dtref.oracle.golden.variants import SUBJECT_KINDS, Choice, Letters, Variants, answer_text, golden_letters
from dtref.show.book.pages.definitions import definition_place
from dtref.show.book.pages.frame import Head, Page, code_link, facts, folded, link, listed, paragraph, section, table
from dtref.show.book.pages.places import case_place, document_page, place
from dtref.show.book.sources.departures import ComparedProgram, Departure
from dtref.show.book.sources.library import Library, case_id
from dtref.show.book.typeset.latex import quote_html
from dtref.show.page.as_html import html
from dtref.spec.sources import DOCUMENTS

PART, VARIANTS = "departures.html", "variants.html"


def departures_page(library: Library) -> Page:
    """Every departure of every program."""
    places = {case.id: case_place(case) for case in library.cases}
    parts = ["<h1>Departures of known programs</h1>\n<p>Facts with evidence: most are deliberate, documented, or what doubles are.</p>"]
    for program in library.programs:
        sections = "\n".join(_departure(library, places, program, departure) for departure in program.departures)
        name = f"{program.name} {program.version}"
        parts.append(f'<h2 id="{program.key}">{html(name)}</h2>\n<p>asked as <code>{html(program.command)}</code></p>\n{sections}')
    return Page(PART, "Departures", "\n".join(parts), PART)


def _departure(library: Library, places: dict[str, str], program: ComparedProgram, departure: Departure) -> str:
    pinned = dict.fromkeys(name for case in departure.cases for name in library.pinned_by.get(case_id(case), ()))
    rows = (
        (link(places.get(case_id(case), ""), case.id), f"<code>{html(case.answers)}</code>", f"<code>{html(case.exact)}</code>")
        for case in departure.cases
    )
    n = len(departure.cases)
    details = facts(
        (
            ("documented", html(departure.reference)),
            ("from", ", ".join(definition_place(library, name) for name in pinned)),
            ("tests", "<br/>".join(code_link("", test) for test in departure.tests)),
            ("real data", f"counted by the rule <code>{html(departure.rule)}</code> of golden/peers" if departure.rule else ""),
            ("cases", folded(f"{n} case{'s' if n > 1 else ''}", table(("case", "it answers", "exact"), rows)) if n else ""),
        )
    )
    anchor = f"{program.key}-{departure.name}"
    return section("record", Head(anchor, departure.name, level=3), paragraph(departure.what), details)


def differences_page(library: Library) -> Page:
    """The subjects on which the documents differ, each with the choices they make, in their lines; then what each calls a quantity."""
    records = {record.id: record for record in library.records}
    parts = (
        f"<h2>{title}</h2>\n" + "\n".join(_variants(library, records, one) for one in library.variants if one.kind == kind)
        for kind, title in SUBJECT_KINDS.items()
    )
    preface = (
        "Each choice has its own name in dtref. Of each document the records that show its choice, and what they quote; then what the "
        "choice answers."
    )
    letters = table(("", *DOCUMENTS, "in dtref"), (_letters(library, letters) for letters in golden_letters()))
    content = f"<h1>Where the documents differ</h1>\n{paragraph(preface)}\n{''.join(parts)}\n<h2>Letters</h2>\n{letters}"
    return Page(VARIANTS, "Variants", content, VARIANTS)


def _variants(library: Library, records: Mapping[str, GoldenRecord], variants: Variants) -> str:
    choices = facts((code_link(place(library.dotted(choice.name)), choice.name), _choice(records, choice)) for choice in variants.choices)
    return section("record", Head(variants.id, variants.subject, level=3), paragraph(f"Example: {variants.example}"), choices)


def _choice(records: Mapping[str, GoldenRecord], choice: Choice) -> str:
    lines = (
        f"{link(document_page(key), key)}: {'; '.join(_quoted(records[name]) for name in names if name in records)}"
        for key, names in choice.documents.items()
    )
    return f"{html(choice.says)}{listed(lines, 'small')}<p><code>{html(answer_text(choice.exact).strip('`'))}</code></p>"


def _quoted(record: GoldenRecord) -> str:
    """A record, and the words of its document that it quotes."""
    printed = record.body.printed
    return link(case_place(record), record.id) + (f" {quote_html(printed)}" if printed and isinstance(printed, str) else "")


def _letters(library: Library, letters: Letters) -> Iterator[str]:
    yield html(letters.what)
    yield from (html(letters.documents.get(document, "")) for document in DOCUMENTS)
    yield code_link(place(library.dotted(letters.name)), letters.name.rpartition(".")[2]) if letters.name else ""
