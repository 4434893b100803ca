"""
The cases that a program is asked: the golden vectors, the golden records that an operation answers, and any question that dtref answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache

from attrs import evolve, frozen

from dtref.errors import NO_BOUND, Invalid, Undecided
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import parse_exact_json
from dtref.oracle.golden.complaints import answered
from dtref.oracle.golden.records import Answered, Call, Figure, GoldenRecord, PrintedFormula, PrintedTable, Value
from dtref.oracle.golden.store import golden_records, golden_vectors
from dtref.oracle.golden.vectors import AnyOf, ExactAnswer, Expected, Refused, bounds_of_answer
from dtref.oracle.operations.answers import write_answer
from dtref.oracle.operations.data_inputs import unreadable_data
from dtref.oracle.operations.inputs import Given, as_texts


class Cuts(Enum):
    """The cuts allowed between two neighbouring values of the records at a node: any, or only the preset's own (named)."""

    ANY = "any"
    NAMED = "named"


@frozen
class Case:
    """
    A question: its id, what it is about, the call, the answer expected, and its source for the report.

    cuts: for a tree, ANY if every cut is right that separates the records as the best test does, NAMED if only the preset's own is.
    """

    id: str
    what: str
    call: Call
    expected: Expected
    source: str
    flags: tuple[str, ...]
    cuts: Cuts | None = None


CUT = ("grow", "grow_stopping", "trees", "best_tests", "predict")
"""The operations whose answers depend on where numbers are cut; they are judged by all that is equally right."""
_WHOLE = ((), ("tests",), ("labels",))
"""The parts of their answers that are judged so."""
_PLACED = {"CutPlacement", "CutSide", "AdjacentDoubles", "ThresholdPrecision", "Float32Collision", "UnseenValue"}
"""The flags of cases about where a number is cut, or which branch a value takes that no record of the node has."""


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
    """The cuts allowed by default: any, unless the case is about just that; None where the answer doesn't depend on cuts."""
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
    """A case of a record: the first has the record's id, later ones the id with a number."""
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
        case _:  # a refusal, or bounds
            return ()


def case_asked(call: Call, cuts: Cuts | None = None, *, id: str = "replay", source: str = "computed by dtref") -> Case:
    """
    A case whose expected answer is computed by dtref, or its bounds where it is undecided. Errors: Undecided where no bound is known.

    >>> case_asked(Call("gini", {"counts": ["1", "1"]})).expected.exact, case_asked(Call("gini", {"counts": ["-1"]})).expected.why[:22]
    ('1/2', 'gini, given, counts: e')
    """
    try:
        answer = write_answer(answered(call, "part"))
    except Invalid as problem:
        if problem.where in {"operation", "part"}:
            raise
        return Case(id, "", call, Refused(str(problem)), source, (), cuts)
    except Undecided as problem:
        if problem.lower == problem.upper == NO_BOUND:
            raise
        return Case(id, "", call, bounds_of_answer(problem), source, (), cuts)
    return Case(id, "", call, ExactAnswer(answer), source, (), cuts)


def read_case(text: str, where: str = "--replay") -> Case:
    """
    The case of a question in JSON, as in a `run` message; without `cuts`, a tree may cut anywhere. Errors: Invalid for anything else.

    >>> read_case('{"operation": "gini", "given": {"counts": ["1", "1"]}}').expected.exact
    '1/2'
    """
    question = Given.of(parse_exact_json(text, where), where).only("operation", "given", "part", "cuts")
    part = as_texts(question.part("part"), f"{where}, part") if "part" in question.parts else ()
    cuts = question.text("cuts") if "cuts" in question.parts else None
    if cuts not in {None, *(member.value for member in Cuts)}:
        raise Invalid(f"{where}, cuts", "'any' or 'named'", cuts)
    call = Call(question.text("operation"), question.object("given").parts, part)
    if (problem := unreadable_data(question.object("given"))) is not None:
        raise problem
    return case_asked(call, _usual_cuts(call) if cuts is None else Cuts(cuts), id=f"replay-{call.operation}")
