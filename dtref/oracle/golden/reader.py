"""Reads golden records from JSON, part by part, without a JSON Schema: a missing or unknown part, or one of another kind, is Invalid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TypeVar

from dtref.errors import Invalid
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import parse_exact_json
from dtref.oracle.golden.records import (
    Answered,
    Body,
    Call,
    Check,
    Erratum,
    Figure,
    FormulaCase,
    GoldenRecord,
    HandComputation,
    PrintedFormula,
    PrintedTable,
    Provenance,
    Rejected,
    Statement,
    TableCell,
    Value,
    Verdict,
)
from dtref.oracle.operations.inputs import Given, as_list, as_texts

Part = TypeVar("Part")
Choice = TypeVar("Choice", bound=StrEnum)

_HEAD = ("id", "kind", "slide", "what", "verdict", "provenance", "flags", "note", "erratum")


def read_golden_records(text: str, name: str) -> tuple[GoldenRecord, ...]:
    """
    The records of a golden file; `name` is what messages call it. Errors: Invalid where it isn't one.

    >>> read_golden_records('{"document": "cs6220", "topic": "gini", "records": []}', "gini.json")
    ()
    """
    file = Given.of(parse_exact_json(text, name), name).only("$schema", "document", "topic", "records")
    return tuple(_record(file, Given.of(part, f"{name}, record {i}")) for i, part in enumerate(file.list("records"), 1))


def _record(file: Given, entry: Given) -> GoldenRecord:
    kind = entry.text("kind")
    if kind not in _BODIES:
        raise Invalid(f"{entry.where}, kind", "one of " + ", ".join(map(repr, _BODIES)), kind)
    names, body = _BODIES[kind]
    # parts of all kinds, then the body of this kind
    entry.only(*_HEAD, *names)
    return GoldenRecord(
        document=file.text("document"),
        topic=file.text("topic"),
        id=entry.text("id"),
        slide=entry.text("slide"),
        what=entry.text("what"),
        verdict=choice_of(Verdict, entry, "verdict"),
        provenance=choice_of(Provenance, entry, "provenance"),
        flags=entry.texts("flags") if "flags" in entry.parts else (),
        note=text_or_none(entry, "note"),
        erratum=_erratum(entry.object("erratum")) if "erratum" in entry.parts else None,
        body=body(entry),
    )


def _value(entry: Given) -> Value:
    return Value(
        call=call_of(entry),
        printed=text_or_none(entry, "printed"),
        derivation=text_or_none(entry, "derivation"),
        exact=entry.part("exact"),
        decimal=text_or_none(entry, "decimal"),
        reproductions=_each(entry, "reproductions", _step),
        rejected=_each(entry, "rejected", _rejected),
        restored=text_or_none(entry, "restored"),
    )


def _answered(entry: Given) -> Answered:
    return Answered(call_of(entry), text_or_none(entry, "printed"), entry.part("exact"))


def _table(entry: Given) -> PrintedTable:
    printed = entry.object("printed").only("header", "rows")
    return PrintedTable(
        call=call_of(entry),
        header=printed.texts("header"),
        printed=_text_rows(printed, "rows"),
        exact=tuple(tuple(as_list(row, f"{entry.where}, exact")) for row in entry.list("exact")),
        derivation=_text_rows(entry, "derivation") if "derivation" in entry.parts else (),
        wrong=_each(entry, "wrong", _cell),
    )


def _formula(entry: Given) -> PrintedFormula:
    return PrintedFormula(
        printed=entry.text("printed"),
        arithmetic=entry.text("arithmetic"),
        corrected=text_or_none(entry, "corrected"),
        cases=_each(entry, "cases", _case),
        restored=text_or_none(entry, "restored"),
    )


def _statement(entry: Given) -> Statement:
    return Statement(text_or_none(entry, "printed"), _each(entry, "checks", _check))


def _figure(entry: Given) -> Figure:
    return Figure(text_or_none(entry, "printed"), _answered(entry) if "operation" in entry.parts else None)


_CALLED = ("operation", "given", "part", "printed", "exact")

_BODIES: Mapping[str, tuple[tuple[str, ...], Callable[[Given], Body]]] = {
    "value": ((*_CALLED, "derivation", "decimal", "reproductions", "rejected", "restored"), _value),
    "answer": (_CALLED, _answered),
    "table": ((*_CALLED, "derivation", "wrong"), _table),
    "formula": (("printed", "arithmetic", "corrected", "cases", "restored"), _formula),
    "statement": (("printed", "checks"), _statement),
    "figure": (_CALLED, _figure),
}


def call_of(entry: Given) -> Call:
    """
    The call of an object: its operation, its inputs, and the part of the answer that is asked for.

    >>> call_of(Given({"operation": "gini", "given": {"counts": ["1"]}}))
    Call(operation='gini', given={'counts': ['1']}, part=())
    """
    return Call(entry.text("operation"), entry.object("given").parts, entry.texts("part") if "part" in entry.parts else ())


def _step(entry: Given) -> HandComputation:
    return HandComputation(entry.only("says", "arithmetic").text("says"), entry.text("arithmetic"))


def _rejected(entry: Given) -> Rejected:
    return Rejected(entry.only("says", "arithmetic", "gives").text("says"), entry.text("arithmetic"), entry.text("gives"))


def _check(entry: Given) -> Check:
    return Check(entry.only("says", "let", "holds").text("says"), entry.optional("let").parts, entry.text("holds"))


def _case(entry: Given) -> FormulaCase:
    entry.only("case", "where", "gives", "operation", "given", "part", "exact")
    return FormulaCase(entry.text("case"), entry.object("where").parts, entry.part("gives"), call_of(entry), entry.part("exact"))


def _cell(entry: Given) -> TableCell:
    row, column = (entry.only("row", "column").text(name) for name in ("row", "column"))
    if not (row.isdecimal() and column.isdecimal()):
        raise Invalid(entry.where, "a row and a column, counted from 1", (row, column))
    return TableCell(int(row), int(column))


def _erratum(entry: Given) -> Erratum:
    entry.only("category", "wrong", "right", "proof", "elsewhere", "defence")
    return Erratum(
        category=entry.text("category"),
        wrong=entry.text("wrong"),
        right=entry.text("right"),
        proof=_each(entry, "proof", _check),
        elsewhere=entry.text("elsewhere"),
        defence=entry.text("defence"),
    )


def choice_of(choices: type[Choice], entry: Given, name: str) -> Choice:
    """
    The member of an enumeration that an input names. Errors: Invalid where it names none.

    >>> choice_of(Verdict, Given({"verdict": "right"}), "verdict")
    <Verdict.RIGHT: 'right'>
    """
    text = entry.text(name)
    if text not in {c.value for c in choices}:
        raise Invalid(f"{entry.where}, {name}", "one of " + ", ".join(repr(c.value) for c in choices), text)
    return choices(text)


def _each(entry: Given, name: str, read: Callable[[Given], Part]) -> tuple[Part, ...]:
    """The items of a list input, each read; none where the list is missing."""
    parts: list[Json] = list(entry.list(name)) if name in entry.parts else []
    return tuple(read(Given.of(part, f"{entry.where}, {name}[{i}]")) for i, part in enumerate(parts))


def text_or_none(entry: Given, name: str) -> str:
    """
    A text input, or the empty text where it is missing.

    >>> text_or_none(Given({}), "note")
    ''
    """
    return entry.text(name) if name in entry.parts else ""


def _text_rows(entry: Given, name: str) -> tuple[tuple[str, ...], ...]:
    return tuple(as_texts(row, f"{entry.where}, {name}") for row in entry.list(name))
