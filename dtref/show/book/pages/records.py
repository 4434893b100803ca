"""Golden records and vectors as sections of a page: the printed and the exact answers, the inputs, the definitions they are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import layout
from dtref.oracle.golden.errata import proof_of
from dtref.oracle.golden.records import (
    Answered,
    Body,
    Call,
    Check,
    Erratum,
    Figure,
    GoldenRecord,
    PrintedFormula,
    PrintedTable,
    Statement,
    Value,
)
from dtref.oracle.golden.variants import answer_text
from dtref.oracle.golden.vectors import ExactAnswer, Vector
from dtref.show.book.pages.definitions import definition_place
from dtref.show.book.pages.frame import Head, code_link, facts, folded, link, listed, marks, paragraph, section, table
from dtref.show.book.pages.lists import expected
from dtref.show.book.pages.places import departure_place, source_place, theorem_place
from dtref.show.book.sources.library import Library
from dtref.show.book.typeset.latex import quote_html
from dtref.show.page.as_html import html

_Pair = tuple[str, str]


def record_section(library: Library, record: GoldenRecord) -> str:
    """The section of a golden record."""
    slide = link(source_place(library, record.document, record.slide), f"{record.document}, {record.slide}")
    wrong = () if record.erratum is None else _erratum(record, record.erratum)
    head: tuple[_Pair, ...] = (("slide", slide), *wrong, *_body(record.body), ("note", _words(record.note)), *_about(library, record))
    return _section(record.id, record.what, (record.verdict.value, record.provenance.value, *record.flags), head)


def vector_section(library: Library, vector: Vector) -> str:
    """The section of a vector."""
    answer = vector.expected
    number: tuple[_Pair, ...] = ()
    if isinstance(answer, ExactAnswer):
        number = (("decimal", html(answer.decimal)), ("by hand", _code(answer.derivation)))
    details = (
        *_call(vector.call),
        ("expected", "".join(map(_json, expected(vector)))),
        *number,
        ("note", _words(vector.note)),
        *_about(library, vector),
    )
    return _section(vector.id, vector.what, (vector.provenance.value, *vector.flags), details)


def _section(id_: str, what: str, words: Iterable[str], details: Iterable[_Pair]) -> str:
    return section("record", Head(id_, id_, small=marks(words)), paragraph(what), facts(details))


def _about(library: Library, golden: GoldenRecord | Vector) -> Iterator[_Pair]:
    """The definitions that a case pins, the programs that depart from it, the theorems that refute it."""
    yield "pins", ", ".join(definition_place(library, at) for at in library.pinned_by[golden.id])
    departures = library.departures_in.get(golden.id, ())
    yield (
        "departs",
        listed(
            f"{link(departure_place(program, departure), f'{program.name}: {departure.name}')} <code>{html(case.answers)}</code>"
            for program, departure, case in departures
        )
        if departures
        else "",
    )
    yield "refuted by", ", ".join(link(theorem_place(proof), proof.says) for proof in library.theorems_about.get(golden.id, ()))


def _erratum(record: GoldenRecord, erratum: Erratum) -> Iterator[_Pair]:
    yield "erratum", link(f"errata.html#erratum-{record.id}", erratum.category)
    yield "wrong", f"<del>{html(erratum.wrong)}</del>"
    yield "right", f"<ins>{html(erratum.right)}</ins>"
    yield "proof", listed(html(line) for line in proof_of(record, erratum))
    yield "elsewhere", html(erratum.elsewhere)
    yield "defence", html(erratum.defence)


def _body(body: Body) -> Iterator[_Pair]:
    """The printed answer of a record, the exact one, and the inputs."""
    yield "printed", _printed(body)
    match body:
        case Value():
            yield "exact", _json(body.exact)
            yield "decimal", html(body.decimal)
            yield "by hand", _code(body.derivation)
            yield "printed, from", "".join(f"<p>{html(step.says)}: {_code(step.arithmetic)}</p>" for step in body.reproductions)
            yield "not from", "".join(f"<p>{html(s.says)}: {_code(s.arithmetic)} gives {_code(s.gives)}</p>" for s in body.rejected)
            yield "restored", html(body.restored)
            yield from _call(body.call)
        case Answered() | Figure(shown=Answered()):
            shown = body if isinstance(body, Answered) else body.shown
            if shown is not None:
                yield "exact", _json(shown.exact)
                yield from _call(shown.call)
        case PrintedTable():
            yield (
                "exact",
                _grid(body.header, [[_cell(cell) for cell in row] for row in body.exact], {(c.row, c.column) for c in body.wrong}),
            )
            yield from _call(body.call)
        case PrintedFormula():
            yield "as printed", _code(body.arithmetic)
            yield "corrected", _code(body.corrected)
            yield "cases", _cases(body)
        case Statement(checks=checks):
            yield "checks", listed(_check(check) for check in checks) if checks else ""


def _printed(body: Body) -> str:
    if isinstance(body, PrintedTable):
        return _grid(body.header, [[html(cell) for cell in row] for row in body.printed], {(c.row, c.column) for c in body.wrong})
    return quote_html(body.printed) if body.printed else ""


def _grid(header: Iterable[str], rows: Iterable[Iterable[str]], wrong: set[tuple[int, int]]) -> str:
    cells = ([f"<mark>{cell}</mark>" if (i, j) in wrong else cell for j, cell in enumerate(row, 1)] for i, row in enumerate(rows, 1))
    return table(map(html, header), cells)


def _cell(value: Json) -> str:
    return html(value) if isinstance(value, str) else _code(layout(value))


def _cases(body: PrintedFormula) -> str:
    head = ("case", "at", "as printed gives", "exact")
    return table(head, ((html(c.case), _json(dict(c.where)), _json(c.gives), _json(c.exact)) for c in body.cases))


def _check(check: Check) -> str:
    let = folded("inputs", _json(dict(check.let))) if check.let else ""
    return f"{html(check.says)}: {_code(check.holds)}{let}"


def _call(call: Call) -> Iterator[_Pair]:
    part = f" <span class='small'>part: {html(' '.join(call.part))}</span>" if call.part else ""
    yield "inputs", folded(f"<code>{html(call.operation)}</code>{part}", _json(dict(call.given)))


def _json(value: Json) -> str:
    """JSON in the layout of golden files; a plain text as it is; a tree in one line, and folded in full."""
    text = value if isinstance(value, str) else layout(value)
    shown = f'<pre tabindex="0">{escape(text, quote=False)}</pre>' if "\n" in text else _code(text)
    return f"{_code(answer_text(value))}{folded('in full', shown)}" if isinstance(value, dict) and "branches" in value else shown


def _words(text: str) -> str:
    """Running text, in which what stands between backquotes is code."""
    return "".join(_code(piece) if i % 2 else html(piece) for i, piece in enumerate(text.split("`")))


def _code(text: str) -> str:
    return code_link("", text) if text else ""
