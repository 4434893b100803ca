"""Checks a golden record: computes everything that it states, and compares exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import assert_never, cast

from dtref.errors import Invalid, Undecided
from dtref.exact.decimals import decimal
from dtref.exact.number import Number, number
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.evaluation import evaluate
from dtref.oracle.arithmetic.json_numbers import certified_text, exact_number, is_certified, layout, why_undefined
from dtref.oracle.arithmetic.rounding import figure, rounds
from dtref.oracle.golden.complaints import Complaint, Trouble, answered, call_troubles, checks_troubles, formula_troubles, same_value
from dtref.oracle.golden.records import Answered, Erratum, Figure, GoldenRecord, PrintedFormula, PrintedTable, Statement, Value, Verdict
from dtref.oracle.operations.answers import matches

DECIMAL_PLACES = 12
"""The number of digits after the point in a record's decimal."""


def check_record(record: GoldenRecord) -> tuple[Complaint, ...]:
    """
    The complaints about a record; none if it is right. Every operation in it is run, by dtref, every derivation evaluated.

    It returns what is wrong and raises nothing, and asks no program of yours: `dtref.parametrize_with_checks`, or `dtref.judge`, does.

    >>> from dtref.oracle.golden.store import golden_records
    >>> [check_record(r) for r in golden_records() if r.id == "cs6220-gini-05"]
    [()]
    """
    troubles = (*_body(record), *_verdict(record))
    return tuple(Complaint(record.id, *trouble) for trouble in troubles)


def _body(record: GoldenRecord) -> Iterator[Trouble]:
    match record.body:
        case Value() as value:
            return _value(value, record.verdict)
        case Answered(call=call, exact=exact):
            return call_troubles(call, exact, "exact")
        case PrintedTable() as table:
            return _table(table, record.verdict)
        case PrintedFormula() as formula:
            return formula_troubles(formula, record.verdict)
        case Statement() as statement:
            return _statement(statement, record.verdict)
        case Figure(shown=shown):
            return iter(()) if shown is None else call_troubles(shown.call, shown.exact, "exact")
        case _:
            assert_never(record.body)


ALLOWED: Mapping[type, tuple[Verdict, ...]] = {
    Value: (Verdict.ROUNDING, Verdict.INTERMEDIATES, Verdict.ERRATUM, Verdict.DAMAGED, Verdict.UNPRINTED),
    Answered: (Verdict.RIGHT, Verdict.ERRATUM, Verdict.UNPRINTED),
    PrintedTable: (Verdict.RIGHT, Verdict.ERRATUM, Verdict.DAMAGED),
    PrintedFormula: (Verdict.RIGHT, Verdict.INCOMPLETE, Verdict.ERRATUM, Verdict.DAMAGED),
    Statement: (
        *(Verdict.RIGHT, Verdict.INCOMPLETE, Verdict.IMPRECISE, Verdict.ERRATUM),
        *(Verdict.DEFINITION, Verdict.UNCHECKED, Verdict.DAMAGED),
    ),
    Figure: (Verdict.LOST,),
}
"""The verdicts that each kind of record may have."""

NEEDS_NOTE = frozenset(Verdict) - {Verdict.ROUNDING, Verdict.RIGHT, Verdict.DEFINITION, Verdict.ERRATUM}
"""The verdicts that a record explains in its note; an erratum explains itself in its parts."""


def _verdict(record: GoldenRecord) -> Iterator[Trouble]:
    """Troubles where the verdict does not suit the kind of record, or is not explained."""
    allowed = ALLOWED[type(record.body)]
    if record.verdict not in allowed:
        yield "verdict", "one of " + ", ".join(v.value for v in allowed), record.verdict.value
    if record.verdict in NEEDS_NOTE and not record.note:
        yield "note", f"an explanation of '{record.verdict.value}'", "nothing"
    if (record.verdict is Verdict.ERRATUM) != (record.erratum is not None):
        yield "erratum", "an erratum where the verdict says so, and only there", record.verdict.value
    if record.erratum is not None:
        yield from _erratum(record.erratum, isinstance(record.body, PrintedFormula))


def _erratum(erratum: Erratum, cases_prove_it: bool) -> Iterator[Trouble]:
    if not erratum.proof and not cases_prove_it:
        yield "erratum", "a proof that runs", "none"
    yield from checks_troubles(erratum.proof, "erratum, proof")


def _value(value: Value, verdict: Verdict) -> Iterator[Trouble]:
    yield from call_troubles(value.call, value.exact, "exact")
    if why_undefined(value.exact) is not None:
        return
    try:
        exact = _true(value)
        yield from _derived(value, exact)
        yield from _printed(value, exact, verdict)
    except (Invalid, Undecided) as problem:
        yield "value", "numbers that can be computed", str(problem)


