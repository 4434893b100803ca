"""How known programs depart from the definitions, and where the documents differ from one another."""

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
    places = {one.id: case_place(one) for one in library.cases}
    parts = ["<h1>Departures of known programs</h1>\n<p>Facts with evidence: most are deliberate, documented, or what doubles are.</p>"]
    for program in library.programs:
        sections = "\n".join(_departure(library, places, program, one) for one in program.departures)
        name = f"{program.name} {program.version}"
        parts.append(f'<h2 id="{program.key}">{html(name)}</h2>\n<p>asked as <code>{html(program.command)}</code></p>\n{sections}')
    return Page(PART, "Departures", "\n".join(parts), PART)


def _departure(library: Library, places: dict[str, str], program: ComparedProgram, one: Departure) -> str:
    pinned = dict.fromkeys(at for case in one.cases for at in library.pinned_by.get(case_id(case), ()))
    rows = (
        (link(places.get(case_id(case), ""), case.id), f"<code>{html(case.answers)}</code>", f"<code>{html(case.exact)}</code>")
        for case in one.cases
    )
    n = len(one.cases)
    told = facts(
        (
            ("documented", html(one.reference)),
            ("from", ", ".join(definition_place(library, at) for at in pinned)),
            ("tests", "<br/>".join(code_link("", test) for test in one.tests)),
            ("real data", f"counted by the rule <code>{html(one.rule)}</code> of golden/peers" if one.rule else ""),
            ("cases", folded(f"{n} case{'s' if n > 1 else ''}", table(("case", "it answers", "exact"), rows)) if n else ""),
        )
    )
    anchor = f"{program.key}-{one.name}"
    return section("record", Head(anchor, one.name, level=3), paragraph(one.what), told)


def differences_page(library: Library) -> Page:
    """Where the documents differ."""
    sections = "\n".join(_variants(library, one) for one in library.variants)
    told = "<p>Each choice has its own name in dtref; the records show which document makes it.</p>"
    return Page(VARIANTS, "Variants", f"<h1>Where the documents differ</h1>\n{told}\n{sections}", VARIANTS)


def _variants(library: Library, one: Variants) -> str:
    choices = facts((code_link(place(library.dotted(choice.name)), choice.name), _choice(library, choice)) for choice in one.choices)
    return section("record", Head(one.id, one.subject), paragraph(f"Example: {one.example}"), choices)


def _choice(library: Library, choice: Choice) -> str:
    places = {one.id: case_place(one) for one in library.records}
    shown = (
        f"{link(document_page(key), key)}: {', '.join(link(places.get(name, ''), name) for name in names)}"
        for key, names in choice.documents.items()
    )
    return f"{html(choice.says)}{listed(shown, 'small')}"
