"""A failure as a rule sees it: the question as the program may have read it, the answer as it would write it by the definition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from dtref.errors import Invalid, Undecided
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import why_undefined
from dtref.oracle.golden.records import Call
from dtref.oracle.judge.cases import Case, case_asked
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.questions import Reply
from dtref.oracle.judge.results import judged
from dtref.oracle.judge.rounding.numbers import Foreign, said_number


@frozen
class Seen:
    """A question and a reply to it, and the units in the last place that a double may be off."""

    case: Case
    reply: Reply
    ulps: int

    def is_right(self) -> bool:
        """Whether the reply, so seen, is right or acceptable."""
        return judged(self.case, self.reply, self.ulps).judgement.outcome in {Outcome.PASSED, Outcome.ACCEPTABLE}


@frozen
class ExcuseRule:
    """
    A way in which a program departs. name: what `--known` and Python call it. says: the reason that a report gives. ways: the other views
    of a failure that the rule allows; none where it changes nothing.
    """

    name: str
    says: str
    ways: Callable[[Seen], Iterator[Seen]]


def right_through(seen: Seen, rules: Sequence[ExcuseRule]) -> bool:
    """
    Whether a reply is right when each of the rules has changed the view of it, one after the other.

    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> half = Seen(Case("x", "", Call("gini", {}), ExactAnswer("1/2"), "", ()), Reply("answer", 0.5), 4)
    >>> right_through(half, ())
    True
    """
    if not rules:
        return seen.is_right()
    return any(right_through(way, rules[1:]) for way in rules[0].ways(seen))


def asked_so(seen: Seen, given: Mapping[str, Json], operation: str = "") -> Iterator[Seen]:
    """
    The same reply to another question, with dtref's answer to it; nothing where dtref has none.

    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> half = Seen(Case("x", "", Call("gini", {"counts": ["1", "1"]}), ExactAnswer("1/2"), "", ()), Reply("answer", 1), 4)
    >>> [way.case.expected.exact for way in asked_so(half, half.case.call.given, "entropy")]
    ['1']
    """
    call = seen.case.call
    try:
        other = case_asked(Call(operation or call.operation, given, call.part), seen.case.cuts, id=seen.case.id, source=seen.case.source)
    except (Invalid, Undecided):
        return
    yield evolve(seen, case=other)


def answered_so(seen: Seen, answer: Foreign) -> Iterator[Seen]:
    """
    Another answer to the same question; nothing where it is the same.

    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> half = Seen(Case("x", "", Call("gini", {}), ExactAnswer("1/2"), "", ()), Reply("answer", 1), 4)
    >>> list(answered_so(half, 1)), [way.reply.value for way in answered_so(half, 2)]
    ([], [2])
    """
    if answer != seen.reply.value:
        yield evolve(seen, reply=Reply("answer", answer))


def changed_places(answer: Foreign, exact: Json, change: Callable[[Foreign, Json], Foreign]) -> Foreign:
    """
    An answer with each place changed by a function of the answer and of what is right there.

    >>> changed_places([1, {"a": 2}], ["3", {"a": "4"}], lambda answer, exact: f"{answer} for {exact}")
    ['1 for 3', {'a': '2 for 4'}]
    """
    match answer, exact:
        case list(), list() if len(answer) == len(exact):
            return [changed_places(a, e, change) for a, e in zip(answer, exact, strict=True)]
        case dict(), dict() if why_undefined(exact) is None and answer.keys() & exact.keys():
            return {name: changed_places(a, exact[name], change) if name in exact else a for name, a in answer.items()}
        case _:
            return change(answer, exact)


def number_answered(answer: Foreign) -> float | None:
    """
    The number that a place of an answer holds, as a double; None for anything else.

    >>> [number_answered(answer) for answer in ("1/2", 3, {"signed_square": 0, "value": 0.0}, True, "x")]
    [0.5, 3.0, 0.0, None, None]
    """
    match answer:
        case bool() | None:
            return None
        case {"value": value, "signed_square": _}:
            return number_answered(value)
        case str():
            number = said_number(answer)
        case int() | float():
            number = answer  # type: ignore[assignment]
        case _:
            return None
    try:
        return None if number is None else float(number)
    except OverflowError:
        return None
