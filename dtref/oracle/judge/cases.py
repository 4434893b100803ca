"""
What a program is asked: the golden vectors, and the golden records that an operation answers.

Before this: `dtref.oracle.golden.store`. Next: `dtref.oracle.judge.answers`.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from dtref.io.numbers import Json
from dtref.oracle.golden.records import Answered, Call, Figure, Formula, Record, Table, Value
from dtref.oracle.golden.store import golden_records, golden_vectors
from dtref.oracle.golden.vectors import AnyOf, ExactAnswer, Expected


@frozen
class Case:
    """A question: its id, what it is about, the operation and its inputs, what is expected; where it comes from, for the report."""

    id: str
    what: str
    call: Call
    expected: Expected
    source: str
    flags: tuple[str, ...]


def golden_cases() -> Iterator[Case]:
    """
    Every fixed case: first the vectors, then the records of the documents.

    >>> next(golden_cases()).id.startswith("vectors-")
    True
    """
    for vector in golden_vectors():
        yield Case(vector.id, vector.what, vector.call, vector.expected, f"vectors, {vector.group}", vector.flags)
    for record in golden_records():
        yield from (_of(record, call, exact) for call, exact in _asked(record))


def _asked(record: Record) -> Iterator[tuple[Call, Json]]:
    """The calls of a record with their exact answers."""
    match record.body:
        case Value(call=call, exact=exact) | Answered(call=call, exact=exact) | Figure(shown=Answered(call=call, exact=exact)):
            yield call, exact
        case Table(call=call, exact=rows):
            yield call, [list(row) for row in rows]
        case Formula(cases=cases):
            yield from ((case.call, case.exact) for case in cases)


def _of(record: Record, call: Call, exact: Json) -> Case:
    return Case(record.id, record.what, call, ExactAnswer(exact), f"{record.document}, {record.slide}", record.flags)


def alternatives(expected: Expected) -> tuple[Json, ...]:
    """
    The answers that are right; none where the input must be refused.

    >>> alternatives(AnyOf(("1", "2")))
    ('1', '2')
    """
    match expected:
        case ExactAnswer(exact=exact):
            return (exact,)
        case AnyOf(accepted=accepted):
            return accepted
        case _:
            return ()
