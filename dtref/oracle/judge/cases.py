"""
What a program is asked: the golden vectors, the golden records that an operation answers, and any question that is put to dtref itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import parse_exact_json
from dtref.oracle.golden.complaints import answered
from dtref.oracle.golden.records import Answered, Call, Figure, GoldenRecord, PrintedFormula, PrintedTable, Value
from dtref.oracle.golden.store import golden_records, golden_vectors
from dtref.oracle.golden.vectors import AnyOf, ExactAnswer, Expected, Refused
from dtref.oracle.operations.answers import write_answer
from dtref.oracle.operations.data_inputs import unreadable_data
from dtref.oracle.operations.inputs import Given, as_texts


class Cuts(Enum):
    """Where a tree may cut a number, between the two neighbouring values that the records at a node have."""

    ANY = "any"
    NAMED = "named"


@frozen
class Case:
    """
    A question: its id, what it is about, the operation and its inputs, what is expected; where it comes from, for the report.

    cuts: of a tree, whether any cut is welcome that parts the records as the best test does, or the one where the preset places it.
    """

    id: str
    what: str
    call: Call
    expected: Expected
    source: str
    flags: tuple[str, ...]
    cuts: Cuts | None = None


CUT = ("grow", "grow_stopping", "trees", "best_tests", "predict")
"""The operations whose answers depend on where numbers are cut, and that are judged by all that is equally right."""
_WHOLE = ((), ("tests",), ("labels",))
"""The parts of their answers that are judged so."""
_PLACED = {"CutPlacement", "CutSide", "AdjacentDoubles", "ThresholdPrecision", "Float32Collision", "UnseenValue"}
"""The flags of cases that are about where a number is cut, or which way a value goes that nobody at the node has."""


def golden_cases() -> Iterator[Case]:
    """
    Every fixed case: first the vectors, then the records of the documents.

    >>> next(golden_cases()).id.startswith("vectors-")
    True
    """
    yield from _golden()


@cache
def _golden() -> tuple[Case, ...]:
    vectors = (Case(v.id, v.what, v.call, v.expected, f"vectors, {v.group}", v.flags) for v in golden_vectors())
    records = (_of(record, i, call, exact) for record in golden_records() for i, (call, exact) in enumerate(_asked(record), 1))
    return tuple(evolve(case, cuts=_usual_cuts(case.call, case.flags)) for case in (*vectors, *records))


def _usual_cuts(call: Call, flags: tuple[str, ...] = ()) -> Cuts | None:
    """Where numbers may be cut if nothing else is said: anywhere, unless a case is about just that; None where no answer depends on it."""
    if call.operation not in CUT or call.part not in _WHOLE:
        return None
    return Cuts.NAMED if _PLACED & set(flags) else Cuts.ANY


def _asked(record: GoldenRecord) -> Iterator[tuple[Call, Json]]:
    """The calls of a record with their exact answers."""
    match record.body:
        case Value(call=call, exact=exact) | Answered(call=call, exact=exact) | Figure(shown=Answered(call=call, exact=exact)):
            yield call, exact
        case PrintedTable(call=call, exact=rows):
            yield call, [list(row) for row in rows]
        case PrintedFormula(cases=cases):
            yield from ((case.call, case.exact) for case in cases)


def _of(record: GoldenRecord, i: int, call: Call, exact: Json) -> Case:
    """A case of a record: the first has the record's id, the next ones that with a number."""
    return Case(
        record.id if i == 1 else f"{record.id}/{i}",
        record.what,
        call,
        ExactAnswer(exact),
        f"{record.document}, {record.slide}",
        record.flags,
    )


def right_answers(expected: Expected) -> tuple[Json, ...]:
    """
    The answers that are right; none where the input must be refused.

    >>> right_answers(AnyOf(("1", "2")))
    ('1', '2')
    """
    match expected:
        case ExactAnswer(exact=exact):
            return (exact,)
        case AnyOf(accepted=accepted):
            return accepted
        case _:
            return ()


def case_asked(call: Call, cuts: Cuts | None = None, *, id: str = "replay", source: str = "computed by dtref") -> Case:
    """
    A question with this library's own answer. Errors: Undecided where it has none.

    >>> case_asked(Call("gini", {"counts": ["1", "1"]})).expected.exact, case_asked(Call("gini", {"counts": ["-1"]})).expected.why[:22]
    ('1/2', 'gini, given, counts: e')
    """
    try:
        answer = write_answer(answered(call, "part"))
    except Invalid as problem:
        if problem.where in {"operation", "part"}:
            raise
        return Case(id, "", call, Refused(str(problem)), source, (), cuts)
    return Case(id, "", call, ExactAnswer(answer), source, (), cuts)


def read_case(text: str, where: str = "--replay") -> Case:
    """
    The case that JSON asks, as a `run` message has it; of a tree without `cuts` any cut is welcome. Errors: Invalid for anything else.

    >>> read_case('{"operation": "gini", "given": {"counts": ["1", "1"]}}').expected.exact
    '1/2'
    """
    given = Given.of(parse_exact_json(text, where), where).only("operation", "given", "part", "cuts")
    part = as_texts(given.part("part"), f"{where}, part") if "part" in given.parts else ()
    cuts = given.text("cuts") if "cuts" in given.parts else None
    if cuts not in {None, *(one.value for one in Cuts)}:
        raise Invalid(f"{where}, cuts", "'any' or 'named'", cuts)
    call = Call(given.text("operation"), given.object("given").parts, part)
    if (problem := unreadable_data(given.object("given"))) is not None:
        raise problem
    return case_asked(call, _usual_cuts(call) if cuts is None else Cuts(cuts), id=f"replay-{call.operation}")
