"""Vectors: cases beyond the documents that break real implementations, with exact answers. golden/README.md explains the format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias, assert_never

from attrs import evolve, frozen

from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.comparison import compare
from dtref.exact.decimals import decimal
from dtref.io.numbers import Json, number_json
from dtref.oracle.arithmetic.evaluation import evaluate
from dtref.oracle.arithmetic.json_numbers import exact_number, layout, parse_exact_json
from dtref.oracle.golden.checks import DECIMAL_PLACES
from dtref.oracle.golden.complaints import Complaint, Trouble, answered, call_troubles
from dtref.oracle.golden.reader import call_of, choice_of, text_or_none
from dtref.oracle.golden.records import Call, Provenance
from dtref.oracle.operations.answers import matches
from dtref.oracle.operations.inputs import Given

_KINDS = ("exact", "accepted", "refused", "undecided")
_BESIDE = {"exact": ("decimal", "derivation"), "undecided": ("derivation",)}
_HEAD = ("id", "what", "operation", "given", "part", "provenance", "flags", "note")


@frozen
class ExactAnswer:
    """The one right answer; for a number also its decimal, and perhaps a hand computation of it."""

    exact: Json
    decimal: str = ""
    derivation: str = ""


@frozen
class AnyOf:
    """All right answers, in the order in which the operation lists them: a program that gives one of them is right."""

    accepted: tuple[Json, ...]


@frozen
class Refused:
    """The input must be refused, as the operation isn't defined for it; why: the reason."""

    why: str


@frozen
class Between:
    """
    Bounds of the right answer, which dtref itself leaves undecided. A bound that isn't known is None. derivation: perhaps a hand
    computation of the answer.
    """

    budget: str
    lower: Json | None
    upper: Json | None
    derivation: str = ""

    @property
    def words(self) -> str:
        """What is known."""
        ends = [f"{word} {layout(end)}" for word, end in (("at least", self.lower), ("at most", self.upper)) if end is not None]
        return " and ".join(ends)


Expected: TypeAlias = ExactAnswer | AnyOf | Refused | Between


@frozen
class Vector:
    """A case: a call, the answer expected, where that comes from besides dtref, and flags for the mistakes that it catches."""

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


def _vector(group: str, entry: Given) -> Vector:
    # exactly one kind of expectation
    kinds = [kind for kind in _KINDS if kind in entry.parts]
    if len(kinds) != 1:
        raise Invalid(entry.where, f"one of {', '.join(map(repr, _KINDS))}", kinds)
    entry.only(*_HEAD, *kinds, *_BESIDE.get(kinds[0], ()))
    return Vector(
        group=group,
        id=entry.text("id"),
        what=entry.text("what"),
        call=call_of(entry),
        expected=_expected(entry),
        provenance=choice_of(Provenance, entry, "provenance"),
        flags=entry.texts("flags"),
        note=text_or_none(entry, "note"),
    )


def _expected(entry: Given) -> Expected:
    if "accepted" in entry.parts:
        return AnyOf(tuple(entry.list("accepted")))
    if "refused" in entry.parts:
        return Refused(entry.text("refused"))
    if "undecided" in entry.parts:
        open_answer = entry.object("undecided").only("budget", "lower", "upper")
        lower, upper = (open_answer.part(end) if end in open_answer.parts else None for end in ("lower", "upper"))
        return Between(open_answer.text("budget"), lower, upper, text_or_none(entry, "derivation"))
    return ExactAnswer(entry.part("exact"), text_or_none(entry, "decimal"), text_or_none(entry, "derivation"))


def read_flags(text: str, name: str) -> Mapping[str, str]:
    """
    The mistake that each flag is there to catch, by flag. Errors: Invalid where the text isn't a file of flags.

    >>> read_flags('{"flags": {"Tie": "a program that keeps the last of equal tests"}}', "flags.json")
    {'Tie': 'a program that keeps the last of equal tests'}
    """
    flags = Given.of(parse_exact_json(text, name), name).only("$schema", "flags").object("flags")
    return {flag: flags.text(flag) for flag in flags.parts}


def check_vector(vector: Vector, flags: Mapping[str, str]) -> tuple[Complaint, ...]:
    """
    The complaints about a vector; none if it is right. flags: the flags that vectors may have.

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
        case Between() as bounds:
            yield from _open_troubles(vector.call, bounds)
        case _:
            assert_never(vector.expected)


def bounds_of_answer(problem: Undecided) -> Between:
    """
    The bounds of an answer that is undecided.

    >>> bounds_of_answer(Undecided("number of trees", "5 subproblems", 3))
    Between(budget='5 subproblems', lower='3', upper=None, derivation='')
    """
    lower, upper = (None if isinstance(end, Undefined) else number_json(end) for end in (problem.lower, problem.upper))
    return Between(problem.budget, lower, upper)


def _open_troubles(call: Call, expected: Between) -> Iterator[Trouble]:
    """Troubles with bounds, which are to be those that dtref has when it gives up, and around what is derived by hand."""
    own = Between("", None, None)
    try:
        answered(call, "undecided")
    except Undecided as problem:
        own = bounds_of_answer(problem)
    if own != evolve(expected, derivation=""):
        yield "undecided", f"{own.budget or 'an answer'}: {own.words}", f"{expected.budget}: {expected.words}"
    if expected.derivation:
        value = evaluate(expected.derivation)
        ends = [(end, sign) for end, sign in ((expected.lower, 1), (expected.upper, -1)) if end is not None]
        if any(compare(value, exact_number(end, "undecided")) * sign < 0 for end, sign in ends):
            yield "derivation", expected.words, expected.derivation


def _number(expected: ExactAnswer) -> Iterator[Trouble]:
    """Troubles with the decimal and the derivation of a number; other answers must have none."""
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
