"""
Judges one answer: right, acceptable for a stated reason, or wrong.

A number may be an exact fraction in text, or a JSON number, which is a double: right when it is within some units in the last place of the
largest term of its sum (a gain of exactly 0 may come out as 1e-17); `dtref.oracle.judge.rounding` finds that term. A JSON integer may be a
double, too. Where a certified decimal is expected, a fraction or a longer decimal that rounds to it is right. Where a list holds several
equally right answers, some of them, or one alone, are enough.
"""

from __future__ import annotations

import json
from fractions import Fraction

from attrs import evolve

from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import certified_text, is_number, layout, why_undefined
from dtref.oracle.golden.records import Call
from dtref.oracle.golden.vectors import AnyOf, Between, Refused
from dtref.oracle.judge.cases import Case, right_answers
from dtref.oracle.judge.outcomes import FAILED, ORDER, ROUNDED, Judgement, Outcome, worst
from dtref.oracle.judge.rounding.numbers import (
    ANSWER_ULPS,
    ROOM,
    Foreign,
    Room,
    no_value,
    of_double,
    of_integer,
    of_text,
    of_written,
    said_number,
)
from dtref.oracle.judge.rounding.scales import POSITIVE, scale_of

_SHOWN = 80
"""The most characters of a part that a message shows."""


def judge_value(case: Case, answer: Foreign, ulps: int = ANSWER_ULPS) -> Judgement:
    """
    The judgement of a program's answer by the expected answer alone (`dtref.oracle.judge.equally_right` judges other right answers).

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> third = Case("x", "", Call("gini", {}), ExactAnswer("1/3"), "", ())
    >>> [judge_value(third, answer).outcome.value for answer in ("1/3", "2/6", 0.3333333333333333, 0.333, None)]
    ['passed', 'passed', 'acceptable', 'failed', 'failed']
    """
    if isinstance(case.expected, Between):
        return Judgement(Outcome.FAILED, f"no number that is {case.expected.words}")
    if isinstance(case.expected, Refused):
        return Judgement(Outcome.FAILED, f"an answer where the input must be refused: {case.expected.why}")
    right: Json = list(case.expected.accepted) if isinstance(case.expected, AnyOf) else case.expected.exact
    several = isinstance(case.expected, AnyOf) or lists_equals(case.call)
    room = Room(ulps, positive=case.call.operation in POSITIVE)
    judgement = _compared(answer, right, room, several=several)
    # a double may be off by the rounding of a larger term than the answer
    if judgement.outcome is Outcome.FAILED and (scale := scale_of(case.call, ulps)) > 1:
        wider = _compared(answer, right, evolve(room, scale=scale), several=several)
        return judgement if wider.outcome is Outcome.FAILED else wider
    return judgement


def _compared(answer: Foreign, right: Json, room: Room, *, several: bool) -> Judgement:
    if several and isinstance(right, list):
        return some_of(answer, right, room)
    return agreement(answer, right, room)


WHOLE_LISTS = {"minimum_cost_labels", "decode", "domingos", "chaid_candidates"}
"""The operations whose answer lists all that is equally right."""
PART_LISTS = {"labels", "then", "tests", "vertices", "best"}
"""The parts of answers that, where they are lists, list all that is equally right."""


def lists_equals(call: Call) -> bool:
    """
    Whether a call asks for a list of all that is equally right, of which one is enough.

    >>> from dtref.oracle.golden.records import Call
    >>> lists_equals(Call("decode", {})), lists_equals(Call("predict", {}, ("labels",))), lists_equals(Call("bin_cuts", {}))
    (True, True, False)
    """
    return call.part[-1] in PART_LISTS if call.part else call.operation in WHOLE_LISTS


_NOTHING = Judgement(Outcome.ACCEPTABLE, "null where the definition gives no value")
_SOME = "some of several that are equally right"


def judge_refusal(case: Case, why: str) -> Judgement:
    """The judgement of a refusal: right where the input must be refused, acceptable where the answer has no value, else wrong."""
    if isinstance(case.expected, Refused):
        return Judgement(Outcome.PASSED)
    if not isinstance(case.expected, Between) and all(map(no_value, right_answers(case.expected))):
        return Judgement(Outcome.ACCEPTABLE, "refused where the definition gives no value")
    return Judgement(Outcome.FAILED, f"refused: {why}"[:200])


def agreement(answer: Foreign, exact: Json, room: Room = ROOM, place: str = "") -> Judgement:
    """
    The judgement of an answer against the exact one, the worst of its parts. Where it fails, `why` names the first place that differs.

    >>> agreement([0.5, "1/3"], ["1/2", "1/3"]).outcome.value, agreement({"cuts": ["1"]}, {"cuts": ["2"]}).why
    ('passed', 'cuts, 1: "1", not "2"')
    """
    judgement = _agreement(answer, exact, room, place)
    return evolve(judgement, why=differs(answer, exact, place)) if judgement.outcome is Outcome.FAILED and not judgement.why else judgement


def _agreement(answer: Foreign, exact: Json, room: Room, place: str) -> Judgement:
    match answer, exact:
        case ((bool() | None), _):
            return _NOTHING if answer is None and no_value(exact) else FAILED
        case ((int() | float() | str()), {"signed_square": _, "value": value}):
            return agreement(answer, value, room, place)
        case int(), _:
            return of_integer(answer, exact, room)
        case float(), _:
            return of_double(answer, exact, room)
        case str(), _:
            return of_text(answer, exact)
        case list(), list():
            pairs = enumerate(zip(answer, exact, strict=False), 1)
            return worst(agreement(a, e, room, _below(place, i)) for i, (a, e) in pairs) if len(answer) == len(exact) else FAILED
        case dict(), _:
            return _of_parts({str(name): part for name, part in answer.items()}, exact, room, place)
        case _:
            return FAILED


