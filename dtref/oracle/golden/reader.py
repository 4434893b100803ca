"""From the JSON of a golden file to records, part by part. Needs no JSON Schema: what is missing, unknown or of another kind is Invalid."""

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


def _record(file: Given, given: Given) -> GoldenRecord:
    kind = given.text("kind")
    if kind not in _BODIES:
        raise Invalid(f"{given.where}, kind", "one of " + ", ".join(map(repr, _BODIES)), kind)
    names, body = _BODIES[kind]
    given.only(*_HEAD, *names)
    return GoldenRecord(
        document=file.text("document"),
        topic=file.text("topic"),
        id=given.text("id"),
        slide=given.text("slide"),
        what=given.text("what"),
        verdict=choice_of(Verdict, given, "verdict"),
        provenance=choice_of(Provenance, given, "provenance"),
        flags=given.texts("flags") if "flags" in given.parts else (),
        note=text_or_none(given, "note"),
        erratum=_erratum(given.object("erratum")) if "erratum" in given.parts else None,
        body=body(given),
    )


def _value(given: Given) -> Value:
    return Value(
        call=call_of(given),
        printed=text_or_none(given, "printed"),
        derivation=text_or_none(given, "derivation"),
        exact=given.part("exact"),
        decimal=text_or_none(given, "decimal"),
        reproductions=_each(given, "reproductions", _step),
        rejected=_each(given, "rejected", _rejected),
        restored=text_or_none(given, "restored"),
    )


def _answered(given: Given) -> Answered:
    return Answered(call_of(given), text_or_none(given, "printed"), given.part("exact"))


def _table(given: Given) -> PrintedTable:
    printed = given.object("printed").only("header", "rows")
    return PrintedTable(
        call=call_of(given),
        header=printed.texts("header"),
        printed=_text_rows(printed, "rows"),
        exact=tuple(tuple(as_list(row, f"{given.where}, exact")) for row in given.list("exact")),
        derivation=_text_rows(given, "derivation") if "derivation" in given.parts else (),
        wrong=_each(given, "wrong", _cell),
    )


def _formula(given: Given) -> PrintedFormula:
    return PrintedFormula(given.text("printed"), given.text("arithmetic"), text_or_none(given, "corrected"), _each(given, "cases", _case))


def _statement(given: Given) -> Statement:
    return Statement(text_or_none(given, "printed"), _each(given, "checks", _check))


def _figure(given: Given) -> Figure:
    return Figure(text_or_none(given, "printed"), _answered(given) if "operation" in given.parts else None)


_CALLED = ("operation", "given", "part", "printed", "exact")

_BODIES: Mapping[str, tuple[tuple[str, ...], Callable[[Given], Body]]] = {
    "value": ((*_CALLED, "derivation", "decimal", "reproductions", "rejected", "restored"), _value),
    "answer": (_CALLED, _answered),
    "table": ((*_CALLED, "derivation", "wrong"), _table),
    "formula": (("printed", "arithmetic", "corrected", "cases"), _formula),
    "statement": (("printed", "checks"), _statement),
    "figure": (_CALLED, _figure),
}


def call_of(given: Given) -> Call:
    """
    The operation that an object names, with its inputs and the part of the answer that is meant.

    >>> call_of(Given({"operation": "gini", "given": {"counts": ["1"]}}))
    Call(operation='gini', given={'counts': ['1']}, part=())
    """
    return Call(given.text("operation"), given.object("given").parts, given.texts("part") if "part" in given.parts else ())


def _step(given: Given) -> HandComputation:
    return HandComputation(given.only("says", "arithmetic").text("says"), given.text("arithmetic"))


def _rejected(given: Given) -> Rejected:
    return Rejected(given.only("says", "arithmetic", "gives").text("says"), given.text("arithmetic"), given.text("gives"))


def _check(given: Given) -> Check:
    return Check(given.only("says", "let", "holds").text("says"), given.optional("let").parts, given.text("holds"))


def _case(given: Given) -> FormulaCase:
    given.only("case", "where", "gives", "operation", "given", "part", "exact")
    return FormulaCase(given.text("case"), given.object("where").parts, given.part("gives"), call_of(given), given.part("exact"))


def _cell(given: Given) -> TableCell:
    row, column = (given.only("row", "column").text(name) for name in ("row", "column"))
    if not (row.isdecimal() and column.isdecimal()):
        raise Invalid(given.where, "a row and a column, counted from 1", (row, column))
    return TableCell(int(row), int(column))


def _erratum(given: Given) -> Erratum:
    given.only("category", "wrong", "right", "proof", "elsewhere")
    return Erratum(
        category=given.text("category"),
        wrong=given.text("wrong"),
        right=given.text("right"),
        proof=_each(given, "proof", _check),
        elsewhere=given.text("elsewhere"),
    )


def choice_of(choices: type[Choice], given: Given, name: str) -> Choice:
    """
    The choice that an input names. Errors: Invalid where it is none of them.

    >>> choice_of(Verdict, Given({"verdict": "right"}), "verdict")
    <Verdict.RIGHT: 'right'>
    """
    text = given.text(name)
    if text not in {c.value for c in choices}:
        raise Invalid(f"{given.where}, {name}", "one of " + ", ".join(repr(c.value) for c in choices), text)
    return choices(text)


def _each(given: Given, name: str, read: Callable[[Given], Part]) -> tuple[Part, ...]:
    """The parts of a list, which may be missing."""
    parts: list[Json] = list(given.list(name)) if name in given.parts else []
    return tuple(read(Given.of(part, f"{given.where}, {name}[{i}]")) for i, part in enumerate(parts))


def text_or_none(given: Given, name: str) -> str:
    """
    A text, empty where it isn't there.

    >>> text_or_none(Given({}), "note")
    ''
    """
    return given.text(name) if name in given.parts else ""


def _text_rows(given: Given, name: str) -> tuple[tuple[str, ...], ...]:
    return tuple(as_texts(row, f"{given.where}, {name}") for row in given.list(name))
