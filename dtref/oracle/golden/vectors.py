"""Vectors: cases beyond the documents that break real implementations, with exact answers. golden/README.md explains the format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias, assert_never

from attrs import frozen

from dtref.errors import Invalid, Undecided
from dtref.exact.decimals import decimal
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.evaluation import evaluate
from dtref.oracle.arithmetic.json_numbers import exact_number, layout, parse_exact_json
from dtref.oracle.golden.checks import DECIMAL_PLACES
from dtref.oracle.golden.complaints import Complaint, Trouble, answered, call_troubles
from dtref.oracle.golden.reader import call_of, choice_of, text_or_none
from dtref.oracle.golden.records import Call, Provenance
from dtref.oracle.operations.answers import matches
from dtref.oracle.operations.inputs import Given

_HEAD = ("id", "what", "operation", "given", "part", "provenance", "flags", "note")


@frozen
class ExactAnswer:
    """The one right answer; of a number also its decimal, and a hand computation of it where there is one."""

    exact: Json
    decimal: str = ""
    derivation: str = ""


@frozen
class AnyOf:
    """All right answers, in the order in which the operation lists them: a program that gives one of them is right."""

    accepted: tuple[Json, ...]


@frozen
class Refused:
    """There is no answer, as the input isn't one that the operation is defined for; why."""

    why: str


Expected: TypeAlias = ExactAnswer | AnyOf | Refused


@frozen
class Vector:
    """A case: an operation and its inputs, what is expected, where that comes from besides dtref, and what it is there to catch."""

    group: str
    id: str
    what: str
    call: Call
    expected: Expected
    provenance: Provenance
    flags: tuple[str, ...]
    note: str


def read_vectors(text: str, name: str) -> tuple[Vector, ...]:
    """
    The vectors of a file; `name` is what messages call it. Errors: Invalid where it isn't one.

    >>> read_vectors('{"group": "gini", "about": "ties", "vectors": []}', "gini.json")
    ()
    """
    file = Given.of(parse_exact_json(text, name), name).only("$schema", "group", "about", "vectors")
    group = file.text("group")
    return tuple(_vector(group, Given.of(part, f"{name}, vector {i}")) for i, part in enumerate(file.list("vectors"), 1))


def _vector(group: str, given: Given) -> Vector:
    kinds = [kind for kind in ("exact", "accepted", "refused") if kind in given.parts]
    if len(kinds) != 1:
        raise Invalid(given.where, "one of 'exact', 'accepted', 'refused'", kinds)
    given.only(*_HEAD, *kinds, *(("decimal", "derivation") if kinds == ["exact"] else ()))
    return Vector(
        group=group,
        id=given.text("id"),
        what=given.text("what"),
        call=call_of(given),
        expected=_expected(given),
        provenance=choice_of(Provenance, given, "provenance"),
        flags=given.texts("flags"),
        note=text_or_none(given, "note"),
    )


def _expected(given: Given) -> Expected:
    if "accepted" in given.parts:
        return AnyOf(tuple(given.list("accepted")))
    if "refused" in given.parts:
        return Refused(given.text("refused"))
    return ExactAnswer(given.part("exact"), text_or_none(given, "decimal"), text_or_none(given, "derivation"))


def read_flags(text: str, name: str) -> Mapping[str, str]:
    """
    What each flag is there to catch, by flag. Errors: Invalid where it isn't such a file.

    >>> read_flags('{"flags": {"Tie": "a program that keeps the last of equal tests"}}', "flags.json")
    {'Tie': 'a program that keeps the last of equal tests'}
    """
    flags = Given.of(parse_exact_json(text, name), name).only("$schema", "flags").object("flags")
    return {flag: flags.text(flag) for flag in flags.parts}


def check_vector(vector: Vector, flags: Mapping[str, str]) -> tuple[Complaint, ...]:
    """
    Everything that is wrong with a vector, given the flags that there are; nothing if it is fine.

    >>> from dtref.oracle.golden.store import golden_vectors, vector_flags
    >>> check_vector(next(golden_vectors()), vector_flags())
    ()
    """
    return tuple(Complaint(vector.id, *trouble) for trouble in (*_troubles(vector), *_flags(vector, flags)))


def _troubles(vector: Vector) -> Iterator[Trouble]:
    match vector.expected:
        case ExactAnswer() as expected:
            yield from call_troubles(vector.call, expected.exact, "exact")
            yield from _number(expected)
        case AnyOf(accepted=accepted):
            yield from call_troubles(vector.call, list(accepted), "accepted")
            if len(accepted) < 2:
                yield "accepted", "two answers or more", layout(list(accepted))
        case Refused(why=why):
            try:
                answered(vector.call, "refused")
                yield "refused", "an answer, as the operation gives one", why
            except Invalid:
                return
        case _:
            assert_never(vector.expected)


def _number(expected: ExactAnswer) -> Iterator[Trouble]:
    """Of a number, whether its decimal and its derivation are right; nothing else has any."""
    try:
        wanted = decimal(exact_number(expected.exact, "exact"), DECIMAL_PLACES)
    except Invalid:
        wanted = ""
    if expected.decimal != wanted:
        yield "decimal", wanted or "nothing, where the exact answer is no number", expected.decimal
    try:
        if expected.derivation and not matches(evaluate(expected.derivation), expected.exact):
            yield "derivation", layout(expected.exact), expected.derivation
    except (Invalid, Undecided) as problem:
        yield "derivation", layout(expected.exact), str(problem)


def _flags(vector: Vector, flags: Mapping[str, str]) -> Iterator[Trouble]:
    if not vector.flags:
        yield "flags", "one at least", "none"
    for flag in vector.flags:
        if flag not in flags:
            yield "flags", "a flag of golden/vectors/flags.json", flag