def _of_parts(answer: dict[str, Foreign], exact: Json, room: Room, place: str) -> Judgement:
    """The judgement of an object; `optima` of a tree may be left out, `label` may stand for `labels`."""
    if not isinstance(exact, dict):
        return of_text(str(answer["decimal"]), exact) if answer.keys() == {"decimal"} else of_written(answer, exact)
    # spellings that are allowed
    if "test" in answer and "optima" in exact and "optima" not in answer:
        return agreement(answer, {name: part for name, part in exact.items() if name != "optima"}, room, place)
    if "labels" in exact and "label" in answer and "labels" not in answer:
        return agreement({**{n: part for n, part in answer.items() if n != "label"}, "labels": [answer["label"]]}, exact, room, place)
    # no value: any reason will do
    if why_undefined(exact) is not None:
        why = answer.get("undefined")
        return Judgement(Outcome.PASSED) if len(answer) == 1 and isinstance(why, str) and not is_number(why) else FAILED
    # part by part; else a number in another form
    if answer.keys() == exact.keys() and not is_number(exact):
        return worst([_part(key, answer[key], exact, room, place) for key in exact])
    return of_text(str(answer["decimal"]), exact) if answer.keys() == {"decimal"} else of_written(answer, exact)


def _part(key: str, answer: Foreign, exact_parts: dict[str, Json], room: Room, place: str) -> Judgement:
    """The judgement of a named part; a list of what is equally right and the square of a value have their own rules."""
    exact = exact_parts[key]
    if key in PART_LISTS and isinstance(exact, list):
        return some_of(answer, exact, room, _below(place, key))
    if key == "signed_square" and "value" in exact_parts:  # (x + e)^2 is off by 2xe
        room = evolve(room, scale=room.scale * max(Fraction(1), 2 * _size(exact_parts["value"])))
    return agreement(answer, exact, room, _below(place, key))


def _size(exact: Json) -> Fraction:
    text = exact if isinstance(exact, str) else certified_text(exact) or "0"
    return abs(said_number(text) or Fraction(0))


def some_of(answer: Foreign, exact: list[Json], room: Room = ROOM, place: str = "") -> Judgement:
    """
    The judgement of an answer against a list of equally right ones: it may give all, some in any order, or one alone.

    >>> [some_of(answer, ["a", "b"]).outcome.value for answer in (["a", "b"], ["b"], "b", ["b", "b"], [], "c")]
    ['passed', 'acceptable', 'acceptable', 'failed', 'failed', 'failed']
    """
    # all of them
    of_all = agreement(answer, exact, room, place)
    if of_all.outcome is not Outcome.FAILED:
        return of_all
    # one alone, or some in any order
    of_each = [agreement(answer, right, room, place) for right in exact]
    judgement = min(of_each, key=lambda each: ORDER.index(each.outcome), default=FAILED)
    if judgement.outcome is Outcome.FAILED and isinstance(answer, list) and answer:
        judgement = _among(answer, exact, room)
    if judgement.outcome is Outcome.FAILED:
        return of_all
    return judgement if len(exact) == 1 else Judgement(Outcome.ACCEPTABLE, f"{_SOME} ({len(exact)})")


def _among(answer: list[Foreign], exact: list[Json], room: Room) -> Judgement:
    """Passed with rounding where the answers are different ones of the right answers, else failed."""
    rest = list(exact)
    for part in answer:
        match = next((right for right in rest if agreement(part, right, room).outcome is not Outcome.FAILED), None)
        if match is None:
            return FAILED
        rest.remove(match)
    return ROUNDED


def _below(place: str, name: object) -> str:
    return f"{place}, {name}" if place else str(name)


def differs(answer: Foreign, exact: Json, place: str = "") -> str:
    """
    A phrase that says how an answer differs from the right one: in the number of parts, in their names, or in the value.

    >>> differs(["1"], ["1", "2"], "cuts"), differs({"low": 1}, {"low": "1", "high": "2"}), differs(0.5, "1/3")
    ('cuts: 1 parts, not 2', "without 'high'", '0.5, not "1/3"')
    """
    where = f"{place}: " if place else ""
    match answer, exact:
        case list(), list() if len(answer) != len(exact):
            return f"{where}{len(answer)} parts, not {len(exact)}"
        case dict(), dict() if missing := [name for name in exact if name not in answer]:
            return f"{where}without {missing[0]!r}"
        case dict(), dict() if more := [name for name in answer if name not in exact]:
            return f"{where}{str(more[0])[:40]!r}, which isn't wanted"
        case _:
            return f"{where}{_shown(answer)}, not {_shown(exact)}"


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def expected_text(case: Case) -> str:
    """
    The right answer in a line of text; of several, the first three.

    >>> from dtref.oracle.golden.records import Call
    >>> expected_text(Case("x", "", Call("gini", {}), Refused("a negative count"), "", ()))
    'a refusal (a negative count)'
    """
    if isinstance(case.expected, Refused):
        return f"a refusal ({case.expected.why})"
    if isinstance(case.expected, Between):
        return case.expected.words
    return " or ".join(layout(exact) for exact in right_answers(case.expected)[:3])