def _true(value: Value) -> Number:
    """The exact number of a record: as it is written, or for a certified decimal the enclosure that dtref answers."""
    if certified_text(value.exact) is None:
        return exact_number(value.exact, "exact")
    answer: object = answered(value.call, "exact")
    if not is_certified(answer):
        raise Invalid("exact", "a certified decimal for a number with certified bounds only", layout(value.exact))
    return cast(Number, answer)


def _derived(value: Value, exact: Number) -> Iterator[Trouble]:
    certified = is_certified(exact)
    if (value.derivation or not certified) and not matches(evaluate(value.derivation), value.exact):
        yield "derivation", layout(value.exact), value.derivation
    if not certified and value.decimal != decimal(exact, DECIMAL_PLACES):
        yield "decimal", decimal(exact, DECIMAL_PLACES), value.decimal


def _printed(value: Value, exact: Number, verdict: Verdict) -> Iterator[Trouble]:
    """Troubles where the printed figure is not the rounding that the verdict claims, or the record's computations do not give it."""
    if verdict is Verdict.UNPRINTED:
        if value.printed:
            yield "printed", "nothing", value.printed
        return
    true = value.decimal or decimal(exact, DECIMAL_PLACES)
    # is it a rounding, as the verdict says?
    if verdict is Verdict.ROUNDING and not rounds(value.printed, exact):
        yield "printed", f"a correct rounding of {true}", value.printed
    if verdict in (Verdict.INTERMEDIATES, Verdict.ERRATUM) and rounds(value.printed, exact):
        yield "printed", f"no correct rounding of {true}", value.printed
    if verdict is Verdict.DAMAGED and not rounds(value.restored, exact):
        yield "restored", f"a correct rounding of {true}", value.restored
    # do the computations give the printed figure, and the rejected ones another?
    if verdict is Verdict.INTERMEDIATES and not value.reproductions:
        yield "reproductions", "a computation that gives the printed figure", "none"
    for i, step in enumerate(value.reproductions, 1):
        if not same_value(step.arithmetic, figure(value.printed)[0]):
            yield f"reproductions[{i}]", value.printed, step.arithmetic
    for i, other in enumerate(value.rejected, 1):
        if other.gives == value.printed or not same_value(other.arithmetic, figure(other.gives)[0]):
            yield f"rejected[{i}]", f"what gives {other.gives}, which isn't {value.printed}", other.arithmetic


def _table(table: PrintedTable, verdict: Verdict) -> Iterator[Trouble]:
    yield from call_troubles(table.call, [list(row) for row in table.exact], "exact")
    # the tables have one shape
    widths = {len(table.header), *map(len, table.printed), *map(len, table.exact), *map(len, table.derivation)}
    heights = {len(table.printed), len(table.exact)} | ({len(table.derivation)} if table.derivation else set())
    if len(widths) > 1 or len(heights) > 1:
        yield "printed", "as many rows and columns everywhere", f"{sorted(heights)} rows, {sorted(widths)} columns"
        return
    # each cell agrees with its exact value unless it is listed as wrong
    wrong = {(cell.row, cell.column) for cell in table.wrong}
    for r, (printed, exact) in enumerate(zip(table.printed, table.exact, strict=True), 1):
        for c, (text, true) in enumerate(zip(printed, exact, strict=True), 1):
            if _fits(text, true) == ((r, c) in wrong):
                yield f"printed[{r}][{c}]", ("something else than " if (r, c) in wrong else "") + layout(true), text
    yield from _derived_cells(table)
    if bool(wrong) != (verdict is not Verdict.RIGHT):
        yield "verdict", "right where no cell is wrong, and only there", verdict.value


def _fits(text: str, true: Json) -> bool:
    """Whether a printed cell is the exact text, or a correct rounding of the exact number."""
    try:
        return all(rounds(text, x) for x in _numbers(true))
    except Invalid:
        return text == true


def _numbers(true: Json) -> tuple[Number, ...]:
    """The number of a cell; for a certified decimal, the least and the greatest number that round to it."""
    match true:
        case {"decimal": str(digits)}:
            half = Fraction(1, 2 * 10 ** len(digits.partition(".")[2]))
            return number(figure(digits)[0] - half), number(figure(digits)[0] + half)
        case _:
            return (exact_number(true),)


def _derived_cells(table: PrintedTable) -> Iterator[Trouble]:
    for r, (texts, exact) in enumerate(zip(table.derivation, table.exact, strict=False), 1):
        for c, (text, true) in enumerate(zip(texts, exact, strict=True), 1):
            try:
                if text and not matches(evaluate(text), true):
                    yield f"derivation[{r}][{c}]", layout(true), text
            except Invalid as problem:
                yield f"derivation[{r}][{c}]", layout(true), str(problem)


def _statement(statement: Statement, verdict: Verdict) -> Iterator[Trouble]:
    if verdict in (Verdict.RIGHT, Verdict.INCOMPLETE, Verdict.IMPRECISE) and not statement.checks:
        yield "checks", f"a check of what is '{verdict.value}'", "none"
    yield from checks_troubles(statement.checks, "checks")
