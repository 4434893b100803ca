"""The pages of departures of known programs from the definitions, and of variants among the documents."""

from __future__ import annotations

from dtref.oracle.golden.variants import Choice, Variants
from dtref.show.book.pages.definitions import definition_place
from dtref.show.book.pages.frame import Head, Page, code_link, facts, folded, link, listed, paragraph, section, table
from dtref.show.book.pages.places import case_place, document_page, place
from dtref.show.book.sources.departures import ComparedProgram, Departure
from dtref.show.book.sources.library import Library, case_id
from dtref.show.page.as_html import html

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
    """The subjects on which the documents differ, each with the choices they make."""
    sections = "\n".join(_variants(library, variants) for variants in library.variants)
    preface = "<p>Each choice has its own name in dtref; the records show which document makes it.</p>"
    return Page(VARIANTS, "Variants", f"<h1>Where the documents differ</h1>\n{preface}\n{sections}", VARIANTS)


def _variants(library: Library, variants: Variants) -> str:
    choices = facts((code_link(place(library.dotted(choice.name)), choice.name), _choice(library, choice)) for choice in variants.choices)
    return section("record", Head(variants.id, variants.subject), paragraph(f"Example: {variants.example}"), choices)


def _choice(library: Library, choice: Choice) -> str:
    places = {record.id: case_place(record) for record in library.records}
    lines = (
        f"{link(document_page(key), key)}: {', '.join(link(places.get(name, ''), name) for name in names)}"
        for key, names in choice.documents.items()
    )
    return f"{html(choice.says)}{listed(lines, 'small')}"
