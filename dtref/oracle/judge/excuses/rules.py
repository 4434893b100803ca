"""The rules by which a program may depart everywhere: what it gives for no value, how wide its numbers are, what they can hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import ceil, isfinite
from typing import cast

from attrs import evolve

from dtref.errors import Invalid
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.deep_json import parts_of
from dtref.oracle.arithmetic.json_numbers import why_undefined
from dtref.oracle.judge.cases import right_answers
from dtref.oracle.judge.excuses.numbers_as_stored import Stored, as_stored, stored_as_double, stored_as_float32
from dtref.oracle.judge.excuses.views import ExcuseRule, Seen, answered_so, asked_so, changed_places, number_answered
from dtref.oracle.judge.questions import Reply
from dtref.oracle.judge.rounding.numbers import Foreign, said_number
from dtref.oracle.operations.registry import OPERATIONS
from dtref.spec.model.schemes import preorder

FLOAT32_ULPS = 2**29
"""The units in the last place of a double that are one of a float32."""
_NO_NUMBERS = {"nan", "na", "n/a", "inf", "-inf", "infinity", "-infinity", "none", "null", ""}
"""Texts, in small letters, that programs write where there is no number."""


def _is_number(answer: Foreign, wanted: int) -> bool:
    return number_answered(answer) == wanted


def _is_no_number(answer: Foreign, _: int) -> bool:
    if isinstance(answer, float):
        return not isfinite(answer)
    return answer is None or (isinstance(answer, str) and answer.strip().lower() in _NO_NUMBERS)


def _given_for_none(seen: Seen, is_it: Callable[[Foreign, int], bool], wanted: int) -> Iterator[Seen]:
    """The answer with the reason "undefined" wherever there is no value and the program gives what it gives for that."""

    def change(answer: Foreign, exact: Json) -> Foreign:
        return exact if why_undefined(exact) is not None and is_it(answer, wanted) else answer

    if seen.reply.kind == "answer":
        for exact in right_answers(seen.case.expected):
            yield from answered_so(seen, changed_places(seen.reply.value, exact, change))


def undefined_number(name: str, wanted: int) -> ExcuseRule:
    """
    A number where the definition gives no value, also in averages, where the operation has that convention as an input.

    >>> undefined_number("zero", 0).name
    'undefined zero'
    """

    def ways(seen: Seen) -> Iterator[Seen]:
        yield from _given_for_none(seen, _is_number, wanted)
        given = seen.case.call.given
        if "measure" in given and "if_undefined" not in given and "if_undefined" in OPERATIONS[seen.case.call.operation].inputs.kinds:
            yield from asked_so(seen, {**given, "if_undefined": str(wanted)})

    return ExcuseRule(f"undefined {name}", f"{wanted} where the definition gives no value", ways)


def _no_number(seen: Seen) -> Iterator[Seen]:
    return _given_for_none(seen, _is_no_number, 0)


def _error(seen: Seen) -> Iterator[Seen]:
    """An error or a refusal where some part of the answer has no value."""
    if seen.reply.kind in {"errored", "refused"}:
        for exact in right_answers(seen.case.expected):
            parts: Iterable[object] = preorder(exact, parts_of)
            if any(why_undefined(cast(Json, part)) is not None for part in parts):
                yield evolve(seen, reply=Reply("answer", exact))


def _stored_as(seen: Seen, stored: Stored) -> Iterator[Seen]:
    """The question with its numbers as they are stored, where that changes one."""
    given: Mapping[str, Json] = {name: as_stored(part, stored) for name, part in seen.case.call.given.items()}
    if given != dict(seen.case.call.given):
        yield from asked_so(seen, given)


def _doubles(seen: Seen) -> Iterator[Seen]:
    return _stored_as(seen, stored_as_double)


def _float32(seen: Seen) -> Iterator[Seen]:
    wider = evolve(seen, ulps=seen.ulps * FLOAT32_ULPS)
    yield wider
    yield from _stored_as(wider, stored_as_float32)


def tolerance(text: str) -> ExcuseRule:
    """
    Numbers within a share of the largest term (at least of 1), in place of the rounding of doubles. Errors: Invalid where it is none.

    >>> tolerance("1e-9").name
    'tolerance 1e-9'
    """
    share = said_number(text)
    if share is None or not 0 < share < 1:
        raise Invalid("tolerance", "a number above 0 and below 1", text)
    ulps = ceil(share * 2**53)
    return ExcuseRule(f"tolerance {text}", f"within {text} of what is right", lambda seen: iter((evolve(seen, ulps=max(seen.ulps, ulps)),)))


EXCUSE_RULES: Mapping[str, ExcuseRule] = {
    rule.name: rule
    for rule in (
        undefined_number("zero", 0),
        undefined_number("one", 1),
        ExcuseRule("undefined nan", "NaN, NA, an infinity or nothing where the definition gives no value", _no_number),
        ExcuseRule("undefined error", "an error where the definition gives no value", _error),
        ExcuseRule("width float32", "computed in float32", _float32),
        ExcuseRule("doubles", "numbers of the question that no double can hold", _doubles),
    )
}
"""The rules by name, but for tolerances."""
